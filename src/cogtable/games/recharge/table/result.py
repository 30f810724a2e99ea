"""The end of the game: the places, where the crowns came from, and where a seat fell behind."""

from __future__ import annotations

import msgspec

from cogtable.games.recharge.rules.state import Recharge
from cogtable.table import Box, Result, Words, listed, name_of, phrase, placements, plural, say

SPARE = 4
"""Coins that are worth a mention when they are left over: the price of a robot."""


def minus(number: int) -> str:
    """A number, with a minus sign as wide as a plus."""
    return str(number).replace("-", "−")


def result(s: Recharge, box: Box, seat: int) -> Result:
    """The places of a game that is over. The seat that reads is told where it fell behind."""
    places = placements(s, box, lambda other: _crowns_words(s, other), _crowns_short)
    first = places[0].seat
    for at, place in enumerate(places):
        if place.seat == seat and place.rank > 1:
            places[at] = msgspec.structs.replace(place, why=why_behind(s, seat, first))
    shared = sum(place.rank == 1 for place in places) > 1
    level = phrase("Tied on crowns: the victory is shared · [[rule:RC-Q17]]")
    return Result(words=say(level if shared else phrase("Most crowns · [[rule:RC-R18]]")), placements=places)


def why_behind(s: Recharge, seat: int, winner: int) -> Words:
    """Where a seat has fewer crowns than the winner, the larger difference first; and what it left unused."""
    printed = int(s.printed[winner]) - int(s.printed[seat])
    gained = int(s.crowns[winner]) - int(s.crowns[seat])
    sentences = [(printed, _printed_words(s, seat, winner, printed)), (gained, _gained_words(winner, gained))]
    found = [words for count, words in sorted(sentences, reverse=True) if count > 0]
    return " ".join([*found, *_left_over(s, seat)])


def _printed_words(s: Recharge, seat: int, winner: int, count: int) -> Words:
    robots = plural(int(s.robots[winner]), "{n} robot", "{n} robots")
    return plural(
        count,
        "{seat}’s robots have {n} crown more printed on them ({robots}; you have {own}).",
        "{seat}’s robots have {n} crowns more printed on them ({robots}; you have {own}).",
        seat=name_of(winner),
        robots=robots,
        own=int(s.robots[seat]),
    )


def _gained_words(winner: int, count: int) -> Words:
    return plural(
        count,
        "During the game {seat} gained {n} crown more.",
        "During the game {seat} gained {n} crowns more.",
        seat=name_of(winner),
    )


def _left_over(s: Recharge, seat: int) -> list[Words]:
    """Coins and cards that could have become robots."""
    left = [say("${n}", n=int(s.coins[seat]))] if s.coins[seat] >= SPARE else []
    if s.held[seat]:
        left.append(plural(int(s.held[seat]), "{n} card", "{n} cards"))
    return (
        [say("You had {things} left, which count for nothing · [[rule:RC-Q16]]", things=listed(left))] if left else []
    )


def _crowns_short(crowns: int) -> Words:
    return plural(crowns, "One crown short", "{n} crowns short")


def _crowns_words(s: Recharge, seat: int) -> Words:
    return plural(
        int(s.robots[seat]),
        "{printed} on {n} robot, {tokens} gained",
        "{printed} on {n} robots, {tokens} gained",
        printed=minus(int(s.printed[seat])),
        tokens=minus(int(s.crowns[seat])),
    )
