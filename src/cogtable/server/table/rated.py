"""Which games are rated, and why others are not.

The creator of a table chooses. A rated game is among people with accounts, each at a device of their own, or of one of
them against bots of known strength. It uses the game's own deal, box and start, and nobody gets help. Among people it
has a clock; otherwise, a player about to lose could leave, and the game would never end.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.bots import network_mcts
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.play.interventions import NOBODY_LAST
from cogtable.engine.play.match import Match
from cogtable.engine.text.words import phrase, say
from cogtable.server.db.rows import NO_LESSON, Finish, TableRow

MOVE_S = 7 * 24 * 3600.0
"""The time for each move of a rated game whose creator chose no clock, in seconds."""

Why = Literal[
    "choice",
    "guest",
    "device",
    "both",
    "bot",
    "nobody",
    "clock",
    "takeover",
    "seed",
    "variant",
    "branch",
    "lesson",
    "hint",
    "undo",
    "agreed",
]

WORDS: dict[Why, str] = {
    "choice": phrase("The creator of the table chose that."),
    "guest": phrase("Guests are playing, and they have no rating."),
    "device": phrase("Several people play at one device."),
    "both": phrase("Several people and bots play together."),
    "bot": phrase("Nobody has measured how strong this bot is."),
    "nobody": phrase("Only bots play."),
    "clock": phrase("There is no clock, so the game might never end."),
    "takeover": phrase("Bots may play for people here."),
    "seed": phrase("The creator of the table chose the deal."),
    "variant": phrase("The cards are a variant."),
    "branch": phrase("It continues another game."),
    "lesson": phrase("It is a lesson."),
    "hint": phrase("A hint was given."),
    "undo": phrase("A move was taken back without anybody's consent."),
    "agreed": phrase("Everybody agreed to end it without a winner."),
}


HELPED: frozenset[str] = frozenset({"hint", "undo"})
"""The reasons for which a game that was rated stops being rated."""


def why_unrated(row: TableRow, game: GameSpec) -> str:
    """Returns why the game of a table is not rated, or would not be if it began as it is;
    empty if it is. One of `Why`.
    """
    if row.started and row.rated:
        return row.unrated
    return unrated_from_start(row, game)


def unrated_from_start(row: TableRow, game: GameSpec) -> str:
    """Returns why a game that begins with the present seats is not rated; empty if it is. One of `Why`.

    Reasons other than the creator's choice come first, so that the choice is the reason only if it alone decides. A
    game that is to be rated always gets a clock.
    """
    why: tuple[tuple[bool, Why], ...] = (
        (row.status.lesson != NO_LESSON, "lesson"),
        (bool(row.branch_of), "branch"),
        (bool(row.variant), "variant"),
        (row.chosen_seed, "seed"),
        *_by_seats(row, game),
        (bool(row.takeover), "takeover"),
        (not row.rated, "choice"),
        (_has_company(row) and not row.game_s and not row.move_s, "clock"),
    )
    return next((reason for holds, reason in why if holds), "")


def begun(row: TableRow, game: GameSpec) -> TableRow:
    """Returns a new table; if its game begins at once, with the reason why it is not rated."""
    return msgspec.structs.replace(row, unrated=unrated_from_start(row, game)) if row.started and row.rated else row


def _by_seats(row: TableRow, game: GameSpec) -> tuple[tuple[bool, Why], ...]:
    people = [each for each in row.seats if each.kind == "person"]
    bots = [each.bot for each in row.seats if each.kind == "bot"]
    accounts = {each.account for each in people}
    return (
        (len(bots) == len(row.seats), "nobody"),
        ("" in accounts, "guest"),
        (len(accounts) < len(people), "device"),
        (_has_company(row) and bool(bots), "both"),
        (not all(_is_measured(bot, game, len(row.seats)) for bot in bots), "bot"),
    )


def _has_company(row: TableRow) -> bool:
    """Whether several people play, or will."""
    return sum(each.kind != "bot" for each in row.seats) > 1


def _is_measured(bot: str, game: GameSpec, seats: int) -> bool:
    """Whether a bot's strength is known at a table with this many seats. If its network has learned no game with that
    many, `master` plays without the network, and that strength was not measured.
    """
    return bot in game.bot_ratings and (bot != network_mcts.BOT.name or network_mcts.knows(game, seats))


def unrated_words(why: str) -> str:
    """Returns why a game is not rated, as a sentence; empty if it is."""
    return say(WORDS[why]) if why else ""  # type: ignore[index]  # one of `Why`


def against(row: TableRow) -> Literal["people", "bots"]:
    """Returns whether a rated game is among people or against bots."""
    return "bots" if any(each.kind == "bot" for each in row.seats) else "people"


def finish_of(row: TableRow, match: Match) -> Finish:
    """Returns how a table's match has ended."""
    ending, ranks = match.interventions.ending, match.ranks
    if ending and ending.last == NOBODY_LAST:
        return Finish(places=(), scores=match.scores)
    ratings = match.game.bot_ratings
    bots = tuple((float(ratings.get(each.bot, 0)), ranks[each.seat]) for each in row.seats if each.kind == "bot")
    return Finish(places=ranks, scores=match.scores, bots=bots)
