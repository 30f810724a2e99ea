"""The names of things in Splendor, and the rules that links lead to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from cogtable.games.splendor.rules.actions import TOKENS_TAKEN
from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD
from cogtable.games.splendor.rules.state import GemState
from cogtable.games.splendor.table.phrases import SplendorPhrases
from cogtable.table import Box, Words, listed, plural, printed, say, series


def taken(action: int) -> list[tuple[int, int]]:
    """The colours that an action takes, each with its count."""
    return [(color, int(TOKENS_TAKEN[action, color])) for color in range(COLOR_COUNT) if TOKENS_TAKEN[action, color]]


Played = TypeVar("Played", bound=GemState)
"""The record of the game."""


Lack = tuple[tuple[int, int], ...]
"""Colours, each with the number of its tokens that a player lacks for a card."""


def is_short(lack: Lack, gold: int) -> bool:
    """Whether a player lacks more tokens than their gold can replace."""
    return sum(count for _, count in lack) > gold


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
        return say(self.names[kind])

    def counted(self, kind: int, count: int) -> Words:
        """A number of tokens or cards of a kind in words."""
        return f"{count} {self.kind(kind)}"

    def gem(self, kind: int) -> Words:
        """A kind of token in words, with its picture."""
        return f"[[{self.gems[kind]}|{self.kind(kind)}]]"

    def chips(self, kind: int) -> str:
        """The picture of the tokens of a kind."""
        return self.gems[kind].replace("gem/", "chips/")

    def tokens(self, counts: Iterable[tuple[int, int]], icons: bool = False) -> list[str]:
        """(kind, count) pairs in words: "2 white", or with icons."""
        return [
            f"{count}\u00a0{self.gem(kind)}" if icons else self.counted(kind, count) for kind, count in counts if count
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

    def means(self, s: Played, seat: int) -> list[int]:
        """What a seat can pay in each colour with its cards and tokens."""
        held = zip(s.bonus[seat].tolist()[:COLOR_COUNT], s.tokens[seat].tolist(), strict=False)
        return [bonus + tokens for bonus, tokens in held]

    def beyond(self, box: Box, card: int, means: list[int]) -> Lack:
        """The tokens of each colour that a card costs beyond a player's `means`, without gold."""
        return tuple((color, cost - means[color]) for color, cost in self.cost(box, card) if cost > means[color])

    def lack(self, s: Played, box: Box, seat: int, card: int) -> Lack:
        """The tokens of each colour that a seat lacks for a card, without gold."""
        return self.beyond(box, card, self.means(s, seat))

    def lack_words(self, s: Played, box: Box, seat: int, card: int) -> Words:
        """Why a seat cannot buy a card; empty if it can."""
        lack, gold = self.lack(s, box, seat, card), int(s.tokens[seat, GOLD])
        return self.lacking_words(box, lack, gold) if is_short(lack, gold) else ""

    @printed
    def lacking_words(self, box: Box, lack: Lack, gold: int) -> Words:
        """A sentence about the tokens that a player with this much gold lacks."""
        tokens, rule = listed(self.tokens(lack, icons=True)), self.rule("buy")
        if not gold:
            return say("You lack {tokens} · {rule}", tokens=tokens, rule=rule)
        held = self.counted(GOLD, gold)
        return say("You lack {tokens} besides your {gold} · {rule}", tokens=tokens, gold=held, rule=rule)
