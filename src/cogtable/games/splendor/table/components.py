"""The contents of the box, for printing."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD, LEVELS
from cogtable.games.splendor.table.labels import Played
from cogtable.games.splendor.table.scene import SplendorScene
from cogtable.table import Box, Component, Face, PrintedCard, card_component, once_each, say, square_tiles, tokens

TILE, TOKEN = 60.0, 30.0
"""A noble and a token, in millimetres."""


class SplendorComponents(SplendorScene[Played]):
    """The components. Games like Splendor override what differs."""

    def components(self, box: Box) -> list[Component]:
        """The cards by level, the nobles, the tokens."""
        return [*self._decks(box), *self.tiles(box), self._tokens(box)]

    def _decks(self, box: Box) -> Iterator[Component]:
        cards = once_each(box, "cards", self.cards(box)["cards"])
        for level in range(1, LEVELS + 1):
            own = [card for card in cards if card.face.level == level]
            back = Face(kind="back", hue=f"level{level}", level=level)
            yield card_component(f"cards{level}", say("Cards of level {level}", level=level), own, back, table="cards")

    def tiles(self, box: Box) -> Iterator[Component]:
        """The nobles."""
        table = self.nobles_table
        nobles = once_each(box, table, self.cards(box)[table])
        yield square_tiles("nobles", say(self.nobles), TILE, nobles, back=Face(kind="back"), table=table)

    def _tokens(self, box: Box) -> Component:
        counts = self.token_counts(box)
        faces = [Face(kind="token", hue=kind, art=gem) for kind, gem in zip(self.kinds, self.gems, strict=True)]
        cards = [PrintedCard(face=face, copies=count) for face, count in zip(faces, counts, strict=True) if count]
        two, three, gold = int(box.record.gems[2]), int(box.record.gems[3]), int(box.record.gold)
        note = say(
            "With two players use {two} of each colour, with three {three}, and always all {n} {gold}",
            two=two,
            three=three,
            n=gold,
            gold=self.kind(GOLD),
        )
        return tokens("tokens", say(self.gems_group), TOKEN, cards, note=note)

    def token_counts(self, box: Box) -> list[int]:
        """How many tokens there are of each kind."""
        return [int(box.record.gems.max())] * COLOR_COUNT + [int(box.record.gold)]
