"""What a judge's server says when it will not answer, and what follows from that."""

from __future__ import annotations

from dataclasses import dataclass, field

from judge_eval.errors import InputError, JudgeError, NoJudgeError, Problem, RateLimitedError, TransportError
from judge_eval.text.one_line import one_line

LONGEST_QUOTE = 300
"""How many characters of a server's message are shown."""

_SHORTEST_KEY = 6
"""Shorter ones are placeholders for servers that want any key; hiding "x" would garble every message."""
_TOO_BUSY = (429, 529)
_NO_RETRY_HELPS = ("insufficient_quota", "billing_not_active", "account_deactivated")
_TOO_LONG = ("context_length_exceeded", "exceed_context_size", "context length", "context size", "context window")
_TOO_LONG_IN_GEMINI = "input token count"
_FILTERED = ("content_filter", "content_policy_violation", "content_management_policy")


@dataclass(frozen=True, slots=True)
class JudgeNames:
    """How a judge is spoken of: its spec without secrets, and what to do about a key or a name that is refused."""

    spec: str
    key_remedy: str
    model_remedy: str
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """The keys themselves, only so that no message can hold them."""

    def hide(self, text: str) -> str:
        """The text as it may be shown: without the key, on one line, shortened."""
        for secret in self.secrets:
            if len(secret) >= _SHORTEST_KEY:
                text = text.replace(secret, "…")
        return one_line(text, LONGEST_QUOTE)

    def input_error(self, message: str, remedy: str | None) -> InputError:
        """The error that says once what no retry can mend."""
        return InputError(self._problem(message, remedy))

    def no_judge_error(self, message: str, remedy: str | None) -> NoJudgeError:
        """The error that says what is missing before this judge can be had."""
        return NoJudgeError(self._problem(message, remedy))

    def _problem(self, message: str, remedy: str | None) -> Problem:
        return Problem(message, place="--judge", found=f"'{self.spec}'", remedy=remedy)


@dataclass(frozen=True, slots=True)
class ServerError:
    """A reply that is an error: `code` is the server's own word for it, `is_api` whether the judge's API said it."""

    status: int
    message: str
    code: str | None = None
    retry_after: float | None = None
    is_api: bool = True

    @property
    def is_about_the_request(self) -> bool:
        """Whether the server took the request and found it wanting."""
        return self.is_api and self.status in (400, 413, 422) and not self._is_dead_key

    @property
    def is_filtered(self) -> bool:
        """Whether a safety filter refused the prompt."""
        return self.code in _FILTERED

    @property
    def is_too_long(self) -> bool:
        """Whether the prompt is longer than the model can read."""
        text = f"{self.code} {self.message}".lower()
        if _TOO_LONG_IN_GEMINI in text:
            return "exceeds" in text
        return self.status == 413 or any(word in text for word in _TOO_LONG)

    @property
    def _is_dead_key(self) -> bool:
        return self.status == 401 or self.code == "API_KEY_INVALID"

    def as_raised(self, names: JudgeNames, *, proven: bool) -> JudgeError | InputError:
        """What to raise: an InputError where no retry can help.

        `proven`: this judge has answered before, so that a web page instead of the API's own error is a passing fault.
        """
        said = f"HTTP {self.status}: {names.hide(self.message)}"
        if self.is_api or not proven:
            lasting = self._lasting(names, said)
            if lasting is not None:
                return lasting
        if self.status in _TOO_BUSY or (self.status >= 500 and self.retry_after is not None):
            return RateLimitedError(said, self.retry_after)
        return TransportError(said)

    def _lasting(self, names: JudgeNames, said: str) -> InputError | None:
        if self._is_dead_key:  # without the server's words: some quote parts of the key
            return names.input_error(f"the judge's server refused the key (HTTP {self.status})", names.key_remedy)
        if self.status == 403:
            return names.input_error(f"the key may not use this judge: {said}", names.key_remedy)
        if self.status == 404:
            return names.input_error(f"the judge's server knows no such model or path: {said}", names.model_remedy)
        if self.status == 402 or self.code in _NO_RETRY_HELPS:
            return names.input_error(
                f"the account cannot pay for this judge: {said}", "see the provider's billing page"
            )
        if 300 <= self.status < 400:
            return names.input_error(f"the judge's server sends its callers elsewhere: {said}", names.model_remedy)
        if self.status in (405, 501):
            return names.input_error(f"the judge's server takes no such calls: {said}", names.model_remedy)
        return None
