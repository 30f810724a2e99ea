"""Compares two boxes: plays the same games with both and takes the difference in every figure.

Both boxes are played from the same seeds (common random numbers). Everything that the change does not affect is the
same in both games of a pair and cancels out, so a few games reveal small differences.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from cogtable.engine.boxes.diff import Change, differences
from cogtable.engine.errors import BadOption
from cogtable.engine.integers import as_whole
from cogtable.engine.play.game import Game
from cogtable.lab.compiled_games import Played, play_tables, tallied
from cogtable.lab.simulate import (
    Chunk,
    Range,
    SimulationPlan,
    SimulationResult,
    plan_simulation,
    players_of,
    simulate,
    summed,
    summed_result,
)
from cogtable.lab.statistics import Z, discoveries, two_sided
from cogtable.lab.workers import Workers

SHARES = ("wins", "games", "users' wins")
"""The measures that lie between 0 and 1."""


class ComparedRow(msgspec.Struct, frozen=True, kw_only=True):
    """One figure with both boxes, and the difference, file minus package, with a 95 % interval.

    `measure` is one of: for a seat (`what` is its number from 1 and its bot) the share of `wins` and the mean `score`;
    for all games their mean `length` in actions; for an item that the game counts (`kind` and `what`) the share of
    `games` in which some seat used it, and the share of its users who won (`users' wins`). A figure is None if it does
    not exist, as for a card in only one of the boxes; then the difference is None too.

    `held` says whether the difference is pointed out: of all that are, at most one in twenty is expected to be noise
    (see `statistics.discoveries`).
    """

    measure: Literal["wins", "score", "length", "games", "users' wins"]
    kind: str
    what: str
    package: float | None
    file: float | None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    held: bool = False

    @property
    def is_share(self) -> bool:
        """Whether the figure lies between 0 and 1."""
        return self.measure in SHARES

    @property
    def beyond(self) -> float:
        """How far the difference is from 0, in widths from the middle of its interval to the end: noise is below 1."""
        if self.low is None or self.high is None:
            return -1.0
        middle, half = (self.low + self.high) / 2, (self.high - self.low) / 2
        return abs(middle) / half if half else float("inf") if middle else 0.0

    @property
    def p_value(self) -> float:
        """The p-value of the difference: the probability that chance alone changes the figure at least as much; 1
        without a difference.
        """
        return two_sided(Z * self.beyond) if self.beyond >= 0 else 1.0


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A box file compared with the box in the package.

    If `same`, both are equal and the rest is empty. `changes` lists the differences between the boxes; `package` is the
    result with the box in the package; `rows` has every figure for both, the clearest changes first.
    """

    same: bool
    changes: list[Change] = []
    package: SimulationResult | None = None
    rows: list[ComparedRow] = []


class Compared(SimulationResult, frozen=True, kw_only=True):
    """The result with a box file, and its comparison with the box in the package."""

    comparison: Comparison


def compare(
    game: Game,
    base: Game,
    *,
    seats: int | None = None,
    bots: Sequence[str] = ("random",),
    games: int = 1000,
    seed: int = 0,
    threads: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], object] = lambda games: None,
    workers: Workers[Any] | None = None,
) -> Compared:
    """Plays `games` games with the box of `game` and the same games with that of `base`, the game as it is in the
    package.

    The arguments are those of `simulate`. If both boxes are equal, only one is played. Raises what `simulate` raises,
    and BadOption for a single game, which says nothing about noise.
    """
    settings: dict[str, Any] = {"seats": seats, "bots": bots, "games": games, "seed": seed, "threads": threads}
    settings |= {"options": options, "workers": workers}
    if game.box.digest == base.box.digest:
        return _compared(simulate(game, **settings, progress=progress), Comparison(same=True))
    if (as_whole(games) or 0) < 2:
        raise BadOption(f"comparing two boxes takes 2 games or more; found {games}")
    plan = plan_simulation(game, **settings)
    blanks = (
        plan_simulation(base, **settings).blank,
        plan.blank,
    )  # the records differ where the boxes are of other sizes
    pairing = _Pairing(base, game)
    pairs = list(plan.map(_Comparing(base, game, blanks, plan.bots, pairing), progress))
    package, file = (_result(one, plan, pairs, i) for i, one in enumerate((base, game)))
    comparison = Comparison(
        same=False,
        changes=differences(base.box_file, game.box_file),
        package=package,
        rows=pairing.rows(plan, sum(pair.moments for pair in pairs)),
    )
    return _compared(file, comparison)


def _compared(played: SimulationResult, comparison: Comparison) -> Compared:
    return Compared(**msgspec.structs.asdict(played), comparison=comparison)


class _Pair(NamedTuple):
    """A chunk of games with each box: the results, the seconds that each box took, and the moments of the rows."""

    chunks: tuple[Chunk, Chunk]
    seconds: tuple[float, float]
    moments: Any


@dataclass(frozen=True)
class _Comparing:
    """Returns the function that plays a chunk with each box."""

    base: Game
    game: Game
    blanks: tuple[Any, Any]
    bots: list[str]
    pairing: _Pairing

    def __call__(self, chunk: Range) -> _Pair:
        began = time.perf_counter()
        players = players_of(self.bots, len(self.bots))
        ends: list[Played] = []
        times: list[float] = []
        for one, blank in zip((self.base, self.game), self.blanks, strict=True):
            ends.append(play_tables(one, blank, players, *chunk))
            times.append(time.perf_counter() - began - sum(times))
        return _Pair((summed(ends[0]), summed(ends[1])), (times[0], times[1]), self.pairing.moments(ends[0], ends[1]))


def _result(game: Game, plan: SimulationPlan, pairs: list[_Pair], which: int) -> SimulationResult:
    """The result with one of the boxes; its seconds are a share of the time of all threads."""
    seconds = sum(pair.seconds[which] for pair in pairs) / plan.threads
    return summed_result(game, plan, seconds, [pair.chunks[which] for pair in pairs])


class _Pairing:
    """The rows of a comparison. Each is a ratio of sums over games: of wins and games, of wins and users, and so on.

    Rows need only sums of products over the games: of 1, counter and denominator with the first box, counter and
    denominator with the second, a matrix of 5 x 5 for each row.
    """

    def __init__(self, base: Game, game: Game) -> None:
        self._names = tallied(base), tallied(game)
        self._items = list(dict.fromkeys([*self._names[0], *self._names[1]]))

    def moments(self, first: Played, second: Played) -> Any:
        """The sums of products over the games of a chunk, (rows, 5, 5)."""
        with_first = self._ratios(first, self._names[0])
        with_second = self._ratios(second, self._names[1])
        ones = np.ones((len(with_first), 1, with_first.shape[2]))
        factors = np.concatenate([ones, with_first, with_second], axis=1)
        return factors @ factors.transpose(0, 2, 1)

    def _ratios(self, played: Played, names: list[tuple[str, str]]) -> Any:
        """Counter and denominator of each row in each game, (rows, 2, games)."""
        count, seats = played.won.shape
        over = (played.over != 0).astype(float)
        every = np.ones(count)
        wins = [(played.won[:, seat], over) for seat in range(seats)]
        scores = [(played.ranks[:, seat, 1], every) for seat in range(seats)]
        at = {name: i for i, name in enumerate(names)}
        none = np.zeros((count, seats))
        tallies = []
        for item in self._items:
            used = played.used[:, :, at[item]] if item in at else none
            tallies.append((used.any(axis=1), over if item in at else np.zeros(count)))
            tallies.append(((used * played.won).sum(axis=1), used.sum(axis=1)))
        return np.array([*wins, *scores, (played.plies, every), *tallies], float)

    def rows(self, plan: SimulationPlan, moments: Any) -> list[ComparedRow]:
        """The rows, the clearest changes first."""
        seats = [f"{seat + 1} {bot}" for seat, bot in enumerate(plan.bots)]
        heads = [("wins", "seat", seat) for seat in seats] + [("score", "seat", seat) for seat in seats]
        heads.append(("length", "all", "games"))
        heads += [(measure, *item) for item in self._items for measure in ("games", "users' wins")]
        rows = [_row(*head, sums) for head, sums in zip(heads, moments, strict=True)]
        held = discoveries([row.p_value for row in rows])
        rows = [msgspec.structs.replace(row, held=each) for row, each in zip(rows, held, strict=True)]
        return sorted(rows, key=lambda row: -row.beyond)


def _row(measure: Any, kind: str, what: str, sums: Any) -> ComparedRow:
    first, second = (float(sums[0, i] / sums[0, i + 1]) if sums[0, i + 1] else None for i in (1, 3))
    if first is None or second is None:
        return ComparedRow(measure=measure, kind=kind, what=what, package=_tidy(first), file=_tidy(second))
    low, high = difference_interval(sums, share=measure in SHARES)
    found = {"package": first, "file": second, "difference": second - first, "low": low, "high": high}
    tidy: dict[str, Any] = {name: _tidy(value) for name, value in found.items()}
    return ComparedRow(measure=measure, kind=kind, what=what, **tidy)


def _tidy(value: float | None) -> float | None:
    """Rounded so that the result does not depend on the order in which the games were added up."""
    return None if value is None else round(value, 9) + 0.0


def difference_interval(sums: Any, *, share: bool) -> tuple[float, float]:
    """The bounds of a 95 % interval for the difference of two ratios of sums over pairs of games, second less first.

    `sums` has the sums over the pairs of the products of (1, counter, denominator, counter, denominator), first box
    then second, (5, 5). The variance is that of the linearised ratios (W. G. Cochran, "Sampling Techniques", 1977,
    section 6.4), with what the games of a pair have in common. If the ratios are `share`s, one that counts and one
    that does not are added to each box, without which small numbers would seem certain (A. Agresti and B. Caffo,
    "Simple and effective confidence intervals for proportions and differences of proportions", 2000).
    """
    extra = 1 if share else 0
    ratios, weights, variance = [], [], 0.0
    for i, sign in ((1, -1), (3, 1)):
        counted, of = float(sums[0, i]) + extra, float(sums[0, i + 1]) + 2 * extra
        ratio = counted / of
        ratios.append(ratio)
        weights += [sign / of, -sign * ratio / of]
        variance += extra * ((1 - ratio) ** 2 + ratio**2) / of**2
    line, games = np.array(weights), float(sums[0, 0])
    spread = max(0.0, float(line @ sums[1:, 1:] @ line))
    variance += spread if share else spread * games / (games - 1)
    middle, half = ratios[1] - ratios[0], Z * sqrt(variance)
    if share:
        return max(-1.0, middle - half), min(1.0, middle + half)
    return middle - half, middle + half
