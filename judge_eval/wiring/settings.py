"""What a person asked for, whichever face took it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from judge_eval.adapters.files.session_file import SessionStart
from judge_eval.core.case import Case
from judge_eval.core.config import Config
from judge_eval.core.ports import AgentUnderTest
from judge_eval.core.results import SubsetBy
from judge_eval.core.run import Run
from judge_eval.errors import InputError, Problem, nearest

CONCURRENCY = 16
KEPT_FOLDER = ".judge-eval"
"""Where a project keeps what it need not pay twice."""
CACHE_FOLDER = f"{KEPT_FOLDER}/cache"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The flags of `score`, or the arguments of the Python call; each says what the flag of its name says."""

    cases: tuple[str | Case, ...]
    runs: tuple[str | Run, ...] = ()
    """Files or runs; "reference" scores the references themselves."""
    agent: str | AgentUnderTest | None = None
    start: SessionStart | None = None
    """What every case starts from that says nothing of its session itself; no flag has it."""
    config: str | Config | None = None
    judge: str | None = None
    votes: str | None = None
    metrics: tuple[str, ...] = ()
    case_globs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    without_tags: tuple[str, ...] = ()
    last_failed: bool = False
    """Whether those cases alone are scored that failed when they were last scored here; all, where none did."""
    subset: int | None = None
    """How many of the cases to score, the same ones each time; None: all."""
    subset_by: SubsetBy = "hash"
    repeat: int | None = None
    """How often a live agent runs each case (None: once), or how many recorded runs of each are scored (None: all)."""
    cache: str | None = CACHE_FOLDER
    """The folder of the sample store; None keeps no samples."""
    calibration: str | None = None
    """A folder of calibration records that goes before the configuration's and the shipped ones."""
    allow_stale: bool = False
    """Whether a record may correct a judge that has changed since; every output says so."""
    uncalibrated: bool = False
    """Whether no record is looked for: the judge decides as it is declared."""
    concurrency: int = CONCURRENCY
    budget_calls: int | None = None
    """Calls to judges at most, each try counted; None: no limit, as for the next two."""
    budget_tokens: int | None = None
    """Tokens that judges may read and write, after which none is asked any more."""
    timeout_seconds: float | None = None
    """Seconds from the reading of the suite on, after which no judge is asked any more."""

    allow_code: bool = False
    """Whether functions that a configuration brings along may be run."""

    def __post_init__(self) -> None:
        """Raises: InputError where nothing could be asked or scored at all."""
        for name, number in (("concurrency", self.concurrency), ("subset", self.subset), ("repeat", self.repeat)):
            if number is not None and number < 1:
                message = "nothing could be asked or scored"
                raise InputError(Problem(message, place=name, found=str(number), expected="1 or more"))

    @property
    def filters(self) -> bool:
        """Whether any filter narrows the cases."""
        return bool(self.case_globs or self.tags or self.without_tags or self.last_failed or self.subset is not None)

    def wants_id(self, case_id: str) -> bool:
        """Whether the filters on ids let this case through."""
        return not self.case_globs or any(fnmatchcase(case_id, glob) for glob in self.case_globs)

    def wants(self, case: Case) -> bool:
        """Whether the filters let this case through."""
        if not self.wants_id(case.id):
            return False
        if self.tags and not set(self.tags) & set(case.tags):
            return False
        return not set(self.without_tags) & set(case.tags)


def refuse_unknown(call: str, given: Iterable[str], known: Collection[str]) -> None:
    """Raises: TypeError that names the call and the nearest of its arguments, where `given` holds one it has not."""
    for name in given:
        if name not in known:
            remedy = nearest(name, known)
            raise TypeError(f"{call}() has no argument '{name}'{f': {remedy}' if remedy else ''}")
