"""Old tables: those of guests are archived and removed by age, and nothing else is affected."""

from __future__ import annotations

import asyncio
import gzip
import json
import stat
from collections.abc import Iterator
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from cogtable.server.app import archive
from cogtable.server.app.archive import DAY_S, Archive
from cogtable.server.core.limits import UNLIMITED
from cogtable.server.db.chat import MessageRow
from cogtable.server.db.rows import BoxRow
from cogtable.server.db.store import Store
from cogtable.server.db.tournaments import TournamentRow

from .live_server import LiveServer
from .test_store import LATER, MOVES, ROW

NOW = 400 * DAY_S
LIMITS = replaced(UNLIMITED, guest_table_days=365, empty_table_days=30)
BOX = BoxRow(key="k", game="tiny", title="Mine", by="Ada", text="[box]", created=NOW - 90 * DAY_S)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    yield store
    store.close()


def execute(store: Store, change: sa.Executable) -> None:
    with store.database.engine.begin() as connection:
        connection.execute(change)


async def made(store: Store, name: str, days: float, moved: float | None = None, **more: Any) -> None:
    """Creates a table a number of days ago, with two moves at a number of days ago."""
    await store.add(replace(ROW, id=name, created=NOW - days * DAY_S, **more))
    if moved is not None:
        await store.append(name, MOVES, LATER)
        when = {"at": NOW - moved * DAY_S, "name": name}
        change = sa.text("UPDATE actions SET at = :at WHERE table_id = :name").bindparams(**when)
        execute(store, change)


def swept(store: Store, folder: Path, in_use: tuple[str, ...] = ()) -> int:
    removed: list[int] = []
    keeper = Archive(store, folder, LIMITS, lambda: in_use, removed.append)
    count = asyncio.run(keeper.sweep(NOW))
    assert removed == [count]
    return count


def archived(folder: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line)
        for file in sorted(folder.glob("*.jsonl.gz"))
        for line in gzip.decompress(file.read_bytes()).splitlines()
    ]


def test_old_tables_are_removed_and_the_others_stay(store: Store, tmp_path: Path) -> None:
    account = (replace(ROW.seats[0], secret="", account="ada"), ROW.seats[1])

    async def work() -> None:
        await made(store, "played-long-ago", 390, moved=366)
        await made(store, "played-lately", 390, moved=364)
        await made(store, "never-played", 31)
        await made(store, "just-made", 29)
        await made(store, "of-an-account", 390, moved=390, seats=account)
        await made(store, "of-a-tournament", 390, moved=390, tournament="cup")
        await made(store, "open", 390, moved=390)
        await made(store, "left-by-an-account", 390, moved=390)
        change = sa.text(f"INSERT INTO departures VALUES ('left-by-an-account', 0, 1, 'ada', 'Ada', {NOW})")
        execute(store, change)

    asyncio.run(work())
    assert swept(store, tmp_path / "archive", in_use=("open",)) == 2
    stay = {"played-lately", "just-made", "of-an-account", "of-a-tournament", "left-by-an-account", "open"}
    left = asyncio.run(store.tables(["played-long-ago", "never-played", *stay]))
    assert {row.id for row in left} == stay
    assert swept(store, tmp_path / "archive", in_use=("open",)) == 0


def test_the_archive_contains_the_game_without_secrets_and_chat(store: Store, tmp_path: Path) -> None:
    async def work() -> None:
        await store.keep_box(BOX)
        await made(store, "one", 390, moved=390, variant="k")
        said = MessageRow(number=0, at=1.0, ply=0, seat=0, name="Ada", text="between us")
        await store.say("one", said)

    asyncio.run(work())
    assert swept(store, tmp_path / "archive") == 1
    (line,) = archived(tmp_path / "archive")
    assert line["table"]["game"] == "tiny"
    assert line["table"]["seed"] == ROW.seed
    assert [seat["name"] for seat in line["table"]["seats"]] == ["Ada", ""]
    assert [action["action"] for action in line["actions"]] == [4, 5]
    assert line["box"] == "[box]"
    assert "secret" not in json.dumps(line)
    assert "between us" not in json.dumps(line)
    assert stat.S_IMODE(next((tmp_path / "archive").iterdir()).stat().st_mode) == 0o600  # seeds and cards are in it

    async def left() -> tuple[object, ...]:
        return await store.table("one"), await store.actions("one"), await store.said("one")

    assert asyncio.run(left()) == (None, [], ([], []))
    assert asyncio.run(store.box("k")) is None  # no table uses it any more


def test_a_box_that_a_table_uses_is_kept(store: Store, tmp_path: Path) -> None:
    async def work() -> None:
        await store.keep_box(BOX)
        await made(store, "one", 390, moved=1, variant="k")
        await made(store, "two", 390, moved=390)

    asyncio.run(work())
    assert swept(store, tmp_path / "archive") == 1
    assert asyncio.run(store.box("k")) == BOX


def test_a_box_that_a_tournament_has_stays(store: Store, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"options": {}, "seats": 2, "method": "swiss", "twice": False, "rounds": 0, "most": 8}
    times: dict[str, Any] = {"game_s": 0, "move_s": 0, "late_s": 0, "pause_s": None}
    whose: dict[str, Any] = {"creator": "Ada", "secret": "s", "account": "", "chat": "all", "listed": True}
    cup = TournamentRow(
        id="cup", name="Cup", game="tiny", variant="k", seed=1, created=NOW, **settings, **times, **whose
    )

    async def work() -> None:
        await store.keep_box(BOX)
        await store.tournaments.add(cup)
        await made(store, "one", 390, moved=390, variant="k")

    asyncio.run(work())
    assert swept(store, tmp_path / "archive") == 1
    assert asyncio.run(store.box("k")) == BOX


def test_many_tables_are_removed_in_small_batches(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogtable.server.app.archive.AT_ONCE", 2)

    async def work() -> None:
        for number in range(5):
            await made(store, f"t{number}", 90)

    asyncio.run(work())
    assert swept(store, tmp_path / "archive", in_use=("t1", "t2")) == 3
    assert [line["table"]["id"] for line in archived(tmp_path / "archive")] == ["t0", "t3", "t4"]


def test_a_table_that_cannot_be_archived_is_not_removed(store: Store, tmp_path: Path) -> None:
    asyncio.run(made(store, "one", 90))
    (tmp_path / "archive").write_text("no folder")
    with pytest.raises(OSError, match="archive"):
        swept(store, tmp_path / "archive")
    assert asyncio.run(store.table("one"))


def test_without_a_maximum_age_everything_is_kept(store: Store, tmp_path: Path) -> None:
    asyncio.run(made(store, "one", 390))
    keeper = Archive(store, tmp_path / "archive", UNLIMITED, lambda: (), lambda _: None)
    assert asyncio.run(keeper.sweep(NOW)) == 0
    assert not (tmp_path / "archive").exists()


def test_the_server_looks_for_old_tables_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogtable.server.app.archive.EVERY_S", 0.01)
    with LiveServer(tmp_path / "db", limits=LIMITS) as server:
        table = server.new("tiny", "me", "open")["table"]
        server.execute("UPDATE tables SET created = 0")
        while server.http.get(f"/tables/{table}").status_code != 404:
            server.execute("SELECT 1")
    assert [line["table"]["id"] for line in archived(tmp_path / "archive")] == [table]


def test_a_table_that_a_person_enters_while_it_is_archived_stays(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_use: list[str] = []
    write = archive.write_archive

    def written(folder: Path, tables: list[Any], now: float) -> Path:
        in_use.append("woken")
        return write(folder, tables, now)

    async def work() -> None:
        await made(store, "woken", 390, moved=390)
        await made(store, "asleep", 390, moved=390)
        monkeypatch.setattr(archive, "write_archive", written)
        keeper = Archive(store, tmp_path / "archive", LIMITS, lambda: in_use, lambda _: None)
        assert await keeper.sweep(NOW) == 1
        assert await store.table("asleep") is None
        assert await store.table("woken") is not None

    asyncio.run(work())
