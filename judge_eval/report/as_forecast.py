"""What scoring a suite would ask, for people who want to know before they pay."""

from __future__ import annotations

from rich.text import Text

from judge_eval.core.forecast import Forecast
from judge_eval.report.canvas import Canvas


def forecast_text(forecast: Forecast, canvas: Canvas) -> str:
    """A line a judged metric: items, those that a rule decides, calls and tokens; then what cannot be scored."""
    parts: list[str] = [f"{forecast.runs} runs would be scored; nothing was asked\n"]
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
    parts += [f"{case_id}: {reason}\n" for case_id, reason in forecast.unpaired.items()]
    return "\n".join(parts)
