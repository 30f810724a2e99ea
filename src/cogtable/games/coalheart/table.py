"""What the choices and events of Coal Heart are called; how the table looks stands in `scene.py`."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.choice import Choice
from cogtable.games.coalheart import happening
from cogtable.games.coalheart.attack import attack_damage
from cogtable.games.coalheart.components import (
    BODY,
    CHOOSE,
    COLORS,
    FIGHT,
    GEAR,
    GEAR_ABILITY,
    HEART_ABILITY,
    HEXES,
    MINE,
    PAY_CUBE,
    PAY_GEAR,
    PAY_HP,
    PUNCH,
    QUARRY,
    RECEIVE,
    SCAVENGE,
    SLOTS,
    UPGRADE,
)
from cogtable.games.coalheart.components import CUBES as ALL_COLORS
from cogtable.games.coalheart.happening import after_hit, dealt_to, frame_of, operation_of, perk_of, running
from cogtable.games.coalheart.rules import Coalheart
from cogtable.games.coalheart.scene import HEX_PIECES, scene, used_by
from cogtable.games.coalheart.story import animate, tell
from cogtable.games.coalheart.terms import (
    ASK_ABILITIES,
    ASK_AFTER,
    ASK_AT_END,
    ASK_BARTER,
    ASK_BARTERED,
    ASK_BEFORE,
    ASK_COLOR,
    ASK_DEFEND,
    ASK_EXCHANGE,
    ASK_GEAR,
    ASK_HEX,
    ASK_PERK,
    ASK_ROBOT,
    ASK_SPARE,
    ASK_STRIKE,
    ASK_TURN,
    ASK_WELD,
    BUILD,
    COLOR,
    DRAFT,
    DRAFTING,
    EMPTY,
    EXCHANGE,
    FIGHTING,
    HEX,
    NOBODY,
    OWNER,
    PASS,
    PRICE,
    ROBOT,
    SOURCE,
    SPARE,
    TAKE_GEAR,
    TARGET,
    USE_GEAR,
    USE_HEART,
    USE_PART,
)
from cogtable.games.coalheart.wording import (
    abilities,
    counted,
    cube,
    gear_name,
    part_words,
    robot_name,
    slot_title,
)
from cogtable.table.view import Words

__all__ = ["animate", "choice", "scene", "tell", "why_not"]


# --- choices ----------------------------------------------------------------------------------------------


def choice(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    """One legal action of `seat` in words, with the pieces it touches."""
    for start, worded in _CHOICES:
        if action >= start:
            return worded(s, box, seat, action)
    raise ValueError(f"no action {action}")


def _draft(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    part = action - DRAFT
    name = box.names["parts"][part]
    return Choice(
        action=action,
        text=f"draft {name}",
        label=f"Draft {name} · {abilities(box).short[part]}",
        group="Drafting",
        pieces=(f"part{part}",),
    )


def _robot(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    robot = action - ROBOT
    name = robot_name(box, robot)
    start = counted(box.record.start[robot].tolist())
    return Choice(
        action=action,
        text=f"choose {name}",
        label=f"Play {name}, begin with {start}",
        group="Choosing a robot",
        pieces=(f"mat{robot}",),
    )


def _exchange(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    given, wanted = divmod(action - EXCHANGE, ALL_COLORS)
    return Choice(
        action=action,
        text=f"pay 3 {COLORS[given]} for 1 {COLORS[wanted]}",
        label=f"3 {cube(given)} stand for 1 {cube(wanted)}",
        group="Exchanging",
        pieces=(f"cube{seat}.{given}", f"owed.{wanted}"),
    )


def _spare(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    color = action - SPARE
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
    ASK_ABILITIES: ("use no more parts", "Use no more parts"),
    ASK_AFTER: ("leave it at that", "Leave it at that"),
    ASK_AT_END: ("use no part", "Use no part"),
    ASK_SPARE: ("keep the discount", "Keep the discount"),
    ASK_BARTER: ("pay as printed", "Pay as printed"),
}


def _pass_words(s: Coalheart, box: Box, seat: int) -> tuple[str, Words]:
    if s.ask == ASK_BEFORE:
        return "go on with the attack", f"Go on: {attack_damage(s, seat)} damage so far"
    if s.ask == ASK_DEFEND:
        damage = _incoming(s, box, seat, 0)
        return "take the damage", f"Take {damage} · {_you(s, seat, damage)}"
    if s.ask == ASK_TURN:
        return _end_words(s, seat)
    if s.ask == ASK_EXCHANGE:
        rest = counted([int(owed) + int(laid) for owed, laid in zip(s.owed, s.laid, strict=True)])
        return "pay the rest", f"Pay {rest}"
    return _PASSED[int(s.ask)]


def _end_words(s: Coalheart, seat: int) -> tuple[str, Words]:
    if s.hex == FIGHT and not s.acted >> seat & 1:
        return "do not attack", "Do not attack"
    if s.hex == UPGRADE:
        return "end the turn", "Done building" if s.fresh[seat] else "Build nothing"
    return "end the turn", "End my turn"


def _incoming(s: Coalheart, box: Box, seat: int, halved: int) -> int:
    """The damage of the present attack, with so many Force Fields more."""
    frame = frame_of(s, FIGHTING)
    attacker = frame[OWNER] if frame else seat
    return dealt_to(s, box, attacker, seat, attack_damage(s, attacker) >> (int(s.halved) + halved))


def _you(s: Coalheart, seat: int, damage: int) -> str:
    return after_hit(int(s.hp[seat]), damage).replace("breaks", "you break")


def _heart(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    side = action - USE_HEART
    words = abilities(box).short[HEART_ABILITY + side]
    text = ("take the Coal Heart", "use the Coal Heart to strike", "use the Coal Heart to mend")[side]
    label = f"Take the Coal Heart: {words}" if side == 0 else words
    return Choice(action=action, text=text, label=label, group="Coal Heart", pieces=("heart",))


def _take_gear(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    kind = action - TAKE_GEAR
    name = gear_name(box, kind)
    frame = running(s) if s.ask == ASK_GEAR else None
    if frame is None:
        piece, text, label = f"row.{kind}", f"take {name}", f"Take {name}"
    elif operation_of(box, frame) == PRICE:
        piece, text, label = f"gear{seat}.{kind}", f"discard {name}", f"Discard {name}"
    else:
        piece, text, label = f"offer.{kind}", f"take {name}", f"Take {name}"
    return Choice(action=action, text=text, label=label, group="Gear", pieces=(piece,))


def _use_gear(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    kind = action - USE_GEAR
    name = gear_name(box, kind)
    words = abilities(box).short[GEAR_ABILITY + kind]
    label = f"{name}: {words[:1].lower()}{words[1:]}"
    if s.ask == ASK_DEFEND:
        damage = _incoming(s, box, seat, 1)
        label = f"{name}: take {damage} · {_you(s, seat, damage)}"
    return Choice(action=action, text=f"use {name}", label=label, group="Using Gear", pieces=(f"gear{seat}.{kind}",))


def _use_part(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    slot = action - USE_PART
    part = int(s.body[seat, slot])
    words = abilities(box).full[part].rsplit(": ", 1)[-1].rstrip(".")
    asks, count = int(box.record.asks[part]), int(box.record.asks_count[part])
    price = {
        PAY_HP: f"pay {count} HP ({int(s.hp[seat])} → {int(s.hp[seat]) - count}), ",
        PAY_CUBE: "pay a cube, ",
        PAY_GEAR: "discard Gear, ",
    }.get(asks, "")
    label = f"{slot_title(part)}: {price}{words[:1].lower()}{words[1:]}"
    if s.ask == ASK_BARTER:
        label = f"{int(s.owed.sum())} cubes of any colours"
    return Choice(
        action=action, text=f"use the {SLOTS[slot]}", label=label, group="Using parts", pieces=(f"part{part}",)
    )


def _build(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    slot = action - BUILD
    part = int(s.body[seat, slot])
    price = "for nothing" if s.ask == ASK_WELD else f"for {counted(box.record.cost[part].tolist())}"
    wins = " and win" if s.parts[seat] == BODY - 1 else ""
    return Choice(
        action=action,
        text=f"build the {SLOTS[slot]}",
        label=f"Build {slot_title(part)} {price}{wins}",
        group="Building",
        pieces=(f"part{part}",),
    )


def _target(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    target = action - TARGET
    name = robot_name(box, int(s.robot[target]))
    if s.ask == ASK_STRIKE:
        frame = running(s)
        count = int(s.gained[seat]) * int(box.record.program[frame[SOURCE], 0, 1]) if frame else 0
        damage = dealt_to(s, box, seat, target, count)
        text, label = f"strike {name}", f"[[seat:{target}]] takes {damage} · {after_hit(int(s.hp[target]), damage)}"
    else:
        damage = dealt_to(s, box, seat, target, int(s.power[seat]) + perk_of(s, box, seat))
        hit = f"{damage} · {after_hit(int(s.hp[target]), damage)}"
        text, label = f"attack {name}", f"Attack [[seat:{target}]]: {hit}"
    return Choice(action=action, text=text, label=label, group="Attacking", pieces=(f"robot{target}",))


def _color(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    color = action - COLOR
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
    if s.ask == ASK_BARTERED:
        return f"cube{seat}", "Lay down"
    if s.ask == ASK_PERK or (s.ask == ASK_TURN and s.hex == MINE):
        return "quarry", "Take"
    if s.ask == ASK_TURN:
        return "supply", "Take"
    frame = running(s)
    operation = operation_of(box, frame) if frame else CHOOSE
    if operation == PUNCH:
        return "give", "Take"
    return {
        PRICE: (f"cube{seat}", "Pay"),
        RECEIVE: (f"cube{seat}", "Give"),
        QUARRY: ("quarry", "Take"),
    }.get(operation, ("supply", "Take"))


def _hex(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    kind = action - HEX
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
    (DRAFT, _draft),
    (ROBOT, _robot),
    (EXCHANGE, _exchange),
    (SPARE, _spare),
    (PASS, _pass),
    (USE_HEART, _heart),
    (TAKE_GEAR, _take_gear),
    (USE_GEAR, _use_gear),
    (USE_PART, _use_part),
    (BUILD, _build),
    (TARGET, _target),
    (COLOR, _color),
    (HEX, _hex),
)


# --- why not ----------------------------------------------------------------------------------------------


def why_not(s: Coalheart, box: Box, seat: int, piece: str) -> Words:
    """Why a piece that `seat` sees, and that no choice of it touches, cannot be chosen."""
    name, _, rest = piece.partition(".")
    about = _about(s, box, name)
    return f"{about} {_reason(s, box, seat, name, rest)}".strip()


def _about(s: Coalheart, box: Box, name: str) -> Words:
    """What a part is, whatever is done with it."""
    return part_words(box, int(name[4:])) if name.startswith("part") else ""


def _reason(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if s.over:
        return "The game is over"
    if seat < 0:
        return "You are watching; only players choose"
    if not s.waiting >> seat & 1:
        who = next((p for p in range(s.seats) if s.waiting >> p & 1), s.lead)
        return f"It is not your turn: [[seat:{who}]] is {happening.DOING.get(int(s.ask), 'choosing')} · [[rule:CH-R12]]"
    if s.stage <= DRAFTING:
        return _why_not_gathering(s, seat, name)
    for start, reason in _REASONS:
        if name.startswith(start):
            return reason(s, box, seat, name, rest)
    return _otherwise(s)


def _otherwise(s: Coalheart) -> Words:
    return {
        ASK_HEX: "First select an Action Hex · [[rule:CH-Q10]]",
        ASK_DEFEND: "First answer the attack · [[rule:CH-R43]]",
        ASK_SPARE: "First finish paying · [[rule:CH-R22]]",
        ASK_TURN: "That is not what this turn is for · [[rule:CH-R12]]",
    }.get(int(s.ask), "First finish what is going on · [[rule:CH-Q68]]")


def _why_not_gathering(s: Coalheart, seat: int, name: str) -> Words:
    if s.ask == ASK_ROBOT:
        return "Choose a whole robot: touch its name · [[rule:CH-R4]]"
    if name.startswith("mat"):
        return "Draft single parts, whatever robot they are of · [[rule:CH-R50]]"
    if name.startswith("part"):
        part = int(name[4:])
        owner = int(s.owner[part])
        if owner != NOBODY:
            return f"[[seat:{owner}]] drafted it · [[rule:CH-R50]]"
        return f"You have a {slot_title(part)} · [[rule:CH-R51]]"
    return "First draft a part · [[rule:CH-R50]]"


def _why_not_part(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    part = int(name[4:])
    slot, owner = part % BODY, int(s.owner[part])
    if owner != seat:
        return f"It is [[seat:{owner}]]'s"
    if s.built[seat] >> slot & 1:
        return "It acts by itself, or not at this moment · [[rule:CH-R37]]"
    if s.ask != ASK_TURN or s.hex != UPGRADE:
        return "Parts are built when Upgrade is selected · [[rule:CH-R21]]"
    if s.welded >> seat & 1:
        return "Nothing else is built after Welder's Kit · [[rule:CH-Q76]]"
    if s.hp[seat] == 0 and s.fresh[seat]:
        return "A broken robot builds no more than one part · [[rule:CH-R46]]"
    if not s.assists:
        return "You cannot pay for it · [[rule:CH-R21]]"
    lack = [max(0, int(c) - int(h)) for c, h in zip(box.record.cost[part], s.cubes[seat], strict=True)]
    return f"You lack {counted(lack)}; three cubes of one colour stand for any other · [[rule:CH-Q3]]"


def _why_not_hex(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    place = int(name[3:])
    user = used_by(s)[place]
    if user != EMPTY:
        return f"[[seat:{user}]] selected it in this round · [[rule:CH-R13]]"
    if s.ask == ASK_HEX:
        return "Touch the other Scavenge: the two are alike · [[rule:CH-R10]]"
    return "The Active Player selects a hex at the beginning of a phase · [[rule:CH-R12]]"


def _why_not_quarry(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if (s.ask == ASK_TURN and s.hex == MINE and not s.acted >> seat & 1) or s.ask == ASK_PERK:
        return f"There is no {cube(int(rest))} in the Quarry · [[rule:CH-R17]]"
    return "Cubes of the Quarry are taken when Mine is selected · [[rule:CH-R17]]"


def _why_not_supply(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if s.ask == ASK_TURN and s.hex == SCAVENGE and not s.acted >> seat & 1:
        return f"There is no {cube(int(rest))} in the Supply · [[rule:CH-Q13]]"
    return "Only Scavenge and the Shovel choose from the Supply · [[rule:CH-R41]]"


def _why_not_row(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if s.ask == ASK_GEAR:
        return "Touch the card among those offered"
    if s.ask == ASK_TURN and s.hex == GEAR and not s.acted >> seat & 1:
        return "Deluxe Gear is for the Active Player, and for who has a Core · [[rule:CH-R29]]"
    return "Gear is taken when Gear is selected · [[rule:CH-R28]]"


def _why_not_gear(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    owner, kind = int(name[4:]), int(rest)
    if owner != seat:
        return f"It is [[seat:{owner}]]'s"
    moment = ("right before your attack", "when you are attacked", "right after your attack", "on your turn")
    when = [*moment, "on your Upgrade turn, before you build"][int(box.record.gear_moment[kind])]
    return f"{gear_name(box, kind)} is used {when}, where it does something · [[rule:CH-R30]]"


def _why_not_robot(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    target = int(name[5:])
    if target == seat:
        return "This is you"
    if s.shielded >> target & 1:
        return f"Nobody may attack [[seat:{target}]] in this phase · [[rule:CH-Q32]]"
    return "You attack when Fight is selected, or when a part lets you · [[rule:CH-R40]]"


def _why_not_heart(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if s.heart != NOBODY and s.heart != seat:
        return f"[[seat:{s.heart}]] keeps it until somebody takes it · [[rule:CH-R34]]"
    return "Select Capture to take it or to use it · [[rule:CH-R31]]"


def _why_not_cube(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    owner = int(name[4:])
    if owner != seat:
        return f"These are [[seat:{owner}]]'s cubes"
    if s.ask in (ASK_COLOR, ASK_BARTERED):
        return f"No {cube(int(rest))} of yours can be used here · [[rule:CH-Q81]]"
    return "Your cubes pay for parts: touch the part you build · [[rule:CH-R21]]"


def _why_not_deck(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    if name == "deck":
        return "Gear is taken from the cards that lie face up · [[rule:CH-Q66]]"
    return "Used Gear comes back when the deck is empty · [[rule:CH-R8]]"


def _why_not_owed(s: Coalheart, box: Box, seat: int, name: str, rest: str) -> Words:
    return "This is part of the price, and is to be paid · [[rule:CH-R22]]"


_REASONS = (
    ("part", _why_not_part),
    ("hex", _why_not_hex),
    ("quarry", _why_not_quarry),
    ("supply", _why_not_supply),
    ("row", _why_not_row),
    ("gear", _why_not_gear),
    ("robot", _why_not_robot),
    ("heart", _why_not_heart),
    ("cube", _why_not_cube),
    ("deck", _why_not_deck),
    ("discard", _why_not_deck),
    ("owed", _why_not_owed),
)
