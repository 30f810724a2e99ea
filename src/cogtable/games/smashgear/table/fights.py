"""Moves and attacks read from notes, and their results in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from cogtable.games.smashgear.rules.combat import Loss, Meeting, Removal
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.geometry import owner_of
from cogtable.games.smashgear.rules.state import NONE
from cogtable.games.smashgear.table.labels import Units, cell_name, cell_names, machine_name, units_before
from cogtable.table import Box, Note, Outcome, PlainIntEnum, name_of, phrases, plural, say


class Step(PlainIntEnum):
    """The steps of a combat on screen."""

    LAND = 0
    HEARTS = 1
    WEAPONS = 2
    REST = 3


class Clash(NamedTuple):
    """A meeting on a cell: the two slots, the mover first, and the `combat.meeting`."""

    cell: int
    mover: int
    other: int
    what: int


class Lost(NamedTuple):
    """A lost unit."""

    slot: int
    card: int
    unit: int
    cell: int
    why: int


class Gone(NamedTuple):
    """A destroyed machine, with its last units."""

    slot: int
    card: int
    seat: int
    why: int
    units: Units


class Broken(NamedTuple):
    """Shields that a machine lost."""

    slot: int
    card: int
    shields: int


class Fight(NamedTuple):
    """A move or an attack, and its results."""

    move: Note | None
    clashes: list[Clash]
    lost: list[Lost]
    gone: list[Gone]
    shields: list[Broken]
    rest: list[Note]


def fights(box: Box, notes: Sequence[Note]) -> list[Fight]:
    """The moves and attacks in these notes, with their results."""
    found: list[Fight] = []
    for note in notes:
        if note.event == Event.MOVED or not found:
            found.append(Fight(note if note.event == Event.MOVED else None, [], [], [], [], []))
        fight = found[-1]
        if note.event == Event.CLASHED:
            fight.clashes.append(Clash(*note.numbers))
        elif note.event == Event.UNIT_LOST:
            fight.lost.append(Lost(*note.numbers))
        elif note.event == Event.DESTROYED:
            slot, card, seat, why, *lay = note.numbers
            fight.gone.append(Gone(slot, card, seat, why, units_before(box, card, *lay)))
        elif note.event == Event.SHIELD_LOST:
            fight.shields.append(Broken(*note.numbers))
        elif note.event in (Event.HONORED, Event.GEARED, Event.BASE_DESTROYED):
            fight.rest.append(note)
    return found


Tone = Literal["", "good", "bad"]


def tone(reader: int, seat: int, *, gains: bool = False) -> Tone:
    """Whether it is good or bad for the reader that a seat loses or `gains`; for nobody (NONE) it is neither."""
    if reader == NONE:
        return ""
    return "good" if (reader == seat) == gains else "bad"


def outcomes(
    box: Box, fight: Fight, step: int = Step.REST, reader: int = NONE, honor: Sequence[int] | None = None
) -> Iterator[Outcome]:
    """The results of a combat in words, up to one of its steps, as gains and losses of the `reader`, if any.

    With the `honor` that the seats have before it, a gain is said as a sum.
    """
    if step >= Step.HEARTS:
        yield from _of_hearts(box, fight, reader)
    if step >= Step.WEAPONS:
        yield from _of_weapons(box, fight, reader)
    if step >= Step.REST:
        yield from _cut_off(box, fight, reader)
        yield from _of_the_rest(box, fight, reader, honor)


def _of_hearts(box: Box, fight: Fight, reader: int) -> Iterator[Outcome]:
    fallen = {gone.slot for gone in fight.gone if gone.why == Removal.COMBAT}
    for broken in fight.shields:
        if broken.slot not in fallen:
            words = plural(
                broken.shields,
                "A shield of **{machine}** breaks and saves it",
                "{n} shields of **{machine}** break and save it",
                machine=machine_name(box, broken.card),
            )
            yield Outcome(icon="shield", words=words, rule="SG-Q55", tone=tone(reader, owner_of(broken.slot)))
    for gone in fight.gone:
        if gone.slot in fallen:
            yield _destroyed(box, fight, gone, reader)


def _destroyed(box: Box, fight: Fight, gone: Gone, reader: int) -> Outcome:
    why, rule = how_destroyed(fight, gone.slot)
    fields = {"machine": machine_name(box, gone.card), "why": why}
    if shields := sum(broken.shields for broken in fight.shields if broken.slot == gone.slot):
        words = plural(
            shields,
            "**{machine}** destroyed: {why}; its shield was not enough",
            "**{machine}** destroyed: {why}; its {n} shields were not enough",
            **fields,
        )
    else:
        words = say("**{machine}** destroyed: {why}", **fields)
    return Outcome(icon="destroyed", words=words, rule=rule, tone=tone(reader, gone.seat))


def how_destroyed(fight: Fight, slot: int) -> tuple[str, str]:
    """The cause of a hit on a machine's heart, with the cell and the rule."""
    for clash in fight.clashes:
        if clash.what == Meeting.HEARTS and slot in (clash.mover, clash.other):
            return say("heart on heart, {cell}", cell=cell_name(clash.cell)), "SG-R18"
    for clash in fight.clashes:
        own = clash.what == Meeting.ITS_HEART and clash.mover == slot
        if own or (clash.what == Meeting.OTHER_HEART and clash.other == slot):
            return say("weapon on heart, {cell}", cell=cell_name(clash.cell)), "SG-R19"
    return say("its heart is gone"), "SG-R20"


def _of_weapons(box: Box, fight: Fight, reader: int) -> Iterator[Outcome]:
    broken: dict[tuple[str, ...], list[int]] = {}
    clashed = [lost for lost in fight.lost if lost.why == Loss.CLASH]
    seats: dict[str, int] = {machine_name(box, lost.card): owner_of(lost.slot) for lost in clashed}
    for cell in dict.fromkeys(lost.cell for lost in clashed):
        losers = tuple(sorted(machine_name(box, lost.card) for lost in clashed if lost.cell == cell))
        broken.setdefault(losers, []).append(cell)
    for losers, cells in broken.items():
        how: Tone = ""
        count, names = len(cells), cell_names(cells)
        if len(losers) > 1:
            words = plural(count, "Both lose the weapon on {cells}", "Both lose the weapons on {cells}", cells=names)
        else:
            both = phrases("**{machine}** loses the weapon on {cells}", "**{machine}** loses the weapons on {cells}")
            words = say(both, n=count, machine=losers[0], cells=names)
            how = tone(reader, seats[losers[0]])
        yield Outcome(icon="removed", words=words, rule="SG-R17", tone=how)


def _cut_off(box: Box, fight: Fight, reader: int) -> Iterator[Outcome]:
    cut = [lost for lost in fight.lost if lost.why == Loss.CUT_OFF]
    for slot in dict.fromkeys(lost.slot for lost in cut):
        own = [lost for lost in cut if lost.slot == slot]
        machine, cells = machine_name(box, own[0].card), cell_names(lost.cell for lost in own)
        words = say("**{machine}** loses {cells}, cut off", machine=machine, cells=cells)
        yield Outcome(icon="cut-off", words=words, rule="SG-R17", tone=tone(reader, owner_of(slot)))
    for lost in fight.lost:
        if lost.why == Loss.EFFECT:
            machine, cell = machine_name(box, lost.card), cell_name(lost.cell)
            words = say("**{machine}** loses the weapon on {cell}", machine=machine, cell=cell)
            yield Outcome(icon="removed", words=words, tone=tone(reader, owner_of(lost.slot)))


def _of_the_rest(box: Box, fight: Fight, reader: int, honor: Sequence[int] | None) -> Iterator[Outcome]:
    has = list(honor) if honor is not None else []
    for gone in fight.gone:
        if gone.why == Removal.ATTACK:
            words = say("**{machine}** goes with the base", machine=machine_name(box, gone.card))
            yield Outcome(icon="destroyed", words=words, rule="SG-R21", tone=tone(reader, gone.seat))
        elif gone.why == Removal.DISASSEMBLY:
            words = say("**{machine}** is disassembled", machine=machine_name(box, gone.card))
            yield Outcome(icon="destroyed", words=words, rule="SG-R26", tone=tone(reader, gone.seat))
    for note in fight.rest:
        if note.event == Event.BASE_DESTROYED:
            words = say("The base on {cell} is destroyed", cell=cell_name(note["cell"]))
            yield Outcome(icon="destroyed", words=words, rule="SG-R21", tone=tone(reader, note["seat"]))
        elif note.event == Event.HONORED:
            seat, gain = note["seat"], note["honor"]
            words = say("{seat} +{n} honor", seat=name_of(seat), n=gain)
            if has:
                had, has[seat] = has[seat], has[seat] + gain
                words = say("{seat}: {had} + {n} = {sum} honor", seat=name_of(seat), had=had, n=gain, sum=has[seat])
            yield Outcome(icon="star", words=words, tone=tone(reader, seat, gains=True))
        elif note["gears"] > 0:
            words = plural(note["gears"], "{seat} +{n} gear", "{seat} +{n} gears", seat=name_of(note["seat"]))
            yield Outcome(icon="gear", words=words, tone=tone(reader, note["seat"], gains=True))
        elif note["gears"]:
            words = plural(-note["gears"], "{seat} −{n} gear", "{seat} −{n} gears", seat=name_of(note["seat"]))
            yield Outcome(icon="gear", words=words, tone=tone(reader, note["seat"]))
