"""Measures all figures, as `cogtable bench` does: `python -m bench [--json] [--only=FILE] [--games=N]`."""

import argparse
import importlib
import json
import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from bench.figure import Figure

FIGURES = [
    "native",
    "interpreted",
    "batch",
    "start",
    "greedy",
    "search",
    "strength",
    "balance",
    "server_ack",
    "first_page",
    "bundle",
    "gpu",
]
GAMES = 40
"""Games for each figure of `strength`, if nobody asks for more."""


def machine() -> str:
    """The machine and the versions that matter to the figures."""
    info = Path("/proc/cpuinfo")
    text = info.read_text() if info.exists() else ""
    models = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    model = next(iter(models), platform.processor() or platform.machine())
    parts = [f"{name} {version(name)}" for name in ("numpy", "numba")]
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, {', '.join(parts)}"


def measured(names: list[str], games: int) -> Iterator[Figure]:
    for name in names:
        if not Path(__file__).with_name(f"{name}.py").exists():
            say(f"{name}: left out, there is no bench/{name}.py")
            continue
        say(f"{name} ...")
        try:
            measure = importlib.import_module(f"bench.{name}").measure
            for figure in measure(games) if name == "strength" else measure():
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


def main() -> None:
    parser = argparse.ArgumentParser(prog="cogtable bench")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", action="append", choices=FIGURES)
    parser.add_argument("--games", type=int, default=GAMES)
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error(f"--games: expected 1 or more; found {arguments.games}")
    names = arguments.only or FIGURES
    if arguments.json:
        rows = [figure._asdict() for figure in measured(names, arguments.games)]
        print(json.dumps({"machine": machine(), "rows": rows}))
    else:
        print(machine())
        for figure in measured(names, arguments.games):
            show(figure)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
