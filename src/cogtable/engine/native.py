"""Compiled play: whole random games, and batches of tables stepped together, for any game.

Written over the verbs, so it knows no game; Numba compiles it once per record type and caches the result.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property
from os import cpu_count
from typing import TYPE_CHECKING, Any

import numpy as np

from cogtable.engine import cache, verbs
from cogtable.engine.chance import MAX_SEED, below, seed
from cogtable.engine.errors import IllegalAction
from cogtable.engine.jit import jitable, kernel
from cogtable.engine.rehearsal import rehearse
from cogtable.engine.state import Ints, Mask

if TYPE_CHECKING:
    from cogtable.engine.spec import GameSpec

# --- for compiled code ------------------------------------------------------------------------------


@jitable
def some_seat(s: Any) -> int:
    """A waiting seat; where several wait, a random one."""
    count = 0
    for seat in range(s.seats):
        count += s.waiting >> seat & 1
    skip = below(s, count) if count > 1 else 0
    for seat in range(s.seats):
        if s.waiting >> seat & 1:
            if skip == 0:
                return seat
            skip -= 1
    return -1


@jitable
def next_seat(s: Any, after: int) -> int:
    """The first waiting seat after `after`, going round; -1 if none waits."""
    for i in range(1, s.seats + 1):
        seat = (after + i) % s.seats
        if s.waiting >> seat & 1:
            return seat
    return -1


@jitable
def fill_mask(s: Any, b: Any, seat: int, mask: Mask) -> None:
    """The legal mask of `seat`."""
    for action in range(mask.size):
        mask[action] = 0
    verbs.legal(s, b, seat, mask)


EACH = 0x0101010101010101
"""Times this, the top byte of a word is the sum of its bytes, and each byte the sum of those up to it."""
HIGH = -0x7F7F7F7F7F7F7F80
"""The top bit of each byte of a word."""


@jitable
def some_action(s: Any, mask: Mask) -> int:
    """A random action of those that the mask holds, each equally likely; -1 if it holds none.

    The mask must be padded with zeros to a multiple of 8 bytes (see `padded`). It is read by words and without branches
    on what it holds, for those could not be predicted.
    """
    words = mask.view(np.int64)
    count = 0
    for i in range(words.size):
        count += (words[i] * EACH) >> 56
    if count == 0:
        return -1
    skip = below(s, count)
    passed, before, at = 0, 0, 0
    for i in range(words.size):
        passed += (words[i] * EACH) >> 56
        if passed <= skip:
            before, at = passed, i + 1
    above = (words[at] * EACH | HIGH) - (skip - before + 1) * EACH
    return 8 * at + 8 - ((((above >> 7) & EACH) * EACH) >> 56)


def padded(game: GameSpec, count: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """`count` masks of a game, each padded to a multiple of 8 bytes, all zero."""
    return np.zeros((count, (game.actions + 7) // 8 * 8), np.uint8)


# --- kernels ----------------------------------------------------------------------------------------


@kernel
def _play_out(states: Any, boxes: Any, mask: Mask, limit: int) -> int:
    """Plays each state to its end with random actions, at most `limit` of them each; returns how many were played."""
    b = boxes[0]
    moves = 0
    for i in range(states.size):
        s = states[i]
        left = limit
        while not s.over and left > 0:
            seat = some_seat(s)
            fill_mask(s, b, seat, mask)
            verbs.play(s, b, seat, some_action(s, mask))
            left -= 1
        moves += limit - left
    return moves


@kernel
def _deal(states: Any, boxes: Any, blank: Any, seeds: Ints, start: int, stop: int) -> None:
    for i in range(start, stop):
        states[i] = blank[0]
        seed(states[i], seeds[i])
        verbs.setup(states[i], boxes[0])


@kernel
def _look(states: Any, boxes: Any, masks: Any, acting: Ints, waiting: Ints, ranks: Any, start: int, stop: int) -> None:
    for i in range(start, stop):
        _show(states[i], boxes[0], i, masks, acting, waiting, ranks)


@jitable
def _show(s: Any, b: Any, i: int, masks: Any, acting: Ints, waiting: Ints, ranks: Any) -> None:
    """Writes what table i waits for, and its final places once it is over."""
    waiting[i] = s.waiting
    acting[i] = next_seat(s, acting[i])
    if s.over:
        for action in range(masks.shape[1]):
            masks[i, action] = 0
        verbs.rank(s, b, ranks[i])
    else:
        fill_mask(s, b, acting[i], masks[i])


@kernel
def _first_illegal(masks: Any, actions: Ints, acting: Ints) -> int:
    for i in range(actions.size):
        action = actions[i]
        if acting[i] >= 0 and (action < 0 or action >= masks.shape[1] or masks[i, action] == 0):
            return i
    return -1


@kernel
def _step(
    states: Any, boxes: Any, actions: Ints, masks: Any, acting: Ints, waiting: Ints, ranks: Any, start: int, stop: int
) -> None:
    for i in range(start, stop):
        if acting[i] >= 0:
            verbs.play(states[i], boxes[0], acting[i], actions[i])
            _show(states[i], boxes[0], i, masks, acting, waiting, ranks)


@kernel
def _sample(generator: Any, masks: Any, acting: Ints, actions: Ints, start: int, stop: int) -> None:
    for i in range(start, stop):
        actions[i] = some_action(generator[0], masks[i]) if acting[i] >= 0 else -1


# --- first use --------------------------------------------------------------------------------------


_ready: set[tuple[str, str]] = set()
"""What this process has run already, so that nothing is looked up on disk at every step of a batch."""


def is_compiled(name: str, game: GameSpec) -> bool:
    """Whether what is called `name` has been compiled for a game on this machine, by any process (see `announced`)."""
    folder = cache.folder(game.state.marker)
    return folder is not None and (folder / name).exists()


def is_loaded(name: str, game: GameSpec) -> bool:
    """Whether this process has run what is called `name` for a game, so that it need not be compiled here any more."""
    return (name, game.state.marker) in _ready


def announced(name: str, game: GameSpec, run: Callable[[], Any]) -> Any:
    """Runs `run`; if that compiles what is called `name` for the first time, says so on the terminal before.

    Before anything of a game is compiled it is played a little as plain Python. Raises BrokenRule for a mistake in its
    rules.
    """
    mark = name, game.state.marker
    if is_loaded(name, game):
        return run()
    if not is_compiled(name, game):
        if not any(of == game.state.marker for _, of in _ready):
            rehearse(game)
        sys.stderr.write(f"Compiling {name} of {game.name} for this machine (once, some seconds) ...\n")
        sys.stderr.flush()
    result = run()
    _ready.add(mark)
    if folder := cache.folder(game.state.marker):
        with suppress(OSError):  # a folder that cannot be written to: other processes compile it anew
            (folder / name).touch()
    return result


# --- the Python face --------------------------------------------------------------------------------


def playouts(game: GameSpec, *, seats: int, games: int, seed: int = 0, threads: int = 1, **options: Any) -> Playouts:
    """Plays `games` whole random games and returns their last states and the number of actions.

    Deterministic for a seed, whatever the number of threads. Compiles on first use.
    """
    batch = Batch(game, games, seats=seats, seed=seed, threads=threads, **options)
    return Playouts(batch.states, batch.play_out())


class Playouts:
    """Finished games: `states`, an array of records, and `moves`, the actions played in all."""

    def __init__(self, states: Any, moves: int) -> None:
        self.states = states
        self.moves = moves


NOT_A_DEAL = 0x5851F42D4C957F2D
"""Keeps the generators that draw actions apart from those that deal."""


class Batch:
    """`count` tables of a game, stepped together on NumPy buffers.

    Attributes (views of the tables' own buffers, changed in place by every step, not to be written):
        states: the records, shape (count,).
        masks: uint8, (count, actions): the legal actions of the acting seat; all zero when a table is over.
        acting: int8, (count,): the seat whose decision comes next, -1 when a table is over. Where several
            seats wait they act in turn, each after the one before.
        waiting: int32, (count,): bit p is set when seat p has a decision to make.
        ranks: int32, (count, seats, 2): place and score of each seat once a table is over, else 0.

    Table i is dealt from `seed + i`. The tables are spread over `threads` threads (all cores if 0).
    """

    def __init__(
        self, game: GameSpec, count: int, *, seats: int, seed: int = 0, threads: int = 0, **options: Any
    ) -> None:
        self.game = game
        self.count = count
        self.seats = seats
        self.threads = max(1, min(threads or cpu_count() or 1, count))
        self._boxes = game.box.tables
        self._blank = game.blank(seats, options)
        self.states = game.state.new(count)
        self._masks = padded(game, count)
        self._acting = np.full(count, -1, np.int8)
        self._waiting = np.zeros(count, np.int32)
        self._ranks = np.zeros((count, seats, 2), np.int32)
        self._generators = game.state.new(self.threads)
        self.masks, self.acting = _read_only(self._masks[:, : game.actions]), _read_only(self._acting)
        self.waiting, self.ranks = _read_only(self._waiting), _read_only(self._ranks)
        self.reset(seed)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, thread_name_prefix="batch")

    def _spread(self, name: str, run: Callable[[int, int, int], Any]) -> list[Any]:
        """Runs `run(part, start, stop)` for each thread's share of the tables."""
        bounds = np.linspace(0, self.count, self.threads + 1).astype(int).tolist()
        shares = list(zip(range(self.threads), bounds, bounds[1:], strict=False))
        if self.threads == 1:
            return [announced(name, self.game, lambda: run(*shares[0]))]
        announced(name, self.game, lambda: run(0, 0, 0))
        return list(self._pool.map(lambda share: run(*share), shares))

    def reset(self, seed: int = 0) -> None:
        """Deals all tables anew."""
        if not 0 <= seed <= MAX_SEED - self.count:
            raise ValueError(f"a seed is a whole number from 0 to {MAX_SEED - self.count}; found {seed}")
        seeds = np.arange(seed, seed + self.count, dtype=np.int64)
        self._ranks[:] = 0
        self._acting[:] = -1
        for part in range(self.threads):
            _seed_one(self._generators[part : part + 1], (seed + part) ^ NOT_A_DEAL)
        self._spread("deal", lambda _, i, j: _deal(self.states, self._boxes, self._blank, seeds, i, j))
        self._spread("look", lambda _, i, j: _look(self.states, self._boxes, *self._buffers, i, j))

    @property
    def _buffers(self) -> tuple[Any, Any, Any, Any]:
        return self._masks, self._acting, self._waiting, self._ranks

    @property
    def over(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which tables are over, bool, (count,)."""
        found: np.ndarray[Any, np.dtype[np.bool_]] = self.states["over"] != 0
        return found

    def step(self, actions: Ints) -> None:
        """Plays actions[i] for the acting seat of each table i; what stands for a table that is over is not read.

        Args:
            actions: integers, (count,).

        Raises ValueError for another shape, and IllegalAction, before any table has moved, when an action is not legal.
        """
        actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != (self.count,):
            raise ValueError(f"expected {self.count} actions; found an array of shape {actions.shape}")
        wrong = _first_illegal(self._masks, actions, self._acting)
        if wrong >= 0:
            seat, action = self._acting[wrong], actions[wrong]
            raise IllegalAction(f"table {wrong}: seat {seat} may not play action {action}; see masks[{wrong}]")
        self._spread("step", lambda _, i, j: _step(self.states, self._boxes, actions, *self._buffers, i, j))

    def sample(self) -> Ints:
        """A random legal action for each table, int64, (count,); -1 where a table is over."""
        actions = np.empty(self.count, np.int64)
        generators = self._generators
        self._spread(
            "sample",
            lambda part, i, j: _sample(generators[part : part + 1], self._masks, self._acting, actions, i, j),
        )
        return actions

    def play_out(self) -> int:
        """Plays all tables to their ends with random actions; returns how many were played."""
        masks = padded(self.game, self.threads)
        moves = self._spread(
            "play out",
            lambda part, i, j: _play_out(self.states[i:j], self._boxes, masks[part], self.game.bound),
        )
        self._spread("look", lambda _, i, j: _look(self.states, self._boxes, *self._buffers, i, j))
        return int(sum(moves))


@kernel
def _seed_one(states: Any, number: int) -> None:
    seed(states[0], number)


def _read_only(array: Any) -> Any:
    view = array.view()
    view.flags.writeable = False
    return view


def warm(game: GameSpec, options: Mapping[str, Any] | None = None) -> None:
    """Compiles all kernels for a game."""
    batch = Batch(game, 2, seats=game.min_seats, threads=1, **(options or {}))
    batch.step(batch.sample())
    batch.play_out()
