"""What holds for any file: what is written reads back the same, and nothing but an InputError is ever raised."""

from __future__ import annotations

import copy
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.configs import read_config
from judge_eval.adapters.files.discovery import find_cases
from judge_eval.adapters.files.found import FoundCase, Origin
from judge_eval.adapters.files.native.matchers import read_matcher, written_matcher
from judge_eval.adapters.files.native.writer import case_line
from judge_eval.adapters.files.parsing.field_path import FieldPath, value_at, walk
from judge_eval.adapters.files.parsing.json_text import json_line, parse_json
from judge_eval.adapters.files.parsing.yaml_text import parse_yaml, yaml_line
from judge_eval.adapters.files.rubrics import read_rubric
from judge_eval.adapters.files.runs import read_runs, write_runs
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.case import ArgumentMatcher, Case
from judge_eval.core.run import Run
from judge_eval.errors import InputError
from tests.edges.known_metrics import KNOWN
from tests.edges.odd_files import ODD_FILES
from tests.properties.adk_eval_sets import changed
from tests.properties.made_nouns import CASES, MATCHERS, RUNS, VALUES

SMALL_ODD = [odd for odd in ODD_FILES.values() if odd.name.endswith(".json") and len(odd.content) < 5000]
SHAPES: st.SearchStrategy[Any] = st.recursive(
    st.just(0),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3) | st.dictionaries(st.text(max_size=3), inner, min_size=1, max_size=3)
    ),
)
NAMES = ["a.evalset.json", "a.test.json", "a.cases.yaml", "a.cases.jsonl", "a.evalset_result.json", "a.runs.jsonl", "a"]


def _found(case: Case) -> FoundCase:
    return FoundCase(case, Origin("x"))


def _read_cases(path: Path) -> None:
    with Spool() as spool:
        for found in read_cases(find_cases([str(path)])):
            spool.add_case(found)
            if isinstance(found, FoundCase):
                case_line(found.case)


def _read_runs(path: Path) -> None:
    with Spool() as spool:
        for found in read_runs([path]):
            spool.add_found_run(found)


def _read_config(path: Path) -> None:
    read_config(path, KNOWN)


def _read_rubric(path: Path) -> None:
    read_rubric(path)


READERS: list[Callable[[Path], None]] = [_read_cases, _read_runs, _read_config, _read_rubric]


def _only_input_errors(name: str, content: bytes) -> None:
    """Asserts that every reader reads the bytes, or refuses them with at least one problem."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        for read in READERS:
            try:
                read(path)
            except InputError as error:
                assert error.problems


@given(st.sampled_from(NAMES), st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(name: str, content: bytes) -> None:
    """Arbitrary bytes raise nothing but an InputError, under any name."""
    _only_input_errors(name, content)


@given(st.sampled_from(NAMES), st.text(alphabet="{}[]\"':,-#&*!|>%@ \n\tantid01.e~\\u", max_size=60))
def test_any_near_syntax_is_read_or_refused(name: str, text: str) -> None:
    """Texts of the very characters of JSON and YAML raise nothing but an InputError."""
    _only_input_errors(name, text.encode())


@given(st.sampled_from(NAMES), VALUES)
def test_any_json_is_read_or_refused(name: str, value: JsonValue) -> None:
    """Arbitrary JSON raises nothing but an InputError, whatever file it stands in."""
    _only_input_errors(name, json.dumps(value).encode())


@given(st.data())
def test_any_changed_file_is_read_or_refused(data: st.DataObject) -> None:
    """A good file with one thing changed raises nothing but an InputError."""
    odd = data.draw(st.sampled_from(SMALL_ODD))
    value = json.loads(odd.content.decode("utf-8-sig"))
    _only_input_errors(odd.name, json.dumps(data.draw(changed(st.just(value)))).encode())


@given(st.text(alphabet="ab:,*?[]!é \0", max_size=12))
def test_any_selection_is_found_or_refused(selection: str) -> None:
    """Whatever is named as cases, a file, a folder, a glob or ids, is found or refused."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a").write_bytes(b"{}")
        try:
            assert find_cases([f"{folder}/{selection}"])
        except InputError as error:
            assert error.problems


@given(CASES)
def test_a_written_case_reads_back(case: Case) -> None:
    """The line written of a case is read as an equal case."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.cases.jsonl"
        path.write_bytes(case_line(case))
        assert [found.case for found in read_cases(find_cases([str(path)])) if isinstance(found, FoundCase)] == [case]


@given(st.lists(RUNS, min_size=1, max_size=2))
def test_written_runs_read_back(runs: list[Run]) -> None:
    """The lines written of runs are read as equal runs, in order."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.runs.jsonl"
        assert write_runs(path, runs) == len(runs)
        assert [found.run for found in read_runs([path])] == runs


@given(CASES, RUNS)
def test_the_spool_gives_back_what_it_got(case: Case, run: Run) -> None:
    """A case and a run come out of the spool as they went in."""
    with Spool() as spool:
        assert spool.add_case(_found(case)) is None
        assert list(spool.cases()) == [case]
        own = run.model_copy(update={"case_id": case.id})
        spool.add_run(own)
        assert spool.runs_of(case.id) == [own] == list(spool.runs())


@given(MATCHERS)
def test_a_written_matcher_reads_back(matcher: ArgumentMatcher) -> None:
    """A matcher is read from what was written of it; literals that look like matchers are escaped."""
    assert read_matcher(written_matcher(matcher)) == matcher


@given(VALUES, st.booleans())
def test_json_reads_back(value: JsonValue, escape: bool) -> None:
    """Any value is read from its JSON, with characters escaped or not."""
    assert parse_json(json.dumps(value, ensure_ascii=escape), "x") == value


@given(VALUES)
def test_escaped_json_is_yaml(value: JsonValue) -> None:
    """JSON is YAML 1.2: both readers read the same, escaped pairs of surrogates too."""
    text = json.dumps(value)
    assert parse_yaml(text, "x") == parse_json(text, "x")


@given(SHAPES)
def test_every_value_is_found_on_its_line(shape: Any) -> None:
    """The line told of any leaf is the line on which that leaf stands, in JSON and in YAML."""
    for number, path in enumerate(_leaves(shape)):
        shape = _put(shape, path, 100_000 + number)
    text = json.dumps(shape, indent=1)
    lines = text.split("\n")
    for path in _leaves(shape):
        written = str(value_at(shape, path))
        assert written in lines[json_line(text, path) - 1]
        assert written in lines[yaml_line(text, path) - 1]


def _leaves(value: Any) -> Iterator[FieldPath]:
    yield from [path for path, inner in walk(value) if isinstance(inner, int)]


def _put(value: Any, path: FieldPath, leaf: int) -> Any:
    """The value with `leaf` at `path`."""
    if not path:
        return leaf
    changed_value = copy.copy(value)
    changed_value[path[0]] = _put(value[path[0]], path[1:], leaf)
    return changed_value


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_no_file(name: str) -> None:
    """An empty file is refused under every name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(b"")
        for read in READERS:
            with pytest.raises(InputError):
                read(path)
