"""The names of the pictures, hues and cuts that the client draws, and messages about other names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

HUES = [
    "white", "blue", "green", "red", "black", "gold", "yellow", "orange", "purple", "gray", "teal", "pink", "brown",
    "slate", "lit", "brass",
]  # fmt: skip

CUTS = ["round", "square", "triangle", "hexagon", "diamond", "star", "drop", "heart"]

SIGNS = [
    "undo", "book", "sound", "sound-off", "menu", "list", "sun", "moon", "system", "user", "clock", "link", "plus",
    "pencil", "bulb", "minus", "chart", "first-move", "last-move", "offline", "play", "pause", "check", "close",
    "speech", "share", "alert", "expand", "up", "down", "eye-off", "eye", "help", "lock", "trophy", "door", "again",
    "branch", "left", "right", "arrow-up", "arrow-down", "arrow-left", "arrow-right", "turn-right", "turn-left",
    "bin", "printer", "save", "card", "cards", "people", "calendar", "device",
]  # fmt: skip

THINGS = [
    "heart", "crown", "coin", "battery", "battery-spent", "blueprints", "ellipsis", "gear", "burst", "star", "shield",
    "bolt",
    "tokens", "swords", "wrench", "shovel", "pick", "hammer", "saw", "chainsaw", "blasters", "hand", "torch", "ember",
    "bag", "cell", "quill", "first", "claw", "fist", "boot", "repair", "page", "plug", "home", "skull", "flag",
    "destroyed", "removed", "cut-off", "yashichi", "drill", "logo", "cog",
]  # fmt: skip

SCENES = ["gems", "robots", "heart", "machines", "batteries"]
"""The large pictures of the lobby."""

PLACES = ["mine", "port", "caravan", "workshop", "palace"]
"""The places of illustrated cards."""

SURFACES = ["felt", "bench", "steel", "stone", "lab"]
"""The materials of a table."""

PICTURES = (*SIGNS, *THINGS)
"""The pictures without a family."""

ANY = "any word"
"""The argument of a family that makes a picture from any word."""

FAMILIES = {
    "gem": ("hue", "cut"),
    "jewel": ("hue", "cut"),
    "token": ("hue", "cut"),
    "card": ("hue", "cut"),
    "cube": ("hue", "cut", ANY),
    "disc": ("picture", "hue"),
    "dots": (ANY,),
    "mark": (ANY,),
    "robot": (ANY, "hue"),
    "figure": (ANY, "hue"),
    "head": (ANY, "hue"),
    "noble": (ANY,),
    "crowd": (ANY,),
    "part": (ANY, "hue", ANY),
    "machine": ("hue", ANY, ANY),
    "box": ("scene",),
    "ground": ("hue", ANY),
    "lit": ("hue",),
    "scene": ("place", "hue", ANY, "cut"),
    "chips": ("hue", "cut", ANY),
    "surface": ("surface", "theme"),
    "back": (ANY,),
}
"""The arguments of each family of pictures, after slashes; an omitted argument has a default."""

_IN_TEXT = re.compile(r"\[\[(?!seat:|rule:|key:)([^\]|]+)")
_KNOWN: dict[str, Sequence[str]] = {
    "hue": HUES,
    "cut": [*CUTS, "circle"],
    "picture": PICTURES,
    "scene": SCENES,
    "place": PLACES,
    "surface": SURFACES,
    "theme": ["dark", "light"],
}


def unknown(name: str) -> str:
    """Returns the mistake in the name of a picture; empty if the client draws it.

    >>> unknown("gem/red/star")
    ''
    >>> unknown("gem/red/squere")
    'there is no cut "squere" (in "gem/red/squere"); did you mean square?'
    """
    family, *words = name.split("/")
    if family not in FAMILIES:
        return "" if family in PICTURES else _missing("picture", family, [*PICTURES, *FAMILIES], name)
    for kind, word in zip(FAMILIES[family], words, strict=False):
        if word and kind != ANY and word not in _KNOWN[kind]:
            return _missing(kind, word, _KNOWN[kind], name)
    return ""


def _missing(kind: str, word: str, known: Sequence[str], name: str) -> str:
    close = get_close_matches(word, known, n=1)
    where = f' (in "{name}")' if word != name else ""
    meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
    return f'there is no {kind} "{word}"{where}; {meant}'


def wrong_in(shown: Any) -> Iterator[str]:
    """The mistakes in the pictures and hues of a view, or of anything else that is shown, in the form of
    `msgspec.to_builtins`.
    """
    if isinstance(shown, str):
        yield from filter(None, map(unknown, _IN_TEXT.findall(shown)))
    elif isinstance(shown, list | tuple):
        for item in shown:
            yield from wrong_in(item)
    elif isinstance(shown, dict):
        kind = shown.get("kind")
        for key, value in shown.items():
            if key in ("icon", "art", "badge") and value and not value.startswith("[["):
                # a machine's art is its form
                yield from filter(None, [unknown(value)] if (kind, key) != ("machine", "art") else [])
            elif key in ("extra", "foot"):
                yield from filter(None, map(unknown, value))
            elif key == "hue" and value and value not in HUES and kind != "back":
                yield _missing("hue", value, HUES, value)
            else:
                yield from wrong_in(value)
