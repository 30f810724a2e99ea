"""The environments in which `whole_games.py` plays."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import client
import cogtable.site
from cogtable.bots import network_mcts

HERE = Path(__file__).parent
MAGPIE = HERE.parents[1] / "examples" / "magpie"
STANDIN = Path(cogtable.site.__file__).parent / "standin"

WHOLE = 10_000
"""More moves than any game has."""


@pytest.fixture(autouse=True)
def _networks_here_again():
    """Afterwards this process reads the networks itself again, although a page left them to its modules."""
    yield
    network_mcts.leave_to_modules(None)


def play(wanted, *paths):
    """Starts `whole_games.py` with folders that come first in `sys.path`."""
    command = [sys.executable, str(HERE / "whole_games.py"), json.dumps(wanted)]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def seen(process):
    """The lines that it printed."""
    out, err = process.communicate(timeout=800)
    assert process.returncode == 0, err
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture(scope="session")
def client_bundle(tmp_path_factory):
    """The part of the client that starts Python, as one file."""
    file = tmp_path_factory.mktemp("client") / "client.mjs"
    node = client.node_folder() / "node"
    rolldown = client.WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    command = [node, rolldown, HERE / "python_client.ts", "--file", file, "--format", "esm"]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    return file


def play_in_pyodide(bundle, folder, games, wanted, file, script=""):
    """What `run` of a script returns there, by default that of `whole_games.py`."""
    script = (script or (HERE / "whole_games.py").read_text("utf-8")).partition("if __name__")[0]
    file.write_text(json.dumps({"games": games, "script": script, "wanted": wanted}), encoding="utf-8")
    command = [client.node_folder() / "node", HERE / "play.mjs", bundle, folder, file]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
