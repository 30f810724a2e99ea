"""Hints: what `expert` would do for a person who has a decision to make and asks."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from cogtable import analysis
from cogtable.analysis import ADVISER, Advice
from cogtable.server import protocol
from cogtable.server.botseats import Pool, seed_of
from cogtable.server.refusal import Refusal

if TYPE_CHECKING:
    from cogtable.server.room import Room


class Hints:
    """The hints of one room. A decision is thought about once, whoever asks how often; for a seat one at a time."""

    def __init__(self, room: Room, pool: Pool) -> None:
        self._room = room
        self._pool = pool
        self._thoughts: dict[int, tuple[int, asyncio.Task[Advice]]] = {}
        """For each seat the decision it last asked about (since which move it has it), and what came of it."""
        self._turns = [asyncio.Lock() for _ in range(room.match.seats)]

    @property
    def busy(self) -> bool:
        """Whether a hint is being worked out."""
        return any(not task.done() for _, task in self._thoughts.values())

    async def give(self, seat: int, message: protocol.AskHint) -> protocol.Hint:
        """The answer to a question for a hint. Raises Refusal, also when the decision has passed meanwhile."""
        self._room.check_turn(seat, message.ply)
        if not self._room.match.options["assists"]:
            raise Refusal("assists", "assists are off at this table: there are no hints while the game is played")
        since = self._room.decides_since(seat)
        if seat not in self._thoughts or self._thoughts[seat][0] != since or _failed(self._thoughts[seat][1]):
            task = asyncio.create_task(self._think(seat, since))
            task.add_done_callback(_failed)  # whoever asked may be gone when it fails
            self._thoughts[seat] = since, task
        advice = await asyncio.shield(self._thoughts[seat][1])
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
        )

    async def _think(self, seat: int, since: int) -> Advice:
        room = self._room
        async with self._turns[seat]:
            if seat not in room.match.waiting or room.decides_since(seat) != since:
                raise Refusal("late", f"the decision you asked about is past; the table is at move {room.match.ply}")
            match = room.match
            seed = seed_of(room.row.id, room.row.seed, seat, match.ply)
            work = partial(analysis.advise, match, seat, seed)
            return await self._pool.run(match.game, ADVISER, work, room.tell_of)


def _failed(task: asyncio.Task[Advice]) -> bool:
    """Whether no advice came of it."""
    return task.done() and (task.cancelled() or task.exception() is not None)
