"""The results of a scored suite: the shape of results.json, schema judge-eval/results/1."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from judge_eval.core.case import Quarantine
from judge_eval.core.estimate import Estimate
from judge_eval.core.frozen import Frozen
from judge_eval.core.score import Aspect, Settled, Status
from judge_eval.core.verdict import Decision

SCHEMA = "judge-eval/results/1"

SuiteStatus = Literal["passed", "failed", "incomplete", "undecided"]
ReasonKind = Literal["failed", "incomplete", "undecided", "held"]
"""What a sentence of the ruling explains; `held`: what the cases reach together, where that is enough."""

CaseStatus = Literal["passed", "failed", "undecided", "error", "reported", "skipped"]
"""`reported`: nothing decides this case, it is shown only; `skipped`: it was neither run nor scored."""


class ScoreRow(Frozen):
    """One metric on one case (`turn` None) or one of its turns, or a rubric's `criterion` on a turn.

    `decision` is the threshold's, else the judge's.
    """

    metric: str
    turn: int | None = None
    criterion: str | None = None
    wording: str | None = None
    """`Criterion.wording`: the fingerprint of all that a judge reads of it."""
    status: Status
    value: float | None = None
    low: float | None = None
    high: float | None = None
    decision: Decision | None = None
    reason: str = ""
    votes: dict[str, int] = Field(default_factory=dict[str, int])
    spread: float | None = None
    asked: int = 0
    probability: float | None = None
    """That people would pass the item, by the calibration record in force."""
    calibrated: Settled | None = None
    """What can be said of it at the record's promised error, or at 90 % where none was certified."""


class AdkSaid(Frozen):
    """What ADK's own results file says of a metric on this case, and why ours differs where it does."""

    metric: str
    value: float | None
    status: str
    ours: float | None = None
    difference: str | None = None


class CaseResult(Frozen):
    """One run of one case, judged; `error` is why it could not be scored, or why the agent broke off.

    `verdicts` keeps what the agent did and what it said apart; `status` sums up all that decides.
    """

    id: str
    repeat: int = 0
    status: CaseStatus
    error: str | None = None
    skip: str | None = None
    """Why it was skipped; it stands in no estimate and no count."""
    quarantine: Quarantine | None = None
    """Why it decides nothing though it was scored: it stands in no estimate. None where none is in force."""
    verdicts: dict[Aspect, Decision] = Field(default_factory=dict[Aspect, Decision])
    scores: tuple[ScoreRow, ...] = ()
    adk: tuple[AdkSaid, ...] = ()


class EstimateRow(Estimate):
    """An estimate with what it was held against; `passed` None: nothing decides, or it stays undecided."""

    threshold: float | None = None
    floor: float | None = None
    baseline: float | None = None
    delta: float | None = None
    decided_by: str | None = None
    passed: bool | None = None


class JudgeUsed(Frozen):
    """The suite's judge: its spec, and the fingerprint of the model behind it."""

    spec: str
    model_fingerprint: str


class QuestionUsed(Frozen):
    """How one judged metric was asked."""

    question: str
    judge: str
    model_fingerprint: str
    fingerprint: str
    """The judge fingerprint, which binds calibration records."""
    prompt_version: int
    votes: str
    pack: int = 1
    """Items a call asks about at most."""
    model_versions: tuple[str, ...] = ()
    """The model as its replies name it, over all samples used: more than one means that the judge changed."""
    calibration: str | None = None


class SampleCounts(Frozen):
    """Samples over all judged items; `saved_against_fixed_5` counts the calls that five votes an item would add."""

    asked: int = 0
    usable: int = 0
    failed: int = 0
    saved_against_fixed_5: int = 0


class FlakyCase(Frozen):
    """A case some of whose repeats pass and some fail: `passed` of `repeats` pass."""

    id: str
    passed: int
    repeats: int


class PassPower(Frozen):
    """pass^k: the share of cases that pass `k` repeats out of `k`, with its interval over clusters at `level`.

    `n` counts the cases that have so many repeats. What is undecided or in error counts as not passed; were all of it
    to fail, or to pass, the value would be `value_low` or `value_high`.
    """

    k: int
    value: float | None
    value_low: float | None
    value_high: float | None
    low: float | None
    high: float | None
    level: float
    n: int
    clusters: int
    method: str


class RepeatsUsed(Frozen):
    """What repeats of cases show: how many there are at most, pass^k for each k up to that, and the flaky cases.

    Cases in quarantine may be flaky, and are in no pass^k.
    """

    most: int
    pass_power: tuple[PassPower, ...] = ()
    flaky: tuple[FlakyCase, ...] = ()


class QuarantinedCases(Frozen):
    """How many cases are in quarantine, and how many of them would have failed."""

    cases: int = 0
    would_fail: int = 0


SubsetBy = Literal["hash", "stride"]


class SubsetUsed(Frozen):
    """The part of the cases that was scored: `size` of `of`, drawn by the hash of the id or by a stride."""

    size: int
    of: int
    by: SubsetBy


class Results(Frozen):
    """All that a scored suite says; independent of case order, concurrency, cache and interruption."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    schema_: Literal["judge-eval/results/1"] = Field(default=SCHEMA, alias="schema")
    status: SuiteStatus
    judge: JudgeUsed | None = None
    questions: dict[str, QuestionUsed] = Field(default_factory=dict[str, QuestionUsed])
    settings: dict[str, str] = Field(default_factory=dict[str, str])
    """The fingerprint of each metric's own options, such as a match type or a policy."""
    samples: SampleCounts = SampleCounts()
    subset: SubsetUsed | None = None
    """None: all cases were scored."""
    repeats: RepeatsUsed | None = None
    """None: every case was run once."""
    quarantined: QuarantinedCases = QuarantinedCases()
    cases: tuple[CaseResult, ...] = ()
    estimates: tuple[EstimateRow, ...] = ()
