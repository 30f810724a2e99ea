"""What machines and programs can do: the operations that a box may use, and their words."""

from __future__ import annotations

from cogtable.engine.enums import Numbers
from cogtable.engine.operations import Operation, Vocabulary
from cogtable.engine.words import phrase, phrases


class Whom(Numbers):
    """Which machine an operation applies to: the one with the effect, or a chosen one."""

    IT = 0
    YOURS = 1
    THEIRS = 2
    ANY = 3


WHOM = {
    "it": phrase("this machine"),
    "yours": phrase("one of your machines"),
    "theirs": phrase("a machine of your opponent"),
    "any": phrase("any machine"),
}
"""The words for each `Whom`."""
WAITING = {
    "script": phrase("a Script"),
    "effect": phrase("an effect"),
    "move": phrase("a move"),
    "attack": phrase("a Destroy Base"),
    "anything": phrase("anything"),
}
"""What may be cancelled while it waits on the stack."""
CARD = {"machine": phrase("a machine card"), "program": phrase("a program card")}
CARDS = {
    "machine": phrases("{n} machine card", "{n} machine cards"),
    "program": phrases("{n} program card", "{n} program cards"),
}

ABILITIES = Vocabulary(
    # Triggers: conditions before a colon.
    Operation("once", {}, phrase("once a turn"), guard=True),
    Operation("pay", {"n": range(1, 10)}, phrases("pay {n} gear", "pay {n} gears"), guard=True),
    Operation("own-turn", {}, phrase("in your own turn"), guard=True),
    Operation("exploit", {}, phrase("at Exploit"), guard=True),
    Operation("assembled", {}, phrase("when assembled"), guard=True),
    Operation("kill", {}, phrase("when it destroys a machine"), guard=True),
    Operation("lost", {}, phrase("when it is destroyed"), guard=True),
    Operation("raid", {}, phrase("when it destroys a base"), guard=True),
    # Traits: in force as long as the card is in play.
    Operation("slides", {}, phrase("moves by sliding one cell")),
    Operation("leaps", {}, phrase("moves by flipping twice over the same side")),
    Operation("sharp", {}, phrase("its weapons break weapons and stay whole")),
    Operation("heavy", {}, phrase("your opponent cannot move it")),
    Operation("survives", {}, phrase("survives destroying a base")),
    Operation("first-free", {}, phrase("its first normal move of each turn is free")),
    Operation("armour", {"n": range(1, 4)}, phrases("brings {n} shield", "brings {n} shields")),
    Operation("dearer", {"n": range(1, 4)}, phrases("its moves cost {n} more gear", "its moves cost {n} more gears")),
    Operation("bunker", {}, phrase("a Destroy Base on it fails, and this plugin goes")),
    Operation("hand", {"n": range(1, 5)}, phrases("you may keep {n} more card", "you may keep {n} more cards")),
    # Effects without a target.
    Operation("gears", {"n": range(1, 10)}, phrases("take {n} gear", "take {n} gears")),
    Operation(
        "steal",
        {"n": range(1, 10)},
        phrases("take up to {n} gear from your opponent", "take up to {n} gears from your opponent"),
    ),
    Operation("honor", {"n": range(1, 6)}, phrase("gain {n} honor")),
    Operation("draw", {"n": range(1, 4), "cards": CARDS}, phrase("draw {cards}")),
    Operation(
        "assemble",
        {"n": range(1, 3)},
        phrases("you may assemble {n} more machine this turn", "you may assemble {n} more machines this turn"),
    ),
    Operation(
        "build",
        {"n": range(1, 3)},
        phrases("you may build {n} more base this turn", "you may build {n} more bases this turn"),
    ),
    Operation("cancel", {"what": WAITING}, phrase("cancel {what} that waits")),
    # Effects on a target.
    Operation("flip", {"whom": WHOM}, phrase("flip {whom}")),
    Operation("slide", {"whom": WHOM}, phrase("slide {whom} one cell")),
    Operation("turn", {"whom": WHOM}, phrase("turn {whom} a quarter about its heart")),
    Operation("stun", {"whom": WHOM}, phrase("{whom} makes no normal move until its owner’s turn ends")),
    Operation("shield", {"whom": WHOM}, phrase("{whom} gets a shield")),
    Operation(
        "repair",
        {"n": range(1, 7), "whom": WHOM},
        phrases("put back up to {n} unit that {whom} lost", "put back up to {n} units that {whom} lost"),
    ),
    Operation("recall", {"whom": WHOM}, phrase("take {whom} back to hand")),
    Operation("scrap", {"whom": WHOM}, phrase("disassemble {whom}")),
    Operation("snap", {}, phrase("break a weapon of your opponent")),
    Operation("shift", {}, phrase("move one of your bases one cell")),
    Operation("salvage", {"card": CARD}, phrase("take {card} from your landfill to hand")),
    Operation("fetch", {"card": CARD}, phrase("take {card} from the store for free")),
    Operation("unplug", {}, phrase("disassemble a plugin")),
)
"""The operations; `effects` carries them out."""


class Op(Numbers):
    """The operations that the rules refer to, by number."""

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
"""The column that holds how many rows a guard guards."""
