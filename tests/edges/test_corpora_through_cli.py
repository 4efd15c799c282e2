"""The corpora of wrong and of odd files, through the command line, as people meet them."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.edges.bad_file import GOOD_CASE, GOOD_RUN, BadFile
from tests.edges.bad_files import BAD_FILES
from tests.edges.odd_file import OddFile
from tests.edges.odd_files import ODD_FILES
from tests.small_suite import Ended, called

THROUGH_SCORE = {name: bad for name, bad in BAD_FILES.items() if bad.kind != "rubric"}
"""Rubrics that cannot be read are tested where they are asked for."""

AS_TEXT = {"cases": ".cases.yaml", "lines": ".cases.jsonl", "set": ".evalset.json", "test": ".test.json"}


@pytest.fixture(scope="module", autouse=True)
def no_model(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """No embedded judge: cases that ask for one are not judged, which is no fault of their files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.delenv("JUDGE_EVAL_MODEL", raising=False)
        yield


def _write(folder: Path, file: BadFile | OddFile, content: bytes) -> Path:
    path = folder / file.name
    path.write_bytes(content)
    for name, beside in file.beside.items():
        (folder / name).write_bytes(beside)
    return path


def _scored(folder: Path, kind: str, path: Path) -> Ended:
    """`judge-eval score` with the file in its place, and good ones in the other places."""
    if kind == "cases":
        return called(folder, "score", path.name, "--runs", "reference")
    (folder / "good.cases.jsonl").write_bytes(GOOD_CASE)
    if kind == "runs":
        return called(folder, "score", "good.cases.jsonl", "--runs", path.name)
    return called(folder, "score", "good.cases.jsonl", "--runs", "reference", "--config", path.name)


@pytest.mark.parametrize("name", THROUGH_SCORE)
def test_a_wrong_file_exits_2_with_place_and_remedy(name: str, tmp_path: Path) -> None:
    """Exit code 2; stderr names file, line, field and what to do; no traceback, and no results unless in part."""
    bad = THROUGH_SCORE[name]
    ended = _scored(tmp_path, bad.kind, _write(tmp_path, bad, bad.content()))
    assert ended.code == 2, ended
    errors = [line for line in ended.stderr.splitlines() if line.startswith("error: ")]
    assert errors
    told = "\n".join(errors)
    for fragment in bad.says:
        assert fragment.replace("\n", "\\n") in told
    place = bad.name if bad.line is None else f"{bad.name}:{bad.line}"
    assert place in told or any(beside in told for beside in bad.beside)
    if bad.at is not None:
        assert f"{bad.at}: " in told
    assert "expected" in told or told.endswith(")")
    assert "Traceback" not in ended.stderr and "fault of judge-eval" not in ended.stderr
    assert bad.of_case or ended.stdout == ""


@pytest.mark.parametrize("name", ODD_FILES)
def test_an_odd_file_is_scored(name: str, tmp_path: Path) -> None:
    """Whatever it looks like, it is read and scored: the exit code is that of a gate, never that of wrong input."""
    odd = ODD_FILES[name]
    path = _write(tmp_path, odd, odd.content)
    if odd.kind == "cases":
        _write_rubrics(tmp_path, odd.gives)
        ended = called(tmp_path, "score", path.name, "--runs", "reference", "--format", "json")
    elif odd.kind == "runs":
        ids = dict.fromkeys(run["case_id"] for run in odd.gives)
        cases = [{"id": case_id, "turns": [{"user": "?", "reference": "!"}]} for case_id in ids]
        (tmp_path / "good.cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases), "utf-8")
        ended = called(tmp_path, "score", "good.cases.jsonl", "--runs", path.name, "--format", "json")
    else:
        ended = _scored(tmp_path, "config", path)
    assert ended.code in (0, 1, 3), ended.stderr
    assert "error:" not in ended.stderr
    if odd.kind == "cases":
        assert [case["id"] for case in json.loads(ended.stdout)["cases"]] == sorted(case["id"] for case in odd.gives)


KEYS = (
    *("id", "turns", "user", "calls", "reference", "expect", "cases", "eval_cases", "eval_set_id", "query"),
    *(
        "conversation",
        "user_content",
        "parts",
        "text",
        "rubrics",
        "metrics",
        "criteria",
        "args",
        "name",
        "judge",
        "gate",
    ),
)
"""Keys that mean something to some reader."""


def _write_rubrics(folder: Path, cases: list[dict[str, Any]]) -> None:
    """The rubrics that the cases name, where they are looked for."""
    (folder / "rubrics").mkdir()
    for name in {name for case in cases for name in case.get("rubrics", ()) if isinstance(name, str)}:
        text = f"id: {name}\ncriteria: [{{id: {name}-1, text: It is polite.}}]\n"
        (folder / "rubrics" / f"{name}.yaml").write_text(text, encoding="utf-8")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS) | st.text(max_size=4),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
TEXTS = st.one_of(
    st.binary(max_size=60),
    st.text(st.characters(codec="utf-8"), max_size=60).map(str.encode),
    VALUES.map(lambda value: json.dumps(value).encode()),
    st.sampled_from([GOOD_CASE, GOOD_RUN]).flatmap(
        lambda good: st.tuples(st.integers(0, len(good)), st.binary(max_size=3)).map(
            lambda cut: good[: cut[0]] + cut[1] + good[cut[0] :]
        )
    ),
)


@settings(max_examples=300)
@given(st.sampled_from(["cases", "runs", "config"]), st.sampled_from(sorted(AS_TEXT.values())), TEXTS)
@example("cases", ".cases.jsonl", b'{"id": "a\\u0000", "turns": [{"user": "x"}]}')
@example("cases", ".cases.jsonl", b'{"id": "a\\u001b[2J", "turns": [{"user": "x"}]}')
@example("config", ".cases.yaml", b"judge: {model: 'scripted:.'}\nmetrics: {final_response_match_v2: 1}")
def test_no_file_whatever_brings_a_traceback(kind: str, suffix: str, content: bytes) -> None:
    """Any bytes as cases, runs or configuration: an exit code of the contract, and every error in words."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / f"x{'.runs.jsonl' if kind == 'runs' else '.yaml' if kind == 'config' else suffix}"
        path.write_bytes(content)
        ended = _scored(folder, kind, path)
        assert ended.code in (0, 1, 2, 3)
        assert "Traceback" not in ended.stderr
        assert "fault of judge-eval" not in ended.stderr
        assert ended.code != 2 or "error: " in ended.stderr
        assert "\x1b" not in ended.stdout + ended.stderr
