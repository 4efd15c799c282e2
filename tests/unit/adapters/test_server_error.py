"""What a server's errors mean."""

from __future__ import annotations

import pytest

from judge_eval.adapters.server.error import LONGEST_QUOTE, JudgeNames, ServerError
from judge_eval.errors import InputError, JudgeError, RateLimitedError, TransportError

NAMES = JudgeNames("openai:m", "set a key", "check the name", secrets=("key-0123456789", "x"))


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (401, None, InputError),
        (402, None, InputError),
        (403, None, InputError),
        (404, None, InputError),
        (405, None, InputError),
        (308, None, InputError),
        (429, "insufficient_quota", InputError),
        (400, "API_KEY_INVALID", InputError),
        (408, None, TransportError),
        (429, None, RateLimitedError),
        (500, None, TransportError),
        (501, None, InputError),
        (502, None, TransportError),
        (529, None, RateLimitedError),
    ],
)
def test_each_status_means_one_thing(status: int, code: str | None, kind: type[Exception]) -> None:
    """What no retry can mend is the user's matter; a busy server asks for patience; all else is the transport's."""
    assert type(ServerError(status, "told", code).as_raised(NAMES, proven=True)) is kind


@pytest.mark.parametrize(("proven", "kind"), [(False, InputError), (True, TransportError)])
def test_a_web_page_counts_for_less_once_the_judge_has_answered(proven: bool, kind: type[Exception]) -> None:
    """A 403 that is not the API's own ends a run at its start, and is a passing fault later."""
    assert type(ServerError(403, "<html>", is_api=False).as_raised(NAMES, proven=proven)) is kind


@pytest.mark.parametrize(
    ("error", "about"),
    [
        (ServerError(400, "odd"), True),
        (ServerError(413, "large"), True),
        (ServerError(422, "odd"), True),
        (ServerError(400, "odd", "API_KEY_INVALID"), False),
        (ServerError(400, "<html>", is_api=False), False),
        (ServerError(429, "busy"), False),
    ],
)
def test_some_errors_are_about_the_request(error: ServerError, about: bool) -> None:
    """A request that was understood and refused is told from a dead key, a page and a busy server."""
    assert error.is_about_the_request is about


@pytest.mark.parametrize(
    ("error", "too_long"),
    [
        (ServerError(400, "This model's maximum context length is 8192 tokens."), True),
        (ServerError(400, "told", "exceed_context_size_error"), True),
        (ServerError(413, "too large"), True),
        (ServerError(400, "The input token count (9) exceeds the maximum number of tokens allowed (8)."), True),
        (ServerError(400, "The input token count is odd."), False),
        (ServerError(400, "odd"), False),
    ],
)
def test_a_prompt_past_the_window_is_known_by_its_words(error: ServerError, too_long: bool) -> None:
    """The servers' ways to say that a prompt does not fit are known."""
    assert error.is_too_long is too_long


def test_what_is_shown_is_short_on_one_line_and_without_keys() -> None:
    """A long message over many lines is cut, and no key is in it; a placeholder of a letter garbles nothing."""
    shown = NAMES.hide("key-0123456789 is\n  an example " + "y" * 1000)
    assert shown.startswith("… is an example yyy")
    assert len(shown) == LONGEST_QUOTE
    assert NAMES.hide("an example") == "an example"
    assert "key-0123456789" not in repr(NAMES)


def test_words_of_the_server_are_quoted_but_for_a_dead_key() -> None:
    """A refused key is not explained in the server's words, which may hold a part of it."""
    dead = ServerError(401, "bad key ***789").as_raised(NAMES, proven=False)
    assert "789" not in str(dead)
    assert "told" in str(ServerError(500, "told").as_raised(NAMES, proven=False))


def test_a_missing_judge_is_an_input_error_of_its_own() -> None:
    """What must be set or installed first is told apart, with the spec and the remedy."""
    error = NAMES.no_judge_error("there is no key", "set a key")
    assert isinstance(error, InputError) and not isinstance(error, JudgeError)
    assert str(error) == "--judge: there is no key; found 'openai:m' (set a key)"
