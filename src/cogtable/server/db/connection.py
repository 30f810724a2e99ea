"""The connection to a database: how it is opened, what is retried when it breaks, and the database's revision."""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from cogtable.engine.errors import CogtableError
from cogtable.server.db.group_commit import CommitOutcome

MIGRATIONS = Path(__file__).parent / "migrations"

PATIENCE_S = 10.0
"""How long to retry when a database server does not answer, in seconds, for example while it restarts."""

PAUSE_S = 0.1
"""The pause after a failure before the next try, in seconds."""

STANDS_STILL_S = 3
"""The number of seconds after which PostgreSQL ends an idle transaction. Its process has stopped running, and others
are about to take over its tables.
"""

_PSYCOPG = {"connect_timeout": 5, "tcp_user_timeout": 10_000}
"""How long PostgreSQL can stay silent: seconds until a connection is open, milliseconds until sent data is
acknowledged.
"""

_MIGRATING = int.from_bytes(b"cogtable")
"""The key of the lock that a server holds while it migrates the database."""

Answer = TypeVar("Answer")


class StoreError(CogtableError):
    """The database could not be used; nothing was stored."""


class Unreachable(StoreError):
    """The database has not answered for a while; it is not known whether a write was stored."""


class Conflict(StoreError):
    """Another writer, perhaps another server on the same database, was faster.

    `repeated`: the work was retried after the connection broke, so this server may itself have stored it before.
    """

    def __init__(self, words: str, *, repeated: bool = False) -> None:
        super().__init__(words)
        self.repeated = repeated


class NotOwner(StoreError):
    """Another process owns the table; see `ownership`. Nothing was stored, unless the connection broke before."""


class Run(Protocol):
    """Runs work in one transaction, and retries it if the connection to the database breaks."""

    def __call__(self, work: Callable[[sa.Connection], Answer]) -> Awaitable[Answer]:
        """Returns the result of `work`."""


class Database:
    """A database at its newest revision. Raises StoreError when it cannot be used.

    With `migrate`, an older database is migrated; without, it must be at the newest revision already.
    """

    def __init__(self, url: str, *, migrate: bool) -> None:
        self._closing = threading.Event()
        self._failing_since: float | None = None
        try:
            self.engine = connect(url)
            (_migrate if migrate else _check_revision)(self.engine)
        except (sa.exc.SQLAlchemyError, ImportError, OSError) as error:
            raise _unusable(url, error) from error

    def stop_waiting(self) -> None:
        """Stops waiting for a database that does not answer."""
        self._closing.set()

    def transaction(self, work: Callable[[sa.Connection], Answer], repeated: bool = False) -> Answer:
        """Runs `work` in one transaction; `repeated`: it may be stored already. Raises Conflict, Unreachable or
        StoreError.
        """
        while True:
            try:
                with self.engine.begin() as connection:
                    answer = work(connection)
            except sa.exc.IntegrityError as error:
                raise Conflict(f"the database already has that row: {_reason(error)}", repeated=repeated) from error
            except sa.exc.SQLAlchemyError as error:
                if not is_gone(error):
                    raise StoreError(f"the database failed: {_reason(error)}") from error
                if not self.comes_back():
                    raise Unreachable(f"the database does not answer: {_reason(error)}") from error
                repeated = True
            else:
                self._failing_since = None
                return answer

    def once(
        self,
        work: Callable[[sa.Connection], Answer],
        is_stored: Callable[[sa.Connection], bool],
        repeated: bool = False,
    ) -> Answer | None:
        """Runs `work`, which the database accepts only once, in one transaction.

        If the connection breaks, it is unknown whether the work was stored, so it is retried. If the database refuses
        it then, `is_stored` tells whether this very work is stored already; if so, the result is None.
        """
        try:
            return self.transaction(work, repeated)
        except Conflict as conflict:
            if not conflict.repeated or not self.transaction(is_stored):
                raise
            return None

    def attempt(self, work: Callable[[sa.Connection], object]) -> CommitOutcome:
        """Runs `work` in one transaction, without retrying."""
        try:
            with self.engine.begin() as connection:
                work(connection)
        except NotOwner:
            return CommitOutcome.NOT_STORED
        except sa.exc.SQLAlchemyError as error:
            return CommitOutcome.UNKNOWN if is_gone(error) else CommitOutcome.NOT_STORED
        self._failing_since = None
        return CommitOutcome.STORED

    def comes_back(self) -> bool:
        """Waits briefly for an unreachable database. Returns False once that has taken too long.

        All work waits in one queue, so the time counts from the first failure.
        """
        now = time.monotonic()
        if self._failing_since is None:
            self._failing_since = now
        return now - self._failing_since < PATIENCE_S and not self._closing.wait(PAUSE_S)


def connect(url: str) -> sa.Engine:
    """Returns an engine for the database at a URL. Its connections break when the server is silent for too long."""
    place = sa.make_url(url)
    patience = _PSYCOPG if place.get_driver_name() == "psycopg" else {}
    engine = sa.create_engine(
        place,
        pool_pre_ping=True,  # reopens a connection that broke while it was idle
        connect_args={name: wanted for name, wanted in patience.items() if name not in place.query},
    )
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare_sqlite)
    elif engine.dialect.name == "postgresql":
        sa.event.listen(engine, "connect", _prepare_postgresql)
    return engine


def insert_into(connection: sa.Connection, table: sa.Table) -> Any:
    """Returns an insert that can say what happens if the row is there already: `on_conflict_do_nothing()` and
    `on_conflict_do_update(...)`.
    """
    return (postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert)(table)


def is_gone(error: sa.exc.SQLAlchemyError) -> bool:
    """Whether the connection to a database server is broken or was refused. Always False for a file."""
    if not isinstance(error, sa.exc.DBAPIError) or "sqlite" in type(error.orig).__module__:
        return False
    return error.connection_invalidated or isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Configures SQLite: readers do not wait for the writer (WAL), and a commit is on disk before it returns
    (synchronous=FULL).
    """
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _prepare_postgresql(connection: Any, _: Any) -> None:
    connection.execute(f"SET idle_in_transaction_session_timeout = '{STANDS_STILL_S}s'")
    connection.commit()


# --- revisions ------------------------------------------------------------------------------------------


def newest_revision() -> str:
    """Returns the revision that this version of Cogtable works with: the number of the last migration."""
    return max(file.name for file in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]


def _migrate(engine: sa.Engine) -> None:
    """Migrates the database to the newest revision. Alembic is loaded only if a migration is needed."""
    newest, found = newest_revision(), _revision(engine)
    if found == newest:
        return
    if found is not None and found > newest:
        raise OSError(f"it was made by a newer Cogtable (revision {found}; this one knows up to {newest})")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect() as connection, _foreign_keys_off(connection), connection.begin():
        # Several servers can start at the same time.
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def _foreign_keys_off(connection: sa.Connection) -> Iterator[None]:
    """Switches SQLite's foreign keys off while a database is migrated. SQLite can't change a table's keys, so a copy
    replaces the table; with foreign keys, all rows that belong to its rows would then be deleted.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys=OFF").close()
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON").close()


def _check_revision(engine: sa.Engine) -> None:
    """Raises OSError unless the database is at the newest revision."""
    newest, found = newest_revision(), _revision(engine)
    if found is None:
        raise OSError("no server has used it yet")
    if found != newest:
        raise OSError(f"it has revision {found}, and this Cogtable needs {newest}; `cogtable serve` upgrades it")


def revision_of(url: str) -> str | None:
    """Returns the revision of a database, without changing it; None if no server has used the database yet.

    Raises StoreError when it cannot be read.
    """
    try:
        engine = connect(url)
        try:
            return _revision(engine)
        finally:
            engine.dispose()
    except (sa.exc.SQLAlchemyError, ImportError, OSError) as error:
        raise _unusable(url, error) from error


def _revision(engine: sa.Engine) -> str | None:
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
        return found


def _unusable(url: str, error: BaseException) -> StoreError:
    """Returns the error for a database that cannot be used."""
    return StoreError(f"the database {_shown(url)} cannot be used: {_reason(error)}")


def _shown(url: str) -> str:
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.SQLAlchemyError:
        return "given"


def _reason(error: BaseException) -> str:
    """Returns the database's own error message, in one line, without the statement and its values."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
