"""The price of requests: CPU time by address and account, whatever uses it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from gettext import NullTranslations
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

import cogtable
from cogtable import gallery
from cogtable.engine.definition import computed_file
from cogtable.engine.lessons import puzzle
from cogtable.server.core import cpu_time
from cogtable.server.core.cpu_time import Metered, OneEach, Prices, metered, pay, pays_too
from cogtable.server.core.limits import UNLIMITED, Counts, Exceeded, Limits, Rate
from cogtable.server.http import pages
from cogtable.server.wire import from_client

from .conftest import Browse, Clock
from .live_server import PATIENCE, LiveServer

OTHER = {"X-Forwarded-For": "203.0.113.9"}
"""A client at another address, behind a proxy on this machine."""

WORDS = "your requests have taken too much time on the server; try again in"


def prices(spent: list[float] | None = None, **limits: Any) -> Prices:
    return Prices(Counts(replace(UNLIMITED, **limits)), spent.append if spent is not None else lambda _: None)


def compute(seconds: float) -> None:
    """Uses CPU time."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


async def computing(seconds: float) -> str:
    await asyncio.sleep(0)
    compute(seconds)
    await asyncio.sleep(0)
    return "done"


# --- measurement --------------------------------------------------------------------------------------


def test_steps_threads_and_tasks_are_measured_and_waiting_is_not() -> None:
    async def work() -> str:
        compute(0.02)
        await asyncio.sleep(0.05)
        await asyncio.to_thread(compute, 0.03)
        await asyncio.create_task(metered(computing(0.04)))
        return await computing(0.01)

    async def run() -> str:
        asyncio.get_running_loop().set_default_executor(Metered())
        return await prices(spent).pay("a", work())

    spent: list[float] = []
    assert asyncio.run(run()) == "done"
    assert 0.1 <= sum(spent) < 0.14


def test_other_clients_work_costs_nothing() -> None:
    async def run() -> None:
        other = asyncio.create_task(computing(0.1))
        assert await prices(spent).pay("a", computing(0.01)) == "done"
        assert await other == "done"

    spent: list[float] = []
    asyncio.run(run())
    assert 0.01 <= sum(spent) < 0.05


def test_cancelled_work_is_charged() -> None:
    heard: list[str] = []

    async def work() -> None:
        compute(0.02)
        try:
            await asyncio.sleep(PATIENCE)
        except asyncio.CancelledError:
            heard.append("cancelled")
            raise

    async def run() -> None:
        task = asyncio.create_task(prices(spent).pay("a", work()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    spent: list[float] = []
    asyncio.run(run())
    assert heard == ["cancelled"]
    assert sum(spent) >= 0.02


def test_errors_are_passed_on() -> None:
    async def work() -> None:
        with pytest.raises(ValueError, match="inside"):
            await asyncio.to_thread(int, "inside")
        raise LookupError("outside")

    with pytest.raises(LookupError, match="outside"):
        asyncio.run(prices().pay("a", work()))


# --- budgets used up ----------------------------------------------------------------------------------


def test_a_client_over_its_budget_is_refused_until_it_has_time_again(clock: Clock) -> None:
    ours = prices(cpu_seconds=Rate(2, 10))
    ours.spend(["a"], 3)
    with pytest.raises(Exceeded, match=f"{WORDS} 20 seconds") as refused:
        asyncio.run(ours.pay("a", computing(0)))
    assert refused.value.retry_s == 20
    assert asyncio.run(ours.pay("b", computing(0))) == "done"
    assert asyncio.run(ours.pay("a", computing(0), is_probe=True)) == "done"
    clock.now += 21
    assert asyncio.run(ours.pay("a", computing(0))) == "done"


def test_an_account_is_charged_on_every_device() -> None:
    async def signed_in() -> str:
        await pays_too("ada")
        return await computing(0.02)

    async def run() -> None:
        ours = prices(cpu_seconds=Rate(9, 1000))
        assert await ours.pay("a", signed_in()) == "done"
        ours.spend(["account ada"], 20)
        with pytest.raises(Exceeded):
            await ours.pay("b", signed_in())
        assert await ours.pay("b", computing(0)) == "done"

    asyncio.run(run())


def test_a_message_is_refused_with_its_own_number() -> None:
    async def connection() -> None:
        assert await pay(computing(0), 3) == "done"
        ours.spend(["a"], 20)
        with pytest.raises(Exceeded) as refused:
            await pay(computing(0), 4)
        assert refused.value.id == 4

    ours = prices(cpu_seconds=Rate(9, 1000))
    asyncio.run(ours.pay("a", connection()))


# --- fair shares --------------------------------------------------------------------------------------


def test_a_client_over_its_share_waits_while_others_are_there(clock: Clock) -> None:
    async def run() -> None:
        ours = prices(cpu_share=0.5)
        ours.spend(["a"], 2)
        assert await ours.pay("a", computing(0)) == "done"  # no other client is there
        assert await ours.pay("b", computing(0)) == "done"
        waiting = asyncio.create_task(ours.pay("a", computing(0)))
        assert await ours.pay("b", computing(0)) == "done"
        assert not waiting.done()
        clock.now += 2.5
        assert await waiting == "done"

    asyncio.run(run())


def test_waiting_clients_are_served_one_after_the_other(clock: Clock) -> None:
    most = running = 0

    async def work() -> None:
        nonlocal most, running
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1

    async def run() -> None:
        ours = prices(cpu_share=0.5)
        await ours.pay("b", computing(0))
        ours.spend(["a"], 2)
        waiting = [asyncio.create_task(ours.pay("a", work())) for _ in range(9)]
        await asyncio.sleep(0)
        clock.now += 10
        await asyncio.gather(*waiting)

    asyncio.run(run())
    assert most == 1


def test_a_client_that_would_wait_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        ours = prices(cpu_share=0.5)
        await ours.pay("b", computing(0))
        ours.spend(["a"], 100)
        with pytest.raises(Exceeded, match=WORDS):
            await ours.pay("a", computing(0))
        assert await ours.pay("a", computing(0), is_probe=True) == "done"
        assert await ours.pay("b", computing(0)) == "done"

    monkeypatch.setattr(cpu_time, "PATIENCE_S", 0.01)
    asyncio.run(run())


# --- threads ------------------------------------------------------------------------------------------


def test_an_address_computes_in_one_thread_at_a_time() -> None:
    most, running, lock = 0, 0, threading.Lock()

    def work() -> None:
        nonlocal most, running
        with lock:
            running += 1
            most = max(most, running)
        compute(0.002)
        with lock:
            running -= 1

    async def run() -> None:
        asyncio.get_running_loop().set_default_executor(OneEach())
        ours = prices()
        await asyncio.gather(*(ours.pay("a", asyncio.to_thread(work)) for _ in range(9)))

    asyncio.run(run())
    assert most == 1


def test_addresses_do_not_wait_for_each_other() -> None:
    met = threading.Barrier(2, timeout=PATIENCE)

    async def meet() -> None:
        await asyncio.to_thread(met.wait)

    async def run() -> None:
        asyncio.get_running_loop().set_default_executor(OneEach())
        ours = prices()
        await asyncio.gather(ours.pay("a", meet()), ours.pay("b", meet()))

    asyncio.run(run())


# --- all requests and messages ------------------------------------------------------------------------


def _tag(message: type[msgspec.Struct]) -> str:
    return str(message.__struct_config__.tag)


@contextmanager
def used_up(server: LiveServer, client: str = "127.0.0.1") -> Iterator[None]:
    server.limit(cpu_seconds=Rate(9, 1000))
    server.app.state.counts.spend("cpu_seconds", client, 20)
    yield
    server.limit()


@pytest.mark.parametrize("path", ["/gallery", "/games", "/tables", "/rules/tiny", "/account/export", "/people/Ada"])
def test_every_request_is_charged(server: LiveServer, path: str) -> None:
    with used_up(server):
        answer = server.http.get(path)
        assert answer.status_code == 429
        assert answer.json()["error"].startswith(WORDS)
        assert int(answer.headers["retry-after"]) >= 1
        assert server.http.get(path, headers=OTHER).status_code != 429
        assert server.http.get(f"http://{server.address}/healthz").status_code == 200


MESSAGES = [one for one in get_args(from_client.FromClient) if one not in (from_client.Hello, from_client.Ping)]
FILLED: dict[Any, Any] = {str: "x", bool: True, list: []}


def _value(kind: Any) -> Any:
    """A value that a field of this type can have."""
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    return FILLED.get(get_origin(kind) or kind, 0)


def test_every_message_is_charged(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0])
    ben = server.sit(table, secrets[1], additional_headers=OTHER)
    for message in MESSAGES:
        tag, needed = _tag(message), [one for one in msgspec.structs.fields(message) if one.required]
        filled = {one.name: _value(one.type) for one in needed}
        with used_up(server):
            ada.send(**filled | {"type": tag, "id": 9})
            answer = ada.next("error")
            assert (answer["code"], answer["id"]) == ("busy", 9), tag
            assert answer["words"].startswith(WORDS), tag
            ben.send(type="say", id=2, text="hello")
            assert ben.next("accepted", "error")["type"] == "accepted"


def test_an_accounts_requests_are_charged(server: LiveServer, browse: Browse) -> None:
    ada, guest = browse(server), browse(server)
    ada.sign_up("Ada")
    (row,) = server.execute("SELECT id FROM accounts")
    with used_up(server, f"account {row[0]}"):
        assert ada.http.get("/account").status_code == 429
        assert guest.http.get("/account").status_code == 200


def test_cpu_time_is_in_the_metrics(server: LiveServer) -> None:
    def so_far() -> float:
        text = server.http.get(f"http://{server.address}/metrics").text
        return float(text.partition("\ncogtable_request_cpu_seconds_total ")[2].partition("\n")[0])

    before = so_far()
    server.http.get("/games")
    assert so_far() > before


def test_exports_of_an_account_are_limited(server: LiveServer, browse: Browse, clock: Clock) -> None:
    ada = browse(server)
    ada.sign_up("Ada")
    server.limit(exports=Rate(2, 600), exports_open=1)
    assert [ada.http.get("/account/export").status_code for _ in range(3)] == [200, 200, 429]
    clock.now += 600
    (row,) = server.execute("SELECT id FROM accounts")
    done = server.app.state.counts.enter("exports_open", row[0])
    answer = ada.http.get("/account/export")
    assert answer.json()["error"] == "your data is already being exported; try again in 5 seconds"
    done()
    assert ada.http.get("/account/export").status_code == 200


# --- results computed once ----------------------------------------------------------------------------


def test_the_gallery_is_computed_once(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    real = gallery.examples

    def counted() -> list[gallery.Example]:
        made.append(1)
        return real()

    monkeypatch.setattr(gallery, "examples", counted)
    language = NullTranslations()  # one in which nobody has requested it
    monkeypatch.setattr(pages, "translations", lambda: language)
    first = server.http.get("/gallery")
    assert server.http.get("/gallery").json() == first.json()
    assert server.http.get("/gallery", headers={"Accept-Encoding": "identity"}).json() == first.json()
    assert made == [1]
    again = server.http.get("/gallery", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_puzzles_of_a_game_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cogtable.game("splendor")
    found = puzzle.puzzles_of(game)
    assert found.puzzles
    monkeypatch.setattr(computed_file, "decode", None)
    assert puzzle.puzzles_of(game) is found


# --- ordinary use -------------------------------------------------------------------------------------

MOVE_S, PAGE_S, PUZZLE_S = 0.01, 0.03, 0.02
"""The maximum cost of a move, of opening a page with all its requests, and of a puzzle, in seconds of CPU time."""


async def is_admitted_at_once(ours: Prices, client: str) -> bool:
    """Whether a client is within its share while another one is there."""
    await ours.admit("somebody else")
    admitting = asyncio.create_task(ours.admit(client))
    await asyncio.sleep(0)
    return admitting.done() and admitting.exception() is None


def test_a_club_behind_one_address_never_reaches_the_limits(clock: Clock) -> None:
    """Thirty people open a page at the same time, take a puzzle, and then each moves every two seconds, for hours."""
    counts = Counts(Limits())
    ours = Prices(counts)
    ours.spend(["club"], 30 * (PAGE_S + PUZZLE_S))
    for _ in range(3600):
        ours.spend(["club"], 30 * MOVE_S / 2)
        clock.now += 1
        assert counts.has_left("cpu_seconds", "club")
    assert asyncio.run(is_admitted_at_once(ours, "club"))
