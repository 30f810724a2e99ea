"""What people can choose in Smash Gear, and what waits, in words."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.choice import Choice
from cogtable.games.smashgear import stack
from cogtable.games.smashgear.cards import CANCEL, FLIP, RECALL, REPAIR, SCRAP, SHIELD, SHIFT, SLIDE, STUN, TURN
from cogtable.games.smashgear.effects import hand_limit
from cogtable.games.smashgear.forecast import posed
from cogtable.games.smashgear.geometry import can_go, gait, heart_of, owner_of
from cogtable.games.smashgear.state import (
    ACT,
    ATTACK,
    BUILD,
    BUY,
    CARD,
    CARD_BASE,
    CARD_DESTROY,
    CARD_PROGRAM,
    CELL,
    DISCARD,
    EFFECT,
    EFFECTS,
    END,
    LEAP,
    MACHINES,
    MOVE,
    MOVES,
    NONE,
    PART,
    PLACE,
    PLUGIN,
    POSE,
    PREPARE,
    RESPOND,
    SCRIPT,
    SHOWN,
    SITE,
    SLOT,
    SLOTS,
    TARGET,
    WANT_HOST,
    WANT_MACHINE,
    WANT_NOTHING,
    WANT_PLUGIN,
    WANT_SHOWN,
    WANT_UNIT,
    WANT_WAY,
    WAY,
    SmashGear,
)
from cogtable.games.smashgear.state import FLIP as FLIPPING
from cogtable.games.smashgear.state import SLIDE as SLIDING
from cogtable.games.smashgear.store import hand_size, kind_shown, price_of
from cogtable.games.smashgear.words import (
    VERBS,
    after,
    card_name,
    cell_name,
    counted,
    effect_words,
    machine_at,
    machine_name,
    move_words,
    program_name,
    program_words,
    way_words,
    where,
)
from cogtable.table.view import Waiting, Words

GEAR = "[[gear|gears]]"
BASE_CARDS, DESTROY_CARDS = "hand.base", "hand.destroy"


def card_piece(card: int) -> str:
    """The piece of a card as the action space numbers them: machines, programs, base, destroy base."""
    if card < MACHINES:
        return f"m{card}"
    if card < CARD_BASE - CARD:
        return f"p{card - MACHINES}"
    return BASE_CARDS if card == CARD_BASE - CARD else DESTROY_CARDS


def shown_piece(s: SmashGear, item: int) -> str:
    """The piece of what is for sale."""
    if item < SHOWN:
        return f"{'m' if kind_shown(item) == 0 else 'p'}{s.shown[item]}"
    return ("store.base", "store.destroy")[item - SHOWN]


def _shown_name(s: SmashGear, box: Box, item: int) -> str:
    if item < SHOWN:
        return card_name(box, kind_shown(item), int(s.shown[item]))
    return card_name(box, 2 + item - SHOWN, 0)


def choice(s: SmashGear, box: Box, seat: int, action: int) -> Choice:
    """One legal action of `seat` in words, with the pieces it touches."""
    if s.phase == TARGET:
        return _choice_target(s, box, action)
    if action < CARD:
        return _choice_buy(s, box, action)
    if action <= CARD_DESTROY:
        return _choice_card(s, box, seat, action)
    if action < EFFECTS:
        return _choice_move(s, box, seat, action)
    if action < CELL:
        return _choice_effect(s, box, seat, action)
    if action < SLOT:
        return _choice_cell(s, box, action)
    if action < END:
        return _choice_pose(s, box, action)
    return _choice_pass(s, action)


def _made(action: int, text: str, group: str, *pieces: str, label: Words = "") -> Choice:
    return Choice(action=action, text=text, label=label or text[:1].upper() + text[1:], group=group, pieces=pieces)


def _choice_buy(s: SmashGear, box: Box, action: int) -> Choice:
    item = action - BUY
    name, price = _shown_name(s, box, item), int(price_of(s, box.record, item))
    text = f"buy {name} for {counted(price, 'gear')}"
    return _made(action, text, "Buying", shown_piece(s, item), label=f"Buy {name} for {counted(price, 'gear')}")


def _choice_card(s: SmashGear, box: Box, seat: int, action: int) -> Choice:
    card = action - CARD
    piece = card_piece(card)
    if s.phase == DISCARD:
        name = _hand_name(box, card)
        return _made(action, f"throw away {name}", "Throwing away", piece)
    if action < CARD_PROGRAM:
        return _made(action, f"assemble {machine_name(box, card)}", "Assembling", piece)
    if action == CARD_BASE:
        return _made(action, "build a base", "Building", piece)
    if action == CARD_DESTROY:
        return _made(action, "use Destroy Base", "Attacking", piece)
    program = card - MACHINES
    name, cost = program_name(box, program), int(box.record.program_cost[program])
    paid = f" for {counted(cost, 'gear')}" if cost else ""
    if s.phase == RESPOND:
        return _made(action, f"respond with {name}{paid}", "Responding", piece)
    verb = "run" if box.record.program_kind[program] == 0 else "install"
    return _made(action, f"{verb} {name}{paid}", "Programs", piece)


def _hand_name(box: Box, card: int) -> str:
    if card < MACHINES:
        return machine_name(box, card)
    if card < CARD_BASE - CARD:
        return program_name(box, card - MACHINES)
    return "a Base card" if card == CARD_BASE - CARD else "a Destroy Base card"


def _choice_move(s: SmashGear, box: Box, seat: int, action: int) -> Choice:
    slot, way = seat * SLOTS + (action - MOVES) // 4, (action - MOVES) % 4
    card, how, cost = int(s.card[slot]), gait(s, slot), int(s.move_cost[slot])
    name = machine_name(box, card)
    paid = f"for {counted(cost, 'gear')}" if cost else "for nothing"
    text = f"{VERBS[how]} {name} {_heading(s, box, slot, how, way)} {paid}"
    label = f"{way_words(how, way).capitalize()}, {counted(cost, 'gear') if cost else 'free'}"
    return _made(action, text, _GOING[how], f"m{card}", f"go{card}.{way}", label=label)


_GOING = {FLIPPING: "Flipping", SLIDING: "Sliding", LEAP: "Leaping"}


def _heading(s: SmashGear, box: Box, slot: int, how: int, way: int) -> str:
    return move_words(how, way, heart_of(s, slot), after(s, box, slot, how, way)[0][0])


def _choice_effect(s: SmashGear, box: Box, seat: int, action: int) -> Choice:
    card = int(s.card[seat * SLOTS + action - EFFECTS])
    name = machine_name(box, card)
    verb = "respond with" if s.phase == RESPOND else "use"
    text = f"{verb} the effect of {name}: {effect_words(box, card)}"
    cost = int(box.record.effect_price[card])
    label = f"{verb.capitalize()} {name}’s effect" + (f" for {counted(cost, 'gear')}" if cost else "")
    return _made(action, text, "Effects", f"m{card}", f"use{card}", label=label)


def _choice_cell(s: SmashGear, box: Box, action: int) -> Choice:
    cell = action - CELL
    name = cell_name(cell)
    if s.phase == SITE:
        return _made(
            action, f"assemble {machine_name(box, int(s.pending))} on the base at {name}", "Assembling", f"b{cell}"
        )
    if s.phase == BUILD:
        return _made(action, f"build the base at {name}, under {machine_at(s, box, cell)}", "Building", f"at{cell}")
    return _made(action, f"keep the part with the heart on {name}", "Falling apart", f"at{cell}")


def _choice_pose(s: SmashGear, box: Box, action: int) -> Choice:
    pose = action - POSE
    units = posed(s, box, pose)
    text = f"lay {machine_name(box, int(s.pending))} with its {where(units)}"
    if sum(kind == "heart" for _, kind in units) > 1:
        text += f", heart {pose // 4 + 1} on the base"
    label = f"Lay it so: {where(units)}"
    return _made(action, text, "Assembling", f"pose{pose}", label=label)


def _choice_pass(s: SmashGear, action: int) -> Choice:
    if s.phase == PREPARE:
        return _made(action, "pass", "", label="Pass: buy nothing now")
    if s.phase == ACT:
        return _made(action, "end the turn", "", label="End the turn")
    return _made(action, "let it resolve" if s.depth else "do not answer", "")


def _choice_target(s: SmashGear, box: Box, action: int) -> Choice:
    top = s.depth - 1
    op, _, _ = stack.operation(s, box.record, top)
    first, group = int(s.stack_a[top]), title(s, box, top)
    if s.wanted == WANT_WAY:
        way = action - WAY
        if op == SHIFT:
            to = stack.shift_to(s, first, way)
            return _made(action, f"move the base {way_words(0, way)} to {cell_name(to)}", group, f"way{way}")
        how = stack.how_of(op)
        text = f"{VERBS[how]} {machine_name(box, int(s.card[first]))} {_heading(s, box, first, how, way)}"
        return _made(action, text, group, f"way{way}")
    if s.wanted == WANT_SHOWN:
        item = action - BUY
        return _made(action, f"take {_shown_name(s, box, item)} from the store", group, shown_piece(s, item))
    if action < MOVES:
        card = action - CARD
        if s.wanted == WANT_PLUGIN:
            text = f"disassemble {_hand_name(box, card)} {_host_words(s, box, int(s.host[card - MACHINES]))}"
            return _made(action, text, group, card_piece(card))
        return _made(action, f"take {_hand_name(box, card)} from your landfill", group, card_piece(card))
    if action >= SLOT:
        card = int(s.card[action - SLOT])
        text = f"{_aim_verb(s, box, op)} {machine_name(box, card)}"
        return _made(action, text, group, f"m{card}")
    cell = action - CELL
    name = cell_name(cell)
    if s.wanted == WANT_UNIT:
        return _made(action, f"break the weapon of {machine_at(s, box, cell)} on {name}", group, f"at{cell}")
    if s.stack_kind[top] == ATTACK:
        return _made(action, f"attack the base on {name} with {machine_at(s, box, cell)}", group, f"b{cell}")
    if s.wanted == WANT_HOST:
        return _made(action, f"install it on the base on {name}", group, f"b{cell}")
    return _made(action, f"move the base on {name}", group, f"b{cell}")


_AIM_VERBS = {
    FLIP: "flip",
    SLIDE: "slide",
    TURN: "turn",
    STUN: "stun",
    SHIELD: "shield",
    REPAIR: "repair",
    RECALL: "recall",
    SCRAP: "disassemble",
}


def _aim_verb(s: SmashGear, box: Box, op: int) -> str:
    return "install it on" if s.wanted == WANT_HOST else _AIM_VERBS[op]


def _host_words(s: SmashGear, box: Box, host: int) -> str:
    if host < len(s.card):
        return f"on {machine_name(box, int(s.card[host]))}"
    return f"on the base on {cell_name(host - len(s.card))}"


# --- what waits -----------------------------------------------------------------------------------------


def title(s: SmashGear, box: Box, place: int) -> str:
    """What is announced at a place of the stack."""
    kind, what, card = int(s.stack_kind[place]), int(s.stack_what[place]), int(s.stack_card[place])
    if kind in (SCRIPT, PLUGIN):
        return program_name(box, what)
    if kind == ATTACK:
        return "Destroy Base"
    return f"{machine_name(box, card)}’s {'move' if kind == MOVE else 'effect'}"


_ICONS = {MOVE: "arrow-up", SCRIPT: "page", PLUGIN: "plug", EFFECT: "bolt", ATTACK: "burst"}


def waiting(s: SmashGear, box: Box) -> list[Waiting]:
    """The announcements, the newest first."""
    return [
        Waiting(
            title=f"[[{_icon(s, place)}]] {title(s, box, place)}",
            text=_stacked_words(s, box, place),
            seat=int(s.stack_seat[place]),
            now=place == s.depth - 1,
        )
        for place in range(s.depth - 1, -1, -1)
    ]


def _icon(s: SmashGear, place: int) -> str:
    if s.stack_kind[place] == MOVE:
        return f"arrow-{way_words(0, int(s.stack_b[place]))}"
    return _ICONS[int(s.stack_kind[place])]


def _stacked_words(s: SmashGear, box: Box, place: int) -> Words:
    if s.stack_void[place]:
        return "Cancelled · [[rule:SG-Q36]]"
    kind, what, card = int(s.stack_kind[place]), int(s.stack_what[place]), int(s.stack_card[place])
    if kind == MOVE:
        if s.card[what] != card:
            return "Its machine is gone"
        how = gait(s, what)
        return f"{VERBS[how].capitalize()} it {_move_of(s, box, what, how, int(s.stack_b[place]))}"
    if kind == ATTACK:
        cell = int(s.stack_a[place])
        return (
            "Choosing a base"
            if cell == NONE
            else f"**{machine_name(box, card)}** attacks the base on {cell_name(cell)}"
        )
    words = effect_words(box, card) if kind == EFFECT else program_words(box, what)
    words = words[:1].upper() + words[1:].removesuffix(".")
    aim = _aim_words(s, box, place)
    return f"{words}. {aim}" if aim else words


def _move_of(s: SmashGear, box: Box, slot: int, how: int, way: int) -> str:
    """A move that may have become impossible since it was announced."""
    if can_go(s, box.record, slot, how, way):
        return _heading(s, box, slot, how, way)
    return f"{way_words(how, way)}, which it cannot any more"


def _aim_words(s: SmashGear, box: Box, place: int) -> Words:
    """The targets of an announcement."""
    if place == s.depth - 1 and s.wanted != WANT_NOTHING:
        return "Its target is being chosen"
    first, way = int(s.stack_a[place]), int(s.stack_b[place])
    if first == NONE:
        return ""
    if s.stack_kind[place] == PLUGIN:
        gone = first < len(s.card) and s.card[first] == NONE
        return "Its target is gone" if gone else f"Goes {_host_words(s, box, first)}"
    op, _, _ = stack.operation(s, box.record, place)
    if op == CANCEL:
        return f"Against **{title(s, box, first)}**"
    if op in (FLIP, SLIDE, TURN):
        if s.card[first] == NONE:
            return "Its target is gone"
        return f"**{machine_name(box, int(s.card[first]))}** {_move_of(s, box, first, stack.how_of(op), way)}"
    if op in _AIM_VERBS:
        gone = s.card[first] == NONE
        return "Its target is gone" if gone else f"Target: **{machine_name(box, int(s.card[first]))}**"
    return _other_aim_words(s, box, place, first)


def _other_aim_words(s: SmashGear, box: Box, place: int, first: int) -> Words:
    op, _, _ = stack.operation(s, box.record, place)
    want = stack.first_want(op, NONE)
    if want == WANT_SHOWN:
        return f"Target: **{_shown_name(s, box, first)}**" if s.shown[first] != NONE else "Its target is gone"
    if op == SHIFT:
        to = stack.shift_to(s, first, int(s.stack_b[place]))
        return "It has no room there" if to == NONE else f"The base on {cell_name(first)} goes to {cell_name(to)}"
    if want == WANT_UNIT:
        return f"Target: the weapon on {cell_name(first)}"
    return f"Target: **{_hand_name(box, first)}**"


# --- what is asked --------------------------------------------------------------------------------------

_DOING = {
    PREPARE: "buying",
    ACT: "choosing",
    RESPOND: "may respond",
    SITE: "assembling",
    PLACE: "assembling",
    BUILD: "building",
    TARGET: "choosing a target",
    PART: "choosing which part stays",
    DISCARD: "throwing cards away",
}


def doing(s: SmashGear) -> str:
    """What the seat that is asked is doing."""
    return _DOING[int(s.phase)]


def sentence(s: SmashGear, box: Box, seat: int) -> Words:
    """What `seat` is asked, or for whom the table waits."""
    if s.over:
        return "The game is over"
    if seat != s.asked:
        watching = "You are watching · " if seat < 0 else ""
        return f"{watching}[[seat:{s.asked}]]: {doing(s)}"
    if s.phase == PREPARE:
        return "Buy a card, or pass. Gears left over are lost · [[rule:SG-R5]]"
    if s.phase == ACT:
        still = " The first turn has no normal moves · [[rule:SG-R4]]" if s.turns == 1 else ""
        return f"Touch a machine, a card of yours or the store.{still}"
    if s.phase == RESPOND:
        return _sentence_respond(s, box)
    if s.phase == SITE:
        return f"Touch the base on which **{machine_name(box, int(s.pending))}** is assembled · [[rule:SG-R25]]"
    if s.phase == PLACE:
        return f"How shall **{machine_name(box, int(s.pending))}** lie on {cell_name(int(s.site))}? Touch one to see it"
    if s.phase == BUILD:
        return "Touch the heart on which the base is built · [[rule:SG-R23]]"
    if s.phase == PART:
        name = machine_name(box, int(s.card[s.torn_slot]))
        return f"**{name}** fell apart: touch the heart whose part stays · [[rule:SG-R27]]"
    if s.phase == DISCARD:
        limit = int(hand_limit(s, box.record, seat))
        return f"Keep {limit} cards: throw away {hand_size(s, seat) - limit} · [[rule:SG-R22]]"
    return f"**{title(s, box, s.depth - 1)}**: {_SENTENCES.get(int(s.wanted), 'touch its target')}"


_SENTENCES = {
    WANT_MACHINE: "touch a machine",
    WANT_WAY: "touch the side it goes to",
    WANT_HOST: "touch what it is installed on",
    WANT_UNIT: "touch the weapon that breaks",
    WANT_SHOWN: "touch a card in the store",
    WANT_PLUGIN: "touch the plugin",
}


def _sentence_respond(s: SmashGear, box: Box) -> Words:
    if s.depth:
        return f"**{title(s, box, s.depth - 1)}** waits. Will you respond? · [[rule:SG-Q36]]"
    what = "ends the turn" if s.ending else "is done"
    return f"[[seat:{s.turn}]] {what}. Will you act first? · [[rule:SG-X6]]"


def owner_words(slot: int) -> str:
    """Whose machine lies in a slot."""
    return f"[[seat:{owner_of(slot)}]]"
