"""Batches on a GPU: a CUDA thread for each table runs the functions of `stepping`.

Kernels allocate nothing and raise nothing. They write errors, such as an illegal action, to memory; the host reads them
and raises. All kernels run one after another on the stream of the batch; the host waits for them only before it reads
something.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import cuda

from cogtable.engine.batches.cuda_arrays import DeviceArray, Memory, bytes_of
from cogtable.engine.batches.cuda_cache import kernel
from cogtable.engine.batches.cuda_staging import SHARED_BYTES, WARP, observing, playing_out, words_for
from cogtable.engine.batches.device import Buffers
from cogtable.engine.compile import cuda_target
from cogtable.engine.compiled_play import stepping
from cogtable.engine.compiled_play.kernels import padded, with_compile_notice
from cogtable.engine.compiled_play.stepping import Internal, Outputs, ResetSpec
from cogtable.engine.records.state import Ints

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

THREADS = 128
"""Threads of a block, where each reads and writes a table in place."""
SIMULATED_THREADS = 2
"""The same in Numba's simulator, where threads are expensive; each does several tables in turn."""


class Chosen(NamedTuple):
    """Some tables: the first `number[0]` of `tables`, at most `most` of them."""

    tables: DeviceArray
    number: DeviceArray
    most: int


class Cuda:
    """A device (see `Device`): the current GPU.

    Raises MissingDevice without a GPU, BadOption for an invalid stream.
    """

    name = "cuda"

    def __init__(self, game: GameSpec, num_envs: int, stream: Any = None) -> None:
        self.game = game
        self.num_envs = num_envs
        self.memory = Memory(stream)
        if not self.memory.simulated:
            cuda_target.prepare()
        self.every = self.choose(np.arange(num_envs))
        self._boxes = self.put(game.box.tables)
        self._ended = Chosen(self.zeros((num_envs,), np.int64), self.zeros((1,), np.int64), num_envs)
        self._sampled = self.zeros((num_envs,), np.int64)
        self._taken = self.zeros((num_envs,), np.int64)
        self._wrong = self.put(np.array([num_envs]))
        self._moves = self.zeros((1,), np.int64)

    @cached_property
    def _blank(self) -> DeviceArray:
        """The initial contents of each observation."""
        return self.put(self.game.constant_row)

    def _words(self, states: DeviceArray) -> Any:
        return states.words(words_for(states.dtype)[1])

    def _launch(
        self, name: str, kernel: Any, most: int, *arguments: Any, threads: int = THREADS, shared: int = 0
    ) -> None:
        """Runs a kernel on up to `most` tables, in blocks of `threads`, each with `shared` bytes of shared memory."""
        if most == 0:
            return
        bare = [_bare(each) for each in arguments]
        if self.memory.simulated:
            kernel[1, SIMULATED_THREADS, 0, shared](*bare)
        else:
            run = kernel[-(-most // threads), threads, self.memory.stream, shared]
            with_compile_notice(f"GPU {name}", self.game, lambda: run(*bare))

    def _launch_staged(self, name: str, kernel: Any, tables: Chosen, *arguments: Any) -> None:
        """Runs a kernel of `cuda_staging` on some tables."""
        into = *arguments, tables.tables, tables.number
        self._launch(name, kernel, tables.most, *into, threads=WARP, shared=SHARED_BYTES)

    # --- buffers ----------------------------------------------------------------------------------

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> DeviceArray:
        return self.memory.zeros(shape, dtype)

    def alloc(self, shape: tuple[int, ...], dtype: Any) -> DeviceArray:
        return self.zeros(shape, dtype)

    def put(self, array: Ints) -> DeviceArray:
        return self.memory.put(array)

    def adopt(self, buffer: DeviceArray) -> DeviceArray:
        return buffer

    def fetch(self, buffer: DeviceArray) -> Ints:
        return buffer.numpy()

    def fetch_row(self, buffer: DeviceArray, row: int) -> Ints:
        found: Ints = self.memory.fetch(buffer.held[row : row + 1])[0]
        return found

    def taken(self, given: Any) -> Any:
        if isinstance(given, DeviceArray):
            return given
        if not self.memory.simulated and cuda.is_cuda_array(given):
            return DeviceArray(cuda.as_cuda_array(given), self.memory)
        return np.asarray(given)

    def actions(self, taken: Any) -> DeviceArray:
        if not isinstance(taken, DeviceArray):
            return self.put(np.ascontiguousarray(taken, np.int64))
        if taken is not self._sampled:
            self._launch("widen", widen, self.num_envs, taken, self._taken)
            return self._taken
        return taken

    def choose(self, tables: Ints) -> Chosen:
        return Chosen(self.put(tables.astype(np.int64)), self.put(np.array([tables.size])), tables.size)

    def ended(self, buffers: Buffers) -> Chosen:
        self._launch("begin", begin, 1, self._ended.number)
        self._launch(
            "ended", list_ended, self.num_envs, buffers.internal.current_player, self._ended.tables, self._ended.number
        )
        return self._ended

    def write(self, buffer: DeviceArray, chosen: Chosen, values: Ints) -> None:
        rows = np.broadcast_to(values, (chosen.most, *buffer.shape[1:]))
        self.copy_rows(buffer, chosen, self.put(rows), self.choose(np.arange(chosen.most)))

    def copy_rows(self, buffer: DeviceArray, chosen: Chosen, source: Any, rows: Chosen) -> None:
        there = source if isinstance(source, DeviceArray) else self.put(source)
        width = buffer.dtype.itemsize * int(np.prod(buffer.shape[1:]))
        self._launch(
            "copy",
            copy_rows,
            chosen.most,
            bytes_of(buffer.held),
            chosen.tables,
            bytes_of(there.held),
            rows.tables,
            width,
            chosen.number,
        )

    # --- tables -----------------------------------------------------------------------------------

    def deal(self, buffers: Buffers, tables: Chosen, afresh: bool) -> None:
        into = buffers.states, self._boxes, buffers.reset_spec, buffers.internal, buffers.outputs
        self._launch("deal", deal, tables.most, *into, afresh, tables.tables, tables.number)

    def refresh(self, buffers: Buffers, tables: Chosen) -> None:
        into = buffers.states, self._boxes, buffers.internal, buffers.outputs
        self._launch("refresh", refresh, tables.most, *into, tables.tables, tables.number)

    def redeterminize(self, buffers: Buffers, seats: DeviceArray, seeds: DeviceArray) -> None:
        into = buffers.states, self._boxes, buffers.internal, buffers.outputs
        self._launch("determinize", redeterminize, self.num_envs, *into, seats, seeds)

    def observe(self, states: DeviceArray, seats: DeviceArray, out: DeviceArray, tables: Chosen) -> None:
        numbers = out.shape[1]
        rows = out.words(words_for(out.dtype, numbers)[1])
        into = states, self._words(states), self._boxes, seats, self._blank, rows
        self._launch_staged("observe", observing(self.game.state.marker, numbers), tables, *into)

    def first_illegal(self, buffers: Buffers, moving: DeviceArray, actions: DeviceArray) -> int:
        internal = buffers.internal
        self._launch(
            "check", check, self.num_envs, internal.action_mask, internal.current_player, moving, actions, self._wrong
        )
        found = int(self.fetch_row(self._wrong, 0))
        if found == self.num_envs:
            return -1
        self._wrong = self.put(np.array([self.num_envs]))
        return found

    def step(self, buffers: Buffers, moving: DeviceArray, actions: DeviceArray) -> None:
        into = buffers.states, self._boxes, buffers.internal, buffers.outputs
        self._launch("step", step, self.num_envs, *into, moving, actions)

    def sample(self, buffers: Buffers) -> DeviceArray:
        internal = buffers.internal
        self._launch(
            "sample",
            sample,
            self.num_envs,
            buffers.reset_spec.draws,
            internal.action_mask,
            internal.current_player,
            self._sampled,
        )
        return self._sampled

    def play_out(self, buffers: Buffers) -> int:
        self._launch("begin", begin, 1, self._moves)
        kernel = playing_out(self.game.state.marker, padded(self.game, 1).size)
        into = buffers.states, self._words(buffers.states), self._boxes, self.game.bound, self._moves
        self._launch_staged("play out", kernel, self.every, *into)
        return int(self.fetch_row(self._moves, 0))


def _bare(argument: Any) -> Any:
    """The argument of a kernel for a buffer or for several."""
    if isinstance(argument, DeviceArray):
        return argument.held
    if isinstance(argument, tuple):
        return type(argument)(*map(_bare, argument))
    return argument


# --- kernels ----------------------------------------------------------------------------------------


@kernel
def widen(taken: Any, actions: Any) -> None:
    """Copies actions of any type of integer."""
    for i in range(cuda.grid(1), actions.size, cuda.gridsize(1)):
        actions[i] = taken[i]


@kernel
def begin(number: Any) -> None:
    """Sets a number to 0."""
    if cuda.grid(1) == 0:
        number[0] = 0


@kernel
def list_ended(current_player: Any, tables: Any, number: Any) -> None:
    """Writes the numbers of the tables that have ended, in any order, and their count."""
    for i in range(cuda.grid(1), current_player.size, cuda.gridsize(1)):
        if current_player[i] < 0:
            tables[cuda.atomic.add(number, 0, 1)] = i


@kernel
def copy_rows(to: Any, tables: Any, source: Any, rows: Any, width: int, number: Any) -> None:
    """Copies rows of bytes."""
    for k in range(cuda.grid(1), number[0], cuda.gridsize(1)):
        for j in range(width):
            to[tables[k] * width + j] = source[rows[k] * width + j]


@kernel
def deal(
    states: Any,
    boxes: Any,
    reset_spec: ResetSpec,
    internal: Internal,
    outputs: Outputs,
    afresh: bool,
    tables: Any,
    number: Any,
) -> None:
    """Deals some tables again (see `stepping.deal`)."""
    for k in range(cuda.grid(1), number[0], cuda.gridsize(1)):
        stepping.deal(states, boxes[0], reset_spec, internal, outputs, afresh, tables[k])


@kernel
def refresh(states: Any, boxes: Any, internal: Internal, outputs: Outputs, tables: Any, number: Any) -> None:
    """Writes all outputs of some tables (see `stepping.refresh`)."""
    for k in range(cuda.grid(1), number[0], cuda.gridsize(1)):
        stepping.refresh(states, boxes[0], internal, outputs, tables[k])


@kernel
def redeterminize(states: Any, boxes: Any, internal: Internal, outputs: Outputs, seats: Any, seeds: Any) -> None:
    """Samples the information hidden from a seat of each table again (see `stepping.redeterminize`)."""
    for i in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        stepping.redeterminize(states, boxes[0], internal, outputs, seats, seeds, i)


@kernel
def check(action_mask: Any, current_player: Any, moving: Any, actions: Any, wrong: Any) -> None:
    """Writes the first table whose action is not legal, if there is one."""
    for i in range(cuda.grid(1), actions.size, cuda.gridsize(1)):
        if stepping.is_illegal(action_mask, current_player, moving, actions, i):
            cuda.atomic.min(wrong, 0, i)


@kernel
def step(states: Any, boxes: Any, internal: Internal, outputs: Outputs, moving: Any, actions: Any) -> None:
    """Plays one legal action at each table that moves and has not ended."""
    for i in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        stepping.step(states, boxes[0], internal, outputs, moving, actions, i)


@kernel
def sample(draws: Any, action_mask: Any, current_player: Any, actions: Any) -> None:
    """Draws a random legal action for each table; -1 where it has ended."""
    for i in range(cuda.grid(1), actions.size, cuda.gridsize(1)):
        stepping.sample(draws, action_mask, current_player, actions, i)
