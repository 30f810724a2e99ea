"""Pages about a game over HTTP: rules, legend, components, gallery."""

from __future__ import annotations

import msgspec

from cogtable.server.wire.base import VariantInfo
from cogtable.view import Choice, Component, LegendEntry, View, Words


class Example(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An example of what a table can show, under a heading (`group`): its name, an explanation, and the lines of Python
    that make it, which were run to make the view.
    """

    group: str
    title: str
    words: str
    source: str
    view: View


class Gallery(msgspec.Struct, kw_only=True):
    """`GET /api/gallery`: everything that a table can show, for authors of games."""

    examples: list[Example]


class RulesPoint(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One or two sentences of a rules page, and the numbers of the rules that they are about."""

    words: Words
    rules: list[str] = []


class RulesPicture(msgspec.Struct, kw_only=True):
    """A live picture of a rules page: the position `before` a move, the `choice` that is played, and the
    position `after` it. Both views contain only what the picture shows.
    """

    title: Words
    point: RulesPoint
    choice: Choice
    before: View
    after: View


class RulesSection(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A section of a rules page. `name` is its anchor. `number` is shown large, before its `unit` ("15 points"). If
    `legend` is set, the game's legend is shown here.
    """

    name: str
    title: Words
    lead: list[RulesPoint] = []
    pictures: list[RulesPicture] = []
    points: list[RulesPoint] = []
    number: str = ""
    unit: Words = ""
    legend: bool = False


class RulesPage(msgspec.Struct, kw_only=True):
    """`GET /api/rules/{game}/page`: the introduction on the rules page of a game, before its numbered rules. It has no
    sections if the game has only numbered rules.
    """

    title: str
    sections: list[RulesSection]


class Legend(msgspec.Struct, kw_only=True):
    """`GET /api/rules/{game}/legend`: the meaning of a game's symbols."""

    entries: list[LegendEntry]


class Contents(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/games/{game}/components`, and for a variant `GET /api/boxes/{key}/components`: the contents of a game's
    box, for printing. `changed` are the pieces of a variant that differ from the game's own, by the `piece` of their
    cards.
    """

    game: str
    title: Words
    components: list[Component]
    variant: VariantInfo | None = None
    changed: list[str] = []
