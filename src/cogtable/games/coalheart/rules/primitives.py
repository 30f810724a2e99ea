"""The basic effects of abilities on robots and cubes, with their triggers: one function each."""

from __future__ import annotations

from cogtable.games.coalheart.rules.abilities import Op, Trigger
from cogtable.games.coalheart.rules.box import CoalheartTables
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, GEARS
from cogtable.games.coalheart.rules.events import Event
from cogtable.games.coalheart.rules.stack import trigger
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Coalheart, Victory
from cogtable.rules import ALL, Ints, below, jitable, note, shuffle

MOST_DAMAGE = 9999
"""The cap on damage, even if a box makes more possible."""


# --- cubes ------------------------------------------------------------------------------------------------


@jitable
def total(cubes: Ints) -> int:
    """How many cubes of all colours there are."""
    count = 0
    for color in range(COLOR_COUNT):
        count += cubes[color]
    return count


@jitable
def colors(cubes: Ints) -> int:
    """The colours that have cubes, a bit each."""
    bits = 0
    for color in range(COLOR_COUNT):
        if cubes[color] > 0:
            bits |= 1 << color
    return bits


@jitable
def drawn_color(s: Coalheart) -> int:
    """The colour of a random cube of the Supply, which must not be empty (CH-R41)."""
    skip = below(s, total(s.supply))
    color = 0
    while skip >= s.supply[color]:
        skip -= s.supply[color]
        color += 1
    return color


@jitable
def draw_cube(s: Coalheart, seat: int, source: int) -> None:
    """Draws a random cube from the Supply; if it is empty, nothing happens or triggers (CH-Q13)."""
    if total(s.supply) > 0:
        color = drawn_color(s)
        note(s, ALL, Event.DREW, seat=seat, color=color, source=source)
        _from_supply(s, seat, color)


@jitable
def choose_cube(s: Coalheart, seat: int, color: int, source: int) -> None:
    """Takes a chosen cube from the Supply."""
    note(s, ALL, Event.CHOSE, seat=seat, color=color, source=source)
    _from_supply(s, seat, color)


@jitable
def _from_supply(s: Coalheart, seat: int, color: int) -> None:
    s.supply[color] -= 1
    s.cubes[seat, color] += 1
    s.gained[seat] += 1
    trigger(s, seat, s.listens[seat, Trigger.FROM_SUPPLY], NOBODY)


@jitable
def quarry_cube(s: Coalheart, seat: int, color: int, how: int) -> None:
    """Takes a cube from the Quarry, which triggers nothing."""
    note(s, ALL, Event.QUARRIED, seat=seat, color=color, how=how)
    s.quarry[color] -= 1
    s.cubes[seat, color] += 1
    s.gained[seat] += 1


@jitable
def take_cube(s: Coalheart, seat: int, color: int, loser: int, source: int) -> None:
    """Takes a cube from another player."""
    note(s, ALL, Event.GOT, seat=seat, color=color, loser=loser, source=source)
    s.cubes[loser, color] -= 1
    s.cubes[seat, color] += 1
    s.gained[seat] += 1
    trigger(s, seat, s.listens[seat, Trigger.FROM_PLAYER], loser)


@jitable
def pay_cubes(s: Coalheart, seat: int, color: int, count: int) -> None:
    """Returns spent cubes to the Supply at once (CH-Q12)."""
    if count > 0:
        note(s, ALL, Event.PAID, seat=seat, color=color, count=count)
        s.cubes[seat, color] -= count
        s.supply[color] += count


@jitable
def fill_quarry(s: Coalheart) -> None:
    """Fills the Quarry up to players + 2 cubes, if the Supply has them (CH-R19, CH-Q13)."""
    missing = s.seats + 2 - total(s.quarry)
    while missing > 0 and total(s.supply) > 0:
        color = drawn_color(s)
        s.supply[color] -= 1
        s.quarry[color] += 1
        missing -= 1
        note(s, ALL, Event.FILLED, color=color)


# --- Gear cards -------------------------------------------------------------------------------------------


@jitable
def fill_row(s: Coalheart) -> None:
    """Fills the Gear row up to players + 2 cards (CH-R8, CH-Q45, CH-Q55)."""
    for place in range(s.seats + 2):
        if s.row[place] == EMPTY:
            if s.deck_left == 0:
                _shuffle_discard(s)
            if s.deck_left > 0:
                s.deck_left -= 1
                kind = s.deck[s.deck_left]
                s.deck[s.deck_left] = EMPTY
                s.row[place] = kind
                note(s, ALL, Event.LAID_OUT, gear=kind, place=place)


@jitable
def _shuffle_discard(s: Coalheart) -> None:
    """Shuffles the used cards into a new deck when a card is needed and there is none (CH-Q74)."""
    for kind in range(GEARS):
        while s.discard[kind] > 0:
            s.discard[kind] -= 1
            s.deck[s.deck_left] = kind
            s.deck_left += 1
    if s.deck_left > 0:
        shuffle(s, s.deck, 0, s.deck_left)
        note(s, ALL, Event.RESHUFFLED, count=s.deck_left)


@jitable
def place_in_row(s: Coalheart, kind: int) -> int:
    """The place of the first face-up card of a kind; EMPTY if there is none."""
    for place in range(s.seats + 2):
        if s.row[place] == kind:
            return place
    return EMPTY


@jitable
def kinds_in_row(s: Coalheart) -> int:
    """The kinds of Gear that are face up, a bit each."""
    bits = 0
    for place in range(s.seats + 2):
        if s.row[place] != EMPTY:
            bits |= 1 << s.row[place]
    return bits


# --- HP ---------------------------------------------------------------------------------------------------


@jitable
def gain_hp(s: Coalheart, b: CoalheartTables, seat: int, count: int, source: int) -> None:
    """Gains HP up to the limit; a broken robot gains none, but triggers happen all the same (CH-R46, CH-Q37)."""
    before = s.hp[seat]
    if before > 0:
        s.hp[seat] = min(b.hp, before + count)
    note(s, ALL, Event.GAINED, seat=seat, gain=s.hp[seat] - before, source=source, hp=s.hp[seat])
    trigger(s, seat, s.listens[seat, Trigger.GAINING], NOBODY)


@jitable
def pay_hp(s: Coalheart, b: CoalheartTables, seat: int, count: int, source: int) -> None:
    """CH-Q20."""
    s.hp[seat] -= count
    note(s, ALL, Event.PAID_HP, seat=seat, paid=count, source=source, hp=s.hp[seat])
    if s.hp[seat] == 0:
        note(s, ALL, Event.BROKE, seat=seat)
        _check_survivors(s, 1 << seat)


@jitable
def mend(s: Coalheart, seat: int, count: int) -> None:
    """Mends a broken robot, which is not a gain of HP (CH-Q72)."""
    if s.hp[seat] == 0:
        s.hp[seat] = count
        note(s, ALL, Event.MENDED, seat=seat, hp=count)


@jitable
def damage(s: Coalheart, b: CoalheartTables, dealer: int, targets: int, count: int) -> None:
    """Deals the damage of one instruction to each target (bits), then its triggers (CH-Q64)."""
    before = _dealt_in_turn(s, dealer)
    broken = 0
    for i in range(1, s.seats + 1):
        seat = (dealer + i) % s.seats
        if targets >> seat & 1 and _deal_damage(s, b, dealer, seat, count):
            broken |= 1 << seat
    if broken:
        _check_survivors(s, broken)
    if s.turns >> dealer & 1 and s.listens[dealer, Trigger.DEALT] and not s.over:
        _check_thresholds(s, b, dealer, before, _dealt_in_turn(s, dealer))


@jitable
def others(s: Coalheart, seat: int) -> int:
    """All seats but one, a bit each."""
    return ((1 << s.seats) - 1) & ~(1 << seat)


@jitable
def _deal_damage(s: Coalheart, b: CoalheartTables, dealer: int, seat: int, count: int) -> bool:
    """Deals damage to one player, capped for a broken dealer (CH-R46, CH-Q63); returns whether the robot breaks."""
    if s.hp[dealer] == 0:
        allowed = max(0, b.cap - s.dealt[dealer, seat])
        if count > allowed:
            note(s, ALL, Event.CAPPED, seat=dealer, target=seat, before=count, damage=allowed)
            count = allowed
    s.dealt[dealer, seat] = min(MOST_DAMAGE, s.dealt[dealer, seat] + count)
    before = s.hp[seat]
    s.hp[seat] = max(0, before - count)
    note(s, ALL, Event.DAMAGED, seat=dealer, target=seat, damage=count, hp=s.hp[seat])
    breaks = before > 0 and s.hp[seat] == 0
    if breaks:
        note(s, ALL, Event.BROKE, seat=seat)
    return breaks


@jitable
def _dealt_in_turn(s: Coalheart, dealer: int) -> int:
    """The damage that a player has dealt in this turn (CH-Q34)."""
    count = 0
    for seat in range(s.seats):
        count += s.dealt[dealer, seat]
    return count


@jitable
def _check_thresholds(s: Coalheart, b: CoalheartTables, seat: int, before: int, after: int) -> None:
    """Triggers the parts whose threshold of damage was just reached (CH-Q34, CH-Q71)."""
    slots = 0
    for slot in range(BODY):
        if s.listens[seat, Trigger.DEALT] >> slot & 1:
            least = b.threshold[s.body[seat, slot]]
            if before < least <= after:
                slots |= 1 << slot
    trigger(s, seat, slots, NOBODY)


# --- parts ------------------------------------------------------------------------------------------------


@jitable
def place_part(s: Coalheart, b: CoalheartTables, seat: int, slot: int) -> None:
    """Puts a part in place, with its permanent effects."""
    part = s.body[seat, slot]
    s.built[seat] |= 1 << slot
    s.parts[seat] += 1
    s.power[seat] += b.power[part]
    if b.trigger[part] >= 0:
        s.listens[seat, b.trigger[part]] |= 1 << slot
    if b.program[part, 0, 0] == Op.DELUXE:
        s.deluxe |= 1 << seat


@jitable
def build(s: Coalheart, b: CoalheartTables, seat: int, slot: int, free: int) -> None:
    """Builds a part in an Upgrade Phase: eleven win at once (CH-Q57), then the triggers of building (CH-Q80)."""
    place_part(s, b, seat, slot)
    s.fresh[seat] |= 1 << slot
    s.chances[seat] = 0  # CH-R25
    note(s, ALL, Event.BUILT, seat=seat, slot=slot, part=s.body[seat, slot], free=free)
    if s.parts[seat] == BODY:
        end(s, Victory.FINISHED, 1 << seat)
    else:
        trigger(s, seat, s.listens[seat, Trigger.BUILDING] & ~s.fresh[seat], NOBODY)


# --- the end ----------------------------------------------------------------------------------------------


@jitable
def end(s: Coalheart, victory: int, winners: int) -> None:
    """Ends the game."""
    s.over = 1
    s.waiting = 0
    s.victory = victory
    s.winners = winners
    note(s, ALL, Event.ENDED, victory=victory)


@jitable
def _check_survivors(s: Coalheart, broken: int) -> None:
    """After robots broke: the only one left wins (CH-Q4), or one of those that just broke (CH-R48, CH-Q5)."""
    standing = 0
    last = 0
    for seat in range(s.seats):
        if s.hp[seat] > 0:
            standing += 1
            last = seat
    if standing == 1:
        end(s, Victory.LAST_STANDING, 1 << last)
    elif standing == 0:
        end(s, Victory.ALL_BROKEN, 1 << _most_parts(s, broken))


@jitable
def _most_parts(s: Coalheart, seats: int) -> int:
    """The seat with most parts among `seats`; ties go to the first in turn order from now (CH-Q5, CH-Q58)."""
    start = s.lead
    for seat in range(s.seats):
        if s.turns == 1 << seat:
            start = seat
    best = -1
    for i in range(s.seats):
        seat = (start + i) % s.seats
        if seats >> seat & 1 and (best < 0 or s.parts[seat] > s.parts[best]):
            best = seat
    return best
