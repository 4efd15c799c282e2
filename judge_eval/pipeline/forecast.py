"""What scoring a suite would ask of its judges, without asking anything."""

from __future__ import annotations

from collections.abc import Sequence

from judge_eval.core.forecast import Forecast, JudgedForecast
from judge_eval.core.ports import Ledger
from judge_eval.judge.question import Item
from judge_eval.pipeline.pairing import pairs
from judge_eval.pipeline.plan import Judged, Plans

Seen = set[tuple[str, ...]]
"""What was counted already, by metric and items: equal askings share their calls, wherever they stand in a suite."""


async def forecast(plans: Plans, ledger: Ledger, *, references: bool) -> Forecast:
    """The forecast of a suite: every case is paired and every item made, and nothing is asked."""
    runs = 0
    unpaired: dict[str, str] = {}
    judged: dict[str, JudgedForecast] = {}
    seen: Seen = set()
    for pair in pairs(ledger, references=references):
        if pair.case.skip is not None:
            continue
        if pair.run is None:
            unpaired[pair.case.id] = pair.reason
            continue
        runs += 1
        for metric in plans.of(pair.case.id).judged:
            found = judged.setdefault(metric.question.metric, JudgedForecast())
            await _add(found, metric, metric.question.items(pair.case, pair.run, metric.options), seen)
    return Forecast(runs, unpaired, judged)


async def _add(found: JudgedForecast, metric: Judged, items: Sequence[Item], seen: Seen) -> None:
    asked = [item for item in items if item.ruling is None]
    found.items += len(items)
    found.by_rule += len(items) - len(asked)
    if metric.judge is None:
        found.not_judged = metric.not_judged if asked else found.not_judged
        return
    for pack in metric.judge.packs(asked):
        key = (metric.question.metric, *(item.fingerprint for item in pack))
        if key not in seen:
            seen.add(key)
            planned = await metric.judge.plan(pack)
            found.least += planned.least - planned.cached
            found.most += planned.most - planned.cached
            found.cached += planned.cached
            found.input_tokens += planned.input_tokens
