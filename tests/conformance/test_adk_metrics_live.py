"""Our numbers against those that ADK's own evaluators compute in this process."""

from __future__ import annotations

from google.adk.evaluation.eval_case import IntermediateData, Invocation
from google.adk.evaluation.eval_metrics import EvalMetric, ToolTrajectoryCriterion
from google.adk.evaluation.evaluator import EvaluationResult
from google.adk.evaluation.final_response_match_v1 import RougeEvaluator
from google.adk.evaluation.trajectory_evaluator import TrajectoryEvaluator
from google.genai import types
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import JsonValue
from pytest import approx

from judge_eval.core.case import Equal, ExpectedCall
from judge_eval.core.run import Call
from judge_eval.text.rouge import rouge
from judge_eval.text.tokens import tokens
from tests.dialogues import case, made, run, scored, turn

SCRIPTS = (
    "abcXYZ019 _-.,'’",
    "éßØŒñİıſﬁＡｂ１①²½",
    "中国語漢字かなカナー・한국어",
    "สวัสดีครับ฿ລາວខ្មែរမြန်မာ",
    "مرحبا שָׁלוֹם हिन्दी Ελλάς Москва",
    "\u0301\u0308\u200b\u200d\ufeff\u00a0\u3000\t\n👍🏽🇫🇷∑",
)
WORDS = ("running", "foxes", "happily", "ties", "sses", "generalizations", "yyyyed", "2024s", "Käse", "naïvely")

texts = st.one_of(
    st.text(alphabet=st.sampled_from("".join(SCRIPTS)), max_size=40),
    st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join),
    st.text(max_size=30),
)


def replied(text: str) -> Invocation:
    """A turn of ADK's whose final response is `text`."""
    return Invocation(
        user_content=types.Content(role="user", parts=[types.Part(text="Hello")]),
        final_response=types.Content(role="model", parts=[types.Part(text=text)]),
    )


def adk_response_match(responses: list[str], references: list[str]) -> EvaluationResult:
    """What ADK's response_match_score says."""
    evaluator = RougeEvaluator(EvalMetric(metric_name="response_match_score", threshold=0.5))
    return evaluator.evaluate_invocations(list(map(replied, responses)), list(map(replied, references)))


@settings(max_examples=400)
@given(texts, texts)
def test_rouge_1_equals_adks(reference: str, response: str) -> None:
    """On texts of many scripts ROUGE-1 F is ADK's to the last bit."""
    assert rouge("rouge1", reference, response).fmeasure == adk_response_match([response], [reference]).overall_score


@settings(max_examples=400)
@given(texts)
def test_each_token_counts_as_in_adk(text: str) -> None:
    """A text against itself with one token of its own more: ADK counts as many tokens as we cut."""
    n_tokens = len(tokens(text))
    assert adk_response_match([f"{text}\nzqzq"], [text]).overall_score == approx(2 * n_tokens / (2 * n_tokens + 1))


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4))
def test_the_mean_over_turns_equals_adks(pairs: list[tuple[str, str]]) -> None:
    """Where every turn has tokens on both sides, the case's value is ADK's."""
    pairs = [(reference, response) for reference, response in pairs if tokens(reference) and tokens(response)]
    if not pairs:
        return
    of = case(*(turn(reference=reference) for reference, _ in pairs))
    ours = scored("response_match_score", of, run(*(made(response=response) for _, response in pairs)))
    theirs = adk_response_match([response for _, response in pairs], [reference for reference, _ in pairs])
    assert ours.value == theirs.overall_score


values: SearchStrategy[JsonValue] = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 1.0, "1", "", "Paris"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("kl"), inner, max_size=2),
    max_leaves=4,
)
RecordedCall = tuple[str, dict[str, JsonValue]]
recorded_calls = st.lists(
    st.tuples(st.sampled_from("abc"), st.dictionaries(st.sampled_from("pq"), values, max_size=2)), max_size=5
)


@st.composite
def pairs_of_calls(draw: st.DrawFn) -> tuple[list[RecordedCall], list[RecordedCall]]:
    """At least one expected call, and calls made: the same ones shuffled or not, others among them, some lost."""
    wanted = draw(recorded_calls.filter(bool))
    made_calls = draw(st.permutations(wanted) | st.just(wanted))
    for extra in draw(recorded_calls):
        made_calls = [*made_calls]
        made_calls.insert(draw(st.integers(0, len(made_calls))), extra)
    return wanted, made_calls[: draw(st.integers(len(made_calls) - 1, len(made_calls)))]


def called(calls: list[RecordedCall]) -> Invocation:
    """A turn of ADK's with these calls."""
    uses = [types.FunctionCall(id=str(place), name=name, args=args) for place, (name, args) in enumerate(calls)]
    return Invocation(
        user_content=types.Content(role="user", parts=[types.Part(text="Hello")]),
        intermediate_data=IntermediateData(tool_uses=uses),
    )


@settings(max_examples=300)
@given(
    st.lists(pairs_of_calls(), min_size=1, max_size=3),
    st.sampled_from(["EXACT", "IN_ORDER", "ANY_ORDER"]),
    st.booleans(),
)
def test_trajectories_equal_adks(
    turns: list[tuple[list[RecordedCall], list[RecordedCall]]], match_type: str, ignore_args: bool
) -> None:
    """Where calls are expected, each match type gives ADK's values, turn by turn and together."""
    criterion = ToolTrajectoryCriterion.model_validate(
        {"threshold": 0.5, "match_type": match_type, "ignore_args": ignore_args}
    )
    evaluator = TrajectoryEvaluator(
        eval_metric=EvalMetric(metric_name="tool_trajectory_avg_score", threshold=0.5, criterion=criterion)
    )
    theirs = evaluator.evaluate_invocations(
        [called(actual) for _, actual in turns], [called(wanted) for wanted, _ in turns]
    )
    of = case(*(turn([expecting(name, args) for name, args in wanted]) for wanted, _ in turns))
    by = run(*(made(*(Call(name=name, args=args) for name, args in actual)) for _, actual in turns))
    ours = scored("tool_trajectory_avg_score", of, by, match_type=match_type, ignore_args=ignore_args)
    assert ours.value == theirs.overall_score
    assert [child.value for child in ours.turns] == [each.score for each in theirs.per_invocation_results]


def expecting(name: str, args: dict[str, JsonValue]) -> ExpectedCall:
    """An expected call with plain values."""
    return ExpectedCall(name=name, args={key: Equal(value=value) for key, value in args.items()})
