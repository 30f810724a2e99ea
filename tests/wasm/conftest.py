"""WebAssembly modules for all tests: each is built once, and kept until its sources change."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.wasm_instance import Instance
from cogtable.engine.play import registry
from cogtable.wasm.files import kept

TESTS = Path(__file__).parents[1]
MAGPIE = TESTS.parent / "examples" / "magpie"


@pytest.fixture(scope="session")
def module_of(installed):
    """`module_of(game)` returns the folder with the module of a game, optionally with a box of another size."""

    def folder_of(game):
        folder = kept(game)
        if not (folder / f"{game.name}.json").exists():
            build(game, folder, installed(MAGPIE) if game.name == "magpie" else str(TESTS / "tiny"))
        return folder

    return folder_of


def build(game, folder, path="", **environment):
    """Runs `cogtable wasm`."""
    command = [sys.executable, "-m", "cogtable", "wasm", game.name, "-o", folder, "--box", game.box_file]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": path} | environment, timeout=800)


@pytest.fixture
def game(request, monkeypatch):
    """The game that a test names."""
    if request.param == "magpie":
        monkeypatch.syspath_prepend(MAGPIE)
        monkeypatch.setitem(registry.added, "magpie", importlib.import_module("magpie").game)
    return registry.find(request.param)


@pytest.fixture
def instance(game, module_of):
    """The module of the game that a test names, ready to be called."""
    return Instance(module_of(game), game.name)
