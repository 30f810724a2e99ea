"""The legend of a game: the signs that its table explains, and those that its pieces bear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter

from cogtable.engine.game import Game
from cogtable.view import Face, Icon, Sign, View

_ICON = re.compile(r"\[\[(?!seat:|rule:|key:)([^\]|]+)")


def signs_of(game: Game) -> list[Sign]:
    """The signs that a game's table explains (its `signs(box)`), in order; none if it explains none."""
    signs = getattr(game.table, "signs", None)
    found: list[Sign] = list(signs(game.box)) if signs else []
    return found


def meaning(icon: Icon, signs: list[Sign]) -> Sign | None:
    """The sign that explains an icon: one that shows just that, or else one for its family, the nearest first."""
    for sign in signs:
        if not sign.family and icon in _ICON.findall(sign.sign):
            return sign
    families = [(name.count("/"), sign) for sign in signs for name in sign.family.split() if _belongs(icon, name)]
    return max(families, key=itemgetter(0), default=(0, None))[1]


def _belongs(icon: Icon, family: str) -> bool:
    """Whether an icon has the name of a family, or one that begins with it and a slash; a star is any part."""
    parts, wanted = icon.split("/"), family.split("/")
    return len(wanted) <= len(parts) and all(one in ("*", part) for one, part in zip(wanted, parts, strict=False))


def icons_on(face: Face) -> Iterator[Icon]:
    """The icons on a face, in its words too."""
    yield from filter(None, (face.art, face.badge, *face.extra, *face.foot, *(pip.icon for pip in face.costs)))
    for words in (face.title, face.words, face.short, face.status):
        yield from _ICON.findall(words)


def unexplained(view: View, signs: list[Sign]) -> set[Icon]:
    """The icons on the pieces of a view that no sign explains."""
    icons = {icon for piece in view.pieces for icon in icons_on(piece.face)}
    return {icon for icon in icons if meaning(icon, signs) is None}
