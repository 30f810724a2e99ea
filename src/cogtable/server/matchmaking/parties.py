"""Which searches are offered to one another: the closest ratings first, and after a while everybody."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from cogtable.server.db.seeks import SeekRow

NEAR = 200.0
"""The difference of ratings up to which people are paired at once."""

WIDER_S = 15.0
"""After each of these times, in seconds, the difference may be larger by as much again."""

EVERYBODY_S = 60.0
"""After this time everybody is paired with everybody, in seconds."""

MIDDLE = 1500.0
"""Where people without a rating stand among the others. Their ratings fit everybody's."""


def parties(
    waiting: Sequence[SeekRow], now: float, blocked: Collection[frozenset[str]] = ()
) -> Iterator[tuple[SeekRow, ...]]:
    """Returns groups of searches for the same game, each in one group at most. The longest waiting ones choose first.

    A rated game needs people in all seats. Otherwise two searches are enough, and bots keep the other seats.
    """
    alike: dict[tuple[str, str, int, bool], list[SeekRow]] = defaultdict(list)
    for seek in waiting:
        alike[seek.key].append(seek)
    for seeks in alike.values():
        yield from _Line(seeks, now, blocked).groups()


def fits(one: SeekRow, other: SeekRow, now: float) -> bool:
    """Whether two searches fit, as far as ratings and finished games are concerned. The one that has waited longer
    decides.
    """
    waited = now - min(one.since, other.since)
    if waited >= EVERYBODY_S:
        return True
    return one.leaves == other.leaves and _gap(one, other) <= NEAR * (1 + waited // WIDER_S)


def _gap(one: SeekRow, other: SeekRow) -> float:
    return 0 if one.rating is None or other.rating is None else abs(one.rating - other.rating)


class _Line:
    """Searches for the same game in a line, by their ratings. Paired ones leave it."""

    def __init__(self, seeks: Sequence[SeekRow], now: float, blocked: Collection[frozenset[str]]) -> None:
        self._now = now
        self._blocked = blocked
        self._seeks = sorted(seeks, key=_place)
        self._before = list(range(-1, len(seeks) - 1))
        self._after = [*range(1, len(seeks)), -1]
        self._gone = [False] * len(seeks)

    def groups(self) -> Iterator[tuple[SeekRow, ...]]:
        """Returns the groups."""
        for at in sorted(range(len(self._seeks)), key=lambda each: self._seeks[each].since):
            if not self._gone[at] and (group := self._group(at)):
                for each in group:
                    self._remove(each)
                yield tuple(self._seeks[each] for each in group)

    def _group(self, first: int) -> list[int]:
        """Returns the searches that play with the `first`; none if too few fit."""
        seeks, group = self._seeks, [first]
        people = len(seeks[first].people)
        for other in self._nearest(first):
            more = len(seeks[other].people)
            if people + more > seeks[first].seats or not all(self._fit(seeks[each], seeks[other]) for each in group):
                continue
            group.append(other)
            people += more
            if people == seeks[first].seats or not seeks[first].rated:
                return group
        return []

    def _fit(self, one: SeekRow, other: SeekRow) -> bool:
        if not fits(one, other, self._now):
            return False
        for person in one.people:
            for met in other.people:
                if frozenset((person.person, met.person)) in self._blocked:
                    return False
                if met.person in one.declined or person.person in other.declined:
                    return False
        return True

    def _nearest(self, at: int) -> Iterator[int]:
        """Returns the others in the line, the closest rating first."""
        low, high = self._before[at], self._after[at]
        own = _place(self._seeks[at])
        while low >= 0 or high >= 0:
            below = own - _place(self._seeks[low]) if low >= 0 else math.inf
            above = _place(self._seeks[high]) - own if high >= 0 else math.inf
            if below <= above:
                yield low
                low = self._before[low]
            else:
                yield high
                high = self._after[high]

    def _remove(self, at: int) -> None:
        before, after = self._before[at], self._after[at]
        self._gone[at] = True
        if before >= 0:
            self._after[before] = after
        if after >= 0:
            self._before[after] = before


def _place(seek: SeekRow) -> float:
    return MIDDLE if seek.rating is None else seek.rating
