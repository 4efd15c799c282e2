"""What a run may spend: it ends with all that was scored, and the same command goes on from the store."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import Asked, Step, in_turn
from tests.own_environment import own_environment
from tests.small_suite import Ended, run_of, scored, write_suite

N_CASES = 12
METRIC = "final_response_match_v2"
YES = Step(text='{"rationale": "So it is.", "answer": "yes"}')
GOOD = in_turn(then=YES)


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path) -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """Twelve cases with their runs, one call each, in an environment of their own."""
    numbers = range(N_CASES)
    cases = "".join(f'- id: c{n:02}\n  turns: [{{user: "Question {n}?", reference: Answer {n}.}}]\n' for n in numbers)
    runs = [run_of(f"c{n:02}", f"Question {n}?", f"It is {n}.") for n in numbers]
    write_suite(tmp_path, cases=cases, runs=runs, config=f"metrics: {{{METRIC}: }}\n")
    with own_environment():
        yield


def scored_by(folder: Path, server: OpenAIServer, *flags: str, out: str = "out") -> Ended:
    """The suite, scored with one call an item."""
    judge = ("--judge", f"openai:fake-judge@{server.url}", "--votes", "fixed:1")
    return scored(folder, *judge, "--out", out, *flags)


def read(folder: Path, name: str, out: str = "out") -> dict[str, Any]:
    """One of the files that were written."""
    return json.loads((folder / out / name).read_text(encoding="utf-8"))


def statuses(folder: Path) -> list[str]:
    """How the metric came out, case by case."""
    return sorted(case["scores"][0]["status"] for case in read(folder, "results.json")["cases"])


def test_a_budget_of_calls_ends_the_run_with_what_was_scored(tmp_path: Path) -> None:
    """Five calls, five scores; the others say why they were not judged; exit code 3."""
    with OpenAIServer(GOOD) as server:
        ended = scored_by(tmp_path, server, "--budget-calls", "5")
        assert len(server.asked) == 5
    assert ended.code == 3
    assert statuses(tmp_path) == ["error"] * 7 + ["scored"] * 5
    assert "not judged: budget spent: 5 calls were made (--budget-calls)" in ended.stdout
    assert read(tmp_path, "session.json")["calls"] == 5


def test_the_same_command_goes_on_where_the_budget_ended(tmp_path: Path) -> None:
    """Five calls a run: the third is complete, no call is made twice, and results.json is the uninterrupted one's."""
    with OpenAIServer(GOOD) as server:
        codes = [scored_by(tmp_path, server, "--budget-calls", "5").code for _ in range(3)]
        assert codes == [3, 3, 0]
        assert len(server.asked) == N_CASES
        scored_by(tmp_path, server, "--no-cache", out="whole")
    assert (tmp_path / "out/results.json").read_bytes() == (tmp_path / "whole/results.json").read_bytes()


def test_calls_under_way_are_kept_when_the_budget_ends(tmp_path: Path) -> None:
    """Replies that come after the end are paid: all five are in the store, and the next run asks for seven."""
    with OpenAIServer(in_turn(then=YES.model_copy(update={"delay_seconds": 0.3}))) as server:
        scored_by(tmp_path, server, "--budget-calls", "5")
        scored_by(tmp_path, server)
        assert len(server.asked) == N_CASES


def test_calls_under_way_are_kept_though_no_verdict_waits_for_them(tmp_path: Path) -> None:
    """Two samples an item, and the budget ends within the second item: its slow sample is kept all the same."""

    def slow_but_for_the_first(asked: Asked) -> Step:
        return YES.model_copy(update={"delay_seconds": 0.0 if "Question 0?" in str(asked.body) else 0.5})

    with OpenAIServer(slow_but_for_the_first) as server:
        scored_by(tmp_path, server, "--votes", "fixed:2", "--budget-calls", "3")
        assert len(server.asked) == 3
        scored_by(tmp_path, server, "--votes", "fixed:2", "--case", "c0[01]")
        assert len(server.asked) == 4


def test_a_budget_of_tokens_ends_the_run(tmp_path: Path) -> None:
    """After the first reply nothing more is asked; the tokens that were paid are told."""
    with OpenAIServer(GOOD) as server:
        ended = scored_by(tmp_path, server, "--budget-tokens", "1", "--concurrency", "1")
        assert len(server.asked) == 1
    assert ended.code == 3
    assert "tokens of 1 (--budget-tokens)" in ended.stdout
    assert statuses(tmp_path) == ["error"] * 11 + ["scored"]


def test_a_budget_of_nothing_scores_what_the_store_holds(tmp_path: Path) -> None:
    """`--budget-calls 0` asks nothing, and is complete where nothing needs asking."""
    with OpenAIServer(GOOD) as server:
        assert scored_by(tmp_path, server, "--budget-calls", "0").code == 3
        assert server.asked == ()
        scored_by(tmp_path, server)
        assert scored_by(tmp_path, server, "--budget-calls", "0").code == 0


def test_a_time_limit_ends_the_run_with_what_was_scored(tmp_path: Path) -> None:
    """A server that answers three and then hangs: three scores, the rest not judged, and the next run goes on."""
    hanging = Step(fault="hang")
    with OpenAIServer(in_turn(YES, YES, YES, then=hanging)) as server:
        ended = scored_by(tmp_path, server, "--timeout", "1.5s")
    assert ended.code == 3
    assert statuses(tmp_path) == ["error"] * 9 + ["scored"] * 3
    assert "not judged: time spent: 1.5 seconds (--timeout)" in ended.stdout
    with OpenAIServer(GOOD) as server:
        judge = ("--judge", f"openai:fake-judge@{server.url}", "--votes", "fixed:1")
        assert scored(tmp_path, *judge, "--timeout", "5m").code == 0
        assert len(server.asked) == 9


def test_tries_that_failed_are_counted_as_calls(tmp_path: Path) -> None:
    """Two replies that broke are in the cost, and in the budget."""
    with OpenAIServer(in_turn(Step(status=500), Step(fault="reset"), then=YES)) as server:
        scored_by(tmp_path, server, "--case", "c00")
        assert len(server.asked) == 3
    assert read(tmp_path, "session.json")["calls"] == 3


def test_the_first_question_is_part_of_the_budget(tmp_path: Path) -> None:
    """With one call there is the question what `auto` means, and nothing else; with none, not even that."""
    with OpenAIServer() as server:
        judge = ("--judge", f"openai:fake-judge@{server.url}")
        for budget, n_asked in (("0", 0), ("1", 1), ("0", 1)):
            assert scored(tmp_path, *judge, "--budget-calls", budget).code == 3
            assert len(server.asked) == n_asked
        assert scored(tmp_path, *judge, "--budget-calls", str(N_CASES)).code == 0


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("--timeout", "soon"),
        ("--timeout", "0"),
        ("--timeout", "-5"),
        ("--budget-calls", "-1"),
        ("--budget-tokens", "x"),
    ],
)
def test_a_limit_that_is_none_is_an_input_error(tmp_path: Path, flag: str, value: str) -> None:
    """Exit code 2, and the flag is named."""
    ended = scored(tmp_path, flag, value)
    assert ended.code == 2
    assert flag in ended.stderr
