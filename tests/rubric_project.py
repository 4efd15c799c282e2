"""A project with a rubric on disk, for tests of the `judge-eval rubric` commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.small_suite import Ended, called

TONE = """\
id: tone
criteria:
  - id: city
    text: The reply names the city.
  - id: kind
    text: How kind is it?
    scale: {0: rude, 1: plain, 2: kind}
    pass_at: 1
"""
JUDGE = """\
rules:
  - {when: "names the city", replies: ["yes"]}
  - {when: "How kind", replies: ["0"]}
  - {replies: ["no"]}
"""
CASES = """\
- {id: capital, turns: [{user: Hello, reference: Hi}, {user: Which city?, reference: Rome}]}
- {id: other, turns: [{user: Bye}]}
"""
ASKED = ("--judge", "scripted:judge.yaml", "--no-cache")


def write_project(folder: Path) -> Path:
    """The folder, with a rubric `tone`, a judge, a case file and recorded runs written into it."""
    (folder / "rubrics").mkdir()
    (folder / "rubrics" / "tone.yaml").write_text(TONE)
    (folder / "judge.yaml").write_text(JUDGE)
    (folder / "s.cases.yaml").write_text(CASES)
    turns = [{"user": "Hello", "final_response": "Hi"}, {"user": "Which city?", "final_response": "Paris"}]
    lines = [{"case_id": "other", "turns": [{"user": "Bye"}]}, {"case_id": "capital", "turns": turns}]
    (folder / "s.runs.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a rubric, a judge, a case file and recorded runs."""
    return write_project(tmp_path)


@pytest.fixture
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment without a key of a hosted judge."""
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which the embedded model was never fetched."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("JUDGE_EVAL_MODEL", raising=False)


def tried(folder: Path, *arguments: str) -> Ended:
    """`judge-eval rubric try tone` with the scripted judge."""
    return called(folder, "rubric", "try", "tone", *ASKED, *arguments)


def changed(folder: Path, old: str, new: str) -> None:
    """Changes the rubric on disk."""
    path = folder / "rubrics" / "tone.yaml"
    path.write_text(path.read_text().replace(old, new))
