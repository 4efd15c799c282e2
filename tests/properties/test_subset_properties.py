"""Subsets of a suite: their size, their shares, and how little one case more changes."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.results import SubsetBy
from judge_eval.pipeline.subset import Candidate, subset

WAYS: st.SearchStrategy[SubsetBy] = st.sampled_from(["hash", "stride"])
SIZES = st.integers(1, 60)
SUITES = st.dictionaries(st.text(max_size=6), st.tuples(st.sampled_from("abcdefgh")), min_size=1, max_size=60).map(
    lambda strata: [Candidate(case_id, stratum) for case_id, stratum in strata.items()]
)


@given(SUITES, SIZES, WAYS, st.integers(0, 9))
def test_it_has_the_size_asked_for_in_any_order(among: list[Candidate], size: int, by: SubsetBy, seed: int) -> None:
    """As many cases as asked for, or all; the same ones in whatever order the files are read."""
    drawn = subset(among, size, by)
    assert len(drawn) == min(size, len(among))
    shuffled = random.Random(seed).sample(among, len(among))
    assert subset(shuffled, size, by) == drawn


@given(SUITES, SIZES, st.text(min_size=7, max_size=9), st.tuples(st.sampled_from("abcdefghi")))
def test_one_case_more_displaces_at_most_one(among: list[Candidate], size: int, new: str, stratum: tuple[str]) -> None:
    """Whatever is added, all but one of the cases that were drawn are drawn again."""
    before = subset(among, size, "hash")
    after = subset([*among, Candidate(new, stratum)], size, "hash")
    assert len(before - after) <= 1
    assert len(after - before) <= 1


@given(SUITES, st.integers(1, 59))
def test_a_larger_subset_holds_the_smaller(among: list[Candidate], size: int) -> None:
    """By hash, one case more asked for adds one and takes none away."""
    assert subset(among, size, "hash") <= subset(among, size + 1, "hash")


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.integers(1, 5), st.integers(1, 5), WAYS)
def test_strata_have_their_shares(shares: list[int], drawn_of_each: int, left_of_each: int, by: SubsetBy) -> None:
    """Where each stratum's share of the subset is a whole number, it gets just that."""
    each = drawn_of_each + left_of_each
    among = [
        Candidate(f"{stratum}-{number}", (str(stratum),))
        for stratum, share in enumerate(shares)
        for number in range(share * each)
    ]
    drawn = subset(among, sum(shares) * drawn_of_each, by)
    counts = Counter(case_id.partition("-")[0] for case_id in drawn)
    assert counts == {str(stratum): share * drawn_of_each for stratum, share in enumerate(shares)}


def test_a_stride_takes_the_middle_of_each_stretch() -> None:
    """Of ten cases sorted by id, three stand at 10/6, 30/6 and 50/6, rounded down: the second, sixth and ninth."""
    among = [Candidate(f"case-{number}", ()) for number in range(10)]
    assert subset(among, 3, "stride") == {"case-1", "case-5", "case-8"}
