"""A series: a tournament that is held again and again, with overall standings.

The next tournament is made as soon as the present one begins, with the same settings and at the same time of day in the
creator's time zone, also across a change to or from daylight saving time. Dates that have passed while no server ran
are left out. A tournament of a series to which too few players come is cancelled.

In the standing, either the places in the tournaments count, with `PLACES`, or the points scored there; of each player
the best results. Only tournaments that are over count. A person is recognised by their account or their browser, and
other guests by their names.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

import msgspec

from cogtable.server.accounts.names import skeleton
from cogtable.server.core.tokens import new_id
from cogtable.server.db.series import Counts, Every, SeriesRow
from cogtable.server.db.tournaments import EntrantRow, TournamentRow
from cogtable.server.table.rests import zone_of
from cogtable.server.tournaments.formats import FORMATS

DAYS: dict[Every, int] = {"day": 1, "week": 7, "fortnight": 14}
"""The number of days between two tournaments."""

PLACES = (10, 8, 6, 5, 4, 3, 2, 1)
"""The points for the places in a tournament, from the first on."""


class SeriesLine(NamedTuple):
    """A player in the standing of a series, with their latest name, and their points in each tournament that is over;
    None if they did not play. Those in `counted` are part of the total.
    """

    entrant: EntrantRow
    rank: int
    total: Fraction
    results: list[Fraction | None]
    counted: list[bool]


def following(starts: float, every: Every, zone: str, now: float) -> float:
    """Returns the first time after `now` that is a number of whole periods after `starts`, at the same time of day in a
    time zone.
    """
    local = datetime.fromtimestamp(starts, zone_of(zone) if zone else UTC)
    while True:
        # Adding days to a time with a zone keeps the time of day.
        local += timedelta(days=DAYS[every])
        if local.timestamp() > now:
            return local.timestamp()


def next_edition(series: SeriesRow, last: TournamentRow, now: float) -> tuple[SeriesRow, TournamentRow | None]:
    """Returns a series after its last tournament has begun, and its next one. None after the last one, or if the
    account of its creator was deleted.
    """
    if series.made >= series.editions or not last.account:
        return msgspec.structs.replace(series, due=None), None
    starts = following(series.starts, series.every, last.zone, now)
    made = msgspec.structs.replace(
        last,
        id=new_id(),
        name=name_of(series, series.made + 1),
        seed=secrets.randbits(63),
        created=now,
        state="open",
        round=0,
        rounds=series.rounds,
        due=starts,
        ends=None,
        version=0,
        entrants=(),
        pairings=(),
    )
    return msgspec.structs.replace(series, made=series.made + 1, starts=starts, due=starts), made


def name_of(series: SeriesRow, number: int) -> str:
    """Returns the name of a tournament of a series, counted from 1."""
    return f"{series.name} {number}"


def series_standing(editions: Sequence[TournamentRow], counts: Counts, best: int) -> list[SeriesLine]:
    """Returns the standing after these tournaments, which are over."""
    known: dict[str, EntrantRow] = {}
    results: dict[str, list[Fraction | None]] = {}
    for at, row in enumerate(editions):
        entrants = {entrant.number: entrant for entrant in row.entrants}
        seated = {player for each in row.pairings for player in each.players}
        for line in FORMATS[row.method].standing(row):
            if line.player not in seated:
                continue
            entrant = entrants[line.player]
            key = entrant.person or (skeleton(entrant.name) if entrant.name else f"{row.id}:{entrant.number}")
            place = Fraction(PLACES[line.rank - 1]) if line.rank <= len(PLACES) else Fraction(0)
            known[key] = entrant
            own = results.setdefault(key, [None] * len(editions))
            own[at] = place if counts == "places" else line.points
    counted = {key: _best(own, best) for key, own in results.items()}
    totals = {
        key: sum((each or Fraction(0) for each, counts in zip(own, counted[key], strict=True) if counts), Fraction(0))
        for key, own in results.items()
    }
    order = sorted(totals, key=lambda key: (-totals[key], known[key].name, key))
    return [
        SeriesLine(
            known[key], 1 + sum(each > totals[key] for each in totals.values()), totals[key], results[key], counted[key]
        )
        for key in order
    ]


def _best(results: Sequence[Fraction | None], best: int) -> list[bool]:
    """Returns which results count: the `best` highest, all if it is 0."""
    played = [(-each, at) for at, each in enumerate(results) if each is not None]
    chosen = {at for _, at in sorted(played)[: best or None]}
    return [at in chosen for at in range(len(results))]
