"""A page that is one file: style, scripts and data inside, and a policy that lets nothing in or out."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from typing import Any

_FOLDER = files("judge_eval.report").joinpath("page")
_UNSAFE = re.compile("[<\u2028\u2029\ud800-\udfff]")
"""What could end the element that holds JSON, what old parsers take for a line end, and what UTF-8 cannot carry."""


def page(title: str, scripts: Iterable[str], data: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """The page in pieces: each of `data` is a class of element and the JSON document that an element of it holds."""
    style = _read("page.css")
    script = "\n".join(_read(name) for name in scripts)
    shell = _read("page.html").replace("{{title}}", escape(title, quote=True))
    shell = shell.replace("{{style-hash}}", _hash(style)).replace("{{script-hash}}", _hash(script))
    before_style, _, rest = shell.partition("{{style}}")
    before_data, _, rest = rest.partition("{{data}}")
    before_script, _, after = rest.partition("{{script}}")
    yield f"{before_style}{style}{before_data}"
    for name, document in data:
        yield f'<script type="application/json" class="{name}">{embedded(document)}</script>\n'
    yield f"{before_script}{script}{after}"


def embedded(document: Any) -> str:
    """The document as JSON that can stand inside a script element, and in any encoding of Unicode."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _read(name: str) -> str:
    return _FOLDER.joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
