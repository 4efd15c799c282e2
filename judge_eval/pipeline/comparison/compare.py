"""The order of a comparison's steps: pair, ask again what differs, measure each metric, decide, tell what changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge_eval.core.comparison import ComparedSide, Comparison, MetricChange
from judge_eval.core.config import GateConfig
from judge_eval.core.estimate import headlines
from judge_eval.core.results import SuiteStatus
from judge_eval.judge import catalog as questions
from judge_eval.pipeline.comparison.ask_again import SecondLook
from judge_eval.pipeline.comparison.change_rules import Hold
from judge_eval.pipeline.comparison.changed_items import changed_items
from judge_eval.pipeline.comparison.compared_side import Side
from judge_eval.pipeline.comparison.decide_changes import Grounds, decided
from judge_eval.pipeline.comparison.item_pairs import Paired, paired
from judge_eval.pipeline.comparison.metric_change import SettledPair, measured, settled
from judge_eval.pipeline.comparison.newly_unsafe import newly_unsafe
from judge_eval.pipeline.comparison.side_warnings import side_warnings
from judge_eval.text.counted import counted


@dataclass(frozen=True, slots=True)
class Terms:
    """What a comparison goes by: what each metric is held to, the gate, and how much is asked at once."""

    holds: Mapping[str, Hold]
    gate: GateConfig
    concurrency: int


async def compare(base: Side, candidate: Side, second: SecondLook, terms: Terms) -> Comparison:
    """What changed from `base` to `candidate`, and what that decides: equal in any order of cases and concurrency."""
    pairing = paired(base, candidate)
    rules = {metric: hold.rule for metric, hold in terms.holds.items()}
    tested = [pair for pair in pairing.pairs if rules.get(pair.key.metric) == "statistical"]
    answers = await second.ask(tested, concurrency=terms.concurrency)
    pairs = [settled(pair, answers) for pair in pairing.pairs]
    grounds = Grounds(
        holds=terms.holds,
        estimates=headlines(candidate.head.estimates),
        unanswered=answers.lacking,
        undecided_share=terms.gate.undecided_share,
        safety=newly_unsafe(pairs, base, candidate, answers),
    )
    scored_before = {row.metric for row in base.head.estimates}
    # A metric that the baseline did not have yet cannot have got worse.
    holds = {metric: hold if metric in scored_before else Hold() for metric, hold in terms.holds.items()}
    changes = decided(_measured(pairs, pairing, holds), grounds)
    status = _status(changes)
    # Words in common and tokens differ in every answer: only what can pass or fail is told item by item.
    telling = {change.metric for change in changes if change.rule is not None or change.metric in questions.NAMES}
    return Comparison(
        status=status,
        exit_code=terms.gate.exit_code(
            failed=status == "failed", incomplete=status == "incomplete", undecided=status == "undecided"
        ),
        base=_side(base),
        candidate=_side(candidate),
        changes=changes,
        items=tuple(changed_items((one for one in pairs if one.pair.key.metric in telling), base, candidate, answers)),
        one_sided=pairing.one_sided,
        differences=pairing.differences,
        warnings=(*_selections(pairing), *side_warnings(pairing.pairs, base, candidate)),
    )


def _measured(pairs: Iterable[SettledPair], pairing: Paired, holds: Mapping[str, Hold]) -> list[MetricChange]:
    """The change of each metric that has items on any side, in the order of the candidate's estimates."""
    by_metric: defaultdict[str, list[SettledPair]] = defaultdict(list)
    for one in pairs:
        by_metric[one.pair.key.metric].append(one)
    names = [name for name in holds if by_metric[name] or pairing.not_compared[name] or pairing.left_out[name]]
    return [
        measured(name, by_metric[name], holds[name], pairing.not_compared[name], pairing.left_out[name])
        for name in names
    ]


def _selections(pairing: Paired) -> Iterator[str]:
    if n := pairing.not_selected:
        yield f"{counted(n, 'case')} not compared: one side scored a selection of its cases"


def _status(changes: Sequence[MetricChange]) -> SuiteStatus:
    gating = [change.decision for change in changes if change.rule is not None]
    if "fail" in gating:
        return "failed"
    if None in gating:
        return "incomplete"
    return "passed" if all(decision == "pass" for decision in gating) else "undecided"


def _side(side: Side) -> ComparedSide:
    runs = (run for result in side.results() for run in side.runs_of(result.id))
    return ComparedSide(
        results=side.fingerprint,
        status=side.head.status,
        cases=len({result.id for result in side.results()}),
        agents=tuple(sorted({run.agent for run in runs if run.agent is not None})),
        accepted=side.accepted,
    )
