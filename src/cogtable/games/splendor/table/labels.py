"""What things of Splendor are called, and the rules that links lead to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from cogtable.engine.box import Box
from cogtable.engine.printed import printed
from cogtable.engine.words import listed, plural, say, series
from cogtable.games.splendor.rules.actions import TOKENS_TAKEN
from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD
from cogtable.games.splendor.rules.paying import affordable, price
from cogtable.games.splendor.rules.state import GemState
from cogtable.games.splendor.table.phrases import SplendorPhrases
from cogtable.view import Words


def taken(action: int) -> list[tuple[int, int]]:
    """The colours that an action takes, each with its count."""
    return [(color, int(TOKENS_TAKEN[action, color])) for color in range(COLOR_COUNT) if TOKENS_TAKEN[action, color]]


Played = TypeVar("Played", bound=GemState)
"""The record of the game."""


def _copy(text: str, copy: int) -> str:
    """Tells copies of a card apart."""
    return text if copy == 1 else say("{card} ({copy})", card=text, copy=copy)


class SplendorWords(SplendorPhrases, Generic[Played]):
    """The words. Games like Splendor override them."""

    def rule(self, what: str) -> Words:
        """A link to the rule about something."""
        return f"[[rule:{self.numbers[what]}]]"

    def kind(self, kind: int) -> Words:
        """A kind of token in words."""
        return say(self.kinds[kind])

    def gem(self, kind: int) -> Words:
        """A kind of token in words, with its picture."""
        return f"[[{self.gems[kind]}|{self.kind(kind)}]]"

    def tokens(self, counts: Iterable[tuple[int, int]], icons: bool = False) -> list[str]:
        """(kind, count) pairs in words: "2 white", or with icons."""
        return [
            f"{count}\u00a0{self.gem(kind)}" if icons else f"{count} {self.kind(kind)}"
            for kind, count in counts
            if count
        ]

    @printed
    def cost(self, box: Box, card: int) -> list[tuple[int, int]]:
        """A card's price in colours and counts."""
        cost = box.record.cost[card]
        return [(color, int(cost[color])) for color in range(COLOR_COUNT) if cost[color]]

    @printed
    def card_text(self, box: Box, card: int) -> str:
        """A card in words that no other card has."""
        return _copy(self._card_text(box, card), box.copies["cards"][card])

    def _card_text(self, box: Box, card: int) -> str:
        points = int(box.record.points[card])
        fields = {
            "level": box.record.level[card],
            "color": self.kind(int(box.record.bonus[card])),
            "cost": series(self.tokens(self.cost(box, card))),
        }
        if not points:
            return say("level {level} {color} card, cost {cost}", **fields)
        return plural(
            points,
            "level {level} {color} card, {n} point, cost {cost}",
            "level {level} {color} card, {n} points, cost {cost}",
            **fields,
        )

    @printed
    def card_words(self, box: Box, card: int) -> Words:
        """A card in a sentence of the log."""
        level, points = box.record.level[card], box.record.points[card]
        gem = self.gem(int(box.record.bonus[card]))
        if not points:
            return say("a level {level} {gem} card", level=level, gem=gem)
        return say("a level {level} {gem} card worth {points}", level=level, gem=gem, points=points)

    @printed
    def noble_text(self, box: Box, noble: int) -> str:
        """A noble with its points and its cost in cards."""
        return plural(
            int(box.record.noble_points[noble]),
            "noble, {n} point, asks for {needs} cards",
            "noble, {n} points, asks for {needs} cards",
            needs=self.needs(box, noble),
        )

    def needs(self, box: Box, noble: int) -> str:
        """The cards that a noble asks for."""
        return listed(self.tokens(enumerate(box.record.noble_needs[noble])))

    def lack(self, s: Played, box: Box, seat: int, card: int) -> list[tuple[int, int]]:
        """Tokens of each colour that a seat lacks for a card, its gold not counted."""
        tokens = s.tokens[seat].tolist()
        prices = [(color, int(price(s, box.record, seat, card, color))) for color, _ in self.cost(box, card)]
        return [(color, count - tokens[color]) for color, count in prices if count > tokens[color]]

    def lack_words(self, s: Played, box: Box, seat: int, card: int) -> Words:
        """Why a seat cannot buy a card; empty if it can."""
        if affordable(s, box.record, seat, card):
            return ""
        return self.lacking_words(s, seat, self.lack(s, box, seat, card))

    def lacking_words(self, s: Played, seat: int, lack: list[tuple[int, int]]) -> Words:
        """A sentence about the tokens that a seat lacks."""
        tokens, rule = listed(self.tokens(lack, icons=True)), self.rule("buy")
        if not s.tokens[seat, GOLD]:
            return say("You lack {tokens} · {rule}", tokens=tokens, rule=rule)
        gold = f"{s.tokens[seat, GOLD]} {self.kind(GOLD)}"
        return say("You lack {tokens} besides your {gold} · {rule}", tokens=tokens, gold=gold, rule=rule)
