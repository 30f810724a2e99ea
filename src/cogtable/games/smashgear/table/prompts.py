"""The prompts: the stack, and the current question."""

from __future__ import annotations

from cogtable.games.smashgear.rules import stack, targets
from cogtable.games.smashgear.rules.abilities import Op
from cogtable.games.smashgear.rules.effects import hand_limit
from cogtable.games.smashgear.rules.geometry import can_go, gait, machines_of
from cogtable.games.smashgear.rules.state import NONE, Gait, Kind, Phase, SmashGear, Want, Window
from cogtable.games.smashgear.rules.store import hand_size
from cogtable.games.smashgear.table.labels import (
    ARROWS,
    announced_name,
    cell_name,
    effect_words,
    hand_name,
    heading_words,
    machine_name,
    program_words,
    shown_name,
    way_words,
)
from cogtable.table import Box, Outcome, Template, Waiting, Words, capital, name_of, others_decide, phrase, plural, say

# --- the stack ------------------------------------------------------------------------------------------


def title(s: SmashGear, box: Box, place: int) -> str:
    """The announcement at a place on the stack; numbered if others of that name wait, the first announced first."""
    names = [announced_name(box, *_announced(s, at)) for at in range(s.depth)]
    name = names[place]
    if names.count(name) == 1:
        return name
    return say("{announced}, number {n}", announced=name, n=names[: place + 1].count(name))


def _announced(s: SmashGear, place: int) -> tuple[int, int, int]:
    """The kind of an announcement, its slot or program, and its machine."""
    return int(s.stack_kind[place]), int(s.stack_what[place]), int(s.stack_card[place])


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


def announcements(s: SmashGear, box: Box) -> list[Outcome]:
    """The announcements as lines of a forecast, the newest first."""
    return [
        Outcome(
            icon=_icon(s, place),
            words=say(
                "{seat}: **{announced}**", seat=name_of(int(s.stack_seat[place])), announced=title(s, box, place)
            ),
            text=_stacked_words(s, box, place),
        )
        for place in range(s.depth - 1, -1, -1)
    ]


def _icon(s: SmashGear, place: int) -> str:
    if s.stack_kind[place] == Kind.MOVE:
        return ARROWS[int(s.stack_b[place])]
    return _ICONS[int(s.stack_kind[place])]


def _stacked_words(s: SmashGear, box: Box, place: int) -> Words:
    if s.stack_void[place]:
        return say("Cancelled · [[rule:SG-Q36]]")
    kind, what, card = _announced(s, place)
    if kind == Kind.MOVE:
        return _move_words(s, box, place)
    if kind == Kind.ATTACK:
        cell = int(s.stack_a[place])
        if cell == NONE:
            return say("Choosing a base")
        machine = machine_name(box, card)
        return say("**{machine}** attacks the base on {cell}", machine=machine, cell=cell_name(cell))
    if kind == Kind.EFFECT:
        words = say("{words}.", words=capital(effect_words(box, card)))
    else:
        words = program_words(box, what)
    return f"{words} {_aim_words(s, box, place)}".strip()


_MOVES: dict[int, tuple[Template, Template]] = {
    Gait.FLIP: (phrase("Flip it {heading}"), phrase("It can no longer flip {way}")),
    Gait.SLIDE: (phrase("Slide it {heading}"), phrase("It can no longer slide {way}")),
    Gait.LEAP: (phrase("Make it leap {heading}"), phrase("It can no longer leap {way}")),
}
"""The words for a waiting move, and for one that has become impossible."""


def _move_words(s: SmashGear, box: Box, place: int) -> Words:
    slot, way = int(s.stack_what[place]), int(s.stack_b[place])
    if s.card[slot] != s.stack_card[place]:
        return say("Its machine is gone")
    if s.stunned[slot]:
        return say("The machine is stunned: it will not move")
    return _going(s, box, slot, gait(s, slot), way, _MOVES[gait(s, slot)])


def _going(
    s: SmashGear, box: Box, slot: int, how: int, way: int, words: tuple[Template, Template], **fields: str
) -> Words:
    """A move in words: the first template, or the second if it is no longer possible."""
    if can_go(s, box.record, slot, how, way):
        return say(words[0], heading=heading_words(s, box, slot, how, way), **fields)
    return say(words[1], way=way_words(how, way), **fields)


def _aim_words(s: SmashGear, box: Box, place: int) -> Words:
    """The targets of an announcement."""
    if place == s.depth - 1 and s.wanted != Want.NOTHING:
        return say("Its target is being chosen")
    first = int(s.stack_a[place])
    if first == NONE:
        return ""
    if s.stack_kind[place] == Kind.PLUGIN:
        return _host_words(s, box, first)
    op, _, _ = stack.operation(s, box.record, place)
    want = targets.first_want(op, NONE)
    if op == Op.CANCEL:
        return say("Against **{announced}**", announced=title(s, box, first))
    if op == Op.SHIFT:
        to = targets.shift_to(s, first, int(s.stack_b[place]))
        if to == NONE:
            return say("It has no room there")
        return say("The base on {cell} goes to {to}", cell=cell_name(first), to=cell_name(to))
    if want == Want.MACHINE:
        return _machine_aimed(s, box, place, op, first)
    if want == Want.UNIT:
        return say("Target: the weapon on {cell}", cell=cell_name(first))
    if want == Want.SHOWN and s.shown[first] != s.stack_b[place]:
        return say("Its target is gone")
    return say("Target: **{card}**", card=shown_name(s, box, first) if want == Want.SHOWN else hand_name(box, first))


def _host_words(s: SmashGear, box: Box, host: int) -> Words:
    """The words for a plugin's host."""
    if host >= len(s.card):
        return say("Goes on the base on {cell}", cell=cell_name(host - len(s.card)))
    if s.card[host] == NONE:
        return say("Its target is gone")
    return say("Goes on {machine}", machine=machine_name(box, int(s.card[host])))


def _machine_aimed(s: SmashGear, box: Box, place: int, op: int, slot: int) -> Words:
    if s.card[slot] == NONE:
        return say("Its target is gone")
    machine = machine_name(box, int(s.card[slot]))
    if op not in (Op.FLIP, Op.SLIDE, Op.TURN):
        return say("Target: **{machine}**", machine=machine)
    words = phrase("**{machine}** {heading}"), phrase("**{machine}** can no longer move {way}")
    return _going(s, box, slot, targets.gait_of(op), int(s.stack_b[place]), words, machine=machine)


# --- questions ------------------------------------------------------------------------------------------

_DOING: dict[int, str] = {
    Phase.PREPARE: phrase("buying"),
    Phase.ACT: phrase("choosing"),
    Phase.RESPOND: phrase("may respond"),
    Phase.SITE: phrase("assembling"),
    Phase.PLACE: phrase("assembling"),
    Phase.BUILD: phrase("building"),
    Phase.TARGET: phrase("choosing a target"),
    Phase.PART: phrase("choosing which part stays"),
    Phase.DISCARD: phrase("throwing cards away"),
    Phase.REPAIR: phrase("repairing"),
}


def doing(s: SmashGear) -> str:
    """The activity of the seat that must decide."""
    return say(_DOING[int(s.phase)])


def sentence(s: SmashGear, box: Box, seat: int) -> Words:
    """The question to `seat`, or the seat that the game is waiting for."""
    if s.over:
        return say("The game is over")
    if seat != s.asked:
        return others_decide(s, seat, doing(s))
    match int(s.phase):
        case Phase.PREPARE:
            return say("Buy a card, or pass. Gears left over are lost · [[rule:SG-R5]]")
        case Phase.ACT if s.turns == 1:
            return say("Touch a card of yours or the store; no normal moves yet · [[rule:SG-R4]]")
        case Phase.ACT if is_shut_in(s, seat):
            return say("You have no machine and no free base, so you can also resign · [[rule:SG-Q28]]")
        case Phase.ACT:
            return say("Touch a machine, a card of yours or the store")
        case Phase.RESPOND:
            return _sentence_respond(s, box)
        case Phase.SITE:
            machine = machine_name(box, int(s.pending))
            return say("Touch the base on which **{machine}** is assembled · [[rule:SG-R25]]", machine=machine)
        case Phase.PLACE:
            machine, cell = machine_name(box, int(s.pending)), cell_name(int(s.site))
            words = phrase("Which way round is **{machine}** on {cell}? Touch one to see it")
            return say(words, machine=machine, cell=cell)
        case Phase.BUILD:
            return say("Touch the heart on which the base is built · [[rule:SG-R23]]")
        case Phase.PART:
            machine = machine_name(box, int(s.card[s.torn_slot]))
            words = phrase("**{machine}** fell apart: touch the heart of the part that stays · [[rule:SG-R27]]")
            return say(words, machine=machine)
        case Phase.REPAIR:
            return plural(
                int(s.repair_left),
                "**{machine}**: touch a unit to put back, {n} unit at most · [[rule:SG-Q51]]",
                "**{machine}**: touch a unit to put back, {n} units at most · [[rule:SG-Q51]]",
                machine=machine_name(box, int(s.card[s.repair_slot])),
            )
        case Phase.DISCARD:
            limit = int(hand_limit(s, box.record, seat))
            words = phrase("Keep {limit} cards: throw away {count} · [[rule:SG-R22]]")
            return say(words, limit=limit, count=hand_size(s, seat) - limit)
    return say(_TOUCH.get(int(s.wanted), _TOUCH_TARGET), announced=title(s, box, s.depth - 1))


def is_shut_in(s: SmashGear, seat: int) -> bool:
    """Whether a seat that acts has no machine, and nowhere to assemble one."""
    bases = s.base_list[seat, : s.bases[seat]].tolist()
    return s.phase == Phase.ACT and not machines_of(s, seat) and all(s.unit_at[cell] != NONE for cell in bases)


_TOUCH: dict[int, Template] = {
    Want.MACHINE: phrase("**{announced}**: touch a machine"),
    Want.WAY: phrase("**{announced}**: touch the way it moves"),
    Want.HOST: phrase("**{announced}**: touch the machine or base for it"),
    Want.UNIT: phrase("**{announced}**: touch the weapon that breaks"),
    Want.SHOWN: phrase("**{announced}**: touch a card in the store"),
    Want.PLUGIN: phrase("**{announced}**: touch the plugin"),
    Want.STACKED: phrase("**{announced}**: choose what it cancels"),
}
_TOUCH_TARGET = phrase("**{announced}**: touch its target")


def _sentence_respond(s: SmashGear, box: Box) -> Words:
    if s.depth:
        name = title(s, box, s.depth - 1)
        if s.stack_seat[s.depth - 1] == s.asked:
            return say("Your own **{announced}** waits. Will you respond? · [[rule:SG-Q52]]", announced=name)
        return say("**{announced}** waits. Will you respond? · [[rule:SG-Q52]]", announced=name)
    seat = name_of(int(s.turn))
    if s.window == Window.AT_START:
        return say("{seat} begins the turn. Will you act first? · [[rule:SG-X6]]", seat=seat)
    if s.ending:
        return say("{seat} ends the turn. Will you act first? · [[rule:SG-X6]]", seat=seat)
    return say("{seat} is done. Will you act first? · [[rule:SG-X6]]", seat=seat)
