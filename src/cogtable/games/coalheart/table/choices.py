"""What the choices are called, and which pieces they touch."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.games.coalheart.rules.abilities import Op, Use
from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.attack import attack_damage
from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, COLORS, HEXES, SLOTS, Hex
from cogtable.games.coalheart.rules.state import EMPTY, PRICE, Ask, Coalheart, Frame, Task
from cogtable.games.coalheart.table.labels import abilities, cube, cube_counts, gear_name, part_title, robot_name
from cogtable.games.coalheart.table.prompts import after_hit, dealt_to, frame_of, operation_of, perk_of, running
from cogtable.games.coalheart.table.scene import HEX_PIECES, used_by
from cogtable.view import Choice, Words


def choice(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    """One legal action of `seat` in words, with the pieces it touches."""
    for start, worded in _CHOICES:
        if action >= start:
            return worded(s, box, seat, action)
    raise ValueError(f"no action {action}")


def _draft(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    part = action - Action.DRAFT
    name = box.names["parts"][part]
    return Choice(
        action=action,
        text=f"draft {name}",
        label=f"Draft {name} · {abilities(box).short[part]}",
        group="Drafting",
        pieces=(f"part{part}",),
    )


def _robot(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    robot = action - Action.ROBOT
    name = robot_name(box, robot)
    start = cube_counts(box.record.start[robot].tolist())
    return Choice(
        action=action,
        text=f"choose {name}",
        label=f"Play {name}, begin with {start}",
        group="Choosing a robot",
        pieces=(f"mat{robot}",),
    )


def _exchange(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    given, wanted = divmod(action - Action.EXCHANGE, COLOR_COUNT)
    return Choice(
        action=action,
        text=f"pay 3 {COLORS[given]} for 1 {COLORS[wanted]}",
        label=f"Pay 3 {cube(given)} for 1 {cube(wanted)}",
        group="Exchanging",
        pieces=(f"cube{seat}.{given}", f"owed.{wanted}"),
    )


def _spare(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    color = action - Action.SPARE
    return Choice(
        action=action,
        text=f"save the {COLORS[color]}",
        label=f"Do not pay 1 {cube(color)}",
        group="Discount",
        pieces=(f"owed.{color}",),
    )


def _pass(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    text, label = _pass_words(s, box, seat)
    return Choice(action=action, text=text, label=label)


_PASSED: dict[int, tuple[str, Words]] = {
    Ask.ABILITIES: ("use no more parts", "Use no more parts"),
    Ask.AFTER: ("do not use it", "Do not use it"),
    Ask.AT_END: ("use no part", "Use no part"),
    Ask.SPARE: ("keep the discount", "Keep the discount"),
    Ask.BARTER: ("pay as printed", "Pay as printed"),
}


def _pass_words(s: Coalheart, box: Box, seat: int) -> tuple[str, Words]:
    if s.ask == Ask.BEFORE:
        return "go on with the attack", f"Go on: {attack_damage(s, seat)} damage so far"
    if s.ask == Ask.DEFEND:
        damage = _incoming(s, box, seat, 0)
        return "take the damage", f"Take {damage} · {_you(s, seat, damage)}"
    if s.ask == Ask.TURN:
        return _end_words(s, seat)
    if s.ask == Ask.EXCHANGE:
        rest = cube_counts([int(owed) + int(laid) for owed, laid in zip(s.owed, s.laid, strict=True)])
        return "pay the rest", f"Pay {rest}"
    return _PASSED[int(s.ask)]


def _end_words(s: Coalheart, seat: int) -> tuple[str, Words]:
    if s.hex == Hex.FIGHT and not s.acted >> seat & 1:
        return "do not attack", "Do not attack"
    if s.hex == Hex.UPGRADE:
        return "end the turn", "Done building" if s.fresh[seat] else "Build nothing"
    return "end the turn", "End my turn"


def _incoming(s: Coalheart, box: Box, seat: int, halved: int) -> int:
    """The damage of the present attack, with so many Force Fields more."""
    frame = frame_of(s, Task.FIGHTING)
    attacker = frame[Frame.OWNER] if frame else seat
    return dealt_to(s, box, attacker, seat, attack_damage(s, attacker) >> (int(s.halved) + halved))


def _you(s: Coalheart, seat: int, damage: int) -> str:
    return after_hit(int(s.hp[seat]), damage).replace("breaks", "you break")


def _heart(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    side = action - Action.USE_HEART
    words = abilities(box).short[Source.HEART + side]
    text = ("take the Coal Heart", "use the Coal Heart to strike", "use the Coal Heart to mend")[side]
    label = f"Take the Coal Heart: {words}" if side == 0 else words
    return Choice(action=action, text=text, label=label, group="Coal Heart", pieces=("heart",))


def _take_gear(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    kind = action - Action.TAKE_GEAR
    name = gear_name(box, kind)
    frame = running(s) if s.ask == Ask.GEAR else None
    if frame is None:
        piece, text, label = f"row.{kind}", f"take {name}", f"Take {name}"
    elif operation_of(box, frame) == PRICE:
        piece, text, label = f"gear{seat}.{kind}", f"discard {name}", f"Discard {name}"
    else:
        piece, text, label = f"offer.{kind}", f"take {name}", f"Take {name}"
    return Choice(action=action, text=text, label=label, group="Gear", pieces=(piece,))


def _use_gear(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    kind = action - Action.USE_GEAR
    name = gear_name(box, kind)
    words = abilities(box).short[Source.GEAR + kind]
    label = f"{name}: {words[:1].lower()}{words[1:]}"
    if s.ask == Ask.DEFEND:
        damage = _incoming(s, box, seat, 1)
        label = f"{name}: take {damage} · {_you(s, seat, damage)}"
    return Choice(action=action, text=f"use {name}", label=label, group="Using Gear", pieces=(f"gear{seat}.{kind}",))


def _use_part(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    slot = action - Action.USE_PART
    part = int(s.body[seat, slot])
    words = abilities(box).full[part].rsplit(": ", 1)[-1].rstrip(".")
    asks, count = Use(box.record.asks[part]), int(box.record.asks_count[part])
    price = {
        Use.PAY_HP: f"pay {count} HP ({int(s.hp[seat])} → {int(s.hp[seat]) - count}), ",
        Use.PAY_CUBE: "pay a cube, ",
        Use.PAY_GEAR: "discard Gear, ",
    }.get(asks, "")
    label = f"{part_title(s, box, part)}: {price}{words[:1].lower()}{words[1:]}"
    if s.ask == Ask.BARTER:
        label = f"{int(s.owed.sum())} cubes of any colours"
    return Choice(
        action=action, text=f"use the {SLOTS[slot]}", label=label, group="Using parts", pieces=(f"part{part}",)
    )


def _build(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    slot = action - Action.BUILD
    part = int(s.body[seat, slot])
    price = "for free" if s.ask == Ask.WELD else f"for {cube_counts(box.record.cost[part].tolist())}"
    wins = " and win" if s.parts[seat] == BODY - 1 else ""
    return Choice(
        action=action,
        text=f"build the {SLOTS[slot]}",
        label=f"Build {part_title(s, box, part)} {price}{wins}",
        group="Building",
        pieces=(f"part{part}",),
    )


def _target(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    target = action - Action.TARGET
    name = robot_name(box, int(s.robot[target]))
    if s.ask == Ask.STRIKE:
        frame = running(s)
        count = int(s.gained[seat]) * int(box.record.program[frame[Frame.SOURCE], 0, 1]) if frame else 0
        damage = dealt_to(s, box, seat, target, count)
        text, label = f"strike {name}", f"[[seat:{target}]] takes {damage} · {after_hit(int(s.hp[target]), damage)}"
    else:
        damage = dealt_to(s, box, seat, target, int(s.power[seat]) + perk_of(s, box, seat))
        hit = f"{damage} · {after_hit(int(s.hp[target]), damage)}"
        text, label = f"attack {name}", f"Attack [[seat:{target}]]: {hit}"
    return Choice(action=action, text=text, label=label, group="Attacking", pieces=(f"robot{target}",))


def _color(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    color = action - Action.COLOR
    where, verb = _cube_place(s, box, seat)
    return Choice(
        action=action,
        text=f"{verb.lower()} {COLORS[color]}",
        label=f"{verb} {cube(color)}",
        group="Cubes",
        pieces=(f"{where}.{color}",),
    )


def _cube_place(s: Coalheart, box: Box, seat: int) -> tuple[str, str]:
    """Where the cubes lie that are asked about, and what is done with one."""
    if s.ask == Ask.BARTERED:
        return f"cube{seat}", "Lay down"
    if s.ask == Ask.PERK or (s.ask == Ask.TURN and s.hex == Hex.MINE):
        return "quarry", "Take"
    if s.ask == Ask.TURN:
        return "supply", "Take"
    frame = running(s)
    operation = operation_of(box, frame) if frame else Op.CHOOSE
    if operation == Op.PUNCH:
        return "give", "Take"
    return {
        PRICE: (f"cube{seat}", "Pay"),
        Op.RECEIVE: (f"cube{seat}", "Give"),
        Op.QUARRY: ("quarry", "Take"),
    }.get(operation, ("supply", "Take"))


def _hex(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    kind = action - Action.HEX
    users = used_by(s)
    place = next(at for at, other in enumerate(HEX_PIECES) if other == kind and users[at] == EMPTY)
    return Choice(
        action=action,
        text=f"select {HEXES[kind]}",
        label=f"Select {HEXES[kind].title()}",
        group="Selecting a hex",
        pieces=(f"hex{place}",),
    )


_CHOICES = (
    (Action.DRAFT, _draft),
    (Action.ROBOT, _robot),
    (Action.EXCHANGE, _exchange),
    (Action.SPARE, _spare),
    (Action.PASS, _pass),
    (Action.USE_HEART, _heart),
    (Action.TAKE_GEAR, _take_gear),
    (Action.USE_GEAR, _use_gear),
    (Action.USE_PART, _use_part),
    (Action.BUILD, _build),
    (Action.TARGET, _target),
    (Action.COLOR, _color),
    (Action.HEX, _hex),
)
