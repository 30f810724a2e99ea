"""The script of a seat: the rows being carried out for it, and its question."""

from __future__ import annotations

from cogtable.games.recharge.rules.components import EVENTS, ROBOTS
from cogtable.games.recharge.rules.state import EMPTY, Question, Recharge, Stage
from cogtable.rules import PlainIntEnum, jitable


class Cause(PlainIntEnum):
    """The numbers of causes that act for a seat: a robot, EVENT plus an Event, or ACTION plus its Action."""

    EVENT = ROBOTS
    ACTION = ROBOTS + EVENTS


@jitable
def start(s: Recharge, seat: int, script: int, actor: int, row: int, stop: int) -> None:
    """Starts rows of a script for a seat."""
    s.script[seat] = script
    s.actor[seat] = actor
    s.row[seat] = row
    s.stop[seat] = stop
    s.times[seat] = 1
    s.until[seat] = stop


@jitable
def finish(s: Recharge, seat: int) -> None:
    """Ends the script."""
    start(s, seat, EMPTY, EMPTY, 0, 0)
    s.skip[seat] = 0


@jitable
def ask(s: Recharge, seat: int, question: int, remaining: int, optional: int) -> None:
    """Asks a seat a question that takes `remaining` answers; does nothing if that is 0."""
    if remaining > 0:
        s.asks[seat] = question
        s.remaining[seat] = remaining
        s.optional[seat] = optional


@jitable
def cause(s: Recharge, seat: int) -> int:
    """The number of the cause that acts for a seat (see `Cause`); EMPTY if there is none."""
    if s.actor[seat] != EMPTY:
        return s.actor[seat]
    if s.script[seat] != EMPTY:
        return s.script[seat]
    return Cause.ACTION + s.chose[seat] if s.stage[seat] == Stage.ACTING else EMPTY


@jitable
def owes_discards(s: Recharge, seat: int) -> bool:
    """Whether a seat is discarding cards because others made it."""
    return s.asks[seat] == Question.DISCARD and s.script[seat] == EMPTY
