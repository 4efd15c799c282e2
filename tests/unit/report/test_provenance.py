"""What stands at the head of every report."""

from __future__ import annotations

from judge_eval.core.results import (
    FlakyCase,
    JudgeUsed,
    PassPower,
    QuarantinedCases,
    RepeatsUsed,
    Results,
    SubsetUsed,
)
from judge_eval.core.session import Session
from judge_eval.report.provenance import provenance
from tests.reported_suite import HEAD, JUDGED, SESSION

PLAIN = Session(version="0.1.0", started="2026-11-30T09:00:00+00:00")


def facts(head: Results, session: Session = PLAIN) -> dict[str, str]:
    """The facts by their names."""
    return dict(provenance(head, session))


def test_a_judged_suite_says_who_judged_and_how_far_that_is_known() -> None:
    """Judge, model, calibration with date and n, shares of cached and replayed samples and of undecided verdicts."""
    said = facts(HEAD, SESSION)
    assert said["judge"] == f"local (votes lead:2,max:8): {JUDGED}"
    assert said["model version"] == "qwen-1"
    assert said["calibration"] == f"{JUDGED}: local.json, 2026-11-01, 120 labels, drawn random"
    # Of 8 samples 6 came from the store, which a cassette's 2 are among: 4 were cached. 1 of 4 verdicts is open.
    assert said["verdicts"].startswith("8 samples: 50 % cached, 25 % replayed; replayed from tape.jsonl")
    assert said["verdicts"].endswith("asked 2026-10-01 to 2026-10-02; 25 % of 4 verdicts undecided")
    assert (said["version"], said["commit"], said["date"]) == ("judge-eval 0.1.0", "1f3c0de", SESSION.started)


def test_what_is_not_known_is_left_out_or_said() -> None:
    """No judge, one that is uncalibrated, and one whose model does not say its name."""
    assert set(facts(Results(status="passed"))) == {"judge", "version", "date"}
    assert facts(Results(status="passed"))["judge"] == "none was asked"
    used = JudgeUsed(spec="local", model_fingerprint="ab" * 32)
    assert facts(Results(status="passed", judge=used))["judge"] == "local"
    question = HEAD.questions[JUDGED].model_copy(update={"model_versions": (), "pack": 5})
    row = HEAD.estimates[1].model_copy(update={"calibration": None, "uncalibrated": "no record of this judge"})
    said = facts(HEAD.model_copy(update={"questions": {JUDGED: question}, "estimates": (row,)}))
    assert said["calibration"] == f"{JUDGED}: uncalibrated: no record of this judge"
    assert said["model version"] == "not said by its replies; fingerprint abababababab"
    assert "up to 5 items a call" in said["judge"]


def test_a_part_of_the_cases_is_said_to_be_one() -> None:
    """A subset, repeats with pass^k and the flaky cases, and what a quarantine hides."""
    power = PassPower(
        k=3, value=0.5, value_low=0.5, value_high=0.5, low=None, high=None, level=0.95, n=2, clusters=1, method="none"
    )
    head = Results(
        status="passed",
        subset=SubsetUsed(size=50, of=2000, by="hash"),
        repeats=RepeatsUsed(most=3, pass_power=(power,), flaky=(FlakyCase(id="a", passed=2, repeats=3),)),
        quarantined=QuarantinedCases(cases=2, would_fail=1),
    )
    assert facts(head)["cases"] == (
        "50 of 2,000 cases, chosen by hash; up to 3 repeats of each; pass^3 0.500; "
        "flaky: a (2 of 3 passed); 2 in quarantine, of which 1 would have failed"
    )
