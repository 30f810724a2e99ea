"""What the benches share: a row of the result, and the median of a few runs."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    """One measured figure. `compared_with` says what is aimed at, or what it is a ratio to."""

    name: str
    value: float
    unit: str
    compared_with: str = ""


def median(run: Callable[[], float], times: int = 5) -> float:
    """The median of what `run` returns, after one run that does not count."""
    run()
    return statistics.median(run() for _ in range(times))


def rate(run: Callable[[], int], times: int = 5) -> float:
    """The median number of things done a second; `run` returns how many it did."""

    def once() -> float:
        began = time.perf_counter()
        done = run()
        return done / (time.perf_counter() - began)

    return median(once, times)
