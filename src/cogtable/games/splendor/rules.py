"""The rules of Splendor. Numbers like SP-R4 are those of `rules.md`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogtable.engine.box import column
from cogtable.engine.chance import below
from cogtable.engine.jit import jitable
from cogtable.engine.notes import ALL, note
from cogtable.engine.state import Int8, Int64, Ints, option
from cogtable.games.splendor.actions import ACTIONS, CHOOSE_NOBLE, NOBLE_CHOICES, PASS, PAY_REST, legal
from cogtable.games.splendor.components import (
    AUTOMATIC,
    CARDS,
    COLOR_COUNT,
    EMPTY,
    GOLD,
    IN_SIGHT,
    UNSEEN,
    GemState,
    GemTables,
)
from cogtable.games.splendor.events import ACTED, LAST_ROUND
from cogtable.games.splendor.standing import in_reach, nobles_near, share_among_best, share_by_worth, write_places
from cogtable.games.splendor.turn import begin, carry_out, clear_place, end_turn, lay_out, must_decide, receive
from cogtable.games.splendor.unseen import guess, hide

__all__ = [
    "ACTIONS",
    "CARDS",
    "COLORS",
    "EMPTY",
    "IN_SIGHT",
    "KINDS",
    "PASS",
    "PAY_REST",
    "UNSEEN",
    "Splendor",
    "SplendorTables",
    "estimate",
    "guess",
    "hide",
    "legal",
    "play",
    "rank",
    "setup",
]

COLORS = ("white", "blue", "green", "red", "black")
KINDS = (*COLORS, "gold")

NOBLES = 10
SHOWN_NOBLES = NOBLE_CHOICES


class SplendorTables(GemTables):
    """The components."""

    bonus = column("cards", "bonus", names=COLORS)
    cost = column("cards", "cost", names=COLORS, high=20)
    noble_points: Int8[NOBLES] = column("nobles", "points", high=20)
    noble_needs: Int8[NOBLES, COLOR_COUNT] = column("nobles", "needs", names=COLORS, high=20)
    packed_needs: Int64[NOBLES]

    @staticmethod
    def check(b: Any) -> Iterator[tuple[str, str]]:
        """Words tell cards apart by what they cost and give, so each must be another."""
        yield from GemTables.check(b)
        seen: dict[tuple[int, ...], int] = {}
        for card in range(CARDS):
            facts = (int(b.level[card]), int(b.bonus[card]), int(b.points[card]), *map(int, b.cost[card]))
            same = seen.setdefault(facts, card)
            if same != card:
                yield f"cards {card + 1}", f"is the same as card {same + 1}; each must be another"


class Splendor(GemState):
    """A game in progress."""

    target = option(15, low=1, high=50, title="Points to reach", text="Who reaches them starts the last round.")
    payment = option(
        AUTOMATIC,
        choices=("automatic", "free"),
        title="Paying with gold",
        text="Automatic spends as little gold as possible; free lets you choose. Without assists it is free.",
    )
    first = option(0, choices=("seat 1", "random"), title="Who starts")
    limit = option(
        200, low=1, high=500, title="Most rounds", text="No rule ends a game in which nobody buys; this does."
    )

    bank: Int8[6]
    tokens: Int8[4, 6]
    nobles: Int8[SHOWN_NOBLES]
    noble_owner: Int8[SHOWN_NOBLES]


def setup(s: Splendor, b: SplendorTables) -> None:
    """SP-R1, SP-R2, SP-Q2, SP-Q12."""
    lay_out(s, b)
    for i in range(s.seats + 1):
        s.nobles[i] = _other_noble(s, i)
    begin(s)


@jitable
def _other_noble(s: Splendor, dealt: int) -> int:
    """A random noble that is not among the first `dealt` on the table."""
    pick = below(s, NOBLES - dealt)
    for noble in range(NOBLES):
        taken = False
        for i in range(dealt):
            taken |= s.nobles[i] == noble
        if not taken:
            if pick == 0:
                return noble
            pick -= 1
    return EMPTY


def play(s: Splendor, b: SplendorTables, seat: int, action: int) -> None:
    """Applies an action and what follows from it: replace, return, noble, end (SP-Q4)."""
    note(s, ALL, ACTED, seat, s.rounds)
    if CHOOSE_NOBLE <= action < CHOOSE_NOBLE + SHOWN_NOBLES:
        receive(s, b, seat, action - CHOOSE_NOBLE)
    else:
        place = carry_out(s, b, seat, action)
        if place != EMPTY:
            clear_place(s, seat, place)
        if must_decide(s, b, seat):
            return
    reached = _reached(s)
    end_turn(s, seat, reached > 0)
    if not s.over and reached == 1 and s.points[seat] >= s.target:
        note(s, ALL, LAST_ROUND, seat)


@jitable
def _reached(s: Splendor) -> int:
    """How many seats have the points to end the game."""
    count = 0
    for seat in range(s.seats):
        count += s.points[seat] >= s.target
    return count


def rank(s: Splendor, b: SplendorTables, out: Ints) -> None:
    """SP-R8, SP-Q6, SP-Q11, SP-Q15."""
    for seat in range(s.seats):
        out[seat, 1] = _standing(s, seat)
    write_places(s, out)


@jitable
def _standing(s: Splendor, seat: int) -> int:
    """Points, then fewest cards, then shared, as one number."""
    return int(s.points[seat]) * (CARDS + 1) + CARDS - int(s.bought[seat])


def estimate(s: Splendor, b: SplendorTables, out: Ints) -> None:
    """Chances by what each seat has.

    The weights were found by play: one move ahead they beat random play in 999 of 1000 games for two.
    """
    for seat in range(s.seats):
        out[seat] = _standing(s, seat) if s.over else _worth(s, b, seat)
    if s.over:
        share_among_best(s, out)
    else:
        share_by_worth(s, out)


@jitable
def _worth(s: Splendor, b: SplendorTables, seat: int) -> int:
    """What a seat has: points, bonuses, tokens, the best cards within reach, and nobles in sight."""
    worth = 100 + 50 * int(s.points[seat])
    for color in range(COLOR_COUNT):
        worth += 44 * min(5, int(s.bonus[seat, color])) + 2 * min(3, int(s.tokens[seat, color]))
    return worth + 5 * int(s.tokens[seat, GOLD]) + in_reach(s, b, seat) + 5 * nobles_near(s, b, seat)
