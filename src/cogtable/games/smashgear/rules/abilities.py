"""What machines and programs can do: the operations that a box can use, and their words."""

from __future__ import annotations

from cogtable.rules import Name, Operation, PlainIntEnum, Template, Vocabulary, added, phrase, phrases


class Whom(PlainIntEnum):
    """The machine that an operation applies to: the one with the effect, or a chosen one."""

    IT = 0
    YOURS = 1
    THEIRS = 2
    ANY = 3


WHOM = {
    "it": Name(phrase("this machine"), phrase("it")),
    "yours": Name(phrase("one of your machines"), phrase("one of yours")),
    "theirs": Name(phrase("a machine of your opponent"), phrase("one of theirs")),
    "any": Name(phrase("any machine"), phrase("any machine")),
}
"""The words for each `Whom`, in full and for a small card."""
WAITING: dict[str, Template | Name] = {
    "script": phrase("a Script"),
    "effect": phrase("an effect"),
    "move": phrase("a move"),
    "attack": Name(phrase("a Destroy Base"), phrase("an attack")),
    "anything": phrase("anything"),
}
"""The words for the announcements that can be cancelled while they wait on the stack."""
CARD = {
    "machine": Name(phrase("a machine card"), phrase("machine")),
    "program": Name(phrase("a program card"), phrase("program")),
}
CARDS = {
    "machine": Name(
        phrases("{n} machine card", "{n} machine cards"),
        phrases("{n} machine", "{n} machines"),
    ),
    "program": Name(
        phrases("{n} program card", "{n} program cards"),
        phrases("{n} program", "{n} programs"),
    ),
}

ABILITIES = Vocabulary(
    # Triggers: conditions before a colon.
    Operation("once", {}, phrase("once a turn"), phrase("once"), guard=True),
    Operation("pay", {"n": range(1, 10)}, phrases("pay {n} gear", "pay {n} gears"), phrase("pay {n}"), guard=True),
    Operation("own-turn", {}, phrase("in your own turn"), guard=True),
    Operation("exploit", {}, phrase("at Exploit"), phrase("every turn"), guard=True),
    Operation("assembled", {}, phrase("when assembled"), phrase("at first"), guard=True),
    Operation("kill", {}, phrase("when it destroys a machine"), phrase("a kill"), guard=True),
    Operation("lost", {}, phrase("when it is destroyed"), phrase("if destroyed"), guard=True),
    Operation("raid", {}, phrase("when it destroys a base"), phrase("smashing a base"), guard=True),
    # Traits: in force as long as the card is in play.
    Operation("slides", {}, phrase("moves by sliding one cell"), phrase("slides one cell")),
    Operation("leaps", {}, phrase("moves by flipping twice over the same side"), phrase("leaps")),
    Operation("sharp", {}, phrase("its weapons break weapons and stay whole"), phrase("weapons stay whole")),
    Operation("heavy", {}, phrase("your opponent cannot move it"), phrase("only you move it")),
    Operation("survives", {}, phrase("survives destroying a base"), phrase("survives its attack")),
    Operation("first-free", {}, phrase("its first normal move of each turn is free"), phrase("first move is free")),
    Operation(
        "armour",
        {"n": range(1, 4)},
        phrases("brings {n} shield", "brings {n} shields"),
        phrases("{n} shield", "{n} shields"),
    ),
    Operation(
        "dearer",
        {"n": range(1, 4)},
        phrases("its moves cost {n} more gear", "its moves cost {n} more gears"),
        phrase("moves cost {n} more"),
    ),
    Operation("bunker", {}, phrase("a Destroy Base on it fails, and this plugin goes"), phrase("stops one attack")),
    Operation(
        "hand",
        {"n": range(1, 5)},
        phrases("you may keep {n} more card", "you may keep {n} more cards"),
        phrases("keep {n} more card", "keep {n} more cards"),
    ),
    # Effects without a target.
    Operation(
        "gears", {"n": range(1, 10)}, phrases("take {n} gear", "take {n} gears"), phrases("+{n} gear", "+{n} gears")
    ),
    Operation(
        "steal",
        {"n": range(1, 10)},
        phrases("take up to {n} gear from your opponent", "take up to {n} gears from your opponent"),
        phrases("steal {n} gear", "steal {n} gears"),
    ),
    Operation("honor", {"n": range(1, 6)}, phrase("gain {n} honor"), phrase("+{n} honor")),
    Operation("draw", {"n": range(1, 4), "cards": CARDS}, phrase("draw {cards}")),
    Operation(
        "assemble",
        {"n": range(1, 3)},
        phrases("you may assemble {n} more machine this turn", "you may assemble {n} more machines this turn"),
        phrase("assemble {n} more"),
    ),
    Operation(
        "build",
        {"n": range(1, 3)},
        phrases("you may build {n} more base this turn", "you may build {n} more bases this turn"),
        phrases("build {n} more base", "build {n} more bases"),
    ),
    Operation("cancel", {"what": WAITING}, phrase("cancel {what} that waits"), phrase("cancel {what}")),
    # Effects on a target.
    Operation("flip", {"whom": WHOM}, phrase("flip {whom}")),
    Operation("slide", {"whom": WHOM}, phrase("slide {whom} one cell"), phrase("slide {whom}")),
    Operation("turn", {"whom": WHOM}, phrase("turn {whom} a quarter about its heart"), phrase("turn {whom} a quarter")),
    Operation(
        "stun", {"whom": WHOM}, phrase("{whom} makes no normal move until its owner’s turn ends"), phrase("halt {whom}")
    ),
    Operation("shield", {"whom": WHOM}, phrase("{whom} gets a shield"), phrase("shield {whom}")),
    Operation(
        "repair",
        {"n": range(1, 7), "whom": WHOM},
        phrases("put back up to {n} unit that {whom} lost", "put back up to {n} units that {whom} lost"),
        phrases("mend {n} unit", "mend {n} units"),
    ),
    Operation("recall", {"whom": WHOM}, phrase("take {whom} back to hand"), phrase("back to hand")),
    Operation("scrap", {"whom": WHOM}, phrase("disassemble {whom}"), phrase("scrap {whom}")),
    Operation("snap", {}, phrase("break a weapon of your opponent"), phrase("break a weapon")),
    Operation("shift", {}, phrase("move one of your bases one cell"), phrase("move a base")),
    Operation(
        "salvage", {"card": CARD}, phrase("take {card} from your landfill to hand"), phrase("{card} back to hand")
    ),
    Operation("fetch", {"card": CARD}, phrase("take {card} from the store for free"), phrase("a free {card}")),
    Operation("unplug", {}, phrase("disassemble a plugin"), phrase("remove a plugin")),
    *added(__name__),
)
"""The operations; `effects` carries them out."""
ADDED = ABILITIES["unplug"] + 1
"""The first of the operations that a box adds. They take no target."""


class Op(PlainIntEnum):
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
"""The column with the number of rows that a guard guards."""
