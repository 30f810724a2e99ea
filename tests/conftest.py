"""What all tests share: the game of another package is installed beside Cogtable, as pip would."""

import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from cogtable.engine import registry

sys.path.append(str(Path(__file__).parent / "tiny"))

# The same cases on every run, on any machine: few of them in the quick tests, more in `make test`.
settings.register_profile("quick", derandomize=True, deadline=None, max_examples=20)
settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("quick")


@pytest.fixture
def magpie(monkeypatch):
    """The game of the example, as if it were installed."""
    monkeypatch.syspath_prepend(Path(__file__).parent.parent / "examples" / "magpie")
    game = importlib.import_module("magpie").game
    monkeypatch.setitem(registry._added, "magpie", game)
    return game


@pytest.fixture
def installed(tmp_path):
    """Installs a package of a game as `pip install --editable` would, beside this environment and not into it.

    `installed(folder)` gives the PYTHONPATH with which processes find the package, its entry point included.
    """

    def install(folder):
        site = tmp_path / "site-packages"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
        subprocess.run([*command, "--target", site, folder], check=True, timeout=200)
        shutil.rmtree(site / folder.name)  # what it offers stays written there; the code comes from the folder
        return f"{folder}:{site}"

    return install


def pytest_collection_modifyitems(items):
    """What compiles the same code runs in one process (`--dist loadgroup`): the tests of a file, or of one game."""
    for item in items:
        if item.get_closest_marker("native") and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
