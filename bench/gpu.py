"""Tables on a GPU: whole random games, and tables stepped from Python, by game and size of the batch.

    python -m bench.gpu --game splendor --tables 1000000 --seats 2

takes the extra `gpu` and an NVIDIA GPU; without one it says so. The same tables are played on the CPU, up to 10,000 of
them, and must be equal to the byte. With NUMBA_ENABLE_CUDASIM=1 a few tables run in Numba's CUDA simulator. `bench.ptx`
compiles the kernels without a GPU.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import cogtable
from bench.figure import Figure
from cogtable.engine.batches.batch import Batch
from cogtable.engine.compile import cuda_target
from cogtable.engine.errors import MissingDevice
from cogtable.engine.play.game import Game

TABLES = 1_000, 10_000, 100_000, 1_000_000
PLAYED_OUT = 1_000_000
STEPS = 100
CHECKED = 10_000
"""The number of tables that are compared with the CPU's, byte for byte."""


def available() -> bool:
    try:
        cuda_target.check()
    except MissingDevice:
        return False
    return True


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    if not available():
        raise LookupError("there is no GPU that numba-cuda can use")
    for game in games:
        speed, checked = played_out(game, PLAYED_OUT, game.min_seats)
        equal = f"{checked:,} tables equal to the CPU's"
        yield Figure(f"{game.name}, GPU, {PLAYED_OUT:,} random games", speed, "moves/s", equal)
        for tables in TABLES:
            for observe in (False, True):
                what = f"{game.name}, GPU, {tables:,} tables stepped" + ", with observations" * observe
                speed, checked = stepped(game, tables, game.min_seats, observe)
                yield Figure(what, speed, "moves/s", f"{checked:,} tables equal to the CPU's")


def played_out(game: Game, tables: int, seats: int, times: int = 3) -> tuple[float, int]:
    """Returns the best moves/s of several runs of whole random games without the deals, and the number of tables
    checked.
    """
    batch = Batch(game, tables, seats=seats, seed=1, device="cuda")
    speeds = [per_s(batch, batch.play_out)]
    for _ in range(times):  # the first one compiles
        batch.reset(1)
        speeds.append(per_s(batch, batch.play_out))
    same = Batch(game, min(tables, CHECKED), seats=seats, seed=1)
    same.play_out()
    check(batch, same)
    return max(speeds[1:]), same.num_envs


def stepped(game: Game, tables: int, seats: int, observe: bool, steps: int = STEPS) -> tuple[float, int]:
    """Returns moves/s with `sample` and `step` called from Python for all tables, and the number of tables checked."""
    options: dict[str, Any] = {"seats": seats, "seed": 1, "observe": observe}
    batch = Batch(game, tables, device="cuda", auto_reset=True, **options)
    batch.step(batch.sample())  # compiles

    def run() -> int:
        for _ in range(steps):
            batch.step(batch.sample())
        return tables * steps

    speed = per_s(batch, run)
    same = Batch(game, min(tables, CHECKED), auto_reset=True, **options)
    # A table is dealt again from its seed plus the number of tables, so only equal numbers give equal games.
    if same.num_envs == tables:
        for _ in range(steps + 1):
            same.step(same.sample())
        check(batch, same)
        return speed, same.num_envs
    return speed, 0


def per_s(batch: Batch, run: Callable[[], int]) -> float:
    """Returns the rate of `run` per second, until the GPU has finished."""
    np.asarray(batch.current_player)  # waits for earlier work
    began = time.perf_counter()
    done = run()
    np.asarray(batch.current_player)
    return done / (time.perf_counter() - began)


def check(batch: Batch, same: Batch) -> None:
    """Raises ValueError unless the first tables of a batch equal those of another."""
    names = ["states", "action_mask", "current_player", "ranks", "scores"]
    if hasattr(same, "observations"):
        names.append("observations")
    for name in names:
        there, here = np.asarray(getattr(batch, name))[: same.num_envs], np.asarray(getattr(same, name))
        wrong = [i for i in range(same.num_envs) if here[i].tobytes() != there[i].tobytes()]
        if wrong:
            raise ValueError(f"{name}: {len(wrong)} of {same.num_envs} tables differ, the first is table {wrong[0]}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.gpu")
    parser.add_argument("--game", default="splendor")
    parser.add_argument("--tables", type=int, default=1_000_000)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--steps", type=int, default=STEPS)
    arguments = parser.parse_args()
    if not available():
        print("There is no GPU that numba-cuda can use.")
        return
    game = cogtable.game(arguments.game)
    seats, tables = arguments.seats or game.min_seats, arguments.tables
    speed, checked = played_out(game, tables, seats)
    print(f"random games: {speed:,.0f} moves/s; {checked} tables equal to the CPU's")
    for observe in (False, True):
        speed, checked = stepped(game, tables, seats, observe, arguments.steps)
        what = "stepped with observations" if observe else "stepped"
        print(f"{what}: {speed:,.0f} moves/s; {checked} tables equal to the CPU's")


if __name__ == "__main__":
    main()
