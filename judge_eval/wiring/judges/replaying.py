"""Cassettes in the place of judges: each metric's judge and rule as they were when it was recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from judge_eval.adapters.files.cassette import Cassette, RecordedQuestion, read_cassette
from judge_eval.core.results import JudgeUsed
from judge_eval.core.sample import Sample
from judge_eval.core.session import Replayed
from judge_eval.errors import InputError, NoJudgeError, Problem
from judge_eval.judge.auto_judge import AutoJudge
from judge_eval.judge.judge import Judge
from judge_eval.judge.limits import Limits
from judge_eval.judge.question import Question
from judge_eval.judge.rules import Votes, is_auto, parse_rule
from judge_eval.judge.samples import Redact
from judge_eval.wiring.judges.bound_judge import judge_by
from judge_eval.wiring.judges.judge_at_hand import JudgeAtHand
from judge_eval.wiring.judges.judge_choice import Said

_KIND = "replay:"
_REMEDY = "score with the judge itself, then record it anew: judge-eval cache export"


def is_replay(spec: str) -> bool:
    """Whether a spec names a cassette."""
    return spec.startswith(_KIND)


class Replays:
    """The cassettes of one invocation, each read once."""

    def __init__(self, on_sample: Callable[[Sample], None], redact: Redact | None = None) -> None:
        """No cassette yet; `on_sample` hears of each sample that is used, which `redact` has gone over."""
        self._on_sample = on_sample
        self._redact = redact
        self._cassettes: dict[str, Cassette] = {}
        self._judges: dict[tuple[str, str], JudgeAtHand] = {}
        self._metrics: dict[str, set[str]] = {}

    @property
    def judges(self) -> list[JudgeAtHand]:
        """The judges that are replayed."""
        return list(self._judges.values())

    def bound(
        self, spec: Said, question: Question[Any], rule: Said, resolve: Callable[..., Votes], limits: Limits
    ) -> tuple[JudgeAtHand, Judge | AutoJudge]:
        """The judge that answered `question`, under the rule that it was asked by, and in packs of the same size.

        Raises: NoJudgeError where the cassette says nothing of this metric, or was recorded in another way; InputError
        where it is none, or another rule is asked for.
        """
        cassette = self._cassette(spec.text)
        recorded = cassette.head.questions.get(question.metric)
        if recorded is None:
            raise NoJudgeError(_not_recorded(cassette, question.metric))
        _insist_on_rule(rule, recorded, cassette)
        at_hand = self._judge_at_hand(spec.text, question.metric, recorded, limits)
        rule_then = Said(recorded.votes, str(cassette.path))
        judge = judge_by(at_hand, question, rule_then, resolve, limits, recorded.pack)
        if isinstance(judge, Judge) and judge.fingerprint != recorded.fingerprint:
            raise NoJudgeError(_recorded_otherwise(cassette, question.metric, judge, recorded))
        return at_hand, judge

    def judge(self, spec: str) -> JudgeUsed | None:
        """The suite's judge as it was recorded; None where no metric asked for it."""
        cassette = self._cassettes.get(spec)
        return None if cassette is None else cassette.head.judge

    def used(self) -> tuple[Replayed, ...]:
        """What was used of each cassette."""
        return tuple(self._used(spec, cassette) for spec, cassette in self._cassettes.items())

    def _used(self, spec: str, cassette: Cassette) -> Replayed:
        judges = [judge for (file, _), judge in self._judges.items() if file == spec and judge.dates is not None]
        dates = [date for judge in judges for date in judge.dates or ()]
        return Replayed(
            file=str(cassette.path),
            metrics=tuple(sorted(self._metrics.get(spec, ()))),
            samples=sum(judge.n_samples for judge in judges),
            oldest=min(dates, default=""),
            newest=max(dates, default=""),
        )

    def _cassette(self, spec: str) -> Cassette:
        if spec not in self._cassettes:
            self._cassettes[spec] = read_cassette(Path(spec.removeprefix(_KIND)))
        return self._cassettes[spec]

    def _judge_at_hand(self, spec: str, metric: str, recorded: RecordedQuestion, limits: Limits) -> JudgeAtHand:
        self._metrics.setdefault(spec, set()).add(metric)
        key = (spec, recorded.judge)
        if key not in self._judges:
            self._judges[key] = JudgeAtHand.of_cassette(
                recorded, self._cassettes[spec], self._on_sample, limits, self._redact
            )
        return self._judges[key]


def _insist_on_rule(rule: Said, recorded: RecordedQuestion, cassette: Cassette) -> None:
    """Raises: InputError where a flag asks for another rule than the one that was recorded."""
    if rule.by_default or rule.place != "--votes" or is_auto(rule.text):
        return
    if parse_rule(rule.text, rule.place).spec != recorded.votes:
        raise InputError(
            Problem(
                "a cassette brings its own rule",
                place=rule.place,
                found=f"'{rule.text}'",
                expected=f"{recorded.votes}, by which {cassette.path} was recorded",
                remedy="leave --votes out",
            )
        )


def _not_recorded(cassette: Cassette, metric: str) -> Problem:
    return Problem(
        f"the cassette holds nothing of {metric}",
        place=str(cassette.path),
        expected=f"one of {', '.join(cassette.head.questions)}" if cassette.head.questions else None,
        remedy=_REMEDY,
    )


def _recorded_otherwise(cassette: Cassette, metric: str, judge: Judge, recorded: RecordedQuestion) -> Problem:
    version, was = judge.prompt.version, recorded.prompt_version
    changed = f"version {was} of the prompt, now {version}" if was != version else "another prompt or other parameters"
    return Problem(
        f"the cassette was recorded with {changed}",
        place=str(cassette.path),
        field=metric,
        found=f"judge fingerprint {recorded.fingerprint[:12]}…",
        expected=f"{judge.fingerprint[:12]}…",
        remedy=_REMEDY,
    )
