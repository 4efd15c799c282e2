"""The scripted judge: the contract of every backend, and what its file may tell it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from judge_eval.adapters.files.parsing.document import Document
from judge_eval.adapters.scripted_backend import ScriptedBackend, scripted_backend
from judge_eval.core.ports import JudgeBackend, Reply
from judge_eval.errors import InputError, RateLimitedError, TransportError
from judge_eval.judge.attempts import seed_of
from tests.contracts.backend_contract import BackendContract, choice, structured


def scripted(*rules: object) -> ScriptedBackend:
    """A backend after these rules."""
    return ScriptedBackend(Document("script.json", json.dumps({"rules": rules}), {"rules": list(rules)}))  # pyright: ignore[reportArgumentType]


def asked(backend: JudgeBackend, text: str = "Well?", index: int = 0, *, distribution: bool = False) -> Reply:
    """The reply to a text under a sample index."""
    return asyncio.run(backend.ask(choice(text, seed=seed_of(index, 0), distribution=distribution)))


class TestScriptedBackend(BackendContract):
    """The contract, for a script that serves probabilities."""

    def opened(self) -> AbstractAsyncContextManager[JudgeBackend]:
        """A backend after a script of one rule."""

        @asynccontextmanager
        async def open_() -> AsyncGenerator[JudgeBackend]:
            backend = scripted({"replies": [{"text": "yes", "shares": {"yes": 0.8, "no": 0.1}}]})
            yield backend
            await backend.aclose()

        return open_()


class TestScriptedBackendWithoutShares(BackendContract):
    """The contract, for a script of bare texts."""

    def opened(self) -> AbstractAsyncContextManager[JudgeBackend]:
        """A backend after a script of one rule."""

        @asynccontextmanager
        async def open_() -> AsyncGenerator[JudgeBackend]:
            yield scripted({"replies": ["no"]})

        return open_()


def test_the_first_rule_that_fits_replies() -> None:
    """Rules are tried from the top; one without `when` fits everything."""
    backend = scripted({"when": "Par.s", "replies": ["yes"]}, {"replies": ["no"]})
    assert [asked(backend, text).text for text in ("In Paris?", "In Rome?")] == ["yes", "no"]


def test_replies_go_by_sample_index() -> None:
    """Sample 0, 1, 2, then from the start again, in whatever order they are asked."""
    backend = scripted({"replies": ["yes", "no", "maybe"]})
    assert [asked(backend, index=index).text for index in (3, 2, 1, 0)] == ["yes", "maybe", "no", "yes"]


def test_shares_are_probabilities_of_the_first_token() -> None:
    """The text is the likeliest token, unless it is written; bare texts have probability 1."""
    backend = scripted({"replies": [{"shares": {"no": 0.7, "yes": 0.3}}, "yes"]})
    assert backend.serves_distribution
    first, second = asked(backend, distribution=True), asked(backend, index=1, distribution=True)
    assert (first.text, first.token_shares) == ("no", {"no": 0.7, "yes": 0.3})
    assert second.token_shares == {"yes": 1.0}
    assert asked(backend).token_shares is None


def test_a_script_without_shares_serves_none() -> None:
    """Then votes are counted."""
    assert not scripted({"replies": ["yes"]}).serves_distribution


def test_a_text_that_is_no_answer_comes_as_it_stands() -> None:
    """So that a script can play a judge whose JSON is broken."""
    backend = scripted({"replies": ['{"answer": ']})
    assert asyncio.run(backend.ask(structured())).text == '{"answer": '


def test_failures_come_as_a_server_would_make_them() -> None:
    """Each kind is raised or finished as the real backends do."""
    with pytest.raises(TransportError):
        asked(scripted({"replies": [{"failure": "transport"}]}))
    with pytest.raises(RateLimitedError) as caught:
        asked(scripted({"replies": [{"failure": "rate_limited", "retry_after": 7}]}))
    assert caught.value.retry_after == 7
    assert asked(scripted({"replies": [{"failure": "refused"}]})).finish == "refused"
    assert asked(scripted({"replies": [{"failure": "truncated", "text": "ye"}]})).finish == "length"


def test_a_hang_lasts_until_somebody_ends_it() -> None:
    """The limiter's deadline does."""

    async def hang() -> None:
        async with asyncio.timeout(0.01):
            await scripted({"replies": [{"failure": "hang"}]}).ask(choice())

    with pytest.raises(TimeoutError):
        asyncio.run(hang())


def test_a_reply_takes_its_time() -> None:
    """With `seconds`, quicker replies come first; the reply says how long it took."""

    async def order() -> list[str]:
        came: list[str] = []

        async def ask(text: str, index: int) -> None:
            reply = await backend.ask(choice(text, seed=seed_of(index, 0)))
            came.append(f"{reply.text} {reply.seconds}")

        await asyncio.gather(ask("slow", 0), ask("quick", 0))
        return came

    backend = scripted({"when": "slow", "replies": [{"text": "yes", "seconds": 0.05}]}, {"replies": ["no"]})
    assert asyncio.run(order()) == ["no 0.0", "yes 0.05"]


def test_a_failure_can_pass() -> None:
    """With `times`, that many tries of one request fail, each request by itself."""
    backend = scripted({"replies": [{"text": "yes", "failure": "transport", "times": 2}]})
    for index in (0, 1):
        for _ in range(2):
            with pytest.raises(TransportError):
                asked(backend, index=index)
        assert asked(backend, index=index).text == "yes"


def test_a_request_that_no_rule_fits_is_an_input_error() -> None:
    """The remedy is a rule for everything."""
    with pytest.raises(InputError, match=r"script\.json.*without 'when'"):
        asked(scripted({"when": "never", "replies": ["yes"]}))


def test_another_script_is_another_judge() -> None:
    """The model is the script's content, whatever its place and spelling."""
    assert scripted({"replies": ["yes"]}).model != scripted({"replies": ["no"]}).model
    assert scripted({"replies": ["yes"]}).model == scripted({"replies": ["yes"]}).model


def test_a_script_is_read_from_yaml(tmp_path: Path) -> None:
    """In YAML 1.2 `no` is a word."""
    path = tmp_path / "judge.yaml"
    path.write_text("rules:\n  - replies: [no]\n", encoding="utf-8")
    assert asked(scripted_backend(path)).text == "no"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rules: []", "rules"),
        ("rules:\n  - reply: [yes]\n", "did you mean 'replies'"),
        ("rules:\n  - when: '('\n    replies: [yes]\n", "no regular expression"),
        ("rules:\n  - replies: [{shares: {yes: 0.9, no: 0.2}}]\n", "sum to at most 1"),
        ("rules:\n  - replies: [{failure: explodes}]\n", "transport"),
        ("- yes\n", "an object"),
    ],
)
def test_a_file_that_is_no_script_is_an_input_error(tmp_path: Path, text: str, says: str) -> None:
    """The error names file and field, and what belongs there."""
    path = tmp_path / "judge.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        scripted_backend(path)
    assert "judge.yaml" in str(caught.value) and says in str(caught.value)
