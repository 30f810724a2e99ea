"""Operations without a target, and the triggers of cards."""

from __future__ import annotations

from cogtable.games.smashgear.rules.abilities import ADDED, GUARDS, Op
from cogtable.games.smashgear.rules.box import ROWS, SmashGearTables
from cogtable.games.smashgear.rules.components import ALL_SLOTS, PROGRAMS, SLOTS, Card
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.geometry import owner_of
from cogtable.games.smashgear.rules.state import MANY, NONE, SmashGear, Trait
from cogtable.games.smashgear.rules.store import draw
from cogtable.games.smashgear.rules.tokens import give_gears, give_honor
from cogtable.rules import ALL, Ints, carried_out, jitable, note

do_added = carried_out(__name__, ADDED)
"""Carries out an operation that the box adds."""


@jitable
def carry_out(s: SmashGear, b: SmashGearTables, seat: int, op: int, count: int, which: int) -> None:
    """Carries out an operation without a target, for a seat."""
    if op == Op.GEARS:
        give_gears(s, seat, count)
    elif op == Op.STEAL:
        taken = min(count, s.gears[1 - seat])
        if taken > 0:
            give_gears(s, 1 - seat, -taken)
            give_gears(s, seat, taken)
    elif op == Op.HONOR:
        give_honor(s, seat, count)
    elif op == Op.DRAW:
        for _ in range(count):
            draw(s, seat, Card.MACHINE if which == 0 else Card.PROGRAM)
    elif op == Op.ASSEMBLE:
        s.assembles = min(MANY, s.assembles + count)
        note(s, ALL, Event.MAY_MORE, seat=seat, what=0)
    elif op == Op.BUILD:
        s.builds = min(MANY, s.builds + count)
        note(s, ALL, Event.MAY_MORE, seat=seat, what=1)
    elif op >= ADDED:
        do_added(s, b, seat, op, count, which)


@jitable
def carry_out_rows(s: SmashGear, b: SmashGearTables, seat: int, rows: Ints, first: int, count: int) -> None:
    """Carries out the operations without a target in these rows, in order, subject to their conditions."""
    for i in range(first, first + count):
        carry_out(s, b, seat, rows[i, 0], rows[i, 1], rows[i, 2])


@jitable
def _run_trigger(s: SmashGear, b: SmashGearTables, seat: int, rows: Ints, trigger: int) -> None:
    """Carries out the effects of a card that follow a trigger."""
    at = 0
    while at < ROWS and rows[at, 0] >= 0:
        guarded = rows[at, GUARDS]
        if rows[at, 0] == trigger:
            carry_out_rows(s, b, seat, rows, at + 1, guarded)
        at += 1 + guarded


@jitable
def run_triggers(s: SmashGear, b: SmashGearTables, slot: int, card: int, trigger: int) -> None:
    """Runs the triggers of a machine and its plugins for an event."""
    if b.triggers[card] >> trigger & 1:
        _run_trigger(s, b, owner_of(slot), b.does[card], trigger)
    run_plugins(s, b, slot, trigger)


@jitable
def run_plugins(s: SmashGear, b: SmashGearTables, host: int, trigger: int) -> None:
    """Runs the triggers of the plugins on a machine or a base; "you" is its installer (SG-Q61)."""
    if s.installed > 0:
        for program in range(PROGRAMS):
            if s.host[program] == host and b.program_triggers[program] >> trigger & 1:
                _run_trigger(s, b, s.program_owner[program], b.program_does[program], trigger)


@jitable
def exploit(s: SmashGear, b: SmashGearTables, seat: int) -> None:
    """Carries out the Exploit effects of a seat's cards (SG-R8)."""
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        card = s.card[slot]
        if card != NONE and b.triggers[card] >> Op.EXPLOIT & 1:
            _run_trigger(s, b, seat, b.does[card], Op.EXPLOIT)
    if s.installed > 0:
        for program in range(PROGRAMS):
            own = s.host[program] != NONE and s.program_owner[program] == seat
            if own and b.program_triggers[program] >> Op.EXPLOIT & 1:
                _run_trigger(s, b, seat, b.program_does[program], Op.EXPLOIT)


@jitable
def refresh(s: SmashGear, b: SmashGearTables, slot: int) -> None:
    """Computes a machine's traits and move cost from its card and plugins."""
    card = s.card[slot]
    traits, cost = 0, 0
    if card != NONE:
        traits, cost = b.traits[card], b.move_price[card]
        if s.installed > 0:
            for program in range(PROGRAMS):
                if s.host[program] == slot:
                    traits |= b.program_traits[program]
                    cost += b.program_price_change[program]
    s.traits[slot] = traits
    s.move_cost[slot] = cost


@jitable
def move_price(s: SmashGear, slot: int) -> int:
    """The gears that a machine's next normal move costs (SG-Q50)."""
    if s.traits[slot] & Trait.FIRST_FREE and not s.moved[slot]:
        return 0
    return s.move_cost[slot]


@jitable
def hand_limit(s: SmashGear, b: SmashGearTables, seat: int) -> int:
    """How many cards a seat may keep (SG-R22)."""
    limit = b.hand_limit
    if s.installed > 0:
        for program in range(PROGRAMS):
            if s.host[program] != NONE and s.program_owner[program] == seat:
                limit += b.program_hand[program]
    return limit


@jitable
def base_host(cell: int) -> int:
    """The value of `host` for a plugin on the base on a cell."""
    return ALL_SLOTS + cell
