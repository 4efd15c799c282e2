"""What a wheel and a source archive of this project hold, and what its metadata promises."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SHIPPED = ("rubrics", "calibration", "cases")
FOLDERS = ("judge_eval", "tests", *SHIPPED)
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PLANTED = ("rubrics/planted.yaml", "calibration/planted/local.json", "cases/planted/agent.py")
LEFT_BEHIND = (
    "judge_eval/__pycache__/errors.cpython-311.pyc",
    "rubrics/__pycache__/x.cpython-311.pyc",
    "cases/planted/.adk/eval_history/x.json",
    "cases/planted/.judge-eval/samples.db",
)
IMPORTED_AS = {
    "google-adk": "google.adk",
    "google-genai": "google.genai",
    "python-dotenv": "dotenv",
    "scikit-learn": "sklearn",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive, built from a copy of this checkout with files planted in it."""
    checkout = tmp_path_factory.mktemp("checkout")
    for path in ROOT.iterdir():
        if path.name in FOLDERS:
            shutil.copytree(path, checkout / path.name)
        elif path.is_file():
            shutil.copy(path, checkout)
    for name in (*PLANTED, *LEFT_BEHIND):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text("planted\n", encoding="utf-8")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run(command, cwd=checkout, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def in_wheel(built: Path) -> set[str]:
    """The names in the wheel."""
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        return set(wheel.namelist())


@pytest.fixture(scope="module")
def in_sdist(built: Path) -> set[str]:
    """The names in the source archive, without its top folder."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        return {name.partition("/")[2] for name in sdist.getnames()}


def _files(*folders: str) -> set[str]:
    """The files in these folders of the checkout, without what running them left behind."""
    paths = [path.relative_to(ROOT) for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return {
        path.as_posix()
        for path in paths
        if path.suffix != ".pyc" and not any(part.startswith(".") for part in path.parts)
    }


def test_the_wheel_holds_the_package_whole(in_wheel: set[str]) -> None:
    """Every file of judge_eval/, prompts among them, is in the wheel."""
    assert _files("judge_eval") <= in_wheel


def test_the_wheel_carries_what_ships(in_wheel: set[str]) -> None:
    """Texts and data that ship stand in the wheel below judge_eval/_shipped."""
    assert {f"judge_eval/_shipped/{name}" for name in (*PLANTED, *_files(*SHIPPED))} <= in_wheel


def test_the_wheel_holds_nothing_else(in_wheel: set[str]) -> None:
    """Beside package and metadata nothing is in the wheel: no tests, and nothing that running left behind."""
    assert not {name for name in in_wheel if not name.startswith(("judge_eval/", "judge_eval-"))}
    assert not {name for name in in_wheel if name.removeprefix("judge_eval/_shipped/") in LEFT_BEHIND}


def test_the_source_archive_can_be_built_and_tested(in_sdist: set[str]) -> None:
    """The source archive holds the package, what ships, the tests, the locks and the licence."""
    locks = {path.name for path in ROOT.glob("*.lock")}
    assert _files(*FOLDERS) <= in_sdist
    assert {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile"} | locks <= in_sdist


def test_the_command_is_there() -> None:
    """The entry point names a module and a function that exist."""
    module, _, function = PROJECT["scripts"]["judge-eval"].partition(":")
    tree = ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
    assert function in {getattr(node, "name", None) for node in tree.body}


def test_every_dependency_is_used() -> None:
    """What an install pulls in, the package or the shipped cases import."""
    requirements = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["local"]]
    names = {re.split(r"[<>=~!\[ ]", requirement)[0] for requirement in requirements}
    modules = {IMPORTED_AS.get(name, name.replace("-", "_")) for name in names}
    imported = {name for file in _files("judge_eval", "cases") if file.endswith(".py") for name in _imported(file)}
    assert {module for module in modules if not any(f"{name}.".startswith(f"{module}.") for name in imported)} == set()


def _imported(file: str) -> set[str]:
    """The dotted names that a file imports, at its top or later."""
    nodes = list(ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {
        f"{node.module}.{alias.name}" for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names
    }
