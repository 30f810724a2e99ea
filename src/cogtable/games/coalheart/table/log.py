"""What happened on the table of Coal Heart: the lines of the log, and what people see move."""

from __future__ import annotations

from collections.abc import Callable

from cogtable.engine.box import Box
from cogtable.engine.events import Note
from cogtable.engine.state import waits
from cogtable.engine.words import listed
from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.attack import AttackStep, attack_damage
from cogtable.games.coalheart.rules.components import HEXES, HeartSide
from cogtable.games.coalheart.rules.events import Event
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Ask, Coalheart, Task
from cogtable.games.coalheart.table import layout, prompts
from cogtable.games.coalheart.table.labels import (
    CUBE_ICONS,
    GEAR_ICONS,
    cube,
    gear_name,
    part_title,
    robot_name,
    source_name,
)
from cogtable.table.motion import Pieces, comes, fly, mark, pieces_of
from cogtable.view import Face, Forecast, Line, Steps, Sum, Text, View, Words

# --- the log ----------------------------------------------------------------------------------------------


def log_lines(s: Coalheart, box: Box, notes: list[Note]) -> list[Line]:
    """The notes of one move as lines of the log."""
    acted = next((note for note in notes if note.event == Event.ACTED), None)
    group = f"Round {acted.b}" if acted and acted.b else "Before the game"
    lines = []
    for at, note in enumerate(notes):
        if note.event == Event.ROUND:
            group = f"Round {note.b}"
        if _hit_a_wreck(notes, at):
            continue
        if words := _told(s, box, note, notes[:at]):
            seat = note.a if note.event not in _NOBODYS else None
            lines.append(Line(words=words, ply=0, seat=seat, group=group))
    return lines


def _hit_a_wreck(notes: list[Note], at: int) -> bool:
    """Whether a note is of damage to a robot that was broken before, which has nothing to lose."""
    note, following = notes[at], notes[at + 1 : at + 2]
    breaks = any(other.event == Event.BROKE and other.a == note.b for other in following)
    return note.event == Event.DAMAGED and note.d == 0 and not breaks


_NOBODYS = (Event.RESHUFFLED, Event.ENDED, Event.FILLED)


def _by(s: Coalheart, box: Box, source: int) -> Words:
    """Because of what: " (Left Leg)"; nothing for the action itself."""
    return f" ({source_name(s, box, source)})" if source != EMPTY else ""


def _told(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    """One note in words; empty for one that tells nothing by itself."""
    words = _TOLD.get(note.event)
    return words(s, box, note, before) if words else ""


def _who(seat: int) -> Words:
    return f"[[seat:{seat}]]"


def _dealt_robot(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    return f"{_who(note.a)} will play {robot_name(box, note.b)}"


def _built(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    paid: list[Note] = []
    for other in reversed(before):
        if other.event != Event.PAID:
            break
        paid.insert(0, other)
    price = listed([f"{other.c}\u00a0{cube(other.b)}" for other in paid])
    how = "for free (Welder's Kit)" if note.d else f"for {price}" if price else "without paying"
    return f"{_who(note.a)} built **{part_title(s, box, note.c)}** {how}"


def _quarried(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    how = ("", " as the perk", ", the one that was left")[note.c]
    return f"{_who(note.a)} took {cube(note.b)} from the Quarry{how}"


def _gained(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    if not note.b:
        full, broken = f"{note.d} HP is the maximum · [[rule:CH-R45]]", "a broken robot gains none · [[rule:CH-R46]]"
        return f"{_who(note.a)} gained no HP{_by(s, box, note.c)}: {full if note.d else broken}"
    return f"{_who(note.a)} gained {note.b} HP{_by(s, box, note.c)}: now {note.d}"


def _damaged(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    if not note.c:
        return f"{_who(note.b)} took no damage from {_who(note.a)}"
    old = note.d + note.c if note.d else None
    hp = f"HP {old} → {note.d}" if old is not None else "HP 0"
    return f"{_who(note.b)} took {note.c} damage from {_who(note.a)}: {hp}"


def _attacked(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    how = f" ({part_title(s, box, note.d)})" if note.d != EMPTY else ""
    return f"{_who(note.a)} attacked {_who(note.b)} with {note.c}{how}"


def _boosted(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    return f"{source_name(s, box, note.c)}: +{note.b} damage for {_who(note.a)}"


def _took_heart(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    origin = f" from {_who(note.b)}" if note.b not in (NOBODY, note.a) else ""
    return f"{_who(note.a)} took the Coal Heart{origin}"


def _used_heart(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    if note.b == HeartSide.NOW:
        return ""
    return f"{_who(note.a)} used the Coal Heart" + (" to mend" if note.b == HeartSide.MEND else "")


def _got_gear(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    origin = " from the used cards" if note.c == EMPTY else ""
    return f"{_who(note.a)} took **{gear_name(box, note.b)}**{origin}{_by(s, box, note.d)}"


def _drafted(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    return f"{_who(note.a)} drafted {box.names['parts'][note.b]}"


def _passed(s: Coalheart, box: Box, note: Note, before: list[Note]) -> Words:
    if note.b == Ask.DEFEND:
        return f"{_who(note.a)} kept the Force Field"
    return ""


_ENDED = (
    "",
    "Only one robot is not broken: the game is over",
    "A robot has all its parts: the game is over",
    "All robots are broken: the game is over",
    "The last round is over",
)

_Told = Callable[[Coalheart, Box, Note, list[Note]], Words]

_TOLD: dict[int, _Told] = {
    Event.STARTED: lambda s, box, note, before: f"{_who(note.a)} will go first",
    Event.DEALT_ROBOT: _dealt_robot,
    Event.DRAFTED: _drafted,
    Event.SELECTED_HEX: lambda s, box, note, before: f"{_who(note.a)} selected **{HEXES[note.b].title()}**",
    Event.QUARRIED: _quarried,
    Event.DREW: lambda s, box, note, before: f"{_who(note.a)} drew {cube(note.b)}{_by(s, box, note.c)}",
    Event.CHOSE: lambda s, box, note, before: (
        f"{_who(note.a)} took {cube(note.b)} from the Supply{_by(s, box, note.c)}"
    ),
    Event.GOT: lambda s, box, note, before: (
        f"{_who(note.a)} took {cube(note.b)} from {_who(note.c)}{_by(s, box, note.d)}"
    ),
    Event.BUILT: _built,
    Event.SAVED: lambda s, box, note, before: f"{_who(note.a)} saved {cube(note.b)} (discount)",
    Event.EXCHANGED: lambda s, box, note, before: f"{_who(note.a)} paid 3 {cube(note.b)} in place of 1 {cube(note.c)}",
    Event.BARTERED: lambda s, box, note, before: f"{_who(note.a)} paid with any cubes ({part_title(s, box, note.b)})",
    Event.GAINED: _gained,
    Event.PAID_HP: lambda s, box, note, before: f"{_who(note.a)} paid {note.b} HP{_by(s, box, note.c)}: now {note.d}",
    Event.DAMAGED: _damaged,
    Event.BROKE: lambda s, box, note, before: f"[[destroyed]] {_who(note.a)} **broke down** · [[rule:CH-R46]]",
    Event.MENDED: lambda s, box, note, before: f"{_who(note.a)} got mended: {note.b} HP",
    Event.TOOK_HEART: _took_heart,
    Event.USED_HEART: _used_heart,
    Event.GOT_GEAR: _got_gear,
    Event.SPENT_GEAR: lambda s, box, note, before: f"{_who(note.a)} used **{gear_name(box, note.b)}**",
    Event.DISCARDED: lambda s, box, note, before: (
        f"{_who(note.a)} discarded {gear_name(box, note.b)}{_by(s, box, note.c)}"
    ),
    Event.RESHUFFLED: lambda s, box, note, before: f"The used Gear was shuffled: {note.a} cards",
    Event.ATTACKED: _attacked,
    Event.BOOSTED: _boosted,
    Event.DOUBLED: lambda s, box, note, before: f"{_who(note.a)}’s damage is doubled",
    Event.HALVED: lambda s, box, note, before: f"{_who(note.a)} prevented half: {note.b} → {note.c}",
    Event.SHIELDED: lambda s, box, note, before: f"Nobody may attack {_who(note.a)} in this phase",
    Event.DISCOUNTED: lambda s, box, note, before: f"{_who(note.a)}: a part costs {note.b} less{_by(s, box, note.c)}",
    Event.CAPPED: lambda s, box, note, before: (
        f"{_who(note.a)}: {note.d} damage instead of {note.c}, from a broken robot · [[rule:CH-R46]]"
    ),
    Event.PASSED: _passed,
    Event.ENDED: lambda s, box, note, before: _ENDED[note.a],
}


# --- what moves -------------------------------------------------------------------------------------------


def animate(view: View, s: Coalheart, box: Box, notes: list[Note]) -> None:
    """Adds to a view what the last move did: flights, marks, and an attack that is over already."""
    pieces = pieces_of(view)
    for at, note in enumerate(notes):
        if not _hit_a_wreck(notes, at):
            _move(view, box, pieces, note)
    if view.assists:
        _mark_choices(view, pieces)
    hit = _hit(s, box, notes)
    if hit is not None and not s.over:
        _show_attack(view, s, box, hit)


_TAGS = ((Action.USE_HEART, "TAKE"), (Action.USE_GEAR, "USE"), (Action.USE_PART, "USE"), (Action.BUILD, "BUILD"))
"""What stands on pieces that can be chosen, by the first action of a kind."""


def _mark_choices(view: View, pieces: Pieces) -> None:
    """Marks the pieces of the reader that can be used, and the robots that can be attacked."""
    for choice in view.choices:
        if choice.action < Action.PASS and len(choice.pieces) == 1:
            piece = pieces[choice.pieces[0]]
            if choice.action >= Action.USE_HEART or piece.id.startswith(("part", "gear")):
                piece.tag = next(tag for start, tag in _TAGS if choice.action >= start)
            elif piece.id.startswith("robot"):
                piece.tag = "ATTACK"


def _move(view: View, box: Box, pieces: Pieces, note: Note) -> None:
    a, b = note.a, note.b
    match note.event:
        case Event.QUARRIED:
            _fly_cubes(view, b, f"quarry.{b}", f"cube{a}.{b}")
            mark(pieces, f"quarry.{b}", a, "−1")
        case Event.DREW | Event.CHOSE:
            _fly_cubes(view, b, f"supply.{b}", f"cube{a}.{b}")
            mark(pieces, f"cube{a}.{b}", a, "+1")
        case Event.FILLED:
            _fly_cubes(view, a, f"supply.{a}", f"quarry.{a}")
        case Event.GOT:
            _fly_cubes(view, b, f"cube{note.c}.{b}", f"cube{a}.{b}")
            mark(pieces, f"cube{a}.{b}", a, "+1")
        case Event.PAID:
            _fly_cubes(view, b, f"cube{a}.{b}", f"supply.{b}", note.c)
        case Event.BUILT:
            mark(pieces, f"part{note.c}", a, "built")
        case Event.DRAFTED:
            mark(pieces, f"part{b}", a, "drafted")
        case Event.GOT_GEAR:
            _fly_gear(view, box, b, f"row.{b}" if note.c != EMPTY else "discard", f"gear{a}.{b}")
            mark(pieces, f"gear{a}.{b}", a, "new")
        case Event.SPENT_GEAR | Event.DISCARDED:
            _fly_gear(view, box, b, f"gear{a}.{b}", "discard")
            mark(pieces, "discard", a, "used")
        case Event.LAID_OUT:
            comes(pieces, f"row.{a}", "deck")
        case Event.DAMAGED:
            mark(pieces, f"robot{b}", a, f"−{note.c}")
        case Event.GAINED if b:
            mark(pieces, f"robot{a}", a, f"+{b} HP")
        case Event.TOOK_HEART:
            mark(pieces, "heart", a, "took")


def _fly_cubes(view: View, color: int, source: str, target: str, count: int = 1) -> None:
    fly(view, Face(kind="cube", art=CUBE_ICONS[color]), source, target, count)


def _fly_gear(view: View, box: Box, kind: int, source: str, target: str) -> None:
    hue = "brass" if box.record.gear_deluxe[kind] else ""
    face = Face(kind="item", hue=hue, art=GEAR_ICONS[kind], title=gear_name(box, kind))
    fly(view, face, source, target)


def _hit(s: Coalheart, box: Box, notes: list[Note]) -> Note | None:
    """The damage of an attack that is over, if the last move held one."""
    if prompts.frame_of(s, Task.FIGHTING):
        return None
    attacked = next((note for note in notes if note.event == Event.ATTACKED), None)
    for note in notes:
        if note.event == Event.DAMAGED and (attacked is None or (note.a, note.b) == (attacked.a, attacked.b)):
            whole = attack_damage(s, note.a) >> int(s.halved)
            capped = any(other.event == Event.CAPPED and other.d == note.c for other in notes)
            answered = attacked or any(other.event in (Event.HALVED, Event.PASSED, Event.BOOSTED) for other in notes)
            if answered and (note.c == whole or capped):
                return note
    return None


def _show_attack(view: View, s: Coalheart, box: Box, hit: Note) -> None:
    """What the last attack came to, in the place where attacks are shown, and for long enough to be read."""
    view.pause = 2
    attacker, target, damage, hp = hit.a, hit.b, hit.c, hit.d
    boxes = prompts.sum_terms(s, box, attacker, damage)
    steps = prompts.attack_steps(s, box, attacker, target, AttackStep.DONE)
    view.parts = [part for part in view.parts if not isinstance(part, Sum | Steps | Forecast)]
    for part in view.parts:
        if isinstance(part, Text) and part.id == "act.title":
            part.title = f"[[seat:{attacker}]] → [[seat:{target}]]: {damage} damage"
            part.text = f"{'HP 0: broken' if hp == 0 else f'now {hp} HP'}"
    view.parts += [Sum(id="sum", terms=boxes), Steps(id="steps", steps=steps)]
    if not waits(s, view.seat):
        layout.show_action(view.narrow)
