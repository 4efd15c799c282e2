"""What a judge behind a network must make of a server that gives probabilities, schemas and seeds, or refuses them."""

from __future__ import annotations

import asyncio

import pytest

from judge_eval.core.ports import Reply
from tests.contracts.backend_contract import ask_together, choice, structured
from tests.contracts.networked_contract import NetworkedContract
from tests.fakes.judge_server import JudgeServer
from tests.fakes.model import Traits
from tests.fakes.steps import Step


class DistributionContract(NetworkedContract):
    """Further tests, for a backend whose server gives log-probabilities."""

    logprobs_parameter: str
    """What the protocol calls the wish for log-probabilities."""
    schema_parameter: str

    def test_shares_of_the_first_token_are_read(self) -> None:
        """The candidates of the first token come with their probabilities, spelt as they were."""
        step = Step(text="Yes.", shares={"Yes": 0.6, " yes": 0.25, "no": 0.125})
        shares = self.exchange(step, requests=(choice(distribution=True),)).reply.token_shares
        assert shares == pytest.approx({"Yes": 0.6, " yes": 0.25, "no": 0.125})

    def test_nobody_who_does_not_ask_gets_shares(self) -> None:
        """Without a wish for a distribution none is asked of the server."""
        exchange = self.exchange(requests=(choice(),))
        assert exchange.reply.token_shares is None
        assert "logprobs" not in str(exchange.asked[0].body).lower()

    def test_a_server_without_log_probabilities_is_asked_without_them_from_then_on(self) -> None:
        """A 400 that names log-probabilities costs one call, once; then they are known not to be served, and said."""
        wish = choice(distribution=True)
        exchange = self.exchange(requests=(wish, wish), traits=Traits(refuses=(self.logprobs_parameter,)))
        assert [type(outcome) for outcome in exchange.outcomes] == [Reply, Reply]
        assert len(exchange.asked) == 3
        assert not exchange.serves_distribution
        assert any("log-probabilities" in note for note in exchange.notes)

    def test_a_server_with_fewer_candidates_is_asked_for_those(self) -> None:
        """A 400 that names a smaller number of candidates brings the request with that number."""
        wish = choice(distribution=True)
        step = Step(shares={"yes": 0.75, "no": 0.25})
        exchange = self.exchange(step, step, requests=(wish,), traits=Traits(most_candidates=5))
        assert exchange.reply.token_shares == pytest.approx({"yes": 0.75, "no": 0.25})
        assert exchange.serves_distribution

    def test_a_server_without_schemas_is_asked_without_them_from_then_on(self) -> None:
        """A 400 that names the schema costs one call, once; then the schema is left out, and it is said."""
        exchange = self.exchange(requests=(structured(), structured()), traits=Traits(refuses=(self.schema_parameter,)))
        assert [type(outcome) for outcome in exchange.outcomes] == [Reply, Reply]
        assert len(exchange.asked) == 3
        assert any("schema" in note for note in exchange.notes)

    def test_many_refusals_at_once_agree(self) -> None:
        """Requests under way when the first refusal comes all end in a reply, and in the same knowledge."""

        async def ask(server: JudgeServer) -> bool:
            backend = self.backend(server, server.traits.model)
            wishes = [choice(distribution=True, seed=seed) for seed in range(16)]
            await ask_together(backend, wishes)
            await backend.aclose()
            return backend.serves_distribution

        traits = Traits(refuses=(self.logprobs_parameter,))
        with self.running(traits=traits) as server, self.surroundings(server):
            assert not asyncio.run(ask(server))
            assert len(server.asked) <= 32
