"""Measures all figures: `python -m bench [--only=FILE] [--game=NAME] [--games=N] [--json]`."""

import argparse
import importlib
import json
import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from bench.figure import Figure
from cogtable.engine.play.game import Game
from cogtable.engine.play.registry import usable

FIGURES = [
    "native",
    "interpreted",
    "batch",
    "observing",
    "adapters",
    "simulated",
    "start",
    "compile",
    "greedy",
    "search",
    "puct",
    "learned",
    "together",
    "wasm",
    "workbench",
    "strength",
    "levels",
    "balance",
    "load",
    "move_cpu",
    "view_cpu",
    "pairing",
    "home",
    "first_page",
    "first_move",
    "fair_wait",
    "turn_wait",
    "page_searches",
    "first_hint",
    "answer",
    "bundle",
    "frames",
    "gpu",
]
OF_GAMES = {
    "native",
    "batch",
    "observing",
    "adapters",
    "simulated",
    "compile",
    "interpreted",
    "move_cpu",
    "view_cpu",
    "search",
    "puct",
    "learned",
    "together",
    "wasm",
    "workbench",
    "strength",
    "levels",
    "balance",
    "first_move",
    "turn_wait",
    "page_searches",
    "first_hint",
    "gpu",
}
"""The measurements with a result for each game."""

OF_MATCHES = {"learned", "strength", "levels"}
"""The measurements of a share of matches won."""

MATCHES = 40
"""The default number of matches for each of these shares."""


def machine() -> str:
    """Describes the machine and the versions that matter to the figures."""
    info = Path("/proc/cpuinfo")
    text = info.read_text(encoding="utf-8") if info.exists() else ""
    models = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    model = next(iter(models), platform.processor() or platform.machine())
    parts = [f"{name} {version(name)}" for name in ("numpy", "numba")]
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, {', '.join(parts)}"


def measured(names: list[str], games: list[Game], matches: int) -> Iterator[Figure]:
    for name in names:
        if not Path(__file__).with_name(f"{name}.py").exists():
            say(f"{name}: left out, there is no bench/{name}.py")
            continue
        say(f"{name} ...")
        try:
            measure = importlib.import_module(f"bench.{name}").measure
            given = [games] * (name in OF_GAMES) + [matches] * (name in OF_MATCHES)
            for figure in measure(*given):
                yield figure if isinstance(figure, Figure) else Figure(**figure)
        except ModuleNotFoundError as error:
            say(f"{name}: left out, it takes {error.name}, which `make setup` installs")
        except LookupError as error:
            say(f"{name}: left out, {error}")


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def show(figure: Figure) -> None:
    value = f"{figure.value:,.0f}" if abs(figure.value) >= 100 else f"{figure.value:.3g}"
    print(f"{figure.name:<52} {value:>14} {figure.unit:<8} {figure.compared_with}".rstrip(), flush=True)


class Parser(argparse.ArgumentParser):
    """Reports errors in one line, like the rest of the command line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}\n")

    def check(self, option: str, given: list[str] | None, known: list[str]) -> None:
        """Refuses an unknown value."""
        if unknown := [name for name in given or () if name not in known]:
            self.error(f"{option}: expected one of {', '.join(known)}; found {unknown[0]}")


def main() -> None:
    parser = Parser(prog="cogtable bench")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", action="append")
    parser.add_argument("--game", action="append")
    parser.add_argument("--games", type=int, default=MATCHES)
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error(f"--games: expected 1 or more; found {arguments.games}")
    parser.check("--only", arguments.only, FIGURES)
    parser.check("--game", arguments.game, [game.name for game in usable()])
    names = arguments.only or FIGURES
    games = [game for game in usable() if not arguments.game or game.name in arguments.game]
    if arguments.json:
        rows = [figure._asdict() for figure in measured(names, games, arguments.games)]
        print(json.dumps({"machine": machine(), "rows": rows}))
    else:
        print(machine())
        for figure in measured(names, games, arguments.games):
            show(figure)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
