"""Everything that people do at a table, without I/O: no sockets, no database, no tasks.

A message from a client becomes a `Change`. The caller stores it (`Change.write`), acknowledges it with its revision,
and adopts its states one by one (`Table.adopt`), showing each to the people who are there (`TableLogic.updates`). The
server does that in `StoredTable`; a page can do the same with its own storage.
"""

from __future__ import annotations

from collections.abc import Callable

from cogtable.engine.play.match import Revision
from cogtable.server.table.agreement import Agreement
from cogtable.server.table.bot_turns import BotTurns
from cogtable.server.table.change import Change
from cogtable.server.table.coach import Coach
from cogtable.server.table.conditional import ConditionalMoves
from cogtable.server.table.hinting import Hinting
from cogtable.server.table.leaving import Leaving
from cogtable.server.table.moves import Moves
from cogtable.server.table.occupancy import Occupancy
from cogtable.server.table.pauses import Pauses
from cogtable.server.table.rematch import Rematches
from cogtable.server.table.review import Review
from cogtable.server.table.seats import Seats
from cogtable.server.table.surroundings import Host, Present
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers
from cogtable.server.table.undo import Undos
from cogtable.server.table.updates import Updates
from cogtable.server.table.views import Views
from cogtable.server.wire import base, from_client, from_server

ChangeRequest = (
    from_client.Act
    | from_client.SetTakeover
    | from_client.RequestRematch
    | from_client.SetStep
    | from_client.Undo
    | from_client.Answer
    | from_client.Withdraw
    | from_client.Resign
    | from_client.OfferEnd
    | from_client.OfferPause
    | from_client.Resume
    | from_client.SetSeat
)
"""The messages that change a table."""

Question = (
    from_client.AskWhy
    | from_client.AskPremoves
    | from_client.AskLine
    | from_client.AskOverlays
    | from_client.AskPosition
)
"""The messages that ask about the game and are answered at once."""


class TableLogic:
    """One table. Each part uses only those made before it."""

    def __init__(self, table: Table, present: Present, host: Host, variant: base.VariantInfo | None = None) -> None:
        self.table = table
        self.coach = Coach(table)
        self.views = Views(table)
        self.takeovers = Takeovers(table, present)
        self.seats = Seats(table, self.takeovers, host)
        self.agreement = Agreement(table, self.takeovers)
        self.undo = Undos(table, self.takeovers, self.agreement)
        self.leaving = Leaving(table, self.takeovers, self.agreement)
        self.pauses = Pauses(table, self.agreement)
        self.moves = Moves(table, self.takeovers, self.coach, self.views)
        self.conditional = ConditionalMoves(table, self.takeovers)
        self.hinting = Hinting(table, self.moves)
        self.bots = BotTurns(table, self.takeovers, self.coach, present)
        self.review = Review(table)
        self.rematches = Rematches(table, host)
        self.occupancy = Occupancy(
            table,
            present,
            self.takeovers,
            self.bots,
            self.agreement,
            self.undo,
            self.leaving,
            self.pauses,
            self.conditional,
            host,
        )
        self.updates = Updates(table, self.views, self.occupancy, self.coach, variant)

    def change(self, message: ChangeRequest, seat: int, own: tuple[int, ...]) -> Change:
        """Returns the change that a message asks for. It comes from the person in `seat`, who has the seats `own`.
        Raises Refusal, and FindOutFirst.
        """
        match message:
            case from_client.Act():
                return self.moves.act(seat, message)
            case from_client.SetTakeover():
                return self.takeovers.request(seat, message.on)
            case from_client.RequestRematch():
                return self.rematches.request(seat, message.on, message.bot)
            case from_client.SetStep():
                return self.moves.go_to_step(seat, message.step)
            case from_client.Undo():
                return self.undo.request(seat, message)
            case from_client.Answer():
                return self.agreement.answer(seat, message)
            case from_client.Withdraw():
                return self.agreement.withdraw(seat, message)
            case from_client.Resign():
                return self.leaving.resign(seat)
            case from_client.OfferEnd():
                return self.leaving.offer_end(seat)
            case from_client.OfferPause():
                return self.pauses.offer(seat, message.seconds)
            case from_client.Resume():
                return self.pauses.go_on(seat)
            case from_client.SetSeat():
                return self.seats.set_seat(own, message.seat, message.bot)

    def answer(self, message: Question, seat: int) -> Callable[[], from_server.FromServer]:
        """Returns a function that answers a question of the person in a seat. It reads nothing that can change, and can
        take a while, so it can run in another thread. Raises Refusal.
        """
        match message:
            case from_client.AskWhy():
                words = self.moves.why_not(seat, Revision(message.undone, message.ply), message.piece)
                return lambda: from_server.Why(id=message.id, piece=message.piece, words=words)
            case from_client.AskPremoves():
                choices = self.moves.ahead(seat, message.ply)
                return lambda: from_server.Premoves(id=message.id, ply=message.ply, choices=choices())
            case from_client.AskLine():
                return self.conditional.choices(seat, message)
            case from_client.AskOverlays():
                overlays = self.moves.overlays(seat, Revision(message.undone, message.ply), message.action)
                return lambda: from_server.Overlays(id=message.id, action=message.action, overlays=overlays())
            case from_client.AskPosition():
                view = self.review.position(seat, message.ply)
                return lambda: from_server.Position(id=message.id, ply=message.ply, view=view())
