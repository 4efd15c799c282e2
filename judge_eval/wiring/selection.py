"""Which cases are scored of those that pass the filters: the last failures, a subset, or all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge_eval.adapters.files.found import BrokenCase, FoundCase
from judge_eval.adapters.files.last_run import read_last_run
from judge_eval.core.results import SubsetUsed
from judge_eval.pipeline.subset import Candidate, subset
from judge_eval.text.counted import counted
from judge_eval.wiring.settings import KEPT_FOLDER, Settings


@dataclass(frozen=True, slots=True)
class Selection:
    """The ids that are scored, None for all; `notes` say of the last failures what became of them."""

    ids: frozenset[str] | None = None
    subset: SubsetUsed | None = None
    notes: tuple[str, ...] = ()

    def takes(self, found: FoundCase | BrokenCase) -> bool:
        """Whether this case is scored."""
        return self.ids is None or found.id in self.ids


def selection(settings: Settings, cases: Iterable[FoundCase | BrokenCase]) -> Selection:
    """What the settings select of `cases`, which are read only where that depends on them.

    Skipped cases take no seat of a subset, and are listed beside it.
    """
    if not settings.last_failed and settings.subset is None:
        return Selection()
    candidates: list[Candidate] = []
    skipped: set[str] = set()
    for found in cases:
        if isinstance(found, FoundCase) and found.case.skip is not None:
            skipped.add(found.id)
        else:
            candidates.append(Candidate(found.id, _stratum(found)))
    notes: list[str] = []
    if settings.last_failed:
        failed, note = _last_failures(candidates)
        skipped = set() if failed else skipped
        candidates = list(failed) or candidates
        notes.append(note)
    if settings.subset is None:
        return Selection(frozenset(one.id for one in candidates) | skipped, notes=tuple(notes))
    drawn = subset(candidates, settings.subset, settings.subset_by)
    used = SubsetUsed(size=len(drawn), of=len(candidates), by=settings.subset_by)
    return Selection(drawn | skipped, used, tuple(notes))


def _stratum(found: FoundCase | BrokenCase) -> tuple[str, ...]:
    """A case's file and tags; of a broken one the file alone is known."""
    tags = sorted(set(found.case.tags)) if isinstance(found, FoundCase) else []
    return found.origin.place, *tags


def _last_failures(candidates: Sequence[Candidate]) -> tuple[Sequence[Candidate], str]:
    """Those of the candidates that did not pass when they were last scored here, and what to say of that."""
    last = read_last_run(Path(KEPT_FOLDER))
    if last is None:
        return (), "--last-failed: nothing is known here of an earlier run, so all cases are scored"
    if not last:
        return (), "--last-failed: no case failed last time, so all cases are scored"
    failed = [one for one in candidates if one.id in last]
    if not failed:
        return (), "--last-failed: none of the failures of last time is among these, so all cases are scored"
    return failed, f"--last-failed: {len(failed)} of {counted(len(candidates), 'case')} failed last time"
