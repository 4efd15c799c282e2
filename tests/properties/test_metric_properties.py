"""What holds of every metric, whatever the case and the run."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import JsonValue
from pytest import approx

from judge_eval.core.case import ArgumentMatcher, Case, Equal, Expectation, ExpectedCall, Ignore, Subset
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.metrics.alignment import align
from judge_eval.metrics.assignment import Assignment
from judge_eval.metrics.catalog import NAMES, load
from tests.dialogues import call, calls_scored, case, run, scored, turn

SHARES = sorted(name for name in NAMES if load(name).unit == "share")

names = st.sampled_from("abc")
values: SearchStrategy[JsonValue] = st.sampled_from([1, 2, "x", None])
texts = st.text(alphabet="ab né你ก👍.", max_size=12)
arguments = st.dictionaries(st.sampled_from("pq"), values, max_size=2)
matchers: SearchStrategy[ArgumentMatcher] = st.one_of(
    st.builds(Equal, value=values), st.just(Ignore()), st.just(Subset(value={"p": 1}))
)
expected_calls = st.builds(
    ExpectedCall,
    name=names,
    args=st.dictionaries(st.sampled_from("pq"), matchers, max_size=2),
    args_match=st.sampled_from(["exact", "subset"]),
)
calls = st.builds(Call, name=names, args=arguments, parallel=st.integers(0, 2))
turns = st.builds(
    turn,
    st.none() | st.lists(expected_calls, max_size=4),
    st.none() | texts,
)
run_turns = st.builds(
    RunTurn, user=st.just("Hello"), final_response=st.none() | texts, calls=st.lists(calls, max_size=4).map(tuple)
)
tools = st.none() | st.lists(names, max_size=3).map(tuple)
expectations = st.builds(
    Expectation,
    required_tools=tools,
    forbidden_tools=tools,
    response_contains=st.none() | st.lists(texts, max_size=3).map(tuple),
    state=st.none() | st.dictionaries(st.sampled_from(["p", "p.q"]), values, max_size=2),
)
cases = st.builds(
    Case,
    id=st.just("c"),
    cluster=st.just("c"),
    turns=st.lists(turns, min_size=1, max_size=3).map(tuple),
    expect=expectations,
)
states = st.none() | st.dictionaries(st.sampled_from("pq"), values | st.just({"q": 1}), max_size=2)
runs = st.builds(
    Run,
    case_id=st.just("c"),
    turns=st.lists(run_turns, max_size=3).map(tuple),
    state=states,
    error=st.none() | st.just("TimeoutError"),
)


@given(cases, runs)
def test_a_share_lies_between_nought_and_one(of: Case, by: Run) -> None:
    """Every metric that is a share gives a value in [0, 1], or says in words why it gives none."""
    for name in SHARES:
        for score in (whole := scored(name, of, by), *whole.turns):
            if score.value is None:
                assert score.reason
            else:
                assert 0 <= score.value <= 1


@given(cases, runs)
def test_what_is_not_perfect_has_a_reason(of: Case, by: Run) -> None:
    """A value under 1 never stands without a sentence."""
    for name in SHARES:
        score = scored(name, of, by)
        assert score.value in (None, 1) or score.reason


@given(cases, runs)
def test_a_metric_is_a_function_of_its_inputs(of: Case, by: Run) -> None:
    """The same case and run give the same score, whatever was scored between."""
    before = [scored(name, of, by) for name in sorted(NAMES)]
    after = [scored(name, of, by) for name in sorted(NAMES, reverse=True)]
    assert before == after[::-1]


@given(st.lists(st.tuples(names, arguments), max_size=4), st.none() | texts)
def test_a_perfect_agent_passes(wanted: list[tuple[str, dict[str, JsonValue]]], reference: str | None) -> None:
    """A run that does and says what the case writes scores 1 on every metric that applies."""
    expects = [ExpectedCall(name=n, args={key: Equal(value=v) for key, v in args.items()}) for n, args in wanted]
    of = case(turn(expects, reference), expect=Expectation(required_tools=tuple(n for n, _ in wanted)))
    by = run(
        RunTurn(user="Hello", final_response=reference, calls=tuple(Call(name=n, args=args) for n, args in wanted))
    )
    for name in SHARES:
        assert scored(name, of, by).value in (None, 1)


@given(st.lists(expected_calls, max_size=4), st.lists(calls, max_size=4))
def test_match_types_grow_more_lenient(expects: list[ExpectedCall], made: list[Call]) -> None:
    """What EXACT passes, IN_ORDER passes, and so ANY_ORDER; what ordered calls pass, unordered ones do."""
    metric = "tool_trajectory_avg_score"
    exact, in_order, any_order = (
        calls_scored(metric, expects, made, match_type=match_type).value or 0
        for match_type in ("EXACT", "IN_ORDER", "ANY_ORDER")
    )
    assert exact <= in_order <= any_order
    unordered = calls_scored(metric, expects, made, parallel="unordered").value or 0
    assert exact <= unordered <= any_order


@given(st.lists(names, max_size=6), st.lists(names, max_size=6))
def test_partial_credit_agrees_with_itself(wanted: list[str], made: list[str]) -> None:
    """F1 is the harmonic mean of recall and precision, it is symmetric, and position never exceeds recall."""
    expects, calls_made = [ExpectedCall(name=name) for name in wanted], [call(name) for name in made]
    f1, recall, precision, position = (
        calls_scored(f"tool_trajectory_{part}", expects, calls_made).value or 0
        for part in ("f1", "recall", "precision", "position")
    )
    assert f1 == approx(2 * recall * precision / (recall + precision) if recall + precision else 0)
    assert position <= recall
    mirrored = calls_scored(
        "tool_trajectory_f1", [ExpectedCall(name=name) for name in made], [call(name) for name in wanted]
    )
    assert mirrored.value == approx(f1)


@given(st.integers(0, 5), st.integers(0, 5), st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4))))
def test_an_assignment_is_found_where_there_is_one(n_expected: int, n_actual: int, fits: set[tuple[int, int]]) -> None:
    """All expected calls are placed exactly when some order of the actual ones fits them one by one."""
    assignment = Assignment(range(n_actual), lambda wanted, made: (wanted, made) in fits)
    placed = all(assignment.place(wanted) for wanted in range(n_expected))
    possible = any(
        all((wanted, made) in fits for wanted, made in enumerate(order))
        for order in permutations(range(n_actual), n_expected)
    )
    assert placed == possible
    if placed:
        assert len(assignment.held) == n_expected


@given(
    st.integers(0, 4),
    st.integers(0, 4),
    st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(0, 3)),
)
def test_no_alignment_is_longer_or_worth_more(
    n_expected: int, n_actual: int, worth: dict[tuple[int, int], int]
) -> None:
    """Against all alignments, tried one by one: none is longer, and none as long is worth more."""

    def best(i: int, j: int) -> tuple[int, int]:
        if i == n_expected or j == n_actual:
            return (0, 0)
        found = max(best(i + 1, j), best(i, j + 1))
        if (i, j) in worth:
            length, value = best(i + 1, j + 1)
            found = max(found, (length + 1, value + worth[i, j]))
        return found

    alignment = align(n_expected, n_actual, lambda i, j: worth.get((i, j)))
    assert (len(alignment.pairs), alignment.worth) == best(0, 0)
    assert sum(worth[pair] for pair in alignment.pairs) == alignment.worth
    assert list(alignment.pairs) == sorted(alignment.pairs)
    assert all(i < k and j < m for (i, j), (k, m) in zip(alignment.pairs, alignment.pairs[1:], strict=False))
