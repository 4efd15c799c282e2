"""What lies in a sample store, as a table: a line a judge and model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text

from judge_eval.core.sample import Sample
from judge_eval.report.canvas import Canvas
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted

_UNKNOWN = "not said"


@dataclass(slots=True)
class _Group:
    samples: int = 0
    tokens: int = 0
    first: str = ""
    last: str = ""

    def add(self, sample: Sample) -> None:
        self.samples += 1
        self.tokens += sample.tokens.count
        self.first = min(self.first or sample.date, sample.date)
        self.last = max(self.last, sample.date)


def cache_table(samples: Iterable[Sample], canvas: Canvas) -> str:
    """Judges as asked for, models as their replies name them, samples, tokens and dates; then the sum."""
    groups: dict[tuple[str, str], _Group] = {}
    for sample in samples:
        judge = visible(sample.judge or _UNKNOWN), visible(sample.model_version or _UNKNOWN)
        groups.setdefault(judge, _Group()).add(sample)
    total = counted(sum(group.samples for group in groups.values()), "sample")
    if not groups:
        return f"{total}\n"
    headings = ["judge", "model, as it says", "samples", "tokens", "first", "last", ""]
    rows = [
        [
            Text(judge),
            Text(model),
            Text(f"{group.samples:,}"),
            Text(f"{group.tokens:,}"),
            Text(group.first[:10]),
            Text(group.last[:10]),
        ]
        for (judge, model), group in sorted(groups.items())
    ]
    return f"{canvas.draw_with_remarks(headings, rows, ['' for _ in rows])}\n{total}\n"
