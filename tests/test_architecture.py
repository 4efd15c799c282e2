"""The shape of the code: who may import what and when, and how long a file or a function may be."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MOST_LINES_OF_A_FILE = 299
MOST_LINES_OF_A_FUNCTION = 39

VENDOR_HOMES = {
    "google.adk": ("judge_eval/adapters/adk/",),
    "google": ("judge_eval/adapters/",),
    "diskcache": ("judge_eval/adapters/",),
    "tenacity": ("judge_eval/adapters/",),
    "xllamacpp": ("judge_eval/adapters/",),
    "openai": ("judge_eval/adapters/",),
    "litellm": ("judge_eval/adapters/",),
    "ruamel": ("judge_eval/adapters/",),
    "httpx": ("judge_eval/adapters/", "judge_eval/client.py"),
    "click": ("judge_eval/cli/",),
    "rich": ("judge_eval/cli/", "judge_eval/report/"),
    "pytest": ("judge_eval/pytest_plugin/",),
    "rouge_score": ("judge_eval/text/",),
    "numpy": ("judge_eval/stats/",),
    "scipy": ("judge_eval/stats/",),
    "sklearn": ("judge_eval/stats/prediction/logistic.py",),
}
"""Where alone a library may be imported."""

LATE_IMPORTS = {
    "judge_eval/__init__.py": "the public face is lazy",
    "judge_eval/cli/main.py": "a command's module is loaded when it is called",
    "judge_eval/pytest_plugin/__init__.py": "pytest loads it into every session, and few of them hold evals",
    "judge_eval/wiring/": "only what the settings name is loaded",
    "judge_eval/metrics/catalog.py": "only the metrics asked for are loaded",
    "judge_eval/judge/catalog.py": "only the questions asked are loaded",
    "judge_eval/adapters/adk/importing.py": "an agent's or a metric's module is the person's, and known only then",
    "judge_eval/text/nltk_aside.py": "the real nltk is loaded only if somebody uses it after all",
    "judge_eval/stats/intervals/quantiles.py": "scipy.special is dear, and many a score needs no quantile",
    "judge_eval/stats/prediction/logistic.py": "scikit-learn is dear, and whoever uses coefficients fits none",
}
"""Which modules, or modules of which folder, may import inside a function, and why."""

DEAR_TO_IMPORT = ("google", "openai", "httpx", "diskcache", "xllamacpp", "nltk", "scipy", "numpy", "pandas", "sklearn")
"""What the package must not load before a piece of work needs it."""

AGENT_FOLDERS = ("cases/", "tests/bench/orders_agent/")
"""ADK loads an agent's folder under whatever name its caller gives it, so that its own imports are relative."""

NAMES_THAT_SAY_NOTHING = {"util", "utils", "helper", "helpers", "manager", "managers", "base", "common", "misc"}


def _python_files(*folders: str) -> list[str]:
    return sorted(
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    )


PACKAGE = _python_files("judge_eval")
ALL_CODE = _python_files("judge_eval", "tests", "cases")


@cache
def _tree(file: str) -> ast.Module:
    return ast.parse((ROOT / file).read_text(encoding="utf-8"), filename=file)


@dataclass(frozen=True, slots=True)
class Imported:
    """One name that a module imports; `late` where that happens inside a function."""

    name: str
    line: int
    late: bool


@cache
def _imports(file: str) -> tuple[Imported, ...]:
    return tuple(_imports_below(_tree(file), late=False))


def _imports_below(node: ast.AST, *, late: bool) -> Iterator[Imported]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Imported(alias.name, child.lineno, late) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from (Imported(f"{child.module}.{alias.name}", child.lineno, late) for alias in child.names)
        elif isinstance(child, ast.Call) and ast.unparse(child.func).endswith(("import_module", "__import__")):
            yield Imported(ast.unparse(child), child.lineno, late)
        yield from _imports_below(child, late=late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))


def _module_name(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


@pytest.mark.parametrize("file", PACKAGE)
def test_a_vendor_is_imported_in_its_home_only(file: str) -> None:
    """A library's name stands in the folder that is its home, and in no other."""
    strangers = [
        f"{file}:{imported.line} imports {imported.name}, whose home is {' or '.join(homes)}"
        for imported in _imports(file)
        for vendor, homes in VENDOR_HOMES.items()
        if _within(imported.name, vendor) and not file.startswith(homes)
    ]
    assert not strangers


@pytest.mark.parametrize("file", PACKAGE)
def test_imports_stand_at_the_top(file: str) -> None:
    """An import inside a function stands only in a module that has a reason for it."""
    late = [f"{file}:{imported.line} imports {imported.name} late" for imported in _imports(file) if imported.late]
    assert not late or file.startswith(tuple(LATE_IMPORTS))


@pytest.mark.parametrize("place", LATE_IMPORTS)
def test_a_licence_for_late_imports_is_used(place: str) -> None:
    """A place that may import late does so, else its row is to be struck from the table."""
    assert any(imported.late for file in PACKAGE if file.startswith(place) for imported in _imports(file))


@pytest.mark.parametrize("file", [file for file in ALL_CODE if not file.startswith(AGENT_FOLDERS)])
def test_imports_are_absolute(file: str) -> None:
    """Every import names its module in full."""
    relative = [node.lineno for node in ast.walk(_tree(file)) if isinstance(node, ast.ImportFrom) and node.level]
    assert not relative


def test_no_module_imports_itself_by_a_detour() -> None:
    """The modules of the package can be put in an order in which each imports earlier ones only."""
    modules = {_module_name(file): file for file in PACKAGE}
    graph = {
        module: {name for imported in _imports(file) if (name := _known_module(imported.name, modules))}
        for module, file in modules.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def _known_module(name: str, modules: dict[str, str]) -> str | None:
    """The module that importing `name` loads: itself, or the one it is an attribute of."""
    return next((module for module in (name, name.rpartition(".")[0]) if module in modules), None)


@pytest.mark.parametrize("module", ["judge_eval", "judge_eval.cli.main", "judge_eval.pytest_plugin"])
def test_importing_a_face_loads_nothing_dear(module: str) -> None:
    """Importing the package or its command loads no library that only some work needs."""
    code = f"import sys, {module}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not set(DEAR_TO_IMPORT) & set(loaded.stdout.split())


@pytest.mark.parametrize("file", ALL_CODE)
def test_a_file_is_short(file: str) -> None:
    """A file holds one idea, in fewer than 300 lines."""
    assert len((ROOT / file).read_text(encoding="utf-8").splitlines()) <= MOST_LINES_OF_A_FILE


@pytest.mark.parametrize("file", ALL_CODE)
def test_a_function_is_short(file: str) -> None:
    """A function has fewer than 40 lines, its docstring not counted."""
    long = [
        f"{file}:{node.lineno} {node.name} has {length} lines"
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := _lines(node) - _docstring_lines(node)) > MOST_LINES_OF_A_FUNCTION
    ]
    assert not long


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return _lines(node.body[0]) if ast.get_docstring(node) else 0


@pytest.mark.parametrize("file", ALL_CODE)
def test_what_is_public_says_what_it_is(file: str) -> None:
    """A module, and every public class, function and method in it, has a docstring."""
    silent = [f"{file}:{line} {name}" for name, line, docstring in _public(_tree(file), file) if not docstring]
    assert not silent


def _public(node: ast.AST, name: str) -> Iterator[tuple[str, int, str | None]]:
    """Name, line and docstring of `node` and of the public definitions in it; an overload speaks through its twin."""
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_overload(node):
        return
    yield name, getattr(node, "lineno", 1), ast.get_docstring(node)
    if isinstance(node, ast.Module | ast.ClassDef):
        for child in node.body:
            if not (child_name := getattr(child, "name", "_")).startswith("_"):
                yield from _public(child, child_name)


def _is_overload(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(decorator).endswith("overload") for decorator in node.decorator_list)


@pytest.mark.parametrize("file", PACKAGE)
def test_a_module_is_named_after_its_idea(file: str) -> None:
    """No file or folder has a name that would fit any content."""
    assert not NAMES_THAT_SAY_NOTHING & set(_module_name(file).split("."))
