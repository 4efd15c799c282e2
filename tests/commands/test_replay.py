"""Cassettes: a suite's samples in a file, which answer in the judge's place."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from judge_eval.judge.probe import ITEM
from tests.fakes.model import Traits
from tests.fakes.openai_server import OpenAIServer
from tests.own_environment import own_environment
from tests.small_suite import Ended, called, run_of, scored, write_suite

METRIC = "final_response_match_v2"
CONFIG = f"""\
metrics:
  response_match_score:
  {METRIC}: {{floor: 0.1}}
  outcome:
"""
WITHOUT_PROBABILITIES = Traits(refuses=("logprobs",))


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path) -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """A suite of two judged metrics, of which one has nothing to ask, in an environment of its own."""
    write_suite(tmp_path, config=CONFIG)
    with own_environment():
        yield


def record(folder: Path, *flags: str, traits: Traits | None = None) -> tuple[Ended, Ended]:
    """Scores the suite into `out` and exports what it needed to c.jsonl; the server is gone afterwards."""
    with OpenAIServer(traits=traits) as server:
        judge = ("--judge", f"openai:fake-judge@{server.url}", *flags)
        return scored(folder, *judge, "--out", "out"), called(
            folder, "cache", "export", "c.jsonl", "s.cases.yaml", *judge
        )


def replay(folder: Path, *flags: str) -> Ended:
    """Scores the suite into `again` by the cassette alone."""
    return scored(folder, "--judge", "replay:c.jsonl", "--no-cache", "--out", "again", *flags)


def lines(folder: Path) -> list[dict[str, Any]]:
    """The lines of the cassette."""
    return [json.loads(line) for line in (folder / "c.jsonl").read_text(encoding="utf-8").splitlines()]


def rewrite(folder: Path, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> None:
    """Changes the cassette."""
    text = "".join(json.dumps(line) + "\n" for line in change(lines(folder)))
    (folder / "c.jsonl").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("traits", "flags"),
    [
        (Traits(), ()),
        (WITHOUT_PROBABILITIES, ()),
        (Traits(), ("--votes", "fixed:3")),
        (Traits(answers=("no", "unknown")), ("--votes", "lead:1,max:2")),
    ],
    ids=["distribution", "auto without probabilities", "fixed", "lead"],
)
def test_a_replayed_run_is_the_recorded_one(tmp_path: Path, traits: Traits, flags: tuple[str, ...]) -> None:
    """results.json and verdicts.jsonl are the same to the byte, dates included, with no server and no store."""
    first, exported = record(tmp_path, *flags, traits=traits)
    assert exported.code == 0, exported.stderr
    again = replay(tmp_path)
    assert again.code == first.code
    for name in ("results.json", "verdicts.jsonl", "eval-report.json"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "out" / name).read_bytes(), name


def test_a_session_says_what_was_replayed(tmp_path: Path) -> None:
    """The file, the metrics, the samples and their dates; no call was made, and the terminal says the same."""
    record(tmp_path)
    ended = replay(tmp_path)
    session = json.loads((tmp_path / "again" / "session.json").read_text(encoding="utf-8"))
    (replayed,) = session["replayed"]
    assert (replayed["file"], replayed["metrics"], replayed["samples"]) == ("c.jsonl", [METRIC, "outcome"], 3)
    verdicts = [json.loads(line) for line in (tmp_path / "out" / "verdicts.jsonl").read_text().splitlines()]
    dates = sorted(sample["date"] for line in verdicts for sample in line["verdict"]["samples"])
    assert (replayed["oldest"], replayed["newest"]) == (dates[0], dates[-1])
    assert session["calls"] == 0
    assert "as recorded in c.jsonl, votes distribution" in ended.stderr
    day = dates[0][:10]
    assert f"replayed 3 samples of c.jsonl, asked {day}" in ended.stderr


def test_a_miss_is_loud_and_names_the_item(tmp_path: Path) -> None:
    """An answer that changed is not judged, with its question and the remedy; the others are; exit code 3."""
    record(tmp_path)
    runs = [
        run_of("capital", "What is the capital of France?", "Lyon."),
        run_of("sum", "How much is 2 + 2?", "That makes 4."),
        run_of("where", "¿Dónde está Madrid?", "En el centro de España."),
    ]
    write_suite(tmp_path, config=CONFIG, runs=runs)
    ended = replay(tmp_path)
    assert ended.code == 3
    assert "the cassette holds no such sample: sample 1, attempt 1" in ended.stdout
    assert "What is the capital of France?" in ended.stdout
    assert "judge-eval cache export" in ended.stdout
    cases = json.loads((tmp_path / "again" / "results.json").read_text(encoding="utf-8"))["cases"]
    judged = [
        row["status"] for case in cases for row in case["scores"] if row["metric"] == METRIC and row["turn"] is None
    ]
    assert judged == ["error", "scored", "scored"]


def test_a_dry_run_tells_what_a_cassette_lacks(tmp_path: Path) -> None:
    """Three items, all there; with one sample taken out, one is not."""
    record(tmp_path)
    assert _cached(replay(tmp_path, "--dry-run", "--format", "json")) == (0, 3)

    def without_one(all_: list[dict[str, Any]]) -> list[dict[str, Any]]:
        entries = sorted(all_[1:], key=lambda entry: entry["sample"]["item"] == ITEM)
        return [all_[0] | {"samples": len(entries) - 1}, *entries[1:]]

    rewrite(tmp_path, without_one)
    assert _cached(replay(tmp_path, "--dry-run", "--format", "json")) == (1, 2)


def _cached(ended: Ended) -> tuple[int, int]:
    found = json.loads(ended.stdout)["judged"][METRIC]
    return found["least"], found["cached"]


def test_a_cassette_brings_its_own_rule(tmp_path: Path) -> None:
    """The same rule may be named, or `auto`; another one is an input error."""
    record(tmp_path, "--votes", "fixed:3")
    assert replay(tmp_path, "--votes", "fixed: 3").code == replay(tmp_path, "--votes", "auto").code
    ended = replay(tmp_path, "--votes", "fixed:5")
    assert ended.code == 2
    assert "a cassette brings its own rule; found 'fixed:5'; expected fixed:3" in ended.stderr


def test_a_metric_that_was_not_recorded_is_not_judged(tmp_path: Path) -> None:
    """It says which ones were; the others are scored; exit code 3."""
    record(tmp_path)
    write_suite(tmp_path, config=f"metrics: {{{METRIC}: , safety_v1: {{floor: 0.5}}}}\n")
    ended = replay(tmp_path)
    assert ended.code == 3
    assert f"the cassette holds nothing of safety_v1; expected one of {METRIC}, outcome" in ended.stdout


def test_a_cassette_of_another_prompt_is_not_believed(tmp_path: Path) -> None:
    """Where the fingerprint is not the one that was recorded, nothing is judged by it."""
    record(tmp_path)

    def other_prompt(all_: list[dict[str, Any]]) -> list[dict[str, Any]]:
        all_[0]["questions"][METRIC] |= {"prompt_version": 99, "fingerprint": "0" * 64}
        return all_

    rewrite(tmp_path, other_prompt)
    ended = replay(tmp_path)
    assert ended.code == 3
    assert "the cassette was recorded with version 99 of the prompt, now " in ended.stdout


def test_another_temperature_is_not_what_was_recorded(tmp_path: Path) -> None:
    """The configuration's own temperature shapes the samples: a cassette of another one is refused."""
    record(tmp_path, "--votes", "fixed:2")
    write_suite(tmp_path, config=f"judge: {{temperature: 0.2}}\n{CONFIG}")
    ended = replay(tmp_path)
    assert ended.code == 3
    assert "recorded with another prompt or other parameters" in ended.stdout


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "the file is empty"),
        ("{}\n", "c.jsonl:1: questions: this is no line of a cassette"),
        ("no json\n", "c.jsonl:1: this is no line of a cassette"),
        ('{"schema":"judge-eval/cassette/1","questions":{},"samples":1}\n', "the cassette is not whole"),
        ('{"schema":"judge-eval/cassette/1","questions":{},"samples":1}\n{"key": 1}\n', "c.jsonl:2: key"),
    ],
)
def test_a_file_that_is_no_cassette_is_an_input_error(tmp_path: Path, text: str, found: str) -> None:
    """Exit code 2, with file, line and what was expected."""
    (tmp_path / "c.jsonl").write_text(text, encoding="utf-8")
    ended = replay(tmp_path)
    assert ended.code == 2
    assert found in ended.stderr


def test_a_cassette_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    """Exit code 2."""
    assert "there is no such file" in replay(tmp_path).stderr


def test_a_cassette_of_a_whole_store_answers_too(tmp_path: Path) -> None:
    """Without CASES all samples are taken along, for every question as that judge is asked."""
    with OpenAIServer() as server:
        judge = ("--judge", f"openai:fake-judge@{server.url}")
        scored(tmp_path, *judge, "--out", "out")
        assert called(tmp_path, "cache", "export", "c.jsonl", *judge).code == 0
    assert set(lines(tmp_path)[0]["questions"]) >= {METRIC, "safety_v1", "outcome", "hallucinations_v1"}
    replay(tmp_path, "--metric", METRIC)
    again = json.loads((tmp_path / "again" / "results.json").read_text(encoding="utf-8"))
    first = json.loads((tmp_path / "out" / "results.json").read_text(encoding="utf-8"))
    assert again["questions"][METRIC] == first["questions"][METRIC]
    assert again["samples"] == first["samples"]


def test_an_export_says_what_is_missing(tmp_path: Path) -> None:
    """Before the suite was scored there is nothing: exit code 3, and what is missing, the first question among it."""
    with OpenAIServer() as server:
        judge = ("--judge", f"openai:fake-judge@{server.url}")
        ended = called(tmp_path, "cache", "export", "c.jsonl", "s.cases.yaml", *judge)
        assert server.asked == ()
    assert ended.code == 3
    assert f"missing: {METRIC}: at least 4 samples not in the store" in ended.stderr


def test_an_export_needs_a_judge_that_is_at_hand(tmp_path: Path) -> None:
    """Without its key nothing tells which samples are that judge's: exit code 3, with the remedy."""
    ended = called(tmp_path, "cache", "export", "c.jsonl", "s.cases.yaml", "--judge", "gemini-2.5-flash")
    assert ended.code == 3
    assert "set GOOGLE_API_KEY" in ended.stderr


def test_a_cassette_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    """Exported again it is the same file, its samples in the order of their keys."""
    with OpenAIServer() as server:
        judge = ("--judge", f"openai:fake-judge@{server.url}")
        scored(tmp_path, *judge)
        for name in ("c.jsonl", "again.jsonl"):
            called(tmp_path, "cache", "export", name, "s.cases.yaml", *judge)
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "c.jsonl").read_bytes()
    keys = [line["key"] for line in lines(tmp_path)[1:]]
    assert keys == sorted(keys)


def test_two_configurations_that_ask_alike_go_on_one_cassette(tmp_path: Path) -> None:
    """Where they ask one metric in two ways there is no one cassette: exit code 2, and what to do."""
    for name, votes in (("one", "fixed:1"), ("two", "fixed:1"), ("three", "fixed:2")):
        (tmp_path / name).mkdir()
        cases = f'- id: {name}\n  turns: [{{user: "{name}?", reference: It is {name}.}}]\n'
        config = f'judge: {{votes: "{votes}"}}\nmetrics: {{{METRIC}: }}\n'
        write_suite(tmp_path / name, cases=cases, runs=[run_of(name, f"{name}?", f"{name}.")], config=config)
    with OpenAIServer() as server:
        judge = ("--judge", f"openai:fake-judge@{server.url}")
        assert called(tmp_path, "score", "one", "two", *judge, "--out", "out").code in (0, 3)
        assert called(tmp_path, "cache", "export", "c.jsonl", "one", "two", *judge).code == 0
        ended = called(tmp_path, "cache", "export", "d.jsonl", "one", "three", *judge)
    assert ended.code == 2
    assert "configurations have one metric asked in different ways" in ended.stderr
    called(tmp_path, "score", "one", "two", "--judge", "replay:c.jsonl", "--out", "again")
    assert (tmp_path / "again/results.json").read_bytes() == (tmp_path / "out/results.json").read_bytes()


def test_a_mean_over_samples_is_replayed(tmp_path: Path) -> None:
    """Averaging takes five samples whatever the judge serves, with no first question, here and in the replay."""
    write_suite(tmp_path, config=f"judge: {{aggregate: mean}}\n{CONFIG}")
    first, exported = record(tmp_path)
    assert exported.code == 0
    assert lines(tmp_path)[0]["samples"] == 15
    assert replay(tmp_path).code == first.code
    assert (tmp_path / "again/results.json").read_bytes() == (tmp_path / "out/results.json").read_bytes()


def test_a_cassette_of_a_store_follows_its_configuration(tmp_path: Path) -> None:
    """Without CASES, `--config` names judge and rule of each metric."""
    write_suite(tmp_path, config=f'metrics: {{{METRIC}: {{votes: "fixed:2"}}}}\n')
    with OpenAIServer() as server, own_environment(JUDGE_EVAL_JUDGE=f"openai:fake-judge@{server.url}"):
        scored(tmp_path)
        assert called(tmp_path, "cache", "export", "c.jsonl", "--config", "judge-eval.yaml").code == 0
    head = lines(tmp_path)[0]
    assert (head["questions"][METRIC]["votes"], head["questions"]["outcome"]["votes"]) == ("fixed:2", "auto")
    assert head["samples"] == 6
