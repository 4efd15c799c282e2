"""A fake Gemini server: `python -m tests.fakes.gemini_server --port 0 --script SCRIPT`."""

from __future__ import annotations

import json
import re
from typing import Any, cast

from tests.fakes.http_server import HttpRequest
from tests.fakes.judge_server import JudgeServer, serve
from tests.fakes.model import Said, Token, Wanted, log, say
from tests.fakes.steps import Asked, Finish, Step

_PATH = re.compile(r"/v1(?:beta1?)?/(?:projects/[^/]+/locations/[^/]+/)?(?:publishers/google/)?models/(.+):(\w+)")
_STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}
_FINISHES: dict[Finish, str] = {"stop": "STOP", "length": "MAX_TOKENS", "refused": "SAFETY", "other": "OTHER"}


class GeminiServer(JudgeServer):
    """A fake server of `models/MODEL:generateContent`, at the paths of the Gemini API and of Vertex AI."""

    dead_key_status = 400

    def model_of(self, request: HttpRequest, body: dict[str, Any]) -> str | None:
        """The model that the path names."""
        found = _PATH.fullmatch(request.path)
        return found[1] if found and found[2] == "generateContent" and request.method == "POST" else None

    def key_of(self, request: HttpRequest) -> str | None:
        """The key in Google's own header."""
        return request.headers.get("x-goog-api-key")

    def wanted(self, body: dict[str, Any]) -> Wanted:
        """The contents with the instruction before them, the schema and the allowance."""
        config = cast("dict[str, Any]", body.get("generationConfig", {}))
        contents = [body[name] for name in ("systemInstruction",) if name in body] + body.get("contents", [])
        return Wanted(
            texts=tuple(part["text"] for content in contents for part in content["parts"]),
            schema=config.get("responseJsonSchema"),
            max_tokens=config.get("maxOutputTokens", 8192),
        )

    def refusal(self, body: dict[str, Any]) -> str | None:
        """Why a parameter cannot be served, in words like those of the real servers."""
        config = cast("dict[str, Any]", body.get("generationConfig", {}))
        for name in self.traits.refuses:
            if config.get(name) is not None:
                return f"{name} is not enabled for models/{self.traits.model}"
        if config.get("logprobs", 0) > self.traits.most_candidates:
            return f"logprobs must be in the range [0, {self.traits.most_candidates}]"
        return None

    def error(self, status: int, message: str, code: str | None, retry_after: str | None) -> bytes:
        """A status object; a wish for patience stands in its details, a dead key is an invalid argument."""
        details: list[dict[str, Any]] = []
        if code == "invalid_api_key":
            details.append({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"})
        elif code is not None:
            details.append({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": code})
        if retry_after is not None:
            details.append({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{retry_after}s"})
        word = _STATUSES.get(status, "UNKNOWN")
        return json.dumps({"error": {"code": status, "message": message, "status": word, "details": details}}).encode()

    def success(self, asked: Asked, step: Step, wanted: Wanted) -> bytes:
        """A response of generateContent."""
        said = say(asked, step, wanted, self.traits.answers)
        response: dict[str, Any] = {
            "modelVersion": step.version or self.traits.version,
            "responseId": f"fake-{asked.number}",
            "usageMetadata": _usage(said),
        }
        if step.finish == "blocked_prompt":
            response["promptFeedback"] = {"blockReason": step.finish_word or "PROHIBITED_CONTENT"}
            return json.dumps(response).encode()
        candidate: dict[str, Any] = {"index": 0, "finishReason": step.finish_word or _FINISHES[said.finish]}
        parts = [{"text": said.thoughts, "thought": True}] if said.thoughts is not None else []
        parts += [{"text": said.text}] if said.text else []
        candidate["content"] = {"role": "model", "parts": parts} if parts else {"role": "model"}
        config = asked.body.get("generationConfig", {})
        if config.get("responseLogprobs"):
            candidate["logprobsResult"] = _logprobs(said, config.get("logprobs", 1))
        return json.dumps(response | {"candidates": [candidate]}).encode()


def _logprobs(said: Said, n_candidates: int) -> dict[str, Any]:
    return {
        "topCandidates": [{"candidates": _candidates(token, n_candidates)} for token in said.tokens],
        "chosenCandidates": [_candidate(token.text, token.log_probability) for token in said.tokens],
    }


def _candidates(token: Token, n_candidates: int) -> list[dict[str, Any]]:
    return [_candidate(text, log(share)) for text, share in token.candidates[:n_candidates]]


def _candidate(text: str, log_probability: float) -> dict[str, Any]:
    return {"token": text, "tokenId": sum(text.encode()), "logProbability": log_probability}


def _usage(said: Said) -> dict[str, Any]:
    usage = {"promptTokenCount": said.n_input, "candidatesTokenCount": said.n_output}
    if said.n_thoughts:
        usage["thoughtsTokenCount"] = said.n_thoughts
    return usage | {"totalTokenCount": said.n_input + said.n_output + said.n_thoughts}


if __name__ == "__main__":
    serve(GeminiServer)
