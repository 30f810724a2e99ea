"""The text of a notification: the game, the other players and the time left. It contains no secret."""

from __future__ import annotations

from typing import NamedTuple

from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.text.words import listed, plural, say
from cogtable.server.db.rows import TableRow
from cogtable.server.rooms import service_time
from cogtable.server.table import clock
from cogtable.server.table.seating import nameless


class TurnNotification(NamedTuple):
    """A notification for one seat. `left_s` is the time that the seat has left, if the table has a clock."""

    title: str
    text: str
    left_s: float | None


def turn_notification(row: TableRow, seat: int) -> TurnNotification:
    """Returns the notification for the person in a seat whose turn it is."""
    others = [each.name or nameless(each.seat) for each in row.seats if each.seat != seat and each.kind != "open"]
    left = clock.left_of(row, seat, service_time.now())
    sentences = [say("With {names}.", names=listed(others))]
    if left is not None:
        time = lasting(left)
        of_move = say("You have {time} for this move.", time=time)
        sentences.append(of_move if not row.game_s else say("You have {time} on your clock.", time=time))
    return TurnNotification(say("Your turn in {game}", game=title_of(row.game)), " ".join(sentences), left)


def title_of(game: str) -> str:
    """Returns the title of a game."""
    try:
        return say(registry.find(game).title)
    except CogtableError:
        return game


def lasting(seconds: float) -> str:
    """Returns a length of time in its largest unit, rounded down except for minutes: "2 days"."""
    if seconds < 60:
        return plural(int(seconds), "{n} second", "{n} seconds")
    minutes = round(seconds / 60)  # rounded, so that a fresh three days reads "3 days"
    if minutes < 60:
        return plural(minutes, "{n} minute", "{n} minutes")
    if minutes < 24 * 60:
        return plural(minutes // 60, "{n} hour", "{n} hours")
    return plural(minutes // (24 * 60), "{n} day", "{n} days")
