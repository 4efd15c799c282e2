"""Only like is compared with like: what of cases, criteria, judges and settings is not the same on both sides."""

from __future__ import annotations

from collections.abc import Iterator

from judge_eval.core.case import Case
from judge_eval.core.comparison import Difference, DifferenceKind
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.results import QuestionUsed
from judge_eval.pipeline.comparison.compared_side import Side


def changed_case(base: Case | None, candidate: Case | None) -> bool:
    """Whether both are known and ask for different things; tags, clusters and notes do not count."""
    return base is not None and candidate is not None and _meaning(base) != _meaning(candidate)


def changed_metrics(base: Side, candidate: Side) -> Iterator[Difference]:
    """The difference of each metric that was not scored in the same way on both sides."""
    before, now = base.head, candidate.head
    names_before, names_now = ({row.metric for row in head.estimates} for head in (before, now))
    for metric in sorted(names_before | names_now):
        if metric not in names_before & names_now:
            only = "baseline" if metric in names_before else "candidate"
            yield Difference(kind="settings", name=metric, what=f"scored on the {only} only")
        elif (differs := _judged_otherwise(before.questions.get(metric), now.questions.get(metric))) is not None:
            kind, what = differs
            yield Difference(kind=kind, name=metric, what=what)
        elif _apart(before.settings.get(metric), now.settings.get(metric)):
            yield Difference(kind="settings", name=metric, what="its options are others in the configuration")


def _judged_otherwise(before: QuestionUsed | None, now: QuestionUsed | None) -> tuple[DifferenceKind, str] | None:
    """What a metric's judges differ in, most telling first; None where both sides were judged alike."""
    if before is None or now is None or before.fingerprint == now.fingerprint:
        return None
    if before.model_fingerprint != now.model_fingerprint:
        return "judge", f"judged by {now.judge}, before by {before.judge}"
    if before.prompt_version != now.prompt_version:
        return "prompt", f"asked by version {now.prompt_version} of the prompt, before by {before.prompt_version}"
    if (before.votes, before.pack) != (now.votes, now.pack):
        return "rule", f"votes {_rule(now)}, before {_rule(before)}"
    return "prompt", "the prompt or the judge's parameters are others"


def _rule(used: QuestionUsed) -> str:
    return used.votes if used.pack == 1 else f"{used.votes} in packs of {used.pack}"


def _apart(before: str | None, now: str | None) -> bool:
    return before is not None and now is not None and before != now


def _meaning(case: Case) -> str:
    """What is asked of the agent and what it is held against; criteria have fingerprints of their own."""
    told = case.model_dump(mode="json", include={"turns", "scenario", "session", "state", "expect"})
    for turn in told["turns"]:
        del turn["rubrics"]
    return fingerprint(told)
