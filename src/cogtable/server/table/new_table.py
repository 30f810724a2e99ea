"""New tables: what their creators can choose, and the rows of the tables they get."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence

import msgspec

from cogtable import bots
from cogtable.engine.definition.lesson_file import FIRST
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.lessons.script import Script
from cogtable.engine.play.match import Match
from cogtable.engine.records.state import MAX_SEATS
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.tokens import new_id
from cogtable.server.db.rows import NO_LESSON, ActionRow, SeatRow, TableRow
from cogtable.server.table import clock, rated
from cogtable.server.table.restore import actions_of
from cogtable.server.table.seating import bot_seat, is_owned, owned
from cogtable.server.table.table import status_of
from cogtable.server.wire import base, lobby_api

MAX_AWAY_S = 24 * 3600
"""The longest time without a connection after which a bot can take over a seat, in seconds."""

MOST_SEATS = MAX_SEATS + 1
"""The number of wanted seats that are looked at. No game has as many."""


def new_seats(
    wanted: Sequence[lobby_api.NewSeat], names: Mapping[int, str], secret: str, account: str, device: str = ""
) -> tuple[SeatRow, ...]:
    """Returns the seats of a new table. Those of people at the creator's device have these `names` by seat, and are
    owned by the `account`, or by the `secret` and the guest's `device` if there is none. Raises Refusal if two have the
    same name.
    """
    seats: list[SeatRow] = []
    for number, seat in enumerate(wanted[:MOST_SEATS]):
        if seat.kind == "me":
            seats.append(owned(SeatRow(seat=number, kind="person", name=names[number]), secret, account, device))
        elif seat.kind == "open":
            seats.append(SeatRow(seat=number, kind="open"))
        else:
            seats.append(bot_seat(number, seat.bot, seats))
    people = [seat.name for seat in seats if seat.kind == "person"]
    if twice := next((name for name in people if people.count(name) > 1), ""):
        words = say("people at one device need different names; found {name} twice", name=twice)
        raise Refusal("malformed", words)
    return tuple(seats)


def name_of_creator(wanted: lobby_api.NewTable | lobby_api.OpenMatch) -> str:
    """Returns the name that the creator of a table has chosen. Bots never address people by name, so a person alone
    with bots needs none.
    """
    alone = [seat.kind for seat in wanted.seats if seat.kind != "bot"] == ["me"]
    return wanted.name or (say("Guest") if alone else "")


def new_table(wanted: lobby_api.NewTable, game: GameSpec, seats: tuple[SeatRow, ...], now: float) -> TableRow:
    """Returns a new table of a game, which is that with the wanted variant. `now` is the present time of people's
    clocks. Raises CogtableError, such as Refusal, if it cannot be played like that.
    """
    for seat in seats:
        if seat.kind == "bot":
            check_bot(seat.bot, game)
    if wanted.takeover:
        check_bot(wanted.takeover.bot, game)
    seed = secrets.randbits(63) if wanted.seed is None else wanted.seed
    match = Match(game, len(seats), seed, game.checked_options(wanted.options))
    time_control = wanted.time_control
    if wanted.rated and not time_control and sum(seat.kind != "bot" for seat in seats) > 1:
        time_control = base.TimeControl(move_s=rated.MOVE_S, expired="resign")
    return row_of(
        match,
        seats,
        wanted,
        time_control,
        now,
        creator=next((seat.seat for seat in seats if is_owned(seat)), -1),
    )


def new_lesson(script: Script, name: str, secret: str, account: str, now: float) -> tuple[TableRow, list[ActionRow]]:
    """Returns a new table for a lesson, and the actions up to the position at which it begins. The learner has that
    `name` and owns the seat by their `account`, or by the `secret` if there is none.
    """
    lesson = script.lesson
    seats: list[SeatRow] = []
    for seat in range(lesson.seats):
        if seat == lesson.learner:
            seats.append(owned(SeatRow(seat=seat, kind="person", name=name), secret, account))
        else:
            seats.append(bot_seat(seat, bots.levels()[0][0], seats))
    match = script.start()
    wanted = lobby_api.NewTable(game=match.game.name, chat="off")
    row = row_of(match, tuple(seats), wanted, None, now, creator=lesson.learner, lesson=0)
    return msgspec.structs.replace(row, lesson_name=script.name), actions_of(match)


def no_lesson(wanted: lobby_api.NewTable) -> str:
    """Returns the refusal of a lesson that a game does not have, or that cannot be played."""
    if wanted.lesson_name == FIRST:
        return say("{game} has no lesson that can be played", game=wanted.game[:24])
    words = phrase("{game} has no lesson “{name}” that can be played")
    return say(words, game=wanted.game[:24], name=wanted.lesson_name[:32])


def row_of(
    match: Match,
    seats: tuple[SeatRow, ...],
    wanted: lobby_api.NewTable,
    time_control: base.TimeControl | None,
    now: float,
    *,
    creator: int,
    lesson: int = NO_LESSON,
) -> TableRow:
    """Returns a new table with a match, whose creator is in the seat `creator`; -1 if they have no seat."""
    takeover = wanted.takeover
    row = TableRow(
        id=new_id(),
        game=match.game.name,
        version=match.game.version,
        box=match.game.box.digest,
        options=match.options,
        seed=match.seed,
        chosen_seed=wanted.seed is not None,
        listed=wanted.listed,
        public=wanted.public,
        created=time.time(),
        started=not any(seat.kind == "open" for seat in seats),
        status=status_of(match, lesson, clock.begun(time_control, match, seats, now)),
        seats=seats,
        game_s=time_control.game_s if time_control else 0,
        move_s=time_control.move_s if time_control else 0,
        expired=time_control.expired if time_control else "",
        takeover=takeover.bot if takeover else "",
        takeover_s=takeover.after_s if takeover else 0,
        creator=creator,
        replacing=wanted.replacing,
        variant=wanted.variant,
        chat=wanted.chat,
        rated=wanted.rated,
    )
    return rated.begun(row, match.game)


# --- what can be chosen ---------------------------------------------------------------------------------


def check_bot(name: str, game: GameSpec) -> None:
    """Raises Refusal unless there is a bot with this name that plays the game."""
    known = dict(bots.names(game))
    if name not in known:
        known_words = ", ".join(known)
        raise Refusal("malformed", f"there is no bot '{name[:24]}' for {game.name}; there are {known_words}")


def check_patience(takeover: base.Takeover | None, least_s: float) -> None:
    """Raises Refusal for a bot that would take over too soon or too late."""
    if takeover and not least_s <= takeover.after_s <= MAX_AWAY_S:
        found = f"found {takeover.after_s:g}"
        raise Refusal("malformed", f"a bot takes over a seat after {least_s:g} to {MAX_AWAY_S} seconds; {found}")


def check_time(control: base.TimeControl | None) -> None:
    """Raises Refusal for a clock with too little or too much time."""
    if control is None:
        return
    game, move = control.game_s, control.move_s
    if control.for_moves and not base.LEAST_MOVE_S <= move <= base.MOST_MOVE_S:
        words = f"a clock gives {base.LEAST_MOVE_S} to {base.MOST_MOVE_S} seconds for a move"
        raise Refusal("malformed", f"{words}; found {move:g}")
    least, most = base.LEAST_GAME_S, base.MOST_GAME_S
    if not control.for_moves and not (least <= game <= most and 0 <= move <= most):
        found = f"found {game:g} and {move:g}"
        words = f"a clock gives {least} to {most} seconds for a game and up to as many more for a move"
        raise Refusal("malformed", f"{words}; {found}")
