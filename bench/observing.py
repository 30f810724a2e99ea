"""The cost of a batch with observations, part by part, in nanoseconds of CPU time per table and step."""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bench.figure import Figure
from cogtable.engine.batches.batch import Batch
from cogtable.engine.compile.jit import kernel
from cogtable.engine.compiled_play.stepping import begin_row
from cogtable.engine.play.game import Game
from cogtable.engine.records.state import Ints
from cogtable.engine.rules import verbs

TABLES = 1000
BEFORE = 60
"""Steps before the measurement, so that tables are at all stages of a game."""
TIMES = 40


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        for name, nanoseconds in parts(game).items():
            yield Figure(f"{game.name}, {name}", nanoseconds, "ns", "")


def parts(game: Game) -> dict[str, float]:
    """Returns the time of each part. Parts of an observation are measured one after another, and the earlier ones
    subtracted.
    """
    batch = Batch(game, TABLES, seats=game.min_seats, threads=1, observe=True, auto_reset=True)
    for _ in range(BEFORE):
        batch.step(batch.sample())
    on, buffers, every = batch._device, batch._buffers, batch._all_moving
    known, seats, boxes = game.state.new(), batch.observers, game.box.tables
    copying = _time(lambda: _copy(batch.states, known))
    hiding = _time(lambda: _hide(batch.states, boxes, known, seats))
    beginning = _time(lambda: _begin(game.constant_row, batch.observations))
    observing = _time(lambda: batch._write_observations(on.every))
    found: dict[str, list[float]] = {"checking that actions are legal": [], "stepping": [], "dealing anew": []}
    for _ in range(TIMES):
        actions = batch.sample()
        for name, run in zip(
            found,
            (
                lambda: on.first_illegal(buffers, every, actions),  # noqa: B023
                lambda: on.step(buffers, every, actions),  # noqa: B023
                lambda: on.deal(buffers, on.ended(buffers), afresh=False),
            ),
            strict=True,
        ):
            found[name].append(_once(run))
    return {
        "drawing actions": _time(batch.sample),
        **{name: statistics.median(times) for name, times in found.items()},
        "observing": observing,
        "of that copying the state": copying,
        "of that hiding": max(0.0, hiding - copying),
        "of that beginning the row": beginning,
        "of that writing": max(0.0, observing - hiding - beginning),
    }


def _time(run: Callable[[], Any]) -> float:
    run()
    return statistics.median(_once(run) for _ in range(TIMES))


def _once(run: Callable[[], Any]) -> float:
    began = time.process_time_ns()
    run()
    return (time.process_time_ns() - began) / TABLES


@kernel
def _copy(states: Any, known: Any) -> None:
    for i in range(states.size):
        known[0] = states[i]


@kernel
def _hide(states: Any, boxes: Any, known: Any, seats: Ints) -> None:
    for i in range(states.size):
        known[0] = states[i]
        verbs.hide(known[0], boxes[0], seats[i])


@kernel
def _begin(blank: Ints, out: Any) -> None:
    for i in range(out.shape[0]):
        begin_row(blank, out[i])
