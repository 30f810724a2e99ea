"""The course of play: preparing, turns, answers, and the end."""

from __future__ import annotations

from cogtable.games.smashgear.rules.answers import may_answer
from cogtable.games.smashgear.rules.box import SmashGearTables
from cogtable.games.smashgear.rules.components import ALL_SLOTS, MACHINES, PROGRAMS, SLOTS, Card
from cogtable.games.smashgear.rules.effects import exploit, hand_limit
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.geometry import owner_of
from cogtable.games.smashgear.rules.stack import continues_repair, resolve
from cogtable.games.smashgear.rules.state import NONE, Phase, Reason, SmashGear, Want, Window
from cogtable.games.smashgear.rules.store import discard, hand_size, holds
from cogtable.rules import ALL, jitable, note


@jitable
def ask(s: SmashGear, phase: int, seat: int) -> None:
    """Asks for the next decision."""
    s.phase = phase
    s.asked = seat
    s.waiting = 1 << seat


@jitable
def advance(s: SmashGear, b: SmashGearTables, by: int, lets: int) -> None:
    """Advances to the next decision: once neither seat answers, the stack resolves, last first (SG-Q52).

    `by` is the seat that acted, which wins if both meet a condition (SG-Q35). `lets` is the seat that has just
    declined to answer, or NONE.
    """
    while not s.over and not _check_end(s, b, by):
        if s.torn:
            _ask_part(s)
            return
        if s.repair_slot != NONE:
            if continues_repair(s, b):
                ask(s, Phase.REPAIR, owner_of(s.repair_slot))
                return
        elif s.wanted != Want.NOTHING:
            ask(s, Phase.TARGET, s.stack_seat[s.depth - 1])
            return
        elif s.depth > 0:
            owner = s.stack_seat[s.depth - 1]
            if _ask_for_answer(s, b, owner, lets):
                return
            resolve(s, b)
            by, lets = owner, NONE
        elif s.window != Window.SHUT:
            if lets == NONE and may_answer(s, b, 1 - s.turn):
                ask(s, Phase.RESPOND, 1 - s.turn)
                return
            s.window, lets = Window.SHUT, NONE  # declining in this window does not close the next one (SG-Q57)
        elif s.turns == 0:
            _begin_battle(s, b)
        elif not s.ending:
            ask(s, Phase.ACT, s.turn)
            return
        elif hand_size(s, s.turn) > hand_limit(s, b, s.turn):
            card = _only_kind(s, s.turn)
            if card == NONE or s.always_ask:
                ask(s, Phase.DISCARD, s.turn)
                return
            throw_away(s, s.turn, card)
        else:
            end_turn(s, b)


@jitable
def _only_kind(s: SmashGear, seat: int) -> int:
    """The card that a seat must throw away if all in its hand are alike; NONE if it has a choice."""
    found = NONE
    for card in range(MACHINES + PROGRAMS + 2):
        if holds(s, seat, card):
            if found != NONE:
                return NONE
            found = card
    return found


@jitable
def throw_away(s: SmashGear, seat: int, card: int) -> None:
    """Throws away a card of a hand that is too large, numbered as in the action space."""
    kind = discard(s, seat, card)
    note(s, ALL, Event.DISCARDED, seat=seat, kind=kind, card=card - MACHINES if kind == Card.PROGRAM else card)


@jitable
def _ask_for_answer(s: SmashGear, b: SmashGearTables, owner: int, lets: int) -> bool:
    """Asks for answers to the top of the stack: first the other seat, then its owner (SG-Q52)."""
    if lets == NONE and may_answer(s, b, 1 - owner):
        ask(s, Phase.RESPOND, 1 - owner)
        return True
    if lets != owner and may_answer(s, b, owner):
        ask(s, Phase.RESPOND, owner)
        return True
    return False


@jitable
def _ask_part(s: SmashGear) -> None:
    """Asks the owner of a machine that fell apart, in seat order from the active player (SG-Q60)."""
    for i in range(ALL_SLOTS):
        slot = (SLOTS * s.turn + i) % ALL_SLOTS
        if s.torn >> slot & 1:
            s.torn_slot = slot
            ask(s, Phase.PART, owner_of(slot))
            return


@jitable
def _check_end(s: SmashGear, b: SmashGearTables, by: int) -> bool:
    """Ends the game if a seat has won: the other has no base, or it has enough honor (SG-R7, SG-Q34)."""
    for i in range(2):
        seat = by if i == 0 else 1 - by
        if s.bases[1 - seat] == 0:
            end(s, seat, Reason.NO_BASE)
            return True
        if s.honor[seat] >= b.honor_goal:
            end(s, seat, Reason.HONOR)
            return True
    return False


@jitable
def end(s: SmashGear, winner: int, reason: int) -> None:
    """Ends the game; `winner` is NONE for a draw."""
    s.over = 1
    s.waiting = 0
    s.winner = winner
    s.reason = reason
    note(s, ALL, Event.ENDED, reason=reason, winner=winner)


# --- preparing ----------------------------------------------------------------------------------------


@jitable
def _begin_battle(s: SmashGear, b: SmashGearTables) -> None:
    """SG-R5."""
    for i in range(2):
        seat = (s.start + i) % 2
        if s.gears[seat] > 0:
            note(s, ALL, Event.LEFT_GEARS, seat=seat, gears=s.gears[seat])
        s.gears[seat] = 0
    note(s, ALL, Event.BATTLE, seat=s.start)
    s.turn = s.start
    _start_turn(s, b)


# --- turns --------------------------------------------------------------------------------------------


@jitable
def _start_turn(s: SmashGear, b: SmashGearTables) -> None:
    """Exploit (SG-R8); the other seat may act before its gears are spent (SG-Q52)."""
    s.turns += 1
    s.ending = 0
    s.window = Window.AT_START
    s.lets_all[s.turn] = 0
    s.assembles = 1
    s.builds = 1
    seat = s.turn
    for slot in range(ALL_SLOTS):
        s.used[slot] = 0
        s.moved[slot] = 0
    note(s, ALL, Event.TURN, seat=seat, turn=s.turns)
    gears = b.base_gears * s.bases[seat]
    s.gears[seat] += gears
    note(s, ALL, Event.EXPLOITED, seat=seat, gears=gears)
    exploit(s, b, seat)


@jitable
def declare_end(s: SmashGear) -> None:
    """Declares the end of the turn; the other seat may act one last time (SG-Q42)."""
    s.ending = 1
    s.window = Window.AFTERWARDS
    note(s, ALL, Event.ENDING, seat=s.turn)


@jitable
def end_turn(s: SmashGear, b: SmashGearTables) -> None:
    """Passes the turn on, or ends the game at the cap (SG-Q43)."""
    for slot in range(s.turn * SLOTS, (s.turn + 1) * SLOTS):
        s.stunned[slot] = 0
    if s.turns >= s.cap:
        end(s, NONE, Reason.CAP)
        return
    s.turn = 1 - s.turn
    _start_turn(s, b)
