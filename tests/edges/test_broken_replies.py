"""A judge that breaks three replies in ten, in every way but the one that takes two minutes each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.bench_broken_replies import Breaking, compared, scored
from tests.fakes.steps import WAYS_TO_BREAK, in_turn
from tests.judged_suite import write_items

N_ITEMS = 40
WAYS = {name: way for name, way in WAYS_TO_BREAK.items() if name != "hang"}


@pytest.mark.parametrize("votes", ["lead:2,max:8", "auto"])
def test_no_verdict_is_wrong_or_lost(tmp_path: Path, votes: str) -> None:
    """Each equals the fault-free run's or is undecided with its reason; a hang is tests/bench's matter."""
    write_items(tmp_path, N_ITEMS)
    script = Breaking(WAYS, seed=3)
    good, broken = scored(tmp_path, votes, in_turn(), "good"), scored(tmp_path, votes, script, "broken")
    found = compared(good, broken)
    assert (found.wrong, found.unexplained, found.lost) == ((), (), ())
    assert found.equal + sum(found.undecided.values()) == len(good) == N_ITEMS
    assert {verdict.decision for verdict in good.values()} >= {"pass", "fail"}
    assert script.done.total() - script.done["well"] >= 5
