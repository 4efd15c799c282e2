"""When two texts count as the same: one rule for metrics and judge."""

from __future__ import annotations

import unicodedata


def normalise(text: str) -> str:
    """The text in one spelling: NFKC, case-folded, each run of white space one space, none at the ends."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    # Folding can undo the composition: "ΐ" folds to a letter and two marks.
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def same_text(one: str, other: str) -> bool:
    """Whether the two differ in nothing but spelling variants, case and white space."""
    return one == other or normalise(one) == normalise(other)
