"""Saved matches that people open: each becomes a private table of the person who has the file.

A file contains the whole deal, so its table is for the sender alone: nobody can join or watch it from a list, its game
is never rated, and a finished one has no place in anybody's profile.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cogtable.engine.errors import BadSave, BrokenGame, CogtableError, UnknownGame
from cogtable.engine.play import registry
from cogtable.engine.play.interventions import NOBODY_LAST
from cogtable.engine.play.match import Match
from cogtable.engine.play.saves import Saved, parsed, restored
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import ActionRow, SeatRow, TableRow
from cogtable.server.table.new_table import check_bot, new_seats, row_of
from cogtable.server.table.rated import finish_of
from cogtable.server.table.restore import actions_of
from cogtable.server.table.seating import is_owned, nameless
from cogtable.server.wire import lobby_api

MOST_BYTES = 1 << 20
"""The maximum size of a file, in bytes. Files of whole games are much smaller."""

MOST_BODY = 2 * MOST_BYTES
"""The maximum size of a request with a file, in bytes: its text is quoted there."""


def opened_match(file: str) -> Match:
    """Returns the match in the text of a file, with all its moves played again: a file can claim anything. Takes a
    while. Raises Refusal with the reason.
    """
    if (size := len(file.encode())) > MOST_BYTES:
        words = phrase("this file is too big for a saved match: expected at most {most} bytes; found {n}")
        raise Refusal("malformed", say(words, most=MOST_BYTES, n=size))
    try:
        saved = parsed(file)
    except BadSave as error:
        words = phrase("this file is not a saved match: expected a file that a finished table or Cogtable has written")
        raise Refusal("malformed", say(words)) from error
    _check_game(saved)
    try:
        return restored(saved, verify=True)
    except CogtableError as error:
        raise _damaged(str(error)) from error


def _check_game(saved: Saved) -> None:
    """Raises Refusal unless a table can have this match: with a game that is here, its rules, its box and a deal."""
    try:
        game = registry.find(saved.game)
    except BrokenGame as error:
        raise Refusal("unavailable", say("{game} cannot be loaded here", game=saved.game[:24])) from error
    except UnknownGame as error:
        words = phrase("this match is of a game that is not here: {game}")
        raise Refusal("outdated", say(words, game=saved.game[:24])) from error
    if saved.version != game.version:
        words = phrase("this match was played by other rules of {game}: version {theirs}; here it has version {ours}")
        raise Refusal("outdated", say(words, game=game.title, theirs=saved.version[:24], ours=game.version))
    if saved.box != game.box.digest and game.with_earlier_box(saved.box) is None:
        words = phrase(
            "this match was played with another box of {game}; on your computer, "
            "`cogtable replay FILE --box BOX` shows it"
        )
        raise Refusal("outdated", say(words, game=game.title))
    if saved.initial_position:
        words = phrase("this match began at a position laid out by hand; a table can only begin with a deal")
        raise Refusal("malformed", say(words))
    marks = saved.interventions
    places = [(mark.ply, mark.seat) for mark in marks.taken_back]
    places += [(remark.ply, remark.seat) for remark in marks.remarks]
    last = marks.ending.last if marks.ending else NOBODY_LAST
    if len(saved.actions) > game.bound or len(places) > game.bound:
        raise _damaged(f"expected at most {game.bound} moves; found {max(len(saved.actions), len(places))}")
    wrong = [1 for ply, seat in places if not (0 <= ply <= len(saved.actions) and 0 <= seat < saved.seats)]
    if wrong or not NOBODY_LAST <= last < max(0, saved.seats):
        raise _damaged("a note in it is about a move or a seat that the match does not have")


def _damaged(reason: str) -> Refusal:
    return Refusal("malformed", say("this saved match is damaged: {reason}", reason=reason))


def table_of(
    match: Match, wanted: lobby_api.OpenMatch, names: Mapping[int, str], secret: str, account: str, now: float
) -> tuple[TableRow, list[ActionRow]]:
    """Returns a table with a match, and its actions. `names` are those of the people at the sender's device, by seat;
    without an `account` they own their seats by the `secret`. `now` is the present time of people's clocks. Raises
    Refusal.
    """
    _check_seats(match, wanted)
    seats = tuple(_seated(seat, match) for seat in new_seats(wanted.seats, names, secret, account))
    settings = lobby_api.NewTable(game=match.game.name, seed=match.seed, chat="off")
    creator = next(seat.seat for seat in seats if is_owned(seat))
    row = row_of(match, seats, settings, None, now, creator=creator)
    if match.over:
        finish = finish_of(row, match)
        row = msgspec.structs.replace(row, places=finish.places, scores=finish.scores)
    return row, actions_of(match)


def _check_seats(match: Match, wanted: lobby_api.OpenMatch) -> None:
    """Raises Refusal unless the wanted people and bots can have the seats of a match."""
    if len(wanted.seats) != match.seats:
        words = phrase("this match has {n} seats; found {found} in the request")
        raise Refusal("malformed", say(words, n=match.seats, found=len(wanted.seats)))
    kinds = [seat.kind for seat in wanted.seats]
    if "open" in kinds or "me" not in kinds:
        words = phrase("only you and bots can have seats in a saved match, because its file shows all hidden cards")
        raise Refusal("malformed", say(words))
    for seat in wanted.seats:
        if seat.kind == "bot":
            check_bot(seat.bot, match.game)


def _seated(seat: SeatRow, match: Match) -> SeatRow:
    """Returns a seat as it is at the table of a match. Bots have no names there: they did not play until now."""
    if seat.seat in match.left:
        return msgspec.structs.replace(seat, kind="left", resigned=True, bot="")
    return msgspec.structs.replace(seat, name=nameless(seat.seat)) if seat.kind == "bot" else seat
