"""What things of Splendor are called, and the rules that links lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from cogtable.engine.box import Box
from cogtable.engine.printed import printed
from cogtable.engine.words import counted, listed
from cogtable.games.splendor.rules.actions import TOKENS_TAKEN
from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD, KINDS
from cogtable.games.splendor.rules.paying import affordable, price
from cogtable.games.splendor.rules.state import GemState
from cogtable.view import Words


def gem_icons(kinds: Iterable[str], cuts: Iterable[str]) -> tuple[str, ...]:
    """The picture of each kind of token."""
    return tuple(f"gem/{kind}/{cut}" for kind, cut in zip(kinds, cuts, strict=True))


def taken(action: int) -> list[tuple[int, int]]:
    """The colours that a taking action takes, each with its count."""
    return [(color, int(TOKENS_TAKEN[action, color])) for color in range(COLOR_COUNT) if TOKENS_TAKEN[action, color]]


Played = TypeVar("Played", bound=GemState)
"""The record of the game that is played."""


class SplendorWords(Generic[Played]):
    """The words. A game that is played like Splendor calls things otherwise.

    Attributes: kinds of tokens with their pictures (the first five are the colours, then comes the one that stands
    for any of them), what nobles and buying are called, and which rule says what.
    """

    kinds: tuple[str, ...] = KINDS
    gems = gem_icons(KINDS, ("round", "square", "hexagon", "triangle", "drop", "star"))
    noble = "noble"
    buy, bought = "buy", "bought"
    numbers: Mapping[str, str] = {
        "turn": "SP-R3",
        "take": "SP-R3",
        "hold": "SP-R4",
        "reserve": "SP-R5",
        "buy": "SP-R6",
        "bonus": "SP-R6",
        "pay": "SP-Q9",
        "noble": "SP-R7",
        "deck": "SP-Q3",
        "end": "SP-R8",
        "tie": "SP-Q6",
    }

    def rule(self, what: str) -> Words:
        """A link to the rule about something."""
        return f"[[rule:{self.numbers[what]}]]"

    def gem(self, kind: int) -> Words:
        """A kind of token in words, with its picture."""
        return f"[[{self.gems[kind]}|{self.kinds[kind]}]]"

    def tokens(self, counts: Iterable[tuple[int, int]], icons: bool = False) -> list[str]:
        """(kind, count) pairs in words: "2 white"; with icons for people who look."""
        return [
            f"{count}\u00a0{self.gem(kind)}" if icons else f"{count} {self.kinds[kind]}"
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
        b = box.record
        points = f", {counted(int(b.points[card]), 'point')}" if b.points[card] else ""
        cost = ", ".join(self.tokens(self.cost(box, card)))
        return f"level {b.level[card]} {self.kinds[b.bonus[card]]} card{points}, cost {cost}"

    def the_card(self, box: Box, card: int) -> str:
        """The same in a sentence."""
        return f"the {self.card_text(box, card)}"

    @printed
    def card_words(self, box: Box, card: int) -> Words:
        """A card in a sentence of the log."""
        b = box.record
        worth = f" worth {b.points[card]}" if b.points[card] else ""
        return f"a level {b.level[card]} {self.gem(int(b.bonus[card]))} card{worth}"

    def noble_words(self, box: Box, noble: int) -> Words:
        """A noble at the beginning of a sentence."""
        return f"A {self.noble}"

    def lack(self, s: Played, box: Box, seat: int, card: int) -> list[tuple[int, int]]:
        """Tokens of each colour that a seat lacks for a card, its gold not counted."""
        tokens = s.tokens[seat].tolist()
        prices = [(color, int(price(s, box.record, seat, card, color))) for color, _ in self.cost(box, card)]
        return [(color, count - tokens[color]) for color, count in prices if count > tokens[color]]

    def lack_words(self, s: Played, box: Box, seat: int, card: int) -> Words:
        """What keeps a seat from buying a card; empty when nothing does."""
        if affordable(s, box.record, seat, card):
            return ""
        return self.lacking_words(s, seat, self.lack(s, box, seat, card))

    def lacking_words(self, s: Played, seat: int, lack: list[tuple[int, int]]) -> Words:
        """That a seat lacks tokens, in a sentence."""
        gold = int(s.tokens[seat, GOLD])
        beside = f" beside your {gold} {self.kinds[GOLD]}" if gold else ""
        return f"You lack {listed(self.tokens(lack, icons=True))}{beside} · {self.rule('buy')}"
