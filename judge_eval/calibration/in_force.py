"""Which record corrects a judge's scores: the one made with this very judge, or none, with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pydantic import JsonValue

from judge_eval.core.calibration import CalibrationRecord, JudgeIdentity
from judge_eval.core.label import Draw

DRAWN: Mapping[Draw, str] = MappingProxyType(
    {
        "random": "at random",
        "by_verdict": "by verdict",
        "class_balanced": "by their class",
        "convenience": "by convenience",
    }
)
"""How labels were drawn, in words."""

NO_RECORD = "judge error unknown"


@dataclass(frozen=True, slots=True)
class NamedRecord:
    """A record under the name by which reports tell where it stands."""

    name: str
    record: CalibrationRecord


@dataclass(frozen=True, slots=True)
class InForce:
    """The record that corrects a metric; `stale` says what has changed since it was made, if anything has."""

    name: str
    record: CalibrationRecord
    stale: str = ""

    def said(self) -> str:
        """The record as an estimate's note names it."""
        record = self.record
        made = {"human": "labels", "model": "labels made by a model", "construction": "labels by construction"}
        told = f"{self.name}, {record.date}, {record.n} {made[record.made_by]}, drawn {DRAWN[record.drawn]}"
        return f"STALE ({self.stale}): {told}" if self.stale else told


@dataclass(frozen=True, slots=True)
class Uncalibrated:
    """No record is in force, and why."""

    why: str = NO_RECORD


def record_in_force(
    records: Sequence[NamedRecord], judge: JudgeIdentity, policy: str | None, *, allow_stale: bool
) -> InForce | Uncalibrated:
    """The first record made with this judge; one made with another form of it only where `allow_stale` says so.

    `policy` is the fingerprint of the policy that a safety judge reads.
    """
    own = [named for named in records if named.record.judge.spec == judge.spec or _is(named, judge)]
    whole = next((named for named in own if _is(named, judge) and named.record.policy == policy), None)
    if whole is not None:
        return InForce(whole.name, whole.record)
    if not own:
        return Uncalibrated()
    nearest = min(own, key=lambda named: len(list(_changes(named.record, judge, policy))))
    changed = ", ".join(_changes(nearest.record, judge, policy))
    if allow_stale:
        return InForce(nearest.name, nearest.record, changed)
    return Uncalibrated(f"{nearest.name} was made with another judge ({changed}): run judge-eval calibrate again")


def model_changed(record: CalibrationRecord, versions: Sequence[str]) -> str:
    """How the model behind the judge's name has changed since the record was made; empty where it has not."""
    new = sorted(set(versions) - set(record.judge.versions))
    if not record.judge.versions or not new:
        return ""
    return f"the model answers as {', '.join(new)}, not as {', '.join(record.judge.versions)}"


def _is(named: NamedRecord, judge: JudgeIdentity) -> bool:
    return named.record.judge.fingerprint == judge.fingerprint


def _changes(record: CalibrationRecord, judge: JudgeIdentity, policy: str | None) -> Iterator[str]:
    """What differs between the judge of a record and this one, part by part."""
    yield from _parts_apart(record.judge.parts, judge.parts)
    if record.policy != policy:
        yield "the policy's text"


def _parts_apart(old: Mapping[str, JsonValue], new: Mapping[str, JsonValue], within: str = "") -> Iterator[str]:
    for name in sorted(old.keys() | new.keys()):
        before, now = old.get(name), new.get(name)
        if before == now:
            continue
        if isinstance(before, dict) and isinstance(now, dict):
            yield from _parts_apart(before, now, f"{within}{name} ")
        else:
            yield f"{within}{name} {_short(before)} is now {_short(now)}"


def _short(value: JsonValue) -> str:
    text = str(value)
    return text if len(text) <= 20 else f"{text[:12]}…"
