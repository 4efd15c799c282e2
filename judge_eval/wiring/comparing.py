"""Two scored suites compared: from their names, or one of them scored just now."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from judge_eval.adapters.files.discovery import config_for
from judge_eval.adapters.files.out_folder import write_file
from judge_eval.adapters.files.results_folder import configs_of, read_scored, results_path
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.comparison import Comparison
from judge_eval.core.config import Config
from judge_eval.core.ports import Progress
from judge_eval.core.redaction import RedactRule
from judge_eval.core.session import Session
from judge_eval.pipeline.against_baseline import with_comparison
from judge_eval.pipeline.ask_again import SecondLook
from judge_eval.pipeline.compare import Terms, compare
from judge_eval.pipeline.compared_side import Side
from judge_eval.pipeline.score import Outcome
from judge_eval.report.as_comparison import comparison_json, comparison_markdown
from judge_eval.wiring.asking_again import SecondJudges, second_settings
from judge_eval.wiring.holding import held, settings_of
from judge_eval.wiring.judging import Judges
from judge_eval.wiring.redacting import redactor_of
from judge_eval.wiring.rubric_bench import suite_config
from judge_eval.wiring.rubrics import RubricShelf
from judge_eval.wiring.scoring import OpenSuite
from judge_eval.wiring.settings import Settings
from judge_eval.wiring.sides import side_in, side_of

COMPARISON = "comparison.json"


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison, and the judges that its second look asked."""

    comparison: Comparison
    judges: Judges

    def told(self, session: Session) -> Session:
        """The session with what the second look took."""
        tokens = session.tokens.model_copy(
            update={
                "input": session.tokens.input + self.judges.tokens.input,
                "output": session.tokens.output + self.judges.tokens.output,
            }
        )
        calls, cached = session.calls + self.judges.made, session.cached + self.judges.cached
        return session.model_copy(update={"calls": calls, "cached": cached, "tokens": tokens})


@dataclass(frozen=True, slots=True)
class Against:
    """A scored suite as its baseline makes it: the ruling, what the invocation did, and the comparison, if any."""

    outcome: Outcome
    session: Session
    comparison: Comparison | None = None


@contextmanager
def open_baseline(named: str | None, suite: OpenSuite) -> Generator[Side | None]:
    """The side of a baseline, read before anything is paid for; None where none is named.

    Raises: InputError where it holds no results, or the suite's configurations hold a metric to different rules.
    """
    if named is None:
        yield None
        return
    settings_of([ground.config for ground in suite.intake.grounds])
    with open_side(named) as side:
        yield side


@contextmanager
def open_side(named: str) -> Generator[Side]:
    """The side that a folder of results holds. Raises: InputError where it holds none, or a file of it is wrong."""
    with Spool() as spool:
        yield side_in(read_scored(named, spool), spool)


def comparison_config(named: str | None, candidate: str) -> Config | None:
    """The configuration of a comparison: the one named, else the candidate's own, else the nearest from here upwards.

    Raises: InputError with every problem found.
    """
    own = configs_of(results_path(candidate).parent)
    nearest, _ = config_for(Path.cwd() / COMPARISON)
    path = named or next((str(path) for path in (*own[:1], nearest) if path is not None), None)
    config = suite_config(path)
    return None if config is None else RubricShelf().complete_config(config)


async def compare_folders(
    base: str, candidate: str, config: Config | None, settings: Settings, progress: Progress
) -> Compared:
    """Two folders of results compared. Raises: InputError where one holds none, or a judge's spec is none."""
    with ExitStack() as opened:
        sides = [opened.enter_context(open_side(named)) for named in (base, candidate)]
        rules = redactor_of([config]).rules
        return await _compared(sides[0], sides[1], [config], {}, settings, progress, rules)


async def score_against(base: Side | None, suite: OpenSuite) -> Against:
    """The suite scored, and compared with a baseline where there is one; the second look spends what budgets left.

    Raises: InputError as scoring does.
    """
    outcome, session = await suite.score()
    if base is None:
        return Against(outcome, session)
    configs = [ground.config for ground in suite.intake.grounds]
    left, rules = unspent(suite.settings, session), suite.intake.redactor.rules
    candidate = side_of(outcome, suite)
    found = await _compared(base, candidate, configs, suite.intake.by_case, left, suite.progress, rules)
    baseline = {row.metric: row for row in base.head.estimates}
    ruled = replace(outcome, ruling=with_comparison(outcome.ruling, found.comparison, baseline))
    now = {"results": side_of(ruled, suite).fingerprint, "status": ruled.ruling.status}
    of_candidate = found.comparison.candidate.model_copy(update=now)
    return Against(ruled, found.told(session), found.comparison.model_copy(update={"candidate": of_candidate}))


def unspent(settings: Settings, session: Session) -> Settings:
    """The settings with the budgets that a session left."""
    tokens = session.tokens.input + session.tokens.output
    return replace(
        settings,
        budget_calls=_less(settings.budget_calls, session.calls),
        budget_tokens=_less(settings.budget_tokens, tokens),
        timeout_seconds=None
        if settings.timeout_seconds is None
        else max(settings.timeout_seconds - session.seconds, 0.0),
    )


def write_comparison(folder: Path, comparison: Comparison) -> list[Path]:
    """Writes comparison.json and comparison.md into `folder`; gives the files.

    Raises: InputError where the folder cannot be written.
    """
    return [
        write_file(folder, COMPARISON, [comparison_json(comparison)]),
        write_file(folder, "comparison.md", [comparison_markdown(comparison)]),
    ]


async def _compared(
    base: Side,
    candidate: Side,
    configs: Sequence[Config | None],
    places: Mapping[str, int],
    settings: Settings,
    progress: Progress,
    rules: Sequence[RedactRule],
) -> Compared:
    holds = held(base, candidate, configs, settings)
    gate = next((config.gate for config in configs if config is not None), Config().gate)
    judges = Judges(second_settings(settings), progress, rules=rules)
    bound = SecondJudges(judges, settings, candidate.head.questions)
    try:
        with judges.hushed():
            second = SecondLook(base, candidate, bound.by_case(configs, places), progress)
            comparison = await compare(base, candidate, second, Terms(holds, gate, settings.concurrency))
            await judges.land()
    finally:
        await judges.aclose()
    return Compared(comparison, judges)


def _less(budget: int | None, spent: int) -> int | None:
    return None if budget is None else max(budget - spent, 0)
