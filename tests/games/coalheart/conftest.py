"""A table of Coal Heart that tests set up for a scenario."""

import numpy as np
import pytest

import cogtable
from cogtable import IllegalAction
from cogtable.engine.rules import verbs
from cogtable.engine.rules.events import collected
from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.components import COLORS, HEXES, SLOTS
from cogtable.games.coalheart.rules.primitives import place_part
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Stage

ROBOTS = ("reforge", "esquire", "syphon", "executioner", "guru", "constructor")
GEAR = (
    "chainsaw",
    "force field",
    "sticky hands",
    "welder's kit",
    "twin blasters",
    "repair kit",
    "rocket punch",
    "shovel",
)


def _actions():
    """Returns each action by its words in tests."""
    named: dict[str, int] = {"pass": Action.PASS}
    named |= {f"select {name}": Action.HEX + i for i, name in enumerate(HEXES)}
    named |= {f"take {name}": Action.COLOR + i for i, name in enumerate(COLORS)}
    named |= {f"attack {i}": Action.TARGET + i for i in range(6)}
    named |= {f"build {name}": Action.BUILD + i for i, name in enumerate(SLOTS)}
    named |= {f"use {name}": Action.USE_PART + i for i, name in enumerate(SLOTS)}
    named |= {f"spend {name}": Action.USE_GEAR + i for i, name in enumerate(GEAR)}
    named |= {f"get {name}": Action.TAKE_GEAR + i for i, name in enumerate(GEAR)}
    named |= {f"heart {name}": Action.USE_HEART + i for i, name in enumerate(("now", "strike", "mend"))}
    named |= {f"spare {name}": Action.SPARE + i for i, name in enumerate(COLORS)}
    named |= {
        f"3 {given} for {wanted}": Action.EXCHANGE + 4 * i + j
        for i, given in enumerate(COLORS)
        for j, wanted in enumerate(COLORS)
    }
    named |= {f"robot {name}": Action.ROBOT + i for i, name in enumerate(ROBOTS)}
    named |= {f"draft {i}": Action.DRAFT + i for i in range(66)}
    return named


ACTIONS = _actions()
WORDS = {number: words for words, number in ACTIONS.items()}


def part(robot, slot):
    """Returns the number of a part."""
    return 11 * ROBOTS.index(robot) + SLOTS.index(slot)


class Table:
    """A game whose state tests can set: ``table(4).robot(0, "executioner").built(0, "head").hp(1, 3)``.

    Seat 0 leads first; no player has cubes or Gear; the Quarry has one Gold and is filled up with other colours.
    """

    def __init__(self, seats=4, seed=1, *, box=None, **options):
        self.game = cogtable.game("coalheart")
        if box:
            self.game = self.game.with_box(box)
        self.box = self.game.box.record
        self.notes = []
        with collected() as opening:
            self.array = self.game.deal(seats, seed, options)
        self.opening = opening
        if self.state.stage == Stage.SELECTING:
            self._clear()

    @property
    def state(self):
        return self.array[0]

    def _clear(self):
        s = self.state
        self.led_by(0)
        for seat, robot in enumerate(ROBOTS[: s.seats]):
            self.robot(seat, robot)
        for seat in range(s.seats):
            self.cubes(seat)
        missing = s.seats + 2
        self.quarry(steel=missing - missing // 2 - 1, coal=missing // 2, gold=1)

    # --- setting the state ---

    def led_by(self, seat):
        s = self.state
        s.first = s.lead = seat
        s.turns = s.waiting = 1 << seat
        return self

    def robot(self, seat, name):
        """Gives the seat that robot, with nothing built; its former owner gets the seat's old robot."""
        s = self.state
        number = ROBOTS.index(name)
        old = int(s.robot[seat])
        for other in range(s.seats):
            if s.robot[other] == number and other != seat:
                self._put_robot(other, old)
                old = EMPTY
        if old not in (EMPTY, number):
            s.owner[11 * old : 11 * old + 11] = NOBODY
        self._put_robot(seat, number)
        return self

    def _put_robot(self, seat, robot):
        s = self.state
        s.robot[seat] = robot
        s.built[seat] = s.parts[seat] = s.power[seat] = 0
        s.listens[seat] = 0
        s.deluxe &= ~(1 << seat)
        s.body[seat] = range(11 * robot, 11 * robot + 11)
        s.owner[11 * robot : 11 * robot + 11] = seat

    def built(self, seat, *slots):
        """Marks these parts as built."""
        for slot in slots:
            place_part(self.state, self.box, seat, SLOTS.index(slot))
        return self

    def strange(self, seat, robot, *slots):
        """Puts parts of another robot into this one's places, as after a draft."""
        s = self.state
        for slot in slots:
            i, number = SLOTS.index(slot), part(robot, slot)
            own = int(s.body[seat, i])
            holder = int(s.owner[number])
            if holder != NOBODY:
                s.body[holder, i] = own
            s.owner[own] = holder
            s.owner[number] = seat
            s.body[seat, i] = number
        return self.built(seat, *slots)

    def hp(self, seat, hp):
        self.state.hp[seat] = hp
        return self

    def cubes(self, seat, **counts):
        """Gives a seat exactly these cubes; the rest are in the Supply."""
        self._swap(self.state.cubes[seat], counts)
        return self

    def quarry(self, **counts):
        self._swap(self.state.quarry, counts)
        return self

    def _swap(self, place, counts):
        for i, color in enumerate(COLORS):
            self.state.supply[i] += place[i] - counts.get(color, 0)
            place[i] = counts.get(color, 0)

    def supply(self, **counts):
        """Leaves only these cubes in the Supply; the others are out of the game."""
        self.state.supply[:] = [counts.get(color, 0) for color in COLORS]
        return self

    def gear(self, seat, *names):
        """Adds cards of these names to those that the seat has."""
        for name in names:
            self._draw(GEAR.index(name))
            self.state.gear[seat, GEAR.index(name)] += 1
        return self

    def row(self, *names):
        """Lays exactly these cards face up."""
        s = self.state
        for place in range(s.seats + 2):
            if s.row[place] != EMPTY:
                self._to_bottom(int(s.row[place]))
                s.row[place] = EMPTY
        for place, name in enumerate(names):
            self._draw(GEAR.index(name))
            s.row[place] = GEAR.index(name)
        return self

    def discarded(self, *names):
        for name in names:
            self._draw(GEAR.index(name))
            self.state.discard[GEAR.index(name)] += 1
        return self

    def no_deck(self):
        """Removes the deck's cards from the game."""
        self.state.deck[:] = EMPTY
        self.state.deck_left = 0
        return self

    def _draw(self, kind):
        """Takes a card of a kind from the deck, or from the row, which is refilled from the deck."""
        s = self.state
        deck = [int(card) for card in s.deck[: s.deck_left]]
        if kind not in deck:
            place = [int(card) for card in s.row].index(kind)
            s.row[place] = deck[0]
            kind = deck[0]
        deck.remove(kind)
        s.deck_left = len(deck)
        s.deck[:] = EMPTY
        s.deck[: len(deck)] = deck

    def _to_bottom(self, kind):
        s = self.state
        s.deck[1 : s.deck_left + 1] = s.deck[: s.deck_left].copy()
        s.deck[0] = kind
        s.deck_left += 1

    def heart(self, seat):
        self.state.heart = seat
        return self

    def rounds(self, number):
        self.state.rounds = number
        return self

    # --- acting ---

    def play(self, *words, by=None):
        """Plays these actions one after the other, for the waiting seat (or `by`)."""
        self.notes = []
        for action in words:
            seat = self.to_move if by is None else by
            if action not in self.options(seat):
                raise IllegalAction(f"seat {seat} cannot {action}; it can {', '.join(self.options(seat))}")
            with collected() as notes, np.errstate(over="raise"):
                verbs.play(self.state, self.box, seat, ACTIONS[action])
            self.notes += notes
        return self

    def go_on(self, prefer=("pass",)):
        """Plays one action for the waiting seat: the first legal one of `prefer`, otherwise its first legal action."""
        seat = self.waiting[0]
        can = self.options(seat)
        return self.play(next((words for words in prefer if words in can), can[0]), by=seat)

    def end_phase(self, prefer=("pass",)):
        """Plays on until the next phase begins."""
        s, notes = self.state, []
        before = (s.rounds, s.phase)
        while (s.rounds, s.phase) == before and not s.over:
            notes += self.go_on(prefer).notes
        self.notes = notes
        return self

    def to_turn_of(self, seat, prefer=("pass",)):
        """Plays on until the seat is to move."""
        while self.to_move != seat:
            self.go_on(prefer)
        return self

    # --- reading the state ---

    @property
    def waiting(self):
        return [seat for seat in range(self.state.seats) if self.state.waiting >> seat & 1]

    @property
    def to_move(self):
        (seat,) = self.waiting
        return seat

    def options(self, seat=None):
        """Returns the waiting seat's legal actions, in words."""
        seat = self.to_move if seat is None else seat
        mask = self.game.mask()
        if self.state.waiting >> seat & 1:
            verbs.legal(self.state, self.box, seat, mask)
        return [WORDS[int(action)] for action in np.flatnonzero(mask)]

    def offered(self, word, seat=None):
        """Returns what follows a word in the legal actions: ``offered("build")``."""
        return [words.removeprefix(f"{word} ") for words in self.options(seat) if words.startswith(f"{word} ")]

    def held(self, seat):
        """Returns the cubes of a seat, without zeros."""
        counts = zip(COLORS, self.state.cubes[seat], strict=True)
        return {color: int(count) for color, count in counts if count}

    def count(self, seat):
        """Returns the number of a seat's cubes."""
        return int(self.state.cubes[seat].sum())

    def in_quarry(self):
        return {color: int(count) for color, count in zip(COLORS, self.state.quarry, strict=True) if count}

    def cards(self, seat):
        """Returns the Gear of a seat, without zeros."""
        return {name: int(count) for name, count in zip(GEAR, self.state.gear[seat], strict=True) if count}

    def face_up(self):
        return sorted(GEAR[kind] for kind in self.state.row if kind != EMPTY)

    def hps(self):
        return [int(hp) for hp in self.state.hp[: self.state.seats]]

    def stands(self, seat):
        """Returns the slots of a seat with a built part."""
        return [name for i, name in enumerate(SLOTS) if self.state.built[seat] >> i & 1]

    def noted(self, event):
        """Returns the events of a kind in the last actions, as tuples of four numbers."""
        return [(*note.numbers, 0, 0, 0)[:4] for note in self.notes if note.event == event]

    @property
    def winners(self):
        return [seat for seat in range(self.state.seats) if self.state.winners >> seat & 1]


@pytest.fixture
def table():
    """Sets up a table: ``table(seats=3)``."""
    return Table
