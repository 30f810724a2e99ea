"""The components: robots and their parts, Action Hexes, Gear, the Coal Heart."""

from __future__ import annotations

from cogtable.rules import PlainIntEnum

COLORS = ("steel", "plastic", "coal", "gold")
COLOR_COUNT = 4
SEATS = 6
"""The most players."""

ROBOTS = 6


class Slot(PlainIntEnum):
    """The slots of a robot, in the order in which parts act (CH-Q68)."""

    HEAD = 0
    LEFT_SHOULDER = 1
    RIGHT_SHOULDER = 2
    LEFT_ARM = 3
    RIGHT_ARM = 4
    CHEST = 5
    CORE = 6
    LEFT_LEG = 7
    RIGHT_LEG = 8
    LEFT_FOOT = 9
    RIGHT_FOOT = 10


SLOTS = tuple(slot.name.lower().replace("_", " ") for slot in Slot)
BODY = len(SLOTS)
PARTS = ROBOTS * BODY
SHOULDERS_AND_LEGS = 1 << Slot.LEFT_SHOULDER | 1 << Slot.RIGHT_SHOULDER | 1 << Slot.LEFT_LEG | 1 << Slot.RIGHT_LEG
"""The slots that barter can pay for."""


class Hex(PlainIntEnum):
    """The Action Hexes."""

    MINE = 0
    UPGRADE = 1
    FIGHT = 2
    GEAR = 3
    CAPTURE = 4
    SCAVENGE = 5


HEXES = tuple(kind.name.lower() for kind in Hex)


class Moment(PlainIntEnum):
    """When a Gear card can be spent (CH-R30)."""

    BEFORE_ATTACK = 0
    UNDER_ATTACK = 1
    AFTER_ATTACK = 2
    OWN_TURN = 3
    OWN_UPGRADE = 4


MOMENTS = ("before an attack", "under attack", "after an attack", "own turn", "own upgrade turn")

GEARS = 8
"""The number of kinds of Gear. A box can change only their words and numbers, not their order."""
GEAR_NAMES = (
    "chainsaw",
    "force-field",
    "sticky-hands",
    "welders-kit",
    "twin-blasters",
    "repair-kit",
    "rocket-punch",
    "shovel",
)
GEAR_CARDS = 64
"""The most cards in the Gear deck."""


class HeartSide(PlainIntEnum):
    """The abilities of the Coal Heart (CH-F38)."""

    NOW = 0
    STRIKE = 1
    MEND = 2


HEART = len(HeartSide)

CONFIDENCE = ("designed", "likely", "sure")
"""How certain a part's ability is: invented here, read from poor copies, or read clearly."""
