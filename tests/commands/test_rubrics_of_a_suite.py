"""Rubrics through `judge-eval score`: where they come from, which metrics they ask for, and what conflicts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.small_suite import Ended, called, run_of, scored, write_suite

RESPONSE, TOOLS = "rubric_based_final_response_quality_v1", "rubric_based_tool_use_quality_v1"
JUDGE = """\
rules:
  - {when: "Names the city", replies: ["no"]}
  - {when: "How long", replies: ["1"]}
  - {replies: ["yes"]}
"""
TONE = """\
id: tone
criteria:
  - {id: city, text: Names the city., required: true}
  - {id: kind, text: It is kind., weight: 3}
"""
CASE = "- {id: capital, turns: [{user: Which city?}], rubrics: [tone]}\n"
RUN = run_of("capital", "Which city?", "Paris")
OURS = f"judge: {{model: 'scripted:judge.yaml'}}\nmetrics: {{{RESPONSE}: {{threshold: 0.5}}}}\n"


def write(
    folder: Path, cases: str = CASE, *, rubric: str = TONE, config: str | None = OURS, **runs: dict[str, Any]
) -> None:
    """Writes a suite with a rubric `tone` beside it."""
    write_suite(folder, cases=cases, runs=list(runs.values()) or [RUN], config=config, judge=JUDGE)
    (folder / "rubrics").mkdir()
    (folder / "rubrics" / "tone.yaml").write_text(rubric)


def rows(ended: Ended, metric: str = RESPONSE) -> dict[tuple[str, int | None, str | None], dict[str, Any]]:
    """The rows of a metric by case, turn and criterion."""
    document = json.loads(ended.stdout)
    return {
        (case["id"], row["turn"], row["criterion"]): row
        for case in document["cases"]
        for row in case["scores"]
        if row["metric"] == metric
    }


def test_a_required_criterion_fails_the_case_over_its_threshold(tmp_path: Path) -> None:
    """Kind passes with weight 3, city fails with 1: .75 reaches .5, and the case fails for city all the same."""
    write(tmp_path)
    ended = scored(tmp_path, "--format", "json")
    found = rows(ended)
    assert ended.code == 1
    whole = found["capital", None, None]
    assert (whole["value"], whole["decision"]) == (0.75, "fail")
    assert whole["reason"].startswith("required 'city': no 2 of 2")
    assert (found["capital", 0, "city"]["decision"], found["capital", 0, "kind"]["votes"]) == ("fail", {"yes": 2})


def test_the_threshold_decides_where_nothing_is_required(tmp_path: Path) -> None:
    """The same .75 with nothing required passes at .5, on the turn too."""
    write(tmp_path, rubric=TONE.replace(", required: true", ""))
    ended = scored(tmp_path, "--format", "json")
    found = rows(ended)
    assert (ended.code, found["capital", None, None]["decision"], found["capital", 0, None]["decision"]) == (
        0,
        "pass",
        "pass",
    )


def test_the_pass_rate_counts_criteria(tmp_path: Path) -> None:
    """Two criteria on one response: n 2, one of them passes; the score's n is the run."""
    write(tmp_path)
    estimates = json.loads(scored(tmp_path, "--format", "json").stdout)["estimates"]
    assert [(row["kind"], row["value"], row["n"], row["clusters"]) for row in estimates] == [
        ("score", 0.75, 1, 1),
        ("pass_rate", 0.5, 2, 1),
    ]


def test_verdict_lines_name_their_criterion(tmp_path: Path) -> None:
    """verdicts.jsonl holds each criterion's samples under its id, and cases.jsonl the rubric as it was read."""
    write(tmp_path)
    scored(tmp_path, "--out", "out")
    lines = [json.loads(line) for line in (tmp_path / "out" / "verdicts.jsonl").read_text().splitlines()]
    assert sorted(line["criterion"] for line in lines) == ["city", "kind"]
    (case,) = (json.loads(line) for line in (tmp_path / "out" / "cases.jsonl").read_text().splitlines())
    assert [criterion["text"] for criterion in case["rubrics"][0]["criteria"]] == ["Names the city.", "It is kind."]


def test_cases_ask_for_their_metrics_where_nobody_chose(tmp_path: Path) -> None:
    """A rubric and an outcome in a case ask for the metrics that look at them; other cases do not ask."""
    cases = CASE + "- {id: part, turns: [{user: Bye}], expect: {outcome: They part.}}\n"
    write(tmp_path, cases, config=None, capital=RUN, part=run_of("part", "Bye", "So long."))
    ended = scored(tmp_path, "--format", "json", "--judge", "scripted:judge.yaml")
    questions = json.loads(ended.stdout)["questions"]
    assert {RESPONSE, "outcome"} <= questions.keys() and TOOLS not in questions
    assert rows(ended, "outcome")["part", None, None]["value"] == 1.0
    assert rows(ended, "outcome")["capital", None, None]["reason"] == "no outcome is written"
    assert rows(ended)["part", None, None]["reason"].startswith("no rubric applies (name them under rubrics:")


def test_no_judge_is_asked_where_no_case_asks(tmp_path: Path) -> None:
    """Without a configuration, a plain case is scored without any."""
    write(tmp_path, "- {id: capital, turns: [{user: Which city?}]}\n", config=None)
    assert json.loads(scored(tmp_path, "--format", "json").stdout)["questions"] == {}


def test_what_the_configuration_passes_over_is_told(tmp_path: Path) -> None:
    """It chooses the metrics; that a case has more to look at is a note."""
    write(tmp_path, config="metrics: {response_match_score: }\n")
    told = f"note    1 case with something for {RESPONSE}, which the configuration does not name"
    assert told in scored(tmp_path).stderr


def test_a_configuration_names_rubrics_by_id_and_by_file(tmp_path: Path) -> None:
    """Its own folder comes first; files are found from where it stands; both hold for every case."""
    write(tmp_path, "- {id: capital, turns: [{user: Which city?}]}\n")
    (tmp_path / "more.yaml").write_text("id: more\ncriteria: [{id: long, text: How long?, scale: {0: no, 1: yes}}]\n")
    options = "{threshold: 0.5, rubrics: [tone, more.yaml]}"
    (tmp_path / "judge-eval.yaml").write_text(OURS.replace("{threshold: 0.5}", options))
    found = rows(scored(tmp_path, "--format", "json"))
    assert [criterion for _, _, criterion in found if criterion] == ["city", "kind", "long"]
    assert found["capital", 0, "long"]["votes"] == {"1": 2}


def test_an_unknown_rubric_is_an_input_error_with_the_nearest_and_who_named_it(tmp_path: Path) -> None:
    """From a case, and from a configuration."""
    write(tmp_path, CASE.replace("tone", "tune"))
    ended = scored(tmp_path)
    assert ended.code == 2
    assert "there is no rubric 'tune', which s.cases.yaml [0]: rubrics names" in ended.stderr
    assert "did you mean 'tone'" in ended.stderr
    (tmp_path / "judge-eval.yaml").write_text(OURS.replace("{threshold: 0.5}", "{rubrics: [tune]}"))
    assert f"which judge-eval.yaml: metrics.{RESPONSE}.rubrics names" in scored(tmp_path).stderr


def test_a_rubric_that_looks_at_something_else_is_refused(tmp_path: Path) -> None:
    """Under the wrong metric it would be judged by the wrong prompt, or not at all."""
    write(tmp_path, config=OURS.replace(RESPONSE, TOOLS).replace("{threshold: 0.5}", "{rubrics: [tone]}"))
    ended = scored(tmp_path)
    assert ended.code == 2
    assert "looks at something else than this metric; found applies_to: final_response" in ended.stderr
    assert f"put it under {RESPONSE}" in ended.stderr


def test_a_wrong_rubric_is_told_with_its_line(tmp_path: Path) -> None:
    """As a wrong case is."""
    write(tmp_path, rubric=TONE.replace("weight: 3", "weight: -3"))
    ended = scored(tmp_path)
    assert ended.code == 2
    assert "rubrics/tone.yaml:4: criteria[1].weight" in ended.stderr


def test_one_id_for_two_texts_breaks_its_case_and_no_other(tmp_path: Path) -> None:
    """The error names both places, the other cases are scored, and the exit code says that the input is wrong."""
    mine = "{id: mine, criteria: [{id: city, text: Another text.}]}"
    cases = CASE + f"- {{id: torn, turns: [{{user: Which city?, rubrics: [{mine}]}}], rubrics: [tone]}}\n"
    write(tmp_path, cases, capital=RUN, torn=run_of("torn", "Which city?", "Paris"))
    ended = scored(tmp_path, "--format", "json")
    assert ended.code == 2
    document = json.loads(ended.stdout)
    (torn,) = (case for case in document["cases"] if case["id"] == "torn")
    assert torn["status"] == "error"
    assert (
        "'city' stands for different texts in rubric 'tone' of the case and in rubric 'mine' of turn 1" in torn["error"]
    )
    assert rows(ended)["capital", None, None]["value"] == 0.75


def test_two_rubrics_of_a_configuration_may_not_contradict_each_other(tmp_path: Path) -> None:
    """That is an input error before anything is scored."""
    mine = "{id: mine, criteria: [{id: city, text: Another text.}]}"
    write(tmp_path, config=OURS.replace("{threshold: 0.5}", f"{{rubrics: [tone, {mine}]}}"))
    ended = scored(tmp_path)
    assert ended.code == 2 and "'city' stands for different texts" in ended.stderr


def adk(text: str, rubric_id: str = "x", **fields: str) -> dict[str, Any]:
    """A rubric in ADK's shape."""
    return {"rubric_id": rubric_id, "rubric_content": {"text_property": text}, **fields}


def write_adk(
    folder: Path, of_case: list[dict[str, Any]], of_turns: list[list[dict[str, Any]]], criteria: dict[str, Any] | None
) -> None:
    """Writes an eval set of two cases, `a` with these rubrics and `b` without any, their runs and a configuration."""

    def case(name: str, rubrics: list[dict[str, Any]], turns: list[list[dict[str, Any]]]) -> dict[str, Any]:
        user = {"role": "user", "parts": [{"text": "Which city?"}]}
        conversation = [{"user_content": user, "rubrics": of_turn} for of_turn in turns]
        return {"eval_id": name, "rubrics": rubrics, "conversation": conversation}

    cases = [case("a", of_case, of_turns), case("b", [], [[]])]
    (folder / "s.evalset.json").write_text(json.dumps({"eval_set_id": "s", "eval_cases": cases}))
    if criteria is not None:
        (folder / "test_config.json").write_text(json.dumps({"criteria": criteria}))
    turn = {"user": "Which city?", "final_response": "Paris"}
    lines = [{"case_id": "a", "turns": [turn] * len(of_turns)}, {"case_id": "b", "turns": [turn]}]
    (folder / "s.runs.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    (folder / "judge.yaml").write_text(JUDGE)


def score_adk(folder: Path, *arguments: str) -> Ended:
    """`judge-eval score` of that eval set."""
    return called(folder, "score", "s.evalset.json", "--judge", "scripted:judge.yaml", *arguments)


FINAL = {"type": "FINAL_RESPONSE_QUALITY"}


def test_adk_turn_rubrics_are_both_scored(tmp_path: Path) -> None:
    """Rubric a on turn 1 is judged no, b on turn 2 yes; ADK's case is 1.0, PASSED."""
    of_turns = [[adk("Names the city", "a", **FINAL)], [adk("It is kind", "b", **FINAL)]]
    write_adk(tmp_path, [], of_turns, {RESPONSE: {"threshold": 1.0, "rubrics": []}})
    found = rows(score_adk(tmp_path, "--format", "json"))
    assert [(turn, criterion, row["value"]) for (case, turn, criterion), row in found.items() if case == "a"] == [
        (None, None, 0.5),
        (0, None, 0.0),
        (0, "a", 0.0),
        (1, None, 1.0),
        (1, "b", 1.0),
    ]
    assert found["a", None, None]["decision"] == "fail"


def test_an_adk_rubric_without_a_type_is_judged_with_a_note(tmp_path: Path) -> None:
    """ADK never sends it to its judge."""
    write_adk(tmp_path, [adk("Names the city")], [[]], None)
    ended = score_adk(tmp_path, "--format", "json")
    assert rows(ended)["a", 0, "x"]["value"] == 0.0
    assert "has no type: it is read as one of the final response" in ended.stderr


def test_an_adk_rubric_id_on_case_and_turn_breaks_that_case_alone(tmp_path: Path) -> None:
    """ADK loses the whole run; here the error names both places and the other case is scored."""
    write_adk(tmp_path, [adk("Names the city", **FINAL)], [[adk("It is kind", **FINAL)]], None)
    ended = score_adk(tmp_path, "--format", "json")
    assert ended.code == 2
    status = {case["id"]: case["error"] for case in json.loads(ended.stdout)["cases"]}
    assert "'x' stands twice, also at eval_cases[0].rubrics[0]" in status["a"]
    assert status["b"] is None


def test_an_adk_criterion_brings_its_rubrics_to_every_case(tmp_path: Path) -> None:
    """The metric's rubrics and the case's come together, each id once; the same id with another text is a conflict."""
    criteria = {RESPONSE: {"threshold": 0.5, "rubrics": [adk("It is kind", "k")]}}
    write_adk(tmp_path, [adk("Names the city", **FINAL), adk("It is kind", "k", **FINAL)], [[]], criteria)
    found = rows(score_adk(tmp_path, "--format", "json"))
    assert [key for key in found if key[2]] == [("a", 0, "k"), ("a", 0, "x"), ("b", 0, "k")]
    assert (found["a", None, None]["value"], found["b", None, None]["value"]) == (0.5, 1.0)
    write_adk(tmp_path, [adk("It is rude", "k", **FINAL)], [[]], criteria)
    ended = score_adk(tmp_path, "--format", "json")
    assert ended.code == 2
    (broken, _) = json.loads(ended.stdout)["cases"]
    assert "'k' stands for different texts in rubric" in broken["error"] and "of the configuration" in broken["error"]
