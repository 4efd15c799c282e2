"""Made cases and runs: all that the nouns can hold and a file can carry."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from pydantic import JsonValue

from judge_eval.core.case import (
    AnyOf,
    ArgumentMatcher,
    Case,
    Casefold,
    Equal,
    Expectation,
    ExpectedCall,
    Ignore,
    Quarantine,
    Regex,
    Scenario,
    Session,
    Subset,
    Tolerance,
    Turn,
)
from judge_eval.core.content import Part
from judge_eval.core.rubric import Criterion, Example, Rubric
from judge_eval.core.run import AgentDetails, Call, Run, RunTurn, Tokens

TEXTS = st.text(st.characters(codec="utf-8"), max_size=8)
NAMES = TEXTS.filter(bool)
KEYS = TEXTS | st.sampled_from(["regex", "equal", "tolerance", "value"])
NUMBERS = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS | st.sampled_from(["ignore", "regex"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(TEXTS | st.sampled_from(["regex", "equal"]), inner, max_size=3)
    ),
    max_leaves=5,
)
OBJECTS: st.SearchStrategy[dict[str, JsonValue]] = st.dictionaries(TEXTS, VALUES, max_size=2)
FINITE = st.floats(allow_nan=False, allow_infinity=False)

MATCHERS: st.SearchStrategy[ArgumentMatcher] = st.one_of(
    st.builds(Equal, value=VALUES),
    st.builds(Ignore),
    st.builds(Regex, pattern=st.sampled_from(["a.*", "", "[0-9]+"])),
    st.builds(Tolerance, value=FINITE, tolerance=st.floats(0, 10)),
    st.builds(AnyOf, values=st.lists(VALUES, min_size=1, max_size=2).map(tuple)),
    st.builds(Subset, value=OBJECTS | st.lists(VALUES, max_size=2)),
    st.builds(Casefold, value=TEXTS),
)


def tuples(inner: st.SearchStrategy[Any], most: int = 2) -> st.SearchStrategy[tuple[Any, ...]]:
    """At most so many of them."""
    return st.lists(inner, max_size=most).map(tuple)


PARTS = st.one_of(
    st.builds(Part, text=TEXTS),
    st.builds(Part, data=st.just("UE5H"), mime_type=st.none() | st.just("image/png")),
    st.builds(Part, uri=st.just("gs://a/b"), mime_type=st.just("text/plain")),
)
CALLS = st.builds(
    ExpectedCall,
    name=NAMES,
    args=st.dictionaries(TEXTS, MATCHERS, max_size=2),
    args_match=st.sampled_from(["exact", "subset"]),
)
EXAMPLES = st.builds(
    Example, response=TEXTS, answer=st.booleans() | st.sampled_from(["yes", "no"]), why=st.none() | TEXTS
)
CRITERIA = st.builds(
    Criterion, id=NAMES, text=NAMES, weight=st.floats(0.1, 9), required=st.booleans(), examples=tuples(EXAMPLES)
) | st.builds(Criterion, id=NAMES, text=NAMES, scale=st.just({0: "no", 1: "yes"}), pass_at=st.none() | st.just(1))
RUBRICS = st.builds(
    Rubric,
    id=NAMES,
    version=st.integers(1, 9),
    applies_to=st.sampled_from(["final_response", "tool_use", "trajectory"]),
    criteria=st.tuples(CRITERIA),
)
TURNS = st.builds(
    Turn, user=tuples(PARTS), calls=st.none() | tuples(CALLS), reference=st.none() | TEXTS, rubrics=tuples(RUBRICS, 1)
)
EXPECTATIONS = st.builds(
    Expectation,
    required_tools=st.none() | tuples(NAMES),
    forbidden_tools=st.none() | tuples(NAMES),
    response_contains=st.none() | tuples(TEXTS),
    outcome=st.none() | TEXTS,
    state=st.none() | OBJECTS,
)
_COMMON: dict[str, st.SearchStrategy[Any]] = {
    "id": NAMES,
    "cluster": NAMES,
    "session": st.none() | st.builds(Session, app_name=st.none() | TEXTS, session_id=st.none() | TEXTS),
    "state": OBJECTS,
    "expect": EXPECTATIONS,
    "rubrics": tuples(RUBRICS | TEXTS),
    "tags": tuples(TEXTS),
    "skip": st.none() | NAMES,
    "quarantine": st.none() | st.builds(Quarantine, reason=NAMES, until=st.dates()),
    "notes": tuples(TEXTS),
}
CASES = st.builds(Case, turns=st.lists(TURNS, min_size=1, max_size=2).map(tuple), **_COMMON) | st.builds(
    Case, scenario=st.builds(Scenario, starting_prompt=TEXTS, conversation_plan=TEXTS), **_COMMON
)

MADE_CALLS = st.builds(
    Call,
    name=NAMES,
    args=OBJECTS,
    result=VALUES,
    error=st.none() | TEXTS,
    author=TEXTS,
    parallel=st.none() | st.integers(0, 9),
    nested_in=st.none() | TEXTS,
    id=st.none() | TEXTS,
)
RUN_TURNS = st.builds(
    RunTurn,
    user=TEXTS,
    final_response=st.none() | TEXTS,
    calls=tuples(MADE_CALLS),
    texts=tuples(TEXTS),
    events=st.none() | tuples(OBJECTS),
    grounding=st.none() | tuples(OBJECTS),
)
AGENTS = st.builds(AgentDetails, instructions=TEXTS, tools=tuples(OBJECTS))
RUNS = st.builds(
    Run,
    case_id=NAMES,
    repeat=st.integers(0, 99),
    turns=tuples(RUN_TURNS),
    agent=st.none() | TEXTS,
    agents=st.none()
    | st.dictionaries(TEXTS, st.builds(AgentDetails, instructions=TEXTS, tools=tuples(OBJECTS)), max_size=2),
    state_before=st.none() | OBJECTS,
    state=st.none() | OBJECTS,
    seconds=st.none() | st.floats(0, 1e6),
    tokens=st.none() | st.builds(Tokens, input=st.integers(0, 99), output=st.integers(0, 99)),
    model_calls=st.none() | st.integers(0, 9),
    error=st.none() | TEXTS,
)
