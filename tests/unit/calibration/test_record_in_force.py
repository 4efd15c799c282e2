"""Which calibration record is in force: the one of this very judge, and what changed where there is none."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from pydantic import JsonValue

from judge_eval.calibration.in_force import InForce, NamedRecord, Uncalibrated, model_changed, record_in_force
from judge_eval.core.calibration import CalibrationRecord, Confusion, JudgeIdentity
from judge_eval.core.fingerprint import fingerprint

PARTS: dict[str, JsonValue] = {
    "question": "safety",
    "prompt": {"version": 1, "sha256": "a" * 64},
    "form": "choice",
    "backend": "openai",
    "model": "m1",
    "parameters": {"temperature": 0.7, "max_tokens": 8},
    "pack": 1,
    "rule": "fixed:5",
}


def judge(parts: dict[str, Any], *versions: str) -> JudgeIdentity:
    """The judge of these parts."""
    return JudgeIdentity(spec="openai:m1@there", fingerprint=fingerprint(parts), parts=parts, versions=versions)


def record(identity: JudgeIdentity, policy: str | None = "p1") -> NamedRecord:
    """A record of that judge."""
    return NamedRecord(
        "calibration/safety/m1.json",
        CalibrationRecord(
            question="safety",
            judge=identity,
            labels="l",
            made_by="human",
            drawn="random",
            n=0,
            clusters=0,
            confusion=Confusion(),
            policy=policy,
        ),
    )


def test_the_record_of_this_very_judge_is_in_force() -> None:
    """Equal fingerprint and equal policy."""
    found = record_in_force([record(judge(PARTS))], judge(PARTS), "p1", allow_stale=False)
    assert isinstance(found, InForce) and found.stale == ""


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("prompt", "version"), 2, "prompt version 1 is now 2"),
        (("model",), "m2", "model m1 is now m2"),
        (("parameters", "temperature"), 0.1, "parameters temperature 0.7 is now 0.1"),
        (("rule",), "lead:2,max:8", "rule fixed:5 is now lead:2,max:8"),
        (("pack",), 4, "pack 1 is now 4"),
    ],
)
def test_any_change_of_the_judge_voids_it_and_is_named(path: tuple[str, ...], value: JsonValue, told: str) -> None:
    """Prompt, model, temperature, rule, pack."""
    parts: Any = deepcopy(PARTS)
    inner = parts
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    found = record_in_force([record(judge(PARTS))], judge(parts), "p1", allow_stale=False)
    assert isinstance(found, Uncalibrated) and told in found.why
    stale = record_in_force([record(judge(PARTS))], judge(parts), "p1", allow_stale=True)
    assert isinstance(stale, InForce) and told in stale.stale and stale.said().startswith("STALE")


def test_another_policy_voids_it() -> None:
    """A word of the policy makes another question."""
    found = record_in_force([record(judge(PARTS))], judge(PARTS), "p2", allow_stale=False)
    assert isinstance(found, Uncalibrated) and "the policy's text" in found.why


def test_the_record_of_another_judge_is_no_record() -> None:
    """What another spec was measured at says nothing here."""
    other = JudgeIdentity(spec="local", fingerprint="f", parts={})
    found = record_in_force([record(judge(PARTS))], other, "p1", allow_stale=True)
    assert found == Uncalibrated()


def test_a_model_that_answers_under_another_version_is_told() -> None:
    """Two versions under one name are two judges; a record that kept none cannot tell."""
    kept = record(judge(PARTS, "m1-2026-01")).record
    assert model_changed(kept, ["m1-2026-01"]) == ""
    assert "m1-2026-06" in model_changed(kept, ["m1-2026-06"])
    assert model_changed(record(judge(PARTS)).record, ["m1-2026-06"]) == ""
