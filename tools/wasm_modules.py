"""Builds the WebAssembly modules of Cogtable's own games into a folder: `python tools/wasm_modules.py FOLDER`.

Used by hatch_build.py, for the sources beside this folder. Modules in the cache that were built from the same sources
are copied. The exit status is 3 if the packages that Cogtable needs aren't installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogtable.engine.play.game import Game

SOURCES = Path(__file__).resolve().parent.parent / "src"

NOT_INSTALLED = 3


def main(folder: Path) -> int:
    sys.path.insert(0, str(SOURCES))
    try:
        from cogtable.engine.play import registry
        from cogtable.wasm import build, files
    except ModuleNotFoundError as error:
        print(f"The wheel has no WebAssembly modules, since {error.name} is not installed; servers build them.")
        return NOT_INSTALLED
    assert Path(build.__file__).is_relative_to(SOURCES), f"{build.__file__} is not of {SOURCES}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    games = SOURCES / "cogtable" / "games"
    for name in sorted(file.parent.name for file in games.glob("*/box.toml")):
        made = module_of(registry.find(name))
        for file in (made / f"{name}{suffix}" for suffix in (files.MODULE, files.ABOUT, files.WEIGHTS)):
            if file.exists():
                shutil.copy(file, folder)
    return 0


def module_of(game: Game) -> Path:
    """Returns the folder with the module of a game, which is built if necessary."""
    from cogtable.wasm import files

    if found := files.ready(game):
        return found
    folder = files.kept(game)
    if folder is None:
        raise SystemExit(f"the module of {game.name} cannot be kept in the cache: set COGTABLE_CACHE")
    print(f"Building the WebAssembly module of {game.name} (once, until its rules change) ...", flush=True)
    command = [sys.executable, "-m", "cogtable", "wasm", game.name, "-o", str(folder)]
    environment = os.environ | {"PYTHONPATH": str(SOURCES)}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return folder


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python tools/wasm_modules.py FOLDER")
    sys.exit(main(Path(sys.argv[1])))
