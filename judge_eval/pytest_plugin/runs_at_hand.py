"""Which runs a test takes: a live agent's where that was asked for, else the recorded ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import NoReturn, TypedDict

from judge_eval.adapters.files.discovery import CaseFile, find_cases
from judge_eval.errors import InputError, Problem

LIVE_VARIABLE = "JUDGE_EVAL_LIVE"
_AGENT_FILES = ("agent.py", "root_agent.yaml")


class Taken(TypedDict, total=False):
    """The arguments of `score` that bring these runs: an agent to run now, or files of recorded runs."""

    agent: str
    runs: tuple[str, ...]


class RunsAtHand:
    """Gives the runs of a suite, and says which they are."""

    def __init__(
        self,
        environ: Mapping[str, str],
        *,
        tell: Callable[[str], None],
        skip: Callable[[str], NoReturn],
        agent: str | None,
        top: Path,
    ) -> None:
        """`tell` hears which runs are taken, `skip` why there are none; agents are looked for up to the folder `top`.

        `agent` is the live one where a call names none.
        """
        self._environ = environ
        self._tell = tell
        self._skip = skip
        self._agent = agent
        self._top = top

    def __call__(self, cases: str | PathLike[str], agent: str | None = None) -> Taken:
        """The runs of the suite at `cases`, `agent` being the one to run where a live one is wanted.

        Raises: InputError where no cases are there, or no agent is found to run.
        """
        files = find_cases([fspath(cases)])
        if is_live(self._environ):
            spec = live_agent(agent or self._agent, files, self._top)
            self._tell(f"live: {spec}")
            return Taken(agent=spec)
        recorded = tuple(str(file.runs) for file in files if file.runs is not None)
        if not recorded:
            self._skip(f"no recorded runs stand beside {fspath(cases)}, and {LIVE_VARIABLE}=1 is not set")
        self._tell(f"recorded: {', '.join(recorded)}")
        return Taken(runs=recorded)


def is_live(environ: Mapping[str, str]) -> bool:
    """Whether a live agent is asked for."""
    return environ.get(LIVE_VARIABLE, "") not in ("", "0")


def live_agent(named: str | None, files: Sequence[CaseFile], top: Path) -> str:
    """The agent to run: the one named, else the one in the folder of the cases, or in the nearest above it.

    Raises: InputError where there is none, or cases have different ones.
    """
    found = {named} if named else {folder for file in files for folder in _folders(file.path.resolve(), top)}
    if len(found) == 1:
        return found.pop()
    raise InputError(
        Problem(
            "a live agent is asked for, and none is known" if not found else "the cases have more than one agent",
            place=LIVE_VARIABLE,
            found=", ".join(sorted(found)) or None,
            remedy="name it: --judge-eval-agent MODULE:ATTR, or its folder",
        )
    )


def _folders(case_file: Path, top: Path) -> Iterable[str]:
    """The nearest folder of an agent, from that of the cases up to `top`."""
    for folder in case_file.parents:
        if any((folder / name).is_file() for name in _AGENT_FILES):
            return (str(folder),)
        if folder == top:
            break
    return ()
