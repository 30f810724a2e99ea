"""The action space; what an action means depends on what is asked (see `Ask`)."""

from __future__ import annotations

from cogtable.engine.actions import Actions
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, GEARS, HEART, HEXES, PARTS, ROBOTS, SEATS


class Action(Actions):
    """What a seat can do."""

    HEX = len(HEXES)
    """+ hex: select it. The seventh hex of six players is a second Scavenge."""
    COLOR = COLOR_COUNT
    """+ colour: a cube, of what is asked about."""
    TARGET = SEATS
    """+ seat: attack it, or deal it the damage that is asked about."""
    BUILD = BODY
    """+ slot: build the part there."""
    USE_PART = BODY
    """+ slot: use the ability of the part there."""
    USE_GEAR = GEARS
    """+ kind: spend such a card."""
    TAKE_GEAR = GEARS
    """+ kind: take (or discard) such a card, as is asked."""
    USE_HEART = HEART
    """+ side: take the Coal Heart (NOW), or use one of its two other abilities."""
    PASS = 1
    """No, no more, or the end of the turn: see the questions."""
    SPARE = COLOR_COUNT
    """+ colour: a cube of the price that is not paid."""
    EXCHANGE = COLOR_COUNT * COLOR_COUNT
    """+ 4 * given + wanted: three cubes of one colour stand for one of another."""
    ROBOT = ROBOTS
    """+ robot: choose it."""
    DRAFT = PARTS
    """+ part: draft it."""
