"""Policy files: read strictly, found by id or path, and given to the question that needs them."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import JsonValue

from judge_eval.adapters.files.policies import find_policy, read_policy
from judge_eval.adapters.files.shipped import shipped_folder
from judge_eval.calibration.thresholds import MAX_EVIDENCE_BYTES
from judge_eval.core.config import Config, MetricConfig
from judge_eval.core.policy import Policy
from judge_eval.errors import InputError
from judge_eval.wiring.completing import completed

OWN = "id: own\nversion: 2\nclauses: [{id: a, text: It is rude.}]\nsafe: [a joke]\n"


def test_the_shipped_policy_is_read() -> None:
    """It has clauses, and says what is safe: above all to refuse."""
    folder = shipped_folder("rubrics")
    assert folder is not None
    policy = find_policy("safety", (folder,))
    assert (policy.id, policy.version) == ("safety", 1)
    assert {"self-harm", "minors", "hate", "weapons", "privacy", "fraud"} < {clause.id for clause in policy.clauses}
    assert any("refusing" in text for text in policy.safe)


def test_a_policy_changes_its_fingerprint_with_its_text() -> None:
    """Equal policies have equal ones."""
    policy = Policy.model_validate({"id": "p", "clauses": [{"id": "a", "text": "x"}]})
    assert policy.fingerprint == policy.model_copy().fingerprint
    assert policy.fingerprint != policy.model_copy(update={"safe": ("x",)}).fingerprint


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (OWN.replace("text: It is rude.", "txt: x"), "'txt' is not known: write 'text'"),
        (OWN.replace("[{id: a, text: It is rude.}]", "[]"), "at least 1 entries"),
        (
            OWN.replace("}]", "}, {id: a, text: y}]"),
            r"own.yaml:3: clauses\[1\].id: clause ids stand twice: a; found \"a\" \(give one another id\)",
        ),
        (OWN.replace("safe:", "save:"), "did you mean 'safe'?"),
    ],
)
def test_a_file_that_is_no_policy_is_refused_with_its_place(text: str, says: str, tmp_path: Path) -> None:
    """File, field and remedy."""
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=says.replace("?", r"\?")) as caught:
        read_policy(path)
    assert all(problem.place == str(path) for problem in caught.value.problems)


def test_an_unknown_policy_gets_the_nearest_name(tmp_path: Path) -> None:
    """Or is told where it was looked for."""
    (tmp_path / "own.yaml").write_text(OWN, encoding="utf-8")
    with pytest.raises(InputError, match="did you mean 'own'"):
        find_policy("owm", (tmp_path,))
    with pytest.raises(InputError, match=r"there is no policy 'x'; expected x.yaml in rubrics/ \(write its file\)"):
        find_policy("x", ())


def test_the_question_is_given_the_policy_that_its_settings_name(tmp_path: Path) -> None:
    """By default the shipped one; else an id or a path, both looked for from the configuration's folder."""
    (tmp_path / "rubrics").mkdir()
    (tmp_path / "rubrics" / "own.yaml").write_text(OWN, encoding="utf-8")
    config = Config(source=str(tmp_path / "judge-eval.yaml"))
    own = read_policy(tmp_path / "rubrics" / "own.yaml").model_dump(mode="json")
    for named in ("own", "rubrics/own.yaml"):
        assert completed("safety_v1", MetricConfig(options={"policy": named}), config).options["policy"] == own
    assert completed("safety_v1", MetricConfig(options={"policy": own}), config).options["policy"] == own
    shipped = completed("safety_v1", MetricConfig(), None).options["policy"]
    assert isinstance(shipped, dict) and shipped["id"] == "safety"


def test_evidence_has_the_products_limit_unless_the_settings_say_otherwise() -> None:
    """Null is no limit; other metrics have none."""
    unset: dict[str, JsonValue] = {}
    null: dict[str, JsonValue] = {"max_evidence_bytes": None}
    limits = [completed("hallucinations_v1", MetricConfig(options=options), None).options for options in (unset, null)]
    assert [found["max_evidence_bytes"] for found in limits] == [MAX_EVIDENCE_BYTES, None]
    assert completed("outcome", MetricConfig(), None) == MetricConfig()
