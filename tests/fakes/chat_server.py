"""A llama.cpp server in this process: its API, its prompt cache, and how the cache shows in its figures."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from itertools import takewhile
from typing import Any, cast

from tests.fakes.answers import answer_to

ANSWERS = ("yes", "no")


class FakeChatServer:
    """Replies by what it is asked, with last bits that depend on how much of the prompt it had to read."""

    def __init__(self, window: int = 4000, answers: tuple[str, ...] = ANSWERS) -> None:
        self._window = window
        self._answers = answers
        self._read = ""
        self.bodies: list[Mapping[str, Any]] = []
        self.broken = False

    def complete(self, body: Mapping[str, Any]) -> object:
        """The reply, in the shape of OpenAI's chat completions. Raises: RuntimeError where it was told to break."""
        json.dumps(body)
        self.bodies.append(body)
        if self.broken:
            raise RuntimeError("the decoder broke")
        prompt = "".join(f"<{message['role']}>{message['content']}" for message in body["messages"])
        if len(prompt) > self._window:
            return {"error": {"code": 400, "type": "exceed_context_size_error", "message": "request is too long"}}
        reused = _equal_start(self._read, prompt) if body["cache_prompt"] else 0
        self._read = prompt
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
        item = hashlib.sha256(f"{prompt} {body.get('temperature')} {body.get('seed')}".encode()).hexdigest()
        text = answer_to(item, self._answers, cast("dict[str, Any] | None", schema))
        choice: dict[str, Any] = {"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        if body.get("logprobs"):
            choice["logprobs"] = {"content": [_token(text, reused)]}
        usage = {"prompt_tokens": len(prompt), "completion_tokens": 1}
        return {"choices": [choice], "usage": usage, "timings": {"cache_n": reused}}


def _equal_start(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _token(text: str, reused: int) -> dict[str, Any]:
    """The token written, with its rivals; what was read in another batch shows in the third digit."""
    share = 0.8 + reused % 97 / 10_000
    rivals = {text: share, " Maybe": 0.999 - share}
    tokens = [{"token": token, "logprob": math.log(probability)} for token, probability in rivals.items()]
    return {**tokens[0], "top_logprobs": tokens}
