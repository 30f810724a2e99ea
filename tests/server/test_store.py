"""The store: what it has accepted is on the disk, once."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from cogtable.server.db import store as module
from cogtable.server.db.store import (
    MIGRATIONS,
    ActionRow,
    Conflict,
    SeatRow,
    Standing,
    Store,
    StoreError,
    TableRow,
    Unreachable,
    newest_revision,
)
from cogtable.server.settings import Settings
from cogtable.server.tables.tokens import digest, matches, new_id, new_secret

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
    standing=Standing(over=False, waiting=3, words="Round 1"),
    seats=(SeatRow(seat=0, kind="person", name="Ada", secret="s"), SeatRow(seat=1, kind="open")),
    takeover="medium",
    takeover_s=2.5,
)
LATER = Standing(over=True, waiting=0, words="The end")
MOVES = [ActionRow(ply=0, seat=0, action=4, words="four"), ActionRow(ply=1, seat=1, action=5, words="five")]


@pytest.fixture
def store(tmp_path: Path):
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    yield store
    store.close()


def test_a_table_comes_back_as_it_was(store: Store) -> None:
    async def work() -> None:
        assert await store.table("one") is None
        assert await store.add(ROW) == "one"
        assert await store.table("one") == ROW
        assert await store.open_tables(since=5.0, most=9) == [ROW]
        assert await store.open_tables(since=5.1, most=9) == []

    asyncio.run(work())


def test_moves_come_back_in_order_with_the_standing(store: Store) -> None:
    async def work() -> None:
        await store.add(ROW)
        await store.append("one", MOVES, LATER)
        assert await store.actions("one") == MOVES
        found = await store.table("one")
        assert found is not None
        assert found.standing == LATER

    asyncio.run(work())


def test_a_move_is_stored_once_and_a_transaction_whole(store: Store) -> None:
    async def work() -> None:
        await store.add(ROW)
        await store.append("one", MOVES[:1], ROW.standing)
        with pytest.raises(Conflict):
            await store.append("one", MOVES[:1], LATER)
        both = [MOVES[1], MOVES[0]]
        with pytest.raises(Conflict):
            await store.append("one", both, LATER)
        assert await store.actions("one") == MOVES[:1]
        found = await store.table("one")
        assert found is not None
        assert found.standing == ROW.standing

    asyncio.run(work())


def test_a_seat_is_taken_once(store: Store) -> None:
    async def work() -> None:
        await store.add(ROW)
        ben = SeatRow(seat=1, kind="person", name="Ben", secret="t")
        await store.sit("one", ben)
        with pytest.raises(Conflict):
            await store.sit("one", SeatRow(seat=1, kind="person", name="Cy", secret="u"))
        found = await store.table("one")
        assert found is not None
        assert found.started
        assert found.seats[1] == ben

    asyncio.run(work())


def test_the_last_open_seat_begins_the_game_whoever_knew_of_the_others(store: Store) -> None:
    from msgspec.structs import replace

    async def work() -> None:
        await store.add(replace(ROW, seats=(*ROW.seats, SeatRow(seat=2, kind="open"))))
        ben, cy = (SeatRow(seat=seat, kind="person", name=name, secret="t") for seat, name in ((1, "Ben"), (2, "Cy")))
        assert not (await store.sit("one", ben)).started
        now = await store.sit("one", cy)
        assert now.started
        assert now.seats == (ROW.seats[0], ben, cy)
        assert await store.table("one") == now

    asyncio.run(work())


def test_a_seat_is_handed_to_a_bot_and_taken_back(store: Store) -> None:
    async def handed() -> list[bool]:
        found = await store.table("one")
        assert found is not None
        return [seat.handed for seat in found.seats]

    async def work() -> None:
        await store.add(ROW)
        await store.hand_over("one", 0, True)
        assert await handed() == [True, False]
        await store.hand_over("one", 0, False)
        assert await handed() == [False, False]

    asyncio.run(work())


def test_a_table_has_one_rematch(store: Store) -> None:
    from msgspec.structs import replace

    async def work() -> None:
        await store.add(ROW)
        assert await store.add(replace(ROW, id="two"), after="one") == "two"
        assert await store.add(replace(ROW, id="three"), after="one") == "two"
        assert await store.table("three") is None

    asyncio.run(work())


def test_a_move_of_no_table_is_refused(store: Store) -> None:
    with pytest.raises(Conflict):
        asyncio.run(store.append("none", MOVES, LATER))


def test_a_commit_waits_for_the_disk(store: Store) -> None:
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_another_process_sees_a_stored_move_at_once(store: Store, tmp_path: Path) -> None:
    asyncio.run(store.add(ROW))
    asyncio.run(store.append("one", MOVES, LATER))
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        assert connection.execute("SELECT ply, action FROM actions").fetchall() == [(0, 4), (1, 5)]


def test_the_database_is_brought_to_the_newest_revision(store: Store, tmp_path: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [newest_revision()]
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(newest_revision(),)]


def test_the_migrations_make_what_the_store_declares(store: Store) -> None:
    import sqlalchemy as sa

    from cogtable.server.db.store import _meta

    inspector = sa.inspect(store._engine)
    for name, table in _meta.tables.items():
        assert [column["name"] for column in inspector.get_columns(name)] == list(table.columns.keys())
        assert inspector.get_pk_constraint(name)["constrained_columns"] == [column.name for column in table.primary_key]


def test_a_database_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_text("this is no database, however long one looks at it")
    with pytest.raises(StoreError, match=r"no\.db cannot be used: file is not a database"):
        Store(f"sqlite:///{tmp_path / 'no.db'}")
    with pytest.raises(StoreError, match="unable to open"):
        Store(f"sqlite:///{tmp_path / 'nowhere' / 'db'}")
    with pytest.raises(StoreError, match=r"\*\*\*"):
        Store("nosuch://me:password@there/db")


def test_the_database_lies_where_the_settings_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().database_url() == f"sqlite:///{tmp_path}/cogtable/cogtable.db"
    assert (tmp_path / "cogtable").is_dir()
    assert Settings(database="postgresql://db/cogtable").database_url() == "postgresql://db/cogtable"
    assert Settings(database=tmp_path / "deep" / "x.db").database_url() == f"sqlite:///{tmp_path}/deep/x.db"


def test_keys() -> None:
    assert len({new_id() for _ in range(100)} | {new_secret() for _ in range(100)}) == 200
    secret = new_secret()
    assert matches(secret, digest(secret))
    assert not matches(secret + "x", digest(secret))
    assert not matches("", "")
    assert secret not in digest(secret)


def test_a_database_of_the_first_revision_is_opened_and_waits_for_people(tmp_path: Path) -> None:
    import sqlalchemy as sa
    from alembic import command
    from msgspec.structs import replace

    url = f"sqlite:///{tmp_path / 'old.db'}"
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        row = f"'one', 'tiny', '1', 'b', '{{\"length\": 2}}', {2**62}, 0, 1, 5.0, NULL, 0, 0, 3, 'Round 1'"
        connection.exec_driver_sql(f"INSERT INTO tables VALUES ({row})")
        for seat in ("0, 'person', 'Ada', '', 's'", "1, 'open', '', '', ''"):
            connection.exec_driver_sql(f"INSERT INTO seats VALUES ('one', {seat})")
    engine.dispose()
    store = Store(url)
    assert asyncio.run(store.table("one")) == replace(ROW, takeover="", takeover_s=0)
    store.close()


def test_a_database_of_a_newer_cogtable_is_refused(tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path / 'db'}").close()
    with closing(sqlite3.connect(tmp_path / "db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer Cogtable"):
        Store(f"sqlite:///{tmp_path / 'db'}")


# --- when the database fails ------------------------------------------------------------------------------


def lose_the_next_answer(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The next commit is done, but the connection breaks before its answer comes; as with a server far away."""
    import sqlalchemy as sa

    lost: list[str] = []

    def lose(connection: sa.Connection) -> None:
        if not lost:
            lost.append("the answer")
            connection.connection.dbapi_connection.commit()
            raise sa.exc.OperationalError(None, None, sqlite3.OperationalError("the connection is gone"))

    monkeypatch.setattr(module, "PAUSE_S", 0)
    monkeypatch.setattr(module, "_is_gone", lambda error: True)
    sa.event.listen(store._engine, "commit", lose)
    return lost


def test_a_write_whose_answer_was_lost_counts_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(store.add(ROW))
    lost = lose_the_next_answer(store, monkeypatch)
    asyncio.run(store.append("one", MOVES, LATER))
    assert lost
    assert asyncio.run(store.actions("one")) == MOVES
    lost.clear()
    ben = SeatRow(seat=1, kind="person", name="Ben", secret="t")
    assert asyncio.run(store.sit("one", ben)).started
    lost.clear()
    with pytest.raises(Conflict):  # as it is not the same
        asyncio.run(store.sit("one", SeatRow(seat=1, kind="person", name="Cy", secret="u")))


def test_a_new_table_whose_answer_was_lost_is_there_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from msgspec.structs import replace

    lost = lose_the_next_answer(store, monkeypatch)
    assert asyncio.run(store.add(ROW)) == "one"
    lost.clear()
    assert asyncio.run(store.add(replace(ROW, id="two"), after="one")) == "two"
    assert lost


def test_a_move_of_somebody_else_is_not_taken_for_the_one_that_was_lost(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection breaks before the move is stored, and then another server stores the same action."""
    import sqlalchemy as sa

    asyncio.run(store.add(ROW))
    other = Store(f"sqlite:///{tmp_path / 'db'}")
    broken: list[str] = []

    def break_down(connection: sa.Connection) -> None:
        if not broken:
            broken.append("the connection")
            connection.connection.dbapi_connection.rollback()
            asyncio.run(other.append("one", MOVES, LATER))
            raise sa.exc.OperationalError(None, None, sqlite3.OperationalError("the connection is gone"))

    monkeypatch.setattr(module, "PAUSE_S", 0)
    monkeypatch.setattr(module, "_is_gone", lambda error: True)
    sa.event.listen(store._engine, "commit", break_down)
    with pytest.raises(Conflict):
        asyncio.run(store.append("one", MOVES, LATER))
    other.close()


def test_a_database_that_stays_away_is_given_up_and_once_for_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work waits in one line: each must not wait anew for a database that is known to be gone."""
    import sqlalchemy as sa

    now = [0.0]
    pauses: list[float] = []

    def wait(seconds: float) -> bool:
        pauses.append(seconds)
        now[0] += seconds
        return False

    def fail(connection: sa.Connection) -> None:
        raise sa.exc.OperationalError(None, None, sqlite3.OperationalError("nobody answers"))

    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(store._closing, "wait", wait)
    monkeypatch.setattr(module, "_is_gone", lambda error: True)
    sa.event.listen(store._engine, "begin", fail)
    with pytest.raises(Unreachable, match="nobody answers"):
        asyncio.run(store.actions("one"))
    assert sum(pauses) == pytest.approx(module.PATIENCE_S, abs=2 * module.PAUSE_S)
    pauses.clear()
    with pytest.raises(Unreachable):
        asyncio.run(store.actions("one"))
    assert not pauses
    sa.event.remove(store._engine, "begin", fail)
    assert asyncio.run(store.actions("one")) == []


def test_a_check_writes_and_nothing_grows(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    asyncio.run(store.check())
    with closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        before, pages = list(connection.iterdump()), connection.execute("PRAGMA page_count").fetchall()
        asyncio.run(store.check())
        assert (tmp_path / "db-wal").stat().st_size == 0  # so soon it writes nothing
        now[0] += 2
        asyncio.run(store.check())
        assert (tmp_path / "db-wal").stat().st_size > 0
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert list(connection.iterdump()) == before
        assert connection.execute("PRAGMA page_count").fetchall() == pages


def test_a_database_that_takes_no_writes_is_not_healthy(store: Store) -> None:
    with store._engine.connect() as connection:  # the same that the pool hands out next
        connection.exec_driver_sql("PRAGMA query_only=ON")
    with pytest.raises(StoreError, match="readonly"):
        asyncio.run(store.check())
