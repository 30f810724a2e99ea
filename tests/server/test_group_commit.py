"""Moves of many tables share a transaction, and a move is acknowledged only when it is stored."""

import asyncio
import threading

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from cogtable.server.db.connection import Conflict, NotOwner
from cogtable.server.db.rows import ActionRow, TableStatus, Times
from cogtable.server.db.store import Store

from .test_store import ROW

TABLES = 40


@pytest.fixture
def store(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/together.db")
    yield store
    store.close()


def status(words):
    times = Times(left=(60.0, 60.0), since=1000.0, running=(1,))
    return TableStatus(over=False, waiting=2, words=words, times=times)


def move(ply, action=7):
    return ActionRow(ply=ply, seat=0, action=action, words="takes three")


class Transactions:
    """Counts the committed transactions."""

    def __init__(self, store):
        self.count = 0
        sa.event.listen(store.database.engine, "commit", self._count)

    def _count(self, connection):
        self.count += 1


def occupied(store):
    """Keeps the store busy with another task until the event is set."""
    go_on = threading.Event()
    sa.event.listen(store.database.engine, "begin", lambda connection: go_on.wait(), once=True)
    return asyncio.create_task(store.open_tables(0, 1)), go_on


async def held_up(store, work):
    """Runs all `work` while the store is busy with another task; returns the results."""
    busy, go_on = occupied(store)
    tasks = [asyncio.create_task(each) for each in work]
    await asyncio.sleep(0)  # each goes as far as it can without the store
    go_on.set()
    await busy
    return await asyncio.gather(*tasks, return_exceptions=True)


async def tables(store):
    for number in range(TABLES):
        await store.add(replace(ROW, id=f"t{number}"))


def test_waiting_moves_share_one_transaction(store):
    async def run():
        await tables(store)
        counted = Transactions(store)
        results = await held_up(
            store, [store.append(f"t{number}", [move(0), move(1)], status(f"{number}")) for number in range(TABLES)]
        )
        assert results == [None] * TABLES
        assert counted.count == 2  # that of the task that kept the store busy, and theirs
        for number in range(TABLES):
            assert await store.actions(f"t{number}") == [move(0), move(1)]
            assert (await store.table(f"t{number}")).status == status(f"{number}")

    asyncio.run(run())


def test_a_refused_move_does_not_affect_the_others(store):
    async def run():
        await tables(store)
        await store.append("t3", [move(0, action=1)], status("before"))
        results = await held_up(
            store, [store.append(f"t{number}", [move(0)], status("after")) for number in range(TABLES)]
        )
        assert isinstance(results.pop(3), Conflict)
        assert results == [None] * (TABLES - 1)
        assert await store.actions("t3") == [move(0, action=1)]
        assert (await store.table("t3")).status == status("before")
        assert await store.actions("t4") == [move(0)]

    asyncio.run(run())


def test_a_process_that_has_lost_a_table_stores_nothing_there(store):
    async def run():
        await tables(store)
        lost = []
        store.on_lost = lost.append
        store.owners.process = "another"
        with store.database.engine.begin() as connection:
            connection.exec_driver_sql("INSERT INTO processes (id, address, beat) VALUES ('another', 'here:1', 1)")
        for number in range(TABLES - 1):
            await store.owners.claim(f"t{number}")
        results = await held_up(
            store, [store.append(f"t{number}", [move(0)], status("after")) for number in range(TABLES)]
        )
        assert isinstance(results.pop(), NotOwner)
        assert results == [None] * (TABLES - 1)
        assert lost == [f"t{TABLES - 1}"]
        assert await store.actions(f"t{TABLES - 1}") == []

    asyncio.run(run())


def test_a_connection_lost_during_a_commit_loses_no_move_and_plays_none_twice(store, monkeypatch):
    monkeypatch.setattr("cogtable.server.db.connection.is_gone", lambda error: "broke" in str(error))

    async def run():
        await tables(store)
        broken = []

        def break_off(connection):
            if not broken and connection.info.get("moves"):
                broken.append(True)
                connection.connection.commit()
                raise sa.exc.OperationalError("COMMIT", {}, Exception("the connection broke"))

        def note(connection, cursor, statement, *_):
            if "INSERT INTO actions" in statement:
                connection.info["moves"] = True

        sa.event.listen(store.database.engine, "before_cursor_execute", note)
        sa.event.listen(store.database.engine, "commit", break_off)
        results = await held_up(
            store, [store.append(f"t{number}", [move(0)], status("after")) for number in range(TABLES)]
        )
        assert broken
        assert results == [None] * TABLES
        for number in range(TABLES):
            assert await store.actions(f"t{number}") == [move(0)]

    asyncio.run(run())


def test_cancelled_work_is_stored_too(store):
    async def run():
        await tables(store)
        busy, go_on = occupied(store)
        tasks = [asyncio.create_task(store.append(f"t{number}", [move(0)], status("x"))) for number in (1, 2)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        go_on.set()
        await busy
        await tasks[1]
        assert await store.actions("t1") == [move(0)]

    asyncio.run(run())
