"""The names of things on the table: cubes, parts, Gear, robots."""

from __future__ import annotations

from collections.abc import Iterable

from cogtable.games.coalheart.rules.box import Source
from cogtable.games.coalheart.rules.components import BODY, CONFIDENCE, SLOTS, Slot
from cogtable.games.coalheart.rules.state import Coalheart, Mode
from cogtable.games.coalheart.table.abilities import ability
from cogtable.table import Box, Icon, Words, capital, phrase, printed, say

CUBE_ICONS: tuple[Icon, ...] = (
    "cube/blue/square/S",
    "cube/green/circle/P",
    "cube/black/hexagon/C",
    "cube/gold/diamond/G",
)
HEX_HUES = ("teal", "green", "red", "purple", "orange", "blue")
GEAR_ICONS: tuple[Icon, ...] = ("chainsaw", "shield", "hand", "torch", "blasters", "repair", "fist", "shovel")
GEAR_HUES = ("red", "blue", "orange", "gold", "brown", "green", "purple", "teal")
DESIGNED: Icon = "quill"
"""Marks an ability that was invented here, because no source shows it."""

_SLOTS = (
    phrase("Head"),
    phrase("Left Shoulder"),
    phrase("Right Shoulder"),
    phrase("Left Arm"),
    phrase("Right Arm"),
    phrase("Chest"),
    phrase("Core"),
    phrase("Left Leg"),
    phrase("Right Leg"),
    phrase("Left Foot"),
    phrase("Right Foot"),
)
_SHORT_SLOTS: dict[int, Words] = {slot: phrase("Shoulder") for slot in (Slot.LEFT_SHOULDER, Slot.RIGHT_SHOULDER)}
"""Names too long for a hex. Its place says which side it is on."""
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
_CUBES = (phrase("steel"), phrase("plastic"), phrase("coal"), phrase("gold"))
_HEXES = (
    phrase("mine"),
    phrase("upgrade"),
    phrase("fight"),
    phrase("gear"),
    phrase("capture"),
    phrase("scavenge"),
)
_KINDS = ("head", "shoulder", "shoulder", "arm", "arm", "chest", "core", "leg", "leg", "foot", "foot")
_FACES = ("p5h2e1a5r2m1", "p2h0e4a1r1m2", "p4h1e0a0r0m0", "p1h0e3a2r1m4", "p3h3e2a3r0m3", "p0h5e5a4r2m1")
"""The faces of the six robots."""

MOMENTS = (
    phrase("before you attack"),
    phrase("when attacked"),
    phrase("after you attack"),
    phrase("on your turn"),
    phrase("on your Upgrade turn"),
)

# --- names --------------------------------------------------------------------------------------------


def cube_text(color: int) -> str:
    """The name of a cube in the text of a choice."""
    return say(_CUBES[color])


def cube_name(color: int) -> str:
    """The name of a cube in all other texts."""
    return capital(cube_text(color))


def cube(color: int) -> Words:
    """A cube in a sentence, with its picture."""
    return f"[[{CUBE_ICONS[color]}|{cube_name(color)}]]"


def cube_counts(counts: Iterable[int]) -> Words:
    """Cubes as pictures with their numbers."""
    return " ".join(f"{count}\u00a0[[{CUBE_ICONS[color]}]]" for color, count in enumerate(counts) if count)


def hex_text(kind: int) -> str:
    """The name of an Action Hex in the text of a choice."""
    return say(_HEXES[kind])


def hex_name(kind: int) -> str:
    """The name of an Action Hex in all other texts."""
    return capital(hex_text(kind))


def robot_name(box: Box, robot: int) -> str:
    """A robot's name: "Lord Reforge"."""
    return say(box.names["robots"][robot])


def robot_short(box: Box, robot: int) -> str:
    """A robot's name in one word: "Reforge"."""
    return say(box.texts["short"][robot])


@printed
def hue(box: Box, robot: int) -> str:
    """The colour of a robot in the palette."""
    return box.texts["hue"][robot].replace("grey", "gray")


def looks(robot: int) -> str:
    """The seed for drawing a robot's head."""
    return _FACES[robot]


def slot_title(part: int) -> str:
    """A part's place on the body: "Left Leg"."""
    return say(_SLOTS[part % BODY])


def slot_short(slot: int) -> str:
    """A short name for a part's place: "Shoulder"."""
    return say(_SHORT_SLOTS.get(slot, _SLOTS[slot]))


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
    """The name of a part: "Left Leg", or after a draft "Reforge's Left Leg"."""
    return part_name(box, part) if s.mode == Mode.DRAFTING else slot_title(part)


def gear_name(box: Box, kind: int) -> str:
    """A Gear card's name."""
    return say(box.names["gear"][kind])


def source_name(s: Coalheart, box: Box, source: int) -> str:
    """The name of the source of an ability: a part, a Gear card, or the Coal Heart."""
    if source < Source.GEAR:
        return part_title(s, box, source)
    if source < Source.HEART:
        return gear_name(box, source - Source.GEAR)
    return say("Coal Heart")


@printed
def is_designed(box: Box, part: int) -> bool:
    """Whether a part's ability was invented here."""
    return bool(box.record.part_confidence[part] == CONFIDENCE.index("designed"))


def part_words(box: Box, part: int) -> Words:
    """A part and its ability, in a sentence."""
    fields = {"part": part_name(box, part), "words": ability(box, part)}
    if is_designed(box, part):
        return say("**{part}**: {words} (our own design)", **fields)
    return say("**{part}**: {words}", **fields)
