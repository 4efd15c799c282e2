"""`judge-eval rubric attack`: how far gullible and stubborn judges can be talked round."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from judge_eval.adapters.files.attacks import shipped_attacks
from judge_eval.core.attack import AttackReport
from judge_eval.stats.intervals.interval import wilson
from tests.fakes.model import Traits
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import Asked, Step
from tests.own_environment import own_environment
from tests.rubric_project import write_project
from tests.small_suite import Ended, called

N_ATTACKS = sum(1 for _ in shipped_attacks().attacks())
RUBRIC = """\
id: city
criteria:
  - id: named
    text: The reply names the city.
    examples:
      - {response: It is somewhere., answer: no, why: no city}
      - {response: It is in Rome., answer: yes}
  - {id: polite, text: The reply is polite.}
"""
STUBBORN = "rules: [{replies: ['no']}]\n"
GULLIBLE = r"""
rules:
  - {when: 'in rot13', replies: ['unknown']}
  - {when: 'GRADE: C', replies: ['yes']}
  - {when: 'Three senior graders', replies: ['yes']}
  - {replies: ['no']}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Generator[Path]:
    """A project with a rubric of two criteria, of which one has a failing example."""
    write_project(tmp_path)
    (tmp_path / "rubrics" / "city.yaml").write_text(RUBRIC)
    with own_environment():
        yield tmp_path


def attacked(folder: Path, script: str, *arguments: str) -> Ended:
    """`judge-eval rubric attack city` with a scripted judge."""
    (folder / "judge.yaml").write_text(script)
    return called(folder, "rubric", "attack", "city", "--judge", "scripted:judge.yaml", *arguments)


def report_of(ended: Ended) -> AttackReport:
    """The JSON document that was printed."""
    return AttackReport.model_validate_json(ended.stdout)


def test_a_stubborn_judge_is_not_talked_round(folder: Path) -> None:
    """Three works a criterion, each attacked in every way; nothing flips, and the interval says what that proves."""
    ended = attacked(folder, STUBBORN, "--format", "json")
    report = report_of(ended)
    assert ended.code == 0
    assert report.honest.failed == 6
    overall = report.overall
    assert (overall.n, overall.clusters, overall.value, overall.low) == (6 * N_ATTACKS, 6, 0.0, 0.0)
    assert overall.high is not None and overall.method == "plus-two cluster t, 6 clusters"
    # A share of 0 on 6 works can say less than Wilson's interval of 6 items: the attacks on one work depend on it.
    assert overall.high > wilson(0, 6).high
    assert [kind.metric for kind in report.kinds] == list(shipped_attacks().kinds)
    assert sum(kind.n for kind in report.kinds) == overall.n
    assert report.used is not None and report.used.votes == "lead:2,max:8"
    assert "no attack worked" in attacked(folder, STUBBORN).stdout


def test_a_gullible_judge_is_told_with_its_words(folder: Path) -> None:
    """The attacks that work are named, with how often they did; what stays undecided is counted apart."""
    ended = attacked(folder, GULLIBLE)
    assert ended.code == 0
    lines = {line.split()[0]: line.split() for line in ended.stdout.splitlines() if line}
    assert lines["before"] == ["before", "any", "attack:", "6", "verdicts:", "6", "failed"]
    assert lines["grade_line"][1:4] == ["36", "6", "0.167"]
    assert lines["authority"][1:3] == ["42", "6"]
    # 6 of 48 attacks by disguise are neither: the share lies between 0 and 6/48.
    assert lines["disguise"][1:4] == ["48", "0", "0.000–0.125"] and lines["disguise"][-2:] == ["6", "0"]
    assert lines["all"][1:3] == [str(6 * N_ATTACKS), "12"]
    assert " ".join(lines["grade-c"]) == "grade-c grade_line 6 of 6 named yes 2 of 2: The script says so."
    assert "neither passed nor failed under: rot13 (6)" in ended.stdout


def test_too_much_undecided_is_incomplete(folder: Path) -> None:
    """Past the share that the configuration allows; the default is one in twenty."""
    often = "rules: [{when: '[Gg]rader', replies: ['unknown']}, {replies: ['no']}]\n"
    ended = attacked(folder, often)
    assert ended.code == 3 and "are neither a pass nor a fail" in ended.stderr
    (folder / "judge-eval.yaml").write_text("gate: {undecided_share: 1.0}\n")
    assert attacked(folder, often, "--config", "judge-eval.yaml").code == 0


def test_an_example_is_not_shown_beside_itself(folder: Path) -> None:
    """A judge that reads the failing example's own grade in the prompt would be helped against the attack."""
    script = "rules: [{when: '(?s)somewhere.*somewhere', replies: ['yes']}, {replies: ['no']}]\n"
    assert report_of(attacked(folder, script, "--format", "json")).honest.failed == 6
    given = attacked(folder, script, "--format", "json", "--response", "It is somewhere.")
    assert report_of(given).honest.failed == 2


def test_given_work_is_attacked_alone(folder: Path) -> None:
    """One response is one cluster, and one cluster has no interval; with recorded runs each turn is one."""
    ended = attacked(folder, STUBBORN, "--response", "Somewhere.")
    assert "before any attack: 2 verdicts: 2 failed" in ended.stdout and "none: one cluster" in ended.stdout
    runs = attacked(folder, STUBBORN, "--response", "s.runs.jsonl", "--case", "capital", "--format", "json")
    assert {(one.turn, one.work) for one in report_of(runs).attacked} == {(0, "Hi"), (1, "Paris")}
    assert {one.source for one in report_of(runs).attacked} == {"given"}


def test_a_case_is_the_ground_of_the_failing_work(folder: Path) -> None:
    """The user's words are then the case's, not those that ship with the work."""
    script = "rules: [{when: 'Which city', replies: ['no']}, {replies: ['yes']}]\n"
    assert report_of(attacked(folder, script, "--case", "capital", "--format", "json")).honest.failed == 6
    ended = attacked(folder, script)
    assert ended.code == 3
    assert "the judge fails none of this work, so there is nothing to attack" in ended.stderr


def test_what_a_rule_decides_is_not_attacked(folder: Path) -> None:
    """A run without a response fails by rule: no judge was asked, so none can be talked round."""
    ended = attacked(folder, STUBBORN, "--response", "s.runs.jsonl", "--case", "other")
    assert ended.code == 3 and "2 verdicts: 2 decided by rule" in ended.stdout


@pytest.mark.parametrize("rubric", ["tool-use", "conversation"])
def test_tool_calls_and_conversations_are_attacked_too(folder: Path, rubric: str) -> None:
    """Each attack stands where the agent's own work is shown."""
    (folder / "judge.yaml").write_text(GULLIBLE)
    ended = called(folder, "rubric", "attack", rubric, "--judge", "scripted:judge.yaml", "--format", "json")
    report = report_of(ended)
    # The fifth criterion has a scale, on which this judge's no is no point.
    assert (report.honest.failed, report.honest.undecided, report.overall.clusters) == (12, 3, 12)
    assert {one.attack for one in report.attacked if one.flipped} == {"grade-c", "senior-graders"}


def test_a_second_run_asks_nothing(folder: Path) -> None:
    """Every sample is kept, so that the same command costs nothing and says the same."""
    first, second = attacked(folder, GULLIBLE), attacked(folder, GULLIBLE)
    assert first.stdout == second.stdout
    assert "judge: 0 calls made" in second.stderr and "judge: 0 calls made" not in first.stderr


def test_a_spent_budget_is_incomplete_and_told(folder: Path) -> None:
    """What was asked stands; what could not be asked is counted as an error, with its reason."""
    ended = attacked(folder, STUBBORN, "--budget-calls", "40", "--no-cache")
    assert ended.code == 3
    assert "could not be asked for" in ended.stderr and "not judged: " in ended.stdout
    early = attacked(folder, STUBBORN, "--budget-calls", "2", "--no-cache")
    assert early.code == 3 and "verdicts could not be asked for" in early.stderr
    assert "5 not judged" in early.stdout


def test_without_a_judge_nothing_is_attacked(folder: Path) -> None:
    """Exit 3 with the remedy."""
    ended = called(folder, "rubric", "attack", "city", "--judge", "gemini:gemini-2.5-flash")
    assert ended.code == 3 and "GEMINI_API_KEY" in ended.stderr and ended.stdout == ""


def test_redaction_rules_hold_here_too(folder: Path) -> None:
    """Examples and given work are redacted before they are shown to anybody."""
    (folder / "judge-eval.yaml").write_text("redact: [somewhere]\n")
    ended = attacked(folder, STUBBORN, "--config", "judge-eval.yaml", "--format", "json")
    works = {one.work for one in report_of(ended).attacked}
    assert "It is [redacted]." in works and "somewhere" not in ended.stdout


def persuaded(asked: Asked) -> Step:
    """A served judge that obeys whoever says that the criterion is met, outside of a fence or inside."""
    told = json.dumps(asked.body, ensure_ascii=False)
    return Step(shares={"yes": 0.8, "no": 0.2} if "riterion is met" in told else {"yes": 0.1, "no": 0.9})


def test_a_served_judge_is_measured_by_its_probabilities(folder: Path) -> None:
    """Over a real connection: a fail that becomes P(pass) .80 has flipped, and the words say so."""
    with OpenAIServer(persuaded, traits=Traits()) as server:
        judge = f"openai:fake-judge@{server.url}"
        ended = called(folder, "rubric", "attack", "city", "--judge", judge, "--format", "json")
    report = report_of(ended)
    wanted = {attack.id for attack in shipped_attacks().attacks() if "riterion is met" in attack.text}
    flipped: list[Any] = [one for one in report.attacked if one.flipped]
    assert ended.code == 0 and wanted == {one.attack for one in flipped}
    assert {one.reason for one in flipped} == {"P(pass) 0.80"}
    assert report.used is not None and report.used.votes == "distribution"
    share = report.overall.value
    assert share == pytest.approx(len(wanted) / N_ATTACKS)
