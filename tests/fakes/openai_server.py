"""A fake OpenAI-compatible server: `python -m tests.fakes.openai_server --port 0 --script SCRIPT`."""

from __future__ import annotations

import json
from typing import Any, cast

from tests.fakes.http_server import HttpRequest
from tests.fakes.judge_server import JudgeServer, serve
from tests.fakes.model import Said, Token, Wanted, log, say
from tests.fakes.steps import Asked, Finish, Step

_FINISHES: dict[Finish, str] = {
    "stop": "stop",
    "length": "length",
    "refused": "content_filter",
    "blocked_prompt": "content_filter",
    "other": "tool_calls",
}


class OpenAIServer(JudgeServer):
    """A fake server of `/v1/chat/completions`."""

    def model_of(self, request: HttpRequest, body: dict[str, Any]) -> str | None:
        """The model that the body names."""
        known = request.method == "POST" and request.path == "/v1/chat/completions"
        return str(body.get("model")) if known else None

    def key_of(self, request: HttpRequest) -> str | None:
        """The bearer token."""
        return request.headers.get("authorization", "").removeprefix("Bearer ") or None

    def wanted(self, body: dict[str, Any]) -> Wanted:
        """The messages, the schema and the allowance; a server of its own accord stops at 4096 tokens."""
        messages = cast("list[dict[str, str]]", body.get("messages", []))
        form = cast("dict[str, Any]", body.get("response_format") or {})
        return Wanted(
            texts=tuple(message["content"] for message in messages),
            schema=form["json_schema"]["schema"] if form.get("type") == "json_schema" else None,
            max_tokens=body.get("max_completion_tokens") or body.get("max_tokens") or 4096,
        )

    def refusal(self, body: dict[str, Any]) -> str | None:
        """Why a parameter cannot be served, in words like those of the real servers."""
        for name in self.traits.refuses:
            if body.get(name) is not None:
                return f"Unsupported parameter: '{name}' is not supported with this model."
        if body.get("top_logprobs", 0) > self.traits.most_candidates:
            return f"Invalid 'top_logprobs': must be at most {self.traits.most_candidates}."
        return None

    def error(self, status: int, message: str, code: str | None, retry_after: str | None) -> bytes:
        """An error object; the wish for patience stands in the header alone."""
        kind = "invalid_request_error" if status < 500 else "server_error"
        return json.dumps({"error": {"message": message, "type": kind, "param": None, "code": code}}).encode()

    def success(self, asked: Asked, step: Step, wanted: Wanted) -> bytes:
        """A chat completion."""
        said = say(asked, step, wanted, self.traits.answers)
        message: dict[str, Any] = {"role": "assistant", "content": said.text, "refusal": None}
        if said.thoughts is not None:
            message["reasoning_content"] = said.thoughts
        choice: dict[str, Any] = {
            "index": 0,
            "message": message,
            "finish_reason": step.finish_word or _FINISHES[said.finish],
            "logprobs": None,
        }
        if asked.body.get("logprobs"):
            choice["logprobs"] = {"content": [_token(token, asked.body["top_logprobs"]) for token in said.tokens]}
        completion = {
            "id": f"chatcmpl-{asked.number}",
            "object": "chat.completion",
            "created": 0,
            "model": step.version or self.traits.version,
            "system_fingerprint": "fp_fake",
            "choices": [choice],
            "usage": _usage(said),
        }
        return json.dumps(completion).encode()


def _token(token: Token, n_candidates: int) -> dict[str, Any]:
    candidates = [_candidate(text, log(share)) for text, share in token.candidates[:n_candidates]]
    return _candidate(token.text, token.log_probability) | {"top_logprobs": candidates}


def _candidate(text: str, log_probability: float) -> dict[str, Any]:
    return {"token": text, "logprob": log_probability, "bytes": list(text.encode())}


def _usage(said: Said) -> dict[str, Any]:
    return {
        "prompt_tokens": said.n_input,
        "completion_tokens": said.n_output + said.n_thoughts,
        "total_tokens": said.n_input + said.n_output + said.n_thoughts,
        "completion_tokens_details": {"reasoning_tokens": said.n_thoughts},
    }


if __name__ == "__main__":
    serve(OpenAIServer)
