"""`kill -9` in the middle of a run, and then the same command: nothing that was kept is asked again, nothing is lost.

    python -m tests.bench.bench_kill [KILLS [ITEMS]]

A run of ITEMS (default 500) judged cases under lead:2,max:8 is killed KILLS times (default 20), each time from an empty
store and at a moment drawn by a seeded source. The fake judge counts its requests by prompt and seed, and writes into
each reply which one it answers, so that the store tells whose replies it holds.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

from judge_eval.adapters.samples.folder import SampleFolder
from judge_eval.judge.attempts import index_of
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import Asked, Step
from tests.judged_suite import score_command, write_items
from tests.small_suite import bare_environment

VOTES = "lead:2,max:8"
CONCURRENCY = 16
SECONDS_A_REPLY = 0.01
MOST_SECONDS = 0.05
SEED = 20261130


@dataclass(frozen=True, slots=True)
class Moment:
    """When a run is killed: `seconds` after it has made so many requests."""

    n_requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Kill:
    """What one kill cost: samples in the store then, requests before it and after, and those that were made twice."""

    kept: int
    before: int
    after: int
    kept_and_repeated: int
    repeated: int
    equal: bool
    """Whether results.json is the uninterrupted one byte for byte."""

    @property
    def holds(self) -> bool:
        """Whether nothing kept was asked again, and no more than the calls under way were repeated."""
        return self.equal and self.kept_and_repeated == 0 and self.repeated <= CONCURRENCY

    def told(self) -> str:
        """The figures in a line."""
        return (
            f"{self.before} requests made, {self.kept} samples kept; then {self.after} requests, "
            f"{self.kept_and_repeated} of kept samples, {self.repeated} repeated, "
            f"results {'equal' if self.equal else 'DIFFERENT'}"
        )


class Judge:
    """A fake judge's script: it wavers on a tenth of the items, and counts what it is asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        """The requests, each by the name that its reply carries."""

    def __call__(self, asked: Asked) -> Step:
        """The reply, which depends on the prompt and the seed alone."""
        item, index = int(asked.item[:8], 16), index_of(asked.body["seed"])
        says_yes = (item + index * (item % 10 == 0)) % 2 == 0
        name = sha256(f"{asked.item} {asked.body['seed']}".encode()).hexdigest()
        self.asked[name] += 1
        answer = {"rationale": name, "answer": "yes" if says_yes else "no"}
        return Step(text=json.dumps(answer), delay_seconds=SECONDS_A_REPLY)


def main(n_kills: int = 20, n_items: int = 500) -> int:
    """The exit code: 1 where a kill cost more than the calls under way, or changed the results."""
    random, judge, kills = Random(SEED), Judge(), list[Kill]()
    with tempfile.TemporaryDirectory() as name, OpenAIServer(judge) as server:
        suite = Path(name)
        write_items(suite, n_items)
        results = uninterrupted(suite, server)
        n_requests = judge.asked.total()
        print(f"{n_items} verdicts under {VOTES}, uninterrupted: {n_requests} requests", flush=True)
        for number in range(n_kills):
            moment = Moment(random.randrange(n_requests), random.uniform(0, MOST_SECONDS))
            kills.append(killed(suite, server, judge, moment, str(number), results))
            print(f"kill {number + 1}: {kills[-1].told()}", flush=True)
    print(
        f"{sum(kill.holds for kill in kills)} of {n_kills} kills: no kept sample asked again, at most {CONCURRENCY} "
        f"requests repeated (most {max(kill.repeated for kill in kills)}), results.json equal byte for byte"
    )
    return 0 if all(kill.holds for kill in kills) else 1


def uninterrupted(suite: Path, server: OpenAIServer) -> bytes:
    """results.json of a run that nobody disturbs."""
    finish(suite, server, "whole")
    return (suite / "whole" / "results.json").read_bytes()


def killed(suite: Path, server: OpenAIServer, judge: Judge, moment: Moment, out: str, results: bytes) -> Kill:
    """A run killed at that moment, and the same command again, which ought to bring these results; both write `out`."""
    judge.asked.clear()
    running = subprocess.Popen(
        command(server, out), cwd=suite, env=bare_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while judge.asked.total() < moment.n_requests and running.poll() is None:
        time.sleep(0.001)
    time.sleep(moment.seconds)
    running.send_signal(signal.SIGKILL)
    running.wait()
    before, kept = judge.asked.copy(), kept_in(suite / f"cache-{out}")
    finish(suite, server, out)
    again = judge.asked - before
    return Kill(
        kept=len(kept),
        before=before.total(),
        after=again.total(),
        kept_and_repeated=sum(again[name] for name in kept),
        repeated=sum(n - 1 for n in judge.asked.values()),
        equal=(suite / out / "results.json").read_bytes() == results,
    )


def finish(suite: Path, server: OpenAIServer, out: str) -> None:
    """Lets the command run to its end. Raises: RuntimeError, with what it printed, where it wrote no results."""
    ended = subprocess.run(command(server, out), cwd=suite, env=bare_environment(), capture_output=True, check=False)
    if not (suite / out / "results.json").is_file():
        raise RuntimeError(ended.stderr.decode())


def command(server: OpenAIServer, out: str) -> list[str]:
    """The command, with a store of its own."""
    return [*score_command(server, votes=VOTES, out=out, concurrency=CONCURRENCY), "--cache", f"cache-{out}"]


def kept_in(folder: Path) -> set[str]:
    """The requests whose replies lie in a store; none where there is no store yet."""
    if not (folder / "cache.db").is_file():
        return set()
    samples = [entry.sample for entry in SampleFolder(folder).entries()]
    return {json.loads(sample.text)["rationale"] for sample in samples if sample is not None}


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
