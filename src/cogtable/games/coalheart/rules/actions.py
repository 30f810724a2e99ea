"""The action space; what an action means depends on what is asked (see `Ask`)."""

from __future__ import annotations

from enum import IntEnum

from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, GEARS, HEART, HEXES, PARTS, ROBOTS, SEATS


class Action(IntEnum):
    """The first action of each kind; what is added to it says which."""

    HEX = 0
    """+ hex: select it. The seventh hex of six players is a second Scavenge."""
    COLOR = HEX + len(HEXES)
    """+ colour: a cube, of what is asked about."""
    TARGET = COLOR + COLOR_COUNT
    """+ seat: attack it, or deal it the damage that is asked about."""
    BUILD = TARGET + SEATS
    """+ slot: build the part there."""
    USE_PART = BUILD + BODY
    """+ slot: use the ability of the part there."""
    USE_GEAR = USE_PART + BODY
    """+ kind: spend such a card."""
    TAKE_GEAR = USE_GEAR + GEARS
    """+ kind: take (or discard) such a card, as is asked."""
    USE_HEART = TAKE_GEAR + GEARS
    """+ side: take the Coal Heart (NOW), or use one of its two other abilities."""
    PASS = USE_HEART + HEART
    """No, no more, or the end of the turn: see the questions."""
    SPARE = PASS + 1
    """+ colour: a cube of the price that is not paid."""
    EXCHANGE = SPARE + COLOR_COUNT
    """+ 4 * given + wanted: three cubes of one colour stand for one of another."""
    ROBOT = EXCHANGE + COLOR_COUNT * COLOR_COUNT
    """+ robot: choose it."""
    DRAFT = ROBOT + ROBOTS
    """+ part: draft it."""


ACTIONS = Action.DRAFT + PARTS
