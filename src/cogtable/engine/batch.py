"""Batches: many tables of a game stepped together, an environment for programs that learn; and whole random games."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from os import cpu_count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.engine import stepping
from cogtable.engine.chance import MAX_SEED
from cogtable.engine.errors import BadOption, BadSave, IllegalAction
from cogtable.engine.match import Match
from cogtable.engine.native import announced, padded
from cogtable.engine.observation import DTYPE
from cogtable.engine.state import Ints

if TYPE_CHECKING:
    from cogtable.engine.spec import GameSpec

NAMED = 12
"""The most legal actions that an error names."""


def observe_states(game: GameSpec, states: Any, seats: Ints, out: Ints) -> None:
    """Writes what seats[i] (-1 for a spectator) knows of states[i] to out[i], compiled; `states` stay as they are."""
    stepping.observe(states, game.box.tables, game.state.new(), seats, game.constant_row, out, np.arange(states.size))


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
        observations: int16, (count, n): what the seats in `observers` know, laid out as `game.observation` says. Only
            with `observe=True`.
        final_observations, final_observers: the same of the last game that ended at each table, before it was dealt
            anew. Only with `observe=True` and `auto_reset=True`; zeros before.
        masks: uint8, (count, actions): the legal actions of the acting seat; all zero when a table has ended.
        acting: int8, (count,): the seat whose decision comes next, -1 when a table has ended. Where several seats wait
            they act in turn, each after the one before.
        observers: int8, (count,): the seat whose knowledge `observations` shows: the acting one; of a table that was
            stopped the one that would come next, of a game that is over the one that acted last.
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

    A batch can be copied (`copy`, or `copy.deepcopy`) and pickled; both are exact, generators too.

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
        self._starts = stepping.Starts(
            blanks=np.concatenate([game.blank(max(each, game.min_seats), options) for each in range(most + 1)]),
            seats=self.seats.copy(),
            seeds=np.arange(count, dtype=np.int64),
            following=np.zeros(count, np.int64),
            draws=stepping.Draws.new(count),
        )
        self._own = stepping.Own(
            masks=padded(game, count),
            acting=np.full(count, -1, np.int8),
            observers=np.zeros(count, np.int8),
            places=np.zeros((count, most, 2), np.int32),
            limits=np.full(count, max_moves or np.iinfo(np.int64).max, np.int64),
        )
        self._told = stepping.Told(
            masks=np.zeros((count, game.actions), np.uint8),
            acting=np.full(count, -1, np.int8),
            observers=np.zeros(count, np.int8),
            waiting=np.zeros(count, np.int32),
            rewards=np.zeros((count, most), np.float32),
            terminated=np.zeros(count, np.bool_),
            truncated=np.zeros(count, np.bool_),
            ranks=np.zeros((count, most), np.int32),
            scores=np.zeros((count, most), np.int32),
        )
        self.masks, self.acting, self.waiting = self._told.masks, self._told.acting, self._told.waiting
        self.observers = self._told.observers
        self.rewards, self.ranks, self.scores = self._told.rewards, self._told.ranks, self._told.scores
        self.terminated, self.truncated = self._told.terminated, self._told.truncated
        self._observations = self._room() if observe else None
        self._last = _Finals(self._room(), np.zeros(count, np.int8)) if observe and auto_reset else None
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<batch of {self.count} tables of {self.game.name} {self.game.version}, box {self.game.box.digest}>"

    @property
    def _boxes(self) -> Any:
        return self.game.box.tables

    @property
    def observations(self) -> Ints:
        """What the seats in `observers` know (see `Batch`). Raises AttributeError without `observe=True`."""
        if self._observations is None:
            raise AttributeError("this batch writes no observations; make it with observe=True")
        return self._observations

    @property
    def final_observations(self) -> Ints:
        """The last observations of games that ended (see `Batch`). Raises AttributeError without `observe=True` and
        `auto_reset=True`.
        """
        return self._finals.observations

    @property
    def final_observers(self) -> Ints:
        """The seats whose knowledge `final_observations` shows. Raises AttributeError as that does."""
        return self._finals.observers

    @property
    def _finals(self) -> _Finals:
        if self._last is None:
            raise AttributeError("this batch keeps no last observations; make it with observe=True, auto_reset=True")
        return self._last

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
        if self.threads == 1:
            return [announced(name, self.game, lambda: run(0, 0, count))]
        bounds = np.linspace(0, count, self.threads + 1).astype(int).tolist()
        shares = list(zip(range(self.threads), bounds, bounds[1:], strict=False))
        announced(name, self.game, lambda: run(0, 0, 0))
        return list(self._pool.map(lambda share: run(*share), shares))

    # --- copies -----------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        return {name: held for name, held in self.__dict__.items() if name not in ("_pool", "_known")}

    def copy(self) -> Batch:
        """An independent copy, generators too: the same actions lead to the same games in both."""
        return copy.deepcopy(self)

    def __copy__(self) -> Batch:
        return self.copy()

    def _buffers(self) -> list[Any]:
        """Every array that dealing and stepping change, each with a row for each table."""
        observed = [] if self._observations is None else [self._observations]
        return [self.states, self.seats, *self._starts[1:], *self._own, *self._told, *observed, *(self._last or ())]

    def _settings(self) -> tuple[Any, ...]:
        """What two batches must have in common for one to take up a snapshot of the other."""
        blanks = self._starts.blanks.tobytes()
        shapes = tuple((array.dtype.str, array.shape) for array in self._buffers())
        return self.game.name, self.game.version, self.game.box.digest, self.auto_reset, blanks, shapes

    def snapshot(self) -> Snapshot:
        """Everything about all tables as it is now, for `restore`. It can be pickled."""
        return Snapshot(self._settings(), tuple(array.copy() for array in self._buffers()))

    def restore(self, snapshot: Snapshot, tables: Any = None) -> None:
        """Makes tables what they were when the snapshot was taken: states, masks, rewards, generators and all.

        Args:
            snapshot: one of this batch, or of another with the same game, count, seats and options.
            tables: which (see `reset`); all without.

        Raises BadSave, and changes nothing, for the snapshot of a batch that differs; ValueError for what is no table.
        """
        chosen = self._chosen(tables)
        if snapshot.settings != self._settings():
            raise BadSave(f"this is {self!r}; found {snapshot!r}, or one with other seats, options or buffers")
        for array, saved in zip(self._buffers(), snapshot.arrays, strict=True):
            array[chosen] = saved[chosen]

    def fork(self, table: int, into: Any) -> None:
        """Makes other tables what one table is now: state, mask, rewards and the number of seats.

        The game's own generator is copied too, so the same actions lead to the same game; `determinize` makes the
        copies differ in what a seat does not know. Generators of random actions, and the seeds that tables are dealt
        from next, are not copied.

        Args:
            table: the number of the table to copy.
            into: the tables that change, as in `reset`.

        Raises ValueError for what is no table.
        """
        (source,) = self._chosen([table]).tolist()
        chosen = self._chosen(into)
        kept = (id(self._starts.draws), id(self._starts.following))
        for array in self._buffers():
            if id(array) not in kept:
                array[chosen] = array[source]

    def place(self, position: Match | Any, tables: Any) -> None:
        """Puts a position onto tables, which go on from there.

        Args:
            position: a match, or an array of one record such as `Match.position`, also one laid out by hand.
            tables: which tables, as in `reset`.

        Raises BadSave for what is no position of this game; BadOption for more seats than any table of this batch was
        made for; ValueError for what is no table.
        """
        chosen = self._chosen(tables)
        array = self.game.checked_position(position.position if isinstance(position, Match) else position)
        seats, most = int(array[0].seats), self.rewards.shape[1]
        if seats > most:
            raise BadOption(f"this batch was made for up to {most} seats; found a position with {seats}")
        self.states[chosen] = array[0]
        self.seats[chosen] = self._starts.seats[chosen] = seats
        self._starts.seeds[chosen] = position.seed if isinstance(position, Match) else -1
        self._take_up(chosen)
        self._look(chosen)

    def determinize(self, seats: int | Sequence[int] | Ints, seeds: int | Sequence[int] | Ints) -> None:
        """Deals anew, at random, what one seat of each table does not know, as the verb `determinize` does.

        What that seat knows stays as it is. So tables that were forked become different deals of what it sees.

        Args:
            seats: a seat, or one for each table; -1 for a spectator.
            seeds: of the deals: a number, from which table i takes `seeds + i`, or one for each table.

        Raises ValueError for a seat that a table does not have, and for seeds as `reset` does.
        """
        tables = np.arange(self.count)
        chosen, given = self._seats_named(seats), _seeds_given(seeds, tables)
        self._spread(
            "determinize",
            lambda _, i, j: stepping.imagine(
                self.states, self._boxes, chosen, given, self._own, self._told, tables[i:j]
            ),
            self.count,
        )
        self._look(tables)

    # --- dealing ----------------------------------------------------------------------------------

    def reset(self, seeds: int | Sequence[int] | Ints | None = None, tables: Any = None) -> None:
        """Deals tables anew.

        Args:
            seeds: a number, from which table i is dealt as `seeds + i`; or one for each table that is dealt. Without,
                each is dealt from its last seed plus `count`, as `auto_reset` does, so that tables never meet.
            tables: which: their numbers, or a bool for each table of the batch; all without.

        Raises ValueError, before anything is dealt, for numbers that are no tables or no seeds.
        """
        chosen = self._chosen(tables)
        self._seed(chosen, self._starts.following[chosen] if seeds is None else _seeds_given(seeds, chosen))
        self._told.rewards[chosen] = 0
        self._told.ranks[chosen] = self._told.scores[chosen] = 0
        self._told.terminated[chosen] = self._told.truncated[chosen] = False
        self._deal(chosen)
        self._look(chosen)

    def _seed(self, tables: Ints, seeds: Ints) -> None:
        """Sets what tables are dealt from, now and the next time."""
        self._starts.seeds[tables] = seeds
        room = MAX_SEED - seeds
        self._starts.following[tables] = np.where(room >= self.count, seeds + self.count, self.count - room - 1)

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

    def _deal(self, tables: Ints) -> None:
        self._spread(
            "deal",
            lambda _, i, j: stepping.deal(self.states, self._boxes, self._starts, self._own, self._told, tables[i:j]),
            tables.size,
        )

    def _take_up(self, tables: Ints) -> None:
        """Writes the buffers of tables whose states have changed otherwise than by a step."""
        self._spread(
            "take up",
            lambda _, i, j: stepping.take_up(self.states, self._boxes, self._own, self._told, tables[i:j]),
            tables.size,
        )

    # --- observing --------------------------------------------------------------------------------

    def _room(self) -> Ints:
        """Room for an observation of each table."""
        return np.zeros((self.count, self._numbers), DTYPE)

    @cached_property
    def _numbers(self) -> int:
        """How many numbers an observation has."""
        return self.game.layout.count()

    def _look(self, tables: Ints) -> None:
        """Writes the observations of tables, if this batch has any."""
        if self._observations is not None:
            self._observe(self._own.observers, self._observations, tables)

    def _observe(self, seats: Ints, out: Ints, tables: Ints) -> None:
        self._spread(
            "observe",
            lambda part, i, j: stepping.observe(
                self.states, self._boxes, self._known[part : part + 1], seats, self.game.constant_row, out, tables[i:j]
            ),
            tables.size,
        )

    def observe(self, seats: int | Sequence[int] | Ints) -> Ints:
        """What any seat knows, not only the acting ones: int16, (count, n), as in `observations`.

        Args:
            seats: a seat, or one for each table; -1 for a spectator.

        Raises ValueError for a seat that a table does not have and for another shape, BrokenGame for a game without
        observations.
        """
        out = self._room()
        self._observe(self._seats_named(seats), out, np.arange(self.count))
        return out

    def _seats_named(self, seats: int | Sequence[int] | Ints) -> Ints:
        """One seat for each table, or -1. Raises ValueError."""
        given = _whole(np.asarray(seats), "seats")
        if given.ndim and given.shape != (self.count,):
            raise ValueError(f"expected a seat for each of {self.count} tables, or one; found the shape {given.shape}")
        chosen = np.broadcast_to(given, (self.count,))
        wrong = np.flatnonzero((chosen < -1) | (chosen >= self._starts.seats))
        if wrong.size:
            first = int(wrong[0])
            raise ValueError(f"table {first} has seats 0 to {self._starts.seats[first] - 1}; found {chosen[first]}")
        return chosen.astype(np.int8)

    # --- playing ----------------------------------------------------------------------------------

    def step(self, actions: Any, tables: Any = None) -> None:
        """Plays actions[i] for the acting seat of each table i; what stands for a table that has ended is not read.

        Args:
            actions: integers, (count,).
            tables: which tables move, as in `reset`; all without. The others stay as they are, what stands for them is
                not read, and their rewards of this step are 0.

        Raises ValueError for other numbers or another shape, and IllegalAction when an action is not legal, both
        before any table has moved.
        """
        moving = self._moving(tables)
        own = (
            self._own if moving is None else self._own._replace(acting=np.where(moving, self._own.acting, np.int8(-1)))
        )
        checked = self._checked(actions, own.acting)
        self._spread(
            "step",
            lambda _, i, j: stepping.step(self.states, self._boxes, checked, own, self._told, i, j),
            self.count,
        )
        if moving is not None:
            self._own.acting[moving] = own.acting[moving]
        if self.auto_reset:
            ended = np.flatnonzero(self._own.acting < 0)
            if ended.size:
                self._keep_finals(ended)
                self._seed(ended, self._starts.following[ended])
                self._deal(ended)
        self._look(np.arange(self.count))

    def _keep_finals(self, tables: Ints) -> None:
        """Keeps the last observations of games that have ended, if this batch has any."""
        if self._last is not None:
            self._last.observers[tables] = self._own.observers[tables]
            self._observe(self._own.observers, self._last.observations, tables)

    def _moving(self, tables: Any) -> Any:
        """A bool for each table; None if all move."""
        if tables is None:
            return None
        moving = np.zeros(self.count, np.bool_)
        moving[self._chosen(tables)] = True
        return moving

    def _checked(self, actions: Any, acting: Ints) -> Ints:
        checked = _whole(np.asarray(actions), "actions")
        if checked.shape != (self.count,):
            raise ValueError(f"expected {self.count} actions, one for each table; found the shape {checked.shape}")
        wrong = stepping.first_illegal(self._own.masks, checked, acting)
        if wrong >= 0:
            legal = np.flatnonzero(self._own.masks[wrong]).tolist()
            more = f" and {len(legal) - NAMED} more" if len(legal) > NAMED else ""
            raise IllegalAction(
                f"table {wrong}: seat {acting[wrong]} may not play action {checked[wrong]};"
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
            lambda _, i, j: stepping.sample(self._starts.draws, self._own.masks, self._own.acting, actions, i, j),
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
            lambda part, i, j: stepping.play_out(self.states[i:j], self._boxes, masks[part], self.game.bound),
            self.count,
        )
        tables = np.arange(self.count)
        self._take_up(tables)
        self._look(tables)
        return int(sum(moves))


class _Finals(NamedTuple):
    """The last observations of games that ended, and the seats whose knowledge they show."""

    observations: Ints
    observers: Ints


class Snapshot:
    """All tables of a batch at one time (see `Batch.snapshot`)."""

    def __init__(self, settings: tuple[Any, ...], arrays: tuple[Any, ...]) -> None:
        self.settings = settings
        self.arrays = arrays

    def __repr__(self) -> str:
        name, version, digest = self.settings[:3]
        return f"<snapshot of {self.arrays[0].size} tables of {name} {version}, box {digest}>"


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
