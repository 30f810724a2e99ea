"""Seats at a table, from the stored table: their occupants, names and owners."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from cogtable import bots
from cogtable.bots import named
from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.text.words import listed, phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.tokens import digest, matches
from cogtable.server.db.rows import SeatRow, TableRow
from cogtable.server.wire import base, from_server

SUCCESSOR = "medium"
"""The bot that plays for a person who has resigned, at a table where no bot takes over."""

Short = Literal["", "warming", "busy"]
"""Why a bot searched less than usual, as in `from_server.Occupant`."""

NO_SEATS: Mapping[int, Short] = MappingProxyType({})


def occupants(
    row: TableRow,
    connected: Collection[int] = (),
    disconnected: Collection[int] = (),
    short: Mapping[int, Short] = NO_SEATS,
    gone: Collection[int] = (),
) -> list[from_server.Occupant]:
    """Returns the occupants of all seats.

    `connected` are the seats with a connection, `disconnected` those without one for too long, `short` those whose bots
    searched less than usual for their last moves, `gone` those that others can take.
    """
    return [
        _occupant(
            row,
            each,
            connected=each.seat in connected,
            disconnected=each.seat in disconnected,
            short=short.get(each.seat, ""),
            gone=each.seat in gone,
        )
        for each in row.seats
    ]


def _occupant(
    row: TableRow, seat: SeatRow, *, connected: bool, disconnected: bool, short: Short, gone: bool
) -> from_server.Occupant:
    kind = seat.kind if seat.kind in ("bot", "open") else "person"
    plays = bot_for(row, seat.seat, disconnected)
    bot = seat.bot or plays
    level = describe_bot(bot) if bot else ""
    return from_server.Occupant(
        seat=seat.seat,
        kind=kind,  # type: ignore[arg-type]
        name=seat.name or (nameless(seat.seat) if kind == "person" else ""),
        level=level,
        bot=strength_of(bot),
        rung=named.level_of(bot),
        face=named.name_of(bot) if bot else "",
        here=connected,
        taken_over_by=stand_in(row) if plays else "",
        short=short if level else "",
        resigned=seat.resigned,
        out=seat.kind == "left",
        free=_is_free(row, seat, gone),
    )


def _is_free(row: TableRow, seat: SeatRow, gone: bool) -> bool:
    """Whether another person can take the seat of a person in a game in progress."""
    in_progress = row.started and not row.status.over
    return row.replacing and in_progress and seat.kind != "left" and (seat.resigned or gone)


def free_seats(row: TableRow, gone: Collection[int]) -> list[int]:
    """Returns the seats that other people can take in a game in progress. `gone` are those of people without a
    connection for long.
    """
    return [seat.seat for seat in row.seats if _is_free(row, seat, seat.seat in gone)]


def bot_for(row: TableRow, seat: int, disconnected: bool) -> str:
    """Returns the bot that plays for the person in a seat; empty if none does."""
    sits = row.seats[seat]
    if sits.kind == "left":
        return ""
    if sits.resigned:
        return row.takeover or SUCCESSOR
    return row.takeover if sits.taken_over or disconnected else ""


def stand_in(row: TableRow) -> str:
    """Returns the name of the bot that plays for people at a table. It is the same for all of them, since texts name
    the person too.
    """
    return named.name_of(row.takeover or SUCCESSOR)


def written(name: str) -> str:
    """Returns a person's name without the characters that would be markup in the log (see `view`)."""
    return "".join(character for character in name if character not in "[]|*") or "?"


def is_played_by_person(seat: SeatRow) -> bool:
    """Whether the seat has a person who has not resigned."""
    return seat.kind == "person" and not seat.resigned


def numbered(seats: Iterable[int]) -> str:
    """Returns seats counted from 1: "1 and 3"."""
    return listed([str(seat + 1) for seat in seats])


def nameless(seat: int) -> str:
    """Returns the name for the person in a seat who has deleted their account."""
    return say("Seat {n}", n=seat + 1)


def without_name(words: str, seat: SeatRow) -> str:
    """Returns a remark about the person in a seat, without their name."""
    name = re.escape(written(seat.name)) if seat.name else "(?!)"
    return re.sub(rf"(?<!\w){name}(?!\w)", nameless(seat.seat), words)


def people(row: TableRow) -> list[int]:
    """Returns the seats of people who have not resigned."""
    return [seat.seat for seat in row.seats if is_played_by_person(seat)]


def takeover_of(row: TableRow) -> base.Takeover | None:
    """Returns which bot takes over for people who leave the table, and when; None if no bot does."""
    return base.Takeover(bot=row.takeover, after_s=row.takeover_s) if row.takeover else None


def chat_of(row: TableRow) -> base.ChatAllowed:
    """Returns what people can send in a table's chat."""
    return row.chat  # type: ignore[return-value]  # as it was checked when the table was made


def seats_of(row: TableRow, secret: str, account: str = "") -> tuple[int, ...]:
    """Returns the seats that `secret` or `account` owns. There are several if people share a device."""
    return tuple(
        seat.seat for seat in row.seats if matches(secret, seat.secret) or (account and seat.account == account)
    )


def seats_shown(row: TableRow, secret: str, account: str = "") -> tuple[int, ...]:
    """Returns the seats of a new connection; none for a spectator. Raises Refusal for a secret that owns no seat."""
    own = seats_of(row, secret, account)
    if secret and not own:
        raise Refusal("secret", say("no seat at this table has that secret; without one you can watch"))
    return own


def seat_shown(own: tuple[int, ...], wanted: int) -> int:
    """Returns the seat that a new connection with the seats `own` is shown: if there are several, the one it wants, if
    any. Raises Refusal.
    """
    if len(own) > 1:
        return checked_seat(own, wanted)
    return own[0] if own else SPECTATOR


def checked_seat(own: tuple[int, ...], seat: int) -> int:
    """Returns a seat that is to be shown, or -1. Raises Refusal if it is not among `own`."""
    if seat != SPECTATOR and seat not in own:
        words = phrase("seat {seat} is not yours; these are: {own}")
        raise Refusal("not-seated", say(words, seat=seat + 1, own=numbered(own) or say("none")))
    return seat


def seat_of(row: TableRow, secret: str, account: str = "") -> int:
    """Returns the seat that `secret` or `account` owns; if there are several, one with a decision to make, or the
    first. -1 if there is none.
    """
    own = seats_of(row, secret, account)
    return next((seat for seat in own if row.status.waiting >> seat & 1), own[0] if own else SPECTATOR)


def owned(seat: SeatRow, secret: str, account: str, device: str = "") -> SeatRow:
    """Returns a seat with the owner `account`; without an account, with the owner `secret` and the id of the guest's
    browser, `device`.
    """
    kept = "" if account else digest(secret)
    return msgspec.structs.replace(seat, secret=kept, account=account, device="" if account else device)


def meets(row: TableRow, apart: Collection[str]) -> bool:
    """Whether one of these people has a seat at a table."""
    return any(seat.person in apart for seat in row.seats)


def hidden_table(table: str) -> Refusal:
    """Returns the refusal for a table that does not exist, or that a person must not see."""
    return Refusal("unknown-table", say("there is no table '{table}' here", table=table[:24]))


def is_owned(seat: SeatRow) -> bool:
    """Whether a seat has an owner. Seats of bots, open seats, and seats of people whose
    account was deleted have none.
    """
    return bool(seat.secret or seat.account)


def together(row: TableRow, seat: int) -> frozenset[int]:
    """Returns the seats of the people who share a device with the person in `seat`: they have the same owner."""
    owner = row.seats[seat].secret, row.seats[seat].account
    if not is_owned(row.seats[seat]):
        return frozenset((seat,))
    return frozenset(each.seat for each in row.seats if (each.secret, each.account) == owner)


def open_seat(row: TableRow, wanted: int | None) -> int:
    """Returns the requested open seat, or the first one. Raises Refusal if there is none."""
    return chosen_seat([seat.seat for seat in row.seats if seat.kind == "open"], wanted)


def chosen_seat(seats: list[int], wanted: int | None) -> int:
    """Returns the requested seat out of those that can be taken, or the first. Raises Refusal if there is none."""
    if not seats:
        raise Refusal("busy", say("every seat of this table is taken; you can watch"))
    if wanted is None:
        return seats[0]
    if wanted not in seats:
        words = phrase("seat {n} is not open; still open: {seats}")
        raise Refusal("busy", say(words, n=wanted + 1, seats=numbered(seats)))
    return wanted


# --- bots' names ----------------------------------------------------------------------------------


def bot_seat(seat: int, bot: str, others: Iterable[SeatRow]) -> SeatRow:
    """Returns a seat with a bot, named differently from the bots in the `others`."""
    taken = [each.name for each in others if each.kind == "bot" and each.seat != seat]
    return SeatRow(seat=seat, kind="bot", name=named.free_name(bot, taken), bot=bot)


def bot_occupant(seat: SeatRow) -> from_server.Occupant:
    """Returns the bot in a seat as people see it."""
    return from_server.Occupant(
        seat=seat.seat,
        kind="bot",
        name=seat.name,
        level=describe_bot(seat.bot),
        bot=strength_of(seat.bot),
        rung=named.level_of(seat.bot),
        face=named.name_of(seat.bot),
    )


def describe_bot(bot: str) -> str:
    """Returns how a bot plays, in words; for a bot of another package, its label."""
    label = next((own.label for own in bots.installed() if own.name == bot), "")
    return label or say(dict(bots.names()).get(bot, bot))


def strength_of(bot: str) -> str:
    """Returns the name of a built-in bot, for which clients have words; empty for a bot of another package."""
    return bot if bot in dict(bots.names()) and not any(own.name == bot for own in bots.installed()) else ""
