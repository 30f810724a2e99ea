"""Backup and restore of a database file while its server runs. PostgreSQL has its own programs for that."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from cogtable.engine.errors import CogtableError
from cogtable.server.db.connection import newest_revision
from cogtable.server.db.holder import holder_of


class BackupError(CogtableError):
    """A backup cannot be made or restored; nothing was changed."""


def back_up(database: Path, file: Path) -> int:
    """Copies a database to `file`, as it is at one moment, while games continue. Returns the number of tables in the
    copy. An earlier copy is replaced once the new one is complete and on the disk. Raises BackupError.
    """
    file = Path(os.path.realpath(file))  # keeps a link, and replaces the copy that it points to
    _check_there(database)
    if file.exists() and file.samefile(database):
        raise BackupError(f"{file} is the database itself; expected another file to copy it to")
    if not file.parent.is_dir():
        raise BackupError(f"there is no folder {file.parent}")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # only the server may read the contents
    try:
        with closing(sqlite3.connect(database, timeout=30)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
        count = _checked(part)
        _sync(part)
        part.replace(file)
    except sqlite3.Error as error:
        raise BackupError(f"{database} cannot be copied to {file}: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(file.parent)
    return count


def restore(file: Path, database: Path) -> Path | None:
    """Replaces a database, whose server is stopped, with a copy that `back_up` has made. Returns where the previous
    database is now; None if there was none. Raises BackupError.
    """
    _check_there(file)
    if database.exists() and file.samefile(database):
        raise BackupError(f"{file} is the database itself; expected a backup of it")
    _checked(file)
    _check_stopped(database)
    database.parent.mkdir(parents=True, exist_ok=True)
    part = database.with_name(f"{database.name}.part")
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(file.read_bytes())
        _sync(part)
        before = _put_aside(database)
        part.replace(database)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(database.parent)
    return before


def _check_there(file: Path) -> None:
    if not file.is_file():
        raise BackupError(f"there is no file {file}")


def _checked(file: Path) -> int:
    """Returns the number of tables in a copy. Raises BackupError if it is damaged, or not from a known version of
    Cogtable.
    """
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            found = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise BackupError(f"{file} is damaged: {found}")
            revision = copy.execute("SELECT version_num FROM alembic_version").fetchone()[0]
            count: int = copy.execute("SELECT count(*) FROM tables").fetchone()[0]
    except sqlite3.Error as error:
        raise BackupError(f"{file} is not a backup of Cogtable: {error}") from error
    if revision > newest_revision():
        words = f"revision {revision}; this one knows up to {newest_revision()}"
        raise BackupError(f"{file} was made by a newer Cogtable ({words})")
    return count


def _check_stopped(database: Path) -> None:
    """Raises BackupError while a server uses a database. Afterwards, the contents of its log are in the file itself."""
    if not database.exists():
        return
    if holder := holder_of(database):
        raise BackupError(f"{database} is served {holder}; stop that server first")
    try:
        with closing(sqlite3.connect(database, timeout=0)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    except sqlite3.OperationalError as error:
        raise BackupError(f"{database} is in use; stop the server first ({error})") from error
    except sqlite3.DatabaseError:
        return  # it is damaged, which can be the reason for restoring it


def _put_aside(database: Path) -> Path | None:
    """Renames a database and its accompanying files, to keep them."""
    if not database.exists():
        return None
    names = (f"{database.name}.before-restore{number}" for number in ("", *(f"-{n}" for n in range(2, 1000))))
    kept = next(place for name in names if not (place := database.with_name(name)).exists())
    for end in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            database.with_name(database.name + end).replace(kept.with_name(kept.name + end))
    return kept


def _sync(file: Path) -> None:
    with file.open("rb+") as written:
        os.fsync(written.fileno())


def _sync_folder(folder: Path) -> None:
    """Syncs a file's new name to the disk, where folders can be synced (not on Windows)."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
