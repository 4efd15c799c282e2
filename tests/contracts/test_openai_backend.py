"""The OpenAI-compatible judge against a fake server, through the real client."""

from __future__ import annotations

import asyncio
import os

import pytest

from judge_eval.adapters.openai.address import read_address
from judge_eval.adapters.openai.backend import OpenAIBackend
from judge_eval.core.ports import JudgeBackend, Reply
from judge_eval.errors import InputError, RateLimitedError, TransportError
from tests.contracts.backend_contract import choice
from tests.contracts.distribution_contract import DistributionContract
from tests.contracts.networked_contract import KEY
from tests.fakes.judge_server import JudgeServer
from tests.fakes.model import Traits
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import Step


class TestOpenAIBackend(DistributionContract):
    """The contract, and what is this protocol's own."""

    server = OpenAIServer
    logprobs_parameter = "logprobs"
    schema_parameter = "response_format"

    def backend(self, server: JudgeServer, model: str) -> JudgeBackend:
        """A backend at the server's address."""
        return OpenAIBackend(read_address(f"openai:{model}@{server.url}", os.environ))

    def environment(self, server: JudgeServer, key: str) -> dict[str, str]:
        """The key."""
        return {"OPENAI_API_KEY": key, "JUDGE_EVAL_API_KEY": ""}

    def notes_of(self, backend: JudgeBackend) -> tuple[str, ...]:
        """The backend's notes."""
        assert isinstance(backend, OpenAIBackend)
        return backend.notes

    def test_the_body_is_the_protocols(self) -> None:
        """A wish for a distribution is a chat completion with log-probabilities, seed, temperature and limit."""
        asked = self.exchange(requests=(choice("Well?", distribution=True, seed=7),)).asked[0]
        assert asked.path == "/v1/chat/completions"
        assert asked.headers["authorization"] == f"Bearer {KEY}"
        assert asked.body == {
            "model": "fake-judge",
            "messages": [{"role": "system", "content": "You check answers."}, {"role": "user", "content": "Well?"}],
            "max_tokens": 8,
            "temperature": 0.7,
            "seed": 7,
            "logprobs": True,
            "top_logprobs": 20,
        }

    def test_json_under_another_type_is_a_transport_error(self) -> None:
        """A reply whose content type is not JSON's is no reply, whatever is in it."""
        error = self.exchange(Step(fault="wrong_type")).outcomes[0]
        assert isinstance(error, TransportError)
        assert "HTTP 200 with text/plain" in str(error)

    def test_the_version_holds_the_systems_fingerprint(self) -> None:
        """The version is the model's name in the reply with the system's fingerprint."""
        assert self.exchange(Step()).reply.model_version == "fake-judge-001 fp_fake"

    def test_seeds_stay_within_what_every_server_holds(self) -> None:
        """A seed past 31 bits is cut to them."""
        assert self.exchange(requests=(choice(seed=2**31 + 5),)).asked[0].body["seed"] == 5

    def test_newer_models_get_the_newer_name_of_the_limit(self) -> None:
        """A server that wants max_completion_tokens gets it, at the cost of one call."""
        step = Step(status=400, message="'max_tokens' is not supported. Use 'max_completion_tokens' instead.")
        exchange = self.exchange(step, Step(), requests=(choice(),))
        assert exchange.reply.text
        assert exchange.asked[1].body["max_completion_tokens"] == 8
        assert "max_tokens" not in exchange.asked[1].body

    def test_seed_and_temperature_are_left_out_where_refused(self) -> None:
        """A server that refuses seed, then temperature, is asked without either, and it is said."""
        exchange = self.exchange(requests=(choice(),), traits=Traits(refuses=("seed", "temperature")))
        assert exchange.reply.text
        assert len(exchange.asked) == 3
        assert [note.partition(":")[0] for note in exchange.notes] == [
            "served without seeds",
            "served at the model's own temperature",
        ]

    def test_a_filtered_prompt_in_the_shape_of_an_error_is_refused(self) -> None:
        """A 400 whose code is a content filter's is a refusal of that item."""
        reply = self.exchange(Step(status=400, code="content_filter", message="filtered")).reply
        assert (reply.finish, reply.detail) == ("refused", "HTTP 400: filtered")

    def test_a_spent_account_is_the_users_matter(self) -> None:
        """A 429 because the quota is spent raises an InputError: no patience helps."""
        error = self.exchange(Step(status=429, code="insufficient_quota", message="quota spent")).outcomes[0]
        assert isinstance(error, InputError)
        assert "quota spent" in str(error)

    def test_dates_are_obeyed_like_seconds(self) -> None:
        """A Retry-After that is a date long past is a wish for no time at all."""
        error = self.exchange(Step(status=429, retry_after="Wed, 21 Oct 2015 07:28:00 GMT")).outcomes[0]
        assert isinstance(error, RateLimitedError)
        assert error.retry_after == 0.0

    def test_a_gateways_page_after_an_answer_is_a_passing_fault(self) -> None:
        """A 403 page that is not the API's own, after an answer, is a TransportError; before any, an InputError."""
        page = Step(status=403, fault="html")
        assert isinstance(self.exchange(page).outcomes[0], InputError)
        exchange = self.exchange(Step(), page)
        assert isinstance(exchange.outcomes[0], Reply)
        assert isinstance(exchange.outcomes[1], TransportError)

    def test_no_server_at_all_is_a_transport_error(self) -> None:
        """An address where nobody listens raises a TransportError."""
        with OpenAIServer() as gone:
            url = gone.url

        async def ask() -> None:
            await OpenAIBackend(read_address(f"openai:m@{url}", {})).ask(choice())

        with pytest.raises(TransportError, match="connection"):
            asyncio.run(ask())

    def test_an_error_in_a_good_replys_clothes_is_an_error(self) -> None:
        """An error under the status 200 means what its code says; without a status in it, a broken server."""
        hidden = [Step(status=429, hidden=True, code="429"), Step(status=500, hidden=True, code="overloaded")]
        kinds = [type(outcome) for outcome in self.exchange(*hidden).outcomes]
        assert kinds == [RateLimitedError, TransportError]

    def test_a_server_that_sends_its_callers_elsewhere_is_the_users_matter(self) -> None:
        """A redirection is not followed, since the key would follow too: the InputError quotes it."""
        error = self.exchange(Step(status=301, message="moved to another host")).outcomes[0]
        assert isinstance(error, InputError)
        assert "moved to another host" in str(error)

    def test_a_url_that_no_request_can_have_is_the_users_matter(self) -> None:
        """A host that is none raises an InputError when the backend is made."""
        with pytest.raises(InputError, match="URL"):
            OpenAIBackend(read_address("openai:m@http://-ä-.example", {}))

    def test_the_spec_is_shown_without_secrets(self) -> None:
        """User and password of the URL are not in the spec that is shown."""
        assert OpenAIBackend(read_address("openai:m@http://ann:secret@host", {})).spec == "openai:m@http://host"
