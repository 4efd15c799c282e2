"""Two scored suites compared: from their names, or one of them scored just now."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from judge_eval.adapters.files.discovery import config_for
from judge_eval.adapters.files.results_folder import configs_of, read_scored, results_path
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.comparison import Comparison
from judge_eval.core.config import Config, GateConfig
from judge_eval.core.ports import Progress
from judge_eval.core.redaction import RedactRule
from judge_eval.core.run import Tokens
from judge_eval.core.session import Session
from judge_eval.pipeline.comparison.ask_again import SecondLook
from judge_eval.pipeline.comparison.compare import Terms, compare
from judge_eval.pipeline.comparison.compared_side import Side
from judge_eval.pipeline.score import Outcome
from judge_eval.wiring.comparing.asking_again import SecondJudges, second_settings
from judge_eval.wiring.comparing.holding import held
from judge_eval.wiring.comparing.sides import side_in, side_of
from judge_eval.wiring.configs import suite_config
from judge_eval.wiring.judges.judging import Judges
from judge_eval.wiring.redacting import redactor_of
from judge_eval.wiring.rubrics.rubrics import RubricShelf
from judge_eval.wiring.scoring import OpenSuite
from judge_eval.wiring.settings import Settings

ANY_FILE = "judge-eval.yaml"
"""What a configuration is looked for beside, where a person stands: a file of this folder."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison, and the judges that its second look asked."""

    comparison: Comparison
    judges: Judges

    def told(self, session: Session) -> Session:
        """The session with what the second look took."""
        tokens = Tokens.total((session.tokens, self.judges.tokens))
        calls, cached = session.calls + self.judges.made, session.cached + self.judges.cached
        return session.model_copy(update={"calls": calls, "cached": cached, "tokens": tokens})


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
    nearest, _ = config_for(Path.cwd() / ANY_FILE)
    path = named or next((str(path) for path in (*own[:1], nearest) if path is not None), None)
    return RubricShelf().complete_config(suite_config(path))


async def compare_folders(
    base: str, candidate: str, config: Config | None, settings: Settings, progress: Progress
) -> Compared:
    """Two folders of results compared. Raises: InputError where one holds none, or a judge's spec is none."""
    with ExitStack() as opened:
        sides = [opened.enter_context(open_side(named)) for named in (base, candidate)]
        rules = redactor_of([config]).rules
        return await _compared(sides[0], sides[1], [config], {}, settings, progress, rules)


async def compare_suite(base: Side, outcome: Outcome, session: Session, suite: OpenSuite) -> Compared:
    """A suite that was scored just now compared with a baseline; the second look spends what the budgets left."""
    configs = [ground.config for ground in suite.intake.grounds]
    left, rules = unspent(suite.settings, session), suite.intake.redactor.rules
    candidate = side_of(outcome, suite)
    return await _compared(base, candidate, configs, suite.intake.by_case, left, suite.progress, rules)


def unspent(settings: Settings, session: Session) -> Settings:
    """The settings with the budgets that a session left."""
    return replace(
        settings,
        budget_calls=_less(settings.budget_calls, session.calls),
        budget_tokens=_less(settings.budget_tokens, session.tokens.count),
        timeout_seconds=None
        if settings.timeout_seconds is None
        else max(settings.timeout_seconds - session.seconds, 0.0),
    )


async def _compared(
    base: Side,
    candidate: Side,
    configs: Sequence[Config | None],
    places: Mapping[str, int],
    settings: Settings,
    progress: Progress,
    rules: Sequence[RedactRule],
) -> Compared:
    gate = next((config.gate for config in configs if config is not None), GateConfig())
    holds = held(base, candidate, configs, gate, settings)
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
