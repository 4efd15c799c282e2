"""The judged items of a suite as bare numbers, metric by metric: what a calibration record corrects."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import nan

from judge_eval.core.label import Population
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict
from judge_eval.pipeline.judged_item import key_of, weakest_verdict
from judge_eval.stats.arrays import Floats, code_of, floats
from judge_eval.stats.correction.judged import CODE_OF, JudgeDecision, JudgedItems, items_of
from judge_eval.stats.correction.rule_share import RuledItems, ruled_of


class JudgedItemsOf:
    """The items of one metric; 41 bytes each, so that a long suite needs no memory."""

    def __init__(self) -> None:
        """No item yet."""
        self._decisions = array("b")
        self._probabilities = array("d")
        self._clusters = array("Q")
        self._keys = array("Q")
        self._values = array("d")
        self._ruled = array("d")
        self._ruled_values = array("d")
        self._ruled_clusters = array("Q")
        self.scaled = False
        """Whether a criterion among them has a scale."""
        self.open = 0
        """Items on which no judge could be asked: they may be anything."""
        self.judges: set[str] = set()
        """The fingerprints of the judges that decided them."""
        self.versions: set[str] = set()
        """The models as their replies name them."""
        self.wordings: set[str] = set()
        """The fingerprints of the criteria's wordings."""

    @property
    def count(self) -> int:
        """How many items a judge decided or left open."""
        return len(self._decisions)

    def add(self, item: Score, cluster: int) -> None:
        """Counts one item: an answer, a response, a conversation, or a criterion on one of them."""
        if item.status == "not_applicable" or item.decision == "not_applicable":
            return
        self.scaled |= item.scaled
        if item.verdicts and all(verdict.decided_by != "judge" for verdict in item.verdicts):
            self._ruled.append(float(item.decision == "pass"))
            self._ruled_values.append(nan if item.value is None else item.value)
            self._ruled_clusters.append(cluster)
        elif item.status == "error" or item.decision is None:
            self.open += 1
        else:
            self._add_judged(item, cluster)

    def items(self, labelled: Mapping[str, float] | None = None) -> JudgedItems:
        """The items that a judge decided, with the labels of those whose keys are `labelled`."""
        labels = {code_of(key): y for key, y in (labelled or {}).items()}
        marks = array("d", (labels.get(key, nan) for key in self._keys))
        whole = self.count > 0 and not any(value != value for value in self._probabilities)
        return items_of(self._decisions, marks, self._clusters, self._probabilities if whole else None)

    def values(self) -> Floats:
        """What each item that a judge decided is worth, in [0, 1]; NaN where it is left open."""
        return floats(self._values)

    def ruled(self, *, by_value: bool = False) -> RuledItems:
        """The items that a rule decided, as passed or not, or with what they are worth."""
        return ruled_of(self._ruled_values if by_value else self._ruled, self._ruled_clusters)

    def population(self, agents: Iterable[str]) -> Population:
        """What labels of these items are drawn from: equal for equal items, in any order."""
        strata: dict[JudgeDecision, int] = {word: self._decisions.count(code) for word, code in CODE_OF.items()}
        return Population(
            fingerprint=sha256(array("Q", sorted(self._keys)).tobytes()).hexdigest(),
            agents=tuple(sorted(agents)),
            n=self.count,
            clusters=len(set(self._clusters)),
            strata=strata,
        )

    def _add_judged(self, item: Score, cluster: int) -> None:
        decision = item.decision if item.decision in ("pass", "fail") else "undecided"
        weakest = weakest_verdict(item.verdicts)
        self._decisions.append(CODE_OF[decision])
        self._probabilities.append(nan if weakest is None or weakest.p_pass is None else weakest.p_pass)
        self._values.append(nan if item.value is None else item.value)
        self._clusters.append(cluster)
        self._keys.append(code_of(key_of(item)))
        if item.wording is not None:
            self.wordings.add(item.wording)
        self._note(item.verdicts)

    def _note(self, verdicts: Sequence[Verdict]) -> None:
        for verdict in verdicts:
            if verdict.judge is not None:
                self.judges.add(verdict.judge)
            self.versions.update(sample.model_version for sample in verdict.samples if sample.model_version)


class JudgedItemsByMetric:
    """The judged items of every metric, and the agents whose runs they are of."""

    def __init__(self) -> None:
        """No item yet."""
        self.by_metric: dict[str, JudgedItemsOf] = {}
        self.agents: set[str] = set()

    def populations(self) -> dict[str, Population]:
        """The population of each metric of which a judge decided any item."""
        return {name: items.population(self.agents) for name, items in self.by_metric.items() if items.count}

    def add(self, scores: Iterable[Score], cluster: str, agent: str | None) -> None:
        """Counts the items of one run's judged scores."""
        code = code_of(cluster)
        if agent is not None:
            self.agents.add(agent)
        for score in scores:
            of_metric = self.by_metric.setdefault(score.metric, JudgedItemsOf())
            for item in score.items:
                of_metric.add(item, code)
