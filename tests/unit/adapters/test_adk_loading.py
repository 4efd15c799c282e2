"""Agents by name: a module's attribute or a folder as `adk` takes it, and what is said where there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge_eval.adapters.adk.loading import load_agent
from judge_eval.errors import InputError

AGENT = "from google.adk.agents import LlmAgent\nroot_agent = LlmAgent(name='shop', model='told')\nnumber = 7\n"
APP = f"{AGENT}from google.adk.apps import App\napp = App(name='till', root_agent=root_agent)\ndef reset_data(): ...\n"
YAML = "name: written\nmodel: told\ninstruction: Help.\n"


@pytest.fixture(autouse=True)
def _imports_undone(tmp_path: Path) -> Iterator[None]:
    """After each test, no module of its folder and no .env of it is left."""
    path, environment = list(sys.path), dict(os.environ)
    yield
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]
    sys.path[:] = path
    os.environ.clear()
    os.environ.update(environment)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with agents of every kind, and with things that are none."""
    files = {
        "plain/__init__.py": "from . import agent as agent\n",
        "plain/agent.py": AGENT,
        "plain/.env": "SHOP_CURRENCY=EUR\n",
        "inited/__init__.py": AGENT,
        "apped/__init__.py": "",
        "apped/agent.py": APP,
        "written/root_agent.yaml": YAML,
        "hollow/__init__.py": "",
        "hollow/agent.py": "",
        "torn/__init__.py": "",
        "torn/agent.py": "import nosuchlibrary\n",
        "shelf/notes.txt": "",
        "raising.py": "raise RuntimeError('out of order')\n",
        "needing.py": "import nosuchlibrary\n",
        "single.py": AGENT,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "app", "root", "has_reset"),
    [
        ("plain", "shop", "shop", False),
        ("inited", "shop", "shop", False),
        ("apped", "till", "shop", True),
        ("written", "written", "written", False),
        ("single:root_agent", "shop", "shop", False),
        ("apped.agent:app", "till", "shop", True),
        ("apped.agent:root_agent", "shop", "shop", True),
    ],
)
def test_an_agent_is_found(folder: Path, spec: str, app: str, root: str, has_reset: bool) -> None:
    """A folder, a package, a YAML agent, an app and an attribute of a module are all agents."""
    loaded = load_agent(spec, folder)
    assert (loaded.app.name, loaded.root.name, loaded.reset is not None) == (app, root, has_reset)


def test_a_folder_s_env_file_is_loaded(folder: Path) -> None:
    """As with `adk`, the agent's folder brings its environment along."""
    load_agent("plain", folder)
    assert os.environ["SHOP_CURRENCY"] == "EUR"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("plian", "there is no such folder, and it is no MODULE:ATTR; found 'plian' (did you mean 'plain'?)"),
        (
            "quite_else",
            "there is no such folder, and it is no MODULE:ATTR; found 'quite_else' "
            "(write MODULE:ATTR, such as my_agent.agent:root_agent, or the agent's folder)",
        ),
        ("plain/agents:root_agent", "there is no such folder, and it is no MODULE:ATTR"),
        ("no/where:root_agent", "there is no such folder, and it is no MODULE:ATTR"),
        ("singel:root_agent", "there is no module 'singel'; found 'singel' (did you mean 'single'?)"),
        ("plain.agents:root_agent", "there is no module 'plain.agents'; found 'plain.agents' (did you mean 'agent'?)"),
        ("far.away:root_agent", "there is no module 'far'; found 'far.away' (write MODULE:ATTR"),
        ("raising:root_agent", "importing 'raising' failed: RuntimeError: out of order (mend it until"),
        ("needing:root_agent", "module 'needing' imports 'nosuchlibrary', which is not installed (install"),
        ("single:rootagent", "module 'single' has no 'rootagent' (did you mean 'root_agent'?)"),
        ("single:x", "module 'single' has no 'x' (it has: root_agent)"),
        ("hollow.agent:x", "module 'hollow.agent' has no 'x' (it has no agent at all)"),
        ("hollow:root_agent", "module 'hollow' has no 'root_agent' (it has no agent at all)"),
        ("plain:root_agent", "module 'plain' has no 'root_agent' (write plain.agent:root_agent)"),
        ("apped:app", "module 'apped' has no 'app' (write apped.agent:root_agent or apped.agent:app)"),
        ("torn:root_agent", "module 'torn.agent' imports 'nosuchlibrary', which is not installed (install"),
        ("single:number", "it is not an ADK agent; found 'single:number', of type builtins.int; expected an agent"),
        ("single:", "there is no such folder, and it is no MODULE:ATTR"),
        ("shelf", "the folder holds no agent; found 'shelf'; expected agent.py, __init__.py or root_agent.yaml"),
        (".", "(name one of the agents in it: apped, hollow, plain, torn, written)"),
        ("hollow", "the agent cannot be loaded: ValueError: No root_agent found for 'hollow'"),
        ("torn", "the agent cannot be loaded: ModuleNotFoundError: Fail to load 'torn.agent' module. No module named"),
    ],
)
def test_what_is_no_agent_is_said(folder: Path, spec: str, message: str) -> None:
    """Every other name is an input error that names the flag, what was found and a remedy."""
    with pytest.raises(InputError) as caught:
        load_agent(spec, folder)
    assert str(caught.value).startswith("--agent: ")
    assert message in str(caught.value)
