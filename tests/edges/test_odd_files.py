"""Files that look odd and are right are read with their right values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.configs import read_config
from judge_eval.adapters.files.discovery import find_cases
from judge_eval.adapters.files.found import FoundCase
from judge_eval.adapters.files.native.writer import written_case
from judge_eval.adapters.files.runs import read_runs
from judge_eval.core.run import Run
from tests.edges.known_metrics import KNOWN
from tests.edges.odd_file import OddFile
from tests.edges.odd_files import ODD_FILES


def _reading(odd: OddFile, folder: Path) -> Any:
    """What is read, in the words of `OddFile.gives`."""
    path = folder / odd.name
    path.write_bytes(odd.content)
    for name, content in odd.beside.items():
        (folder / name).write_bytes(content)
    match odd.kind:
        case "cases":
            found = list(read_cases(find_cases([str(path)])))
            return [written_case(entry.case) for entry in found if isinstance(entry, FoundCase)]
        case "runs":
            return [_brief(entry.run) for entry in read_runs([path])]
        case "config":
            config = read_config(path, KNOWN)
            assert config.source == str(path)
            return config.model_dump(mode="json", exclude_defaults=True, exclude={"source"})


def _brief(run: Run) -> Any:
    """The run without what says nothing, and without the events, which are kept as they came."""
    brief = run.model_dump(mode="json", exclude_defaults=True)
    for turn in brief.get("turns", ()):
        turn.pop("events", None)
    return brief


@pytest.mark.parametrize("name", ODD_FILES)
def test_an_odd_file_is_read(name: str, tmp_path: Path) -> None:
    """Every odd file is read, with just these values."""
    odd = ODD_FILES[name]
    assert _reading(odd, tmp_path) == odd.gives
