"""The chats of tables in the database. The store runs these functions in its transactions."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from cogtable.server.db.schema import MESSAGES, REACTIONS


class MessageRow(msgspec.Struct, kw_only=True, frozen=True):
    """Message `number` of a table, counted from 0, sent after `ply` moves: a `text`, or the quick reply `ready`.

    `seat` is -1 for spectators, who have a `name`. `account` is the id of the person who sent it, an account or a
    guest's browser; empty if that is not known.
    """

    number: int
    seat: int
    name: str = ""
    text: str = ""
    ready: str = ""
    ply: int
    at: float
    account: str = ""


class ReactionRow(msgspec.Struct, kw_only=True, frozen=True):
    """A seat's reaction to move `ply`, a word, sent when moves had been taken back `undone` times."""

    ply: int
    seat: int
    word: str
    undone: int = 0


Said = tuple[list[MessageRow], list[ReactionRow]]
"""The messages and reactions of a table, in order."""


def read_messages(connection: sa.Connection, table: str) -> Said:
    """Returns all messages and reactions of a table, in order."""
    said = sa.select(MESSAGES).where(MESSAGES.c.table_id == table).order_by(MESSAGES.c.number)
    thought = sa.select(REACTIONS).where(REACTIONS.c.table_id == table).order_by(REACTIONS.c.ply, REACTIONS.c.seat)
    return (
        [MessageRow(**_values(row)) for row in connection.execute(said)],
        [ReactionRow(**_values(row)) for row in connection.execute(thought)],
    )


def _values(row: sa.Row[Any]) -> dict[str, Any]:
    values = row._asdict()
    del values["table_id"]
    return values


def add_message(connection: sa.Connection, table: str, message: MessageRow, outdated: Iterable[int]) -> None:
    """Adds a message, and deletes those with `outdated` numbers."""
    connection.execute(MESSAGES.insert().values(table_id=table, **msgspec.structs.asdict(message)))
    old = (MESSAGES.c.table_id == table, MESSAGES.c.number.in_(list(outdated)))
    connection.execute(MESSAGES.delete().where(*old))


def has(connection: sa.Connection, table: str, message: MessageRow) -> bool:
    """Whether exactly this message is stored."""
    return message in read_messages(connection, table)[0]


def react(connection: sa.Connection, table: str, reaction: ReactionRow) -> None:
    """Replaces a seat's reaction to a move. An empty word only removes the reaction."""
    own = REACTIONS.c.ply == reaction.ply, REACTIONS.c.seat == reaction.seat
    connection.execute(REACTIONS.delete().where(REACTIONS.c.table_id == table, *own))
    if reaction.word:
        connection.execute(REACTIONS.insert().values(table_id=table, **msgspec.structs.asdict(reaction)))


def forget(
    connection: sa.Connection, table: str, seat: int, since: float = 0, until: float = math.inf, ply: int | None = None
) -> None:
    """Deletes all messages written in a seat between two moments, and its reactions; if a number of moves is given,
    only the reactions to the first `ply` moves.
    """
    own = (MESSAGES.c.table_id == table, MESSAGES.c.seat == seat)
    connection.execute(MESSAGES.delete().where(*own, MESSAGES.c.at >= since, MESSAGES.c.at <= until))
    reactions = REACTIONS.delete().where(REACTIONS.c.table_id == table, REACTIONS.c.seat == seat)
    connection.execute(reactions if ply is None else reactions.where(REACTIONS.c.ply <= ply))


def forget_author(connection: sa.Connection, account: str) -> list[str]:
    """Deletes all messages that an account has written, also as a spectator. Returns the ids of their tables."""
    own = MESSAGES.c.account == account
    found = list(connection.scalars(sa.select(MESSAGES.c.table_id).where(own).distinct()))
    connection.execute(MESSAGES.delete().where(own))
    return found
