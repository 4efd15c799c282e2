"""rubric: is a criterion met? One item a criterion, on a response, on a turn's tool calls, or on the conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from judge_eval.core.case import Case
from judge_eval.core.rubric import AppliesTo, Criterion, Example, Rubric
from judge_eval.core.run import Run
from judge_eval.core.score import Aspect
from judge_eval.judge.criteria import METRICS, criteria_at
from judge_eval.judge.question import Item, Question, QuestionOptions, Ruling
from judge_eval.judge.replies.menu import Answer
from judge_eval.judge.settling.rulings import lost_turn, places, silent_turn, unseen_parts
from judge_eval.judge.settling.settle_criteria import settle_criteria
from judge_eval.judge.shown.transcript import calls, dialogue, instructions, steps, tools

ID = "rubric"
INPUTS = (
    "instructions",
    "tools",
    "conversation",
    "user",
    "context",
    "response",
    "calls",
    "dialogue",
    "criterion",
    "scale",
    "examples",
)
Shown = Callable[[Run, int], dict[str, str]]
"""What a judge is shown of a run's turn."""


class RubricOptions(QuestionOptions):
    """`rubrics` hold for every case: ids, files, or rubrics written out; whoever reads them looks them up."""

    rubrics: tuple[str | Rubric, ...] = ()


def _items(applies_to: AppliesTo, shown: Shown, case: Case, run: Run, options: RubricOptions) -> tuple[Item, ...]:
    """One item a criterion that holds for a turn; those of the whole conversation stand at the last turn."""
    return tuple(_made(applies_to, shown, case, run, options))


def _made(applies_to: AppliesTo, shown: Shown, case: Case, run: Run, options: RubricOptions) -> Iterator[Item]:
    turns = places(case, run)
    for place in turns:
        whole = applies_to != "trajectory" or place == turns[-1]
        criteria = criteria_at(case, place, options.rubrics, applies_to, whole=whole)
        if not criteria:
            continue
        ruling = _ruling(applies_to, case, run, place)
        seen = shown(run, place) if place < len(run.turns) else {}
        for criterion in criteria:
            yield Item(
                question=ID,
                turn=place,
                inputs=dict.fromkeys(INPUTS, "") | seen | _asked(criterion),
                points=points_of(criterion),
                criterion=criterion,
                ruling=ruling,
            )


def _ruling(applies_to: AppliesTo, case: Case, run: Run, place: int) -> Ruling | None:
    """What needs no judge on this turn; a conversation is as a whole what its worst turn makes it."""
    if (lost := lost_turn(case, run, place)) is not None:
        return lost
    silent = silent_turn(run, place) if applies_to == "final_response" else None
    seen = range(place + 1) if applies_to == "trajectory" else [place]
    return silent or next((unseen for turn in seen if (unseen := unseen_parts(case, turn)) is not None), None)


def points_of(criterion: Criterion) -> tuple[Answer, ...]:
    """The points of the criterion's scale as answers, from 0 at the lowest to 1 at the highest; none without one."""
    if criterion.scale is None:
        return ()
    return tuple(
        Answer(
            name=str(point),
            word=str(point),
            value=criterion.worth(point),
            decision="pass" if point >= criterion.least_pass else "fail",
        )
        for point in sorted(criterion.scale)
    )


def _asked(criterion: Criterion) -> dict[str, str]:
    scale = criterion.scale or {}
    return {
        "criterion": criterion.text,
        "scale": "\n".join(f"{point}: {scale[point]}" for point in sorted(scale)),
        "examples": "\n\n".join(map(_example, criterion.examples)),
    }


def _example(example: Example) -> str:
    why = [] if example.why is None else [f"why: {example.why}"]
    return "\n".join((f"work: {example.response}", f"answer: {example.word}", *why))


def _of_response(run: Run, place: int) -> dict[str, str]:
    turn = run.turns[place]
    return {
        "instructions": instructions(run.agents),
        "conversation": dialogue(run.turns[:place]),
        "user": turn.user,
        "context": steps(turn),
        "response": turn.final_response or "",
    }


def _of_calls(run: Run, place: int) -> dict[str, str]:
    turn = run.turns[place]
    return {
        "instructions": instructions(run.agents),
        "tools": tools(run.agents),
        "conversation": dialogue(run.turns[:place]),
        "user": turn.user,
        "calls": calls(turn),
    }


def _of_conversation(run: Run, place: int) -> dict[str, str]:
    return {
        "instructions": instructions(run.agents),
        "tools": tools(run.agents),
        "dialogue": dialogue(run.turns[: place + 1]),
    }


def _question(applies_to: AppliesTo, shown: Shown, aspect: Aspect) -> Question[RubricOptions]:
    return Question(
        metric=METRICS[applies_to],
        id=ID,
        items=partial(_items, applies_to, shown),
        settle=partial(settle_criteria, METRICS[applies_to]),
        options=RubricOptions,
        aspect=aspect,
    )


FINAL_RESPONSE = _question("final_response", _of_response, "response")
TOOL_USE = _question("tool_use", _of_calls, "trajectory")
TRAJECTORY = _question("trajectory", _of_conversation, "trajectory")
