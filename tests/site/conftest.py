"""The environments in which `whole_games.py` plays."""

import json
import os
import subprocess
import sys
from pathlib import Path

import cogtable.site

HERE = Path(__file__).parent
MAGPIE = HERE.parents[1] / "examples" / "magpie"
STANDIN = Path(cogtable.site.__file__).parent / "standin"

WHOLE = 10_000
"""More moves than any game has."""


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
