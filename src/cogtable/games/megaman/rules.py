"""The rules of Splendor: Mega Man, where they differ from Splendor's. Numbers like MM-R4 are those of `rules.md`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogtable.engine.box import column, named, value
from cogtable.engine.chance import below, shuffle
from cogtable.engine.jit import jitable
from cogtable.engine.notes import ALL, note
from cogtable.engine.state import Int8, Int64, Ints, option
from cogtable.games.splendor.actions import ACTIONS, CHOOSE_NOBLE, PASS, legal
from cogtable.games.splendor.components import (
    AUTOMATIC,
    CARDS,
    COLOR_COUNT,
    EMPTY,
    GOLD,
    LEVELS,
    GemState,
    GemTables,
    card_at,
)
from cogtable.games.splendor.events import ACTED, LAST_ROUND, STARTED
from cogtable.games.splendor.standing import in_reach, nobles_near, share_among_best, share_by_worth, write_places
from cogtable.games.splendor.turn import begin, carry_out, clear_place, end_turn, lay_out, must_decide, receive
from cogtable.games.splendor.unseen import guess, hide

__all__ = [
    "ACTIONS",
    "COLORS",
    "GRAY",
    "GREEN",
    "KINDS",
    "PASS",
    "Megaman",
    "MegamanTables",
    "can_win",
    "estimate",
    "guess",
    "hide",
    "legal",
    "play",
    "rank",
    "setup",
    "tally",
]

COLORS = ("yellow", "blue", "orange", "red", "purple")
GRAY = GOLD
"""The heart, which stands for any colour."""
GREEN = GRAY + 1
"""The star, of which a seat has one at most, and which it neither pays nor returns."""
KINDS = (*COLORS, "gray", "green")

HELPERS = 4
"""Helper tiles, each with two sides."""
SIDES = 2 * HELPERS
"""Side 0 or 1 of a tile is number 2 * tile or 2 * tile + 1."""

# What people see happen, beside what the shared rules tell.
TOOK_STAR = STARTED + 1  # a seat
TOOK_TILE = STARTED + 2  # a seat, b the seat that held it (-1: nobody), c tags
FELL_BACK = STARTED + 3  # a seat: with the tile it lost, it has lost the points that end the game


class MegamanTables(GemTables):
    """The components. The nobles of the shared rules are the Helpers here, their gold is gray."""

    robots = named("cards")
    helpers = named("helpers")
    bonus = column("cards", "bonus", names=COLORS)
    cost = column("cards", "cost", names=COLORS, high=20)
    tags: Int8[CARDS] = column("cards", "tags", high=9, default=0)
    noble_points: Int8[SIDES] = column("helpers", "points", high=20)
    noble_needs: Int8[SIDES, COLOR_COUNT] = column("helpers", "needs", names=COLORS, high=20)
    packed_needs: Int64[SIDES]
    gold = value("gray", high=20)
    green: Int8[5] = value("green", high=20)
    """Green tokens with that many seats."""
    yashichi_points: Int8 = value("yashichi_points", high=20)
    yashichi_tags: Int8 = value("yashichi_tags", low=1)
    """The tags that win the tile while nobody holds it."""

    @staticmethod
    def check(b: Any) -> Iterator[tuple[str, str]]:
        """A green token for each seat must be there (MM-Q9)."""
        yield from GemTables.check(b)
        for seats in range(2, 5):
            if b.green[seats] < seats:
                yield f"green[{seats}]", f"expected at least {seats}, one for each seat; found {b.green[seats]}"


class Megaman(GemState):
    """A game in progress."""

    target = option(
        16,
        low=1,
        high=50,
        title="Points to reach",
        text="Who has them, a robot of each colour and the star starts the last round.",
    )
    payment = option(
        AUTOMATIC,
        choices=("automatic", "free"),
        title="Paying with gray",
        text="Automatic spends as little gray as possible; free lets you choose. Without assists it is free.",
    )
    first = option(1, choices=("seat 1", "random"), title="Who starts")
    limit = option(
        200, low=1, high=500, title="Most rounds", text="No rule ends a game that nobody completes; this does."
    )

    bank: Int8[7]
    tokens: Int8[4, 7]
    nobles: Int8[HELPERS]
    noble_owner: Int8[HELPERS]
    tags: Int8[4]
    """Yashichi tags on the robots of each seat."""
    yashichi: Int8
    """The seat that holds the Yashichi tile, EMPTY while nobody does."""


def setup(s: Megaman, b: MegamanTables) -> None:
    """MM-R2, MM-R3, MM-Q19, MM-Q22."""
    lay_out(s, b)
    s.bank[GREEN] = b.green[s.seats]
    s.yashichi = EMPTY
    for tile in range(HELPERS):
        s.nobles[tile] = tile
    shuffle(s, s.nobles, 0, HELPERS)
    for i in range(HELPERS):
        s.nobles[i] = 2 * s.nobles[i] + below(s, 2) if i < s.seats else EMPTY
    begin(s)


def play(s: Megaman, b: MegamanTables, seat: int, action: int) -> None:
    """Applies an action and what follows from it: star, tile, replace, return, Helper, end (MM-Q1, MM-Q23)."""
    note(s, ALL, ACTED, seat, s.rounds)
    if CHOOSE_NOBLE <= action < CHOOSE_NOBLE + HELPERS:
        receive(s, b, seat, action - CHOOSE_NOBLE)
    else:
        place = carry_out(s, b, seat, action)
        if place != EMPTY:
            card = card_at(s, seat, place)
            _take_star(s, b, seat, card)
            _count_tags(s, b, seat, card)
            clear_place(s, seat, place)
        if must_decide(s, b, seat):
            return
    complete = _complete(s)
    end_turn(s, seat, complete > 0)
    if not s.over and complete == 1 and is_complete(s, seat):
        note(s, ALL, LAST_ROUND, seat)


@jitable
def _take_star(s: Megaman, b: MegamanTables, seat: int, card: int) -> None:
    """With its first robot of level 3 a seat takes a green token, and never another (MM-R13, MM-Q10)."""
    if b.level[card] == LEVELS and s.tokens[seat, GREEN] == 0:
        s.bank[GREEN] -= 1
        s.tokens[seat, GREEN] = 1
        note(s, ALL, TOOK_STAR, seat)


@jitable
def _count_tags(s: Megaman, b: MegamanTables, seat: int, card: int) -> None:
    """The tile goes to the first with enough tags, then to whoever has more than its holder (MM-R14)."""
    s.tags[seat] += b.tags[card]
    holder = s.yashichi
    beaten = b.yashichi_tags - 1 if holder == EMPTY else int(s.tags[holder])
    if holder == seat or s.tags[seat] <= beaten:
        return
    s.yashichi = seat
    s.points[seat] += b.yashichi_points
    note(s, ALL, TOOK_TILE, seat, holder, s.tags[seat])
    if holder != EMPTY:
        was_complete = is_complete(s, holder)
        s.points[holder] -= b.yashichi_points
        if was_complete and not is_complete(s, holder):
            note(s, ALL, FELL_BACK, holder)


@jitable
def is_complete(s: Megaman, seat: int) -> bool:
    """Whether a seat meets all three conditions of the end: points, a bonus of each colour, the star (MM-R15)."""
    if s.points[seat] < s.target or s.tokens[seat, GREEN] == 0:
        return False
    for color in range(COLOR_COUNT):
        if s.bonus[seat, color] == 0:
            return False
    return True


@jitable
def _complete(s: Megaman) -> int:
    """How many seats meet the conditions now; one may cease to in the same round (MM-R17, MM-Q2, MM-Q5)."""
    count = 0
    for seat in range(s.seats):
        count += is_complete(s, seat)
    return count


def rank(s: Megaman, b: MegamanTables, out: Ints) -> None:
    """MM-R16, MM-Q3, MM-Q4, MM-Q25."""
    for seat in range(s.seats):
        out[seat, 1] = _standing(s, seat)
    write_places(s, out)


@jitable
def can_win(s: Megaman, seat: int) -> bool:
    """Whether a seat meets the conditions of the end as things stand (MM-R16, MM-Q25).

    Only when all have passed does a game end within a round: then it is as if nobody met them.
    """
    within_round = s.over and s.turn != s.start
    return not within_round and is_complete(s, seat)


@jitable
def _standing(s: Megaman, seat: int) -> int:
    """Who can win first; then points, the tile, fewest cards, as one number."""
    standing = 2 * int(s.points[seat]) + (s.yashichi == seat)
    if can_win(s, seat):
        standing += 1 << 10
    return standing * (CARDS + 1) + CARDS - int(s.bought[seat])


def estimate(s: Megaman, b: MegamanTables, out: Ints) -> None:
    """Chances by what each seat has.

    The weights were found by play. For two, one move ahead, they win 99 of 100 games against random play, and 4 of 5
    against the weights that served Splendor.
    """
    for seat in range(s.seats):
        out[seat] = _standing(s, seat) if s.over else _worth(s, b, seat)
    if s.over:
        share_among_best(s, out)
    else:
        share_by_worth(s, out)


@jitable
def _worth(s: Megaman, b: MegamanTables, seat: int) -> int:
    """What a seat has: the conditions met, points, bonuses, tokens, tags, the best cards within reach, Helpers near."""
    worth = 76 + 10 * int(s.points[seat]) + 76 * int(s.tokens[seat, GREEN])
    for color in range(COLOR_COUNT):
        bonus = int(s.bonus[seat, color])
        worth += 40 * (bonus > 0) + 17 * min(5, bonus) + 5 * min(3, int(s.tokens[seat, color]))
    worth += 2 * int(s.tokens[seat, GRAY]) + 8 * int(s.tags[seat])
    return worth + in_reach(s, b, seat) + 20 * nobles_near(s, b, seat)


def tally(s: Megaman, b: MegamanTables, out: Ints) -> None:
    """The robots that each seat recruited, then the sides of Helper tiles that joined it."""
    for card in range(CARDS):
        if s.owner[card] >= 0:
            out[s.owner[card], card] = 1
    for i in range(HELPERS):
        if s.nobles[i] != EMPTY and s.noble_owner[i] != EMPTY:
            out[s.noble_owner[i], CARDS + s.nobles[i]] = 1
