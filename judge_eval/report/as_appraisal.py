"""An appraisal of a judge as text: plain sentences first, then the figures, then the worst disagreements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import shorten, wrap

from rich.text import Text

from judge_eval.core.appraisal import Appraisal, CriterionAppraisal, Disagreement, Figure, FigureName
from judge_eval.report.appraisal_words import (
    DRAWS,
    MAKERS,
    NAMES,
    OF_A_CRITERION,
    alternatives,
    left_out,
    people_figures,
)
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import Marks, figure, interval
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted

WIDTH = 100
"""Characters of a line of prose where the canvas has no width."""

SHOWN = 300
"""Characters of a text that are shown of a disagreement."""


def appraisal_text(appraisal: Appraisal, canvas: Canvas) -> str:
    """The whole report, with a line end after each part."""
    parts = [
        _heading(appraisal),
        "\n".join(_wrapped(sentence, canvas) for sentence in appraisal.sentences) + "\n",
        confusion_table(appraisal, canvas),
        figure_table(appraisal.figures, canvas),
        *_people(appraisal, canvas),
        "".join(f"{line}\n" for line in _noise(appraisal, canvas.marks)),
        *_criteria(appraisal.criteria, canvas),
        *_disagreements(appraisal.disagreements, canvas),
    ]
    return "\n".join(part for part in parts if part)


def confusion_table(appraisal: Appraisal, canvas: Canvas) -> str:
    """What the judge decided against what people say."""
    table = appraisal.confusion
    cells = {
        "pass": (table.pass_good, table.pass_bad),
        "undecided": (table.undecided_good, table.undecided_bad),
        "fail": (table.fail_good, table.fail_bad),
    }
    rows = [
        [Text(f"judge: {word}"), Text(f"{good:g}"), Text(f"{bad:g}")]
        for word, (good, bad) in cells.items()
        if word != "undecided" or good or bad
    ]
    rows.append([Text("all"), Text(f"{table.good:g}"), Text(f"{table.bad:g}")])
    return canvas.draw(["", "people: good", "people: bad"], rows, stack=WIDTH)


def figure_table(figures: dict[FigureName, Figure], canvas: Canvas) -> str:
    """A line a figure: its value, interval and denominator, or why it cannot be had."""
    rows = [
        [Text(NAMES[name]), Text(figure(found.value, 3)), Text(_interval(found, canvas.marks)), Text(_count(found))]
        for name, found in figures.items()
    ]
    remarks = [found.why for found in figures.values()]
    return canvas.draw_with_remarks(["figure", "value", "95 % interval", "n", ""], rows, remarks) if rows else ""


def _heading(appraisal: Appraisal) -> str:
    """What was appraised, on what, and what tells nothing of it."""
    lines = [
        f"{appraisal.question}: {visible(appraisal.judge) or 'no judge was needed'}",
        f"{counted(appraisal.labels, 'label')} made {MAKERS[appraisal.made_by]}, {DRAWS[appraisal.drawn]}; "
        f"{counted(appraisal.clusters, 'cluster')}",
    ]
    lines += [visible(line) for line in left_out(appraisal)]
    return "\n".join(lines) + "\n"


def _people(appraisal: Appraisal, canvas: Canvas) -> Iterator[str]:
    """How well people agree, in figures."""
    shown = people_figures(appraisal.people)
    if not shown:
        return
    rows = [
        [Text(name), Text(figure(found.value, 3)), Text(_interval(found, canvas.marks)), Text(_count(found))]
        for name, found in shown.items()
    ]
    yield canvas.draw_with_remarks(
        ["people", "value", "95 % interval", "items", ""], rows, [found.why for found in shown.values()]
    )
    yield from (f"{line}\n" for line in alternatives(appraisal.people))


def _noise(appraisal: Appraisal, marks: Marks) -> Iterator[str]:
    """The judge's own noise, and what its leaning is worth."""
    wavering, worth = appraisal.wavering, appraisal.predictiveness
    undecided = figure(wavering.undecided.value, 3)
    yield f"noise    {wavering.mean_asked:.2f} samples an item; undecided {undecided} {_in(wavering.undecided, marks)}"
    if wavering.flip_rate.value is not None:
        flips = f"another answer on asking again {figure(wavering.flip_rate.value, 3)} {_in(wavering.flip_rate, marks)}"
        yield f"noise    {flips}; ICC {wavering.icc.why or figure(wavering.icc.value, 3)} {_in(wavering.icc, marks)}"
    if worth is None:
        return
    if not worth.informative:
        yield "probability    this judge carries no information: the surer it is of a pass, the less people agree"
    yield (
        f"probability    held-out log-loss {worth.log_loss:.3f} {_in(worth.log_loss_error, marks)} against "
        f"{worth.base_log_loss:.3f} of the base rate; Brier {worth.brier:.3f} {_in(worth.brier_error, marks)} against "
        f"{worth.base_brier:.3f}"
    )
    if worth.gain.value is not None:
        gain = f"{worth.gain.value:.3f} {_in(worth.gain, marks)}"
        yield f"probability    log-loss of the base rate less the judge's: {gain}"
    if worth.stacked:
        kept = ", ".join(worth.stacked)
        yield f"probability    with {kept} beside the judge, whose log-loss alone is {worth.alone_log_loss:.3f}"


def _criteria(criteria: Sequence[CriterionAppraisal], canvas: Canvas) -> Iterator[str]:
    """Each criterion by itself."""
    if not criteria:
        return
    rows = [
        [
            Text(shorten(visible(one.text), 60, placeholder="…")),
            Text(f"{one.n:g}"),
            *(
                Text(f"{figure(one.figures[name].value, 2)} {_in(one.figures[name], canvas.marks)}")
                for name in OF_A_CRITERION
            ),
        ]
        for one in criteria
    ]
    yield canvas.draw(["criterion", "n", *(NAMES[name] for name in OF_A_CRITERION)], rows, stack=WIDTH)


def _disagreements(found: Sequence[Disagreement], canvas: Canvas) -> Iterator[str]:
    """Where judge and people part, the surest first."""
    if not found:
        return
    lines = ["worst disagreements, the surest first"]
    for one in found:
        probability = "" if one.probability is None else f" (probability that it is good: {one.probability:.2f})"
        lines.append(f"\n{visible(one.id)}: people say {one.people}, the judge {one.decision}{probability}")
        told = {"criterion": one.criterion, "user": one.prompt, "reference": one.reference, "response": one.response}
        told["judge"] = one.reason
        for name, text in told.items():
            if text:
                lines.append(_wrapped(f"{name}: {shorten(visible(text), SHOWN, placeholder=' …')}", canvas, "  "))
    yield "\n".join(lines) + "\n"


def _wrapped(text: str, canvas: Canvas, indent: str = "") -> str:
    width = min(canvas.width or WIDTH, WIDTH)
    return "\n".join(wrap(text, width, initial_indent=indent, subsequent_indent=f"{indent}  "))


def _interval(found: Figure, marks: Marks) -> str:
    return interval(found.low, found.high, marks)


def _in(found: Figure, marks: Marks) -> str:
    said = _interval(found, marks)
    return f"({said})" if said else ""


def _count(found: Figure) -> str:
    return "" if found.n is None else f"{found.n:g}"
