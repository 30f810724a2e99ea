"""What the signs on hexes, parts, cubes and Gear mean."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.engine.box import Box
from cogtable.engine.words import say
from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import GEARS
from cogtable.games.coalheart.table.abilities import ability, brief_signs
from cogtable.games.coalheart.table.labels import (
    CUBE_ICONS,
    DESIGNED,
    GEAR_ICONS,
    HEX_ICONS,
    cube_name,
    gear_name,
)
from cogtable.games.coalheart.table.prompts import HEX_WORDS
from cogtable.view import Sign


def signs(box: Box) -> Iterator[Sign]:
    """The legend, in the order in which a beginner meets the signs."""
    yield from _hexes(box)
    yield from _cubes()
    yield from _parts()
    yield from _gear(box)
    yield from _robots()


def _hexes(box: Box) -> Iterator[Sign]:
    group = say("Action Hexes")
    for kind, (words, rule) in HEX_WORDS.items():
        yield Sign(sign=f"[[{HEX_ICONS[kind]}]]", words=say(words, perk=box.record.perk), group=group, rule=rule)
    words = say("Selected already in this round, by whoever’s mark it bears")
    yield Sign(sign="[[mark/0]]", family="mark", words=words, group=group, rule="CH-R13")


def _cubes() -> Iterator[Sign]:
    for color, icon in enumerate(CUBE_ICONS):
        yield Sign(sign=f"[[{icon}]]", words=cube_name(color), group=say("Resources"), rule="CH-R2")


def _parts() -> Iterator[Sign]:
    group = say("On a robot’s parts: before the colon when it acts, then what it does")
    for sign, words in brief_signs():
        yield Sign(sign=sign, words=words, group=group, rule="CH-R36")
    words = say("A part of the robot, drawn in its colour; in gray until it is built")
    yield Sign(sign="[[part/arm/yellow/left]]", family="part", words=words, group=group, rule="CH-R38")
    words = say("Designed for this table: nobody published what this part does")
    yield Sign(sign=f"[[{DESIGNED}]]", words=words, group=group, rule="CH-Q1")


def _gear(box: Box) -> Iterator[Sign]:
    group = say("Gear")
    for kind in range(GEARS):
        words = say("{gear}: {does}", gear=gear_name(box, kind), does=ability(box, Source.GEAR + kind))
        yield Sign(sign=f"[[{GEAR_ICONS[kind]}]]", words=words, group=group, rule="CH-F37")
    words = say("Deluxe: only for the Active Player, and robots whose Core is built")
    yield Sign(sign="[[star]]", words=words, group=group, rule="CH-R29")


def _robots() -> Iterator[Sign]:
    group = say("Robots")
    robot, head = "[[robot/p5h2e1a5r2m1]]", "[[head/p5h2e1a5r2m1]]"
    yield Sign(sign=robot, family="robot", words=say("A robot, with the mark of who plays it"), group=group)
    yield Sign(sign=head, family="head", words=say("The head of a robot"), group=group)
    words = say("Broken: at 0 HP. It can still finish itself and win")
    yield Sign(sign="[[destroyed]]", words=words, group=group, rule="CH-R45")
