"""Helpers of all benches: a row of the result, and the median of a few runs."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    """One measured figure. `compared_with` is its target, or the value that it is a ratio to."""

    name: str
    value: float
    unit: str
    compared_with: str = ""


def median(run: Callable[[], float], times: int = 5) -> float:
    """The median of what `run` returns, after one run that does not count."""
    run()
    return statistics.median(run() for _ in range(times))


def per_second(run: Callable[[], int], clock: Callable[[], float] = time.perf_counter) -> float:
    """How many things are done a second; `run` returns how many it did. By `time.process_time` or `time.thread_time`,
    neighbours on the machine do not count.
    """
    began = clock()
    done = run()
    return done / (clock() - began)


def rate(run: Callable[[], int], times: int = 5, clock: Callable[[], float] = time.perf_counter) -> float:
    """The median of `per_second`."""
    return median(lambda: per_second(run, clock), times)
