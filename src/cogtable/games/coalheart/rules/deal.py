"""Before the first round: the first player, robots, the draft, and the setup of the table."""

from __future__ import annotations

from cogtable.games.coalheart.rules.box import CoalheartTables
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, GEARS, ROBOTS
from cogtable.games.coalheart.rules.events import Event
from cogtable.games.coalheart.rules.primitives import fill_quarry, fill_row, place_part
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Ask, Coalheart, Mode, Robots, Stage
from cogtable.games.coalheart.rules.turn import begin_round
from cogtable.rules import ALL, below, jitable, note, shuffle


@jitable
def deal(s: Coalheart, b: CoalheartTables) -> None:
    """Draws the first player (CH-Q60), then deals robots unless players choose or draft them."""
    s.first = below(s, s.seats)
    s.lead = s.first
    s.rounds = 0
    s.phase = EMPTY
    s.hex = EMPTY
    s.picked[:] = EMPTY
    s.robot[:] = EMPTY
    s.body[:] = EMPTY
    s.owner[:] = NOBODY
    s.heart = NOBODY
    s.target = NOBODY
    s.row[:] = EMPTY
    s.deck[:] = EMPTY
    note(s, ALL, Event.STARTED, seat=s.first)
    if s.robots == Robots.CHOSEN and s.mode != Mode.DRAFTING:
        s.stage = Stage.CHOOSING
        return
    for robot in range(ROBOTS):
        s.robot[robot] = robot
    shuffle(s, s.robot, 0, ROBOTS)
    s.robot[s.seats :] = EMPTY
    for seat in range(s.seats):
        note(s, ALL, Event.DEALT_ROBOT, seat=seat, robot=s.robot[seat])
    if s.mode == Mode.DRAFTING:
        s.stage = Stage.DRAFTING
    else:
        for seat in range(s.seats):
            _equip(s, seat)
        begin_game(s, b)


@jitable
def _equip(s: Coalheart, seat: int) -> None:
    """Gives a player the eleven parts of a robot (CH-R4)."""
    for slot in range(BODY):
        part = BODY * s.robot[seat] + slot
        s.body[seat, slot] = part
        s.owner[part] = seat


@jitable
def begin_game(s: Coalheart, b: CoalheartTables) -> None:
    """Sets up resources, Quarry and Gear row (CH-R4 to CH-R8, CH-Q82), which triggers nothing (CH-Q73)."""
    s.supply[:] = b.cubes
    for seat in range(s.seats):
        s.hp[seat] = b.demo_hp if s.mode == Mode.DEMO else b.hp
        robot = s.robot[seat]
        for color in range(COLOR_COUNT):
            s.cubes[seat, color] = b.start[robot, color]
            s.supply[color] -= b.start[robot, color]
        if s.mode == Mode.DEMO:
            for slot in range(BODY):
                if b.demo[robot, slot]:
                    place_part(s, b, seat, slot)
    fill_quarry(s)
    for kind in range(GEARS):
        for _ in range(b.gear_count[kind]):
            s.deck[s.deck_left] = kind
            s.deck_left += 1
    shuffle(s, s.deck, 0, s.deck_left)
    fill_row(s)
    begin_round(s)


# --- choosing robots --------------------------------------------------------------------------------------------


@jitable
def ask_before_game(s: Coalheart) -> None:
    """Asks the next seat to choose a robot or draft a part."""
    s.ask = Ask.ROBOT if s.stage == Stage.CHOOSING else Ask.DRAFT
    s.waiting = 1 << s.lead


@jitable
def free_robots(s: Coalheart) -> int:
    """The robots that no seat has chosen, a bit each."""
    bits = (1 << ROBOTS) - 1
    for seat in range(s.seats):
        if s.robot[seat] != EMPTY:
            bits &= ~(1 << s.robot[seat])
    return bits


@jitable
def choose_robot(s: Coalheart, b: CoalheartTables, seat: int, robot: int) -> None:
    """Gives a seat the robot that it chose; the first player chooses first (CH-Q60)."""
    s.robot[seat] = robot
    _equip(s, seat)
    note(s, ALL, Event.DEALT_ROBOT, seat=seat, robot=robot)
    s.lead = (seat + 1) % s.seats
    if s.lead == s.first:
        begin_game(s, b)


# --- the draft --------------------------------------------------------------------------------------------------


@jitable
def may_draft(s: Coalheart, seat: int, part: int) -> bool:
    """Whether a seat may draft a part: no seat has it, and this seat has none for its slot (CH-R51)."""
    return s.owner[part] == NOBODY and s.body[seat, part % BODY] == EMPTY


@jitable
def draft(s: Coalheart, b: CoalheartTables, seat: int, part: int) -> None:
    """Drafts a part; the First Player card passes on after each of the eleven rounds (CH-R50, CH-R52, CH-Q82)."""
    s.owner[part] = seat
    s.body[seat, part % BODY] = part
    s.drafted += 1
    note(s, ALL, Event.DRAFTED, seat=seat, part=part)
    s.lead = (seat + 1) % s.seats
    if s.lead == s.first:
        s.first = (s.first + 1) % s.seats
        s.lead = s.first
        if s.drafted == BODY * s.seats:
            begin_game(s, b)
