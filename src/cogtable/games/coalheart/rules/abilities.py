"""What parts, Gear and the Coal Heart can do: the vocabulary of the box, and its words."""

from __future__ import annotations

from cogtable.engine.enums import Numbers
from cogtable.engine.operations import Operation, Vocabulary
from cogtable.games.coalheart.rules.components import GEAR_NAMES, HEXES

# The words of guards are those of a part: "Mine: take 1 resource from the Supply."

ABILITIES = Vocabulary(
    # When a part acts.
    Operation("mine", (), "Mine", guard=True),
    Operation("upgrade", (), "Upgrade", guard=True),
    Operation("gear", (), "Gear", guard=True),
    Operation("select", (HEXES,), "Select {0}", guard=True),
    Operation("mine-end", (), "Mine, at the end of the phase", guard=True),
    Operation("upgrade-end", (), "Upgrade, after the phase", guard=True),
    Operation("select-mine-end", (), "Select mine, at the end of the phase", guard=True),
    Operation("attacking", (), "Whenever you attack", guard=True),
    Operation("from-supply", (), "Whenever you get a resource from the Supply", guard=True),
    Operation("from-player", (), "Whenever you get a resource from another player", guard=True),
    Operation("gaining", (), "Whenever you gain HP", guard=True),
    Operation("dealt", (range(1, 21),), "Once you have dealt {0} damage on your turn", guard=True),
    Operation("spending", (), "Whenever you spend a Gear card", guard=True),
    Operation("building", (), "Upgrade, for each part you build", guard=True),
    # What it asks for.
    Operation("may", (), "if you like", guard=True),
    Operation("pay-hp", (range(1, 20),), "you may pay {0} [[heart|HP]]", guard=True),
    Operation("pay-cube", (), "you may pay 1 resource", guard=True),
    Operation("discard-gear", (), "as often as you like, you may discard a Gear card", guard=True),
    # What a part is good for all the time.
    Operation("power", (range(1, 4),), "+{0} [[burst|attack]]"),
    Operation("deluxe", (), "you may take deluxe Gear"),
    Operation("barter", (), "once a turn you may build a shoulder or a leg for as many resources of any type"),
    # What is done; those from `choose` to `punch` ask for a colour, `fetch` and `take-gear` for a card.
    Operation("attack", (), "you may attack another player"),
    Operation("shield", (), "no player may attack you in this phase"),
    Operation("take", (range(1, 4),), "take {0:resource} from the Supply"),
    Operation("choose", (), "take 1 resource of your choice from the Supply"),
    Operation("quarry", (), "take 1 resource that is left in the Quarry"),
    Operation("receive", (), "they give you 1 resource"),
    Operation("punch", (), "take 1 resource of your choice from the player you attacked"),
    Operation("fetch", (GEAR_NAMES, GEAR_NAMES), "take a {0} or {1} card from the discard pile"),
    Operation("take-gear", (), "take a face-up Gear card, deluxe too"),
    Operation("gain", (range(1, 21),), "gain {0} [[heart|HP]]"),
    Operation("damage-each", (range(1, 10),), "deal {0} damage to each other player"),
    Operation("damage-them", (range(1, 10),), "deal them {0} damage"),
    Operation("strike", (range(1, 4),), "deal another player {0} damage for each resource you got in it"),
    Operation("boost", (range(1, 10),), "deal {0} more damage"),
    Operation("double", (), "double the damage"),
    Operation("halve", (), "prevent half the damage, rounded up"),
    Operation("discount", (range(1, 4),), "one part costs {0:resource} less"),
    Operation("capture", (), "take the Coal Heart and use its NOW ability"),
    Operation("weld", (), "build 1 part for free, and no other in this phase"),
    Operation("mend", (range(1, 21),), "if you are broken you are mended and have {0} [[heart|HP]]"),
)


class Op(Numbers):
    """The operations, as rules know them."""

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


class Trigger(Numbers):
    """When a part acts; `select` has one for each hex, from SELECTED on."""

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


class Use(Numbers):
    """What using an ability asks for."""

    MUST = 0  # nothing: it acts by itself
    MAY = 1
    PAY_HP = 2
    PAY_CUBE = 3
    PAY_GEAR = 4
    IN_PAYING = 5  # to be chosen while a part is paid


COST_NAMES = ("may", "pay-hp", "pay-cube", "discard-gear")
"""The same in the box, from MAY on."""

WIDTH = ABILITIES.width
ROWS = 5
"""The most operations of one ability."""
