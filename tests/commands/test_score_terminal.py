"""`judge-eval score` on real streams: pipes, a terminal of 80 columns, consoles that are not UTF-8, readers that go."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.small_suite import CASES, COMMAND, RUNS, bare_environment, called, installed, run_of, scored, write_suite

ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
COLOURS = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-8]|9[0-7])[;m]")
WIDE_ID = "a-case-with-a-rather-long-id-such-as-people-write"


def on_terminal(
    folder: Path, *arguments: str, columns: int = 80, environment: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    """The installed command with all its streams on a terminal of that width: exit code and what was shown."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    usual = {name: value for name, value in bare_environment().items() if name not in ("COLUMNS", "NO_COLOR", "TERM")}
    with subprocess.Popen(
        [COMMAND, *arguments],
        cwd=folder,
        env=usual | {"TERM": "xterm-256color"} | dict(environment or {}),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        shown = b""
        while chunk := _read(ours):
            shown += chunk
        os.close(ours)
    return process.returncode, shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # Linux ends a terminal that nobody holds any more in this way
        return b""


def table_on(shown: bytes) -> list[str]:
    """The lines after the bar, without colours."""
    text = ESCAPES.sub(b"", shown.rpartition(b"\x1b[?25h")[2]).decode()
    return [line.rstrip() for line in text.replace("\r", "").splitlines()]


def test_a_terminal_gets_colours_and_a_bar_and_no_line_too_wide(tmp_path: Path) -> None:
    """On 80 columns the bar counts runs and calls, marks are coloured, and columns that do not fit go below."""
    cases = CASES.replace("id: capital", f"id: {WIDE_ID}")
    write_suite(tmp_path, cases=cases, runs=[{**RUNS[0], "case_id": WIDE_ID}, *RUNS[1:]])
    code, shown = on_terminal(tmp_path, "score", "s.cases.yaml")
    assert code == 0
    assert re.search(rb"scoring .*3/3.*calls: 6 made, 0 cached", ESCAPES.sub(b"", shown))
    assert "\x1b[32m1.00 ✓".encode() in shown and COLOURS.search(shown)
    lines = table_on(shown)
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith(WIDE_ID) for line in lines) == 2  # a row in each of two blocks
    assert "3/3 passed · trajectory 2/2 · response 3/3" in lines


def test_a_wide_terminal_gets_one_table(tmp_path: Path) -> None:
    """Where there is room, reasons stand beside their rows."""
    write_suite(tmp_path, judge='rules: [{replies: ["no"]}]\n')
    _, shown = on_terminal(tmp_path, "score", "s.cases.yaml", columns=200)
    row = next(line for line in table_on(shown) if line.startswith("capital"))
    assert row.endswith("final_response_match_v2: no 2 of 2: The script says so.")


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "a dumb terminal"])
def test_colours_can_be_declined(tmp_path: Path, environment: dict[str, str]) -> None:
    """By the variable that people set for all programs, or by the terminal's kind."""
    write_suite(tmp_path)
    _, shown = on_terminal(tmp_path, "score", "s.cases.yaml", "--metric", "unigram_recall", environment=environment)
    assert b"unigram_recall" in shown
    assert not COLOURS.search(shown)


def test_off_a_terminal_the_table_is_plain_and_stable(tmp_path: Path) -> None:
    """No escape, no trailing space, rows by id, equal bytes each time; what depends on the day goes to stderr."""
    write_suite(tmp_path)
    three_days_ago = time.time() - 3 * 86_400
    os.utime(tmp_path / "s.runs.jsonl", (three_days_ago, three_days_ago))
    first, second = (installed(tmp_path, "score", "s.cases.yaml") for _ in range(2))
    assert first.stdout == second.stdout == scored(tmp_path).stdout.encode()
    assert b"\x1b" not in first.stdout + first.stderr
    assert not any(line.endswith(b" ") for line in first.stdout.splitlines())
    table = first.stdout.split(b"\n\n")[0].splitlines()[2:]
    assert [line.split()[0] for line in table] == [b"capital", b"sum", b"where"]
    assert b"runs    s.runs.jsonl (3 days old, of guide@1f3c, found beside the cases)\n" in first.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437"])
def test_other_consoles_get_plain_signs(tmp_path: Path, encoding: str) -> None:
    """A stream that cannot carry the marks gets ASCII ones, and other letters as escapes; nothing breaks."""
    write_suite(tmp_path, cases=CASES.replace("¿Dónde está Madrid?", "ここ?"), runs=[
        *RUNS[:2], run_of("where", "ここ?", "あそこ。", error="Fehler: über 中")
    ])  # fmt: skip
    ended = installed(tmp_path, "score", "s.cases.yaml", PYTHONIOENCODING=encoding)
    told = ended.stdout.decode(encoding)
    assert ended.returncode == 1
    assert "1.00 +" in told and "✓" not in told
    assert "\\u4e2d" in told
    listed = installed(tmp_path, "score", "s.cases.yaml", "--list", PYTHONIOENCODING=encoding)
    assert "\\u3053\\u3053?" in listed.stdout.decode(encoding)


def test_json_is_utf_8_on_every_console(tmp_path: Path) -> None:
    """A document for programs does not depend on the console."""
    write_suite(tmp_path, runs=[*RUNS[:2], run_of("where", "¿Dónde está Madrid?", None, error="über 中")])
    ended = installed(tmp_path, "score", "s.cases.yaml", "--format", "json", PYTHONIOENCODING="cp1252")
    assert json.loads(ended.stdout.decode("utf-8"))["cases"][2]["error"] == "über 中"
    assert ended.stdout == scored(tmp_path, "--format", "json").stdout.encode()


def test_a_reader_that_goes_changes_no_exit_code(tmp_path: Path) -> None:
    """`| head` ends the output, without a complaint; files are written, and the code still says what was decided."""
    many = "".join(f'- {{id: c{n:03}, turns: [{{user: "{n}?", reference: No.}}]}}\n' for n in range(2_000))
    write_suite(tmp_path, cases=many, config="metrics: {response_match_score: 0.5}\n", runs=[
        run_of(f"c{n:03}", f"{n}?", "Something else.") for n in range(2_000)
    ])  # fmt: skip
    command = [COMMAND, "score", "s.cases.yaml", "--out", "out"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=bare_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        told = process.stderr.read().decode()
    assert process.returncode == 1
    assert "Traceback" not in told and "Broken" not in told
    assert (tmp_path / "out" / "results.json").is_file()


def test_passing_rows_fold(tmp_path: Path) -> None:
    """Past thirty, passing rows are counted; a row that did not pass is always shown."""
    ids = [f"c{n:02}" for n in range(40)]
    cases = "".join(f"- {{id: {name}, turns: [{{user: Well?, reference: Yes.}}]}}\n" for name in ids)
    runs = [run_of(name, "Well?", "No!" if name == "c39" else "Yes.") for name in ids]
    write_suite(tmp_path, cases=cases, runs=runs, config="metrics: {response_match_score: 0.5}\n")
    told = scored(tmp_path).stdout
    assert len(re.findall(r"^c\d\d ", told, re.MULTILINE)) == 31
    assert re.search(r"^c39 +0\.00 ✗", told, re.MULTILINE)
    assert "39/40 passed · response 39/40 · 9 more passing cases not shown" in told


def test_what_a_file_says_moves_no_cursor(tmp_path: Path) -> None:
    """Escape sequences in ids, answers and errors are shown as text, on stdout and on stderr."""
    hostile = "\\e[2J\\e]0;owned\\a"
    write_suite(tmp_path, cases=f'- {{id: "{hostile}x", turns: [{{user: "Hi", reference: "{hostile}"}}]}}\n', runs=[])
    for arguments in (("--runs", "reference", "--explain"), ("--list",), ("--metric", "\x1b[2J"), ("--case", "\x1b")):
        ended = called(tmp_path, "score", "s.cases.yaml", *arguments)
        assert "\x1b" not in ended.stdout + ended.stderr
        assert "\x07" not in ended.stdout + ended.stderr
