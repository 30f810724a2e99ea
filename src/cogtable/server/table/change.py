"""A change to a table: what is to be stored, and the table after that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from cogtable.engine.play.match import Match, Revision
from cogtable.server.db.rows import (
    ActionRow,
    BoxRow,
    Finish,
    QuestionRow,
    SeatRow,
    TableRow,
    TableStatus,
    Times,
)


class TableState(NamedTuple):
    """A table at one moment: its row, its match, the number of its stored actions, and the seats whose people want a
    rematch, which is not stored.
    """

    row: TableRow
    match: Match
    stored: int
    wishes: frozenset[int] = frozenset()


# --- what is stored -------------------------------------------------------------------------------------


class NewActions(NamedTuple):
    """The next actions and the status after them. Also, if given: the seat of a person who has resigned (`gone`), how
    the game ended, and why it is no longer rated.
    """

    actions: Sequence[ActionRow]
    status: TableStatus
    gone: SeatRow | None = None
    finish: Finish | None = None
    unrated: str = ""


class NewOccupant(NamedTuple):
    """A seat has another occupant or is opened, with a remark about that in a game that was `started` before. If that
    begins the game, or if its clock starts again, it has these `times`.
    """

    before: SeatRow
    after: SeatRow
    started: bool
    remark: ActionRow | None
    times: Times | None


class NewTakeover(NamedTuple):
    """The person in a seat lets a bot play, or plays again."""

    seat: int
    on: bool


class NewQuestion(NamedTuple):
    """A question that was asked or answered, and the one that was stored before."""

    before: QuestionRow | None
    question: QuestionRow


class NewTimes(NamedTuple):
    """The times of the clock, with the question that led to them, if any."""

    times: Times
    asked: NewQuestion | None


class NewRematch(NamedTuple):
    """Another table, which is the rematch, with its box if that is not the game's own."""

    row: TableRow
    box: BoxRow | None


class NoLongerRated(NamedTuple):
    """The game is no longer rated, and why."""

    why: str


Write = NewActions | NewOccupant | NewTakeover | NewQuestion | NewTimes | NewRematch | NoLongerRated

# --- changes --------------------------------------------------------------------------------------------

Event = Literal["moved", "left", "seats", "rematch"]
"""What people at the table are shown: moves were played or taken back; a person has resigned or was replaced, or the
game was ended early; a person sat down, asked or answered, or a takeover or a pause began or ended; a person wants a
rematch.
"""


class Change(NamedTuple):
    """A change to a table. Nothing has happened until it is stored, and then adopted (`Table.adopt`).

    `write` is to be stored as a whole; None if there is nothing to store. `states` are the table afterwards: one for
    each move that is shown by itself. `log` describes the change for the log of a server.
    """

    write: Write | None
    states: Sequence[TableState]
    event: Event
    log: str = ""

    @property
    def revision(self) -> Revision:
        """The revision to acknowledge: for moves, that after the first."""
        return self.states[0].match.revision

    def with_row(self, row: TableRow) -> Change:
        """Returns the change with the table's row as it was stored."""
        return self._replace(states=[state._replace(row=row) for state in self.states])


class FindOutFirst(Exception):
    """Raised instead of returning a change if a slow computation is needed first, which must not block others. `find`
    does the computation and keeps the result. Then ask for the change again.
    """

    def __init__(self, find: Callable[[], None]) -> None:
        super().__init__("something must be found out first")
        self.find = find
