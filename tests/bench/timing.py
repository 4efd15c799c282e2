"""What a command costs: the CPU seconds and the peak memory of a child process, and ratios of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

BYTES_OF_MAXRSS = 1 if sys.platform == "darwin" else 1024
"""The unit of ru_maxrss: bytes on macOS, kibibytes elsewhere."""

LONGEST_QUOTE = 4_000
"""How many characters of a broken command's output are shown, the last ones."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run of a command took, its own children counted in: CPU seconds (user and system) and peak bytes."""

    cpu_seconds: float
    peak_bytes: int


class BrokenRunError(Exception):
    """A measured command did not do its work, so that its cost means nothing."""


def cost_of(command: Sequence[str | Path], *, folder: Path, says: str = "") -> Cost:
    """The cost of running `command` once in `folder`; its output is kept back.

    Raises: BrokenRunError, with the end of the output, where the command fails, or lacks what it `says` when it works.
    """
    output_path = folder / "output.txt"
    with output_path.open("wb") as output:
        child = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, env=_environment(folder))
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    printed = output_path.read_text(encoding="utf-8", errors="replace")
    if child.returncode or says not in printed:
        raise BrokenRunError(f"{command[0]} exited with {child.returncode}:\n{printed[-LONGEST_QUOTE:]}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * BYTES_OF_MAXRSS)


def _environment(folder: Path) -> dict[str, str]:
    """This process's environment, in which Python keeps the bytecode that an installed command would have."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def least(costs: Sequence[Cost]) -> Cost:
    """The smallest figures of several runs: what the machine's other work adds is left out."""
    return Cost(min(cost.cpu_seconds for cost in costs), min(cost.peak_bytes for cost in costs))


def ratio_line(name: str, ours: float, theirs: float, unit: str, *, aim: str) -> str:
    """One line that sets `ours` beside `theirs`, with how many times theirs is ours, and the aim."""
    return f"{name}: {ours:.3g} {unit} against {theirs:.3g} {unit}, ratio {theirs / ours:.2f} (aim: {aim})"
