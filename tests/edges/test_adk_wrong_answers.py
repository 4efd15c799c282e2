"""Where ADK's answer on judges' replies is wrong, each through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge_eval.core.results import Results, ScoreRow
from tests.small_suite import Ended, called, run_of

CASE = '- {id: a, turns: [{user: "How much is 2 + 2?", reference: The sum is four.}]}\n'
RUN = run_of("a", "How much is 2 + 2?", "That makes 4.")
MATCH = "final_response_match_v2"


def judged(
    folder: Path, *replies: str, votes: str = "fixed:5", aggregate: str = "decisions", config: str = ""
) -> Ended:
    """One case whose response a judge compares, its samples answering with these texts as they stand."""
    (folder / "s.cases.yaml").write_text(CASE, encoding="utf-8")
    (folder / "s.runs.jsonl").write_text(json.dumps(RUN) + "\n", encoding="utf-8")
    (folder / "judge.yaml").write_text(json.dumps({"rules": [{"replies": replies}]}), encoding="utf-8")
    judge = json.dumps({"model": "scripted:judge.yaml", "votes": votes, "aggregate": aggregate})
    metrics = config or f"{{{MATCH}: 1.0}}"
    (folder / "judge-eval.yaml").write_text(f"judge: {judge}\nmetrics: {metrics}\n", encoding="utf-8")
    return called(folder, "score", "s.cases.yaml", "--format", "json", "--no-cache")


def row_of(ended: Ended, metric: str = MATCH) -> ScoreRow:
    """The score of the case."""
    (case,) = Results.model_validate_json(ended.stdout).cases
    return next(row for row in case.scores if row.metric == metric and row.turn is None)


def test_a_dead_judge_is_no_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ROUGE passes and the judge has no key: incomplete, exit 3; ADK says PASSED."""
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"):
        monkeypatch.delenv(name, raising=False)
    dead = f"{{response_match_score: 0.0, {MATCH}: {{threshold: 1.0, judge: 'gemini:gemini-2.5-flash'}}}}"
    ended = judged(tmp_path, "yes", config=dead)
    assert (ended.code, row_of(ended, "response_match_score").decision) == (3, "pass")
    assert (row_of(ended).status, row_of(ended).value) == ("error", None)


def test_a_misspelt_metric_is_no_pass(tmp_path: Path) -> None:
    """An input error with the nearest name; ADK says PASSED."""
    ended = judged(tmp_path, "yes", config="{response_match_score: 0.0, final_response_mach_v2: 1.0}")
    assert (ended.code, f"did you mean '{MATCH}'?" in ended.stderr) == (2, True)


@pytest.mark.parametrize(
    ("replies", "value", "decision", "code"),
    [
        (("nonsense", "nonsense", "nonsense", "nonsense", "yes"), None, "undecided", 3),
        (("yes", "yes", "[object Object]", "yes", "yes"), 1.0, "pass", 0),
        (("no", "no", "null", "no", "no"), 0.0, "fail", 1),
    ],
)
def test_failed_samples_are_no_votes(
    tmp_path: Path, replies: tuple[str, ...], value: float | None, decision: str, code: int
) -> None:
    """One yes of five asked has no majority; four good samples decide beside a broken one. ADK: 1.0, and none."""
    ended = judged(tmp_path, *replies)
    row = row_of(ended)
    assert (row.value, row.decision, row.asked, ended.code) == (value, decision, 5, code)


def test_a_narrow_vote_is_told_from_a_clear_one(tmp_path: Path) -> None:
    """3–2 and 5–0 both pass, and votes and spread differ; under `aggregate: mean` so do the values."""
    split, clear = ("yes", "no", "yes", "no", "yes"), ("yes",)
    rows = [row_of(judged(tmp_path, *replies)) for replies in (split, clear)]
    assert [(row.value, row.decision, row.votes) for row in rows] == [
        (1.0, "pass", {"no": 2, "yes": 3}),
        (1.0, "pass", {"yes": 5}),
    ]
    means = [row_of(judged(tmp_path, *replies, aggregate="mean")) for replies in (split, clear)]
    assert [row.value for row in means] == [0.6, 1.0]
    assert means[0].spread is not None and means[0].spread > (means[1].spread or 0.0)


@pytest.mark.parametrize(
    "reply",
    [
        *("unknown", "cannot determine", "not yes", "eyes-only", "Yes/No", "No, but yes overall"),
        '{"is_the_agent_response_invalid": "unknown"}',
    ],
)
def test_what_says_neither_is_neither(tmp_path: Path, reply: str) -> None:
    """ADK finds a yes or a no in each of these; here the case is undecided."""
    row = row_of(judged(tmp_path, reply, votes="fixed:1"))
    assert (row.status, row.value, row.decision) == ("undecided", None, "undecided")


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("Valid", 1.0),
        ("True", 1.0),
        ("{'rationale': 'both say 4', 'answer': 'yes'}", 1.0),
        ('{"answer": "yes", "rationale": "both say', 1.0),
        ("partially valid", 0.0),
        ("Both say four.\n\n**Verdict:** yes", 1.0),
        ("[id: 1]\nVerdict: yes", 1.0),
        ('It said "Verdict: no" of itself.\nVerdict: yes', 1.0),
    ],
)
def test_what_a_person_can_read_is_read(tmp_path: Path, reply: str, value: float) -> None:
    """ADK loses each of these samples."""
    assert row_of(judged(tmp_path, reply, votes="fixed:1")).value == value


def test_an_unanswered_criterion_keeps_its_bounds(tmp_path: Path) -> None:
    """Of two criteria one gets no answer: it is asked again, then undecided, and the score lies between .5 and 1."""
    rubric = "[{id: r, criteria: [{id: kind, text: The reply is kind.}, {id: short, text: The reply is short.}]}]"
    metric = "rubric_based_final_response_quality_v1"
    judged(tmp_path, "yes", votes="fixed:1", config=f"{{{metric}: {{threshold: 0.4, rubrics: {rubric}}}}}")
    rules = [{"when": "is kind", "replies": ["yes"]}, {"replies": ["{}"]}]
    (tmp_path / "judge.yaml").write_text(json.dumps({"rules": rules}), encoding="utf-8")
    row = row_of(called(tmp_path, "score", "s.cases.yaml", "--format", "json", "--no-cache"), metric)
    assert (row.value, row.low, row.high, row.decision) == (None, 0.5, 1.0, "pass")
