"""The attacks that ship: a file beside the shipped rubrics, which is none."""

from __future__ import annotations

from pathlib import Path

from judge_eval.adapters.files.parsing.document import read_document
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.adapters.files.shipped import shipped_folder
from judge_eval.core.attack import AttackSuite
from judge_eval.errors import InputError, Problem

ATTACKS_FILE = "attacks.yaml"


def read_attacks(path: Path) -> AttackSuite:
    """The attacks in `path`. Raises: InputError with every problem found."""
    return validated(AttackSuite, read_document(path))


def shipped_attacks() -> AttackSuite:
    """The attacks that ship. Raises: InputError where the installation is not whole."""
    folder = shipped_folder("rubrics")
    if folder is None:
        remedy = "install judge-eval anew"
        raise InputError(Problem("the attacks that ship are not here", place=ATTACKS_FILE, remedy=remedy))
    return read_attacks(folder / ATTACKS_FILE)
