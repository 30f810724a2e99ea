"""Helpers of all benchmarks: a row of the result, and the median of several runs."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    """One measured figure. `compared_with` is its target, or the denominator of its ratio."""

    name: str
    value: float
    unit: str
    compared_with: str = ""


def median(run: Callable[[], float], times: int = 5) -> float:
    """Returns the median of `run`'s results, after a first run that doesn't count."""
    run()
    return statistics.median(run() for _ in range(times))


def per_second(run: Callable[[], int], clock: Callable[[], float] = time.perf_counter) -> float:
    """Returns the number of operations per second; `run` returns how many it did. With `time.process_time` or
    `time.thread_time`, other processes on the machine don't count.
    """
    began = clock()
    done = run()
    return done / (clock() - began)


def rate(run: Callable[[], int], times: int = 5, clock: Callable[[], float] = time.perf_counter) -> float:
    """Returns the median of `per_second`."""
    return median(lambda: per_second(run, clock), times)
