"""The shipped suite: its runs are what its agent does, its bad cases are bad as told, and its good ones good."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from pathlib import Path

import pytest
from google.adk.agents import LlmAgent
from google.adk.models.base_llm import BaseLlm

from judge_eval.adapters.adk.fingerprint import fingerprint_of
from judge_eval.adapters.adk.loading import load_agent
from judge_eval.adapters.adk.opening import opened
from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.discovery import CaseFile, find_cases
from judge_eval.adapters.files.found import FoundCase
from judge_eval.adapters.files.runs import read_runs
from judge_eval.core.case import Case, ExpectedCall
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.metrics.catalog import load
from judge_eval.pipeline.capture import NotRun, capture
from judge_eval.pipeline.pairing import mismatch, reference_run

CASES = Path(__file__).parent.parent.parent / "cases"
SUITES = ("support_agent", "support_agent_adk")

AS_CONFIGURED = {"match_type": "in_order", "parallel": "unordered"}
BY_THE_JUDGE = {"address-change-002", "product-warranty-001", "product-stock-001"}
"""Bad cases that only a reader of the answer can catch."""


def _file(suite: str) -> CaseFile:
    (file,) = find_cases([str(CASES / suite)])
    return file


@cache
def _cases(suite: str) -> dict[str, Case]:
    return {found.id: found.case for found in read_cases([_file(suite)]) if isinstance(found, FoundCase)}


@cache
def _runs(suite: str) -> dict[str, Run]:
    runs = _file(suite).runs
    assert runs is not None
    return {found.run.case_id: found.run for found in read_runs([runs])}


def _score(metric: str, case: Case, run: Run) -> Score:
    found = load(metric)
    settings = AS_CONFIGURED if metric == "tool_trajectory_avg_score" else {}
    return found.measure(case, run, found.options.model_validate(settings))


def _rouge(case_id: str) -> float:
    value = _score("response_match_score", _cases("support_agent")[case_id], _runs("support_agent")[case_id]).value
    assert value is not None
    return value


def _caught(case: Case, run: Run) -> set[str]:
    """What catches a run without reading its answer: the metrics below 1, the run's error, or a missing response."""
    metrics = ("tool_trajectory_avg_score", "required_tools", "forbidden_tools", "final_state")
    scores = {metric: _score(metric, case, run) for metric in metrics}
    caught = {metric for metric, score in scores.items() if score.value is not None and score.value < 1}
    if run.error is not None:
        caught.add("error")
    elif any(turn.final_response is None for turn in run.turns):
        caught.add("no final response")
    return caught


@pytest.mark.parametrize("suite", SUITES)
def test_its_runs_are_what_its_agent_does(suite: str) -> None:
    """Recorded again, every run is equal to the shipped one, in the same order; only the seconds differ."""
    again: list[Run] = []
    not_run: list[NotRun] = []
    cases = _cases(suite).values()

    async def record() -> None:
        folder = CASES / "support_agent"
        async with opened(str(folder), folder=folder, clock=lambda: 0.0, timeout_seconds=60) as agent:
            await capture(cases, agent, repeats=1, concurrency=4, on_run=again.append, on_failure=not_run.append)

    asyncio.run(record())
    assert not_run == []
    shipped = [run.model_copy(update={"seconds": 0.0}) for run in _runs(suite).values()]
    assert again == shipped


@pytest.mark.parametrize("suite", SUITES)
def test_every_case_has_its_run(suite: str) -> None:
    """Cases and runs stand in the same order, and what the user says is the same in both."""
    assert list(_runs(suite)) == list(_cases(suite))
    assert [mismatch(case, _runs(suite)[name]) for name, case in _cases(suite).items() if name in _runs(suite)] == [
        None
    ] * len(_cases(suite))


def test_bad_cases_are_caught_by_what_is_told() -> None:
    """The cases that a rule or a deterministic metric fails are the tagged ones, but for those left to the judge."""
    runs = _runs("support_agent")
    caught = {name: found for name, case in _cases("support_agent").items() if (found := _caught(case, runs[name]))}
    assert caught == {
        "refund-over-limit-002": {"tool_trajectory_avg_score", "forbidden_tools", "final_state"},
        "order-card-001": {"no final response"},
        "order-tracking-001": {"tool_trajectory_avg_score", "error"},
    }
    tagged = {name for name, case in _cases("support_agent").items() if "bad" in case.tags}
    assert tagged == set(caught) | BY_THE_JUDGE


def test_its_readme_lists_the_bad_cases() -> None:
    """The table in README.md names each bad case, and no other."""
    text = (CASES / "support_agent" / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([a-z-]+-\d+) \|", text, re.MULTILINE)
    assert sorted(listed) == sorted(name for name, case in _cases("support_agent").items() if "bad" in case.tags)


def test_shared_words_mislead_both_ways() -> None:
    """Two wrong answers share nearly all words with their references, and a right one next to none."""
    assert _rouge("product-warranty-001") > 0.9
    assert _rouge("address-change-002") > 0.8
    assert _rouge("product-fit-001") < 0.1


def test_references_are_sound() -> None:
    """An agent that did and said what the cases expect would pass every deterministic metric."""
    for case in _cases("support_agent").values():
        assert _caught(case, reference_run(case)) == set()


def test_it_shows_every_kind_of_case() -> None:
    """Several turns, parallel calls, a transfer, no expected tool, three other languages, matchers and outcomes."""
    cases = list(_cases("support_agent").values())
    calls = [call for case in cases for turn in case.turns for call in turn.calls or ()]
    kinds = {type(matcher).__name__ for call in calls for matcher in call.args.values()}
    assert kinds >= {"Equal", "Casefold", "Regex", "Tolerance", "Ignore"}
    assert {tag for case in cases for tag in case.tags} >= {"en", "es", "ja", "th", "multi-turn", "parallel"}
    assert any(call.name == "transfer_to_agent" for call in calls)
    assert [case.id for case in cases if case.turns[0].calls == ()] == ["shop-phone-001", "shop-off-topic-001"]
    assert sum(case.expect.outcome is not None for case in cases) >= 3
    parallel = [call.parallel for call in _runs("support_agent")["order-status-002"].turns[0].calls]
    assert parallel == [0, 0]


def test_its_adk_shape_says_the_same() -> None:
    """The eval set holds four of the native cases: same words, calls, references and state."""
    for name, case in _cases("support_agent_adk").items():
        native = _cases("support_agent")[name.removeprefix("adk-")]
        assert case.state == native.state
        assert [(turn.user, turn.reference) for turn in case.turns] == [
            (turn.user, turn.reference) for turn in native.turns
        ]
        assert [_names(turn.calls) for turn in case.turns] == [_names(turn.calls) for turn in native.turns]


def _names(calls: tuple[ExpectedCall, ...] | None) -> list[str]:
    return [call.name for call in calls or ()]


def test_its_model_is_plainly_a_script() -> None:
    """The folder's README says so, and so does the model's own name, which the fingerprint covers."""
    folder = CASES / "support_agent"
    root = load_agent(str(folder), folder).root
    assert isinstance(root, LlmAgent)
    assert isinstance(root.model, BaseLlm)
    assert root.model.model.startswith("scripted-")
    assert {run.agent for run in _runs("support_agent").values()} == {fingerprint_of(root)}
    assert "Its model is a script" in (folder / "README.md").read_text(encoding="utf-8")
