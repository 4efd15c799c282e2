"""Where an OpenAI-compatible judge lives, and by which key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from judge_eval.errors import InputError, Problem

KIND = "openai"
OPENAI_URL = "https://api.openai.com/v1"
URL_VARIABLE = "OPENAI_BASE_URL"
KEY_VARIABLES = ("JUDGE_EVAL_API_KEY", "OPENAI_API_KEY")
"""Where the key is looked for, in this order."""

_EXAMPLE = "openai:qwen2.5@http://localhost:8000"
_ENDPOINT = "/chat/completions"


@dataclass(frozen=True, slots=True)
class Address:
    """A model at the endpoint that is posted to; `spec` is how it is spoken of, without user, password and query."""

    model: str
    endpoint: str
    spec: str
    key: str | None = None
    secrets: tuple[str, ...] = ()
    """The key, and what the URL holds as password and in its query: no message may show them."""

    def __repr__(self) -> str:
        return f"Address({self.spec!r})"


def read_address(spec: str, environ: Mapping[str, str]) -> Address:
    """The address that `openai:MODEL@URL` names; without a URL, $OPENAI_BASE_URL: no text goes where nobody said.

    A URL without a path gets `/v1`; one that ends in `/chat/completions` is taken as it is.

    Raises: InputError where there is no model, no URL, none of http, or a key that no header can carry.
    """
    rest = spec.removeprefix(f"{KIND}:")
    model, at, url = _split(rest)
    if not model:
        raise InputError(_problem("the judge names no model", spec))
    if at and not url.partition("/")[0]:
        raise InputError(_no_url(f"{KIND}:{model}", "the URL after @ is missing", spec))
    if not at:
        url = environ.get(URL_VARIABLE, "").strip()
    if not url:
        raise InputError(_no_url(spec, f"the judge's server is not named, and ${URL_VARIABLE} is not set", spec))
    parts = _parts(url)
    if parts is None:
        raise InputError(_problem("the judge's URL is none of http or https", f"{KIND}:{model}@…"))
    path = parts.path.rstrip("/") or "/v1"
    path = path if path.endswith(_ENDPOINT) else f"{path}{_ENDPOINT}"
    endpoint = urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))
    shown = f"{KIND}:{model}@{_without_secrets(parts)}"
    key = _key(environ)
    secrets = tuple(filter(None, (key, *_secrets(parts))))
    return Address(model=model, endpoint=endpoint, spec=shown, key=key, secrets=secrets)


def _split(rest: str) -> tuple[str, str, str]:
    """Model, "@" and URL; a model's own name may hold an "@" too."""
    for scheme in ("@http://", "@https://"):
        model, at, host = rest.partition(scheme)
        if at:
            return model, "@", f"{scheme[1:]}{host}"
    model, at, url = rest.rpartition("@")
    return (model, at, url) if at and (not url or ":" in url or "/" in url) else (rest, "", "")


def _key(environ: Mapping[str, str]) -> str | None:
    for variable in KEY_VARIABLES:
        key = environ.get(variable, "").strip()
        if key and not (key.isascii() and key.isprintable() and " " not in key):
            raise InputError(Problem("the key holds characters that no key has", place=f"${variable}"))
        if key:
            return key
    return None


def _parts(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a port that is no number, a bracket that is never closed
        return None
    return parts if usable else None


def _secrets(parts: SplitResult) -> Iterator[str]:
    """What stands where only secrets stand, as it is written and as it is meant."""
    values = (setting.partition("=")[2] for setting in parts.query.split("&"))
    for written in (parts.password or "", *values):
        yield from (written, unquote(written))


def _without_secrets(parts: SplitResult) -> str:
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _no_url(spec: str, message: str, found: str) -> Problem:
    return Problem(
        message,
        place="--judge",
        found=f"'{found}'",
        expected="openai:MODEL@URL",
        remedy=f"write '{spec}@{OPENAI_URL}' for OpenAI's own, or the URL of another server",
    )


def _problem(message: str, found: str) -> Problem:
    return Problem(
        message, place="--judge", found=f"'{found}'", expected="openai:MODEL@URL", remedy=f"such as {_EXAMPLE}"
    )
