"""A table as a page without a server keeps it: the logic, and what is stored as plain lists."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from cogtable.engine.play import registry
from cogtable.server.core.variant import Variant
from cogtable.server.db.rows import ActionRow, TableRow
from cogtable.server.table.change import (
    Change,
    FindOutFirst,
    NewActions,
    NewOccupant,
    NewRematch,
)
from cogtable.server.table.logic import TableLogic
from cogtable.server.table.new_table import new_seats, new_table
from cogtable.server.table.restore import restore
from cogtable.server.table.table import Table
from cogtable.server.wire import from_client, from_server, lobby_api
from cogtable.view import View

_updates = msgspec.json.Decoder(from_server.Update)


class Here:
    """The people at the table."""

    def __init__(self, *seats: int) -> None:
        self.seats = set(seats)
        self.watching = 0

    def __bool__(self) -> bool:
        return bool(self.seats or self.watching)


class Page:
    """Where the table is. Its time goes on only when a test lets it."""

    def __init__(self) -> None:
        self.message = ""
        self.time = 1_000_000.0

    def now(self) -> float:
        return self.time

    def check_open(self) -> None:
        pass

    def latest_variant(self, key: str) -> Variant | None:
        return None


def make(game: str, *seats: str, account: str = "", **wanted: Any) -> TableRow:
    """A new table; seats are "me", "open" or the name of a bot. The creator can have an account."""
    kinds = [
        lobby_api.NewSeat(kind=seat) if seat in ("me", "open") else lobby_api.NewSeat(kind="bot", bot=seat)  # type: ignore[arg-type]
        for seat in seats
    ]
    names = dict(enumerate(["Ada", "Ben", "Cleo"]))
    told = lobby_api.NewTable(game=game, seats=kinds, **wanted)
    return new_table(told, registry.find(game), new_seats(kinds, names, "my secret", account), Page().now())


class KeptTable:
    """One table. Nothing here waits: a message is answered, and what it changes is stored and shown at once."""

    def __init__(self, row: TableRow, actions: Sequence[ActionRow] = ()) -> None:
        self.row, self.actions = row, list(actions)
        self.others: list[TableRow] = []
        """The other tables that were stored: rematches."""
        self.changes: list[Change] = []
        self.page, self.here = Page(), Here(*range(len(row.seats)))
        state = restore(row, actions)
        self.table = Table(state, self.page.now)
        self.logic = TableLogic(self.table, self.here, self.page)
        self._number = 0

    # --- messages ---

    def send(self, message: Any, seat: int = 0) -> from_server.Accepted:
        """Sends a message. Raises Refusal."""
        own = tuple(each for each in range(len(self.row.seats)) if each == seat)
        while True:
            try:
                return self.keep(self.logic.change(message, seat, own))
            except FindOutFirst as wanted:
                wanted.find()

    def ask(self, message: Any, seat: int = 0) -> Any:
        """Asks about the game. Raises Refusal."""
        return self.logic.answer(message, seat)()

    def keep(self, change: Change) -> from_server.Accepted:
        """Stores a change as a page would, and adopts it."""
        match change.write:
            case NewActions(actions):
                self.actions += actions
            case NewOccupant(remark=remark):
                self.actions += [remark] if remark else []
            case NewRematch(row):
                self.others.append(row)
        self.row = change.states[-1].row
        self.changes.append(change)
        for state in change.states:
            self.table.adopt(state)
            self.views()
        self._number += 1
        revision = change.revision
        return from_server.Accepted(id=self._number, ply=revision.ply, undone=revision.undone)

    def act(self, action: int, seat: int = 0, submission: str = "") -> from_server.Accepted:
        undone, ply = self.table.match.revision
        return self.send(from_client.Act(id=1, ply=ply, undone=undone, action=action, submission=submission), seat)

    def undo(self, seat: int = 0, *, unrated: bool = False) -> from_server.Accepted:
        undone, ply = self.table.match.revision
        return self.send(from_client.Undo(id=1, ply=ply, undone=undone, unrated=unrated), seat)

    # --- playing ---

    def let_bots_play(self, draw: random.Random) -> int:
        """Lets bots make moves drawn at random while they have decisions to make. Returns the number of moves."""
        moves = 0
        while seat := next((each for each in range(len(self.row.seats)) if self.logic.bots.decides(each)), None):
            match = self.table.match
            change = self.logic.moves.act_for_bot(seat, match, draw.choice(match.choices(seat)).action)
            assert change
            self.keep(change)
            moves += 1
        return moves

    def play_on(self, draw: random.Random, most: int = 10_000) -> None:
        """Plays moves drawn at random in seat 0, and those of the bots, until the game is over."""
        for _ in range(most):
            self.let_bots_play(draw)
            if 0 not in self.table.match.waiting:
                return
            self.act(draw.choice(self.view().choices).action)

    # --- what is seen ---

    def update(self, seat: int = 0) -> from_server.Update:
        """What a client of a seat is sent that has no view yet, as it reads it."""
        return _updates.decode(from_server.encode(self.logic.updates.whole(seat, (seat,))))

    def view(self, seat: int = 0) -> View:
        return self.update(seat).view

    def views(self) -> list[bytes]:
        """The views of all seats and of a spectator, encoded."""
        return [msgspec.json.encode(self.logic.views.whole(seat)) for seat in range(-1, len(self.row.seats))]

    def reopened(self) -> KeptTable:
        """The table as it is after the page was closed and opened again: from what is stored alone."""
        stored = msgspec.json.decode(
            msgspec.json.encode((self.row, self.actions)), type=tuple[TableRow, list[ActionRow]]
        )
        return KeptTable(*stored)
