"""`.env` files through the command line: which one is read, and what wins."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from judge_eval.adapters.files.env_file import find_env_file, load_env_file
from judge_eval.errors import InputError
from tests.fakes.model import Traits
from tests.fakes.openai_server import OpenAIServer
from tests.own_environment import own_environment
from tests.small_suite import Ended, called, write_suite

KEY = "key-of-the-env-file"


@pytest.fixture(autouse=True)
def _alone() -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """An environment of its own."""
    with own_environment():
        yield


def suite_below(folder: Path) -> Path:
    """A suite two folders below, with nothing between."""
    suite = folder / "agents" / "suite"
    suite.mkdir(parents=True)
    write_suite(suite, config=None)
    return suite


def scored_from(folder: Path, server: OpenAIServer, *flags: str) -> Ended:
    """The suite below `folder`, scored from there with the server as its judge."""
    judge = ("--judge", f"openai:fake-judge@{server.url}", "--metric", "final_response_match_v2")
    return called(folder, "score", "agents/suite/s.cases.yaml", *judge, "--no-cache", "--votes", "fixed:1", *flags)


def keys_sent(server: OpenAIServer) -> set[str | None]:
    """The keys that the server was sent."""
    return {asked.headers.get("authorization", "").removeprefix("Bearer ") or None for asked in server.asked}


def test_the_nearest_file_upwards_from_the_cases_gives_the_key(tmp_path: Path) -> None:
    """Of two, the one nearer to the cases; the header says which, and shows no value."""
    suite_below(tmp_path)
    (tmp_path / ".env").write_text("OPENAI_API_KEY=key-of-the-root\n", encoding="utf-8")
    (tmp_path / "agents" / ".env").write_text(f"OPENAI_API_KEY='{KEY}' # ours\n", encoding="utf-8")
    with OpenAIServer(traits=Traits(key=KEY)) as server:
        ended = scored_from(tmp_path, server)
        assert keys_sent(server) == {KEY}
    assert str(Path("agents") / ".env") in ended.stderr
    assert KEY not in ended.stdout + ended.stderr


def test_a_variable_that_is_set_wins(tmp_path: Path) -> None:
    """The file's own value is left aside."""
    suite_below(tmp_path)
    (tmp_path / ".env").write_text(f"OPENAI_API_KEY={KEY}\n", encoding="utf-8")
    with OpenAIServer() as server, own_environment(OPENAI_API_KEY="key-that-is-set"):
        scored_from(tmp_path, server)
        assert keys_sent(server) == {"key-that-is-set"}


def test_a_file_that_is_named_is_the_only_one(tmp_path: Path) -> None:
    """`--env-file` is read instead of the nearest one."""
    suite_below(tmp_path)
    (tmp_path / ".env").write_text("OPENAI_API_KEY=key-of-the-root\nJUDGE_EVAL_API_KEY=x-y-z\n", encoding="utf-8")
    (tmp_path / "other.env").write_text(f"OPENAI_API_KEY={KEY}\n", encoding="utf-8")
    with OpenAIServer() as server:
        scored_from(tmp_path, server, "--env-file", "other.env")
        assert keys_sent(server) == {KEY}


@pytest.mark.parametrize(("flags", "variables"), [(["--no-env-file"], {}), ([], {"ADK_DISABLE_LOAD_DOTENV": "1"})])
def test_no_file_is_read_where_that_is_asked_for(tmp_path: Path, flags: list[str], variables: dict[str, str]) -> None:
    """By the flag, or by ADK's own switch; ADK reads none either, in agents that are run."""
    suite_below(tmp_path)
    (tmp_path / ".env").write_text(f"OPENAI_API_KEY={KEY}\n", encoding="utf-8")
    with OpenAIServer() as server, own_environment(**variables):
        scored_from(tmp_path, server, *flags)
        assert keys_sent(server) == {None}
        assert os.environ["ADK_DISABLE_LOAD_DOTENV"] == "1"


def test_a_file_can_name_the_judge(tmp_path: Path) -> None:
    """JUDGE_EVAL_JUDGE in it is as good as in the environment."""
    suite = suite_below(tmp_path)
    with OpenAIServer() as server:
        (suite / ".env").write_text(f"JUDGE_EVAL_JUDGE=openai:fake-judge@{server.url}\n", encoding="utf-8")
        called(suite, "score", "s.cases.yaml", "--metric", "final_response_match_v2")
        assert len(server.asked) == 4


def test_recording_reads_it_too(tmp_path: Path) -> None:
    """The agent of `run` finds the variable that stands beside the cases."""
    write_suite(tmp_path, runs=None, config=None)
    (tmp_path / ".env").write_text("SHOP_ANSWER=from-the-file\n", encoding="utf-8")
    (tmp_path / "shop.py").write_text("import os\nraise ImportError(os.environ['SHOP_ANSWER'])\n", encoding="utf-8")
    ended = called(tmp_path, "run", "s.cases.yaml", "--agent", "shop:root_agent", "--out", "r.jsonl")
    assert ended.code == 2
    assert "from-the-file" in ended.stderr


@pytest.mark.parametrize("flags", [["--env-file", "none.env"], ["--env-file", "x.env", "--no-env-file"]])
def test_a_wrong_flag_is_an_input_error(tmp_path: Path, flags: list[str]) -> None:
    """A file that is not there, and two flags that exclude each other, exit with 2."""
    write_suite(tmp_path)
    ended = called(tmp_path, "score", "s.cases.yaml", *flags)
    assert ended.code == 2
    assert "env" in ended.stderr


def test_a_start_that_is_not_there_counts_as_its_folder(tmp_path: Path) -> None:
    """A glob, or a file with ids behind it, is looked for from where it stands; without any file there is none."""
    (tmp_path / ".env").write_text("", encoding="utf-8")
    assert find_env_file(tmp_path / "cases" / "*.yaml") == tmp_path / ".env"
    assert find_env_file(tmp_path / "a.json:one,two") == tmp_path / ".env"
    (tmp_path / ".env").unlink()
    assert find_env_file(tmp_path) is None


def test_a_file_that_is_no_text_is_an_input_error(tmp_path: Path) -> None:
    """It names the file and what was found there."""
    (tmp_path / ".env").write_bytes(b"KEY=\xff\xfe")
    with pytest.raises(InputError, match="UTF-8"):
        load_env_file(tmp_path / ".env")


def test_the_names_that_were_set_are_given_back(tmp_path: Path) -> None:
    """Without those that were set before."""
    (tmp_path / ".env").write_text("export B=2\nA=1\nSET=no\n", encoding="utf-8")
    with own_environment(SET="yes"):
        assert load_env_file(tmp_path / ".env") == ("A", "B")
        assert os.environ["SET"] == "yes"


def test_a_variable_in_it_sets_a_flag(tmp_path: Path) -> None:
    """A budget in the file holds as one that is exported; what the command line says goes before it."""
    with OpenAIServer() as server:
        suite = suite_below(tmp_path)
        (suite / ".env").write_text("JUDGE_EVAL_BUDGET_CALLS=0\nJUDGE_EVAL_VOTES=fixed:1\n", encoding="utf-8")
        stopped = scored_from(tmp_path, server)
        assert stopped.code == 3
        assert "fixed:1" in stopped.stderr
        assert "budget spent" in stopped.stdout
        assert not server.asked
        scored_from(tmp_path, server, "--budget-calls", "9")
        assert server.asked
