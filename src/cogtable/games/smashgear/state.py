"""What a game of Smash Gear consists of: the record, the tables, the action space, and what people see happen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogtable.engine.box import column, text, value
from cogtable.engine.jit import jitable
from cogtable.engine.state import Int8, Int16, Int32, Int64, State, Tables, option
from cogtable.games.smashgear.cards import ABILITIES, HEARTS, UNITS, check, derive, parse_shape

MACHINES = 39
PROGRAMS = 30
BASES = 20
"""Base cards; and as many Destroy Base cards."""
SIDE = 9
"""Cells along a side of the board."""
CELLS = SIDE * SIDE
"""Cell 9 * row + column; row 0 is the back row of seat 0 ("rank 1"), column 0 is "file a"."""
SLOTS = 8
"""The most machines that a seat has on the board; seat p has slots 8 p to 8 p + 7."""
ALL_SLOTS = 2 * SLOTS
DEPTH = 12
"""The most announcements that wait at once."""
SHOWN_MACHINES = 5
SHOWN = 8
"""Places of the store where cards lie face up: 5 machines, then 3 programs."""
NEVER, ONCE, PAID = range(3)
"""How the effect of a machine is used."""
WIDTH = ABILITIES.width
ROWS = 6
"""The most rows of operations on a card."""

NONE = -1
UNKNOWN = -2
"""What stands where a card could be, in a pile that one may not look into."""

# Where a card is (`machine_at`, `program_at`). Add the seat to HAND and LANDFILL.
UNSEEN = -1  # in a pile or in a hand that one may not look into
PILE = 0
STORE = 1
HAND = 2
FIELD = 4  # on the board, or installed
WAITING = 5  # announced
LANDFILL = 6

# Bits of `traits`, in the order of the operations of the same names.
SLIDES, LEAPS, SHARP, HEAVY, SURVIVES = 1, 2, 4, 8, 16

# How a machine goes.
FLIP, SLIDE, LEAP, QUARTER = range(4)

# What has to be decided now (`phase`).
PREPARE = 0  # buy a card or pass
ACT = 1  # anything of one's own turn
RESPOND = 2  # answer with a Script or an effect, or pass
SITE = 3  # the base on which the machine `pending` is assembled: CELL
PLACE = 4  # heart and rotation for the machine `pending` on the base at `site`: POSE
BUILD = 5  # the heart on which a base is built: CELL
TARGET = 6  # a target of the announcement on top of the stack, see `wanted`
PART = 7  # which part of the machine in slot `torn_slot` stays: CELL of a heart in it
DISCARD = 8  # a card to throw away: CARD

# What the announcement on top of the stack still wants (`wanted`); an announcement has up to two targets, a then b.
WANT_NOTHING = 0
WANT_MACHINE = 1  # SLOT
WANT_WAY = 2  # WAY
WANT_CELL = 3  # CELL, of a base
WANT_HOST = 4  # SLOT or CELL: what a plugin is installed on
WANT_CARD = 5  # CARD, in one's own landfill
WANT_SHOWN = 6  # BUY, a place of the store
WANT_PLUGIN = 7  # CARD, an installed plugin
WANT_UNIT = 8  # CELL, of a weapon of the opponent

# What is announced (`stack_kind`).
MOVE = 0  # what: slot; b: way
SCRIPT = 1  # what: program
PLUGIN = 2  # what: program; a: host
EFFECT = 3  # what: slot
ATTACK = 4  # what: slot that attacks; a: cell of the base

# Ways: over which side a machine flips, or where it slides; of a quarter turn the first two, right and left.
UP, DOWN, LEFT, RIGHT = range(4)

# How a game ended (`reason`).
NO_BASE = 1
HONOR_GOAL = 2
CAP = 3

# Kinds of cards in events, and of what is bought.
MACHINE_CARD, PROGRAM_CARD, BASE_CARD, DESTROY_CARD = range(4)

KINDS = ("script", "plugin")
PLACES = ("machine", "base", "either")


@jitable
def wide(number: Any) -> int:
    """A number out of a narrow field as a whole one.

    Compiled code knows it as 64 bits then, so that a function is not compiled anew for each width it is called with.
    """
    return int(number) + 0


class SmashGearTables(Tables):
    """The components: cards, prices and counts."""

    price: Int8[MACHINES] = column("machines", "price", low=0, high=20)
    move_price: Int8[MACHINES] = column("machines", "move", low=0, high=9)
    unit: Int8[MACHINES, UNITS, 3] = column("machines", "shape", parse=parse_shape)
    """Row, column and whether it is a heart, of each unit as drawn; -1 where there are fewer. Hearts come first."""
    does: Int8[MACHINES, ROWS, WIDTH] = column("machines", "does", parse=ABILITIES.parse, default=-1)
    program_price: Int8[PROGRAMS] = column("programs", "price", low=0, high=20)
    program_kind: Int8[PROGRAMS] = column("programs", "kind", names=KINDS)
    program_on: Int8[PROGRAMS] = column("programs", "on", names=PLACES, default=2)
    """What a plugin may be installed on."""
    program_does: Int8[PROGRAMS, ROWS, WIDTH] = column("programs", "does", parse=ABILITIES.parse)
    machine_flavour = text("machines", "flavour")
    program_flavour = text("programs", "flavour")

    base_price: Int8 = value("base_price", low=1, high=20)
    destroy_price: Int8 = value("destroy_price", low=1, high=20)
    starting_gears: Int8 = value("starting_gears", high=99)
    base_gears: Int8 = value("base_gears", high=9)
    """Gears that a base brings at Exploit."""
    base_honor: Int8 = value("base_honor", high=99)
    honor_goal: Int8 = value("honor_goal", low=1, high=99)
    hand_limit: Int8 = value("hand_limit", high=20)
    starts: Int8[2] = value("starts", high=CELLS - 1)
    """The cell of each seat's first base."""

    units: Int8[MACHINES]
    hearts: Int8[MACHINES]
    """How many; a unit is a heart when its number is below."""
    at_row: Int8[MACHINES, 8, UNITS]
    """Rows and columns of units in each of eight poses, seen from unit 0 (see `geometry`)."""
    at_col: Int8[MACHINES, 8, UNITS]
    beside: Int8[MACHINES, UNITS]
    """Bit for each unit that lies side by side with a unit."""
    distinct: Int8[MACHINES, 4 * HEARTS]
    """1 for each heart and rotation, 4 * heart + quarter turns, that puts units where none before it does."""
    traits: Int8[MACHINES]
    armour: Int8[MACHINES]
    answer: Int8[MACHINES]
    """How its effect is used: NEVER, ONCE a turn or PAID."""
    effect_price: Int8[MACHINES]
    effect_own_turn: Int8[MACHINES]
    """1 when its effect can be used in its owner's turns only."""
    effect_row: Int8[MACHINES]
    """The first row of `does` that using the effect carries out, and how many rows from there; 0 without an effect."""
    effect_rows: Int8[MACHINES]
    aim: Int8[MACHINES, 3]
    """The operation of the effect that takes a target, with its arguments; NONE where there is none."""
    triggers: Int16[MACHINES]
    """Bit for each operation that is a trigger on the card."""
    program_traits: Int8[PROGRAMS]
    program_armour: Int8[PROGRAMS]
    program_price_change: Int8[PROGRAMS]
    """What it adds to the price of its machine's moves."""
    program_hand: Int8[PROGRAMS]
    program_bunker: Int8[PROGRAMS]
    program_cost: Int8[PROGRAMS]
    """Gears to pay when it is played."""
    program_own_turn: Int8[PROGRAMS]
    program_row: Int8[PROGRAMS]
    program_rows: Int8[PROGRAMS]
    program_aim: Int8[PROGRAMS, 3]
    program_triggers: Int16[PROGRAMS]

    @staticmethod
    def check(b: Any) -> Iterator[tuple[str, str]]:
        """Abilities must be such as the rules can carry out."""
        yield from check(b)

    @staticmethod
    def derive(b: Any) -> None:
        """Poses, neighbours and what abilities come to."""
        derive(b)


class SmashGear(State):
    """A game in progress."""

    cap: Int16 = option(
        160, low=2, high=400, title="Most turns", text="A Battle that is undecided after so many turns is a draw."
    )
    chooser: Int8 = option(0, choices=("random", "seat 1"), title="Who goes first")

    phase: Int8
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
    """1 while the other seat may still act although nothing waits: after assembling, building, ending."""
    winner: Int8
    """NONE while undecided, and after a draw."""
    reason: Int8

    gears: Int16[2]
    honor: Int16[2]
    assembles: Int8
    """Machines that the seat whose turn it is may still assemble; and bases that it may still build."""
    builds: Int8

    machine_at: Int8[MACHINES]
    program_at: Int8[PROGRAMS]
    machine_pile: Int8[MACHINES]
    """The pile, its top last; NONE behind that."""
    machine_left: Int8
    program_pile: Int8[PROGRAMS]
    program_left: Int8
    shown: Int8[SHOWN]
    """The cards face up in the store: 5 machines, 3 programs; NONE where there is none."""
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
    """What it is by its card and its plugins: bits SLIDES to SURVIVES."""
    move_cost: Int8[ALL_SLOTS]
    """Gears that a normal move of it costs now, plugins counted."""
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

    pending: Int8
    """The machine that is being assembled; NONE."""
    site: Int8
    torn: Int32
    """Bit for each slot whose machine has fallen apart and waits for its owner to say which part stays."""
    torn_slot: Int8

    assembled: Int64[2]
    """Bit for each machine that a seat has assembled in this game."""
    ran: Int64[2]
    """Bit for each program that a seat has played in this game."""


# --- the action space -----------------------------------------------------------------------------

BUY = 0  # + place of the store (8), base, destroy base; also a target in the store
CARD = BUY + SHOWN + 2  # + machine, 39 + program, base, destroy base: play it, throw it away, or a target
CARD_PROGRAM = CARD + MACHINES
CARD_BASE = CARD_PROGRAM + PROGRAMS
CARD_DESTROY = CARD_BASE + 1
MOVES = CARD_DESTROY + 1  # + 4 * own slot (0 to 7) + way
EFFECTS = MOVES + 4 * SLOTS  # + own slot (0 to 7)
CELL = EFFECTS + SLOTS  # + cell
SLOT = CELL + CELLS  # + slot (0 to 15)
WAY = SLOT + ALL_SLOTS  # + way
POSE = WAY + 4  # + 4 * heart + quarter turns
END = POSE + 4 * HEARTS  # ends the turn; while preparing: buys no more for now
LEAVE = END + 1  # lets be what could be answered
PASS = LEAVE + 1  # the same as END or LEAVE where nothing else can be done
ACTIONS = PASS + 1

# --- what people see happen (see `table.py`) --------------------------------------------------------

ACTED = 0  # a seat, b turn: opens the notes of every action
SHOWED = 1  # a kind of card, b card, c place of the store
STARTED = 2  # a seat: goes first
BOUGHT = 3  # a seat, b kind of card, c card (0 for bases), d price
PASSED = 4  # a seat: buys no more for now
LET = 5  # a seat: does not answer
BATTLE = 6  # a seat: begins the Battle
LEFT_GEARS = 7  # a seat, b gears that are discarded before the Battle
TURN = 8  # a seat, b turn
EXPLOITED = 9  # a seat, b gears
ASSEMBLED = 10  # a seat, b machine, c slot, d cell of the base
BUILT = 11  # a seat, b cell, c slot
ANNOUNCED = 12  # a seat, b kind, c slot or program, d machine (NONE for a program)
AIMED = 13  # a seat, b what was wanted, c target (as in the action), d machine in that slot or NONE
RESOLVED = 14  # a seat, b kind, c slot or program, d machine
FAILED = 15  # a seat, b kind, c slot or program, d why: 0 cancelled, 1 its target is gone, 2 bunker
MOVED = 16  # a slot, b machine, c 4 * how + way, d 81 * cell of its first heart before + after
CLASHED = 17  # a cell, b slot that moved, c the other slot, d 0 weapons, 1 hearts, 2 its heart, 3 the other's heart
UNIT_LOST = 18  # a slot, b 8 * machine + unit, c cell, d why: 0 clash, 1 cut off, 2 effect
DESTROYED = 19  # a slot, b machine, c seat it goes to, d 4 * `lying` + why: 0 combat, 1 attacked a base, 2 disassembled
BASE_DESTROYED = 20  # a seat that owned it, b cell, c slot that attacked
HONORED = 21  # a seat, b honor
GEARED = 22  # a seat, b gears (may be negative)
DREW = 23  # a seat, b kind of card: from a pile
SAW = 24  # a seat, b kind of card, c card: what it drew, for itself
INSTALLED = 25  # a seat, b program, c host
PLUGIN_LOST = 26  # a seat it goes to, b program
DISCARDED = 27  # a seat, b kind of card, c card
KEPT = 28  # a slot, b cell of a heart: the part that stays, c machine
SHIELDED = 29  # a slot, b machine
SHIELD_LOST = 30  # a slot, b machine
STUNNED = 31  # a slot, b machine
REPAIRED = 32  # a slot, b 8 * machine + unit, c cell
RECALLED = 33  # a slot, b machine, c seat
SHIFTED = 34  # a seat, b cell from, c cell to
SALVAGED = 35  # a seat, b kind of card, c card
FETCHED = 36  # a seat, b kind of card, c card
MAY_MORE = 37  # a seat, b 0 assemble, 1 build
ENDING = 38  # a seat
ENDED = 39  # a reason, b winner or NONE
