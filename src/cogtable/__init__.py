"""Cogtable: board games whose rules are written once, to be played, stepped at native speed and taken apart.

>>> import cogtable
>>> match = cogtable.game("splendor").start(seats=3, seed=7)
>>> match.waiting
(0,)
"""

from typing import TYPE_CHECKING, Any

from cogtable import moved as _moved
from cogtable.engine.compile import cache as _cache  # first: it notes when this process began to load sources
from cogtable.engine.errors import BadBox, BadOption, BadSave, CogtableError, IllegalAction, UnknownGame
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match
from cogtable.engine.play.registry import find as game
from cogtable.engine.play.registry import names as game_names
from cogtable.engine.play.saves import load, save
from cogtable.view import Choice

if TYPE_CHECKING:
    from cogtable.engine.batches.batch import Batch

_moved.install()

__version__ = "0.1.0"

COMPILED = _cache.ROOT
"""The folder that holds compiled code, with a folder for each game."""

__all__ = [
    "BadBox",
    "BadOption",
    "BadSave",
    "Batch",
    "Choice",
    "CogtableError",
    "Game",
    "IllegalAction",
    "Match",
    "UnknownGame",
    "__version__",
    "game",
    "game_names",
    "load",
    "save",
]


def __getattr__(name: str) -> Any:
    """`Batch`, which is loaded at first access: only programs that learn need it."""
    if name == "Batch":
        from cogtable.engine.batches.batch import Batch

        return globals().setdefault(name, Batch)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
