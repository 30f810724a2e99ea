"""The service: the host's orders for all processes, as last read by this process."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection

from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.commands import Kind, Order


class Service:
    """The orders in force (see `db/commands.py`)."""

    def __init__(self) -> None:
        self._orders: frozenset[Order] = frozenset()
        self._banned: list[tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, Order]] = []

    def take(self, orders: Collection[Order]) -> frozenset[Order]:
        """Replaces the orders. Returns those that are new or no longer in force."""
        before, self._orders = self._orders, frozenset(orders)
        self._banned = [(ipaddress.ip_network(each.about), each) for each in self._orders if each.kind == "address"]
        return before ^ self._orders

    def _of(self, kind: Kind) -> Order | None:
        return next((each for each in self._orders if each.kind == kind), None)

    @property
    def message(self) -> str:
        """The host's message to everybody; empty if there is none."""
        found = self._of("message")
        return found.words if found else ""

    @property
    def draining(self) -> bool:
        """Whether the service is draining: no new games can begin."""
        return self._of("drain") is not None

    def check_open(self) -> None:
        """Raises Refusal while new games can't begin."""
        if order := self._of("drain"):
            closed = say("no new games can begin here for now; games in progress continue")
            raise Refusal("unavailable", f"{closed}. {order.words}" if order.words else closed)

    def is_host(self, account: str) -> bool:
        """Whether the account belongs to a host, who answers reports."""
        return bool(account) and any(each.kind == "host" and each.about == account for each in self._orders)

    def check_writes(self, person: str) -> None:
        """Raises Refusal if a person must not write to others, by the id of their account or browser."""
        found = next((each for each in self._orders if each.kind == "quiet" and each.about == person), None)
        if person and found:
            closed = say("the host of this server has switched off your chat for a while; you can send quick replies")
            raise Refusal("no-chat", f"{closed}. {found.words}" if found.words else closed)

    def is_out(self, person: str) -> bool:
        """Whether a guest must not play or watch here, by the id of their browser."""
        return bool(person) and any(each.kind == "guest" and each.about == person for each in self._orders)

    def check_guest(self, person: str) -> None:
        """Raises Refusal if a guest must not play or watch here, by the id of their browser."""
        if self.is_out(person):
            raise Refusal("no-chat", say("you can't play on this server"))

    def ban_of(self, address: str) -> str:
        """Returns why an address is banned, as a message for people; empty if it isn't. The address is one under which
        clients are counted: see `limits.address_of`.
        """
        if not self._banned:
            return ""
        try:
            found = ipaddress.ip_network(address)
        except ValueError:
            return ""
        own = [(network, order) for network, order in self._banned if network.version == found.version]
        return next((banned(order) for network, order in own if found.subnet_of(network)), "")  # type: ignore[arg-type]


def network(text: str) -> str:
    """Returns an address or a network in the form that is banned: for IPv6 at least a /64, since a client has all its
    addresses. Raises ValueError.
    """
    found = ipaddress.ip_network(text.strip(), strict=False)
    if isinstance(found, ipaddress.IPv6Network) and found.prefixlen > 64:
        found = found.supernet(new_prefix=64)
    return str(found)


def banned(order: Order) -> str:
    """Returns the message for a person banned by an order."""
    if order.kind == "account":
        words = say("this account is banned on this server")
    else:
        words = say("your address is banned on this server")
    return f"{words}. {order.words}" if order.words else words
