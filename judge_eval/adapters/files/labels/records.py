"""Calibration records on disk: `calibration/<question>/<judge>.json`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge_eval.adapters.files.atomic_write import ANOTHER_OUT, write_file
from judge_eval.adapters.files.parsing.document import read_document
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.adapters.files.shipped import shipped_folder
from judge_eval.core.calibration import CalibrationRecord

FOLDER = "calibration"

_NO_NAME = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """A record, and the file that holds it."""

    path: Path
    record: CalibrationRecord


def record_folders(config: Path | None, named: Path | None = None) -> tuple[Path, ...]:
    """Where records are looked for, in this order: a folder that was named, the configuration's, the shipped one."""
    folders = (named, config.parent / FOLDER if config is not None else None, shipped_folder(FOLDER))
    return tuple(folder for folder in folders if folder is not None and folder.is_dir())


def read_records(folders: Sequence[Path], question: str) -> Iterator[KeptRecord]:
    """The records of one question, those of the first folder first.

    Raises: InputError where one cannot be read.
    """
    for folder in folders:
        for path in sorted((folder / question).glob("*.json")):
            yield KeptRecord(path, validated(CalibrationRecord, read_document(path)))


def record_name(spec: str) -> str:
    """The file name of a judge's record, which every system can hold."""
    return _NO_NAME.sub("-", spec.partition("@")[0]).strip("-.") + ".json"


def write_record(folder: Path, record: CalibrationRecord) -> Path:
    """The file that now holds `record`, below `folder`; one of the same question and judge is replaced.

    Raises: InputError where the folder cannot be written.
    """
    text = record.model_dump_json(indent=1, exclude_defaults=False) + "\n"
    return write_file(folder / record.question, record_name(record.judge.spec), [text], ANOTHER_OUT)
