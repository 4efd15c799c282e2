"""What a reply of Gemini says; its thoughts are never read."""

from __future__ import annotations

from google.genai import types

from judge_eval.adapters.server.dialogue import Heard
from judge_eval.adapters.server.token_shares import Candidate, Position, first_token_shares
from judge_eval.core.ports import Finish, Reply
from judge_eval.core.run import Tokens

_FINISHES: dict[str, Finish] = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    "CONTINUATION": "length",
    "SAFETY": "refused",
    "RECITATION": "refused",
    "BLOCKLIST": "refused",
    "PROHIBITED_CONTENT": "refused",
    "SPII": "refused",
    "MODEL_ARMOR": "refused",
    "JAILBREAK": "refused",
}


def read_response(response: types.GenerateContentResponse, seconds: float) -> Heard:
    """What a response of generateContent says: its first candidate, or why there is none."""
    if not response.candidates:
        finish, detail = _blocked(response.prompt_feedback)
        reply = Reply(
            text="",
            finish=finish,
            detail=detail,
            model_version=response.model_version,
            tokens=tokens_of(response.usage_metadata),
            seconds=seconds,
        )
        return Heard(reply)
    candidate = response.candidates[0]
    return read_content(
        candidate.content,
        finish_of(candidate.finish_reason, candidate.finish_message),
        candidate.logprobs_result,
        response.usage_metadata,
        response.model_version,
        seconds,
    )


def read_content(
    content: types.Content | None,
    ending: tuple[Finish, str | None],
    logprobs: types.LogprobsResult | None,
    usage: types.GenerateContentResponseUsageMetadata | None,
    model_version: str | None,
    seconds: float,
) -> Heard:
    """What a candidate's content says, without its thought parts."""
    parts = (content.parts if content else None) or []
    text = "".join(part.text for part in parts if part.text and not part.thought)
    positions = _positions(logprobs)
    finish, detail = ending
    reply = Reply(
        text=text,
        token_shares=first_token_shares(positions, text),
        finish=finish,
        detail=detail,
        model_version=model_version,
        tokens=tokens_of(usage),
        seconds=seconds,
    )
    thought = any(part.thought for part in parts) or bool(usage and usage.thoughts_token_count)
    return Heard(reply, has_candidates=bool(positions), thought=thought)


def finish_of(reason: str | None, message: str | None) -> tuple[Finish, str | None]:
    """How a candidate ended, and Gemini's own words for what is unusual; `reason` may be an enum of text."""
    word = getattr(reason, "value", reason) or "STOP"
    finish = _FINISHES.get(word, "other")
    if finish in ("stop", "length"):
        return finish, None
    return finish, f"{word}: {message}" if message else word


def tokens_of(usage: types.GenerateContentResponseUsageMetadata | None) -> Tokens:
    """What a call took: thoughts are counted, and paid, as output."""
    if usage is None:
        return Tokens()
    written = (usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0)
    return Tokens(input=max(0, usage.prompt_token_count or 0), output=max(0, written))


def _blocked(feedback: types.GenerateContentResponsePromptFeedback | None) -> tuple[Finish, str | None]:
    if feedback is None or feedback.block_reason is None:
        return "other", "no candidate came, and no reason"
    message = feedback.block_reason_message
    word = f"the prompt was blocked: {feedback.block_reason.value}"
    return "refused", f"{word}: {message}" if message else word


def _positions(logprobs: types.LogprobsResult | None) -> list[Position]:
    """Each token that was written with its candidates; none where either list is missing."""
    if logprobs is None or not logprobs.chosen_candidates:
        return []
    tops = logprobs.top_candidates or []
    return [
        Position(_candidate(chosen), tuple(map(_candidate, (tops[i].candidates if i < len(tops) else None) or ())))
        for i, chosen in enumerate(logprobs.chosen_candidates)
    ]


def _candidate(candidate: types.LogprobsResultCandidate) -> Candidate:
    certain = 0.0  # protobuf leaves a zero out of its JSON
    log_probability = certain if candidate.log_probability is None else candidate.log_probability
    return Candidate(candidate.token or "", log_probability)
