"""What a stream can show: its signs, its width and its colours."""

from __future__ import annotations

import os
from shutil import get_terminal_size
from typing import TextIO

from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import marks_for


def canvas_of(stream: TextIO) -> Canvas:
    """What `stream` can show: its width and colours on a terminal, plain lines elsewhere."""
    marks = marks_for(stream.encoding)
    if not stream.isatty():
        return Canvas(marks)
    colors = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return Canvas(marks, width=get_terminal_size().columns, color=colors)
