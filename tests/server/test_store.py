"""The store: accepted changes are on disk, exactly once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine
from contextlib import aclosing, closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from msgspec.structs import replace

from cogtable.server.core.tokens import digest, matches, new_id, new_secret
from cogtable.server.db.accounts import AccountRow, PasskeyRow
from cogtable.server.db.chat import MessageRow
from cogtable.server.db.connection import MIGRATIONS, Conflict, StoreError, newest_revision
from cogtable.server.db.personal_data import GAMES_AT_ONCE
from cogtable.server.db.rows import ActionRow, SeatRow, TableRow, TableStatus
from cogtable.server.db.schema import METADATA
from cogtable.server.db.store import Store
from cogtable.server.settings import ServerSettings

from .live_server import migrate

ROW = TableRow(
    id="one",
    game="tiny",
    version="1",
    box="b",
    options={"length": 2},
    seed=2**62,
    chosen_seed=False,
    listed=True,
    created=5.0,
    started=False,
    status=TableStatus(over=False, waiting=3, words="Round 1"),
    seats=(SeatRow(seat=0, kind="person", name="Ada", secret="s"), SeatRow(seat=1, kind="open")),
    takeover="medium",
    takeover_s=2.5,
)
LATER = TableStatus(over=True, waiting=0, words="The end")
MOVES = [ActionRow(ply=0, seat=0, action=4, words="four"), ActionRow(ply=1, seat=1, action=5, words="five")]


@pytest.fixture
def store(tmp_path: Path):
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    yield store
    store.close()


ADA = SeatRow(seat=0, kind="person", name="Ada", account="ada")
REMARK = ActionRow(ply=2, seat=0, action=0, words="Ada is back", kind="remark")
PARTS = 6
"""The number of transactions in which her games are read or erased."""


async def games_of_ada(store: Store) -> list[str]:
    """Many tables at which Ada has a seat, the newest first; at that one another person has taken it. And one more
    table without her.
    """
    ids = [str(number) for number in range(PARTS * GAMES_AT_ONCE)]
    for number, table in enumerate(ids):
        await store.add(replace(ROW, id=table, seats=(ADA, ROW.seats[1]), created=number))
        await store.append(table, [*MOVES, REMARK], ROW.status)
        await store.say(table, MessageRow(number=0, seat=0, text="hello", ply=2, at=1.0))
    ben = SeatRow(seat=0, kind="person", name="Ben", account="ben")
    await store.reseat(ids[-1], ADA, ben, started=False, remark=replace(REMARK, ply=3, words="Ben sits for Ada"))
    await store.add(ROW)
    return ids[::-1]


async def moves_while(store: Store, work: Coroutine[None, None, None]) -> int:
    """Returns the number of moves stored, one after the other, until some work is done."""
    doing = asyncio.create_task(work)
    count = 0
    while not doing.done():
        await store.append("one", [replace(MOVES[0], ply=count)], ROW.status)
        count += 1
    await doing
    return count


def without_ada(words: str, seat: SeatRow) -> str:
    return words.replace(seat.name or "nobody", "somebody")


def test_moves_are_stored_while_many_games_are_read(store: Store) -> None:
    async def work() -> None:
        ids = await games_of_ada(store)

        async def games() -> None:
            found = await store.personal_data.games("ada")
            assert [game.table.id for game in found] == ids
            assert [[action.action for _, action in game.actions] for game in found] == [[4, 0]] * len(ids)

        assert await moves_while(store, games()) >= PARTS

    asyncio.run(work())


def test_moves_are_stored_while_many_games_are_erased(store: Store) -> None:
    async def work() -> None:
        ids = await games_of_ada(store)

        async def erase() -> None:
            erased = [table async for part in store.personal_data.erase("ada", without_ada) for table in part]
            assert erased == ids

        assert await moves_while(store, erase()) >= PARTS

    asyncio.run(work())


def test_a_partly_erased_account_can_be_erased_again(store: Store) -> None:
    key = PasskeyRow(id="k", account_id="ada", host="h", public_key=b"", signs=0, device="", created=1.0, used=1.0)

    async def work() -> None:
        await store.accounts.add(AccountRow(id="ada", name="Ada", skeleton="ada", created=1.0), key)
        ids = await games_of_ada(store)
        async with aclosing(store.personal_data.erase("ada", without_ada)) as erasing:
            assert await anext(erasing) == ids[:GAMES_AT_ONCE]
        assert await store.accounts.account("ada")
        assert [row.id for row in await store.tables_of("ada")] == ids[GAMES_AT_ONCE:]
        again = [table async for part in store.personal_data.erase("ada", without_ada) for table in part]
        assert again == ids[GAMES_AT_ONCE:]
        assert await store.accounts.account("ada") is None
        assert await store.personal_data.records("ada") == {}
        for row in await store.tables(ids):
            assert row.seats[0].name == ("Ben" if row.id == ids[0] else "")
            assert await store.said(row.id) == ([], [])
            remarks = [action.words for action in await store.actions(row.id) if action.kind == "remark"]
            assert remarks == ["somebody is back", "Ben sits for somebody"][: 2 if row.id == ids[0] else 1]

    asyncio.run(work())


def test_a_table_is_read_as_it_was_stored(store: Store) -> None:
    async def work() -> None:
        assert await store.table("one") is None
        assert await store.add(ROW) == "one"
        assert await store.table("one") == ROW
        assert await store.open_tables(since=5.0, most=9) == [ROW]
        assert await store.open_tables(since=5.1, most=9) == []

    asyncio.run(work())


def test_moves_are_read_in_order_with_the_status(store: Store) -> None:
    async def work() -> None:
        await store.add(ROW)
        await store.append("one", MOVES, LATER)
        assert await store.actions("one") == MOVES
        found = await store.table("one")
        assert found is not None
        assert found.status == LATER

    asyncio.run(work())


def test_a_move_is_stored_once_and_a_transaction_completely(store: Store) -> None:
    async def work() -> None:
        await store.add(ROW)
        await store.append("one", MOVES[:1], ROW.status)
        with pytest.raises(Conflict):
            await store.append("one", MOVES[:1], LATER)
        both = [MOVES[1], MOVES[0]]
        with pytest.raises(Conflict):
            await store.append("one", both, LATER)
        assert await store.actions("one") == MOVES[:1]
        found = await store.table("one")
        assert found is not None
        assert found.status == ROW.status

    asyncio.run(work())


async def sit(store: Store, seat: SeatRow) -> TableRow:
    """Takes an open seat."""
    return await store.reseat("one", SeatRow(seat=seat.seat, kind="open"), seat, started=False)


def test_a_seat_can_be_taken_only_once(store: Store) -> None:
    async def work() -> None:
        await store.add(ROW)
        ben = SeatRow(seat=1, kind="person", name="Ben", secret="t")
        await sit(store, ben)
        with pytest.raises(Conflict):
            await sit(store, SeatRow(seat=1, kind="person", name="Cy", secret="u"))
        found = await store.table("one")
        assert found is not None
        assert found.started
        assert found.seats[1] == ben

    asyncio.run(work())


def test_the_last_open_seat_begins_the_game_even_if_seats_are_taken_at_once(store: Store) -> None:
    async def work() -> None:
        await store.add(replace(ROW, seats=(*ROW.seats, SeatRow(seat=2, kind="open"))))
        ben, cy = (SeatRow(seat=seat, kind="person", name=name, secret="t") for seat, name in ((1, "Ben"), (2, "Cy")))
        assert not (await sit(store, ben)).started
        now = await sit(store, cy)
        assert now.started
        assert now.seats == (ROW.seats[0], ben, cy)
        assert await store.table("one") == now

    asyncio.run(work())


def test_a_seat_can_be_handed_to_a_bot_and_taken_back(store: Store) -> None:
    async def taken_over() -> list[bool]:
        found = await store.table("one")
        assert found is not None
        return [seat.taken_over for seat in found.seats]

    async def work() -> None:
        await store.add(ROW)
        await store.set_takeover("one", 0, True)
        assert await taken_over() == [True, False]
        await store.set_takeover("one", 0, False)
        assert await taken_over() == [False, False]

    asyncio.run(work())


def test_a_table_has_one_rematch(store: Store) -> None:
    async def work() -> None:
        await store.add(ROW)
        assert await store.add(replace(ROW, id="two"), after="one") == "two"
        assert await store.add(replace(ROW, id="three"), after="one") == "two"
        assert await store.table("three") is None

    asyncio.run(work())


def test_a_move_without_a_table_is_refused(store: Store) -> None:
    with pytest.raises(Conflict):
        asyncio.run(store.append("none", MOVES, LATER))


def test_a_commit_waits_for_the_disk(store: Store) -> None:
    with store.database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_another_process_sees_a_stored_move_at_once(store: Store, tmp_path: Path) -> None:
    asyncio.run(store.add(ROW))
    asyncio.run(store.append("one", MOVES, LATER))
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        assert connection.execute("SELECT ply, action FROM actions").fetchall() == [(0, 4), (1, 5)]


def test_the_database_is_upgraded_to_the_newest_revision(store: Store, tmp_path: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [newest_revision()]
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(newest_revision(),)]


def test_the_migrations_give_the_declared_schema(store: Store) -> None:
    with store.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_an_unusable_database_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_text("this is no database, however long one looks at it")
    with pytest.raises(StoreError, match=r"no\.db cannot be used: file is not a database"):
        Store(f"sqlite:///{tmp_path / 'no.db'}")
    with pytest.raises(StoreError, match="unable to open"):
        Store(f"sqlite:///{tmp_path / 'nowhere' / 'db'}")
    with pytest.raises(StoreError, match=r"\*\*\*"):
        Store("nosuch://me:password@there/db")


def test_the_database_is_in_the_configured_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert ServerSettings().database_url() == f"sqlite:///{tmp_path}/cogtable/cogtable.db"
    assert (tmp_path / "cogtable").is_dir()
    assert ServerSettings(database="postgresql://db/cogtable").database_url() == "postgresql://db/cogtable"
    assert ServerSettings(database=tmp_path / "deep" / "x.db").database_url() == f"sqlite:///{tmp_path}/deep/x.db"


def test_server_keys_are_created_once() -> None:
    assert len({new_id() for _ in range(100)} | {new_secret() for _ in range(100)}) == 200
    secret = new_secret()
    assert matches(secret, digest(secret))
    assert not matches(secret + "x", digest(secret))
    assert not matches("", "")
    assert secret not in digest(secret)


def database_of(revision: str, path: Path, *statements: str) -> str:
    """A database as an earlier version made it."""
    migrate(f"sqlite:///{path}", command.upgrade, revision)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return f"sqlite:///{path}"


OLD_TABLE = f"'one', 'tiny', '1', 'b', '{{\"length\": 2}}', {2**62}, 0, 1, 5.0, NULL, 0, 0, 3, 'Round 1'"


def test_a_database_of_the_first_revision_can_be_opened(tmp_path: Path) -> None:
    url = database_of(
        "0001",
        tmp_path / "old.db",
        f"INSERT INTO tables VALUES ({OLD_TABLE})",
        "INSERT INTO seats VALUES ('one', 0, 'person', 'Ada', '', 's')",
        "INSERT INTO seats VALUES ('one', 1, 'open', '', '', '')",
    )
    with closing(Store(url)) as store:
        assert asyncio.run(store.table("one")) == replace(ROW, takeover="", takeover_s=0)


def test_moves_after_a_resignation_in_an_earlier_version_belong_to_the_bot(tmp_path: Path) -> None:
    kinds = ["move", "move", "remark", "move", "move"]
    url = database_of(
        "0017",
        tmp_path / "old.db",
        "INSERT INTO tables (id, game, version, box, options, seed, chosen_seed, listed, created, rematch, started,"
        f" over, waiting, words) VALUES ({OLD_TABLE})",
        *(
            "INSERT INTO actions (table_id, ply, seat, action, words, at, kind, seen, submission)"
            f" VALUES ('one', {ply}, {seat}, 4, '', 1, '{kind}', 0, '')"
            for ply, (seat, kind) in enumerate(zip([0, 1, 0, 0, 1], kinds, strict=True))
        ),
        "INSERT INTO seats (table_id, seat, kind, name, bot, secret, taken_over, resigned, account)"
        " VALUES ('one', 0, 'person', 'Ada', '', 's', 0, 1, ''), ('one', 1, 'person', 'Ben', '', 't', 0, 0, '')",
    )
    with closing(Store(url)) as store:
        assert [action.stood_in for action in asyncio.run(store.actions("one"))] == [False, False, False, True, False]


def test_a_takeover_from_an_earlier_version_continues(tmp_path: Path) -> None:
    url = database_of(
        "0002",
        tmp_path / "old.db",
        f"INSERT INTO tables VALUES ({OLD_TABLE}, 'greedy', 60)",
        "INSERT INTO seats VALUES ('one', 0, 'person', 'Ada', '', 's', 1)",
        "INSERT INTO seats VALUES ('one', 1, 'open', '', '', '', 0)",
    )
    with closing(Store(url)) as store:
        found = asyncio.run(store.table("one"))
    assert found
    assert (found.takeover, found.takeover_s) == ("greedy", 60)
    assert [seat.taken_over for seat in found.seats] == [True, False]


def test_table_ids_never_look_like_options() -> None:
    assert not [made for made in (new_id() for _ in range(2000)) if made.startswith("-")]
