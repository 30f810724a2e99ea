"""What notes tell of moves and attacks: what met, what was lost, and that in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cogtable.engine.box import Box
from cogtable.engine.enums import Numbers
from cogtable.engine.events import Note
from cogtable.engine.words import counted
from cogtable.games.smashgear.rules.combat import Loss, Meeting, Removal
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.geometry import UNIT_STEP
from cogtable.games.smashgear.table.labels import Units, as_it_lay, cell_name, cell_names, machine_name
from cogtable.view import Outcome


class Step(Numbers):
    """The steps of a combat, as they are shown."""

    LAND = 0
    HEARTS = 1
    WEAPONS = 2
    REST = 3


class Clash(NamedTuple):
    """What met on a cell: the slots, the mover first, and what `combat.meeting` says."""

    cell: int
    mover: int
    other: int
    what: int


class Lost(NamedTuple):
    """A unit that is gone."""

    slot: int
    card: int
    unit: int
    cell: int
    why: int


class Gone(NamedTuple):
    """A machine that is gone, with the units that it had at the end."""

    slot: int
    card: int
    seat: int
    why: int
    units: Units


class Broken(NamedTuple):
    """Shields that blows took from a machine."""

    slot: int
    card: int
    shields: int


class Fight(NamedTuple):
    """A move or an attack, and what came of it."""

    move: Note | None
    clashes: list[Clash]
    lost: list[Lost]
    gone: list[Gone]
    shields: list[Broken]
    rest: list[Note]


def fights(box: Box, notes: list[Note]) -> list[Fight]:
    """The moves and attacks among some notes, each with what came of it."""
    found: list[Fight] = []
    for note in notes:
        if note.event == Event.MOVED or not found:
            found.append(Fight(note if note.event == Event.MOVED else None, [], [], [], [], []))
        fight = found[-1]
        if note.event == Event.CLASHED:
            fight.clashes.append(Clash(note.a, note.b, note.c, note.d))
        elif note.event == Event.UNIT_LOST:
            fight.lost.append(Lost(note.a, note.b // UNIT_STEP, note.b % UNIT_STEP, note.c, note.d))
        elif note.event == Event.DESTROYED:
            fight.gone.append(Gone(note.a, note.b, note.c, note.d % 4, as_it_lay(box, note.b, note.d // 4)))
        elif note.event == Event.SHIELD_LOST:
            fight.shields.append(Broken(note.a, note.b, note.c))
        elif note.event in (Event.HONORED, Event.GEARED, Event.BASE_DESTROYED):
            fight.rest.append(note)
    return found


def outcomes(box: Box, fight: Fight, step: int = Step.REST) -> Iterator[Outcome]:
    """What a combat does in words, up to one of its steps."""
    if step >= Step.HEARTS:
        yield from _of_hearts(box, fight)
    if step >= Step.WEAPONS:
        yield from _of_weapons(box, fight)
    if step >= Step.REST:
        yield from _cut_off(box, fight)
        yield from _of_the_rest(box, fight)


def _of_hearts(box: Box, fight: Fight) -> Iterator[Outcome]:
    fallen = {gone.slot for gone in fight.gone if gone.why == Removal.COMBAT}
    for broken in fight.shields:
        if broken.slot not in fallen:
            shields = "A shield" if broken.shields == 1 else f"{broken.shields} shields"
            breaks = "breaks and saves" if broken.shields == 1 else "break and save"
            words = f"{shields} of **{machine_name(box, broken.card)}** {breaks} it"
            yield Outcome(icon="shield", words=words, rule="SG-Q55")
    for gone in fight.gone:
        if gone.slot in fallen:
            words, rule = how_destroyed(fight, gone.slot)
            lost = sum(broken.shields for broken in fight.shields if broken.slot == gone.slot)
            if lost:
                words += "; its shield was not enough" if lost == 1 else f"; its {lost} shields were not enough"
            yield Outcome(icon="destroyed", words=f"**{machine_name(box, gone.card)}** destroyed: {words}", rule=rule)


def how_destroyed(fight: Fight, slot: int) -> tuple[str, str]:
    """What hit the heart of a machine, with the cell and the rule."""
    for clash in fight.clashes:
        if clash.what == Meeting.HEARTS and slot in (clash.mover, clash.other):
            return f"heart on heart, {cell_name(clash.cell)}", "SG-R18"
    for clash in fight.clashes:
        own = clash.what == Meeting.ITS_HEART and clash.mover == slot
        if own or (clash.what == Meeting.OTHER_HEART and clash.other == slot):
            return f"weapon on heart, {cell_name(clash.cell)}", "SG-R19"
    return "its heart is gone", "SG-R20"


def _of_weapons(box: Box, fight: Fight) -> Iterator[Outcome]:
    broken: dict[tuple[str, ...], list[int]] = {}
    clashed = [lost for lost in fight.lost if lost.why == Loss.CLASH]
    for cell in dict.fromkeys(lost.cell for lost in clashed):
        losers = tuple(sorted(machine_name(box, lost.card) for lost in clashed if lost.cell == cell))
        broken.setdefault(losers, []).append(cell)
    for losers, cells in broken.items():
        who = "Both lose" if len(losers) > 1 else f"**{losers[0]}** loses"
        words = f"{who} the weapon{'s' * (len(cells) > 1)} on {cell_names(cells)}"
        yield Outcome(icon="removed", words=words, rule="SG-R17")


def _cut_off(box: Box, fight: Fight) -> Iterator[Outcome]:
    cut = [lost for lost in fight.lost if lost.why == Loss.CUT_OFF]
    for slot in dict.fromkeys(lost.slot for lost in cut):
        own = [lost for lost in cut if lost.slot == slot]
        words = f"**{machine_name(box, own[0].card)}** loses {cell_names(lost.cell for lost in own)}, cut off"
        yield Outcome(icon="cut-off", words=words, rule="SG-R17")
    for lost in fight.lost:
        if lost.why == Loss.EFFECT:
            words = f"**{machine_name(box, lost.card)}** loses the weapon on {cell_name(lost.cell)}"
            yield Outcome(icon="removed", words=words)


def _of_the_rest(box: Box, fight: Fight) -> Iterator[Outcome]:
    for gone in fight.gone:
        if gone.why == Removal.ATTACK:
            words = f"**{machine_name(box, gone.card)}** goes with the base"
            yield Outcome(icon="destroyed", words=words, rule="SG-R21")
        elif gone.why == Removal.DISASSEMBLY:
            words = f"**{machine_name(box, gone.card)}** is disassembled"
            yield Outcome(icon="destroyed", words=words, rule="SG-R26")
    for note in fight.rest:
        if note.event == Event.BASE_DESTROYED:
            yield Outcome(icon="destroyed", words=f"The base on {cell_name(note.b)} is destroyed", rule="SG-R21")
        elif note.event == Event.HONORED:
            yield Outcome(icon="star", words=f"[[seat:{note.a}]] +{note.b} honor")
        elif note.b:
            sign = "+" if note.b > 0 else "−"
            yield Outcome(icon="gear", words=f"[[seat:{note.a}]] {sign}{counted(abs(note.b), 'gear')}")
