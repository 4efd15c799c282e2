"""How many calls each rule makes: counted by the server, told beside the table and in the JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator
from math import sqrt
from pathlib import Path

import pytest

from judge_eval.judge.attempts import attempt_of, index_of
from judge_eval.judge.probe import QUESTION
from tests.fakes.model import Traits
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import Asked, Script, Step
from tests.judged_suite import METRIC, results_of, verdicts_of, write_items
from tests.own_environment import own_environment
from tests.small_suite import Ended, scored

N_ITEMS = 4
YES, NO = "yes", "no"
WAVERING = (YES, NO) * 8
WITHOUT_PROBABILITIES = Traits(refuses=("logprobs",))


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path) -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """Four items to be judged, in an environment of their own."""
    write_items(tmp_path, N_ITEMS)
    with own_environment():
        yield


def saying(*answers: str) -> Script:
    """The judge that gives these answers to every item, by the index of the sample."""

    def script(asked: Asked) -> Step:
        return Step(text=json.dumps({"rationale": "So it is.", "answer": answers[index_of(asked.body["seed"])]}))

    return script


def asked_of(server: OpenAIServer) -> Counter[str]:
    """How many requests each item took; what a first question took stands under the empty text."""
    return Counter("" if QUESTION in str(asked.body) else asked.item for asked in server.asked)


def judged(folder: Path, server: OpenAIServer, votes: str) -> Ended:
    """The suite at this server under a rule."""
    return scored(folder, "--judge", f"openai:fake-judge@{server.url}", "--votes", votes, "--out", "out")


@pytest.mark.parametrize(
    ("votes", "answers", "n_calls", "decision"),
    [
        ("fixed:1", (YES,), 1, "pass"),
        ("fixed:5", (YES,) * 5, 5, "pass"),
        ("fixed:5", (NO, YES, NO, YES, NO), 5, "fail"),
        ("lead:2,max:8", (YES, YES), 2, "pass"),
        ("lead:2,max:8", (YES, NO, NO, NO), 4, "fail"),
        ("lead:2,max:8", WAVERING, 8, "undecided"),
        ("lead:3,max:15", (YES,) * 3, 3, "pass"),
        ("lead:3,max:15", (YES, YES, NO, YES, YES), 5, "pass"),
        ("lead:3,max:15", WAVERING, 15, "undecided"),
    ],
)
def test_a_rule_makes_its_calls_and_no_more(
    tmp_path: Path, votes: str, answers: tuple[str, ...], n_calls: int, decision: str
) -> None:
    """So many an item at the server; the line under the table and the JSON tell what that saves."""
    with OpenAIServer(saying(*answers)) as server:
        ended = judged(tmp_path, server, votes)
        assert list(asked_of(server).values()) == [n_calls] * N_ITEMS
    verdicts = verdicts_of(tmp_path / "out").values()
    assert {(verdict.decision, verdict.asked) for verdict in verdicts} == {(decision, n_calls)}
    saved = N_ITEMS * (5 - n_calls)
    assert results_of(tmp_path / "out")["samples"] == {
        "asked": N_ITEMS * n_calls,
        "usable": N_ITEMS * n_calls,
        "failed": 0,
        "saved_against_fixed_5": saved,
    }
    against = f"{saved} saved against" if saved >= 0 else f"{-saved} more than"
    assert f"judge: {N_ITEMS * n_calls} calls made, 0 cached, {against} five votes an item" in ended.stderr


def test_auto_asks_once_where_probabilities_come(tmp_path: Path) -> None:
    """One first question for the suite, then one call an item."""
    with OpenAIServer(lambda _: Step(shares={"yes": 0.9, "no": 0.1})) as server:
        judged(tmp_path, server, "auto")
        assert sorted(asked_of(server).values()) == [1] * (1 + N_ITEMS)
    samples = results_of(tmp_path / "out")["samples"]
    assert (samples["asked"], samples["saved_against_fixed_5"]) == (N_ITEMS, 4 * N_ITEMS)


@pytest.mark.parametrize(("answers", "n_calls"), [((YES, YES), 2), ((YES, NO, YES, YES), 4), (WAVERING, 8)])
def test_auto_votes_where_no_probabilities_come(tmp_path: Path, answers: tuple[str, ...], n_calls: int) -> None:
    """The first question is refused with them and answered without; then lead:2,max:8."""
    with OpenAIServer(saying(*answers), traits=WITHOUT_PROBABILITIES) as server:
        judged(tmp_path, server, "auto")
        calls = asked_of(server)
    assert calls.pop("") == 2
    assert list(calls.values()) == [n_calls] * N_ITEMS
    assert results_of(tmp_path / "out")["questions"][METRIC]["votes"] == "lead:2,max:8"


@pytest.mark.parametrize("votes", ["fixed:5", "lead:2,max:8", "lead:3,max:15"])
def test_at_temperature_0_one_call_is_made(tmp_path: Path, votes: str) -> None:
    """More would repeat the first; the header says so."""
    config = f"judge: {{temperature: 0}}\nmetrics: {{{METRIC}: {{floor: 0.1}}}}\n"
    (tmp_path / "judge-eval.yaml").write_text(config, encoding="utf-8")
    with OpenAIServer(saying(YES)) as server:
        ended = judged(tmp_path, server, votes)
        assert list(asked_of(server).values()) == [1] * N_ITEMS
    assert f"one sample instead of {votes}: at temperature 0 a judge repeats itself" in ended.stderr


def test_a_mean_asks_five_times(tmp_path: Path) -> None:
    """Asking for the mean alone is fixed:5; each item is worth the share of its samples: 3 of 5."""
    config = f"judge: {{aggregate: mean}}\nmetrics: {{{METRIC}: {{floor: 0.1}}}}\n"
    (tmp_path / "judge-eval.yaml").write_text(config, encoding="utf-8")
    with OpenAIServer(saying(YES, NO, YES, NO, YES)) as server:
        judged(tmp_path, server, "auto")
        assert list(asked_of(server).values()) == [5] * N_ITEMS
    assert {verdict.credit for verdict in verdicts_of(tmp_path / "out").values()} == {0.6}


@pytest.mark.parametrize(("n_unreadable", "n_calls", "decision"), [(0, 1, "pass"), (2, 3, "pass"), (3, 3, "undecided")])
def test_all_attempts_at_a_sample_are_one_asked(tmp_path: Path, n_unreadable: int, n_calls: int, decision: str) -> None:
    """An unreadable reply takes the next attempt, at most three; the item was asked once, and a third is the last."""

    def script(asked: Asked) -> Step:
        return Step(text="Well…" if attempt_of(asked.body["seed"]) < n_unreadable else '{"answer": "yes"}')

    with OpenAIServer(script) as server:
        judged(tmp_path, server, "fixed:1")
        assert list(asked_of(server).values()) == [n_calls] * N_ITEMS
    verdicts = verdicts_of(tmp_path / "out").values()
    assert {(verdict.asked, verdict.decision) for verdict in verdicts} == {(1, decision)}
    assert results_of(tmp_path / "out")["samples"]["asked"] == N_ITEMS


def test_votes_spread_and_asked_are_told(tmp_path: Path) -> None:
    """3 to 2 of five: in the table as 3–2, in the JSON with the spread, sqrt(.3 / 5) as of 1, 1, 1, 0, 0."""
    with OpenAIServer(saying(YES, NO, YES, NO, YES)) as server:
        ended = judged(tmp_path, server, "fixed:5")
    assert ended.stdout.count("1.00 ✓ 3–2") == N_ITEMS
    for case in results_of(tmp_path / "out")["cases"]:
        (row,) = [score for score in case["scores"] if score["turn"] is not None]
        assert (row["votes"], row["asked"], row["decision"]) == ({"yes": 3, "no": 2}, 5, "pass")
        assert row["spread"] == pytest.approx(sqrt(0.3 / 5), abs=1e-4)
