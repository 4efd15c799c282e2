"""An appraisal as one page that opens from disk: the sentences, then the figures, then the worst disagreements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge_eval.core.appraisal import Appraisal, Figure
from judge_eval.report.appraisal_words import (
    DRAWS,
    MAKERS,
    NAMES,
    OF_A_CRITERION,
    alternatives,
    left_out,
    people_figures,
)
from judge_eval.report.page_shell import page
from judge_eval.report.provenance import Fact
from judge_eval.text.counted import counted


def appraisal_html(appraisal: Appraisal) -> Iterator[str]:
    """The page in pieces."""
    title = f"judge-eval: {appraisal.judge or 'no judge'} on {appraisal.question}"
    return page(title, ("draw.js", "appraisal.js"), [("appraisal", _document(appraisal))])


def _document(appraisal: Appraisal) -> dict[str, Any]:
    plain = appraisal.model_dump(mode="json", include={"question", "judge", "confusion", "sentences", "disagreements"})
    worth = appraisal.predictiveness
    return plain | {
        "facts": [fact for fact in _facts(appraisal) if fact.text],
        "figures": [_figure(NAMES[name], found) for name, found in appraisal.figures.items()],
        "people": [_figure(name, found) for name, found in people_figures(appraisal.people).items()],
        "alternatives": list(alternatives(appraisal.people)),
        "noise": _noise(appraisal),
        "mean_asked": appraisal.wavering.mean_asked,
        "predictiveness": worth.model_dump(mode="json") if worth is not None else None,
        "criteria": [
            {
                "text": one.text,
                "n": one.n,
                "figures": [_figure(NAMES[name], one.figures[name]) for name in OF_A_CRITERION if name in one.figures],
            }
            for one in appraisal.criteria
        ],
    }


def _facts(appraisal: Appraisal) -> Iterator[Fact]:
    """What was appraised and on what."""
    record = appraisal.record
    yield Fact("judge", appraisal.judge or "none was needed")
    yield Fact("model version", ", ".join(record.judge.versions) if record is not None else "")
    yield Fact("question", appraisal.question)
    made, drawn = MAKERS[appraisal.made_by], DRAWS[appraisal.drawn]
    labels, clusters = counted(appraisal.labels, "label"), counted(appraisal.clusters, "cluster")
    yield Fact("labels", f"{labels} made {made}, {drawn}; {clusters}")
    yield Fact("from", ", ".join(appraisal.sources))
    yield Fact("besides", "; ".join(left_out(appraisal)))
    yield Fact("policy", appraisal.policy or "")
    if record is not None:
        yield Fact("version", f"judge-eval {record.version}")
        yield Fact("date", record.date)


def _noise(appraisal: Appraisal) -> list[dict[str, Any]]:
    wavering = appraisal.wavering
    named = {
        "undecided": wavering.undecided,
        "another answer on asking again": wavering.flip_rate,
        "intraclass correlation": wavering.icc,
    }
    return [_figure(name, found) for name, found in named.items() if found.value is not None or found.why]


def _figure(name: str, found: Figure) -> dict[str, Any]:
    return {"name": name, **found.model_dump(mode="json")}
