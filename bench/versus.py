"""Compares two checkouts, this one and another: their speed, and whether they play the same games.

    python -m bench.versus ../older --game splendor               alternating speeds in CPU time, and their ratio
    python -m bench.versus ../older --game splendor --games 1000  every fact of every position of 1,000 games

Each runs in a separate process, with this Python and its packages. Fields that only one of them has are listed, not
compared; of a field that has grown, the common part is compared, and the rest must be 0.
"""

import argparse
import json
import os
import pickle
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parents[1]
MOVES = 400_000
"""The approximate number of moves in one run."""
SIMULATIONS = 3_000
TABLES = 500
"""The number of games compared at once."""


# --- in the process of a checkout -------------------------------------------------------------------


def answer() -> None:
    """Carries out commands from lines of standard input, and writes the results to standard output."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for line in sys.stdin:
        what, *arguments = json.loads(line)
        for answered in ANSWERS[what](*arguments):
            pickle.dump(answered, out)
        out.flush()


def played(name: str, seats: int, games: int) -> Iterator[float]:
    """Returns the CPU time of whole random games, in nanoseconds per move."""
    import cogtable  # of the checkout that this process is for
    from cogtable.engine.batches.batch import Batch

    batch = Batch(cogtable.game(name), games, seats=seats, seed=1, threads=1)
    began = time.process_time()
    moves = batch.play_out()
    yield 1e9 * (time.process_time() - began) / moves


def searched(name: str, seats: int, depth: int | None) -> Iterator[float]:
    """Returns the CPU time of a search from the first position, in nanoseconds per simulation: plain, or like bots
    without a depth.
    """
    import cogtable
    from cogtable.bots.mcts import PLAIN, SearchConfig, think

    game = cogtable.game(name)
    match = game.start(seats=seats, seed=1)
    seat = match.waiting[0]
    hidden = match.hidden(seat)
    settings = (
        SearchConfig(SIMULATIONS) if depth is None else PLAIN._replace(simulations=SIMULATIONS, rollout_depth=depth)
    )
    think(game, hidden, seat, 1, settings._replace(simulations=2))
    began = time.process_time()
    done = think(game, hidden, seat, 1, settings).simulations
    yield 1e9 * (time.process_time() - began) / done


def facts(name: str, seats: int, games: int, seed: int, options: dict[str, Any]) -> Iterator[dict[str, Any] | None]:
    """Returns everything about every position of random games, and a seat's information after a determinization."""
    import cogtable
    from cogtable.engine.batches.batch import Batch

    game = cogtable.game(name)
    batch = Batch(game, games, seats=seats, seed=seed, threads=1, observe=True, **options)
    while True:
        yield _facts(batch)
        if (batch.states["over"] != 0).all():
            break
        if batch.states["ply"].max() % 8 == 0:
            imagined = batch.copy()
            imagined.determinize(0, seed)
            yield _facts(imagined)
        batch.step(batch.sample())
    yield None


ANSWERS: dict[str, Callable[..., Iterator[Any]]] = {"play": played, "search": searched, "facts": facts}


def _facts(batch: Any) -> dict[str, Any]:
    former = {"action_mask": "masks", "current_player": "acting"}  # in older checkouts
    shown = ("observations", *former, "waiting", "rewards", "terminated", "ranks", "scores")
    names = {each: each if hasattr(batch, each) else former[each] for each in shown}
    told = {f"Batch.{each}": np.array(getattr(batch, name)) for each, name in names.items()}
    return told | {each: np.array(batch.states[each]) for each in batch.states.dtype.names}


# --- in the comparing process -----------------------------------------------------------------------


class Checkout:
    """A process that plays with the code of a checkout."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--answer"],
            cwd="/",
            env=os.environ | {"PYTHONPATH": str(folder / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, *command: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{json.dumps(command)}\n".encode())
        self.process.stdin.flush()

    def next(self) -> Any:
        assert self.process.stdout is not None
        return pickle.load(self.process.stdout)


def compare_speed(older: Checkout, newer: Checkout, what: tuple[Any, ...], rounds: int) -> None:
    """Prints the medians of both, and the median of the ratios of successive runs."""
    pairs = []
    for turn in range(rounds + 1):
        times = {}
        for checkout in (older, newer) if turn % 2 else (newer, older):
            checkout.ask(*what)
            times[checkout] = checkout.next()
        pairs.append((times[older], times[newer]))
    pairs = pairs[1:]
    before, after = (statistics.median(pair[i] for pair in pairs) for i in (0, 1))
    ratios = sorted(old / new for old, new in pairs)
    quarter = len(ratios) // 4
    print(
        f"{' '.join(map(str, what)):32} {before:9.1f} ns {after:9.1f} ns,"
        f" {statistics.median(ratios):.2f} times as fast ({ratios[quarter]:.2f} to {ratios[-1 - quarter]:.2f})",
        flush=True,
    )


def compare_facts(older: Checkout, newer: Checkout, what: tuple[Any, ...]) -> int:
    """Returns the number of positions compared. Raises ValueError for the first fact that differs."""
    older.ask(*what)
    newer.ask(*what)
    positions = 0
    while (before := older.next()) is not None:
        after = newer.next()
        for name in sorted(before.keys() & after.keys(), key="Batch.action_mask".__ne__):
            _compare(name, before[name], after[name])
        positions += len(before["ply"])
    assert newer.next() is None
    return positions


def _compare(name: str, before: Any, after: Any) -> None:
    both = tuple(slice(min(pair)) for pair in zip(before.shape, after.shape, strict=True))
    if not np.array_equal(before[both], after[both]) and name != "filling":
        where = tuple(int(each) for each in np.argwhere(before[both] != after[both])[0])
        raise ValueError(f"{name} differs at {where}: {before[where]} before, {after[where]} now")
    for grown in (before, after):
        if np.count_nonzero(grown) != np.count_nonzero(grown[both]):
            raise ValueError(f"{name} has grown from {before.shape} to {after.shape}, and what it gained is not all 0")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.versus")
    parser.add_argument("other", nargs="?", type=Path, help="the other checkout")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--game", action="append", help="all games without")
    parser.add_argument("--games", type=int, help="compare every fact of N games; by default the speed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--search", action="store_true", help="the speed of searches too")
    arguments = parser.parse_args()
    if arguments.answer:
        answer()
        return
    from cogtable.engine.play.registry import usable

    older, newer = Checkout(arguments.other.resolve()), Checkout(HERE)
    for game in usable():
        if arguments.game and game.name not in arguments.game:
            continue
        if arguments.games:
            _facts_of(game, arguments, older, newer)
            continue
        compare_speed(older, newer, ("play", game.name, game.min_seats, _runs(game)), arguments.rounds)
        if arguments.search:
            for depth in (30, 1 << 20, None):
                compare_speed(older, newer, ("search", game.name, game.min_seats, depth), arguments.rounds)


def _runs(game: Any) -> int:
    from cogtable.engine.batches.batch import Batch

    return max(2, 100 * MOVES // Batch(game, 100, seats=game.min_seats, seed=0, threads=1).play_out())


def _facts_of(game: Any, arguments: Any, older: Checkout, newer: Checkout) -> None:
    """Compares games with every number of seats, and with each option at its lowest and highest value."""
    kinds = [
        (seats, {name: value})
        for seats in range(game.min_seats, game.max_seats + 1)
        for name, option in game.state.options().items()
        for value in {option.low, option.high}
    ]
    positions, games = 0, 0
    for i, (seats, options) in enumerate(kinds):
        left = arguments.games * (i + 1) // len(kinds) - games
        while left > 0:
            count = min(left, TABLES)
            what = ("facts", game.name, seats, count, arguments.seed + games, options)
            positions += compare_facts(older, newer, what)
            games, left = games + count, left - count
    print(f"{game.name}: {positions:,} positions of {games:,} games are the same", flush=True)


if __name__ == "__main__":
    main()
