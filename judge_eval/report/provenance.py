"""What stands at the head of every report: who judged, how far that is known, how much of it is new, and of what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from judge_eval.core.results import Results
from judge_eval.core.session import Replayed, Session
from judge_eval.text.counted import counted, percent


class Fact(NamedTuple):
    """One fact with its name."""

    name: str
    text: str


def provenance(head: Results, session: Session) -> tuple[Fact, ...]:
    """The facts, in the order in which a reader needs them; what is not known is not among them."""
    return tuple(
        Fact(name, text)
        for name, said in (
            ("judge", _judges(head)),
            ("model version", _versions(head)),
            ("calibration", _calibrations(head)),
            ("verdicts", _verdicts(head, session)),
            ("cases", _cases(head)),
            ("runs", _runs(session)),
            ("version", [f"judge-eval {session.version}"]),
            ("commit", filter(None, [session.commit])),
            ("date", [session.started]),
        )
        if (text := "; ".join(dict.fromkeys(said)))
    )


def asked_when(one: Replayed) -> str:
    """When the samples of a cassette were asked, as what follows its name; empty where that is not known."""
    dates = " to ".join(dict.fromkeys(filter(None, (one.oldest[:10], one.newest[:10]))))
    return f", asked {dates}" if dates else ""


def _judges(head: Results) -> Iterator[str]:
    for metric, used in head.questions.items():
        packed = f", up to {used.pack} items a call" if used.pack > 1 else ""
        yield f"{used.judge} (votes {used.votes}{packed}): {metric}"
    if not head.questions:
        yield "none was asked" if head.judge is None else head.judge.spec


def _versions(head: Results) -> Iterator[str]:
    for used in head.questions.values():
        yield ", ".join(used.model_versions) or f"not said by its replies; fingerprint {used.model_fingerprint[:12]}"


def _calibrations(head: Results) -> Iterator[str]:
    for row in head.estimates:
        if row.metric in head.questions and row.kind == "pass_rate":
            known = row.calibration or f"uncalibrated: {row.uncalibrated or 'judge error unknown'}"
            yield f"{row.metric}: {known}"


def _verdicts(head: Results, session: Session) -> Iterator[str]:
    """Shares of the samples that the store or a cassette brought, and of the verdicts that stay open."""
    asked = head.samples.asked
    if asked:
        replayed = sum(one.samples for one in session.replayed)
        kept = max(session.cached - replayed, 0)
        yield f"{counted(asked, 'sample')}: {_share(kept, asked)} cached, {_share(replayed, asked)} replayed"
    for one in session.replayed:
        yield f"replayed from {one.file}{asked_when(one)}"
    judged = [row for row in head.estimates if row.metric in head.questions and row.kind == "pass_rate"]
    if n := sum(row.n for row in judged):
        yield f"{_share(sum(row.undecided for row in judged), n)} of {counted(n, 'verdict')} undecided"


def _cases(head: Results) -> Iterator[str]:
    """What keeps the cases from being all of them, once each, and all deciding."""
    if head.subset is not None:
        yield f"{head.subset.size:,} of {counted(head.subset.of, 'case')}, chosen by {head.subset.by}"
    if head.repeats is not None:
        yield f"up to {counted(head.repeats.most, 'repeat')} of each"
        powers = [f"pass^{one.k} {one.value:.3f}" for one in head.repeats.pass_power]
        yield from [", ".join(powers)] if powers else []
        flaky = [f"{one.id} ({one.passed} of {one.repeats} passed)" for one in head.repeats.flaky]
        yield from [f"flaky: {', '.join(flaky)}"] if flaky else []
    if head.quarantined.cases:
        yield f"{head.quarantined.cases} in quarantine, of which {head.quarantined.would_fail} would have failed"


def _runs(session: Session) -> Iterator[str]:
    for source in session.runs:
        yield f"{source.name} of {', '.join(source.agents)}" if source.agents else source.name


def _share(part: int, whole: int) -> str:
    return percent(min(part / whole, 1.0))
