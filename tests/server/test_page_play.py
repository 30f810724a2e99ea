"""Games of the workbench that a page plays: orders go out, moves come back; what the page fails, the server plays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from cogtable.server.core.refusal import Refusal
from cogtable.server.wire import lab_api
from cogtable.server.workbench import offered_orders, page_play
from cogtable.server.workbench.page_play import LEAVE, PagePlay

MODULE = lab_api.LabModule(
    game="tiny",
    digest="d",
    box="b",
    tables="",
    function="play_on",
    numbers={},
    simulations=1,
    moves=9,
    limit=9,
    width=1,
)


class Run:
    """What the process and the run hear of a page."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.left: list[str] = []
        self.gone = asyncio.Event()
        self.play = PagePlay("mine", [MODULE], self.sent.append, self._hear)

    def _hear(self, why: str) -> None:
        self.left.append(why)
        self.gone.set()

    def order(self, number: int = 1) -> None:
        self.play.add({"number": number, "box": 0, "first": 0, "games": 2, "states": "AAAA"})


@asynccontextmanager
async def a_run() -> AsyncIterator[Run]:
    run = Run()
    yield run
    run.play.close()


def moves(number: int = 1, **more: Any) -> lab_api.LabMoves:
    return lab_api.LabMoves(page="mine", number=number, counts=[2, 1], moves=b"\0\1\0", **more)


def test_an_order_goes_out_with_its_module_and_its_moves_come_back() -> None:
    async def play() -> None:
        async with a_run() as run:
            asked = asyncio.create_task(run.play.next())
            await asyncio.sleep(0)
            run.order()
            found = (await asked).order
            assert found
            assert (found.number, found.states, found.module) == (1, "AAAA", MODULE)
            taking = asyncio.create_task(run.play.take(moves()))
            await asyncio.sleep(0)
            assert run.sent == [{"number": 1, "counts": [2, 1], "moves": b"\0\1\0"}]
            assert not taking.done()
            run.play.judge({"number": 1, "error": ""})
            await taking
            assert not run.left

    asyncio.run(play())


def test_wrong_moves_are_refused_and_end_the_page_s_part(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with a_run() as run:
            run.order()
            await run.play.next()
            taking = asyncio.create_task(run.play.take(moves()))
            await asyncio.sleep(0)
            run.play.judge({"number": 1, "error": "game 1 is not over after its last move"})
            with pytest.raises(Refusal, match="game 1 is not over"):
                await taking
            assert run.left == ["The page sent wrong moves. The server plays the rest."]
            assert run.sent[-1] == LEAVE
            assert (await run.play.next()).over
            assert not run.play.is_by("mine")

    asyncio.run(play())
    assert "were refused: game 1 is not over" in caplog.text


def test_moves_that_were_not_asked_for_are_refused() -> None:
    async def play() -> None:
        async with a_run() as run:
            run.order()
            for number in (1, 2):  # one that is still waiting, and one that is none
                with pytest.raises(Refusal, match=f"was not asked to play order {number}"):
                    await run.play.take(moves(number))
            assert not run.sent

    asyncio.run(play())


def test_games_that_fail_are_offered_again_and_given_up_in_the_end(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with a_run() as run:
            run.order()
            for _ in range(offered_orders.MOST_FAILURES):
                assert not run.left
                assert (await run.play.next()).order
                await run.play.take(moves(error="RuntimeError: unreachable\n\x1b[2J"))
            assert run.left == ["The games failed in the page. The server plays the rest."]
            assert run.sent == [LEAVE]

    asyncio.run(play())
    assert "failed in a page: RuntimeError: unreachable" in caplog.text
    assert "\n\x1b" not in caplog.text


def test_a_page_that_is_silent_plays_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_play, "SILENT_S", 0.01)

    async def play() -> None:
        async with a_run() as run:
            await run.gone.wait()
            assert run.left == ["The page that played these games does not answer. The server plays the rest."]

    asyncio.run(play())


def test_without_an_order_the_page_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_play, "WAIT_S", 0.01)

    async def play() -> None:
        async with a_run() as run:
            found = await run.play.next()
            assert (found.order, found.over) == (None, False)
            assert not run.play.note_life().over

    asyncio.run(play())


def test_the_end_of_a_run_answers_all_who_wait() -> None:
    async def play() -> None:
        async with a_run() as run:
            run.order()
            await run.play.next()
            taking = asyncio.create_task(run.play.take(moves()))
            asking = asyncio.create_task(run.play.next())
            await asyncio.sleep(0)
            run.play.close()
            await taking
            assert (await asking).over
            assert not run.left

    asyncio.run(play())
