"""Writes the tables of docs/host-it.md: settings, limits and metrics, each from its declaration.

`python -m tools.settings` writes the page; with `--check` it fails if a table is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from cogtable import cli
from cogtable.server.core.limits import ABOUT, spelled
from cogtable.server.core.metrics import LIVE, Metrics

PAGE = Path(__file__).resolve().parent.parent / "docs" / "host-it.md"


def settings() -> Iterator[Sequence[str]]:
    """Returns the options of `cogtable serve`, with their environment variables."""
    yield "option", "variable", "default", "meaning"
    for each in cast(Any, cli.commands().commands["serve"]).params:
        if each.name != "help":
            off = "".join(f"`, `{name}" for name in each.secondary_opts)
            value = f" {each.metavar}" if each.metavar else ""
            name = f"`{each.opts[0]}{value}{off}`".replace("|", "\\|")
            yield name, f"`{each.envvar}`" if each.envvar else "", _default(each), each.help


def _default(option: Any) -> str:
    if option.is_flag:
        return "yes" if option.default else "no"
    return f"`{option.default}`" if option.default not in (None, "", ()) else ""


def limits() -> Iterator[Sequence[str]]:
    """Returns the list of `cogtable limits`."""
    yield "limit", "default", "meaning"
    for name, about in ABOUT.items():
        yield f"`{name}`", spelled(about.default), about.what


def metrics() -> Iterator[Sequence[str]]:
    """Returns the metrics at /metrics, without those of every Python process."""
    yield "metric", "type", "meaning"
    found = Metrics()
    found.watch(lambda: dict.fromkeys(LIVE, 0), dict)
    for family in found.registry.collect():
        if family.name.startswith("cogtable_"):
            end = "_total" if family.type == "counter" else ""
            yield f"`{family.name}{end}`", family.type, family.documentation


TABLES = {"settings": settings, "limits": limits, "metrics": metrics}


def written(page: str) -> str:
    """Returns the page with up-to-date tables."""
    for name, rows in TABLES.items():
        head, *others = (f"| {' | '.join(row)} |" for row in rows())
        table = "\n".join([head, "|" + "---|" * (head.count(" | ") + 1), *others])
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = page.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"{PAGE.name}: expected {begin.strip()} and {end} around a table")
        page = f"{before}{begin}\n{table}\n\n{end}{after}"
    return page


def main(arguments: Sequence[str]) -> int:
    """Writes the page, or checks it; returns the exit status."""
    found = PAGE.read_text(encoding="utf-8")
    wanted = written(found)
    if "--check" in arguments:
        if found != wanted:
            print("docs/host-it.md: run python -m tools.settings")
        return int(found != wanted)
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
