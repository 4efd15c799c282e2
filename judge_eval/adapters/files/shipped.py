"""The texts and data that ship: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Shipped = Literal["rubrics", "calibration", "cases"]


def shipped_folder(name: Shipped, package: Path = Path(__file__).parents[2]) -> Path | None:
    """The folder of that name which ships with `package`; None where none does."""
    for folder in (package / "_shipped" / name, package.parent / name):
        if folder.is_dir():
            return folder
    return None
