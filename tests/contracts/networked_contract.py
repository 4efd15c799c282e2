"""What every judge behind a network must make of a server that breaks: tests that its own test file inherits."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass

import pytest

from judge_eval.core.ports import JudgeBackend, Reply, Request
from judge_eval.errors import InputError, JudgeError, RateLimitedError, TransportError
from tests.contracts.backend_contract import BackendContract, ask_together, choice, structured
from tests.fakes.judge_server import JudgeServer
from tests.fakes.model import Traits
from tests.fakes.steps import Asked, Step, in_turn

KEY = "key-of-the-fakes-0123456789"
DEAD_KEY = "key-that-is-dead-0123456789"

PROXY_VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came of some requests, in order, and what the server was asked."""

    outcomes: tuple[Reply | Exception, ...]
    asked: tuple[Asked, ...]
    serves_distribution: bool
    notes: tuple[str, ...]

    @property
    def reply(self) -> Reply:
        """The first outcome, which is a reply."""
        assert isinstance(self.outcomes[0], Reply), self.outcomes[0]
        return self.outcomes[0]


class NetworkedContract(BackendContract):
    """The tests; a subclass named Test… says which server its backend talks to, and connects the two."""

    server: type[JudgeServer]

    @abstractmethod
    def backend(self, server: JudgeServer, model: str) -> JudgeBackend:
        """A backend for a model of this server; key and addresses stand in the environment."""

    @abstractmethod
    def environment(self, server: JudgeServer, key: str) -> dict[str, str]:
        """The variables that lead to this server with this key."""

    @abstractmethod
    def notes_of(self, backend: JudgeBackend) -> tuple[str, ...]:
        """What the backend says about what is not served."""

    @contextmanager
    def surroundings(self, server: JudgeServer, key: str = KEY) -> Generator[None]:
        """The environment in which the backend lives."""
        with pytest.MonkeyPatch.context() as patch:
            for name in PROXY_VARIABLES:
                patch.delenv(name, raising=False)
            for name, value in self.environment(server, key).items():
                patch.setenv(name, value)
            yield

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[JudgeBackend]:
        """The backend at a server that answers well."""
        with self.server() as server, self.surroundings(server):
            backend = self.backend(server, server.traits.model)
            yield backend
            await backend.aclose()

    def exchange(
        self,
        *steps: Step,
        requests: tuple[Request, ...] | None = None,
        traits: Traits | None = None,
        key: str = KEY,
        model: str | None = None,
    ) -> Exchange:
        """What comes of the requests (of one choice a step, where none are given), one after another."""
        asked = requests or tuple(choice(seed=seed) for seed in range(max(1, len(steps))))

        async def ask(server: JudgeServer) -> Exchange:
            backend = self.backend(server, model or server.traits.model)
            outcomes: list[Reply | Exception] = []
            for request in asked:
                try:
                    outcomes.append(await backend.ask(request))
                except (JudgeError, InputError) as error:
                    outcomes.append(error)
            await backend.aclose()
            return Exchange(tuple(outcomes), server.asked, backend.serves_distribution, self.notes_of(backend))

        with self.running(*steps, traits=traits) as server, self.surroundings(server, key):
            return asyncio.run(ask(server))

    def running(self, *steps: Step, traits: Traits | None) -> AbstractContextManager[JudgeServer]:
        """A server that does these steps."""
        return self.server(in_turn(*steps), traits=traits)

    @pytest.mark.parametrize(
        "step",
        [
            Step(status=500),
            Step(status=502, fault="html"),
            Step(status=503),
            Step(fault="reset"),
            Step(fault="half_body"),
            Step(fault="half_json"),
            Step(fault="html"),
        ],
        ids=lambda step: f"{step.status}-{step.fault}",
    )
    def test_what_breaks_on_the_way_is_a_transport_error(self, step: Step) -> None:
        """A server's fault, a broken connection and a body that is none raise a TransportError, asked once each."""
        exchange = self.exchange(step, Step())
        assert isinstance(exchange.outcomes[0], TransportError)
        assert isinstance(exchange.outcomes[1], Reply)
        assert len(exchange.asked) == 2

    @pytest.mark.parametrize(("retry_after", "seconds"), [(None, None), ("7", 7.0), ("0", 0.0)])
    def test_a_plea_for_patience_carries_its_seconds(self, retry_after: str | None, seconds: float | None) -> None:
        """A 429 raises a RateLimitedError with what the server wished, if it wished anything."""
        error = self.exchange(Step(status=429, retry_after=retry_after)).outcomes[0]
        assert isinstance(error, RateLimitedError)
        assert error.retry_after == seconds

    def test_an_overloaded_server_with_a_wish_asks_for_patience_too(self) -> None:
        """A 503 with Retry-After raises a RateLimitedError."""
        error = self.exchange(Step(status=503, retry_after="2")).outcomes[0]
        assert isinstance(error, RateLimitedError)
        assert error.retry_after == 2.0

    def test_a_dead_key_is_the_users_matter_and_is_never_shown(self) -> None:
        """A key that the server refuses raises an InputError with a remedy; no part of the key is in it."""
        error = self.exchange(traits=Traits(key=KEY), key=DEAD_KEY).outcomes[0]
        assert isinstance(error, InputError)
        assert error.problems[0].remedy
        assert DEAD_KEY not in f"{error} {error!r}"

    def test_a_key_that_a_server_quotes_is_hidden(self) -> None:
        """A message of the server that quotes the key is shown without it."""
        error = self.exchange(Step(status=500, message=f"no luck with {KEY}")).outcomes[0]
        assert isinstance(error, TransportError)
        assert KEY not in str(error)
        assert "no luck with" in str(error)

    def test_an_unknown_model_is_the_users_matter(self) -> None:
        """A model that the server does not know raises an InputError that names it."""
        error = self.exchange(model="no-such-judge").outcomes[0]
        assert isinstance(error, InputError)
        assert "no-such-judge" in str(error)

    def test_a_refused_reply_says_so(self) -> None:
        """A reply that a safety filter stopped has the finish "refused" and the server's word for it."""
        reply = self.exchange(Step(finish="refused", text="")).reply
        assert (reply.finish, reply.text) == ("refused", "")
        assert reply.detail

    def test_a_blocked_prompt_is_refused(self) -> None:
        """A prompt that a safety filter stopped is refused like a reply."""
        assert self.exchange(Step(finish="blocked_prompt", text="")).reply.finish == "refused"

    def test_a_cut_reply_says_so(self) -> None:
        """A reply that ended at its token limit has the finish "length" and keeps its text."""
        reply = self.exchange(Step(finish="length", text='{"answer": "ye')).reply
        assert (reply.finish, reply.text) == ("length", '{"answer": "ye')

    def test_another_end_says_so(self) -> None:
        """A reply that ended in a way of its own has the finish "other" and the server's word for it."""
        reply = self.exchange(Step(finish="other", text="")).reply
        assert reply.finish == "other"
        assert reply.detail

    def test_thoughts_are_never_read(self) -> None:
        """What the model thought before it spoke is not in the reply's text, and is counted as paid."""
        reply = self.exchange(Step(thoughts="Draft: no.", text="yes")).reply
        assert reply.text == "yes"
        assert reply.tokens.output == 3  # two words of thought, one of answer

    def test_a_model_that_thinks_past_the_limit_is_given_room_once_for_all(self) -> None:
        """A reply cut off within its thoughts is asked again with room, as later ones are; all tokens count."""
        long = "so " * 20
        exchange = self.exchange(*[Step(thoughts=long, text="yes")] * 3, requests=(choice(), choice(seed=2)))
        replies = [reply.text for reply in exchange.outcomes if isinstance(reply, Reply)]
        assert replies == ["yes", "yes"]
        assert len(exchange.asked) == 3
        assert exchange.reply.tokens.output == 20 + 20 + 1  # thoughts cut off, then thoughts and one word

    def test_the_version_and_the_tokens_are_the_servers(self) -> None:
        """A reply carries the version under which it was made and the tokens that it took."""
        reply = self.exchange(Step(version="fake-judge-002", text="yes indeed")).reply
        assert reply.model_version is not None and reply.model_version.startswith("fake-judge-002")
        assert (reply.tokens.input, reply.tokens.output) == (3 + 12, 2)  # words of both messages; words of the answer

    def test_the_settings_reach_the_server(self) -> None:
        """Temperature, seed, limit and schema of a request stand in what the server was asked."""
        exchange = self.exchange(requests=(structured(),))
        told = str(exchange.asked[0].body)
        assert all(word in told for word in ("0.7", "200", "rationale", "You check answers."))

    def test_equal_settings_make_equal_requests(self) -> None:
        """The same request twice is the same body twice, so that a server can keep what it has read."""
        exchange = self.exchange(requests=(choice(), choice()))
        assert exchange.asked[0].body == exchange.asked[1].body

    def test_a_prompt_that_does_not_fit_is_that_items_matter(self) -> None:
        """A prompt past the model's window brings a reply of no text that ended at its length; others go on."""
        too_long = Step(status=400, message="The input token count (9) exceeds the maximum context length (8).")
        exchange = self.exchange(too_long, Step())
        assert (exchange.reply.finish, exchange.reply.text) == ("length", "")
        assert isinstance(exchange.outcomes[1], Reply)

    def test_a_request_that_is_refused_for_its_form_at_first_is_the_users_matter(self) -> None:
        """A 400 before any answer raises an InputError with the server's words."""
        error = self.exchange(Step(status=400, message="this endpoint takes no chats")).outcomes[0]
        assert isinstance(error, InputError)
        assert "takes no chats" in str(error)

    def test_a_request_that_is_refused_later_is_that_items_matter(self) -> None:
        """A 400 after an answer raises a JudgeError that is not for retrying, and the next request is answered."""
        exchange = self.exchange(Step(), Step(status=400, message="odd text"), Step())
        assert type(exchange.outcomes[1]) is JudgeError
        assert isinstance(exchange.outcomes[2], Reply)

    def test_many_at_once_are_all_answered(self) -> None:
        """Sixty requests at once through one backend are sixty replies."""

        async def ask(server: JudgeServer) -> list[Reply]:
            backend = self.backend(server, server.traits.model)
            replies = await ask_together(backend, [choice(seed=seed) for seed in range(60)])
            await backend.aclose()
            return replies

        with self.running(traits=None) as server, self.surroundings(server):
            replies = asyncio.run(ask(server))
            assert [reply.text for reply in replies] == [replies[0].text] * 60
            assert len(server.asked) == 60
