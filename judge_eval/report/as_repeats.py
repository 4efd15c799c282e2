"""pass^k as a table for the terminal, where cases were run more than once."""

from __future__ import annotations

from rich.text import Text

from judge_eval.core.results import RepeatsUsed
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import bounded, interval


def repeats_table(repeats: RepeatsUsed, canvas: Canvas) -> str:
    """A line for each k: the share of cases that pass k repeats of k, with its interval, and why there is none."""
    marks = canvas.marks
    rows = [
        [
            f"pass^{power.k}",
            bounded(power, marks),
            interval(power.low, power.high, marks),
            str(power.n),
            str(power.clusters),
        ]
        for power in repeats.pass_power
    ]
    remarks = [power.method if power.low is None else "" for power in repeats.pass_power]
    headings = ["all of k pass", "value", "95 % interval", "n", "clusters", "note"]
    return canvas.draw_with_remarks(headings, [[Text(one) for one in row] for row in rows], remarks)
