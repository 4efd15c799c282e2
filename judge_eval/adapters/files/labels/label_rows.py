"""One row of labels, in whatever columns it came, as a `Label`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from pydantic import JsonValue

from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.label import Label
from judge_eval.core.rubric import AppliesTo
from judge_eval.errors import InputError, Problem, nearest
from judge_eval.judge.catalog import QUESTION_OF
from judge_eval.judge.criteria import METRICS

QUESTIONS = tuple(dict.fromkeys(QUESTION_OF.values()))
"""What can be labelled."""

_SPELLINGS = MappingProxyType(
    dict(zip(QUESTIONS, QUESTIONS, strict=True)) | {"hallucination": "grounding"} | QUESTION_OF
)

KIND_OF: Mapping[JsonValue, AppliesTo] = MappingProxyType({metric: kind for kind, metric in METRICS.items()})
"""What the criteria of a rubric's metric are about."""

_GOOD = ("true", "yes", "y", "pass", "passed", "good", "correct", "supported", "safe", "wahr", "vrai", "verdadero")
_BAD = ("false", "no", "n", "fail", "failed", "bad", "incorrect", "unsupported", "unsafe", "falsch", "faux", "falso")
_NOTHING = ("", "null", "none", "?", "unsure", "cannot_tell")
_NOT_APPLICABLE = ("not_applicable", "not applicable", "n/a", "na")
"""Words that people write for a mark, or a spreadsheet in their language; a number is 1, 0, or a point of a scale."""

_FIELDS = tuple(name for name in Label.model_fields if name != "more")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns hold which field, where they are not called by its name; `labels` may stand in several."""

    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    @classmethod
    def parsed(cls, texts: tuple[str, ...]) -> Columns:
        """The columns that `FIELD=COLUMN` or `labels=COLUMN,COLUMN` name. Raises: InputError for anything else."""
        named: dict[str, tuple[str, ...]] = {}
        for text in texts:
            name, equals, column = text.partition("=")
            if not equals or not column or name not in (*_FIELDS, "metric"):
                remedy = nearest(name, _FIELDS) or f"FIELD is one of {', '.join(_FIELDS)}"
                raise InputError(
                    Problem(
                        "this maps no column", place="--map", found=f"'{text}'", expected="FIELD=COLUMN", remedy=remedy
                    )
                )
            several = tuple(column.split(",")) if name == "labels" else (column,)
            named["question" if name == "metric" else name] = several
        return cls(named)


def label_of(row: Document, columns: Columns, question: str | None) -> Label:
    """The label of a row; `question` is asked where the row names none.

    Raises: InputError with every problem found.
    """
    if not isinstance(row.value, dict):
        found = type(row.value).__name__
        raise InputError(Problem("a row is an object", place=row.place, line=row.line_of(()), found=found))
    fields, more = _parted(row, row.value, columns)
    # A table has a cell for everything: an empty one says nothing.
    fields = {name: value for name, value in fields.items() if value != ""}
    named = fields.get("question") or question
    fields["question"] = _question(row, named)
    if named in KIND_OF:
        fields["applies_to"] = KIND_OF[named]
    if "labels" in fields:
        marks = fields["labels"] if isinstance(fields["labels"], list) else [fields["labels"]]
        fields["labels"] = [_mark(mark) for mark in marks]
    if "label" in fields:
        fields["label"] = _mark(fields["label"])
    if fields.get("id") is None:
        # The same row gets the same id wherever it stands.
        fields["id"] = fingerprint({name: value for name, value in fields.items() if name not in ("label", "labels")})[
            :12
        ]
    return validated(Label, replace(row, value={**fields, "more": more}))


def _parted(
    row: Document, value: Mapping[str, JsonValue], columns: Columns
) -> tuple[dict[str, JsonValue], dict[str, JsonValue]]:
    """The fields of a label, and what is in no column of theirs."""
    fields: dict[str, JsonValue] = {}
    taken: set[str] = set()
    for name, sources in columns.named.items():
        missing = [source for source in sources if source not in value]
        if missing:
            remedy = nearest(missing[0], value) or f"there are {', '.join(value)}"
            message = f"there is no column '{missing[0]}'"
            raise InputError(Problem(message, place=row.place, line=row.line_of(()), field=name, remedy=remedy))
        taken.update(sources)
        fields[name] = [value[source] for source in sources] if name == "labels" else value[sources[0]]
    for name in (*_FIELDS, "metric"):
        field_name = "question" if name == "metric" else name
        if name in value and name not in taken and field_name not in fields:
            fields[field_name] = value[name]
            taken.add(name)
    return fields, {name: inner for name, inner in value.items() if name not in taken}


def _question(row: Document, named: JsonValue) -> str:
    """The question by one of its names. Raises: InputError where there is none, or none that is known."""
    if isinstance(named, str) and named in _SPELLINGS:
        return _SPELLINGS[named]
    known = f"one of {', '.join(QUESTIONS)}"
    message = "the row does not say what is labelled" if named is None else "there is no such question"
    remedy = "name it with --question" if named is None else nearest(str(named), _SPELLINGS) or f"write {known}"
    found = None if named is None else f"'{named}'"
    at = row.line_of(("question",))
    raise InputError(
        Problem(message, place=row.place, line=at, field="question", found=found, expected=known, remedy=remedy)
    )


def _mark(mark: JsonValue) -> JsonValue:
    """The mark that a word means; anything else as it is, for the label itself to refuse."""
    if not isinstance(mark, str):
        return mark
    word = mark.strip().casefold()
    if word in _GOOD or word in _BAD:
        return word in _GOOD
    if word in _NOTHING:
        return None
    if word in _NOT_APPLICABLE:
        return "not_applicable"
    return int(word) if word.isdecimal() else mark
