"""A page's Python, in Node.js: with Pyodide, the stand-ins, and rules in WebAssembly, seats see the same as with NumPy
and rules in Python, to the byte.
"""

import importlib
import json
import os
import subprocess
import zipfile

import pytest

import client
from cogtable.engine.play import registry
from cogtable.site import downloads
from cogtable.site.build import build
from tests.site.conftest import HERE, MAGPIE, WHOLE, play, seen

BUILT_IN = ("coalheart", "megaman", "recharge", "smashgear", "splendor")
MOST = {"magpie": WHOLE, "coalheart": 120, "smashgear": 120}
"""Moves of games that would take minutes."""

pytestmark = [pytest.mark.native, pytest.mark.slow]


@pytest.fixture(scope="session")
def client_bundle(tmp_path_factory):
    """The part of the client that starts Python, as one file."""
    file = tmp_path_factory.mktemp("client") / "client.mjs"
    node = client.node_folder() / "node"
    rolldown = client.WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    command = [node, rolldown, HERE / "python_client.ts", "--file", file, "--format", "esm"]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    return file


@pytest.fixture
def magpie(installed, monkeypatch):
    """The example game, installed for processes that are started, and known to this one."""
    monkeypatch.setenv("PYTHONPATH", installed(MAGPIE))
    monkeypatch.syspath_prepend(MAGPIE)
    monkeypatch.setitem(registry.added, "magpie", importlib.import_module("magpie").game)
    return registry.find("magpie")


def play_in_pyodide(bundle, folder, games, wanted, file):
    """What `whole_games.run` returns there."""
    script = (HERE / "whole_games.py").read_text("utf-8").partition("if __name__")[0]
    file.write_text(json.dumps({"games": games, "script": script, "wanted": wanted}), encoding="utf-8")
    command = [client.node_folder() / "node", HERE / "play.mjs", bundle, folder, file]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_whole_game_of_another_package(magpie, client_bundle, tmp_path):
    build([magpie], tmp_path / "page", compress=False)
    wanted = [["magpie", 3, 3, WHOLE], ["magpie"]]
    own = play(wanted, os.environ["PYTHONPATH"])
    assert play_in_pyodide(client_bundle, tmp_path / "page", ["magpie"], wanted, tmp_path / "order.json") == seen(own)
    packed = zipfile.ZipFile(tmp_path / "page" / "cogtable.zip").namelist()
    assert "cogtable/engine/play/match.pyc" in packed
    assert [name for name in packed if "/games/" in name] == ["cogtable/games/__init__.pyc"]
    assert not [name for name in packed if "/server/" in name or "/lab/" in name or "/bots/" in name]


@pytest.mark.large
def test_whole_games_lessons_and_puzzles(client_bundle, tmp_path):
    games = [registry.find(name) for name in BUILT_IN]
    build(games, tmp_path / "page", compress=False)
    wanted = [[game.name, game.min_seats, 4, MOST.get(game.name, WHOLE)] for game in games] + [
        [name] for name in BUILT_IN
    ]
    own = play(wanted)
    assert play_in_pyodide(client_bundle, tmp_path / "page", BUILT_IN, wanted, tmp_path / "order.json") == seen(own)


def test_without_node_the_error_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(
        downloads.CannotBuild, match=r"building a site takes node, which was not found: install Node.js"
    ):
        downloads.node()


def test_a_node_that_is_too_old_is_refused(monkeypatch, tmp_path):
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho v16.20.2\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(downloads.CannotBuild, match=r"building a site takes Node.js 20 or newer; found v16.20.2 at"):
        downloads.node()
