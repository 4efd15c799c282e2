"""Claims of a response: its sentences, list items and table rows, each to be checked by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge_eval.text.sentences import begins_small, sentences

_BULLETS = re.compile(r"(?:[-*+•‣◦▪▫●○∙·–—](?:\s+|\Z))+")
_ITEM = re.compile(r"[-*+•‣◦▪▫●○∙·–—]\s|\(?(?:\d{1,3}|[A-Za-z])[.)]\s|[①-⑳]|[一二三四五六七八九十\d]{1,3}、|#{1,6}\s")
_HEADING = re.compile(r"#{1,6}\s")
_RULE = re.compile(r"([-*_=])(?:\s*\1){2,}")
_FENCE = re.compile(r"(`{3,}|~{3,})[^`]*")
_HEAD_RULE = re.compile(r"\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?")
_EMPTY_ROW = re.compile(r"[\s|:-]*")
_UNFINISHED = tuple(",،、;；")
_WRAPPED_FROM = 60
"""Characters from which on a line without a stop may have been broken to fit a page."""


def claims(response: str) -> tuple[str, ...]:
    """The claims of `response` in order; none only where there is nothing but white space.

    Nothing is left out but the marks of lists, tables and rules. A fenced block of code is one claim; each row of a
    table stands under the table's head. A claim's own claims are itself alone.
    """
    lines = response.splitlines()
    found: list[str] = []
    place = 0
    while place < len(lines):
        if n_lines := _n_code_lines(lines, place):
            block = lines[place : place + n_lines]
            found.append("\n".join([_content(block[0]), *block[1:]]).strip())
        elif n_lines := _n_table_lines(lines, place):
            found.extend(_rows(lines[place : place + n_lines]))
        else:
            n_lines = _n_text_lines(lines, place)
            found.extend(_sentences(lines[place : place + n_lines]))
        place += n_lines
    whole = response.strip()
    return tuple(found) if found or not whole else (whole,)


def _content(line: str) -> str:
    """The line without the bullets before it and the white space around it."""
    bare = line.strip()
    bullets = _BULLETS.match(bare)
    return bare if bullets is None else bare[bullets.end() :]


def _n_code_lines(lines: Sequence[str], place: int) -> int:
    """The lines of the fenced block that begins here, up to its end or the text's; 0 where none begins."""
    fence = _FENCE.fullmatch(_content(lines[place]))
    if fence is None:
        return 0
    for end in range(place + 1, len(lines)):
        line = lines[end].strip()
        if line.startswith(fence[1]) and set(line) == {fence[1][0]}:
            return end + 1 - place
    return len(lines) - place


def _n_table_lines(lines: Sequence[str], place: int) -> int:
    """The lines of the table that begins here with its head and the rule under it; 0 where none begins."""
    if "|" not in lines[place] or not _HEAD_RULE.fullmatch("".join(lines[place + 1 : place + 2]).strip()):
        return 0
    end = place + 2
    while end < len(lines) and "|" in lines[end]:
        end += 1
    return end - place


def _rows(table: Sequence[str]) -> Iterator[str]:
    """Each row with something in it, under the head; the head alone where there is none."""
    head = f"{_content(table[0])}\n{table[1].strip()}"
    rows = [row.strip() for row in table[2:] if not _EMPTY_ROW.fullmatch(row)]
    if rows:
        yield from (f"{head}\n{row}" for row in rows)
    elif not _EMPTY_ROW.fullmatch(table[0]):
        yield head


def _n_text_lines(lines: Sequence[str], place: int) -> int:
    """The lines of the paragraph or list item that begins here; an empty line is one by itself."""
    end = place + 1
    while end < len(lines) and _goes_on(lines[end - 1].strip(), lines[end].strip()):
        if _n_code_lines(lines, end) or _n_table_lines(lines, end):
            break
        end += 1
    return end - place


def _goes_on(before: str, line: str) -> bool:
    """Whether `line` goes on with what the line before it says, rather than to begin something of its own."""
    if not line or _is_mark(before) or _is_mark(line) or _HEADING.match(before) or _ITEM.match(line):
        return False
    is_wrapped = len(before) >= _WRAPPED_FROM and (before[-1].islower() or before[-1].isupper())
    return is_wrapped or before.endswith(_UNFINISHED) or begins_small(line) or not any(map(str.isalnum, line))


def _is_mark(line: str) -> bool:
    """Whether a line says nothing: it is empty, a rule, or bullets alone."""
    content = _content(line)
    return not content or _RULE.fullmatch(content) is not None


def _sentences(lines: Sequence[str]) -> Iterator[str]:
    """The sentences of a paragraph; a bullet before one of them is a mark, wherever its line began."""
    if _is_mark(lines[0]):
        return
    paragraph = " ".join([_content(lines[0]), *(line.strip() for line in lines[1:])])
    yield from filter(None, map(_content, sentences(paragraph)))
