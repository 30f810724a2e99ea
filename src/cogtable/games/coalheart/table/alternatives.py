"""The Action Hexes side by side: what each would give every player, in words and symbols."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.games.coalheart.rules.components import Hex
from cogtable.games.coalheart.rules.state import EMPTY, Coalheart
from cogtable.games.coalheart.table import pieces as ids
from cogtable.games.coalheart.table.comparison import Result, results
from cogtable.games.coalheart.table.labels import hex_name, looks
from cogtable.table import (
    Alternative,
    Box,
    Column,
    Compare,
    Share,
    Template,
    Words,
    name_of,
    phrase,
    plural,
    say,
    series,
)

CUBE = "cube/gray/square/?"
"""A cube of any colour."""

_SAYS: dict[int, Template] = {
    Hex.MINE: phrase("cubes, two for the leader"),
    Hex.UPGRADE: phrase("parts in reach"),
    Hex.FIGHT: phrase("all may attack, leader +{perk}"),
    Hex.GEAR: phrase("a card, leader deluxe"),
    Hex.CAPTURE: phrase("take the Coal Heart"),
    Hex.SCAVENGE: phrase("any cube, leader only"),
}
_HEART_HELD: Template = phrase("use the Coal Heart")


def compare(s: Coalheart, box: Box, seats: list[int], places: list[tuple[int, int, int]]) -> Compare:
    """The comparison, with a column for each of `seats`; `places` are the hexes by place, kind and user, in order."""
    found = {kind: results(s, box, kind) for kind in {kind for _, kind, user in places if user == EMPTY}}
    rows = []
    for place, kind, user in places:
        row = Alternative(piece=ids.HEX(place), title=hex_name(kind), text=_text(s, box, kind))
        if user == EMPTY:
            row.shares = [_share(s, found[kind][seat], seat, kind) for seat in seats]
        else:
            row.all = say("Used by {seat}", seat=name_of(user))
        rows.append(row)
    return Compare(
        id="compare",
        title=say("Choose a hex") if s.lead == seats[0] else say("Action Hexes"),
        text=say("what each player gets"),
        columns=[Column(seat=seat, icon=f"head/{looks(int(s.robot[seat]))}") for seat in seats],
        rows=rows,
    )


def _text(s: Coalheart, box: Box, kind: int) -> Words:
    if kind == Hex.CAPTURE and s.heart == s.lead:
        return say(_HEART_HELD)
    return say(_SAYS[kind], perk=box.record.perk)


def _share(s: Coalheart, result: Result, seat: int, kind: int) -> Share:
    if result.wins:
        return Share(words=say("wins"), text=series(_notes(result)), tone="good")
    before, after = int(s.hp[seat]), result.hp
    words = list(_gains(result, kind))
    if result.mended:
        words.append(f"{after} [[heart]]")
    elif before and not after:
        words.append(say("breaks"))
    elif after != before:
        words.append(f"{_signed(after - before)} [[heart]]")
    if not words:
        return Share(words=say("nothing"), text=series(_notes(result)), tone="quiet")
    bad, good = after < before, after > before or result.heart
    return Share(words=" ".join(words), text=series(_notes(result)), tone="bad" if bad else "good" if good else "plain")


def _gains(result: Result, kind: int) -> Iterator[Words]:
    """The symbols of what a player gets, without HP."""
    if result.heart:
        yield "[[ember]]"
    if result.parts:
        yield f"{result.parts} [[cell]]"
    if result.attack or (kind == Hex.FIGHT and result.attack is not None):
        yield f"[[burst]] {result.attack}"
    if result.strike:
        yield f"[[burst]] {result.strike}"
    if result.cubes:
        sign = "" if result.attack is None and not result.strike else "+"
        yield f"{sign}{result.cubes} [[{CUBE}]]"
    if result.cards:
        yield f"{result.cards if result.cards > 1 else ''} [[cards]]{'[[star]]' if result.deluxe else ''}".strip()
    if result.safe:
        yield "[[lock]]"


def _notes(result: Result) -> list[Words]:
    """The same in a few words, as far as symbols do not say it."""
    notes = []
    if result.heart:
        notes.append(say("takes the Heart"))
    if result.robbed:
        notes.append(say("loses the Heart"))
    if result.mended:
        notes.append(say("mended"))
    if result.parts:
        notes.append(say("in reach"))
    if result.safe:
        notes.append(say("cannot be attacked"))
    if result.drawn:
        notes.append(plural(result.drawn, "{n} from the bag", "{n} from the bag"))
    if result.cards and result.deluxe:
        notes.append(say("deluxe, too"))
    return notes


def _signed(count: int) -> str:
    return f"+{count}" if count > 0 else f"−{-count}"
