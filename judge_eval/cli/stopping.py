"""What a first Ctrl-C leaves behind: what was paid and what was recorded, and how to go on from there."""

from __future__ import annotations

from pathlib import Path
from shlex import join

from judge_eval.adapters.files.atomic_write import keep_out_of_git
from judge_eval.adapters.files.discovery import RUNS_SUFFIX
from judge_eval.adapters.files.runs import write_runs
from judge_eval.text.counted import counted
from judge_eval.wiring.scoring import OpenSuite
from judge_eval.wiring.settings import KEPT_FOLDER


def stopped(cache: str | None) -> str:
    """What to say of the samples that were taken before the stop; `cache` is the folder that keeps them, if any."""
    if cache is None:
        return "stopped; nothing was kept (--no-cache): the same command again starts anew"
    return f"stopped; what was sampled is kept in {cache}: the same command again goes on from there"


def keep_and_tell(suite: OpenSuite, out: Path | None) -> str:
    """Keeps what a live agent did so far, in `out` or beside the samples; gives what to say of it and of the samples.

    Raises: InputError where it cannot be written.
    """
    said = stopped(suite.settings.cache)
    agent = suite.settings.agent
    if not isinstance(agent, str):
        return said
    if not suite.spool.n_runs:
        return f"{said}; no run of the agent had ended"
    path = (out / "runs.jsonl") if out is not None else _free_name(Path(KEPT_FOLDER))
    if out is None:
        keep_out_of_git(path.parent)
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = write_runs(path, suite.spool.runs())
    cases = [case for case in suite.settings.cases if isinstance(case, str)]
    repeat = ["--repeat", str(suite.settings.repeat)] if suite.settings.repeat is not None else []
    rest = join(["judge-eval", "run", *cases, "--agent", agent, *repeat, "--out", str(path)])
    return (
        f"{said}\n{counted(kept, 'run')} of the agent {'is' if kept == 1 else 'are'} kept in {path}: "
        f"`{rest}` records the rest, then score with --runs {path}"
    )


def _free_name(folder: Path) -> Path:
    """A name in `folder` that no earlier stop has taken."""
    number = 1
    while (path := folder / f"stopped-{number}{RUNS_SUFFIX}").exists():
        number += 1
    return path
