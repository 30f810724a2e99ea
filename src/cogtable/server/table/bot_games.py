"""A person's finished games against the bots of the ladder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cogtable.bots import named
from cogtable.server.db.rows import NO_LESSON, TableRow
from cogtable.server.wire import lobby_api

MOST = 1000
"""How many games are listed at most, the last ones."""


def bot_games(seated: Iterable[tuple[TableRow, int]]) -> list[lobby_api.BotGame]:
    """Returns the games of a person against bots, from their tables and seats: one for each bot of the ladder that
    played, the last game first. Games continued from a position of another do not count.
    """
    over = sorted(((row, seat) for row, seat in seated if _counts(row)), key=lambda each: -(each[0].ended or 0))
    return [game for row, seat in over for game in _of_table(row, seat)][:MOST]


def _counts(row: TableRow) -> bool:
    return bool(row.places) and not row.branch_of and row.status.lesson == NO_LESSON


def _of_table(row: TableRow, seat: int) -> Iterator[lobby_api.BotGame]:
    own = len(row.places) if row.seats[seat].resigned else row.places[seat]
    for bot in dict.fromkeys(each.bot for each in row.seats if each.kind == "bot" and named.level_of(each.bot)):
        best = min(row.places[each.seat] for each in row.seats if each.bot == bot)
        won = 0 if own == best else 1 if own < best else -1
        yield lobby_api.BotGame(table=row.id, game=row.game, bot=bot, won=won)
