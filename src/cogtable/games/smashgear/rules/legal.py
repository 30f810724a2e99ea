"""The legal actions."""

from __future__ import annotations

from cogtable.games.smashgear.rules.actions import Action, target_action
from cogtable.games.smashgear.rules.answers import can_play, effects_ready, is_of_use
from cogtable.games.smashgear.rules.box import SmashGearTables
from cogtable.games.smashgear.rules.components import MACHINES, PROGRAMS, SHOWN, SLOTS
from cogtable.games.smashgear.rules.effects import move_price
from cogtable.games.smashgear.rules.geometry import (
    fits,
    fits_on,
    fits_somewhere,
    free_slot,
    gait,
    machines_of,
    open_ways,
    owner_of,
    part_of,
    place_of,
    weapons_in,
)
from cogtable.games.smashgear.rules.stack import target_fits, wanted_range
from cogtable.games.smashgear.rules.state import DEPTH, NONE, Phase, Place, SmashGear
from cogtable.games.smashgear.rules.store import holds, price_of
from cogtable.games.smashgear.rules.targets import can_attack, can_put_back
from cogtable.rules import Mask, allow, any_allowed, jitable, lowest_bit


def legal(s: SmashGear, b: SmashGearTables, seat: int, mask: Mask) -> None:
    """The legal actions of the seat that must decide."""
    _legal(s, b, seat, mask)


@jitable
def _legal(s: SmashGear, b: SmashGearTables, seat: int, mask: Mask) -> None:
    if s.phase == Phase.PREPARE:
        _legal_purchases(s, b, seat, mask)
        _legal_or_pass(mask, Action.END)
    elif s.phase == Phase.ACT:
        _legal_acts(s, b, seat, mask)
        _legal_or_pass(mask, Action.END)
    elif s.phase == Phase.RESPOND:
        _legal_answers(s, b, seat, mask, False)
        _legal_or_pass(mask, Action.LEAVE)
        last = s.ending and s.depth == 0  # its own turn is next, so LEAVE_ALL would equal LEAVE (SG-Q58)
        mask[Action.LEAVE_ALL] = not last and (mask[Action.LEAVE] or s.always_ask)
    elif s.phase == Phase.SITE:
        for i in range(s.bases[seat]):
            cell = s.base_list[seat, i]
            mask[Action.CELL + cell] = fits_on(s, b, s.pending, cell)
    elif s.phase == Phase.PLACE:
        for pose in range(4 * b.hearts[s.pending]):
            if b.distinct[s.pending, pose]:
                mask[Action.POSE + pose] = fits(s, b, s.pending, s.site, pose // 4, pose % 4)
    elif s.phase == Phase.BUILD:
        for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
            _legal_sites(s, b, slot, mask)
    elif s.phase == Phase.TARGET:
        _legal_targets(s, b, mask)
    elif s.phase == Phase.PART:
        _legal_parts(s, b, mask)
    elif s.phase == Phase.REPAIR:
        _legal_repairs(s, b, mask)
    else:
        for card in range(Action.CARD_DESTROY + 1 - Action.CARD):
            mask[Action.CARD + card] = holds(s, seat, card)


@jitable
def _legal_purchases(s: SmashGear, b: SmashGearTables, seat: int, mask: Mask) -> None:
    found = 0
    for item in range(SHOWN + 2):
        found |= (0 <= price_of(s, b, seat, item) <= s.gears[seat]) << item
    allow(mask, Action.BUY, found)


@jitable
def _legal_acts(s: SmashGear, b: SmashGearTables, seat: int, mask: Mask) -> None:
    """SG-R6, SG-R10."""
    _legal_purchases(s, b, seat, mask)
    _legal_answers(s, b, seat, mask, True)
    if s.assembles > 0 and s.machine_hand[seat] > 0 and free_slot(s, seat) != NONE:
        for card in range(MACHINES):
            if s.machine_at[card] == Place.HAND + seat:
                mask[Action.CARD + card] = fits_somewhere(s, b, card, seat)
    if s.builds > 0 and s.base_hand[seat] > 0:
        mask[Action.CARD_BASE] = _can_build(s, b, seat)
    if s.destroy_hand[seat] > 0:
        mask[Action.CARD_DESTROY] = can_attack(s, b, seat)
    if s.turns > 1:  # SG-R4
        machines = machines_of(s, seat)
        while machines:
            i = lowest_bit(machines)
            slot = seat * SLOTS + i
            if may_move(s, b, slot):
                allow(mask, Action.MOVES + 4 * i, open_ways(s, b, slot, gait(s, slot)))
            machines &= machines - 1


@jitable
def _legal_or_pass(mask: Mask, done: int) -> None:
    """Allows the seat to stop. If it has no other action, it can only pass, which needs no decision (SG-Q42)."""
    mask[done if any_allowed(mask) else Action.PASS] = 1


@jitable
def may_move(s: SmashGear, b: SmashGearTables, slot: int) -> bool:
    """Whether a machine's normal move can be paid for; a printed price of 0 allows one a turn (SG-R11, SG-X2)."""
    if s.stunned[slot] or move_price(s, slot) > s.gears[owner_of(slot)]:
        return False
    return b.move_price[s.card[slot]] > 0 or not s.moved[slot]


@jitable
def _legal_answers(s: SmashGear, b: SmashGearTables, seat: int, mask: Mask, acting: bool) -> None:
    """Programs and effects; plugins only when the seat acts in its own turn (SG-R12, SG-R13, SG-R14)."""
    if s.depth >= DEPTH:
        return
    if s.program_hand[seat] > 0:
        for program in range(PROGRAMS):
            if s.program_at[program] == Place.HAND + seat:
                mask[Action.CARD_PROGRAM + program] = can_play(s, b, seat, program, acting)
    ready = effects_ready(s, b, seat)
    while ready:
        i = lowest_bit(ready)
        if is_of_use(s, b, seat * SLOTS + i):
            mask[Action.EFFECTS + i] = 1
        ready &= ready - 1


@jitable
def _can_build(s: SmashGear, b: SmashGearTables, seat: int) -> bool:
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.card[slot] != NONE:
            for heart in range(b.hearts[s.card[slot]]):
                if site_for_base(s, slot, heart) != NONE:
                    return True
    return False


@jitable
def site_for_base(s: SmashGear, slot: int, heart: int) -> int:
    """The cell of a heart where a base can be built; NONE if it is lost or on a base (SG-Q31, SG-Q32)."""
    cell = s.cells[slot, heart]
    return NONE if cell == NONE or s.base_at[cell] != NONE else cell


@jitable
def _legal_sites(s: SmashGear, b: SmashGearTables, slot: int, mask: Mask) -> None:
    if s.card[slot] != NONE:
        for heart in range(b.hearts[s.card[slot]]):
            cell = site_for_base(s, slot, heart)
            if cell != NONE:
                mask[Action.CELL + cell] = 1


@jitable
def _legal_targets(s: SmashGear, b: SmashGearTables, mask: Mask) -> None:
    for value in range(wanted_range(s)):
        if target_fits(s, b, value):
            mask[target_action(s.wanted, value)] = 1


@jitable
def _legal_repairs(s: SmashGear, b: SmashGearTables, mask: Mask) -> None:
    """The units that the owner can put back; it may always stop (SG-Q51, SG-Q59)."""
    slot = s.repair_slot
    for unit in range(b.units[s.card[slot]]):
        if can_put_back(s, b, slot, unit):
            mask[Action.CELL + place_of(s, b, slot, unit)] = 1
    mask[Action.END] = 1


@jitable
def _legal_parts(s: SmashGear, b: SmashGearTables, mask: Mask) -> None:
    """The first heart of each part with the most weapons (SG-R27)."""
    slot = s.torn_slot
    card = s.card[slot]
    most = 0
    for heart in range(b.hearts[card]):
        if s.alive[slot] >> heart & 1:
            most = max(most, weapons_in(b, card, part_of(s, b, slot, heart)))
    seen = 0
    for heart in range(b.hearts[card]):
        if s.alive[slot] >> heart & 1 and not seen >> heart & 1:
            part = part_of(s, b, slot, heart)
            seen |= part
            if weapons_in(b, card, part) == most:
                mask[Action.CELL + s.cells[slot, heart]] = 1
