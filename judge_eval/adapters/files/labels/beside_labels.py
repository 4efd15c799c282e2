"""What stands beside a label file: the worklist that it was written from, and the policy of its annotators."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from judge_eval.adapters.files.labels.label_rows import KIND_OF
from judge_eval.adapters.files.parsing.document import Document, read_document
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.adapters.files.parsing.source import read_text
from judge_eval.calibration.thresholds import MAX_FILE_BYTES
from judge_eval.core.label import Label
from judge_eval.core.worklist import Worklist, WorklistItem
from judge_eval.errors import InputError, Problem
from judge_eval.judge.question import Item

WORKLIST_SUFFIX = ".draw.json"
POLICY_SUFFIX = ".policy.md"

_DRAWN_ID = re.compile(r"w-[0-9a-f]{12}")
"""The ids of worklists; a letter first, since spreadsheets take 12 digits, or 1e5, for a number."""


@dataclass(frozen=True)
class Beside:
    """What is known of a label file from the files that stand beside it."""

    worklist: Worklist | None = None
    policy: str | None = None

    @classmethod
    def of(cls, path: Path) -> Beside:
        """What is there. Raises: InputError where it cannot be read."""
        worklist, policy = path.with_suffix(WORKLIST_SUFFIX), path.with_suffix(POLICY_SUFFIX)
        return cls(
            validated(Worklist, read_document(worklist)) if worklist.is_file() else None,
            read_text(policy, MAX_FILE_BYTES).strip() if policy.is_file() else None,
        )

    @property
    def question(self) -> str | None:
        """The question that the worklist was drawn for."""
        return None if self.worklist is None else self.worklist.question

    @cached_property
    def items(self) -> Mapping[str, WorklistItem]:
        """The items of the worklist, by their ids."""
        return {item.id: item for item in self.worklist.items} if self.worklist is not None else {}

    def lost(self, label: Label) -> bool:
        """Whether the label is of a worklist that does not stand beside its file."""
        return self.worklist is None and _DRAWN_ID.fullmatch(label.id) is not None

    def placed(self, label: Label, row: Document) -> Label:
        """The label of a row with its place in the run and what the judge was shown there, where it was drawn from one.

        Raises: InputError where it is none of those that were drawn.
        """
        if self.worklist is None:
            return label
        item = self.items.get(label.id)
        if item is None:
            raise InputError(
                Problem(
                    "this row is none of those that were drawn",
                    place=row.place,
                    line=row.line_of(("id",)),
                    field="id",
                    found=f"'{label.id}'",
                    expected=f"an id of {len(self.items)} in the worklist",
                    remedy="put labels of other items into a file of their own",
                )
            )
        update: dict[str, object] = {
            "item": item.key,
            "run": item.place,
            "cluster": label.cluster or item.cluster,
            "probability": item.probability,
            "applies_to": KIND_OF.get(self.worklist.metric, label.applies_to),
        }
        return label.model_copy(update=update | _shown(item))


def _shown(item: WorklistItem) -> dict[str, object]:
    """What was judged as the judge was shown it: a spreadsheet may have changed it, and it holds no scale."""
    if not item.asked:
        return {}
    asked = Item.model_validate(item.asked[0])
    shown: dict[str, object] = {name: asked.inputs[name] for name in ("response", "reference") if name in asked.inputs}
    return shown | ({} if asked.criterion is None else {"criterion": asked.criterion})
