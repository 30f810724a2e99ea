"""Writes a game's golden file: `python -m cogtable.testing.conformance --golden GAME DIR`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cogtable.engine.play import registry
from cogtable.testing.conformance.golden import golden_file, golden_text


def main(arguments: list[str] | None = None) -> None:
    """Rewrites a golden file."""
    parser = argparse.ArgumentParser(prog="python -m cogtable.testing.conformance")
    parser.add_argument("--golden", nargs=2, metavar=("GAME", "DIR"), required=True, help="write GAME's golden file")
    name, folder = parser.parse_args(arguments).golden
    game = registry.find(name)
    path = golden_file(game, Path(folder))
    path.write_text(golden_text(game), encoding="utf-8")
    sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
