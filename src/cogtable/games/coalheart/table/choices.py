"""The texts of the choices, and the pieces they touch."""

from __future__ import annotations

from cogtable.games.coalheart.rules.abilities import Op, Use
from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.attack import attack_damage
from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, HeartSide, Hex
from cogtable.games.coalheart.rules.state import EMPTY, PRICE, Ask, Coalheart, Frame, Task
from cogtable.games.coalheart.table import pieces as ids
from cogtable.games.coalheart.table.abilities import short_ability, short_deed
from cogtable.games.coalheart.table.labels import (
    cube,
    cube_counts,
    cube_text,
    gear_name,
    hex_name,
    hex_text,
    part_name,
    part_title,
    robot_name,
    slot_text,
)
from cogtable.games.coalheart.table.prompts import after_hit, dealt_to, frame_of, operation_of, running
from cogtable.games.coalheart.table.scene import HEX_PIECES, used_by
from cogtable.table import Box, Choice, Template, Words, name_of, phrase, say


def choice(s: Coalheart, box: Box, seat: int, action: int) -> Choice:
    """One legal action of `seat` in words, with the pieces it touches."""
    kind, i = Action.read(action)
    text, label, group, *pieces = _worded(s, box, seat, kind, i)
    return Choice(action=action, text=text, label=label, group=group, pieces=tuple(pieces))


def _worded(s: Coalheart, box: Box, seat: int, kind: Action, i: int) -> tuple[Words, ...]:
    """The text of an action, its label, its group, and the pieces that it touches."""
    match kind:
        case Action.HEX:
            return _hex(s, i)
        case Action.COLOR:
            return _color(s, box, seat, i)
        case Action.TARGET:
            return _strike(s, box, seat, i) if s.ask == Ask.STRIKE else _attack(s, box, seat, i)
        case Action.BUILD:
            return _build(s, box, seat, i)
        case Action.USE_PART:
            return _use_part(s, box, seat, i)
        case Action.USE_GEAR:
            return _use_gear(s, box, seat, i)
        case Action.TAKE_GEAR:
            return _take_gear(s, box, seat, i)
        case Action.USE_HEART:
            return _heart(box, i)
        case Action.PASS:
            return *_pass(s, box, seat), ""
        case Action.SPARE:
            text, label = say("save the {color}", color=cube_text(i)), say("Do not pay 1 {color}", color=cube(i))
            return text, label, say("Discount"), ids.OWED(i)
        case Action.EXCHANGE:
            return _exchange(seat, *divmod(i, COLOR_COUNT))
        case Action.ROBOT:
            return _robot(box, i)
        case _:
            return _draft(box, i)


def _hex(s: Coalheart, kind: int) -> tuple[Words, ...]:
    users = used_by(s)
    place = next(at for at, other in enumerate(HEX_PIECES) if other == kind and users[at] == EMPTY)
    text, label = say("select {hex}", hex=hex_text(kind)), say("Select {hex}", hex=hex_name(kind))
    return text, label, say("Selecting a hex"), ids.HEX(place)


_TAKE = phrase("take {color}"), phrase("Take {color}")
_PAY = phrase("pay {color}"), phrase("Pay {color}")
_GIVE = phrase("give {color}"), phrase("Give {color}")
_LAY = phrase("lay down {color}"), phrase("Lay down {color}")


def _color(s: Coalheart, box: Box, seat: int, color: int) -> tuple[Words, ...]:
    (text, label), piece = _cube_of(s, box, seat, color)
    return say(text, color=cube_text(color)), say(label, color=cube(color)), say("Cubes"), piece


def _cube_of(s: Coalheart, box: Box, seat: int, color: int) -> tuple[tuple[Template, Template], str]:
    """The words for choosing a cube, and the piece to touch."""
    if s.ask == Ask.BARTERED:
        return _LAY, ids.CUBES(seat, color)
    if s.ask == Ask.PERK or (s.ask == Ask.TURN and s.hex == Hex.MINE):
        return _TAKE, ids.QUARRY(color)
    frame = running(s) if s.ask != Ask.TURN else None
    match operation_of(box, frame) if frame else Op.CHOOSE:
        case Op.PUNCH:
            return _TAKE, ids.GIVE(color)
        case Op.RECEIVE:
            return _GIVE, ids.CUBES(seat, color)
        case Op.QUARRY:
            return _TAKE, ids.QUARRY(color)
        case operation:
            return (_PAY, ids.CUBES(seat, color)) if operation == PRICE else (_TAKE, ids.SUPPLY(color))


def _strike(s: Coalheart, box: Box, seat: int, target: int) -> tuple[Words, ...]:
    frame = running(s)
    count = int(s.gained[seat]) * int(box.record.program[frame[Frame.SOURCE], 0, 1]) if frame else 0
    damage = dealt_to(s, box, seat, target, count)
    text = say("strike {robot}", robot=robot_name(box, int(s.robot[target])))
    label = say("{seat} takes {damage}", seat=name_of(target), damage=damage)
    return text, label, say("Attacking"), ids.BOARD(target)


def _attack(s: Coalheart, box: Box, seat: int, target: int) -> tuple[Words, ...]:
    text = say("attack {robot}", robot=robot_name(box, int(s.robot[target])))
    label = say("Attack {seat}", seat=name_of(target))
    return text, label, say("Attacking"), ids.BOARD(target)


def _build(s: Coalheart, box: Box, seat: int, slot: int) -> tuple[Words, ...]:
    part = int(s.body[seat, slot])
    fields = {"part": part_title(s, box, part), "price": cube_counts(box.record.cost[part].tolist())}
    wins = s.parts[seat] == BODY - 1
    if s.ask == Ask.WELD:
        template = phrase("Build {part} for free and win") if wins else phrase("Build {part} for free")
    else:
        template = phrase("Build {part} for {price} and win") if wins else phrase("Build {part} for {price}")
    text, label = say("build the {slot}", slot=slot_text(slot)), say(template, **fields)
    return text, label, say("Building"), ids.PART(part)


_USES: dict[int, Template] = {
    Use.PAY_HP: phrase("{part}: pay {n} HP ({hp} → {left}), {deed}"),
    Use.PAY_CUBE: phrase("{part}: pay a cube, {deed}"),
    Use.PAY_GEAR: phrase("{part}: discard Gear, {deed}"),
}


def _use_part(s: Coalheart, box: Box, seat: int, slot: int) -> tuple[Words, ...]:
    part, hp = int(s.body[seat, slot]), int(s.hp[seat])
    asks, count = Use(box.record.asks[part]), int(box.record.asks_count[part])
    if s.ask == Ask.BARTER:
        label = say("{n} cubes of any colours", n=s.owed.sum())
    else:
        fields = {
            "part": part_title(s, box, part),
            "n": count,
            "hp": hp,
            "left": hp - count,
            "deed": short_deed(box, part),
        }
        label = say(_USES.get(asks, phrase("{part}: {deed}")), **fields)
    return say("use the {slot}", slot=slot_text(slot)), label, say("Using parts"), ids.PART(part)


def _use_gear(s: Coalheart, box: Box, seat: int, kind: int) -> tuple[Words, ...]:
    name = gear_name(box, kind)
    if s.ask == Ask.DEFEND:
        damage = _incoming(s, box, seat, 1)
        after = _after_hit_on_you(int(s.hp[seat]), damage)
        label = say("{gear}: take {damage} · {after}", gear=name, damage=damage, after=after)
    else:
        label = say("{gear}: {deed}", gear=name, deed=short_deed(box, Source.GEAR + kind))
    return say("use {gear}", gear=name), label, say("Using Gear"), ids.GEAR(seat, kind)


def _take_gear(s: Coalheart, box: Box, seat: int, kind: int) -> tuple[Words, ...]:
    name = gear_name(box, kind)
    frame = running(s) if s.ask == Ask.GEAR else None
    if frame and operation_of(box, frame) == PRICE:
        return say("discard {gear}", gear=name), say("Discard {gear}", gear=name), say("Gear"), ids.GEAR(seat, kind)
    piece = ids.OFFER(kind) if frame else ids.ROW(kind)
    return say("take {gear}", gear=name), say("Take {gear}", gear=name), say("Gear"), piece


_HEART: dict[int, tuple[Template, Template]] = {
    HeartSide.NOW: (phrase("take the Coal Heart"), phrase("Take the Coal Heart: {ability}")),
    HeartSide.STRIKE: (phrase("use the Coal Heart to strike"), phrase("{ability}")),
    HeartSide.MEND: (phrase("use the Coal Heart to mend"), phrase("{ability}")),
}


def _heart(box: Box, side: int) -> tuple[Words, ...]:
    text, label = _HEART[side]
    return say(text), say(label, ability=short_ability(box, Source.HEART + side)), say("Coal Heart"), ids.HEART()


_PASSES: dict[int, tuple[Words, Words]] = {
    Ask.ABILITIES: (phrase("use no more parts"), phrase("Use no more parts")),
    Ask.AFTER: (phrase("do not use it"), phrase("Do not use it")),
    Ask.AT_END: (phrase("use no part"), phrase("Use no part")),
    Ask.SPARE: (phrase("keep the discount"), phrase("Keep the discount")),
    Ask.BARTER: (phrase("pay as printed"), phrase("Pay as printed")),
}


def _pass(s: Coalheart, box: Box, seat: int) -> tuple[Words, Words]:
    """Text and label of a pass."""
    if s.ask == Ask.BEFORE:
        return say("go on with the attack"), say("Go on: {damage} damage so far", damage=attack_damage(s, seat))
    if s.ask == Ask.DEFEND:
        damage = _incoming(s, box, seat, 0)
        after = _after_hit_on_you(int(s.hp[seat]), damage)
        return say("take the damage"), say("Take {damage} · {after}", damage=damage, after=after)
    if s.ask == Ask.TURN:
        return _end_turn(s, seat)
    if s.ask == Ask.EXCHANGE:
        rest = [int(owed) + int(laid) for owed, laid in zip(s.owed, s.laid, strict=True)]
        return say("pay the rest"), say("Pay {cubes}", cubes=cube_counts(rest))
    text, label = _PASSES[int(s.ask)]
    return say(text), say(label)


def _end_turn(s: Coalheart, seat: int) -> tuple[Words, Words]:
    if s.hex == Hex.FIGHT and not s.acted >> seat & 1:
        return say("do not attack"), say("Do not attack")
    if s.hex == Hex.UPGRADE:
        return say("end the turn"), say("Done building") if s.fresh[seat] else say("Build nothing")
    return say("end the turn"), say("End my turn")


def _incoming(s: Coalheart, box: Box, seat: int, halved: int) -> int:
    """The damage of the current attack after `halved` more Force Fields."""
    frame = frame_of(s, Task.FIGHTING)
    attacker = frame[Frame.OWNER] if frame else seat
    return dealt_to(s, box, attacker, seat, attack_damage(s, attacker) >> (int(s.halved) + halved))


def _after_hit_on_you(hp: int, damage: int) -> Words:
    return say("you break") if 0 < hp <= damage else after_hit(hp, damage)


def _exchange(seat: int, given: int, wanted: int) -> tuple[Words, ...]:
    text = say("pay 3 {color} for 1 {wanted}", color=cube_text(given), wanted=cube_text(wanted))
    label = say("Pay 3 {color} for 1 {wanted}", color=cube(given), wanted=cube(wanted))
    return text, label, say("Exchanging"), ids.CUBES(seat, given), ids.OWED(wanted)


def _robot(box: Box, robot: int) -> tuple[Words, ...]:
    name, start = robot_name(box, robot), cube_counts(box.record.start[robot].tolist())
    text, label = say("choose {robot}", robot=name), say("Play {robot}, begin with {cubes}", robot=name, cubes=start)
    return text, label, say("Choosing a robot"), ids.MAT(robot)


def _draft(box: Box, part: int) -> tuple[Words, ...]:
    name = part_name(box, part)
    label = say("Draft {part} · {ability}", part=name, ability=short_ability(box, part))
    return say("draft {part}", part=name), label, say("Drafting"), ids.PART(part)
