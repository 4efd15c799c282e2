"""What pydantic found wrong with a value, as problems that name line, field, remedy."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, JsonValue, ValidationError
from pydantic.alias_generators import to_camel, to_snake
from pydantic_core import ErrorDetails

from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.files.parsing.field_path import FieldPath, field_text, value_at
from judge_eval.adapters.files.percent import share_meant
from judge_eval.calibration.thresholds import MAX_PROBLEMS
from judge_eval.core.frozen import MisfitError
from judge_eval.errors import InputError, Problem, near_names, nearest
from judge_eval.text.one_line import cut

ModelT = TypeVar("ModelT", bound=BaseModel)

_EXPECTED = {
    "string_type": "text",
    "string_too_short": "text that is not empty",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "greater_than_equal": "a number of at least {ge}",
    "greater_than": "a number above {gt}",
    "less_than_equal": "a number of at most {le}",
    "literal_error": "one of {expected}",
    "enum": "one of {expected}",
    "too_short": "at least {min_length} entries",
    "too_long": "at most {max_length} entries",
}


class Findings:
    """The problems of one reading, gathered so that all are told at once; past `MAX_PROBLEMS` they are counted only."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []
        self._n_more = 0

    def add(self, problems: Iterable[Problem]) -> None:
        """Takes note of `problems`."""
        for problem in problems:
            if len(self._problems) < MAX_PROBLEMS:
                self._problems.append(problem)
            else:
                self._n_more += 1

    def raise_any(self) -> None:
        """Raises: InputError with all that was found, where anything was."""
        if not self._problems:
            return
        more = [Problem(f"and {self._n_more:,} more problems")] if self._n_more else []
        raise InputError([*self._problems, *more])


def validated(model: type[ModelT], document: Document, at: FieldPath = ()) -> ModelT:
    """The value at `at`, as `model`.

    Raises: InputError with every problem found.
    """
    try:
        return model.model_validate(value_at(document.value, at))
    except ValidationError as error:
        raise InputError(problems_of(error, model, document, at)) from error


def problems_of(
    error: ValidationError, model: type[BaseModel], document: Document, at: FieldPath = ()
) -> list[Problem]:
    """The problems that `error` tells of the value at `at`, which was held against `model`; one a field."""
    by_path: dict[FieldPath, list[ErrorDetails]] = {}
    for details in error.errors(include_url=False):
        path = (*at, *_path_in(value_at(document.value, at), details))
        by_path.setdefault(path, []).append(details)
    deepest = [path for path in by_path if not _other_branch(path, by_path)]
    return [_problem(path, by_path[path], model, document, len(at)) for path in deepest]


def shortened(value: JsonValue) -> str:
    """`value` as JSON in at most 60 characters."""
    return cut(json.dumps(value, ensure_ascii=False, default=str), 60)


def _other_branch(path: FieldPath, paths: Iterable[FieldPath]) -> bool:
    """Whether a deeper error under `path` shows that its error is the word of a union's other branch."""
    return any(len(other) > len(path) and other[: len(path)] == path for other in paths)


def _path_in(value: JsonValue, details: ErrorDetails) -> Iterator[str | int]:
    """The steps of an error's place that the value really has; pydantic mixes the names of union branches in."""
    misfit = _misfit(details)
    steps = (*details["loc"], *(misfit.at if misfit is not None else ()))
    for place, step in enumerate(steps):
        is_missing = place == len(steps) - 1 and details["type"] == "missing"
        if isinstance(value, dict) and (key := _key(value, step, is_missing)) is not None:
            value = value[key]
            yield key
        elif isinstance(value, list) and isinstance(step, int):
            value = value[step] if step < len(value) else None
            yield step
        elif is_missing:
            yield to_snake(str(step))


def _key(value: dict[str, JsonValue], step: str | int, is_missing: bool) -> str | None:
    """The key that `step` means, which the file may write in camel case; None where there is none."""
    spellings = () if is_missing else (str(step), to_camel(str(step)))
    return next((key for key in spellings if key in value), None)


def _problem(
    path: FieldPath, errors: list[ErrorDetails], model: type[BaseModel], document: Document, depth: int
) -> Problem:
    details = errors[0]
    found = value_at(document.value, path)
    kind = details["type"]
    known = _known_names(model, path[depth:-1])
    message, expected, remedy, shown = "this value does not fit", _expected(errors), None, shortened(found)
    if kind == "missing":
        message, expected, shown = "this field is missing", None, None
        remedy = _misspelt(str(path[-1]), value_at(document.value, path[:-1]), known) or f"add '{path[-1]}'"
    elif kind == "extra_forbidden":
        message, expected = "this key is not known here", f"one of {', '.join(known)}" if known else None
        remedy = "remove it" if path[-1] in known else nearest(str(path[-1]), known) or "remove it"
    elif kind in ("value_error", "assertion_error"):
        message, expected = str(details.get("ctx", {}).get("error", details["msg"])), None
        misfit = _misfit(details)
        remedy = misfit.remedy if misfit is not None else "mend the value"
    elif kind == "string_too_short":
        message = "this text is empty"
    elif _is_share(errors):
        remedy = share_meant(found)
    return Problem(
        message,
        place=document.place,
        line=document.line_of(path),
        field=field_text(path),
        found=shown,
        expected=expected,
        remedy=remedy or f"write {expected}",
    )


def _misfit(details: ErrorDetails) -> MisfitError | None:
    """What a noun's own check says of its parts, where that is the error."""
    error = details.get("ctx", {}).get("error")
    return error if isinstance(error, MisfitError) else None


def _is_share(errors: list[ErrorDetails]) -> bool:
    """Whether a number of at most 1 was wanted, or one of a kind that cannot be told from what was found."""
    return any(
        details.get("ctx", {}).get("le") == 1 or details["type"] in ("float_parsing", "float_type")
        for details in errors
    )


def _expected(errors: list[ErrorDetails]) -> str:
    said = [
        _EXPECTED[details["type"]].format(**details.get("ctx", {})) if details["type"] in _EXPECTED else details["msg"]
        for details in errors
    ]
    return " or ".join(dict.fromkeys(said))


def _misspelt(name: str, container: JsonValue, known: list[str]) -> str | None:
    """The remedy for a missing field that seems to stand there under a misspelt name."""
    keys = container.keys() if isinstance(container, dict) else ()
    strangers = [key for key in keys if to_snake(key) == name or to_snake(key) not in known]
    near = near_names(name, strangers)
    return f"'{near[0]}' is not known: write '{name}'" if near else None


def _known_names(model: type[BaseModel], path: FieldPath) -> list[str]:
    """The fields of the models that stand at `path` inside `model`."""
    models = [model]
    for step in path:
        if isinstance(step, int):
            continue
        fields = [
            field.annotation
            for owner in models
            for name, field in owner.model_fields.items()
            if step in (name, field.alias)
        ]
        if fields:
            models = [inner for annotation in fields for inner in _models_in(annotation)]
    # A field whose name is a word of Python's, such as `with`, has an underscore behind it.
    return sorted({name.removesuffix("_") for owner in models for name in owner.model_fields})


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Every model inside a type, through lists, unions and annotations."""
    origin = get_origin(annotation)
    if origin in (Union, UnionType, Annotated, list, tuple, dict):
        for inner in get_args(annotation):
            yield from _models_in(inner)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
