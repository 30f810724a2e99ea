"""A million tables on a GPU: the same verbs, called from one CUDA kernel, and the records checked against the CPU.

    python -m bench.gpu --game splendor --tables 1000000 --seats 2

takes the extra `gpu` and an NVIDIA GPU; without one it says so. `--ptx 9.0` compiles only, for that compute capability,
which takes no GPU. With NUMBA_ENABLE_CUDASIM=1 a few tables run in Numba's CUDA simulator.
"""

import argparse
import sys
import time
import types
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np

import cogtable
from bench.figure import Figure

try:
    from numba import cuda  # at the top: Numba's simulator replaces it there
except ImportError:
    cuda = None
from cogtable.engine import gpu, verbs
from cogtable.engine.batch import Batch
from cogtable.engine.game import Game
from cogtable.engine.native import fill_mask, padded, some_action, some_seat

CHECKED = 10_000
"""Tables whose last records are compared with the CPU's, byte for byte."""
THREADS = 128
"""Threads of a block; each plays one table."""


def available() -> bool:
    return cuda is not None and bool(cuda.is_available())


def kernel(game: Game) -> Callable[..., None]:
    """Plays table i of `states` to its end with random actions, and writes how many to moves[i]."""
    if not numba.config.ENABLE_CUDASIM:
        gpu.prepare()
    size = padded(game, 1).size
    limit = game.bound

    def play_out(states: Any, boxes: Any, moves: Any) -> None:
        i = cuda.grid(1)
        if i < states.size:
            mask = cuda.local.array(size, numba.uint8)
            s, b = states[i], boxes[0]
            played = 0
            while not s.over and played < limit:
                seat = some_seat(s)
                fill_mask(s, b, seat, mask)
                verbs.play(s, b, seat, some_action(s, mask))
                played += 1
            moves[i] = played

    return play_out


def ptx(game: Game, capability: tuple[int, int]) -> str:
    """The kernel as PTX for a compute capability, compiled without a GPU."""
    dispatcher = sys.modules["numba.cuda.dispatcher"]
    asked = dispatcher.get_current_device
    # What the kernel calls is compiled for the GPU that is present; here we say which one would be
    dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=capability)
    try:
        signature = (numba.typeof(game.state.new()), numba.typeof(game.box.tables), numba.int32[::1])
        return str(cuda.compile_ptx(kernel(game), signature, cc=capability)[0])
    finally:
        dispatcher.get_current_device = asked


def play(game: Game, tables: int, seats: int, times: int = 3) -> tuple[float, int]:
    """The best moves/s of a few runs, and how many records were found equal to the CPU's. Raises when one is not."""
    batch = Batch(game, tables, seats=seats, seed=1)
    dealt = batch.states.copy()
    compiled = cuda.jit(kernel(game))
    boxes, moves = cuda.to_device(game.box.tables), cuda.to_device(np.zeros(tables, np.int32))
    speeds = []
    for _ in range(times + 1):  # the first compiles
        states = cuda.to_device(dealt)
        cuda.synchronize()
        began = time.perf_counter()
        compiled[-(-tables // THREADS), min(THREADS, tables)](states, boxes, moves)
        cuda.synchronize()
        speeds.append(int(moves.copy_to_host().sum()) / (time.perf_counter() - began))
    checked = Batch(game, min(tables, CHECKED), seats=seats, seed=1)
    checked.play_out()
    here, there = checked.states, states.copy_to_host()[: checked.count]
    wrong = [i for i in range(checked.count) if here[i].tobytes() != there[i].tobytes()]
    if wrong:
        raise ValueError(f"{len(wrong)} of {checked.count} records differ, the first at table {wrong[0]}")
    return max(speeds[1:]), checked.count


def measure() -> Iterator[Figure]:
    if not available():
        raise LookupError("there is no GPU that numba-cuda can use")
    speed, checked = play(cogtable.game("splendor"), 1_000_000, 2)
    yield Figure("GPU, a million tables, 2 seats", speed, "moves/s", f"{checked:,} records equal to the CPU's")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.gpu")
    parser.add_argument("--game", default="splendor")
    parser.add_argument("--tables", type=int, default=1_000_000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--ptx", metavar="CAPABILITY")
    arguments = parser.parse_args()
    game = cogtable.game(arguments.game)
    if arguments.ptx:
        major, minor = map(int, arguments.ptx.split("."))
        print(ptx(game, (major, minor)))
    elif not available():
        print("There is no GPU that numba-cuda can use.")
    else:
        speed, checked = play(game, arguments.tables, arguments.seats)
        print(f"{speed:,.0f} moves/s; {checked:,} records equal to the CPU's")


if __name__ == "__main__":
    main()
