"""Cassettes: the samples of a suite in one JSONL file, under a first line that says whose they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, Field, ValidationError

from judge_eval.adapters.files.atomic_write import write_file
from judge_eval.adapters.files.parsing.json_lines import Line, read_lines
from judge_eval.core.frozen import Frozen
from judge_eval.core.results import JudgeUsed, QuestionUsed
from judge_eval.core.sample import Sample
from judge_eval.errors import InputError, Problem

SCHEMA = "judge-eval/cassette/1"
_REMEDY = "write it anew: judge-eval cache export"


class RecordedQuestion(QuestionUsed):
    """How a metric was asked, with the `kind` and `model` of the backend, which are part of its samples' keys."""

    kind: str
    model: str


class CassetteHead(Frozen):
    """The first line: the suite's judge, each metric's, and how many samples follow, asked between two dates."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    schema_: Literal["judge-eval/cassette/1"] = Field(default=SCHEMA, alias="schema")
    judge: JudgeUsed | None = None
    questions: dict[str, RecordedQuestion]
    samples: int = Field(ge=0)
    oldest: str = ""
    newest: str = ""


class _Entry(Frozen):
    """One line after the first."""

    key: str
    sample: Sample


@dataclass(frozen=True, slots=True)
class Cassette:
    """A cassette as it was read; `samples` by their keys."""

    path: Path
    head: CassetteHead
    samples: Mapping[str, Sample]


def read_cassette(path: Path) -> Cassette:
    """The cassette at `path`. Raises: InputError where it is none, or not whole."""
    lines = read_lines(path)
    first = next(lines, None)
    if first is None:
        raise InputError(Problem("the file is empty", place=str(path), expected="a cassette", remedy=_REMEDY))
    try:
        head = CassetteHead.model_validate_json(first.data or b"")
    except ValidationError as error:
        raise _no_cassette(path, first, error) from error
    samples = dict(_entries(path, lines))
    if len(samples) != head.samples:
        found, expected = f"{len(samples)} samples", f"{head.samples}, as its first line says"
        problem = Problem("the cassette is not whole", place=str(path), found=found, expected=expected, remedy=_REMEDY)
        raise InputError(problem)
    return Cassette(path, head, samples)


def write_cassette(
    path: Path, judge: JudgeUsed | None, questions: Mapping[str, RecordedQuestion], samples: Mapping[str, Sample]
) -> None:
    """Writes a cassette of these samples, the same bytes for the same ones. Raises: InputError where it cannot be."""
    dates = sorted(sample.date for sample in samples.values())
    head = CassetteHead(
        judge=judge,
        questions=dict(sorted(questions.items())),
        samples=len(samples),
        oldest=dates[0] if dates else "",
        newest=dates[-1] if dates else "",
    )
    lines: Iterable[Frozen] = (head, *(_Entry(key=key, sample=samples[key]) for key in sorted(samples)))
    write_file(path.parent, path.name, (line.model_dump_json() + "\n" for line in lines))


def _entries(path: Path, lines: Iterator[Line]) -> Iterator[tuple[str, Sample]]:
    for line in lines:
        try:
            entry = _Entry.model_validate_json(line.data or b"")
        except ValidationError as error:
            raise _no_cassette(path, line, error) from error
        yield entry.key, entry.sample


def _no_cassette(path: Path, line: Line, error: ValidationError) -> InputError:
    details = error.errors(include_url=False, include_input=False)[0]
    return InputError(
        Problem(
            f"this is no line of a cassette: {details['msg']}",
            place=str(path),
            line=line.number,
            field=".".join(map(str, details["loc"])) or None,
            expected=f"a file with the schema {SCHEMA}",
            remedy=_REMEDY,
        )
    )
