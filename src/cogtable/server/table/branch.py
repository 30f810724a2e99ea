"""Branches: one of the people of a finished game continues it from one of its positions, against bots."""

from __future__ import annotations

import msgspec

from cogtable.engine.play.match import Match
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import ActionRow, SeatRow, TableRow
from cogtable.server.table.seating import bot_seat, owned
from cogtable.server.table.table import another, status_of


def branch(
    old: TableRow, match: Match, ply: int, seat: int, bot: str, secret: str, account: str = ""
) -> tuple[TableRow, list[ActionRow]]:
    """Returns a table that continues the finished game of the table `old` after `ply` moves of its `match`, and these
    moves. Takes a while, since the match may be replayed.

    The person in `seat` keeps it, with their `account` or a new `secret`. Bots keep their seats, and `bot` plays for
    all other people. Raises Refusal if the game is not over, or has no such position to continue from.
    """
    if not match.over:
        raise Refusal("playing", say("this game is not over yet; you can play on from its positions after the end"))
    if not 0 <= ply < match.ply:
        words = phrase("expected a position after 0 to {most} moves; found {ply}")
        raise Refusal("malformed", say(words, most=match.ply - 1, ply=ply))
    then = match.at(ply)
    if seat in then.left:
        raise Refusal("malformed", say("you had left the game by then; choose an earlier move to play on from"))
    person = owned(SeatRow(seat=seat, kind="person", name=old.seats[seat].name), secret, account)
    moves = enumerate(match.moves[:ply])
    actions = [ActionRow(ply=at, seat=move.seat, action=move.action, words=move.text) for at, move in moves]
    return _row(old, then, person, bot), actions


def _row(old: TableRow, match: Match, person: SeatRow, bot: str) -> TableRow:
    seats = list(old.seats)
    for each in old.seats:
        if each.seat == person.seat:
            seats[each.seat] = person
        elif each.kind != "bot":
            seats[each.seat] = bot_seat(each.seat, bot, seats)
    return msgspec.structs.replace(
        another(old),
        public=False,
        status=status_of(match),
        seats=tuple(seats),
        takeover="",
        takeover_s=0,
        creator=person.seat,
        replacing=False,
        game_s=0,
        move_s=0,
        branch_of=old.id,
        deal=old.deal,
        branch_ply=match.ply,
        rated=False,
    )
