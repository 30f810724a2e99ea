"""The figures of a study as its report shows them: with one box or two, in the units of the page, with their aims."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from cogtable.lab import deals, figures, statistics
from cogtable.lab.aims import CARDS, Aim, aims_file, bounds_of, in_units, judge_aims, load_aims
from cogtable.lab.figures import Figure, Games, Noticed
from cogtable.lab.ladder import bot_ratings
from cogtable.lab.report import charts
from cogtable.lab.report.charts import Chart, Mark
from cogtable.lab.report.page import Section, Table, figure_row
from cogtable.lab.statistics import Estimate
from cogtable.lab.study import WHOLE, Studied
from cogtable.lab.summary import figure_words

MOST_POSITIONS = 13
"""Figures by points or by round are shown at no more places than these."""


class StudyFigures:
    """The data of the sections of a study's report.

    `sides` are the games with the box that is studied and, where there is one, with the other box; `games` is the first
    of them. `noticed` says which figures differ from even, `changes` which of them the other box changes. Raises
    BadOption for aims that cannot be read.
    """

    def __init__(self, studied: Studied) -> None:
        self.studied, self.plan = studied, studied.plan
        plan, seats = self.plan, self.plan.settings.seats
        self.seats, self.even = seats, 100 / seats
        self.sides = [
            Games(game, [row for row in studied.rows if row["box"] == box], seats)
            for box, game in enumerate(plan.games)
        ]
        self.games, self.study = self.sides[0], deals.study_of(plan.game)
        self.round, self.score = self.study.round, self.study.score
        file = plan.aims or aims_file(plan.game)
        self.aims = load_aims(file, plan.game) if file else []
        self.judged = judge_aims(self.aims, self.games, plan.settings.bots)
        self.restricted = self._restricted()
        tested = [f for f in self.games.all.values() if f.measure != "pair" or _enough(f)] + self.restricted
        self.noticed = figures.noticed(tested)
        self.changes = figures.changes(self.games, self.sides[1], self._is_compared) if plan.against else []
        self.ratings = bot_ratings(studied.ladder) if studied.ladder and studied.ladder.games else []

    def _restricted(self) -> list[Figure]:
        """Wins of the restricted seat."""
        found = []
        for name in dict.fromkeys(row["without"] for row in self.studied.restricted):
            rows = [row for row in self.studied.restricted if row["without"] == name]
            terms = (figures.Term(*_by_deal(rows, self.plan.settings.seed, "won", "finished")),)
            found.append(Figure("wins without", "plan", name, terms, share=True, even=1 / self.seats))
        return found

    def _is_compared(self, figure: Figure) -> bool:
        """Whether the boxes are compared by a figure: not by pairs, nor by points or rounds that are not shown."""
        if figure.measure in ("pair", "wins of users by part"):
            return False
        if figure.what.isdigit() and figure.kind != "seat":
            return figure.what in {f.what for f in self.places(figure.measure, figure.kind)}
        return True

    # --- which figures --------------------------------------------------------------------------------

    def places(self, measure: str, kind: str | None = None) -> list[Figure]:
        """Figures by points or round, thinned out evenly."""
        found = [f for f in self.games.of(measure, kind) if f.observed >= figures.FEWEST]
        step = math.ceil(len(found) / MOST_POSITIONS)
        return found[step - 1 :: step] if step else []

    def noticed_of(self, measure: str) -> list[Noticed]:
        """The figures of a measure that can differ from even."""
        return [each for each in self.noticed if each.figure.measure == measure]

    def by_kind(self, measure: str) -> Iterator[tuple[str, list[Noticed]]]:
        """The same, for each kind of card."""
        found = self.noticed_of(measure)
        for kind in dict.fromkeys(each.figure.kind for each in found):
            yield kind, [each for each in found if each.figure.kind == kind]

    def with_each_box(self, figure: Figure) -> Iterator[tuple[int, Estimate | None]]:
        """A figure with each box, which is numbered from 0."""
        for box, side in enumerate(self.sides):
            same = side.all.get(figure.key)
            yield box, same.estimate if same else None

    def aim_of(self, measure: str, kind: str, what: str = "") -> Aim | None:
        """The aim of a figure."""
        for each in self.judged:
            if each.figure.measure == measure and each.figure.kind == kind and what in ("", each.figure.what):
                return each.aim
        return None

    def bounds(self, wanted: Sequence[Figure]) -> tuple[float, float] | None:
        """The band of the aim for figures that share one."""
        for figure in wanted[:1]:
            if aim := self.aim_of(figure.measure, figure.kind, figure.what):
                return bounds_of(aim, figure)
        return None

    # --- as the page shows them -----------------------------------------------------------------------

    def read(self, figure: Figure, found: Estimate) -> Estimate:
        """An estimate in the units of the page."""
        return in_units(figure, found, self.seats)

    def marks(self, wanted: Iterable[tuple[Figure, str]], state: str = "") -> list[Mark]:
        """Figures with their labels as marks, each followed by the same with the other box. `state` is how they are
        drawn; by default as their aims say.
        """
        found = []
        for figure, label in wanted:
            unit = " %" if figure.in_percent and figure.measure not in CARDS else ""
            for box, estimate in self.with_each_box(figure):
                if estimate:
                    shown = self.read(figure, estimate)
                    drawn = state or self._verdict(figure)
                    found.append(Mark(label, *shown[:3], f"{shown.value:.1f}{unit}", drawn, box))
        return found

    def _verdict(self, figure: Figure) -> str:
        return next((each.verdict for each in self.judged if each.figure.key == figure.key), "plain")

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the columns of `cells`."""
        return ("studied", "other box") if len(self.sides) > 1 else ("figure and 95 % interval",)

    def cells(self, figure: Figure) -> tuple[str, ...]:
        """A figure with each box."""
        found = [estimate for _, estimate in self.with_each_box(figure)]
        return tuple(figure_words(figure, self.read(figure, each)) if each else "none" for each in found)

    def table(self, rows: Iterable[tuple[str, Figure]], head: str = "") -> Table:
        """Figures with their labels."""
        return Table((head, *self.heads), [(label, *self.cells(figure)) for label, figure in rows])

    def table_of(self, *measures: str) -> Table:
        """Figures of whole games."""
        found = [self.games.of(measure, "games")[0] for measure in measures]
        return self.table((f"{figure.measure} ({figure.what})", figure) for figure in found)

    def course(self, title: str, words: str, wanted: Sequence[Figure], axis: str, **how: Any) -> Section:
        """A section about figures by points or round, side by side; `how` is passed to `charts.course`."""
        marks = [(int(f.what), mark) for f in wanted for mark in self.marks([(f, f.what)], "plain")]
        head = axis.removeprefix("after ")
        return Section(
            title, words, charts.course(marks, title=axis, **how), self.table([(f.what, f) for f in wanted], head)
        )

    def histogram(self, name: str, title: str, marked: tuple[float, float], median: float | None = None) -> Chart:
        """How a column of numbers is spread over the games that came to their end; bars between `marked` stand out."""
        values = [side.column(name)[side.finished > 0] for side in self.sides]
        edges = _edges(np.concatenate(values))
        own, *others = [
            [
                (float(a), float(b), 100 * float(s))
                for a, b, s in zip(edges, edges[1:], _shares(each, edges), strict=False)
            ]
            for each in values
        ]
        bins = [(a, b, share, marked[0] <= (a + b) / 2 <= marked[1] + (b - a) / 2) for a, b, share in own]
        return charts.histogram(bins, title=title, median=median, others=others[0] if others else ())

    def rows(self) -> list[dict[str, Any]]:
        """All figures of both boxes, in the units of the page."""
        held = {each.figure.key: each.held for each in self.noticed}
        studied = [("studied", figure) for figure in [*self.games.all.values(), *self.restricted]]
        other = [("other", figure) for side in self.sides[1:] for figure in side.all.values()]
        return [
            {"box": box, **row, "held": held.get(figure.key) if box == "studied" else None}
            for box, figure in studied + other
            if (row := figure_row(figure, self.seats))
        ]


def _enough(figure: Figure) -> bool:
    """Whether each of the four groups of a pair has enough players."""
    return all(float(np.sum(term.of)) >= figures.FEWEST for term in figure.terms)


def _by_deal(rows: Sequence[Mapping[str, Any]], first: int, *names: str, count: int = 0) -> list[Any]:
    """Sums of columns over the games of each deal, `count` deals or as many as there are."""
    deal = [row["deal"] - first for row in rows]
    return [np.bincount(deal, [row[name] for row in rows], count) for name in names]


def one_card(rows: Sequence[Mapping[str, Any]], first: int, count: int) -> dict[str, Estimate]:
    """How often the player who was dealt a card wins, as it is and blanked, and the difference on the same deals."""
    sums = {}
    for name in dict.fromkeys(row["variant"] for row in rows if row["variant"] != "removed"):
        own = [row for row in rows if row["variant"] == name]
        won, of = _by_deal(own, first, "won", "finished", count=count)
        sums[name] = (won, of)
    found = {name: each for name, (won, of) in sums.items() if (each := statistics.share(won, of))}
    names = list(sums)
    for other in names[1:]:
        gap = statistics.combined([sums[names[0]], sums[other]], [1.0, -1.0])
        if gap:
            found[f"{names[0]} less {other}"] = gap
    return found


def without_card(rows: Sequence[Mapping[str, Any]], first: int, count: int) -> dict[str, Estimate]:
    """The difference in whole games once a card is removed from the box: length, margin and lead changes. Empty if it
    cannot be removed.
    """
    sums: dict[tuple[str, str], Any] = {}
    for name in ("removed", "as it is"):
        own = [row for row in rows if row["variant"] == name]
        games = np.bincount([row["deal"] - first for row in own], minlength=count)
        for measure, summed in zip(WHOLE, _by_deal(own, first, *WHOLE, count=count), strict=True):
            sums[name, measure] = (summed, games)
    gaps = {m: statistics.combined([sums["removed", m], sums["as it is", m]], [1.0, -1.0]) for m in WHOLE}
    return {measure: gap for measure, gap in gaps.items() if gap}


def _edges(values: Any) -> Any:
    """Edges of 8 to 24 bins that begin and end at round numbers."""
    low, high = float(values.min()), float(np.percentile(values, 99.5))
    span = max(1.0, high - low)
    step = next((s for s in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000) if span / s <= 24), span / 20)
    begin = math.floor(low / step) * step
    return np.arange(begin, high + 1.5 * step, step)


def _shares(values: Any, edges: Any) -> Any:
    """The share of values in each bin; those beyond the last are in it."""
    counts, _ = np.histogram(np.minimum(values, edges[-1] - 1e-9), edges)
    return counts / max(1, len(values))
