"""The action space. What an action means depends on the question (see `Ask`)."""

from __future__ import annotations

from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, GEARS, HEART, HEXES, PARTS, ROBOTS, SEATS
from cogtable.rules import Actions


class Action(Actions):
    """What a seat can do."""

    HEX = len(HEXES)
    """+ hex: select it. With six players, the seventh hex is a second Scavenge."""
    COLOR = COLOR_COUNT
    """+ colour: a cube; which one depends on the question."""
    TARGET = SEATS
    """+ seat: attack it, or deal it the damage in question."""
    BUILD = BODY
    """+ slot: build the part there."""
    USE_PART = BODY
    """+ slot: use the ability of the part there."""
    USE_GEAR = GEARS
    """+ kind: spend such a card."""
    TAKE_GEAR = GEARS
    """+ kind: take or discard such a card, depending on the question."""
    USE_HEART = HEART
    """+ side: take the Coal Heart (NOW), or use one of its two other abilities."""
    PASS = 1
    """Decline, stop, or end the turn, depending on the question."""
    SPARE = COLOR_COUNT
    """+ colour: a cube of the price that is not paid, thanks to a discount."""
    EXCHANGE = COLOR_COUNT * COLOR_COUNT
    """+ 4 * given + wanted: pay three cubes of one colour in place of one of another."""
    ROBOT = ROBOTS
    """+ robot: choose it."""
    DRAFT = PARTS
    """+ part: draft it."""
