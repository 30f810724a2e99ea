"""The variants that a page offers: boxes that its host put beside the games' own (`cogtable site --box`).

Those of a game are in one file in its folder, which is packed with it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from cogtable.engine.boxes.box import box_text
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.server.core.variant import Variant
from cogtable.server.wire.base import VariantInfo

FILE = "variants.json"


class PackedVariant(msgspec.Struct, kw_only=True, frozen=True):
    """A variant in that file: how it is listed, and the text of its box."""

    info: VariantInfo
    text: str


class PageVariant(NamedTuple):
    """A variant, and how it is listed."""

    variant: Variant
    info: VariantInfo


def variant_of(game: str, key: str) -> PageVariant | None:
    """The variant of a game; None if the page does not have it. Raises UnknownGame."""
    return packed_with(registry.find(game)).get(key)


@cache
def packed_with(game: Game) -> dict[str, PageVariant]:
    """The variants that are packed with a game, by their keys."""
    file = game.folder / FILE
    return unpacked(game, file.read_bytes()) if file.exists() else {}


def unpacked(game: Game, packed: bytes) -> dict[str, PageVariant]:
    """The variants in a file."""
    found = {}
    for info, text in ((one.info, one.text) for one in msgspec.json.decode(packed, type=list[PackedVariant])):
        boxed = game.with_box_file(Path(f"{info.key}.toml"), box_text(info.title, text))
        found[info.key] = PageVariant(Variant(info.key, boxed, info.title, info.by, text), info)
    return found
