"""The meanings of the symbols on robots, Events and Actions."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.games.recharge.rules.abilities import ABILITIES
from cogtable.games.recharge.table.labels import ACTION_ICONS
from cogtable.table import Box, LegendEntry, capital, phrase, say

_HUES = (
    ("red", phrase("acts on the other players")),
    ("purple", phrase("brings crowns")),
    ("orange", phrase("plays robots")),
    ("green", phrase("brings batteries")),
    ("blue", phrase("brings cards")),
    ("gold", phrase("brings coins")),
    ("teal", phrase("copies a robot")),
    ("gray", phrase("something else")),
)
"""The strength of robots of each colour. The colours are those of `labels.CHARACTERS`."""


def legend(box: Box) -> Iterator[LegendEntry]:
    """The legend, in the order in which a beginner meets the symbols."""
    yield from _things()
    yield from _robots()
    yield from _shorthand(box)


def _things() -> Iterator[LegendEntry]:
    group = say("Things")
    price = say("The price of a robot, at its upper left")
    yield LegendEntry(symbol="**3**", words=price, group=group, rule="RC-R12")
    icons = dict(zip(("cards", "coin", "battery", "wrench"), ACTION_ICONS, strict=True))
    battery = say("A battery: a robot spends one each round to act")
    yield LegendEntry(symbol=f"[[{icons['battery']}]]", words=battery, group=group, rule="RC-R10")
    spent = say("A battery that was spent this round")
    yield LegendEntry(symbol="[[battery-spent]]", words=spent, group=group, rule="RC-R10")
    crown = say("A crown: crowns win, on robots and as tokens")
    yield LegendEntry(symbol="[[crown]]", words=crown, group=group, rule="RC-R18")
    yield LegendEntry(
        symbol=f"[[{icons['coin']}]]", words=say("A coin, $1: pays for robots"), group=group, rule="RC-R12"
    )
    yield LegendEntry(symbol=f"[[{icons['cards']}]]", words=say("A card in your hand"), group=group, rule="RC-R3")
    pile = say("The discard pile: everybody may look through it")
    yield LegendEntry(symbol="[[card]]", words=pile, group=group, rule="RC-R4")
    construct = say("The Action Construct: play a robot")
    yield LegendEntry(symbol=f"[[{icons['wrench']}]]", words=construct, group=group, rule="RC-R9")
    yield LegendEntry(
        symbol="[[lock]]", words=say("An Action that nobody may choose this round"), group=group, rule="RC-R7"
    )
    check = say("The Action that you chose")
    yield LegendEntry(symbol="[[check]]", words=check, group=group, rule="RC-R9")
    event = say("An Event: everybody follows it this round")
    yield LegendEntry(symbol="[[crowd/fair]]", family="crowd", words=event, group=group, rule="RC-R7")


def _robots() -> Iterator[LegendEntry]:
    group = say("The colour of a robot says what it is good at")
    for hue, words in _HUES:
        symbol, family = f"[[robot/Rivet/{hue}]]", f"robot/*/{hue}"
        yield LegendEntry(symbol=symbol, words=capital(say(words)), family=family, group=group)
    yield LegendEntry(symbol=say("PLAY"), words=say("You can play it now"), tag=True, group=group, rule="RC-R12")


def _shorthand(box: Box) -> Iterator[LegendEntry]:
    """The abilities of the box's robots, in symbols and in words: one robot for each operation."""
    group = say("Abilities of robots in short: the cost or condition comes before the arrow or colon")
    first = {row.operation: row for rows in box.record.does[::-1] for row in ABILITIES.rows(rows.flat)}
    for number, operation in enumerate(ABILITIES.operations):
        if number in first and operation.short:
            words = capital(ABILITIES.say(first[number]))
            yield LegendEntry(symbol=ABILITIES.say(first[number], short=True), words=words, group=group)
    yield LegendEntry(symbol=say("here"), words=say("On or from this robot"), group=group)
