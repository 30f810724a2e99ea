"""The parts and pieces on the table of Smash Gear, as one seat sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set

import numpy as np
from msgspec.structs import replace

from cogtable.games.smashgear.rules import stack, targets
from cogtable.games.smashgear.rules.abilities import Op
from cogtable.games.smashgear.rules.actions import ACTIONS, Action
from cogtable.games.smashgear.rules.box import Host
from cogtable.games.smashgear.rules.components import ALL_SLOTS, CELLS, HEARTS, SHOWN, SHOWN_MACHINES, SIDE, SLOTS, Card
from cogtable.games.smashgear.rules.effects import base_host, move_price
from cogtable.games.smashgear.rules.geometry import bounds_of, heart_of, owner_of, place_of
from cogtable.games.smashgear.rules.state import NONE, Gait, Phase, Place, Reason, SmashGear, Want
from cogtable.games.smashgear.rules.store import base_price, hand_size, price_of
from cogtable.games.smashgear.table import danger, layout
from cogtable.games.smashgear.table.forecast import BADGES, Corner, badge_place, machine_face, posed
from cogtable.games.smashgear.table.labels import (
    ARROWS,
    FORMS,
    HUES,
    TURNS,
    base_card_name,
    cell_name,
    drawing,
    kind_of,
    machine_name,
    machine_short,
    machine_words,
    place,
    placed,
    position_words,
    program_disc,
    program_name,
    program_short,
    program_words,
    slots_of,
    units_of,
    way_words,
)
from cogtable.games.smashgear.table.pieces import (
    AT,
    BASE,
    GO,
    HAND,
    HELD,
    LANDFILL,
    MACHINE,
    PILE,
    POSE,
    PROGRAM,
    SHIELD,
    SPENT,
    STOCK,
    STORE,
    STUN,
    USE,
    WAY,
)
from cogtable.games.smashgear.table.prompts import announcements, doing, is_shut_in, sentence, waiting
from cogtable.table import (
    AnyPart,
    Box,
    Clock,
    Counter,
    Counters,
    Drawer,
    Face,
    Forecast,
    Icon,
    Lane,
    Log,
    Mask,
    Outcome,
    Panel,
    Piece,
    Player,
    PrintedCard,
    Prompt,
    Race,
    Reached,
    Result,
    Runner,
    Stack,
    Template,
    Text,
    Tick,
    Tint,
    View,
    Words,
    Zone,
    around,
    name_of,
    phrase,
    plural,
    printed,
    result,
    say,
    series,
    verbs,
)

HANDLES = 2 * SIDE - 1
BACK_ROWS = ((0, 0), (1, CELLS - SIDE))
"""The seats, and the first cells of their back rows."""
TOLD = "told"
"""The forecast of a phone while announcements wait: they are its first lines."""
ANY = 99
"""A number of gears greater than any cost."""


def scene(s: SmashGear, box: Box, seat: int) -> View:
    """The table as `seat` sees it, built from a state hidden for that seat; choices and log come later."""
    me, (rival,) = around(s, seat)
    preparing = s.phase == Phase.PREPARE
    mask = _mask(s, box, seat)
    offered = s.phase == Phase.PLACE or (s.phase == Phase.TARGET and s.wanted == Want.CARD)
    count = len(np.flatnonzero(mask)) if offered and seat == s.asked else 0
    pieces = list(_pieces(s, box, seat, mask, offered=bool(count)))
    held = sum(piece.zone == "hand" for piece in pieces)
    answering = s.phase == Phase.RESPOND and seat == s.asked
    wide = layout.wide(me.seat, s.depth, count, held, preparing=preparing, answering=answering)
    narrow = layout.narrow(me.seat, count, held, preparing=preparing)
    parts = _placed(list(_parts(s, box, me, rival, seat, count)), wide.areas.keys() | narrow.areas.keys() | {TOLD})
    zones = {part.id for part in parts if isinstance(part, Zone)}
    return View(
        game="smashgear",
        seat=seat,
        ply=s.ply,
        waiting=[],
        over=bool(s.over),
        clock=clock(s, box),
        wide=wide,
        narrow=narrow,
        parts=parts,
        pieces=[piece for piece in pieces if piece.zone in zones],
        result=_result(s, box) if s.over else None,
        hues=list(HUES),
        surface="steel",
        assists=bool(s.assists),
        overlays=[danger.switch(s, seat)] if danger.is_offered(s, seat) else [],
    )


def _placed(parts: list[AnyPart], areas: Set[str]) -> list[AnyPart]:
    """The parts that the layouts of the phase have an area for, and the zones in their drawers."""
    kept = [part for part in parts if part.area in areas]
    inside = {zone for part in kept if isinstance(part, Drawer) for zone in part.zones}
    return [part for part in parts if part.area in areas or (isinstance(part, Zone) and part.id in inside)]


def _mask(s: SmashGear, box: Box, seat: int) -> Mask:
    """The legal mask of `seat`, if it must decide."""
    mask = np.zeros(ACTIONS, np.uint8)
    if not s.over and seat == s.asked:
        verbs.legal(s, box.record, seat, mask)
    return mask


def clock(s: SmashGear, box: Box) -> Clock:
    """The turn, and its steps."""
    goal = int(box.record.honor_goal)
    if not s.turns:
        return Clock(
            words=say("Prepare · buy for the Battle"),
            ticks=[Tick(words=say("Prepare"), state="now"), Tick(words=say("Battle"))],
        )
    ending = bool(s.ending)
    return Clock(
        words=say("Turn {n} · {goal} honor wins", n=s.turns, goal=goal),
        ticks=[
            Tick(words=say("Exploit"), state="done"),
            Tick(words=say("Buy, build, move"), state="done" if ending else "now"),
            Tick(words=say("Ending"), state="now" if ending else "next"),
        ],
    )


# --- parts ----------------------------------------------------------------------------------------------


def _parts(s: SmashGear, box: Box, me: Player, rival: Player, seat: int, offered: int) -> Iterator[AnyPart]:
    yield from _store_parts(s, box, me.seat)
    yield Panel(id="ground", tone="tray")
    board = {"columns": SIDE, "rows": SIDE, "aspect": 1}
    rows = [Tint(hue=HUES[each], cells=[place(cell) for cell in range(row, row + SIDE)]) for each, row in BACK_ROWS]
    yield Zone(id="cells", shape="grid", label=say("Bases"), **board)  # type: ignore[arg-type]
    yield Zone(id="board", shape="grid", label=say("Board"), board=True, tints=rows, **board)  # type: ignore[arg-type]
    yield Zone(id="picks", area="cells", shape="grid", label=say("Places to choose"), level=1, **board)  # type: ignore[arg-type]
    yield Zone(id="badges", shape="grid", label=say("On machines and bases"), columns=BADGES, rows=BADGES, level=1)
    yield Zone(id="handles", shape="grid", label=say("Moves"), columns=HANDLES, rows=HANDLES, level=2)
    active = me.reads and me.active
    yield Panel(id="prompt.ground", seat=me.seat, active=active, tone="tray")
    all_words = say("Respond") if s.phase == Phase.RESPOND and active else ""
    battle = s.phase != Phase.PREPARE
    ends = seat == s.asked and not s.over and is_shut_in(s, seat)
    forecast = (TOLD if s.depth else "forecast") if battle else ""
    yield Prompt(id="prompt", sentence=sentence(s, box, seat), all=all_words, forecast=forecast, offers_end=ends)
    if offered:
        lines = -(-offered // layout.OFFER)
        yield Zone(id="offer", shape="grid", label=say("To choose from"), columns=layout.OFFER, rows=lines)
    else:
        whose = say("Your hand") if me.reads else say("{seat}: hand", seat=me.name)
        yield Zone(id="hand", shape="fan", label=whose, owner=me.seat)
    if s.depth:
        yield Panel(id="stack.ground", tone="tray")
        yield Stack(id="stack", title=say("Waiting: the last resolves first"), entries=waiting(s, box))
    yield Panel(id="forecast.ground", tone="tray")
    title = say("Forecast") if battle else say("A closer look")
    hints = _hints(s, box, seat)
    yield Forecast(id="forecast", title=title, outcomes=hints, reads=True)
    if s.depth:
        yield Forecast(id=TOLD, title=say("Waiting"), outcomes=[*announcements(s, box), *hints], reads=True)
    yield Panel(id="honor.ground", tone="tray")
    yield _race(s, box, (rival, me))
    yield Panel(id="danger.ground", tone="tray")
    for player in (rival, me):
        yield from _seat_parts(s, box, player, drawer=player is rival or not battle)
    label = say("{seat}: hand", seat=rival.name)
    yield from _drawer(f"hand{rival.seat}", say("Hand"), label, "cards", hand_size(s, rival.seat), rival.seat)
    if not offered:
        count = hand_size(s, me.seat)
        yield Drawer(id=f"hand{me.seat}", title=say("Hand"), icon="cards", count=count, zones=["hand"])
    yield Log(id="log", title=say("Log"))


def _hints(s: SmashGear, box: Box, seat: int) -> list[Outcome]:
    """The lines of the forecast while no choice is previewed: the ways to win, and what a touch does."""
    if s.over:
        return []
    if s.phase == Phase.PREPARE:
        return [Outcome(icon="eye", words=say("Touch a card once to read it"))] if seat == s.asked else []
    me = max(seat, 0)
    mine, theirs = ({"seat": name_of(each), "honor": s.honor[each]} for each in (me, 1 - me))
    both = series([say("{seat} {honor}", **each) for each in (mine, theirs)])
    goal = say("**{goal} honor win**: {both}", goal=box.record.honor_goal, both=both)
    bases = [
        plural(int(s.bases[each]), "{seat} {n} base", "{seat} {n} bases", seat=name_of(each)) for each in (me, 1 - me)
    ]
    words = say("**Without a base you lose**: {bases}", bases=series(bases))
    said = [Outcome(icon="crown", words=goal, rule="SG-R7"), Outcome(icon="home", words=words)]
    if seat == s.asked:
        said.append(Outcome(icon="eye", words=say("Touch a move, a card or a target once to see what it would do")))
    return said


def _store_parts(s: SmashGear, box: Box, mine: int) -> Iterator[AnyPart]:
    yield Panel(id="store", title=say("Store"), tone="tray")
    legend = say("[[coin]] price to buy \u2003 [[arrow-up]] gears for one move")
    if s.phase == Phase.PREPARE:
        yield Text(id="store.legend", text=legend)
    yield Zone(id="machines", shape="row", label=say("Machines for sale"), columns=SHOWN_MACHINES, empty="")
    yield Zone(id="machine.pile", shape="stack", label=say("Pile of machines"))
    yield Zone(id="programs", shape="row", label=say("Programs for sale"), columns=SHOWN - SHOWN_MACHINES, empty="")
    yield Zone(id="program.pile", shape="stack", label=say("Pile of programs"))
    yield Zone(id="supplies", shape="row", label=say("Base cards"), columns=2)
    zones = ["machines", "programs", "supplies"]
    prices = [price for item in range(SHOWN + 2) if (price := int(price_of(s, box.record, mine, item))) >= 0]
    gears, text, payable = int(s.gears[mine]), plural(len(prices), "{n} card", "{n} cards"), None
    if s.assists:
        payable = sum(price <= gears for price in prices)
        text = say("can buy {n} · {cards}", n=payable, cards=text)
    machines = plural(int(s.machine_left), "{n} machine", "{n} machines")
    programs = plural(int(s.program_left), "{n} program", "{n} programs")
    text = say("{cards} · {machines}, {programs} left", cards=text, machines=machines, programs=programs)
    teaser = [Counter(value=str(price), label=say("price"), dim=bool(s.assists) and price > gears) for price in prices]
    yield Drawer(id="store.drawer", title=say("Store"), count=payable, zones=zones, text=text, teaser=teaser)


def _seat_parts(s: SmashGear, box: Box, player: Player, *, drawer: bool) -> Iterator[AnyPart]:
    """The parts of a seat; a `drawer` for its hand has the number of its cards."""
    seat, honor, goal = player.seat, int(s.honor[player.seat]), int(box.record.honor_goal)
    stock = _stock(s, seat)
    yield player.panel(tone="tray")
    yield player.head(text=_seat_words(s, seat))
    yield Counters(id=STOCK(seat), items=stock[:-1] if drawer else stock, stacked=True)
    spent = len(_machines_in(s, Place.LANDFILL + seat)) + len(_programs_in(s, Place.LANDFILL + seat))
    spent += int(s.base_spent[seat]) + int(s.destroy_spent[seat])
    yield from _drawer(LANDFILL(seat), say("Landfill"), say("{seat}: landfill", seat=player.name), "bin", spent, seat)
    star = Counter(icon="star", value=str(honor), of=str(goal), label=say("honor, {goal} win", goal=goal))
    # On a phone the hand and its drawer say how many cards there are.
    yield player.head("strip", size="strip", stats=[*stock[:-1], star])


def _race(s: SmashGear, box: Box, players: Sequence[Player]) -> Race:
    """The race for honor."""
    goal = int(box.record.honor_goal)
    return Race(
        id="honor",
        title=say("Honor, first to {goal}", goal=goal),
        lanes=[Lane(words=say("Honor"), of=goal)],
        runners=[Runner(seat=each.seat, lanes=[Reached(value=int(s.honor[each.seat]))]) for each in players],
    )


def _drawer(drawer: str, title: Words, label: Words, icon: Icon, count: int, owner: int) -> Iterator[AnyPart]:
    """A drawer with cards of a seat."""
    zone = f"{drawer}.zone"
    yield Zone(id=zone, area=drawer, shape="fan", label=label, owner=owner)
    yield Drawer(id=drawer, title=title, icon=icon, count=count, zones=[zone])


def _seat_words(s: SmashGear, seat: int) -> Words:
    """The activity of a seat."""
    if s.over:
        return ""
    if not s.turns:
        return say("buying") if seat == s.asked else ""
    if seat != s.turn:
        return doing(s) if seat == s.asked else ""
    if s.assembles and s.builds:
        return say("assemble {assembles}, build {builds}", assembles=s.assembles, builds=s.builds)
    if s.assembles:
        return say("can assemble {n}", n=s.assembles)
    return say("can build {n}", n=s.builds) if s.builds else say("assembled and built")


def _stock(s: SmashGear, seat: int) -> list[Counter]:
    return [
        Counter(icon="gear", value=str(s.gears[seat]), label=say("gears")),
        Counter(icon="home", value=str(s.bases[seat]), label=say("bases")),
        Counter(icon="cards", value=str(hand_size(s, seat)), label=say("cards in hand")),
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
    return Piece(id=MACHINE(card), zone=zone, at=at, face=face, label=label)


@printed
def _machine_printed(box: Box, card: int, hue: str, form: str) -> tuple[Face, Words]:
    """The face of a machine's card, and the same in words."""
    b, name, words = box.record, machine_name(box, card), machine_words(box, card)
    face = Face(
        kind="card",
        corner=str(b.price[card]),
        badge="arrow-up",
        count=int(b.move_price[card]),
        art=drawing(box, card, hue, form),
        hue=hue,
        ground="lit",
        title=name,
        words=words or say("No effect"),
        short=machine_short(box, card),
    )
    fields = {"machine": name, "price": b.price[card], "move": b.move_price[card], "effect": words or say("no effect")}
    return face, say("{machine}, machine, price {price}, move {move}, {effect}", **fields)


def program_card(box: Box, program: int, zone: str, at: int) -> Piece:
    """A program's card."""
    face, label = _program_printed(box, program)
    return Piece(id=PROGRAM(program), zone=zone, at=at, face=face, label=label)


_GOES_ON: dict[int, str] = {
    Host.MACHINE: phrase("Goes on a machine."),
    Host.BASE: phrase("Goes on a base."),
    Host.EITHER: phrase("Goes on a machine or a base."),
}


@printed
def _program_printed(box: Box, program: int) -> tuple[Face, Words]:
    """The face of a program's card, and the same in words."""
    b, name, words = box.record, program_name(box, program), program_words(box, program)
    script = b.program_kind[program] == 0
    kind = say("Script") if script else say("Plugin")
    if not script:
        words = f"{words} {say(_GOES_ON[b.program_goes_on[program]])}"
    face = Face(
        kind="card",
        corner=str(b.program_price[program]),
        status=kind,
        art=program_disc(box, program),
        hue="green" if script else "purple",
        ground="lit",
        title=name,
        words=words,
        short=program_short(box, program),
    )
    fields = {"program": name, "kind": kind, "price": b.program_price[program], "does": words}
    return face, say("{program}, {kind}, price {price}, {does}", **fields)


def cards(box: Box) -> dict[str, list[PrintedCard]]:
    """The machines and programs of a box."""
    machines = [
        PrintedCard(piece=MACHINE(card), face=_machine_printed(box, card, HUES[0], FORMS[0])[0])
        for card in range(len(box.record.price))
    ]
    programs = [
        PrintedCard(piece=PROGRAM(program), face=_program_printed(box, program)[0])
        for program in range(len(box.record.program_price))
    ]
    return {"machines": machines, "programs": programs}


def _supply(piece: str, box: Box, zone: str, at: int, kind: int, price: int, count: int) -> Piece:
    """Base or Destroy Base cards, all alike."""
    face = base_card_face(box, kind, price)
    face.count, face.badge, face.dim = count, "cards", not count
    fields = {"card": face.title, "count": count, "price": price}
    return Piece(id=piece, zone=zone, at=at, face=face, label=say("{card} cards: {count}, price {price}", **fields))


def base_card_face(box: Box, kind: int, price: int) -> Face:
    """A Base or Destroy Base card as printed."""
    base, b = kind == Card.BASE, box.record
    yielded = plural(int(b.base_gears), "{n} gear", "{n} gears")
    words = (
        say("Built on a heart of yours. It brings {gears} every turn, and machines are assembled on it.", gears=yielded)
        if base
        else say("Used by a weapon of yours that lies on a base: the base is destroyed for {n} honor.", n=b.base_honor)
    )
    return Face(
        kind="card",
        corner=str(price),
        art="home" if base else "burst",
        hue="gray" if base else "red",
        ground="lit",
        title=base_card_name(kind),
        words=words,
        short=say("every turn: +{gears}", gears=yielded) if base else say("smashes a base: +{n} honor", n=b.base_honor),
    )


def _store_pieces(s: SmashGear, box: Box, mine: int) -> Iterator[Piece]:
    gears = int(s.gears[mine]) if s.assists else ANY
    for at, card in enumerate(s.shown.tolist()):
        if card != NONE:
            machine = at < SHOWN_MACHINES
            piece = (
                machine_card(box, card, "machines", at)
                if machine
                else program_card(box, card, "programs", at - SHOWN_MACHINES)
            )
            yield _priced(piece, gears)
    yield _pile(PILE[Card.MACHINE], "machine.pile", int(s.machine_left), say("machines"), _MACHINES_LEFT)
    yield _pile(PILE[Card.PROGRAM], "program.pile", int(s.program_left), say("programs"), _PROGRAMS_LEFT)
    counts: dict[int, int] = {Card.BASE: int(s.base_left), Card.DESTROY: int(s.destroy_left)}
    for at, (kind, price) in enumerate(_base_prices(s, box, mine).items()):
        yield _priced(_supply(STORE[kind], box, "supplies", at, kind, price, counts[kind]), gears)


def _priced(piece: Piece, gears: int) -> Piece:
    """A card for sale. Its coin is hollow if it costs more than `gears`."""
    if int(piece.face.corner) > gears:
        piece.face = replace(piece.face, disc="none")
    return piece


_MACHINES_LEFT = phrase("pile of machines, {n} left")
_PROGRAMS_LEFT = phrase("pile of programs, {n} left")


def _pile(piece: str, zone: str, left: int, words: str, label: Template) -> Piece:
    """The cards that are not yet in the store."""
    face = Face(kind="back", level=0, count=left, words=words, dim=not left)
    return Piece(id=piece, zone=zone, face=face, label=say(label, n=left))


def _base_prices(s: SmashGear, box: Box, seat: int) -> dict[int, int]:
    """The prices of base cards for a seat."""
    return {Card.BASE: base_price(s, box.record, seat), Card.DESTROY: int(box.record.destroy_price)}


def _base_pieces(s: SmashGear, seat: int) -> Iterator[Piece]:
    """Bases; one under a machine is shown as a badge in the corner of its cell."""
    for cell in range(CELLS):
        owner = int(s.base_at[cell])
        if owner == NONE:
            continue
        label = say("base on {cell} of {seat}", cell=cell_name(cell), seat=name_of(owner))
        if s.unit_at[cell] == NONE:
            face = Face(kind="machine", hue=HUES[owner], art=FORMS[owner], cells=[(0, 0, "base")])
            tag = say("HERE") if s.phase == Phase.SITE and s.asked == seat == owner and s.assists else ""
            yield Piece(id=BASE(cell), zone="cells", at=place(cell), face=face, label=label, tag=tag)
        else:
            yield _badge(BASE(cell), cell, Corner.TOP_RIGHT, f"disc/home/{HUES[owner]}", label)


def _badge(piece: str, cell: int, corner: int, icon: str, label: str, count: int | None = None) -> Piece:
    face = Face(kind="token", art=icon, count=count)
    return Piece(id=piece, zone="badges", at=badge_place(cell, corner), face=face, label=label)


def _machine_pieces(s: SmashGear, box: Box, slot: int) -> Iterator[Piece]:
    card, owner, units = int(s.card[slot]), owner_of(slot), units_of(s, box, slot)
    name = machine_name(box, card)
    shields = int(s.shields[slot])
    said = [say("{machine}, {seat}’s machine", machine=name, seat=name_of(owner)), position_words(units)]
    said.append(say("move {price}", price=move_price(s, slot)))
    if shields:
        said.append(plural(shields, "{n} shield", "{n} shields"))
    if s.stunned[slot]:
        said.append(say("stunned"))
    at, _ = placed(units)
    face = machine_face(units, owner, name)
    face.words = _machine_read(s, box, slot)
    yield Piece(id=MACHINE(card), zone="board", at=at, face=face, label=series(said))
    corners = _corners(s, slot)
    if shields:
        cell, corner = next(corners)
        label = plural(shields, "{n} shield of {machine}", "{n} shields of {machine}", machine=name)
        count = shields if shields > 1 else None
        yield _badge(SHIELD(card), cell, corner, f"disc/shield/{HUES[owner]}", label, count)
    if s.stunned[slot]:
        cell, corner = next(corners)
        label = say("{machine} is stunned", machine=name)
        yield _badge(STUN(card), cell, corner, f"disc/lock/{HUES[owner]}", label)


def _machine_read(s: SmashGear, box: Box, slot: int) -> Words:
    """The abilities of a machine on the board, with those of its plugins."""
    said = [machine_words(box, int(s.card[slot])) or say("No effect")]
    for program in np.flatnonzero(s.host == slot).tolist() if s.installed else ():
        fields = {"program": program_name(box, program), "does": program_words(box, program)}
        said.append(say("**{program}**: {does}", **fields))
    return " ".join(said)


def _corners(s: SmashGear, slot: int) -> Iterator[tuple[int, int]]:
    """The corners for badges of a machine, in order; the corner of a base is left free."""
    cells = [cell for cell in s.cells[slot].tolist() if cell != NONE]
    yield from ((cell, Corner.TOP_LEFT) for cell in cells)
    yield from ((cell, Corner.TOP_RIGHT) for cell in cells if s.base_at[cell] == NONE)
    while True:
        yield cells[-1], Corner.TOP_LEFT


def _plugin_pieces(s: SmashGear, box: Box) -> Iterator[Piece]:
    """Plugins, each in a corner of its host."""
    if not s.installed:
        return
    taken = {slot: bool(s.shields[slot]) + bool(s.stunned[slot]) for slot in range(ALL_SLOTS)}
    on_base: dict[int, int] = {}
    for program, host in enumerate(s.host.tolist()):
        if host == NONE:
            continue
        owner = int(s.program_owner[program])
        fields = {"program": program_name(box, program), "seat": name_of(owner), "does": program_words(box, program)}
        if host < ALL_SLOTS:
            corners = _corners(s, host)
            for _ in range(taken[host]):
                next(corners)
            taken[host] += 1
            cell, corner = next(corners)
            machine = machine_name(box, int(s.card[host]))
            label = say("{program}, {seat}’s plugin on {machine}: {does}", machine=machine, **fields)
        else:
            cell = host - base_host(0)
            corner = (Corner.LOW_RIGHT, Corner.LOW_LEFT, Corner.TOP_LEFT)[min(2, on_base.get(cell, 0))]
            on_base[cell] = on_base.get(cell, 0) + 1
            label = say("{program}, {seat}’s plugin on the base on {cell}: {does}", cell=cell_name(cell), **fields)
        badge = _badge(PROGRAM(program), cell, corner, f"disc/plug/{HUES[owner]}", label)
        badge.face.title, badge.face.words = fields["program"], fields["does"]
        yield badge


def _hand_pieces(s: SmashGear, box: Box, seat: int, zone: str, *, mine: bool) -> Iterator[Piece]:
    """A hand as its owner sees it, or as others do, with backs for the cards that they do not know (SG-Q54)."""
    machines, programs = _machines_in(s, Place.HAND + seat), _programs_in(s, Place.HAND + seat)
    for at, card in enumerate(machines):
        piece = machine_card(box, card, zone, at, HUES[seat], FORMS[seat])
        piece.secret = mine and not s.machines_known >> card & 1
        yield piece
    for at, program in enumerate(programs, len(machines)):
        piece = program_card(box, program, zone, at)
        piece.secret = mine and not s.programs_known >> program & 1
        yield piece
    at = len(machines) + len(programs)
    unseen: dict[int, tuple[int, Template, Template]] = {
        Card.MACHINE: (int(s.machine_hand[seat]) - len(machines), phrase("machine"), _DREW_MACHINE),
        Card.PROGRAM: (int(s.program_hand[seat]) - len(programs), phrase("program"), _DREW_PROGRAM),
    }
    for kind, (count, words, label) in unseen.items():
        face, said = Face(kind="back", level=0, words=say(words)), say(label, seat=name_of(seat))
        for i in range(count):
            yield Piece(id=HELD[kind](seat, i), zone=zone, at=at, face=face, label=said)
            at += 1
    held: dict[int, int] = {Card.BASE: int(s.base_hand[seat]), Card.DESTROY: int(s.destroy_hand[seat])}
    for kind, price in _base_prices(s, box, seat).items():
        if held[kind]:
            yield _supply(HAND[kind] if mine else HELD[kind](seat), box, zone, at, kind, price, held[kind])
            at += 1


_DREW_MACHINE = phrase("a machine that {seat} drew unseen")
_DREW_PROGRAM = phrase("a program that {seat} drew unseen")


def _machines_in(s: SmashGear, place: int) -> list[int]:
    return [card for card, lies in enumerate(s.machine_at.tolist()) if lies == place]


def _programs_in(s: SmashGear, place: int) -> list[int]:
    return [program for program, lies in enumerate(s.program_at.tolist()) if lies == place]


def _landfill_pieces(s: SmashGear, box: Box, owner: int, mask: Mask | None) -> Iterator[Piece]:
    """The cards in a landfill; with a mask, those that can be taken are offered."""
    zone, at, offered = f"{LANDFILL(owner)}.zone", 0, 0
    machines, programs = _machines_in(s, Place.LANDFILL + owner), _programs_in(s, Place.LANDFILL + owner)
    cards: list[tuple[int, int, Callable[..., Piece]]]
    cards = [(card, Action.CARD + card, machine_card) for card in machines]
    cards += [(program, Action.CARD_PROGRAM + program, program_card) for program in programs]
    for card, action, piece in cards:
        if mask is not None and mask[action]:
            yield piece(box, card, "offer", offered)
            offered += 1
        else:
            yield piece(box, card, zone, at)
            at += 1
    b = box.record
    for kind, price, count in (
        (Card.BASE, int(b.base_price), int(s.base_spent[owner])),
        (Card.DESTROY, int(b.destroy_price), int(s.destroy_spent[owner])),
    ):
        if count:
            yield _supply(SPENT[kind](owner), box, zone, at, kind, price, count)
            at += 1


def _handle(piece: str, across: int, down: int, icon: str, label: str, *, waits: bool = True) -> Piece:
    """A button on the board, in half cells from the top left."""
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
    """Buttons for the moves of the reader's machines, on their sides, and for effects, on their hearts."""
    if s.phase not in (Phase.ACT, Phase.RESPOND):
        return
    for slot in slots_of(s, seat):
        card, own = int(s.card[slot]), slot - seat * SLOTS
        name = machine_name(box, card)
        for way in range(4):
            if mask[Action.MOVES + 4 * own + way]:
                across, down = _beside(bounds_of(s, slot), way)
                label = say("move {machine} {way}", machine=name, way=way_words(Gait.FLIP, way))
                yield _handle(GO(card, way), across, down, ARROWS[way], label)
        if mask[Action.EFFECTS + own]:
            cell = heart_of(s, slot)
            across, down = 2 * (cell % SIDE) + 1, 2 * (SIDE - 1 - cell // SIDE) + 1
            yield _handle(USE(card), across, down, "bolt", say("the effect of {machine}", machine=name))


def _picks(s: SmashGear, box: Box, seat: int, mask: Mask) -> Iterator[Piece]:
    """The extra pieces that can be touched in the current decision."""
    if s.phase in (Phase.BUILD, Phase.PART, Phase.REPAIR) or (s.phase == Phase.TARGET and s.wanted == Want.UNIT):
        for cell in np.flatnonzero(mask[Action.CELL : Action.CELL + CELLS]).tolist():
            face = Face(kind="machine", cells=[(0, 0, _picked(s, box, cell))], built=False)
            label = say("the unit on {cell}", cell=cell_name(cell))
            yield Piece(id=AT(cell), zone="picks", at=place(cell), face=face, label=label)
    elif s.phase == Phase.TARGET and s.wanted == Want.WAY:
        yield from _ways(s, box, mask)
    elif s.phase == Phase.PLACE:
        for at, pose in enumerate(np.flatnonzero(mask[Action.POSE : Action.POSE + 4 * HEARTS]).tolist()):
            units = posed(s, box, pose)
            _, shape = placed(units)
            art = f"machine/{HUES[seat]}/{FORMS[seat]}/" + "-".join(f"{x}.{y}.{kind[0]}" for x, y, kind in shape)
            face = Face(kind="card", art=art, words=" ")
            label = say("with its {units}", units=position_words(units))
            yield Piece(id=POSE(pose), zone="offer", at=at, face=face, label=label)


def _picked(s: SmashGear, box: Box, cell: int) -> str:
    """The piece to touch on a cell; while repairing, the unit that belongs there."""
    if s.phase != Phase.REPAIR:
        return "heart"
    slot = int(s.repair_slot)
    units = range(int(box.record.units[s.card[slot]]))
    unit = next(unit for unit in units if place_of(s, box.record, slot, unit) == cell)
    return kind_of(box, int(s.card[slot]), unit)


def _ways(s: SmashGear, box: Box, mask: Mask) -> Iterator[Piece]:
    """The sides to which the target of an announcement can move."""
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
        yield _handle(WAY(way), across, down, icon, way_words(targets.gait_of(op), way), waits=False)


# --- the end --------------------------------------------------------------------------------------------


def _result(s: SmashGear, box: Box) -> Result:
    if s.reason == Reason.CAP:
        words = say("Nobody won in {n} turns: a draw · [[rule:SG-Q43]]", n=s.turns)
    elif s.reason == Reason.HONOR:
        words = say("{n} honor · [[rule:SG-R7]]", n=s.honor[s.winner])
    else:
        words = say("The opponent has no base left · [[rule:SG-R7]]")
    short = _honor_short if s.reason == Reason.HONOR else None
    return result(s, box, words, lambda seat: plural(int(s.bases[seat]), "{n} base", "{n} bases"), short=short)


def _honor_short(honor: int) -> Words:
    return plural(honor, "One honor short", "{n} honor short")
