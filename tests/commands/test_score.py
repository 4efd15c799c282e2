"""`judge-eval score` on small suites: what decides, where runs come from, and what an incomplete suite says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.small_suite import CASES, CONFIG, RUNS, Ended, called, run_of, scored, write_suite

CANNOT_TELL = 'rules: [{when: "capital of France", replies: ["cannot_tell"]}, {replies: ["yes"]}]\n'
ONE_NO = 'rules: [{when: "capital of France", replies: ["no"]}, {replies: ["yes"]}]\n'
SHIPPED = Path(__file__).parent.parent.parent / "cases" / "support_agent"


def rows(ended: Ended) -> dict[str, str]:
    """The lines of the case table by their first word."""
    table = ended.stdout.split("\n\n")[0].splitlines()
    return {line.split()[0]: line for line in table if line and not line.startswith(" ")}


def results(ended: Ended) -> dict[str, Any]:
    """The document on stdout, which is one and all of it."""
    return json.loads(ended.stdout)


def test_it_exits_0_where_all_is_well(tmp_path: Path) -> None:
    """Thresholds reached: the table on stdout, whence it came on stderr, exit 0."""
    write_suite(tmp_path)
    ended = scored(tmp_path)
    assert ended.code == 0
    assert "3/3 passed · trajectory 2/2 · response 3/3" in ended.stdout
    assert ended.stdout.endswith("passed\n  3 of 3 cases reach their thresholds, 100 % must\n")
    header = dict(line.split(maxsplit=1) for line in ended.stderr.splitlines()[:4])
    assert header["cases"] == "3"
    assert header["runs"].startswith("s.runs.jsonl (") and "of guide@1f3c, found beside the cases" in header["runs"]
    assert header["config"] == "judge-eval.yaml"
    assert header["judge"] == "scripted:judge.yaml, votes lead:2,max:8: final_response_match_v2"


def test_it_exits_1_where_a_threshold_fails(tmp_path: Path) -> None:
    """One answer that the judge refuses fails its case, with the reason beside it, and so the suite."""
    write_suite(tmp_path, judge=ONE_NO)
    ended = scored(tmp_path)
    assert ended.code == 1
    assert "FAIL" in rows(ended)["capital"]
    assert "final_response_match_v2: no 2 of 2" in rows(ended)["capital"]
    assert "failed: 2 of 3 cases reach their thresholds, 100 % must" in ended.stdout


def test_it_exits_1_under_a_floor(tmp_path: Path) -> None:
    """A floor holds the suite's estimate up by its point; where the interval holds it too, the note says so."""
    config = CONFIG.replace("final_response_match_v2: {threshold: 1.0}", "final_response_match_v2: {floor: 0.8}")
    write_suite(tmp_path, judge=ONE_NO, config=config)
    ended = scored(tmp_path)
    assert ended.code == 1
    assert "failed: final_response_match_v2: 0.667 is under its floor 0.8" in ended.stdout
    line = next(line for line in ended.stdout.splitlines() if "pass rate" in line)
    assert "floor 0.8 ✗" in line and "near floor" in line


def test_it_exits_2_for_wrong_input(tmp_path: Path) -> None:
    """Nothing is scored, and stdout stays empty."""
    write_suite(tmp_path, cases=CASES.replace("reference: It", "referense: It"))
    ended = scored(tmp_path)
    assert (ended.code, ended.stdout) == (2, "")
    assert "s.cases.yaml:2: [0].turns[0].referense: " in ended.stderr
    assert "did you mean 'reference'?" in ended.stderr


def test_it_exits_3_where_too_much_is_undecided(tmp_path: Path) -> None:
    """A judge that cannot tell decides nothing: incomplete, and neither passed nor failed."""
    write_suite(tmp_path, judge=CANNOT_TELL)
    ended = scored(tmp_path)
    assert ended.code == 3
    assert "undecided" in rows(ended)["capital"]
    assert "incomplete: final_response_match_v2: 33 % undecided, 5 % allowed" in ended.stdout
    assert scored(tmp_path, "--case", "sum").code == 0


@pytest.mark.parametrize(("setting", "code"), [("on_incomplete: pass", 0), ("on_undecided: fail", 1)])
def test_the_gate_s_settings_turn_the_exit_code(tmp_path: Path, setting: str, code: int) -> None:
    """`on_incomplete: pass` lets an incomplete suite go, `on_undecided: fail` holds an undecided one."""
    write_suite(tmp_path, judge=CANNOT_TELL, config=f"{CONFIG}gate: {{{setting}}}\n")
    assert scored(tmp_path).code == code


def test_a_judge_that_is_not_at_hand_leaves_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the embedded model the deterministic metrics stand, the judged one says what would help, exit 3."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "nothing here"))
    monkeypatch.delenv("JUDGE_EVAL_MODEL", raising=False)
    write_suite(tmp_path)
    ended = scored(tmp_path, "--judge", "local")
    assert ended.code == 3
    assert "1.00 ✓" in rows(ended)["capital"]
    assert ended.stdout.count("judge-eval model fetch (1.12 GB") == 2  # in the first row, and in the sum of it all
    assert "not judged, as above" in rows(ended)["sum"]
    assert "incomplete: final_response_match_v2: 3 runs not judged: " in ended.stdout
    json_ = results(scored(tmp_path, "--judge", "local", "--format", "json"))
    reasons = {row["reason"] for case in json_["cases"] for row in case["scores"] if row["status"] == "error"}
    assert all(reason.startswith("not judged: ") for reason in reasons) and reasons


def test_without_runs_there_are_three_remedies(tmp_path: Path) -> None:
    """Recorded runs, runs to record, or the references."""
    write_suite(tmp_path, runs=None)
    ended = scored(tmp_path)
    assert (ended.code, ended.stdout) == (2, "")
    for remedy in ("--runs FILE", "judge-eval run s.cases.yaml --agent", "--runs reference"):
        assert remedy in ended.stderr


def test_references_are_a_perfect_agent(tmp_path: Path) -> None:
    """`--runs reference` scores what the cases expect: all 1, without a call to the judge."""
    write_suite(tmp_path, runs=None, judge="rules: [{when: never, replies: [no]}]\n")
    ended = scored(tmp_path, "--runs", "reference")
    assert ended.code == 0
    assert "3/3 passed" in ended.stdout
    assert "runs    the references themselves" in ended.stderr
    assert "calls made" not in ended.stderr


def test_named_runs_go_before_those_beside(tmp_path: Path) -> None:
    """`--runs` may be given several times; what lies beside the cases is not read then."""
    write_suite(tmp_path)
    for run in RUNS:
        (tmp_path / f"{run['case_id']}.jsonl").write_text(json.dumps(run) + "\n", encoding="utf-8")
    ended = scored(tmp_path, *(word for run in RUNS for word in ("--runs", f"{run['case_id']}.jsonl")))
    assert ended.code == 0
    assert ended.stderr.count("runs    ") == 3
    assert "found beside" not in ended.stderr


def test_a_case_without_a_run_is_incomplete(tmp_path: Path) -> None:
    """It is a row of its own, never passed over, and the exit code is 3."""
    write_suite(tmp_path, runs=RUNS[:2])
    ended = scored(tmp_path)
    assert ended.code == 3
    assert "no run of this case was given" in rows(ended)["where"]
    assert "incomplete: 1 case could not be scored" in ended.stdout


def test_a_run_without_a_case_is_an_input_error(tmp_path: Path) -> None:
    """Unless cases were picked: then other runs are meant for other cases."""
    write_suite(tmp_path, runs=[*RUNS, run_of("other", "Hello", "Hi")])
    ended = scored(tmp_path)
    assert ended.code == 2
    assert "s.runs.jsonl:4: repeat 0 of case 'other' is recorded, and there is no such case" in ended.stderr
    assert scored(tmp_path, "--case", "*").code == 0
    assert called(tmp_path, "score", "s.cases.yaml:capital,sum").code == 0


def test_a_run_of_another_question_is_not_scored(tmp_path: Path) -> None:
    """Where the user says something else than in the case, the run answers another case."""
    write_suite(tmp_path, runs=[run_of("capital", "What is the capital of Italy?", "Rome."), *RUNS[1:]])
    ended = scored(tmp_path)
    assert ended.code == 3
    assert "the run was recorded from another case" in rows(ended)["capital"]


def test_an_agent_s_crash_is_not_passed(tmp_path: Path) -> None:
    """Its error is the reason, and it stays in every denominator."""
    crash = run_of("capital", "What is the capital of France?", None, error="TimeoutError: too late")
    write_suite(tmp_path, runs=[crash, *RUNS[1:]])
    ended = scored(tmp_path)
    assert ended.code == 1
    assert rows(ended)["capital"].endswith("TimeoutError: too late")
    assert "2/3 passed" in ended.stdout


def test_one_broken_case_sinks_no_suite(tmp_path: Path) -> None:
    """A case that contradicts itself is told with its place, the others are scored, and the exit code is 2."""
    rubric = {"rubric_id": "r", "rubric_content": {"text_property": "It is polite."}}
    turn = {"user_content": {"parts": [{"text": "Hello."}]}, "final_response": {"parts": [{"text": "Hello!"}]}}
    broken = {"eval_id": "torn", "conversation": [{**turn, "rubrics": [rubric]}], "rubrics": [rubric]}
    suite = {"eval_set_id": "s", "eval_cases": [broken, {"eval_id": "whole", "conversation": [turn]}]}
    (tmp_path / "s.evalset.json").write_text(json.dumps(suite), encoding="utf-8")
    (tmp_path / "s.runs.jsonl").write_text(json.dumps(run_of("whole", "Hello.", "Hello!")) + "\n", encoding="utf-8")
    command = ("score", "s.evalset.json", "--metric", "response_match_score")
    for more in ((), ("--list",), ("--dry-run",)):
        ended = called(tmp_path, *command, *more)
        assert ended.code == 2
        assert "error: s.evalset.json:" in ended.stderr and "the rubric id 'r' stands twice" in ended.stderr
        assert "whole" in ended.stdout or more == ("--dry-run",)
    assert called(tmp_path, *command, "--case", "whole").code == 0
    table = rows(called(tmp_path, *command))
    assert "1.00" in table["whole"]
    assert "the rubric id 'r' stands twice" in table["torn"]


def test_without_a_configuration_nothing_decides(tmp_path: Path) -> None:
    """Every deterministic metric that applies is reported, no judge is asked, and no case is called failed."""
    write_suite(tmp_path, config=None)
    ended = scored(tmp_path)
    assert ended.code == 0
    assert "final_response_match" not in ended.stdout
    assert "3 cases reported, which nothing decides" in ended.stdout
    assert "nothing decides: no threshold and no floor is set" in ended.stdout
    assert "final_response_match_v2" in scored(tmp_path, "--judge", "scripted:judge.yaml").stdout


def test_adk_files_have_adk_s_thresholds(tmp_path: Path) -> None:
    """Without a configuration ADK's own two hold for its shapes under whatever name, and for no native case."""
    write_suite(tmp_path, config=None)
    turn = {"user_content": {"parts": [{"text": "Hello."}]}, "final_response": {"parts": [{"text": "Good day!"}]}}
    suite = {"eval_set_id": "s", "eval_cases": [{"eval_id": "adk", "conversation": [turn]}]}
    (tmp_path / "adk.json").write_text(json.dumps(suite), encoding="utf-8")
    (tmp_path / "adk.runs.jsonl").write_text(json.dumps(run_of("adk", "Hello.", "No.")) + "\n", encoding="utf-8")
    ended = called(tmp_path, "score", "adk.json", "s.cases.yaml")
    assert ended.code == 1
    assert "response_match_score: " in rows(ended)["adk"]
    assert "0/1 passed" in ended.stdout and "3 cases reported" in ended.stdout


def test_two_gates_for_one_suite_are_refused(tmp_path: Path) -> None:
    """Before anything is asked: a suite is decided as one."""
    for name, share in (("one", 0.5), ("two", 0.9)):
        (tmp_path / name).mkdir()
        cases = CASES.replace("id: ", f"id: {name}-")
        runs = [{**run, "case_id": f"{name}-{run['case_id']}"} for run in RUNS]
        config = f"{CONFIG}gate: {{pass_share: {share}}}\n".replace("judge.yaml", "../judge.yaml")
        write_suite(tmp_path / name, cases=cases, runs=runs, config=config, judge="not read")
    (tmp_path / "judge.yaml").write_text("rules: [{replies: [yes]}]\n", encoding="utf-8")
    ended = called(tmp_path, "score", ".")
    assert ended.code == 2
    assert "gate.pass_share: configurations set different gates for one suite; found 0.5 and 0.9" in ended.stderr


@pytest.mark.parametrize(
    ("one", "two", "told"),
    [
        ("votes: 'fixed:1'", "votes: 'fixed:3'", "fixed:1 at temperature 0.7"),
        ("temperature: 0.7", "temperature: 0.2", "lead:2,max:8 at temperature 0.7"),
        ("votes: 'fixed:5'", "votes: 'fixed:5', aggregate: mean", "fixed:5 at temperature 0.7"),
        ("model: 'scripted:../a.yaml'", "model: 'scripted:../b.yaml'", "scripted:a.yaml by lead:2,max:8"),
    ],
)
def test_one_metric_asked_in_two_ways_is_refused(tmp_path: Path, one: str, two: str, told: str) -> None:
    """Before anything is asked, with both configurations named: an estimate is of one judge."""
    for name, settings in (("one", one), ("two", two)):
        (tmp_path / name).mkdir()
        cases = CASES.replace("id: ", f"id: {name}-")
        runs = [{**run, "case_id": f"{name}-{run['case_id']}"} for run in RUNS]
        model = "" if "model" in settings else "model: 'scripted:../a.yaml', "
        config = f"judge: {{{model}{settings}}}\nmetrics: {{final_response_match_v2: }}\n"
        write_suite(tmp_path / name, cases=cases, runs=runs, config=config)
    for file, answer in (("a.yaml", "yes"), ("b.yaml", "no")):
        (tmp_path / file).write_text(f"rules: [{{replies: ['{answer}']}}]\n", encoding="utf-8")
    ended = called(tmp_path, "score", ".")
    assert ended.code == 2
    assert "metrics.final_response_match_v2: configurations have one metric asked in different ways" in ended.stderr
    assert told in ended.stderr
    assert "one/judge-eval.yaml; and " in ended.stderr and "two/judge-eval.yaml" in ended.stderr
    assert called(tmp_path, "score", "one").code == 0


def test_a_live_agent_is_run_and_scored(tmp_path: Path) -> None:
    """`--agent` puts the cases to an ADK agent now; nothing is read from the runs beside them."""
    (tmp_path / "s.cases.yaml").write_text((SHIPPED / "support_agent.cases.yaml").read_text("utf-8"), encoding="utf-8")
    ended = scored(tmp_path, "--agent", SHIPPED, "--case", "shop-*", "--out", "out")
    assert ended.code == 0
    assert set(rows(ended)) >= {"shop-off-topic-001", "shop-phone-001"}
    assert f"runs    of {SHIPPED}, which is run now" in ended.stderr
    session = json.loads((tmp_path / "out" / "session.json").read_text())
    assert [source["agents"][0].partition("@")[0] for source in session["runs"]] == ["support_agent"]
    assert len((tmp_path / "out" / "runs.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_a_forecast_runs_no_agent(tmp_path: Path) -> None:
    """It is loaded, so that a wrong name is told now; what judges would be asked nobody knows before its runs."""
    write_suite(tmp_path, runs=None)
    ended = scored(tmp_path, "--agent", SHIPPED, "--dry-run")
    assert ended.code == 0
    assert "3 runs would be made by the agent, and scored; nothing was run or asked" in ended.stdout
    wrong = scored(tmp_path, "--agent", "nothing:here", "--dry-run")
    assert wrong.code == 2
    assert "error: --agent: there is no module 'nothing'" in wrong.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--runs", "reference", "--runs", "s.runs.jsonl"), "--runs: 'reference' scores the references"),
        (("--agent", "a:b", "--runs", "s.runs.jsonl"), "--agent: runs are named, and an agent to run now"),
        (("--agent", "nothing:here"), "--agent: there is no module 'nothing'"),
        (("--runs", "none.jsonl"), "none.jsonl: there is no such file"),
    ],
)
def test_runs_come_from_one_kind_of_source(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    """What contradicts itself, or is not there, is an input error."""
    write_suite(tmp_path)
    ended = scored(tmp_path, *arguments)
    assert (ended.code, ended.stdout) == (2, "")
    assert f"error: {message}" in ended.stderr
