"""Bot processes search interpreted, can be cancelled, and leave nothing behind."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

import cogtable
from cogtable.bots import Decision
from cogtable.bots.mcts import SearchConfig, SearchResult
from cogtable.engine.play.match import Match
from cogtable.server.thinking import bot_processes
from cogtable.server.thinking.bot_processes import (
    BotProcess,
    BotProcesses,
    Request,
    SearchFailed,
    ThinkerFailed,
    request,
)

from .live_server import PATIENCE

pytestmark = pytest.mark.slow  # each bot process is a real process

LONG = SearchConfig(simulations=1_000_000)


@pytest.fixture
def match() -> Match:
    return cogtable.game("tiny").start(seats=3, seed=4)


def wanted(match: Match, seconds: float = 3600, **more: Any) -> Request:
    return request(match, 1, 7, seconds=seconds, by=time.monotonic() + 3600, **more)


def with_a_thinker(scene: Callable[[BotProcess], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        thinker = await BotProcess.start()
        try:
            await asyncio.wait_for(scene(thinker), PATIENCE)
        finally:
            await thinker.close()

    asyncio.run(run())


def test_it_decides_and_searches_with_a_seats_knowledge(match: Match) -> None:
    async def scene(thinker: BotProcess) -> None:
        decided = await thinker.ask(wanted(match, bot="medium"))
        assert isinstance(decided, Decision)
        assert decided.whole
        assert match.legal(1)[decided.action]
        assert await thinker.ask(wanted(match, bot="medium")) == decided
        found = await thinker.ask(wanted(match, settings=SearchConfig(20)))
        assert isinstance(found, SearchResult)
        assert found.simulations == 20

    with_a_thinker(scene)


def test_a_request_contains_only_what_the_seat_knows(match: Match) -> None:
    """It has no cards of other hands."""
    sent = wanted(match, bot="easy")
    assert sent.hidden == match.hidden(1).tobytes()
    assert sent.hidden != match.position.tobytes()
    assert str(match.seed) not in str(sent._replace(hidden=b"", seed=0, seconds=0, by=0, marker="", box=""))


def test_a_long_search_ends_when_cancelled(match: Match) -> None:
    async def scene(thinker: BotProcess) -> None:
        thinker.cancel()  # no search is running
        asking = asyncio.create_task(thinker.ask(wanted(match, settings=LONG)))
        await asyncio.sleep(0)
        thinker.cancel()
        assert 1 <= (await asking).simulations < LONG.simulations
        assert (await thinker.ask(wanted(match, settings=SearchConfig(5)))).simulations == 5

    with_a_thinker(scene)


def test_a_search_ends_by_itself_when_its_time_is_up(match: Match) -> None:
    async def scene(thinker: BotProcess) -> None:
        assert (await thinker.ask(wanted(match, seconds=0.05, settings=LONG))).simulations < LONG.simulations

    with_a_thinker(scene)


def test_a_search_that_begins_late_has_less_time_but_never_none(match: Match) -> None:
    now = time.monotonic()
    assert wanted(match, seconds=1)._replace(by=now + 3600).time_left() == 1
    assert wanted(match, seconds=3600)._replace(by=now + 60).time_left() <= 60
    assert wanted(match, seconds=1)._replace(by=now - 60).time_left() == bot_processes.LEAST_S


def test_an_error_in_a_bot_process_is_raised_in_the_caller(match: Match) -> None:
    async def scene(thinker: BotProcess) -> None:
        with pytest.raises(SearchFailed, match=r'UnknownBot: there is no bot "grandmaster"'):
            await thinker.ask(wanted(match, bot="grandmaster"))
        changes: tuple[dict[str, Any], ...] = ({"game": "nonsense"}, {"box": "another"}, {"marker": "another"})
        for change in changes:
            with pytest.raises(ThinkerFailed):
                await thinker.ask(wanted(match, bot="easy")._replace(**change))
        assert (await thinker.ask(wanted(match, bot="easy"))).whole

    with_a_thinker(scene)


def test_a_bot_process_ends_when_its_server_is_gone(started: list[asyncio.subprocess.Process]) -> None:
    """As when the server was killed."""

    async def scene(thinker: BotProcess) -> None:
        (process,) = started
        assert process.stdin
        process.stdin.close()
        assert await process.wait() == 0
        with pytest.raises(ThinkerFailed):
            await thinker.ask(wanted(cogtable.game("tiny").start(seats=3), bot="easy"))

    with_a_thinker(scene)


def test_a_killed_bot_process_is_replaced(match: Match, started: list[asyncio.subprocess.Process]) -> None:
    async def scene() -> None:
        all_of_them = BotProcesses()
        thinker = await all_of_them.take()
        started[0].kill()
        await started[0].wait()
        with pytest.raises(ThinkerFailed):
            await thinker.ask(wanted(match, bot="easy"))
        all_of_them.give_back(thinker)
        other = await all_of_them.take()
        assert other is not thinker
        assert (await other.ask(wanted(match, bot="easy"))).whole
        all_of_them.give_back(other)
        assert await all_of_them.take() is other
        await all_of_them.close()
        assert other.gone

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))


def test_idle_bot_processes_end(monkeypatch: pytest.MonkeyPatch, started: list[asyncio.subprocess.Process]) -> None:
    async def scene() -> None:
        all_of_them = BotProcesses()
        all_of_them.prepare()
        all_of_them.prepare()
        thinker = await all_of_them.take()
        assert len(started) == 1
        monkeypatch.setattr(bot_processes, "IDLE_S", 0)
        all_of_them.give_back(thinker)
        await started[0].wait()
        all_of_them.prepare()  # because there is none any more
        while len(started) < 2:
            await asyncio.sleep(0)
        await all_of_them.close()

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))


def test_closing_also_ends_processes_that_are_being_started(started: list[asyncio.subprocess.Process]) -> None:
    """Even if no caller waits for them any more."""

    async def scene() -> None:
        all_of_them = BotProcesses()
        taking = asyncio.create_task(all_of_them.take())
        await asyncio.sleep(0)
        taking.cancel()
        await all_of_them.close()
        assert [process.returncode is None for process in started] == [False]

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))


def test_closing_waits_for_processes_that_are_being_ended(
    monkeypatch: pytest.MonkeyPatch, started: list[asyncio.subprocess.Process]
) -> None:
    monkeypatch.setattr(bot_processes, "IDLE_S", 0)
    ended: list[BotProcess] = []
    close = BotProcess.close

    async def noted(thinker: BotProcess) -> None:
        ended.append(thinker)
        await close(thinker)

    monkeypatch.setattr(BotProcess, "close", noted)

    async def scene() -> None:
        all_of_them = BotProcesses()
        two = [await all_of_them.take(), await all_of_them.take()]
        for thinker in two:
            all_of_them.give_back(thinker)
        while len(ended) < 2:
            await asyncio.sleep(0)
        await all_of_them.close()
        assert [process.returncode is None for process in started] == [False, False]

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))
