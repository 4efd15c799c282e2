"""Passages: whole while they fit, else the paragraphs nearest to the claim, in their order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judge_eval.judge.shown.passages import PIECE_BYTES, Chosen, Passage, Passages

FILLER = "Nothing of interest stands here, and nobody would look for it in this place. " * 10
NEEDLE = "The parcel to Reykjavik weighs 41 kilograms."


def labels(chosen: Chosen) -> list[str]:
    """The labels of what was chosen."""
    return [passage.label for passage in chosen.passages]


def test_all_passages_are_shown_while_they_fit() -> None:
    """To the byte, and always where no limit is set."""
    passages = (Passage("a", "é" * 10), Passage("b", "x" * 80))
    for max_bytes in (None, 100):
        chosen = Passages(passages, max_bytes).nearest("x")
        assert (chosen.passages, chosen.shortened) == (passages, "")
    assert Passages(passages, 99).nearest("x").shortened == "evidence shortened: 1 of 2 passages"


def test_the_nearest_paragraphs_are_chosen_and_kept_in_order() -> None:
    """A rare word of the claim weighs more than the common ones."""
    passages = (*(Passage(f"{n}", FILLER) for n in range(4)), Passage("needle", NEEDLE), Passage("last", FILLER))
    chosen = Passages(passages, 1_700).nearest("The parcel to Reykjavik weighs 41 kg.")
    assert labels(chosen) == ["0", "1", "needle"]
    assert chosen.shortened == "evidence shortened: 3 of 6 passages"


def test_a_passage_that_is_too_long_is_parted() -> None:
    """By lines, then sentences, then cuts: the one paragraph that matters is found in any of them."""
    for text in (
        "\n".join([FILLER] * 40 + [NEEDLE] + [FILLER] * 40),
        FILLER * 40 + NEEDLE + " " + FILLER * 40,
        "ö" * 30_000 + " Reykjavik " + "ö" * 30_000,
    ):
        chosen = Passages((Passage("long", text),), 2 * PIECE_BYTES).nearest("It goes to Reykjavik.")
        assert "Reykjavik" in chosen.text(said=False)
        assert set(labels(chosen)) == {"long"}


def test_the_message_that_is_answered_is_kept_unless_it_is_long_itself() -> None:
    """A short one comes before all; one over a quarter of the room stands in line with the rest."""
    filler = tuple(Passage(f"{n}", f"Reykjavik. {FILLER}") for n in range(5))
    short = Passages((*filler, Passage("user", "Where?", said=True, kept=True)), 2_000).nearest("Reykjavik")
    long = Passages((*filler, Passage("user", FILLER, said=True, kept=True)), 2_000).nearest("Reykjavik")
    assert "user" in labels(short)
    assert "user" not in labels(long)


def test_what_was_said_is_written_apart_from_the_record() -> None:
    """Each passage under its label."""
    chosen = Passages((Passage("1: user", "Hi", said=True), Passage("2: call", "f()"))).nearest("x")
    assert chosen.text(said=True) == "[1: user]\nHi"
    assert chosen.text(said=False) == "[2: call]\nf()"


@given(
    st.lists(st.builds(Passage, st.text("ab", min_size=1), st.text("ab .\né長", max_size=3_000), kept=st.booleans())),
    st.integers(1_000, 4_000),
    st.text("ab é長"),
)
def test_what_is_chosen_fits_and_holds_nothing_else(passages: list[Passage], max_bytes: int, claim: str) -> None:
    """The limit holds, the order stays, the same question gets the same choice, and some evidence is always shown."""
    all_of_it = "\n".join(passage.text for passage in passages)
    chosen = Passages(tuple(passages), max_bytes).nearest(claim)
    assert chosen == Passages(tuple(passages), max_bytes).nearest(claim)
    assert sum(passage.n_bytes for passage in chosen.passages) <= max_bytes
    assert bool(chosen.passages) == bool(passages)
    rest = iter("".join(all_of_it.split()))
    assert all(char in rest for char in "".join("".join(passage.text.split()) for passage in chosen.passages))
