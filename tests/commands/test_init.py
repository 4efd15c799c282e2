"""`judge-eval init` writes what is missing and nothing else."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from judge_eval import score
from judge_eval.cli.init import init
from judge_eval.wiring.configs import suite_config

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
