"""What machines and programs can do: the vocabulary of the box, and its words."""

from __future__ import annotations

from cogtable.engine.enums import Numbers
from cogtable.engine.operations import Operation, Vocabulary


class Whom(Numbers):
    """Which machine an operation is for: the one that bears the effect, or one to be chosen."""

    IT = 0
    YOURS = 1
    THEIRS = 2
    ANY = 3


WHOM = tuple(whom.name.lower() for whom in Whom)
WHAT = ("script", "effect", "move", "attack", "anything")
"""What may be cancelled while it waits."""
DECKS = ("machine", "program")

_WHOM = "this machine/one of your machines/a machine of your opponent/any machine"

ABILITIES = Vocabulary(
    # When: a condition before a colon.
    Operation("once", (), "once a turn", guard=True),
    Operation("pay", (range(1, 10),), "pay {0:gear}", guard=True),
    Operation("own-turn", (), "in your own turn", guard=True),
    Operation("exploit", (), "at Exploit", guard=True),
    Operation("assembled", (), "when assembled", guard=True),
    Operation("kill", (), "when it destroys a machine", guard=True),
    Operation("lost", (), "when it is destroyed", guard=True),
    Operation("raid", (), "when it destroys a base", guard=True),
    # What it is: holds for as long as the card lies there.
    Operation("slides", (), "moves by sliding one cell"),
    Operation("leaps", (), "moves by flipping twice over the same side"),
    Operation("sharp", (), "its weapons break weapons and stay whole"),
    Operation("heavy", (), "your opponent cannot move it"),
    Operation("survives", (), "survives destroying a base"),
    Operation("first-free", (), "its first normal move of each turn is free"),
    Operation("armour", (range(1, 4),), "brings {0:shield}"),
    Operation("dearer", (range(1, 4),), "its moves cost {0:gear} more"),
    Operation("bunker", (), "a Destroy Base on it fails, and this plugin goes"),
    Operation("hand", (range(1, 5),), "you may keep {0:card} more"),
    # What it does, without a target.
    Operation("gears", (range(1, 10),), "take {0:gear}"),
    Operation("steal", (range(1, 10),), "take up to {0:gear} from your opponent"),
    Operation("honor", (range(1, 6),), "gain {0} honor"),
    Operation("draw", (range(1, 4), DECKS), "draw {0:{1} card}"),
    Operation("assemble", (range(1, 3),), "you may assemble {0:machine} more this turn"),
    Operation("build", (range(1, 3),), "you may build {0:base} more this turn"),
    Operation("cancel", (WHAT,), "cancel {0:a Script/an effect/a move/a Destroy Base/anything} that waits"),
    # What it does to a target.
    Operation("flip", (WHOM,), f"flip {{0:{_WHOM}}}"),
    Operation("slide", (WHOM,), f"slide {{0:{_WHOM}}} one cell"),
    Operation("turn", (WHOM,), f"turn {{0:{_WHOM}}} a quarter about its heart"),
    Operation("stun", (WHOM,), f"{{0:{_WHOM}}} makes no normal move until its owner's turn ends"),
    Operation("shield", (WHOM,), f"{{0:{_WHOM}}} gets a shield"),
    Operation("repair", (range(1, 7), WHOM), f"put back up to {{0:unit}} that {{1:{_WHOM}}} lost"),
    Operation("recall", (WHOM,), f"take {{0:{_WHOM}}} back to hand"),
    Operation("scrap", (WHOM,), f"disassemble {{0:{_WHOM}}}"),
    Operation("snap", (), "break a weapon of your opponent"),
    Operation("shift", (), "move one of your bases one cell"),
    Operation("salvage", (DECKS,), "take a {0} card from your landfill to hand"),
    Operation("fetch", (DECKS,), "take a {0} card from the store for free"),
    Operation("unplug", (), "disassemble a plugin"),
)
"""The operations; `effects` carries them out."""


class Op(Numbers):
    """The operations that rules name, by their numbers."""

    ONCE = ABILITIES["once"]
    PAY = ABILITIES["pay"]
    OWN_TURN = ABILITIES["own-turn"]
    EXPLOIT = ABILITIES["exploit"]
    ASSEMBLED = ABILITIES["assembled"]
    KILL = ABILITIES["kill"]
    LOST = ABILITIES["lost"]
    RAID = ABILITIES["raid"]
    ARMOUR = ABILITIES["armour"]
    DEARER = ABILITIES["dearer"]
    BUNKER = ABILITIES["bunker"]
    HAND = ABILITIES["hand"]
    GEARS = ABILITIES["gears"]
    STEAL = ABILITIES["steal"]
    HONOR = ABILITIES["honor"]
    DRAW = ABILITIES["draw"]
    ASSEMBLE = ABILITIES["assemble"]
    BUILD = ABILITIES["build"]
    CANCEL = ABILITIES["cancel"]
    FLIP = ABILITIES["flip"]
    SLIDE = ABILITIES["slide"]
    TURN = ABILITIES["turn"]
    STUN = ABILITIES["stun"]
    SHIELD = ABILITIES["shield"]
    REPAIR = ABILITIES["repair"]
    RECALL = ABILITIES["recall"]
    SCRAP = ABILITIES["scrap"]
    SNAP = ABILITIES["snap"]
    SHIFT = ABILITIES["shift"]
    SALVAGE = ABILITIES["salvage"]
    FETCH = ABILITIES["fetch"]
    UNPLUG = ABILITIES["unplug"]


FIRST_TRAIT, LAST_TRAIT = ABILITIES["slides"], ABILITIES["first-free"]
GUARDS = ABILITIES.width - 1
"""Where a row says how many rows it guards."""
