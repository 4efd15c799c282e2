"""Claims hold all of a response, once split stay split, and are never empty."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from judge_eval.text.claims import claims
from judge_eval.text.sentences import sentences

PIECES = [
    "Paris is big", "it is", "Dr", "No", "U.S", "3.14", "42", "a", "https://x.org/a.b?c=1", "e.g", "i", "True",
    "ab@c.de",
    "東京は首都です", "北京", "서울", "กรุงเทพ", "القاهرة", "दिल्ली", "Москва", "g", "👍",
    ".", "!", "?", "…", "...", "。", "！", "？", "।", "؟", "．", ",", ":", ";", "、",
    '"', "“", "”", "「", "」", "(", ")", "[", "]", "[1]", "`", "``", "```", "~~~", "*", "**", "_",
    "- ", "* ", "• ", "1. ", "2) ", "# ", "---", "***", "===", "|", "|---|", "|-|-|", "a | b",
    "\n", "\n\n", " ", "\t", "\u2028",
]  # fmt: skip
TEXTS = st.one_of(st.lists(st.sampled_from(PIECES), max_size=25).map("".join), st.text())
MARKS = set("-*+•‣◦▪▫●○∙·–—_=|:")


@given(TEXTS)
@example("- - 5. Foo bar")
@example("Yes. - no")
@example("| a |\n|---|\n| 1 |\n| 2 |")
def test_nothing_is_left_out_but_marks(text: str) -> None:
    """Each character that is no white space and no mark of a list, table or rule stands in the claims, in order."""
    joined = iter("".join(claims(text)))
    assert all(char in joined for char in text if not char.isspace() and char not in MARKS)


@given(TEXTS)
def test_a_claim_is_one_claim(text: str) -> None:
    """Splitting a claim gives the claim."""
    for claim in claims(text):
        assert claims(claim) == (claim,)


@given(TEXTS)
def test_no_claim_is_empty_and_no_text_without_claims(text: str) -> None:
    """A response that says anything has a claim that can be checked."""
    found = claims(text)
    assert all(claim.strip() == claim != "" for claim in found)
    assert bool(found) == bool(text.strip())


@given(TEXTS)
def test_sentences_hold_all_but_white_space(text: str) -> None:
    """Joined, the sentences are the text."""
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())
