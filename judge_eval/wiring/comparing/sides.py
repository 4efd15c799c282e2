"""The two sides of a comparison, from a folder of results or from a suite that was scored just now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from judge_eval.adapters.files.results_folder import ScoredFolder, verdicts_in
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.run import Run
from judge_eval.core.verdict import VerdictLine
from judge_eval.pipeline.comparison.change_rules import SAFETY
from judge_eval.pipeline.comparison.compared_side import ItemKey, Side
from judge_eval.pipeline.pairing import reference_run
from judge_eval.pipeline.score import Outcome
from judge_eval.report.as_json import results_json
from judge_eval.wiring.scoring import OpenSuite


def side_in(scored: ScoredFolder, spool: Spool) -> Side:
    """The side that a folder holds, whose cases and runs lie in `spool`."""
    return Side(
        name=scored.name,
        fingerprint=scored.fingerprint,
        head=scored.results.model_copy(update={"cases": ()}),
        results=lambda: scored.results.cases,
        case=spool.case,
        runs_of=spool.runs_of,
        has_cases=scored.has_cases,
        has_runs=scored.has_runs,
        partial=scored.results.subset is not None,
        accepted=scored.accepted,
        p_pass=dict(_probabilities(verdicts_in(scored.folder, SAFETY))),
    )


def side_of(outcome: Outcome, suite: OpenSuite) -> Side:
    """The side that was scored just now."""
    spool = suite.spool

    def referred(case_id: str) -> Sequence[Run]:
        case = spool.case(case_id)
        return [] if case is None else [reference_run(case)]

    content = sha256()
    for piece in results_json(outcome.head(), spool.results()):
        content.update(piece.encode("utf-8", "surrogatepass"))
    return Side(
        name="this run",
        fingerprint=content.hexdigest(),
        head=outcome.head(),
        results=spool.results,
        case=spool.case,
        runs_of=referred if suite.intake.references else spool.runs_of,
        partial=suite.settings.filters,
        p_pass=dict(_probabilities(line for line in spool.verdicts() if line.metric == SAFETY)),
    )


def _probabilities(lines: Iterable[VerdictLine]) -> Iterator[tuple[tuple[ItemKey, int], float]]:
    for line in lines:
        if line.verdict.p_pass is not None:
            key = ItemKey(line.metric, line.case_id, line.turn, line.criterion)
            yield (key, line.repeat), line.verdict.p_pass
