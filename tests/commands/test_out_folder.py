"""`--out`: which files there are, what stands in each, and that results.json depends on input and samples only."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from judge_eval.core.results import Results
from judge_eval.core.session import Session
from judge_eval.core.verdict import VerdictLine
from tests.small_suite import CASES, CONFIG, RUNS, called, run_of, scored, write_suite

OF_THE_INVOCATION = {"session.json", "report.html", "junit.xml", "summary.md"}
"""Files that tell when and how the suite was scored."""
FILES = {"results.json", "cases.jsonl", "runs.jsonl", "verdicts.jsonl", "eval-report.json"} | OF_THE_INVOCATION
TORN = (
    'rules: [{when: "capital of France", replies: ["no", "yes"]}, {when: "2 . 2", replies: ["no"]}, {replies: [hm]}]\n'
)
"""A judge that wavers, refuses, and talks: every kind of sample."""


def lines(path: Path) -> list[dict[str, Any]]:
    """The values of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_files_are_those_of_the_contract(tmp_path: Path) -> None:
    """All nine, and no other; a second run into the same folder replaces them."""
    write_suite(tmp_path, judge=TORN)
    for _ in range(2):
        ended = scored(tmp_path, "--out", "deep/out")
        assert {path.name for path in (tmp_path / "deep" / "out").iterdir()} == FILES
        assert "written: deep/out/results.json and its companions" in ended.stderr


def test_results_hold_everything(tmp_path: Path) -> None:
    """Status, judge, questions, samples, a row a metric and turn, and the estimates with what decided them."""
    write_suite(tmp_path, judge=TORN)
    scored(tmp_path, "--out", "out")
    results = Results.model_validate_json((tmp_path / "out" / "results.json").read_text(encoding="utf-8"))
    assert results.status == "failed"
    assert results.judge is not None and results.judge.spec == "scripted:judge.yaml"
    question = results.questions["final_response_match_v2"]
    assert (question.question, question.votes) == ("final_response_match", "lead:2,max:8")
    assert [case.id for case in results.cases] == ["capital", "sum", "where"]
    capital = next(row for row in results.cases[0].scores if row.metric == "final_response_match_v2")
    assert (capital.status, capital.votes, capital.asked) == ("undecided", {"no": 4, "yes": 4}, 8)
    # 8 of the torn one, 2 that agree, and 8 that cannot be read
    assert (results.samples.asked, results.samples.usable, results.samples.failed) == (18, 10, 8)
    assert {row.decided_by for row in results.estimates} == {None, "threshold"}


def test_verdicts_hold_every_sample(tmp_path: Path) -> None:
    """Each attempt with its raw text, also those that could not be read."""
    write_suite(tmp_path, judge=TORN)
    scored(tmp_path, "--out", "out")
    text = (tmp_path / "out" / "verdicts.jsonl").read_text(encoding="utf-8")
    verdicts = {line.case_id: line.verdict for line in map(VerdictLine.model_validate_json, text.splitlines())}
    assert [sample.answer for sample in verdicts["sum"].samples] == ["no", "no"]
    # eight indices, and three attempts at each, since none can be read
    assert len(verdicts["where"].samples) == 24
    assert {sample.text for sample in verdicts["where"].samples} == {"hm"}
    assert {sample.failure for sample in verdicts["where"].samples} == {"off_menu"}


def test_the_eval_report_holds_one_row_a_metric(tmp_path: Path) -> None:
    """Metric, average, baseline, delta, floor, passed."""
    write_suite(tmp_path)
    scored(tmp_path, "--out", "out")
    report = json.loads((tmp_path / "out" / "eval-report.json").read_text(encoding="utf-8"))
    assert [row["metric"] for row in report] == [
        "tool_trajectory_avg_score",
        "response_match_score",
        "final_response_match_v2",
    ]
    assert {tuple(row) for row in report} == {("metric", "average", "baseline", "delta", "floor", "passed")}
    assert report[0]["passed"] is True and report[1]["passed"] is None


def test_the_session_holds_what_depends_on_the_invocation(tmp_path: Path) -> None:
    """Calls made and cached, tokens paid now, seconds, date, host, and whence the runs came; results.json has none."""
    write_suite(tmp_path)
    scored(tmp_path, "--out", "cold")
    scored(tmp_path, "--out", "warm")
    cold, warm = (
        Session.model_validate_json((tmp_path / name / "session.json").read_text(encoding="utf-8"))
        for name in ("cold", "warm")
    )
    assert (cold.calls, cold.cached, warm.calls, warm.cached) == (6, 0, 0, 6)
    assert cold.tokens.input > 0 and warm.tokens.input == 0
    assert [(source.name, source.found, source.agents) for source in cold.runs] == [
        ("s.runs.jsonl", True, ("guide@1f3c",))
    ]
    results = (tmp_path / "cold" / "results.json").read_text(encoding="utf-8")
    assert cold.host and cold.host not in json.loads(results)
    assert cold.started[:10] not in results
    assert (tmp_path / "warm" / "results.json").read_text(encoding="utf-8") == results


@pytest.mark.parametrize("seed", range(4))
def test_no_order_changes_the_results(tmp_path: Path, seed: int) -> None:
    """Cases and runs in any order, keys in any order, any concurrency, cold or warm: the same bytes."""
    repeats = [{**run, "repeat": repeat} for run in RUNS for repeat in range(3)]
    write_suite(tmp_path, judge=TORN, runs=repeats)
    expected = scored(tmp_path, "--format", "json").stdout
    shuffle = random.Random(seed)
    cases = [part for part in CASES.split("- id: ") if part]
    shuffle.shuffle(cases)
    shuffle.shuffle(repeats)
    mixed = [dict(shuffle.sample(list(run.items()), len(run))) for run in repeats]
    write_suite(tmp_path, judge=TORN, cases="".join(f"- id: {part}" for part in cases), runs=mixed)
    assert scored(tmp_path, "--format", "json").stdout == expected
    for more in (("--concurrency", "1"), ("--no-cache", "--concurrency", "7")):
        assert scored(tmp_path, "--format", "json", *more).stdout == expected


def test_what_was_read_scores_the_same_again(tmp_path: Path) -> None:
    """cases.jsonl and runs.jsonl, named in place of the first files, give the same bytes."""
    cases = f"{CASES}- {{id: away, turns: [{{user: Go, calls: [{{name: go, args: {{z: 1, a: {{c: 1, b: 2}}}}}}]}}]}}\n"
    made = {"name": "go", "args": {"y": {"q": 1, "p": 2}, "a": {"b": 2, "c": 1}, "b": 3}}
    write_suite(tmp_path, cases=cases, runs=[*RUNS, run_of("away", "Go", None, made)], judge=TORN)
    scored(tmp_path, "--out", "first")
    again = ("first/cases.jsonl", "--runs", "first/runs.jsonl", "--config", "judge-eval.yaml")
    called(tmp_path, "score", *again, "--out", "second")
    for name in FILES - OF_THE_INVOCATION:
        assert (tmp_path / "second" / name).read_bytes() == (tmp_path / "first" / name).read_bytes(), name


def test_references_are_written_as_the_runs_that_they_were(tmp_path: Path) -> None:
    """With `--runs reference`, runs.jsonl holds the perfect agent's runs."""
    write_suite(tmp_path)
    scored(tmp_path, "--runs", "reference", "--out", "out")
    runs = lines(tmp_path / "out" / "runs.jsonl")
    assert [run["agent"] for run in runs] == ["reference"] * 3
    assert runs[0]["turns"][0]["final_response"] == "It is Paris."


def test_no_key_and_no_variable_gets_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in the environment is in no file and on no stream."""
    secret = "sk-" + "0123456789" * 3
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "OPENAI_API_KEY", "HF_TOKEN", "JUDGE_EVAL_SECRET"):
        monkeypatch.setenv(name, secret)
    write_suite(tmp_path, judge=TORN, config=CONFIG)
    ended = scored(tmp_path, "--out", "out", "--explain")
    written = [path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir()]
    assert all(secret not in text for text in (ended.stdout, ended.stderr, *written))


def test_a_folder_that_cannot_be_written_is_an_input_error(tmp_path: Path) -> None:
    """With its name, and what was sampled is kept."""
    write_suite(tmp_path)
    (tmp_path / "file").write_text("in the way")
    ended = scored(tmp_path, "--out", "file/out")
    assert ended.code == 2
    assert (
        "file/out/cases.jsonl: this file cannot be written" in ended.stderr
        and "name a folder of your own with --out" in ended.stderr
    )
    assert "judge: 0 calls made, 6 cached" in scored(tmp_path).stderr
