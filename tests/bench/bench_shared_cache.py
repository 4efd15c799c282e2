"""Eight processes that fill one cache folder at once: every sample is there, whole, and none is asked again.

    python -m tests.bench.bench_shared_cache [PROCESSES [ITEMS]]

Each process (default 8) scores a suite of its own of ITEMS (default 500), half of which are in the next one's too. In
the end `cache verify` must find every item once and nothing else, and the same commands, with the judge gone, must make
no call and write the same results.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.fakes.openai_server import OpenAIServer
from tests.judged_suite import score_command, write_items
from tests.small_suite import COMMAND, bare_environment

CACHE = "../cache"


def main(n_processes: int = 8, n_items: int = 500) -> int:
    """The exit code: 1 where a sample was lost, torn or asked again."""
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / f"suite-{number}" for number in range(n_processes)]
        for number, folder in enumerate(folders):
            folder.mkdir()
            write_items(folder, n_items, first=number * (n_items // 2))
        n_different = n_items // 2 * (n_processes - 1) + n_items
        with OpenAIServer() as server:
            started = time.monotonic()
            score_together(folders, server, "first")
            seconds = time.monotonic() - started
            n_asked = len(server.asked)
        verified = told(folders[0], "cache", "verify", "--cache", CACHE)
        score_together(folders, server, "again")
        n_again = sum(json.loads((folder / "again" / "session.json").read_text())["calls"] for folder in folders)
        equal = all(results(folder, "first") == results(folder, "again") for folder in folders)
    print(
        f"{n_processes} processes of {n_items} verdicts on one cache folder, {n_different:,} different samples: "
        f"{n_asked:,} calls in {seconds:.0f} seconds; cache verify: {verified}; "
        f"with the judge gone {n_again} calls, results {'equal' if equal else 'DIFFERENT'}"
    )
    return 0 if verified == f"{n_different:,} samples sound, 0 not" and n_again == 0 and equal else 1


def score_together(folders: list[Path], server: OpenAIServer, out: str) -> None:
    """Scores all suites at once, each in a process of its own.

    Raises: RuntimeError, with what was printed, where one writes no results.
    """
    running = [
        subprocess.Popen(
            [*score_command(server, votes="fixed:1", out=out), "--cache", CACHE],
            cwd=folder,
            env=bare_environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for folder in folders
    ]
    for folder, process in zip(folders, running, strict=True):
        _, errors = process.communicate()
        if not (folder / out / "results.json").is_file():
            raise RuntimeError(errors.decode())


def told(folder: Path, *arguments: str) -> str:
    """What the installed command prints in `folder`, on one line."""
    ended = subprocess.run(
        [COMMAND, *arguments], cwd=folder, env=bare_environment(), capture_output=True, check=False, text=True
    )
    return " ".join((ended.stdout + ended.stderr).split())


def results(folder: Path, out: str) -> bytes:
    """The results that a suite's scoring wrote."""
    return (folder / out / "results.json").read_bytes()


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
