"""The parts and pieces on the table of Smash Gear, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cogtable.engine import verbs
from cogtable.engine.box import Box
from cogtable.engine.printed import printed
from cogtable.engine.state import Mask
from cogtable.engine.words import counted
from cogtable.games.smashgear.rules import stack
from cogtable.games.smashgear.rules.abilities import Op
from cogtable.games.smashgear.rules.actions import ACTIONS, Action
from cogtable.games.smashgear.rules.components import ALL_SLOTS, CELLS, HEARTS, MACHINES, SHOWN_MACHINES, SIDE, SLOTS
from cogtable.games.smashgear.rules.effects import base_host, move_price
from cogtable.games.smashgear.rules.geometry import bounds_of, heart_of, owner_of, place_of
from cogtable.games.smashgear.rules.state import NONE, Phase, Place, Reason, SmashGear, Want
from cogtable.games.smashgear.rules.store import base_price, hand_size
from cogtable.games.smashgear.table import layout
from cogtable.games.smashgear.table.choices import BASE_CARDS, DESTROY_CARDS
from cogtable.games.smashgear.table.forecast import BADGES, Corner, badge_place, machine_face, posed
from cogtable.games.smashgear.table.labels import (
    ARROWS,
    FORMS,
    HUES,
    TURNS,
    cell_name,
    drawing,
    gears,
    kind_of,
    laid,
    machine_name,
    machine_words,
    place,
    program_art,
    program_name,
    program_words,
    slots_of,
    units_of,
    where,
)
from cogtable.games.smashgear.table.prompts import doing, sentence, waiting
from cogtable.table.result import result
from cogtable.view import (
    AnyPart,
    Clock,
    Counter,
    Counters,
    Drawer,
    Face,
    Forecast,
    Log,
    Outcome,
    Panel,
    Piece,
    Prompt,
    Result,
    Seat,
    Stack,
    Text,
    Tick,
    Track,
    View,
    Words,
    Zone,
)

PILE = SHOWN_MACHINES
"""The place of the pile beside the machines of the store."""
HANDLES = 2 * SIDE - 1
STEP = 5
"""Honor between the steps of its track: that of a base."""


def scene(s: SmashGear, box: Box, seat: int) -> View:
    """The table as `seat` sees it, built from a state hidden for that seat; choices and log come later."""
    mine = max(seat, 0)
    mask = _mask(s, box, seat)
    offered = s.phase == Phase.PLACE or (s.phase == Phase.TARGET and s.wanted == Want.CARD)
    count = len(np.flatnonzero(mask)) if offered and seat == s.asked else 0
    return View(
        game="smashgear",
        seat=seat,
        ply=s.ply,
        waiting=[],
        over=bool(s.over),
        clock=clock(s, box),
        wide=layout.wide(mine, s.depth, count),
        narrow=layout.narrow(mine, s.depth, count),
        parts=list(_parts(s, box, mine, seat, count)),
        pieces=list(_pieces(s, box, seat, mask, offered=bool(count))),
        result=_result(s, box) if s.over else None,
        hues=list(HUES),
        assists=bool(s.assists),
    )


def _mask(s: SmashGear, box: Box, seat: int) -> Mask:
    """What `seat` may do, if it is asked."""
    mask = np.zeros(ACTIONS, np.uint8)
    if not s.over and seat == s.asked:
        verbs.legal(s, box.record, seat, mask)
    return mask


def clock(s: SmashGear, box: Box) -> Clock:
    """The turn, and its steps."""
    goal = int(box.record.honor_goal)
    if not s.turns:
        return Clock(
            words="Prepare · buy for the Battle", ticks=[Tick(words="Prepare", state="now"), Tick(words="Battle")]
        )
    ending = bool(s.ending)
    return Clock(
        words=f"Turn {s.turns} · {goal} honor wins",
        ticks=[
            Tick(words="Exploit", state="done"),
            Tick(words="Buy, build, move", state="done" if ending else "now"),
            Tick(words="Ending", state="now" if ending else "next"),
        ],
    )


# --- parts ----------------------------------------------------------------------------------------------


def _parts(s: SmashGear, box: Box, mine: int, seat: int, offered: int) -> Iterator[AnyPart]:
    yield from _store_parts(s)
    yield Panel(id="ground")
    board = {"columns": SIDE, "rows": SIDE, "aspect": 1}
    yield Zone(id="cells", shape="grid", label="Bases", **board)  # type: ignore[arg-type]
    yield Zone(id="board", shape="grid", label="Board", board=True, **board)  # type: ignore[arg-type]
    yield Zone(id="picks", area="cells", shape="grid", label="Places to choose", level=1, **board)  # type: ignore[arg-type]
    badges = "On machines and bases"
    yield Zone(id="badges", shape="grid", label=badges, columns=BADGES, rows=BADGES, level=1)
    yield Zone(id="handles", shape="grid", label="Moves", columns=HANDLES, rows=HANDLES, level=2)
    active = not s.over and seat == s.asked
    yield Panel(id="prompt.ground", seat=mine, active=active)
    all_words = "Respond" if s.phase == Phase.RESPOND and active else ""
    yield Prompt(id="prompt", sentence=sentence(s, box, seat), all=all_words)
    if offered:
        lines = -(-offered // layout.OFFER)
        yield Zone(id="offer", shape="grid", label="To choose from", columns=layout.OFFER, rows=lines)
    else:
        whose = "Your hand" if seat >= 0 else f"[[seat:{mine}]]: hand"
        yield Zone(id="hand", shape="fan", label=whose, aspect=layout.CARD, owner=mine)
    if s.depth:
        yield Panel(id="stack.ground")
        yield Stack(id="stack", title="Waiting: the last happens first", entries=waiting(s, box))
    yield Panel(id="forecast.ground")
    yield Forecast(id="forecast", title="Forecast", outcomes=_hints(s, seat))
    for other in (1 - mine, mine):
        yield from _seat_parts(s, box, other, seat)
    yield from _rivals_hand(s, 1 - mine)
    yield Log(id="log")


def _hints(s: SmashGear, seat: int) -> list[Outcome]:
    """What the forecast says while there is nothing to foretell."""
    if s.over or seat != s.asked:
        return []
    return [Outcome(icon="eye", words="Point at a move, a card or a target, or touch it once, to see what it would do")]


def _store_parts(s: SmashGear) -> Iterator[AnyPart]:
    yield Panel(id="store", title="Store")
    yield Zone(id="machines", shape="grid", label="Machines for sale", columns=3, rows=2, empty="")
    yield Text(id="programs.title", text=f"**Programs** · {s.program_left} in the pile")
    yield Zone(id="programs", shape="row", label="Programs for sale", columns=3, empty="")
    yield Zone(id="supplies", shape="row", label="Base cards", columns=2)
    zones = ["machines", "programs", "supplies"]
    yield Drawer(id="store.drawer", title="Store", icon="cards", zones=zones)


def _seat_parts(s: SmashGear, box: Box, seat: int, reader: int) -> Iterator[AnyPart]:
    b = box.record
    active = not s.over and bool(s.waiting >> seat & 1)
    name = f"[[seat:{seat}]]"
    honor, goal = int(s.honor[seat]), int(b.honor_goal)
    words = _seat_words(s, seat)
    stock = _stock(s, seat)
    yield Panel(id=f"panel{seat}", seat=seat, active=active)
    yield Seat(id=f"seat{seat}", seat=seat, text=words, active=active)
    yield Counters(id=f"stock{seat}", items=stock, stacked=True)
    yield Track(
        id=f"honor{seat}",
        label=f"Honor {honor} of {goal}",
        low=0,
        high=goal,
        value=honor,
        step=STEP,
    )
    spent = sum(1 for at in (*s.machine_at.tolist(), *s.program_at.tolist()) if at == Place.LANDFILL + seat)
    spent += int(s.base_spent[seat]) + int(s.destroy_spent[seat])
    landfill = f"landfill{seat}"
    yield Zone(id=f"{landfill}.zone", area=landfill, shape="fan", label=f"{name}: landfill", owner=seat)
    yield Drawer(id=landfill, title="Landfill", icon="bin", count=spent, zones=[f"{landfill}.zone"])
    star = Counter(icon="star", value=str(honor), label="honor", of=str(goal))
    yield Seat(id=f"strip{seat}", seat=seat, active=active, size="strip", stats=[*stock, star])


def _rivals_hand(s: SmashGear, seat: int) -> Iterator[AnyPart]:
    """What is known of the hand of the seat across."""
    hand = f"hand{seat}"
    yield Zone(id=f"{hand}.zone", area=hand, shape="fan", label=f"[[seat:{seat}]]: hand", owner=seat)
    yield Drawer(id=hand, title="Hand", icon="cards", count=hand_size(s, seat), zones=[f"{hand}.zone"])


def _seat_words(s: SmashGear, seat: int) -> Words:
    """What a seat is about."""
    if s.over:
        return ""
    if not s.turns:
        return "buying" if seat == s.asked else ""
    if seat != s.turn:
        return doing(s) if seat == s.asked else ""
    still = [counted(int(n), noun) for n, noun in ((s.assembles, "assemble"), (s.builds, "build")) if n]
    return ", ".join(still) + " left" if still else "has assembled and built"


def _stock(s: SmashGear, seat: int) -> list[Counter]:
    return [
        Counter(icon="gear", value=str(s.gears[seat]), label="gears"),
        Counter(icon="home", value=str(s.bases[seat]), label="bases"),
        Counter(icon="cards", value=str(hand_size(s, seat)), label="cards in hand"),
    ]


# --- pieces ---------------------------------------------------------------------------------------------


def _pieces(s: SmashGear, box: Box, seat: int, mask: Mask, *, offered: bool) -> Iterator[Piece]:
    yield from _store_pieces(s, box, max(seat, 0))
    yield from _base_pieces(s, seat)
    for slot in range(ALL_SLOTS):
        if s.card[slot] != NONE:
            yield from _machine_pieces(s, box, slot)
    yield from _plugin_pieces(s, box)
    for other in range(2):
        if other == max(seat, 0):
            yield from [] if offered else _hand_pieces(s, box, other, "hand", mine=seat >= 0)
        else:
            yield from _hand_pieces(s, box, other, f"hand{other}.zone", mine=False)
    for other in range(2):
        salvaging = offered and s.phase == Phase.TARGET and other == seat
        yield from _landfill_pieces(s, box, other, mask if salvaging else None)
    if mask.any():
        yield from _handles(s, box, seat, mask)
        yield from _picks(s, box, seat, mask)


def machine_card(box: Box, card: int, zone: str, at: int, hue: str = "gray", form: str = "round") -> Piece:
    """A machine's card."""
    face, label = _machine_printed(box, card, hue, form)
    return Piece(id=f"m{card}", zone=zone, at=at, face=face, label=label)


@printed
def _machine_printed(box: Box, card: int, hue: str, form: str) -> tuple[Face, Words]:
    """What stands on a machine's card, and the same in words."""
    b, name, words = box.record, machine_name(box, card), machine_words(box, card)
    face = Face(
        kind="card",
        corner=str(b.price[card]),
        badge="arrow-up",
        count=int(b.move_price[card]),
        art=drawing(box, card, hue, form),
        title=name,
        words=words or "No effect",
    )
    return face, f"{name}, machine, price {b.price[card]}, move {b.move_price[card]}, {words or 'no effect'}"


def program_card(box: Box, program: int, zone: str, at: int) -> Piece:
    """A program's card."""
    face, label = _program_printed(box, program)
    return Piece(id=f"p{program}", zone=zone, at=at, face=face, label=label)


@printed
def _program_printed(box: Box, program: int) -> tuple[Face, Words]:
    """What stands on a program's card, and the same in words."""
    b, name, words = box.record, program_name(box, program), program_words(box, program)
    script = b.program_kind[program] == 0
    face = Face(
        kind="card",
        corner=str(b.program_price[program]),
        badge="page" if script else "plug",
        art=f"disc/{program_art(box, program)}/{'green' if script else 'purple'}",
        title=name,
        words=("Script. " if script else "Plugin. ") + words,
    )
    return face, f"{name}, {'Script' if script else 'Plugin'}, price {b.program_price[program]}, {words}"


def _supply(piece: str, zone: str, at: int, *, base: bool, price: int, count: int) -> Piece:
    """Base or Destroy Base cards, all alike."""
    name = "Base" if base else "Destroy Base"
    words = "Built on a heart" if base else "A weapon on a base destroys it"
    face = Face(
        kind="label" if zone == "supplies" else "card",
        corner=str(price) if zone != "supplies" else "",
        count=count,
        badge="cards" if zone != "supplies" else "",
        art="home" if base else "burst",
        title=name,
        words=words if zone != "supplies" else gears(price),
        dim=not count,
    )
    return Piece(id=piece, zone=zone, at=at, face=face, label=f"{name} cards: {count}, price {price}")


def _store_pieces(s: SmashGear, box: Box, mine: int) -> Iterator[Piece]:
    for at, card in enumerate(s.shown.tolist()):
        if card != NONE:
            if at < SHOWN_MACHINES:
                yield machine_card(box, card, "machines", at)
            else:
                yield program_card(box, card, "programs", at - SHOWN_MACHINES)
    left = int(s.machine_left)
    face = Face(kind="back", level=0, count=left, words="machines", dim=not left)
    yield Piece(id="pile", zone="machines", at=PILE, face=face, label=f"pile of machines, {left} left")
    b = box.record
    yield _supply("store.base", "supplies", 0, base=True, price=base_price(s, b, mine), count=int(s.base_left))
    yield _supply("store.destroy", "supplies", 1, base=False, price=int(b.destroy_price), count=int(s.destroy_left))


def _base_pieces(s: SmashGear, seat: int) -> Iterator[Piece]:
    """Bases; one under a machine is seen as a badge in the corner of its cell."""
    for cell in range(CELLS):
        owner = int(s.base_at[cell])
        if owner == NONE:
            continue
        label = f"base on {cell_name(cell)} of [[seat:{owner}]]"
        if s.unit_at[cell] == NONE:
            face = Face(kind="machine", hue=HUES[owner], art=FORMS[owner], cells=[(0, 0, "base")])
            tag = "HERE" if s.phase == Phase.SITE and s.asked == seat == owner and s.assists else ""
            yield Piece(id=f"b{cell}", zone="cells", at=place(cell), face=face, label=label, tag=tag)
        else:
            yield _badge(f"b{cell}", cell, Corner.TOP_RIGHT, f"disc/home/{HUES[owner]}", label)


def _badge(piece: str, cell: int, corner: int, icon: str, label: str, count: int | None = None) -> Piece:
    face = Face(kind="token", art=icon, count=count)
    return Piece(id=piece, zone="badges", at=badge_place(cell, corner), face=face, label=label)


def _machine_pieces(s: SmashGear, box: Box, slot: int) -> Iterator[Piece]:
    card, owner, units = int(s.card[slot]), owner_of(slot), units_of(s, box, slot)
    name = machine_name(box, card)
    state = [f"{counted(int(s.shields[slot]), 'shield')}"] * bool(s.shields[slot]) + ["stunned"] * bool(s.stunned[slot])
    label = ", ".join([f"{name}, [[seat:{owner}]]’s machine", where(units), f"move {move_price(s, slot)}", *state])
    at, _ = laid(units)
    yield Piece(id=f"m{card}", zone="board", at=at, face=machine_face(units, owner, name), label=label)
    corners = _corners(s, slot)
    if s.shields[slot]:
        cell, corner = next(corners)
        count = int(s.shields[slot])
        label = f"{counted(count, 'shield')} of {name}"
        yield _badge(f"shield{card}", cell, corner, f"disc/shield/{HUES[owner]}", label, count if count > 1 else None)
    if s.stunned[slot]:
        cell, corner = next(corners)
        yield _badge(f"stun{card}", cell, corner, f"disc/lock/{HUES[owner]}", f"{name} is stunned")


def _corners(s: SmashGear, slot: int) -> Iterator[tuple[int, int]]:
    """Where badges of a machine lie, one after the other; the corner of a base is left free."""
    cells = [cell for cell in s.cells[slot].tolist() if cell != NONE]
    yield from ((cell, Corner.TOP_LEFT) for cell in cells)
    yield from ((cell, Corner.TOP_RIGHT) for cell in cells if s.base_at[cell] == NONE)
    while True:
        yield cells[-1], Corner.TOP_LEFT


def _plugin_pieces(s: SmashGear, box: Box) -> Iterator[Piece]:
    """Plugins, each in a corner of what it is installed on."""
    if not s.installed:
        return
    taken = {slot: bool(s.shields[slot]) + bool(s.stunned[slot]) for slot in range(ALL_SLOTS)}
    on_base: dict[int, int] = {}
    for program, host in enumerate(s.host.tolist()):
        if host == NONE:
            continue
        owner, name = int(s.program_owner[program]), program_name(box, program)
        if host < ALL_SLOTS:
            corners = _corners(s, host)
            for _ in range(taken[host]):
                next(corners)
            taken[host] += 1
            cell, corner = next(corners)
            on = machine_name(box, int(s.card[host]))
        else:
            cell = host - base_host(0)
            corner = (Corner.LOW_RIGHT, Corner.LOW_LEFT, Corner.TOP_LEFT)[min(2, on_base.get(cell, 0))]
            on_base[cell] = on_base.get(cell, 0) + 1
            on = f"the base on {cell_name(cell)}"
        label = f"{name}, [[seat:{owner}]]’s plugin on {on}: {program_words(box, program)}"
        piece = _badge(f"p{program}", cell, corner, f"disc/plug/{HUES[owner]}", label)
        yield piece


def _hand_pieces(s: SmashGear, box: Box, seat: int, zone: str, *, mine: bool) -> Iterator[Piece]:
    """A hand: what its owner holds, or what others know of it, with a back for each card that they do not (SG-Q54)."""
    b = box.record
    machines = [card for card, lies in enumerate(s.machine_at.tolist()) if lies == Place.HAND + seat]
    programs = [card for card, lies in enumerate(s.program_at.tolist()) if lies == Place.HAND + seat]
    for at, card in enumerate(machines):
        piece = machine_card(box, card, zone, at, HUES[seat], FORMS[seat])
        piece.secret = mine and not s.machines_known >> card & 1
        yield piece
    for at, program in enumerate(programs, len(machines)):
        piece = program_card(box, program, zone, at)
        piece.secret = mine and not s.programs_known >> program & 1
        yield piece
    at = len(machines) + len(programs)
    for noun, count in (
        ("machine", int(s.machine_hand[seat]) - len(machines)),
        ("program", int(s.program_hand[seat]) - len(programs)),
    ):
        for i in range(count):
            label = f"a {noun} that [[seat:{seat}]] drew unseen"
            yield Piece(
                id=f"held{seat}.{noun}{i}", zone=zone, at=at, face=Face(kind="back", level=0, words=noun), label=label
            )
            at += 1
    for piece_id, base, price, count in (
        (BASE_CARDS if mine else f"held{seat}.base", True, base_price(s, b, seat), int(s.base_hand[seat])),
        (DESTROY_CARDS if mine else f"held{seat}.destroy", False, int(b.destroy_price), int(s.destroy_hand[seat])),
    ):
        if count:
            yield _supply(piece_id, zone, at, base=base, price=price, count=count)
            at += 1


def _landfill_pieces(s: SmashGear, box: Box, owner: int, mask: Mask | None) -> Iterator[Piece]:
    """What lies in a landfill; with a mask, what can be taken from there is offered."""
    zone, at, offered = f"landfill{owner}.zone", 0, 0
    cards = [(card, True) for card, lies in enumerate(s.machine_at.tolist()) if lies == Place.LANDFILL + owner]
    cards += [(program, False) for program, lies in enumerate(s.program_at.tolist()) if lies == Place.LANDFILL + owner]
    for card, machine in cards:
        if mask is not None and mask[Action.CARD + card + (0 if machine else MACHINES)]:
            piece = machine_card(box, card, "offer", offered) if machine else program_card(box, card, "offer", offered)
            offered += 1
        else:
            piece = machine_card(box, card, zone, at) if machine else program_card(box, card, zone, at)
            at += 1
        yield piece
    b = box.record
    for name, base, price, count in (
        ("base", True, int(b.base_price), int(s.base_spent[owner])),
        ("destroy", False, int(b.destroy_price), int(s.destroy_spent[owner])),
    ):
        if count:
            yield _supply(f"spent{owner}.{name}", zone, at, base=base, price=price, count=count)
            at += 1


def _handle(piece: str, across: int, down: int, icon: str, label: str, *, waits: bool = True) -> Piece:
    """A button on the board, at a corner of half cells counted from the top left."""
    across, down = min(max(across, 1), HANDLES), min(max(down, 1), HANDLES)
    at = HANDLES * (down - 1) + across - 1
    face = Face(kind="token", art=f"disc/{icon}")
    return Piece(id=piece, zone="handles", at=at, face=face, label=label, handle=waits)


def _beside(bounds: tuple[int, int, int, int], way: int) -> tuple[int, int]:
    """The middle of a side of a rectangle (see `bounds_of`), in half cells from the top left."""
    low, high, left, right = bounds
    across, down = left + right + 1, 2 * SIDE - 1 - low - high
    return (
        (across, 2 * (SIDE - 1 - high)),
        (across, 2 * (SIDE - low)),
        (2 * left, down),
        (2 * right + 2, down),
    )[way]


def _handles(s: SmashGear, box: Box, seat: int, mask: Mask) -> Iterator[Piece]:
    """What one's machines can do: buttons on the sides over which they go, and on their hearts."""
    if s.phase not in (Phase.ACT, Phase.RESPOND):
        return
    for slot in slots_of(s, seat):
        card, own = int(s.card[slot]), slot - seat * SLOTS
        name = machine_name(box, card)
        for way in range(4):
            if mask[Action.MOVES + 4 * own + way]:
                across, down = _beside(bounds_of(s, slot), way)
                yield _handle(f"go{card}.{way}", across, down, ARROWS[way], f"move {name} {ARROWS[way][6:]}")
        if mask[Action.EFFECTS + own]:
            cell = heart_of(s, slot)
            across, down = 2 * (cell % SIDE) + 1, 2 * (SIDE - 1 - cell // SIDE) + 1
            yield _handle(f"use{card}", across, down, "bolt", f"the effect of {name}")


def _picks(s: SmashGear, box: Box, seat: int, mask: Mask) -> Iterator[Piece]:
    """What can be touched in a decision besides the things that lie there anyway."""
    if s.phase in (Phase.BUILD, Phase.PART, Phase.REPAIR) or (s.phase == Phase.TARGET and s.wanted == Want.UNIT):
        for cell in np.flatnonzero(mask[Action.CELL : Action.CELL + CELLS]).tolist():
            face = Face(kind="machine", cells=[(0, 0, _picked(s, box, cell))], built=False)
            yield Piece(id=f"at{cell}", zone="picks", at=place(cell), face=face, label=f"the unit on {cell_name(cell)}")
    elif s.phase == Phase.TARGET and s.wanted == Want.WAY:
        yield from _ways(s, box, mask)
    elif s.phase == Phase.PLACE:
        for at, pose in enumerate(np.flatnonzero(mask[Action.POSE : Action.POSE + 4 * HEARTS]).tolist()):
            units = posed(s, box, pose)
            _, shape = laid(units)
            art = f"machine/{HUES[seat]}/{FORMS[seat]}/" + "-".join(f"{x}.{y}.{kind[0]}" for x, y, kind in shape)
            face = Face(kind="card", art=art, words=" ")
            yield Piece(id=f"pose{pose}", zone="offer", at=at, face=face, label=f"so that it lies with {where(units)}")


def _picked(s: SmashGear, box: Box, cell: int) -> str:
    """What is touched on a cell: the unit that belongs there, while repairing."""
    if s.phase != Phase.REPAIR:
        return "heart"
    slot = int(s.repair_slot)
    units = range(int(box.record.units[s.card[slot]]))
    unit = next(unit for unit in units if place_of(s, box.record, slot, unit) == cell)
    return kind_of(box, int(s.card[slot]), unit)


def _ways(s: SmashGear, box: Box, mask: Mask) -> Iterator[Piece]:
    """The sides to which the target of what was announced can go."""
    top = s.depth - 1
    op, _, _ = stack.operation(s, box.record, top)
    first = int(s.stack_a[top])
    for way in np.flatnonzero(mask[Action.WAY : Action.WAY + 4]).tolist():
        if op == Op.TURN:
            cell = heart_of(s, first)
            across, down = 2 * (cell % SIDE) + (3, -1)[way], 2 * (SIDE - 1 - cell // SIDE) + 1
            icon = TURNS[way]
        elif op == Op.SHIFT:
            across, down = _beside((first // SIDE, first // SIDE, first % SIDE, first % SIDE), way)
            icon = ARROWS[way]
        else:
            across, down = _beside(bounds_of(s, first), way)
            icon = ARROWS[way]
        yield _handle(f"way{way}", across, down, icon, icon.replace("-", " "), waits=False)


# --- the end --------------------------------------------------------------------------------------------


def _result(s: SmashGear, box: Box) -> Result:
    if s.reason == Reason.CAP:
        words = f"Nobody won in {s.turns} turns: a draw · [[rule:SG-Q43]]"
    elif s.reason == Reason.HONOR:
        words = f"{s.honor[s.winner]} honor · [[rule:SG-R7]]"
    else:
        words = "The opponent has no base left · [[rule:SG-R7]]"
    return result(s, box, words, lambda seat: counted(int(s.bases[seat]), "base"))
