"""What the game consists of: robots and their parts, Action Hexes, Gear, the Coal Heart."""

from __future__ import annotations

COLORS = ("steel", "plastic", "coal", "gold")
COLOR_COUNT = 4
SEATS = 6
"""The most players."""

ROBOTS = 6
SLOTS = (
    "head",
    "left shoulder",
    "right shoulder",
    "left arm",
    "right arm",
    "chest",
    "core",
    "left leg",
    "right leg",
    "left foot",
    "right foot",
)
"""The places of a body, in the order in which parts act (CH-Q68)."""
BODY = len(SLOTS)
PARTS = ROBOTS * BODY
SHOULDERS_AND_LEGS = 1 << 1 | 1 << 2 | 1 << 7 | 1 << 8
"""The slots that barter can pay for."""

HEXES = ("mine", "upgrade", "fight", "gear", "capture", "scavenge")
MINE, UPGRADE, FIGHT, GEAR, CAPTURE, SCAVENGE = range(6)

MOMENTS = ("before an attack", "under attack", "after an attack", "own turn", "own upgrade turn")
"""When a Gear card can be spent (CH-R30)."""
BEFORE_ATTACK, UNDER_ATTACK, AFTER_ATTACK, OWN_TURN, OWN_UPGRADE = range(5)

GEARS = 8
"""The kinds of Gear, by their numbers in the box; only their words and numbers may be changed there."""
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
"""Room for that many cards in the Gear deck."""

HEART_NOW, HEART_STRIKE, HEART_MEND = range(3)
"""The abilities of the Coal Heart (CH-F38)."""
HEART = 3

CONFIDENCE = ("designed", "likely", "sure")
"""How well a part's ability is known: ours, read from poor copies, or read clearly."""
