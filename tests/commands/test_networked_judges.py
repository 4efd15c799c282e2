"""Judges behind a network, through the command line: which one is asked, how often, and what is told of it."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.gemini_server import GeminiServer
from tests.fakes.model import Traits
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import Step, in_turn
from tests.own_environment import own_environment
from tests.small_suite import called, installed, run_of, scored, write_suite

METRIC = "final_response_match_v2"
ONLY = ("--metric", METRIC)
KEY = "a-key-never-to-be-seen-0123456789"
PASSWORD = "never-to-be-seen-either"
GEMINI = Traits(model="gemini-fake-judge")
WITHOUT_PROBABILITIES = Traits(refuses=("logprobs",))


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path) -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """A small suite in a folder and an environment of its own."""
    write_suite(tmp_path)
    with own_environment():
        yield


def results(folder: Path) -> dict[str, Any]:
    """What results.json says."""
    return json.loads((folder / "out" / "results.json").read_text(encoding="utf-8"))


def asked_of(server: OpenAIServer | GeminiServer, text: str) -> int:
    """How many requests held this text."""
    return sum(text in json.dumps(asked.body, ensure_ascii=False) for asked in server.asked)


def test_an_openai_server_is_asked(tmp_path: Path) -> None:
    """Three items and a first question, each once, and the verdicts rest on the probabilities."""
    with OpenAIServer(in_turn(then=Step(shares={"yes": 0.9, "no": 0.1}))) as server:
        ended = scored(tmp_path, "--judge", f"openai:fake-judge@{server.url}", *ONLY, "--out", "out")
        assert (ended.code, len(server.asked)) == (0, 4)
        assert results(tmp_path)["judge"]["spec"] == f"openai:fake-judge@{server.url}"
    assert results(tmp_path)["questions"][METRIC]["votes"] == "distribution"
    assert [case["scores"][0]["reason"] for case in results(tmp_path)["cases"]] == ["P(pass) 0.90"] * 3


@pytest.mark.parametrize("spec", ["gemini:gemini-fake-judge", "gemini-fake-judge", "adk:gemini-fake-judge"])
def test_gemini_is_asked_by_each_of_its_names(tmp_path: Path, spec: str) -> None:
    """By its kind, bare, and through ADK; stdout holds the JSON document alone."""
    with (
        GeminiServer(traits=GEMINI) as server,
        own_environment(GOOGLE_API_KEY=KEY, GOOGLE_GEMINI_BASE_URL=server.url),
    ):
        ended = scored(tmp_path, "--judge", spec, *ONLY, "--format", "json")
        assert len(server.asked) == 4
    document = json.loads(ended.stdout)
    assert document["judge"]["spec"] == (spec if ":" in spec else f"gemini:{spec}")
    assert document["samples"] == {"asked": 3, "usable": 3, "failed": 0, "saved_against_fixed_5": 12}


def test_a_server_without_probabilities_is_asked_by_votes(tmp_path: Path) -> None:
    """The first question finds it out: one refusal, one reply without them, then two votes an item; and it is said."""
    script = in_turn(then=Step(text='{"rationale": "So.", "answer": "yes"}'))
    with OpenAIServer(script, traits=WITHOUT_PROBABILITIES) as server:
        ended = scored(tmp_path, "--judge", f"openai:fake-judge@{server.url}", *ONLY, "--out", "out")
        assert len(server.asked) == 1 + 1 + 3 * 2
    assert "votes lead:2,max:8" in ended.stderr
    assert "served without log-probabilities" in ended.stderr
    assert results(tmp_path)["questions"][METRIC]["votes"] == "lead:2,max:8"
    assert [case["scores"][0]["value"] for case in results(tmp_path)["cases"]] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("traits", [Traits(), WITHOUT_PROBABILITIES], ids=["distribution", "votes"])
def test_a_score_again_needs_no_network(tmp_path: Path, traits: Traits) -> None:
    """With its server gone, results.json is the same to the byte, the rule and its fingerprint included."""
    with OpenAIServer(traits=traits) as server:
        judge = ("--judge", f"openai:fake-judge@{server.url}", *ONLY)
        first = scored(tmp_path, *judge, "--out", "out")
    again = scored(tmp_path, *judge, "--out", "again")
    assert again.code == first.code
    assert (tmp_path / "again" / "results.json").read_bytes() == (tmp_path / "out" / "results.json").read_bytes()
    assert json.loads((tmp_path / "again" / "session.json").read_text())["calls"] == 0


def test_what_rules_decide_asks_nothing(tmp_path: Path) -> None:
    """A suite whose answers are all missing makes no call, not even the first question."""
    runs = [
        run_of("capital", "What is the capital of France?", None),
        run_of("sum", "How much is 2 + 2?", None),
        run_of("where", "¿Dónde está Madrid?", None),
    ]
    write_suite(tmp_path, runs=runs)
    with OpenAIServer() as server:
        ended = scored(tmp_path, "--judge", f"openai:fake-judge@{server.url}", *ONLY, "--out", "out")
        assert (ended.code, server.asked) == (1, ())
    assert results(tmp_path)["questions"] == {}


def test_a_rule_that_was_named_needs_no_first_question(tmp_path: Path) -> None:
    """`fixed:1` asks three items and nothing else."""
    with OpenAIServer() as server:
        scored(tmp_path, "--judge", f"openai:fake-judge@{server.url}", "--votes", "fixed:1", *ONLY)
        assert len(server.asked) == 3


def test_a_server_that_is_down_is_said_once(tmp_path: Path) -> None:
    """The first question fails after its five tries, no item is asked about, the rest is not judged: exit code 3."""
    (tmp_path / "judge-eval.yaml").write_text(f"metrics: {{{METRIC}: }}\n", encoding="utf-8")
    with OpenAIServer(in_turn(then=Step(status=500))) as server:
        ended = scored(tmp_path, "--judge", f"openai:fake-judge@{server.url}", "--out", "out")
        assert asked_of(server, "Madrid") == 0
        assert len(server.asked) == 5
    assert [case["scores"][0]["status"] for case in results(tmp_path)["cases"]] == ["error"] * 3
    assert "not judged: the judge did not answer a first question: transport" in ended.stdout
    assert ended.code == 3


def test_a_dead_key_is_said_once(tmp_path: Path) -> None:
    """One call, and a remedy, without the key."""
    with own_environment(OPENAI_API_KEY=KEY), OpenAIServer(traits=Traits(key="another-key-altogether")) as server:
        ended = scored(tmp_path, "--judge", f"openai:fake-judge@{server.url}", *ONLY)
        assert len(server.asked) == 1
    assert "refused the key" in ended.stdout
    assert KEY not in ended.stdout + ended.stderr


def test_a_key_alone_starts_nothing(tmp_path: Path) -> None:
    """The header names the flag that would use it; the server of that key hears nothing."""
    (tmp_path / "judge-eval.yaml").unlink()
    with (
        GeminiServer(traits=GEMINI) as server,
        own_environment(GOOGLE_API_KEY=KEY, GOOGLE_GEMINI_BASE_URL=server.url, JUDGE_EVAL_MODEL=""),
    ):
        ended = scored(tmp_path)
        assert server.asked == ()
    assert "GOOGLE_API_KEY is set and not used: --judge gemini:MODEL would" in ended.stderr
    assert KEY not in ended.stderr


def test_a_key_that_is_used_is_not_called_unused(tmp_path: Path) -> None:
    """Where one metric names its judge and the suite does not, nothing is said of that judge's key."""
    with OpenAIServer() as server, own_environment(OPENAI_API_KEY=KEY):
        config = f'metrics: {{{METRIC}: {{judge: "openai:fake-judge@{server.url}"}}}}\n'
        (tmp_path / "judge-eval.yaml").write_text(config, encoding="utf-8")
        ended = scored(tmp_path, "--dry-run")
    assert "not used" not in ended.stderr


def test_no_key_is_a_judge_that_is_not_at_hand(tmp_path: Path) -> None:
    """Deterministic metrics are reported, the judged one says what would help, and the exit code is 3."""
    config = f"metrics: {{{METRIC}: , response_match_score: }}\n"
    (tmp_path / "judge-eval.yaml").write_text(config, encoding="utf-8")
    ended = scored(tmp_path, "--judge", "gemini-2.5-flash")
    assert ended.code == 3
    assert "set GOOGLE_API_KEY or GEMINI_API_KEY" in ended.stdout
    assert "response_match_score" in ended.stdout


def test_an_unknown_judge_is_named_without_its_password(tmp_path: Path) -> None:
    """Exit code 2, the nearest kind, and the spec without what stands before the @."""
    ended = scored(tmp_path, "--judge", f"opennai:m@http://me:{PASSWORD}@localhost:1/v1", *ONLY)
    assert ended.code == 2
    assert "did you mean 'openai'?" in ended.stderr
    assert PASSWORD not in ended.stderr
    assert "adk:openai/gpt-x" in scored(tmp_path, "--judge", "openai/gpt-x", *ONLY).stderr


def test_keys_and_passwords_are_in_no_output_and_no_file(tmp_path: Path) -> None:
    """Every command is run against a server that quotes the key in its errors; nothing holds key or password."""
    steps = [Step(status=400, message=f"no luck with {KEY} and {PASSWORD}"), Step(status=500, message=KEY)]
    with OpenAIServer(in_turn(*steps)) as server, own_environment(OPENAI_API_KEY=KEY, GOOGLE_API_KEY=KEY):
        spec = f"openai:fake-judge@{server.url.replace('//', f'//me:{PASSWORD}@')}"
        judge = ("--judge", spec, *ONLY)
        commands = [
            ("doctor", "--judge", spec),
            ("score", "s.cases.yaml", *judge, "--dry-run"),
            ("score", "s.cases.yaml", *judge, "--list"),
            ("score", "s.cases.yaml", *judge, "--explain", "--out", "out"),
            ("score", "s.cases.yaml", *judge, "--format", "json", "--out", "again"),
            ("cache", "export", "c.jsonl", "s.cases.yaml", *judge),
            ("cache", "export", "all.jsonl", "--judge", spec),
            ("cache", "stats"),
            ("score", "s.cases.yaml", "--judge", "replay:c.jsonl", *ONLY, "--out", "replayed"),
        ]
        for command in commands:
            ended = called(tmp_path, *command)
            assert KEY not in ended.stdout + ended.stderr, command
            assert PASSWORD not in ended.stdout + ended.stderr, command
        assert {asked.headers["authorization"][:6] for asked in server.asked} == {"Basic "}
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes(), path
            assert PASSWORD.encode() not in path.read_bytes(), path
    assert (tmp_path / "out" / "results.json").is_file() and (tmp_path / "c.jsonl").is_file()


def test_the_installed_command_asks_a_server(tmp_path: Path) -> None:
    """In a process of its own, with the key from its environment."""
    with OpenAIServer(traits=Traits(key=KEY)) as server:
        ended = installed(
            tmp_path, "score", "s.cases.yaml", "--judge", f"openai:fake-judge@{server.url}", *ONLY, OPENAI_API_KEY=KEY
        )
        assert len(server.asked) == 4
    assert ended.returncode in (0, 1), ended.stderr
