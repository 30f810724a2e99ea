"""The legend of a game, and the symbols on its pieces that it explains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter

from cogtable.engine.play.game import Game
from cogtable.view import Face, Icon, LegendEntry, View

_ICON = re.compile(r"\[\[(?!seat:|rule:|key:)([^\]|]+)")


def legend_of(game: Game) -> list[LegendEntry]:
    """The entries of a game's legend (`legend(box)` of its table), in order; none if its table has no legend."""
    legend = getattr(game.table, "legend", None)
    entries: list[LegendEntry] = list(legend(game.box)) if legend else []
    return entries


def meaning(icon: Icon, legend: list[LegendEntry]) -> LegendEntry | None:
    """The entry that explains an icon: one that shows exactly this icon, else the one with the closest family."""
    for entry in legend:
        if not (entry.family or entry.place) and icon in _ICON.findall(entry.symbol):
            return entry
    families = [(name.count("/"), entry) for entry in legend for name in entry.family.split() if _belongs(icon, name)]
    return max(families, key=itemgetter(0), default=(0, None))[1]


def _belongs(icon: Icon, family: str) -> bool:
    """Whether an icon's name is that of a family, or begins with it and a slash. An asterisk stands for any part."""
    parts, wanted = icon.split("/"), family.split("/")
    return len(wanted) <= len(parts) and all(one in ("*", part) for one, part in zip(wanted, parts, strict=False))


def icons_on(face: Face) -> Iterator[Icon]:
    """The icons on a face, including those in its text. A scene that fills the face is an illustration, not an icon."""
    art = "" if face.ground == "scene" else face.art
    yield from filter(None, (art, face.badge, *face.extra, *face.foot, *(pip.icon for pip in face.costs)))
    for words in (face.title, face.words, face.short, face.status):
        yield from _ICON.findall(words)


def unexplained(view: View, legend: list[LegendEntry]) -> set[Icon]:
    """The icons on the pieces of a view that the legend does not explain."""
    icons = {icon for piece in view.pieces for icon in icons_on(piece.face)}
    return {icon for icon in icons if meaning(icon, legend) is None}
