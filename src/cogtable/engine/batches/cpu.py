"""Batches in this computer's memory: NumPy arrays, stepped by compiled code in a few threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from math import prod
from os import cpu_count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.engine.batches.device import Buffers
from cogtable.engine.compile.jit import CachedDispatch, kernel, observing_kernel
from cogtable.engine.compiled_play import stepping
from cogtable.engine.compiled_play.kernels import padded, with_compile_notice
from cogtable.engine.compiled_play.stepping import Internal, Outputs, ResetSpec
from cogtable.engine.records.state import Ints, Mask

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec


ALIGNMENT = 64
"""The alignment of buffers in bytes: JAX copies buffers with less alignment instead of sharing them, and would then
show old numbers.
"""


class _Kernels(NamedTuple):
    """The compiled functions of a step, for the buffers of batches of one game."""

    deal: CachedDispatch
    first_illegal: CachedDispatch
    step: CachedDispatch
    sample: CachedDispatch
    observe: CachedDispatch


class Cpu:
    """A device (see `Device`): the processor, with up to `threads` threads for `num_envs` tables of a game."""

    name = "cpu"

    def __init__(self, game: GameSpec, num_envs: int, threads: int) -> None:
        self.game = game
        self.num_envs = num_envs
        self.threads = max(1, min(threads or cpu_count() or 1, num_envs))
        self.every = np.arange(num_envs)

    def __getstate__(self) -> dict[str, Any]:
        return {name: held for name, held in self.__dict__.items() if name not in ("_pool", "_known", "_kernels")}

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, thread_name_prefix="batch")

    @cached_property
    def _kernels(self) -> _Kernels:
        return _kernels_for(self.game.state.dtype, self.game.box.tables.dtype)

    @cached_property
    def _known(self) -> Any:
        """A buffer for a hidden state for each thread."""
        return self.game.state.new(self.threads)

    def _spread(self, name: str, run: Callable[[int, int, int], Any], count: int) -> list[Any]:
        """Runs `run(part, start, stop)` for each thread's share of `count` tables."""
        if self.threads == 1:
            return [with_compile_notice(name, self.game, lambda: run(0, 0, count))]
        bounds = np.linspace(0, count, self.threads + 1).astype(int).tolist()
        shares = list(zip(range(self.threads), bounds, bounds[1:], strict=False))
        with_compile_notice(name, self.game, lambda: run(0, 0, 0))
        return list(self._pool.map(lambda share: run(*share), shares))

    @property
    def _boxes(self) -> Any:
        return self.game.box.tables

    # --- buffers ----------------------------------------------------------------------------------

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        kind = np.dtype(dtype)
        size = prod(shape) * kind.itemsize
        room = np.zeros(size + ALIGNMENT, np.uint8)
        start = -room.ctypes.data % ALIGNMENT
        return room[start : start + size].view(kind).reshape(shape)

    def alloc(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return np.zeros(shape, dtype)

    def put(self, array: Ints) -> Any:
        return array

    def adopt(self, buffer: Any) -> Any:
        array: Ints = np.ascontiguousarray(buffer)
        if not array.ctypes.data % ALIGNMENT:
            return array
        buffer = self.zeros(array.shape, array.dtype)
        buffer.view(np.uint8)[...] = array.view(np.uint8)
        return buffer

    def fetch(self, buffer: Any) -> Ints:
        found: Ints = buffer
        return found

    def fetch_row(self, buffer: Any, row: int) -> Ints:
        found: Ints = buffer[row]
        return found

    def taken(self, given: Any) -> Ints:
        return np.asarray(given)

    def actions(self, taken: Ints) -> Ints:
        return np.ascontiguousarray(taken, np.int64)

    def choose(self, tables: Ints) -> Ints:
        return tables

    def ended(self, buffers: Buffers) -> Ints:
        return (buffers.internal.current_player < 0).nonzero()[0]

    def write(self, buffer: Any, chosen: Ints, values: Ints) -> None:
        buffer[chosen] = values

    def copy_rows(self, buffer: Any, chosen: Ints, source: Any, rows: Ints) -> None:
        buffer[chosen] = np.asarray(source)[rows]

    # --- tables -----------------------------------------------------------------------------------

    def deal(self, buffers: Buffers, tables: Ints, afresh: bool) -> None:
        if tables.size:
            self._spread(
                "deal",
                lambda _, i, j: self._kernels.deal(
                    buffers.states,
                    self._boxes,
                    buffers.reset_spec,
                    buffers.internal,
                    buffers.outputs,
                    afresh,
                    tables[i:j],
                ),
                tables.size,
            )

    def refresh(self, buffers: Buffers, tables: Ints) -> None:
        self._spread(
            "refresh",
            lambda _, i, j: refresh(buffers.states, self._boxes, buffers.internal, buffers.outputs, tables[i:j]),
            tables.size,
        )

    def redeterminize(self, buffers: Buffers, seats: Ints, seeds: Ints) -> None:
        self._spread(
            "determinize",
            lambda _, i, j: redeterminize(
                buffers.states, self._boxes, buffers.internal, buffers.outputs, seats, seeds, i, j
            ),
            self.num_envs,
        )

    def observe(self, states: Any, seats: Ints, out: Any, tables: Ints) -> None:
        if tables.size:
            blank = self.game.constant_row
            self._spread(
                "observe",
                lambda part, i, j: self._kernels.observe(
                    states, self._boxes, self._known[part : part + 1], seats, blank, out, tables[i:j]
                ),
                tables.size,
            )

    def first_illegal(self, buffers: Buffers, moving: Ints, actions: Ints) -> int:
        return int(
            self._kernels.first_illegal(buffers.internal.action_mask, buffers.internal.current_player, moving, actions)
        )

    def step(self, buffers: Buffers, moving: Ints, actions: Ints) -> None:
        self._spread(
            "step",
            lambda _, i, j: self._kernels.step(
                buffers.states, self._boxes, buffers.internal, buffers.outputs, moving, actions, i, j
            ),
            self.num_envs,
        )

    def sample(self, buffers: Buffers) -> Ints:
        actions = np.empty(self.num_envs, np.int64)
        self._spread(
            "sample",
            lambda _, i, j: self._kernels.sample(
                buffers.reset_spec.draws, buffers.internal.action_mask, buffers.internal.current_player, actions, i, j
            ),
            self.num_envs,
        )
        return actions

    def play_out(self, buffers: Buffers) -> int:
        masks = padded(self.game, self.threads)
        moves = self._spread(
            "play out",
            lambda part, i, j: play_out(buffers.states[i:j], self._boxes, masks[part], self.game.bound),
            self.num_envs,
        )
        return int(sum(moves))


@cache
def _kernels_for(state: Any, box: Any) -> _Kernels:
    """The compiled functions of batches with these types of records and boxes, which determine the types of all
    buffers.
    """
    return _Kernels(*map(CachedDispatch, (deal, first_illegal, step, sample, observe)))


# --- compiled ---------------------------------------------------------------------------------------


@kernel
def play_out(states: Any, boxes: Any, mask: Mask, limit: int) -> int:
    """Plays each state to its end; returns the number of moves played."""
    moves = 0
    for i in range(states.size):
        moves += stepping.play_out(states[i], boxes[0], mask, limit)
    return moves


@kernel
def deal(
    states: Any, boxes: Any, reset_spec: ResetSpec, internal: Internal, outputs: Outputs, afresh: bool, tables: Ints
) -> None:
    """Deals some tables again (see `stepping.deal`)."""
    for i in tables:
        stepping.deal(states, boxes[0], reset_spec, internal, outputs, afresh, i)


@kernel
def refresh(states: Any, boxes: Any, internal: Internal, outputs: Outputs, tables: Ints) -> None:
    """Writes all outputs of some tables (see `stepping.refresh`)."""
    for i in tables:
        stepping.refresh(states, boxes[0], internal, outputs, i)


@kernel
def redeterminize(
    states: Any, boxes: Any, internal: Internal, outputs: Outputs, seats: Ints, seeds: Ints, start: int, stop: int
) -> None:
    """Samples the information hidden from a seat of each table again (see `stepping.redeterminize`)."""
    for i in range(start, stop):
        stepping.redeterminize(states, boxes[0], internal, outputs, seats, seeds, i)


@kernel
def first_illegal(action_mask: Any, current_player: Ints, moving: Ints, actions: Ints) -> int:
    """The first table whose action is not legal; -1 if there is none."""
    for i in range(actions.size):
        if stepping.is_illegal(action_mask, current_player, moving, actions, i):
            return i
    return -1


@kernel
def step(
    states: Any, boxes: Any, internal: Internal, outputs: Outputs, moving: Ints, actions: Ints, start: int, stop: int
) -> None:
    """Plays one legal action at each table that moves and has not ended."""
    for i in range(start, stop):
        stepping.step(states, boxes[0], internal, outputs, moving, actions, i)


@kernel
def sample(draws: Any, action_mask: Any, current_player: Ints, actions: Ints, start: int, stop: int) -> None:
    """Draws a random legal action for each table; -1 where it has ended."""
    for i in range(start, stop):
        stepping.sample(draws, action_mask, current_player, actions, i)


@observing_kernel
def observe(states: Any, boxes: Any, known: Any, seats: Ints, blank: Ints, out: Any, tables: Ints) -> None:
    """Writes the observation of a seat of each table."""
    for i in tables:
        stepping.write_observation(states[i], boxes[0], known, seats[i], blank, out[i])
