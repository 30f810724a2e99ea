"""CUDA kernels whose threads work on a copy of their table's state, in memory of their own.

A GPU reads and writes fastest where neighbouring threads use neighbouring words. A thread that works on a record in a
buffer is far from its neighbours. In threads' own memory, words that are used at once lie side by side, so each thread
gets a copy of its record there. The threads of a block copy together, one record after another.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import cuda, from_dtype

from cogtable.engine import stepping
from cogtable.engine.devices.kept import kernel, observing_kernel
from cogtable.engine.jit import jitable, wide
from cogtable.engine.observation import DTYPE as OBSERVED
from cogtable.engine.state import declared

BYTE = np.dtype(np.uint8)
"""What masks are made of."""

LANES = 32
"""Threads of a block: those that a GPU runs in step."""

PITCH = LANES + 1
"""Words from one row of a block's shared memory to the next: one more than it holds, so that the first words of rows
lie in different banks.
"""

SHARED_BYTES = 8 * LANES * PITCH
"""What a block takes of the memory that its threads share."""


def words_for(dtype: Any, count: int = 1) -> tuple[int, Any]:
    """How many words of which type an array of `count` elements takes in a thread's own memory.

    They align it: they are as wide as its size allows, so all fields of a record are so wide or narrower, and masks,
    which are padded, are read by words.
    """
    size = dtype.itemsize * count
    width = min(8, size & -size)
    return size // width, np.dtype(f"i{width}").type


@cache
def carrier(width: int, word: Any) -> tuple[Any, Any]:
    """Two functions, `fetch` and `put`, that copy rows of `width` words from a buffer to the threads and back.

    All threads of a block call them at once: for rows `tables[first]` and those after it, one for each thread, up to
    `tables[number - 1]`. `words` are those of the buffer; `own` is the thread's room for one row.
    """
    kind = from_dtype(np.dtype(word))

    @jitable
    def fetch(words: Any, tables: Any, first: int, number: int, own: Any) -> None:
        shared = cuda.shared.array(0, kind)
        me = cuda.threadIdx.x
        for start in range(0, width, LANES):
            stop = min(width - start, LANES)
            for k in range(LANES):
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
        for start in range(0, width, LANES):
            stop = min(width - start, LANES)
            for at in range(stop):
                shared[me * PITCH + at] = own[start + at]
            cuda.syncthreads()
            for k in range(LANES):
                if k < cuda.blockDim.x and first + k < number:
                    for at in range(me, stop, cuda.blockDim.x):
                        words[tables[first + k] * width + start + at] = shared[k * PITCH + at]
            cuda.syncthreads()

    return fetch, put


# --- kernels ----------------------------------------------------------------------------------------

# They name the states too, because compiled code is kept by the game whose records it gets.


@cache
def playing_out(marker: str, actions: int) -> Any:
    """The kernel that plays states of a class to their ends and adds up how many moves were played; `actions` is the
    size of a padded mask.
    """
    dtype = declared[marker].dtype
    width, word = words_for(dtype)
    fetch, put = carrier(width, word)
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
    """The kernel that writes what a seat of each table knows, for a class of states and observations of so many
    numbers.
    """
    dtype = declared[marker].dtype
    width, word = words_for(dtype)
    fetch, _ = carrier(width, word)
    row_width, row_word = words_for(OBSERVED, numbers)
    _, put_row = carrier(row_width, row_word)

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
                seat = wide(seats[tables[k]])
                stepping.hide_and_observe(room.view(dtype)[0], boxes[0], seat, blank, row.view(OBSERVED))
            put_row(row, rows, tables, first, number[0])

    return observe
