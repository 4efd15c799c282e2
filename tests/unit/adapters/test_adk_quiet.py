"""Silence around agents: nothing reaches stdout, and all is as before afterwards."""

from __future__ import annotations

import logging
import sys
import warnings

import pytest

from judge_eval.adapters.adk.quiet import quiet


class Kept(logging.Handler):
    """Keeps what is logged."""

    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__()
        self._records = records

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps one record."""
        self._records.append(record)


def test_prints_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    """What an agent prints is seen, but not among the results."""
    with quiet():
        print("loading")  # noqa: T201 - what an agent does
    print("result")  # noqa: T201 - what a command does
    assert capsys.readouterr() == ("result\n", "loading\n")


def test_adk_s_own_words_go_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    """Its logs and warnings are silent, others' logs are not; afterwards levels, filters and stdout are restored."""
    logger = logging.getLogger("google_adk.runners")
    level, stdout, filters = logging.getLogger("google_adk").level, sys.stdout, list(warnings.filters)
    records: list[logging.LogRecord] = []
    handler = Kept(records)
    for name in ("google_adk", "shop"):
        logging.getLogger(name).addHandler(handler)
    try:
        with pytest.raises(KeyError), quiet():
            logger.error("one")
            logging.getLogger("shop").error("two")
            warnings.warn("experimental", UserWarning, stacklevel=1)
            raise KeyError
        logger.error("three")
    finally:
        for name in ("google_adk", "shop"):
            logging.getLogger(name).removeHandler(handler)
    assert [record.getMessage() for record in records] == ["two", "three"]
    assert "experimental" not in capsys.readouterr().err
    assert (logging.getLogger("google_adk").level, sys.stdout) == (level, stdout)
    assert list(warnings.filters) == filters
