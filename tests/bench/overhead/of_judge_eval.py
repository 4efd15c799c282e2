"""judge-eval's own scoring through its Python face, from files to results, with a cold sample store."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from judge_eval import score


def main(spec: str, folder: Path, n_calls: int) -> None:
    """Prints the CPU seconds of scoring the folder's suite, after the one of its folder `warm` was scored."""
    judge_all(spec, folder / "warm")
    begun = time.process_time()
    n_judged = judge_all(spec, folder)
    seconds = time.process_time() - begun
    if n_judged != n_calls:
        sys.exit(f"{n_judged} of {n_calls} verdicts came")
    sys.stdout.write(f"{seconds}\n")


def judge_all(spec: str, folder: Path) -> int:
    """How many samples the judge gave that could be read."""
    results = score(folder / "suite.cases.jsonl", judge=spec, votes="fixed:1", concurrency=32, cache=folder / "cache")
    return results.samples.usable


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
