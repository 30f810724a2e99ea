"""What the signs on cards and tokens mean."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.engine.box import Box
from cogtable.engine.words import capital, say
from cogtable.games.splendor.rules.components import COLOR_COUNT
from cogtable.games.splendor.table.labels import Played, SplendorWords
from cogtable.view import Sign


class SplendorLegend(SplendorWords[Played]):
    """The legend. Games like Splendor override what differs."""

    def signs(self, box: Box) -> Iterator[Sign]:
        """The signs of the game, in the order in which a beginner meets them."""
        cards, gems = say("On a card"), say(self.gems_group)
        yield Sign(sign="**4**", words=say("Points, at the top left"), group=cards, rule=self.numbers["buy"])
        yield Sign(sign=f"[[{self.gems[1]}]]", words=say(self.sign_bonus), group=cards, rule=self.numbers["bonus"])
        cost = f"[[{self.gems[0]}]] **2**"
        yield Sign(sign=cost, words=say("Its cost, at the bottom"), group=cards, rule=self.numbers["buy"])
        yield Sign(sign=say(self.can_buy), words=say(self.sign_buy), tag=True, group=cards, rule=self.numbers["buy"])
        yield Sign(sign="[[dots/3]]", words=say("The deck of level 3: dear cards, many points"), group=cards)
        yield from self.more_signs(cards)
        for kind in range(COLOR_COUNT):
            yield Sign(sign=f"[[{self.gems[kind]}]]", words=capital(self.kind(kind)), group=gems)
        yield from self.joker_signs(gems)

    def more_signs(self, cards: str) -> Iterator[Sign]:
        """What else stands on cards and tiles, in the group of the cards."""
        words = say("A noble: visits whoever has these cards, and brings these points")
        yield Sign(sign="[[noble/1]]", family="noble", words=words, group=cards, rule=self.numbers["noble"])

    def joker_signs(self, gems: str) -> Iterator[Sign]:
        """The tokens that are not of a colour."""
        words = say("Gold: counts as any colour. You get it by reserving")
        yield Sign(sign=f"[[{self.gems[COLOR_COUNT]}]]", words=words, group=gems, rule=self.numbers["reserve"])
