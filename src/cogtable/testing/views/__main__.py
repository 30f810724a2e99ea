"""Writes golden views: `python -m cogtable.testing.views GAME DIR`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cogtable.engine.play import registry
from cogtable.testing.views.golden import write


def main(arguments: list[str] | None = None) -> None:
    """Writes the golden views of a game anew."""
    parser = argparse.ArgumentParser(prog="python -m cogtable.testing.views", description=main.__doc__)
    parser.add_argument("game", help="the game's name")
    parser.add_argument("folder", type=Path, help="where the golden files lie")
    parser.add_argument("--choose", action="store_true", help="choose the positions anew")
    given = parser.parse_args(arguments)
    sys.stdout.write(f"{write(registry.find(given.game), given.folder, choose=given.choose)}\n")


if __name__ == "__main__":
    main()
