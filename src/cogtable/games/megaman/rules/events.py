"""What people see happen, beside what the shared rules tell."""

from __future__ import annotations

from cogtable.games.splendor.rules.events import OWN

TOOK_STAR = OWN  # a seat
TOOK_TILE = OWN + 1  # a seat, b the seat that held it (-1: nobody), c tags
FELL_BACK = OWN + 2  # a seat: with the tile it lost, it has lost the points that end the game
