"""A suite scored case by case and counted together is the suite scored at once."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import chdir
from pathlib import Path

import pytest

from judge_eval.core.results import Results
from judge_eval.core.run import Tokens
from judge_eval.core.session import Replayed, Session
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import UNICODE
from judge_eval.wiring.case_by_case import ScoredCase, count_together, score_case, summed
from judge_eval.wiring.scoring import open_suite
from judge_eval.wiring.settings import Settings
from tests.own_environment import own_environment
from tests.small_suite import write_suite

SUITE = Settings(cases=("s.cases.yaml",), cache=None)
CANVAS = Canvas(UNICODE)


@pytest.fixture(autouse=True)
def _in_a_suite(tmp_path: Path) -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """A small suite in the working folder."""
    write_suite(tmp_path, judge='rules: [{when: Madrid, replies: ["no"]}, {replies: ["yes"]}]\n')
    with own_environment(), chdir(tmp_path):
        yield


async def at_once() -> Results:
    """The head of the results of the suite scored at once."""
    with open_suite(SUITE) as suite:
        outcome, _ = await suite.score()
        return outcome.head()


async def one_by_one(order: tuple[str, ...]) -> list[str]:
    """Each case of the suite as another process would get it, scored in this order."""
    with open_suite(SUITE) as suite:
        said = [(await score_case(suite, case_id, CANVAS)).scored.model_dump_json() for case_id in order]
        await suite.judges.aclose()
        return said


async def together(said: list[str]) -> Results:
    """The head of the results of these cases, counted in a process that scored none of them."""
    with open_suite(SUITE) as suite:
        return (await count_together(suite, [ScoredCase.model_validate_json(one) for one in said], CANVAS)).head


@pytest.mark.parametrize("order", [("capital", "sum", "where"), ("where", "capital", "sum")])
def test_the_parts_make_the_whole(order: tuple[str, ...]) -> None:
    """In any order, and by way of text, the results are those of the whole suite."""
    assert asyncio.run(together(asyncio.run(one_by_one(order)))) == asyncio.run(at_once())


def test_a_case_tells_its_row_and_its_story() -> None:
    """A case that failed comes with both; one that passed has no story."""

    async def told() -> tuple[str, str, str]:
        with open_suite(SUITE) as suite:
            failed, passed = [await score_case(suite, case_id, CANVAS) for case_id in ("where", "sum")]
            await suite.judges.aclose()
            return failed.table, failed.story, passed.story

    table, story, nothing = asyncio.run(told())
    assert "where  " in table
    assert "sum" not in table
    assert story.startswith("where: failed")
    assert nothing == ""


def test_what_processes_did_is_added_up() -> None:
    """Calls, tokens and replayed samples are sums; of the dates the first and the last; a cassette stands once."""
    first = Session(
        version="1",
        started="2026-11-30",
        calls=3,
        cached=1,
        tokens=Tokens(input=10, output=2),
        replayed=(Replayed(file="c", metrics=("a",), samples=4, oldest="2026-11-02", newest="2026-11-03"),),
    )
    second = Session(
        version="1",
        started="2026-11-30",
        calls=2,
        tokens=Tokens(input=5, output=1),
        replayed=(
            Replayed(file="c", metrics=("b",), samples=1, oldest="2026-11-01", newest="2026-11-02"),
            Replayed(file="d"),
        ),
    )
    whole = summed([first, second])
    assert (whole.calls, whole.cached, whole.tokens) == (5, 1, Tokens(input=15, output=3))
    assert whole.replayed == (
        Replayed(file="c", metrics=("a", "b"), samples=5, oldest="2026-11-01", newest="2026-11-03"),
        Replayed(file="d"),
    )
