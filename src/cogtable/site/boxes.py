"""Boxes that the host of a site puts beside the games' own, as variants."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from cogtable.engine.boxes.box import box_file
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.server.core.variant import Variant
from cogtable.server.core.variants import differences_of, info_of, title_and_key
from cogtable.site.downloads import CannotBuild
from cogtable.site.page_tables.variants import PackedVariant


def read_boxes(games: Sequence[Game], files: Sequence[Path]) -> list[Variant]:
    """The variants with these boxes, which must be for one of the games and as large as its own box: a page has one
    module for each game. Raises BadBox, and CannotBuild.
    """
    return list({found.key: found for found in (_read(games, file) for file in files)}.values())


def _read(games: Sequence[Game], file: Path) -> Variant:
    name = registry.name_in(file)
    own = next((game for game in games if game.name == name), None)
    if own is None:
        raise CannotBuild(f"{file}: this is a box of {name}, which is not among the games: add --game {name}")
    text = box_file(file)
    boxed = own.with_box_file(file, text)
    if boxed.package != own.package:
        raise CannotBuild(
            f"{file}: expected as many entries in each table as the box of {name} has; boxes of other sizes need a "
            f"server: cogtable serve --box {file}"
        )
    title, key = title_and_key(own, text, file.stem, "")
    return Variant(key, boxed, title, "", text.text)


def packed(variants: Sequence[Variant]) -> dict[str, bytes]:
    """By game, its variants as they are packed (see `page_tables.variants`)."""
    found: dict[str, list[PackedVariant]] = {}
    for one in variants:
        info = info_of(one, differences_of(one))
        found.setdefault(one.game.name, []).append(PackedVariant(info=info, text=one.text))
    return {name: msgspec.json.encode(each) for name, each in found.items()}
