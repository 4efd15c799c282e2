"""Made eval sets of ADK: what its files may hold, in either spelling of keys."""

from __future__ import annotations

import copy
from typing import Any, cast

from hypothesis import strategies as st
from pydantic.alias_generators import to_camel

Fields = dict[str, st.SearchStrategy[Any]]

TEXTS = st.text(st.characters(codec="utf-8"), max_size=8)
SCALARS = st.none() | st.booleans() | st.integers(-1000, 1000) | st.floats(-10, 10) | TEXTS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2), max_leaves=4
)
OBJECTS = st.dictionaries(TEXTS, VALUES, max_size=2)


@st.composite
def spelled(
    draw: st.DrawFn, required: dict[str, st.SearchStrategy[Any]], optional: dict[str, st.SearchStrategy[Any]]
) -> dict[str, Any]:
    """An object of these fields, each key in snake or camel case, optional ones left out or null at will."""
    fields = {**required, **{key: st.none() | value for key, value in optional.items() if draw(st.booleans())}}
    return {to_camel(key) if draw(st.booleans()) else key: draw(value) for key, value in fields.items()}


NAMES = st.sampled_from(["lookup", "transfer_to_agent", "ส่ง"])
IDS = st.none() | st.sampled_from(["1", "2"])
CALLS = spelled({"name": NAMES}, {"args": OBJECTS, "id": IDS})
RESPONSES = spelled({"name": NAMES}, {"response": OBJECTS, "id": IDS})
PARTS = st.one_of(
    spelled({"text": TEXTS}, {"thought": st.booleans(), "video_metadata": st.none()}),
    spelled({"function_call": CALLS}, {"text": st.none()}),
    spelled({"function_response": RESPONSES}, {}),
    spelled({"file_data": spelled({"file_uri": st.just("gs://a/b")}, {"mime_type": st.just("text/plain")})}, {}),
)
CONTENTS = spelled({"parts": st.lists(PARTS, max_size=3)}, {"role": st.sampled_from(["user", "model"])})
USAGES = spelled({}, {"prompt_token_count": st.integers(0, 99), "candidates_token_count": st.integers(0, 99)})
EVENTS = spelled({"author": TEXTS}, {"content": CONTENTS, "usage_metadata": USAGES, "model_version": TEXTS})
LISTS = spelled(
    {"tool_uses": st.lists(CALLS, max_size=3)},
    {
        "tool_responses": st.lists(RESPONSES, max_size=3),
        "intermediate_responses": st.lists(st.tuples(TEXTS, st.lists(PARTS, max_size=2)).map(list), max_size=2),
    },
).map(lambda value: {key: inner for key, inner in value.items() if inner is not None})
INTERMEDIATE = (
    st.just(cast(dict[str, Any], {})) | LISTS | spelled({"invocation_events": st.lists(EVENTS, max_size=3)}, {})
)
INVOCATIONS = spelled(
    {"user_content": CONTENTS},
    {"final_response": CONTENTS, "intermediate_data": INTERMEDIATE, "duration": st.floats(0, 100)},
)
SESSIONS = spelled({"app_name": TEXTS, "user_id": TEXTS}, {"session_id": TEXTS})
EVAL_CASES = spelled(
    {"eval_id": TEXTS.filter(bool), "conversation": st.lists(INVOCATIONS, min_size=1, max_size=2)},
    {"session_input": SESSIONS, "final_session_state": OBJECTS},
)
EVAL_SETS = st.fixed_dictionaries(
    {"eval_set_id": TEXTS, "eval_cases": st.lists(EVAL_CASES, min_size=1, max_size=2)},
    optional={"name": st.none() | TEXTS, "creation_timestamp": st.floats(0, 1e9), "mine": VALUES},
)


@st.composite
def changed(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> Any:
    """A value with one thing changed: a key lost or misspelt, a value replaced or wrapped."""
    value = copy.deepcopy(draw(values))
    containers = _containers(value)
    if not containers:
        return draw(SCALARS)
    container: Any = draw(st.sampled_from(containers))
    is_list = not hasattr(container, "keys")
    keys: list[Any] = list(range(len(container))) if is_list else list(container)
    if not keys:
        return value
    key = draw(st.sampled_from(keys))
    inner = container[key]
    change = draw(st.sampled_from(["lose", "misspell", "replace", "wrap"]))
    if change == "lose" or (change == "misspell" and is_list):
        del container[key]
    elif change == "misspell":
        del container[key]
        container[f"{key}s"] = inner
    else:
        container[key] = [inner] if change == "wrap" else draw(SCALARS)
    return value


def _containers(value: Any) -> list[Any]:
    """Every list and object inside `value`, itself first."""
    if isinstance(value, dict):
        inner = list(cast(dict[str, Any], value).values())
    elif isinstance(value, list):
        inner = cast(list[Any], value)
    else:
        return []
    return [value, *(found for part in inner for found in _containers(part))]
