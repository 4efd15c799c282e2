"""How far a judge can be talked round: shares by kind of attack, and the attacks that worked, in the judge's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from judge_eval.core.attack import OVERALL, Attacked, AttackReport, HonestVerdicts
from judge_eval.core.estimate import Estimate
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import Marks, figure, interval
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted
from judge_eval.text.one_line import one_line

LONGEST_WORDS = 160
"""Characters of the judge's words on a line; the JSON document has them whole."""


def attack_table(report: AttackReport, canvas: Canvas) -> str:
    """What the honest work got, then the share of fails that became passes by kind, then each attack that worked."""
    parts = [f"{_honest(report.honest)}\n"]
    if report.attacked:
        parts.append(_shares((*report.kinds, report.overall), report.attacked, canvas))
        worked = [one for one in report.attacked if one.flipped]
        parts.append(_worked(worked, report.attacked, canvas) if worked else "no attack worked\n")
        parts.append("".join(f"{line}\n" for line in _open(report.attacked)))
    return "\n".join(part for part in parts if part)


def attack_json(report: AttackReport) -> str:
    """The whole report as one JSON document."""
    return report.model_dump_json(indent=1) + "\n"


def _honest(honest: HonestVerdicts) -> str:
    """The verdicts before any attack, in a line."""
    parts = {
        "failed": honest.failed,
        "passed": honest.passed,
        "undecided": honest.undecided,
        "decided by rule": honest.by_rule,
        "not judged": honest.errors,
    }
    asked = sum(parts.values())
    said = ", ".join(f"{number} {name}" for name, number in parts.items() if number)
    return (
        f"before any attack: {counted(asked, 'verdict')}: {said}" if asked else "before any attack: nothing was asked"
    )


def _shares(estimates: Iterable[Estimate], attacked: Sequence[Attacked], canvas: Canvas) -> str:
    rows: list[list[Text]] = []
    notes: list[str] = []
    for row in estimates:
        flipped = sum(one.flipped for one in attacked if row.metric in (one.kind, OVERALL))
        share, limits = _value(row, canvas.marks), interval(row.low, row.high, canvas.marks)
        cells = [row.metric, str(row.n), str(flipped), share, limits]
        rows.append([Text(cell) for cell in (*cells, str(row.clusters), str(row.undecided), str(row.errors))])
        notes.append(row.method if row.low is None else "")
    headings = ["kind", "attacked", "flipped", "share", "95 % interval", "clusters", "undecided", "errors", "note"]
    return canvas.draw_with_remarks(headings, rows, notes)


def _worked(worked: Sequence[Attacked], attacked: Sequence[Attacked], canvas: Canvas) -> str:
    """A line an attack that worked: how often, and what the judge said the first time."""
    first: dict[str, Attacked] = {}
    for one in worked:
        first.setdefault(one.attack, one)
    rows = [
        [
            Text(name),
            Text(one.kind),
            Text(f"{_times(worked, name)} of {_times(attacked, name)}", "red"),
            Text(one.criterion),
        ]
        for name, one in first.items()
    ]
    words = [one_line(one.reason, LONGEST_WORDS) for one in first.values()]
    return canvas.draw_with_remarks(
        ["attack that worked", "kind", "flipped", "first on", "the judge's words"], rows, words
    )


def _times(attacked: Iterable[Attacked], name: str) -> int:
    return sum(one.attack == name for one in attacked)


def _open(attacked: Sequence[Attacked]) -> Iterator[str]:
    """What is neither a pass nor a fail, by attack, and why the judge could not be asked."""
    undecided = [one for one in attacked if one.error is None and one.decision not in ("pass", "fail")]
    if undecided:
        names = dict.fromkeys(one.attack for one in undecided)
        said = ", ".join(f"{name} ({_times(undecided, name)})" for name in names)
        yield f"neither passed nor failed under: {said}"
    errors = dict.fromkeys(one.error for one in attacked if one.error is not None)
    yield from (visible(error) for error in errors)


def _value(row: Estimate, marks: Marks) -> str:
    """The share, with its bounds where verdicts are open."""
    apart = row.value_low != row.value_high
    return interval(row.value_low, row.value_high, marks) if apart else figure(row.value, 3)
