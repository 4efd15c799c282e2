"""What makes a comparison doubtful: answers of another length or script, another model, or more that is undecided."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from pydantic import JsonValue

from judge_eval.calibration.thresholds import LENGTH_RATIO, OTHER_SCRIPT_SHARE, UNDECIDED_MOVED
from judge_eval.pipeline.comparison.compared_side import Side
from judge_eval.pipeline.comparison.item_pairs import ItemPair
from judge_eval.stats.intervals.two_rates import two_proportion_p
from judge_eval.text.counted import counted, percent

LETTERS = 200
"""Letters of an answer that tell its script."""
MODEL_KEYS = ("model_version", "modelVersion")


def side_warnings(pairs: Sequence[ItemPair], base: Side, candidate: Side) -> Iterator[str]:
    """A sentence a doubt, the same in any order of cases."""
    told = [_Told(), _Told()]
    others = n_both = 0
    for case_id in sorted({pair.key.case_id for pair in pairs}):
        scripts: list[str | None] = []
        for side, of_side in zip((base, candidate), told, strict=True):
            scripts.append(of_side.add(side, case_id))
        if None not in scripts:
            n_both += 1
            others += scripts[0] != scripts[1]
    before, now = told
    yield from _length(before, now)
    if n_both and others / n_both >= OTHER_SCRIPT_SHARE:
        yield f"{others} of {counted(n_both, 'case')} are answered in another script, and so in another language"
    for what, old, new in (("agent", before.agents, now.agents), ("model family", before.models, now.models)):
        if old and new and old != new:
            yield f"the {what} is another: {', '.join(sorted(new))}, before {', '.join(sorted(old))}"
    yield from _judges(base, candidate)
    yield from _undecided(pairs)


@dataclass(slots=True)
class _Told:
    """What the runs of a side show."""

    characters: int = 0
    answers: int = 0
    agents: set[str] = field(default_factory=set[str])
    models: set[str] = field(default_factory=set[str])

    def add(self, side: Side, case_id: str) -> str | None:
        """Counts a case's runs; gives the script of its answers, None without any."""
        scripts: Counter[str] = Counter()
        for run in side.runs_of(case_id):
            if run.agent is not None:
                self.agents.add(run.agent.partition("@")[0])
            for turn in run.turns:
                self.models.update(_families(turn.events or ()))
                if turn.final_response:
                    self.characters += len(turn.final_response)
                    self.answers += 1
                    scripts.update(_scripts(turn.final_response))
        return min(scripts, key=lambda script: (-scripts[script], script), default=None)


def _length(before: _Told, now: _Told) -> Iterator[str]:
    if before.characters and now.characters:
        ratio = now.characters / now.answers / (before.characters / before.answers)
        if max(ratio, 1 / ratio) > LENGTH_RATIO:
            yield f"the answers are {ratio:.2g} times as long as before, and judges are swayed by length"


def _judges(base: Side, candidate: Side) -> Iterator[str]:
    """The metrics whose judge has one name, and answers as another model or is corrected by another record."""
    for metric, now in candidate.head.questions.items():
        before = base.head.questions.get(metric)
        if before is not None and before.fingerprint == now.fingerprint:
            old, new = set(before.model_versions), set(now.model_versions)
            if old and new and old != new:
                yield (
                    f"{metric}: the judge's model answers as {', '.join(sorted(new))}, before as "
                    f"{', '.join(sorted(old))}"
                )
            if before.calibration != now.calibration:
                yield (
                    f"{metric}: corrected by {now.calibration or 'no record'}, before by "
                    f"{before.calibration or 'no record'}: the corrected rates are no common scale, and do not gate"
                )


def _undecided(pairs: Iterable[ItemPair]) -> Iterator[str]:
    """The metrics whose share of undecided items differs by more than chance, as the first look left them."""
    counts: dict[str, list[int]] = {}
    for pair in pairs:
        of_metric = counts.setdefault(pair.key.metric, [0, 0, 0])
        for place, more in enumerate((1, pair.base.is_open, pair.candidate.is_open)):
            of_metric[place] += more
    for metric, (n, before, now) in counts.items():
        if two_proportion_p(before, n, now, n) < UNDECIDED_MOVED:
            yield f"{metric}: {percent(now / n)} undecided at first, before {percent(before / n)}"


def _families(events: Iterable[dict[str, JsonValue]]) -> Iterator[str]:
    """The families of the models that events name: `gemini` of `models/gemini-2.5-flash`."""
    for event in events:
        for key in MODEL_KEYS:
            named = event.get(key)
            if isinstance(named, str) and (family := re.match(r"[a-z]+", named.rpartition("/")[2].casefold())):
                yield family[0]


def _scripts(text: str) -> Iterator[str]:
    """The script of each of a text's first letters, as its name begins: LATIN, CYRILLIC, CJK."""
    for letter in islice(filter(str.isalpha, text), LETTERS):
        yield unicodedata.name(letter, "OTHER").partition(" ")[0]
