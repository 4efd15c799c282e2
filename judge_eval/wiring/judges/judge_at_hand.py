"""One judge that is ready to be asked, and what its replies have said of the model behind it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

from judge_eval.adapters.files.cassette import Cassette, RecordedQuestion
from judge_eval.core.ports import JudgeBackend, SampleStore
from judge_eval.core.sample import Sample
from judge_eval.judge.judge import model_fingerprint
from judge_eval.judge.limits import Limits
from judge_eval.judge.probe import ITEM, Probe
from judge_eval.judge.samples import Redact, Samples
from judge_eval.wiring.judges.backends import OpenBackend

OnSample = Callable[[Sample], None]


class JudgeAtHand:
    """The samples of one judge under the `spec` by which it is spoken of; `probe` where it is yet to be known."""

    def __init__(
        self,
        spec: str,
        backend: JudgeBackend,
        store: SampleStore,
        on_sample: OnSample,
        redact: Redact | None = None,
    ) -> None:
        """A judge that has not been asked; `on_sample` hears of each sample, which `redact` has gone over."""
        self.spec = spec
        self.samples = Samples(backend, store, now=lambda: datetime.now(UTC), on_sample=self._heard, redact=redact)
        self.probe: Probe | None = None
        self.file: Path | None = None
        """The cassette that it is replayed from, if it is."""
        self.n_samples = 0
        self.dates: tuple[str, str] | None = None
        """When the samples were asked that were used: the first and the last."""
        self._opened: OpenBackend | None = None
        self._on_sample = on_sample
        self._versions: dict[str, str] = {}

    @classmethod
    def of_backend(
        cls,
        opened: OpenBackend,
        store: SampleStore,
        on_sample: OnSample,
        limits: Limits,
        redact: Redact | None = None,
    ) -> JudgeAtHand:
        """The judge behind a backend."""
        judge = cls(opened.spec, opened.limiter, store, on_sample, redact)
        judge._opened = opened
        if not opened.is_proven:
            judge.probe = Probe(judge.samples, limits)
        return judge

    @classmethod
    def of_cassette(
        cls,
        question: RecordedQuestion,
        cassette: Cassette,
        on_sample: OnSample,
        limits: Limits,
        redact: Redact | None = None,
    ) -> JudgeAtHand:
        """The judge that answered `question` when the cassette was recorded."""
        from judge_eval.adapters.samples.replay_backend import CassetteStore, ReplayBackend

        backend = ReplayBackend(question.kind, question.model, str(cassette.path))
        judge = cls(question.judge, backend, CassetteStore(cassette), on_sample, redact)
        judge.file = cassette.path
        judge.probe = Probe(judge.samples, limits)
        return judge

    @property
    def model_fingerprint(self) -> str:
        """The fingerprint of the model behind it."""
        return model_fingerprint(self.samples.backend)

    @property
    def described(self) -> str:
        """The judge in words: its spec, and the cassette that stands in for it, or what it lacks."""
        if self.file is not None:
            return f"{self.spec}, as recorded in {self.file}"
        lacks = self._opened.lacks if self._opened is not None else ""
        return f"{self.spec}, of which only kept samples can be used: {lacks}" if lacks else self.spec

    @property
    def versions(self) -> tuple[str, ...]:
        """The model as the replies that were used name it, sorted."""
        return tuple(sorted(self._versions))

    @property
    def notes(self) -> tuple[str, ...]:
        """What came to light in asking it, for a person to see."""
        notes = [f"{self.spec}: {note}" for note in (self._opened.limiter.notes if self._opened else ())]
        if len(self._versions) > 1:
            first = sorted(self._versions.items(), key=lambda pair: (pair[1], pair[0]))
            said = ", ".join(f"{version} (from {date})" for version, date in first)
            notes.append(f"judge changed: {self.spec} answered as {said}; its verdicts are of {len(first)} models")
        return tuple(notes)

    def hushed(self) -> AbstractContextManager[None]:
        """A context in which its libraries print nothing on stdout."""
        return nullcontext() if self._opened is None else self._opened.hushed()

    def _heard(self, sample: Sample) -> None:
        self.n_samples += 1
        first, last = self.dates or (sample.date, sample.date)
        self.dates = (min(first, sample.date), max(last, sample.date))
        if sample.model_version is not None and sample.item != ITEM:
            known = self._versions.get(sample.model_version, sample.date)
            self._versions[sample.model_version] = min(known, sample.date)
        self._on_sample(sample)
