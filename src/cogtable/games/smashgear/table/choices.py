"""What the choices are called, and which pieces they touch."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.words import counted
from cogtable.games.smashgear.rules import stack, targets
from cogtable.games.smashgear.rules.abilities import Op
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.components import MACHINES, SHOWN, SLOTS, Card
from cogtable.games.smashgear.rules.effects import move_price
from cogtable.games.smashgear.rules.geometry import gait
from cogtable.games.smashgear.rules.state import Gait, Kind, Phase, SmashGear, Want
from cogtable.games.smashgear.rules.store import kind_shown, price_of
from cogtable.games.smashgear.table.forecast import posed
from cogtable.games.smashgear.table.labels import (
    AIM_VERBS,
    VERBS,
    cell_name,
    effect_words,
    hand_name,
    heading_words,
    host_words,
    machine_at,
    machine_name,
    program_name,
    shown_name,
    way_words,
    where,
)
from cogtable.games.smashgear.table.prompts import title
from cogtable.view import Choice, Words

BASE_CARDS, DESTROY_CARDS = "hand.base", "hand.destroy"


def card_piece(card: int) -> str:
    """The piece of a card as the action space numbers them: machines, programs, base, destroy base."""
    if card < MACHINES:
        return f"m{card}"
    if card < Action.CARD_BASE - Action.CARD:
        return f"p{card - MACHINES}"
    return BASE_CARDS if card == Action.CARD_BASE - Action.CARD else DESTROY_CARDS


def shown_piece(s: SmashGear, item: int) -> str:
    """The piece of what is for sale."""
    if item < SHOWN:
        return f"{'m' if kind_shown(item) == Card.MACHINE else 'p'}{s.shown[item]}"
    return ("store.base", "store.destroy")[item - SHOWN]


def choice(s: SmashGear, box: Box, seat: int, action: int) -> Choice:
    """One legal action of `seat` in words, with the pieces it touches."""
    if s.phase == Phase.TARGET:
        return _choice_target(s, box, action)
    if action < Action.CARD:
        return _choice_buy(s, box, seat, action)
    if action <= Action.CARD_DESTROY:
        return _choice_card(s, box, seat, action)
    if action < Action.EFFECTS:
        return _choice_move(s, box, seat, action)
    if action < Action.CELL:
        return _choice_effect(s, box, seat, action)
    if action < Action.SLOT:
        return _choice_cell(s, box, action)
    if action < Action.END:
        return _choice_pose(s, box, action)
    return _choice_pass(s, action)


def _made(action: int, text: str, group: str, *pieces: str, label: Words = "") -> Choice:
    return Choice(action=action, text=text, label=label or text[:1].upper() + text[1:], group=group, pieces=pieces)


def _choice_buy(s: SmashGear, box: Box, seat: int, action: int) -> Choice:
    item = action - Action.BUY
    name, price = shown_name(s, box, item), int(price_of(s, box.record, seat, item))
    text = f"buy {name} for {counted(price, 'gear')}"
    return _made(action, text, "Buying", shown_piece(s, item), label=f"Buy {name} for {counted(price, 'gear')}")


def _choice_card(s: SmashGear, box: Box, seat: int, action: int) -> Choice:
    card = action - Action.CARD
    piece = card_piece(card)
    if s.phase == Phase.DISCARD:
        name = hand_name(box, card)
        return _made(action, f"throw away {name}", "Throwing away", piece)
    if action < Action.CARD_PROGRAM:
        return _made(action, f"assemble {machine_name(box, card)}", "Assembling", piece)
    if action == Action.CARD_BASE:
        return _made(action, "build a base", "Building", piece)
    if action == Action.CARD_DESTROY:
        return _made(action, "use Destroy Base", "Attacking", piece)
    program = card - MACHINES
    name, cost = program_name(box, program), int(box.record.program_cost[program])
    paid = f" for {counted(cost, 'gear')}" if cost else ""
    if s.phase == Phase.RESPOND:
        return _made(action, f"respond with {name}{paid}", "Responding", piece)
    verb = "run" if box.record.program_kind[program] == 0 else "install"
    return _made(action, f"{verb} {name}{paid}", "Programs", piece)


def _choice_move(s: SmashGear, box: Box, seat: int, action: int) -> Choice:
    slot, way = seat * SLOTS + (action - Action.MOVES) // 4, (action - Action.MOVES) % 4
    card, how, cost = int(s.card[slot]), gait(s, slot), move_price(s, slot)
    name = machine_name(box, card)
    paid = f"for {counted(cost, 'gear')}" if cost else "for free"
    text = f"{VERBS[how]} {name} {heading_words(s, box, slot, how, way)} {paid}"
    label = f"{way_words(how, way).capitalize()}, {counted(cost, 'gear') if cost else 'free'}"
    return _made(action, text, _GOING[how], f"m{card}", f"go{card}.{way}", label=label)


_GOING: dict[int, str] = {Gait.FLIP: "Flipping", Gait.SLIDE: "Sliding", Gait.LEAP: "Leaping"}


def _choice_effect(s: SmashGear, box: Box, seat: int, action: int) -> Choice:
    card = int(s.card[seat * SLOTS + action - Action.EFFECTS])
    name = machine_name(box, card)
    verb = "respond with" if s.phase == Phase.RESPOND else "use"
    text = f"{verb} the effect of {name}: {effect_words(box, card)}"
    cost = int(box.record.effect_price[card])
    label = f"{verb.capitalize()} {name}’s effect" + (f" for {counted(cost, 'gear')}" if cost else "")
    return _made(action, text, "Effects", f"m{card}", f"use{card}", label=label)


def _choice_cell(s: SmashGear, box: Box, action: int) -> Choice:
    cell = action - Action.CELL
    name = cell_name(cell)
    if s.phase == Phase.SITE:
        return _made(
            action, f"assemble {machine_name(box, int(s.pending))} on the base at {name}", "Assembling", f"b{cell}"
        )
    if s.phase == Phase.BUILD:
        return _made(action, f"build the base at {name}, under {machine_at(s, box, cell)}", "Building", f"at{cell}")
    if s.phase == Phase.REPAIR:
        name = machine_name(box, int(s.card[s.repair_slot]))
        return _made(action, f"put back the unit of {name} on {cell_name(cell)}", "Repairing", f"at{cell}")
    return _made(action, f"keep the part with the heart on {name}", "Falling apart", f"at{cell}")


def _choice_pose(s: SmashGear, box: Box, action: int) -> Choice:
    pose = action - Action.POSE
    units = posed(s, box, pose)
    text = f"lay {machine_name(box, int(s.pending))} with its {where(units)}"
    if sum(kind == "heart" for _, kind in units) > 1:
        text += f", heart {pose // 4 + 1} on the base"
    label = where(units).capitalize()
    return _made(action, text, "Assembling", f"pose{pose}", label=label)


def _choice_pass(s: SmashGear, action: int) -> Choice:
    if s.phase == Phase.PREPARE:
        return _made(action, "pass", "", label="Pass: buy nothing now")
    if s.phase == Phase.ACT:
        return _made(action, "end the turn", "", label="End the turn")
    if s.phase == Phase.REPAIR:
        return _made(action, "put back no more", "")
    if action == Action.LEAVE_ALL:
        return _made(action, "let everything happen until my next turn", "")
    return _made(action, "let it happen" if s.depth else "do nothing now", "")


def _choice_target(s: SmashGear, box: Box, action: int) -> Choice:
    top = s.depth - 1
    op, _, _ = stack.operation(s, box.record, top)
    first, group = int(s.stack_a[top]), title(s, box, top)
    if s.wanted == Want.WAY:
        way = action - Action.WAY
        if op == Op.SHIFT:
            to = targets.shift_to(s, first, way)
            return _made(action, f"move the base {way_words(0, way)} to {cell_name(to)}", group, f"way{way}")
        how = targets.how_of(op)
        text = f"{VERBS[how]} {machine_name(box, int(s.card[first]))} {heading_words(s, box, first, how, way)}"
        return _made(action, text, group, f"way{way}")
    if s.wanted == Want.STACKED:
        return _made(action, f"cancel {title(s, box, action - Action.STACKED)}", group)
    if s.wanted == Want.SHOWN:
        item = action - Action.BUY
        return _made(action, f"take {shown_name(s, box, item)} from the store", group, shown_piece(s, item))
    if action < Action.MOVES:
        card = action - Action.CARD
        if s.wanted == Want.PLUGIN:
            text = f"disassemble {hand_name(box, card)} {host_words(s, box, int(s.host[card - MACHINES]))}"
            return _made(action, text, group, card_piece(card))
        return _made(action, f"take {hand_name(box, card)} from your landfill", group, card_piece(card))
    if action >= Action.SLOT:
        card = int(s.card[action - Action.SLOT])
        text = f"{_aim_verb(s, box, op)} {machine_name(box, card)}"
        return _made(action, text, group, f"m{card}")
    cell = action - Action.CELL
    name = cell_name(cell)
    if s.wanted == Want.UNIT:
        return _made(action, f"break the weapon of {machine_at(s, box, cell)} on {name}", group, f"at{cell}")
    if s.stack_kind[top] == Kind.ATTACK:
        return _made(action, f"attack the base on {name} with {machine_at(s, box, cell)}", group, f"b{cell}")
    if s.wanted == Want.HOST:
        return _made(action, f"install it on the base on {name}", group, f"b{cell}")
    return _made(action, f"move the base on {name}", group, f"b{cell}")


def _aim_verb(s: SmashGear, box: Box, op: int) -> str:
    return "install it on" if s.wanted == Want.HOST else AIM_VERBS[op]
