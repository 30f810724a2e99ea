"""The reasons for moves and results in Splendor, and in games like it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from cogtable.games.splendor.rules.components import GOLD, HOLD, PLACES
from cogtable.games.splendor.rules.events import Event
from cogtable.games.splendor.rules.packing import lacking, packed
from cogtable.games.splendor.rules.paying import affordable
from cogtable.games.splendor.rules.state import EMPTY
from cogtable.games.splendor.table.labels import Played, SplendorWords
from cogtable.table import (
    Because,
    Behind,
    Box,
    Counted,
    Ended,
    Moved,
    MoveReason,
    Reasons,
    ResultReason,
    name_of,
    phrase,
    phrases,
    plural,
    say,
)

FAR = 99
"""Stands for the way to a card or noble that isn't there."""
SCORES = 3
"""A card is worth waiting for from this many points on."""


def points(s: Any, box: Box, seat: int) -> int:
    """The points of a seat."""
    return int(s.points[seat])


def bonuses(s: Any, box: Box, seat: int) -> int:
    """The cards of a seat."""
    return int(s.bought[seat])


def open_cards(s: Any) -> list[int]:
    """The face-up cards that the seat knows."""
    return [int(card) for card in s.board[:PLACES] if card >= 0]


def own_cards(s: Any, seat: int) -> list[int]:
    """The cards in a seat's hand that the reader knows."""
    return [int(card) for card in s.reserved[seat] if card >= 0]


def short_of(s: Any, box: Box, seat: int, card: int) -> int:
    """How many tokens a seat lacks for a card; gold stands for any colour."""
    means = packed(s.bonus[seat]) + packed(s.tokens[seat])
    return max(0, lacking(int(box.record.packed_cost[card]), means) - int(s.tokens[seat, GOLD]))


def way_to_points(s: Any, box: Box, seat: int) -> int:
    """How many tokens a seat lacks for the nearest card that scores well, face up or in hand."""
    found = [
        short_of(s, box, seat, card)
        for card in (*open_cards(s), *own_cards(s, seat))
        if box.record.points[card] >= SCORES
    ]
    return min(found, default=FAR)


def missing_for(s: Any, box: Box, seat: int, noble: int) -> int:
    """How many cards a seat lacks for a noble."""
    return int(lacking(int(box.record.packed_needs[noble]), packed(s.bonus[seat])))


def free_nobles(s: Any) -> list[int]:
    """The nobles on the table."""
    return [
        int(noble) for noble, owner in zip(s.nobles, s.noble_owner, strict=True) if noble != EMPTY and owner == EMPTY
    ]


def way_to_noble(s: Any, box: Box, seat: int) -> int:
    """How many cards a seat lacks for the nearest noble; 0 once any visited it."""
    if any(owner == seat for owner in s.noble_owner):
        return 0
    return min((missing_for(s, box, seat, noble) for noble in free_nobles(s)), default=FAR)


def noble_progress(s: Any, box: Box, seat: int) -> int:
    """How many of the cards that nobles on the table ask for a seat has, counted for each noble."""
    owned = s.bonus[seat].tolist()
    needs = (box.record.noble_needs[noble].tolist() for noble in free_nobles(s))
    return sum(min(need, have) for wanted in needs for need, have in zip(wanted, owned, strict=True))


def rivals_best(s: Any, box: Box, seat: int) -> int:
    """The points of the best face-up card that the next seat can buy now."""
    rival = (seat + 1) % int(s.seats)
    found = [int(box.record.points[card]) for card in open_cards(s) if affordable(s, box.record, rival, card)]
    return max(found, default=0)


def tokens_over(s: Any, box: Box, seat: int) -> int:
    """How many tokens a seat holds beyond the ten that it may keep."""
    return max(0, int(s.tokens[seat].sum()) - HOLD)


def gold(s: Any, box: Box, seat: int) -> int:
    """The gold of a seat."""
    return int(s.tokens[seat, GOLD])


def card_points(ended: Ended, seat: int) -> int:
    """The points of the cards that a seat bought."""
    owned = np.flatnonzero(ended.s.owner == seat)
    return int(ended.box.record.points[owned].sum())


def noble_points(ended: Ended, seat: int) -> int:
    """The points of the nobles that visited a seat."""
    visited = [int(noble) for noble, owner in zip(ended.s.nobles, ended.s.noble_owner, strict=True) if owner == seat]
    return sum(int(ended.box.record.noble_points[noble]) for noble in visited)


def cards_kept(ended: Ended, seat: int) -> int:
    """The cards that a seat reserved and never bought."""
    return int((ended.s.reserved[seat] != EMPTY).sum())


def given_back(ended: Ended, seat: int) -> int:
    """The tokens that a seat took and had to return."""
    return ended.count(Event.GAVE_BACK, seat=seat)


def cards_bought(ended: Ended, seat: int) -> int:
    """The cards that a seat bought."""
    return int(ended.s.bought[seat])


class SplendorReasons(SplendorWords[Played]):
    """The reasons and their words. Games like Splendor override the sentences that speak of cards and nobles."""

    their_card = phrases("That card scores {n} point.", "That card scores {n} points.")
    cards_that_cost = phrases("{n} card on the table costs {color}.", "{n} cards on the table cost {color}.")
    for_nobles = phrases("It counts for a noble.", "It counts for {n} nobles.")
    brings_gold = phrase("It brings gold, which pays for any colour.")
    saves_gold = phrase("You keep your gold for later.")
    nearest = phrase("The nearest wants {needs}.")
    nearer = phrase("It brings a card worth {points} points or more closer.")
    better_cards = phrase("{seat} bought cards that score more.")
    more_cards = phrases(
        "You bought {n} card more, but few that score.", "You bought {n} cards more, but few that score."
    )
    cheap_title = phrase("Your cards stayed cheap")
    nobles_title = phrase("The nobles went to {seat}")
    kept_title = phrase("Reserved cards stayed in your hand")
    few_title = phrase("You bought few cards")
    few_words = phrase("Every card makes all later ones cheaper.")
    score_soon = phrase("With about ten cards in front of you, let every purchase score.")
    choose_nobles = phrase("Choose early the colours that two nobles ask for.")
    buy_first = phrase("With eight tokens or more, buy before you take.")
    buy_early = phrase("Buy cheap cards early: they pay for the rest of the game.")
    lessons: Mapping[str, str] = {
        "cheap": "from-gems-to-points",
        "nobles": "nobles",
        "engine": "from-gems-to-points",
    }
    """The strategy lesson about each reason for a result."""

    def scores(self, moved: Moved) -> Because:
        """The points that a move brings."""
        return Because(plural(moved.change(points), "It scores {n} point at once.", "It scores {n} points at once."))

    def blocks(self, moved: Moved) -> Because | None:
        """The card that the next player can no longer buy."""
        before = rivals_best(moved.before, moved.box, moved.seat)
        if rivals_best(moved.after, moved.box, moved.seat) >= before:
            return None
        rival = name_of((moved.seat + 1) % int(moved.before.seats))
        return Because(
            say("It takes away what {rival} could buy next.", rival=rival),
            say(self.their_card, n=before),
        )

    def grows(self, moved: Moved) -> Because | None:
        """The colour that a bought card pays from now on."""
        gained = moved.after.bonus[moved.seat] - moved.before.bonus[moved.seat]
        if gained.sum() != 1:
            return None
        color = int(np.flatnonzero(gained)[0])
        asking = sum(1 for card in open_cards(moved.after) if moved.box.record.cost[card, color])
        return Because(
            say("It pays one {color} for the rest of the game.", color=self.kind(color)),
            say(self.cards_that_cost, n=asking, color=self.kind(color)),
        )

    def counts_for_a_noble(self, moved: Moved) -> Because | None:
        """The noble that a bought card counts for."""
        gained = moved.after.bonus[moved.seat] - moved.before.bonus[moved.seat]
        nobles = [
            noble
            for noble in free_nobles(moved.after)
            if missing_for(moved.after, moved.box, moved.seat, noble)
            < missing_for(moved.before, moved.box, moved.seat, noble)
        ]
        if gained.sum() != 1 or not nobles:
            return None
        noble = min(nobles, key=lambda noble: missing_for(moved.after, moved.box, moved.seat, noble))
        return Because(
            say(self.for_nobles, n=len(nobles)),
            say(self.nearest, needs=self.needs(moved.box, noble)),
        )

    def nears_points(self, moved: Moved) -> Because | None:
        """The card worth points that a move brings nearer."""
        left = way_to_points(moved.after, moved.box, moved.seat)
        if left >= way_to_points(moved.before, moved.box, moved.seat):
            return None
        title = say(self.nearer, points=SCORES)
        if not left:
            return Because(title, say("You hold what it costs."))
        return Because(title, plural(left, "Then you lack {n} token.", "Then you lack {n} tokens."))

    def fits_the_hand(self, moved: Moved) -> Because:
        """That no token has to go back."""
        return Because(
            say("You keep all your tokens."),
            say("Other moves bring you above {most}, and some go back.", most=HOLD),
        )

    def keeps_gold(self, moved: Moved) -> Because | None:
        """The gold that a move brings or saves."""
        if moved.change(gold) > 0:
            return Because(say(self.brings_gold))
        if gold(moved.before, moved.box, moved.seat):
            return Because(say(self.saves_gold))
        return None

    def cheap_cards(self, behind: Behind) -> Because:
        """The cards that score little."""
        more = cards_bought(behind.ended, behind.seat) - cards_bought(behind.ended, behind.winner)
        if more > 0:
            return Because(say(self.cheap_title), say(self.more_cards, n=more))
        return Because(say(self.cheap_title), say(self.better_cards, seat=name_of(behind.winner)))

    def no_nobles(self, behind: Behind) -> Because:
        """The nobles that visited the winner."""
        title = say(self.nobles_title, seat=name_of(behind.winner))
        return Because(title, say("They bring points without a turn."))

    def unused_hand(self, behind: Behind) -> Because:
        """The reserved cards that were never bought."""
        return Because(say(self.kept_title), say("Each cost you a turn."))

    def returned(self, behind: Behind) -> Because:
        """The tokens that were taken in vain."""
        words = say("You often took more than the {most} that you may keep.", most=HOLD)
        return Because(say("Many tokens went back"), words)

    def few_cards(self, behind: Behind) -> Because:
        """The cards that make others cheaper."""
        return Because(say(self.few_title), say(self.few_words))

    # --- which of them, in their order -----------------------------------------------------------

    def move_reasons(self) -> tuple[MoveReason, ...]:
        """The reasons for a move."""
        return (
            MoveReason("points", points, self.scores),
            MoveReason("blocked", rivals_best, self.blocks, less=True),
            MoveReason("noble", noble_progress, self.counts_for_a_noble),
            MoveReason("engine", bonuses, self.grows),
            MoveReason("way", way_to_points, self.nears_points, less=True),
            MoveReason("hand", tokens_over, self.fits_the_hand, less=True),
            MoveReason("gold", gold, self.keeps_gold),
        )

    def result_reasons(self) -> tuple[ResultReason, ...]:
        """The reasons for a result."""
        scored, cards = phrases("{n} point", "{n} points"), phrases("{n} card", "{n} cards")
        tokens = phrases("{n} token", "{n} tokens")
        reserve = phrase("Reserve only what you can pay for within three turns.")
        return (
            self.result_reason("cheap", card_points, self.cheap_cards, scored, advice=self.score_soon),
            self.result_reason("nobles", noble_points, self.no_nobles, scored, advice=self.choose_nobles),
            self.result_reason("kept", cards_kept, self.unused_hand, cards, less=True, advice=reserve),
            self.result_reason("returned", given_back, self.returned, tokens, less=True, advice=self.buy_first),
            self.result_reason("engine", cards_bought, self.few_cards, cards, advice=self.buy_early),
        )

    def result_reason(
        self,
        name: str,
        measure: Callable[[Ended, int], int],
        words: Callable[[Behind], Because],
        unit: Counted,
        *,
        less: bool = False,
        advice: str,
    ) -> ResultReason:
        """A reason for a result, with the game's lesson about it."""
        lesson = self.lessons.get(name, "")
        return ResultReason(name, measure, words, unit, less=less, advice=advice, lesson=lesson)

    @property
    def reasons(self) -> Reasons:
        """The reasons of the game."""
        return Reasons(self.move_reasons(), self.result_reasons())
