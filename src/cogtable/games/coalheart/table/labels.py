"""What things are called on the table: cubes, parts, Gear, and abilities in few words, from the data that rules use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from cogtable.engine.box import Box
from cogtable.engine.operations import Kind, Row
from cogtable.engine.printed import printed
from cogtable.engine.words import listed, phrase, say
from cogtable.games.coalheart.rules.abilities import ABILITIES
from cogtable.games.coalheart.rules.box import SOURCES, Source
from cogtable.games.coalheart.rules.components import BODY, COLORS, CONFIDENCE, GEAR_NAMES, HEXES, SLOTS, Slot
from cogtable.games.coalheart.rules.state import Coalheart, Mode
from cogtable.view import Icon, Words

CUBE_ICONS: tuple[Icon, ...] = (
    "cube/blue/square/S",
    "cube/green/circle/P",
    "cube/black/hexagon/C",
    "cube/gold/diamond/G",
)
HEX_ICONS: tuple[Icon, ...] = ("pick", "wrench", "swords", "cog", "ember", "claw")
GEAR_ICONS: tuple[Icon, ...] = ("chainsaw", "shield", "hand", "torch", "blasters", "repair", "fist", "shovel")
DESIGNED: Icon = "quill"
"""Marks an ability that no source gives, made up here."""

_SLOTS_SHORT = (
    phrase("Head"),
    phrase("L. Shoulder"),
    phrase("R. Shoulder"),
    phrase("Left Arm"),
    phrase("Right Arm"),
    phrase("Chest"),
    phrase("Core"),
    phrase("Left Leg"),
    phrase("Right Leg"),
    phrase("Left Foot"),
    phrase("Right Foot"),
)
"""The places of a body where room is short."""
_SLOT_TITLES = tuple({1: phrase("Left Shoulder"), 2: phrase("Right Shoulder")}.get(i, name) for i, name in enumerate(_SLOTS_SHORT))
_SLOTS_IN_TEXT = (
    phrase("head"),
    phrase("left shoulder"),
    phrase("right shoulder"),
    phrase("left arm"),
    phrase("right arm"),
    phrase("chest"),
    phrase("core"),
    phrase("left leg"),
    phrase("right leg"),
    phrase("left foot"),
    phrase("right foot"),
)
_KINDS = ("head", "shoulder", "shoulder", "arm", "arm", "chest", "core", "leg", "leg", "foot", "foot")
_FACES = ("p5h2e1a5r2m1", "p2h0e4a1r1m2", "p4h1e0a0r0m0", "p1h0e3a2r1m4", "p3h3e2a3r0m3", "p0h5e5a4r2m1")
"""What the six robots look like."""

_CUBES = (phrase("Steel"), phrase("Plastic"), phrase("Coal"), phrase("Gold"))
_CUBES_IN_TEXT = (phrase("steel"), phrase("plastic"), phrase("coal"), phrase("gold"))
_HEXES = (
    phrase("Mine"),
    phrase("Upgrade"),
    phrase("Fight"),
    phrase("Gear"),
    phrase("Capture"),
    phrase("Scavenge"),
)
_HEXES_IN_TEXT = (
    phrase("mine"),
    phrase("upgrade"),
    phrase("fight"),
    phrase("gear"),
    phrase("capture"),
    phrase("scavenge"),
)

MOMENTS = (
    phrase("before you attack"),
    phrase("when attacked"),
    phrase("after you attack"),
    phrase("on your turn"),
    phrase("on your Upgrade turn"),
)

# --- names --------------------------------------------------------------------------------------------


def cube_name(color: int) -> str:
    """What a cube is called."""
    return say(_CUBES[color])


def cube_text(color: int) -> str:
    """The same in the text of a choice."""
    return say(_CUBES_IN_TEXT[color])


def cube(color: int) -> Words:
    """A cube in a sentence, with its picture."""
    return f"[[{CUBE_ICONS[color]}|{cube_name(color)}]]"


def cube_counts(counts: Iterable[int]) -> Words:
    """Cubes as pictures with their numbers."""
    return " ".join(f"{count}\u00a0[[{CUBE_ICONS[color]}]]" for color, count in enumerate(counts) if count)


def hex_name(kind: int) -> str:
    """What an Action Hex is called."""
    return say(_HEXES[kind])


def hex_text(kind: int) -> str:
    """The same in the text of a choice."""
    return say(_HEXES_IN_TEXT[kind])


def robot_name(box: Box, robot: int) -> str:
    """A robot's name: "Lord Reforge"."""
    return say(box.names["robots"][robot])


def robot_short(box: Box, robot: int) -> str:
    """A robot's name in one word: "Reforge"."""
    return say(box.texts["short"][robot])


@printed
def hue(box: Box, robot: int) -> str:
    """The colour of a robot, as the palette calls it."""
    return box.texts["hue"][robot].replace("grey", "gray")


def looks(robot: int) -> str:
    """The seed by which a robot's head is drawn."""
    return _FACES[robot]


def slot_title(part: int) -> str:
    """A part's place on the body: "Left Leg"."""
    return say(_SLOT_TITLES[part % BODY])


def slot_short(slot: int) -> str:
    """A place on the body where room is short: "L. Shoulder"."""
    return say(_SLOTS_SHORT[slot])


def slot_text(slot: int) -> str:
    """A place on the body in the text of a choice: "left leg"."""
    return say(_SLOTS_IN_TEXT[slot])


def part_name(box: Box, part: int) -> str:
    """A part with its robot: "Reforge's Left Leg"."""
    return say(box.names["parts"][part])


@printed
def part_icon(box: Box, part: int) -> Icon:
    """The picture of a part, in the colour of its robot."""
    slot, robot = part % BODY, part // BODY
    if slot == Slot.HEAD:
        return f"head/{looks(robot)}"
    side = "right" if SLOTS[slot].startswith("right") else "left"
    return f"part/{_KINDS[slot]}/{hue(box, robot)}/{side}"


def part_title(s: Coalheart, box: Box, part: int) -> str:
    """What a part is called: by its place, "Left Leg"; after a draft with its robot, "Reforge's Left Leg"."""
    return part_name(box, part) if s.mode == Mode.DRAFTING else slot_title(part)


def gear_name(box: Box, kind: int) -> str:
    """A Gear card's name."""
    return say(box.names["gear"][kind])


def source_name(s: Coalheart, box: Box, source: int) -> str:
    """What an ability belongs to: a part, a Gear card, the Coal Heart."""
    if source < Source.GEAR:
        return part_title(s, box, source)
    if source < Source.HEART:
        return gear_name(box, source - Source.GEAR)
    return say("Coal Heart")


@printed
def is_designed(box: Box, part: int) -> bool:
    """Whether a part's ability is ours."""
    return bool(box.record.part_confidence[part] == CONFIDENCE.index("designed"))


# --- abilities in few words -----------------------------------------------------------------------------

_GEAR_WORDS = tuple(name.split("-")[-1].title() for name in GEAR_NAMES)

_SHORT: Mapping[str, str] = {
    "mine": "Mine",
    "upgrade": "Upgrade",
    "gear": "Gear",
    "select": "Select {0}",
    "mine-end": "Mine, at its end",
    "upgrade-end": "After Upgrade",
    "select-mine-end": "Select Mine",
    "attacking": "Attacking",
    "from-supply": "Supply gives",
    "from-player": "Took a cube",
    "gaining": "Gaining HP",
    "dealt": "{0}+ dealt",
    "spending": "Gear spent",
    "building": "Each build",
    "may": "",
    "pay-hp": "pay {0} HP",
    "pay-cube": "pay 1 cube",
    "discard-gear": "drop a Gear",
    "power": "+{0} [[burst]]",
    "deluxe": "deluxe allowed",
    "barter": "shoulder or leg for any cubes",
    "attack": "attack",
    "shield": "no attacks on you",
    "take": "take\u00a0{0}",
    "choose": "take 1 you choose",
    "quarry": "take the last",
    "gain": "+{0}\u00a0HP",
    "damage-each": "all lose {0}",
    "damage-them": "they lose {0}",
    "strike": "{0} damage for each cube got",
    "boost": "+{0} damage",
    "double": "double the damage",
    "halve": "half the damage",
    "fetch": "fetch {0} or {1}",
    "take-gear": "take a Gear",
    "receive": "they give you 1",
    "punch": "take 1 of theirs",
    "discount": "−{0} on a part",
    "capture": "take the Coal Heart",
    "weld": "build 1 part free",
    "mend": "mended with {0} HP",
}
"""For a hex of a hand's breadth: three lines of some fifteen letters."""

_BRIEF: Mapping[str, str] = {
    "mine": "[[pick]]",
    "upgrade": "[[wrench]]",
    "gear": "[[gear]]",
    "select": "{0}:",
    "mine-end": "[[pick]]",
    "upgrade-end": "[[wrench]]",
    "select-mine-end": "[[pick]]",
    "attacking": "[[swords]]",
    "from-supply": "[[bag]]",
    "from-player": "[[hand]]",
    "gaining": "[[heart]]",
    "dealt": "[[burst]]",
    "spending": "[[gear]]",
    "building": "[[wrench]]",
    "may": "",
    "pay-hp": "",
    "pay-cube": "",
    "discard-gear": "",
    "power": "+{0} [[burst]]",
    "deluxe": "deluxe",
    "barter": "barter",
    "attack": "attack",
    "shield": "immune",
    "take": "+{0}",
    "choose": "+1",
    "quarry": "last",
    "gain": "+{0}\u00a0HP",
    "damage-each": "hit all",
    "damage-them": "hit {0}",
    "strike": "strike",
    "boost": "+{0}",
    "double": "×2",
    "halve": "half",
    "fetch": "fetch",
    "take-gear": "Gear",
    "receive": "rob",
    "punch": "rob",
    "discount": "cost −{0}",
    "capture": "Heart",
    "weld": "free",
    "mend": "mend",
}
"""For the smallest hexes that have words."""


def _said(row: Row, words: Mapping[str, str]) -> str:
    operation = ABILITIES.operations[row.operation]
    text = words[operation.name]
    for place, (number, kind) in enumerate(zip(row.arguments, operation.arguments.values(), strict=True)):
        name = str(number) if isinstance(kind, range) else _named(kind, number)
        text = text.replace(f"{{{place}}}", name)
    return text


def _named(kind: Kind, number: int) -> str:
    return _GEAR_WORDS[number] if kind == GEAR_NAMES else HEXES[number].title()


def _ability(box: Box, source: int) -> Any:
    b = box.record
    if source < Source.GEAR:
        return b.part_does[source].flat
    if source < Source.HEART:
        return b.gear_does[source - Source.GEAR].flat
    return b.heart_does[source - Source.HEART].flat


class Abilities(NamedTuple):
    """The abilities of a box in words, by source: `full`, `short` for a large hex, `brief` for a small one."""

    full: tuple[Words, ...]
    short: tuple[Words, ...]
    brief: tuple[Words, ...]


_KNOWN: dict[str, Abilities] = {}


def abilities(box: Box) -> Abilities:
    """The words of a box, made once."""
    if box.digest not in _KNOWN:
        sources = range(SOURCES)
        _KNOWN[box.digest] = Abilities(
            tuple(" ".join(ABILITIES.words(_ability(box, source))) for source in sources),
            tuple(_short(box, source) for source in sources),
            tuple(_brief(box, source) for source in sources),
        )
    return _KNOWN[box.digest]


def _parts_said(box: Box, source: int, words: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The conditions of an ability, and what it does."""
    rows = list(ABILITIES.rows(_ability(box, source)))
    guards = [said for row in rows if row.guards and (said := _said(row, words))]
    return guards, [_said(row, words) for row in rows if not row.guards]


def _short(box: Box, source: int) -> Words:
    guards, done = _parts_said(box, source, _SHORT)
    words = f"{', '.join(guards)}: {listed(done)}" if guards else listed(done)
    return words[:1].upper() + words[1:]


def _brief(box: Box, source: int) -> Words:
    guards, done = _parts_said(box, source, _BRIEF)
    return " ".join(done if done == [_BRIEF["deluxe"]] else [*guards, *done])


def part_words(box: Box, part: int) -> Words:
    """A part and all that it does, in a sentence."""
    fields = {"part": part_name(box, part), "words": abilities(box).full[part]}
    if is_designed(box, part):
        return say("**{part}**: {words} (designed here)", **fields)
    return say("**{part}**: {words}", **fields)
