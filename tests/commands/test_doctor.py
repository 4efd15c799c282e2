"""`judge-eval doctor`: what is found, never a value, and whether the judge answers."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.fakes.gemini_server import GeminiServer
from tests.fakes.model import Traits
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.steps import Step, in_turn
from tests.own_environment import own_environment
from tests.small_suite import called, scored, write_suite

SECRET = "secret-value-0123456789"
VARIABLES = {
    "GOOGLE_API_KEY": SECRET,
    "OPENAI_API_KEY": SECRET,
    "GOOGLE_CLOUD_PROJECT": SECRET,
    "HTTPS_PROXY": f"http://{SECRET}:8080",
    "SSL_CERT_FILE": f"/{SECRET}.pem",
}


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path) -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """A small suite, whose script is a judge too, in an environment of its own."""
    write_suite(tmp_path)
    with own_environment():
        yield


def found(text: str) -> dict[str, str]:
    """What stands behind each heading."""
    return {line[:9].strip(): line[9:] for line in text.splitlines()}


def test_a_judge_that_answers_exits_with_0(tmp_path: Path) -> None:
    """One call, with its answer, its time, the model's own name, and what `auto` comes to."""
    with OpenAIServer(in_turn(then=Step(shares={"yes": 0.8, "no": 0.2}))) as server:
        ended = called(tmp_path, "doctor", "--judge", f"openai:fake-judge@{server.url}")
        assert len(server.asked) == 1
    assert ended.code == 0
    said = found(ended.stdout)
    assert re.fullmatch(
        r"the judge answers 'yes' in \d+\.\d\d s; as fake-judge-001 fp_fake; "
        r"with P\(yes\) 0\.80: votes auto means distribution",
        said["call"],
    )
    assert said["judge"].endswith("(named by --judge)")
    assert said["python"].startswith("3.")
    assert re.search(r"judge-eval \d.*google-adk \d.*google-genai \d", said["versions"])


def test_without_probabilities_it_says_what_auto_means(tmp_path: Path) -> None:
    """A scripted judge gives none; a configuration can name it, and a variable."""
    ended = called(tmp_path, "doctor", "--config", "judge-eval.yaml")
    assert ended.code == 0
    assert "without probabilities: votes auto means lead:2,max:8" in ended.stdout
    assert "named by judge-eval.yaml: judge.model" in ended.stdout
    with own_environment(JUDGE_EVAL_JUDGE="scripted:judge.yaml"):
        assert "(named by JUDGE_EVAL_JUDGE)" in called(tmp_path, "doctor").stdout


def test_a_judge_that_does_not_answer_exits_with_3(tmp_path: Path) -> None:
    """One try, and why: a server that breaks, a dead key, no key, a kind that is none, a hang."""
    cases = [(Step(status=500, message="on fire"), "on fire"), (Step(fault="hang"), "no reply within 0.3 seconds")]
    for step, said in cases:
        with OpenAIServer(in_turn(then=step)) as server:
            ended = called(tmp_path, "doctor", "--judge", f"openai:fake-judge@{server.url}", "--timeout", "0.3s")
            assert len(server.asked) == 1
        assert (ended.code, said in found(ended.stdout)["call"]) == (3, True)
    for judge, said in (
        ("gemini-2.5-flash", "set GOOGLE_API_KEY or GEMINI_API_KEY"),
        ("nobody:x", "there is no such judge"),
        ("replay:c.jsonl", "a cassette answers what was recorded"),
    ):
        ended = called(tmp_path, "doctor", "--judge", judge)
        assert (ended.code, said in found(ended.stdout)["call"]) == (3, True)


def test_a_refusal_is_told(tmp_path: Path) -> None:
    """A safety filter in the way is an answer of a kind, and says so."""
    with OpenAIServer(in_turn(then=Step(finish="refused", text=""))) as server:
        ended = called(tmp_path, "doctor", "--judge", f"openai:fake-judge@{server.url}")
    assert "the judge answers 'nothing (refused" in ended.stdout


def test_variables_are_named_and_never_shown(tmp_path: Path) -> None:
    """Keys, Vertex, proxies and certificates by their names alone, where they are set."""
    with own_environment(**VARIABLES):
        ended = called(tmp_path, "doctor", "--judge", "scripted:judge.yaml")
    said = found(ended.stdout)
    assert said["keys"] == "GOOGLE_API_KEY is set, OPENAI_API_KEY is set"
    assert said["vertex"] == "GOOGLE_CLOUD_PROJECT is set"
    assert said["proxies"] == "HTTPS_PROXY is set"
    assert said["certs"].startswith("SSL_CERT_FILE is set, and names nothing that is there")
    assert SECRET not in ended.stdout + ended.stderr


def test_where_nothing_is_set_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line for each, none left out."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    said = found(called(tmp_path, "doctor", "--judge", "scripted:judge.yaml").stdout)
    assert {said[name] for name in ("keys", "vertex", "servers", "proxies")} == {"none set"}
    assert said["certs"] == "none named: certifi's"


def test_the_cache_is_looked_at_and_not_made(tmp_path: Path) -> None:
    """Not there, there with its samples, or no store at all."""
    judge = ("doctor", "--judge", "scripted:judge.yaml")
    assert "not there yet" in found(called(tmp_path, *judge).stdout)["cache"]
    assert not (tmp_path / ".judge-eval").exists()
    scored(tmp_path)
    assert "6 samples" in found(called(tmp_path, *judge).stdout)["cache"]
    (tmp_path / "empty").mkdir()
    assert "there is no sample store here" in found(called(tmp_path, *judge, "--cache", "empty").stdout)["cache"]


def test_the_model_file_is_looked_for(tmp_path: Path) -> None:
    """Where the embedded judge's file should lie, and that it does not; it is not loaded to find that out."""
    with own_environment(HOME=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "cache")):
        ended = called(tmp_path, "doctor")
    said = found(ended.stdout)
    assert said["judge"] == "local (nobody named one)"
    assert "not here: judge-eval model fetch" in said["model"]
    assert ended.code == 3
    with own_environment(JUDGE_EVAL_MODEL=str(tmp_path / "none.gguf")):
        assert "there is no such model file" in found(called(tmp_path, "doctor").stdout)["model"]


def test_gemini_is_called_through_its_own_library(tmp_path: Path) -> None:
    """The key of an `.env` file is enough, and the file is named."""
    with GeminiServer(traits=Traits(model="gemini-fake-judge", key=SECRET)) as server:
        lines = f"GOOGLE_API_KEY={SECRET}\nGOOGLE_GEMINI_BASE_URL={server.url}\n"
        (tmp_path / ".env").write_text(lines, encoding="utf-8")
        ended = called(tmp_path, "doctor", "--judge", "gemini-fake-judge")
    assert ended.code == 0, ended.stdout
    assert ".env" in ended.stderr
    assert SECRET not in ended.stdout + ended.stderr
