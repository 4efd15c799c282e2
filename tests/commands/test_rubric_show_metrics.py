"""`rubric show` for judged metrics without a rubric, `rubric check` for folders, and rubrics that are not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge_eval.judge import catalog
from judge_eval.judge.criteria import METRICS
from judge_eval.judge.prompt import load_prompt, render
from tests.rubric_project import folder
from tests.small_suite import called

__all__ = ["folder"]

WITHOUT_RUBRIC = sorted(catalog.NAMES - set(METRICS.values()))


@pytest.mark.parametrize("metric", WITHOUT_RUBRIC)
def test_show_prints_the_prompt_of_every_judged_metric(folder: Path, metric: str) -> None:
    """Without a case, placeholders stand in every place, so that no rule makes the prompt needless."""
    ended = called(folder, "rubric", "show", metric, "--judge", "scripted:judge.yaml")
    assert ended.code == 0, ended.stderr
    assert f"=== {metric}" in ended.stdout and "structured form ===" in ended.stdout
    assert "(the response stands here)" in ended.stdout
    assert "decided by rule" not in ended.stdout
    assert ended.stderr.rstrip().endswith(f": {metric}")


def test_the_prompt_of_a_metric_is_to_the_letter(folder: Path) -> None:
    """What is shown is what is rendered for the judge, with the words of the case and the response in their places."""
    arguments = ("final_response_match_v2", "--response", "Paris {x}", "--case", "capital")
    ended = called(folder, "rubric", "show", *arguments, "--judge", "scripted:judge.yaml")
    last = ended.stdout.rpartition("=== final_response_match_v2, turn 2, structured form ===\n")[2]
    prompt = load_prompt("final_response_match")
    item = catalog.load("final_response_match_v2")
    assert item.id == prompt.id
    inputs = dict.fromkeys(prompt.inputs, "")
    system = render(prompt, "structured", inputs)[0].text
    assert f"--- system ---\n{system}\n" in last
    assert "Paris {x}" in last and "Which city?" in last


def test_what_a_rule_decides_needs_no_prompt(folder: Path) -> None:
    """Where the response equals the reference no judge is asked, and `show` says so."""
    arguments = ("final_response_match_v2", "--response", "(the reference stands here)")
    ended = called(folder, "rubric", "show", *arguments, "--judge", "scripted:judge.yaml")
    assert "=== final_response_match_v2, turn 1 ===\n\ndecided by rule, without a prompt: " in ended.stdout


def test_check_takes_a_folder(folder: Path) -> None:
    """Every rubric in it is checked, in order, whatever is wrong with one; policies beside them are none."""
    rubrics = folder / "rubrics"
    (rubrics / "a-torn.yaml").write_text("id: a-torn\ncriteria: []\n", encoding="utf-8")
    (rubrics / "policy.yaml").write_text("id: policy\nclauses: [{id: a, text: No.}]\n", encoding="utf-8")
    (rubrics / "z.yaml").write_text("id: z\ncriteria: [{id: a, text: The reply is kind.}]\n", encoding="utf-8")
    ended = called(folder, "rubric", "check", "rubrics")
    assert ended.code == 2
    assert [line.split(":")[0] for line in ended.stdout.splitlines()] == ["rubrics/tone.yaml", "rubrics/z.yaml"]
    assert ended.stderr.count("error:") == 1 and "rubrics/a-torn.yaml:2: criteria" in ended.stderr


def test_a_folder_without_rubrics_is_told(tmp_path: Path) -> None:
    """An empty folder passes nothing."""
    ended = called(tmp_path, "rubric", "check", ".")
    assert (ended.code, "this folder holds no rubrics" in ended.stderr) == (2, True)


@pytest.mark.parametrize(
    ("config", "looked"), [((), "rubrics/"), (("--config", "suite/judge-eval.yaml"), "suite/rubrics/")]
)
def test_a_missing_rubric_names_the_folders_that_were_looked_in(
    tmp_path: Path, config: tuple[str, ...], looked: str
) -> None:
    """The person's own by its path, though it is not there; ours without the path of an installation."""
    ended = called(tmp_path, "rubric", "check", "zzz", *config)
    assert ended.code == 2
    assert f"there is no rubric 'zzz'; expected zzz.yaml in {looked} or among those that ship" in ended.stderr
    assert "/judge_eval" not in ended.stderr and str(tmp_path) not in ended.stderr
