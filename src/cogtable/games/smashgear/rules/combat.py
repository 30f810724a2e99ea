"""Combat in two steps, machines that fall apart, and the destruction of bases."""

from __future__ import annotations

from typing import Any

from cogtable.games.smashgear.rules.abilities import Op
from cogtable.games.smashgear.rules.box import SmashGearTables
from cogtable.games.smashgear.rules.components import ALL_SLOTS, PROGRAMS, SIDE, UNITS
from cogtable.games.smashgear.rules.effects import base_host, refresh, run_plugins, run_triggers
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.geometry import (
    UNIT_STEP,
    carry,
    heart_of,
    lay,
    lift,
    locate,
    main_part,
    owner_of,
)
from cogtable.games.smashgear.rules.state import NONE, Place, SmashGear, Trait
from cogtable.games.smashgear.rules.tokens import give_honor
from cogtable.rules import ALL, PlainIntEnum, jitable, note


class Loss(PlainIntEnum):
    """Why a unit is lost."""

    CLASH = 0
    CUT_OFF = 1
    EFFECT = 2


class Removal(PlainIntEnum):
    """Why a machine leaves the board."""

    COMBAT = 0
    ATTACK = 1  # it attacked a base
    DISASSEMBLY = 2


class Meeting(PlainIntEnum):
    """The kinds of meetings between two units on a cell."""

    WEAPONS = 0
    HEARTS = 1
    ITS_HEART = 2  # the mover's heart and a weapon
    OTHER_HEART = 3  # the other's heart and a weapon


@jitable
def put_together(s: SmashGear, b: SmashGearTables, slot: int, card: int, site: int, heart: int, turns: int) -> None:
    """Assembles a machine with the given heart on a base (SG-R25)."""
    s.occupied |= 1 << slot
    s.card[slot] = card
    s.machine_at[card] = Place.FIELD
    s.pose[slot] = turns
    s.row[slot] = site // SIDE - b.at_row[card, turns, heart]
    s.col[slot] = site % SIDE - b.at_col[card, turns, heart]
    s.alive[slot] = (1 << b.units[card]) - 1
    s.shields[slot] = b.armour[card]
    s.used[slot] = 0
    s.moved[slot] = 0
    s.stunned[slot] = 0
    locate(s, b, slot)
    lay(s, slot)
    refresh(s, b, slot)
    s.assembled[owner_of(slot)] |= 1 << card
    note(s, ALL, Event.ASSEMBLED, seat=owner_of(slot), machine=card, slot=slot, cell=site)
    run_triggers(s, b, slot, card, Op.ASSEMBLED)


@jitable
def go(s: SmashGear, b: SmashGearTables, slot: int, how: int, way: int) -> None:
    """Moves a machine; if it then overlaps others, combat follows at once (SG-R15, SG-Q13)."""
    start = heart_of(s, slot)
    carry(s, b, slot, how, way)
    note(
        s,
        ALL,
        Event.MOVED,
        slot=slot,
        machine=s.card[slot],
        gait=how,
        way=way,
        start=start,
        end=heart_of(s, slot),
    )
    if _overlaps(s, slot):
        _fight(s, b, slot)
    if s.card[slot] != NONE:
        lay(s, slot)


@jitable
def _overlaps(s: SmashGear, slot: int) -> bool:
    for unit in range(UNITS):
        cell = s.cells[slot, unit]
        if cell != NONE and s.unit_at[cell] != NONE:
            return True
    return False


@jitable
def meeting(s: SmashGear, b: SmashGearTables, slot: int, unit: int, there: int) -> int:
    """The kind of meeting between a unit of the moving machine and the unit on a cell."""
    own = unit < b.hearts[s.card[slot]]
    other = there % UNIT_STEP < b.hearts[s.card[there // UNIT_STEP]]
    if own:
        return Meeting.HEARTS if other else Meeting.ITS_HEART
    return Meeting.OTHER_HEART if other else Meeting.WEAPONS


@jitable
def _fight(s: SmashGear, b: SmashGearTables, slot: int) -> None:
    """Carries out both steps for all machines that the mover overlaps (SG-R16, SG-Q14, SG-Q17)."""
    doomed = _doomed(s, b, slot)
    broken = _break_weapons(s, b, slot, doomed)
    for other in range(ALL_SLOTS):
        if doomed >> other & 1:
            destroy(s, b, other, Removal.COMBAT)
        elif broken >> other & 1:
            fall_apart(s, b, other)


@jitable
def _doomed(s: SmashGear, b: SmashGearTables, slot: int) -> int:
    """The first step: bits of the slots whose hearts were hit more often than they have shields (SG-R18 to SG-R20).

    Each blow takes a shield (SG-Q55). Two hearts cannot stay on one cell: if both have enough shields, their shields
    break each other.
    """
    hit, both, hitters = _hits(s, b, slot)
    doomed = 0
    for other in range(ALL_SLOTS):
        if hit >> other & 1 and s.shields[other] < _blows(s, b, slot, other):
            doomed |= 1 << other
    if both & ~doomed and not doomed >> slot & 1:
        doomed |= (both & ~doomed) | 1 << slot
    for other in range(ALL_SLOTS):
        if hit >> other & 1 and s.shields[other] > 0:
            _break_shields(s, other, min(s.shields[other], _blows(s, b, slot, other)))
    for other in range(ALL_SLOTS):
        if doomed >> other & 1 and other != slot:
            run_triggers(s, b, slot, s.card[slot], Op.KILL)
        if doomed >> slot & 1 and hitters >> other & 1:
            run_triggers(s, b, other, s.card[other], Op.KILL)
    return doomed


@jitable
def _blows(s: SmashGear, b: SmashGearTables, slot: int, struck: int) -> int:
    """The number of cells on which a heart of the machine `struck` is hit; `struck` can be the mover."""
    count = 0
    for unit in range(UNITS):
        cell = s.cells[slot, unit]
        if cell != NONE and s.unit_at[cell] != NONE:
            there = s.unit_at[cell]
            what = meeting(s, b, slot, unit, there)
            own = struck == slot and what in (Meeting.HEARTS, Meeting.ITS_HEART)
            if own or (there // UNIT_STEP == struck and what in (Meeting.HEARTS, Meeting.OTHER_HEART)):
                count += 1
    return count


@jitable
def _hits(s: SmashGear, b: SmashGearTables, slot: int) -> Any:
    """Bits of three sets of slots: machines with a heart that is hit, those with a heart that the mover's heart hits,
    and those that hit the mover's heart.
    """
    hit, both, hitters = 0, 0, 0
    for unit in range(UNITS):
        cell = s.cells[slot, unit]
        if cell != NONE and s.unit_at[cell] != NONE:
            there = s.unit_at[cell]
            what = meeting(s, b, slot, unit, there)
            note(s, ALL, Event.CLASHED, cell=cell, mover=slot, other=there // UNIT_STEP, meeting=what)
            if what in (Meeting.HEARTS, Meeting.ITS_HEART):
                hit |= 1 << slot
                hitters |= 1 << (there // UNIT_STEP)
            if what in (Meeting.HEARTS, Meeting.OTHER_HEART):
                hit |= 1 << (there // UNIT_STEP)
            if what == Meeting.HEARTS:
                both |= 1 << (there // UNIT_STEP)
    return hit, both, hitters


@jitable
def _break_shields(s: SmashGear, slot: int, count: int) -> None:
    s.shields[slot] -= count
    note(s, ALL, Event.SHIELD_LOST, slot=slot, machine=s.card[slot], shields=count)


@jitable
def _break_weapons(s: SmashGear, b: SmashGearTables, slot: int, doomed: int) -> int:
    """The second step: weapons break on weapons and on shielded hearts. Returns bits of the slots that lost some."""
    if doomed >> slot & 1:
        return 0
    touched = 0
    for unit in range(UNITS):
        cell = s.cells[slot, unit]
        if cell == NONE or s.unit_at[cell] == NONE:
            continue
        there = s.unit_at[cell]
        other = there // UNIT_STEP
        if doomed >> other & 1:
            continue
        what = meeting(s, b, slot, unit, there)
        sharp, other_sharp = s.traits[slot] & Trait.SHARP, s.traits[other] & Trait.SHARP
        if what == Meeting.OTHER_HEART or (what == Meeting.WEAPONS and (other_sharp or not sharp)):
            lose(s, b, slot, unit, Loss.CLASH)
            touched |= 1 << slot
        if what == Meeting.ITS_HEART or (what == Meeting.WEAPONS and (sharp or not other_sharp)):
            lose(s, b, other, there % UNIT_STEP, Loss.CLASH)
            touched |= 1 << other
    return touched


@jitable
def lose(s: SmashGear, b: SmashGearTables, slot: int, unit: int, why: int) -> None:
    """Removes a unit of a machine, but not the units that it connected (see `fall_apart`)."""
    cell = s.cells[slot, unit]
    note(s, ALL, Event.UNIT_LOST, slot=slot, machine=s.card[slot], unit=unit, cell=cell, why=why)
    s.alive[slot] &= ~(1 << unit)
    s.cells[slot, unit] = NONE
    if s.unit_at[cell] == UNIT_STEP * slot + unit:
        s.unit_at[cell] = NONE


@jitable
def fall_apart(s: SmashGear, b: SmashGearTables, slot: int) -> None:
    """Removes units that are no longer connected with the main part, or asks the owner to choose that part (SG-R17)."""
    locate(s, b, slot)
    part = main_part(s, b, slot)
    if part == 0:
        s.torn |= 1 << slot
    else:
        keep(s, b, slot, part)


@jitable
def keep(s: SmashGear, b: SmashGearTables, slot: int, part: int) -> None:
    """Removes all units of a machine except the given ones (bits)."""
    for unit in range(UNITS):
        if (s.alive[slot] & ~part) >> unit & 1:
            lose(s, b, slot, unit, Loss.CUT_OFF)
    locate(s, b, slot)


@jitable
def destroy(s: SmashGear, b: SmashGearTables, slot: int, why: int) -> None:
    """Moves a machine to its owner's landfill, and the plugins on it to their owners' (SG-R26)."""
    card, seat = s.card[slot], owner_of(slot)
    note(
        s,
        ALL,
        Event.DESTROYED,
        slot=slot,
        machine=card,
        to=seat,
        why=why,
        pose=s.pose[slot],
        alive=s.alive[slot],
        heart=heart_of(s, slot),
    )
    if why != Removal.DISASSEMBLY:
        run_triggers(s, b, slot, card, Op.LOST)
    clear(s, b, slot)
    s.machine_at[card] = Place.LANDFILL + seat


@jitable
def clear(s: SmashGear, b: SmashGearTables, slot: int) -> None:
    """Empties a slot: removes the units and puts plugins on the landfills; the caller moves the card."""
    lift(s, slot)
    lose_plugins(s, slot)
    s.occupied &= ~(1 << slot)
    s.card[slot] = NONE
    s.cells[slot, :] = NONE
    s.reach[slot] = 0
    s.row[slot] = 0
    s.col[slot] = 0
    s.pose[slot] = 0
    s.alive[slot] = 0
    s.traits[slot] = 0
    s.move_cost[slot] = 0
    s.shields[slot] = 0
    s.stunned[slot] = 0
    s.used[slot] = 0
    s.moved[slot] = 0
    s.torn &= ~(1 << slot)


@jitable
def lose_plugins(s: SmashGear, host: int) -> None:
    """Destroys the plugins on a machine or a base (SG-R13, SG-Q39)."""
    if s.installed > 0:
        for program in range(PROGRAMS):
            if s.host[program] == host:
                lose_plugin(s, program)


@jitable
def lose_plugin(s: SmashGear, program: int) -> None:
    """Moves a plugin to its owner's landfill."""
    seat = s.program_owner[program]
    note(s, ALL, Event.PLUGIN_LOST, seat=seat, program=program)
    s.program_at[program] = Place.LANDFILL + seat
    s.host[program] = NONE
    s.program_owner[program] = NONE
    s.installed -= 1


@jitable
def destroy_base(s: SmashGear, b: SmashGearTables, slot: int, cell: int) -> None:
    """Carries out an attack on a base: the base and the machine are destroyed, and honor is gained (SG-R21, SG-R24)."""
    seat, card = owner_of(slot), s.card[slot]
    note(s, ALL, Event.BASE_DESTROYED, seat=1 - seat, cell=cell, slot=slot)
    run_plugins(s, b, base_host(cell), Op.LOST)
    _remove_base(s, 1 - seat, cell)
    s.base_spent[1 - seat] += 1
    give_honor(s, seat, b.base_honor)
    run_triggers(s, b, slot, card, Op.RAID)
    if not s.traits[slot] & Trait.SURVIVES:
        destroy(s, b, slot, Removal.ATTACK)


@jitable
def _remove_base(s: SmashGear, seat: int, cell: int) -> None:
    lose_plugins(s, base_host(cell))
    s.base_at[cell] = NONE
    s.bases[seat] -= 1
    last = s.bases[seat]
    for i in range(last):
        if s.base_list[seat, i] == cell:
            s.base_list[seat, i] = s.base_list[seat, last]
    s.base_list[seat, last] = NONE


@jitable
def bunker_on(s: SmashGear, b: SmashGearTables, cell: int) -> int:
    """The plugin that saves the base on a cell once; NONE if there is none."""
    if s.installed > 0:
        for program in range(PROGRAMS):
            if s.host[program] == base_host(cell) and b.program_bunker[program]:
                return program
    return NONE
