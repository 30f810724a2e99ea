"""A game's verbs, run by its WebAssembly module instead of Python.

A page has two memories, Python's and the module's. Each call copies a state into the module and the result back,
through one buffer of Python's that both sides know (`exchange`).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BrokenGame
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.records.state import MAX_SEATS, Ints
from cogtable.engine.rules import events, verbs

NUMBER = 8
"""Bytes of a number in `places`, `chances` and notes."""


class Bridge(Protocol):
    """What the page's script provides (`web/src/engine/python.ts`)."""

    def use_box(self, size: int) -> None:
        """Takes the tables of a box, the first `size` bytes of the exchange, for the calls from now on."""

    def run(self, verb: str, seat: int, action: int, size: int, array: str, result: int) -> None:
        """Calls a function of the module with the first `size` bytes of the exchange as the state, then copies the
        first `result` bytes of an array of the module into the exchange.
        """


class ModuleRules:
    """The functions that a game's rules define, as calls of its module. Notes are passed on to `events.collected`.

    `about` is the description of the module (`cogtable wasm --rules`). Raises BrokenGame if it is not that of these
    rules.
    """

    def __init__(self, game: GameSpec, about: Mapping[str, Any]) -> None:
        _check(game, about)
        self._size = game.state.dtype.itemsize
        self._words = int(about["words"])
        self._fields = {int(event): tuple(fields) for event, fields in about["events"].items()}
        room = max(self._size + NUMBER * (1 + self._words), game.tables.dtype.itemsize, game.actions)
        self.exchange = bytearray(room)
        self._memory = memoryview(self.exchange)
        self._box: Any = None
        self._use_box: Callable[[int], None]
        self._run: Callable[..., None]
        self._own = verbs.rules_of(game.state)

    def connect(self, bridge: Bridge) -> None:
        """Takes the bridge to the module, which must know the exchange."""
        self._use_box, self._run = bridge.use_box, bridge.run

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)  # the verbs that a module lacks

    def setup(self, s: Any, b: Any) -> None:
        """Deals a new game."""
        self._noting("setup_seeded", s, b)

    def play(self, s: Any, b: Any, seat: int, action: int) -> None:
        """Applies one legal action."""
        s.ply -= 1  # the module counts the action itself, as `verbs.play` has just done
        self._noting("play", s, b, seat, action)

    def legal(self, s: Any, b: Any, seat: int, mask: Any) -> None:
        """Writes the legal actions."""
        self._call("legal", s, b, "mask", len(mask), seat)
        memoryview(mask)[:] = self._memory[: len(mask)]

    def hide(self, s: Any, b: Any, seat: int) -> None:
        """Blanks everything that a seat may not know."""
        self._changing("hide", s, b, seat)

    def determinize(self, s: Any, b: Any, seat: int) -> None:
        """Fills a hidden state with a random deal."""
        self._changing("determinize_seeded", s, b, seat)

    def rank(self, s: Any, b: Any, out: Ints) -> None:
        """Writes each seat's place and score."""
        self._call("rank", s, b, "places", 2 * NUMBER * MAX_SEATS)
        numbers = self._memory[: 2 * NUMBER * len(out)].cast("q").tolist()
        for seat in range(len(out)):
            out[seat, 0], out[seat, 1] = numbers[2 * seat : 2 * seat + 2]

    def evaluate(self, s: Any, b: Any, out: Ints) -> None:
        """Writes a quick estimate of each seat's chance of winning."""
        self._call("evaluate", s, b, "chances", NUMBER * MAX_SEATS)
        out[:] = self._memory[: NUMBER * len(out)].cast("q").tolist()

    # --- calls --------------------------------------------------------------------------------------

    def _call(self, verb: str, s: Any, b: Any, array: str, result: int, seat: int = 0, action: int = 0) -> None:
        if b is not self._box:
            tables = memoryview(b)
            self._memory[: len(tables)] = tables
            self._use_box(len(tables))
            self._box = b
        self._memory[: self._size] = memoryview(s)
        self._memory[self._size : self._size + NUMBER] = bytes(NUMBER)  # no notes yet
        self._run(verb, seat, action, self._size + NUMBER, array, result)

    def _changing(self, verb: str, s: Any, b: Any, seat: int) -> None:
        """A call that writes into the state."""
        self._call(verb, s, b, "states", self._size, seat)
        memoryview(s)[:] = self._memory[: self._size]

    def _noting(self, verb: str, s: Any, b: Any, seat: int = 0, action: int = 0) -> None:
        """A call that writes into the state, and notes behind it."""
        self._call(verb, s, b, "states", self._size + NUMBER * (1 + self._words), seat, action)
        memoryview(s)[:] = self._memory[: self._size]
        (count,) = struct.unpack_from("<q", self.exchange, self._size)
        if count > self._words:
            raise OverflowError(f"{verb} wrote {count} words of notes; there is room for {self._words}")
        words = struct.unpack_from(f"<{count}q", self.exchange, self._size + NUMBER)
        at = 0
        while at < count:
            audience, event, values = words[at : at + 3]
            at += 3 + values
            events.append(events.Note(audience, event, words[at - values : at], self._fields[event]))


def _check(game: GameSpec, about: Mapping[str, Any]) -> None:
    """Checks that a description is that of a module of the game's rules."""
    sizes = game.state.dtype.itemsize, game.tables.dtype.itemsize
    wanted = game.name, game.version, *sizes
    records = about["records"]
    found = about["game"], about["version"], records["state"], records["box"]
    if found != wanted:
        as_words = "{} version {}, with {} bytes in a state and {} in a box".format
        raise BrokenGame(f"expected the module of {as_words(*wanted)}; found that of {as_words(*found)}")
    if "events" not in about:
        raise BrokenGame(f"the module of {game.name} has no events; build it with `cogtable wasm {game.name} --rules`")


def added(package: str) -> Game:
    """The game of a package, which is found by its name from now on. In a page, packages come one after another."""
    games = (each for each in vars(import_module(package)).values() if isinstance(each, Game))
    found = next(game for game in games if game.package == package)
    registry.add(found)
    return found


def run_by_module(package: str, about: str) -> ModuleRules:
    """Adds the game of a package, whose module runs its verbs; returns these, to be connected. `about` is the JSON file
    of `cogtable wasm --rules`.
    """
    game = added(package)
    rules = ModuleRules(game, json.loads(about))
    verbs.run_with(game.state, rules)
    return rules
