"""Hints: what `expert` would do for a person who has a decision to make and asks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from cogtable.server import protocol
from cogtable.server.refusal import Refusal
from cogtable.server.tables.botseats import seed_of
from cogtable.server.thinking.pool import Advised, Pool
from cogtable.server.thinking.turns import Asker

if TYPE_CHECKING:
    from cogtable.server.tables.room import Room


class _Thought:
    """A thought about the decision that a seat has had since a certain move, and how many wait for it."""

    def __init__(self, since: int, task: asyncio.Task[Advised]) -> None:
        self.since = since
        self.task = task
        self.askers = 0
        task.add_done_callback(_failed)  # whoever asked may be gone when it fails


class Hints:
    """The hints of one room. A decision is thought about once, whoever asks how often; for a seat one at a time."""

    def __init__(self, room: Room, pool: Pool) -> None:
        self._room = room
        self._pool = pool
        self._thoughts: dict[int, _Thought] = {}
        """For each seat the decision that it last asked about, and what came of it."""

    @property
    def busy(self) -> bool:
        """Whether a hint is being worked out."""
        return any(not thought.task.done() for thought in self._thoughts.values())

    def look(self) -> None:
        """Drops what is thought about decisions that have passed."""
        for seat, thought in list(self._thoughts.items()):
            if not self._asked(seat, thought.since):
                self._drop(seat, thought)

    async def give(self, seat: int, message: protocol.AskHint) -> protocol.Hint:
        """The answer to a question for a hint. Raises Refusal, also when the decision has passed meanwhile."""
        self._room.check_turn(seat, message.ply)
        if not self._room.match.options["assists"]:
            raise Refusal("assists", "assists are off at this table: there are no hints while the game is played")
        advice, short = await self._advised(seat)
        self._room.check_turn(seat, message.ply)
        return protocol.Hint(
            id=message.id,
            ply=message.ply,
            pieces=list(advice.pieces),
            moves=[
                protocol.Considered(action=move.action, words=move.words, chance=round(move.chance, 4))
                for move in advice.candidates
            ],
            chances=[round(chance, 4) for chance in advice.chances],
            short=short,
        )

    async def _advised(self, seat: int) -> Advised:
        """What is thought about the decision of a seat. Raises Refusal when it passes meanwhile."""
        thought = self._thought(seat)
        thought.askers += 1
        try:
            await asyncio.wait({thought.task})
        finally:
            thought.askers -= 1
            # Not at once: who asks anew takes the place of the question before, and wants the same.
            asyncio.get_running_loop().call_soon(self._drop_unasked, seat, thought)
        if thought.task.cancelled():
            raise Refusal("late", f"the decision you asked about is past; the table is at move {self._room.match.ply}")
        return thought.task.result()

    def _thought(self, seat: int) -> _Thought:
        since = self._room.decides_since(seat)
        known = self._thoughts.get(seat)
        if known is None or known.since != since or _failed(known.task):
            if known:
                known.task.cancel()
            known = self._thoughts[seat] = _Thought(since, asyncio.create_task(self._think(seat)))
        return known

    async def _think(self, seat: int) -> Advised:
        room, match = self._room, self._room.match
        seed = seed_of(room.row.id, room.row.seed, seat, match.ply)
        return await self._pool.advise(Asker(room.row.id), match, seat, seed)

    def _asked(self, seat: int, since: int) -> bool:
        return seat in self._room.match.waiting and self._room.decides_since(seat) == since

    def _drop_unasked(self, seat: int, thought: _Thought) -> None:
        if not thought.askers and not thought.task.done():
            self._drop(seat, thought)

    def _drop(self, seat: int, thought: _Thought) -> None:
        thought.task.cancel()
        if self._thoughts.get(seat) is thought:
            del self._thoughts[seat]


def _failed(task: asyncio.Task[Advised]) -> bool:
    """Whether no advice came of it."""
    return task.done() and (task.cancelled() or task.exception() is not None)
