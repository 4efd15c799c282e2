"""Everything that is counted of a suite, case by case, as its runs are scored."""

from __future__ import annotations

from collections.abc import Sequence

from judge_eval.core.results import QuarantinedCases
from judge_eval.pipeline.correction.judged_items import JudgedItemsByMetric
from judge_eval.pipeline.counts.aggregate import Tallies
from judge_eval.pipeline.counts.case_counts import CaseCounts
from judge_eval.pipeline.counts.repeats import RepeatTally
from judge_eval.pipeline.counts.sample_tally import SampleTally
from judge_eval.pipeline.counts.trials import Trial, Trials
from judge_eval.pipeline.plan import Plans


class SuiteCounts:
    """The sums behind estimates, gate and report; a case in quarantine is in none that decides."""

    def __init__(self, plans: Plans) -> None:
        """Nothing counted yet."""
        self._plans = plans
        self._trials = Trials()
        self._quarantined = self._would_fail = 0
        self.tallies = Tallies(plans.plans)
        self.cases = CaseCounts()
        self.judged = JudgedItemsByMetric()
        self.samples = SampleTally()
        self.repeats = RepeatTally()

    def add(self, trial: Trial, of: int, cluster: str) -> None:
        """Counts one repeat of a case that has `of` of them; what goes by case is counted with the last."""
        plan = self._plans.of(trial.result.id)
        self.samples.add(trial.scores)
        if trial.result.quarantine is None:
            judged = [score for score in trial.scores if score.metric in plan.judged_names]
            self.judged.add(judged, cluster, trial.agent)
        trials = self._trials.add(trial, of)
        if trials:
            self._add_case(trials, cluster)

    def quarantined(self) -> QuarantinedCases:
        """How many cases are in quarantine, and how many of them failed in any repeat."""
        return QuarantinedCases(cases=self._quarantined, would_fail=self._would_fail)

    def _add_case(self, trials: Sequence[Trial], cluster: str) -> None:
        results = [trial.result for trial in trials]
        gates = results[0].quarantine is None
        self.repeats.add(results, cluster, gates=gates)
        if gates:
            self.tallies.add([trial.scores for trial in trials], cluster)
            self.cases.add(results, self._plans.of(results[0].id))
        else:
            self._quarantined += 1
            self._would_fail += any(result.status == "failed" for result in results)
