"""A judge that breaks three replies in ten, in every way that the fake server knows: no verdict is wrong or lost.

    python -m tests.bench.bench_broken_replies [ITEMS]

ITEMS (default 500) are scored by the installed command, once at a server that answers well and once at one that breaks
30 % of its replies, under votes and by distribution (auto). Its answers are fixed by the item. A verdict must equal the
fault-free one, or be undecided with its reason. Both rules at once take about five minutes, nearly all of it spent
waiting: for a call that hangs the two minutes of its deadline, after a plea for patience as long as it takes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from judge_eval.core.verdict import Verdict
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import WAYS_TO_BREAK, Asked, Script, Step, breaking, in_turn
from tests.judged_suite import results_of, score_command, verdicts_of, write_items
from tests.small_suite import bare_environment

SHARE = 0.3
CONCURRENCY = 64
RULES = ("lead:2,max:8", "auto")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The verdicts of a broken run beside those of a fault-free one; the first three name the cases."""

    lost: tuple[str, ...]
    wrong: tuple[str, ...]
    unexplained: tuple[str, ...]
    """Undecided without a reason that names a failure."""
    equal: int
    undecided: Mapping[str, int]
    """How many are undecided that the fault-free run decides, by the kinds of failure in their samples."""
    failures: Mapping[str, int]
    """Failed samples by kind, those included that another attempt made good."""

    @property
    def holds(self) -> bool:
        """Whether no verdict was lost, wrong or undecided without a reason."""
        return not (self.lost or self.wrong or self.unexplained)


class Breaking:
    """A script that breaks a share of the replies and counts them by the way in which they broke."""

    def __init__(self, ways: Mapping[str, Step], seed: int = 0) -> None:
        self._script = breaking(SHARE, seed, tuple(ways.values()))
        self._ways = ways
        self.done: Counter[str] = Counter()

    def __call__(self, asked: Asked) -> Step:
        """What is done with this request."""
        step = self._script(asked)
        self.done[next((name for name, way in self._ways.items() if way == step), "well")] += 1
        return step


def main(n_items: int = 500) -> int:
    """The exit code: 1 where a verdict was lost, wrong or undecided without a reason."""
    with ThreadPoolExecutor(len(RULES)) as workers:
        return 0 if all(list(workers.map(partial(holds_under, n_items=n_items), RULES))) else 1


def holds_under(votes: str, n_items: int) -> bool:
    """Whether no verdict was lost, wrong or undecided without a reason under this rule, after printing the figures."""
    script, started = Breaking(WAYS_TO_BREAK), time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        write_items(Path(name), n_items)
        found = compared(scored(Path(name), votes, in_turn(), "good"), scored(Path(name), votes, script, "broken"))
    lines = [
        f"{votes}: {script.done.total()} replies, {script.done['well']} of them well; of {n_items} verdicts "
        f"{found.equal} equal the fault-free run's, {sum(found.undecided.values())} undecided, "
        f"{len(found.wrong)} wrong, {len(found.unexplained)} undecided without a reason, {len(found.lost)} lost; "
        f"{time.monotonic() - started:.0f} seconds"
    ]
    for title, counts in (
        ("replies broken", {name: script.done[name] for name in WAYS_TO_BREAK}),
        ("failed samples", found.failures),
        ("undecided after", found.undecided),
    ):
        lines.append(f"  {title}: " + "; ".join(f"{name} {n}" for name, n in counts.items()))
    print("\n".join(lines), flush=True)
    return found.holds and len(found.lost) + found.equal + sum(found.undecided.values()) == n_items


def scored(folder: Path, votes: str, script: Script, out: str) -> dict[str, Verdict]:
    """The verdicts of a run at a server with this script, from a store of its own; those without a row are left out.

    Raises: RuntimeError, with what was printed, where the command wrote no results.
    """
    with OpenAIServer(script) as server:
        command = [*score_command(server, votes=votes, out=out, concurrency=CONCURRENCY), "--cache", f"cache-{out}"]
        ended = subprocess.run(command, cwd=folder, env=bare_environment(), capture_output=True, check=False)
    if not (folder / out / "results.json").is_file():
        raise RuntimeError(ended.stderr.decode())
    rows = {case["id"]: case["scores"] for case in results_of(folder / out)["cases"]}
    return {name: verdict for name, verdict in verdicts_of(folder / out).items() if rows.get(name)}


def compared(good: Mapping[str, Verdict], broken: Mapping[str, Verdict]) -> Comparison:
    """The verdicts of the broken run beside the fault-free ones."""
    both = {name: (verdict, broken[name]) for name, verdict in good.items() if name in broken}
    unequal = {name: other for name, (one, other) in both.items() if one.decision != other.decision}
    undecided = {name: verdict for name, verdict in unequal.items() if verdict.decision == "undecided"}
    failed = Counter(sample.failure for verdict in broken.values() for sample in verdict.samples if sample.failure)
    return Comparison(
        lost=tuple(sorted(good.keys() - broken.keys())),
        wrong=tuple(sorted(unequal.keys() - undecided.keys())),
        unexplained=tuple(sorted(name for name, verdict in undecided.items() if not _is_explained(verdict))),
        equal=len(both) - len(unequal),
        undecided=Counter(_kinds(verdict) for verdict in undecided.values()),
        failures=dict(failed.most_common()),
    )


def _is_explained(verdict: Verdict) -> bool:
    return any(sample.failure is not None and sample.failure in verdict.reason for sample in verdict.samples)


def _kinds(verdict: Verdict) -> str:
    return " and ".join(sorted({sample.failure for sample in verdict.samples if sample.failure is not None}))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
