"""A sample store that notes what was found in another, so that it can be kept elsewhere."""

from __future__ import annotations

from judge_eval.core.ports import SampleStore
from judge_eval.core.sample import Sample


class NotingStore:
    """A store that passes on what another holds, and notes what was found."""

    def __init__(self, store: SampleStore) -> None:
        self._store = store
        self.found: dict[str, Sample] = {}

    async def get(self, key: str) -> Sample | None:
        """The sample under `key`, noted; None where there is none."""
        sample = await self._store.get(key)
        if sample is not None:
            self.found[key] = sample
        return sample

    async def put(self, key: str, sample: Sample) -> None:
        """Passes the sample on."""
        await self._store.put(key, sample)

    async def aclose(self) -> None:
        """Closes the other."""
        await self._store.aclose()
