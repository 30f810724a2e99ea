"""A game's own picture for the lobby: an SVG file in its package."""

from __future__ import annotations

from pathlib import Path

from cogtable.engine.errors import BadPicture

SUFFIX = ".svg"
MOST_BYTES = 64 * 1024
"""A lobby shows many games at once, and a picture travels whole."""

_SVG = "{http://www.w3.org/2000/svg}svg"


def is_picture(art: str) -> bool:
    """Whether a game's `art` names a file of its own rather than a picture of the client."""
    return art.endswith(SUFFIX)


def read_picture(folder: Path, name: str) -> bytes:
    """The picture `name` in a game's folder.

    Raises BadPicture when it is missing, larger than MOST_BYTES, or no SVG document.
    """
    from xml.etree import ElementTree as ET  # few games have one, and a page downloads what is imported

    path = folder / name
    if path.name != name:
        raise BadPicture(f"{name}: expected the name of a file in the game's folder, without a path")
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadPicture(f"{path}: the picture cannot be read: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise BadPicture(f"{path}: expected a picture of at most {MOST_BYTES} bytes; found {path.stat().st_size}")
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise BadPicture(f"{path}: expected an SVG document without a DOCTYPE")
    try:
        root = ET.fromstring(data).tag
    except ET.ParseError as error:
        raise BadPicture(f"{path}: expected an SVG document; it cannot be parsed: {error}") from error
    if root != _SVG:
        raise BadPicture(f"{path}: expected an SVG document, whose root is {_SVG}; found the root {root}")
    return data
