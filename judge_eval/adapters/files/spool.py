"""Cases, runs and results on disk while a suite is scored, so that its length costs no memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Self

from pydantic import TypeAdapter

from judge_eval.adapters.files.found import BrokenCase, FoundCase, FoundRun, Origin
from judge_eval.core.adk_scored import AdkScored
from judge_eval.core.case import Case
from judge_eval.core.results import CaseResult, CaseStatus
from judge_eval.core.run import Run
from judge_eval.core.verdict import VerdictLine
from judge_eval.errors import Problem

_TABLES = """
pragma journal_mode = off;
pragma synchronous = off;
create table cases (place integer primary key, id text not null unique, origin text not null, body text, reason text,
    told text, skipped integer not null);
create table runs (id text not null, repeat integer not null, origin text not null, body text not null, said text,
    primary key (id, repeat)) without rowid;
create table results (id text not null, repeat integer not null, status text not null, body text not null,
    verdicts text not null, primary key (id, repeat)) without rowid;
"""
CHANGED_AT_ONCE = 500
"""Results that are in memory while they are changed."""

_SAID = TypeAdapter(tuple[AdkScored, ...])


class Spool:
    """A ledger in a temporary database, which SQLite keeps in memory while it is small and on disk when it grows.

    It is used from one thread, and gone when it is closed.
    """

    def __init__(self) -> None:
        """An empty spool."""
        self._base = sqlite3.connect("", isolation_level=None)
        self._base.executescript(_TABLES)
        # Never ended: there is nobody to see it, and a transaction a statement costs as much as the statement.
        self._base.execute("begin")

    def __enter__(self) -> Self:
        """The spool itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Closes the spool."""
        self.close()

    def close(self) -> None:
        """Gives back what the spool holds."""
        self._base.close()

    def part(self, case_ids: Iterable[str]) -> Spool:
        """A spool of its own that holds these cases and their runs, in the order of reading."""
        part = Spool()
        for case_id in case_ids:
            for table in ("cases", "runs"):
                for row in self._base.execute(f"select * from {table} where id = ?", (case_id,)):
                    part._base.execute(f"insert into {table} values ({', '.join('?' * len(row))})", row)
        return part

    def add_case(self, found: FoundCase | BrokenCase, *, told: Case | None = None) -> Problem | None:
        """Keeps a case in the order of reading; the problem, naming both places, where its id was there before.

        `told` is the case as an agent is to be told it, where that is not the case as it is scored.
        """
        broken = found if isinstance(found, BrokenCase) else None
        body = found.case.model_dump_json() if isinstance(found, FoundCase) else None
        try:
            self._base.execute(
                "insert into cases (id, origin, body, reason, told, skipped) values (?, ?, ?, ?, ?, ?)",
                (
                    found.id,
                    str(found.origin),
                    body,
                    str(broken.problem) if broken else None,
                    told.model_dump_json() if told is not None else None,
                    isinstance(found, FoundCase) and found.case.skip is not None,
                ),
            )
        except sqlite3.IntegrityError:
            before = self._text("select origin from cases where id = ?", found.id)
            return _twice(
                found.origin,
                f"the case id '{found.id}' stands twice",
                before,
                "give one of them another id, or score the files one at a time",
            )
        return None

    def add_found_run(self, found: FoundRun) -> Problem | None:
        """Keeps a run; the problem, naming both places, where that repeat of its case was there before."""
        run = found.run
        said = _SAID.dump_json(found.said).decode() if found.said else None
        try:
            self._insert_run(run, str(found.origin), said)
        except sqlite3.IntegrityError:
            before = self._text("select origin from runs where id = ? and repeat = ?", run.case_id, run.repeat)
            message = f"repeat {run.repeat} of case '{run.case_id}' was recorded twice"
            return _twice(found.origin, message, before, "name one of the files, or give one run another repeat")
        return None

    def add_run(self, run: Run) -> None:
        """Keeps a run that was made just now."""
        self._insert_run(run, "made now", None)

    def add_result(self, result: CaseResult, verdicts: Sequence[VerdictLine]) -> None:
        """Keeps one run's result, and the verdicts that it rests on."""
        lines = "\n".join([line.model_dump_json() for line in sorted(verdicts, key=_order)])
        row = (result.id, result.repeat, result.status, result.model_dump_json(), lines)
        self._base.execute("insert into results values (?, ?, ?, ?, ?)", row)

    def change_results(self, change: Callable[[CaseResult], CaseResult]) -> None:
        """Puts what `change` makes of each result in its place, some hundreds at a time."""
        last: tuple[str, int] | None = ("", -1)
        while last is not None:
            rows = self._base.execute(
                "select id, repeat, body from results where (id, repeat) > (?, ?) order by id, repeat limit ?",
                (*last, CHANGED_AT_ONCE),
            ).fetchall()
            changed = [change(CaseResult.model_validate_json(body)) for _, _, body in rows]
            self._base.executemany(
                "update results set body = ? where id = ? and repeat = ?",
                [(result.model_dump_json(), result.id, result.repeat) for result in changed],
            )
            last = (rows[-1][0], rows[-1][1]) if rows else None

    def case(self, case_id: str) -> Case | None:
        """The case of that id; None where there is none that can be scored."""
        body = self._text("select body from cases where id = ?", case_id)
        return None if body is None else Case.model_validate_json(body)

    def cases(self, *, by_id: bool = False) -> Iterator[Case]:
        """The cases, in the order in which they were read, or of their ids."""
        order = "id" if by_id else "place"
        for (body,) in self._base.execute(f"select body from cases where body is not null order by {order}"):
            yield Case.model_validate_json(body)

    def told_cases(self) -> Iterator[Case]:
        """The cases as an agent is to be told them, in the order in which they were read."""
        for (body,) in self._base.execute(
            "select coalesce(told, body) from cases where body is not null order by place"
        ):
            yield Case.model_validate_json(body)

    def origins(self) -> dict[str, str]:
        """The place of each case, also of a broken one, by its id and in the order of reading."""
        return dict(self._base.execute("select id, origin from cases order by place"))

    def broken(self) -> dict[str, str]:
        """Why each case that contradicts itself cannot be scored, by its id."""
        return dict(self._base.execute("select id, reason from cases where reason is not null order by place"))

    def runs_of(self, case_id: str) -> list[Run]:
        """The runs of a case, by repeat."""
        rows = self._base.execute("select body from runs where id = ? order by repeat", (case_id,))
        return [Run.model_validate_json(body) for (body,) in rows]

    def runs(self) -> Iterator[Run]:
        """All runs of the cases at hand, by case id and repeat."""
        rows = self._base.execute("select body from runs where id in (select id from cases) order by id, repeat")
        for (body,) in rows:
            yield Run.model_validate_json(body)

    def keep_repeats(self, most: int) -> dict[str, int]:
        """Keeps the first `most` runs of each case; gives how many there are of each case that has fewer, and some."""
        numbered = "select id, repeat, row_number() over (partition by id order by repeat) as place from runs"
        self._base.execute(
            f"delete from runs where (id, repeat) in (select id, repeat from ({numbered}) where place > ?)", (most,)
        )
        fewer = "select id, count(*) as n from runs join cases using (id) where not skipped group by id having n < ?"
        return dict(self._base.execute(f"{fewer} order by id", (most,)))

    def said_of(self, case_id: str, repeat: int) -> tuple[AdkScored, ...]:
        """What ADK said of a run; empty where it comes from elsewhere."""
        said = self._text("select said from runs where id = ? and repeat = ?", case_id, repeat)
        return _SAID.validate_json(said) if said else ()

    def runs_without_case(self) -> Iterator[Problem]:
        """The problem of each run whose case is not among the cases."""
        rows = self._base.execute(
            "select id, repeat, origin from runs where id not in (select id from cases) order by id, repeat"
        )
        for case_id, repeat, origin in rows:
            message = f"repeat {repeat} of case '{case_id}' is recorded, and there is no such case"
            yield Problem(message, place=origin, remedy="name the file of its case, or leave the run out")

    def results(self) -> Iterator[CaseResult]:
        """The results, by case id and repeat."""
        for (body,) in self._base.execute("select body from results order by id, repeat"):
            yield CaseResult.model_validate_json(body)

    def statuses(self) -> Iterator[tuple[str, CaseStatus]]:
        """The case id and the status of each result, by case id and repeat."""
        yield from self._base.execute("select id, status from results order by id, repeat")

    def verdicts(self) -> Iterator[VerdictLine]:
        """The verdicts, by case id, repeat, metric, turn and item."""
        for (lines,) in self._base.execute("select verdicts from results order by id, repeat"):
            yield from _read_lines(lines)

    def verdicts_of(self, case_id: str, repeat: int) -> list[VerdictLine]:
        """The verdicts on one run, by metric, turn and item."""
        lines = self._text("select verdicts from results where id = ? and repeat = ?", case_id, repeat)
        return list(_read_lines(lines or ""))

    @property
    def n_cases(self) -> int:
        """How many cases can be scored, without those that are to be skipped."""
        return self._count("select count(*) from cases where body is not null and not skipped")

    @property
    def n_skipped(self) -> int:
        """How many cases are to be skipped."""
        return self._count("select count(*) from cases where skipped")

    @property
    def n_runs(self) -> int:
        """How many runs there are."""
        return self._count("select count(*) from runs")

    @property
    def n_pairs(self) -> int:
        """How many results there will be: one a run of a case, and one a case that has none or is not to be scored."""
        recorded = "select count(*) from cases join runs using (id) where cases.body is not null and not skipped"
        alone = "select count(*) from cases where body is null or skipped or id not in (select id from runs)"
        return self._count(recorded) + self._count(alone)

    def _insert_run(self, run: Run, origin: str, said: str | None) -> None:
        row = (run.case_id, run.repeat, origin, run.model_dump_json(), said)
        self._base.execute("insert into runs values (?, ?, ?, ?, ?)", row)

    def _count(self, query: str) -> int:
        return int(self._base.execute(query).fetchone()[0])

    def _text(self, query: str, *values: str | int) -> str | None:
        row = self._base.execute(query, values).fetchone()
        return None if row is None else row[0]


def _order(line: VerdictLine) -> tuple[str, int, str]:
    """Metric, turn and item, with the run as a whole before its first turn."""
    return line.metric, -1 if line.turn is None else line.turn, line.verdict.item


def _read_lines(lines: str) -> Iterator[VerdictLine]:
    """The verdicts of one run's lines; JSON holds no line break, but may hold what `splitlines` takes for one."""
    return (VerdictLine.model_validate_json(line) for line in lines.split("\n") if line)


def _twice(origin: Origin, message: str, before: str | None, remedy: str) -> Problem:
    return Problem(
        f"{message}, also at {before}", place=origin.place, line=origin.line, field=origin.field, remedy=remedy
    )
