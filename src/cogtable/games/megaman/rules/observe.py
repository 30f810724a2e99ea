"""The observation: what a seat knows, as a row of numbers for machine learning. Splendor's numbers come first."""

from __future__ import annotations

from cogtable.games.megaman.rules.box import MegamanTables
from cogtable.games.megaman.rules.components import GREEN
from cogtable.games.megaman.rules.state import Megaman
from cogtable.games.splendor.rules.components import HAND, PLACES
from cogtable.games.splendor.rules.observe import SEATS, GemsSeen, observe_gems
from cogtable.rules import Features, Ints, feature, jitable, seat_after

MOST_TAGS = 9
"""The most tags on a robot that a box allows."""


class StarSeen(Features):
    """The features of a seat that Splendor lacks; all 0 beyond the number of players."""

    STAR = feature("Whether it has the star")
    TAGS = feature("The tags on its robots", high=127)
    TILE = feature("Whether it holds the Yashichi tile")
    RESERVED_TAGS = feature("The tags on each of its robots in reserve that the observer knows", HAND, high=MOST_TAGS)


STAR = StarSeen.count()


class Seen(Features):
    """What a seat sees of Splendor: Mega Man."""

    GEMS = feature("What is as in Splendor: nobles are Helpers here, gold is gray", of=GemsSeen)
    STARS_LEFT = feature("Green tokens in the bank", high=20)
    ROW_TAGS = feature("The tags on each of the face-up robots", PLACES, high=MOST_TAGS)
    STARS = feature("The seats again: the observer, then the others in turn", SEATS, of=StarSeen)


def observe(s: Megaman, b: MegamanTables, seat: int, out: Ints) -> None:
    """Writes what a seat knows."""
    observe_gems(s, b, seat, out)
    out[Seen.STARS_LEFT] = s.bank[GREEN]
    for place in range(PLACES):
        out[Seen.ROW_TAGS + place] = _tags(b, s.board[place])
    first = max(seat, 0)
    for i in range(s.seats):
        _put_star(s, b, seat_after(first, i, s.seats), out[Seen.STARS + STAR * i :])


@jitable
def _put_star(s: Megaman, b: MegamanTables, seat: int, out: Ints) -> None:
    out[StarSeen.STAR] = s.tokens[seat, GREEN]
    out[StarSeen.TAGS] = min(s.tags[seat], 127)
    out[StarSeen.TILE] = s.yashichi == seat
    for i in range(HAND):
        out[StarSeen.RESERVED_TAGS + i] = _tags(b, s.reserved[seat, i])


@jitable
def _tags(b: MegamanTables, card: int) -> int:
    """The tags on a robot; 0 if `card` is none."""
    return b.tags[max(card, 0)] * (card >= 0)
