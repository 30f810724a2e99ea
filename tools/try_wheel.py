"""Tests the installed package in an otherwise empty environment: `python try_wheel.py`, outside the checkout.

The package must not be the checkout's, must need no extra, must be smaller than promised, must contain its games'
modules, and must play a game and serve its pages.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import cogtable
from cogtable.wasm import files

MOST_MB = 400
"""The size limit of an installation for players."""
EXTRAS = ("altair", "gymnasium", "numba_cuda", "optuna", "pettingzoo", "psycopg", "pyarrow", "ray", "torch", "tomlkit")


INSTALLERS = ("pip", "setuptools", "pkg_resources", "_distutils_hack")
"""The packages of an empty environment."""


def megabytes(folder: Path) -> float:
    """Returns the size of the packages in a folder in megabytes, with the bytecode that pip writes for them."""
    own = [each for each in folder.iterdir() if not each.name.startswith(INSTALLERS)]
    files = [file for each in own for file in ([each] if each.is_file() else each.rglob("*")) if file.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6


def main() -> None:
    """Raises AssertionError if a check fails."""
    site = Path(sysconfig.get_path("purelib"))
    assert Path(cogtable.__file__).is_relative_to(site), f"{cogtable.__file__} is not installed in {site}"
    there = [name for name in EXTRAS if find_spec(name)]
    assert not there, f"expected an environment without extras; found {', '.join(there)}"
    size = megabytes(site)
    print(f"{size:.0f} MB in {site}")
    assert size < MOST_MB, f"expected less than {MOST_MB} MB"
    for name in cogtable.game_names():
        match = cogtable.game(name).start(seed=1)
        for _ in range(6):
            match.play(match.waiting[0], match.choices(match.waiting[0])[0].action)
        assert files.ready(match.game) == files.CARRIED, f"{name} has no WebAssembly module, or one of other sources"
        print(f"{name}: {match.view().clock.words}")
    with tempfile.TemporaryDirectory() as folder:
        _serves(Path(folder))


def _serves(folder: Path) -> None:
    """Checks that this environment's server sends its pages and its games."""
    command = [sys.executable, "-m", "cogtable", "serve", "--no-open", "--no-warm", "--port", "0"]
    command += ["--database", str(folder / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = server.stdout.readline().split()[-1]
        try:
            for path, expected in (("/", "<html"), ("/api/games", '"splendor"')):
                with urllib.request.urlopen(address + path, timeout=60) as answer:
                    assert expected in answer.read().decode(), f"{address}{path}"
            print(f"{address} serves its pages and games")
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
