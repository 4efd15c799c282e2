"""Where judge and people part, the surest mistakes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge_eval.calibration.thresholds import MAX_DISAGREEMENTS
from judge_eval.core.appraisal import Disagreement
from judge_eval.core.observation import Observation


def disagreements(observations: Sequence[Observation], predictions: Sequence[float] = ()) -> tuple[Disagreement, ...]:
    """The items that people pass and the judge fails, or the other way round; those the judge was surest of first.

    `predictions` are the probabilities that items are good, where there are any; else the judge's own value tells.
    """
    known = dict(zip((one.id for one in observations), predictions, strict=False))
    found = sorted(_apart(observations, known), key=lambda pair: (-pair[0], pair[1].id))
    return tuple(disagreement for _, disagreement in found[:MAX_DISAGREEMENTS])


def _apart(observations: Sequence[Observation], known: dict[str, float]) -> Iterator[tuple[float, Disagreement]]:
    for one in observations:
        passed = one.decision == "pass"
        if one.decision not in ("pass", "fail") or one.y == 0.5 or passed == (one.y == 1):
            continue
        leaning = one.value if one.value is not None else float(passed)
        yield (
            abs(leaning - 0.5),
            Disagreement(
                id=one.id,
                prompt=one.prompt,
                response=one.response,
                reference=one.reference,
                criterion=one.criterion,
                people="good" if one.y == 1 else "bad",
                decision=one.decision,
                probability=known.get(one.id),
                reason=one.reason,
            ),
        )
