"""The abilities of parts, Gear and the Coal Heart, in words of three lengths."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.games.coalheart.rules.abilities import ABILITIES
from cogtable.games.coalheart.rules.box import Source
from cogtable.table import Box, Icon, OtherWords, Row, Words, capital, listed, phrase, printed, say, series

HEX_ICONS: tuple[Icon, ...] = ("pick", "wrench", "swords", "cog", "ember", "claw")
"""The pictures of the Action Hexes, which stand for them in abilities too."""

_SHORT: OtherWords = {
    "mine": phrase("Mine"),
    "upgrade": phrase("Upgrade"),
    "gear": phrase("Gear"),
    "select": phrase("Select {hex}"),
    "mine-end": phrase("Mine, at its end"),
    "upgrade-end": phrase("After Upgrade"),
    "select-mine-end": phrase("Select Mine"),
    "attacking": phrase("Attacking"),
    "from-supply": phrase("Supply gives"),
    "from-player": phrase("Took a cube"),
    "gaining": phrase("Gaining HP"),
    "dealt": phrase("{n}+ dealt"),
    "spending": phrase("Gear spent"),
    "building": phrase("Each build"),
    "may": "",
    "pay-hp": phrase("pay {n} HP"),
    "pay-cube": phrase("pay 1 cube"),
    "discard-gear": phrase("drop a Gear"),
    "power": "+{n} [[burst]]",
    "deluxe": phrase("deluxe allowed"),
    "barter": phrase("shoulder or leg for any cubes"),
    "attack": phrase("attack"),
    "shield": phrase("no attacks on you"),
    "take": phrase("take\u00a0{n}"),
    "choose": phrase("take 1 you choose"),
    "quarry": phrase("take the last"),
    "gain": phrase("+{n}\u00a0HP"),
    "damage-each": phrase("all lose {n}"),
    "damage-them": phrase("they lose {n}"),
    "strike": phrase("{n} damage for each cube got"),
    "boost": phrase("+{n} damage"),
    "double": phrase("double the damage"),
    "halve": phrase("half the damage"),
    "fetch": phrase("fetch {one} or {other}"),
    "take-gear": phrase("take a Gear"),
    "receive": phrase("they give you 1"),
    "punch": phrase("take 1 of theirs"),
    "discount": phrase("−{n} on a part"),
    "capture": phrase("take the Coal Heart"),
    "weld": phrase("build 1 part free"),
    "mend": phrase("mended with {n} HP"),
}
"""For large hexes: three lines of about fifteen letters."""

_BRIEF: OtherWords = {
    "mine": "[[pick]]",
    "upgrade": "[[wrench]]",
    "gear": "[[gear]]",
    "select": "{hex}:",
    "mine-end": "[[pick]]",
    "upgrade-end": "[[wrench]]",
    "select-mine-end": "[[pick]]",
    "attacking": "[[swords]]",
    "from-supply": "[[bag]]",
    "from-player": "[[hand]]",
    "gaining": "[[heart]]",
    "dealt": "[[burst]]",
    "spending": "[[gear]]",
    "building": "[[wrench]]",
    "may": "",
    "pay-hp": "",
    "pay-cube": "",
    "discard-gear": "",
    "power": "+{n} [[burst]]",
    "deluxe": phrase("deluxe"),
    "barter": phrase("barter"),
    "attack": phrase("attack"),
    "shield": phrase("immune"),
    "take": "+{n}",
    "choose": "+1",
    "quarry": phrase("last"),
    "gain": phrase("+{n}\u00a0HP"),
    "damage-each": phrase("hit all"),
    "damage-them": phrase("hit {n}"),
    "strike": phrase("strike"),
    "boost": "+{n}",
    "double": "×2",
    "halve": phrase("half"),
    "fetch": phrase("fetch"),
    "take-gear": phrase("Gear"),
    "receive": phrase("rob"),
    "punch": phrase("rob"),
    "discount": phrase("cost −{n}"),
    "capture": phrase("Heart"),
    "weld": phrase("free"),
    "mend": phrase("mend"),
}
"""For the smallest hexes that have words."""


_MARKED = ("mine", "upgrade", "gear", "attacking", "from-supply", "from-player", "gaining", "spending", "building")
"""The conditions with their own symbol on the smallest hexes."""
_WORDED = (
    "deluxe", "barter", "attack", "shield", "quarry", "damage-each", "damage-them", "strike", "halve", "fetch",
    "take-gear", "receive", "discount", "capture", "weld", "mend",
)  # fmt: skip
"""The effects that have their own word there."""


def brief_symbols() -> Iterator[tuple[Words, Words]]:
    """The symbols and words on the smallest hexes, each with its meaning."""
    marked = {
        ABILITIES.general(name, _BRIEF): [
            ABILITIES.general(other) for other in _MARKED if _BRIEF[other] == _BRIEF[name]
        ]
        for name in _MARKED
    }
    for symbol, meanings in marked.items():
        yield symbol, " · ".join(map(capital, meanings))
    yield "[[burst]]", say("Attack: a part adds so much to the attack value, or acts when so much damage was dealt")
    for name in _WORDED:
        yield ABILITIES.general(name, _BRIEF), capital(ABILITIES.general(name))


@printed
def ability(box: Box, source: int) -> Words:
    """The ability of a source: its conditions and effects."""
    return " ".join(ABILITIES.words(_numbers(box, source)))


@printed
def deed(box: Box, source: int) -> Words:
    """The effects of a source, without conditions, in lower case."""
    return ABILITIES.done(_effects(box, source))


@printed
def short_ability(box: Box, source: int) -> Words:
    """The ability of a source, for a large hex."""
    when, done = series(_conditions(box, source, _SHORT)), short_deed(box, source)
    return capital(say("{conditions}: {effects}", conditions=when, effects=done) if when else done)


@printed
def short_deed(box: Box, source: int) -> Words:
    """The effects of a source, for a large hex, without conditions, in lower case."""
    return listed([ABILITIES.say(row, _SHORT, short=True) for row in _effects(box, source)])


@printed
def brief_ability(box: Box, source: int) -> Words:
    """The ability of a source, for a small hex."""
    effects = _effects(box, source)
    done = [ABILITIES.say(row, _BRIEF, short=True) for row in effects]
    always = [row.operation for row in effects] == [ABILITIES["deluxe"]]
    return " ".join(done if always else [*_conditions(box, source, _BRIEF), *done])


@printed
def sign(box: Box, source: int) -> Words:
    """The shortest form of an ability: the symbol of the moment when it acts, or what it always adds."""
    rows = [row for row in ABILITIES.rows(_numbers(box, source)) if row.guards]
    if not rows:
        return brief_ability(box, source)
    select = ABILITIES["select"]
    signs = [
        f"[[{HEX_ICONS[row.arguments[0]]}]]" if row.operation == select else ABILITIES.say(row, _BRIEF, short=True)
        for row in rows
    ]
    return " ".join(filter(None, signs))


def _conditions(box: Box, source: int, words: OtherWords) -> list[Words]:
    rows = ABILITIES.rows(_numbers(box, source))
    return [said for row in rows if row.guards and (said := ABILITIES.say(row, words, short=True))]


def _effects(box: Box, source: int) -> list[Row]:
    return [row for row in ABILITIES.rows(_numbers(box, source)) if not row.guards]


def _numbers(box: Box, source: int) -> list[int]:
    b = box.record
    if source < Source.GEAR:
        rows = b.part_does[source]
    elif source < Source.HEART:
        rows = b.gear_does[source - Source.GEAR]
    else:
        rows = b.heart_does[source - Source.HEART]
    numbers: list[int] = rows.ravel().tolist()
    return numbers
