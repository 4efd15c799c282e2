"""What packs save, and what they change: calls on a fake server, decisions against pack 1 by a judge of your own.

    python -m tests.bench.bench_pack [JUDGE [RESPONSES [VOTES]]]

Without a JUDGE: 40 responses under eight criteria each go to a fake server in packs of 1, 2, 4 and 8. Prints calls and
the tokens that they read, and asserts that a pack of N takes one call for N criteria.

With a JUDGE (a spec as `--judge` takes it) so many RESPONSES (default 40) of the USR set, each under both of the set's
criteria, are judged alone and in packs, by VOTES (default fixed:1). Prints the share of decisions that differ from pack
1, and the difference in agreement with people where there is a label, with intervals at 95 % over responses. Asserts
nothing of these: whether packs are good enough is for whoever pays to say. Samples are kept in the project's store.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from judge_eval.core.case import Case
from judge_eval.core.config import Config, JudgeConfig, MetricConfig
from judge_eval.core.rubric import Criterion, Rubric
from judge_eval.core.run import Run
from judge_eval.core.session import Session
from judge_eval.core.verdict import Decision
from judge_eval.stats.intervals.mean import mean_interval
from judge_eval.wiring.scoring import open_suite
from judge_eval.wiring.settings import CACHE_FOLDER, Settings
from tests.bench.fake_judge import FakeJudge
from tests.bench.labelled_rows import LABELS, Row, as_case, as_run, half_of

METRIC = "rubric_based_final_response_quality_v1"
LABEL_SET = "rubric_usr_topicalchat"
N_RESPONSES = 40
N_CRITERIA = 8

Item = tuple[str, str]
"""A response and a criterion, by their ids."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The decisions on all items, and what it took."""

    decisions: Mapping[Item, Decision | None]
    session: Session


def main(judge: str | None, n_responses: int, votes: str) -> int:
    """The exit code, after printing the figures."""
    if judge is None:
        return _print_savings()
    if not LABELS.is_dir():
        print("skipped: no labels beside the checkout")
        return 0
    _print_differences(judge, n_responses, votes)
    return 0


def _print_savings() -> int:
    criteria = tuple(Criterion(id=f"c{n}", text=f"The reply names thing {n}.") for n in range(N_CRITERIA))
    rows = [Row(id=f"r{n}", prompt=f"Name {n}!", response=f"That is {n}.", label=True) for n in range(N_RESPONSES)]
    print(f"{N_RESPONSES} responses, {N_CRITERIA} criteria each, fixed:1, on a fake server")
    print(f"{'pack':>6}{'calls':>8}{'saved':>8}{'tokens read':>14}")
    with FakeJudge() as server:
        for pack in (1, 2, 4, 8):
            made = _judged(rows, criteria, server.spec, pack, "fixed:1", cache=None).session
            n_calls = N_RESPONSES * ceil(N_CRITERIA / pack)
            saved = 1 - made.calls / (N_RESPONSES * N_CRITERIA)
            print(f"{pack:>6}{made.calls:>8}{saved:>8.0%}{made.tokens.input:>14,}")
            if made.calls != n_calls:
                print(f"FAILED: expected {n_calls} calls")
                return 1
    return 0


def _print_differences(judge: str, n_responses: int, votes: str) -> None:
    labelled = half_of(LABEL_SET, 1)
    criteria = tuple(
        Criterion(id=f"c{n}", text=text) for n, text in enumerate(sorted({row.criterion or "" for row in labelled}))
    )
    id_of = {criterion.text: criterion.id for criterion in criteria}
    rows = labelled[:n_responses]
    labels = {(row.id, id_of[row.criterion or ""]): row.label for row in rows}
    alone = _judged(rows, criteria, judge, 1, votes, cache=CACHE_FOLDER)
    print(f"{len(rows)} responses of USR, {len(criteria)} criteria each, {judge}, {votes}")
    print(f"pack 1: {alone.session.calls} calls now, {alone.session.cached} kept")
    packed = _judged(rows, criteria, judge, len(criteria), votes, cache=CACHE_FOLDER)
    differ = {item: float(packed.decisions[item] != decision) for item, decision in alone.decisions.items()}
    gained = {
        item: float(_agrees(packed, item, label)) - float(_agrees(alone, item, label)) for item, label in labels.items()
    }
    print(f"pack {len(criteria)}: {packed.session.calls} calls now, {packed.session.cached} kept")
    print(f"decisions that differ from pack 1    {_mean(differ, bounded=True)}")
    print(f"agreement with people, less pack 1's {_mean(gained, bounded=False)}")


def _agrees(judged: Judged, item: Item, label: bool) -> bool:
    """Whether the decision is the label's; an undecided one is not."""
    return judged.decisions[item] == ("pass" if label else "fail")


def _judged(
    rows: Sequence[Row], criteria: tuple[Criterion, ...], judge: str, pack: int, votes: str, *, cache: str | None
) -> Judged:
    rubric = Rubric(id="all", criteria=criteria)
    cases = tuple(_under(as_case(row), rubric) for row in rows)
    runs: tuple[Run, ...] = tuple(map(as_run, rows))
    config = Config(judge=JudgeConfig(votes=votes, pack=pack), metrics={METRIC: MetricConfig()})
    settings = Settings(cases=cases, runs=runs, config=config, judge=judge, cache=cache)
    with open_suite(settings) as suite:
        _, session = asyncio.run(suite.score())
        decisions: dict[Item, Decision | None] = {
            (result.id, score.criterion): score.decision
            for result in suite.spool.results()
            for score in result.scores
            if score.criterion is not None
        }
    return Judged(decisions, session)


def _under(case: Case, rubric: Rubric) -> Case:
    """The case with the rubric on its last turn alone."""
    last = case.turns[-1].model_copy(update={"rubrics": (rubric,)})
    return case.model_copy(update={"turns": (*case.turns[:-1], last)})


def _mean(values: Mapping[Item, float], *, bounded: bool) -> str:
    """The mean with its interval over responses."""
    responses = sorted({response for response, _ in values})
    clusters = np.array([responses.index(response) for response, _ in values])
    array = np.array(list(values.values()))
    interval = mean_interval(array, clusters, bounded)
    if interval.low is None or interval.high is None:
        return f"{array.mean():+.3f} ({interval.method})"
    return f"{array.mean():+.3f} ({interval.low:+.3f} to {interval.high:+.3f}), n {len(array)}"


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(
        main(
            arguments[0] if arguments else None,
            int(arguments[1]) if len(arguments) > 1 else N_RESPONSES,
            arguments[2] if len(arguments) > 2 else "fixed:1",
        )
    )
