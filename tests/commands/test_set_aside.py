"""Cases that decide nothing: skipped ones are not scored at all, quarantined ones are scored and do not gate."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from pathlib import Path

import pytest

from judge_eval import Case, Run
from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.discovery import find_cases
from judge_eval.adapters.files.found import FoundCase
from judge_eval.core.case import Quarantine
from judge_eval.core.results import CaseResult, QuarantinedCases, Results
from judge_eval.wiring.scoring import open_suite
from judge_eval.wiring.settings import Settings
from tests.small_repeats import CONFIG, case_line, write_repeats
from tests.small_suite import ALL_YES, called, installed, scored

SKIPPED = {"skip": "waits for the new tool"}
HELD = {"quarantine": "{reason: flaky since Monday, until: 2999-12-31}"}
ENDED = {"quarantine": "{reason: flaky since Monday, until: 2020-02-29}"}


def results_of(folder: Path, *arguments: str) -> Results:
    """The results of the suite in `folder`, as the command prints them."""
    return Results.model_validate_json(scored(folder, "--format", "json", *arguments).stdout)


def result_on(folder: Path, day: date, case_id: str) -> CaseResult:
    """The first result of a case, scored on this day."""
    with open_suite(Settings(cases=(str(folder / "s.cases.yaml"),), cache=None), today=day) as suite:
        asyncio.run(suite.score())
        return next(result for result in suite.spool.results() if result.id == case_id)


def test_a_skipped_case_is_listed_and_counts_nowhere(tmp_path: Path) -> None:
    """Its run is not scored; the reason stands in its row, and no count or estimate knows it."""
    write_repeats(tmp_path, {"a": "+", "b": "--"}, {"b": SKIPPED})
    ended = installed(tmp_path, "score", "s.cases.yaml")
    assert ended.returncode == 0
    assert "cases   1, 1 skipped" in ended.stderr.decode()
    said = ended.stdout.decode()
    assert "skipped: waits for the new tool" in said
    assert "1/1 passed · trajectory 1/1 · 1 skipped" in said
    assert "1 of 1 case reaches its thresholds" in said
    results = results_of(tmp_path)
    assert [(case.id, case.status, case.skip, case.scores) for case in results.cases[1:]] == [
        ("b", "skipped", "waits for the new tool", ())
    ]
    assert [row.n for row in results.estimates] == [1]
    assert "b" not in scored(tmp_path, "--explain").stdout.rpartition("thresholds")[2]


def test_a_skipped_case_needs_no_run_and_is_not_put_to_an_agent(tmp_path: Path) -> None:
    """That it has none is no fault; `run`, `--dry-run` and a live agent pass it over too."""
    write_repeats(tmp_path, {"a": "+", "b": ""}, {"b": SKIPPED})
    assert scored(tmp_path).code == 0
    assert "1 run would be scored" in scored(tmp_path, "--dry-run").stdout
    ended = called(tmp_path, "run", "s.cases.yaml", "--agent", "nowhere:agent", "--out", "runs.jsonl")
    assert "not run: case 'b' is skipped: waits for the new tool" in ended.stderr
    told: list[str] = []

    class Silent:
        fingerprint = "silent@1"

        async def run(self, case: Case, repeat: int) -> Run:
            """A run without a word."""
            told.append(case.id)
            return Run(case_id=case.id, repeat=repeat)

    with open_suite(Settings(cases=(str(tmp_path / "s.cases.yaml"),), agent=Silent(), cache=None)) as suite:
        asyncio.run(suite.score())
    assert told == ["a"]


def test_a_quarantined_case_is_scored_and_does_not_gate(tmp_path: Path) -> None:
    """It fails, and the suite passes: no threshold, pass share, floor or estimate knows it, its row and a count do."""
    config = "metrics: {tool_trajectory_avg_score: {threshold: 1.0, floor: 1.0}}\n"
    write_repeats(tmp_path, {"a": "+", "b": "-", "c": "+"}, {"b": HELD, "c": HELD}, config=config)
    ended = installed(tmp_path, "score", "s.cases.yaml")
    said = ended.stdout.decode()
    assert ended.returncode == 0
    assert "1/1 passed · trajectory 1/1 · 2 quarantined, 1 of them would fail" in said
    assert "in quarantine until 2999-12-31: flaky since Monday; tool_trajectory_avg_score: called search" in said
    results = results_of(tmp_path)
    assert results.quarantined == QuarantinedCases(cases=2, would_fail=1)
    assert [row.n for row in results.estimates] == [1]
    assert [case.status for case in results.cases] == ["passed", "failed", "passed"]
    assert results.cases[1].quarantine == Quarantine(reason="flaky since Monday", until=date(2999, 12, 31))


def test_a_quarantined_case_that_cannot_be_scored_leaves_the_suite_complete(tmp_path: Path) -> None:
    """Without a run, or with repeats that disagree, it is told and stops nothing."""
    write_repeats(tmp_path, {"a": "++", "b": "", "c": "+-"}, {"b": HELD, "c": HELD})
    ended = scored(tmp_path)
    assert ended.code == 0
    assert "no run of this case was given" in ended.stdout
    assert "1 flaky: c · 2 quarantined, 1 of them would fail" in ended.stdout
    results = results_of(tmp_path)
    assert results.repeats is not None
    assert [(power.k, power.n) for power in results.repeats.pass_power] == [(1, 1), (2, 1)]


def test_an_expired_quarantine_gates_again_and_says_so(tmp_path: Path) -> None:
    """The case fails the suite, and a note names it, the day and the reason."""
    write_repeats(tmp_path, {"a": "+", "b": "-"}, {"b": ENDED})
    ended = installed(tmp_path, "score", "s.cases.yaml")
    assert ended.returncode == 1
    note = "note    b: its quarantine ended on 2020-02-29, so that it decides again (flaky since Monday)"
    assert note in ended.stderr.decode()
    assert results_of(tmp_path).cases[1].quarantine is None
    assert "in quarantine" not in scored(tmp_path, "--list").stdout
    write_repeats(tmp_path, {"a": "+", "b": "-"}, {"b": HELD})
    assert "in quarantine until 2999-12-31: flaky since Monday" in scored(tmp_path, "--list").stdout


def test_the_last_day_belongs_to_the_quarantine(tmp_path: Path) -> None:
    """The day is given from outside: on `until` it holds, on the next day it does not."""
    write_repeats(tmp_path, {"b": "-"}, {"b": ENDED})
    assert result_on(tmp_path, date(2020, 2, 29), "b").quarantine is not None
    assert result_on(tmp_path, date(2020, 3, 1), "b").quarantine is None


def test_verdicts_of_a_quarantined_case_are_in_no_judged_rate(tmp_path: Path) -> None:
    """Its samples were paid and are counted; the pass rate, and what is drawn for labelling, leave its items out."""
    write_repeats(tmp_path, {"a": "+", "b": "+"}, config='judge: {model: "scripted:judge.yaml"}\n')
    (tmp_path / "judge.yaml").write_text(ALL_YES, encoding="utf-8")
    turns = "turns: [{user: Hello %s, reference: Good day.}]"
    held = f"quarantine: {HELD['quarantine']}"
    cases = f"- {{id: a, {turns % 'a'}}}\n- {{id: b, {turns % 'b'}, {held}}}\n"
    (tmp_path / "s.cases.yaml").write_text(cases, encoding="utf-8")
    results = results_of(tmp_path, "--metric", "final_response_match_v2", "--worklist", "5", "--out", "out")
    assert [row.n for row in results.estimates] == [1, 1]
    assert results.samples.asked == 4
    drawn = (tmp_path / "out" / "worklist-final_response_match.csv").read_text(encoding="utf-8")
    assert "Hello a" in drawn
    assert "Hello b" not in drawn


def test_the_list_shows_them(tmp_path: Path) -> None:
    """In a column of its own, which is there only where a case is set aside, and in the JSON list."""
    write_repeats(tmp_path, {"a": "+", "b": "+", "c": "+"}, {"b": SKIPPED, "c": HELD})
    said = scored(tmp_path, "--list").stdout
    assert "skipped: waits for the new tool" in said
    assert "in quarantine until 2999-12-31: flaky since Monday" in said
    listed = json.loads(scored(tmp_path, "--list", "--format", "json").stdout)
    assert [(case["skip"], case["quarantine"]) for case in listed] == [
        (None, None),
        ("waits for the new tool", None),
        (None, {"reason": "flaky since Monday", "until": "2999-12-31"}),
    ]
    write_repeats(tmp_path, {"a": "+"})
    assert "aside" not in scored(tmp_path, "--list").stdout


def test_they_are_written_as_they_were_read(tmp_path: Path) -> None:
    """cases.jsonl reads back as the same cases, and so do YAML and JSONL."""
    write_repeats(tmp_path, {"a": "+", "b": "+"}, {"a": SKIPPED, "b": HELD})
    scored(tmp_path, "--out", "out")

    def read(name: str) -> list[Case]:
        found = read_cases(find_cases([str(tmp_path / name)]))
        return [one.case for one in found if isinstance(one, FoundCase)]

    assert read("out/cases.jsonl") == read("s.cases.yaml")
    assert [case.skip for case in read("s.cases.yaml")] == ["waits for the new tool", None]


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("skip: ''", "this text is empty"),
        ("skip: true", "expected text"),
        ("quarantine: {reason: x}", "add 'until'"),
        ("quarantine: {until: 2026-01-01}", "add 'reason'"),
        ("quarantine: {reason: x, until: 1767225600}", "a day is written YYYY-MM-DD"),
        ("quarantine: {reason: x, until: tomorrow}", "a day is written YYYY-MM-DD"),
        ("quarantine: {reason: x, until: 2026-02-30}", "until"),
        ("quarantine: {reason: x, til: 2026-01-01}", "'til' is not known: write 'until'"),
    ],
)
def test_a_wrong_field_is_refused(tmp_path: Path, field: str, said: str) -> None:
    """What is no reason or no day is an input error that says what to write."""
    name, _, value = field.partition(": ")
    (tmp_path / "s.cases.yaml").write_text(case_line("a", **{name: value}), encoding="utf-8")
    (tmp_path / "judge-eval.yaml").write_text(CONFIG, encoding="utf-8")
    ended = scored(tmp_path, "--runs", "reference")
    assert ended.code == 2
    assert said in ended.stderr
    assert "s.cases.yaml:1" in ended.stderr
