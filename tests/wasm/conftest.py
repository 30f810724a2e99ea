"""Games and their modules, ready to be called."""

import importlib
from pathlib import Path

import pytest

from bench.wasm_instance import Instance
from cogtable.engine.play import registry

MAGPIE = Path(__file__).parents[2] / "examples" / "magpie"


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
