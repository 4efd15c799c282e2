"""The rules by which metrics gate against a baseline: what each needs, and which metrics can have none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from judge_eval.adapters.files.known_metrics import MetricShape
from judge_eval.adapters.files.metric_entry import Entry
from judge_eval.adapters.files.parsing.document import Document
from judge_eval.core.config import GateConfig, MetricConfig
from judge_eval.errors import Problem


def needless_rules(entry: Entry, shape: MetricShape, settings: Mapping[str, JsonValue]) -> Iterator[Problem]:
    """The problem of each setting of a rule on a metric that never passes or fails."""
    for key in ("rule", "margin", "tolerance"):
        if key in settings and shape.bounds is None:
            message = f"'{entry.name}' is reported only: it never passes or fails"
            yield entry.problem((*entry.at, key), message, expected="no rule", remedy="leave it out")


def lacking_bars(metrics: Mapping[str, MetricConfig], gate: GateConfig, document: Document) -> Iterator[Problem]:
    """The problem of each rule without the bar that it needs: a floor without `floor`, a band without `tolerance`."""
    for name, config in metrics.items():
        entry = Entry(name, document, ("metrics", name))
        if config.rule == "floor" and config.floor is None:
            yield entry.problem((*entry.at, "rule"), "this rule needs a floor", remedy="write floor: 0.9 beside it")
        if config.rule == "tolerance" and config.tolerance is None and gate.tolerance is None:
            yield entry.problem((*entry.at, "rule"), "this rule needs a band", remedy="write tolerance: 0.05 beside it")
    if gate.rule == "tolerance" and gate.tolerance is None:
        remedy = "write tolerance: 0.05 beside it"
        yield Entry("gate", document, ("gate",)).problem(("gate", "rule"), "this rule needs a band", remedy=remedy)
