"""Compares the forecasts of Smash Gear with what happens."""

import re
from collections.abc import Callable
from unittest.mock import patch

from cogtable.engine.records.state import copied
from cogtable.engine.rules import verbs
from cogtable.games.smashgear.rules import combat, stack
from cogtable.games.smashgear.rules.state import NONE, Place

SEAT = r"\[\[seat:(\d)\]\]"
CELL = r"[a-i][1-9]"


def cell(name):
    return 9 * (int(name[1]) - 1) + "abcdefghi".index(name[0])


def cells(words):
    return {cell(name) for name in re.findall(rf"\b{CELL}\b", words)}


class Reader:
    """Tells whether a sentence of a forecast is true in any of some states."""

    def __init__(self, match, seat, action, states):
        self.match, self.box, self.seat, self.action = match, match.game.box, seat, action
        self.before, self.states = match.state, states

    def machine(self, name):
        return list(self.box.names["machines"]).index(name)

    def program(self, name):
        return list(self.box.names["programs"]).index(name)

    def units(self, s, name):
        """Returns the cells of a machine on the board."""
        slot = s.card.tolist().index(self.machine(name))
        return {at for at in s.cells[slot].tolist() if at != NONE}

    def on_board(self, s, name):
        return self.machine(name) in s.card.tolist()

    def has_weapon(self, s, at):
        """Whether a weapon of the seat that owns no base there is on a cell."""
        there = int(s.unit_at[at])
        return (
            there != NONE and there % 8 >= self.box.record.hearts[s.card[there // 8]] and s.base_at[at] != there // 64
        )

    def gears(self, n):
        return any(s.gears[self.seat] == int(n) for s in self.states)

    def landings(self):
        """Returns the states after each move of a machine in the action, before the announcements that it answered."""
        found = []

        def watched(s, *where):
            combat.go(s, *where)
            now = copied(array)
            now[0] = s
            found.append(now[0])

        array = copied(self.match.position)
        with patch.object(stack, "go", watched):
            verbs.play(array[0], self.box.record, self.seat, self.action)
        return found

    def lies(self, name, where):
        states = [*self.states, *self.landings()]
        return any(self.on_board(s, name) and self.units(s, name) == cells(where) for s in states)

    def keeps_all(self, name):
        had = len(self.units(self.before, name))
        return any(self.on_board(s, name) and len(self.units(s, name)) == had for s in (*self.states, *self.landings()))

    def destroyed(self, name):
        return any(s.machine_at[self.machine(name)] >= Place.LANDFILL for s in self.states)

    def loses(self, name, where):
        return any(not self.on_board(s, name) or not self.units(s, name) & cells(where) for s in self.states)

    def shields_break(self, name):
        before = int(self.before.shields[self.before.card.tolist().index(self.machine(name))])
        return any(
            self.on_board(s, name) and s.shields[s.card.tolist().index(self.machine(name))] < before
            for s in self.states
        )

    def falls_apart(self, name):
        return any(s.torn_slot != NONE and s.torn >> s.card.tolist().index(self.machine(name)) & 1 for s in self.states)

    def base_gone(self, where):
        return any(s.base_at[cell(where)] == NONE for s in self.states)

    def weapon_on(self, where):
        return any(self.has_weapon(s, cell(where)) for s in self.states)

    def plugin_gone(self, name):
        return any(s.program_at[self.program(name)] >= Place.LANDFILL for s in self.states)

    def gains(self, field, seat, n):
        before = int(self.before[field][int(seat)])
        return any(int(s[field][int(seat)]) - before >= int(n) for s in self.states)

    def comes_to(self, seat, had, n, honor):
        """Whether a seat's honor rises from one number to another, or above it."""
        return int(had) + int(n) == int(honor) and any(int(s.honor[int(seat)]) >= int(honor) for s in self.states)

    def loses_gears(self, seat, n):
        return any(int(self.before.gears[int(seat)]) - int(s.gears[int(seat)]) >= int(n) for s in self.states)

    def wins(self, seat):
        return any(s.over and s.winner == int(seat) for s in self.states)


TRUE: dict[str, Callable[..., bool]] = {
    r"(?:After it you have|It is free: you keep) (\d+) gears?": Reader.gears,
    r"\*\*(.+)\*\* lies on (.+)": Reader.lies,
    r"\*\*(.+)\*\* loses nothing": Reader.keeps_all,
    r"\*\*(.+)\*\* destroyed: .+": Reader.destroyed,
    r"\*\*(.+)\*\* loses the weapons? on (.+)": Reader.loses,
    r"\*\*(.+)\*\* loses (.+), cut off": Reader.loses,
    r"\*\*(.+)\*\* goes with the base": Reader.destroyed,
    r"A shield of \*\*(.+)\*\* breaks and saves it": Reader.shields_break,
    r"\d+ shields of \*\*(.+)\*\* break and save it": Reader.shields_break,
    rf"Which part of \*\*(.+)\*\* stays is up to {SEAT}": lambda reader, name, seat: reader.falls_apart(name),
    rf"A weapon on the base of ({CELL})": Reader.weapon_on,
    rf"The base on ({CELL}) is destroyed": Reader.base_gone,
    r"The attack fails, and \*\*(.+)\*\* goes": Reader.plugin_gone,
    rf"{SEAT} \+(\d+) honor": lambda reader, seat, n: reader.gains("honor", seat, n),
    rf"{SEAT}: (\d+) \+ (\d+) = (\d+) honor": Reader.comes_to,
    rf"{SEAT} \+(\d+) gears?": lambda reader, seat, n: reader.gains("gears", seat, n),
    rf"{SEAT} −(\d+) gears?": Reader.loses_gears,
    rf"Victory for {SEAT}": Reader.wins,
}
"""The sentences of forecasts, with their checks. For a loss of weapons on both sides, only the cells are checked."""
BOTH = re.compile(r"Both lose the weapons? on (.+)")


def foretold(match, seat, preview, states):
    """Returns the false statements of a forecast."""
    reader = Reader(match, seat, preview.action, states)
    effect = preview.outcomes and preview.outcomes[0].icon == "bolt"  # the card's own text, which predicts nothing
    for outcome in [] if effect else preview.outcomes:
        if said := BOTH.fullmatch(outcome.words):
            lost = cells(said[1])
            if not any(all(s.unit_at[at] == NONE for at in lost) for s in states):
                yield outcome.words
            continue
        found = [(is_true, said) for words, is_true in TRUE.items() if (said := re.fullmatch(words, outcome.words))]
        if not found:
            yield f'no reader knows "{outcome.words}"'
        elif not any(is_true(reader, *said.groups()) for is_true, said in found):
            yield outcome.words
