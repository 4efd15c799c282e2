"""The Python calls: typed results from files and from objects, in and out of an event loop, and what they import."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import cast

import pytest

from judge_eval import AgentUnderTest, Case, Results, Run, ascore, assert_passes, score
from judge_eval.core.case import ExpectedCall, Turn
from judge_eval.core.config import Config, JudgeConfig, MetricConfig
from judge_eval.core.content import Part
from judge_eval.core.run import Call, RunTurn
from judge_eval.errors import InputError
from judge_eval.wiring.calling import Choices
from judge_eval.wiring.settings import Settings
from tests.small_suite import scored, write_suite

CASE = Case(
    id="sum",
    cluster="sum",
    turns=(Turn(user=(Part(text="2 + 2?"),), calls=(ExpectedCall(name="add"),), reference="It is four."),),
)
RUN = Run(
    case_id="sum",
    turns=(RunTurn(user="2 + 2?", final_response="It makes four.", calls=(Call(name="add", parallel=0),)),),
)


class Adder:
    """An agent that is no ADK agent: it answers every turn by adding."""

    fingerprint = "adder@1"

    async def run(self, case: Case, repeat: int) -> Run:
        """The same turn over and over."""
        turns = tuple(
            RunTurn(user=turn.user_text, final_response="It is four.", calls=(Call(name="add", parallel=0),))
            for turn in case.turns
        )
        return Run(case_id=case.id, repeat=repeat, turns=turns, agent=self.fingerprint)


class Stumbler(Adder):
    """An agent whose adapter breaks, whatever it is put to."""

    async def run(self, case: Case, repeat: int) -> Run:
        """No run."""
        raise InputError("the project is not signed in")


class Counts:
    """Who is told how far the work is, and remembers it."""

    def __init__(self) -> None:
        self.total = self.n_scored = self.n_asked = 0
        self.ended = False

    def running(self, done: int, total: int) -> None:
        """No agent is run."""

    def waiting(self, seconds: float) -> None:
        """No server pleads."""

    def begin(self, total: int) -> None:
        """Keeps the total."""
        self.total = total

    def scored(self) -> None:
        """Counts."""
        self.n_scored += 1

    def asked(self, *, cached: bool) -> None:
        """Counts."""
        self.n_asked += 1

    def end(self) -> None:
        """Remembers."""
        self.ended = True


def values(results: Results) -> dict[str, float | None]:
    """The scores of the first case."""
    return {row.metric: row.value for row in results.cases[0].scores if row.turn is None}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite on disk, in the working folder."""
    write_suite(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_files_give_what_the_command_gives(folder: Path) -> None:
    """The results are those of results.json, typed."""
    results = score("s.cases.yaml")
    assert isinstance(results, Results)
    assert results == Results.model_validate_json(scored(folder, "--format", "json").stdout)
    assert results.status == "passed"
    assert results.estimates[0].metric == "tool_trajectory_avg_score"


def test_paths_and_single_texts_will_do(folder: Path) -> None:
    """What takes several takes one, and a path where a text may stand."""
    results = score(
        folder / "s.cases.yaml", runs=folder / "s.runs.jsonl", config=Path("judge-eval.yaml"), metrics="rouge"
    )
    assert len(results.estimates) == 9
    one = score("s.cases.yaml", case_globs="sum", tags=["maths"], cache=folder / "store")
    assert [case.id for case in one.cases] == ["sum"]
    assert (folder / "store").is_dir()


def test_objects_need_no_file(folder: Path) -> None:
    """Cases and runs as nouns, one or several; without a configuration the deterministic metrics are reported."""
    results = score(CASE, runs=[RUN])
    assert values(results)["tool_trajectory_avg_score"] == 1.0
    assert results.cases[0].status == "reported"
    assert results.judge is None


def test_a_configuration_may_be_an_object(folder: Path) -> None:
    """Thresholds and judge from a `Config`."""
    config = Config(
        judge=JudgeConfig(model="scripted:judge.yaml"), metrics={"final_response_match_v2": MetricConfig(threshold=1.0)}
    )
    results = score([CASE], runs=RUN, config=config)
    assert results.status == "passed"
    assert results.questions["final_response_match_v2"].votes == "lead:2,max:8"


def test_any_agent_under_test_will_do(folder: Path) -> None:
    """An object with `fingerprint` and `run` is run now."""
    agent: AgentUnderTest = Adder()
    assert values(score(CASE, agent=agent))["response_match_score"] == 1.0


def test_it_works_inside_a_running_event_loop(folder: Path) -> None:
    """As in a notebook: `score` waits, `ascore` is awaited, and both say the same."""

    async def inside() -> tuple[Results, Results]:
        return score("s.cases.yaml"), await ascore("s.cases.yaml")

    one, other = asyncio.run(inside())
    assert one == other == score("s.cases.yaml")


def test_progress_is_told(folder: Path) -> None:
    """Whoever asks for it hears of every run and sample."""
    counts = Counts()
    score("s.cases.yaml", progress=counts)
    assert (counts.total, counts.n_scored, counts.n_asked, counts.ended) == (3, 3, 6, True)


def test_wrong_input_is_an_input_error(folder: Path) -> None:
    """With the problems as objects; a misspelt argument is Python's own error."""
    with pytest.raises(InputError) as caught:
        score("s.cases.yaml", metrics=["rogue"])
    assert [problem.place for problem in caught.value.problems] == ["--metric"]
    for wrong in ({"runs": "none.jsonl"}, {"concurrency": 0}, {"config": "none.yaml"}, {"judge": "none"}):
        with pytest.raises(InputError):
            score("s.cases.yaml", **wrong)  # pyright: ignore[reportArgumentType]
    with pytest.raises(InputError, match="no cases were named"):
        score([])
    with pytest.raises(TypeError, match="metric"):
        score("s.cases.yaml", metric="rouge")  # pyright: ignore[reportCallIssue]


def test_every_setting_can_be_chosen() -> None:
    """The arguments of the call are the fields of the settings, but for those that one other call alone may set."""
    chosen = {field.name for field in fields(Settings)} - {"cases", "runs", "uncalibrated", "start"}
    assert set(Choices.__annotations__) == chosen


def loaded_by(code: str, folder: Path) -> set[str]:
    """The modules in memory after running `code` in a process of its own."""
    script = f"{code}\nimport sys; print('LOADED', *sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    return set(ran.stdout.rpartition("LOADED")[2].split())


@pytest.mark.parametrize(
    ("code", "strangers"),
    [
        ("import judge_eval", {"pydantic", "click", "rich", "numpy", "asyncio", "google", "diskcache", "httpx"}),
        (
            "from judge_eval.cli.main import commands\n"
            "commands.main(['--help'], prog_name='judge-eval', standalone_mode=False)",
            {"pydantic", "rich", "numpy", "asyncio", "google", "diskcache", "httpx", "ruamel"},
        ),
        (
            "import judge_eval\njudge_eval.score('s.cases.yaml', metrics=['tool_trajectory_avg_score', 'rouge'])",
            {"google", "httpx", "scipy.stats", "diskcache", "tenacity", "xllamacpp", "rich", "click", "openai"},
        ),
    ],
    ids=["import", "--help", "a deterministic score"],
)
def test_nothing_dear_is_loaded_in_vain(folder: Path, code: str, strangers: set[str]) -> None:
    """Importing costs nothing, help little, and a deterministic score pays for no judge and no scipy.stats."""
    assert not strangers & loaded_by(code, folder)


def test_an_agent_of_adk_itself_is_named_not_passed(tmp_path: Path) -> None:
    """What is no AgentUnderTest is refused with what would do, before anything is run."""
    write_suite(tmp_path, runs=None)
    with pytest.raises(InputError, match="MODULE:ATTR"):
        score(tmp_path / "s.cases.yaml", config=Config(), agent=cast(AgentUnderTest, object()))


def test_an_adapter_that_fails_is_no_failure_of_the_agent() -> None:
    """The case could not be scored, for a reason that is not the agent's: an error, and the suite is incomplete."""
    found = score(CASE, agent=Stumbler(), metrics=["tool_trajectory_avg_score"], cache=None)
    (case,) = found.cases
    assert (case.status, case.error) == ("error", "the agent could not be run: the project is not signed in")
    assert found.status == "incomplete"


def test_a_misspelt_argument_is_named() -> None:
    """The error says which call was meant, and the nearest argument that it has."""
    with pytest.raises(TypeError, match=r"^score\(\) has no argument 'metric': did you mean 'metrics'\?$"):
        score(CASE, metric="rouge")  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match=r"^score\(\) has no argument 'baseline'$"):
        score(CASE, baseline="baseline")  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match=r"^assert_passes\(\) has no argument 'num_run': did you mean 'num_runs'\?$"):
        assert_passes("my_agent", "cases", num_run=3)  # pyright: ignore[reportCallIssue]
