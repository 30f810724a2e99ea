"""The meanings of the symbols on cards, machines and the board."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.games.smashgear.rules.abilities import ABILITIES
from cogtable.games.smashgear.table.labels import ARROWS, FORMS, HUES, TURNS, program_pictures
from cogtable.table import Box, LegendEntry, capital, say


def legend(box: Box) -> Iterator[LegendEntry]:
    """The legend, in the order in which a beginner meets the symbols."""
    yield from _cards()
    yield from _board()
    yield from _programs(box)


def _unit(kind: str, seat: int = 0) -> str:
    """The picture of one unit of a machine."""
    return f"machine/{HUES[seat]}/{FORMS[seat]}/0.0.{kind}"


def _cards() -> Iterator[LegendEntry]:
    group = say("On a card")
    yield LegendEntry(symbol="**4**", words=say("Its price in gears, at the top left"), group=group, rule="SG-R9")
    flip = say("What each flip costs in gears, at the top right")
    yield LegendEntry(symbol=f"[[{ARROWS[0]}]]", words=flip, group=group, rule="SG-R11")
    yield LegendEntry(symbol="[[gear]]", words=say("A gear: pays for cards and flips"), group=group, rule="SG-R8")
    yield LegendEntry(symbol="[[page]]", words=say("A Script: played at any time, once"), group=group, rule="SG-R12")
    plug = say("A plugin: stays on a machine or base")
    yield LegendEntry(symbol="[[plug]]", words=plug, group=group, rule="SG-R13")
    yield LegendEntry(symbol="[[cards]]", words=say("How many of these cards you hold"), group=group)
    yield LegendEntry(symbol="[[home]]", words=say("Base: build one on a heart of yours"), group=group, rule="SG-R23")
    burst = say("Destroy Base: a weapon that lies on a base destroys it")
    yield LegendEntry(symbol="[[burst]]", words=burst, group=group, rule="SG-R21")


def _board() -> Iterator[LegendEntry]:
    group = say("On the board")
    heart = say("A heart: when it is hit, its machine is destroyed")
    yield LegendEntry(symbol=f"[[{_unit('h')}]]", words=heart, group=group, rule="SG-R20")
    weapon = say("A weapon: breaks weapons and hearts that it lands on")
    yield LegendEntry(symbol=f"[[{_unit('w')}]]", words=weapon, group=group, rule="SG-R17")
    machine = say("A machine: flips over one of its four sides")
    shape = "machine/blue/round/0.0.w-0.1.h-1.1.w"
    yield LegendEntry(symbol=f"[[{shape}]]", family="machine", words=machine, group=group, rule="SG-Q2")
    blue, red = say("A machine of the player with blue hearts"), say("A machine of the player with red hearts")
    for seat, words in enumerate((blue, red)):
        icon = f"machine/{HUES[seat]}/{FORMS[seat]}/0.0.w-0.1.h"
        yield LegendEntry(symbol=f"[[{icon}]]", family=FORMS[seat], words=words, group=group)
    yield LegendEntry(symbol="[[disc/home/blue]]", family="disc/home", words=say("A base below a machine"), group=group)
    for icons in (ARROWS, TURNS):
        pictures = "".join(f"[[disc/{icon}]]" for icon in icons)
        yield LegendEntry(
            symbol=pictures, words=say("Touch it to move the machine this way"), group=group, rule="SG-R11"
        )
    yield LegendEntry(
        symbol="[[disc/bolt]]", words=say("Touch it to use the machine’s effect"), group=group, rule="SG-R14"
    )
    yield LegendEntry(
        symbol="[[disc/shield/blue]]", family="disc/shield", words=say("A shield: saves from one blow"), group=group
    )
    lock = say("Stunned: makes no normal move until its owner’s turn ends")
    yield LegendEntry(symbol="[[disc/lock/blue]]", family="disc/lock", words=lock, group=group)
    plug = say("A plugin on this machine or base")
    yield LegendEntry(symbol="[[disc/plug/blue]]", family="disc/plug", words=plug, group=group, rule="SG-R13")


def _programs(box: Box) -> Iterator[LegendEntry]:
    """The pictures of the box's programs, each with its meaning."""
    group = say("Pictures on programs: green for Scripts, purple for plugins")
    for icons, operations in program_pictures(box):
        words = " · ".join(capital(ABILITIES.general(name)) for name in operations)
        yield LegendEntry(symbol="".join(f"[[{icon}]]" for icon in icons), words=words, group=group)
