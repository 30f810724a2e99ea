"""The record: a game in progress, and what the numbers in its fields mean."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.engine.enums import Numbers
from cogtable.engine.state import NOBODY, Int8, Int16, Int32, Int64, Ints, State, known_to, option
from cogtable.games.smashgear.rules.components import ALL_SLOTS, BASES, CELLS, MACHINES, PROGRAMS, SHOWN, UNITS

DEPTH = 12
"""The most announcements that wait at once."""

NONE = -1
UNKNOWN = -2
"""What stands where a card could be, in a pile that one may not look into."""


class Place(Numbers):
    """Where a card is; of HAND and LANDFILL, plus the seat."""

    UNSEEN = -1  # in a pile or in a hand that one may not look into
    PILE = 0
    STORE = 1
    HAND = 2
    FIELD = 4  # on the board, or installed
    WAITING = 5  # announced
    LANDFILL = 6


class Trait(Numbers):
    """What a machine is: bits, in the order of the operations of the same names."""

    SLIDES = 1
    LEAPS = 2
    SHARP = 4
    HEAVY = 8
    SURVIVES = 16
    FIRST_FREE = 32


class Gait(Numbers):
    """How a machine goes."""

    FLIP = 0
    SLIDE = 1
    LEAP = 2
    TURN = 3


class Way(Numbers):
    """Over which side a machine flips, or where it slides; of a quarter turn the first two, right and left."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3


class Phase(Numbers):
    """What has to be decided now, and which actions do that."""

    PREPARE = 0  # buy a card or pass
    ACT = 1  # anything of one's own turn
    RESPOND = 2  # answer with a Script or an effect, or pass
    SITE = 3  # the base on which the machine `pending` is assembled: CELL
    PLACE = 4  # heart and rotation for the machine `pending` on the base at `site`: POSE
    BUILD = 5  # the heart on which a base is built: CELL
    TARGET = 6  # a target of the announcement on top of the stack, see `wanted`
    PART = 7  # which part of the machine in slot `torn_slot` stays: CELL of a heart in it
    DISCARD = 8  # a card to throw away: CARD
    REPAIR = 9  # a unit that is put back: CELL; or END to stop


class Kind(Numbers):
    """What is announced; what stands in `stack_what`, `stack_a` and `stack_b`."""

    MOVE = 0  # what: slot; b: way
    SCRIPT = 1  # what: program
    PLUGIN = 2  # what: program; a: host
    EFFECT = 3  # what: slot
    ATTACK = 4  # what: slot that attacks; a: cell of the base


class Want(Numbers):
    """What the announcement on top of the stack still wants, and which actions name it; first target a, then b."""

    NOTHING = 0
    MACHINE = 1  # SLOT
    WAY = 2  # WAY
    CELL = 3  # CELL, of a base
    HOST = 4  # SLOT or CELL: what a plugin is installed on
    CARD = 5  # CARD, in one's own landfill
    SHOWN = 6  # BUY, a place of the store
    PLUGIN = 7  # CARD, an installed plugin
    UNIT = 8  # CELL, of a weapon of the opponent
    STACKED = 9  # STACKED, an announcement of the opponent that waits


class Window(Numbers):
    """When the other seat may act although nothing waits."""

    SHUT = 0
    AT_START = 1  # its opponent has just taken the gears of a turn
    AFTERWARDS = 2  # after an assembly, a base, or the declared end of a turn


class Reason(Numbers):
    """How a game ended."""

    NO_BASE = 1
    HONOR = 2
    CAP = 3


def sees_machine(s: Any, seat: int) -> Ints:
    """Its owner of a card in hand that was not seen going there, nobody of one in the pile then; else everybody."""
    return _in_the_open(s.machine_at, s.machines_known, seat)


def sees_program(s: Any, seat: int) -> Ints:
    """Its owner of a card in hand that was not seen going there, nobody of one in the pile then; else everybody."""
    return _in_the_open(s.program_at, s.programs_known, seat)


def _in_the_open(places: Ints, known: int, seat: int) -> Ints:
    """Of which cards of a kind a seat knows where they are; of those in hands everybody knows the bits of `known`."""
    others = np.isin(places, (Place.HAND, Place.HAND + 1)) & ~((seat >= 0) & (places == Place.HAND + seat))
    hidden = others & (known >> np.arange(len(places)) & 1 == 0)
    return ~hidden & ~((places == Place.PILE) & hidden.any())


class SmashGear(State):
    """A game in progress."""

    cap: Int16 = option(
        160, low=2, high=400, title="Most turns", text="A Battle that is undecided after so many turns is a draw."
    )
    chooser: Int8 = option(0, choices=("random", "seat 1"), title="Who goes first")

    phase: Int8
    """A `Phase`."""
    start: Int8
    """The seat that buys first and moves first."""
    turn: Int8
    """The seat whose turn it is."""
    asked: Int8
    """The seat that decides now."""
    turns: Int16
    """The number of the present turn of the Battle, from 1; 0 while preparing."""
    passes: Int8
    """Passes in a row while preparing."""
    ending: Int8
    """1 once the seat whose turn it is has declared its end."""
    window: Int8
    """A `Window`."""
    lets_all: Int8[2]
    """1 for a seat that lets everything happen until its next turn."""
    winner: Int8
    """NONE while undecided, and after a draw."""
    reason: Int8
    """A `Reason`; 0 while undecided."""

    gears: Int16[2]
    honor: Int16[2]
    assembles: Int8
    """Machines that the seat whose turn it is may still assemble; and bases that it may still build."""
    builds: Int8

    machine_at: Int8[MACHINES] = known_to(sees_machine, by="machines")
    """The `Place` of each machine; and of each program."""
    program_at: Int8[PROGRAMS] = known_to(sees_program, by="programs")
    machine_pile: Int8[MACHINES] = known_to(NOBODY, of="machines")
    """The pile, its top last; NONE behind that."""
    machine_left: Int8
    program_pile: Int8[PROGRAMS] = known_to(NOBODY, of="programs")
    program_left: Int8
    shown: Int8[SHOWN]
    """The cards face up in the store: 5 machines, 3 programs; NONE where there is none."""
    machines_known: Int64
    """Bit for each machine in a hand that everybody saw going there."""
    programs_known: Int64
    machine_hand: Int8[2]
    """How many cards of each kind a seat holds; anybody can count them."""
    program_hand: Int8[2]
    base_hand: Int8[2]
    destroy_hand: Int8[2]
    base_left: Int8
    """Base and Destroy Base cards in the store."""
    destroy_left: Int8
    base_spent: Int8[2]
    """Base and Destroy Base cards in the landfills."""
    destroy_spent: Int8[2]

    base_at: Int8[CELLS]
    """Whose base stands on a cell; NONE where there is none."""
    base_list: Int8[2, BASES]
    """The cells of a seat's bases, the first `bases` of them."""
    bases: Int8[2]

    card: Int8[ALL_SLOTS]
    """The machine in each slot; NONE where there is none."""
    pose: Int8[ALL_SLOTS]
    """How it lies: quarter turns to the right (0 to 3), and 4 more when it is mirrored."""
    row: Int8[ALL_SLOTS]
    """Where its unit 0 is, or would be if it were not lost; that may be off the board."""
    col: Int8[ALL_SLOTS]
    alive: Int8[ALL_SLOTS]
    """Bit for each unit that it still has."""
    cells: Int8[ALL_SLOTS, UNITS]
    """The cell of each unit; NONE for a lost one, and where there is none."""
    bounds: Int8[ALL_SLOTS, 4]
    """Lowest and highest row, lowest and highest column of its units."""
    unit_at: Int8[CELLS]
    """8 * slot + unit for what lies on a cell; NONE where nothing does."""
    traits: Int8[ALL_SLOTS]
    """What it is by its card and its plugins: bits of `Trait`."""
    move_cost: Int8[ALL_SLOTS]
    """Gears that a normal move of it costs, plugins counted; the first of a turn may be free (see `move_price`)."""
    shields: Int8[ALL_SLOTS]
    stunned: Int8[ALL_SLOTS]
    """1 when it makes no normal move till its owner's turn ends, the present one or the next."""
    used: Int8[ALL_SLOTS]
    """Whether its effect was used this turn."""
    moved: Int8[ALL_SLOTS]
    """Normal moves announced this turn, counted up to 100."""

    installed: Int8
    """How many plugins are installed."""
    host: Int8[PROGRAMS]
    """What a plugin is installed on: a slot, or 16 + the cell of a base; NONE."""
    program_owner: Int8[PROGRAMS]
    """Whose an installed plugin or an announced program is; NONE."""

    depth: Int8
    """How many announcements wait; the last is resolved first."""
    stack_kind: Int8[DEPTH]
    """A `Kind`."""
    stack_seat: Int8[DEPTH]
    stack_what: Int8[DEPTH]
    """The slot or program that was announced."""
    stack_card: Int8[DEPTH]
    """The machine that was in that slot, for a slot may get another."""
    stack_a: Int8[DEPTH]
    stack_b: Int8[DEPTH]
    stack_void: Int8[DEPTH]
    """1 when it was cancelled."""
    wanted: Int8
    """A `Want`."""

    pending: Int8
    """The machine that is being assembled; NONE."""
    site: Int8
    torn: Int32
    """Bit for each slot whose machine has fallen apart and waits for its owner to say which part stays."""
    torn_slot: Int8
    repair_slot: Int8
    """The slot whose machine is being repaired; NONE."""
    repair_left: Int8
    """How many units may still be put back."""
    repair_begun: Int8
    """1 once one was put back."""

    assembled: Int64[2]
    """Bit for each machine that a seat has assembled in this game."""
    ran: Int64[2]
    """Bit for each program that a seat has played in this game."""
