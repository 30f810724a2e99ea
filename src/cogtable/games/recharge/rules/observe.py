"""The observation: what a seat knows, as a row of numbers for machine learning.

Robots and Events have the same numbers as in actions, so that a program can relate the two. Their printed values are
always there. If the seat does not know where a card is, nothing else about it is shown.
"""

from __future__ import annotations

from cogtable.games.recharge.rules.abilities import COMPARED
from cogtable.games.recharge.rules.box import ROWS, RechargeTables
from cogtable.games.recharge.rules.components import EVENTS, LOOK, ROBOTS, ROUNDS, SEATS, Action
from cogtable.games.recharge.rules.effects import has_acted
from cogtable.games.recharge.rules.state import DUES, EMPTY, Place, Question, Recharge, Stage
from cogtable.games.recharge.rules.yields import GAINS, NEEDS
from cogtable.rules import Features, Ints, feature, jitable, seat_after, steps_to

ACTIONS, GAINED, NEEDED, STANDING = len(Action), len(GAINS), len(NEEDS), len(COMPARED)
MANY = 9999
"""The largest value shown of counts that no rule limits; larger ones are shown as this."""
YIELD = 2000
"""The same for yields of a robot, in hundredths, and its needs, in whole numbers."""


class RobotSeen(Features):
    """A robot: where it is and what it does, 0 as far as the observer does not know; then what is printed on it."""

    HAND = feature("1 for the seat whose hand it is in, counted from the observer", SEATS)
    FLEET = feature("1 for the seat that has it in play", SEATS)
    ORDER = feature("Its place in the order in which that seat played its robots, from 1", high=ROBOTS)
    PILE = feature("Whether it is in the discard pile")
    SIGHT = feature("Whether the observer is looking at it, to keep it or not")
    ACTS = feature("1 for each seat for which it acts now", SEATS)
    READ = feature("1 for each seat that carries out its text now: its own, or a copy of it", SEATS)
    SOURCE = feature("Whether a battery is being moved from it")
    ACTED = feature("Whether it has paid its battery for this round")
    BEGAN = feature("Whether it was in play when all seats last began together")
    BATTERIES = feature("Batteries on it", high=MANY)
    COST = feature("What it costs", high=20)
    CROWNS = feature("The crowns printed on it", low=-1, high=12)
    STARTS = feature("The batteries that it comes with", high=5)
    COPIES = feature("Whether it copies other robots")
    YIELDS = feature(
        f"Roughly what acting once brings, in hundredths: {', '.join(GAINS)}", GAINED, low=-YIELD, high=YIELD
    )
    NEEDS = feature(f"What its owner must have each time to get that: {', '.join(NEEDS)}", NEEDED, high=YIELD)


ROBOT = RobotSeen.count()


class EventSeen(Features):
    """An Event: who has it, 0 as far as the observer does not know; then what is printed on it."""

    OWNER = feature("1 for the seat that has it, counted from the observer", SEATS)
    IN_FORCE = feature("Whether it applies this round")
    SHOWN = feature("Whether it was revealed, so that everybody knows it")
    MORE = feature("What it adds to each Action", ACTIONS, high=127)
    CLOSED = feature("1 for each Action that it forbids", ACTIONS)
    TOLL = feature("How much more robots cost", low=-YIELD, high=YIELD)
    TIRELESS = feature("Whether robots act without paying a battery")


EVENT = EventSeen.count()


class SeatSeen(Features):
    """A seat; all 0 beyond the number of players."""

    PLAYS = feature("Whether somebody plays there")
    DECIDES = feature("Whether it has a decision to make")
    IN_CHARGE = feature("Whether it is in charge")
    STAGE = feature("1 for how far it has come in the round", len(Stage))
    ASKS = feature("1 for the question that it must answer", len(Question))
    REMAINING = feature("How many answers it must still give", high=MANY)
    OPTIONAL = feature("Whether it may decline")
    CHOSE = feature("1 for the Action that it chose this round", ACTIONS)
    RESTS = feature("Whether its remaining robots act by themselves")
    ROW = feature("The next row of the text that it carries out", high=ROWS)
    TIMES = feature("The factor for the numbers of that row", high=MANY)
    CUT = feature("The discount on a robot that it plays now", high=127)
    FREE = feature("Up to which cost it can play a robot for free; -1 if it must pay", low=-1, high=127)
    COINS = feature("Its coins", high=MANY)
    CROWNS = feature("Its crown tokens", low=-MANY, high=MANY)
    PRINTED = feature("The crowns printed on its robots", low=-ROBOTS, high=12 * ROBOTS)
    POWER = feature("Batteries on all its robots", high=MANY)
    HELD = feature("Cards in hand", high=ROBOTS)
    ROBOTS = feature("Robots in play", high=ROBOTS)
    EVENTS = feature("Events that it has", high=EVENTS)
    LOOKING = feature("Cards that it is looking at", high=LOOK)
    STOOD = feature(f"What it had when all last began together: {', '.join(COMPARED)}", STANDING, low=-MANY, high=MANY)


SEAT = SeatSeen.count()


class Seen(Features):
    """What a seat sees of Recharge."""

    ROUND = feature("The current round", high=ROUNDS + 1)
    OVER = feature("Whether the game is over")
    DECK = feature("Cards left in the deck", high=ROBOTS)
    PILE = feature("Cards in the discard pile", high=ROBOTS)
    DUES = feature("Operations on all others that wait until everybody has finished", high=DUES)
    SETTLED = feature("Whether they were carried out")
    ALWAYS_ASK = feature("The option to ask a seat even if it can only pass")
    SEATS = feature("The seats: the observer, then the others in turn", SEATS, of=SeatSeen)
    EVENTS = feature("The Events, by the numbers that actions use", EVENTS, of=EventSeen)
    ROBOTS = feature("The robots, by the numbers that actions use", ROBOTS, of=RobotSeen)


def constants(b: RechargeTables, out: Ints) -> None:
    """Writes the printed values of robots and Events."""
    for card in range(ROBOTS):
        row = out[Seen.ROBOTS + ROBOT * card :]
        row[RobotSeen.COST] = b.cost[card]
        row[RobotSeen.CROWNS] = b.crowns[card]
        row[RobotSeen.STARTS] = b.starts[card]
        row[RobotSeen.COPIES] = b.copies[card]
        for gain in range(GAINED):
            row[RobotSeen.YIELDS + gain] = _cut(b.yields[card, gain], YIELD)
        for need in range(NEEDED):
            row[RobotSeen.NEEDS + need] = _cut(b.needs[card, need], YIELD)
    for event in range(EVENTS):
        row = out[Seen.EVENTS + EVENT * event :]
        row[EventSeen.TOLL] = _cut(b.toll[event], YIELD)
        row[EventSeen.TIRELESS] = b.tireless[event]
        for action in range(ACTIONS):
            row[EventSeen.MORE + action] = b.more[event, action]
            row[EventSeen.CLOSED + action] = b.closed[event, action]


def observe(s: Recharge, b: RechargeTables, seat: int, out: Ints) -> None:
    """Writes what a seat knows."""
    first = max(seat, 0)
    out[Seen.ROUND] = s.rounds
    out[Seen.OVER] = s.over
    out[Seen.DECK] = s.deck_left
    out[Seen.PILE] = s.piled
    out[Seen.DUES] = s.dues
    out[Seen.SETTLED] = s.settled
    out[Seen.ALWAYS_ASK] = s.always_ask
    for event in range(EVENTS):
        _put_event(s, event, first, out[Seen.EVENTS + EVENT * event :])
    for card in range(ROBOTS):
        out[Seen.ROBOTS + ROBOT * card + RobotSeen.PILE] = s.place[card] == Place.PILE
    for i in range(s.seats):
        seat_seen = seat_after(first, i, s.seats)
        _put_seat(s, seat_seen, out[Seen.SEATS + SEAT * i :])
        _mark_robots(s, seat_seen, i, out)


@jitable
def _cut(number: int, most: int) -> int:
    """A number that no rule limits, cut off at both ends of its range."""
    return min(max(int(number), -most), most)


@jitable
def _put_event(s: Recharge, event: int, first: int, out: Ints) -> None:
    owner = s.owner[event]
    out[EventSeen.OWNER + steps_to(first, max(owner, 0), s.seats)] = owner >= 0
    out[EventSeen.IN_FORCE] = s.event == event
    out[EventSeen.SHOWN] = s.shown[event]


@jitable
def _put_robot(s: Recharge, seat: int, card: int, out: Ints) -> None:
    """Writes whether a robot in a hand or in play has acted, and its batteries."""
    out[RobotSeen.ACTED] = has_acted(s, seat, card)
    out[RobotSeen.BEGAN] = s.lay[card] != EMPTY
    out[RobotSeen.BATTERIES] = min(s.batteries[card], MANY)


@jitable
def _put_seat(s: Recharge, seat: int, out: Ints) -> None:
    out[SeatSeen.PLAYS] = 1
    out[SeatSeen.DECIDES] = s.waiting >> seat & 1
    out[SeatSeen.IN_CHARGE] = s.charge == seat
    out[SeatSeen.STAGE + s.stage[seat]] = 1
    out[SeatSeen.ASKS + s.asks[seat]] = 1
    out[SeatSeen.REMAINING] = min(s.remaining[seat], MANY)
    out[SeatSeen.OPTIONAL] = s.optional[seat]
    out[SeatSeen.CHOSE + max(s.chose[seat], 0)] = s.chose[seat] != EMPTY
    out[SeatSeen.RESTS] = s.rests[seat]
    out[SeatSeen.ROW] = s.row[seat]
    out[SeatSeen.TIMES] = min(s.times[seat], MANY)
    out[SeatSeen.CUT] = min(s.cut[seat], 127)
    out[SeatSeen.FREE] = s.free[seat]
    out[SeatSeen.COINS] = min(s.coins[seat], MANY)
    out[SeatSeen.CROWNS] = _cut(s.crowns[seat], MANY)
    out[SeatSeen.PRINTED] = s.printed[seat]
    out[SeatSeen.POWER] = min(s.power[seat], MANY)
    out[SeatSeen.HELD] = s.held[seat]
    out[SeatSeen.ROBOTS] = s.robots[seat]
    out[SeatSeen.EVENTS] = s.events[seat]
    out[SeatSeen.LOOKING] = s.looking[seat]
    for what in range(STANDING):
        out[SeatSeen.STOOD + what] = _cut(s.stood[seat, what], MANY)


@jitable
def _mark_robots(s: Recharge, seat: int, i: int, out: Ints) -> None:
    """Marks the known robots of a seat, and those that act for it; `i` counts the seat from the observer."""
    for order in range(s.robots[seat]):
        card = s.fleet[seat, order]
        row = out[Seen.ROBOTS + ROBOT * card :]
        row[RobotSeen.FLEET + i] = 1
        row[RobotSeen.ORDER] = order + 1
        _put_robot(s, seat, card, row)
    for held in range(s.held[seat]):
        card = s.hand[seat, held]
        if card >= 0:
            row = out[Seen.ROBOTS + ROBOT * card :]
            row[RobotSeen.HAND + i] = 1
            _put_robot(s, seat, card, row)
    for looked in range(s.looking[seat]):
        if s.sight[seat, looked] >= 0:
            out[Seen.ROBOTS + ROBOT * s.sight[seat, looked] + RobotSeen.SIGHT] = 1
    script, actor, source = s.script[seat], s.actor[seat], s.source[seat]
    if actor >= 0:
        out[Seen.ROBOTS + ROBOT * actor + RobotSeen.ACTS + i] = 1
    if 0 <= script < ROBOTS:
        out[Seen.ROBOTS + ROBOT * script + RobotSeen.READ + i] = 1
    if source >= 0:
        out[Seen.ROBOTS + ROBOT * source + RobotSeen.SOURCE] = 1
