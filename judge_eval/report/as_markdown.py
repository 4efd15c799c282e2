"""summary.md: what a pull request needs to know of a scored suite, and no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nsmallest

from judge_eval.core.comparison import ChangedItem, Comparison, ItemSide
from judge_eval.core.results import CaseResult, EstimateRow
from judge_eval.report.as_comparison import named, sentences
from judge_eval.report.as_estimates import bar_of, notes_of
from judge_eval.report.as_terminal import first_reason
from judge_eval.report.markdown_text import markdown, table
from judge_eval.report.marks import UNICODE, figure, interval
from judge_eval.report.provenance import provenance
from judge_eval.report.scored_suite import A_REASON_TO_LOOK, STATUS, ScoredSuite, accepted_at
from judge_eval.text.counted import counted

MOST_ROWS = 100
"""Rows of a table; the page has them all."""

LONGEST_ANSWER = 500

MOST_BYTES = 1_000_000
"""GitHub refuses a summary of more than 1 MiB."""

_LEFT_OUT = "*Left out, for the summary would be too long: see report.html.*\n"


def summary_markdown(suite: ScoredSuite, results: Iterable[CaseResult]) -> str:
    """The summary: the ruling, who judged, the estimates, what broke, newly broken first."""
    parts = (
        f"## judge-eval: {STATUS[suite.head.status].lower()}\n",
        "".join(f"- {markdown(sentence, 600)}\n" for _, sentence in suite.reasons),
        "".join(f"**{fact.name}** {markdown(fact.text, 600)}  \n" for fact in provenance(suite.head, suite.session)),
        f"### Estimates\n\n{_estimates(suite)}" if suite.head.estimates else "",
        *(_compared(suite.comparison) if suite.comparison is not None else ()),
        _not_passed(results),
    )
    return _within_limit(filter(None, parts)) + f"\n*{A_REASON_TO_LOOK}*\n"


def _within_limit(parts: Iterable[str]) -> str:
    """The parts, with a word in the place of each that would make the summary too long."""
    kept: list[str] = []
    left = MOST_BYTES
    for part in parts:
        size = len(part.encode())
        kept.append(part if size <= left else _LEFT_OUT)
        left -= size if size <= left else 0
    return "\n".join(kept)


def _estimates(suite: ScoredSuite) -> str:
    rows = [
        [
            f"{markdown(row.metric)} ({row.kind.replace('_', ' ')})",
            _value(row),
            interval(row.low, row.high, UNICODE),
            str(row.n),
            figure(row.baseline, 3),
            "" if row.delta is None else f"{row.delta:+.3f}",
            _decided(row, suite.pass_share),
            markdown("; ".join(notes_of(row)), 600),
        ]
        for row in suite.head.estimates[:MOST_ROWS]
    ]
    headings = ["estimate", "value", "95 % interval", "n", "baseline", "change", "decided by", "note"]
    return table(headings, rows) + _more(len(suite.head.estimates), "estimate")


def _value(row: EstimateRow) -> str:
    bounds = interval(row.value_low, row.value_high, UNICODE)
    open_ = "" if row.value_low == row.value_high else f" (can become {bounds})"
    raw = "" if row.raw is None else f", raw {figure(row.raw, 3)}"
    return f"{figure(row.value, 3)}{raw}{open_}"


def _decided(row: EstimateRow, pass_share: float) -> str:
    word = {True: f"{UNICODE.passed} reached", False: f"{UNICODE.failed} not reached", None: "undecided"}
    return f"{bar_of(row, pass_share)}: {word[row.passed]}" if row.decided_by else ""


def _compared(comparison: Comparison) -> Iterator[str]:
    """What the baseline decides, what is newly broken with both answers, and what cannot be compared."""
    accepted = accepted_at(comparison)
    yield f"### Against the baseline{f', {markdown(accepted)}' if accepted else ''}\n"
    yield "".join(f"- {markdown(sentence, 600)}\n" for sentence in sentences(comparison))
    for turned, heading in (("broken", "Newly broken"), ("fixed", "Newly fixed"), ("open", "Undecided on a side")):
        items = [item for item in comparison.items if item.turned == turned]
        if items:
            rows = [_changed(item) for item in items[:MOST_ROWS]]
            drawn = table(["case", "metric", "before", "now"], rows)
            yield f"#### {heading}: {len(items)}\n\n{drawn}{_more(len(items), 'item')}"
    yield "".join(f"- {markdown(line)}\n" for line in named(comparison))


def _changed(item: ChangedItem) -> list[str]:
    turn = "" if item.turn is None else f", turn {item.turn + 1}"
    criterion = "" if item.criterion is None else f", {item.criterion}"
    place = markdown(f"{item.case_id}{turn}{criterion}")
    return [place, markdown(item.metric), _side(item.base), _side(item.candidate)]


def _side(side: ItemSide) -> str:
    """An item on one side: its value, its reason, and the answer that was given."""
    reason = f" {markdown(side.reason)}" if side.reason else ""
    answer = f"<br>“{markdown(side.response, LONGEST_ANSWER)}”" if side.response else ""
    return f"{figure(side.value)}{reason}{answer}"


def _not_passed(results: Iterable[CaseResult]) -> str:
    """The cases that failed, could not be scored or stay undecided, the failed ones first."""
    order = {"failed": 0, "error": 1, "undecided": 2}
    counts = dict.fromkeys(order, 0)

    def told() -> Iterator[tuple[int, str, int, str]]:
        for result in results:
            if result.status in order and result.quarantine is None:
                counts[result.status] += 1
                yield order[result.status], result.id, result.repeat, first_reason(result)

    first = nsmallest(MOST_ROWS, told())
    if not first:
        return ""
    words = list(order)
    rows = [[markdown(_name(id_, repeat)), words[place], markdown(reason)] for place, id_, repeat, reason in first]
    said = ", ".join(f"{number} {word}" for word, number in counts.items() if number)
    drawn = table(["case", "", "why"], rows)
    return f"### Not passed: {said}\n\n{drawn}{_more(sum(counts.values()), 'case')}"


def _name(id_: str, repeat: int) -> str:
    return id_ if repeat == 0 else f"{id_} (repeat {repeat})"


def _more(n: int, noun: str) -> str:
    """What is said of the rows that were left out."""
    return f"\n{counted(n - MOST_ROWS, f'more {noun}')} in report.html\n" if n > MOST_ROWS else ""
