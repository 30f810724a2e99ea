"""The components of Coal Heart: robots and their parts, Gear, the Coal Heart, and the words they are described in."""

from __future__ import annotations

from typing import Any

from cogtable.engine.box import column, text, value
from cogtable.engine.operations import Operation, Row, Vocabulary
from cogtable.engine.state import Int8, Tables

COLORS = ("steel", "plastic", "coal", "gold")
CUBES = 4
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
    Operation("weld", (), "build 1 part for nothing, and no other in this phase"),
    Operation("mend", (range(1, 21),), "if you are broken you are mended and have {0} [[heart|HP]]"),
)

# Numbers of operations, as rules know them.
NO_OPERATION = -1
DISCARD_GEAR = ABILITIES["discard-gear"]
SELECT = ABILITIES["select"]
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
TAKE_HEART = ABILITIES["capture"]
WELD = ABILITIES["weld"]
MEND = ABILITIES["mend"]

# Triggers: when a part acts. `select` has one for each hex, from SELECTED on.
TRIGGER_NAMES = (
    "mine",
    "upgrade",
    "gear",
    "mine-end",
    "upgrade-end",
    "select-mine-end",
    "attacking",
    "from-supply",
    "from-player",
    "gaining",
    "dealt",
    "spending",
    "building",
)
(
    ON_MINE,
    ON_UPGRADE,
    ON_GEAR,
    MINE_END,
    UPGRADE_END,
    SELECT_MINE_END,
    ATTACKING,
    FROM_SUPPLY,
    FROM_PLAYER,
    GAINING,
    DEALT,
    SPENDING,
    BUILDING,
) = range(len(TRIGGER_NAMES))
SELECTED = len(TRIGGER_NAMES)
TRIGGERS = SELECTED + len(HEXES)
ALWAYS = -1

# What using an ability asks for.
COST_NAMES = ("may", "pay-hp", "pay-cube", "discard-gear")
MUST, MAY, PAY_HP, PAY_CUBE, PAY_GEAR, IN_PAYING = range(6)

WIDTH = ABILITIES.width
ROWS = 5
"""The most operations of one ability."""
PART_ABILITY = 0
GEAR_ABILITY = PARTS
HEART_ABILITY = PARTS + GEARS
SOURCES = PARTS + GEARS + HEART
"""All that has an ability: parts, then kinds of Gear, then the three sides of the Coal Heart."""


class CoalheartTables(Tables):
    """The components."""

    cost: Int8[PARTS, CUBES] = column("parts", "cost", names=COLORS, high=9)
    part_does: Int8[PARTS, ROWS, WIDTH] = column("parts", "does", parse=ABILITIES.parse)
    part_confidence: Int8[PARTS] = column("parts", "known", names=CONFIDENCE, default=CONFIDENCE.index("sure"))
    start: Int8[ROBOTS, CUBES] = column("robots", "start", names=COLORS, high=5)
    demo: Int8[ROBOTS, BODY] = column("robots", "demo", names=SLOTS, high=1)
    short = text("robots", "short")
    hue = text("robots", "hue")
    gear_count: Int8[GEARS] = column("gear", "count", high=8)
    gear_deluxe: Int8[GEARS] = column("gear", "deluxe", high=1, default=0)
    gear_moment: Int8[GEARS] = column("gear", "moment", names=MOMENTS)
    gear_does: Int8[GEARS, ROWS, WIDTH] = column("gear", "does", parse=ABILITIES.parse)
    heart_does: Int8[HEART, ROWS, WIDTH] = column("heart", "does", parse=ABILITIES.parse)
    cubes: Int8 = value("cubes", low=1, high=30)
    """Of each colour."""
    hp: Int8 = value("hp", low=1, high=40)
    """The most HP, and those at the start."""
    demo_hp: Int8 = value("demo_hp", low=1, high=40)
    perk: Int8 = value("perk", high=9)
    """What the Fight perk adds to the attack (CH-R26)."""
    cap: Int8 = value("cap", high=20)
    """The most that a broken robot deals to one player in a turn (CH-R46)."""

    # Computed from the above.
    program: Int8[SOURCES, ROWS, WIDTH]
    """What each source does once it acts: the rows of `does` without its guards; -1 after the last."""
    trigger: Int8[SOURCES]
    asks: Int8[SOURCES]
    """What using it takes: MUST, MAY, PAY_HP and so on."""
    asks_count: Int8[SOURCES]
    """How many HP."""
    threshold: Int8[SOURCES]
    """The damage of a `dealt` trigger."""
    power: Int8[PARTS]
    """What a part adds to the attack."""
    price: Int8[PARTS]
    """How many cubes it costs."""

    @staticmethod
    def check(b: Any) -> Any:
        """Each ability is one line that rules can carry out, and nothing sets itself off for ever."""
        abilities = [_ability(b, source) for source in range(SOURCES)]
        for source, (where, rows) in enumerate(abilities):
            if reason := _wrong(b, source, rows):
                yield where, reason
        if name := _circle([rows for _, rows in abilities]):
            yield "parts", f'an ability that acts on "{name}" would set itself off without end'
        if sum("dealt" in _split(rows)[0] for _, rows in abilities) > _MOST_DEALT:
            yield "parts", f'expected at most {_MOST_DEALT} that act on "dealt"'
        for robot in range(ROBOTS):
            if not int(b.start[robot].sum()):
                yield f"robots {robot + 1}", "has no resources at the start"
        if int(b.start.sum(axis=0).max()) > int(b.cubes):
            yield "cubes", f"{b.cubes} of a colour are too few for what the robots start with"
        if int(b.gear_count.sum()) > GEAR_CARDS:
            yield "gear", f"there is room for {GEAR_CARDS} cards; found {int(b.gear_count.sum())}"

    @staticmethod
    def derive(b: Any) -> None:
        """Takes abilities apart: when, what for, what."""
        b.program[:] = NO_OPERATION
        b.trigger[:] = ALWAYS
        for source in range(SOURCES):
            _, rows = _ability(b, source)
            for row in rows:
                operation = ABILITIES.operations[row.operation]
                first = row.arguments[0] if row.arguments else 0
                if operation.name == "select":
                    b.trigger[source] = SELECTED + first
                elif operation.name in TRIGGER_NAMES:
                    b.trigger[source] = TRIGGER_NAMES.index(operation.name)
                    b.threshold[source] = first
                elif operation.guard:
                    b.asks[source] = MAY + COST_NAMES.index(operation.name)
                    b.asks_count[source] = first
            effects = [row for row in rows if not ABILITIES.operations[row.operation].guard]
            for i, row in enumerate(effects):
                b.program[source, i, 0] = row.operation
                b.program[source, i, 1 : 1 + len(row.arguments)] = row.arguments
            if effects[0].operation == BARTER:
                b.asks[source] = IN_PAYING
            if effects[0].operation in (POWER, DELUXE):
                b.trigger[source] = ALWAYS
        for part in range(PARTS):
            first = b.program[part, 0]
            b.power[part] = first[1] if first[0] == POWER else 0
            b.price[part] = b.cost[part].sum()


# --- what an ability may be -------------------------------------------------------------------------------

_OWN_TURN = ("mine", "upgrade", "gear")
_COSTS = {
    "may": (*_OWN_TURN, "mine-end", "upgrade-end", "attacking"),
    "pay-hp": (*_OWN_TURN, "attacking"),
    "pay-cube": (*_OWN_TURN, "attacking"),
    "discard-gear": _OWN_TURN,
}
"""When an ability may ask for something."""
_WHEN = {
    "power": ("always",),
    "deluxe": ("gear",),
    "barter": ("upgrade",),
    "attack": ("select",),
    "shield": ("select",),
    "quarry": ("mine-end",),
    "damage-them": ("attacking", "from-player"),
    "strike": ("select-mine-end",),
    "boost": ("attacking", "before an attack"),
    "double": ("attacking", "before an attack"),
    "halve": ("under attack",),
    "receive": ("attacking",),
    "punch": ("after an attack",),
    "discount": ("upgrade",),
    "capture": ("own turn",),
    "weld": ("own upgrade turn",),
    "mend": ("the Coal Heart",),
}
"""When an operation can be carried out; those left out can whenever something acts."""
_ALONE = ("power", "deluxe", "barter", "attack", "shield", "strike", "weld")
"""Operations that are all that an ability does."""
_CAUSES = {
    "take": "from-supply",
    "choose": "from-supply",
    "receive": "from-player",
    "punch": "from-player",
    "gain": "gaining",
}
"""What an operation sets off, beside damage, which does so only once a turn."""
_MOST_DEALT = 2
"""Parts that act on damage dealt: more might not find room on the stack."""


def _ability(b: Any, source: int) -> tuple[str, list[Row]]:
    """Where the ability of a source stands in the file, and its rows."""
    if source < GEAR_ABILITY:
        return f"parts {source + 1}: does", list(ABILITIES.rows(b.part_does[source].flat))
    if source < HEART_ABILITY:
        kind = source - GEAR_ABILITY
        return f"gear {kind + 1}: does", list(ABILITIES.rows(b.gear_does[kind].flat))
    side = source - HEART_ABILITY
    return f"heart {side + 1}: does", list(ABILITIES.rows(b.heart_does[side].flat))


def _split(rows: list[Row]) -> tuple[list[str], list[str]]:
    """The names of guards and of what they guard."""
    found = [ABILITIES.operations[row.operation] for row in rows]
    return [one.name for one in found if one.guard], [one.name for one in found if not one.guard]


def _wrong(b: Any, source: int, rows: list[Row]) -> str:
    """Why rules cannot carry an ability out; empty if they can."""
    guards, effects = _split(rows)
    when = guards[0] if guards else "always"
    if source >= HEART_ABILITY:
        when = "the Coal Heart"
    elif source >= GEAR_ABILITY:
        when = MOMENTS[b.gear_moment[source - GEAR_ABILITY]]
    if not effects or (guards and rows[0].guards != len(rows) - 1):
        return "expected one line: when, what it asks for, what is done"
    if guards and source >= GEAR_ABILITY:
        return f'"{guards[0]}" stands on parts only'
    if guards and guards[0] not in (*TRIGGER_NAMES, "select"):
        return f'"{guards[0]}" must follow what says when'
    if len(guards) > 2 or (len(guards) == 2 and when not in _COSTS.get(guards[1], ())):
        return f'"{guards[1]}" cannot follow "{guards[0]}"'
    for effect in effects:
        if len(effects) > 1 and effect in _ALONE:
            return f'"{effect}" must stand alone'
        if effect in _WHEN and when not in _WHEN[effect]:
            return f'"{effect}" is for {" or ".join(_WHEN[effect])}; found "{when}"'
        if effect not in _WHEN and when == "always":
            return f'"{effect}" needs to know when'
    return ""


def _circle(abilities: list[list[Row]]) -> str:
    """A trigger that sets itself off without end; empty if none does."""
    links: dict[str, set[str]] = {}
    for rows in abilities:
        guards, effects = _split(rows)
        if guards:
            links.setdefault(guards[0], set()).update(_CAUSES[effect] for effect in effects if effect in _CAUSES)
    for name in TRIGGER_NAMES:
        reached: set[str] = set()
        ahead = set(links.get(name, ()))
        while ahead:
            reached |= ahead
            ahead = {further for one in ahead for further in links.get(one, ())} - reached
        if name in reached:
            return name
    return ""
