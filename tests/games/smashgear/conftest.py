"""A table of Smash Gear that tests set up by a drawing of the board.

    game = table('''
        . . Aw
        . . Ah
        aw ah .
    ''', a={"does": ["sharp"]})

A drawn cell is a dot, or a machine's letter and h or w for heart or weapon. Small letters are machines of seat 0,
capitals of seat 1. The lowest line is rank 1, the first cell of a line is file a; cells that are not drawn are empty.
The machines of the box are those drawn, so no test depends on our own cards; bases start on e1 and e9.
"""

import json
import tomllib
from functools import cache

import numpy as np
import pytest

import cogtable
from cogtable.engine.rules import verbs
from cogtable.engine.rules.events import collected
from cogtable.games.smashgear.rules import components, state
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.effects import base_host, refresh
from cogtable.games.smashgear.rules.geometry import lay, locate
from cogtable.games.smashgear.rules.state import Phase, Place, Way

PLAIN = {"price": 3, "move": 1, "flavour": "", "does": []}
WAYS = {way.name.lower(): way for way in Way}
FIRST_OF_SEAT_1 = 16
"""The card of machine A; machine a is card 0."""


@cache
def shipped():
    with cogtable.game("smashgear").box_file.open("rb") as file:
        return tomllib.load(file)


def as_toml(item):
    """Returns a value as TOML; JSON of a string or number is TOML too."""
    if isinstance(item, dict):
        return "{" + ", ".join(f"{key} = {as_toml(value)}" for key, value in item.items()) + "}"
    if isinstance(item, list):
        return "[" + ", ".join(map(as_toml, item)) + "]"
    return json.dumps(item)


def written(folder, data):
    """Returns a box file with these tables."""
    path = folder / "box.toml"
    path.write_text("\n".join(f"{key} = {as_toml(value)}" for key, value in data.items()), encoding="utf-8")
    return path


GAMES = {}
"""The scenarios' games by the contents of their boxes: reading a box takes longer than most scenarios."""


def boxed(folder, data):
    """Returns the game with a box of these tables."""
    contents = repr(data)
    if contents not in GAMES:
        GAMES[contents] = cogtable.game("smashgear").with_box(written(folder, data))
    return GAMES[contents]


def cell(name):
    """Returns the number of a cell like "e1"."""
    return 9 * (int(name[1:]) - 1) + "abcdefghi".index(name[0])


def name_of(number):
    return "abcdefghi"[number % 9] + str(number // 9 + 1)


def read(drawing):
    """Reads a drawing as {cell: letters}."""
    lines = [line.split() for line in drawing.strip().splitlines()]
    return {
        9 * row + col: word for row, line in enumerate(reversed(lines)) for col, word in enumerate(line) if word != "."
    }


def card_of(letter):
    return ord(letter) - ord("a") if letter.islower() else FIRST_OF_SEAT_1 + ord(letter) - ord("A")


class Table:
    """A game whose state tests can set: it is seat 0's turn in the middle of the Battle, and hands are empty."""

    def __init__(self, folder, drawing="", *, programs=(), plain=None, seed=1, setup=False, **machines):
        drawn = read(drawing)
        self.game = boxed(folder, self._box(drawn, programs, machines, plain or {}))
        self.b = self.game.box.record
        self.array = self.game.deal(2, seed, {"chooser": 1})
        self.s = self.array[0]
        self.notes = []
        if not setup:
            self._to_the_battle()
            self.notes.clear()
            for letter in sorted({word[0] for word in drawn.values()}):
                self._put(letter, {at: word for at, word in drawn.items() if word[0] == letter})

    @staticmethod
    def _box(drawn, programs, machines, plain):
        """A box whose first machines and programs are those of the scenario."""
        data = {**shipped(), "starts": [cell("e1"), cell("e9")], **plain}
        entries = [dict(entry) for entry in data["machines"]]
        letters = sorted({word[0] for word in drawn.values()} | set(machines))
        for letter in letters:
            units = {divmod(at, 9): word[1] for at, word in drawn.items() if word[0] == letter}
            own = {**PLAIN, "name": letter, **machines.get(letter, {})}
            if units:
                rows, cols = [row for row, _ in units], [col for _, col in units]
                own["shape"] = [
                    "".join(units.get((row, col), ".").upper() for col in range(min(cols), max(cols) + 1))
                    for row in range(max(rows), min(rows) - 1, -1)
                ]
            entries[card_of(letter)] = own
        cards = [dict(entry) for entry in data["programs"]]
        for i, own in enumerate(programs):
            cards[i] = {"name": f"P{i}", "price": 1, "kind": "script", "flavour": "", **own}
        return {**data, "machines": entries, "programs": cards}

    def _to_the_battle(self):
        """Ends the preparation without purchases, and begins the second turn."""
        for _ in range(2):
            self.play(Action.END)
        self.s.turns = 2
        self.s.gears[:] = 0

    def _put(self, letter, units):
        s, b = self.s, self.b
        card = card_of(letter)
        self.take(card)
        slot = self.free_slot(0 if letter.islower() else 1)
        low = min(at // 9 for at in units), min(at % 9 for at in units)
        s.occupied |= 1 << slot
        s.card[slot] = card
        s.machine_at[card] = Place.FIELD
        s.row[slot], s.col[slot] = low[0] + int(b.unit[card, 0, 0]), low[1] + int(b.unit[card, 0, 1])
        s.alive[slot] = (1 << int(b.units[card])) - 1
        s.shields[slot] = b.armour[card]
        locate(s, b, slot)
        lay(s, slot)
        refresh(s, b, slot)

    def free_slot(self, seat):
        return next(slot for slot in range(8 * seat, 8 * seat + 8) if self.s.card[slot] == state.NONE)

    # --- setting the state ---

    def take(self, card):
        """Takes a machine out of pile or store, where another takes its place."""
        self.take_from(self.s.machine_pile, "machine_left", self.s.machine_at, self.s.shown[:5], card)

    def take_from(self, pile, left, where, shown, card):
        count = int(self.s[left]) - 1
        top = int(pile[count])
        if card in shown:
            shown[list(shown).index(card)] = top
            where[top] = Place.STORE
        else:
            assert where[card] == Place.PILE
            pile[list(pile).index(card)] = top
        pile[count] = state.NONE
        self.s[left] = count

    def known(self, *programs):
        """Makes these programs in hands known to everybody."""
        for program in programs:
            self.s.programs_known |= 1 << program
        return self

    def holds(self, seat, *cards, base=0, destroy=0):
        """Gives a seat machines (letters), programs (numbers) and base cards, all unknown to its opponent."""
        s = self.s
        for card in cards:
            if isinstance(card, str):
                self.take(card_of(card))
                s.machine_at[card_of(card)] = Place.HAND + seat
                s.machine_hand[seat] += 1
            else:
                self.take_from(s.program_pile, "program_left", s.program_at, s.shown[5:], card)
                s.program_at[card] = Place.HAND + seat
                s.program_hand[seat] += 1
        s.base_hand[seat] += base
        s.base_left -= base
        s.destroy_hand[seat] += destroy
        s.destroy_left -= destroy
        return self

    def gears(self, *counts):
        self.s.gears[: len(counts)] = counts
        return self

    def honor(self, *counts):
        self.s.honor[: len(counts)] = counts
        return self

    def bases(self, seat, *names):
        """Sets exactly these bases of a seat."""
        s = self.s
        s.base_left += s.bases[seat]
        for i in range(s.bases[seat]):
            s.base_at[s.base_list[seat, i]] = state.NONE
        s.base_list[seat, :] = state.NONE
        for i, name in enumerate(names):
            s.base_list[seat, i] = cell(name)
            s.base_at[cell(name)] = seat
        s.bases[seat] = len(names)
        s.base_left -= len(names)
        return self

    def turn(self, seat):
        self.s.turn = self.s.asked = seat
        self.s.waiting = 1 << seat
        return self

    def first_turn(self):
        self.s.turns = 1
        return self

    def installed(self, seat, program, host):
        """Installs a plugin of a seat on a machine (its letter) or a base (its cell)."""
        s = self.s
        self.holds(seat, program)
        s.program_hand[seat] -= 1
        s.program_at[program] = Place.FIELD
        s.program_owner[program] = seat
        s.host[program] = self.slot(host) if len(host) == 1 else base_host(cell(host))
        s.installed += 1
        if len(host) == 1:
            s.shields[self.slot(host)] += self.b.program_armour[program]
            refresh(s, self.b, self.slot(host))
        return self

    # --- acting ---

    @property
    def legal(self):
        """Returns the actions of the seat that is asked."""
        mask = self.game.mask()
        if self.s.waiting:
            verbs.legal(self.s, self.b, self.s.asked, mask)
        return set(np.flatnonzero(mask).tolist())

    def can(self, action):
        return action in self.legal

    def play(self, *actions):
        """Plays these actions one after the other, each for the seat that is asked."""
        for action in actions:
            assert self.can(action), f"{action} is not legal; legal are {sorted(self.legal)}"
            with collected() as notes, np.errstate(over="raise"):
                verbs.play(self.s, self.b, self.s.asked, action)
            self.notes += notes
        return self

    def move(self, letter, way):
        return self.play(self.moving(letter, way))

    def moving(self, letter, way):
        """Returns the action of a normal move."""
        return Action.MOVES + 4 * (self.slot(letter) % 8) + WAYS[way]

    def effect(self, letter):
        return self.play(self.using(letter))

    def using(self, letter):
        """Returns the action of using a machine's effect."""
        return Action.EFFECTS + self.slot(letter) % 8

    def program(self, number):
        return self.play(Action.CARD_PROGRAM + number)

    def at(self, *targets):
        """Chooses targets: a machine's letter, a cell, or a direction."""
        return self.play(*(self.target(target) for target in targets))

    def target(self, target):
        if target in WAYS:
            return Action.WAY + WAYS[target]
        return Action.SLOT + self.slot(target) if len(target) == 1 else Action.CELL + cell(target)

    def end(self):
        """Ends the turn, without answers."""
        seat = self.s.turn
        self.play(Action.END if self.can(Action.END) else Action.PASS).happens()
        assert self.s.over or self.s.turn != seat or self.s.phase == Phase.DISCARD
        return self

    def leave(self):
        """Passes instead of answering."""
        return self.play(Action.LEAVE if self.can(Action.LEAVE) else Action.PASS)

    def happens(self):
        """Resolves the stack, without answers."""
        while not self.s.over and self.s.phase == Phase.RESPOND:
            self.leave()
        return self

    # --- reading the state ---

    def slot(self, letter):
        """Returns the slot of a machine on the board."""
        return list(self.s.card).index(card_of(letter))

    def stands(self, letter):
        return card_of(letter) in self.s.card.tolist()

    def place(self, letter):
        """Returns the place of a machine's card."""
        return int(self.s.machine_at[card_of(letter)])

    @property
    def board(self):
        """Returns the units on the board, in the form of `read`."""
        found = {}
        for number in range(components.CELLS):
            there = int(self.s.unit_at[number])
            if there != state.NONE:
                card = int(self.s.card[there // 8])
                start = ("a", 0) if card < FIRST_OF_SEAT_1 else ("A", FIRST_OF_SEAT_1)
                found[number] = chr(ord(start[0]) + card - start[1]) + "wh"[int(there % 8 < self.b.hearts[card])]
        return found

    def shows(self, drawing):
        """Checks that the board is as drawn; a failure shows the actual board."""
        assert self.board == read(drawing), "\n" + self.drawn
        return True

    @property
    def drawn(self):
        board = self.board
        return "\n".join(" ".join(f"{board.get(9 * row + col, '.'):2}" for col in range(9)) for row in range(8, -1, -1))

    def bases_of(self, seat):
        return sorted(name_of(int(number)) for number in self.s.base_list[seat, : self.s.bases[seat]])

    def state_like(self, s):
        """Returns an array of one record with a copy of a state."""
        array = self.array.copy()
        array[0] = s
        return array

    def happened(self, event):
        """Returns the events of a kind so far."""
        return [note for note in self.notes if note.event == event]


@pytest.fixture
def table(tmp_path):
    """Sets up a table by a drawing."""
    return lambda *args, **kwargs: Table(tmp_path, *args, **kwargs)


@pytest.fixture
def box_with(tmp_path):
    """Writes the shipped box with other values, or with other fields of a table's first entry."""

    def write(**changes):
        data = dict(shipped())
        for key, own in changes.items():
            data[key] = [{**data[key][0], **own}, *data[key][1:]] if isinstance(own, dict) else own
        return written(tmp_path, data)

    return write
