"""What scoring a suite would ask, for people who want to know before they pay."""

from __future__ import annotations

import json
from dataclasses import asdict

from rich.text import Text

from judge_eval.core.forecast import Forecast, JudgedForecast
from judge_eval.report.canvas import Canvas
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted

_UNKNOWN = ("least", "most", "cached", "input_tokens")
"""What cannot be told of a metric whose judge is not at hand."""


def forecast_text(forecast: Forecast, canvas: Canvas) -> str:
    """A line a judged metric: items, those that a rule decides, calls and tokens; then what cannot be scored."""
    if forecast.live:
        made = f"{counted(forecast.runs, 'run')} would be made by the agent, and scored; nothing was run or asked\n"
        return made + "what judges would be asked is known once the runs are there: judge-eval run\n"
    parts: list[str] = [f"{counted(forecast.runs, 'run')} would be scored; nothing was asked\n"]
    if forecast.judged:
        headings = ["metric", "items", "by rule", "calls at least", "at most", "cached", "tokens to read", ""]
        rows = [[Text(cell) for cell in _cells(name, found)] for name, found in forecast.judged.items()]
        remarks = [f"not judged: {found.not_judged}" if found.not_judged else "" for found in forecast.judged.values()]
        parts.append(canvas.draw_with_remarks(headings, rows, remarks))
    if forecast.unpaired:
        said = [f"{counted(len(forecast.unpaired), 'case')} could not be scored\n"]
        said += [f"  {visible(f'{case_id}: {reason}')}\n" for case_id, reason in sorted(forecast.unpaired.items())]
        parts.append("".join(said))
    return "\n".join(parts)


def forecast_json(forecast: Forecast) -> str:
    """The same as one JSON document; what nobody knows is null."""
    document = asdict(forecast)
    for found in document["judged"].values():
        found.update(dict.fromkeys(_UNKNOWN, None) if found["not_judged"] else {})
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cells(name: str, found: JudgedForecast) -> tuple[str, ...]:
    known = (str(found.least), str(found.most), str(found.cached), f"about {found.input_tokens:,}")
    return (name, str(found.items), str(found.by_rule), *(("?",) * len(known) if found.not_judged else known))
