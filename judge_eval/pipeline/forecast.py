"""What scoring a suite would ask of its judges, without asking anything."""

from __future__ import annotations

from judge_eval.core.forecast import Forecast, JudgedForecast
from judge_eval.core.ports import Ledger
from judge_eval.judge.question import Item
from judge_eval.pipeline.pairing import pairs
from judge_eval.pipeline.plan import Judged, Plans


async def forecast(plans: Plans, ledger: Ledger, *, references: bool) -> Forecast:
    """The forecast of a suite: every case is paired and every item made, and nothing is asked."""
    runs = 0
    unpaired: dict[str, str] = {}
    judged: dict[str, JudgedForecast] = {}
    for pair in pairs(ledger, references=references):
        if pair.run is None:
            unpaired[pair.case.id] = pair.reason
            continue
        runs += 1
        for metric in plans.of(pair.case.id).judged:
            found = judged.setdefault(metric.question.metric, JudgedForecast())
            for item in metric.question.items(pair.case, pair.run, metric.options):
                await _add(found, metric, item)
    return Forecast(runs, unpaired, judged)


async def _add(found: JudgedForecast, metric: Judged, item: Item) -> None:
    found.items += 1
    found.by_rule += item.ruling is not None
    if metric.judge is None:
        return
    planned = await metric.judge.plan((item,))
    found.least += planned.least
    found.most += planned.most
    found.cached += planned.cached
    found.input_tokens += planned.input_tokens
