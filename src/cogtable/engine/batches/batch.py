"""Batches: many tables of a game stepped together, an environment for programs that learn; and whole random games."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.engine.batches import cpu
from cogtable.engine.batches.device import Buffers
from cogtable.engine.batches.device_choice import device_for
from cogtable.engine.compiled_play import stepping
from cogtable.engine.compiled_play.kernels import packed_masks
from cogtable.engine.compiled_play.stepping import Outputs
from cogtable.engine.errors import BadOption, BadSave, IllegalAction
from cogtable.engine.integers import moves_limit, whole
from cogtable.engine.play.match import Match
from cogtable.engine.records.state import Ints
from cogtable.engine.rules.observation import DTYPE
from cogtable.engine.rules.rng import MAX_SEED, seed_or_random

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

NAMED = 12
"""The highest number of legal actions that an error names."""


def observe_states(game: GameSpec, states: Any, seats: Ints, out: Ints) -> None:
    """Writes the observation of seats[i] (-1 for a spectator) in states[i] to out[i], compiled; `states` do
    not change.
    """
    cpu.observe(states, game.box.tables, game.state.new(), seats, game.constant_row, out, np.arange(states.size))


# --- whole games --------------------------------------------------------------------------------------


def playouts(game: GameSpec, *, seats: int, games: int, seed: int = 0, threads: int = 1, **options: Any) -> Playouts:
    """Plays `games` whole random games and returns their last states and the number of actions.

    Deterministic for a seed with any number of threads. Compiles on first use.
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
    """`num_envs` tables of a game, stepped together: by the processor on NumPy arrays, or by a GPU in its own memory.

    The buffers are contiguous, begin at multiples of 64 bytes, and every step changes them in place. PyTorch, JAX and
    others take them over without a copy (`torch.from_dlpack(batch.observations)`). The rules never read them, so
    writing into them harms no game. `most` is the highest number of seats at a table. With `device="cuda"` each buffer
    is a `DeviceArray`, and all else is the same: the same seeds give the same games.

    Attributes:
        observations: int16, (num_envs, n): the observations of the seats in `observers`, laid out as `game.observation`
            says. Only with `observe=True`.
        final_observations, final_observers: the same for the last game that ended at each table, before it was dealt
            again. Only with `observe=True` and `auto_reset=True`; zeros before.
        action_mask: uint8, (num_envs, actions): the legal actions of the acting seat; all zero when a table has ended.
        current_player: int8, (num_envs,): the seat whose decision comes next, -1 when a table has ended. Where several
            seats wait they act in turn, each after the one before.
        observers: int8, (num_envs,): the seat that `observations` is for: the acting one; at a table that was stopped
            the one that would come next, in a game that is over the one that acted last.
        waiting: int32, (num_envs,): bit p is set when seat p has a decision to make.
        rewards: float32, (num_envs, most): the reward of each seat in the last step: 0 until the game is over; then the
            share of the other seats behind it, minus the share of the seats ahead of it. The winner of four gets 1, the
            next 1/3, then -1/3, the last -1; seats that share a rank get the same. A table's rewards add up to 0.
        terminated: bool, (num_envs,): whether the game is over. With `auto_reset`, whether the last step ended it.
        truncated: bool, (num_envs,): whether a game that was not over was stopped after `max_moves`, with no reward.
        ranks, scores: int32, (num_envs, most): the place (1 is best) and the score of each seat in the last game of the
            table that was over; 0 before, and for seats that do not play.
        states: the records, shape (num_envs,). Read them only.
        seats: int8, (num_envs,): how many seats each table has.

    A batch can be copied (`copy`, or `copy.deepcopy`) and pickled; both are exact, generators too.

    Args:
        game: the game to play.
        num_envs: how many tables.
        seats: how many seats each has: a number, or one for each table.
        seed: table i is dealt from `seed + i` (see `reset`); None for a seed drawn at random.
        threads: over how many threads the tables are spread; all cores if 0. Results do not depend on it.
        observe: whether to write observations. Their code is compiled only then.
        auto_reset: whether a table that ends is dealt again at once. `rewards`, `terminated`, `truncated`, `ranks` and
            `scores` are then of the game that ended, `observations`, `action_mask` and `current_player` of the new one.
        max_moves: after how many moves a game is stopped, if ever.
        device: "cpu", or "cuda" for the current NVIDIA GPU, which needs the extra `gpu`.
        stream: for "cuda" the stream on which everything happens: its number, as in
            `torch.cuda.current_stream().cuda_stream`, or an object with `__cuda_stream__`; without, CUDA's default.
        options: the options of the game.

    Raises BadOption for `num_envs`, seats, moves, device, stream or options that don't fit, UnknownOption for an option
    that the game lacks, MissingDevice without a GPU or the libraries that use it, ValueError for seeds that do not fit,
    BrokenGame for observations that the game lacks.
    """

    def __init__(
        self,
        game: GameSpec,
        num_envs: int,
        *,
        seats: int | Sequence[int] | Ints,
        seed: int | Sequence[int] | Ints | None = 0,
        threads: int = 0,
        observe: bool = False,
        auto_reset: bool = False,
        max_moves: int | None = None,
        device: str = "cpu",
        stream: Any = None,
        **options: Any,
    ) -> None:
        num_envs, threads = whole(num_envs, "num_envs", 0), whole(threads, "threads", 0)
        max_moves = moves_limit(max_moves)
        self.game = game
        self.num_envs = num_envs
        self.auto_reset = auto_reset
        on = self._device = device_for(device, game, num_envs, threads, stream)

        def put(array: Ints) -> Any:
            return on.adopt(on.put(array))

        numbers = _seats_of_tables(game, num_envs, seats)
        most = int(numbers.max(initial=game.min_seats))
        self.seats = put(numbers)
        self.states = on.zeros((num_envs,), game.state.dtype)
        self._reset_spec = stepping.ResetSpec(
            blanks=put(np.concatenate([game.blank(max(each, game.min_seats), options) for each in range(most + 1)])),
            seats=put(numbers.copy()),
            seeds=on.zeros((num_envs,), np.int64),
            following=on.zeros((num_envs,), np.int64),
            draws=on.zeros((num_envs,), stepping.Draws.dtype),
        )
        self._internal = stepping.Internal(
            action_mask=put(packed_masks(game, num_envs)),
            current_player=put(np.full(num_envs, -1, np.int8)),
            observers=on.zeros((num_envs,), np.int8),
            places=on.zeros((num_envs, most, 2), np.int32),
            limits=put(np.full(num_envs, max_moves or np.iinfo(np.int64).max, np.int64)),
        )
        self.outputs = stepping.Outputs(
            action_mask=on.zeros((num_envs, game.actions), np.uint8),
            current_player=put(np.full(num_envs, -1, np.int8)),
            observers=on.zeros((num_envs,), np.int8),
            waiting=on.zeros((num_envs,), np.int32),
            rewards=on.zeros((num_envs, most), np.float32),
            terminated=on.zeros((num_envs,), np.bool_),
            truncated=on.zeros((num_envs,), np.bool_),
            ranks=on.zeros((num_envs, most), np.int32),
            scores=on.zeros((num_envs, most), np.int32),
        )
        self._hand_out()
        self._observations = self._alloc_observations() if observe else None
        self._last = (
            _Finals(self._alloc_observations(), on.zeros((num_envs,), np.int8)) if observe and auto_reset else None
        )
        self._all_moving = put(np.ones(num_envs, np.bool_))
        self.reset(seed_or_random(None, num_envs) if seed is None else seed)

    def _hand_out(self) -> None:
        """Makes the buffers in `outputs` public attributes."""
        out = self.outputs
        self.action_mask, self.current_player, self.waiting = out.action_mask, out.current_player, out.waiting
        self.observers = out.observers
        self.rewards, self.ranks, self.scores = out.rewards, out.ranks, out.scores
        self.terminated, self.truncated = out.terminated, out.truncated

    def __repr__(self) -> str:
        return f"<batch of {self.num_envs} tables of {self.game.name} {self.game.version}, box {self.game.box.digest}>"

    @property
    def device(self) -> str:
        """Where the tables are: "cpu" or "cuda"."""
        return self._device.name

    @property
    def _buffers(self) -> Buffers:
        return Buffers(self.states, self._reset_spec, self._internal, self.outputs)

    @property
    def observations(self) -> Any:
        """The observations of the seats in `observers` (see `Batch`). Raises AttributeError without `observe=True`."""
        if self._observations is None:
            raise AttributeError("this batch writes no observations; make it with observe=True")
        return self._observations

    @property
    def final_observations(self) -> Any:
        """The last observations of games that ended (see `Batch`). Raises AttributeError without `observe=True` and
        `auto_reset=True`.
        """
        return self._finals.observations

    @property
    def final_observers(self) -> Any:
        """The seats that `final_observations` are for. Raises AttributeError in the same cases."""
        return self._finals.observers

    @property
    def _finals(self) -> _Finals:
        if self._last is None:
            raise AttributeError("this batch keeps no last observations; make it with observe=True, auto_reset=True")
        return self._last

    @property
    def seeds(self) -> Ints:
        """The seed from which each table was dealt, a NumPy array: int64, (num_envs,)."""
        return self._device.fetch(self._reset_spec.seeds).copy()

    @property
    def done(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which tables have ended, a NumPy array: bool, (num_envs,)."""
        found: np.ndarray[Any, np.dtype[np.bool_]] = self._device.fetch(self._internal.current_player) < 0
        return found

    # --- copies -----------------------------------------------------------------------------------

    def copy(self) -> Batch:
        """An independent copy, generators too: the same actions lead to the same games in both."""
        return copy.deepcopy(self)

    def __copy__(self) -> Batch:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {name: held for name, held in self.__dict__.items() if name not in Outputs._fields}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        put = self._device.adopt  # a copied array can begin anywhere
        self.states, self.seats, self._all_moving = put(self.states), put(self.seats), put(self._all_moving)
        self._reset_spec = stepping.ResetSpec(*map(put, self._reset_spec))
        self._internal, self.outputs = stepping.Internal(*map(put, self._internal)), Outputs(*map(put, self.outputs))
        self._observations = None if self._observations is None else put(self._observations)
        self._last = None if self._last is None else _Finals(*map(put, self._last))
        self._hand_out()

    def arrays(self) -> list[Any]:
        """Every array that dealing and stepping change, each with a row for each table."""
        observed = [] if self._observations is None else [self._observations]
        observed += self._last or ()
        return [self.states, self.seats, *self._reset_spec[1:], *self._internal, *self.outputs, *observed]

    def _settings(self) -> tuple[Any, ...]:
        """The properties that two batches must share for one to restore a snapshot of the other."""
        blanks = self._device.fetch(self._reset_spec.blanks).tobytes()
        shapes = tuple((array.dtype.str, array.shape) for array in self.arrays())
        return self.game.name, self.game.version, self.game.box.digest, self.auto_reset, blanks, shapes

    def snapshot(self) -> Snapshot:
        """Returns everything about all tables as it is now, for `restore`. It can be pickled."""
        return Snapshot(self._settings(), tuple(copy.deepcopy(self.arrays())))

    def restore(self, snapshot: Snapshot, tables: Any = None) -> None:
        """Restores tables from a snapshot: states, masks, rewards, generators and everything else.

        Args:
            snapshot: one of this batch, or of another with the same game, `num_envs`, seats and options.
            tables: which (see `reset`); all without.

        Raises BadSave, and changes nothing, for the snapshot of another kind of batch; ValueError for a bad table.
        """
        chosen = self._chosen(tables)
        if snapshot.settings != self._settings():
            raise BadSave(f"this is {self!r}; found {snapshot!r}, or one with other seats, options or buffers")
        rows = self._device.choose(chosen)
        for array, saved in zip(self.arrays(), snapshot.arrays, strict=True):
            self._device.copy_rows(array, rows, saved, rows)

    def fork(self, table: int, into: Any) -> None:
        """Copies one table to others: state, mask, rewards and the number of seats.

        The game's own generator is copied too, so the same actions lead to the same game; `determinize` makes the
        copies differ in the information hidden from a seat. Generators of random actions, and the seeds that tables are
        dealt from next, are not copied.

        Args:
            table: the number of the table to copy.
            into: the tables that change, as in `reset`.

        Raises ValueError for a bad table.
        """
        source = self._chosen([table])
        into = self._chosen(into)
        rows, source = self._device.choose(into), self._device.choose(np.full(into.size, source))
        kept = (id(self._reset_spec.draws), id(self._reset_spec.following))
        for array in self.arrays():
            if id(array) not in kept:
                self._device.copy_rows(array, rows, array, source)

    def place(self, position: Match | Any, tables: Any) -> None:
        """Puts a position onto tables, which go on from there.

        Args:
            position: a match, or an array of one record such as `Match.position`, also one laid out by hand.
            tables: which tables, as in `reset`.

        Raises BadSave for a position that is not of this game; BadOption for more seats than any table of this batch
        was made for; ValueError for a bad table.
        """
        chosen = self._device.choose(self._chosen(tables))
        array = self.game.checked_position(position.position if isinstance(position, Match) else position)
        seats, most = int(array[0].seats), self.rewards.shape[1]
        if seats > most:
            raise BadOption(f"this batch was made for up to {most} seats; found a position with {seats}")
        self._device.write(self.states, chosen, array)
        for numbers in (self.seats, self._reset_spec.seats):
            self._device.write(numbers, chosen, np.array([seats], np.int8))
        seed = position.seed if isinstance(position, Match) else -1
        self._device.write(self._reset_spec.seeds, chosen, np.array([seed], np.int64))
        self._device.refresh(self._buffers, chosen)
        self._write_observations(chosen)

    def determinize(self, seats: int | Sequence[int] | Ints, seeds: int | Sequence[int] | Ints) -> None:
        """Samples the information hidden from one seat of each table again, by the verb `determinize`.

        That seat's information does not change. So forked tables become different deals consistent with its
        information.

        Args:
            seats: a seat, or one for each table; -1 for a spectator.
            seeds: of the deals: a number, from which table i takes `seeds + i`, or one for each table.

        Raises ValueError for a seat that a table does not have, and for seeds as `reset` does.
        """
        chosen, given = self._seats_named(seats), _seeds_given(seeds, np.arange(self.num_envs))
        self._device.redeterminize(self._buffers, self._device.put(chosen), self._device.put(given))
        self._write_observations(self._device.every)

    # --- dealing ----------------------------------------------------------------------------------

    def reset(self, seeds: int | Sequence[int] | Ints | None = None, tables: Any = None) -> None:
        """Deals tables again.

        Args:
            seeds: a number, from which table i is dealt as `seeds + i`; or one for each table that is dealt. Without,
                each is dealt from its last seed plus `num_envs`, as `auto_reset` does, so no two tables get the same
                seed.
            tables: which: their numbers, or a bool for each table of the batch; all without.

        Raises ValueError, before anything is dealt, for numbers that are no tables or no seeds.
        """
        chosen = self._chosen(tables)
        rows = self._device.choose(chosen)
        if seeds is not None:
            self._device.write(self._reset_spec.following, rows, _seeds_given(seeds, chosen))
        self._device.deal(self._buffers, rows, afresh=True)
        self._write_observations(rows)

    def _chosen(self, tables: Any) -> Ints:
        if tables is None:
            return np.arange(self.num_envs)
        given = np.asarray(tables)
        if given.dtype == np.bool_:
            if given.shape != (self.num_envs,):
                raise ValueError(f"expected a bool for each of {self.num_envs} tables; found an array of {given.shape}")
            return np.flatnonzero(given)
        chosen = _whole(given.reshape(-1) if given.size else given.astype(np.int64), "tables")
        if chosen.size and not 0 <= chosen.min() <= chosen.max() < self.num_envs:
            raise ValueError(f"tables go from 0 to {self.num_envs - 1}; found {chosen.min()} to {chosen.max()}")
        if np.unique(chosen).size < chosen.size:
            raise ValueError("a table is named twice; each can be dealt once")
        return chosen

    # --- observing --------------------------------------------------------------------------------

    def _alloc_observations(self) -> Any:
        """Zeros for an observation of each table: int16, (num_envs, numbers)."""
        return self._device.zeros((self.num_envs, self._numbers), DTYPE)

    @cached_property
    def _numbers(self) -> int:
        """How many numbers an observation has."""
        return self.game.layout.count()

    def _write_observations(self, tables: Any) -> None:
        """Writes the observations of tables, if this batch has any."""
        if self._observations is not None:
            self._device.observe(self.states, self._internal.observers, self._observations, tables)

    def observe(self, seats: int | Sequence[int] | Ints) -> Any:
        """Returns the observations of any seats, not only the acting ones: int16, (num_envs, n), as in `observations`.

        Args:
            seats: a seat, or one for each table; -1 for a spectator.

        Raises ValueError for a seat that a table does not have and for another shape, BrokenGame for a game without
        observations.
        """
        chosen = self._device.put(self._seats_named(seats))
        out = self._device.alloc((self.num_envs, self._numbers), DTYPE)
        self._device.observe(self.states, chosen, out, self._device.every)
        return out

    def _seats_named(self, seats: int | Sequence[int] | Ints) -> Ints:
        """One seat for each table, or -1. Raises ValueError."""
        given = _whole(np.asarray(seats), "seats")
        if given.ndim and given.shape != (self.num_envs,):
            raise ValueError(
                f"expected a seat for each of {self.num_envs} tables, or one; found the shape {given.shape}"
            )
        chosen, there = np.broadcast_to(given, (self.num_envs,)), self._device.fetch(self._reset_spec.seats)
        wrong = np.flatnonzero((chosen < -1) | (chosen >= there))
        if wrong.size:
            first = int(wrong[0])
            raise ValueError(f"table {first} has seats 0 to {there[first] - 1}; found {chosen[first]}")
        return chosen.astype(np.int8)

    # --- playing ----------------------------------------------------------------------------------

    def step(self, actions: Any, tables: Any = None) -> None:
        """Plays actions[i] for the current player of each table i. Actions of tables that have ended are not read.

        Args:
            actions: integers, (num_envs,). On a GPU an array that is there is read there.
            tables: which tables move, as in `reset`; all without. The others stay as they are, their actions are not
                read, and their rewards of this step are 0.

        Raises ValueError for other numbers or another shape, and IllegalAction when an action is not legal, both
        before any table has moved.
        """
        moving = self._moving(tables)
        checked = self._checked(actions, moving)
        self._device.step(self._buffers, moving, checked)
        if self.auto_reset:
            ended = self._device.ended(self._buffers)
            if self._last is not None:
                self._device.copy_rows(self._last.observers, ended, self._internal.observers, ended)
                self._device.observe(self.states, self._internal.observers, self._last.observations, ended)
            self._device.deal(self._buffers, ended, afresh=False)
        self._write_observations(self._device.every)

    def _moving(self, tables: Any) -> Any:
        """A bool for each table, on the device."""
        if tables is None:
            return self._all_moving
        moving = np.zeros(self.num_envs, np.bool_)
        moving[self._chosen(tables)] = True
        return self._device.put(moving)

    def _checked(self, actions: Any, moving: Any) -> Any:
        """The actions, on the device. Raises ValueError and IllegalAction."""
        given = self._device.taken(actions)
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions: {_WHOLE}; found {given.dtype}")
        if given.shape != (self.num_envs,):
            raise ValueError(f"expected {self.num_envs} actions, one for each table; found the shape {given.shape}")
        checked = self._device.actions(given)
        wrong = self._device.first_illegal(self._buffers, moving, checked)
        if wrong >= 0:
            packed = self._device.fetch_row(self._internal.action_mask, wrong)
            legal = np.flatnonzero(np.unpackbits(packed, bitorder="little")).tolist()
            more = f" and {len(legal) - NAMED} more" if len(legal) > NAMED else ""
            seat, action = (self._device.fetch_row(found, wrong) for found in (self._internal.current_player, checked))
            raise IllegalAction(
                f"table {wrong}: seat {seat} may not play action {action};"
                f" legal are {', '.join(map(str, legal[:NAMED]))}{more}"
            )
        return checked

    def sample(self) -> Any:
        """A random legal action for each table, int64, (num_envs,); -1 where a table has ended.

        Each table draws from a generator of its own, which starts with its deal. On a GPU the next call overwrites this
        call's array.
        """
        return self._device.sample(self._buffers)

    def play_out(self) -> int:
        """Plays all tables to their ends with random actions; returns the number of actions played.

        `auto_reset` and `max_moves` do not apply.
        """
        moves = self._device.play_out(self._buffers)
        self._device.refresh(self._buffers, self._device.every)
        self._write_observations(self._device.every)
        return moves


class _Finals(NamedTuple):
    """The last observations of games that ended, and the seats that they are for."""

    observations: Any
    observers: Any


class Snapshot:
    """All tables of a batch at one time (see `Batch.snapshot`)."""

    def __init__(self, settings: tuple[Any, ...], arrays: tuple[Any, ...]) -> None:
        self.settings = settings
        self.arrays = arrays

    def __repr__(self) -> str:
        name, version, digest = self.settings[:3]
        return f"<snapshot of {self.arrays[0].size} tables of {name} {version}, box {digest}>"


def _seats_of_tables(game: GameSpec, num_envs: int, seats: int | Sequence[int] | Ints) -> Ints:
    """The number of seats of each table. Raises BadOption."""
    given = np.asarray(seats)
    if given.ndim and given.shape != (num_envs,):
        raise BadOption(f"expected seats for each of {num_envs} tables, or one number; found the shape {given.shape}")
    for number in np.unique(given).tolist():
        game.blank(number, {})
    return np.full(num_envs, given, np.int8)


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


_WHOLE = "expected whole numbers"


def _whole(numbers: Ints, what: str) -> Ints:
    """An array of whole numbers as int64. Raises ValueError for anything else, fractions and bools too."""
    if not np.issubdtype(numbers.dtype, np.integer):
        raise ValueError(f"{what}: {_WHOLE}; found {numbers.dtype}")
    return np.ascontiguousarray(numbers, np.int64) if numbers.ndim else numbers.astype(np.int64)


def warm(game: GameSpec, options: Mapping[str, Any] | None = None) -> None:
    """Compiles what batches run for a game, except observations."""
    batch = Batch(game, 2, seats=game.min_seats, threads=1, **(options or {}))
    batch.step(batch.sample())
    batch.play_out()
