"""What a rubric is tried on: a response as it is typed, or a recorded run, under a case or by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from judge_eval.adapters.files.cases import read_cases
from judge_eval.adapters.files.discovery import RESULTS_SUFFIX, RUNS_SUFFIX, find_cases
from judge_eval.adapters.files.found import FoundCase
from judge_eval.adapters.files.parsing.source import read_text
from judge_eval.adapters.files.runs import read_runs
from judge_eval.calibration.thresholds import MAX_FILE_BYTES
from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.rubric import Rubric
from judge_eval.core.run import Run, RunTurn
from judge_eval.errors import InputError, Problem, nearest
from judge_eval.pipeline.pairing import reference_run
from judge_eval.pipeline.redact import redacted_case, redacted_run
from judge_eval.text.redactor import Redactor

RUNS_SUFFIXES = (RUNS_SUFFIX, RESULTS_SUFFIX)
PLACEHOLDER = "(the response stands here)"
USER, REFERENCE, OUTCOME = "(the user's words)", "(the reference stands here)", "(the outcome stands here)"
"""What stands for the parts of a case that nobody named."""
_NAMES_A_FILE = re.compile(
    r"(?!\w+://|.{256})[^\s\"<>{}]*(?:\.(?:txt|text|md|jsonl?|ya?ml|html?|csv|log)|\w{4,}[/\\]\S*|[/\\]\w{4,}\S*)",
    re.IGNORECASE,
)
"""No address, no JSON, and none of `N/A`, `24/7` and `and/or`: these are answers."""


@dataclass(frozen=True, slots=True)
class Work:
    """A case without rubrics of its own, and the run whose work is looked at: all turns, or the last one alone."""

    case: Case
    run: Run
    last_turn_alone: bool = False

    @classmethod
    def of_text(cls, response: str, *, user: str = "") -> Work:
        """A conversation of one turn that ends in this response."""
        run = Run(case_id="try", turns=(RunTurn(user=user, final_response=response),))
        return cls(_case_of(run), run, last_turn_alone=True)

    def under(self, rubric: Rubric) -> Case:
        """The case with the rubric, on every turn or on the last."""
        if not self.last_turn_alone or not self.case.turns:
            return self.case.model_copy(update={"rubrics": (rubric,)})
        last = self.case.turns[-1].model_copy(update={"rubrics": (rubric,)})
        return self.case.model_copy(update={"turns": (*self.case.turns[:-1], last)})

    def redacted(self, redactor: Redactor) -> Work:
        """The work without what the redaction rules match."""
        return replace(self, case=redacted_case(self.case, redactor), run=redacted_run(self.run, redactor))

    def for_metric(self) -> tuple[Case, Run]:
        """The case and run, with placeholders for what a metric may look at and nobody wrote."""
        turns = tuple(
            turn.model_copy(
                update={
                    "user": turn.user if turn.user_text else (Part(text=USER),),
                    "reference": turn.reference or REFERENCE,
                }
            )
            for turn in self.case.turns
        )
        expect = self.case.expect.model_copy(update={"outcome": self.case.expect.outcome or OUTCOME})
        said = tuple(turn if turn.user else turn.model_copy(update={"user": USER}) for turn in self.run.turns)
        case = self.case.model_copy(update={"turns": turns, "expect": expect})
        return case, self.run.model_copy(update={"turns": said})

    @property
    def fingerprint(self) -> str:
        """What two tries share that look at the same work."""
        return fingerprint([self.case.model_dump(mode="json"), self.run.model_dump(mode="json")])


def work_of(response: str | None, named: str | None, folder: Path) -> Work:
    """The work that `response` means: recorded runs, a text file, or the text itself; None: a placeholder.

    `named` is the case, as FILE:ID, or as the id of one below `folder`. Under a case, a text is its last turn's
    response, after the references of the turns before; of recorded runs, the case's own is taken, else the first.

    Raises: InputError where there is no such case, run or file.
    """
    case = _bare(_case(named, folder)) if named is not None else None
    if response is not None and response.endswith(RUNS_SUFFIXES):
        run = _recorded(Path(response), case)
        return Work(case or _case_of(run), run)
    text = PLACEHOLDER if response is None else _text(response)
    if case is None:
        return Work.of_text(text)
    run = reference_run(case)
    turns = run.turns or (RunTurn(user=case.scenario.starting_prompt if case.scenario else ""),)
    last = turns[-1].model_copy(update={"final_response": text})
    return Work(case, run.model_copy(update={"turns": (*turns[:-1], last)}), last_turn_alone=True)


def names_a_file_there(response: str) -> bool:
    """Whether a file of this name is there."""
    try:
        return Path(response).is_file()
    except (OSError, ValueError):
        return False  # a long text is no name that a system allows


def _text(response: str) -> str:
    if names_a_file_there(response):
        return read_text(Path(response), MAX_FILE_BYTES).strip()
    if _NAMES_A_FILE.fullmatch(response):
        remedy = "name one that is there; an answer that looks like a name goes into a file"
        raise InputError(Problem("there is no such file", place="--response", found=f"'{response}'", remedy=remedy))
    return response


def _bare(case: Case) -> Case:
    """The case without its own rubrics: one rubric is tried, and no other."""
    turns = tuple(turn.model_copy(update={"rubrics": ()}) for turn in case.turns)
    return case.model_copy(update={"rubrics": (), "turns": turns})


def _case_of(run: Run) -> Case:
    turns = tuple(Turn(user=(Part(text=turn.user),)) for turn in run.turns)
    return Case(id=run.case_id, cluster=run.case_id, turns=turns)


def _case(named: str, folder: Path) -> Case:
    file, _, case_id = named.rpartition(":")
    selections = [named] if file and Path(file).is_file() else [str(folder)]
    cases = {case.id: case for case in _cases_in(selections)}
    wanted = case_id if file and Path(file).is_file() else named
    if wanted not in cases:
        remedy = nearest(wanted, cases) or "name its file too, as FILE:ID"
        raise InputError(
            Problem(f"there is no case '{wanted}' below {folder}", place="--case", found=f"'{named}'", remedy=remedy)
        )
    return cases[wanted]


def _cases_in(selections: list[str]) -> Iterator[Case]:
    for found in read_cases(find_cases(selections)):
        if isinstance(found, FoundCase):
            yield found.case


def _recorded(path: Path, case: Case | None) -> Run:
    """The run of the case, else the first run of the file."""
    runs = (found.run for found in read_runs([path]))
    run = next((run for run in runs if case is None or run.case_id == case.id), None)
    if run is None:
        wanted = "no run" if case is None else f"no run of case '{case.id}'"
        raise InputError(Problem(f"there is {wanted} in this file", place=str(path), remedy="name another --case"))
    return run
