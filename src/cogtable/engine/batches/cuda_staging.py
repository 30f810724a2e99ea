"""CUDA kernels whose threads work on copies of their tables' states in local memory.

Memory is fast where neighbouring threads use neighbouring words (coalesced access). Threads that work on records in a
buffer are far from each other, but local memory puts the words that they use at once side by side. So each thread gets
a copy of its record there. To copy, the threads of a block read or write one record after another together, and
exchange the words through shared memory.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import cuda, from_dtype

from cogtable.engine.batches.cuda_cache import kernel, observing_kernel
from cogtable.engine.compile.jit import jitable
from cogtable.engine.compiled_play import stepping
from cogtable.engine.records.state import declared
from cogtable.engine.rules.observation import DTYPE as OBSERVED

BYTE = np.dtype(np.uint8)
"""The element type of masks."""

WARP = 32
"""Threads of a block: as many as a GPU runs in step."""

PITCH = WARP + 1
"""Words from one row of a block's shared memory to the next: one more than it holds, so that the first words of rows
lie in different banks.
"""

SHARED_BYTES = 8 * WARP * PITCH
"""The bytes of shared memory of a block."""


def words_for(dtype: Any, count: int = 1) -> tuple[int, Any]:
    """The number and type of the words that an array of `count` elements takes in local memory.

    The words align the array: they are as wide as its size allows, so no field of a record is wider, and padded masks
    are read by words.
    """
    size = dtype.itemsize * count
    width = min(8, size & -size)
    return size // width, np.dtype(f"i{width}").type


@cache
def staged(width: int, word: Any) -> tuple[Any, Any]:
    """Two functions for rows of `width` words: `fetch` copies them from a buffer to the threads, `put` back.

    All threads of a block call them at once: for rows `tables[first]` and those after it, one for each thread, up to
    `tables[number - 1]`. `words` are those of the buffer, `own` is the thread's copy of its row.
    """
    kind = from_dtype(np.dtype(word))

    @jitable
    def fetch(words: Any, tables: Any, first: int, number: int, own: Any) -> None:
        shared = cuda.shared.array(0, kind)
        me = cuda.threadIdx.x
        for start in range(0, width, WARP):
            stop = min(width - start, WARP)
            for k in range(WARP):
                if k < cuda.blockDim.x and first + k < number:
                    for at in range(me, stop, cuda.blockDim.x):
                        shared[k * PITCH + at] = words[tables[first + k] * width + start + at]
            cuda.syncthreads()
            for at in range(stop):
                own[start + at] = shared[me * PITCH + at]
            cuda.syncthreads()

    @jitable
    def put(own: Any, words: Any, tables: Any, first: int, number: int) -> None:
        shared = cuda.shared.array(0, kind)
        me = cuda.threadIdx.x
        for start in range(0, width, WARP):
            stop = min(width - start, WARP)
            for at in range(stop):
                shared[me * PITCH + at] = own[start + at]
            cuda.syncthreads()
            for k in range(WARP):
                if k < cuda.blockDim.x and first + k < number:
                    for at in range(me, stop, cuda.blockDim.x):
                        words[tables[first + k] * width + start + at] = shared[k * PITCH + at]
            cuda.syncthreads()

    return fetch, put


# --- kernels ----------------------------------------------------------------------------------------

# They name the states too, because compiled code is kept by the game whose records it gets.


@cache
def playing_out(marker: str, actions: int) -> Any:
    """The kernel that plays states of a class to their ends and adds up the moves played; `actions` is the size of a
    padded mask.
    """
    dtype = declared[marker].dtype
    width, word = words_for(dtype)
    fetch, put = staged(width, word)
    mask_width, mask_word = words_for(BYTE, actions)

    @kernel
    def play_out(states: Any, words: Any, boxes: Any, limit: int, moves: Any, tables: Any, number: Any) -> None:
        room = cuda.local.array(width, word)
        mask = cuda.local.array(mask_width, mask_word).view(BYTE)
        for first in range(cuda.blockIdx.x * cuda.blockDim.x, number[0], cuda.gridsize(1)):
            fetch(words, tables, first, number[0], room)
            if first + cuda.threadIdx.x < number[0]:
                cuda.atomic.add(moves, 0, stepping.play_out(room.view(dtype)[0], boxes[0], mask, limit))
            put(room, words, tables, first, number[0])

    return play_out


@cache
def observing(marker: str, numbers: int) -> Any:
    """The kernel that writes the observation of a seat of each table, for a class of states and a length of
    observations.
    """
    dtype = declared[marker].dtype
    width, word = words_for(dtype)
    fetch, _ = staged(width, word)
    row_width, row_word = words_for(OBSERVED, numbers)
    _, put_row = staged(row_width, row_word)

    @observing_kernel
    def observe(
        states: Any, words: Any, boxes: Any, seats: Any, blank: Any, rows: Any, tables: Any, number: Any
    ) -> None:
        room = cuda.local.array(width, word)
        row = cuda.local.array(row_width, row_word)
        for first in range(cuda.blockIdx.x * cuda.blockDim.x, number[0], cuda.gridsize(1)):
            fetch(words, tables, first, number[0], room)
            k = first + cuda.threadIdx.x
            if k < number[0]:
                seat = int(seats[tables[k]])
                stepping.hide_and_observe(room.view(dtype)[0], boxes[0], seat, blank, row.view(OBSERVED))
            put_row(row, rows, tables, first, number[0])

    return observe
