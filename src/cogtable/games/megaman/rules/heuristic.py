"""The value of a seat's position, for `evaluate`."""

from __future__ import annotations

from cogtable.games.megaman.rules.box import MegamanTables
from cogtable.games.megaman.rules.components import GRAY, GREEN
from cogtable.games.megaman.rules.state import Megaman
from cogtable.games.splendor.rules.components import COLOR_COUNT
from cogtable.games.splendor.rules.heuristic import in_reach
from cogtable.games.splendor.rules.heuristic import nobles_near as helpers_near
from cogtable.rules import jitable


@jitable
def heuristic(s: Megaman, b: MegamanTables, seat: int) -> int:
    """The value of a position: conditions met, points, bonuses, tokens, tags, cards within reach, Helpers close by."""
    total = 76 + 10 * s.points[seat] + 76 * s.tokens[seat, GREEN]
    for color in range(COLOR_COUNT):
        bonus = s.bonus[seat, color]
        total += 40 * (bonus > 0) + 17 * min(5, bonus) + 5 * min(3, s.tokens[seat, color])
    total += 2 * s.tokens[seat, GRAY] + 8 * s.tags[seat]
    return total + in_reach(s, b, seat) + 20 * helpers_near(s, b, seat)
