"""Commands for operators of a running service: lists, messages, bans, draining, archiving.

They are written to the database. So they work from any machine that reaches it, need no other access to a server, and
apply to all processes. Each process carries them out within about a second.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from cogtable.engine.errors import CogtableError
from cogtable.server.accounts.moderation import answer_case
from cogtable.server.accounts.names import skeleton
from cogtable.server.app.archive import write_archive
from cogtable.server.core.service import network
from cogtable.server.core.text import cleaned
from cogtable.server.db.commands import Kind, Order
from cogtable.server.db.deals import SameGame
from cogtable.server.db.holder import Holder, holder_of
from cogtable.server.db.ownership import Member
from cogtable.server.db.reports import Case
from cogtable.server.db.rows import Listing
from cogtable.server.db.store import Store
from cogtable.server.settings import ServerSettings
from cogtable.server.table import deals
from cogtable.server.wire.company_api import ReportAnswer

MAX_WORDS = 300
"""The maximum length of a message to everybody, or of the reason for a ban, in characters."""

QUIET_S = 600
"""How long a game must have had no move, in seconds, before draining stops waiting for it."""

LOOK_S = 5.0
"""How often draining checks whether the last games have ended, in seconds."""

SAME_MOVES = 10
"""The number of a person's moves in a deal of the day from which the same ones are hardly chance."""

SAME_DAYS = 8
"""The number of the last deals in which the same moves are looked for."""

Answer = TypeVar("Answer")


class AdminError(CogtableError):
    """A command cannot be carried out; the text says why."""


class Status(msgspec.Struct, kw_only=True, frozen=True):
    """The state of the service: the number of tables, of running games, and of running games with a move in the last
    ten minutes; the current orders; its processes, if there are several; and the server that holds the database file,
    if any.
    """

    tables: int
    going: int
    moving: int
    orders: list[Order]
    processes: list[Member]
    server: Holder | None = None


def file_of(database: str | None) -> Path | None:
    """Returns the file of a database; None if the database is on a server."""
    return ServerSettings(database=database).database_file()


def do(database: str | None, work: Callable[[Store], Awaitable[Answer]]) -> Answer:
    """Runs `work` with a database that a server uses. Raises StoreError and AdminError."""
    if (file := file_of(database)) and not file.is_file():
        raise AdminError(f"there is no database {file}; --database says where the server keeps its tables")
    with closing(Store(ServerSettings(database=database).database_url(), migrate=False)) as store:

        async def done() -> Answer:
            return await work(store)

        return asyncio.run(done())


async def status(store: Store, database: str | None = None) -> Status:
    """Returns the state of the service."""
    file = file_of(database)
    now = time.time()
    tables, going, moving = await store.count_tables(now - QUIET_S)
    given = [order for order in await store.orders.all(now) if order.kind != "removed"]
    return Status(
        tables=tables,
        going=going,
        moving=moving,
        orders=given,
        processes=await store.owners.processes(),
        server=holder_of(file) if file else None,
    )


async def message(store: Store, words: str, minutes: float | None) -> None:
    """Shows everybody a message, at tables and in the lobby, for this many minutes or until the next message."""
    await store.orders.give(_order("message", "", _checked(words), minutes))


async def drain(store: Store, words: str) -> None:
    """Stops new games from beginning."""
    await store.orders.give(_order("drain", "", _checked(words) if words else "", None))


async def drained(store: Store, minutes: float, told: Callable[[int], None]) -> bool:
    """Waits until no running game has had a move for ten minutes, but at most for `minutes`. Returns whether that is
    so. Calls `told` with the number of remaining games whenever it has changed.
    """
    until = time.monotonic() + 60 * minutes
    before = -1
    while True:
        *_, moving = await store.count_tables(time.time() - QUIET_S)
        if moving != before:
            told(moving)
            before = moving
        if not moving or time.monotonic() >= until:
            return not moving
        await asyncio.sleep(min(LOOK_S, max(0.0, until - time.monotonic())))


async def ban_account(store: Store, name: str, words: str, minutes: float | None) -> int:
    """Bans an account by its name. Returns the number of its sessions that were ended."""
    account = await _account(store, name)
    return await store.accounts.ban(account, _order("account", account, _checked(words) if words else "", minutes))


async def ban_address(store: Store, address: str, words: str, minutes: float | None) -> str:
    """Bans an address or a network. Returns it in the form that is banned."""
    found = _network(address)
    await store.orders.give(_order("address", found, _checked(words) if words else "", minutes))
    return found


async def unban(store: Store, account: str, address: str) -> None:
    """Lifts the ban of an account, by its name, or of an address."""
    kind: Kind = "account" if account else "address"
    if not await store.orders.lift(kind, await _account(store, account) if account else _network(address)):
        raise AdminError(f"{account or address} is not banned; `cogtable admin status` lists who is")


async def archive(store: Store, tables: list[str], folder: Path) -> Path:
    """Archives and removes tables, even if they are in use. Returns the file that they were archived in."""
    known = {row.id: row for row in await store.tables(tables)}
    for table in tables:
        if table not in known:
            raise AdminError(f"there is no table {table}; nothing was removed")
        if known[table].tournament:
            raise AdminError(f"table {table} belongs to a tournament, which needs it; nothing was removed")
    now = time.time()
    files: list[Path] = []
    await store.removal.export(tables, lambda whole: files.append(write_archive(folder, whole, now)))
    return files[-1]


async def list_tables(store: Store, most: int, going: bool) -> list[Listing]:
    """Returns the newest tables."""
    return await store.listing(most, going=going)


async def names(store: Store, orders: list[Order]) -> dict[str, str]:
    """Returns the names of the accounts that orders are about, by their ids."""
    about = [order.about for order in orders if order.kind in ("account", "host", "quiet")]
    return {account.id: account.name for account in await store.accounts.accounts(about)}


async def set_host(store: Store, name: str, *, on: bool) -> None:
    """Lets an account answer reports, by its name, or ends that."""
    account = await _account(store, name)
    if on:
        await store.orders.give(_order("host", account, "", None))
    elif not await store.orders.lift("host", account):
        raise AdminError(f"{name} is not a host; `cogtable admin hosts` lists them")


async def hosts(store: Store) -> list[str]:
    """Returns the names of the accounts that answer reports."""
    given = [order.about for order in await store.orders.all(time.time()) if order.kind == "host"]
    return sorted(account.name for account in await store.accounts.accounts(given))


async def cases(store: Store, answered: int = 0) -> list[Case]:
    """Returns the reports that wait for an answer, those of one circle about one person together, the oldest first. If
    `answered` is not 0, returns so many that were answered last instead.
    """
    return await (store.reports.answered(answered) if answered else store.reports.open())


async def same_moves(store: Store) -> list[SameGame]:
    """Returns the accounts that made exactly the same moves in one of the last deals of the day."""
    last = deals.number_of(datetime.now(UTC).date()) + 1
    return await store.deals.same_moves(range(last - SAME_DAYS, last + 1), SAME_MOVES)


async def answer_report(store: Store, report: str, answer: ReportAnswer, words: str) -> Case:
    """Answers the reports of one circle about one person, by the id of the first. Returns them."""
    case = await store.reports.case(report)
    if case is None:
        raise AdminError(f'no report "{report}" waits for an answer; `cogtable admin reports list` lists those that do')
    if not await answer_case(store, case, answer, _checked(words) if words else ""):
        raise AdminError(f"report {report} was answered by another host in the meantime")
    return case


async def _account(store: Store, name: str) -> str:
    found = await store.accounts.named(skeleton(name))
    if found is None:
        raise AdminError(f'there is no account "{name}"')
    return found.id


def _network(address: str) -> str:
    try:
        return network(address)
    except ValueError as error:
        raise AdminError(
            f'expected an address or a network, like 192.0.2.7 or 2001:db8::/48; found "{address}"'
        ) from error


def _order(kind: Kind, about: str, words: str, minutes: float | None) -> Order:
    now = time.time()
    return Order(kind=kind, about=about, words=words, given=now, until=now + 60 * minutes if minutes else None)


def _checked(words: str) -> str:
    clean = cleaned(words)
    if not 1 <= len(clean) <= MAX_WORDS:
        raise AdminError(f"expected 1 to {MAX_WORDS} characters for people to read; found {len(clean)}")
    return clean
