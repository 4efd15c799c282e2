"""The shell of a page: what is embedded stays data, and nothing but the page's own script and style may act."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from judge_eval.report.page_shell import embedded, page

JSON = st.recursive(
    st.none() | st.booleans() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


@given(JSON)
def test_embedded_json_reads_back_and_ends_no_element(document: object) -> None:
    """Whatever the text holds, it reads back as it was, in UTF-8, and has no sign that could open or close markup."""
    text = embedded(document)
    assert json.loads(text) == document
    assert not set("<\u2028\u2029") & set(text)
    text.encode()


def test_half_a_character_is_carried() -> None:
    """A lone surrogate, which UTF-8 cannot hold, is written as an escape."""
    assert embedded("\ud800") == '"\\ud800"'


class Scripts(HTMLParser):
    """The script and style elements of a page, and every address in it."""

    def __init__(self, text: str) -> None:
        """What a parser of HTML finds in `text`."""
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, str | None, str]] = []
        self.addresses: list[str] = []
        self._open: tuple[str, str | None] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes where a script or style begins, and what an attribute would load."""
        named = dict(attrs)
        self.addresses += [str(named[name]) for name in ("src", "href") if name in named]
        if tag in ("script", "style"):
            self._open = (tag, named.get("type"))

    def handle_data(self, data: str) -> None:
        """Keeps what a script or style holds."""
        if self._open is not None:
            self.found.append((*self._open, data))
            self._open = None


def test_the_policy_lets_in_just_the_page_s_own_script_and_style() -> None:
    """Both hashes of the policy are those of the one script and the one style; nothing is loaded from anywhere."""
    text = "".join(page("A <b>title</b>", ("draw.js",), [("head", {"said": "</script><script>alert(1)</script>"})]))
    scripts = Scripts(text)
    assert scripts.addresses == ["#main"]
    assert [(tag, kind) for tag, kind, _ in scripts.found] == [
        ("style", None), ("script", "application/json"), ("script", None)
    ]  # fmt: skip
    policy = re.findall(r"(style|script)-src 'sha256-([^']+)'", text)
    by_tag = {tag: data for tag, kind, data in scripts.found if kind is None}
    assert policy == [(tag, base64.b64encode(hashlib.sha256(by_tag[tag].encode()).digest()).decode()) for tag in by_tag]
    assert "default-src 'none'" in text and "<title>A &lt;b&gt;title&lt;/b&gt;</title>" in text
    assert "{{" not in text
