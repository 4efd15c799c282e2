"""Packs through the command line: what they save, what they refuse, and what is kept of them."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.openai_server import OpenAIServer
from tests.own_environment import own_environment
from tests.small_suite import Ended, called, run_of, scored, write_suite

METRIC = "rubric_based_final_response_quality_v1"
RUBRIC = "id: r\ncriteria:\n" + "".join(f"  - {{id: c{n}, text: It says {n}.}}\n" for n in range(5))
CASES = "".join(
    f'- id: {name}\n  turns: [{{user: "Say {name}!", reference: {name}.}}]\n  rubrics: [r]\n' for name in ("one", "two")
)
RUNS = [run_of(name, f"Say {name}!", f"I say {name}.") for name in ("one", "two")]


@pytest.fixture(autouse=True)
def _alone() -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """No keys or variables from outside."""
    with own_environment():
        yield


def packed(folder: Path, *, suite: str = "", metric: str = "", votes: str = "fixed:1") -> None:
    """Two responses under five criteria each, with these settings of the judge and of the metric."""
    config = f'judge: {{votes: "{votes}"{suite}}}\nmetrics: {{{METRIC}: {{{metric}}}, final_response_match_v2: }}\n'
    write_suite(folder, cases=CASES, runs=RUNS, config=config)
    (folder / "rubrics").mkdir(exist_ok=True)
    (folder / "rubrics" / "r.yaml").write_text(RUBRIC, encoding="utf-8")


def judged(folder: Path, server: OpenAIServer, *flags: str) -> Ended:
    """The suite, scored by the server's judge."""
    return scored(folder, "--judge", f"openai:fake-judge@{server.url}", *flags)


def results(ended: Ended) -> dict[str, Any]:
    """The results that a command printed."""
    return json.loads(ended.stdout)


@pytest.mark.parametrize(
    ("suite", "metric", "pack", "n_calls"),
    [
        ("", "", 1, 5),
        (", pack: 2", "", 2, 3),
        ("", "pack: 5", 5, 1),
        (", pack: 5", "pack: 1", 1, 5),
        (", pack: 99", "", 99, 1),
    ],
)
def test_a_pack_is_one_call(tmp_path: Path, suite: str, metric: str, pack: int, n_calls: int) -> None:
    """Five criteria of a response take ceil(5 / N) calls; metrics without anything to pack are asked as ever."""
    packed(tmp_path, suite=suite, metric=metric)
    with OpenAIServer() as server:
        forecast = results(judged(tmp_path, server, "--dry-run", "--format", "json"))["judged"]
        found = results(judged(tmp_path, server, "--format", "json"))
        assert len(server.asked) == 2 * (n_calls + 1)
    assert (forecast[METRIC]["least"], forecast[METRIC]["items"]) == (2 * n_calls, 2 * 5)
    rows = [row for case in found["cases"] for row in case["scores"] if row["criterion"] is not None]
    assert [(row["asked"], sum(row["votes"].values())) for row in rows] == [(1, 1)] * 10
    assert found["questions"][METRIC]["pack"] == pack
    assert found["questions"]["final_response_match_v2"]["pack"] == 1


def test_packs_are_kept_and_replayed(tmp_path: Path) -> None:
    """A second score asks nothing, a cassette takes the packs over, whatever the configuration says by then."""
    packed(tmp_path, suite=", pack: 3", votes="lead:2,max:4")
    with OpenAIServer() as server:
        judged(tmp_path, server, "--out", "out")
        n_asked = len(server.asked)
        judged(tmp_path, server, "--out", "again")
        assert (
            called(
                tmp_path, "cache", "export", "c.jsonl", "s.cases.yaml", "--judge", f"openai:fake-judge@{server.url}"
            ).code
            == 0
        )
        assert len(server.asked) == n_asked
    first = (tmp_path / "out" / "results.json").read_bytes()
    assert (tmp_path / "again" / "results.json").read_bytes() == first
    packed(tmp_path)
    scored(tmp_path, "--judge", "replay:c.jsonl", "--out", "replayed")
    assert (tmp_path / "replayed" / "results.json").read_bytes() == first


def test_a_distribution_and_packs_do_not_go_together(tmp_path: Path) -> None:
    """Exit code 2, with the reason and both ways out."""
    packed(tmp_path, suite=", pack: 2", votes="distribution")
    with OpenAIServer() as server:
        ended = judged(tmp_path, server)
        assert server.asked == ()
    assert ended.code == 2
    assert "a distribution is that of a reply's first token, which several items cannot share" in ended.stderr
    assert "pack: 1, or --votes lead:2,max:8" in ended.stderr


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("judge: {pack: 0}", "at least 1"),
        ("judge: {pack: two}", "a whole number"),
        ("metrics: {final_response_match_v2: {pack: 2}}", "has one item a turn or a conversation, and nothing to pack"),
        ("metrics: {response_match_score: {pack: 2}}", "not known here"),
    ],
)
def test_what_cannot_be_packed_is_an_input_error(tmp_path: Path, config: str, said: str) -> None:
    """Exit code 2, the place and what is wrong with it."""
    packed(tmp_path)
    (tmp_path / "judge-eval.yaml").write_text(f"{config}\n", encoding="utf-8")
    with OpenAIServer() as server:
        ended = judged(tmp_path, server)
    assert ended.code == 2
    assert said in ended.stderr


def test_rubric_show_prints_the_pack(tmp_path: Path) -> None:
    """The exact prompt is one for all criteria that share a call."""
    packed(tmp_path, suite=', pack: 3, model: "scripted:judge.yaml"')
    told = called(tmp_path, "rubric", "show", "r", "--config", "judge-eval.yaml").stdout
    assert "c0, c1, c2" in told and "c3, c4" in told
    assert 'keys "i1", "i2", "i3"' in told
