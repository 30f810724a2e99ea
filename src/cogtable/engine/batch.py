"""Batches: many tables of a game stepped together, an environment for programs that learn; and whole random games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from os import cpu_count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.engine import verbs
from cogtable.engine.chance import MAX_SEED, seed
from cogtable.engine.errors import BadOption, IllegalAction
from cogtable.engine.jit import jitable, kernel, observing_kernel
from cogtable.engine.native import announced, fill_mask, next_seat, padded, some_action, some_seat
from cogtable.engine.observation import DTYPE
from cogtable.engine.state import Ints, Mask, Record, UInt32

if TYPE_CHECKING:
    from cogtable.engine.spec import GameSpec

NOT_A_DEAL = 0x5851F42D4C957F2D
"""Keeps the generators that draw actions apart from those that deal."""

NAMED = 12
"""The most legal actions that an error names."""


class Draws(Record):
    """The generator that draws random actions for a table."""

    rng: UInt32[4]


class _Starts(NamedTuple):
    """What tables are dealt from."""

    blanks: Any
    """A record for each number of seats, not yet dealt."""
    forms: Ints
    """Which of them each table begins as."""
    seeds: Ints
    draws: Any


class _Own(NamedTuple):
    """What a batch works with; nobody else can write it."""

    masks: Any
    """Padded, as `some_action` wants them."""
    acting: Ints
    observers: Ints
    """The seat of which each table shows what it knows."""
    places: Ints
    """What the verb `rank` writes."""
    limits: Ints
    """After how many moves each table is stopped."""


class _Told(NamedTuple):
    """The buffers that a batch hands out, never read here."""

    masks: Any
    acting: Ints
    waiting: Ints
    rewards: Ints
    terminated: Ints
    truncated: Ints
    ranks: Ints
    scores: Ints


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
def _deal(states: Any, boxes: Any, starts: _Starts, own: _Own, told: _Told, tables: Ints) -> None:
    """Deals some tables anew."""
    for i in tables:
        states[i] = starts.blanks[starts.forms[i]]
        seed(states[i], starts.seeds[i])
        verbs.setup(states[i], boxes[0])
        seed(starts.draws[i], starts.seeds[i] ^ NOT_A_DEAL)
        own.acting[i] = -1
        _show(states[i], boxes[0], i, own, told)


@jitable
def _show(s: Any, b: Any, i: int, own: _Own, told: _Told) -> None:
    """Writes whose decision comes next at table i, and what is legal; nobody's once it has ended."""
    told.waiting[i] = s.waiting
    if s.over or s.ply >= own.limits[i]:
        own.acting[i] = -1
        for action in range(own.masks.shape[1]):
            own.masks[i, action] = 0
    else:
        seat = next_seat(s, own.acting[i])
        own.acting[i] = seat
        own.observers[i] = seat
        fill_mask(s, b, seat, own.masks[i])
    told.acting[i] = own.acting[i]
    for action in range(told.masks.shape[1]):
        told.masks[i, action] = own.masks[i, action]


@jitable
def reward(places: Ints, seats: int, seat: int) -> float:
    """What a seat gets for its place: the share of the others that it left behind, minus the share of those ahead."""
    ahead, behind = 0, 0
    for other in range(seats):
        ahead += places[other, 0] < places[seat, 0]
        behind += places[other, 0] > places[seat, 0]
    return (behind - ahead) / max(1, seats - 1)


@jitable
def _score(s: Any, b: Any, i: int, own: _Own, told: _Told) -> None:
    """Writes the result of a game that is over."""
    verbs.rank(s, b, own.places[i])
    for seat in range(s.seats):
        told.ranks[i, seat] = own.places[i, seat, 0]
        told.scores[i, seat] = own.places[i, seat, 1]
        told.rewards[i, seat] = reward(own.places[i], s.seats, seat)


@kernel
def _first_illegal(masks: Any, actions: Ints, acting: Ints) -> int:
    for i in range(actions.size):
        action = actions[i]
        if acting[i] >= 0 and (action < 0 or action >= masks.shape[1] or masks[i, action] == 0):
            return i
    return -1


@kernel
def _step(states: Any, boxes: Any, actions: Ints, own: _Own, told: _Told, start: int, stop: int) -> None:
    for i in range(start, stop):
        for seat in range(told.rewards.shape[1]):
            told.rewards[i, seat] = 0
        if own.acting[i] >= 0:
            s = states[i]
            verbs.play(s, boxes[0], own.acting[i], actions[i])
            told.terminated[i] = s.over != 0
            told.truncated[i] = not s.over and s.ply >= own.limits[i]
            if s.over:
                _score(s, boxes[0], i, own, told)
            _show(s, boxes[0], i, own, told)


@kernel
def _settle(states: Any, boxes: Any, own: _Own, told: _Told, start: int, stop: int) -> None:
    """Writes the results of games that are over."""
    for i in range(start, stop):
        _score(states[i], boxes[0], i, own, told)
        _show(states[i], boxes[0], i, own, told)
        told.terminated[i] = True


@kernel
def _sample(draws: Any, masks: Any, acting: Ints, actions: Ints, start: int, stop: int) -> None:
    for i in range(start, stop):
        actions[i] = some_action(draws[i], masks[i]) if acting[i] >= 0 else -1


@observing_kernel
def _observe(states: Any, boxes: Any, known: Any, seats: Ints, out: Any, start: int, stop: int) -> None:
    """Writes what a seat of each table knows; `known` is room for one hidden state."""
    for i in range(start, stop):
        known[0] = states[i]
        verbs.hide(known[0], boxes[0], seats[i])
        row = out[i]
        for place in range(row.size):
            row[place] = 0
        verbs.observe(known[0], boxes[0], seats[i], row)


def observe_states(game: GameSpec, states: Any, seats: Ints, out: Ints) -> None:
    """Writes what seats[i] (-1 for a spectator) knows of states[i] to out[i], compiled; `states` stay as they are."""
    _observe(states, game.box.tables, game.state.new(), seats, out, 0, states.size)


# --- whole games --------------------------------------------------------------------------------------


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


# --- batches ------------------------------------------------------------------------------------------


class Batch:
    """`count` tables of a game, stepped together on NumPy buffers.

    The buffers are contiguous, and every step changes them in place. PyTorch, JAX and others take them over without a
    copy (`torch.from_dlpack(batch.observations)`). The rules never read them, so writing into them harms no game.
    `most` is the highest number of seats at a table.

    Attributes:
        observations: int16, (count, n): what the acting seat knows, laid out as `game.observation` says; of a table
            that has ended, what the seat that acted last knows. Only with `observe=True`.
        masks: uint8, (count, actions): the legal actions of the acting seat; all zero when a table has ended.
        acting: int8, (count,): the seat whose decision comes next, -1 when a table has ended. Where several seats wait
            they act in turn, each after the one before.
        waiting: int32, (count,): bit p is set when seat p has a decision to make.
        rewards: float32, (count, most): what each seat got in the last step: 0 until the game is over; then the share
            of the other seats that it left behind, minus the share of those ahead of it. The winner of four gets 1,
            the next 1/3, then -1/3, the last -1; seats that share a rank get the same. A table's rewards add up to 0.
        terminated: bool, (count,): whether the game is over. With `auto_reset`, whether the last step ended it.
        truncated: bool, (count,): whether a game that was not over was stopped after `max_moves`, with no reward.
        ranks, scores: int32, (count, most): the place (1 is best) and the score of each seat in the last game of the
            table that was over; 0 before, and for seats that do not play.
        states: the records, shape (count,). Read them only.
        seats: int8, (count,): how many seats each table has.

    Args:
        game: the game to play.
        count: how many tables.
        seats: how many seats each has: a number, or one for each table.
        seed: table i is dealt from `seed + i` (see `reset`).
        threads: over how many threads the tables are spread; all cores if 0. Results do not depend on it.
        observe: whether to write observations. What writes them is compiled only then.
        auto_reset: whether a table that ends is dealt anew at once. `rewards`, `terminated`, `truncated`, `ranks` and
            `scores` are then of the game that ended, `observations`, `masks` and `acting` of the new one.
        max_moves: after how many moves a game is stopped, if ever.
        options: the options of the game.

    Raises BadOption for a count, seats, moves or options that do not fit, ValueError for seeds that do not, BrokenGame
    for observations that the game lacks.
    """

    def __init__(
        self,
        game: GameSpec,
        count: int,
        *,
        seats: int | Sequence[int] | Ints,
        seed: int = 0,
        threads: int = 0,
        observe: bool = False,
        auto_reset: bool = False,
        max_moves: int | None = None,
        **options: Any,
    ) -> None:
        if count < 0:
            raise BadOption(f"a batch has 0 tables or more; found {count}")
        if max_moves is not None and not (isinstance(max_moves, int) and max_moves >= 1):
            raise BadOption(f"max_moves is a whole number from 1; found {max_moves!r}")
        self.game = game
        self.count = count
        self.threads = max(1, min(threads or cpu_count() or 1, count))
        self.auto_reset = auto_reset
        self.seats = _seats_of_tables(game, count, seats)
        most = int(self.seats.max(initial=game.min_seats))
        self.states = game.state.new(count)
        self._boxes = game.box.tables
        self._starts = _Starts(
            blanks=np.concatenate([game.blank(number, options) for number in range(game.min_seats, most + 1)]),
            forms=self.seats.astype(np.int64) - game.min_seats,
            seeds=np.zeros(count, np.int64),
            draws=Draws.new(count),
        )
        self._own = _Own(
            masks=padded(game, count),
            acting=np.full(count, -1, np.int8),
            observers=np.zeros(count, np.int8),
            places=np.zeros((count, most, 2), np.int32),
            limits=np.full(count, max_moves or np.iinfo(np.int64).max, np.int64),
        )
        self._told = _Told(
            masks=np.zeros((count, game.actions), np.uint8),
            acting=np.full(count, -1, np.int8),
            waiting=np.zeros(count, np.int32),
            rewards=np.zeros((count, most), np.float32),
            terminated=np.zeros(count, np.bool_),
            truncated=np.zeros(count, np.bool_),
            ranks=np.zeros((count, most), np.int32),
            scores=np.zeros((count, most), np.int32),
        )
        self.masks, self.acting, self.waiting = self._told.masks, self._told.acting, self._told.waiting
        self.rewards, self.ranks, self.scores = self._told.rewards, self._told.ranks, self._told.scores
        self.terminated, self.truncated = self._told.terminated, self._told.truncated
        self._observations = np.zeros((count, game.layout.count()), DTYPE) if observe else None
        self.reset(seed)

    @property
    def observations(self) -> Ints:
        """What the acting seats know (see `Batch`). Raises AttributeError for a batch without `observe=True`."""
        if self._observations is None:
            raise AttributeError("this batch writes no observations; make it with observe=True")
        return self._observations

    @property
    def seeds(self) -> Ints:
        """The seed from which each table was dealt, int64, (count,)."""
        return self._starts.seeds.copy()

    @property
    def over(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which tables have ended, bool, (count,)."""
        found: np.ndarray[Any, np.dtype[np.bool_]] = self._own.acting < 0
        return found

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, thread_name_prefix="batch")

    @cached_property
    def _known(self) -> Any:
        """Room for a hidden state for each thread."""
        return self.game.state.new(self.threads)

    def _spread(self, name: str, run: Callable[[int, int, int], Any], count: int) -> list[Any]:
        """Runs `run(part, start, stop)` for each thread's share of `count` tables."""
        bounds = np.linspace(0, count, self.threads + 1).astype(int).tolist()
        shares = list(zip(range(self.threads), bounds, bounds[1:], strict=False))
        if self.threads == 1:
            return [announced(name, self.game, lambda: run(*shares[0]))]
        announced(name, self.game, lambda: run(0, 0, 0))
        return list(self._pool.map(lambda share: run(*share), shares))

    def reset(self, seeds: int | Sequence[int] | Ints | None = None, tables: Any = None) -> None:
        """Deals tables anew.

        Args:
            seeds: a number, from which table i is dealt as `seeds + i`; or one for each table that is dealt. Without,
                each is dealt from its last seed plus `count`, as `auto_reset` does, so that tables never meet.
            tables: which: their numbers, or a bool for each table of the batch; all without.

        Raises ValueError, before anything is dealt, for numbers that are no tables or no seeds.
        """
        chosen = self._chosen(tables)
        self._starts.seeds[chosen] = self._next_seeds(chosen) if seeds is None else _seeds_given(seeds, chosen)
        self._told.rewards[chosen] = 0
        self._told.ranks[chosen] = self._told.scores[chosen] = 0
        self._told.terminated[chosen] = self._told.truncated[chosen] = False
        self._deal(chosen)
        self._look()

    def _chosen(self, tables: Any) -> Ints:
        if tables is None:
            return np.arange(self.count)
        given = np.asarray(tables)
        if given.dtype == np.bool_:
            if given.shape != (self.count,):
                raise ValueError(f"expected a bool for each of {self.count} tables; found an array of {given.shape}")
            return np.flatnonzero(given)
        chosen = _whole(given.reshape(-1) if given.size else given.astype(np.int64), "tables")
        if chosen.size and not 0 <= chosen.min() <= chosen.max() < self.count:
            raise ValueError(f"tables go from 0 to {self.count - 1}; found {chosen.min()} to {chosen.max()}")
        if np.unique(chosen).size < chosen.size:
            raise ValueError("a table is named twice; each can be dealt once")
        return chosen

    def _next_seeds(self, tables: Ints) -> Ints:
        room = MAX_SEED - self._starts.seeds[tables]
        following: Ints = np.where(room >= self.count, self._starts.seeds[tables] + self.count, self.count - room - 1)
        return following

    def _deal(self, tables: Ints) -> None:
        self._spread(
            "deal",
            lambda _, i, j: _deal(self.states, self._boxes, self._starts, self._own, self._told, tables[i:j]),
            tables.size,
        )

    def _look(self) -> None:
        """Writes the observations, if there are any."""
        if self._observations is not None:
            self._observe(self._own.observers, self._observations)

    def _observe(self, seats: Ints, out: Ints) -> None:
        self._spread(
            "observe",
            lambda part, i, j: _observe(self.states, self._boxes, self._known[part : part + 1], seats, out, i, j),
            self.count,
        )

    def observe(self, seats: int | Sequence[int] | Ints) -> Ints:
        """What any seat knows, not only the acting ones: int16, (count, n), as in `observations`.

        Args:
            seats: a seat, or one for each table; -1 for a spectator.

        Raises ValueError for a seat that a table does not have and for another shape, BrokenGame for a game without
        observations.
        """
        given = _whole(np.asarray(seats), "seats")
        if given.ndim and given.shape != (self.count,):
            raise ValueError(f"expected a seat for each of {self.count} tables, or one; found the shape {given.shape}")
        chosen = np.broadcast_to(given, (self.count,))
        wrong = np.flatnonzero((chosen < -1) | (chosen >= self.seats))
        if wrong.size:
            first = int(wrong[0])
            raise ValueError(f"table {first} has seats 0 to {self.seats[first] - 1}; found {chosen[first]}")
        out = np.zeros((self.count, self.game.layout.count()), DTYPE)
        self._observe(chosen.astype(np.int8), out)
        return out

    def step(self, actions: Any) -> None:
        """Plays actions[i] for the acting seat of each table i; what stands for a table that has ended is not read.

        Args:
            actions: integers, (count,).

        Raises ValueError for other numbers or another shape, and IllegalAction when an action is not legal, both
        before any table has moved.
        """
        checked = self._checked(actions)
        self._spread(
            "step",
            lambda _, i, j: _step(self.states, self._boxes, checked, self._own, self._told, i, j),
            self.count,
        )
        if self.auto_reset:
            ended = np.flatnonzero(self._own.acting < 0)
            if ended.size:
                self._starts.seeds[ended] = self._next_seeds(ended)
                self._deal(ended)
        self._look()

    def _checked(self, actions: Any) -> Ints:
        checked = _whole(np.asarray(actions), "actions")
        if checked.shape != (self.count,):
            raise ValueError(f"expected {self.count} actions, one for each table; found the shape {checked.shape}")
        wrong = _first_illegal(self._own.masks, checked, self._own.acting)
        if wrong >= 0:
            legal = np.flatnonzero(self._own.masks[wrong]).tolist()
            more = f" and {len(legal) - NAMED} more" if len(legal) > NAMED else ""
            raise IllegalAction(
                f"table {wrong}: seat {self._own.acting[wrong]} may not play action {checked[wrong]};"
                f" legal are {', '.join(map(str, legal[:NAMED]))}{more}"
            )
        return checked

    def sample(self) -> Ints:
        """A random legal action for each table, int64, (count,); -1 where a table has ended.

        Each table draws from a generator of its own, which starts with its deal.
        """
        actions = np.empty(self.count, np.int64)
        self._spread(
            "sample",
            lambda _, i, j: _sample(self._starts.draws, self._own.masks, self._own.acting, actions, i, j),
            self.count,
        )
        return actions

    def play_out(self) -> int:
        """Plays all tables to their ends with random actions; returns how many were played.

        Neither `auto_reset` nor `max_moves` apply.
        """
        masks = padded(self.game, self.threads)
        moves = self._spread(
            "play out",
            lambda part, i, j: _play_out(self.states[i:j], self._boxes, masks[part], self.game.bound),
            self.count,
        )
        self._spread(
            "settle", lambda _, i, j: _settle(self.states, self._boxes, self._own, self._told, i, j), self.count
        )
        self._look()
        return int(sum(moves))


def _seats_of_tables(game: GameSpec, count: int, seats: int | Sequence[int] | Ints) -> Ints:
    """How many seats each table has. Raises BadOption."""
    given = np.asarray(seats)
    if given.ndim and given.shape != (count,):
        raise BadOption(f"expected seats for each of {count} tables, or one number; found the shape {given.shape}")
    for number in np.unique(given).tolist():
        game.blank(number, {})
    return np.full(count, given, np.int8)


def _seeds_given(seeds: int | Sequence[int] | Ints, tables: Ints) -> Ints:
    """The seeds of some tables. Raises ValueError."""
    given = np.asarray(seeds)
    if given.ndim and given.shape != tables.shape:
        raise ValueError(f"expected a seed for each of {tables.size} tables, or one number; found {given.shape}")
    found = _whole(given, "seeds")
    highest = MAX_SEED if found.ndim else MAX_SEED - int(tables.max(initial=0))
    if found.size and not 0 <= found.min() <= found.max() <= highest:
        wrong = found[(found < 0) | (found > highest)][0] if found.ndim else found
        raise ValueError(f"a seed is a whole number from 0 to {highest}; found {wrong}")
    return found if found.ndim else found + tables


def _whole(numbers: Ints, what: str) -> Ints:
    """An array of whole numbers as int64. Raises ValueError for anything else, fractions and bools too."""
    if not np.issubdtype(numbers.dtype, np.integer):
        raise ValueError(f"{what}: expected whole numbers; found {numbers.dtype}")
    return np.ascontiguousarray(numbers, np.int64) if numbers.ndim else numbers.astype(np.int64)


def warm(game: GameSpec, options: Mapping[str, Any] | None = None) -> None:
    """Compiles what batches run for a game, except observations."""
    batch = Batch(game, 2, seats=game.min_seats, threads=1, **(options or {}))
    batch.step(batch.sample())
    batch.play_out()
