"""A comparison as text: what changed in sentences, the table of metrics, and what newly broke, both answers abreast."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from rich.text import Text

from judge_eval.core.comparison import Comparison, MetricChange
from judge_eval.judge import catalog as questions
from judge_eval.report.as_changed_items import items_text
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import STYLES, UNICODE, figure, signed_interval, with_interval
from judge_eval.report.scored_suite import NO_PROOF
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted

MOST_NAMED = 10
"""Cases and differences that are named; of more the number is told."""


def comparison_json(comparison: Comparison) -> str:
    """comparison.json: equal bytes for equal results, whatever the order of cases and the concurrency."""
    return json.dumps(comparison.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"


def comparison_text(comparison: Comparison, canvas: Canvas) -> str:
    """The whole comparison for a person to read."""
    parts = [
        "".join(f"{visible(line)}\n" for line in sentences(comparison)),
        _table(comparison, canvas),
        items_text(comparison.items, canvas),
        "".join(f"{visible(line)}\n" for line in named(comparison)),
        f"{comparison.status}: {NO_PROOF}\n" if comparison.status == "failed" else f"{comparison.status}\n",
    ]
    return "\n".join(part for part in parts if part)


def comparison_markdown(comparison: Comparison) -> str:
    """The same text for where Markdown is shown: fenced by more backticks than stand in it."""
    text = comparison_text(comparison, Canvas(UNICODE))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}{fence}\n"


def sentences(comparison: Comparison) -> Iterator[str]:
    """A sentence a metric that decides; one alone where none does."""
    gating = [change for change in comparison.changes if change.rule is not None]
    if not gating:
        yield "nothing decides: no metric has a rule against the baseline"
    for change in gating:
        yield f"{change.metric}: {said(change, comparison)}"


def said(change: MetricChange, comparison: Comparison) -> str:
    """What a metric's change is and what it decides, in a sentence."""
    verdict = f"{change.decision or 'incomplete'} by the {change.rule} rule: {change.why}"
    if change.n == 0 or change.change is None:
        return verdict
    items = [item for item in comparison.items if item.metric == change.metric]
    worse, better = (sum(item.turned == turned for item in items) for turned in ("broken", "fixed"))
    moved = f"{worse} of {counted(change.n, 'answer')} got worse, {better} got better: {_moved(change)}"
    if change.clusters < change.n:
        moved += f", in {counted(change.clusters, 'conversation')}"
    if change.human_change is not None and change.raw_margin is not None:
        moved += (
            f"; on people's scale {_signed(change.human_change)} points, against a margin of {_points(change.margin)}"
        )
    if change.decision in ("undecided", "review") and change.rule == "statistical":
        smallest = f"the smallest drop it would see is {_points(change.visible_drop)}"
        verdict += f"; {smallest if change.visible_drop is not None else 'so few would show no drop at all'}"
    return f"{moved}; {verdict}"


def named(comparison: Comparison) -> Iterator[str]:
    """What is not compared, and what makes the comparison doubtful, a line each."""
    for side in ("base", "candidate"):
        cases = [one for one in comparison.one_sided if one.side == side and one.metric is None]
        for one in cases[:MOST_NAMED]:
            yield f"one side only: {one.case_id}, which the {side} alone has: {one.why}"
        yield from _more(len(cases), "case")
    lone = [one for one in comparison.one_sided if one.metric is not None]
    for one in lone[:MOST_NAMED]:
        place = "" if one.turn is None else f", turn {one.turn + 1}"
        yield f"one side only: {one.case_id}{place}, {one.metric}, on the {one.side}: {one.why}"
    yield from _more(len(lone), "item")
    for one in comparison.differences[:MOST_NAMED]:
        left = f" ({counted(one.left_out, 'item')} left out)" if one.left_out else ""
        yield f"not alike: {one.kind} of {one.name}: {one.what}{left}"
    yield from _more(len(comparison.differences), "difference")
    for warning in comparison.warnings:
        yield f"warning: {warning}"
    for change in comparison.changes:
        changed = sum(item.metric == change.metric for item in comparison.items)
        if changed and change.metric in questions.NAMES and change.decision != "pass":
            yield f"{change.metric}: to be sure, let people judge its {counted(changed, 'changed item')}"


def _more(n: int, what: str) -> Iterator[str]:
    if n > MOST_NAMED:
        yield f"  and {counted(n - MOST_NAMED, f'more {what}')}"


def _table(comparison: Comparison, canvas: Canvas) -> str:
    changes = comparison.changes
    columns = {
        "metric": [change.metric for change in changes],
        "rule": [change.rule or "" for change in changes],
        "baseline": [figure(change.base, 3) for change in changes],
        "candidate": [figure(change.candidate, 3) for change in changes],
        "change": ["" if change.change is None else f"{change.change:+.3f}" for change in changes],
        "90 % interval": [signed_interval(change.low, change.high) for change in changes],
        "n": [str(change.n) for change in changes],
        "clusters": [str(change.clusters) for change in changes],
        "worse": [str(change.broken or "") for change in changes],
        "better": [str(change.fixed or "") for change in changes],
        "undecided": [str(change.undecided or "") for change in changes],
        "asked again": [str(change.asked_again or "") for change in changes],
        "p": [figure(change.p if change.p_adjusted is None else change.p_adjusted, 3) for change in changes],
    }
    kept = {heading: list(map(Text, cells)) for heading, cells in columns.items() if any(cells)}
    kept["decision"] = [Text(*_decision(change)) for change in changes]
    rows = list(zip(*kept.values(), strict=True))
    return canvas.draw_with_remarks([*kept, "note"], rows, list(map(_note, changes))) if changes else ""


def _note(change: MetricChange) -> str:
    notes = [change.method] if change.low is None and change.n else []
    notes += [f"{counted(change.one_sided, 'item')} on one side only"] if change.one_sided else []
    notes += [f"{counted(change.left_out, 'item')} not alike"] if change.left_out else []
    return "; ".join(notes)


def _decision(change: MetricChange) -> tuple[str, str]:
    if change.rule is None:
        return "reported", ""
    words = {"fail": "FAIL", None: "incomplete"}
    said = words.get(change.decision, str(change.decision))
    return said, STYLES.get("undecided" if change.decision in ("review", None) else change.decision, "")


def _moved(change: MetricChange) -> str:
    """The change in words, with its one-sided limits."""
    points = 100 * (change.change or 0.0)
    moved = (
        f"a drop of {-points:.1f} points" if points < 0 else f"a gain of {points:.1f} points" if points else "no change"
    )
    low, high = (None if end is None else 100 * end for end in (change.low, change.high))
    return with_interval(moved, signed_interval(low, high, 1))


def _points(share: float | None) -> str:
    return f"{100 * (share or 0.0):.1f} points"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}"
