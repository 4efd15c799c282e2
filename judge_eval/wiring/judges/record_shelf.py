"""The calibration records at hand, and which of them is in force for a judge."""

from __future__ import annotations

from pathlib import Path

from judge_eval.adapters.files.labels.records import read_records, record_folders
from judge_eval.calibration.in_force import InForce, NamedRecord, Uncalibrated, record_in_force
from judge_eval.core.calibration import JudgeIdentity
from judge_eval.core.config import Config
from judge_eval.errors import InputError, Problem
from judge_eval.wiring.configs import source_of


class RecordShelf:
    """The records of one invocation, each question's read once it is asked about."""

    def __init__(self, named: str | None, *, allow_stale: bool) -> None:
        """An empty shelf; `named` is a folder that goes before the configuration's and the shipped one.

        Raises: InputError where there is no such folder.
        """
        self._named = None if named is None else Path(named)
        if self._named is not None and not self._named.is_dir():
            remedy = "make records with judge-eval calibrate LABELS --out DIR"
            raise InputError(Problem("there is no such folder", place=f"--calibration {named}", remedy=remedy))
        self.allow_stale = allow_stale
        self._kept: dict[tuple[Path | None, str], list[NamedRecord]] = {}

    def in_force(
        self, question: str, judge: JudgeIdentity, *, policy: str | None, config: Config | None
    ) -> InForce | Uncalibrated:
        """The record for this judge on this question, or why there is none.

        Raises: InputError where a record cannot be read.
        """
        records = self._records(question, source_of(config))
        return record_in_force(records, judge, policy, allow_stale=self.allow_stale)

    def _records(self, question: str, config: Path | None) -> list[NamedRecord]:
        key = (config, question)
        if key not in self._kept:
            folders = record_folders(config, self._named)
            self._kept[key] = [
                NamedRecord(f"{kept.path.parent.parent.name}/{question}/{kept.path.name}", kept.record)
                for kept in read_records(folders, question)
            ]
        return self._kept[key]
