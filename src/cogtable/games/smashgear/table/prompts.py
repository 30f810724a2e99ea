"""What goes on at this moment, in words: what waits, and what is asked."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.words import counted
from cogtable.games.smashgear.rules import stack, targets
from cogtable.games.smashgear.rules.abilities import Op
from cogtable.games.smashgear.rules.effects import hand_limit
from cogtable.games.smashgear.rules.geometry import can_go, gait
from cogtable.games.smashgear.rules.state import NONE, Kind, Phase, SmashGear, Want, Window
from cogtable.games.smashgear.rules.store import hand_size
from cogtable.games.smashgear.table.labels import (
    AIM_VERBS,
    VERBS,
    announced_name,
    cell_name,
    effect_words,
    hand_name,
    heading_words,
    host_words,
    machine_name,
    program_words,
    shown_name,
    way_words,
)
from cogtable.view import Waiting, Words

# --- what waits -----------------------------------------------------------------------------------------


def title(s: SmashGear, box: Box, place: int) -> str:
    """What is announced at a place of the stack."""
    kind = int(s.stack_kind[place])
    return announced_name(box, kind, int((s.stack_what if kind in (Kind.SCRIPT, Kind.PLUGIN) else s.stack_card)[place]))


_ICONS: dict[int, str] = {
    Kind.MOVE: "arrow-up",
    Kind.SCRIPT: "page",
    Kind.PLUGIN: "plug",
    Kind.EFFECT: "bolt",
    Kind.ATTACK: "burst",
}


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
    if s.stack_kind[place] == Kind.MOVE:
        return f"arrow-{way_words(0, int(s.stack_b[place]))}"
    return _ICONS[int(s.stack_kind[place])]


def _stacked_words(s: SmashGear, box: Box, place: int) -> Words:
    if s.stack_void[place]:
        return "Cancelled · [[rule:SG-Q36]]"
    kind, what, card = int(s.stack_kind[place]), int(s.stack_what[place]), int(s.stack_card[place])
    if kind == Kind.MOVE:
        if s.card[what] != card:
            return "Its machine is gone"
        if s.stunned[what]:
            return "The machine is stunned: it will not move"
        how = gait(s, what)
        return f"{VERBS[how].capitalize()} it {_move_of(s, box, what, how, int(s.stack_b[place]))}"
    if kind == Kind.ATTACK:
        cell = int(s.stack_a[place])
        return (
            "Choosing a base"
            if cell == NONE
            else f"**{machine_name(box, card)}** attacks the base on {cell_name(cell)}"
        )
    words = effect_words(box, card) if kind == Kind.EFFECT else program_words(box, what)
    words = words[:1].upper() + words[1:].removesuffix(".")
    aim = _aim_words(s, box, place)
    return f"{words}. {aim}" if aim else words


def _move_of(s: SmashGear, box: Box, slot: int, how: int, way: int) -> str:
    """A move that may have become impossible since it was announced."""
    if can_go(s, box.record, slot, how, way):
        return heading_words(s, box, slot, how, way)
    return f"{way_words(how, way)}, which it cannot any more"


def _aim_words(s: SmashGear, box: Box, place: int) -> Words:
    """The targets of an announcement."""
    if place == s.depth - 1 and s.wanted != Want.NOTHING:
        return "Its target is being chosen"
    first, way = int(s.stack_a[place]), int(s.stack_b[place])
    if first == NONE:
        return ""
    if s.stack_kind[place] == Kind.PLUGIN:
        gone = first < len(s.card) and s.card[first] == NONE
        return "Its target is gone" if gone else f"Goes {host_words(s, box, first)}"
    op, _, _ = stack.operation(s, box.record, place)
    if op == Op.CANCEL:
        return f"Against **{title(s, box, first)}**"
    if op in (Op.FLIP, Op.SLIDE, Op.TURN):
        if s.card[first] == NONE:
            return "Its target is gone"
        return f"**{machine_name(box, int(s.card[first]))}** {_move_of(s, box, first, targets.how_of(op), way)}"
    if op in AIM_VERBS:
        gone = s.card[first] == NONE
        return "Its target is gone" if gone else f"Target: **{machine_name(box, int(s.card[first]))}**"
    return _other_aim_words(s, box, place, first)


def _other_aim_words(s: SmashGear, box: Box, place: int, first: int) -> Words:
    op, _, _ = stack.operation(s, box.record, place)
    want = targets.first_want(op, NONE)
    if want == Want.SHOWN:
        return f"Target: **{shown_name(s, box, first)}**" if s.shown[first] != NONE else "Its target is gone"
    if op == Op.SHIFT:
        to = targets.shift_to(s, first, int(s.stack_b[place]))
        return "It has no room there" if to == NONE else f"The base on {cell_name(first)} goes to {cell_name(to)}"
    if want == Want.UNIT:
        return f"Target: the weapon on {cell_name(first)}"
    return f"Target: **{hand_name(box, first)}**"


# --- what is asked --------------------------------------------------------------------------------------

_DOING: dict[int, str] = {
    Phase.PREPARE: "buying",
    Phase.ACT: "choosing",
    Phase.RESPOND: "may respond",
    Phase.SITE: "assembling",
    Phase.PLACE: "assembling",
    Phase.BUILD: "building",
    Phase.TARGET: "choosing a target",
    Phase.PART: "choosing which part stays",
    Phase.DISCARD: "throwing cards away",
    Phase.REPAIR: "repairing",
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
    if s.phase == Phase.PREPARE:
        return "Buy a card, or pass. Gears left over are lost · [[rule:SG-R5]]"
    if s.phase == Phase.ACT:
        if s.turns == 1:
            return "Touch a card of yours or the store; no normal moves yet · [[rule:SG-R4]]"
        return "Touch a machine, a card of yours or the store"
    if s.phase == Phase.RESPOND:
        return _sentence_respond(s, box)
    if s.phase == Phase.SITE:
        return f"Touch the base on which **{machine_name(box, int(s.pending))}** is assembled · [[rule:SG-R25]]"
    if s.phase == Phase.PLACE:
        name, base = machine_name(box, int(s.pending)), cell_name(int(s.site))
        return f"Which way round is **{name}** on {base}? Touch one to see it"
    if s.phase == Phase.BUILD:
        return "Touch the heart on which the base is built · [[rule:SG-R23]]"
    if s.phase == Phase.PART:
        name = machine_name(box, int(s.card[s.torn_slot]))
        return f"**{name}** fell apart: touch the heart of the part that stays · [[rule:SG-R27]]"
    if s.phase == Phase.REPAIR:
        name, left = machine_name(box, int(s.card[s.repair_slot])), counted(int(s.repair_left), "unit")
        return f"**{name}**: touch a unit to put back, {left} at most · [[rule:SG-Q51]]"
    if s.phase == Phase.DISCARD:
        limit = int(hand_limit(s, box.record, seat))
        return f"Keep {limit} cards: throw away {hand_size(s, seat) - limit} · [[rule:SG-R22]]"
    return f"**{title(s, box, s.depth - 1)}**: {_SENTENCES.get(int(s.wanted), 'touch its target')}"


_SENTENCES: dict[int, str] = {
    Want.MACHINE: "touch a machine",
    Want.WAY: "touch the way it goes",
    Want.HOST: "touch what it is installed on",
    Want.UNIT: "touch the weapon that breaks",
    Want.SHOWN: "touch a card in the store",
    Want.PLUGIN: "touch the plugin",
    Want.STACKED: "choose what is cancelled",
}


def _sentence_respond(s: SmashGear, box: Box) -> Words:
    if s.depth:
        name, mine = title(s, box, s.depth - 1), s.stack_seat[s.depth - 1] == s.asked
        waits = f"Your own **{name}** waits" if mine else f"**{name}** waits"
        return f"{waits}. Will you respond? · [[rule:SG-Q52]]"
    what = "begins the turn" if s.window == Window.AT_START else "ends the turn" if s.ending else "is done"
    return f"[[seat:{s.turn}]] {what}. Will you act first? · [[rule:SG-X6]]"
