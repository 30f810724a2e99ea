"""Finds games: the folders of `cogtable.games`, and the entry points of that name in other packages."""

from __future__ import annotations

import importlib
import logging
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cogtable.engine.boxes.box import raw_box
from cogtable.engine.errors import BadBox, BrokenGame, CogtableError, UnknownGame
from cogtable.engine.threadsafe import IMPORT_LOCK

if TYPE_CHECKING:
    from cogtable.engine.play.game import Game

log = logging.getLogger("cogtable")

GROUP = "cogtable.games"


@cache
def _places() -> dict[str, str]:
    """The package of each game's `game`, by its name."""
    built_in = find_spec(GROUP)
    folders = list(built_in.submodule_search_locations or []) if built_in else []
    places = {module.name: f"{GROUP}.{module.name}" for module in pkgutil.iter_modules(folders) if module.ispkg}
    for point in entry_points(group=GROUP):
        places.setdefault(point.name, point.value)
    return places


added: dict[str, Game] = {}


def add(game: Game) -> None:
    """Registers a game that is neither a folder here nor an installed entry point."""
    added[game.name] = game


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted({*_places(), *added})


@cache
def _load(place: str) -> Game:
    package, _, attribute = place.partition(":")
    try:
        with IMPORT_LOCK:
            found: Game = getattr(importlib.import_module(package), attribute or "game")
    except Exception as error:
        raise BrokenGame(f"the game at {place} cannot be loaded: {type(error).__name__}: {error}") from error
    return found


def usable(*, tables: bool = False) -> list[Game]:
    """All games that can be loaded and whose boxes can be read; errors of the others are logged.

    With `tables`, their tables are loaded too.
    """
    found = []
    for name in names():
        try:
            game = find(name)
            game.box  # noqa: B018 - read now
            if tables:
                game.table  # noqa: B018 - loaded now
            found.append(game)
        except CogtableError as error:
            log.error("the game %s cannot be used: %s", name, error)
    return found


def name_in(box: Path) -> str:
    """The name of the game that a box file is for. Raises BadBox where it names none that is there."""
    found = raw_box(box).get("game")
    if found not in names():
        raise BadBox(f"{box}: game: expected one of {', '.join(names())}; found {found!r}")
    return str(found)


def find(name: str, box: str | Path | None = None) -> Game:
    """The game of that name, with the components of the file `box` if given. Thread-safe.

    Raises UnknownGame, BrokenGame, or BadBox.
    """
    if name in added:
        game = added[name]
    elif name in _places():
        game = _load(_places()[name])
    else:
        raise UnknownGame(f'there is no game "{name}"; there are {", ".join(names())}')
    return game if box is None else game.with_box(box)
