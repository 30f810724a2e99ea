"""The tables of the box, and the limits on abilities."""

from __future__ import annotations

from typing import Any

from cogtable.games.coalheart.rules.abilities import ABILITIES, COST_NAMES, ROWS, TRIGGER_NAMES, WIDTH, Op, Trigger, Use
from cogtable.games.coalheart.rules.components import (
    BODY,
    COLOR_COUNT,
    COLORS,
    CONFIDENCE,
    GEAR_CARDS,
    GEARS,
    HEART,
    MOMENTS,
    PARTS,
    ROBOTS,
    SLOTS,
)
from cogtable.games.coalheart.rules.printed import PART, PRINTED, put_printed
from cogtable.rules import Int8, Int16, PlainIntEnum, Row, Tables, column, derived, text, value


class Source(PlainIntEnum):
    """Everything that has an ability: parts, then kinds of Gear, then the three sides of the Coal Heart."""

    PART = 0
    GEAR = PARTS
    HEART = PARTS + GEARS


SOURCES = Source.HEART + HEART


def _parse_part(raw: Any) -> list[int]:
    others = {*MOMENTS, _HEART}
    return ABILITIES.parse(raw, without=[effect for effect, when in _WHEN.items() if others.issuperset(when)])


def _parse_gear(raw: Any) -> list[int]:
    return ABILITIES.parse(raw, without=_unfit(MOMENTS))


def _parse_heart(raw: Any) -> list[int]:
    return ABILITIES.parse(raw, without=_unfit((_HEART,)))


def _unfit(moments: tuple[str, ...]) -> list[str]:
    """The operations that an ability without conditions cannot contain if it is used at these moments."""
    conditions = [operation.name for operation in ABILITIES.operations if operation.guard]
    return conditions + [effect for effect, when in _WHEN.items() if not set(moments).intersection(when)]


class CoalheartTables(Tables):
    """The components."""

    cost: Int8[PARTS, COLOR_COUNT] = column("parts", "cost", names=COLORS, high=9)
    part_does: Int8[PARTS, ROWS, WIDTH] = column("parts", "does", parse=_parse_part)
    part_confidence: Int8[PARTS] = column("parts", "known", names=CONFIDENCE, default=CONFIDENCE.index("sure"))
    start: Int8[ROBOTS, COLOR_COUNT] = column("robots", "start", names=COLORS, high=5)
    demo: Int8[ROBOTS, BODY] = column("robots", "demo", names=SLOTS, high=1)
    short = text("robots", "short")
    hue = text("robots", "hue")
    gear_count: Int8[GEARS] = column("gear", "count", high=8)
    gear_deluxe: Int8[GEARS] = column("gear", "deluxe", high=1, default=0)
    gear_moment: Int8[GEARS] = column("gear", "moment", names=MOMENTS)
    gear_does: Int8[GEARS, ROWS, WIDTH] = column("gear", "does", parse=_parse_gear)
    heart_does: Int8[HEART, ROWS, WIDTH] = column("heart", "does", parse=_parse_heart)
    cubes: Int8 = value("cubes", low=1, high=30)
    """Cubes of each colour."""
    hp: Int8 = value("hp", low=1, high=40)
    """The most HP, and the HP at the start."""
    demo_hp: Int8 = value("demo_hp", low=1, high=40)
    perk: Int8 = value("perk", high=9)
    """What the Fight perk adds to the attack (CH-R26)."""
    cap: Int8 = value("cap", high=20)
    """The most damage that a broken robot deals to one player in a turn (CH-R46)."""

    # Computed from the above.
    program: Int8[SOURCES, ROWS, WIDTH]
    """What each source does when it acts: the rows of `does` without guards, then -1."""
    trigger: Int8[SOURCES]
    asks: Int8[SOURCES]
    """The cost of using each source (`Use`)."""
    asks_count: Int8[SOURCES]
    """The HP to pay, for PAY_HP."""
    threshold: Int8[SOURCES]
    """The damage of a `dealt` trigger."""
    power: Int8[PARTS]
    """What a part adds to the attack."""
    price: Int8[PARTS]
    """The number of cubes that a part costs."""
    part_seen: Int16[PARTS, PART - PRINTED] = derived()
    """The printed values of each part, as observations show them."""

    @staticmethod
    def check(b: Any) -> Any:
        """Each ability must be one line that the rules can carry out, and no trigger may restart itself forever."""
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
        """Splits abilities into triggers, costs and effects."""
        b.program[:] = Op.NONE
        b.trigger[:] = Trigger.ALWAYS
        for source in range(SOURCES):
            _, rows = _ability(b, source)
            for row in rows:
                operation = ABILITIES.operations[row.operation]
                first = row.arguments[0] if row.arguments else 0
                if operation.name == "select":
                    b.trigger[source] = Trigger.SELECTED + first
                elif operation.name in TRIGGER_NAMES:
                    b.trigger[source] = TRIGGER_NAMES.index(operation.name)
                    b.threshold[source] = first
                elif operation.guard:
                    b.asks[source] = Use.MAY + COST_NAMES.index(operation.name)
                    b.asks_count[source] = first
            effects = [row for row in rows if not ABILITIES.operations[row.operation].guard]
            for i, row in enumerate(effects):
                b.program[source, i, 0] = row.operation
                b.program[source, i, 1 : 1 + len(row.arguments)] = row.arguments
            if effects[0].operation == Op.BARTER:
                b.asks[source] = Use.IN_PAYING
            if effects[0].operation in (Op.POWER, Op.DELUXE):
                b.trigger[source] = Trigger.ALWAYS
        for part in range(PARTS):
            first = b.program[part, 0]
            b.power[part] = first[1] if first[0] == Op.POWER else 0
            b.price[part] = b.cost[part].sum()
            put_printed(b, part, b.part_seen[part])


# --- valid abilities --------------------------------------------------------------------------------------

_OWN_TURN = ("mine", "upgrade", "gear")
_COSTS = {
    "may": (*_OWN_TURN, "mine-end", "upgrade-end", "attacking"),
    "pay-hp": (*_OWN_TURN, "attacking"),
    "pay-cube": (*_OWN_TURN, "attacking"),
    "discard-gear": _OWN_TURN,
}
"""The conditions under which an ability can have each cost."""
_HEART = "the Coal Heart"
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
    "mend": (_HEART,),
}
"""When an operation can be carried out; any time for those not listed."""
_ALONE = ("power", "deluxe", "barter", "attack", "shield", "strike", "weld")
"""Operations that must stand alone in an ability."""
_CAUSES = {
    "take": "from-supply",
    "choose": "from-supply",
    "receive": "from-player",
    "punch": "from-player",
    "gain": "gaining",
}
"""The trigger that each operation starts. Damage is not listed, because it triggers only once a turn."""
_MOST_DEALT = 2
"""The maximum number of parts that act on damage dealt; more could overflow the stack."""


def _ability(b: Any, source: int) -> tuple[str, list[Row]]:
    """The place of a source's ability in the file, and its rows."""
    if source < Source.GEAR:
        return f"parts {source + 1}: does", list(ABILITIES.rows(b.part_does[source].flat))
    if source < Source.HEART:
        kind = source - Source.GEAR
        return f"gear {kind + 1}: does", list(ABILITIES.rows(b.gear_does[kind].flat))
    side = source - Source.HEART
    return f"heart {side + 1}: does", list(ABILITIES.rows(b.heart_does[side].flat))


def _split(rows: list[Row]) -> tuple[list[str], list[str]]:
    """The names of the guards, and of the operations that they guard."""
    found = [ABILITIES.operations[row.operation] for row in rows]
    return [one.name for one in found if one.guard], [one.name for one in found if not one.guard]


def _wrong(b: Any, source: int, rows: list[Row]) -> str:
    """Why the rules cannot carry out an ability; empty if they can."""
    guards, effects = _split(rows)
    when = guards[0] if guards else "always"
    if source >= Source.HEART:
        when = _HEART
    elif source >= Source.GEAR:
        when = MOMENTS[b.gear_moment[source - Source.GEAR]]
    if not effects or (guards and rows[0].guards != len(rows) - 1):
        return "expected one line: when, what it asks for, what is done"
    if guards and source >= Source.GEAR:
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
    """A trigger that would restart itself forever; empty if there is none."""
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
