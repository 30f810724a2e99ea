"""What moves and attacks would do, and what they did, as ghosts on the board and outcomes in words.

The rules themselves are asked: a forecast carries a move out on a copy and reads what it let happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from cogtable.engine.box import Box
from cogtable.engine.choice import Choice
from cogtable.engine.notes import Note, collected
from cogtable.games.smashgear import combat, stack
from cogtable.games.smashgear.cards import FLIP, SHIFT, SLIDE, TURN
from cogtable.games.smashgear.geometry import UNIT_STEP, can_go, gait, owner_of
from cogtable.games.smashgear.state import (
    ACT,
    ATTACK,
    BASE_DESTROYED,
    BUILD,
    BUY,
    CARD,
    CARD_BASE,
    CARD_DESTROY,
    CARD_PROGRAM,
    CELL,
    CLASHED,
    DESTROYED,
    EFFECTS,
    GEARED,
    HONORED,
    MOVE,
    MOVED,
    MOVES,
    NONE,
    PLACE,
    POSE,
    QUARTER,
    SHIELD_LOST,
    SHOWN,
    SHOWN_MACHINES,
    SIDE,
    SLOTS,
    TARGET,
    UNIT_LOST,
    WANT_CELL,
    WANT_WAY,
    WAY,
    SmashGear,
)
from cogtable.games.smashgear.state import FLIP as FLIPPING
from cogtable.games.smashgear.words import (
    FORMS,
    HUES,
    Units,
    after,
    as_it_lay,
    cell_name,
    cell_names,
    counted,
    effect_words,
    kind_of,
    laid,
    machine_name,
    machine_words,
    place,
    program_name,
    program_words,
    units_of,
)
from cogtable.table.view import Face, Ghost, Outcome, Preview, Words

TOP_LEFT, TOP_RIGHT, LOW_LEFT, LOW_RIGHT = range(4)
"""Corners of a cell, for badges."""
BADGES = 2 * SIDE
LAND, HEARTS, WEAPONS, REST = range(4)
"""The steps of a combat, as they are shown."""


def badge_place(cell: int, corner: int) -> int:
    """The place of a badge in the corner of a cell, in the zone of badges."""
    row, col = 2 * (SIDE - 1 - cell // SIDE) + corner // 2, 2 * (cell % SIDE) + corner % 2
    return BADGES * row + col


def machine_face(units: Units, seat: int, title: str = "", *, dim: bool = False) -> Face:
    """Units of a machine as they lie on the board."""
    _, shape = laid(units)
    return Face(kind="machine", hue=HUES[seat], art=FORMS[seat], cells=shape, title=title, dim=dim)


def ghost(units: Units, seat: int, *, dim: bool = False, solid: bool = False) -> Ghost:
    """A picture of units on the board."""
    face = machine_face(units, seat, dim=dim)
    return Ghost(zone="board", at=laid(units)[0], face=face, solid=solid)


def outline(units: Units, hue: str = "") -> Ghost:
    """The cells of units: where they would lie, or in a hue of a seat, where they lay."""
    at, shape = laid(units)
    return Ghost(zone="board", at=at, face=Face(kind="machine", hue=hue, cells=shape, built=False), solid=True)


def mark(cell: int, icon: str, corner: int = TOP_RIGHT) -> Ghost:
    """A small picture in the corner of a cell."""
    return Ghost(zone="badges", at=badge_place(cell, corner), face=Face(kind="token", art=icon), solid=True)


# --- what notes tell of a combat ------------------------------------------------------------------------


class Clash(NamedTuple):
    """What met on a cell: the slots, the mover first, and what `combat.meeting` says."""

    cell: int
    mover: int
    other: int
    what: int


class Lost(NamedTuple):
    """A unit that is gone."""

    slot: int
    card: int
    unit: int
    cell: int
    why: int


class Gone(NamedTuple):
    """A machine that is gone, with the units that it had at the end."""

    slot: int
    card: int
    seat: int
    why: int
    units: Units


class Story(NamedTuple):
    """A move and what came of it."""

    move: Note | None
    clashes: list[Clash]
    lost: list[Lost]
    gone: list[Gone]
    shields: list[tuple[int, int]]
    rest: list[Note]


def stories(box: Box, notes: list[Note]) -> list[Story]:
    """The moves and attacks among some notes, each with what came of it."""
    found: list[Story] = []
    for note in notes:
        if note.event == MOVED or not found:
            found.append(Story(note if note.event == MOVED else None, [], [], [], [], []))
        story = found[-1]
        if note.event == CLASHED:
            story.clashes.append(Clash(note.a, note.b, note.c, note.d))
        elif note.event == UNIT_LOST:
            story.lost.append(Lost(note.a, note.b // UNIT_STEP, note.b % UNIT_STEP, note.c, note.d))
        elif note.event == DESTROYED:
            story.gone.append(Gone(note.a, note.b, note.c, note.d % 4, as_it_lay(box, note.b, note.d // 4)))
        elif note.event == SHIELD_LOST:
            story.shields.append((note.a, note.b))
        elif note.event in (HONORED, GEARED, BASE_DESTROYED):
            story.rest.append(note)
    return found


def outcomes(box: Box, story: Story, step: int = REST) -> Iterator[Outcome]:
    """What a combat does in words, up to one of its steps."""
    if step >= HEARTS:
        yield from _of_hearts(box, story)
    if step >= WEAPONS:
        yield from _of_weapons(box, story)
    if step >= REST:
        yield from _cut_off(box, story)
        yield from _of_the_rest(box, story)


def _of_hearts(box: Box, story: Story) -> Iterator[Outcome]:
    for _, card in story.shields:
        yield Outcome(
            icon="shield", words=f"A shield of **{machine_name(box, card)}** breaks and saves it", rule="SG-X4"
        )
    for gone in story.gone:
        if gone.why == combat.IN_COMBAT:
            words, rule = how_destroyed(story, gone.slot)
            yield Outcome(icon="destroyed", words=f"**{machine_name(box, gone.card)}** destroyed: {words}", rule=rule)


def how_destroyed(story: Story, slot: int) -> tuple[str, str]:
    """What hit the heart of a machine, with the cell and the rule."""
    for clash in story.clashes:
        if clash.what == combat.HEARTS_BOTH and slot in (clash.mover, clash.other):
            return f"heart on heart, {cell_name(clash.cell)}", "SG-R18"
    for clash in story.clashes:
        own = clash.what == combat.ITS_HEART and clash.mover == slot
        if own or (clash.what == combat.OTHER_HEART and clash.other == slot):
            return f"weapon on heart, {cell_name(clash.cell)}", "SG-R19"
    return "its heart is gone", "SG-R20"


def _of_weapons(box: Box, story: Story) -> Iterator[Outcome]:
    broken: dict[tuple[str, ...], list[int]] = {}
    clashed = [lost for lost in story.lost if lost.why == combat.BY_CLASH]
    for cell in dict.fromkeys(lost.cell for lost in clashed):
        losers = tuple(sorted(machine_name(box, lost.card) for lost in clashed if lost.cell == cell))
        broken.setdefault(losers, []).append(cell)
    for losers, cells in broken.items():
        who = "Both lose" if len(losers) > 1 else f"**{losers[0]}** loses"
        words = f"{who} the weapon{'s' * (len(cells) > 1)} on {cell_names(cells)}"
        yield Outcome(icon="removed", words=words, rule="SG-R17")


def _cut_off(box: Box, story: Story) -> Iterator[Outcome]:
    cut = [lost for lost in story.lost if lost.why == combat.CUT_OFF]
    for slot in dict.fromkeys(lost.slot for lost in cut):
        own = [lost for lost in cut if lost.slot == slot]
        words = f"**{machine_name(box, own[0].card)}** loses {cell_names(lost.cell for lost in own)}, cut off"
        yield Outcome(icon="cut-off", words=words, rule="SG-R17")
    for lost in story.lost:
        if lost.why == combat.BY_EFFECT:
            words = f"**{machine_name(box, lost.card)}** loses the weapon on {cell_name(lost.cell)}"
            yield Outcome(icon="removed", words=words)


def _of_the_rest(box: Box, story: Story) -> Iterator[Outcome]:
    for gone in story.gone:
        if gone.why == combat.ATTACKING:
            words = f"**{machine_name(box, gone.card)}** goes with the base"
            yield Outcome(icon="destroyed", words=words, rule="SG-R21")
        elif gone.why == combat.DISASSEMBLED:
            words = f"**{machine_name(box, gone.card)}** is disassembled"
            yield Outcome(icon="destroyed", words=words, rule="SG-R26")
    for note in story.rest:
        if note.event == BASE_DESTROYED:
            yield Outcome(icon="destroyed", words=f"The base on {cell_name(note.b)} is destroyed", rule="SG-R21")
        elif note.event == HONORED:
            yield Outcome(icon="star", words=f"[[seat:{note.a}]] +{note.b} honor")
        elif note.b:
            sign = "+" if note.b > 0 else "−"
            yield Outcome(icon="gear", words=f"[[seat:{note.a}]] {sign}{counted(abs(note.b), 'gear')}")


def _marks(story: Story, step: int) -> Iterator[Ghost]:
    """The marks of a combat on the cells where it is, up to one of its steps."""
    if step == LAND:
        yield from (mark(clash.cell, "burst") for clash in story.clashes)
        return
    for gone in story.gone:
        if gone.why == combat.IN_COMBAT:
            yield from (mark(cell, "destroyed") for cell, kind in gone.units if kind == "heart")
    if step >= WEAPONS:
        for cell in dict.fromkeys(lost.cell for lost in story.lost if lost.why == combat.BY_CLASH):
            yield mark(cell, "removed")
    if step >= REST:
        yield from (mark(lost.cell, "cut-off") for lost in story.lost if lost.why == combat.CUT_OFF)
        yield from (mark(lost.cell, "removed") for lost in story.lost if lost.why == combat.BY_EFFECT)
        yield from (
            mark(cell, "destroyed")
            for gone in story.gone
            if gone.why != combat.IN_COMBAT
            for cell, kind in gone.units
            if kind == "heart"
        )


# --- what moves would do --------------------------------------------------------------------------------


def _tried(s: SmashGear, act: Callable[[SmashGear], None]) -> tuple[SmashGear, list[Note]]:
    """A copy on which something was done, and what that let happen."""
    copy = SmashGear.new()
    copy[0] = s
    with collected() as notes:
        act(copy[0])
    return copy[0], notes


def move(s: SmashGear, box: Box, slot: int, how: int, way: int, action: int = NONE) -> Preview:
    """What a machine does if it goes so: where it lands, whom it meets, what that leads to."""
    seat, name = owner_of(slot), machine_name(box, int(s.card[slot]))
    units = after(s, box, slot, how, way)
    met = [
        (cell, kind) for cell, kind in units if s.unit_at[cell] != NONE and int(s.unit_at[cell]) // UNIT_STEP != slot
    ]
    clear = [unit for unit in units if unit not in met]
    ghosts = [outline(units)]
    if clear:
        ghosts.append(ghost(clear, seat))
    ghosts += [
        mark(cell, f"disc/{'burst' if kind == 'weapon' else 'heart'}/{HUES[seat]}", LOW_LEFT) for cell, kind in met
    ]
    title = f"If {name} lands"
    if not met:
        words = f"**{name}** lies on {cell_names(sorted(cell for cell, _ in units))}"
        said = [Outcome(icon=f"disc/arrow-up/{HUES[seat]}", words=words), *_over_bases(s, units, seat)]
        return Preview(action=action, title=title, ghosts=ghosts, outcomes=said)
    then, notes = _tried(s, lambda copy: combat.go(copy, box.record, slot, how, way))
    story = stories(box, notes)[0]
    said = [*outcomes(box, story), *_torn(s, box, then), *_over_bases(s, clear, seat)]
    return Preview(action=action, title=title, ghosts=[*ghosts, *_marks(story, REST)], outcomes=said)


def _torn(s: SmashGear, box: Box, then: SmashGear) -> Iterator[Outcome]:
    """Machines that would fall apart into level parts."""
    for slot in range(len(s.card)):
        if then.torn >> slot & 1:
            words = f"Which part of **{machine_name(box, int(s.card[slot]))}** stays is up to [[seat:{owner_of(slot)}]]"
            yield Outcome(icon="cut-off", words=words, rule="SG-R27")


def _over_bases(s: SmashGear, units: Units, seat: int) -> Iterator[Outcome]:
    """Weapons that would lie on a base of the other seat."""
    for cell, kind in units:
        if kind == "weapon" and s.base_at[cell] == 1 - seat:
            yield Outcome(icon="home", words=f"A weapon on the base of {cell_name(cell)}", rule="SG-R15")


def attack(s: SmashGear, box: Box, cell: int, action: int = NONE) -> Preview:
    """What an attack on the base of a cell does."""
    b = box.record
    slot = int(s.unit_at[cell]) // UNIT_STEP
    title = f"If {machine_name(box, int(s.card[slot]))} attacks {cell_name(cell)}"
    bunker = combat.bunker_on(s, b, cell)
    if bunker != NONE:
        words = f"The attack fails, and **{program_name(box, bunker)}** goes"
        return Preview(action=action, title=title, outcomes=[Outcome(icon="shield", words=words, rule="SG-Q27")])
    then, notes = _tried(s, lambda copy: combat.destroy_base(copy, b, slot, cell))
    (story,) = stories(box, notes)
    said = list(outcomes(box, story))
    winner = owner_of(slot)
    if not then.bases[1 - winner] or then.honor[winner] >= b.honor_goal:
        said.append(Outcome(icon="crown", words=f"Victory for [[seat:{winner}]]", rule="SG-R7"))
    return Preview(action=action, title=title, ghosts=[mark(cell, "destroyed"), *_marks(story, REST)], outcomes=said)


def waiting(s: SmashGear, box: Box) -> Preview | None:
    """What resolving the announcement on top would do on the board; None where that cannot be said."""
    top = s.depth - 1
    if top < 0 or s.wanted or s.stack_void[top]:
        return None
    kind, what, card = int(s.stack_kind[top]), int(s.stack_what[top]), int(s.stack_card[top])
    a, way = int(s.stack_a[top]), int(s.stack_b[top])
    seat = int(s.stack_seat[top])
    if kind == MOVE:
        how = gait(s, what)
        return move(s, box, what, how, way) if s.card[what] == card and can_go(s, box.record, what, how, way) else None
    if kind == ATTACK:
        return attack(s, box, a) if s.card[what] == card and stack.attackable(s, box.record, seat, a) else None
    op, x, y = stack.operation(s, box.record, top)
    if op == SHIFT:
        to = stack.shift_to(s, a, way) if s.base_at[a] == seat else NONE
        return Preview(ghosts=[_base_ghost(seat, to)]) if to != NONE else None
    if op not in (FLIP, SLIDE, TURN) or not stack.still_fits(s, box.record, seat, op, x, y, a, way):
        return None
    return move(s, box, a, stack.how_of(op), way) if s.card[a] != NONE else None


# --- previews of choices --------------------------------------------------------------------------------


def previews(s: SmashGear, box: Box, seat: int, choices: list[Choice]) -> list[Preview]:
    """What each choice would do, where there is something to show."""
    found = (_preview(s, box, seat, choice.action) for choice in choices)
    return [preview for preview in found if preview]


def _preview(s: SmashGear, box: Box, seat: int, action: int) -> Preview | None:
    if action < CARD:
        place_shown = action - BUY
        if place_shown < SHOWN:
            return _read(box, action, place_shown < SHOWN_MACHINES, int(s.shown[place_shown]))
    elif action < CARD_BASE:
        return _read(box, action, action < CARD_PROGRAM, action - (CARD if action < CARD_PROGRAM else CARD_PROGRAM))
    elif action == CARD_DESTROY and s.phase == ACT:
        cells = [cell for cell in range(SIDE * SIDE) if stack.attackable(s, box.record, seat, cell)]
        return attack(s, box, cells[0], action) if len(cells) == 1 else None
    elif MOVES <= action < EFFECTS:
        slot = seat * SLOTS + (action - MOVES) // 4
        return move(s, box, slot, gait(s, slot), (action - MOVES) % 4, action)
    elif EFFECTS <= action < CELL:
        card = int(s.card[seat * SLOTS + action - EFFECTS])
        words = effect_words(box, card)
        return Preview(
            action=action, title=machine_name(box, card), outcomes=[Outcome(icon="bolt", words=_capital(words))]
        )
    elif s.phase == BUILD:
        return Preview(action=action, ghosts=[_base_ghost(seat, action - CELL)])
    elif s.phase == TARGET and s.wanted == WANT_CELL and s.stack_kind[s.depth - 1] == ATTACK:
        return attack(s, box, action - CELL, action)
    elif s.phase == TARGET and s.wanted == WANT_WAY:
        return _preview_way(s, box, action)
    elif s.phase == PLACE:
        units = posed(s, box, action - POSE)
        return Preview(action=action, ghosts=[outline(units), ghost(units, seat)])
    return None


def _read(box: Box, action: int, machine: bool, card: int) -> Preview:
    """A card in words."""
    name, words = (machine_name, machine_words) if machine else (program_name, program_words)
    icon = "bolt" if machine else "page" if box.record.program_kind[card] == 0 else "plug"
    said = words(box, card) or "No effect."
    return Preview(action=action, title=name(box, card), outcomes=[Outcome(icon=icon, words=said)])


def _capital(words: Words) -> Words:
    return words[:1].upper() + words[1:]


def _preview_way(s: SmashGear, box: Box, action: int) -> Preview | None:
    top = s.depth - 1
    op, _, _ = stack.operation(s, box.record, top)
    first, way = int(s.stack_a[top]), action - WAY
    if op in (FLIP, SLIDE, TURN):
        return move(s, box, first, stack.how_of(op), way, action)
    return Preview(action=action, ghosts=[_base_ghost(int(s.stack_seat[top]), stack.shift_to(s, first, way))])


def _base_ghost(seat: int, cell: int) -> Ghost:
    """A base where it would stand."""
    face = Face(kind="machine", hue=HUES[seat], art=FORMS[seat], cells=[(0, 0, "base")])
    return Ghost(zone="board", at=place(cell), face=face)


def posed(s: SmashGear, box: Box, pose: int) -> Units:
    """The units of the machine that is being assembled, with one of its hearts on the base, in a rotation."""
    b, card, heart, turns = box.record, int(s.pending), pose // 4, pose % 4
    rows, cols = b.at_row[card, turns].tolist(), b.at_col[card, turns].tolist()
    row, col = s.site // SIDE - rows[heart], s.site % SIDE - cols[heart]
    return [(SIDE * (row + rows[u]) + col + cols[u], kind_of(box, card, u)) for u in range(b.units[card])]


# --- frames of what happened ----------------------------------------------------------------------------


def frames(s: SmashGear, box: Box, notes: list[Note]) -> list[Preview]:
    """The last moves step by step: what was lost is seen once more, and what became of it."""
    told = stories(box, notes)
    last = {story.move.a: story for story in told if story.move}
    found: list[Preview] = []
    for story in told:
        traced = story.move is not None and last[story.move.a] is story
        found += _frames(s, box, story, traced)
    if about := waiting(s, box):
        found.append(about)
    return found


def _frames(s: SmashGear, box: Box, story: Story, traced: bool) -> Iterator[Preview]:
    trace = list(_trace(s, box, story.move, story)) if traced and story.move else []
    title = _title(box, story)
    steps = [LAND, HEARTS, WEAPONS, REST] if story.clashes else [REST]
    for step in steps:
        said = list(outcomes(box, story, step))
        if step not in (LAND, REST) and said == list(outcomes(box, story, step - 1)):
            continue
        ghosts = [*trace, *_remains(box, story, step), *_marks(story, step)]
        if ghosts or said:
            yield Preview(title=title, ghosts=ghosts, outcomes=said)


def _title(box: Box, story: Story) -> str:
    if story.move is None:
        return ""
    name = machine_name(box, story.move.b)
    return f"{name} in combat" if story.clashes else f"{name} moved"


def _remains(box: Box, story: Story, step: int) -> Iterator[Ghost]:
    """What is not there any more: in full until its step, then faint."""
    for gone in story.gone:
        fallen = step >= HEARTS if gone.why == combat.IN_COMBAT else step >= REST
        yield ghost(gone.units, owner_of(gone.slot), dim=fallen, solid=not fallen)
    for lost in story.lost:
        fallen = step >= (WEAPONS if lost.why == combat.BY_CLASH else REST)
        units = [(lost.cell, kind_of(box, lost.card, lost.unit))]
        yield ghost(units, owner_of(lost.slot), dim=fallen, solid=not fallen)


def _trace(s: SmashGear, box: Box, moved: Note, story: Story) -> Iterator[Ghost]:
    """The cells that the mover left, if it can be said where it lies now."""
    slot, card, how, way = moved.a, moved.b, moved.c // 4, moved.c % 4
    start, end = divmod(moved.d, SIDE**2)
    gone = next((each.units for each in story.gone if each.slot == slot), None)
    if gone is None and s.card[slot] != card:
        return
    units = [*(units_of(s, box, slot) if gone is None else gone)]
    units += [(lost.cell, kind_of(box, card, lost.unit)) for lost in story.lost if lost.slot == slot]
    came = [(_came_from(cell, how, way, start, end), kind) for cell, kind in units]
    if all(0 <= cell < SIDE**2 for cell, _ in came):
        yield outline(came, HUES[owner_of(slot)])


def _came_from(cell: int, how: int, way: int, start: int, end: int) -> int:
    """Where a unit was before a move that took the heart from `start` to `end`."""
    row, col = cell // SIDE, cell % SIDE
    if how == FLIPPING:
        if way < 2:
            return SIDE * (start // SIDE + end // SIDE - row) + col
        return SIDE * row + start % SIDE + end % SIDE - col
    if how == QUARTER:
        down, across = row - start // SIDE, col - start % SIDE
        turned = (across, -down) if way == 0 else (-across, down)
        return SIDE * (start // SIDE + turned[0]) + start % SIDE + turned[1]
    return cell - end + start
