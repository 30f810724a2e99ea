"""The differences between a box and a game's own, as people see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogtable.engine.boxes.box import COPIES
from cogtable.engine.boxes.diff import Located
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import plural, say
from cogtable.server.wire import lobby_api
from cogtable.view import PrintedCard

SHOWN = 60
"""The maximum number of differences that are listed; further ones are only counted."""


class Compared(NamedTuple):
    """The differences between two boxes: in words, each with its appearance, and the affected pieces on the table."""

    words: str
    differences: list[lobby_api.Difference]
    pieces: list[str]

    @property
    def shown(self) -> list[lobby_api.Difference]:
        """The differences that are listed."""
        return self.differences[:SHOWN]

    @property
    def more(self) -> int:
        """The number of further differences."""
        return max(0, len(self.differences) - SHOWN)


def compared(game: Game, own: Game, changes: Sequence[Located]) -> Compared:
    """Returns the differences between a game with a box and the game with its own box. `changes` are those between the
    files.
    """
    faces = faces_of(game), faces_of(own)
    entries: dict[tuple[str, str], list[Located]] = {}
    for each in changes:
        entries.setdefault((each.change.where or each.change.field.partition(".")[0], each.table), []).append(each)
    found, pieces = [], []
    for (where, table), group in entries.items():
        place, first = group[0], group[0].change
        side = 1 if first.kind == "removed" else 0
        copies = [i for i, row in enumerate((game, own)[side].box.entries.get(table, ())) if row == place.number]
        cards = [faces[side][table][i] for i in copies if i < len(faces[side].get(table, ()))]
        pieces += [card.piece for card in cards if card.piece and side == 0]
        fields = [_field(game, each) for each in group if each.change.kind == "changed"]
        found.append(
            lobby_api.Difference(
                kind="changed" if first.kind == "order" else first.kind,
                name=_name(place, where),
                face=cards[0].face if cards else None,
                fields=fields or ([_reordered()] if first.kind == "order" else []),
            )
        )
    cards_differ = sum(1 for _, table in entries if table)
    rest = len(entries) - cards_differ
    words = []
    if cards_differ:
        words.append(plural(cards_differ, "{n} card differs", "{n} cards differ"))
    if rest:
        words.append(plural(rest, "{n} number differs", "{n} numbers differ"))
    return Compared(" · ".join(words), found, pieces)


def faces_of(game: Game) -> dict[str, list[PrintedCard]]:
    """Returns the cards of a game's box as they look, by table of the box; empty if the game doesn't show them."""
    show = getattr(game.table, "cards", None)
    return dict(show(game.box)) if show else {}


def _name(place: Located, where: str) -> str:
    """Returns the name of a difference: of a card its name, of a number the name that the box uses."""
    name = place.entry.get("name")
    return str(name) if name else where if place.table else where.replace("_", " ")


def _reordered() -> lobby_api.FieldChange:
    return lobby_api.FieldChange(field=say("order"), new=say("the entries are in a different order"))


def _field(game: Game, place: Located) -> lobby_api.FieldChange:
    change = place.change
    usual = 1 if change.field == COPIES else None
    old, new = (_words(game, place, usual if value is None else value) for value in (change.old, change.new))
    inside = change.field if place.table else change.field.partition(".")[2]
    return lobby_api.FieldChange(field=inside.replace(".", ": ").replace("_", " "), old=old, new=new)


def _words(game: Game, place: Located, value: object) -> str:
    """Returns a value of a box in words: operations as on the card, lists without brackets."""
    if value is None:
        return ""
    vocabulary = game.vocabulary(place.table, place.change.field)
    if vocabulary and isinstance(value, list):
        try:
            return " ".join(vocabulary.words(vocabulary.parse(value)))
        except ValueError:  # an operation that exists only in the other box
            pass
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    return str(value)
