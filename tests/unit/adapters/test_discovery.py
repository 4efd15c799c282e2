"""What the person names is turned into files, with the runs and the configuration beside each."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge_eval.adapters.files.discovery import CaseFile, config_for, find_cases, stem_of
from judge_eval.errors import InputError


def _files(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}")


def _names(files: list[CaseFile], folder: Path) -> list[str]:
    return [file.path.relative_to(folder).as_posix() for file in files]


def test_a_folder_gives_its_case_files_sorted(tmp_path: Path) -> None:
    """A folder gives the files with known names below it; hidden folders and installed packages are not entered."""
    _files(tmp_path, "b/x.evalset.json", "a.test.json", "z.cases.yaml", "z.cases.json", "z.cases.jsonl")
    _files(
        tmp_path, "other.json", "z.runs.jsonl", "test_config.json", ".adk/h.evalset.json", "node_modules/n.test.json"
    )
    found = _names(find_cases([str(tmp_path)]), tmp_path)
    assert found == ["a.test.json", "z.cases.json", "z.cases.jsonl", "z.cases.yaml", "b/x.evalset.json"]


def test_a_file_is_taken_under_any_name(tmp_path: Path) -> None:
    """A named file needs no known suffix."""
    _files(tmp_path, "thing.txt")
    assert _names(find_cases([str(tmp_path / "thing.txt")]), tmp_path) == ["thing.txt"]


def test_a_glob_leaves_out_what_holds_no_cases(tmp_path: Path) -> None:
    """A glob gives its matches without configurations, sessions, runs and results; a folder in it is entered."""
    _files(tmp_path, "a.json", "test_config.json", "initial.session.json", "a.evalset_result.json", "sub/b.test.json")
    assert _names(find_cases([f"{tmp_path}/*"]), tmp_path) == ["a.json", "sub/b.test.json"]


def test_ids_after_a_colon_pick_cases(tmp_path: Path) -> None:
    """`file:id1,id2` picks cases, also where the ids hold slashes and colons."""
    _files(tmp_path, "a.json")
    (file,) = find_cases([f"{tmp_path}/a.json:one, t/wo:3"])
    assert file.wanted == {"one", "t/wo:3"}


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    """What is named twice is read once: ids are added up, and the whole file wins over ids."""
    _files(tmp_path, "a.test.json")
    name = f"{tmp_path}/a.test.json"
    assert [file.wanted for file in find_cases([f"{name}:x", f"{name}:y"])] == [{"x", "y"}]
    assert [file.wanted for file in find_cases([f"{name}:x", str(tmp_path)])] == [None]


@pytest.mark.parametrize(
    ("selection", "message", "remedy"),
    [
        ("simple.tset.json", "no such file", "did you mean 'simple.test.json'?"),
        ("nothing-like-it", "no such file", "check the path"),
        ("*.yaml", "the glob matches no case files", "put it in quotes"),
        ("nothing-like-it:one", "nor one named", "check the path before the colon"),
        ("simple.test.json:", "no case ids were named", "write the ids after the colon"),
        ("empty", "this folder holds no case files", "name the file itself"),
        ("simple.test.json\0", "no such file", "did you mean 'simple.test.json'?"),
        ("\0/a", "no such file", "check the path"),
    ],
)
def test_what_names_nothing_is_refused(tmp_path: Path, selection: str, message: str, remedy: str) -> None:
    """What names nothing is refused with a remedy, the nearest name where there is one."""
    _files(tmp_path, "simple.test.json")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError) as refusal:
        find_cases([f"{tmp_path}/{selection}"])
    (problem,) = refusal.value.problems
    assert message in problem.message
    assert remedy in (problem.remedy or "")


def test_every_wrong_name_is_told(tmp_path: Path) -> None:
    """All selections that name nothing are told at once, and no selection at all is one problem."""
    with pytest.raises(InputError) as refusal:
        find_cases([f"{tmp_path}/a", f"{tmp_path}/b"])
    assert len(refusal.value.problems) == 2
    with pytest.raises(InputError, match="no cases were named"):
        find_cases([])


@pytest.mark.parametrize(
    "suffix", [".evalset.json", ".test.json", ".cases.yaml", ".cases.json", ".cases.jsonl", ".json"]
)
def test_runs_beside_are_found(tmp_path: Path, suffix: str) -> None:
    """`x.runs.jsonl` belongs to every shape of case file named x."""
    _files(tmp_path, f"x.y{suffix}", "x.y.runs.jsonl")
    assert stem_of(tmp_path / f"x.y{suffix}") == "x.y"
    (file,) = find_cases([f"{tmp_path}/x.y{suffix}"])
    assert file.runs == tmp_path / "x.y.runs.jsonl"


def test_the_nearest_native_configuration_wins(tmp_path: Path) -> None:
    """`judge-eval.yaml` in a folder above wins over ADK's file beside the cases, and a note tells it."""
    _files(tmp_path, "judge-eval.yaml", "e/f/a.test.json", "e/f/test_config.json")
    config, notes = config_for(tmp_path / "e/f/a.test.json")
    assert config == tmp_path / "judge-eval.yaml"
    assert notes == (f"{config} holds, {tmp_path / 'e/f/test_config.json'} is left aside",)
    _files(tmp_path, "e/judge-eval.yaml")
    assert config_for(tmp_path / "e/f/a.test.json")[0] == tmp_path / "e/judge-eval.yaml"


def test_adks_configuration_holds_in_its_own_folder(tmp_path: Path) -> None:
    """ADK's file holds for the files of its own folder, `test_config.json` before `eval_config.json`."""
    _files(tmp_path, "eval_config.json", "a.test.json", "sub/b.test.json")
    assert config_for(tmp_path / "a.test.json") == (tmp_path / "eval_config.json", ())
    assert config_for(tmp_path / "sub/b.test.json") == (None, ())
    _files(tmp_path, "test_config.json")
    config, notes = config_for(tmp_path / "a.test.json")
    assert config == tmp_path / "test_config.json"
    assert len(notes) == 1


def test_a_configuration_near_the_working_folder_is_named_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A configuration below the working folder is named as a person there would name it."""
    _files(tmp_path, "judge-eval.yaml", "e/a.test.json")
    monkeypatch.chdir(tmp_path)
    assert config_for(Path("e/a.test.json"))[0] == Path("judge-eval.yaml")
