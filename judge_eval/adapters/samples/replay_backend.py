"""`replay:FILE`: a judge that says what a cassette holds, and nothing else."""

from __future__ import annotations

from judge_eval.adapters.files.cassette import Cassette
from judge_eval.core.ports import Reply, Request
from judge_eval.core.sample import Sample
from judge_eval.errors import InputError, Problem
from judge_eval.judge.attempts import attempt_of, index_of
from judge_eval.text.one_line import one_line

_QUOTED = 200
"""Characters of a question that say which one it is."""


class ReplayBackend:
    """The backend that was recorded, by its kind and model; it is asked only what the cassette does not hold."""

    serves_distribution = True

    def __init__(self, kind: str, model: str, place: str) -> None:
        """A stand-in for a backend of that kind and model, recorded at `place`."""
        self._kind = kind
        self._model = model
        self._place = place

    @property
    def kind(self) -> str:
        """The kind of the backend that was recorded."""
        return self._kind

    @property
    def model(self) -> str:
        """The model that was recorded."""
        return self._model

    async def ask(self, request: Request) -> Reply:
        """Nothing, ever. Raises: InputError that names the item and the sample which are missing."""
        sample, attempt = index_of(request.seed) + 1, attempt_of(request.seed) + 1
        raise InputError(
            Problem(
                f"the cassette holds no such sample: sample {sample}, attempt {attempt}",
                place=self._place,
                found=f"the question '{one_line(request.messages[-1].text, _QUOTED)}'",
                remedy="score with the judge itself, then record it anew: judge-eval cache export",
            )
        )

    async def aclose(self) -> None:
        """Releases nothing, for nothing is held."""


class CassetteStore:
    """The samples of a cassette as a store, which takes none in."""

    def __init__(self, cassette: Cassette) -> None:
        self._samples = cassette.samples

    async def get(self, key: str) -> Sample | None:
        """The sample under `key`, or None."""
        return self._samples.get(key)

    async def put(self, key: str, sample: Sample) -> None:
        """Lets the sample go: a cassette does not change."""

    async def aclose(self) -> None:
        """Releases nothing, for nothing is held."""
