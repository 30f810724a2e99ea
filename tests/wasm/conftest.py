"""Modules of games for all tests: each is built once, and kept until the sources change."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.wasm_instance import Instance
from cogtable.engine.play import registry
from cogtable.wasm.files import RULES, kept

TESTS = Path(__file__).parents[1]
MAGPIE = TESTS.parent / "examples" / "magpie"


@pytest.fixture(scope="session")
def module_of(installed):
    """`module_of(game)`: the folder with the module of a game, perhaps with a box of another size; with "--rules" the
    folder with that of its rules alone.
    """

    def folder_of(game, *options):
        folder, suffix = kept(game), RULES if "--rules" in options else ""
        if not (folder / f"{game.name}{suffix}.json").exists():
            build(game, folder, installed(MAGPIE) if game.name == "magpie" else str(TESTS / "tiny"), *options)
        return folder

    return folder_of


def build(game, folder, path="", *options, **environment):
    """Runs `cogtable wasm`."""
    command = [sys.executable, "-m", "cogtable", "wasm", game.name, "-o", folder, "--box", game.box_file, *options]
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
