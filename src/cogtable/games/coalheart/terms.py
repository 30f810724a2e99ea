"""What rules, table and tests name by numbers: actions, questions, frames of the stack, events."""

from __future__ import annotations

from cogtable.games.coalheart.components import BODY, CUBES, GEARS, HEART, HEXES, PARTS, ROBOTS, SEATS

NOBODY = -1
EMPTY = -1
UNKNOWN = -2

# --- options ------------------------------------------------------------------------------------------

STANDARD, DRAFT_MODE, DEMO = range(3)
DEALT_OUT, CHOSEN = range(2)

# --- the stage of the game (`Coalheart.stage`) --------------------------------------------------------

CHOOSE_ROBOTS = 0
DRAFTING = 1
SELECTING = 2
"""The Active Player is to select a hex; its turn has begun (CH-Q67)."""
TURNS = 3
CLOSING = 4
"""The end of a phase, which is nobody's turn (CH-Q58)."""

# --- what is asked (`Coalheart.ask`) of the seats that are waiting ------------------------------------------

ASK_ROBOT = 0  # ROBOT
ASK_DRAFT = 1  # DRAFT
ASK_HEX = 2  # HEX; USE_GEAR before it
ASK_TURN = 3  # the whole turn: COLOR (Mine, Scavenge), TARGET, BUILD, TAKE_GEAR, USE_HEART, USE_PART, USE_GEAR; PASS
ASK_BEFORE = 4  # step 2 of an attack: USE_GEAR or PASS
ASK_ABILITIES = 5  # step 3: USE_PART in any order; PASS when only "may" ones are left
ASK_DEFEND = 6  # step 4, the defender: USE_GEAR or PASS
ASK_AFTER = 7  # step 6: USE_GEAR or PASS
ASK_COLOR = 8  # COLOR: the cube that the operation on top of the stack is about
ASK_GEAR = 9  # TAKE_GEAR: the card that the operation on top of the stack is about
ASK_STRIKE = 10  # TARGET: who gets the damage for this phase's resources
ASK_WELD = 11  # BUILD: the part that is built for nothing
ASK_PERK = 12  # COLOR: the second cube of the Mine perk
ASK_AT_END = 13  # USE_PART or PASS: a "may" part at the end of the phase
ASK_SPARE = 14  # SPARE: a cube that is not paid (CH-R22); PASS keeps the discount for another part
ASK_BARTER = 15  # USE_PART (as many cubes of any colours) or PASS (the printed price)
ASK_BARTERED = 16  # COLOR: the next cube of a bartered price
ASK_EXCHANGE = 17  # EXCHANGE: three cubes of a colour for one of another; PASS pays the rest in its own colours

# --- the action space -------------------------------------------------------------------------------------

HEX = 0
"""+ hex: select it. The seventh hex of six players is a second Scavenge."""
COLOR = HEX + len(HEXES)
"""+ colour: a cube, of what is asked about."""
TARGET = COLOR + CUBES
"""+ seat: attack it, or deal it the damage that is asked about."""
BUILD = TARGET + SEATS
"""+ slot: build the part there."""
USE_PART = BUILD + BODY
"""+ slot: use the ability of the part there."""
USE_GEAR = USE_PART + BODY
"""+ kind: spend such a card."""
TAKE_GEAR = USE_GEAR + GEARS
"""+ kind: take (or discard) such a card, as is asked."""
USE_HEART = TAKE_GEAR + GEARS
"""+ ability: take the Coal Heart (NOW), or use one of its two others."""
PASS = USE_HEART + HEART
"""No, no more, or the end of the turn: see the questions."""
SPARE = PASS + 1
"""+ colour: a cube of the price that is not paid."""
EXCHANGE = SPARE + CUBES
"""+ 4 * given + wanted: three cubes of one colour stand for one of another."""
ROBOT = EXCHANGE + CUBES * CUBES
"""+ robot: choose it."""
DRAFT = ROBOT + ROBOTS
"""+ part: draft it."""
ACTIONS = DRAFT + PARTS

# --- frames of the stack (`Coalheart.stack`), see `effects.py` ----------------------------------------------

FRAME = 6
TASK, OWNER, SOURCE, ROW, OTHER, COUNT = range(FRAME)
DEPTH = 24

RUN = 0  # an ability: source, row to come (PRICE: what it asks for first), the player it is about (NOBODY), times done
TRIGGER = 1  # parts of the owner that are to act: source is the set of their slots, other as above
FIGHTING = 2  # an attack: source is the part that allows it (EMPTY: the Fight hex), row its step, 2 to 6
PAYING = 3  # a part is being paid: source is its slot, row the step (see `paying.py`)
PRICE = -1

# --- what people see happen (see `table.py`) ----------------------------------------------------------------

ACTED = 0  # a seat, b round, c phase from 1: opens the notes of every action
STARTED = 1  # a seat that leads first
DEALT_ROBOT = 2  # a seat, b robot: dealt or chosen
DRAFTED = 3  # a seat, b part
ROUND = 4  # a seat with the First Player card, b round
SELECTED_HEX = 5  # a seat, b hex
TURN = 6  # a seat, b hex
QUARRIED = 7  # a seat, b colour, c 0: by the action, 1: by the perk, 2: by a part: from the Quarry
DREW = 8  # a seat, b colour, c source: from the Supply at random
CHOSE = 9  # a seat, b colour, c source (part, Gear, EMPTY: Scavenge): from the Supply by choice
FILLED = 10  # a colour: a cube came from the Supply to the Quarry
GOT = 11  # a seat, b colour, c seat that lost it, d source
PAID = 12  # a seat, b colour, c count: cubes to the Supply
BUILT = 13  # a seat, b slot, c part, d 1: for nothing
SAVED = 14  # a seat, b colour: a cube that a reduction saved
EXCHANGED = 15  # a seat, b colour given three of, c colour it stands for
GAINED = 16  # a seat, b HP gained (0 at the limit or broken), c source, d HP now
PAID_HP = 17  # a seat, b HP, c source, d HP now
DAMAGED = 18  # a dealer, b seat, c damage, d HP now
BROKE = 19  # a seat
MENDED = 20  # a seat, b HP
TOOK_HEART = 21  # a seat, b seat that had it (NOBODY)
USED_HEART = 22  # a seat, b ability
GOT_GEAR = 23  # a seat, b kind, c place in the row (EMPTY: from the discard pile), d part (EMPTY: the hex)
SPENT_GEAR = 24  # a seat, b kind
DISCARDED = 25  # a seat, b kind, c part
LAID_OUT = 26  # a kind, b place in the row
RESHUFFLED = 27  # a cards in the new Gear deck
ATTACKED = 28  # a seat, b target, c attack value, d part (EMPTY: the Fight hex)
BOOSTED = 29  # a seat, b damage added, c source
DOUBLED = 30  # a seat
HALVED = 31  # a seat that prevents, b damage before, c damage after
ACTED_PART = 32  # a seat, b slot, c part: an ability begins
SHIELDED = 33  # a seat
DISCOUNTED = 34  # a seat, b cubes, c part
PASSED = 35  # a seat, b what was asked
CAPPED = 36  # a dealer, b seat, c damage before, d damage after: a broken robot deals less (CH-R46)
ENDED = 37  # a victory
BARTERED = 38  # a seat, b part

# --- how the game ended (`Coalheart.victory`) ------------------------------------------------------------------

NO_VICTORY = 0
LAST_STANDING = 1
"""The only robot that is not broken (CH-Q4)."""
FINISHED = 2
"""All eleven parts (CH-R3)."""
ALL_BROKEN = 3
"""All broken at once: the most parts of those that just broke (CH-R48)."""
LAST_ROUND = 4
"""The limit of rounds (CH-Q83)."""
VICTORIES = ("the last that works", "all eleven parts", "most parts when all break", "the round limit")
"""The same in words, from LAST_STANDING on."""
