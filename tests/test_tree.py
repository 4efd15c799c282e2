"""The checkout as a whole: what may stand at its top, and what no committed file may hold."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

TOP_LEVEL = {
    "judge_eval",
    "rubrics",
    "calibration",
    "cases",
    "tests",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    "Makefile",
}

FORBIDDEN_TEXTS = {
    "the address of a package index": re.compile(
        r"pypi\.org/simple|files\.pythonhosted\.org|(?<![\w-])--(?:(?:extra-)?index-url|find-links)"
    ),
    "a path of somebody's machine": re.compile(r"(?<![\w.:}])/(?:work|tmp|root|home|Users)/[\w.]"),
    "a secret": re.compile(
        r"AIza[\w-]{35}|\bsk-[A-Za-z0-9_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{36}|\bxox[abpr]-[\w-]{10,}"
        r"|\bAKIA[A-Z0-9]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY-----"
    ),
}


def _tracked() -> list[str]:
    """The committed files' paths; none where this is no git checkout."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    return sorted(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())


TRACKED = _tracked()

needs_git = pytest.mark.skipif(not TRACKED, reason="not a git checkout")


@needs_git
def test_the_top_level_is_the_agreed_one() -> None:
    """At the top stand the agreed files and folders, the locks, and names with a dot."""
    top = {name.partition("/")[0] for name in TRACKED}
    assert {name for name in top - TOP_LEVEL if not name.startswith(".") and not name.endswith(".lock")} == set()


@needs_git
@pytest.mark.parametrize("kind", FORBIDDEN_TEXTS)
def test_no_committed_file_holds(kind: str) -> None:
    """No committed text holds the address of a package index, a path of somebody's machine or a secret."""
    found = [
        f"{name}:{number}: {match.group()}"
        for name in TRACKED
        for number, line in enumerate((ROOT / name).read_text(encoding="utf-8", errors="replace").splitlines(), start=1)
        if (match := FORBIDDEN_TEXTS[kind].search(line))
    ]
    assert not found


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("the address of a package index", "-" + "-extra-index-url https://example.org"),
        ("the address of a package index", "https://pypi.org" + "/simple/"),
        ("a path of somebody's machine", "open('/" + "home/ann/x')"),
        ("a secret", "key = AI" + "za" + "x" * 35),
    ],
)
def test_the_patterns_find_what_they_are_for(kind: str, line: str) -> None:
    """Each pattern finds an example of its kind, so that finding none means something."""
    assert FORBIDDEN_TEXTS[kind].search(line)


LOCKS = sorted(path.name for path in ROOT.glob("*.lock"))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_every_line_by_version_and_hash(lock: str) -> None:
    """Each entry of a lock names one version and at least one hash, and the lock names no address."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE))
    loose = [
        entry for entry in entries if not re.match(r"[\w.-]+==\S+.*(\n\s+--hash=sha256:[0-9a-f]{64}.*)+\s*$", entry)
    ]
    assert not loose
    assert "://" not in text


def test_the_locks_agree() -> None:
    """The environment for tests holds exactly the versions that users get."""
    versions = [_versions(lock) for lock in ("score.lock", "dev.lock")]
    assert versions[0].items() <= versions[1].items()


def _versions(lock: str) -> dict[str, str]:
    """Each requirement of a lock with its marker, by name and version."""
    lines = re.findall(r"^([\w.-]+)==(.*?) *\\$", (ROOT / lock).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {f"{name} {version.partition(';')[2]}": version for name, version in lines}
