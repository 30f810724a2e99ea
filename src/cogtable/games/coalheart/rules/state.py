"""The record: a game in progress, and the meanings of the numbers in its fields."""

from __future__ import annotations

from cogtable.games.coalheart.rules.abilities import TRIGGERS
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, GEAR_CARDS, GEARS, HEXES, PARTS, SEATS
from cogtable.rules import NOBODY as NO_READER
from cogtable.rules import Int8, Int16, PlainIntEnum, State, known_to, option

NOBODY = -1
"""No seat."""
EMPTY = -1
"""No robot, part, hex or card."""
UNKNOWN = -2
"""A hidden card of the Gear deck."""

DEPTH = 24
"""The most frames on the stack."""
PRICE = -1
"""The row of an ability whose cost has not been paid yet."""


class Mode(PlainIntEnum):
    """Which parts a robot is built from, and how many are built at the start."""

    STANDARD = 0
    DRAFTING = 1
    DEMO = 2


class Robots(PlainIntEnum):
    """How players get their robots."""

    DEALT = 0
    CHOSEN = 1


class Stage(PlainIntEnum):
    """The stages of a game."""

    CHOOSING = 0
    DRAFTING = 1
    SELECTING = 2
    """The Active Player selects a hex; its turn has begun (CH-Q67)."""
    TURNS = 3
    CLOSING = 4
    """The end of a phase, which is nobody's turn (CH-Q58)."""


class Ask(PlainIntEnum):
    """The questions to waiting seats, and the actions that answer them."""

    ROBOT = 0  # ROBOT
    DRAFT = 1  # DRAFT
    HEX = 2  # HEX; USE_GEAR before it
    TURN = 3  # the whole turn: COLOR (Mine, Scavenge), TARGET, BUILD, TAKE_GEAR, USE_HEART, USE_PART, USE_GEAR; PASS
    BEFORE = 4  # step 2 of an attack: USE_GEAR or PASS
    ABILITIES = 5  # step 3: USE_PART in any order; PASS when only "may" ones are left
    DEFEND = 6  # step 4, the defender: USE_GEAR or PASS
    AFTER = 7  # step 6: USE_GEAR or PASS
    COLOR = 8  # COLOR: the cube that the operation on top of the stack is about
    GEAR = 9  # TAKE_GEAR: the card that the operation on top of the stack is about
    STRIKE = 10  # TARGET: who takes the damage for this phase's resources
    WELD = 11  # BUILD: the part that is built for free
    PERK = 12  # COLOR: the second cube of the Mine perk
    AT_END = 13  # USE_PART or PASS: a "may" part at the end of the phase
    SPARE = 14  # SPARE: a cube that is not paid (CH-R22); PASS keeps the discount for another part
    BARTER = 15  # USE_PART (as many cubes of any colours) or PASS (the printed price)
    BARTERED = 16  # COLOR: the next cube of a bartered price
    EXCHANGE = 17  # EXCHANGE: three cubes of a colour for one of another; PASS pays the rest as printed


class Task(PlainIntEnum):
    """The kinds of frames on the stack, and what their numbers mean (see `stack.py`)."""

    RUN = 0  # an ability: source, next row (PRICE: its cost), the player concerned (or NOBODY), times done
    TRIGGER = 1  # parts of the owner that will act: source is the set of their slots, other as above
    FIGHTING = 2  # an attack: source is the part that allows it (EMPTY: the Fight hex), row its `AttackStep`
    PAYING = 3  # a part is being paid for: source is its slot, row the `PaymentStep`


class Frame(PlainIntEnum):
    """The numbers of a frame of the stack."""

    TASK = 0
    OWNER = 1
    SOURCE = 2
    ROW = 3
    OTHER = 4
    COUNT = 5


class Victory(PlainIntEnum):
    """How a game ends."""

    NONE = 0
    LAST_STANDING = 1
    """Only one robot is not broken (CH-Q4)."""
    FINISHED = 2
    """A robot has all eleven parts (CH-R3)."""
    ALL_BROKEN = 3
    """All are broken: the one with most parts among those that just broke (CH-R48)."""
    LAST_ROUND = 4
    """The limit of rounds (CH-Q83)."""


VICTORIES = ("the last that works", "all eleven parts", "most parts when all break", "the round limit")
"""Their names in reports, from LAST_STANDING on."""


class Coalheart(State):
    """A game in progress."""

    mode: Int8 = option(
        Mode.STANDARD,
        choices=("standard", "drafting", "demo"),
        title="Mode",
        text="Drafting: robots are built from all 66 parts. Demo: four parts are built at the start, with 15 HP.",
    )
    robots: Int8 = option(
        Robots.DEALT,
        choices=("dealt", "chosen"),
        title="Robots",
        text="Dealt at random, or chosen one after the other from the first player on. In a draft they are dealt.",
    )
    together: Int8 = option(
        0, choices=("in turn", "together"), title="Upgrading", text="Together: nobody waits for the previous player."
    )
    limit: Int16 = option(
        60,
        low=1,
        high=99,
        title="Most rounds",
        text="Ends games in which nobody builds or fights.",
    )

    # The course of play.
    stage: Int8
    ask: Int8
    """The question to the waiting seats."""
    depth: Int8
    """How many frames are on the stack."""
    stack: Int16[DEPTH, len(Frame)]
    """What has started and waits, the newest last (see `stack.py`)."""
    rounds: Int16
    """The current round, from 1; 0 before the first."""
    phase: Int8
    """The current phase of the round, from 0."""
    first: Int8
    """Who has the First Player card."""
    lead: Int8
    """The Active Player; while robots are drafted or chosen, the seat that chooses."""
    turns: Int8
    """Bit p is set while it is seat p's turn; several seats may upgrade together."""
    hex: Int8
    """The hex of this phase; EMPTY until it is selected."""
    step: Int8
    """The current step at the end of a phase."""
    closing: Int8
    """The next seat in that step, counted from the Active Player."""
    picked: Int8[SEATS]
    """The hex of each phase of this round; EMPTY for coming phases."""
    face_up: Int8[len(HEXES)]
    """How many hexes of each kind can be selected."""
    drafted: Int8
    """How many parts have been drafted."""

    # Robots.
    robot: Int8[SEATS]
    """The playmat of each seat; EMPTY until it is chosen."""
    body: Int8[SEATS, BODY]
    """The part that belongs in each slot; EMPTY until it is drafted."""
    owner: Int8[PARTS]
    """The seat that owns each part; NOBODY for those in the draft or the box."""
    built: Int16[SEATS]
    """A bit for each slot."""
    parts: Int8[SEATS]
    """How many are built."""
    power: Int8[SEATS]
    """The attack value."""
    listens: Int16[SEATS, TRIGGERS]
    """The built slots whose part acts at each trigger, a bit each."""
    deluxe: Int8
    """Bit p is set when seat p may always take deluxe Gear."""
    hp: Int8[SEATS]
    """0 is broken."""
    heart: Int8
    """The seat that has the Coal Heart; NOBODY at first."""

    # Cubes and Gear.
    cubes: Int8[SEATS, COLOR_COUNT]
    quarry: Int8[COLOR_COUNT]
    supply: Int8[COLOR_COUNT]
    gear: Int8[SEATS, GEARS]
    """How many cards of each kind a seat holds."""
    row: Int8[SEATS + 2]
    """The kinds of the face-up Gear cards; EMPTY for gaps."""
    deck: Int8[GEAR_CARDS] = known_to(NO_READER, of="gears")
    """The kinds of the cards in the Gear deck, with the top card last."""
    deck_left: Int8
    discard: Int8[GEARS]
    """Used cards of each kind."""

    # This phase.
    had_heart: Int8
    """Whether the Active Player had the Coal Heart when the hex was selected (CH-Q59)."""
    shielded: Int8
    """Bit p is set when seat p cannot be attacked."""
    gained: Int16[SEATS]
    """How many resources a seat gained."""
    fresh: Int16[SEATS]
    """The slots built in this phase, a bit each."""
    welded: Int8
    """Bit p is set when seat p has used Welder's Kit."""

    # This turn, for everyone whose turn it is.
    acted: Int8
    """Bit p is set when seat p has used the hex."""
    chances: Int16[SEATS]
    """Slots whose part still lets the seat attack in this phase, a bit each."""
    usable: Int16[SEATS]
    """Slots whose part the seat may still use in this turn, a bit each."""
    discounts: Int8[SEATS]
    """Discounts of one cube each, for parts that are built."""
    dealt: Int16[SEATS, SEATS]
    """Damage that the first seat dealt to the second."""

    # The current attack (FIGHTING is on the stack, owned by the attacker).
    target: Int8
    """The seat that is attacked; NOBODY if none."""
    added: Int16
    """The damage added to the attack value."""
    perked: Int16
    """How much of that is from the Fight perk."""
    doubled: Int8
    """How many times the damage is doubled."""
    halved: Int8
    """How many times it is halved."""
    waiting_parts: Int16
    """Slots of the attacker whose part has not acted yet in this attack, a bit each."""

    # The current payment (PAYING is on the stack).
    owed: Int8[COLOR_COUNT]
    """Cubes of the price that are neither paid nor saved yet."""
    laid: Int8[COLOR_COUNT]
    """Cubes set aside to pay."""
    spared: Int8
    """Colours saved or received in an exchange, a bit each; they cannot be given in threes (CH-Q81)."""
    given: Int8
    """Colours in which three cubes were exchanged for another, a bit each."""
    bartering: Int8
    """How many cubes of any colours are still to be paid (CH-F33); 0 for the printed price."""

    # The end.
    victory: Int8
    winners: Int8
    """Bit p is set when seat p has won."""


YOUNG_ROUNDS = 2
"""A game is young until the end of this round."""


def is_young(s: Coalheart) -> bool:
    """Whether the first two rounds are not over."""
    return s.rounds <= YOUNG_ROUNDS
