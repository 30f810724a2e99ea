"""The observation: what a seat knows, as a row of numbers for machine learning.

Cells, machines and programs have the same numbers as in actions. Actions name slots of either seat by
number, so the observation includes the observer's own number.
"""

from __future__ import annotations

from cogtable.games.smashgear.rules.abilities import ABILITIES
from cogtable.games.smashgear.rules.box import KINDS, PLACES, SmashGearTables, Use
from cogtable.games.smashgear.rules.components import (
    ALL_SLOTS,
    BASES,
    CELLS,
    HEARTS,
    MACHINES,
    PROGRAMS,
    SEATS,
    SHOWN,
    SIDE,
    SLOTS,
    UNITS,
)
from cogtable.games.smashgear.rules.effects import move_price
from cogtable.games.smashgear.rules.state import (
    DEPTH,
    NONE,
    Kind,
    Phase,
    Place,
    Reason,
    SmashGear,
    Trait,
    Want,
    Window,
)
from cogtable.rules import Features, Ints, feature, jitable, seat_after

TRAITS = len(Trait)
PHASES = len(Phase)
MANY = 9999
"""The largest gears and honor that an observation shows; no rule limits them."""
TRIGGERS = 9
"""The number of trigger bits of a card in an observation."""


class CellSeen(Features):
    """A cell of the board."""

    BASE = feature("1 for the seat whose base is there: the observer, the other", SEATS)
    HEART = feature("1 for the seat whose heart lies there", SEATS)
    WEAPON = feature("1 for the seat whose weapon lies there", SEATS)


CELL = CellSeen.count()


class PlaceSeen(Features):
    """Where a card is; all 0 if the observer does not know."""

    PILE = feature("Whether it is in the pile")
    STORE = feature("Whether it is in the store")
    HAND = feature("1 for the seat in whose hand it is: the observer, the other", SEATS)
    FIELD = feature("Whether it is on the board, or installed")
    WAITING = feature("Whether it was announced")
    LANDFILL = feature("1 for the seat in whose landfill it is", SEATS)


class AbilitySeen(Features):
    """What a card can do beyond its traits."""

    ARMOUR = feature("The shields that it brings", high=9)
    PRICE = feature("Gears that its effect costs", high=20)
    OWN_TURN = feature("Whether its effect is for the owner's turn only")
    ROWS = feature("How many operations its effect has", high=9)
    AIM = feature("The operation that takes a target, as a number from 1", high=len(ABILITIES.operations))
    AIMS_AT = feature("The last number of that operation, which often says whose machine", high=99)
    TRIGGERS = feature("1 for each condition by which it acts by itself", TRIGGERS)
    TRAITS = feature("1 for each trait: slides, leaps, sharp, heavy, survives, first move free", TRAITS)


class MachineSeen(Features):
    """A machine: where it is, as far as the observer knows, and what is printed on it."""

    PLACE = feature("Where it is", of=PlaceSeen)
    COST = feature("What it costs", high=20)
    MOVE = feature("Gears for a normal move", high=9)
    HEARTS = feature("How many of its units are hearts; these come first", high=HEARTS)
    SHAPE = feature("Row and column, from 1, of each unit as drawn", UNITS, 2, high=UNITS)
    USE = feature("1 for how its effect is used: never, once a turn, paid", len(Use))
    ABILITY = feature("What it can do", of=AbilitySeen)


MACHINE = MachineSeen.count()


class ProgramSeen(Features):
    """A program: where it is, as far as the observer knows, and what is printed on it."""

    PLACE = feature("Where it is", of=PlaceSeen)
    OWNER = feature("1 for the seat that has installed or announced it", SEATS)
    HOST = feature("The slot on which it is installed, from 1: those of the observer, then the other's", high=ALL_SLOTS)
    ON_BASE = feature("Row and column, from 1, of the base on which it is installed", 2, high=SIDE)
    COST = feature("What it costs", high=20)
    KIND = feature("1 for its kind: script, plugin", len(KINDS))
    ON = feature("1 for what it may be installed on: machine, base, either", len(PLACES))
    MOVE = feature("What it adds to the price of moves", low=-9, high=9)
    HAND = feature("How many more cards its owner may keep", high=9)
    BUNKER = feature("Whether it stops an attack on its base")
    ABILITY = feature("What it can do", of=AbilitySeen)


PROGRAM = ProgramSeen.count()


class SlotSeen(Features):
    """A machine on the board; all 0 if the slot is empty."""

    MACHINE = feature("The number of its machine, from 1, by which it stands among the machines", high=MACHINES)
    POSE = feature("1 for its quarter turns, then whether it is mirrored", 5)
    CELLS = feature("Row and column, from 1, of each unit; 0 if lost", UNITS, 2, high=SIDE)
    TRAITS = feature("1 for each trait, those of plugins too", TRAITS)
    MOVE = feature("Gears for its next normal move", high=127)
    SHIELDS = feature("Its shields", high=127)
    STUNNED = feature("Whether it cannot make normal moves")
    USED = feature("Whether its effect was used this turn")
    MOVED = feature("Normal moves announced this turn", high=100)
    TORN = feature("Whether it has fallen apart, and its owner must choose the part that stays")


SLOT = SlotSeen.count()


class AnnouncementSeen(Features):
    """An announcement that waits; all 0 if there is none."""

    KIND = feature("1 for what it is: move, script, plugin, effect, attack", len(Kind))
    SEAT = feature("1 for the seat that made it", SEATS)
    SLOT = feature("The slot that it is made with, from 1: those of the observer, then the other's", high=ALL_SLOTS)
    PROGRAM = feature("The number of its program, from 1, by which it stands among the programs", high=PROGRAMS)
    TARGETS = feature("Its targets as numbers from 1, as actions name them", 2, high=CELLS + ALL_SLOTS)
    VOID = feature("Whether it was cancelled")


ANNOUNCEMENT = AnnouncementSeen.count()


class SeatSeen(Features):
    """A seat."""

    DECIDES = feature("Whether it decides now")
    TURN = feature("Whether it is its turn")
    STARTED = feature("Whether it moved first")
    WON = feature("Whether it has won")
    LETS_ALL = feature("Whether it answers nothing until its next turn")
    GEARS = feature("Its gears", high=MANY)
    HONOR = feature("Its honor", high=MANY)
    BASES_BUILT = feature("Its bases on the board", high=BASES)
    MACHINES = feature("Machines in hand", high=MACHINES)
    PROGRAMS = feature("Programs in hand", high=PROGRAMS)
    BASE_HAND = feature("Base cards, then Destroy Base cards in hand", 2, high=BASES)
    BASE_SPENT = feature("Base cards, then Destroy Base cards in its landfill", 2, high=BASES)


SEAT = SeatSeen.count()


class Seen(Features):
    """What a seat sees of Smash Gear."""

    NUMBER = feature("Whether the observer is seat 1, whose back row is the last; actions name its slots from 8 on")
    PHASE = feature("1 for the decision to make", PHASES)
    WINDOW = feature("1 for when the other seat may act although nothing was announced", len(Window))
    WANTED = feature("1 for the target that the last announcement still needs", len(Want))
    TURN = feature("The number of the turn", high=400)
    CAP = feature("The option for the most turns", high=400)
    OVER = feature("Whether the game is over")
    REASON = feature("1 for how it ended: no base, honor, the cap", len(Reason))
    PASSES = feature("Passes in a row while preparing", high=SEATS)
    ENDING = feature("Whether the seat to move has declared the end of its turn")
    ASSEMBLES = feature("Machines that it may still assemble", high=127)
    BUILDS = feature("Bases that it may still build", high=127)
    ALWAYS_ASK = feature("The option to ask a seat even if it can only pass")
    LEFT = feature("Base cards, then Destroy Base cards in the store", 2, high=BASES)
    PILES = feature("Machines, then programs left in the piles", 2, high=MACHINES)
    SHOWN = feature(
        "The number of each face-up card of the store, from 1: 5 machines, then 3 programs", SHOWN, high=MACHINES
    )
    PENDING = feature("The number of the machine that is being assembled, from 1", high=MACHINES)
    SITE = feature("Row and column, from 1, of the base on which it is assembled", 2, high=SIDE)
    TEARING = feature("1 for the slot whose part is being chosen: those of the observer, then the other's", ALL_SLOTS)
    REPAIRING = feature("1 for the slot that is being repaired", ALL_SLOTS)
    REPAIRS = feature("Units that may still be put back, then whether one was", 2, high=127)
    SEATS = feature("The seats: the observer, the other", SEATS, of=SeatSeen)
    CELLS = feature("The cells of the board, row by row", CELLS, of=CellSeen)
    SLOTS = feature("The machines on the board: those of the observer, then the other's", ALL_SLOTS, of=SlotSeen)
    STACK = feature("The announcements that wait, the first at the bottom", DEPTH, of=AnnouncementSeen)
    MACHINES = feature("The machines, by the numbers that actions use", MACHINES, of=MachineSeen)
    PROGRAMS = feature("The programs, by the numbers that actions use", PROGRAMS, of=ProgramSeen)


def constants(b: SmashGearTables, out: Ints) -> None:
    """Writes the printed values of machines and programs."""
    for card in range(MACHINES):
        _put_machine(b, card, out[Seen.MACHINES + MACHINE * card :])
    for program in range(PROGRAMS):
        _put_program(b, program, out[Seen.PROGRAMS + PROGRAM * program :])


def observe(s: SmashGear, b: SmashGearTables, seat: int, out: Ints) -> None:
    """Writes what a seat knows."""
    first = max(seat, 0)
    _put_course(s, first, out)
    _put_decision(s, first, out)
    for i in range(SEATS):
        _put_seat(s, seat_after(first, i, SEATS), out[Seen.SEATS + SEAT * i :])
    _put_bases(s, first, out)
    for slot in range(ALL_SLOTS):
        if s.card[slot] != NONE:
            _put_slot(s, b, slot, first, out)
    for i in range(s.depth):
        _put_announcement(s, i, first, out[Seen.STACK + ANNOUNCEMENT * i :])
    for card in range(MACHINES):
        _put_place(s.machine_at[card], first, out[Seen.MACHINES + MACHINE * card + MachineSeen.PLACE :])
    for program in range(PROGRAMS):
        row = out[Seen.PROGRAMS + PROGRAM * program :]
        _put_place(s.program_at[program], first, row[ProgramSeen.PLACE :])
        _put_install(s, program, first, row)


@jitable
def _around(slot: int, first: int) -> int:
    """The number of a slot, counted from the observer's first slot."""
    return (slot + SLOTS * first) % ALL_SLOTS


@jitable
def _put_course(s: SmashGear, first: int, out: Ints) -> None:
    """Writes the progress of the game, and the contents of the store."""
    out[Seen.NUMBER] = first
    out[Seen.TURN] = s.turns
    out[Seen.CAP] = s.cap
    out[Seen.OVER] = s.over
    if s.reason > 0:
        out[Seen.REASON + s.reason - 1] = 1
    out[Seen.PASSES] = s.passes
    out[Seen.ENDING] = s.ending
    out[Seen.ASSEMBLES] = s.assembles
    out[Seen.BUILDS] = s.builds
    out[Seen.ALWAYS_ASK] = s.always_ask
    out[Seen.LEFT] = s.base_left
    out[Seen.LEFT + 1] = s.destroy_left
    out[Seen.PILES] = s.machine_left
    out[Seen.PILES + 1] = s.program_left
    for place in range(SHOWN):
        out[Seen.SHOWN + place] = s.shown[place] + 1


@jitable
def _put_decision(s: SmashGear, first: int, out: Ints) -> None:
    """Writes the decision to make."""
    out[Seen.PHASE + s.phase] = 1
    out[Seen.WINDOW + s.window] = 1
    out[Seen.WANTED + s.wanted] = 1
    out[Seen.PENDING] = s.pending + 1
    if s.site != NONE:
        out[Seen.SITE] = s.site // SIDE + 1
        out[Seen.SITE + 1] = s.site % SIDE + 1
    if s.torn_slot != NONE:
        out[Seen.TEARING + _around(s.torn_slot, first)] = 1
    if s.repair_slot != NONE:
        out[Seen.REPAIRING + _around(s.repair_slot, first)] = 1
    out[Seen.REPAIRS] = s.repair_left
    out[Seen.REPAIRS + 1] = s.repair_begun


@jitable
def _put_seat(s: SmashGear, seat: int, out: Ints) -> None:
    out[SeatSeen.DECIDES] = s.waiting >> seat & 1
    out[SeatSeen.TURN] = s.turn == seat
    out[SeatSeen.STARTED] = s.start == seat
    out[SeatSeen.WON] = s.winner == seat
    out[SeatSeen.LETS_ALL] = s.lets_all[seat]
    out[SeatSeen.GEARS] = min(s.gears[seat], MANY)
    out[SeatSeen.HONOR] = min(s.honor[seat], MANY)
    out[SeatSeen.BASES_BUILT] = s.bases[seat]
    out[SeatSeen.MACHINES] = s.machine_hand[seat]
    out[SeatSeen.PROGRAMS] = s.program_hand[seat]
    out[SeatSeen.BASE_HAND] = s.base_hand[seat]
    out[SeatSeen.BASE_HAND + 1] = s.destroy_hand[seat]
    out[SeatSeen.BASE_SPENT] = s.base_spent[seat]
    out[SeatSeen.BASE_SPENT + 1] = s.destroy_spent[seat]


@jitable
def _put_bases(s: SmashGear, first: int, out: Ints) -> None:
    for cell in range(CELLS):
        owner, row = s.base_at[cell], out[Seen.CELLS + CELL * cell :]
        row[CellSeen.BASE] = owner == first
        row[CellSeen.BASE + 1] = owner == 1 - first


@jitable
def _put_slot(s: SmashGear, b: SmashGearTables, slot: int, first: int, whole: Ints) -> None:
    """Writes a machine on the board, and its units on their cells."""
    pose, card, out = s.pose[slot], s.card[slot], whole[Seen.SLOTS + SLOT * _around(slot, first) :]
    out[SlotSeen.MACHINE] = card + 1
    out[SlotSeen.POSE + pose % 4] = 1
    out[SlotSeen.POSE + 4] = pose // 4
    side = slot // SLOTS != first
    for unit in range(UNITS):
        cell = s.cells[slot, unit]
        there, at = cell != NONE, max(cell, 0)
        out[SlotSeen.CELLS + 2 * unit] = (at // SIDE + 1) * there
        out[SlotSeen.CELLS + 2 * unit + 1] = (at % SIDE + 1) * there
        kind = CellSeen.HEART if unit < b.hearts[card] else CellSeen.WEAPON
        whole[Seen.CELLS + CELL * at + kind + side] |= there
    for trait in range(TRAITS):
        out[SlotSeen.TRAITS + trait] = s.traits[slot] >> trait & 1
    out[SlotSeen.MOVE] = move_price(s, slot)
    out[SlotSeen.SHIELDS] = s.shields[slot]
    out[SlotSeen.STUNNED] = s.stunned[slot]
    out[SlotSeen.USED] = s.used[slot]
    out[SlotSeen.MOVED] = s.moved[slot]
    out[SlotSeen.TORN] = s.torn >> slot & 1


@jitable
def _put_announcement(s: SmashGear, i: int, first: int, out: Ints) -> None:
    kind, what = s.stack_kind[i], s.stack_what[i]
    out[AnnouncementSeen.KIND + kind] = 1
    out[AnnouncementSeen.SEAT + (s.stack_seat[i] != first)] = 1
    if kind in (Kind.SCRIPT, Kind.PLUGIN):
        out[AnnouncementSeen.PROGRAM] = what + 1
    elif what != NONE:
        out[AnnouncementSeen.SLOT] = _around(what, first) + 1
    out[AnnouncementSeen.TARGETS] = s.stack_a[i] + 1
    out[AnnouncementSeen.TARGETS + 1] = s.stack_b[i] + 1
    out[AnnouncementSeen.VOID] = s.stack_void[i]


@jitable
def _put_place(place: int, first: int, out: Ints) -> None:
    """Writes the place of a card: `PlaceSeen` has the order of `Place`, with the observer before the other seat."""
    at = max(place, 0)
    of_seat = (at >= Place.LANDFILL) | (at >= Place.HAND) & (at < Place.FIELD)
    out[at ^ (first & of_seat)] = place >= 0


def _put_machine(b: SmashGearTables, card: int, out: Ints) -> None:
    out[MachineSeen.COST] = b.price[card]
    out[MachineSeen.MOVE] = b.move_price[card]
    out[MachineSeen.HEARTS] = b.hearts[card]
    for unit in range(b.units[card]):
        out[MachineSeen.SHAPE + 2 * unit] = b.unit[card, unit, 0] + 1
        out[MachineSeen.SHAPE + 2 * unit + 1] = b.unit[card, unit, 1] + 1
    out[MachineSeen.USE + b.answer[card]] = 1
    ability = out[MachineSeen.ABILITY :]
    ability[AbilitySeen.ARMOUR] = b.armour[card]
    ability[AbilitySeen.PRICE] = b.effect_price[card]
    ability[AbilitySeen.OWN_TURN] = b.effect_own_turn[card]
    ability[AbilitySeen.ROWS] = b.effect_rows[card]
    _put_ability(b.aim[card], b.triggers[card], b.traits[card], ability)


@jitable
def _put_install(s: SmashGear, program: int, first: int, out: Ints) -> None:
    """Writes the owner of a program, and its host."""
    owner, host = s.program_owner[program], s.host[program]
    out[ProgramSeen.OWNER + (owner != first)] = owner != NONE
    if 0 <= host < ALL_SLOTS:
        out[ProgramSeen.HOST] = _around(host, first) + 1
    elif host != NONE:
        out[ProgramSeen.ON_BASE] = (host - ALL_SLOTS) // SIDE + 1
        out[ProgramSeen.ON_BASE + 1] = (host - ALL_SLOTS) % SIDE + 1


def _put_program(b: SmashGearTables, program: int, out: Ints) -> None:
    out[ProgramSeen.COST] = b.program_price[program]
    out[ProgramSeen.KIND + b.program_kind[program]] = 1
    out[ProgramSeen.ON + b.program_on[program]] = 1
    out[ProgramSeen.MOVE] = b.program_price_change[program]
    out[ProgramSeen.HAND] = b.program_hand[program]
    out[ProgramSeen.BUNKER] = b.program_bunker[program]
    ability = out[ProgramSeen.ABILITY :]
    ability[AbilitySeen.ARMOUR] = b.program_armour[program]
    ability[AbilitySeen.PRICE] = b.program_cost[program]
    ability[AbilitySeen.OWN_TURN] = b.program_own_turn[program]
    ability[AbilitySeen.ROWS] = b.program_rows[program]
    _put_ability(b.program_aim[program], b.program_triggers[program], b.program_traits[program], ability)


def _put_ability(aim: Ints, triggers: int, traits: int, out: Ints) -> None:
    """Writes the features that machines and programs share."""
    out[AbilitySeen.AIM] = aim[0] + 1
    if aim[0] != NONE:
        out[AbilitySeen.AIMS_AT] = max(aim[1], aim[2])
    for i in range(TRIGGERS):
        out[AbilitySeen.TRIGGERS + i] = triggers >> i & 1
    for trait in range(TRAITS):
        out[AbilitySeen.TRAITS + trait] = traits >> trait & 1
