"""The texts of the choices, and the pieces they touch."""

from __future__ import annotations

from cogtable.games.smashgear.rules import stack, targets
from cogtable.games.smashgear.rules.abilities import Op
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.components import ALL_SLOTS, MACHINES, SLOTS
from cogtable.games.smashgear.rules.effects import move_price
from cogtable.games.smashgear.rules.geometry import gait
from cogtable.games.smashgear.rules.state import Gait, Kind, Phase, SmashGear, Want
from cogtable.games.smashgear.rules.store import price_of
from cogtable.games.smashgear.table.forecast import posed
from cogtable.games.smashgear.table.labels import (
    cell_name,
    effect_words,
    hand_card,
    hand_name,
    heading_words,
    machine_at,
    machine_name,
    position_words,
    price_words,
    program_name,
    shown_card,
    shown_name,
    way_words,
)
from cogtable.games.smashgear.table.pieces import (
    AT,
    BASE,
    GO,
    HAND,
    MACHINE,
    POSE,
    PROGRAM,
    STORE,
    USE,
    WAY,
    card_piece,
)
from cogtable.games.smashgear.table.prompts import title
from cogtable.table import Box, Choice, Template, Words, capital, phrase, say


def choice(s: SmashGear, box: Box, seat: int, action: int) -> Choice:
    """One legal action of `seat` in words, with the pieces it touches."""
    if s.phase == Phase.TARGET:
        return _choice_target(s, box, action)
    kind, i = Action.read(action)
    match kind:
        case Action.BUY:
            fields = {"card": shown_name(s, box, i), "price": price_words(int(price_of(s, box.record, seat, i)))}
            piece = card_piece(*shown_card(s, i), STORE)
            return _made(action, say("buy {card} for {price}", **fields), say("Buying"), piece)
        case Action.CARD | Action.CARD_PROGRAM | Action.CARD_BASE | Action.CARD_DESTROY:
            return _choice_card(s, box, action)
        case Action.MOVES:
            return _choice_move(s, box, action, seat * SLOTS + i // 4, i % 4)
        case Action.EFFECTS:
            return _choice_effect(s, box, action, int(s.card[seat * SLOTS + i]))
        case Action.CELL:
            return _choice_cell(s, box, action, i)
        case Action.POSE:
            return _choice_pose(s, box, action, i)
    return _choice_pass(s, action)


def _made(action: int, text: str, group: str, *pieces: str, label: Words = "") -> Choice:
    return Choice(action=action, text=text, label=label or capital(text), group=group, pieces=pieces)


def _choice_card(s: SmashGear, box: Box, action: int) -> Choice:
    card, (kind, number) = action - Action.CARD, hand_card(action - Action.CARD)
    piece = card_piece(kind, number)
    if s.phase == Phase.DISCARD:
        text = say("throw away {card}", card=hand_name(box, card))
        return _made(action, text, say("Throwing away"), piece)
    if piece == HAND.get(kind):
        if action == Action.CARD_BASE:
            return _made(action, say("build a base"), say("Building"), piece)
        return _made(action, say("use Destroy Base"), say("Attacking"), piece)
    if piece == MACHINE(number):
        text = say("assemble {machine}", machine=machine_name(box, number))
        return _made(action, text, say("Assembling"), piece)
    return _choice_program(s, box, action, number)


_PROGRAMS = {
    "respond": (phrase("respond with {program}"), phrase("respond with {program} for {price}")),
    "run": (phrase("run {program}"), phrase("run {program} for {price}")),
    "install": (phrase("install {program}"), phrase("install {program} for {price}")),
}
"""The words for playing a program, without and with a cost."""


def _choice_program(s: SmashGear, box: Box, action: int, program: int) -> Choice:
    cost, responds = int(box.record.program_cost[program]), s.phase == Phase.RESPOND
    done = "respond" if responds else "run" if box.record.program_kind[program] == 0 else "install"
    text = say(_PROGRAMS[done][bool(cost)], program=program_name(box, program), price=price_words(cost))
    return _made(action, text, say("Responding") if responds else say("Programs"), PROGRAM(program))


_MOVES: dict[int, tuple[Template, Template]] = {
    Gait.FLIP: (phrase("flip {machine} {heading} for {price}"), phrase("Flipping")),
    Gait.SLIDE: (phrase("slide {machine} {heading} for {price}"), phrase("Sliding")),
    Gait.LEAP: (phrase("leap {machine} {heading} for {price}"), phrase("Leaping")),
}


def _choice_move(s: SmashGear, box: Box, action: int, slot: int, way: int) -> Choice:
    card, how, price = int(s.card[slot]), gait(s, slot), price_words(move_price(s, slot))
    words, group = _MOVES[how]
    text = say(words, machine=machine_name(box, card), heading=heading_words(s, box, slot, how, way), price=price)
    label = say("{way}, {price}", way=capital(way_words(how, way)), price=price)
    return _made(action, text, say(group), MACHINE(card), GO(card, way), label=label)


def _choice_effect(s: SmashGear, box: Box, action: int, card: int) -> Choice:
    price = int(box.record.effect_price[card])
    fields = {"machine": machine_name(box, card), "effect": effect_words(box, card), "price": price_words(price)}
    text, free, paid = _RESPONDING if s.phase == Phase.RESPOND else _USING
    label = say(paid if price else free, **fields)
    return _made(action, say(text, **fields), say("Effects"), MACHINE(card), USE(card), label=label)


_USING = (
    phrase("use the effect of {machine}: {effect}"),
    phrase("Use {machine}’s effect"),
    phrase("Use {machine}’s effect for {price}"),
)
_RESPONDING = (
    phrase("respond with the effect of {machine}: {effect}"),
    phrase("Respond with {machine}’s effect"),
    phrase("Respond with {machine}’s effect for {price}"),
)
"""The text of a choice, and its label without and with a cost."""


def _choice_cell(s: SmashGear, box: Box, action: int, cell: int) -> Choice:
    name = cell_name(cell)
    if s.phase == Phase.SITE:
        text = say("assemble {machine} on the base at {cell}", machine=machine_name(box, int(s.pending)), cell=name)
        return _made(action, text, say("Assembling"), BASE(cell))
    if s.phase == Phase.BUILD:
        text = say("build the base at {cell}, under {machine}", cell=name, machine=machine_at(s, box, cell))
        return _made(action, text, say("Building"), AT(cell))
    if s.phase == Phase.REPAIR:
        machine = machine_name(box, int(s.card[s.repair_slot]))
        text = say("put back the unit of {machine} on {cell}", machine=machine, cell=name)
        return _made(action, text, say("Repairing"), AT(cell))
    return _made(action, say("keep the part with the heart on {cell}", cell=name), say("Falling apart"), AT(cell))


def _choice_pose(s: SmashGear, box: Box, action: int, pose: int) -> Choice:
    units = posed(s, box, pose)
    fields = {"machine": machine_name(box, int(s.pending)), "units": position_words(units), "heart": pose // 4 + 1}
    if sum(kind == "heart" for _, kind in units) > 1:
        text = say("lay {machine} with its {units}, heart {heart} on the base", **fields)
    else:
        text = say("lay {machine} with its {units}", **fields)
    return _made(action, text, say("Assembling"), POSE(pose), label=capital(position_words(units)))


def _choice_pass(s: SmashGear, action: int) -> Choice:
    if s.phase == Phase.PREPARE:
        return _made(action, say("pass"), "", label=say("Pass: buy nothing now"))
    if s.phase == Phase.ACT:
        return _made(action, say("end the turn"), "")
    if s.phase == Phase.REPAIR:
        return _made(action, say("put no more units back"), "")
    if action == Action.LEAVE_ALL:
        return _made(action, say("let everything happen until my next turn"), "")
    return _made(action, say("let it happen") if s.depth else say("do nothing now"), "")


# --- targets --------------------------------------------------------------------------------------------

_AIMS: dict[int, Template] = {
    Op.FLIP: phrase("flip {machine}"),
    Op.SLIDE: phrase("slide {machine}"),
    Op.TURN: phrase("turn {machine}"),
    Op.STUN: phrase("stun {machine}"),
    Op.SHIELD: phrase("shield {machine}"),
    Op.REPAIR: phrase("repair {machine}"),
    Op.RECALL: phrase("recall {machine}"),
    Op.SCRAP: phrase("disassemble {machine}"),
}

_TURNS: dict[int, Template] = {
    Gait.FLIP: phrase("flip {machine} {heading}"),
    Gait.SLIDE: phrase("slide {machine} {heading}"),
    Gait.TURN: phrase("turn {machine} {heading}"),
}


def _choice_target(s: SmashGear, box: Box, action: int) -> Choice:
    top = s.depth - 1
    op, _, _ = stack.operation(s, box.record, top)
    group = title(s, box, top)
    kind, i = Action.read(action)
    match kind:
        case Action.WAY:
            return _made(action, _way_text(s, box, op, int(s.stack_a[top]), i), group, WAY(i))
        case Action.STACKED:
            return _made(action, say("cancel {announced}", announced=title(s, box, i)), group)
        case Action.BUY:
            text = say("take {card} from the store", card=shown_name(s, box, i))
            return _made(action, text, group, card_piece(*shown_card(s, i), STORE))
        case Action.SLOT:
            card = int(s.card[i])
            words = phrase("install it on {machine}") if s.wanted == Want.HOST else _AIMS[op]
            return _made(action, say(words, machine=machine_name(box, card)), group, MACHINE(card))
        case Action.CELL:
            return _choice_aimed_cell(s, box, action, i, group)
    card = action - Action.CARD
    if s.wanted == Want.PLUGIN:
        text = _unplug_text(s, box, card)
    else:
        text = say("take {card} from your landfill", card=hand_name(box, card))
    return _made(action, text, group, card_piece(*hand_card(card)))


def _way_text(s: SmashGear, box: Box, op: int, first: int, way: int) -> str:
    """The words for a way of moving the first target."""
    if op == Op.SHIFT:
        to = targets.shift_to(s, first, way)
        return say("move the base {way} to {cell}", way=way_words(Gait.SLIDE, way), cell=cell_name(to))
    how = targets.gait_of(op)
    machine, heading = machine_name(box, int(s.card[first])), heading_words(s, box, first, how, way)
    return say(_TURNS[how], machine=machine, heading=heading)


def _unplug_text(s: SmashGear, box: Box, card: int) -> str:
    name, host = hand_name(box, card), int(s.host[card - MACHINES])
    if host < ALL_SLOTS:
        return say("disassemble {program} on {machine}", program=name, machine=machine_name(box, int(s.card[host])))
    return say("disassemble {program} on the base on {cell}", program=name, cell=cell_name(host - ALL_SLOTS))


def _choice_aimed_cell(s: SmashGear, box: Box, action: int, cell: int, group: str) -> Choice:
    name = cell_name(cell)
    if s.wanted == Want.UNIT:
        text = say("break the weapon of {machine} on {cell}", machine=machine_at(s, box, cell), cell=name)
        return _made(action, text, group, AT(cell))
    if s.stack_kind[s.depth - 1] == Kind.ATTACK:
        text = say("attack the base on {cell} with {machine}", cell=name, machine=machine_at(s, box, cell))
    elif s.wanted == Want.HOST:
        text = say("install it on the base on {cell}", cell=name)
    else:
        text = say("move the base on {cell}", cell=name)
    return _made(action, text, group, BASE(cell))
