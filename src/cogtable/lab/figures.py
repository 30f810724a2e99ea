"""The figures of a study, each with its interval, from the rows of its games.

A figure is a weighted sum of ratios of sums over deals, so that the same figure with another box, on the same deals,
gives the difference and its interval by the same code. `noticed` then selects, from all figures that claim "more than
nothing" or "other than even", those that can be pointed out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.play.game import Game
from cogtable.lab import deals, statistics
from cogtable.lab.game_log import MOST_ROUNDS, NEVER
from cogtable.lab.statistics import Estimate
from cogtable.table.study import Shown

FEWEST = 20
"""A figure from fewer observations is not shown."""

MOST_PAIRS = 12
"""The number of cards whose pairs are examined: those used most often."""


FIRST_TO, FIRST_AHEAD = "wins of the first to", "wins of the first ahead by"
LONGER = "longer after the first ahead by"
"""Measures about the seat that first had a number of points, and the seat that first led by it."""


PART_NAMES = ("first quarter", "second", "third", "last quarter")
"""Cards are looked at by the part of the game in which they were first used."""
PARTS = len(PART_NAMES)


class Term(NamedTuple):
    """A ratio of two sums over deals, and its weight in a figure."""

    counted: Any
    of: Any
    weight: float = 1.0


class Figure(NamedTuple):
    """A figure computed from games.

    `measure` is the quantity ("wins when dealt"), `kind` and `what` are its object ("robots", "Turbine Tom"). Its value
    is `offset` plus the sum of its terms. `share` says that it lies between 0 and 1; `even` is its value if all were
    equal, None if that has no meaning.
    """

    measure: str
    kind: str
    what: str
    terms: tuple[Term, ...]
    share: bool = False
    even: float | None = None
    offset: float = 0.0

    @property
    def key(self) -> tuple[str, str, str]:
        """Its measure and object: the key by which the same figure of other games is found."""
        return self.measure, self.kind, self.what

    @property
    def in_percent(self) -> bool:
        """Whether people read it in percent: it is a share, or it is compared with an even share."""
        return self.share or self.even is not None

    @property
    def observed(self) -> int:
        """The number of games, players or decisions behind it."""
        return round(float(np.sum(self.terms[0].of)))

    @property
    def estimate(self) -> Estimate | None:
        """Its value and interval; None if there is nothing to count."""
        first = self.terms[0]
        if self.share and len(self.terms) == 1:
            return statistics.share(first.counted, first.of)
        found = statistics.combined([(term.counted, term.of) for term in self.terms], [t.weight for t in self.terms])
        if found is None:
            return None
        at = self.offset
        return Estimate(at + found.value, at + found.low, at + found.high, self.observed)

    def less(self, other: Figure) -> Estimate | None:
        """The difference between this figure and the same of other games on the same deals."""
        terms = [*self.terms, *(term._replace(weight=-term.weight) for term in other.terms)]
        return statistics.combined([(term.counted, term.of) for term in terms], [term.weight for term in terms])


class Games:
    """The rows of the games with one box, as arrays over games and sums over deals. If `brief`, the figures are without
    those of pairs of cards and of when cards were used.
    """

    def __init__(self, game: Game, rows: Sequence[dict[str, Any]], seats: int, *, brief: bool = False) -> None:
        self.game, self.rows, self.seats, self.brief = game, rows, seats, brief
        self.study = deals.study_of(game)
        first = min((row["deal"] for row in rows), default=0)
        self._deal = np.array([row["deal"] - first for row in rows], np.int64)
        self.deals = int(self._deal.max(initial=-1)) + 1

    def column(self, name: str) -> Any:
        """A column of numbers, one for each game."""
        return np.array([row[name] for row in self.rows], float)

    def by_deal(self, values: Any) -> Any:
        """Sums over the games of each deal."""
        return np.bincount(self._deal, np.asarray(values, float), self.deals)

    @cached_property
    def finished(self) -> Any:
        """1 for each game that came to its end."""
        return self.column("finished")

    @cached_property
    def won(self) -> Any:
        """Each seat's share of the win of each game, (games, seats)."""
        return np.array([row["won"] for row in self.rows], float).reshape(-1, self.seats)

    def spread(self, name: str, count: int) -> Any:
        """A column of lists of `seat * count + item`, as 1 for each seat and item, (games, seats, count)."""
        found = np.zeros((len(self.rows), self.seats * count), np.float32)
        for i, row in enumerate(self.rows):
            found[i, row[name]] = 1
        return found.reshape(len(self.rows), self.seats, count)

    def by_round(self, name: str, width: int) -> Any:
        """A column of lists by round and further items, (games, rounds, width); NaN after the end of a game."""
        rounds = min(MOST_ROUNDS, max((row["rounds"] for row in self.rows), default=0))
        found = np.full((len(self.rows), rounds * width), np.nan, np.float32)
        for i, row in enumerate(self.rows):
            found[i, : len(row[name])] = row[name]
        return found.reshape(len(self.rows), rounds, width)

    # --- figures --------------------------------------------------------------------------------------

    def ratio(self, measure: str, kind: str, what: str, counted: Any, of: Any, **more: Any) -> Figure:
        """A figure of one ratio, from the numerator and denominator of each game."""
        return Figure(measure, kind, what, (Term(self.by_deal(counted), self.by_deal(of)),), **more)

    @cached_property
    def all(self) -> dict[tuple[str, str, str], Figure]:
        """All figures by their keys."""
        sources: list[Callable[[], Iterator[Figure]]] = [
            self._whole_games,
            self._seats,
            self._leads,
            self._choices,
            self._resources,
            self._portions,
            self._dealt,
            self._first_choices,
            self._users,
            *([] if self.brief else [self._pairs, self._parts_of_games]),
        ]
        return {figure.key: figure for source in sources for figure in source()}

    def of(self, measure: str, kind: str | None = None) -> list[Figure]:
        """The figures of a measure that have something to count."""
        wanted = [f for f in self.all.values() if f.measure == measure and kind in (None, f.kind)]
        return [figure for figure in wanted if figure.observed > 0]

    def _whole_games(self) -> Iterator[Figure]:
        every, finished = np.ones(len(self.rows)), self.finished
        means = {"length": "actions", "rounds": f"{self.study.round}s", "margin": self.study.score}
        for name, unit in means.items():
            yield self.ratio(name, "games", unit, self.column(name) * finished, finished)
        yield self.ratio("undecided", "games", "not finished", 1 - finished, every, share=True)
        yield self.ratio("ties", "games", "first place shared", self.column("tied") * finished, finished, share=True)
        yield self.ratio("lead changes", "games", "in score", self.column("lead_changes") * finished, finished)
        never = (self.column("lead_changes") == 0) & (finished > 0)
        yield self.ratio("lead never changes", "games", "in score", never, finished, share=True)
        changes, length = self.column("expected_changes"), self.column("length")
        yield self.ratio("expected winner changes", "games", "per decision", changes, length)
        yield self.ratio("drama", "games", "mean", self.column("drama") * finished, finished)
        yield self.ratio("winner behind", "games", "of decisions", self.column("behind") * finished, finished)
        decisions = np.array([sum(row["decisions"]) for row in self.rows], float)
        branching = np.array([sum(row["branching"]) for row in self.rows], float)
        yield self.ratio("decisions", "games", "between two or more", decisions, every)
        yield self.ratio("branching", "games", "actions to choose from", branching, decisions)
        idle, taken = self.column("turns_idle"), self.column("turns_taken")
        yield self.ratio("turns without a choice", "games", "of turns", idle, taken, share=True)
        scores = np.array([max(row["scores"]) for row in self.rows], float)
        yield self.ratio("winning score", "games", self.study.score, scores * finished, finished)

    def _seats(self) -> Iterator[Figure]:
        even = 1 / self.seats
        for seat in range(self.seats):
            yield self.ratio("wins", "seat", str(seat + 1), self.won[:, seat], self.finished, share=True, even=even)

    def _leads(self) -> Iterator[Figure]:
        leaders = np.nan_to_num(self.by_round("leader", 1)[:, :, 0], nan=NEVER).astype(int)
        for number in range(1, leaders.shape[1]):
            yield self._wins_of(f"wins of the leader after a {self.study.round}", str(number), leaders[:, number])
        yield from self._firsts(FIRST_TO, [row["first_to"] for row in self.rows])
        yield from self._firsts(FIRST_AHEAD, [row["first_ahead"] for row in self.rows])
        yield from self._longer(LONGER, [row["first_ahead_round"] for row in self.rows])
        for i, name in enumerate(self.races):
            yield from self._firsts(f"{name}: {FIRST_TO}", [row["races_to"][i] for row in self.rows])
            yield from self._firsts(f"{name}: {FIRST_AHEAD}", [row["races_ahead"][i] for row in self.rows])
            yield from self._longer(f"{name}: {LONGER}", [row["races_ahead_round"][i] for row in self.rows])

    @property
    def races(self) -> list[str]:
        """The resources with a record of the first seat, in the order of the rows."""
        return [each.name for each in self.study.resources if each.name in self.study.races]

    def _firsts(self, measure: str, lists: list[list[int]]) -> Iterator[Figure]:
        for points in range(1, max(map(len, lists), default=0) + 1):
            who = [firsts[points - 1] if len(firsts) >= points else NEVER for firsts in lists]
            yield self._wins_of(measure, str(points), np.array(who, int))

    def _longer(self, measure: str, lists: list[list[int]]) -> Iterator[Figure]:
        """How many rounds followed the one in which a seat first led by 1, 2, 3 ..., for each round until then."""
        for points in range(1, max(map(len, lists), default=0) + 1):
            at = np.array([rounds[points - 1] if len(rounds) >= points else 0 for rounds in lists], float)
            at *= self.finished
            after = np.where(at > 0, self.column("rounds") - at, 0)
            yield self.ratio(measure, self.study.round, str(points), after, at)

    def _wins_of(self, measure: str, what: str, who: Any) -> Figure:
        """How often the seat that `who` gives for each game wins; -1 stands for none."""
        some = (who >= 0) & (self.finished > 0)
        won = np.where(some, self.won[np.arange(len(who)), np.maximum(who, 0)], 0)
        return self.ratio(measure, self.study.score, what, won, some, share=True)

    def _choices(self) -> Iterator[Figure]:
        """The share of each choice among all choices made."""
        names = list(self.study.choices)
        chosen = np.nansum(self.by_round("chosen", len(names)), axis=1) if names else np.zeros((0, 0))
        for i, name in enumerate(names):
            yield self.ratio("chosen", "choice", name, chosen[:, i], chosen.sum(axis=1), share=True)

    def _resources(self) -> Iterator[Figure]:
        """The mean of each resource over seats when each round began, and at the end."""
        count = len(self.study.resources)
        if not count:
            return
        amounts = self.by_round("resources", count * self.seats)
        amounts = amounts.reshape(len(self.rows), -1, count, self.seats)
        left = np.array([row["left"] for row in self.rows], float).reshape(-1, count, self.seats)
        every = np.full(len(self.rows), self.seats)
        for i, resource in enumerate(self.study.resources):
            yield self.ratio("left at the end", "resource", resource.name, left[:, i].sum(axis=1), every)
            for number in range(amounts.shape[1]):
                there = ~np.isnan(amounts[:, number, i])
                had = np.nansum(amounts[:, number, i], axis=1)
                name = f"{resource.name} in {self.study.round}"
                yield self.ratio(name, "resource", str(number + 1), had, there.sum(axis=1))

    def _portions(self) -> Iterator[Figure]:
        count = len(self.study.portions)
        parts, wholes = (self.by_round(name, count) for name in ("parts", "wholes"))
        for i, portion in enumerate(self.study.portions):
            for number in range(parts.shape[1]):
                part, whole = np.nan_to_num(parts[:, number, i]), np.nan_to_num(wholes[:, number, i])
                yield self.ratio(portion.name, "portion", str(number + 1), part, whole, share=True)

    def _dealt(self) -> Iterator[Figure]:
        dealt = self.study.dealt
        if not dealt:
            return
        names = deals.names(self.game, dealt.kind)
        held = self.spread("dealt", len(names)) * self.finished[:, None, None]
        won = (held * self.won[:, :, None]).sum(axis=1)
        for card, name in enumerate(names):
            of = held[:, :, card].sum(axis=1)
            more: dict[str, Any] = {"share": True, "even": 1 / self.seats}
            yield self.ratio("wins when dealt", dealt.kind, name, won[:, card], of, **more)

    def _first_choices(self) -> Iterator[Figure]:
        """Wins of the seats that had the first choice of a card, minus those of the seats that had it of any card from
        the same pile.
        """
        names = [deals.names(self.game, shown.kind) for shown in self.study.shown]
        ends = np.cumsum([len(each) for each in names], dtype=int)
        had = self.spread("first_choice", int(ends[-1])) if names else np.zeros((0, 0, 0))
        for shown, own, end in zip(self.study.shown, names, ends, strict=True):
            yield from self._first_choices_of(shown, own, had[:, :, end - len(own) : end])

    def _first_choices_of(self, shown: Shown, names: Sequence[str], had: Any) -> Iterator[Figure]:
        had = had * self.finished[:, None, None]
        won = (had * self.won[:, :, None]).sum(axis=1)
        of = had.sum(axis=1)
        piles = np.asarray(shown.pile(self.game.box.record) if shown.pile else np.zeros(len(names)), int)[: len(names)]
        even = 1 / self.seats
        for pile in np.unique(piles):
            same: list[int] = np.flatnonzero(piles == pile).tolist()
            base = Term(self.by_deal(won[:, same].sum(axis=1)), self.by_deal(of[:, same].sum(axis=1)), -1.0)
            for card in same:
                own = Term(self.by_deal(won[:, card]), self.by_deal(of[:, card]))
                yield Figure("wins with first choice", shown.kind, names[card], (own, base), even=even, offset=even)

    @cached_property
    def _used(self) -> tuple[list[tuple[str, str]], Any]:
        names = list(dict.fromkeys(self.game.tallied))
        return names, self.spread("used", len(names)) * self.finished[:, None, None]

    @property
    def names(self) -> list[str]:
        """The used items by name, in the order of `most_used`."""
        return [name for _, name in self._used[0]]

    def _users(self) -> Iterator[Figure]:
        names, used = self._used
        for i, (kind, name) in enumerate(names):
            by = used[:, :, i]
            yield self.ratio("used", kind, name, by.any(axis=1), self.finished, share=True)
            won = (by * self.won).sum(axis=1)
            yield self.ratio("wins of users", kind, name, won, by.sum(axis=1), share=True)

    def _pairs(self) -> Iterator[Figure]:
        """How much more often users of both win than expected from the users of each alone."""
        names, used = self._used
        for kind, cards in self.most_used.items():
            for at, one in enumerate(cards):
                for other in cards[:at]:
                    terms = []
                    for first, second, weight in ((1, 1, 1.0), (1, 0, -1.0), (0, 1, -1.0), (0, 0, 1.0)):
                        those = (used[:, :, one] == first) & (used[:, :, other] == second)
                        those = those * self.finished[:, None]
                        won, of = (those * self.won).sum(axis=1), those.sum(axis=1)
                        terms.append(Term(self.by_deal(won), self.by_deal(of), weight))
                    what = f"{names[one][1]} and {names[other][1]}"
                    yield Figure("pair", kind, what, tuple(terms), even=0.0)

    @cached_property
    def most_used(self) -> dict[str, list[int]]:
        """The numbers of the cards of each kind whose pairs are looked at: used by some, but not by nearly all."""
        names, used = self._used
        rate = used.mean(axis=(0, 1)) if len(self.rows) else np.zeros(len(names))
        found = {}
        for kind, of in self.game.tallies.items():
            if not isinstance(of, str):
                continue  # how a game ended and the like are no cards
            own = [i for i, each in enumerate(names) if each[0] == kind and rate[i] < 0.9]
            best = sorted(own, key=lambda i: -rate[i])[:MOST_PAIRS]
            if len(best) > 2:
                found[kind] = best
        return found

    def _parts_of_games(self) -> Iterator[Figure]:
        """How often players win who first used a card in each part of the game, for the cards that are used most."""
        names, _ = self._used
        wanted = {i: kind for kind, cards in self.most_used.items() for i in cards}
        shape = (len(names), PARTS, len(self.rows))
        won, of = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        last = max((row["rounds"] for row in self.rows), default=1)
        for game, row in enumerate(self.rows):
            for item, number in zip(row["used"], row["used_round"], strict=True):
                seat, i = divmod(item, len(names))
                if i in wanted and row["finished"]:
                    part = min(PARTS - 1, max(0, number - 1) * PARTS // last)
                    won[i, part, game] += row["won"][seat]
                    of[i, part, game] += 1
        for i, kind in wanted.items():
            for part in range(PARTS):
                what = f"{names[i][1]}, {PART_NAMES[part]}"
                more: dict[str, Any] = {"share": True, "even": 1 / self.seats}
                yield self.ratio("wins of users by part", kind, what, won[i, part], of[i, part], **more)


class Noticed(NamedTuple):
    """A figure with its estimate, and whether it is pointed out: significant among all shown figures."""

    figure: Figure
    estimate: Estimate
    held: bool


def noticed(figures: Sequence[Figure]) -> list[Noticed]:
    """The figures that differ significantly from the even value."""
    found = [(f, e) for f in figures if f.even is not None and f.observed >= FEWEST and (e := f.estimate)]
    held = statistics.discoveries([e.p_value(f.even or 0.0) for f, e in found])
    return [Noticed(f, e, each) for (f, e), each in zip(found, held, strict=True)]


class Changed(NamedTuple):
    """A figure with both boxes, and their difference: the other box minus the studied one."""

    figure: Figure
    before: Estimate
    after: Estimate
    difference: Estimate
    held: bool


def changes(before: Games, after: Games, shown: Callable[[Figure], bool] = lambda figure: True) -> list[Changed]:
    """The changes that another box makes to the shown figures, on the same deals: significant ones first, then by size
    relative to the interval.
    """
    found = []
    for key, figure in before.all.items():
        other = after.all.get(key)
        if other is None or not shown(figure) or min(figure.observed, other.observed) < FEWEST:
            continue
        one, two, gap = figure.estimate, other.estimate, other.less(figure)
        if one and two and gap:
            found.append((figure, one, two, gap))
    held = statistics.discoveries([gap.p_value() for *_, gap in found])
    rows = [Changed(*each, was) for each, was in zip(found, held, strict=True)]
    return sorted(rows, key=lambda row: (not row.held, row.difference.p_value()))
