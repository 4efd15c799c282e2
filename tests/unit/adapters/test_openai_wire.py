"""Chat completions of many servers, read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from judge_eval.adapters.openai.wire import error_words, read_completion


def _body(message: dict[str, Any], **choice: Any) -> bytes:
    return json.dumps({"model": "m", "choices": [{"message": message, "finish_reason": "stop", **choice}]}).encode()


def test_content_in_parts_is_joined_without_its_thoughts() -> None:
    """A content that is a list of parts is the text of its text parts."""
    parts = [{"type": "thinking", "text": "no"}, {"type": "text", "text": "y"}, {"type": "text", "text": "es"}]
    assert read_completion(_body({"content": parts}), 0.5).reply.text == "yes"


@pytest.mark.parametrize(
    ("content", "text", "thought"),
    [
        ("<think>no</think>\n\nyes", "yes", True),
        ("\n<think>no, or", "", True),
        ("yes <think>", "yes <think>", False),
    ],
)
def test_thoughts_left_in_the_text_are_passed_over(content: str, text: str, thought: bool) -> None:
    """What stands between think tags at the start is not the answer; elsewhere it is text like any other."""
    heard = read_completion(_body({"content": content}), 0.5)
    assert (heard.reply.text, heard.thought) == (text, thought)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_beside_the_content_is_passed_over(field: str) -> None:
    """Reasoning in a field of its own is known to be there, and not read."""
    heard = read_completion(_body({"content": "yes", field: "no"}), 0.5)
    assert (heard.reply.text, heard.thought) == ("yes", True)


def test_a_refusal_of_the_model_is_a_refusal() -> None:
    """A message with a refusal is refused in its words."""
    reply = read_completion(_body({"content": None, "refusal": "I cannot"}), 0.5).reply
    assert (reply.finish, reply.detail, reply.text) == ("refused", "I cannot", "")


@pytest.mark.parametrize(
    ("word", "finish"),
    [("stop", "stop"), ("eos_token", "stop"), (None, "stop"), ("LENGTH", "length"), ("error", "other")],
)
def test_the_finish_is_read_in_many_words(word: str | None, finish: str) -> None:
    """Finish reasons of several servers mean the same few things; an unknown one is "other"."""
    assert read_completion(_body({"content": "yes"}, finish_reason=word), 0.5).reply.finish == finish


def test_log_probabilities_of_another_shape_are_none() -> None:
    """The log-probabilities of the older protocol are not read, and the reply is not lost."""
    heard = read_completion(_body({"content": "yes"}, logprobs={"tokens": ["yes"], "token_logprobs": [-0.1]}), 0.5)
    assert (heard.reply.text, heard.reply.token_shares, heard.has_candidates) == ("yes", None, False)


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b'{"choices": []}', b'{"choices": [{}]}', b"<html>", b"\xff"])
def test_what_is_no_completion_is_refused(body: bytes) -> None:
    """A body without a choice and its message raises a ValueError."""
    with pytest.raises(ValueError, match=r"."):
        read_completion(body, 0.5)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": {"message": "no", "type": "t", "code": "c"}}, ("no", "c")),
        ({"error": {"message": "no", "type": "t", "code": None}}, ("no", "t")),
        ([{"error": {"message": "no", "code": 400}}], ("no", "400")),
        ({"error": "no"}, ("no", None)),
        ({"object": "error", "message": "no", "code": 40}, ("no", "40")),
        ({"detail": [{"msg": "no"}]}, ('[{"msg": "no"}]', None)),
        ({"error": None}, None),
        ({"choices": []}, None),
        (3, None),
    ],
)
def test_errors_of_many_servers_are_read(body: object, words: tuple[str, str | None] | None) -> None:
    """Message and code are found in the shapes of OpenAI, Google, vLLM, Ollama and FastAPI."""
    assert error_words(json.dumps(body).encode()) == words


def test_no_json_is_no_error_of_the_api() -> None:
    """A page is no error object."""
    assert error_words(b"<html>") is None
