"""The results of moves and attacks, possible or past: ghosts on the board, and outcomes in words.

A forecast plays the move on a copy of the state, with the rules themselves, and reads the notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cogtable.games.smashgear.rules import combat, stack, targets
from cogtable.games.smashgear.rules.abilities import Op
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.combat import Loss, Removal
from cogtable.games.smashgear.rules.components import SIDE, SLOTS
from cogtable.games.smashgear.rules.geometry import UNIT_STEP, can_go, gait, owner_of
from cogtable.games.smashgear.rules.state import NONE, Gait, Kind, Phase, SmashGear, Want
from cogtable.games.smashgear.rules.store import price_of
from cogtable.games.smashgear.table.fights import Fight, Step, Tone, fights, outcomes, tone
from cogtable.games.smashgear.table.labels import (
    FORMS,
    HUES,
    Units,
    after,
    cell_name,
    cell_names,
    effect_words,
    kind_of,
    machine_name,
    place,
    placed,
    program_name,
    shown_name,
    units_of,
)
from cogtable.games.smashgear.table.pieces import MACHINE
from cogtable.table import (
    Box,
    Choice,
    Face,
    Ghost,
    Note,
    Outcome,
    PlainIntEnum,
    Preview,
    Words,
    capital,
    collected,
    name_of,
    plural,
    say,
)

BADGES = 2 * SIDE


class Corner(PlainIntEnum):
    """A corner of a cell, for badges."""

    TOP_LEFT = 0
    TOP_RIGHT = 1
    LOW_LEFT = 2
    LOW_RIGHT = 3


def badge_place(cell: int, corner: int) -> int:
    """The place of a badge in the corner of a cell, in the zone of badges."""
    row, col = 2 * (SIDE - 1 - cell // SIDE) + corner // 2, 2 * (cell % SIDE) + corner % 2
    return BADGES * row + col


def machine_face(units: Units, seat: int, title: str = "", *, dim: bool = False) -> Face:
    """Units of a machine on the board."""
    _, shape = placed(units)
    return Face(kind="machine", hue=HUES[seat], art=FORMS[seat], cells=shape, title=title, dim=dim)


def ghost(units: Units, seat: int, *, dim: bool = False, solid: bool = False) -> Ghost:
    """A picture of units on the board."""
    face = machine_face(units, seat, dim=dim)
    return Ghost(zone="board", at=placed(units)[0], face=face, solid=solid)


def outline(units: Units, hue: str = "") -> Ghost:
    """The outline of units where they would be; with a seat's hue, where they were."""
    at, shape = placed(units)
    return Ghost(zone="board", at=at, face=Face(kind="machine", hue=hue, cells=shape, built=False), solid=True)


def fold(before: Units, now: Units) -> Ghost:
    """The hinge of a flip, and an arrow from heart to heart."""
    hearts_first = (sorted(units, key=lambda unit: unit[1] != "heart") for units in (before, now))
    lies, would = next(hearts_first), next(hearts_first)
    at, shape = placed([*((cell, "from") for cell, _ in lies), *((cell, "to") for cell, _ in would)])
    return Ghost(zone="board", at=at, face=Face(kind="fold", cells=shape), solid=True)


def mark(cell: int, icon: str, corner: int = Corner.TOP_RIGHT, words: Words = "", how: Tone = "") -> Ghost:
    """A small picture in the corner of a cell, with a few words beside it for what is gained or lost there."""
    face = Face(kind="token", art=icon)
    at = badge_place(cell, corner)
    return Ghost(zone="badges", at=at, face=face, solid=True, words=words, tone=how or "plain")


def _marks(box: Box, fight: Fight, step: int, reader: int = NONE) -> Iterator[Ghost]:
    """The marks of a combat on its cells, up to one of its steps, as gains and losses of a reader."""
    if step == Step.LAND:
        yield from (mark(clash.cell, "burst") for clash in fight.clashes)
        return
    for gone in fight.gone:
        if gone.why == Removal.COMBAT:
            first, *others = (cell for cell, kind in gone.units if kind == "heart")
            words = say("{machine} destroyed", machine=machine_name(box, gone.card))
            yield mark(first, "destroyed", words=words, how=tone(reader, gone.seat))
            yield from (mark(cell, "destroyed") for cell in others)
    if step >= Step.WEAPONS:
        for cell in dict.fromkeys(lost.cell for lost in fight.lost if lost.why == Loss.CLASH):
            yield mark(cell, "removed")
    if step >= Step.REST:
        yield from (mark(lost.cell, "cut-off") for lost in fight.lost if lost.why == Loss.CUT_OFF)
        yield from (mark(lost.cell, "removed") for lost in fight.lost if lost.why == Loss.EFFECT)
        yield from (
            mark(cell, "destroyed")
            for gone in fight.gone
            if gone.why != Removal.COMBAT
            for cell, kind in gone.units
            if kind == "heart"
        )


# --- forecasts ------------------------------------------------------------------------------------------


def tried(s: SmashGear, act: Callable[[SmashGear], None]) -> tuple[SmashGear, list[Note]]:
    """Calls `act` with a copy of the state; returns the copy and the notes."""
    copy = SmashGear.new()
    copy[0] = s
    with collected() as notes:
        act(copy[0])
    return copy[0], notes


def move(s: SmashGear, box: Box, slot: int, how: int, way: int, action: int = NONE, reader: int = NONE) -> Preview:
    """The result of a move: where the machine lands, what it meets and what follows, as gains or losses of a reader."""
    seat, name = owner_of(slot), machine_name(box, int(s.card[slot]))
    units = after(s, box, slot, how, way)
    met = [
        (cell, kind) for cell, kind in units if s.unit_at[cell] != NONE and int(s.unit_at[cell]) // UNIT_STEP != slot
    ]
    clear = [unit for unit in units if unit not in met]
    before, faded = units_of(s, box, slot), [MACHINE(int(s.card[slot]))]
    ghosts = [outline(before)]
    if clear:
        ghosts.append(ghost(clear, seat, solid=True))
    ghosts += [
        mark(cell, f"disc/{'burst' if kind == 'weapon' else 'heart'}/{HUES[seat]}", Corner.LOW_LEFT)
        for cell, kind in met
    ]
    if how == Gait.FLIP:
        ghosts.append(fold(before, units))
    title = say("If {machine} lands", machine=name)
    if not met:
        cells = cell_names(sorted(cell for cell, _ in units))
        words = say("**{machine}** lies on {cells}", machine=name, cells=cells)
        said = [Outcome(icon=f"disc/arrow-up/{HUES[seat]}", words=words), *_over_bases(s, units, seat)]
        return Preview(action=action, title=title, ghosts=ghosts, outcomes=said, faded=faded)
    then, notes = tried(s, lambda copy: combat.go(copy, box.record, slot, how, way))
    fight = fights(box, notes)[0]
    said = [*outcomes(box, fight, reader=reader, honor=s.honor.tolist()), *_would_fall_apart(s, box, then)]
    if slot not in {*(lost.slot for lost in fight.lost), *(gone.slot for gone in fight.gone)}:
        words = say("**{machine}** loses nothing", machine=name)
        said.append(Outcome(icon="shield", words=words, tone=tone(reader, seat, gains=True)))
    if then.card[slot] != NONE and not then.torn >> slot & 1:
        said += _over_bases(then, units_of(then, box, slot), seat)
    said += _victory(then, box, reader)
    faded += [MACHINE(gone.card) for gone in fight.gone if gone.slot != slot]
    ghosts += _marks(box, fight, Step.REST, reader)
    return Preview(action=action, title=title, ghosts=ghosts, outcomes=said, faded=faded)


def _would_fall_apart(s: SmashGear, box: Box, then: SmashGear) -> Iterator[Outcome]:
    """The machines that would fall apart into equal parts."""
    for slot in range(len(s.card)):
        if then.torn >> slot & 1:
            machine, seat = machine_name(box, int(s.card[slot])), name_of(owner_of(slot))
            words = say("Which part of **{machine}** stays is up to {seat}", machine=machine, seat=seat)
            yield Outcome(icon="cut-off", words=words, rule="SG-R27")


def _over_bases(s: SmashGear, units: Units, seat: int) -> Iterator[Outcome]:
    """The weapons that would be on a base of the other seat."""
    for cell, kind in units:
        if kind == "weapon" and s.base_at[cell] == 1 - seat:
            words = say("A weapon on the base of {cell}", cell=cell_name(cell))
            yield Outcome(icon="home", words=words, rule="SG-R15")


def _victory(then: SmashGear, box: Box, reader: int) -> Iterator[Outcome]:
    """A victory, if exactly one seat would meet a condition. If both do, the rules decide (SG-Q35)."""
    winners = [seat for seat in range(2) if not then.bases[1 - seat] or then.honor[seat] >= box.record.honor_goal]
    if len(winners) == 1:
        words, wins = say("Victory for {seat}", seat=name_of(winners[0])), tone(reader, winners[0], gains=True)
        yield Outcome(icon="crown", words=words, rule="SG-R7", tone=wins)


def attack(s: SmashGear, box: Box, cell: int, action: int = NONE, reader: int = NONE) -> Preview:
    """The result of an attack on the base on a cell."""
    b = box.record
    slot = int(s.unit_at[cell]) // UNIT_STEP
    machine = machine_name(box, int(s.card[slot]))
    title = say("If {machine} attacks {cell}", machine=machine, cell=cell_name(cell))
    bunker = combat.bunker_on(s, b, cell)
    if bunker != NONE:
        words = say("The attack fails, and **{program}** goes", program=program_name(box, bunker))
        return Preview(action=action, title=title, outcomes=[Outcome(icon="shield", words=words, rule="SG-Q27")])
    then, notes = tried(s, lambda copy: combat.destroy_base(copy, b, slot, cell))
    (fight,) = fights(box, notes)
    said = list(outcomes(box, fight, reader=reader, honor=s.honor.tolist()))
    said += _victory(then, box, reader)
    seat = owner_of(slot)
    gain = int(then.honor[seat] - s.honor[seat])
    won = then.over and then.winner == seat
    words = say("+{n} honor: victory", n=gain) if won else say("+{n} honor", n=gain)
    hit = mark(cell, "destroyed", words=words if gain else "", how=tone(reader, seat, gains=True))
    ghosts = [hit, *_marks(box, fight, Step.REST, reader)]
    return Preview(action=action, title=title, ghosts=ghosts, outcomes=said)


def attacked_by(s: SmashGear, box: Box, seat: int, action: int) -> int:
    """The base that an action attacks; NONE if it attacks none, or the seat still chooses between several."""
    kind, i = Action.read(action) if action >= 0 else (NONE, 0)
    if kind == Action.CARD_DESTROY and s.phase == Phase.ACT:
        cells = [cell for cell in range(SIDE * SIDE) if targets.attackable(s, box.record, seat, cell)]
        return cells[0] if len(cells) == 1 else NONE
    aims = kind == Action.CELL and s.wanted == Want.CELL and s.stack_kind[s.depth - 1] == Kind.ATTACK
    return i if aims else NONE


def resolving(s: SmashGear, box: Box) -> Preview | None:
    """The result on the board of resolving the announcement on top; None if it is unknown."""
    top = s.depth - 1
    if top < 0 or s.wanted or s.stack_void[top]:
        return None
    kind, what, card = int(s.stack_kind[top]), int(s.stack_what[top]), int(s.stack_card[top])
    a, way = int(s.stack_a[top]), int(s.stack_b[top])
    seat = int(s.stack_seat[top])
    if kind == Kind.MOVE:
        how = gait(s, what)
        goes = s.card[what] == card and not s.stunned[what] and can_go(s, box.record, what, how, way)
        return move(s, box, what, how, way) if goes else None
    if kind == Kind.ATTACK:
        return attack(s, box, a) if s.card[what] == card and targets.attackable(s, box.record, seat, a) else None
    op, x, y = stack.operation(s, box.record, top)
    if op == Op.SHIFT:
        to = targets.shift_to(s, a, way) if s.base_at[a] == seat else NONE
        return Preview(ghosts=[_base_ghost(seat, to)]) if to != NONE else None
    if op not in (Op.FLIP, Op.SLIDE, Op.TURN) or not stack.still_fits(s, box.record, seat, op, x, y, a, way):
        return None
    return move(s, box, a, targets.gait_of(op), way) if s.card[a] != NONE else None


# --- previews of choices --------------------------------------------------------------------------------


def previews(s: SmashGear, box: Box, seat: int, choices: list[Choice]) -> list[Preview]:
    """The previews of the choices that have one."""
    found = (_preview(s, box, seat, choice.action) for choice in choices)
    return [preview for preview in found if preview]


def _preview(s: SmashGear, box: Box, seat: int, action: int) -> Preview | None:
    kind, i = Action.read(action)
    match kind:
        case Action.BUY if s.phase == Phase.TARGET:
            return _taken(s, box, seat, action, i)
        case Action.BUY:
            return _bought(s, box, seat, action, i)
        case Action.CARD_DESTROY if s.phase == Phase.ACT:
            cell = attacked_by(s, box, seat, action)
            return attack(s, box, cell, action, seat) if cell != NONE else None
        case Action.MOVES:
            slot = seat * SLOTS + i // 4
            return move(s, box, slot, gait(s, slot), i % 4, action, seat)
        case Action.EFFECTS:
            card = int(s.card[seat * SLOTS + i])
            said = Outcome(icon="bolt", words=capital(effect_words(box, card)))
            return Preview(action=action, title=machine_name(box, card), outcomes=[said])
        case Action.CELL if s.phase == Phase.BUILD:
            return Preview(action=action, ghosts=[_base_ghost(seat, i)])
        case Action.CELL if s.wanted == Want.CELL and s.stack_kind[s.depth - 1] == Kind.ATTACK:
            return attack(s, box, i, action, seat)
        case Action.WAY:
            return _preview_way(s, box, seat, action, i)
        case Action.POSE:
            units = posed(s, box, i)
            return Preview(action=action, ghosts=[outline(units), ghost(units, seat)])
    return None


def _bought(s: SmashGear, box: Box, seat: int, action: int, item: int) -> Preview:
    """The gears left after a purchase. The forecast itself shows the card."""
    left = int(s.gears[seat]) - int(price_of(s, box.record, seat, item))
    words = plural(left, "After it you have {n} gear", "After it you have {n} gears")
    return Preview(action=action, title=shown_name(s, box, item), outcomes=[Outcome(icon="gear", words=words)])


def _taken(s: SmashGear, box: Box, seat: int, action: int, item: int) -> Preview:
    """The gears left after a card is taken for free: all of them. The card that replaces it is random."""
    words = plural(int(s.gears[seat]), "It is free: you keep {n} gear", "It is free: you keep {n} gears")
    return Preview(action=action, title=shown_name(s, box, item), outcomes=[Outcome(icon="gear", words=words)])


def _preview_way(s: SmashGear, box: Box, seat: int, action: int, way: int) -> Preview | None:
    top = s.depth - 1
    op, _, _ = stack.operation(s, box.record, top)
    first = int(s.stack_a[top])
    if op in (Op.FLIP, Op.SLIDE, Op.TURN):
        return move(s, box, first, targets.gait_of(op), way, action, seat)
    return Preview(action=action, ghosts=[_base_ghost(int(s.stack_seat[top]), targets.shift_to(s, first, way))])


def _base_ghost(seat: int, cell: int) -> Ghost:
    """A base where it would be built."""
    face = Face(kind="machine", hue=HUES[seat], art=FORMS[seat], cells=[(0, 0, "base")])
    return Ghost(zone="board", at=place(cell), face=face)


def posed(s: SmashGear, box: Box, pose: int) -> Units:
    """The units of the machine that is being assembled, with one of its hearts on the base, in a rotation."""
    b, card, heart, turns = box.record, int(s.pending), pose // 4, pose % 4
    rows, cols = b.at_row[card, turns].tolist(), b.at_col[card, turns].tolist()
    row, col = s.site // SIDE - rows[heart], s.site % SIDE - cols[heart]
    return [(SIDE * (row + rows[u]) + col + cols[u], kind_of(box, card, u)) for u in range(b.units[card])]


# --- frames of past moves -------------------------------------------------------------------------------


def frames(s: SmashGear, box: Box, notes: list[Note]) -> list[Preview]:
    """The last moves step by step, with their losses."""
    all_fights = fights(box, notes)
    last = {fight.move["slot"]: fight for fight in all_fights if fight.move}
    found: list[Preview] = []
    for fight in all_fights:
        traced = fight.move is not None and last[fight.move["slot"]] is fight
        found += _frames(s, box, fight, traced)
    return found


def _frames(s: SmashGear, box: Box, fight: Fight, traced: bool) -> Iterator[Preview]:
    trace = list(_trace(s, box, fight.move, fight)) if traced and fight.move else []
    title = _title(box, fight)
    steps = list(Step) if fight.clashes else [Step.REST]
    for step in steps:
        said = list(outcomes(box, fight, step))
        if step not in (Step.LAND, Step.REST) and said == list(outcomes(box, fight, step - 1)):
            continue
        ghosts = [*trace, *_remains(box, fight, step), *_marks(box, fight, step)]
        if ghosts or said:
            yield Preview(title=title, ghosts=ghosts, outcomes=said)


def _title(box: Box, fight: Fight) -> str:
    if fight.move is None:
        return say("What happened")
    name = machine_name(box, fight.move["machine"])
    return say("{machine} in combat", machine=name) if fight.clashes else say("{machine} moved", machine=name)


def _remains(box: Box, fight: Fight, step: int) -> Iterator[Ghost]:
    """Lost units and machines: solid until their step, then faint."""
    for gone in fight.gone:
        fallen = step >= Step.HEARTS if gone.why == Removal.COMBAT else step >= Step.REST
        yield ghost(gone.units, owner_of(gone.slot), dim=fallen, solid=not fallen)
    for lost in fight.lost:
        fallen = step >= (Step.WEAPONS if lost.why == Loss.CLASH else Step.REST)
        units = [(lost.cell, kind_of(box, lost.card, lost.unit))]
        yield ghost(units, owner_of(lost.slot), dim=fallen, solid=not fallen)


def _trace(s: SmashGear, box: Box, moved: Note, fight: Fight) -> Iterator[Ghost]:
    """The outline of the mover on the cells that it left, if its current place is known."""
    slot, card, how, way, start, end = moved.numbers
    gone = next((each.units for each in fight.gone if each.slot == slot), None)
    if gone is None and s.card[slot] != card:
        return
    units = [*(units_of(s, box, slot) if gone is None else gone)]
    units += [(lost.cell, kind_of(box, card, lost.unit)) for lost in fight.lost if lost.slot == slot]
    came = [(_cell_before(cell, how, way, start, end), kind) for cell, kind in units]
    if all(0 <= cell < SIDE**2 for cell, _ in came):
        yield outline(came, HUES[owner_of(slot)])


def _cell_before(cell: int, how: int, way: int, start: int, end: int) -> int:
    """The cell of a unit before a move that took the heart from `start` to `end`."""
    row, col = cell // SIDE, cell % SIDE
    if how == Gait.FLIP:
        if way < 2:
            return SIDE * (start // SIDE + end // SIDE - row) + col
        return SIDE * row + start % SIDE + end % SIDE - col
    if how == Gait.TURN:
        down, across = row - start // SIDE, col - start % SIDE
        turned = (across, -down) if way == 0 else (-across, down)
        return SIDE * (start // SIDE + turned[0]) + start % SIDE + turned[1]
    return cell - end + start
