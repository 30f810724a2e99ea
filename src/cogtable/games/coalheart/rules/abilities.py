"""What parts, Gear and the Coal Heart can do: the operations that a box can use, and their words."""

from __future__ import annotations

from collections.abc import Mapping

from cogtable.games.coalheart.rules.components import HEXES
from cogtable.rules import Name, Operation, PlainIntEnum, Template, Vocabulary, phrase, phrases

# The words of guards are written for parts: "Mine: take 1 resource from the Supply."

_HEXES = {
    "mine": phrase("Mine"),
    "upgrade": phrase("Upgrade"),
    "fight": phrase("Fight"),
    "gear": phrase("Gear"),
    "capture": phrase("Capture"),
    "scavenge": phrase("Scavenge"),
}
_GEAR: Mapping[str, Template | Name] = {
    "chainsaw": phrase("Chainsaw"),
    "force-field": Name(phrase("Force Field"), phrase("Field")),
    "sticky-hands": Name(phrase("Sticky Hands"), phrase("Hands")),
    "welders-kit": Name(phrase("Welder's Kit"), phrase("Kit")),
    "twin-blasters": Name(phrase("Twin Blasters"), phrase("Blasters")),
    "repair-kit": Name(phrase("Repair Kit"), phrase("Kit")),
    "rocket-punch": Name(phrase("Rocket Punch"), phrase("Punch")),
    "shovel": phrase("Shovel"),
}

ABILITIES = Vocabulary(
    # When a part acts.
    Operation("mine", {}, phrase("Mine"), guard=True),
    Operation("upgrade", {}, phrase("Upgrade"), guard=True),
    Operation("gear", {}, phrase("Gear"), guard=True),
    Operation("select", {"hex": _HEXES}, phrase("Select {hex}"), guard=True),
    Operation("mine-end", {}, phrase("Mine, at the end of the phase"), guard=True),
    Operation("upgrade-end", {}, phrase("Upgrade, after the phase"), guard=True),
    Operation("select-mine-end", {}, phrase("Select mine, at the end of the phase"), guard=True),
    Operation("attacking", {}, phrase("Whenever you attack"), guard=True),
    Operation("from-supply", {}, phrase("Whenever you get a resource from the Supply"), guard=True),
    Operation("from-player", {}, phrase("Whenever you get a resource from another player"), guard=True),
    Operation("gaining", {}, phrase("Whenever you gain HP"), guard=True),
    Operation("dealt", {"n": range(1, 21)}, phrase("Once you have dealt {n} damage on your turn"), guard=True),
    Operation("spending", {}, phrase("Whenever you spend a Gear card"), guard=True),
    Operation("building", {}, phrase("Upgrade, for each part you build"), guard=True),
    # Costs.
    Operation("may", {}, phrase("if you like"), guard=True),
    Operation("pay-hp", {"n": range(1, 20)}, phrase("you may pay {n} [[heart|HP]]"), guard=True),
    Operation("pay-cube", {}, phrase("you may pay 1 resource"), guard=True),
    Operation("discard-gear", {}, phrase("as often as you like, you may discard a Gear card"), guard=True),
    # Permanent effects.
    Operation("power", {"n": range(1, 4)}, phrase("+{n} [[burst|attack]]")),
    Operation("deluxe", {}, phrase("you may take deluxe Gear")),
    Operation("barter", {}, phrase("once a turn you may build a shoulder or a leg for as many resources of any type")),
    # Effects. Those from `choose` to `punch` ask for a colour, `fetch` and `take-gear` for a card.
    Operation("attack", {}, phrase("you may attack another player")),
    Operation("shield", {}, phrase("no player may attack you in this phase")),
    Operation(
        "take", {"n": range(1, 4)}, phrases("take {n} resource from the Supply", "take {n} resources from the Supply")
    ),
    Operation("choose", {}, phrase("take 1 resource of your choice from the Supply")),
    Operation("quarry", {}, phrase("take 1 resource that is left in the Quarry")),
    Operation("receive", {}, phrase("they give you 1 resource")),
    Operation("punch", {}, phrase("take 1 resource of your choice from the player you attacked")),
    Operation("fetch", {"one": _GEAR, "other": _GEAR}, phrase("take a {one} or {other} card from the discard pile")),
    Operation("take-gear", {}, phrase("take a face-up Gear card, deluxe too")),
    Operation("gain", {"n": range(1, 21)}, phrase("gain {n} [[heart|HP]]")),
    Operation("damage-each", {"n": range(1, 10)}, phrase("deal {n} damage to each other player")),
    Operation("damage-them", {"n": range(1, 10)}, phrase("deal them {n} damage")),
    Operation("strike", {"n": range(1, 4)}, phrase("deal another player {n} damage for each resource you got in it")),
    Operation("boost", {"n": range(1, 10)}, phrase("deal {n} more damage")),
    Operation("double", {}, phrase("double the damage")),
    Operation("halve", {}, phrase("prevent half the damage, rounded up")),
    Operation(
        "discount", {"n": range(1, 4)}, phrases("one part costs {n} resource less", "one part costs {n} resources less")
    ),
    Operation("capture", {}, phrase("take the Coal Heart and use its NOW ability")),
    Operation("weld", {}, phrase("build 1 part for free, and no other in this phase")),
    Operation("mend", {"n": range(1, 21)}, phrase("if you are broken you are mended and have {n} [[heart|HP]]")),
)


class Op(PlainIntEnum):
    """The operations that the rules refer to, by number."""

    NONE = -1
    POWER = ABILITIES["power"]
    DELUXE = ABILITIES["deluxe"]
    BARTER = ABILITIES["barter"]
    ATTACK = ABILITIES["attack"]
    SHIELD = ABILITIES["shield"]
    TAKE = ABILITIES["take"]
    CHOOSE = ABILITIES["choose"]
    QUARRY = ABILITIES["quarry"]
    GAIN = ABILITIES["gain"]
    DAMAGE_EACH = ABILITIES["damage-each"]
    DAMAGE_THEM = ABILITIES["damage-them"]
    STRIKE = ABILITIES["strike"]
    BOOST = ABILITIES["boost"]
    DOUBLE = ABILITIES["double"]
    HALVE = ABILITIES["halve"]
    FETCH = ABILITIES["fetch"]
    TAKE_GEAR = ABILITIES["take-gear"]
    RECEIVE = ABILITIES["receive"]
    PUNCH = ABILITIES["punch"]
    DISCOUNT = ABILITIES["discount"]
    CAPTURE = ABILITIES["capture"]
    WELD = ABILITIES["weld"]
    MEND = ABILITIES["mend"]


class Trigger(PlainIntEnum):
    """When a part acts. `select` has a trigger for each hex, from SELECTED on."""

    ALWAYS = -1
    MINE = 0
    UPGRADE = 1
    GEAR = 2
    MINE_END = 3
    UPGRADE_END = 4
    SELECT_MINE_END = 5
    ATTACKING = 6
    FROM_SUPPLY = 7
    FROM_PLAYER = 8
    GAINING = 9
    DEALT = 10
    SPENDING = 11
    BUILDING = 12
    SELECTED = 13


TRIGGER_NAMES = tuple(Trigger(number).name.lower().replace("_", "-") for number in range(Trigger.SELECTED))
TRIGGERS = Trigger.SELECTED + len(HEXES)


class Use(PlainIntEnum):
    """The cost of using an ability."""

    MUST = 0  # nothing; it acts by itself
    MAY = 1
    PAY_HP = 2
    PAY_CUBE = 3
    PAY_GEAR = 4
    IN_PAYING = 5  # chosen while a part is being paid for


COST_NAMES = ("may", "pay-hp", "pay-cube", "discard-gear")
"""Their names in the box, from MAY on."""

WIDTH = ABILITIES.width
ROWS = 5
"""The maximum number of operations in an ability."""
