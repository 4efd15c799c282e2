"""Text from outside as Markdown that shows it and does nothing else: no markup, no link, no mention."""

from __future__ import annotations

import re

from judge_eval.report.visible import visible

_MARKUP = re.compile(r"([\\`*_{}\[\]<>|~&!$])")
_REACHES_OUT = re.compile(r"(@|#|:(?=//)|(?<=www)\.)", re.IGNORECASE)
_APART = "&#8203;"
"""A space of no width: what would become a mention, an issue or a link is broken by it."""


def markdown(text: str, longest: int = 300) -> str:
    """The text in one line, cut after `longest` characters, its markup written out."""
    line = " ".join(visible(text.encode(errors="replace").decode()).split())
    line = line if len(line) <= longest else f"{line[:longest]} …"
    return _REACHES_OUT.sub(rf"\1{_APART}", _MARKUP.sub(r"\\\1", line))


def table(headings: list[str], rows: list[list[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
