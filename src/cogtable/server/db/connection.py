"""The connection to a database: how it is made, what is tried again when it breaks, and at which revision it is."""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa

from cogtable.engine.errors import CogtableError
from cogtable.server.db.group_commit import CommitOutcome

MIGRATIONS = Path(__file__).parent / "migrations"

PATIENCE_S = 10.0
"""How long a database server that does not answer is tried again, as while it is restarted."""

PAUSE_S = 0.1
"""How long after a failure it is tried again."""

STANDS_STILL_S = 3
"""After how many seconds PostgreSQL ends a transaction in which nothing happens: one of a process that stands still,
whose tables others are about to take over.
"""

_PSYCOPG = {"connect_timeout": 5, "tcp_user_timeout": 10_000}
"""How long PostgreSQL may keep silent: seconds until a connection stands, milliseconds until what was sent is taken."""

_MIGRATING = int.from_bytes(b"cogtable")
"""The key of the lock that a server holds while it migrates the database."""

Answer = TypeVar("Answer")


class StoreError(CogtableError):
    """The database could not be used; nothing was stored."""


class Unreachable(StoreError):
    """The database has not answered for a while; it is not known whether a write was stored."""


class Conflict(StoreError):
    """Somebody else, perhaps another server on the same database, was faster.

    `repeated`: the work was retried after the connection broke, so it may have been this server itself.
    """

    def __init__(self, words: str, *, repeated: bool = False) -> None:
        super().__init__(words)
        self.repeated = repeated


class NotOwner(StoreError):
    """Another process owns the table; see `ownership`. Nothing was stored, unless the connection broke before."""


class Run(Protocol):
    """Runs work in one transaction, perhaps again if the connection to the database breaks."""

    def __call__(self, work: Callable[[sa.Connection], Answer]) -> Awaitable[Answer]:
        """What `work` returns."""


class Database:
    """A database at its newest revision. Raises StoreError when it cannot be used.

    It is brought there if this may `migrate` it; else it must be of that revision.
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
        """Waits no longer for a database that does not answer."""
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
                raise Conflict(f"the database has that already: {_reason(error)}", repeated=repeated) from error
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

        If the connection breaks, it is unknown whether the work was stored, so it is retried. If the database has it
        already, `is_stored` tells whether it was this very work; then the result is None.
        """
        try:
            return self.transaction(work, repeated)
        except Conflict as conflict:
            if not conflict.repeated or not self.transaction(is_stored):
                raise
            return None

    def attempt(self, work: Callable[[sa.Connection], object]) -> CommitOutcome:
        """Runs `work` in one transaction, which is tried once."""
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
        """Waits briefly for an unreachable database; False once that has taken too long.

        All work waits in one queue, so the time counts from the first failure.
        """
        now = time.monotonic()
        if self._failing_since is None:
            self._failing_since = now
        return now - self._failing_since < PATIENCE_S and not self._closing.wait(PAUSE_S)


def connect(url: str) -> sa.Engine:
    """The database at a URL, with connections that break when its server keeps silent for too long."""
    place = sa.make_url(url)
    patience = _PSYCOPG if place.get_driver_name() == "psycopg" else {}
    engine = sa.create_engine(
        place,
        pool_pre_ping=True,  # a connection that broke while nobody used it is made anew
        connect_args={name: wanted for name, wanted in patience.items() if name not in place.query},
    )
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare_sqlite)
    elif engine.dialect.name == "postgresql":
        sa.event.listen(engine, "connect", _prepare_postgresql)
    return engine


def is_gone(error: sa.exc.SQLAlchemyError) -> bool:
    """Whether the connection to a database server is broken or was refused; of a file nothing breaks."""
    if not isinstance(error, sa.exc.DBAPIError) or "sqlite" in type(error.orig).__module__:
        return False
    return error.connection_invalidated or isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Readers do not wait for the writer (WAL), and a commit is on the disk before it returns (synchronous=FULL)."""
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _prepare_postgresql(connection: Any, _: Any) -> None:
    connection.execute(f"SET idle_in_transaction_session_timeout = '{STANDS_STILL_S}s'")
    connection.commit()


# --- revisions ------------------------------------------------------------------------------------------


def newest_revision() -> str:
    """The revision that this version of Cogtable works with: the number of the last migration."""
    return max(file.name for file in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]


def _migrate(engine: sa.Engine) -> None:
    """Brings the database to the newest revision. Alembic is loaded only when there is something to do."""
    newest, found = newest_revision(), _revision(engine)
    if found == newest:
        return
    if found is not None and found > newest:
        raise OSError(f"it was made by a newer Cogtable (revision {found}; this one knows up to {newest})")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        # Several servers may start at once.
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _check_revision(engine: sa.Engine) -> None:
    """Raises OSError unless the database is of the newest revision."""
    newest, found = newest_revision(), _revision(engine)
    if found is None:
        raise OSError("no server has used it yet")
    if found != newest:
        raise OSError(
            f"it is of revision {found}, and this Cogtable works with {newest}, to which its server brings it"
        )


def revision_of(url: str) -> str | None:
    """The revision of a database, which is not changed; None if no server has used it yet.

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
    """What to raise where a database cannot be used."""
    return StoreError(f"the database {_shown(url)} cannot be used: {_reason(error)}")


def _shown(url: str) -> str:
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.SQLAlchemyError:
        return "given"


def _reason(error: BaseException) -> str:
    """The database's own words, in one line, without the statement and its values."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
