"""Tables take turns to search, whatever their number of requests; a fixed clock measures each turn."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Coroutine, Sequence
from typing import Any

from cogtable.server.thinking.fair_queue import FAIR_S, LEAST_S, OTHERS, Requester, Turn, Turns

from .fakes import Clock


class Hall:
    """A queue, with lists of who waits for a turn and who has got one, in order."""

    def __init__(self, most: int = 1, per_table: int = 1) -> None:
        self.clock = Clock()
        self.turns = Turns(most, per_table, self.clock)
        self.given: list[Turn] = []

    async def ask(
        self, *tables: str, waited: bool = True, whole: bool = False, within: float = math.inf
    ) -> list[asyncio.Task[None]]:
        """Lets tables wait for a turn, one after the other."""
        tasks = [asyncio.create_task(self._wait(Requester(table, waited, whole, within))) for table in tables]
        await settled()
        return tasks

    async def _wait(self, requester: Requester) -> None:
        self.given.append(await self.turns.take(requester))

    async def next(self) -> None:
        """Ends the oldest turn."""
        self.turns.done(self.running[0])
        await settled()

    @property
    def running(self) -> Sequence[Turn]:
        return self.turns.running

    @property
    def order(self) -> str:
        return " ".join(turn.requester.table for turn in self.given)

    async def all(self) -> str:
        """Returns the tables in the order of their turns."""
        while self.running:
            await self.next()
        return self.order


async def settled() -> None:
    """Runs the event loop until nothing more happens without time passing."""
    for _ in range(5):
        await asyncio.sleep(0)


def played(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


def test_tables_take_turns_however_many_requests_one_of_them_makes() -> None:
    async def scene() -> None:
        hall = Hall()
        await hall.ask("a", "a", "a", "a", "b", "c", "b")
        assert await hall.all() == "a a b c a b a"

    played(scene())


def test_running_turns_are_limited_in_total_and_for_each_table() -> None:
    async def scene() -> None:
        hall = Hall(most=4, per_table=2)
        await hall.ask("a", "a", "a", "b")
        assert hall.order == "a a b"
        await hall.ask("c", "d")
        assert hall.order == "a a b c"
        hall.turns.done(hall.running[2])  # b has had its turn, but a has two already
        await settled()
        assert hall.order == "a a b c d"

    played(scene())


def test_a_turn_with_a_deadline_is_stopped_even_if_nobody_else_waits() -> None:
    async def scene() -> None:
        hall = Hall(most=2)
        await hall.ask("a", within=1.5)
        await hall.ask("b", within=1.5, whole=True)
        hall.clock.let_pass(1.4)
        assert [turn.stopped for turn in hall.running] == [False, False]
        hall.clock.let_pass(0.2)
        assert [turn.stopped for turn in hall.running] == [True, False]

    played(scene())


def test_tables_with_a_waiting_person_go_first_except_at_every_fourth_turn() -> None:
    async def scene() -> None:
        hall = Hall()
        await hall.ask("now")
        await hall.ask("bots", "bots", waited=False)
        await hall.ask(*(f"p{number}" for number in range(8)))
        assert await hall.all() == "now p0 p1 p2 bots p3 p4 p5 bots p6 p7"
        assert OTHERS == 4

    played(scene())


def test_a_cancelled_request_is_removed_at_once() -> None:
    async def scene() -> None:
        hall = Hall()
        await hall.ask("a")
        gone, _, _ = await hall.ask("b", "c", "b")
        gone.cancel()
        await settled()
        assert hall.turns.crowd == 3
        assert await hall.all() == "a b c"

    played(scene())


def test_a_request_cancelled_while_its_turn_is_given_delays_no_one() -> None:
    """The turn is given, or is free, at the moment in which the request is cancelled."""

    async def scene() -> None:
        for first in ("done", "cancel"):
            hall = Hall()
            await hall.ask("a")
            b, _ = await hall.ask("b", "c")
            if first == "cancel":
                b.cancel()
            hall.turns.done(hall.running[0])
            b.cancel()
            await settled()
            assert hall.order == "a c"
            assert await hall.all() == "a c"
            assert hall.turns.crowd == 0

    played(scene())


def test_a_search_can_take_its_full_time_while_nobody_else_waits() -> None:
    async def scene() -> None:
        hall = Hall()
        await hall.ask("a", "a")
        hall.clock.let_pass(3600)
        assert not hall.running[0].stopped

    played(scene())


def test_a_long_search_is_shortened_when_others_wait() -> None:
    async def scene() -> None:
        hall = Hall()
        await hall.ask("a")
        hall.clock.let_pass(3600)
        await hall.ask("b")
        assert hall.running[0].stopped  # it has had more than its share already
        assert hall.running[0].token.flag[0]
        await hall.next()
        await hall.ask("a", "c")
        hall.clock.let_pass(FAIR_S / 2 - 0.01)
        assert not hall.running[0].stopped
        hall.clock.let_pass(0.02)
        assert hall.running[0].stopped

    played(scene())


def test_spectators_of_bots_do_not_shorten_a_search_that_a_person_waits_for() -> None:
    async def scene() -> None:
        hall = Hall()
        await hall.ask("a")
        await hall.ask("b", waited=False)
        hall.clock.let_pass(3600)
        assert not hall.running[0].stopped
        await hall.next()
        await hall.ask("a")
        hall.clock.let_pass(FAIR_S + 0.01)
        assert hall.running[0].stopped

    played(scene())


def test_an_uninterruptible_search_ends_early_only_when_cancelled() -> None:
    async def scene() -> None:
        hall = Hall()
        await hall.ask("a", waited=False, whole=True)
        await hall.ask("b")
        hall.clock.let_pass(3600)
        assert not hall.running[0].stopped
        hall.turns.stop()
        assert hall.running[0].stopped

    played(scene())


def test_with_150_tables_of_experts_nobody_waits_much_longer_than_a_fair_time() -> None:
    """Each search takes all the time it can, as an expert's does; four run at once."""

    async def scene() -> None:
        hall = Hall(most=4, per_table=2)
        crowd = [f"t{number}" for number in range(150)]
        await hall.ask(*crowd)
        hall.clock.let_pass(1)
        await hall.ask("honest")
        asked = hall.clock.time()
        while "honest" not in hall.order:
            hall.clock.let_pass(LEAST_S / 2)
            for turn in [turn for turn in hall.running if turn.stopped]:
                hall.turns.done(turn)
                await hall.ask(turn.requester.table)  # it moves, and searches again
        assert hall.clock.time() - asked < 1.5 * FAIR_S

    played(scene())


def test_a_search_that_a_token_cannot_reach_is_notified() -> None:
    async def scene() -> None:
        hall = Hall()
        calls: list[str] = []
        await hall.ask("a")
        hall.running[0].when_stopped = lambda: calls.append("stop")
        hall.turns.stop()
        hall.turns.stop()
        assert calls == ["stop"]

    played(scene())
