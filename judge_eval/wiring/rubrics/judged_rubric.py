"""One rubric and its judge: the prompts that it makes, and what the judge says of a piece of work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from judge_eval.adapters.files.rubrics import files_in, rubric_folders, rubric_path
from judge_eval.core.case import Case
from judge_eval.core.config import Config
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.ports import Message, ReplyForm
from judge_eval.core.results import ScoreRow
from judge_eval.core.rubric import Rubric
from judge_eval.core.rubric_try import RubricTry, TriedCriterion
from judge_eval.core.run import Run
from judge_eval.errors import NoJudgeError
from judge_eval.judge import catalog as questions
from judge_eval.judge.criteria import METRICS
from judge_eval.judge.judge import Judge
from judge_eval.judge.packs.judge import PackedJudge
from judge_eval.judge.prompt import load_prompt, render
from judge_eval.judge.question import Item
from judge_eval.pipeline.adjudicate import adjudicate
from judge_eval.pipeline.decide import case_result
from judge_eval.pipeline.plan import Judged, Plan
from judge_eval.wiring.configs import metric_settings
from judge_eval.wiring.judges.judging import Judges
from judge_eval.wiring.rubrics.rubric_work import Work
from judge_eval.wiring.rubrics.rubrics import RUBRICS


@dataclass(frozen=True, slots=True)
class PutQuestion:
    """The messages by which a criterion, several or a metric is asked about; `needless` says why there are none."""

    about: str
    turn: int | None
    form: ReplyForm | None
    messages: tuple[Message, ...]
    needless: str = ""


def file_of(rubric: str, config: str | None) -> Path:
    """The file of a rubric by its path or id. Raises: InputError where there is none, with the nearest id."""
    # Ids are looked for beside the configuration; without one, beside where the person stands.
    return rubric_path(rubric, rubric_folders(Path(config or "judge-eval.yaml")))


def files_of(rubric: str, config: str | None) -> list[Path]:
    """The files of a rubric by its path or id, or all of a folder. Raises: InputError where there is none."""
    folder = Path(rubric)
    return files_in(folder) if folder.is_dir() else [file_of(rubric, config)]


def bound(rubric: Rubric, judges: Judges, config: Config | None) -> Judged:
    """The rubric's metric with its judge, which is None where it is not at hand, with the remedy."""
    # The rubric comes with the case: which turns it holds for is the work's to say.
    return bound_metric(METRICS[rubric.applies_to], judges, config)


def bound_metric(metric: str, judges: Judges, config: Config | None) -> Judged:
    """A judged metric with its judge, as the configuration sets it but for the rubrics of a suite."""
    settings = metric_settings(config, metric)
    options = {name: value for name, value in settings.options.items() if name != RUBRICS}
    return judges.binder(config)(questions.load(metric), settings.model_copy(update={"options": options}))


def put_questions(judged: Judged, case: Case, run: Run) -> Iterator[PutQuestion]:
    """Each item's prompt as the judge will read it; in both forms where no judge is at hand to choose one."""
    forms: tuple[ReplyForm, ...] = ("choice", "structured")
    if isinstance(judged.judge, Judge):
        forms = (judged.judge.form,)
    prompt = load_prompt(judged.question.id)
    items: tuple[Item, ...] = judged.question.items(case, run, judged.options)
    if isinstance(judged.judge, PackedJudge):
        for pack in judged.judge.packs(items):
            ids = ", ".join(item.criterion.id for item in pack if item.criterion is not None)
            yield PutQuestion(ids, pack[0].turn, judged.judge.form, judged.judge.asking(pack).messages)
        return
    for item in items:
        about = item.criterion.id if item.criterion is not None else judged.question.metric
        if item.ruling is not None:
            yield PutQuestion(about, item.turn, None, (), f"decided by rule, without a prompt: {item.ruling.rule}")
            continue
        for form in forms:
            menu = prompt.menu.with_points(item.points)
            yield PutQuestion(about, item.turn, form, render(prompt, form, item.inputs, menu))


async def try_rubric(judged: Judged, rubric: Rubric, work: Work) -> tuple[ScoreRow, ...]:
    """What the judge says of each criterion, a row each, after the row of the rubric as a whole.

    Raises: NoJudgeError where no judge is at hand.
    """
    if judged.judge is None:
        raise NoJudgeError(judged.not_judged)
    plan = Plan(judged=(judged,))
    result = case_result(work.run, await adjudicate(plan, work.under(rubric), work.run), plan.configs, plan.aspects)
    return tuple(row for row in result.scores if row.turn is None or row.criterion is not None)


def as_try(rubric: Rubric, work: Work, rows: tuple[ScoreRow, ...]) -> RubricTry:
    """What is kept of a try for the next one."""
    wordings = {one.id: fingerprint(one.model_dump(mode="json")) for one in rubric.criteria}
    tried = [
        TriedCriterion(
            turn=row.turn,
            criterion=row.criterion,
            wording=wordings[row.criterion],
            status=row.status,
            decision=row.decision,
            value=row.value,
        )
        for row in rows
        if row.criterion is not None
    ]
    return RubricTry(rubric=rubric.id, work=work.fingerprint, criteria=tuple(tried))
