"""Estimates with their intervals, verdicts, and false discoveries: every figure of a study is judged by this code.

Games of one deal are correlated, so the samples are deals, not games. A figure is a ratio of two sums over deals: of
wins and games, of wins and users, of decisions and rounds. Its variance is that of the linearised ratio (W. G. Cochran,
"Sampling Techniques", 1977, section 6.4).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, Literal, NamedTuple

import numpy as np

NORMAL = NormalDist()

Z = NORMAL.inv_cdf(0.975)
"""The number of standard deviations around the mean within which a normal deviate lies with a probability of 95 %."""

FALSE_DISCOVERIES = 0.05
"""The share of the figures pointed out that may be noise."""

Verdict = Literal["holds", "misses", "open"]


class Estimate(NamedTuple):
    """A figure, the bounds of its 95 % interval, and the number of deals, players or games behind it."""

    value: float
    low: float
    high: float
    observed: int = 0

    def scaled(self, factor: float) -> Estimate:
        """The same in other units, such as percent; the factor is above 0."""
        return self._replace(value=self.value * factor, low=self.low * factor, high=self.high * factor)

    def p_value(self, against: float = 0.0) -> float:
        """The probability of a value this far from `against` by chance, by the half of the interval nearest to it."""
        half = self.value - self.low if against < self.value else self.high - self.value
        if self.value == against:
            return 1.0
        return two_sided(abs(self.value - against) / half * Z if half > 0 else math.inf)


def two_sided(deviation: float) -> float:
    """The probability that a normal deviate is at least this many standard deviations from the mean, on either side."""
    return math.erfc(abs(deviation) / math.sqrt(2))


def interval(wins: float, games: float) -> tuple[float, float, float]:
    """The share of wins, and the lower and upper bound of its 95 % score interval; 0 to 1 where there are no games.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    """
    if games == 0:
        return 0.0, 0.0, 1.0
    rate = wins / games
    weight = 1 / (1 + Z * Z / games)
    centre = weight * (rate + Z * Z / (2 * games))
    spread = weight * Z * math.sqrt(max(0.0, rate * (1 - rate)) / games + Z * Z / (4 * games * games))
    return rate, max(0.0, centre - spread), min(1.0, centre + spread)


def share(counted: Any, of: Any) -> Estimate | None:
    """A share, from each deal's count and total; None if the sum of the totals is 0.

    The interval is Wilson's, for as many independent observations as would leave the same variance as these deals do.
    """
    counted, of = np.asarray(counted, float), np.asarray(of, float)
    observed = float(of.sum())
    if observed <= 0:
        return None
    rate = float(counted.sum()) / observed
    variance = float(combination([(counted, of)], [1.0])[1]) ** 2
    worth = rate * (1 - rate) / variance if variance > 0 else float(np.count_nonzero(of))
    _, low, high = interval(rate * worth, worth)
    return Estimate(rate, min(low, rate), max(high, rate), round(observed))


def mean(counted: Any, of: Any | None = None) -> Estimate | None:
    """The mean of a number over deals, or a ratio of two sums; None if the total is 0."""
    counted = np.asarray(counted, float)
    of = np.ones_like(counted) if of is None else np.asarray(of, float)
    observed = float(of.sum())
    if observed <= 0:
        return None
    value, spread = combination([(counted, of)], [1.0])
    return Estimate(value, value - Z * spread, value + Z * spread, round(observed))


def combination(ratios: Sequence[tuple[Any, Any]], weights: Sequence[float]) -> tuple[float, float]:
    """A weighted sum of ratios of sums over the same deals, and its standard error; NaN where a ratio is 0 / 0.

    `ratios` has for each ratio every deal's count and total. Common variation cancels out, so the difference between
    two ways of playing the same deals has a smaller error than either side.
    """
    value, deals = 0.0, 0
    line: Any = 0.0
    for (counted, of), weight in zip(ratios, weights, strict=True):
        total = float(np.sum(of))
        if total <= 0:
            return math.nan, math.nan
        ratio = float(np.sum(counted)) / total
        value += weight * ratio
        line = line + weight * (np.asarray(counted, float) - ratio * np.asarray(of, float)) / total
        deals = len(counted)
    spread = float(np.square(line).sum()) * (deals / (deals - 1) if deals > 1 else 1.0)
    return value, math.sqrt(spread)


def combined(ratios: Sequence[tuple[Any, Any]], weights: Sequence[float]) -> Estimate | None:
    """`combination` with its interval; None where a ratio has nothing."""
    value, spread = combination(ratios, weights)
    if math.isnan(value):
        return None
    return Estimate(value, value - Z * spread, value + Z * spread, len(ratios[0][0]))


def discoveries(p_values: Sequence[float], rate: float = FALSE_DISCOVERIES) -> list[bool]:
    """Which of many figures can be pointed out so that at most a share `rate` of these is expected to be noise.

    Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate: a practical and powerful approach to multiple
    testing" (1995). `p_values` are those of all figures that are shown, in any order.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    most = 0
    for place, i in enumerate(order, 1):
        if p_values[i] <= rate * place / len(order):
            most = place
    held = set(order[:most])
    return [i in held for i in range(len(p_values))]


def verdict(found: Estimate, low: float = -math.inf, high: float = math.inf) -> Verdict:
    """Whether an aim holds: the whole interval lies between the bounds; misses: the whole lies outside; else open."""
    if found.low >= low and found.high <= high:
        return "holds"
    return "misses" if found.high < low or found.low > high else "open"


MOST_MORE = 1000
"""The largest factor of more games that is recommended: beyond it, the figure is as good as at the edge of the aim."""


def times_more(found: Estimate, low: float = -math.inf, high: float = math.inf) -> float | None:
    """The factor of more games that is expected to settle an open aim, if the figure stays the same.

    None for a figure that is so close to the edge that it cannot be settled.
    """
    half = (found.high - found.low) / 2
    gap = min(abs(found.value - edge) for edge in (low, high) if math.isfinite(edge))
    if gap <= 0 or half <= 0:
        return None
    times = (half / gap) ** 2
    return times if times <= MOST_MORE else None


def even_scale(rate: float, seats: int) -> float:
    """The share of wins between two seats that has the same odds against even as a share among `seats`."""
    return (seats - 1) * rate / ((seats - 1) * rate + 1 - rate)
