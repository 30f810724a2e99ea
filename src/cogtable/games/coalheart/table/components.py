"""The contents of the box, for printing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, GEARS, PARTS, ROBOTS, HeartSide
from cogtable.games.coalheart.table import layout
from cogtable.games.coalheart.table.abilities import ability
from cogtable.games.coalheart.table.labels import (
    CUBE_ICONS,
    cube_name,
    hue,
    looks,
    robot_name,
    slot_short,
)
from cogtable.games.coalheart.table.scene import HEX_PIECES, gear_face, heart_face, hex_face, printed_part
from cogtable.table import (
    AnyPart,
    Area,
    Box,
    Component,
    Counter,
    Counters,
    Face,
    Layout,
    Panel,
    Piece,
    PrintedCard,
    Spot,
    Text,
    Track,
    View,
    Zone,
    board,
    card_component,
    hex_tiles,
    phrase,
    say,
    supply,
)

HEX = 60.0
"""An Action Hex from point to point, in millimetres."""
PART = 44.0
"""A part of a robot from point to point, in millimetres."""

MAT = (186.0, 236.0)
"""A playmat in millimetres."""
SCALE = 4
"""Design units to a millimetre of a playmat."""
MOST_ATTACK = 20
"""The last step of the attack track."""


def components(box: Box) -> list[Component]:
    """Gear, the parts, the hexes, the playmats; cubes and the bag are only listed."""
    return [*_cards(box), _parts(box), *_hexes(), _mats(box), *_supplies(box)]


def _cards(box: Box) -> Iterator[Component]:
    counts = box.record.gear_count.tolist()
    gear = [PrintedCard(face=_gear(box, kind), copies=counts[kind]) for kind in range(GEARS) if counts[kind]]
    yield card_component("gear", say("Gear"), gear, Face(kind="back", words=say("Gear")), table="gear")
    now, strike, mend = (ability(box, Source.HEART + side) for side in HeartSide)
    words = say(
        "**When you take it:** {now} **Capture while you have it:** {strike} **Or:** {mend}",
        now=now,
        strike=strike,
        mend=mend,
    )
    faces = (
        Face(kind="portrait", art="ember", hue="red", title=say("Coal Heart"), words=words),
        Face(kind="portrait", art="first", hue="brass", title=say("First Player")),
        Face(
            kind="portrait",
            art="pick",
            hue="gray",
            title=say("Quarry"),
            words=say("The cubes that can be mined lie here."),
        ),
    )
    yield card_component("others", say("Other cards"), [PrintedCard(face=face) for face in faces], None)


def _gear(box: Box, kind: int) -> Face:
    """A Gear card with all its words."""
    return msgspec.structs.replace(gear_face(box, kind), words=ability(box, Source.GEAR + kind))


def _parts(box: Box) -> Component:
    parts = [
        PrintedCard(face=printed_part(box, part, built=False), back=printed_part(box, part, built=True))
        for part in range(PARTS)
    ]
    note = say("Each has its price in front, and the part that is built on its back: print both sides")
    return hex_tiles("parts", say("Parts"), PART, parts, table="parts", note=note)


def _hexes() -> Iterator[Component]:
    hexes = [PrintedCard(face=hex_face(kind), back=hex_face(kind, used=True)) for kind in HEX_PIECES]
    note = say("The second Scavenge is for six players")
    yield hex_tiles("hexes", say("Action Hexes"), HEX, hexes, note=note)
    yield hex_tiles("heart", say("Coal Heart"), PART, [PrintedCard(face=heart_face())])


def _mats(box: Box) -> Component:
    width, height = MAT
    mats = [_mat(box, robot) for robot in range(ROBOTS)]
    return Component(id="mats", title=say("Playmats"), form="board", width=width, height=height, boards=mats)


def _mat(box: Box, robot: int) -> View:
    width, height = (int(side * SCALE) for side in MAT)
    areas = {
        "panel": Area(0, 0, width, height),
        "robot": Area(16, 16, 84, 84),
        "name": Area(116, 16, 400, 84),
        "start": Area(540, 16, 188, 84),
        "body": Area(20, 104, 704, 690, 0),
        "hp": Area(16, 816, width - 32, 56),
        "attack": Area(16, 880, width - 32, 56),
    }
    spots = [Spot(x, y, slot_short(slot)) for slot, (x, y) in enumerate(layout.BODY_SPOTS)]
    start = [
        Counter(icon=CUBE_ICONS[color], value=str(count), label=cube_name(color))
        for color, count in enumerate(box.record.start[robot].tolist())
        if count
    ]
    hp = int(box.record.hp)
    parts: list[AnyPart] = [
        Panel(id="panel"),
        Zone(id="robot", shape="stack", label=robot_name(box, robot)),
        Text(id="name", title=robot_name(box, robot), text=say("{parts} parts win", parts=BODY)),
        Counters(id="start", items=start),
        Zone(id="body", shape="hex", label=say("Parts"), spots=spots, empty=""),
        Track(id="hp", label=say("[[heart]] HP"), low=0, high=hp, value=-1, tone="good"),
        Track(id="attack", label=say("[[burst]] attack"), low=0, high=MOST_ATTACK, value=-1, tone="bad"),
    ]
    portrait = Face(kind="picture", hue=hue(box, robot), art=f"robot/{looks(robot)}")
    pieces = [Piece(id="robot", zone="robot", face=portrait, label=robot_name(box, robot))]
    return board("coalheart", Layout(width=width, height=height, areas=areas), parts, pieces)


def _supplies(box: Box) -> Iterator[Component]:
    count = int(box.record.cubes)
    for color in range(COLOR_COUNT):
        yield supply(f"cubes{color}", say(_CUBES[color]), CUBE_ICONS[color], count)
    yield supply("bag", say("Bag"), "bag", 1, say("The Supply: cubes are drawn from it unseen"))
    yield supply("trackers", say("Trackers"), "tokens", 2 * ROBOTS, say("For HP and attack on the playmats"))


_CUBES = (phrase("Steel cubes"), phrase("Plastic cubes"), phrase("Coal cubes"), phrase("Gold cubes"))
