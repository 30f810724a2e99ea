"""The reasons for moves and results in Mega Man: those of Splendor, and those about the star, colours and tags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cogtable.games.megaman.rules.components import GREEN
from cogtable.games.megaman.rules.state import Megaman
from cogtable.games.splendor.rules.components import COLOR_COUNT, LEVELS
from cogtable.games.splendor.rules.state import EMPTY
from cogtable.games.splendor.table.reasons import FAR, SplendorReasons, open_cards, own_cards, short_of
from cogtable.table import (
    Because,
    Behind,
    Box,
    Ended,
    Moved,
    MoveReason,
    ResultReason,
    name_of,
    phrase,
    phrases,
    plural,
    say,
)


def star(s: Any, box: Box, seat: int) -> int:
    """1 if a seat has the star."""
    return int(s.tokens[seat, GREEN])


def colors(s: Any, box: Box, seat: int) -> int:
    """The colours of which a seat has a robot."""
    return int((s.bonus[seat][:COLOR_COUNT] > 0).sum())


def lead_in_tags(s: Any, box: Box, seat: int) -> int:
    """How many tags more a seat has than the best of the others."""
    others = [int(s.tags[other]) for other in range(int(s.seats)) if other != seat]
    return int(s.tags[seat]) - max(others)


def way_to_star(s: Any, box: Box, seat: int) -> int:
    """How many gearstones a seat lacks for the nearest robot of level 3; 0 once it has the star."""
    if star(s, box, seat):
        return 0
    cards = [card for card in (*open_cards(s), *own_cards(s, seat)) if box.record.level[card] == LEVELS]
    return min((short_of(s, box, seat, card) for card in cards), default=FAR)


def missing_pieces(ended: Ended, seat: int) -> int:
    """The colours and the star that a seat lacks at the end."""
    return COLOR_COUNT - colors(ended.s, ended.box, seat) + 1 - star(ended.s, ended.box, seat)


def tags(ended: Ended, seat: int) -> int:
    """The tags of a seat."""
    return int(ended.s.tags[seat])


class MegamanReasons(SplendorReasons[Megaman]):
    """The reasons, with words about robots and Helpers."""

    their_card = phrases("That robot scores {n} point.", "That robot scores {n} points.")
    cards_that_cost = phrases("{n} robot on the table costs {color}.", "{n} robots on the table cost {color}.")
    for_nobles = phrases("It counts for a Helper.", "It counts for {n} Helpers.")
    brings_gold = phrase("It brings a heart, which pays for any colour.")
    saves_gold = phrase("You keep your hearts for later.")
    nearer = phrase("It brings a robot worth {points} points or more closer.")
    better_cards = phrase("{seat} recruited robots that score more.")
    more_cards = phrases(
        "You recruited {n} robot more, but few that score.", "You recruited {n} robots more, but few that score."
    )
    cheap_title = phrase("Your robots stayed cheap")
    nobles_title = phrase("The Helpers went to {seat}")
    kept_title = phrase("Reserved robots stayed in your hand")
    few_title = phrase("You recruited few robots")
    few_words = phrase("Every robot makes all later ones cheaper.")
    score_soon = phrase("With about ten robots in front of you, let every one score.")
    choose_nobles = phrase("Choose early the colours that a Helper asks for.")
    buy_first = phrase("With eight gearstones or more, recruit before you take.")
    buy_early = phrase("Recruit cheap robots early: they pay for the rest of the game.")
    lessons: Mapping[str, str] = {"missing": "missing-piece", "tags": "yashichi"}

    def gets_the_star(self, moved: Moved) -> Because:
        """The star that the first robot of level 3 brings."""
        return Because(say("It brings the star."), say("Nobody wins without it."))

    def adds_a_color(self, moved: Moved) -> Because:
        """The colour that was missing."""
        left = COLOR_COUNT - colors(moved.after, moved.box, moved.seat)
        title = say("It is your first robot of its colour.")
        if not left:
            return Because(title, say("Now you have all five."))
        return Because(title, plural(left, "{n} colour is still missing.", "{n} colours are still missing."))

    def gains_tags(self, moved: Moved) -> Because | None:
        """The tags, and the tile that they bring."""
        if moved.after.yashichi == moved.seat != moved.before.yashichi:
            return Because(say("It brings the Yashichi tile."), say("It is worth 3 points."))
        gain = int(moved.after.tags[moved.seat]) - int(moved.before.tags[moved.seat])
        if not gain:
            return None
        holder = int(moved.after.yashichi)
        title = plural(gain, "It brings a Yashichi tag.", "It brings {n} Yashichi tags.")
        if holder in (EMPTY, moved.seat):
            return Because(title)
        behind = int(moved.after.tags[holder]) - int(moved.after.tags[moved.seat])
        return Because(title, say("{seat} is {n} ahead.", seat=name_of(holder), n=behind) if behind > 0 else "")

    def nears_the_star(self, moved: Moved) -> Because | None:
        """The robot of level 3 that a move brings nearer."""
        left = way_to_star(moved.after, moved.box, moved.seat)
        if not left or left >= way_to_star(moved.before, moved.box, moved.seat):
            return None
        title = say("It brings a robot of level 3, and the star, closer.")
        return Because(title, plural(left, "Then you lack {n} gearstone.", "Then you lack {n} gearstones."))

    def incomplete(self, behind: Behind) -> Because:
        """The colours and the star that were missing."""
        words = say("Without all five colours and the star, points don’t win.")
        return Because(say("Your team was not complete"), words)

    def few_tags(self, behind: Behind) -> Because:
        """The tags that decide about the tile."""
        return Because(say("You collected few tags"), say("The tile, worth 3 points, goes to the most tags."))

    def move_reasons(self) -> tuple[MoveReason, ...]:
        """The reasons for a move: its own come after points at once."""
        scored, *others = super().move_reasons()
        return (
            MoveReason("star", star, self.gets_the_star),
            scored,
            MoveReason("color", colors, self.adds_a_color),
            MoveReason("tags", lead_in_tags, self.gains_tags),
            *others,
            MoveReason("level 3", way_to_star, self.nears_the_star, less=True),
        )

    def result_reasons(self) -> tuple[ResultReason, ...]:
        """The reasons for a result."""
        missing = phrases("{n} missing", "{n} missing")
        return (
            self.result_reason(
                "missing",
                missing_pieces,
                self.incomplete,
                missing,
                less=True,
                advice=phrase("From the middle of the game on, count what you lack: five colours and the star."),
            ),
            self.result_reason(
                "tags",
                tags,
                self.few_tags,
                phrases("{n} tag", "{n} tags"),
                advice=phrase("Of two similar robots, take the one with the tag."),
            ),
            *super().result_reasons(),
        )
