"""Which cases are scored: a subset of every kind of case, or those that failed last time."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from judge_eval import score
from judge_eval.adapters.files.last_run import keep_last_run, read_last_run
from tests.small_repeats import CONFIG, case_line, runs_of, write_repeats
from tests.small_suite import Ended, called, installed, scored

KEPT = Path(".judge-eval", "last-run.json")


def listed(ended: Ended) -> list[str]:
    """The ids of `--list --format json`."""
    return [case["id"] for case in json.loads(ended.stdout)]


def scored_ids(folder: Path, *arguments: str) -> list[str]:
    """The ids of the cases that are scored."""
    return [case["id"] for case in json.loads(scored(folder, "--format", "json", *arguments).stdout)["cases"]]


def write_forty(folder: Path) -> None:
    """Forty cases, thirty of them with the tag `long`, all of which pass."""
    tags = {f"c{n:02}": {"tags": "[long]" if n < 30 else "[short]"} for n in range(40)}
    write_repeats(folder, dict.fromkeys(tags, "+"), tags)


def test_a_subset_is_said_and_everything_goes_by_it(tmp_path: Path) -> None:
    """The header names it, n is what was scored, strata have their shares, and --list and --dry-run follow."""
    write_forty(tmp_path)
    ended = installed(tmp_path, "score", "s.cases.yaml", "--subset", "8", "--format", "json")
    assert ended.returncode == 0
    assert "subset  8 of 40 cases, by hash" in ended.stderr.decode()
    results = json.loads(ended.stdout)
    assert results["subset"] == {"size": 8, "of": 40, "by": "hash"}
    assert [row["n"] for row in results["estimates"]] == [8]
    drawn = [case["id"] for case in results["cases"]]
    assert sum(case_id < "c30" for case_id in drawn) == 6
    assert sorted(listed(scored(tmp_path, "--subset", "8", "--list", "--format", "json"))) == drawn
    assert "8 runs would be scored" in scored(tmp_path, "--subset", "8", "--dry-run").stdout


def test_each_of_its_flags_has_a_variable(tmp_path: Path) -> None:
    """JUDGE_EVAL_SUBSET and JUDGE_EVAL_SUBSET_BY say what the flags say; a wrong one is named."""
    write_forty(tmp_path)
    by_flag = installed(tmp_path, "score", "s.cases.yaml", "--subset", "4", "--subset-by", "stride", "--format", "json")
    variables = {"JUDGE_EVAL_SUBSET": "4", "JUDGE_EVAL_SUBSET_BY": "stride"}
    assert installed(tmp_path, "score", "s.cases.yaml", "--format", "json", **variables).stdout == by_flag.stdout
    # Forty by stratum and id, a stride of ten from half of it on: the long c05, c15, c25, and the short c35.
    assert [case["id"] for case in json.loads(by_flag.stdout)["cases"]] == ["c05", "c15", "c25", "c35"]
    wrong = installed(tmp_path, "score", "s.cases.yaml", JUDGE_EVAL_SUBSET="none")
    assert wrong.returncode == 2
    assert b"JUDGE_EVAL_SUBSET" in wrong.stderr


def test_filters_come_first(tmp_path: Path) -> None:
    """The subset is one of the cases that pass them; where they are fewer, it is all of these."""
    write_forty(tmp_path)
    ended = scored(tmp_path, "--tag", "short", "--subset", "4", "--list", "--format", "json")
    assert len(listed(ended)) == 4
    assert all(case_id >= "c30" for case_id in listed(ended))
    assert "subset  4 of 10 cases, by hash" in ended.stderr
    assert "subset  10 of 10 cases" in scored(tmp_path, "--tag", "short", "--subset", "99", "--list").stderr


def test_every_file_has_its_share(tmp_path: Path) -> None:
    """Cases without tags are told apart by their files."""
    for name, n in (("one", 6), ("two", 2)):
        cases = "".join(case_line(f"{name}-{number}") for number in range(n))
        (tmp_path / f"{name}.cases.yaml").write_text(cases, encoding="utf-8")
    drawn = listed(called(tmp_path, "score", ".", "--subset", "4", "--list", "--format", "json"))
    assert [case_id.startswith("one") for case_id in drawn] == [True, True, True, False]


def test_what_is_not_drawn_is_not_told(tmp_path: Path) -> None:
    """Neither the notes on a case nor its runs are of interest where it is not scored."""
    notes = {case_id: {"notes": f"[assumed of {case_id}]"} for case_id in "abc"}
    write_repeats(tmp_path, dict.fromkeys("abc", "+"), notes)
    ended = scored(tmp_path, "--subset", "1", "--out", "out")
    lines = (tmp_path / "out" / "runs.jsonl").read_text(encoding="utf-8").splitlines()
    (drawn,) = [json.loads(line)["case_id"] for line in lines]
    assert [line for line in ended.stderr.splitlines() if "assumed" in line] == [f"note    {drawn}: assumed of {drawn}"]


def test_skipped_cases_take_no_seat(tmp_path: Path) -> None:
    """They are listed beside the subset, as they are beside all cases."""
    write_repeats(tmp_path, {"a": "+", "b": "+", "c": "+"}, {"b": {"skip": "later"}})
    ended = scored(tmp_path, "--subset", "2", "--format", "json")
    assert [(case["id"], case["status"]) for case in json.loads(ended.stdout)["cases"]] == [
        ("a", "passed"),
        ("b", "skipped"),
        ("c", "passed"),
    ]
    assert "subset  2 of 2 cases" in ended.stderr


def test_last_failed_scores_the_failures_until_there_are_none(tmp_path: Path) -> None:
    """A failure, a crash and a case without a run are scored again, until they pass; then all cases are, said so."""
    write_repeats(tmp_path, {"a": "+", "b": "+-", "c": "x", "d": ""})
    first = installed(tmp_path, "score", "s.cases.yaml", "--last-failed")
    assert b"--last-failed: nothing is known here of an earlier run, so all cases are scored" in first.stderr
    second = installed(tmp_path, "score", "s.cases.yaml", "--format", "json", JUDGE_EVAL_LAST_FAILED="1")
    assert b"note    --last-failed: 3 of 4 cases failed last time" in second.stderr
    assert sorted({case["id"] for case in json.loads(second.stdout)["cases"]}) == ["b", "c", "d"]
    write_repeats(tmp_path, {"a": "+", "b": "+", "c": "x", "d": "+"})
    assert scored_ids(tmp_path, "--last-failed") == ["b", "c", "d"]
    write_repeats(tmp_path, {"a": "+", "b": "+", "c": "+", "d": "+"})
    assert scored_ids(tmp_path, "--last-failed") == ["c"]
    ended = scored(tmp_path, "--last-failed")
    assert "--last-failed: no case failed last time, so all cases are scored" in ended.stderr
    assert "4/4 passed" in ended.stdout


def test_cases_that_were_not_scored_keep_their_word(tmp_path: Path) -> None:
    """A filtered run forgets no failure of the others, and failures that a filter leaves out are told."""
    write_repeats(tmp_path, {"a": "-", "b": "-"})
    scored(tmp_path)
    scored(tmp_path, "--case", "a")
    assert scored_ids(tmp_path, "--last-failed") == ["a", "b"]
    write_repeats(tmp_path, {"a": "-", "b": "+", "c": "+"})
    scored(tmp_path, "--case", "b")
    ended = scored(tmp_path, "--last-failed", "--case", "[bc]")
    assert "--last-failed: none of the failures of last time is among these, so all cases are scored" in ended.stderr
    assert "2/2 passed" in ended.stdout


def test_a_subset_of_the_last_failures(tmp_path: Path) -> None:
    """The failures come first, the subset is one of them."""
    write_repeats(tmp_path, dict.fromkeys("abcdef", "-") | {"g": "+"})
    scored(tmp_path)
    ended = scored(tmp_path, "--last-failed", "--subset", "2", "--format", "json")
    assert "subset  2 of 6 cases, by hash" in ended.stderr
    assert len(json.loads(ended.stdout)["cases"]) == 2


def test_what_is_kept_is_no_matter_of_git(tmp_path: Path) -> None:
    """Wherever the command was called, git shows nothing of the folder that it left there."""
    write_repeats(tmp_path, {"a": "-"})
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    scored(tmp_path)
    assert (tmp_path / KEPT).is_file()
    command = ["git", "status", "--porcelain", "--untracked-files=all"]
    shown = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert "s.cases.yaml" in shown
    assert ".judge-eval/" not in shown


def test_nothing_is_kept_without_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--no-cache leaves nothing behind; neither do --list and --dry-run; a Python call keeps as the command does."""
    write_repeats(tmp_path, {"a": "-"})
    for arguments in (("--no-cache",), ("--list",), ("--dry-run",)):
        scored(tmp_path, *arguments)
        assert not (tmp_path / KEPT).exists()
    monkeypatch.chdir(tmp_path)
    score("s.cases.yaml")
    assert json.loads(KEPT.read_text(encoding="utf-8")) == {"schema": "judge-eval/last-run/1", "cases": {"a": "failed"}}
    assert [case.id for case in score("s.cases.yaml", last_failed=True).cases] == ["a"]


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """The scores stand, and a note says what will be missing."""
    write_repeats(tmp_path, {"a": "+"}, config=CONFIG)
    (tmp_path / ".judge-eval").write_text("a file where the folder would be", encoding="utf-8")
    ended = scored(tmp_path)
    assert ended.code == 0
    assert "note    --last-failed will not know of this run: .judge-eval/.gitignore: this file" in ended.stderr
    assert "--out" not in ended.stderr


@pytest.mark.parametrize("torn", ["", "{", "[]", '{"schema": "judge-eval/last-run/9", "cases": {}}'])
def test_a_torn_file_is_as_good_as_none(tmp_path: Path, torn: str) -> None:
    """It is not read, and the next run writes it anew; a case is failed where any of its repeats is."""
    (tmp_path / KEPT.name).write_text(torn, encoding="utf-8")
    assert read_last_run(tmp_path) is None
    keep_last_run(
        tmp_path,
        [("a", "error"), ("a", "failed"), ("b", "error"), ("c", "skipped"), ("d", "undecided"), ("e", "passed")],
    )
    assert read_last_run(tmp_path) == {"a": "failed", "b": "error"}


def test_runs_of_other_cases_are_no_fault(tmp_path: Path) -> None:
    """As with filters, runs whose cases are not drawn are left aside."""
    write_repeats(tmp_path, {"a": "+", "b": "+"})
    with (tmp_path / "s.runs.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(run) + "\n" for run in runs_of("gone", "+"))
    assert scored(tmp_path).code == 2
    assert scored(tmp_path, "--subset", "1").code == 0
