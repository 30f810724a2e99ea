"""The checks of `cogtable doctor`: whether this machine has everything that Cogtable needs, and what to do if not."""

from __future__ import annotations

import os
import platform
import re
import shutil
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple

SPARE_MB = 200
"""Megabytes that must be free for compiled code and for tables: less is a fault."""

EASE_MB = 1000
"""Megabytes of free space below which a note says that there is not much left."""

State = Literal["good", "note", "bad"]
"""`note`: nothing is broken, but an optional thing is missing or slower."""


class Check(NamedTuple):
    """The result of one check: its name, its status, the finding, and what to do unless it is good."""

    name: str
    state: State
    found: str
    todo: str = ""


def examine(host: str, port: int | None, database: str | None) -> Iterator[Check]:
    """Runs all checks; `host`, `port` and `database` are those that `serve` would get."""
    yield python()
    yield packages()
    yield compiler()
    yield cache_folder()
    yield compiled_games()
    yield client()
    yield port_to_listen(host, port)
    yield database_of(database)
    yield server_of(database)
    yield graphics()
    yield disk(database)


def python(running: tuple[int, ...] = tuple(sys.version_info[:3]), is_64_bit: bool = sys.maxsize > 2**32) -> Check:
    """The version of Python, and how wide its numbers are."""
    words = f"{'.'.join(map(str, running))} ({platform.system()}, {platform.machine()})"
    oldest = metadata("cogtable")["Requires-Python"].removeprefix(">=")
    if running < tuple(map(int, oldest.split("."))):
        return Check("Python", "bad", words, f"Install Python {oldest} or newer, and Cogtable with it.")
    if not is_64_bit:
        return Check("Python", "bad", f"{words}, 32-bit", "Install 64-bit Python: Numba needs it.")
    return Check("Python", "good", words)


def packages() -> Check:
    """The packages that Cogtable cannot run without."""
    wanted = [text for text in requires("cogtable") or () if "extra ==" not in text]
    missing = []
    for name in (re.split(r"[\s\[<>=!~;]", text, maxsplit=1)[0] for text in wanted):
        try:
            version(name)
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        todo = f"Run: {Path(sys.executable).name} -m pip install {' '.join(missing)}"
        return Check("Packages", "bad", f"missing: {', '.join(missing)}", todo)
    return Check("Packages", "good", f"Cogtable {version('cogtable')} and the {len(wanted)} packages it needs")


def compiler() -> Check:
    """Whether Numba compiles here, tried on a small function."""
    try:
        from numba import njit

        compiled: Any = njit(_next)
        works = compiled(1) == 2
    except Exception as error:  # every reason for a failure is reported
        return Check(
            "Compiler",
            "bad",
            f"Numba cannot compile: {_line(error)}",
            "Run: python -m pip install --force-reinstall numba llvmlite",
        )
    if not works:
        return Check("Compiler", "bad", "Numba compiles, but the result is wrong", "Install another version of numba.")
    return Check("Compiler", "good", f"Numba {version('numba')} compiles")


def _next(number: int) -> int:
    return number + 1


def cache_folder() -> Check:
    """Whether compiled code can be kept."""
    from cogtable.engine.compile import cache

    if why := _not_writable(cache.ROOT):
        todo = "Let this user write there, or set COGTABLE_CACHE to another folder; until then each run compiles again."
        return Check("Compiled code", "bad", f"{cache.ROOT} {why}", todo)
    held = sum(_size(file) for file in cache.ROOT.rglob("*")) / 1e6
    return Check("Compiled code", "good", f"{cache.ROOT} ({held:.0f} MB) can be written")


def compiled_games() -> Check:
    """The games whose bots are compiled."""
    from cogtable.engine.play import registry
    from cogtable.server.thinking.warmup import is_ready

    games = registry.usable()
    cold = [game.name for game in games if not is_ready(game)]
    if not games:
        return Check(
            "Games", "bad", "no game can be used", "Install Cogtable again, or run `cogtable games` to see why."
        )
    if cold:
        todo = f"Run `cogtable warm {' '.join(cold)}`; until then bots are slower, and the first command waits."
        return Check("Games", "note", f"{len(games) - len(cold)} of {len(games)} compiled; not {', '.join(cold)}", todo)
    return Check("Games", "good", f"all {len(games)} are compiled")


def client(folder: Path | None = None) -> Check:
    """Whether the pages that the server sends are there."""
    from cogtable.server.settings import STATIC

    folder = folder or STATIC
    page = folder / "index.html"
    if not page.is_file():
        todo = "In a checkout run `make client`; otherwise install Cogtable again from a wheel."
        return Check("Browser client", "bad", f"not built: there is no {page}", todo)
    scripts = re.findall(r'src="[^"]*?(assets/[^"]+)"', page.read_text(encoding="utf-8"))
    if lost := [name for name in scripts if not (folder / name).is_file()]:
        todo = "In a checkout run `make client`; otherwise install Cogtable again from a wheel."
        return Check("Browser client", "bad", f"incomplete: {folder / lost[0]} is missing", todo)
    return Check("Browser client", "good", f"built, in {folder}")


def port_to_listen(host: str, port: int | None) -> Check:
    """Whether the server can listen where it would."""
    from cogtable.server.app.serve import DEFAULT_PORT, TRIES, CannotServe, listen

    wanted = DEFAULT_PORT if port is None else port
    if wanted and _answers(host, wanted):
        busy = f"{wanted} at {host} is taken by another program"
    else:
        busy = ""
    try:
        with closing(listen(host, wanted, TRIES if port is None else 1)) as found:
            actual = found.getsockname()[1]
    except CannotServe as error:
        todo = "End the program that listens there, or name another port: cogtable --port 0 takes any that is free."
        return Check("Port", "bad", str(error), todo)
    if port is None and actual != wanted:
        busy = busy or f"{wanted} at {host} is taken by another program"
        return Check(
            "Port", "note", busy, f"Nothing: the server takes {actual}. To have {wanted}, end the other program."
        )
    if busy:  # both may listen where systems let them share a port
        return Check("Port", "bad", busy, "End the program that listens there, or name another with --port.")
    return Check("Port", "good", f"{actual} at {host} is free" if wanted else f"any, as {actual} at {host}")


def _answers(host: str, port: int) -> bool:
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    with suppress(OSError), socket.create_connection((reached, port), timeout=1):
        return True
    return False


def database_of(database: str | None) -> Check:
    """Whether the tables can be stored, and which migration their database has reached."""
    from cogtable.server.db.connection import StoreError, newest_revision, revision_of
    from cogtable.server.settings import ServerSettings

    newest, file = newest_revision(), _file_of(database)
    another = "Let this user write there, or name another file with --database."
    if file and not file.exists():
        if why := _not_writable(file.parent):
            return Check("Database", "bad", f"{file.parent} {why}", another)
        return Check("Database", "good", f"{file} is made by the first server")
    if file and not os.access(file, os.W_OK):
        return Check("Database", "bad", f"{file} cannot be written", another)
    try:
        found = revision_of(ServerSettings(database=database).database_url())
    except StoreError as error:
        todo = "Check the address, and that the database server is running."
        if file:
            todo = "Put a backup in its place (`cogtable admin restore`), or name another file with --database."
        return Check("Database", "bad", str(error), todo)
    where = str(file) if file else "the database server"
    if found is None:
        return Check("Database", "good", f"{where} is empty; the first server makes its tables")
    if found > newest:
        todo = f"Install the newer Cogtable that wrote it: this one knows migrations up to {newest}."
        return Check("Database", "bad", f"{where} is at migration {found}, of a newer Cogtable", todo)
    if found < newest:
        todo = f"Nothing: the next server brings it to {newest}. Make a backup before: cogtable admin backup FILE"
        return Check("Database", "note", f"{where} is at migration {found}", todo)
    return Check("Database", "good", f"{where}, at migration {found}, the newest")


def server_of(database: str | None) -> Check:
    """Whether a server has the file with the tables now."""
    from cogtable.server.db.holder import holder_of

    file = _file_of(database)
    holder = holder_of(file) if file else None
    if not holder:
        return Check("Server", "good", f"none has {file} now" if file else "several may share a database server")
    todo = "Only one server can have it: open that address, or stop that server before you start another."
    return Check("Server", "note", f"{file} is served {holder}", todo)


def graphics() -> Check:
    """Whether batches can be stepped on a GPU; nothing else needs one."""
    from cogtable.engine.compile import cuda_target
    from cogtable.engine.errors import MissingDevice

    optional = "Nothing, unless you want to step batches on a GPU: "
    if find_spec("numba_cuda") is None:
        return Check("GPU", "note", "not used: numba-cuda is not installed", optional + "pip install 'cogtable[gpu]'")
    try:
        cuda_target.check()
    except MissingDevice as error:
        return Check(
            "GPU", "note", str(error), optional + "it needs an NVIDIA GPU and its driver (nvidia-smi shows both)."
        )
    if cuda_target.simulated():
        return Check("GPU", "note", "Numba simulates one", "Unset NUMBA_ENABLE_CUDASIM to use a real one.")
    return Check("GPU", "good", "CUDA kernels can run")


def disk(database: str | None) -> Check:
    """Whether there is room for compiled code and for tables."""
    from cogtable.engine.compile import cache

    file = _file_of(database)
    folders = {"compiled code": cache.ROOT} | ({"tables": file.parent} if file else {})
    left = {what: shutil.disk_usage(_there(folder)).free / 1e6 for what, folder in folders.items()}
    what = min(left, key=lambda name: left[name])
    found = f"{left[what] / 1000:.1f} GB free for {what}, in {folders[what]}"
    if left[what] < SPARE_MB:
        todo = f"Free at least {SPARE_MB} MB, or move it: COGTABLE_CACHE for compiled code, --database for tables."
        return Check("Disk", "bad", found, todo)
    if left[what] < EASE_MB:
        return Check("Disk", "note", found, "Free some: all games, compiled, take a few hundred MB.")
    return Check("Disk", "good", found)


# --- helpers ------------------------------------------------------------------------------------------


def _file_of(database: str | None) -> Path | None:
    """The file that holds the tables; None if a database server does. Makes no folder."""
    from cogtable.server.settings import own_file

    place = database or str(own_file())
    if place.startswith("sqlite:///"):
        return Path(place.removeprefix("sqlite:///"))
    return None if "://" in place else Path(place).expanduser().resolve()


def _there(folder: Path) -> Path:
    """The nearest folder above that exists."""
    return next(each for each in (folder, *folder.parents) if each.exists())


def _not_writable(folder: Path) -> str:
    """Why nothing can be written into a folder that is there or will be made; empty if it can."""
    there = _there(folder)
    if not there.is_dir():
        return f"cannot be a folder: {there} is a file"
    try:
        probe = there / f".cogtable-doctor-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        return f"cannot be written: {error.strerror}"
    return ""


def _size(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except OSError:  # another process has just removed it
        return 0


def _line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def as_json(checks: Iterable[Check]) -> dict[str, object]:
    """The result for programs: every check, and whether something is broken."""
    found = [check._asdict() for check in checks]
    return {"broken": any(check["state"] == "bad" for check in found), "checks": found}


MARKS = {"good": "ok  ", "note": "note", "bad": "BAD "}


def as_text(check: Check) -> str:
    """One line for people."""
    todo = f" -> {check.todo}" if check.todo else ""
    return f"{MARKS[check.state]}  {check.name}: {check.found}.{todo}"
