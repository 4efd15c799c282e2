"""Wrong files are refused with their place, what is wrong, and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.configs import read_config
from judge_eval.adapters.files.discovery import find_cases
from judge_eval.adapters.files.found import BrokenCase
from judge_eval.adapters.files.rubrics import find_rubric
from judge_eval.adapters.files.runs import read_runs
from judge_eval.errors import InputError, Problem
from tests.edges.bad_files import BAD_FILES, BadFile
from tests.edges.known_metrics import KNOWN


def _refusal(bad: BadFile, folder: Path) -> list[Problem]:
    """Every problem that reading the file tells."""
    path = folder / bad.name
    path.write_bytes(bad.content())
    for name, content in bad.beside.items():
        (folder / name).write_bytes(content)
    try:
        match bad.kind:
            case "cases":
                return [found.problem for found in read_cases(find_cases([str(path)])) if isinstance(found, BrokenCase)]
            case "runs":
                list(read_runs([path]))
            case "config":
                read_config(path, KNOWN)
            case "rubric":
                find_rubric(path.stem, [folder])
    except InputError as error:
        return list(error.problems)
    return []


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_wrong_file_is_refused_with_place_and_remedy(name: str, tmp_path: Path) -> None:
    """Every wrong file is refused with its name, the line and field, what was expected, and what to do."""
    bad = BAD_FILES[name]
    problems = _refusal(bad, tmp_path)
    assert problems, "it was read without a word"
    told = "\n".join(map(str, problems))
    for fragment in bad.says:
        assert fragment in told
    for problem in problems:
        assert problem.place is not None
        assert Path(problem.place).parent == tmp_path
        assert problem.remedy or problem.expected
    if bad.at is not None:
        assert bad.at in [problem.field for problem in problems]
    if bad.line is not None:
        assert bad.line in [problem.line for problem in problems]


def test_the_corpus_is_large() -> None:
    """There are at least 60 wrong files, of every kind."""
    assert len(BAD_FILES) >= 60
    assert {bad.kind for bad in BAD_FILES.values()} == {"cases", "runs", "config", "rubric"}


def test_only_the_contradicting_case_is_refused(tmp_path: Path) -> None:
    """One rubric id on case and invocation breaks that case alone: the others go on; ADK loses the whole run."""
    bad = BAD_FILES["one rubric id at two places"]
    (tmp_path / bad.name).write_bytes(bad.content())
    found = list(read_cases(find_cases([str(tmp_path)])))
    assert [(type(entry).__name__, entry.id) for entry in found] == [("BrokenCase", "a"), ("FoundCase", "b")]


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    """Two wrong files with two faults each give four problems, and the good cases come all the same."""
    (tmp_path / "a.cases.yaml").write_text("- {id: a, turn: 1}\n- {id: good, turns: [{user: hi}]}\n- {id: 5}\n")
    (tmp_path / "b.cases.jsonl").write_text('{"id": "x"}\n{"id": "fine", "turns": [{"user": "hi"}]}\n{\n')
    read: list[str] = []
    with pytest.raises(InputError) as refusal:
        for found in read_cases(find_cases([str(tmp_path)])):
            read.append(found.id)
    assert read == ["good", "fine"]
    fields = [(Path(problem.place or "").name, problem.line) for problem in refusal.value.problems]
    assert {name for name, _ in fields} == {"a.cases.yaml", "b.cases.jsonl"}
    assert {line for name, line in fields if name == "a.cases.yaml"} == {1, 3}
    assert {line for name, line in fields if name == "b.cases.jsonl"} == {1, 3}


def test_a_flood_of_problems_is_cut_short_and_counted(tmp_path: Path) -> None:
    """150 wrong lines give 100 problems and the number of the others."""
    (tmp_path / "a.runs.jsonl").write_text("{\n" * 150)
    with pytest.raises(InputError) as refusal:
        list(read_runs([tmp_path / "a.runs.jsonl"]))
    assert len(refusal.value.problems) == 101
    assert str(refusal.value.problems[-1]) == "and 50 more problems"
