"""Short games of every kind, for checks over whole games."""

from __future__ import annotations

from typing import Any

import pytest

from .live_server import LiveServer
from .person import Choice, View


def large(*games: str) -> list[Any]:
    """Returns games that a test plays only in `make test-large`."""
    return [pytest.param(game, marks=pytest.mark.large) for game in games]


LARGE_GAMES = ("recharge", "smashgear", "coalheart")
LARGE = large(*LARGE_GAMES)
GAMES = ["splendor", "megaman", "magpie", *LARGE]

OPTIONS: dict[str, dict[str, Any]] = {
    "splendor": {"limit": 4},
    "megaman": {"limit": 4},
    "smashgear": {"cap": 6},
    "coalheart": {"limit": 3},
}
"""Options that end a game early."""
BOTS = {"coalheart": 2}
"""The number of bots in a game, if not one."""


def short_game(server: LiveServer, game: str, seed: int = 3) -> dict[str, Any]:
    """Opens a table of a short game, with bots that don't search."""
    return server.table("me", *["random"] * BOTS.get(game, 1), game=game, seed=seed, **OPTIONS.get(game, {}))


def another(view: View) -> Choice:
    """A different kind of choice each time."""
    choices: list[Choice] = view["choices"]
    return choices[view["ply"] % len(choices)]
