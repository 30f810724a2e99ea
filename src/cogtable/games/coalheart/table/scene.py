"""The parts and pieces on the table of Coal Heart, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
import numpy as np

from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, HEXES, PARTS, ROBOTS, Hex
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Ask, Coalheart, Stage, Victory
from cogtable.games.coalheart.table import layout
from cogtable.games.coalheart.table import pieces as ids
from cogtable.games.coalheart.table.abilities import HEX_ICONS, ability, brief_ability, short_ability, sign
from cogtable.games.coalheart.table.alternatives import compare
from cogtable.games.coalheart.table.broken import while_broken
from cogtable.games.coalheart.table.labels import (
    CUBE_ICONS,
    DESIGNED,
    GEAR_HUES,
    GEAR_ICONS,
    HEX_HUES,
    MOMENTS,
    cube_name,
    gear_name,
    hex_name,
    hue,
    is_designed,
    looks,
    part_icon,
    part_name,
    robot_name,
    robot_short,
    slot_short,
)
from cogtable.games.coalheart.table.prompts import Hit, TurnStatus, after_attack, build_lines, now
from cogtable.table import (
    AnyPart,
    Box,
    Clock,
    Compare,
    Counter,
    Counters,
    Drawer,
    Face,
    Forecast,
    Layout,
    Log,
    Panel,
    Piece,
    Pip,
    Player,
    PrintedCard,
    Prompt,
    Result,
    Spot,
    Steps,
    Sum,
    Template,
    Text,
    Tick,
    Track,
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
    view,
)

HEX_PIECES = (*range(len(HEXES)), Hex.SCAVENGE)
"""The seven Action Hexes; the last is only for six players."""


def scene(s: Coalheart, box: Box, seat: int) -> View:
    """The table as `seat` sees it; choices, log and animation come later."""
    me, others = around(s, seat)
    status = now(s, box, seat)
    wide, narrow = _layouts(s, status, me, [other.seat for other in others])
    gathering = s.stage <= Stage.DRAFTING
    parts = (_gathering_parts if gathering else _table_parts)(s, box, [me, *others], status)
    pieces = _gathering_pieces(s, box, seat) if gathering else _common_pieces(s, box, seat, status)
    return view(
        s,
        seat,
        "coalheart",
        clock=clock(s, box),
        wide=wide,
        narrow=narrow,
        parts=_placed(parts, wide, narrow),
        pieces=[
            *pieces,
            *(piece for owner in range(s.seats) for piece in _robot_pieces(s, box, owner, seat)),
            *([] if gathering else [_heart_piece(s)]),
        ],
        result=_result(s, box) if s.over else None,
        surface="stone",
    )


def _layouts(s: Coalheart, status: TurnStatus, me: Player, rivals: list[int]) -> tuple[Layout, Layout]:
    if s.stage <= Stage.DRAFTING:
        return layout.gathering(me.seat, rivals)
    shopping = s.hex == Hex.GEAR and not status.urgent and not s.over
    needs = _needs(s, me, comparing(s), shopping, status.above)
    seats = tuple(rivals)
    wide, narrow = layout.wide(me.seat, seats, needs), layout.narrow(me.seat, seats, needs)
    return wide, layout.show_action(narrow) if status.urgent else narrow


def _needs(s: Coalheart, me: Player, comparing: bool, shopping: bool, above: layout.Above = "list") -> layout.Needs:
    return layout.Needs(
        comparing=comparing,
        shopping=shopping,
        kinds=len(_kinds(s.row)),
        gear=tuple((s.gear[: s.seats] > 0).sum(axis=1).tolist()),
        broken=is_out(s, me),
        above=above,
    )


def show_attack(view: View, s: Coalheart) -> None:
    """Gives the last attack the place of the comparison in a view, and on a phone that of the common things."""
    me, others = around(s, view.seat)
    rivals, needs = tuple(other.seat for other in others), _needs(s, me, comparing=False, shopping=False)
    view.wide = layout.wide(me.seat, rivals, needs)
    if comparing(s):
        view.narrow = layout.narrow(me.seat, rivals, needs)
        next(part for part in view.parts if part.id == "hexes").area = "hexes"
    view.narrow = layout.show_action(view.narrow)
    view.parts = [part for part in _placed(view.parts, view.wide, view.narrow) if not isinstance(part, Compare)]


def _placed(parts: Iterable[AnyPart], wide: Layout, narrow: Layout) -> list[AnyPart]:
    """The parts without the button for the Gear row if neither layout has it."""
    return [part for part in parts if part.id != "gear" or "gear" in {*wide.areas, *narrow.areas}]


def is_out(s: Coalheart, me: Player) -> bool:
    """Whether the reader's robot is broken, in a game that goes on."""
    return bool(me.reads and s.hp[me.seat] == 0 and s.stage > Stage.DRAFTING and not s.over)


def comparing(s: Coalheart) -> bool:
    """Whether a hex is about to be selected, so that the table compares them."""
    return bool(s.stage == Stage.SELECTING and s.ask == Ask.HEX and not s.over)


# --- the clock ------------------------------------------------------------------------------------------


def clock(s: Coalheart, box: Box) -> Clock:
    """The round, and its phases."""
    if s.stage == Stage.CHOOSING:
        return Clock(words=say("Choosing robots"))
    if s.stage == Stage.DRAFTING:
        part = min(BODY, s.drafted // s.seats + 1)
        return Clock(words=say("Drafting part {n} of {all}", n=part, all=BODY))
    return Clock(
        words=say("Round {n} · {all} parts win", n=s.rounds, all=BODY),
        ticks=[_tick(s, phase) for phase in range(s.seats)],
    )


def leader(s: Coalheart, phase: int) -> int:
    """Who leads a phase of this round."""
    return (s.lead - s.phase + phase) % s.seats


def _tick(s: Coalheart, phase: int) -> Tick:
    seat, kind = leader(s, phase), int(s.picked[phase])
    icon = HEX_ICONS[kind] if kind != EMPTY else ""
    if phase != s.phase or s.over:
        return Tick(words="", icon=icon, seat=seat, state="done" if phase < s.phase else "next")
    words = hex_name(kind) if kind != EMPTY else say("to choose")
    return Tick(words=words, icon=icon, seat=seat, state="now", turns=_turns(s) if kind != EMPTY else [])


def _turns(s: Coalheart) -> list[Tick]:
    ticks = []
    for i in range(s.seats):
        seat = (s.lead + i) % s.seats
        if s.stage == Stage.TURNS and s.turns >> seat & 1:
            ticks.append(Tick(words="", seat=seat, state="now"))
        else:
            had = s.stage == Stage.CLOSING or i < s.step
            ticks.append(Tick(words="", seat=seat, state="done" if had else "next"))
    return ticks


# --- parts ----------------------------------------------------------------------------------------------


def _table_parts(s: Coalheart, box: Box, players: list[Player], status: TurnStatus) -> Iterator[AnyPart]:
    yield from _common_parts(s, status)
    if comparing(s):
        users = used_by(s)
        yield compare(
            s, box, [player.seat for player in players], [(at, HEX_PIECES[at], users[at]) for at in _hexes(s)]
        )
    for player in players:
        yield from _player_parts(s, box, player, player is players[0], status)
    yield Panel(id="reader", tone="well")
    yield _reading(s, box, players[0])
    yield Log(id="log")


def _common_parts(s: Coalheart, status: TurnStatus) -> Iterator[AnyPart]:
    yield Panel(id="common", tone="tray")
    lying = int(s.quarry.sum())
    yield Text(id="quarry.title", title=say("Quarry"), text=plural(lying, "{n} cube", "{n} cubes"))
    yield Zone(id="quarry", shape="grid", label=say("Quarry"), columns=1, rows=COLOR_COUNT)
    spots = [Spot(at, 0) for at in range(len(_hexes(s)))]
    place = "compare" if comparing(s) else "hexes"
    yield Zone(id="hexes", area=place, shape="hex", label=say("Action Hexes"), spots=spots)
    yield Zone(id="heart", shape="hex", label=say("Coal Heart"), spots=[Spot(0, 0)])
    yield Text(id="supply.title", title=say("Supply"), text=say("{n} in the bag", n=s.supply.sum()), align="end")
    yield Zone(id="supply", shape="grid", label=say("Supply"), columns=1, rows=COLOR_COUNT)
    yield Zone(id="deck", shape="stack", label=say("Gear deck"))
    yield Zone(id="used", shape="stack", label=say("Used Gear"), empty="")
    counts = say("deck **{deck}** · used **{used}**", deck=s.deck_left, used=s.discard.sum())
    yield Panel(id="shop", tone="tray")
    yield Text(id="shop.title", title=say("Gear row"))
    yield Text(id="deck.title", text=counts, align="end")
    kinds = len(_kinds(s.row))
    columns = 3 if kinds <= 6 else 4
    yield Zone(id="row", shape="grid", label=say("Gear to take"), columns=columns, rows=2)
    yield Drawer(id="gear", title=say("Gear row"), icon="cog", zones=["row", "deck", "used"])
    yield from _action_parts(status)
    yield Prompt(id="prompt", sentence=status.sentence)


def _action_parts(status: TurnStatus) -> Iterator[AnyPart]:
    yield Panel(id="act", tone="tray", edge="danger" if status.danger else "", active=status.mine)
    yield Text(id="act.title", title=status.title, text=status.text)
    yield Zone(id="offer", shape="row", label=say("To choose from"), columns=max(4, len(status.offer_gear)))
    yield Zone(id="price", shape="row", label=say("Cubes it is about"), columns=6)
    if status.terms:
        yield Sum(id="sum", terms=status.terms)
    if status.steps:
        yield Steps(id="steps", steps=status.steps)
    if status.lines:
        yield Forecast(id="list", title=status.heading, outcomes=status.lines)
    elif status.hits:
        yield Forecast(id="effect", outcomes=[])


def _player_parts(s: Coalheart, box: Box, player: Player, own: bool, status: TurnStatus) -> Iterator[AnyPart]:
    seat = player.seat
    hit = status.hits.get(seat)
    # Things on a panel open what the panel opens; another player's things open their board.
    yield player.panel(tone="tray", edge=_edge(s, seat, status), opens=f"seat{seat}" if own else "")
    yield player.head(text=_standing(s, box, seat), size="line")
    yield player.head("strip", text=_standing(s, box, seat, brief=True), size="line")
    if not own:
        yield Zone(
            id=ids.BOARD(seat),
            shape="stack",
            label=_board_label(s, seat, hit),
            owner=seat,
            target=True,
            opens=f"seat{seat}",
        )
    first = say("[[first|First player]]") if seat == s.first else say("all {n} built wins", n=BODY)
    built = say("{n} of {all} parts", n=s.parts[seat], all=BODY)
    yield Text(id=f"parts{seat}", title=built, text=first, align="end")
    yield from robot_zones(s, player, own)
    hp, power = int(s.hp[seat]), int(s.power[seat])
    preview = hit.left if hit else status.preview if seat == status.target else None
    yield Track(
        id=f"hp{seat}",
        label=say("[[heart]] **{hp}** HP", hp=hp) if own else "[[heart]]",
        low=0,
        high=int(box.record.hp),
        value=hp,
        preview=preview,
        tone="good",
        bar=True,
    )
    yield Text(id=f"hit{seat}", title=_health(s, seat, preview), align="end")
    if status.vitals and own:
        yield Text(id=f"vitals{seat}", text=status.vitals, align="end", quiet=False)
        yield Text(id="vitals", text=f"[[heart]] {status.vitals}", align="center", quiet=False)
    yield Text(id=f"attack{seat}", title=f"[[burst]] {power}", text=say("attack"), align="center")
    attack = Counter(icon="burst", value=str(power), label=say("attack"))
    of = str(BODY) if s.seats <= 4 else ""
    parts = Counter(icon="cell", value=str(s.parts[seat]), of=of, label=say("parts"))
    yield Counters(
        id=f"might{seat}", items=[attack, Counter(icon="cell", value=str(s.parts[seat]), label=say("parts"))]
    )
    change = str(hp) if preview is None or preview == hp else f"→ {preview}"
    health = Counter(icon="heart" if hp else "destroyed", value=change, label=say("HP"))
    yield Counters(id=f"figures{seat}", items=[health, attack, parts])


def _reading(s: Coalheart, box: Box, me: Player) -> Forecast:
    """The words of the part or card that is pointed at or touched; before that, the reader's next parts. While they are
    broken, what they can still do.
    """
    if is_out(s, me):
        chances = list(while_broken(s, box, me.seat))
        return Forecast(id="read", title=say("Broken, but not out"), outcomes=chances, reads=True)
    if not me.reads or s.over:
        return Forecast(
            id="read", title=say("Point at a part or a card to read it"), outcomes=[], reads=True, keeps=True
        )
    parts = list(build_lines(s, box, me.seat, 3))
    return Forecast(id="read", title=say("Your next parts"), outcomes=parts, reads=True, keeps=True)


def _change(hp: int, left: int | None) -> str:
    """HP, and the HP that would be left."""
    return str(hp) if left is None or left == hp else f"{hp} → {left}"


def _board_label(s: Coalheart, seat: int, hit: Hit | None) -> Words:
    """The label of a board, with what an attack would do."""
    name = name_of(seat)
    if not hit:
        return say("{seat}’s board, {n} HP", seat=name, n=s.hp[seat])
    return say(
        "{seat}: {damage} damage, {after}", seat=name, damage=hit.damage, after=after_attack(int(s.hp[seat]), hit)
    )


def _health(s: Coalheart, seat: int, left: int | None) -> Words:
    """The HP of another player, what an attack would leave, and whether none is possible."""
    hp = int(s.hp[seat])
    if not hp:
        return say("broken")
    return f"[[lock]] {hp}" if s.shielded >> seat & 1 else _change(hp, left)


def _edge(s: Coalheart, seat: int, status: TurnStatus) -> Literal["", "danger", "broken"]:
    if s.hp[seat] == 0:
        return "broken"
    return "danger" if status.attacker == seat and status.danger else ""


def robot_zones(s: Coalheart, player: Player, own: bool) -> Iterator[Zone]:
    """The zones of a player."""
    spots = [Spot(x, y) for x, y in layout.BODY_SPOTS]
    held = sum(1 for count in s.gear[player.seat] if count)
    board = {} if own else {"on": ids.BOARD(player.seat)}
    columns = max(layout.CARD, held)
    yield player.zone("robot", phrase("{seat}"), shape="stack")
    yield player.zone("body", phrase("{seat}: parts"), shape="hex", spots=spots, empty="", **board)
    yield player.zone("heart", phrase("{seat}: Coal Heart"), shape="stack", aspect=1.15, **board)
    yield player.zone("cubes", phrase("{seat}: cubes"), shape="grid", columns=1, rows=COLOR_COUNT, **board)
    yield player.zone("hand", phrase("{seat}: Gear"), shape="grid", columns=columns, rows=1, **board)


def _standing(s: Coalheart, box: Box, seat: int, brief: bool = False) -> Words:
    """The line below a name: the robot, unless it is brief, and its state."""
    words = [robot_short(box, int(s.robot[seat]))] if s.robot[seat] != EMPTY and not brief else []
    if s.stage > Stage.DRAFTING:
        if s.hp[seat] == 0:
            words += [say("**broken**")] if brief else []
        elif seat == s.lead and not s.over:
            words.append(say("leads"))
        if seat == s.heart and not brief:
            words = [say("[[ember]] Coal Heart")]
    first = " [[first]]" if seat == s.first and s.stage > Stage.DRAFTING else ""
    return " · ".join(words) + first


# --- the pieces of a robot --------------------------------------------------------------------------------


def _robot_pieces(s: Coalheart, box: Box, seat: int, viewer: int) -> Iterator[Piece]:
    robot = int(s.robot[seat])
    if robot != EMPTY:
        yield Piece(
            id=ids.ROBOT(seat),
            zone=f"robot{seat}",
            face=Face(
                kind="picture",
                hue=hue(box, robot),
                art=f"robot/{looks(robot)}",
                badge="destroyed" if s.hp[seat] == 0 and s.stage > Stage.DRAFTING else f"mark/{seat}",
                dim=bool(s.hp[seat] == 0 and s.stage > Stage.DRAFTING),
            ),
            label=say("{robot}, {n} HP", robot=robot_name(box, robot), n=s.hp[seat]),
            opens=f"seat{seat}",
        )
        for color in range(COLOR_COUNT):
            count = int(s.cubes[seat, color] if s.stage > Stage.DRAFTING else box.record.start[robot, color])
            yield cube_piece(ids.CUBES(seat, color), f"cubes{seat}", color, color, count)
    for slot, part in enumerate(s.body[seat].tolist()):
        if part != EMPTY:
            yield _part_piece(s, box, seat, slot, part, viewer)
    if s.stage > Stage.DRAFTING:
        held = [kind for kind, count in enumerate(s.gear[seat].tolist()) if count]
        for at, kind in enumerate(held):
            yield _gear_piece(box, ids.GEAR(seat, kind), f"hand{seat}", at, kind, int(s.gear[seat, kind]), held=True)


def cube_piece(name: str, zone: str, at: int, color: int, count: int) -> Piece:
    """Cubes of one colour with their number."""
    face = Face(kind="cube", art=CUBE_ICONS[color], count=count, dim=not count)
    return Piece(id=name, zone=zone, at=at, face=face, label=say("{color}: {n}", color=cube_name(color), n=count))


@printed
def part_label(box: Box, part: int) -> str:
    """A part for a screen reader: name, cost and what it does."""
    cost = " ".join(f"{count} {cube_name(c)}" for c, count in enumerate(box.record.cost[part].tolist()) if count)
    words = ability(box, part).replace("[[heart|", "").replace("[[burst|", "").replace("]]", "")
    fields = {"part": part_name(box, part), "cost": cost, "words": words}
    if is_designed(box, part):
        return say("{part}, costs {cost}: {words} Designed here.", **fields)
    return say("{part}, costs {cost}: {words}", **fields)


def cards(box: Box) -> dict[str, list[PrintedCard]]:
    """The parts of a box."""
    return {
        "parts": [PrintedCard(piece=ids.PART(part), face=printed_part(box, part, built=False)) for part in range(PARTS)]
    }


def part_face(box: Box, part: int, built: bool, lack: list[int] | None = None) -> Face:
    """A part on a robot: metal once it is built, an outline with name and cost before."""
    face = Face(
        kind="hex",
        title=slot_short(part % BODY),
        words=ability(box, part),
        short=sign(box, part),
        extra=[DESIGNED] if is_designed(box, part) else [],
        built=built,
    )
    if built:
        face.hue, face.art, face.ground, face.status = hue(box, part // BODY), part_icon(box, part), "lit", say("built")
    else:
        face.costs = _pips(box, part, lack)
    return face


@printed
def _plain_part(box: Box, part: int, built: bool) -> Face:
    """A part without the cubes that are lacking."""
    return part_face(box, part, built)


def printed_part(box: Box, part: int, built: bool) -> Face:
    """A part on paper, with the words that fit on its hex."""
    return msgspec.structs.replace(part_face(box, part, built), words=short_ability(box, part))


def _pips(box: Box, part: int, lack: list[int] | None = None) -> list[Pip]:
    return [
        Pip(icon=CUBE_ICONS[color], value=count, lack=lack[color] if lack else 0)
        for color, count in enumerate(box.record.cost[part].tolist())
        if count
    ]


def _part_piece(s: Coalheart, box: Box, seat: int, slot: int, part: int, viewer: int) -> Piece:
    built = bool(s.built[seat] >> slot & 1)
    lack = None
    if seat == viewer and not built and s.assists and s.stage > Stage.DRAFTING:
        costs, cubes = box.record.cost[part].tolist(), s.cubes[seat].tolist()
        lack = [max(0, cost - held) for cost, held in zip(costs, cubes, strict=True)]
    known = built or s.stage <= Stage.DRAFTING
    face = part_face(box, part, known, lack) if lack else _plain_part(box, part, known)
    return Piece(id=ids.PART(part), zone=f"body{seat}", at=slot, face=face, label=part_label(box, part))


def gear_face(box: Box, kind: int) -> Face:
    """A Gear card as printed, with the moment at which it can be spent."""
    deluxe = bool(box.record.gear_deluxe[kind])
    return Face(
        kind="item",
        hue=GEAR_HUES[kind],
        ground="lit",
        art=GEAR_ICONS[kind],
        title=gear_name(box, kind),
        words=short_ability(box, Source.GEAR + kind),
        corner=say(MOMENTS[int(box.record.gear_moment[kind])]),
        badge="star" if deluxe else "",
    )


def _gear_piece(box: Box, name: str, zone: str, at: int, kind: int, count: int, held: bool = False) -> Piece:
    face = gear_face(box, kind)
    face.count = count
    if not held:
        face.corner = ""
    deluxe = bool(box.record.gear_deluxe[kind])
    fields = {"gear": gear_name(box, kind), "words": ability(box, Source.GEAR + kind)}
    label = say("{gear}, deluxe: {words}", **fields) if deluxe else say("{gear}: {words}", **fields)
    return Piece(id=name, zone=zone, at=at, face=face, label=f"{count} × {label}" if count > 1 else label)


# --- the pieces in the middle -----------------------------------------------------------------------------


def _common_pieces(s: Coalheart, box: Box, seat: int, status: TurnStatus) -> Iterator[Piece]:
    yield from _hex_pieces(s)
    for color in range(COLOR_COUNT):
        piece = cube_piece(ids.QUARRY(color), "quarry", color, color, int(s.quarry[color]))
        piece.face.title = cube_name(color)
        yield piece
    for color in range(COLOR_COUNT):
        yield cube_piece(ids.SUPPLY(color), "supply", color, color, int(s.supply[color]))
    left, used = int(s.deck_left), int(s.discard.sum())
    back = Face(kind="back", level=0, dim=not left)
    yield Piece(id=ids.DECK(), zone="deck", face=back, label=say("Gear deck, {n} left", n=left))
    if used:
        pile = Face(kind="back", dim=True)
        label = plural(used, "{n} used Gear card", "{n} used Gear cards")
        yield Piece(id=ids.DISCARD(), zone="used", face=pile, label=label)
    for at, (kind, count) in enumerate(_kinds(s.row)):
        yield _gear_piece(box, ids.ROW(kind), "row", at, kind, count)
    for at, (kind, count) in enumerate(status.offer_gear):
        yield _gear_piece(box, ids.OFFER(kind), "offer", at, kind, count)
    for at, (color, count) in enumerate(status.offer_cubes):
        yield cube_piece(ids.GIVE(color), "price", at, color, count)
    for at, (color, count) in enumerate(status.owed):
        yield cube_piece(ids.OWED(color), "price", at, color, count)


def _heart_piece(s: Coalheart) -> Piece:
    zone = f"heart{s.heart}" if s.heart != NOBODY else "heart"
    return Piece(id=ids.HEART(), zone=zone, face=heart_face(), label=say("the Coal Heart"))


def heart_face() -> Face:
    """The Coal Heart."""
    return Face(kind="hex", hue="red", art="ember")


def _kinds(row: np.ndarray) -> list[tuple[int, int]]:
    """The kinds in the row, in order of appearance, and how many of each."""
    lying = [kind for kind in row.tolist() if kind != EMPTY]
    return [(kind, lying.count(kind)) for kind in dict.fromkeys(lying)]


def used_by(s: Coalheart) -> list[int]:
    """Who selected each hex in this round; EMPTY for those still face up. The second Scavenge is last."""
    users = [EMPTY] * len(HEX_PIECES)
    for phase, kind in enumerate(s.picked[: s.seats].tolist()):
        if kind != EMPTY:
            place = kind if users[kind] == EMPTY else len(HEXES)
            users[place] = leader(s, phase)
    return users


def _hexes(s: Coalheart) -> list[int]:
    """The Action Hexes by their cells; six players have a second Scavenge at the end (CH-R10)."""
    return list(range(len(HEX_PIECES) if s.seats == 6 else len(HEXES)))


def hex_face(kind: int, used: bool = False) -> Face:
    """An Action Hex; a used one is turned down, with its picture engraved."""
    return Face(kind="hex", hue=HEX_HUES[kind], ground="lit", art=HEX_ICONS[kind], title=hex_name(kind), turned=used)


def _hex_pieces(s: Coalheart) -> Iterator[Piece]:
    users = used_by(s)
    current = users.index(s.lead) if s.hex != EMPTY and s.lead in users else EMPTY
    for cell, at in enumerate(_hexes(s)):
        kind, user = HEX_PIECES[at], users[at]
        face = hex_face(kind, used=user != EMPTY and at != current)
        face.dim = bool(s.hex != EMPTY and user == EMPTY)
        if user != EMPTY:
            face.by = user
        name = hex_name(kind)
        label = name if user == EMPTY else say("{hex}, selected", hex=name)
        yield Piece(id=ids.HEX(at), zone="hexes", at=cell, face=face, label=label)


# --- before the game --------------------------------------------------------------------------------------


def _gathering_parts(s: Coalheart, box: Box, players: list[Player], status: TurnStatus) -> Iterator[AnyPart]:
    yield Zone(id="mats", shape="grid", label=say("Robots"), columns=1, rows=ROBOTS)
    for slot in range(BODY):
        name = slot_short(slot)
        yield Text(id=f"slot.title{slot}", text=f"**{name}**", align="center", quiet=False)
        yield Zone(id=f"slot{slot}", shape="grid", label=name, columns=1, rows=ROBOTS, empty="")
    for player in players:
        yield player.panel(opens=f"seat{player.seat}")
        yield player.head(text=_standing(s, box, player.seat), size="line")
        yield player.head("strip", text="", size="line")
        for zone in robot_zones(s, player, own=True):
            if not zone.id.startswith(("heart", "hand")):
                yield zone
    yield Panel(id="act", active=status.mine)
    yield Prompt(id="prompt", sentence=status.sentence)
    yield Log(id="log")


def _gathering_pieces(s: Coalheart, box: Box, seat: int) -> Iterator[Piece]:
    taken = set(s.robot[: s.seats].tolist())
    for robot in range(ROBOTS):
        if s.stage == Stage.DRAFTING or robot not in taken:
            yield _mat_piece(box, robot, s.stage == Stage.DRAFTING)
    for part in range(PARTS):
        if s.owner[part] == NOBODY:
            piece = _choice_piece(box, part)
            has = seat >= 0 and s.stage == Stage.DRAFTING and s.body[seat, part % BODY] != EMPTY
            piece.face.dim = bool(has and s.assists)
            yield piece


def _mat_piece(box: Box, robot: int, label_only: bool) -> Piece:
    start = [Pip(icon=CUBE_ICONS[c], value=count) for c, count in enumerate(box.record.start[robot].tolist()) if count]
    face = Face(
        kind="item",
        hue=hue(box, robot),
        art=f"head/{looks(robot)}",
        title=robot_short(box, robot),
        costs=[] if label_only else start,
    )
    return Piece(id=ids.MAT(robot), zone="mats", at=robot, face=face, label=robot_name(box, robot))


def _choice_piece(box: Box, part: int) -> Piece:
    face = Face(
        kind="item",
        hue=hue(box, part // BODY),
        costs=_pips(box, part),
        words=short_ability(box, part),
        short=brief_ability(box, part),
        extra=[DESIGNED] if is_designed(box, part) else [],
    )
    return Piece(id=ids.PART(part), zone=f"slot{part % BODY}", at=part // BODY, face=face, label=part_label(box, part))


# --- the end ----------------------------------------------------------------------------------------------


_DECIDED: dict[int, Template] = {
    Victory.LAST_STANDING: phrase("The only robot that is not broken · [[rule:CH-Q4]]"),
    Victory.FINISHED: phrase("All {all} parts are built · [[rule:CH-R3]]"),
    Victory.ALL_BROKEN: phrase("All broken at once: the most parts of those just broken · [[rule:CH-R48]]"),
    Victory.LAST_ROUND: phrase("The last round is over: the most parts, then HP · [[rule:CH-Q83]]"),
}


def _result(s: Coalheart, box: Box) -> Result:
    words = say(_DECIDED[int(s.victory)], all=BODY)
    short = _parts_short if s.victory == Victory.LAST_ROUND else None
    return result(s, box, words, lambda seat: _ending(s, box, seat), short=short)


def _parts_short(parts: int) -> Words:
    return plural(parts, "One part short", "{n} parts short")


def _ending(s: Coalheart, box: Box, seat: int) -> Words:
    robot, hp = robot_name(box, int(s.robot[seat])), int(s.hp[seat])
    state = say("{hp} HP", hp=hp) if hp else say("broken")
    parts = plural(int(s.parts[seat]), "{n} part", "{n} parts")
    return f"{robot} · {series([parts, state])}"
