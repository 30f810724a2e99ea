"""Reloads the tables of games after an edit. The rules and the games in progress stay as they are."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.threadsafe import IMPORT_LOCK


@contextmanager
def fresh_tables(games: Sequence[GameSpec]) -> Iterator[None]:
    """Reloads the tables of games, all together, because one can build on another's.

    If that or the code inside the `with` block fails, the old tables are restored and the error is raised: BrokenGame
    for a table that cannot be loaded. The same games with other boxes, of any sizes, get theirs too.
    """
    with IMPORT_LOCK:
        games = [*games, *(each for game in games for each in game.variants() if "table" in each.__dict__)]
        modules = _modules(games)
        tables = [(game, game.__dict__.pop("table", None)) for game in games]
        for name in modules:
            del sys.modules[name]
        importlib.invalidate_caches()
        try:
            for game in games:
                game.table  # noqa: B018 - loaded now
            yield
        except BaseException:
            for name in _modules(games):
                del sys.modules[name]
            sys.modules.update(modules)
            for name, module in modules.items():
                package, _, last = name.rpartition(".")
                if package in sys.modules:  # it is missing if a table failed before, too
                    setattr(sys.modules[package], last, module)
            for game, table in tables:
                game.__dict__["table"] = table
                if table is None:
                    del game.__dict__["table"]
            raise


def _modules(games: Sequence[GameSpec]) -> dict[str, ModuleType]:
    """The loaded modules of the games' tables, by name."""
    tables = {f"{game.package}.table" for game in games}
    return {name: module for name, module in sys.modules.items() if any(f"{name}.".startswith(f"{t}.") for t in tables)}
