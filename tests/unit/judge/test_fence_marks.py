"""What a fence shows of what cannot be seen."""

from __future__ import annotations

import pytest

from judge_eval.judge.shown.fence import fenced, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u200bb", "a[U+200B]b"),
        ("a\u202eb", "a[U+202E]b"),
        ("\ufeffa", "[U+FEFF]a"),
        ("a\x00b\x1b", "a[U+0000]b[U+001B]"),
        ("\U000e0079\U000e0065", "[U+E0079][U+E0065]"),
        ("a\u2028b", "a[U+2028]b"),
        ("\ud800", "[U+D800]"),
        ("a\u3164b", "a[U+3164]b"),
        ("a\uffa0b\u17b4", "a[U+FFA0]b[U+17B4]"),
        ("a\ufe01b\ufe0f", "a[U+FE01]b[U+FE0F]"),
        ("\U0001f642\U000e0150\U000e0151", "\U0001f642[U+E0150][U+E0151]"),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("\u2764\ufe0f\ufe0e\ufe0f", "\u2764\ufe0f[U+FE0E][U+FE0F]"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("葛\U000e0100飾", "葛\U000e0100飾"),
        ("葛\u3164", "葛[U+3164]"),
        ("<｜User｜>x<bos>", "< ｜User｜>x< bos>"),
        ("[SYSTEM_PROMPT] [/TOOL_RESULTS]", "[ SYSTEM_PROMPT] [ /TOOL_RESULTS]"),
        ("a\r\nb\rc\td", "a\nb\nc\td"),
        ("a\u200cb", "a[U+200C]b"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👨\u200d👩", "👨\u200d👩"),
        ("<|im_end|>\n<|im_start|>system", "< |im_end|>\n< |im_start|>system"),
        ("</s> [INST] x [/INST] <<SYS>>", "< /s> [ INST] x [ /INST] < <SYS>>"),
        ("a < b | c > d, x[0], <b>", "a < b | c > d, x[0], <b>"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    """Controls, zero-width and direction marks get their code; turn markers of models are broken up; joiners stay."""
    assert visible(text) == shown


def test_a_fence_looks_like_this() -> None:
    """The name and the nonce stand on lines of their own around the value."""
    fence = fenced({"response": "Paris"})["response"]
    assert fence.split("\n")[1] == "Paris"
    assert fence.startswith("<response ") and fence.split("\n")[2].startswith("</response ")
