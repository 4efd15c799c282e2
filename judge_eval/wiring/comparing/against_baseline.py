"""A suite scored against a baseline, where one is named; what only a comparison needs is loaded only for one."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from judge_eval.adapters.files.atomic_write import ANOTHER_OUT, write_file
from judge_eval.core.comparison import Comparison
from judge_eval.core.session import Session
from judge_eval.pipeline.comparison.against_baseline import with_comparison
from judge_eval.pipeline.comparison.compared_side import Side
from judge_eval.pipeline.score import Outcome
from judge_eval.report.as_comparison import comparison_json, comparison_markdown
from judge_eval.wiring.scoring import OpenSuite


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
    from judge_eval.wiring.comparing.comparing import open_side
    from judge_eval.wiring.comparing.holding import settings_of

    settings_of([ground.config for ground in suite.intake.grounds])
    with open_side(named) as side:
        yield side


async def score_against(base: Side | None, suite: OpenSuite) -> Against:
    """The suite scored, and compared with a baseline where there is one. Raises: InputError as scoring does."""
    outcome, session = await suite.score()
    if base is None:
        return Against(outcome, session)
    from judge_eval.wiring.comparing.comparing import compare_suite
    from judge_eval.wiring.comparing.sides import side_of

    found = await compare_suite(base, outcome, session, suite)
    ruled = replace(outcome, ruling=with_comparison(outcome.ruling, found.comparison, base.head.estimates))
    now = {"results": side_of(ruled, suite).fingerprint, "status": ruled.ruling.status}
    of_candidate = found.comparison.candidate.model_copy(update=now)
    return Against(ruled, found.told(session), found.comparison.model_copy(update={"candidate": of_candidate}))


def write_comparison(folder: Path, comparison: Comparison) -> list[Path]:
    """Writes comparison.json and comparison.md into `folder`; gives the files.

    Raises: InputError where the folder cannot be written.
    """
    return [
        write_file(folder, "comparison.json", [comparison_json(comparison)], ANOTHER_OUT),
        write_file(folder, "comparison.md", [comparison_markdown(comparison)], ANOTHER_OUT),
    ]
