"""What a rubric is attacked on: the work that a person names, else failing examples and the work that ships."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from judge_eval.calibration.thresholds import HONEST_WORKS
from judge_eval.core.attack import AttackSuite, FailingWork, Source
from judge_eval.core.rubric import Criterion, Example, Rubric
from judge_eval.judge.question import Item
from judge_eval.pipeline.attack import SUBJECTS, Honest
from judge_eval.pipeline.plan import Judged
from judge_eval.wiring.rubrics.rubric_work import Work


def given(judged: Judged, rubric: Rubric, work: Work) -> list[Honest]:
    """Each criterion asked about the work as it is."""
    subject = SUBJECTS[rubric.applies_to]
    texts = {item.inputs[subject].strip() for item in _items(judged, rubric, work)}
    rubric = _without_examples(rubric, texts)
    return [Honest(item, subject, "given") for item in _items(judged, rubric, work)]


def known_to_fail(judged: Judged, rubric: Rubric, suite: AttackSuite, around: Work | None) -> list[Honest]:
    """Each criterion asked about work that deserves to fail it, as it would stand in the case `around`, if any.

    That is what the rubric's own examples say, and, where they are too few, what comes with the suite.
    """
    # Criteria take the shipped works in turn: the more works, the more independent clusters.
    shipped = cycle(suite.failing.get(rubric.applies_to, ()))
    return [
        Honest(_item(judged, rubric, criterion, work, around), SUBJECTS[rubric.applies_to], source)
        for criterion in rubric.criteria
        for work, source in _works(criterion, shipped)
    ]


def fails(criterion: Criterion, example: Example) -> bool:
    """Whether a careful person says of the example that it does not meet the criterion."""
    answer = example.answer
    if isinstance(answer, bool):
        return not answer
    said = str(answer).strip().casefold()
    if criterion.scale is None:
        return said in ("no", "false")
    return said.isdecimal() and int(said) < criterion.least_pass


def _works(criterion: Criterion, shipped: Iterator[FailingWork]) -> Iterator[tuple[FailingWork, Source]]:
    """The criterion's own failing examples, and shipped works where these are fewer than wanted."""
    own = [example.response for example in criterion.examples if example.response and fails(criterion, example)]
    for text in own:
        yield FailingWork(text=text), "example"
    for work in islice(shipped, max(HONEST_WORKS - len(own), 0)):
        yield work, "suite"


def _item(judged: Judged, rubric: Rubric, criterion: Criterion, work: FailingWork, around: Work | None) -> Item:
    """The criterion's item with the work in its place; an example is not shown beside itself."""
    alone = _without_examples(rubric.model_copy(update={"criteria": (criterion,)}), {work.text.strip()})
    *_, item = _items(judged, alone, around or Work.of_text(work.text, user=work.user))
    subject = SUBJECTS[rubric.applies_to]
    return item.model_copy(update={"inputs": item.inputs | {subject: work.text}})


def _items(judged: Judged, rubric: Rubric, work: Work) -> tuple[Item, ...]:
    return judged.question.items(work.under(rubric), work.run, judged.options)


def _without_examples(rubric: Rubric, texts: set[str]) -> Rubric:
    """The rubric without the examples that have these texts: their grade would be told with the question."""
    criteria = [
        criterion.model_copy(
            update={"examples": tuple(one for one in criterion.examples if one.response.strip() not in texts)}
        )
        for criterion in rubric.criteria
    ]
    return rubric.model_copy(update={"criteria": tuple(criteria)})
