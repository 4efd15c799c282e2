"""A run that is killed in its middle, and the same command again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.bench_kill import CONCURRENCY, Judge, Moment, killed, uninterrupted
from tests.fakes.openai_server import OpenAIServer
from tests.judged_suite import write_items

N_ITEMS = 60


@pytest.mark.parametrize("share", [0.3, 0.8])
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, share: float) -> None:
    """No kept sample is asked again, at most the calls under way are repeated, results.json is the same to the byte."""
    write_items(tmp_path, N_ITEMS)
    judge = Judge()
    with OpenAIServer(judge) as server:
        results = uninterrupted(tmp_path, server)
        n_requests = round(judge.asked.total() * share)
        kill = killed(tmp_path, server, judge, Moment(n_requests, 0.0), "out", results)
    assert kill.before >= n_requests
    assert kill.kept >= n_requests - CONCURRENCY
    assert (kill.kept_and_repeated, kill.equal) == (0, True)
    assert kill.repeated <= CONCURRENCY


def test_a_run_killed_before_its_first_call_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    """The same command does the whole work."""
    write_items(tmp_path, 4)
    judge = Judge()
    with OpenAIServer(judge) as server:
        results = uninterrupted(tmp_path, server)
        kill = killed(tmp_path, server, judge, Moment(0, 0.0), "out", results)
    assert (kill.before, kill.kept, kill.equal) == (0, 0, True)
