"""`judge-eval init` writes what is missing and nothing else."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from ruamel.yaml import YAML

from judge_eval import score
from judge_eval.cli.init import init
from judge_eval.wiring.configs import suite_config
from tests.small_suite import called

ROOT = Path(__file__).parent.parent.parent


def run_init(folder: Path) -> Result:
    """What `judge-eval init FOLDER` does."""
    return CliRunner().invoke(init, [str(folder)], catch_exceptions=False)


def test_init_writes_a_suite(tmp_path: Path) -> None:
    """A config, a rubric, a case file, a .gitignore line and a workflow are written; the next commands are told."""
    result = run_init(tmp_path)
    assert result.exit_code == 0
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    suite = {"judge-eval.yaml", "rubrics/first-rubric.yaml", "cases/first.cases.yaml", ".gitignore"}
    assert written == suite | {".github/workflows/judge-eval.yml"}
    assert "judge-eval run " in result.output
    assert result.output.rstrip().splitlines()[-1].strip().startswith("judge-eval score ")


def test_init_overwrites_nothing(tmp_path: Path) -> None:
    """What stands there already is kept to the letter, but for one line that .gitignore lacks."""
    (tmp_path / "judge-eval.yaml").write_text("mine")
    (tmp_path / ".gitignore").write_text("dist")
    run_init(tmp_path)
    again = run_init(tmp_path)
    assert (tmp_path / "judge-eval.yaml").read_text() == "mine"
    assert (tmp_path / ".gitignore").read_text() == "dist\n.judge-eval/\n"
    assert "written" not in again.output


def test_init_finds_eval_sets(tmp_path: Path) -> None:
    """Where eval sets are there, no example case is written, and the next command names the set."""
    (tmp_path / "orders.evalset.json").write_text("{}")
    result = run_init(tmp_path)
    assert not (tmp_path / "cases").exists()
    assert "orders.evalset.json" in result.output
    assert "orders.runs.jsonl" in result.output


def test_what_init_starts_from_an_eval_set_passes_a_perfect_agent(tmp_path: Path) -> None:
    """Over ADK's cases it writes ADK's two thresholds and no others, or none where ADK's configuration stands there."""
    bench = ROOT / "tests" / "bench" / "orders_agent"
    (tmp_path / "order_status.evalset.json").write_bytes((bench / "order_status.evalset.json").read_bytes())
    run_init(tmp_path)
    config = suite_config(tmp_path / "judge-eval.yaml")
    assert config is not None
    assert set(config.metrics or {}) == {"tool_trajectory_avg_score", "response_match_score"}
    assert score(tmp_path, runs="reference").status == "passed"
    (tmp_path / "judge-eval.yaml").unlink()
    (tmp_path / "test_config.json").write_bytes((bench / "test_config.json").read_bytes())
    assert f"kept     {tmp_path / 'test_config.json'}" in run_init(tmp_path).output
    assert not (tmp_path / "judge-eval.yaml").exists()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("a #b", "a #b"),
        ("key: value", "key: value"),
        ('it\'s "so"', 'it\'s "so"'),
        ("back\\1slash\\g", "back\\1slash\\g"),
        ("-dash", "./-dash"),
        ("!tag & *all", "!tag & *all"),
        ("ünï 😀", "ünï 😀"),
        ("no", "no"),
        ("007", "007"),
    ],
)
def test_the_workflow_names_any_folder(tmp_path: Path, name: str, written: str) -> None:
    """Whatever its name holds, YAML reads it back as it is, and a command takes it for no flag."""
    (tmp_path / ".git").mkdir()
    (tmp_path / name).mkdir()
    ended = called(tmp_path, "init", "--", name)
    assert ended.code == 0
    text = (tmp_path / ".github" / "workflows" / "judge-eval.yml").read_text(encoding="utf-8")
    environment = YAML(typ="safe").load(text)["env"]  # pyright: ignore[reportUnknownMemberType]
    assert (environment["AGENT"], environment["CASES"]) == (written, f"{written}/cases")
    for line in ended.stdout.partition("next:\n")[2].splitlines():
        words = shlex.split(line, comments=True)
        assert words[2] == f"{written}/cases"


@pytest.mark.parametrize(
    ("in_the_way", "said", "done"),
    [
        ("rubrics", "first-rubric.yaml cannot be written: File exists", ["judge-eval.yaml"]),
        (
            ".github",
            "judge-eval.yml cannot be written: Not a directory",
            ["judge-eval.yaml", "rubrics/first-rubric.yaml", "cases/first.cases.yaml", ".gitignore (.judge-eval/)"],
        ),
        ("judge-eval.yaml/", "judge-eval.yaml cannot be written: Is a directory", []),
        (".gitignore/", ".gitignore cannot be written: Is a directory", ["judge-eval.yaml", "rubrics", "cases"]),
    ],
)
def test_what_is_in_the_way_is_told(tmp_path: Path, in_the_way: str, said: str, done: list[str]) -> None:
    """A file where a folder must be, or the other way round, is named with a remedy, after what was written so far."""
    path = tmp_path / "x" / in_the_way
    path.parent.mkdir()
    if in_the_way.endswith("/"):
        path.mkdir()
    else:
        path.touch()
    ended = called(tmp_path, "init", "x")
    assert ended.code == 2
    assert ended.stderr.startswith(f"error: {Path('x') / in_the_way}: {said} (move it away")
    told = ended.stdout.splitlines()
    assert len(told) == len(done)
    for line, name in zip(told, done, strict=True):
        assert line.startswith(f"written  {Path('x') / name}")
    shutil.move(path, tmp_path / "elsewhere")
    assert called(tmp_path, "init", "x").code == 0


def test_a_gitignore_in_any_encoding_is_kept(tmp_path: Path) -> None:
    """A line is added, and what stands there stays as it is to the byte: Latin-1, and line ends of Windows too."""
    (tmp_path / ".gitignore").write_bytes(b"caf\xe9/\r\ndist")
    assert f"written  {tmp_path / '.gitignore'} (.judge-eval/)" in run_init(tmp_path).output
    assert f"kept     {tmp_path / '.gitignore'}" in run_init(tmp_path).output
    assert (tmp_path / ".gitignore").read_bytes() == b"caf\xe9/\r\ndist\n.judge-eval/\n"
