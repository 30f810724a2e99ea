"""The record: a game in progress, and the meanings of the numbers in its fields."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.games.smashgear.rules.components import ALL_SLOTS, BASES, CELLS, MACHINES, PROGRAMS, SHOWN, UNITS
from cogtable.rules import NOBODY, Int8, Int16, Int32, Int64, Ints, PlainIntEnum, State, known_to, option

DEPTH = 12
"""The maximum number of announcements that wait at once."""

MANY = 100
"""The cap on counts that the rules do not limit: shields and moves of a machine, machines to assemble in a turn."""

NONE = -1
UNKNOWN = -2
"""A hidden card in a pile."""


class Place(PlainIntEnum):
    """The places of a card. HAND and LANDFILL have the seat added."""

    UNSEEN = -1  # in a pile or a hidden hand
    PILE = 0
    STORE = 1
    HAND = 2
    FIELD = 4  # on the board, or installed
    WAITING = 5  # announced
    LANDFILL = 6


class Trait(PlainIntEnum):
    """The traits of a machine: bits, in the order of the operations of the same names."""

    SLIDES = 1
    LEAPS = 2
    SHARP = 4
    HEAVY = 8
    SURVIVES = 16
    FIRST_FREE = 32


class Gait(PlainIntEnum):
    """How a machine goes."""

    FLIP = 0
    SLIDE = 1
    LEAP = 2
    TURN = 3


class Way(PlainIntEnum):
    """The side over which a machine flips or to which it slides; quarter turns have only the first two."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3


class Phase(PlainIntEnum):
    """The decision to make now, and the actions for it."""

    PREPARE = 0  # buy a card or pass
    ACT = 1  # anything in the seat's own turn
    RESPOND = 2  # answer with a Script or an effect, or pass
    SITE = 3  # the base on which the machine `pending` is assembled: CELL
    PLACE = 4  # heart and rotation for the machine `pending` on the base at `site`: POSE
    BUILD = 5  # the heart on which a base is built: CELL
    TARGET = 6  # a target of the announcement on top of the stack, see `wanted`
    PART = 7  # which part of the machine in slot `torn_slot` stays: CELL of a heart in it
    DISCARD = 8  # a card to discard: CARD
    REPAIR = 9  # a unit to put back: CELL; or END to stop


class Kind(PlainIntEnum):
    """The kinds of announcements, and the meaning of `stack_what`, `stack_a` and `stack_b`."""

    MOVE = 0  # what: slot; b: way
    SCRIPT = 1  # what: program
    PLUGIN = 2  # what: program; a: host
    EFFECT = 3  # what: slot
    ATTACK = 4  # what: slot that attacks; a: cell of the base


class Want(PlainIntEnum):
    """The target that the announcement on top still needs, and the actions that name it; first target a, then b."""

    NOTHING = 0
    MACHINE = 1  # SLOT
    WAY = 2  # WAY
    CELL = 3  # CELL, of a base
    HOST = 4  # SLOT or CELL: what a plugin is installed on
    CARD = 5  # CARD, in one's own landfill
    SHOWN = 6  # BUY, a place in the store
    PLUGIN = 7  # CARD, an installed plugin
    UNIT = 8  # CELL, of a weapon of the opponent
    STACKED = 9  # STACKED, an announcement of the opponent that waits


class Window(PlainIntEnum):
    """When the other seat may act although nothing is on the stack."""

    SHUT = 0
    AT_START = 1  # its opponent has just received the gears of a turn
    AFTERWARDS = 2  # after an assembly, a build, or the declared end of a turn


class Reason(PlainIntEnum):
    """How a game ended."""

    NO_BASE = 1
    HONOR = 2
    CAP = 3


def sees_machine(s: Any, seat: int) -> Ints:
    """Its owner for a card that came to a hand unseen, nobody for one in the pile then; otherwise everybody."""
    return _in_the_open(s.machine_at, s.machines_known, seat)


def sees_program(s: Any, seat: int) -> Ints:
    """Its owner for a card that came to a hand unseen, nobody for one in the pile then; otherwise everybody."""
    return _in_the_open(s.program_at, s.programs_known, seat)


def _in_the_open(places: Ints, known: int, seat: int) -> Ints:
    """Whether a seat knows the place of each card of a kind; everybody knows hand cards that are in `known` (bits)."""
    others = np.isin(places, (Place.HAND, Place.HAND + 1)) & ~((seat >= 0) & (places == Place.HAND + seat))
    hidden = others & (known >> np.arange(len(places)) & 1 == 0)
    return ~hidden & ~((places == Place.PILE) & hidden.any())


class SmashGear(State):
    """A game in progress."""

    cap: Int16 = option(
        160, low=2, high=400, title="Most turns", text="A Battle that is undecided after this many turns is a draw."
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
    """The number of the current turn of the Battle, from 1; 0 while preparing."""
    passes: Int8
    """Passes in a row while preparing."""
    ending: Int8
    """1 once the seat to move has declared the end of its turn."""
    window: Int8
    """A `Window`."""
    lets_all: Int8[2]
    """1 for a seat that does not answer anything until its next turn."""
    winner: Int8
    """The winner; NONE while undecided, and after a draw."""
    reason: Int8
    """A `Reason`; 0 while undecided."""

    gears: Int16[2]
    honor: Int16[2]
    assembles: Int8
    """How many machines the seat to move may still assemble, and how many bases it may still build."""
    builds: Int8

    machine_at: Int8[MACHINES] = known_to(sees_machine, by="machines")
    """The `Place` of each machine, and of each program."""
    program_at: Int8[PROGRAMS] = known_to(sees_program, by="programs")
    machine_pile: Int8[MACHINES] = known_to(NOBODY, of="machines")
    """The piles, with the top card last, then NONE."""
    machine_left: Int8
    program_pile: Int8[PROGRAMS] = known_to(NOBODY, of="programs")
    program_left: Int8
    shown: Int8[SHOWN]
    """The face-up cards in the store: 5 machines, 3 programs; NONE for gaps."""
    machines_known: Int64
    """Bits of the machines, and of the programs, in a hand that everybody knows about."""
    programs_known: Int64
    machine_hand: Int8[2]
    """How many cards of each kind a seat holds, which is public."""
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
    """The owner of the base on each cell; NONE without a base."""
    base_list: Int8[2, BASES]
    """The cells of a seat's bases: the first `bases` entries."""
    bases: Int8[2]

    occupied: Int32
    """Bits of the slots that hold a machine."""
    card: Int8[ALL_SLOTS]
    """The machine in each slot; NONE for empty slots."""
    pose: Int8[ALL_SLOTS]
    """Its pose: quarter turns to the right (0 to 3), plus 4 if mirrored."""
    row: Int8[ALL_SLOTS]
    """The position of its unit 0, even if that is lost or off the board."""
    col: Int8[ALL_SLOTS]
    alive: Int8[ALL_SLOTS]
    """Bits of the units that it still has."""
    cells: Int8[ALL_SLOTS, UNITS]
    """The cell of each unit; NONE for lost and unused ones."""
    reach: Int32[ALL_SLOTS]
    """The rows and columns of its units, as `geometry.reach_of` packs them; 0 for empty slots."""
    unit_at: Int8[CELLS]
    """The unit on each cell, as 8 * slot + unit; NONE for empty cells."""
    traits: Int8[ALL_SLOTS]
    """Its traits from card and plugins: bits of `Trait`."""
    move_cost: Int8[ALL_SLOTS]
    """Gears for a normal move, including plugins; the first in a turn may be free (see `move_price`)."""
    shields: Int8[ALL_SLOTS]
    stunned: Int8[ALL_SLOTS]
    """1 if it cannot make normal moves until the end of its owner's current or next turn."""
    used: Int8[ALL_SLOTS]
    """Whether its effect was used this turn."""
    moved: Int8[ALL_SLOTS]
    """Normal moves announced this turn, counted up to `MANY`."""

    installed: Int8
    """How many plugins are installed."""
    host: Int8[PROGRAMS]
    """What a plugin is installed on: a slot, or 16 + the cell of a base; NONE."""
    program_owner: Int8[PROGRAMS]
    """The owner of each installed plugin or announced program; NONE for the rest."""

    depth: Int8
    """How many announcements are on the stack; the last resolves first."""
    stack_kind: Int8[DEPTH]
    """A `Kind`."""
    stack_seat: Int8[DEPTH]
    stack_what: Int8[DEPTH]
    """The slot or program that was announced."""
    stack_card: Int8[DEPTH]
    """The machine that was in that slot, because a slot can be reused."""
    stack_a: Int8[DEPTH]
    """The first target; for a card in the store its place."""
    stack_b: Int8[DEPTH]
    """The second target, or the card that was named in the store."""
    stack_void: Int8[DEPTH]
    """1 if it was cancelled."""
    wanted: Int8
    """A `Want`."""

    pending: Int8
    """The machine that is being assembled; NONE if none."""
    site: Int8
    torn: Int32
    """Bits of the slots whose machine has fallen apart and whose owner must choose the part that stays."""
    torn_slot: Int8
    repair_slot: Int8
    """The slot of the machine that is being repaired; NONE if none."""
    repair_left: Int8
    """How many units may still be put back."""
    repair_begun: Int8
    """1 once a unit was put back."""

    assembled: Int64[2]
    """Bits of the machines that a seat has assembled in this game."""
    ran: Int64[2]
    """Bits of the programs that a seat has played in this game."""


def is_young(s: SmashGear) -> bool:
    """Whether the Battle has not begun: both sides prepare."""
    return s.turns == 0
