"""What scoring a suite would ask, for people who want to know before they pay."""

from __future__ import annotations

import json
from dataclasses import asdict

from rich.text import Text

from judge_eval.core.forecast import Forecast
from judge_eval.report.canvas import Canvas
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted


def forecast_text(forecast: Forecast, canvas: Canvas) -> str:
    """A line a judged metric: items, those that a rule decides, calls and tokens; then what cannot be scored."""
    if forecast.live:
        made = f"{counted(forecast.runs, 'run')} would be made by the agent, and scored; nothing was run or asked\n"
        return made + "what judges would be asked is known once the runs are there: judge-eval run\n"
    parts: list[str] = [f"{counted(forecast.runs, 'run')} would be scored; nothing was asked\n"]
    if forecast.judged:
        headings = ["metric", "items", "by rule", "calls at least", "at most", "cached", "tokens to read", ""]
        rows = [
            [
                Text(name),
                Text(str(found.items)),
                Text(str(found.by_rule)),
                Text(str(found.least)),
                Text(str(found.most)),
                Text(str(found.cached)),
                Text(f"about {found.input_tokens:,}"),
            ]
            for name, found in forecast.judged.items()
        ]
        parts.append(canvas.draw_with_remarks(headings, rows, ["" for _ in rows]))
    if forecast.unpaired:
        said = [f"{counted(len(forecast.unpaired), 'case')} could not be scored\n"]
        said += [f"  {visible(f'{case_id}: {reason}')}\n" for case_id, reason in sorted(forecast.unpaired.items())]
        parts.append("".join(said))
    return "\n".join(parts)


def forecast_json(forecast: Forecast) -> str:
    """The same as one JSON document."""
    return json.dumps(asdict(forecast), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
