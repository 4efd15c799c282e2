"""What runs of this kind of tool got wrong in public: here each is a suite through the command line."""

from __future__ import annotations

import json
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import Asked, Step, breaking, in_turn
from tests.own_environment import own_environment
from tests.small_suite import Ended, run_of, scored, write_suite

METRIC = "final_response_match_v2"
YES = Step(text='{"rationale": "So it is.", "answer": "yes"}')
N_CASES = 10


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path) -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """Ten cases in an environment of their own."""
    cases = "".join(f'- id: c{n}\n  turns: [{{user: "{n}?", reference: "{n}."}}]\n' for n in range(N_CASES))
    runs = [run_of(f"c{n}", f"{n}?", f"It is {n}.") for n in range(N_CASES)]
    write_suite(tmp_path, cases=cases, runs=runs, config=f"metrics: {{{METRIC}: }}\n")
    with own_environment():
        yield


def judged(folder: Path, server: OpenAIServer, *flags: str) -> tuple[Ended, list[str]]:
    """The suite at this server, and how each case's metric came out."""
    judge = ("--judge", f"openai:fake-judge@{server.url}", "--votes", "fixed:1")
    ended = scored(folder, *judge, "--out", "out", *flags)
    document: dict[str, Any] = json.loads((folder / "out" / "results.json").read_text(encoding="utf-8"))
    return ended, [case["scores"][0]["status"] for case in document["cases"]]


def test_one_429_kills_nothing(tmp_path: Path) -> None:
    """The call is made again, and every case is scored."""
    with OpenAIServer(in_turn(Step(status=429, retry_after="0"), then=YES)) as server:
        ended, statuses = judged(tmp_path, server)
        assert len(server.asked) == N_CASES + 1
    assert (ended.code, statuses) == (0, ["scored"] * N_CASES)


def test_a_lost_connection_loses_one_case(tmp_path: Path) -> None:
    """Where one item's calls break for ever, it alone is undecided, with the reason, and the other nine are scored."""

    def one_breaks(asked: Asked) -> Step:
        return Step(fault="reset") if "It is 3." in str(asked.body) else YES

    with OpenAIServer(one_breaks) as server:
        _, statuses = judged(tmp_path, server)
    assert statuses == ["scored"] * 3 + ["undecided"] + ["scored"] * 6
    reasons = [case["scores"][0]["reason"] for case in _cases(tmp_path)]
    assert "transport" in reasons[3]


def test_a_call_that_hangs_ends_with_the_runs_time(tmp_path: Path) -> None:
    """The last row hangs: the others are scored, and the run ends."""

    def last_hangs(asked: Asked) -> Step:
        return Step(fault="hang") if "It is 9." in str(asked.body) else YES

    with OpenAIServer(last_hangs) as server:
        ended, statuses = judged(tmp_path, server, "--timeout", "2s")
    assert (ended.code, statuses) == (3, ["scored"] * 9 + ["error"])


def test_a_server_that_breaks_a_third_of_its_replies_loses_nothing(tmp_path: Path) -> None:
    """Errors, resets, half bodies and half JSON: each case has its row, scored or undecided with a reason."""
    faults = (Step(status=500), Step(fault="reset"), Step(fault="half_body"), Step(fault="half_json"))
    with OpenAIServer(breaking(0.3, seed=7, breakages=faults)) as server:
        _, statuses = judged(tmp_path, server)
    assert len(statuses) == N_CASES
    assert set(statuses) <= {"scored", "undecided"}
    assert all(case["scores"][0]["reason"] for case in _cases(tmp_path))


def test_failures_are_asked_again_the_next_time(tmp_path: Path) -> None:
    """A connection that broke is no verdict: the same command asks for what is missing, and only for that."""

    def one_breaks(asked: Asked) -> Step:
        return Step(status=500) if "It is 3." in str(asked.body) else YES

    with OpenAIServer(one_breaks) as server:
        judged(tmp_path, server)
    with OpenAIServer(in_turn(then=YES)) as server:
        ended, statuses = judged(tmp_path, server)
        assert len(server.asked) == 1
    assert (ended.code, statuses) == (0, ["scored"] * N_CASES)


@pytest.mark.parametrize("flags", [["--concurrency", "1"], ["--concurrency", "32"], ["--no-cache"]])
def test_the_results_are_the_same_however_they_were_come_by(tmp_path: Path, flags: list[str]) -> None:
    """One call at a time or all at once, kept or not: the same bytes."""
    with OpenAIServer(in_turn(then=YES)) as server:
        judged(tmp_path, server)
        first = (tmp_path / "out" / "results.json").read_bytes()
        judged(tmp_path, server, "--cache", "another", *flags)
    assert (tmp_path / "out" / "results.json").read_bytes() == first


def test_what_a_judge_lacks_is_said_before_the_work(tmp_path: Path) -> None:
    """A model that is not here is in the header, with the command that gets it, before any agent has run for it."""
    with own_environment(HOME=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "cache"), JUDGE_EVAL_JUDGE="local"):
        ended = scored(tmp_path, "--dry-run")
    assert "only kept samples can be used" in ended.stderr
    assert "judge-eval model fetch, 1.12 GB" in ended.stderr


@pytest.mark.skipif(find_spec("litellm") is not None, reason="LiteLLM is installed here")
def test_a_missing_library_is_said_before_the_work(tmp_path: Path) -> None:
    """A judge that needs LiteLLM says so in the header."""
    ended = scored(tmp_path, "--judge", "adk:openai/gpt-x", "--dry-run")
    assert "pip install 'judge-eval[adk-models]'" in ended.stderr


def _cases(folder: Path) -> list[dict[str, Any]]:
    document = json.loads((folder / "out" / "results.json").read_text(encoding="utf-8"))
    return list(document["cases"])
