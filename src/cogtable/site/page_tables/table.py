"""A table in a page: its logic, its people and bots, and what is stored of it. Nothing here waits."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from cogtable.engine.play.match import SPECTATOR, Revision
from cogtable.engine.text.words import phrase, say
from cogtable.lab import analysis
from cogtable.lab.analysis import AnalysisEffort
from cogtable.server.core.messages import error_of, number_of
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import ActionRow, TableRow
from cogtable.server.table.change import Change, FindOutFirst, NewActions, NewOccupant, NewRematch, TableState
from cogtable.server.table.logic import ChangeRequest, TableLogic
from cogtable.server.table.restore import stood_in
from cogtable.server.table.seating import checked_seat, seat_shown, seats_shown
from cogtable.server.table.studied_positions import StudiedPosition, news, studying
from cogtable.server.table.surroundings import Host
from cogtable.server.table.table import Table
from cogtable.server.table.viewers import Viewers
from cogtable.server.wire import from_client, from_server
from cogtable.server.wire.base import VariantInfo
from cogtable.server.wire.from_server import encode
from cogtable.site.page_tables.bots import PageBots
from cogtable.site.page_tables.thinking import Computation, Thinking
from cogtable.view import View

log = logging.getLogger("cogtable.site")

FAILED = phrase("Something went wrong in this page. Reload it to see where things stand.")
"""The message for an unexpected error."""

AT_ONCE = 4
"""The number of positions that are studied at the same time."""


class Storage(Protocol):
    """Where the tables of a page are stored."""

    def keep(self, row: TableRow, actions: Sequence[ActionRow]) -> None:
        """Stores a table that was changed."""

    def add(self, row: TableRow) -> None:
        """Stores a new table, the rematch of another."""


class PageConnection:
    """A connection to a table of a page (see `viewers.Viewer`), with what it waits for."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self.seat = SPECTATOR
        self.seats: tuple[int, ...] = ()
        self.session = ""
        self.shown: View | None = None
        self.keeps = False
        self.blind = False
        self._send = send
        self.hint: tuple[int, Revision, Computation[analysis.Advice]] | None = None
        """The number of its request for a hint, since when the decision stands, and the searches."""
        self.study: Computation[list[StudiedPosition]] | None = None
        """The searches of its analysis."""

    def send(self, text: str) -> None:
        """Sends an encoded message."""
        self._send(text)


class Here:
    """The people at a table (see `surroundings.Present`)."""

    def __init__(self, connections: Iterable[PageConnection]) -> None:
        self._connections = connections

    def __bool__(self) -> bool:
        return any(True for _ in self._connections)

    @property
    def seats(self) -> frozenset[int]:
        """The seats with a connection that shows the table."""
        return frozenset(seat for each in self._connections if not each.blind for seat in each.seats)

    @property
    def watching(self) -> int:
        """The number of connections without a seat."""
        return sum(not each.seats for each in self._connections)


class PageTable:
    """One table of a page.

    Args:
        state: the table.
        actions: all its actions.
        host: the page.
        storage: where it is stored.
        thinking: the searches of the page.
        variant: the box that it is played with, if not the game's own.
    """

    def __init__(
        self,
        state: TableState,
        actions: Sequence[ActionRow],
        host: Host,
        storage: Storage,
        thinking: Thinking,
        variant: VariantInfo | None = None,
    ) -> None:
        self._actions = list(actions)
        self._storage = storage
        self._thinking = thinking
        self._connections: list[PageConnection] = []
        self._end: dict[str, Any] = {}
        """The fields of the row that the end of the game has set."""
        self._studied: dict[int, list[StudiedPosition]] = {}
        """The positions that were studied for each seat."""
        self.table = Table(state, host.now)
        self.logic = TableLogic(self.table, Here(self._connections), host, variant)
        self.bots = PageBots(self.table, self.logic.bots, thinking)
        self._viewers = Viewers(self.logic, self._connections)

    # --- entering and leaving --------------------------------------------------------------------

    def enter(self, connection: PageConnection, hello: from_client.Hello) -> None:
        """Adds a connection for the seats of its secret, or as a spectator, and shows it the table. Raises Refusal."""
        connection.keeps = hello.keeps
        connection.seats = seats_shown(self.table.row, hello.secret)
        connection.seat = seat_shown(connection.seats, hello.seat)
        self._connections.append(connection)
        self.logic.takeovers.update()
        self._viewers.show(connection)
        if rematch := self.logic.rematches.shown():
            connection.send(encode(rematch))
        self._viewers.show_occupants(but=connection)
        self.bots.wake()

    def leave(self, connection: PageConnection) -> None:
        """Removes a connection."""
        if connection not in self._connections:
            return
        self._connections.remove(connection)
        if connection.hint:
            self._thinking.cancel(connection.hint[2])
        if connection.study:
            self._thinking.cancel(connection.study)
        self._viewers.show_occupants()
        self.bots.wake()

    def show_notice(self) -> None:
        """Shows everybody who is here the page's message."""
        self._viewers.show_occupants()

    # --- messages --------------------------------------------------------------------------------

    def receive(self, connection: PageConnection, message: from_client.FromClient) -> None:
        """Answers a message of a connection that has entered."""
        number = number_of(message)
        try:
            self._carry_out(connection, message)
        except Refusal as refusal:
            connection.send(encode(error_of(Refusal(refusal.code, str(refusal), number))))
        except Exception:
            log.exception("table %s: %s failed", self.table.id, message.__struct_config__.tag)
            connection.send(encode(from_server.Error(code="internal", words=say(FAILED), id=number)))

    def _carry_out(self, connection: PageConnection, message: from_client.FromClient) -> None:
        if isinstance(message, ChangeRequest):
            self._change(connection, message)
            return
        match message:
            case (
                from_client.AskPosition() | from_client.AskPremoves() | from_client.AskOverlays() | from_client.AskWhy()
            ):
                connection.send(encode(self.logic.answer(message, connection.seat)()))
            case from_client.AskLine() | from_client.SetLines():
                raise Refusal("malformed", say("conditional moves are for games with days for each move"))
            case from_client.AskHint():
                self._search_hint(connection, message)
            case from_client.Analyse():
                self._analyse(connection)
            case from_client.Switch():
                connection.seat = checked_seat(connection.seats, message.seat)
                self._drop_hint(connection, say("you are looking at the table from another seat now"))
                self._viewers.show(connection, message.id)
            case from_client.Say() | from_client.React():
                raise Refusal("no-chat", say("this table is on your device alone, so there is nobody to write to"))
            case from_client.ShowLine():
                raise Refusal("puzzle", say("this table is not a puzzle, so it has no solution to show"))
            case from_client.StopSeek() | from_client.AnswerHandover():
                raise Refusal("late", say("this table does not look for people any more"))
            case from_client.Searched():
                raise Refusal("malformed", say("this page does not ask its tables’ readers to search"))
            case from_client.Ping():
                connection.send(encode(from_server.Pong()))
            case _:
                raise Refusal("malformed", "hello was already sent; expected another message")

    def _change(self, connection: PageConnection, message: ChangeRequest) -> None:
        def accepted(revision: Revision) -> None:
            connection.send(encode(from_server.Accepted(id=message.id, ply=revision.ply, undone=revision.undone)))

        seat, own = connection.seat, connection.seats
        try:
            self.change(lambda: self.logic.change(message, seat, own), accepted)
        except Refusal:
            if not (isinstance(message, from_client.Act) and self._is_stored(message, seat)):
                raise
            accepted(self.table.match.revision)

    def _is_stored(self, message: from_client.Act, seat: int) -> bool:
        """Whether this very move was sent before and is stored."""
        sent = message.submission, seat
        return bool(sent[0]) and any((each.submission, each.seat) == sent for each in self._actions)

    # --- changes ---------------------------------------------------------------------------------

    def change(
        self, work: Callable[[], Change | None], accepted: Callable[[Revision], object] = lambda revision: None
    ) -> None:
        """Makes the change that `work` returns, if any: stores it, acknowledges it, and shows it. Raises the Refusal of
        `work`, with nothing changed.
        """
        while True:
            try:
                change = work()
                break
            except FindOutFirst as wanted:
                wanted.find()
        if change is None:
            return
        change = self._stored(change)
        accepted(change.revision)
        for state in change.states:
            self.table.adopt(state)
            self._show(change)

    def _stored(self, change: Change) -> Change:
        """Stores a change, and returns it as it was stored."""
        match change.write:
            case None:
                return change
            case NewActions(actions, finish=finish):
                self._actions += actions
                if finish:
                    self._end = {"places": finish.places, "scores": finish.scores, "ended": time.time()}
            case NewOccupant(remark=remark):
                self._actions += [remark] if remark else []
            case NewRematch(row):
                self._storage.add(row)
        self._storage.keep(self._with_end(change.states[-1].row), self._actions)
        return change

    @property
    def row(self) -> TableRow:
        """The row of the table as it is stored."""
        return self._with_end(self.table.row)

    def _with_end(self, row: TableRow) -> TableRow:
        return msgspec.structs.replace(row, **self._end)

    def _show(self, change: Change) -> None:
        """Shows everybody a state that was adopted."""
        if isinstance(change.write, NewOccupant):
            self.logic.takeovers.replaced(change.write.after.seat)
            self._viewers.unseat(change.write.after.seat)
        if change.event in ("moved", "left"):
            self._drop_late_hints()
            self._viewers.show_move()
        elif change.event == "seats":
            self._viewers.show_occupants()
        if rematch := self.logic.rematches.shown():
            for connection in self._connections:
                connection.send(encode(rematch))
        self.bots.wake()
        if self.logic.agreement.can_excuse():
            self.change(self.logic.agreement.excuse)

    # --- time and bots ---------------------------------------------------------------------------

    def go_on(self, now: float) -> float | None:
        """Ends pauses and the time of players that is over by `now`, and plays the next move of a bot. Returns when it
        wants to be called again: `now` if a bot can play on at once; None if there is nothing to wait for.
        """
        self.change(self.logic.pauses.end_overdue)
        self.change(self.logic.leaving.run_out)
        if not self.table.paused and (decided := self.bots.decide()):
            self.change(lambda: self.logic.moves.act_for_bot(*decided))
            self.bots.wake()
            return now
        times = self.table.times
        return times.deadline if times and not self.table.match.over else None

    # --- hints and analyses ----------------------------------------------------------------------

    def _search_hint(self, connection: PageConnection, message: from_client.AskHint) -> None:
        seat, match, hinting = connection.seat, self.table.match, self.logic.hinting
        hinting.check(seat, message)
        self.change(lambda: hinting.given(seat, message))
        self._drop_hint(connection, say("a newer request replaced yours"))

        def found(advice: analysis.Advice) -> None:
            connection.hint = None
            try:
                connection.send(encode(hinting.hint(seat, message, advice)))
            except Refusal as refusal:
                connection.send(encode(error_of(Refusal(refusal.code, str(refusal), message.id))))

        def failed(error: Exception) -> None:
            connection.hint = None
            words = say("the search for a hint failed ({reason})", reason=error)
            connection.send(encode(from_server.Error(code="unavailable", words=words, id=message.id)))

        searches = analysis.advising(match, seat)
        computation = Computation(searches, match.game, found, failed)
        connection.hint = message.id, self.table.decision_since(seat), computation
        self._thinking.begin(computation)

    def _drop_hint(self, connection: PageConnection, words: str) -> None:
        """Drops the search for a hint, if there is one, and answers with the reason."""
        if connection.hint:
            number, _, computation = connection.hint
            connection.hint = None
            self._thinking.cancel(computation)
            connection.send(encode(from_server.Error(code="late", words=words, id=number)))

    def _drop_late_hints(self) -> None:
        """Drops the searches for decisions that have been made."""
        match = self.table.match
        for connection in self._connections:
            seat = connection.seat
            if connection.hint and (seat not in match.waiting or self.table.decision_since(seat) != connection.hint[1]):
                words = phrase("the decision you asked about has been made; the table is at move {ply}")
                self._drop_hint(connection, say(words, ply=match.ply))

    def _analyse(self, connection: PageConnection) -> None:
        """Sends a connection the positions of the analysis that are known, and then the others as they are studied."""
        self.logic.review.check_over()
        if connection.study:
            self._thinking.cancel(connection.study)
        studied = self._studied.setdefault(connection.seat, [])
        self._send_news(connection, connection.seat, 0, studied)
        self._study(connection, connection.seat, studied)

    def _study(self, connection: PageConnection, seat: int, studied: list[StudiedPosition]) -> None:
        """Studies the next positions for a connection that reads the analysis of a seat."""
        match = self.table.match
        plies = range(match.ply + 1)[len(studied) :][:AT_ONCE]
        connection.study = None
        if not plies:
            return

        def done(found: list[StudiedPosition]) -> None:
            if plies.start == len(studied):  # another connection of the seat may have been faster
                studied.extend(found)
            self._send_news(connection, seat, plies.start, found)
            self._study(connection, seat, studied)

        def failed(error: Exception) -> None:
            connection.study = None
            words = say("the analysis failed ({reason})", reason=error)
            connection.send(encode(from_server.Error(code="unavailable", words=words)))

        several = [studying(match, ply, AnalysisEffort(), seat) for ply in plies]
        connection.study = Computation(analysis.together(several), match.game, done, failed)
        self._thinking.begin(connection.study)

    def _send_news(self, connection: PageConnection, seat: int, first: int, found: list[StudiedPosition]) -> None:
        connection.send(encode(news(self.table.match, seat, first, found, stood_in(self._actions))))
