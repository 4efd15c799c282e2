"""What caches of this kind of tool got wrong in public: here each is a suite through the command line."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from judge_eval.adapters.samples.folder import SampleFolder
from judge_eval.adapters.samples.store import DiskSampleStore
from judge_eval.core.sample import Sample
from tests.fakes.model import Traits
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import Asked, Step, in_turn
from tests.own_environment import own_environment
from tests.small_suite import COMMAND, bare_environment, called, run_of, scored, write_suite

PAGE_IN_JOURNAL = 4096 + 24
STORE = Path(".judge-eval/cache")
METRIC = "final_response_match_v2"
RUBRIC_METRIC = "rubric_based_final_response_quality_v1"
CONFIG = f"metrics: {{{METRIC}: }}\n"
YES = Step(text='{"rationale": "So it is.", "answer": "yes"}')
NO = Step(text='{"rationale": "So it is not.", "answer": "no"}')
CAPITAL = '- id: capital\n  turns: [{user: "Capital of France?", reference: It is Paris.}]\n'
PARIS = run_of("capital", "Capital of France?", "Paris, of course.")


@pytest.fixture(autouse=True)
def _alone() -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """An environment of its own."""
    with own_environment():
        yield


def judge_at(server: OpenAIServer, *, model: str = "fake-judge", votes: str = "fixed:1") -> tuple[str, ...]:
    """The flags of a judge at this server."""
    return ("--judge", f"openai:{model}@{server.url}", "--votes", votes)


def decision(folder: Path, out: str = "out") -> str:
    """How the only case's judged metric was decided."""
    document = json.loads((folder / out / "results.json").read_text(encoding="utf-8"))
    (decided,) = [row["decision"] for row in document["cases"][0]["scores"] if row["turn"] is None]
    return str(decided)


def one_case(folder: Path, *, cases: str = CAPITAL, run: dict[str, Any] = PARIS, config: str = CONFIG) -> None:
    """Writes a suite of one case."""
    write_suite(folder, cases=cases, runs=[run], config=config)


def test_a_changed_rubric_is_never_served_the_old_verdict(tmp_path: Path) -> None:
    """One word of a criterion is another question: it is asked again, and the new answer counts."""
    rubric = "id: tone\ncriteria: [{id: polite, text: The reply is %s.}]\n"
    (tmp_path / "rubrics").mkdir()
    for text, step, wanted in (("polite", YES, "pass"), ("very polite", NO, "fail"), ("polite", NO, "pass")):
        (tmp_path / "rubrics" / "tone.yaml").write_text(rubric % text, encoding="utf-8")
        one_case(tmp_path, config=f"metrics: {{{RUBRIC_METRIC}: {{rubrics: [tone]}}}}\n")
        with OpenAIServer(in_turn(then=step)) as server:
            scored(tmp_path, *judge_at(server), "--out", "out")
        assert decision(tmp_path) == wanted


def test_a_changed_judge_is_never_served_the_old_verdict(tmp_path: Path) -> None:
    """Another model at the same server is asked itself; the first one's answer is still there for it."""
    one_case(tmp_path)
    for model, step, wanted, n_asked in (("a", YES, "pass", 1), ("b", NO, "fail", 1), ("a", NO, "pass", 0)):
        with OpenAIServer(in_turn(then=step), traits=Traits(model=model)) as server:
            scored(tmp_path, *judge_at(server, model=model), "--out", "out")
            assert len(server.asked) == n_asked
        assert decision(tmp_path) == wanted


def test_another_address_of_the_same_model_is_the_same_judge(tmp_path: Path) -> None:
    """A server that moved costs nothing: its address is no part of a sample's key."""
    one_case(tmp_path)
    for n_asked in (1, 0):
        with OpenAIServer(in_turn(then=YES)) as server:
            scored(tmp_path, *judge_at(server))
            assert len(server.asked) == n_asked


@pytest.mark.parametrize(
    "change",
    [
        {"cases": CAPITAL.replace("It is Paris.", "It is Lyon.")},
        {"run": run_of("capital", "Capital of France?", "Lyon, of course.")},
    ],
    ids=["reference", "response"],
)
def test_an_edited_item_is_asked_again_under_its_old_id(tmp_path: Path, change: dict[str, Any]) -> None:
    """The case id is no part of a key; reference and response are."""
    one_case(tmp_path)
    with OpenAIServer(in_turn(YES, then=NO)) as server:
        scored(tmp_path, *judge_at(server), "--out", "out")
        assert decision(tmp_path) == "pass"
        one_case(tmp_path, **change)
        scored(tmp_path, *judge_at(server), "--out", "out")
        assert (len(server.asked), decision(tmp_path)) == (2, "fail")


def test_a_renamed_case_costs_nothing(tmp_path: Path) -> None:
    """The same item under another id is the same item."""
    one_case(tmp_path)
    with OpenAIServer(in_turn(then=YES)) as server:
        scored(tmp_path, *judge_at(server))
        renamed = CAPITAL.replace("id: capital", "id: paris")
        one_case(tmp_path, cases=renamed, run=PARIS | {"case_id": "paris"})
        scored(tmp_path, *judge_at(server))
        assert len(server.asked) == 1


def test_five_samples_are_five_answers(tmp_path: Path) -> None:
    """Each has a seed of its own, is asked by itself, and comes out of the store as itself: 3 to 2, twice over."""
    one_case(tmp_path)
    with OpenAIServer(in_turn(YES, NO, YES, NO, YES)) as server:
        scored(tmp_path, *judge_at(server, votes="fixed:5"), "--out", "out")
        assert len({asked.body["seed"] for asked in server.asked}) == 5
        scored(tmp_path, *judge_at(server, votes="fixed:5"), "--out", "again")
        assert len(server.asked) == 5
    for out in ("out", "again"):
        document = json.loads((tmp_path / out / "results.json").read_text(encoding="utf-8"))
        assert document["cases"][0]["scores"][1]["votes"] == {"no": 2, "yes": 3}


def test_five_repeats_of_a_run_are_five_items(tmp_path: Path) -> None:
    """Where the agent answered differently each is judged; where it said the same, it is the same item."""
    answers = ["Paris.", "It's Paris!", "Lyon.", "Paris.", "Paris, I think."]
    runs = [run_of("capital", "Capital of France?", text, repeat=place) for place, text in enumerate(answers)]
    write_suite(tmp_path, cases=CAPITAL, runs=runs, config=CONFIG)
    with OpenAIServer(in_turn(then=YES)) as server:
        scored(tmp_path, *judge_at(server))
        assert len(server.asked) == 4


def test_going_on_to_more_samples_pays_the_difference(tmp_path: Path) -> None:
    """From 3 to 5 are two calls; another rule over the same samples is none."""
    one_case(tmp_path)
    with OpenAIServer(in_turn(then=YES)) as server:
        for votes, n_asked in (("fixed:3", 3), ("fixed:5", 5), ("lead:2,max:8", 5), ("fixed:1", 5)):
            scored(tmp_path, *judge_at(server, votes=votes))
            assert len(server.asked) == n_asked


def test_a_torn_entry_is_asked_again_and_mended(tmp_path: Path) -> None:
    """What a crash left half written is no verdict and no error: one call, and verify is content again."""
    one_case(tmp_path)
    with OpenAIServer(in_turn(then=YES)) as server:
        scored(tmp_path, *judge_at(server))
        with closing(sqlite3.connect(tmp_path / STORE / "cache.db")) as base, base:
            base.execute("update Cache set value = substr(value, 1, 30)")
        assert called(tmp_path, "cache", "verify").code == 1
        assert scored(tmp_path, *judge_at(server), "--out", "out").code == 0
        assert (len(server.asked), decision(tmp_path)) == (2, "pass")
    assert called(tmp_path, "cache", "verify").code == 0


def test_a_sample_costs_no_more_in_a_large_store(tmp_path: Path) -> None:
    """What is written for one sample more is a few pages, whether ten lie there or a hundred."""

    async def pages(n_before: int) -> int:
        store = DiskSampleStore(tmp_path / str(n_before))
        for number in range(n_before):
            await store.put(f"{number:064x}", Sample(item="i", index=0, text="x" * 1000))
        journal = tmp_path / str(n_before) / "cache.db-wal"
        before = journal.stat().st_size
        await store.put("f" * 64, Sample(item="i", index=0, text="x" * 1000))
        written = journal.stat().st_size - before
        await store.aclose()
        return written // PAGE_IN_JOURNAL

    few, many = asyncio.run(pages(10)), asyncio.run(pages(100))
    assert 0 < few <= 10
    assert 0 < many <= few + 5


def many_cases(folder: Path, n_cases: int) -> None:
    """Writes a suite of so many cases."""
    cases = "".join(f'- id: c{n:02}\n  turns: [{{user: "{n}?", reference: "{n}."}}]\n' for n in range(n_cases))
    runs = [run_of(f"c{n:02}", f"{n}?", f"It is {n}.") for n in range(n_cases)]
    write_suite(folder, cases=cases, runs=runs, config=CONFIG)


def started(folder: Path, server: OpenAIServer, out: str) -> subprocess.Popen[bytes]:
    """The installed command, under way."""
    command = [str(COMMAND), "score", "s.cases.yaml", *judge_at(server), "--concurrency", "4", "--out", out]
    return subprocess.Popen(
        command, cwd=folder, env=bare_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def test_ctrl_c_leaves_a_sound_store_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """Interrupted in the middle: exit code 3 and a word how to go on; at most the calls under way are made twice."""
    many_cases(tmp_path, 20)
    with OpenAIServer(_slow_from_the_eighth) as server:
        running = started(tmp_path, server, "out")
        while len(server.asked) < 10 and running.poll() is None:
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate()
        assert running.returncode == 3
        assert "the same command again goes on from there" in errors.decode()
    assert called(tmp_path, "cache", "verify").code == 0
    kept = _n_kept(tmp_path)
    with OpenAIServer(in_turn(then=YES)) as server:
        assert scored(tmp_path, *judge_at(server), "--out", "out").code == 0
        assert len(server.asked) == 20 - kept
    assert kept >= 7


def _slow_from_the_eighth(asked: Asked) -> Step:
    return YES.model_copy(update={"delay_seconds": 0.0 if asked.number < 8 else 30.0})


def _n_kept(folder: Path) -> int:
    return sum(entry.sample is not None for entry in SampleFolder(folder / STORE).entries())


def test_eight_processes_share_a_folder(tmp_path: Path) -> None:
    """All end well with the same results; every sample is in the store once, whole, and none is lost."""
    many_cases(tmp_path, 10)
    with OpenAIServer(in_turn(then=YES)) as server:
        processes = [started(tmp_path, server, f"out{place}") for place in range(8)]
        ended = [process.communicate()[1].decode() for process in processes]
        assert [process.returncode for process in processes] == [0] * 8, ended
        asked = Counter(one.item for one in server.asked)
    assert (len(asked), max(asked.values()) <= 8) == (10, True)
    assert called(tmp_path, "cache", "verify").stdout == "10 samples sound, 0 not\n"
    assert len({(tmp_path / f"out{place}" / "results.json").read_bytes() for place in range(8)}) == 1


def test_a_judge_that_changed_under_its_name_is_reported(tmp_path: Path) -> None:
    """Two versions among the samples used: said on stderr, in session.json and in results.json, and not hidden."""
    many_cases(tmp_path, 4)
    steps = [YES.model_copy(update={"version": version}) for version in ("m-0301", "m-0613")]
    with OpenAIServer(in_turn(steps[0], steps[0], then=steps[1])) as server:
        before = scored(tmp_path, *judge_at(server), "--case", "c0[01]")
        ended = scored(tmp_path, *judge_at(server), "--out", "out")
        alone = scored(tmp_path, *judge_at(server), "--case", "c0[23]")
    assert "judge changed" not in before.stderr + alone.stderr
    assert "note    judge changed: openai:fake-judge@" in ended.stderr
    document = json.loads((tmp_path / "out" / "results.json").read_text(encoding="utf-8"))
    versions = document["questions"][METRIC]["model_versions"]
    assert [version.split()[0] for version in versions] == ["m-0301", "m-0613"]
    session = json.loads((tmp_path / "out" / "session.json").read_text(encoding="utf-8"))
    assert any("m-0301" in note and "m-0613" in note for note in session["notes"])
