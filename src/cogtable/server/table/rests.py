"""Rests: the hours of the night and the vacations in which a person's clock stands still, in games over days.

Both are bounded, so that others do not wait forever: nights last at most `LONGEST_NIGHT_S`, and new hours hold from
`NOTICE_S` later, so that nobody stops a clock by calling the present hour night. A vacation counts in whole days.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from cogtable.engine.text.words import plural, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import Night, Rest, TableRow, Vacation
from cogtable.server.wire.base import DAY_S, LONGEST_NIGHT_S, NOTICE_S

KEPT_S = 2 * 366 * DAY_S
"""How long nights and vacations of the past are kept, in seconds. No clock runs for longer without a move."""

MINUTES = 24 * 60

Rests = Mapping[int, Rest]
"""The rests of people, by their seats."""

NO_RESTS: Rests = {}

Span = tuple[float, float]


def rests_of(row: TableRow) -> Rests:
    """Returns the rests that count at a table."""
    if not allows_rests(row):
        return NO_RESTS
    return {seat.seat: seat.rest for seat in row.seats if seat.rest and seat.kind == "person" and not seat.resigned}


def allows_rests(row: TableRow) -> bool:
    """Whether clocks can rest at a table: in games over days outside tournaments, where others wait for the round."""
    return not row.game_s and row.move_s >= DAY_S and not row.tournament


def counted(rest: Rest | None, begin: float, end: float) -> float:
    """Returns the seconds of a time that count on a person's clock."""
    if rest is None or end <= begin:
        return end - begin
    return end - begin - sum(until - since for since, until in _merged(rest, begin, end))


def resting(rest: Rest, moment: float) -> tuple[Literal["night", "vacation"], float] | None:
    """Returns why a person's clock rests at a moment, and until when; None if it runs."""
    for vacation in rest.vacations:
        if vacation.begin <= moment < vacation.end:
            return "vacation", vacation.end
    for since, until in _nights(rest, moment, moment + 1):
        if since <= moment < until:
            return "night", until
    return None


def _merged(rest: Rest, begin: float, end: float) -> list[Span]:
    """Returns the rests within a time, none of which touch."""
    vacations = ((each.begin, each.end) for each in rest.vacations)
    found: list[Span] = []
    for since, until in sorted([*vacations, *_nights(rest, begin, end)]):
        since, until = max(since, begin), min(until, end)
        if found and since <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], until))
        elif since < until:
            found.append((since, until))
    return found


def _nights(rest: Rest, begin: float, end: float) -> Iterator[Span]:
    """Returns the nights that overlap a time; a night ends when other hours begin to hold."""
    for night, over in _held(rest):
        first, last = max(begin, night.since), min(end, over)
        if first >= last or night.begin == night.end:
            continue
        zone = zone_of(night.zone)
        day = datetime.fromtimestamp(first, zone).date() - timedelta(days=1)
        while (since := _at(day, night.begin, zone)) < last:
            until = _at(day + timedelta(days=night.end <= night.begin), night.end, zone)
            if until > first:
                yield max(since, night.since), min(until, over)
            day += timedelta(days=1)


def _held(rest: Rest) -> Iterator[tuple[Night, float]]:
    """Returns the nights of a rest, and when each ceases to hold."""
    ends = (*(night.since for night in rest.nights[1:]), math.inf)
    return zip(rest.nights, ends, strict=False)


def _at(day: date, minutes: int, zone: ZoneInfo) -> float:
    return datetime(day.year, day.month, day.day, minutes // 60, minutes % 60, tzinfo=zone).timestamp()


@lru_cache
def zone_of(name: str) -> ZoneInfo:
    """Returns a time zone. Raises Refusal if there is none with this name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        words = say('expected a time zone such as "Europe/Berlin"; found "{name}"', name=name[:40])
        raise Refusal("malformed", words) from error


def read(text: str) -> Rest:
    """Returns a rest from its stored form."""
    return msgspec.json.decode(text, type=Rest) if text else Rest()


def written(rest: Rest) -> str:
    """Returns a rest in its stored form; empty if there is none."""
    return msgspec.json.encode(rest).decode() if rest != Rest() else ""


# --- changes ---------------------------------------------------------------------------------------


def with_night(rest: Rest, zone: str, begin: int, end: int, moment: float) -> Rest:
    """Returns the rest with other hours of the night, which hold from `NOTICE_S` later; none if both are equal. Raises
    Refusal.
    """
    zone_of(zone)
    if not (0 <= begin < MINUTES and 0 <= end < MINUTES):
        words = say("expected minutes after midnight, 0 to 1439; found {begin} and {end}", begin=begin, end=end)
        raise Refusal("malformed", words)
    if (end - begin) % MINUTES * 60 > LONGEST_NIGHT_S:
        hours, found = LONGEST_NIGHT_S // 3600, (end - begin) % MINUTES / 60
        words = say("a night lasts at most {most} hours; found {found} hours", most=hours, found=f"{found:g}")
        raise Refusal("malformed", words)
    now = [night for night in rest.nights if night.since <= moment]
    known = now[-1] if now else None
    if known is None and begin == end:
        return msgspec.structs.replace(rest, nights=())
    if known and (known.zone, known.begin, known.end) == (zone, begin, end):
        return msgspec.structs.replace(rest, nights=tuple(now))
    night = Night(zone=zone, begin=begin, end=end, since=moment + NOTICE_S)
    return _without_old(msgspec.structs.replace(rest, nights=(*now, night)), moment)


def with_vacation(rest: Rest, days: int, most: float, moment: float) -> Rest:
    """Returns the rest with a vacation that begins at once. `most` is the number of days of a year. Raises Refusal."""
    if any(each.begin <= moment < each.end for each in rest.vacations):
        raise Refusal("late", say("you are on vacation already"))
    left = days_left(rest, most, moment)
    if not 1 <= days <= left:
        words = plural(
            math.floor(min(left, 10_000)),
            "you have {n} day of vacation left this year; found {found}",
            "you have {n} days of vacation left this year; found {found}",
            found=days,
        )
        raise Refusal("malformed", words)
    vacation = Vacation(begin=moment, end=moment + days * DAY_S, days=days)
    return _without_old(msgspec.structs.replace(rest, vacations=(*rest.vacations, vacation)), moment)


def back_from_vacation(rest: Rest, moment: float) -> Rest:
    """Returns the rest after a person has ended their vacation. Days that have begun are used. Raises Refusal."""
    if not rest.vacations or not rest.vacations[-1].begin <= moment < rest.vacations[-1].end:
        raise Refusal("late", say("you are not on vacation"))
    last = rest.vacations[-1]
    used = max(1, math.ceil((moment - last.begin) / DAY_S))
    ended = msgspec.structs.replace(last, end=moment, days=used)
    return msgspec.structs.replace(rest, vacations=(*rest.vacations[:-1], ended))


def days_left(rest: Rest, most: float, moment: float) -> float:
    """Returns how many days of vacation a person has left in the calendar year (UTC) of a moment."""
    year = _year(moment)
    return max(0, most - sum(each.days for each in rest.vacations if _year(each.begin) == year))


def _year(moment: float) -> int:
    return datetime.fromtimestamp(moment, UTC).year


def _without_old(rest: Rest, moment: float) -> Rest:
    """Returns the rest without what no running clock can need."""
    old = moment - KEPT_S
    return Rest(
        nights=tuple(night for night, end in _held(rest) if end > old),
        vacations=tuple(each for each in rest.vacations if each.end > old),
    )
