"""The verbs of Splendor. Numbers like SP-R4 refer to `rules.md`."""

from __future__ import annotations

from cogtable.games.splendor.rules.actions import Action
from cogtable.games.splendor.rules.box import SplendorTables
from cogtable.games.splendor.rules.components import CARDS, NOBLES, SHOWN_NOBLES
from cogtable.games.splendor.rules.events import Event
from cogtable.games.splendor.rules.heuristic import heuristic
from cogtable.games.splendor.rules.hidden_info import determinize, hide, weigh
from cogtable.games.splendor.rules.legal import legal
from cogtable.games.splendor.rules.state import EMPTY, Splendor
from cogtable.games.splendor.rules.turn import begin, carry_out, clear_place, end_turn, lay_out, must_decide, receive
from cogtable.rules import ALL, Ints, below, jitable, note, places, share_among_best, share_by_heuristic

__all__ = ["determinize", "evaluate", "hide", "legal", "play", "rank", "setup", "weigh"]


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
    """Applies an action and its consequences: replacement, return, noble, end (SP-Q4)."""
    note(s, ALL, Event.ACTED, seat=seat, round=s.rounds)
    if Action.CHOOSE_NOBLE <= action < Action.CHOOSE_NOBLE + SHOWN_NOBLES:
        receive(s, b, seat, action - Action.CHOOSE_NOBLE)
    else:
        place = carry_out(s, b, seat, action)
        if place != EMPTY:
            clear_place(s, seat, place)
        if must_decide(s, b, seat):
            return
    reached = _reached(s)
    end_turn(s, seat, reached > 0)
    if not s.over and reached == 1 and s.points[seat] >= s.target:
        note(s, ALL, Event.LAST_ROUND, seat=seat)


@jitable
def _reached(s: Splendor) -> int:
    """How many seats have enough points to end the game."""
    count = 0
    for seat in range(len(s.points)):
        count += s.points[seat] >= s.target
    return count


def rank(s: Splendor, b: SplendorTables, out: Ints) -> None:
    """SP-R8, SP-Q6, SP-Q11, SP-Q15."""
    for seat in range(s.seats):
        out[seat, 1] = _standing(s, seat)
    places(out, s.seats)
    for seat in range(s.seats):
        out[seat, 1] = s.points[seat]


@jitable
def _standing(s: Splendor, seat: int) -> int:
    """Points, then fewest cards, as one number; equal numbers share a place."""
    return s.points[seat] * (CARDS + 1) + CARDS - s.bought[seat]


def evaluate(s: Splendor, b: SplendorTables, out: Ints) -> None:
    """Each seat's chance of winning, from `heuristic`.

    The weights were tuned by self-play: looking one move ahead, they beat random play in 999 of 1000 games for two.
    """
    for seat in range(s.seats):
        out[seat] = _standing(s, seat) if s.over else heuristic(s, b, seat)
    if s.over:
        share_among_best(out, s.seats)
    else:
        share_by_heuristic(out, s.seats)
