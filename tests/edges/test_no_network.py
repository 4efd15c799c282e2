"""No telemetry: without a judge, nothing that this project runs opens a connection."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.small_suite import bare_environment

SUITE = Path(__file__).parents[2] / "cases" / "support_agent"

WATCHED = """
import sys
opened = []
sys.addaudithook(lambda event, given: opened.append((event, str(given))) if event in
    ("socket.connect", "socket.getaddrinfo", "socket.sendto", "http.client.connect") else None)
from judge_eval.cli.main import main
try:
    main()
finally:
    print(opened, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", SUITE, "--metric", "tool_trajectory_avg_score", "--metric", "response_match_score"),
        ("score", SUITE, "--metric", "response_match_score", "--agent", SUITE, "--case", "shop-*"),
        ("score", SUITE, "--dry-run"),
        ("rubric", "show", "support-tone"),
        ("--help",),
    ],
)
def test_no_connection_is_opened(tmp_path: Path, arguments: tuple[str | Path, ...]) -> None:
    """Scores, forecasts and live agents of a suite without a judge behind a URL ask nobody anything."""
    command = [sys.executable, "-c", WATCHED, *map(str, arguments)]
    ended = subprocess.run(
        command, cwd=tmp_path, env=bare_environment(), capture_output=True, encoding="utf-8", check=False
    )
    assert ended.returncode in (0, 1, 3), ended.stderr
    assert ended.stderr.splitlines()[-1] == "[]"
