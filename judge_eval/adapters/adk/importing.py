"""The person's own modules: an agent's, or a custom metric's."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

from judge_eval.adapters.adk.recorder import error_text
from judge_eval.errors import InputError, Problem, nearest


def imported(name: str, folder: Path, *, place: str, example: str) -> ModuleType:
    """The module `name`, found from `folder` first, which stays on sys.path; importing it runs its code.

    `place` is where a person named it, `example` the remedy where nothing near is known.

    Raises: InputError where there is no such module, or importing it fails.
    """
    _put_first(folder)
    _forget_namesakes(name.partition(".")[0], folder)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or name
        if name == missing or name.startswith(f"{missing}."):
            remedy = nearest(missing.rpartition(".")[2], _modules_beside(missing, folder)) or example
            problem = Problem(f"there is no module '{missing}'", place=place, found=repr(name), remedy=remedy)
        else:
            message = f"module '{name}' imports '{missing}', which is not installed"
            problem = Problem(message, place=place, remedy=f"install '{missing}' beside judge-eval")
        raise InputError(problem) from error
    except (Exception, SystemExit) as error:
        message = f"importing '{name}' failed: {error_text(error)}"
        remedy = f'mend it until `python -c "import {name}"` works'
        raise InputError(Problem(message, place=place, remedy=remedy)) from error


def _put_first(folder: Path) -> None:
    path = str(folder)
    if path in sys.path:
        sys.path.remove(path)
    sys.path.insert(0, path)


def _forget_namesakes(top: str, folder: Path) -> None:
    """Forgets a module of this name that came from another folder: each folder has modules of its own."""
    own = (folder / f"{top}.py", folder / top / "__init__.py")
    loaded = getattr(sys.modules.get(top), "__file__", None)
    if loaded is None or Path(loaded) in own or not any(path.is_file() for path in own):
        return
    for name in [name for name in sys.modules if name == top or name.startswith(f"{top}.")]:
        del sys.modules[name]


def _modules_beside(module: str, folder: Path) -> set[str]:
    """The modules of the folder in which `module` was looked for."""
    inside = folder.joinpath(*module.split(".")[:-1])
    if not inside.is_dir():
        return set()
    return {path.stem for path in inside.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
