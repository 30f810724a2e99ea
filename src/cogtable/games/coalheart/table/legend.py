"""The meanings of the symbols on hexes, parts, cubes and Gear."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import GEARS
from cogtable.games.coalheart.table.abilities import HEX_ICONS, ability, brief_symbols
from cogtable.games.coalheart.table.labels import (
    CUBE_ICONS,
    DESIGNED,
    GEAR_ICONS,
    cube_name,
    gear_name,
)
from cogtable.games.coalheart.table.prompts import HEX_WORDS
from cogtable.table import Box, LegendEntry, say


def legend(box: Box) -> Iterator[LegendEntry]:
    """The legend, in the order in which a beginner meets the symbols."""
    yield from _hexes(box)
    yield from _cubes()
    yield from _parts()
    yield from _gear(box)
    yield from _robots()


def _hexes(box: Box) -> Iterator[LegendEntry]:
    group = say("Action Hexes")
    for kind, (words, rule) in HEX_WORDS.items():
        yield LegendEntry(
            symbol=f"[[{HEX_ICONS[kind]}]]", words=say(words, perk=box.record.perk), group=group, rule=rule
        )
    marked = say("Already selected this round, by the player whose mark it has")
    yield LegendEntry(symbol="[[mark/0]]", family="mark", words=marked, group=group, rule="CH-R13")


def _cubes() -> Iterator[LegendEntry]:
    for color, icon in enumerate(CUBE_ICONS):
        yield LegendEntry(symbol=f"[[{icon}]]", words=cube_name(color), group=say("Resources"), rule="CH-R2")


def _parts() -> Iterator[LegendEntry]:
    group = say("On a robot’s parts: before the colon when it acts, then its effect")
    for symbol, words in brief_symbols():
        yield LegendEntry(symbol=symbol, words=words, group=group, rule="CH-R36")
    words = say("A part of the robot, drawn in its colour; in gray until it is built")
    yield LegendEntry(symbol="[[part/arm/yellow/left]]", family="part", words=words, group=group, rule="CH-R38")
    words = say("Our own design: the ability of this part was never published")
    yield LegendEntry(symbol=f"[[{DESIGNED}]]", words=words, group=group, rule="CH-Q1")


def _gear(box: Box) -> Iterator[LegendEntry]:
    group = say("Gear")
    for kind in range(GEARS):
        words = say("{gear}: {does}", gear=gear_name(box, kind), does=ability(box, Source.GEAR + kind))
        yield LegendEntry(symbol=f"[[{GEAR_ICONS[kind]}]]", words=words, group=group, rule="CH-F37")
    words = say("Deluxe: only for the Active Player, and robots whose Core is built")
    yield LegendEntry(symbol="[[star]]", words=words, group=group, rule="CH-R29")


def _robots() -> Iterator[LegendEntry]:
    group = say("Robots")
    robot, head = "[[robot/p5h2e1a5r2m1]]", "[[head/p5h2e1a5r2m1]]"
    yield LegendEntry(symbol=robot, family="robot", words=say("A robot, with the mark of its player"), group=group)
    yield LegendEntry(symbol=head, family="head", words=say("The head of a robot"), group=group)
    words = say("Broken: at 0 HP. It can still finish itself and win")
    yield LegendEntry(symbol="[[destroyed]]", words=words, group=group, rule="CH-R45")
