"""Rubrics are found by file, in the configuration's folder and among the shipped ones, in this order."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from judge_eval.adapters.files.rubrics import find_rubric, rubric_folders
from judge_eval.adapters.files.shipped import shipped_folder
from judge_eval.core.rubric import Criterion, Example, Rubric
from judge_eval.errors import InputError

TONE = """
id: tone
version: 2
applies_to: final_response
criteria:
  - {id: cites-policy, text: The reply names its policy., weight: 2, required: true}
  - id: clarity
    text: How clear is the next step?
    scale: {0: no next step, 1: a step that needs a question, 2: a clear step}
    pass_at: 1
    examples: [{response: We will be in touch., answer: 0, why: no date}]
"""


def _rubric(folder: Path, name: str, text: str = "id: {name}\ncriteria: [{{id: a, text: x}}]\n") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.yaml").write_text(text.format(name=name) if "{name}" in text else text)


def test_a_rubric_file_is_read_whole(tmp_path: Path) -> None:
    """Every field of a rubric file is read, points of a scale as numbers."""
    _rubric(tmp_path, "tone", TONE)
    assert find_rubric("tone", [tmp_path]) == Rubric(
        id="tone",
        version=2,
        criteria=(
            Criterion(id="cites-policy", text="The reply names its policy.", weight=2, required=True),
            Criterion(
                id="clarity",
                text="How clear is the next step?",
                scale={0: "no next step", 1: "a step that needs a question", 2: "a clear step"},
                pass_at=1,
                examples=(Example(response="We will be in touch.", answer=0, why="no date"),),
            ),
        ),
    )


def test_the_configurations_rubric_comes_before_the_shipped_one(tmp_path: Path) -> None:
    """An id is looked for beside the configuration first; without a configuration only among the shipped ones."""
    _rubric(tmp_path / "here" / "rubrics", "tone", TONE)
    _rubric(tmp_path / "shipped", "tone")
    folders = rubric_folders(tmp_path / "here" / "judge-eval.yaml", tmp_path / "shipped")
    assert folders == (tmp_path / "here" / "rubrics", tmp_path / "shipped")
    assert find_rubric("tone", folders).version == 2
    assert rubric_folders(None, tmp_path / "shipped") == (tmp_path / "shipped",)


def test_a_file_is_taken_from_the_folder_that_names_it(tmp_path: Path) -> None:
    """A name with a suffix is a file from the base folder on, whatever id it tells."""
    _rubric(tmp_path, "other", TONE)
    assert find_rubric("other.yaml", [], base=tmp_path).id == "tone"


def test_an_unknown_rubric_is_refused_with_the_nearest(tmp_path: Path) -> None:
    """An unknown id is refused with the nearest one, else with all that there are."""
    _rubric(tmp_path, "support-tone")
    with pytest.raises(InputError, match="did you mean 'support-tone'"):
        find_rubric("suport-tone", [tmp_path])
    with pytest.raises(InputError, match="there are support-tone"):
        find_rubric("zzz", [tmp_path])
    with pytest.raises(InputError, match="write its file"):
        find_rubric("zzz", [])


def test_an_id_is_the_name_of_its_file(tmp_path: Path) -> None:
    """A file that tells another id than its name is refused where it is named by id."""
    _rubric(tmp_path, "other", TONE)
    with pytest.raises(InputError, match=r"id: the rubric's id is not the name of its file; found 'tone'"):
        find_rubric("other", [tmp_path])


@pytest.mark.parametrize(
    ("criterion", "message"),
    [
        ({"pass_at": 1}, "pass_at stands without a scale"),
        ({"scale": {0: "no"}}, "at least two points"),
        ({"scale": {0: "no", 10: "yes"}}, "whole numbers from 0 to 9"),
        ({"scale": {-1: "no", 1: "yes"}}, "whole numbers from 0 to 9"),
        ({"scale": {0: "no", 1: "yes"}, "pass_at": 2}, "pass_at 2 is not a point of the scale"),
    ],
)
def test_a_scale_that_does_not_hold_is_refused(criterion: dict[str, object], message: str) -> None:
    """Before any judge reads it."""
    with pytest.raises(ValidationError, match=message):
        Criterion.model_validate({"id": "a", "text": "x", **criterion})


def test_a_criterion_stands_once_in_its_rubric() -> None:
    """Two under one id could not be told apart."""
    twice = Criterion(id="a", text="x")
    with pytest.raises(ValidationError, match="criterion ids stand twice: a"):
        Rubric(id="r", criteria=(twice, twice))


def test_what_ships_is_found_in_a_checkout_and_in_a_wheel(tmp_path: Path) -> None:
    """The shipped folders stand beside the package in a checkout, inside it in an installed wheel, or nowhere."""
    package = tmp_path / "judge_eval"
    package.mkdir()
    assert shipped_folder("rubrics", package) is None
    (tmp_path / "rubrics").mkdir()
    assert shipped_folder("rubrics", package) == tmp_path / "rubrics"
    (package / "_shipped" / "rubrics").mkdir(parents=True)
    assert shipped_folder("rubrics", package) == package / "_shipped" / "rubrics"


def test_this_checkouts_cases_are_found() -> None:
    """The suite that ships is found beside the package."""
    assert shipped_folder("cases") is not None
