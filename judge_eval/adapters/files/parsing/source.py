"""Files as text: UTF-8 with or without a byte order mark, and never more than the limits allow."""

from __future__ import annotations

import codecs
from pathlib import Path

from judge_eval.errors import InputError, Problem

_OTHER_MARKS = {codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}


def read_bytes(path: Path, limit: int) -> bytes:
    """The content of `path`.

    Raises: InputError where it cannot be read, or holds more than `limit` bytes.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise InputError(unreadable(path, error)) from error
    if len(data) > limit:
        raise InputError(
            Problem(
                "the file is too large to be read as a whole",
                place=str(path),
                found=f"more than {limit:,} bytes",
                expected=f"at most {limit:,} bytes",
                remedy="write it as JSONL, one value a line: those files may have any length",
            )
        )
    return data


def read_text(path: Path, limit: int) -> str:
    """The content of `path` as text, without a byte order mark.

    Raises: InputError where it cannot be read, is too large, or is not UTF-8.
    """
    return decode(read_bytes(path, limit), str(path))


def decode(data: bytes, place: str, first_line: int = 1) -> str:
    """`data` as text, without a byte order mark.

    Raises: InputError where it is not UTF-8.
    """
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        wrong = next((name for mark, name in _OTHER_MARKS.items() if data.startswith(mark)), None)
        raise InputError(
            Problem(
                "the file is not UTF-8 text",
                place=place,
                line=first_line + error.object[: error.start].count(b"\n"),
                found=f"{wrong} text" if wrong else f"byte 0x{error.object[error.start]:02x}",
                expected="UTF-8, with or without a byte order mark",
                remedy="save the file as UTF-8",
            )
        ) from error


def unreadable(path: Path, error: Exception) -> Problem:
    """The problem of a file that the system does not give."""
    match error:
        case FileNotFoundError():
            return Problem("there is no such file", place=str(path), remedy="check the path")
        case IsADirectoryError():
            return Problem("this is a folder", place=str(path), expected="a file", remedy="name a file in it")
        case PermissionError():
            return Problem("the file may not be read", place=str(path), remedy="give yourself the right to read it")
        case OSError():
            return Problem(f"the file cannot be read: {error.strerror}", place=str(path), remedy="check the path")
        case _:
            return Problem(f"this is no path: {error}", place=repr(str(path)), remedy="check the path")
