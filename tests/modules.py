"""Builds WebAssembly modules of games."""

import os
import subprocess
import sys


def build(game, folder, path="", *options, **environment):
    """Runs `cogtable wasm`."""
    command = [sys.executable, "-m", "cogtable", "wasm", game.name, "-o", folder, "--box", game.box_file, *options]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": path} | environment, timeout=800)
