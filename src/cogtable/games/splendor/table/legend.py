"""The meanings of the symbols on cards and tokens."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.games.splendor.rules.components import COLOR_COUNT
from cogtable.games.splendor.table.labels import Played, SplendorWords
from cogtable.table import Box, LegendEntry, capital, say


class SplendorLegend(SplendorWords[Played]):
    """The legend. Games like Splendor override what differs."""

    def legend(self, box: Box) -> Iterator[LegendEntry]:
        """The legend, in the order in which a beginner meets the symbols."""
        cards, gems = say("On a card"), say(self.gems_group)
        yield LegendEntry(symbol="**4**", words=say("Points, at the top left"), group=cards, rule=self.numbers["buy"])
        gem, words = f"[[{self.gems[1]}]]", say(self.symbol_bonus)
        yield LegendEntry(symbol=gem, words=words, place="card/badge", group=cards, rule=self.numbers["bonus"])
        cost, words = f"[[{self.gems[0]}]] **2**", say("Its cost, at the bottom")
        yield LegendEntry(symbol=cost, words=words, place="card/costs", group=cards, rule=self.numbers["buy"])
        yield LegendEntry(
            symbol=say(self.can_buy), words=say(self.symbol_buy), tag=True, group=cards, rule=self.numbers["buy"]
        )
        yield LegendEntry(
            symbol="[[dots/3]]", words=say("The deck of level 3: expensive cards, many points"), group=cards
        )
        yield from self.more_symbols(cards)
        for kind in range(COLOR_COUNT):
            yield self.gem_symbol(kind, capital(self.kind(kind)), gems)
        yield from self.joker_symbols(gems)

    def more_symbols(self, cards: str) -> Iterator[LegendEntry]:
        """Other symbols on cards and tiles, in the group of the cards."""
        words = say("A noble: visits the player who has these cards, and brings these points")
        yield LegendEntry(symbol="[[noble/1]]", family="noble", words=words, group=cards, rule=self.numbers["noble"])

    def joker_symbols(self, gems: str) -> Iterator[LegendEntry]:
        """The tokens without a colour."""
        words = say("Gold: counts as any colour. You get it by reserving")
        yield self.gem_symbol(COLOR_COUNT, words, gems, self.numbers["reserve"])

    def gem_symbol(self, kind: int, words: str, group: str, rule: str = "") -> LegendEntry:
        """The entry of a gem, which also explains the tokens that show it."""
        gem = self.gems[kind]
        family = f"{gem} {self.chips(kind)}"
        return LegendEntry(symbol=f"[[{gem}]]", family=family, words=words, group=group, rule=rule)
