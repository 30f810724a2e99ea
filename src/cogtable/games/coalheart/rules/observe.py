"""The observation: what a seat knows, as a row of numbers for machine learning.

Actions name seats by number, so the observation includes the observer's own number.
"""

from __future__ import annotations

from cogtable.games.coalheart.rules.box import CoalheartTables, Source
from cogtable.games.coalheart.rules.components import (
    BODY,
    COLOR_COUNT,
    GEAR_CARDS,
    GEARS,
    HEART,
    HEXES,
    PARTS,
    SEATS,
)
from cogtable.games.coalheart.rules.printed import PART, PRINTED, PartSeen
from cogtable.games.coalheart.rules.state import (
    DEPTH,
    EMPTY,
    NOBODY,
    Ask,
    Coalheart,
    Frame,
    Mode,
    Stage,
    Task,
    Victory,
)
from cogtable.rules import Features, Ints, feature, jitable, seat_after, steps_to

HEX_COUNT = len(HEXES)
MOST_HP = 40
"""The most HP that a box allows."""
MOST_CUBES = 127
MANY = 9999
"""The largest damage that an observation shows; no rule limits it."""
TOLD = 4
"""The number of frames of the stack in an observation, from the top."""


class SeatSeen(Features):
    """A seat; all 0 beyond the number of players."""

    PLAYS = feature("Whether somebody plays there")
    DECIDES = feature("Whether it has a decision to make")
    TURN = feature("Whether it is its turn")
    ACTIVE = feature("Whether it is the Active Player, or the one who chooses before the first round")
    FIRST = feature("Whether it has the First Player card")
    HEART = feature("Whether it has the Coal Heart")
    TARGET = feature("Whether it is attacked")
    SHIELDED = feature("Whether it cannot be attacked")
    DELUXE = feature("Whether it may always take deluxe Gear")
    WELDED = feature("Whether it has used Welder's Kit in this phase")
    ACTED = feature("Whether it has used the hex in this turn")
    WON = feature("Whether it has won")
    HP = feature("Its HP; 0 is broken", high=MOST_HP)
    POWER = feature("Its attack value", high=127)
    PARTS = feature("How many parts it has built", high=BODY)
    CUBES = feature("Its cubes by colour", COLOR_COUNT, high=MOST_CUBES)
    GEAR = feature("Its Gear cards of each kind", GEARS, high=GEAR_CARDS)
    GAINED = feature("Resources that it gained in this phase", high=MANY)
    DISCOUNTS = feature("Its discounts of one cube", high=127)
    DEALT = feature("Damage that it dealt this turn to each seat, counted from the observer", SEATS, high=MANY)
    BODY = feature("Its parts, slot by slot", BODY, of=PartSeen)


SEAT = SeatSeen.count()


class FrameSeen(Features):
    """A frame of the stack; all 0 if there is none."""

    TASK = feature("1 for what it is: an ability, parts that will act, an attack, a payment", len(Task))
    OWNER = feature("1 for the seat whose it is, counted from the observer", SEATS)
    OTHER = feature("1 for the seat that it concerns", SEATS)
    SLOTS = feature("1 for each slot that it is about: the part that acts or is paid for, or those that will act", BODY)
    GEAR = feature("1 for the kind of Gear whose ability it is", GEARS)
    HEART = feature("1 for the side of the Coal Heart whose ability it is", HEART)
    STEP = feature("How far it has come, from 1", high=127)


FRAME = FrameSeen.count()


class Seen(Features):
    """What a seat sees of Coal Heart."""

    NUMBER = feature("1 for the observer's own number, by which actions name seats", SEATS)
    MODE = feature("1 for the mode: standard, drafting, demo", len(Mode))
    STAGE = feature("1 for the stage of the game", len(Stage))
    ASK = feature("1 for the question to those who decide", len(Ask))
    OVER = feature("Whether the game is over")
    VICTORY = feature("1 for how it ended", len(Victory))
    ROUND = feature("The current round", high=127)
    LIMIT = feature("The option for the most rounds", high=99)
    TOGETHER = feature("The option to upgrade together")
    PHASE = feature("The current phase of the round, from 1", high=SEATS)
    CLOSING = feature("The step at the end of the phase, and the next seat in it, both from 1", 2, high=127)
    HEX = feature("1 for the hex of this phase", HEX_COUNT)
    PICKED = feature("How many phases of this round had each hex", HEX_COUNT, high=SEATS)
    FACE_UP = feature("How many hexes of each kind can be selected", HEX_COUNT, high=SEATS + 1)
    HAD_HEART = feature("Whether the Active Player had the Coal Heart when selecting")
    QUARRY = feature("Cubes in the Quarry by colour", COLOR_COUNT, high=MOST_CUBES)
    SUPPLY = feature("Cubes in the Supply by colour", COLOR_COUNT, high=MOST_CUBES)
    ROW = feature("How many face-up Gear cards there are of each kind", GEARS, high=SEATS + 2)
    DISCARD = feature("Used Gear cards of each kind", GEARS, high=GEAR_CARDS)
    DECK = feature("Cards left in the Gear deck", high=GEAR_CARDS)
    ADDED = feature("Damage added to the attack, and how much of that is from the perk", 2, high=MANY)
    DOUBLED = feature("How many times it is doubled", high=127)
    HALVED = feature("How many times it is halved", high=127)
    WAITING = feature("1 for each slot of the attacker whose part has not acted yet in this attack", BODY)
    OWED = feature("Cubes still to be paid for a part, by colour", COLOR_COUNT, high=9)
    LAID = feature("Cubes set aside to pay for it, by colour", COLOR_COUNT, high=MOST_CUBES)
    SPARED = feature("1 for each colour of which a cube was saved or exchanged for", COLOR_COUNT)
    GIVEN = feature("1 for each colour of which three were given for another", COLOR_COUNT)
    BARTERING = feature("Cubes of any colours still to be paid", high=127)
    DEPTH = feature("How much has started and is not done", high=DEPTH)
    STACK = feature("What of that began last, the last first", TOLD, of=FrameSeen)
    UNDRAFTED = feature("1 for each part that nobody has drafted yet, by the numbers that actions use", PARTS)
    SEATS = feature("The seats: the observer, then the others in turn", SEATS, of=SeatSeen)


def observe(s: Coalheart, b: CoalheartTables, seat: int, out: Ints) -> None:
    """Writes what a seat knows."""
    first = max(seat, 0)
    out[Seen.NUMBER + first] = 1
    _put_course(s, out)
    _put_goods(s, out)
    _put_payment(s, out)
    out[Seen.DEPTH] = s.depth
    for i in range(min(TOLD, s.depth)):
        _put_frame(s, s.depth - 1 - i, first, out[Seen.STACK + FRAME * i :])
    if s.stage == Stage.DRAFTING:
        for part in range(PARTS):
            out[Seen.UNDRAFTED + part] = s.owner[part] == NOBODY
    for i in range(s.seats):
        _put_seat(s, b, seat_after(first, i, s.seats), first, out[Seen.SEATS + SEAT * i :])


@jitable
def _put_course(s: Coalheart, out: Ints) -> None:
    """Writes the progress of the game."""
    out[Seen.MODE + s.mode] = 1
    out[Seen.STAGE + s.stage] = 1
    out[Seen.ASK + s.ask] = 1
    out[Seen.OVER] = s.over
    out[Seen.VICTORY + s.victory] = 1
    out[Seen.ROUND] = s.rounds
    out[Seen.LIMIT] = s.limit
    out[Seen.TOGETHER] = s.together
    out[Seen.PHASE] = s.phase + 1
    out[Seen.CLOSING] = s.step + 1
    out[Seen.CLOSING + 1] = s.closing + 1
    if s.hex != EMPTY:
        out[Seen.HEX + s.hex] = 1
    for phase in range(SEATS):
        if s.picked[phase] != EMPTY:
            out[Seen.PICKED + s.picked[phase]] += 1
    for kind in range(HEX_COUNT):
        out[Seen.FACE_UP + kind] = s.face_up[kind]
    out[Seen.HAD_HEART] = s.had_heart


@jitable
def _put_goods(s: Coalheart, out: Ints) -> None:
    """Writes the cubes and Gear that no player owns."""
    for color in range(COLOR_COUNT):
        out[Seen.QUARRY + color] = s.quarry[color]
        out[Seen.SUPPLY + color] = s.supply[color]
    for place in range(SEATS + 2):
        if s.row[place] != EMPTY:
            out[Seen.ROW + s.row[place]] += 1
    for kind in range(GEARS):
        out[Seen.DISCARD + kind] = s.discard[kind]
    out[Seen.DECK] = s.deck_left


@jitable
def _put_payment(s: Coalheart, out: Ints) -> None:
    """Writes the current attack and the current payment."""
    for slot in range(BODY):
        out[Seen.WAITING + slot] = s.waiting_parts >> slot & 1
    out[Seen.ADDED] = min(s.added, MANY)
    out[Seen.ADDED + 1] = min(s.perked, MANY)
    out[Seen.DOUBLED] = s.doubled
    out[Seen.HALVED] = s.halved
    for color in range(COLOR_COUNT):
        out[Seen.OWED + color] = s.owed[color]
        out[Seen.LAID + color] = s.laid[color]
        out[Seen.SPARED + color] = s.spared >> color & 1
        out[Seen.GIVEN + color] = s.given >> color & 1
    out[Seen.BARTERING] = s.bartering


@jitable
def _put_frame(s: Coalheart, depth: int, first: int, out: Ints) -> None:
    task, source = s.stack[depth, Frame.TASK], s.stack[depth, Frame.SOURCE]
    owner, other = s.stack[depth, Frame.OWNER], s.stack[depth, Frame.OTHER]
    seats = s.seats
    out[FrameSeen.TASK + task] = 1
    if owner >= 0:
        out[FrameSeen.OWNER + steps_to(first, owner, seats)] = 1
    if other >= 0 and task <= Task.TRIGGER:
        out[FrameSeen.OTHER + steps_to(first, other, seats)] = 1
    if task == Task.TRIGGER:
        for slot in range(BODY):
            out[FrameSeen.SLOTS + slot] = source >> slot & 1
    elif task == Task.PAYING:
        out[FrameSeen.SLOTS + source] = 1
    elif source >= Source.HEART:
        out[FrameSeen.HEART + source - Source.HEART] = 1
    elif source >= Source.GEAR:
        out[FrameSeen.GEAR + source - Source.GEAR] = 1
    elif source != EMPTY:
        out[FrameSeen.SLOTS + source % BODY] = 1
    out[FrameSeen.STEP] = s.stack[depth, Frame.ROW] + 2


@jitable
def _put_seat(s: Coalheart, b: CoalheartTables, seat: int, first: int, out: Ints) -> None:
    out[SeatSeen.PLAYS] = 1
    out[SeatSeen.DECIDES] = s.waiting >> seat & 1
    out[SeatSeen.TURN] = s.turns >> seat & 1
    out[SeatSeen.ACTIVE] = s.lead == seat
    out[SeatSeen.FIRST] = s.first == seat
    out[SeatSeen.HEART] = s.heart == seat
    out[SeatSeen.TARGET] = s.target == seat
    out[SeatSeen.SHIELDED] = s.shielded >> seat & 1
    out[SeatSeen.DELUXE] = s.deluxe >> seat & 1
    out[SeatSeen.WELDED] = s.welded >> seat & 1
    out[SeatSeen.ACTED] = s.acted >> seat & 1
    out[SeatSeen.WON] = s.winners >> seat & 1
    out[SeatSeen.HP] = s.hp[seat]
    out[SeatSeen.POWER] = s.power[seat]
    out[SeatSeen.PARTS] = s.parts[seat]
    for color in range(COLOR_COUNT):
        out[SeatSeen.CUBES + color] = s.cubes[seat, color]
    for kind in range(GEARS):
        out[SeatSeen.GEAR + kind] = s.gear[seat, kind]
    out[SeatSeen.GAINED] = min(s.gained[seat], MANY)
    out[SeatSeen.DISCOUNTS] = s.discounts[seat]
    for i in range(s.seats):
        out[SeatSeen.DEALT + i] = min(s.dealt[seat, seat_after(first, i, s.seats)], MANY)
    for slot in range(BODY):
        if s.body[seat, slot] != EMPTY:
            _put_part(s, b, seat, slot, out[SeatSeen.BODY + PART * slot :])


@jitable
def _put_part(s: Coalheart, b: CoalheartTables, seat: int, slot: int, out: Ints) -> None:
    part = s.body[seat, slot]
    out[PartSeen.BUILT] = s.built[seat] >> slot & 1
    out[PartSeen.FRESH] = s.fresh[seat] >> slot & 1
    out[PartSeen.USABLE] = s.usable[seat] >> slot & 1
    out[PartSeen.ATTACKS] = s.chances[seat] >> slot & 1
    for i in range(PRINTED, PART):
        out[i] = b.part_seen[part, i - PRINTED]
