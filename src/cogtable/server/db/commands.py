"""Orders: the host's instructions to all processes of the service. They hold until they are lifted or expire.

The admin command writes them, and every process reads them once a second. So they reach a server wherever it runs,
apply to each of several processes, and survive a restart.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import sqlalchemy as sa

from cogtable.engine.errors import CogtableError
from cogtable.server.db.connection import Run
from cogtable.server.db.schema import ORDERS

Kind = Literal["account", "address", "guest", "message", "drain", "removed", "host", "quiet"]
"""The kinds of order: an account, a network or a guest's browser (`about`) is banned, everybody at a table gets a
message, no new games begin, or the table `about` was removed while a process has it in memory. The account `about` is
a host's, who answers reports; the person `about` must not write in chats.
"""


class Order(msgspec.Struct, kw_only=True, frozen=True):
    """An order, with the `words` that people read. It was `given` at a moment and holds `until` another (seconds since
    1970); None means until it is lifted.
    """

    kind: Kind
    about: str = ""
    words: str = ""
    given: float = 0
    until: float | None = None


class Banned(CogtableError):
    """An account is banned by an `order`."""

    def __init__(self, order: Order) -> None:
        super().__init__(order.words)
        self.order = order


class Orders:
    """The orders in one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def all(self, now: float) -> list[Order]:
        """Returns the orders in force, the oldest first."""
        wanted = sa.select(ORDERS).where(_holds(now)).order_by(ORDERS.c.given, ORDERS.c.kind, ORDERS.c.about)
        return await self._run(lambda connection: [Order(**row._asdict()) for row in connection.execute(wanted)])

    async def give(self, order: Order) -> None:
        """Stores an order, and replaces an earlier one of the same kind about the same thing.
        Deletes expired orders.
        """
        await self._run(lambda connection: give(connection, [order], order.given))

    async def lift(self, kind: Kind, about: str = "") -> bool:
        """Ends an order. Returns whether there was one."""
        own = ORDERS.delete().where(ORDERS.c.kind == kind, ORDERS.c.about == about)
        return bool(await self._run(lambda connection: connection.execute(own).rowcount))


def give(connection: sa.Connection, orders: list[Order], now: float) -> None:
    """Stores orders, as part of a transaction of the store."""
    connection.execute(ORDERS.delete().where(ORDERS.c.until <= now))
    for order in orders:
        connection.execute(ORDERS.delete().where(ORDERS.c.kind == order.kind, ORDERS.c.about == order.about))
        connection.execute(ORDERS.insert().values(**msgspec.structs.asdict(order)))


def check_ban(connection: sa.Connection, account: str, now: float) -> None:
    """Raises Banned if an account is banned. Part of a transaction of the store."""
    own = sa.select(ORDERS).where(ORDERS.c.kind == "account", ORDERS.c.about == account, _holds(now))
    if found := connection.execute(own).first():
        raise Banned(Order(**found._asdict()))


def _holds(now: float) -> sa.ColumnElement[bool]:
    return sa.or_(ORDERS.c.until.is_(None), ORDERS.c.until > now)
