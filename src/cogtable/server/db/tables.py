"""Tables and their seats. Parts of transactions of the store."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from cogtable.server.db import results
from cogtable.server.db.connection import Conflict, insert_into
from cogtable.server.db.rows import (
    BoxRow,
    Conditional,
    Finish,
    QuestionRow,
    Rest,
    SeatRow,
    TableRow,
    TableStatus,
    Times,
)
from cogtable.server.db.schema import ACCOUNTS, BOXES, SEATS, TABLES

NEWEST_FIRST = (TABLES.c.created.desc(), TABLES.c.id)

Part = TypeVar("Part", bound=msgspec.Struct)


def read_tables(connection: sa.Connection, wanted: Any, most: int | None = None) -> list[TableRow]:
    """Returns the tables that are `wanted`, the newest first."""
    found = connection.execute(sa.select(TABLES).where(wanted).order_by(*NEWEST_FIRST).limit(most)).all()
    seats: dict[str, list[SeatRow]] = {row.id: [] for row in found}
    people = SEATS.outerjoin(ACCOUNTS, sa.and_(SEATS.c.account != "", SEATS.c.account == ACCOUNTS.c.id))
    taken = sa.select(SEATS, ACCOUNTS.c.rest).select_from(people).where(SEATS.c.table_id.in_(seats))
    for row in connection.execute(taken.order_by(SEATS.c.seat)):
        values = row._asdict()
        values["rest"] = read_part(values["rest"] or "", Rest)
        values["conditional"] = read_part(values["conditional"], Conditional)
        seats[values.pop("table_id")].append(SeatRow(**values))
    return [_row(dict(zip(TABLES.c.keys(), row, strict=True)), seats[row.id]) for row in found]


def insert(connection: sa.Connection, row: TableRow) -> None:
    """Stores a new table without actions."""
    values = msgspec.structs.asdict(row)
    seats: tuple[SeatRow, ...] = values.pop("seats")
    values |= status_columns(values.pop("status"))
    values["options"] = msgspec.json.encode(row.options).decode()
    values["question"] = written(row.question)
    values |= _listed(row.places, row.scores)
    connection.execute(TABLES.insert().values(**values))
    connection.execute(SEATS.insert(), [{"table_id": row.id, **seat_columns(seat)} for seat in seats])


def keep_box(connection: sa.Connection, row: BoxRow) -> None:
    """Stores a box, unless it is stored already."""
    connection.execute(insert_into(connection, BOXES).values(**msgspec.structs.asdict(row)).on_conflict_do_nothing())


def has_seat(account: str) -> sa.ColumnElement[bool]:
    """Whether an account has a seat at a table."""
    return TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.account == account))


def is_going() -> sa.ColumnElement[bool]:
    """Whether the game of a table is in progress."""
    return sa.and_(TABLES.c.started, sa.not_(TABLES.c.over))


def seat_columns(seat: SeatRow) -> dict[str, Any]:
    """Returns the columns of a seat. Its rest is a column of the account."""
    values = msgspec.structs.asdict(seat)
    del values["rest"]
    return values | {"conditional": written(seat.conditional)}


def status_columns(status: TableStatus) -> dict[str, Any]:
    """Returns the columns of a table's status."""
    return msgspec.structs.asdict(status) | time_columns(status.times)


def time_columns(times: Times | None) -> dict[str, Any]:
    """Returns the columns of a table's times."""
    return {"times": written(times), "deadline": times.deadline if times else None}


def _row(values: dict[str, Any], seats: list[SeatRow]) -> TableRow:
    del values["deadline"]
    values["times"] = read_part(values["times"], Times)
    status = TableStatus(**{name: values.pop(name) for name in TableStatus.__struct_fields__})
    values["options"] = msgspec.json.decode(values["options"], type=dict[str, int])
    values["question"] = read_part(values["question"], QuestionRow)
    for name in ("places", "scores"):
        values[name] = msgspec.json.decode(values[name], type=tuple[int, ...])
    return TableRow(status=status, seats=tuple(seats), **values)


def written(part: msgspec.Struct | None) -> str:
    """Returns a part of a row in its stored form."""
    return msgspec.json.encode(part).decode() if part else ""


def read_part(text: str, kind: type[Part]) -> Part | None:
    """Returns a part of a row from its stored form; None if there is none."""
    return msgspec.json.decode(text, type=kind) if text else None


def _listed(places: Sequence[int], scores: Sequence[int]) -> dict[str, str]:
    """Returns the columns of places and scores."""
    return {"places": msgspec.json.encode(places).decode(), "scores": msgspec.json.encode(scores).decode()}


# --- changes --------------------------------------------------------------------------------------------


def set_conditional(connection: sa.Connection, table: str, seat: int, conditional: Conditional) -> None:
    """Replaces the conditional moves of a seat."""
    own = (SEATS.c.table_id == table, SEATS.c.seat == seat)
    connection.execute(SEATS.update().where(*own).values(conditional=written(conditional)))


def ask(connection: sa.Connection, table: str, before: QuestionRow | None, question: QuestionRow) -> None:
    """Replaces a table's question. Raises Conflict."""
    own = TABLES.c.id == table
    # Compared as decoded questions, since an earlier version may have encoded the same one differently.
    found = connection.scalar(sa.select(TABLES.c.question).where(own))
    if read_part(found or "", QuestionRow) not in (before, question):
        raise Conflict("another question was asked, or a player answered")
    change = TABLES.update().where(own, TABLES.c.question == found).values(question=written(question))
    if not connection.execute(change).rowcount:
        raise Conflict("another question was asked, or a player answered")


def set_unrated(connection: sa.Connection, table: str, why: str) -> None:
    """Stores why a game is no longer rated, unless a reason is stored already."""
    change = TABLES.update().where(TABLES.c.id == table, TABLES.c.unrated == "")
    if connection.execute(change.values(unrated=why)).rowcount:
        results.drop(connection, table)


def place_gone(connection: sa.Connection, table: str, seat: int) -> None:
    """Records that a person has resigned, or lost their seat to another: in a rated game, that settles their place."""
    row = read_tables(connection, TABLES.c.id == table, 1)[0]
    if row.counts:
        results.place_gone(connection, table, row.game, _people(row), seat)


def keep_departed(connection: sa.Connection, table: str, seat: SeatRow, ply: int) -> None:
    """Stores who had a `seat` that another person takes after `ply` actions, if they have an account."""
    if seat.account:
        results.depart(
            connection,
            results.Departure(
                table_id=table, seat=seat.seat, ply=ply, account=seat.account, name=seat.name, at=time.time()
            ),
        )


def finish(connection: sa.Connection, table: str, end: Finish, now: float) -> None:
    """Stores the results of a table's finished game."""
    own = TABLES.c.id == table
    row = read_tables(connection, own, 1)[0]
    connection.execute(TABLES.update().where(own).values(ended=now, **_listed(end.places, end.scores)))
    if row.counts and not end.places:
        set_unrated(connection, table, "agreed")
    elif row.counts:
        results.finish(connection, table, row.game, _people(row), end.places, end.bots, now)


def _people(row: TableRow) -> dict[int, str]:
    """Returns the accounts of the people who play, by seat."""
    return {each.seat: each.account for each in row.seats if each.kind == "person" and not each.resigned}
