"""The fake servers themselves: as processes, and as judges that break a share of their replies."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from random import Random

import pytest

from judge_eval.adapters.limits.limiter import Limiter
from judge_eval.adapters.openai.address import read_address
from judge_eval.adapters.openai.backend import OpenAIBackend
from judge_eval.core.ports import Reply
from judge_eval.errors import JudgeError
from tests.contracts.backend_contract import structured
from tests.fakes.judge_server import ASKED_PATH
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import WAYS_TO_BREAK, Asked, Script, Step, breaking, read_script

ROOT = Path(__file__).parent.parent.parent
N_ITEMS = 80


@pytest.mark.parametrize("module", ["tests.fakes.openai_server", "tests.fakes.gemini_server"])
def test_a_server_runs_as_a_process(module: str) -> None:
    """It prints its address, tells what it was asked, and ends with its standard input."""
    command = [sys.executable, "-m", module, "--port", "0", "--script", '{"broken": 0.3, "seed": 4}']
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None and process.stdout is not None
    url = process.stdout.readline().strip()
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{url}{ASKED_PATH}") as told:
        assert json.load(told) == []
    process.stdin.close()
    assert process.wait(timeout=30) == 0


def test_a_script_is_read_from_a_file(tmp_path: Path) -> None:
    """Steps in a file are done in turn, and the last one for ever."""
    file = tmp_path / "script.json"
    file.write_text('{"steps": [{"status": 500}], "then": {"text": "no"}}', encoding="utf-8")
    script = read_script(str(file))
    assert [script(_asked(number)).status for number in range(3)] == [500, 200, 200]
    assert script(_asked(9)).text == "no"


def test_a_broken_share_is_what_it_says_whatever_the_order() -> None:
    """Of two thousand requests, about three in ten break (sd 1 %), the same ones in any order."""
    script = breaking(0.3, seed=1)
    steps = [script(_asked(number)) for number in range(2000)]
    assert 0.25 < sum(step != Step() for step in steps) / 2000 < 0.35
    assert [script(_asked(number)) for number in reversed(range(2000))] == steps[::-1]


def test_no_reply_is_lost_at_a_server_that_breaks_three_in_ten() -> None:
    """Through the limiter, each whole reply equals the fault-free one, and every other tells its fault."""
    good = asyncio.run(_replies(None))
    told = [way for name, way in WAYS_TO_BREAK.items() if name != "an answer that is on no menu"]  # a whole reply
    outcomes = asyncio.run(_replies(breaking(0.3, seed=2, breakages=told)))
    assert len(outcomes) == N_ITEMS
    whole = [(outcome, fine) for outcome, fine in zip(outcomes, good, strict=True) if _is_whole(outcome)]
    assert all(_text(outcome) == _text(fine) for outcome, fine in whole)
    assert len(whole) > N_ITEMS * 0.8
    for outcome in outcomes:
        assert _is_whole(outcome) or isinstance(outcome, JudgeError) or outcome.finish != "stop" or _is_half(outcome)


def _asked(number: int) -> Asked:
    return Asked(number=number, path="/", headers={}, body={"seed": number}, item=str(number), before=0)


async def _replies(script: Script | None) -> list[Reply | JudgeError]:
    with OpenAIServer(script) as server:
        backend = OpenAIBackend(read_address(f"openai:fake-judge@{server.url}", {"NO_PROXY": "*", **os.environ}))

        async def quickly(seconds: float) -> None:
            await asyncio.sleep(min(seconds, 0.001))

        limiter = Limiter(backend, concurrency=16, random=Random(1), call_seconds=1.0, sleep=quickly)

        async def one(number: int) -> Reply | JudgeError:
            try:
                return await limiter.ask(structured(f"Is item {number} right?"))
            except JudgeError as error:
                return error

        outcomes = await asyncio.gather(*(one(number) for number in range(N_ITEMS)))
        await limiter.aclose()
    return outcomes


def _text(outcome: Reply | JudgeError) -> str:
    return outcome.text if isinstance(outcome, Reply) else str(outcome)


def _is_whole(outcome: Reply | JudgeError) -> bool:
    return isinstance(outcome, Reply) and outcome.finish == "stop" and not _is_half(outcome)


def _is_half(reply: Reply) -> bool:
    try:
        json.loads(reply.text)
    except ValueError:
        return True
    return False
