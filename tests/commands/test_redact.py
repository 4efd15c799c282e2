"""`redact:` from end to end: what a rule matches is nowhere past the door, and what is compared still agrees."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

from judge_eval import AgentUnderTest, Case, Run, ascore
from judge_eval.core.run import RunTurn
from tests.fakes.model import Traits
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import Step, in_turn
from tests.own_environment import own_environment
from tests.small_suite import Ended, called, run_of, scored, write_suite

SECRET = "ann.lee@example.org"
NUMBER = "4929123456781234"
CASES = f"""\
- id: mail
  state: {{user: {{mail: {SECRET}}}}}
  turns:
    - user: "I am {SECRET}, where is my order?"
      calls: [{{name: find, args: {{mail: {SECRET}, card: {NUMBER}, note: {{regex: "for ann.lee@example.org"}}}}}}]
      reference: "Your order, {SECRET}, is on its way."
  expect: {{state: {{owner: {SECRET}}}, response_contains: [{SECRET}]}}
  rubrics: [own]
"""
CALL = {
    "name": "find",
    "args": {"mail": SECRET, "card": int(NUMBER), "note": f"for {SECRET}"},
    "result": {SECRET: [int(NUMBER)]},
}
RUN = run_of(
    "mail",
    f"I am {SECRET}, where is my order?",
    f"Dear {SECRET}, it has been sent.",
    CALL,
    state={"owner": SECRET},
    agents={"guide": {"instructions": f"Ask {SECRET} when in doubt."}},
)
CONFIG = r"""
judge: {votes: "fixed:1"}
redact:
  - {pattern: '[\w.]+@[\w.]+\w', with: "<mail>", name: e-mail}
  - '\d{16}'
metrics:
  tool_trajectory_avg_score: 1.0
  final_state: 1.0
  response_contains: 1.0
  final_response_match_v2:
  rubric_based_final_response_quality_v1:
"""
RUBRIC = f"id: own\ncriteria: [{{id: a, text: It answers., examples: [{{response: Hi {SECRET}, answer: no}}]}}]\n"
REPLY = json.dumps({"rationale": f"It names {SECRET} and {NUMBER}.", "answer": "no"})
NO_PROBABILITIES = Traits(refuses=("logprobs",))


@pytest.fixture
def folder(tmp_path: Path) -> Generator[Path]:
    """A suite that is full of an address and a card number."""
    write_suite(tmp_path, cases=CASES, runs=[RUN], config=CONFIG)
    (tmp_path / "rubrics").mkdir()
    (tmp_path / "rubrics" / "own.yaml").write_text(RUBRIC)
    with own_environment():
        yield tmp_path


def scored_with_server(folder: Path, *arguments: str) -> tuple[Ended, str]:
    """The scored suite, and all that its judge was told."""
    with OpenAIServer(in_turn(then=Step(text=REPLY)), traits=NO_PROBABILITIES) as server:
        ended = scored(folder, "--judge", f"openai:fake-judge@{server.url}", *arguments)
        return ended, json.dumps([asked.body for asked in server.asked], ensure_ascii=False)


def bytes_of(folder: Path) -> dict[str, bytes]:
    """The files in a folder; SQLite's journals come and go."""
    found: dict[str, bytes] = {}
    for path in folder.iterdir():
        with suppress(FileNotFoundError):
            found[path.name] = path.read_bytes()
    return found


def test_what_a_rule_matches_is_nowhere(folder: Path) -> None:
    """Not in a prompt, not in the store, not in any file of --out, not on the terminal; the marks are."""
    ended, told = scored_with_server(folder, "--out", "out", "--explain")
    written = bytes_of(folder / "out") | bytes_of(folder / ".judge-eval" / "cache")
    written |= {"stdout": ended.stdout.encode(), "stderr": ended.stderr.encode(), "prompts": told.encode()}
    assert {"results.json", "cases.jsonl", "runs.jsonl", "verdicts.jsonl", "session.json", "cache.db"} <= set(written)
    assert [name for name, data in written.items() if SECRET.encode() in data or NUMBER.encode() in data] == []
    for name in ("cases.jsonl", "runs.jsonl", "verdicts.jsonl", "stdout", "prompts"):
        assert b"<mail>" in written[name], name
    # 8 in the case: state, user, argument, pattern, reference, expected state, required word, the rubric's example;
    # 7 in the run: user, response, two arguments, the result's key, state, instructions.
    assert "redacted: 15 by rule e-mail" in ended.stderr and "redacted: 3 by rule 2" in ended.stderr
    assert "redacted: 15 by rule e-mail" in json.loads(written["session.json"])["notes"]


def test_what_was_equal_is_equal_after(folder: Path) -> None:
    """Calls, state and required words agree as they did without rules, and so does the user's text."""
    scored_with_server(folder, "--out", "out")
    (result,) = json.loads((folder / "out" / "results.json").read_text())["cases"]
    rows = {row["metric"]: row["value"] for row in result["scores"] if row["turn"] is None}
    assert [rows[name] for name in ("tool_trajectory_avg_score", "final_state", "response_contains")] == [1.0] * 3


def test_samples_from_before_the_rules_are_redacted_when_they_are_read(folder: Path) -> None:
    """The prompt of this case never held the address, so the old reply is found: it is shown redacted."""
    plain = folder / "plain.cases.yaml"
    plain.write_text("- {id: p, turns: [{user: Hello, reference: Hi}]}\n")
    (folder / "plain.runs.jsonl").write_text(json.dumps(run_of("p", "Hello", "Go away")) + "\n")
    config = folder / "judge-eval.yaml"
    config.write_text("judge: {votes: 'fixed:1'}\nmetrics: {final_response_match_v2: }\n")
    with OpenAIServer(in_turn(then=Step(text=REPLY)), traits=NO_PROBABILITIES) as server:
        judge = ("--judge", f"openai:fake-judge@{server.url}")
        before = called(folder, "score", "plain.cases.yaml", *judge)
        n_asked = len(server.asked)
        config.write_text("redact: ['ann[.]lee']\n" + config.read_text())
        after = called(folder, "score", "plain.cases.yaml", *judge)
        assert len(server.asked) == n_asked > 0
    assert f"It names {SECRET}" in before.stdout
    assert "It names [redacted]@example.org" in after.stdout


def test_an_id_that_a_rule_matches_is_told(folder: Path) -> None:
    """Ids stay, for reports are read by them; that they hold something is no secret."""
    (folder / "s.cases.yaml").write_text(CASES.replace("id: mail", f"id: {SECRET}"))
    (folder / "s.runs.jsonl").write_text(json.dumps(RUN | {"case_id": SECRET}) + "\n")
    ended, _ = scored_with_server(folder)
    assert f"note    {SECRET}: this id holds what a redaction rule matches, and ids stay as they are" in ended.stderr


def test_an_error_of_the_input_does_not_show_it_either(folder: Path) -> None:
    """The value that is found wrong is redacted; without rules it is shown as it stands."""
    (folder / "s.cases.yaml").write_text(CASES.replace("rubrics: [own]", f"tags: {SECRET}"))
    ended, _ = scored_with_server(folder)
    assert ended.code == 2 and 'found "<mail>"' in ended.stderr
    (folder / "judge-eval.yaml").write_text("metrics: {final_state: }\n")
    assert f'found "{SECRET}"' in scored(folder).stderr


def test_a_case_that_contradicts_itself_does_not_show_it_either(folder: Path) -> None:
    """Its problem is told on the terminal and in results.json."""
    case = CASES.replace("response_contains", f"required_tools: ['{SECRET}'], forbidden_tools: ['{SECRET}'], outcome")
    (folder / "s.cases.yaml").write_text(case.replace(f"outcome: [{SECRET}]", "outcome: x"))
    ended, _ = scored_with_server(folder, "--out", "out")
    assert SECRET not in ended.stdout + ended.stderr + (folder / "out" / "results.json").read_text()


class Echo:
    """An agent that repeats what it is told, and remembers it."""

    fingerprint = "echo@1"

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def run(self, case: Case, repeat: int) -> Run:
        """A run in which the agent says what the user said."""
        said = [turn.user_text for turn in case.turns]
        self.heard += said
        turns = tuple(RunTurn(user=text, final_response=text) for text in said)
        return Run(case_id=case.id, repeat=repeat, turns=turns, agent=self.fingerprint)


def test_a_live_agent_is_told_what_its_user_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent under test gets the case as it is written, its run is redacted before anything looks at it."""
    monkeypatch.chdir(folder)
    agent = Echo()
    under_test: AgentUnderTest = agent
    results = asyncio.run(ascore("s.cases.yaml", agent=under_test, metrics=["response_contains"], cache=None))
    assert agent.heard == [f"I am {SECRET}, where is my order?"]
    assert results.cases[0].scores[0].value == 1.0
    assert SECRET not in results.model_dump_json()


def test_rubric_show_and_try_go_by_the_rules_of_the_configuration(folder: Path) -> None:
    """The prompt that is shown is the one that is sent: the response and the rubric's own examples are redacted."""
    shown = called(folder, "rubric", "show", "own", "--response", f"Hi {SECRET}", "--config", "judge-eval.yaml",
                   "--judge", "scripted:judge.yaml")  # fmt: skip
    assert shown.stdout.count("<mail>") == 2 and SECRET not in shown.stdout
    rules = [{"when": SECRET, "replies": ["yes"]}, {"replies": [f"I see {SECRET}"]}]
    (folder / "judge.yaml").write_text(json.dumps({"rules": rules}))
    tried = called(folder, "rubric", "try", "own", "--response", f"Hi {SECRET}", "--config", "judge-eval.yaml",
                   "--judge", "scripted:judge.yaml")  # fmt: skip
    assert "redacted: 1 by rule e-mail" in tried.stderr
    assert "I see <mail>" in tried.stdout and SECRET not in tried.stdout + tried.stderr


def test_labels_go_by_the_rules_of_the_configuration(folder: Path) -> None:
    """What is labelled is redacted before a judge sees it, and where the judge's errors are shown."""
    row = {"question": "final_response_match", "prompt": f"I am {SECRET}", "reference": "Hi", "labels": [True]}
    rows = [{**row, "id": f"l{number}", "response": f"{number}: {SECRET}"} for number in range(20)]
    (folder / "labels.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (folder / "judge.yaml").write_text(
        json.dumps({"rules": [{"when": SECRET, "replies": ["yes"]}, {"replies": ["no"]}]})
    )
    ended = called(folder, "calibrate", "labels.jsonl", "--config", "judge-eval.yaml", "--judge", "scripted:judge.yaml",
                   "--format", "json")  # fmt: skip
    kept = "".join(path.read_text() for path in (folder / "calibration").rglob("*.json"))
    assert "<mail>" in ended.stdout and SECRET not in ended.stdout + ended.stderr + kept
