"""Limits: how much of everything a client may use. They are declared here once. The host's options, what is said to
whoever exceeds one, and the table in docs/host-it.md follow from that.
"""

from __future__ import annotations

import ipaddress
import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

from starlette.requests import HTTPConnection

from cogtable.engine.errors import CogtableError
from cogtable.engine.text.words import NOTHING, Template, phrase, phrases, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.token_bucket import TokenBucket

MAX_ADDRESSES = 10_000
"""How many addresses are counted; of more, those that were quiet for longest are forgotten."""

OFF = "off"
"""How a host writes that there is no limit."""


class BadLimit(CogtableError):
    """A limit that cannot be understood; the text says what was expected."""


class Rate(NamedTuple):
    """So many at once, and one more each `every_s` seconds. Written "30/20": 30 at once, one more each 20 seconds."""

    burst: float
    every_s: float

    def bucket(self, times: float = 1) -> TokenBucket:
        """One that is full, so many `times` as large."""
        return TokenBucket(times / self.every_s if self.every_s else 0, self.burst * times)

    def __str__(self) -> str:
        return OFF if math.isinf(self.burst) else f"{self.burst:g}/{self.every_s:g}"


def _limit(default: float | Rate, what: str, refusal: Template = NOTHING) -> Any:
    """A limit. `what` is bounded, in the words of the documentation; `refusal` is said to whoever exceeds it. Its
    fields are `most` and, where it ends by itself, `when`: "in 20 seconds".
    """
    return field(default=default, metadata={"what": what, "refusal": refusal})


def _rate(burst: float, every_s: float, what: str, refusal: Template = NOTHING) -> Any:
    """A limit on how often something may happen."""
    return _limit(Rate(burst, every_s), what, refusal)


@dataclass(frozen=True)
class Limits:
    """The limits of one server. "By address" means each IPv4 address and each IPv6 network (/64)."""

    # --- connections -----------------------------------------------------------------------------
    connections: float = _limit(
        250,
        "open connections by address; those of trusted proxies are not counted",
        phrase("your address has {most:g} connections open; close some, and try again {when}"),
    )
    connections_total: float = _limit(
        10_000, "open connections of everybody", phrase("the server is full; try again {when}")
    )
    half_sent: float = _limit(32, "connections by address that have not sent a whole request; the oldest is closed")
    half_sent_total: float = _limit(512, "such connections of everybody; the oldest is closed")
    header_s: float = _limit(
        10, "seconds until the head of a request must be there", phrase("the request took too long; try again {when}")
    )
    header_bytes: float = _limit(32_768, "bytes of the head of a request")
    body_s: float = _limit(
        30, "seconds until the body of a request must be there", phrase("the request took too long; try again {when}")
    )
    body_bytes: float = _limit(65_536, "bytes of the body of a request", phrase("a body has at most {most:.0f} bytes"))
    unread_s: float = _limit(60, "seconds that a client may leave an answer unread; then it is cut off")
    requests: Rate = _rate(
        1000, 0.02, "requests by address", phrase("too many requests from your address; try again {when}")
    )
    cpu_seconds: Rate = _rate(
        60,
        4,
        "seconds of a processor that requests and messages take, by address and by account",
        phrase("you have asked for too much; try again {when}"),
    )
    cpu_share: float = _limit(
        0.35,
        "the share of a processor for one address or account while others are there; requests beyond it wait, and are"
        " refused after 10 seconds",
        phrase("you have asked for too much; try again {when}"),
    )
    # --- tables ----------------------------------------------------------------------------------
    sockets: float = _limit(
        100,
        "open tables (WebSockets) by address",
        phrase("{most:g} tables are open from your address; close some, and try again {when}"),
    )
    seat_sockets: float = _limit(
        10,
        "connections of one seat: tabs and devices of a person",
        phrase("your seat is open {most:g} times already; close one of them first"),
    )
    spectators: float = _limit(
        100, "spectators of a table", phrase("{most:g} people are watching this table already; try again later")
    )
    messages: Rate = _rate(
        60,
        0.03,
        "messages of a connection",
        phrase("you are sending messages too fast; try again {when}"),
    )
    tables_made: Rate = _rate(
        60,
        20,
        "tables made by address, with branches and lessons",
        phrase("too many tables were made from your address; try again {when}"),
    )
    tables_listed: float = _limit(
        5,
        "open tables in the lobby's list by address; they count until their game begins, for at most a day",
        phrase("{most:g} tables of your address are listed already; wait until one begins, or try again {when}"),
    )
    tournaments: Rate = _rate(
        20,
        60,
        "tournaments made by address",
        phrase("too many tournaments were made from your address; try again {when}"),
    )
    joins: Rate = _rate(
        60, 2, "seats taken by address", phrase("too many seats were taken from your address; try again {when}")
    )
    uploads: Rate = _rate(
        20, 30, "boxes brought by address", phrase("too many boxes came from your address; try again {when}")
    )
    chat: Rate = _rate(
        5,
        2,
        "chat messages and reactions of a person; all spectators of a table together may send four times as many",
        phrase("you are sending messages too fast; try again {when}"),
    )
    bot_seconds: Rate = _rate(
        1200,
        0.5,
        "seconds that bots, hints and analyses think for an address; after that bots move at once, with little thought",
        phrase("your address has used up its time for bots; try again {when}"),
    )
    # --- accounts --------------------------------------------------------------------------------
    challenges: Rate = _rate(
        60, 5, "passkeys asked for by address", phrase("too many attempts from your address; try again {when}")
    )
    recoveries: Rate = _rate(
        10,
        360,
        "recovery codes tried by address",
        phrase("too many attempts from your address; try again {when}"),
    )
    sign_ups: Rate = _rate(
        30, 600, "accounts made by address", phrase("too many attempts from your address; try again {when}")
    )
    names: Rate = _rate(
        10,
        600,
        "times that an account gets another name",
        phrase("you have changed your name too often; try again {when}"),
    )
    mails: Rate = _rate(
        5,
        600,
        "mails that confirm an address, asked for by address",
        phrase("too many mails were asked for from your address; try again {when}"),
    )
    subscriptions: Rate = _rate(
        60,
        20,
        "browsers that want to be called, by address",
        phrase("too many attempts from your address; try again {when}"),
    )
    exports_open: float = _limit(
        1, "exports of an account at a time", phrase("your data is being put together already; try again {when}")
    )
    exports: Rate = _rate(
        6, 600, "exports of an account", phrase("you have exported your data too often; try again {when}")
    )
    # --- what stays ------------------------------------------------------------------------------
    guest_table_days: float = _limit(
        365, "days after its last move that a table without accounts is kept; then it is archived"
    )
    empty_table_days: float = _limit(30, "days that a table without any move is kept, if it has no account's seat")
    log_lines: Rate = _rate(500, 0.5, "lines of the log that speak of one address; the others are counted")
    log_chars: float = _limit(4000, "characters of a line of the log")


class _About(NamedTuple):
    """A limit as it is declared."""

    name: str
    default: float | Rate
    what: str
    refusal: Template

    @property
    def option(self) -> str:
        """What a host calls it."""
        return self.name.replace("_", "-")


ABOUT = {
    one.name.replace("_", "-"): _About(one.name, one.default, one.metadata["what"], one.metadata["refusal"])  # type: ignore[arg-type]
    for one in fields(Limits)
}
"""All limits by what a host calls them."""


def spelled(value: float | Rate) -> str:
    """A limit as a host writes it."""
    return str(value) if isinstance(value, Rate) else OFF if math.isinf(value) else f"{value:g}"


_OFF = Rate(math.inf, 0)

_NONE: dict[str, Any] = {one.name: _OFF if isinstance(one.default, Rate) else math.inf for one in ABOUT.values()}

UNLIMITED = Limits(**_NONE)
"""No limits: for tests, and for measuring."""


def read_limits(given: Iterable[str] | Mapping[str, object], limits: Limits | None = None) -> Limits:
    """Limits with those that a host has given: "tables-made=30/20", or names with their values. Raises BadLimit."""
    pairs = given.items() if isinstance(given, Mapping) else (_pair(one) for one in given)
    found: dict[str, Any] = {}
    for name, value in pairs:
        about = ABOUT.get(name.strip().replace("_", "-"))
        if about is None:
            raise BadLimit(f'there is no limit "{name}"; `cogtable limits` lists them')
        found[about.name] = _value(about, str(value).strip())
    return replace(limits or Limits(), **found)


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise BadLimit(f'a limit is written NAME=VALUE; found "{text}"')
    return name, value


def _value(about: _About, text: str) -> float | Rate:
    is_rate = isinstance(about.default, Rate)
    if text == OFF:
        return _OFF if is_rate else math.inf
    expected = "two numbers like 30/20 (30 at once, one more each 20 seconds)" if is_rate else "a number"
    try:
        numbers = [float(part) for part in text.split("/")]
    except ValueError:
        numbers = []
    fits = len(numbers) == 1 + is_rate and all(0 <= one < math.inf for one in numbers)
    if not fits or (is_rate and (numbers[0] < 1 or not numbers[1])):
        raise BadLimit(f'limit {about.option}: expected {expected}, or {OFF}; found "{text}"')
    return Rate(*numbers) if is_rate else numbers[0]


# --- when a limit is exceeded ------------------------------------------------------------------------


_UNITS = (
    (3600, phrases("in {n} hour", "in {n} hours")),
    (60, phrases("in {n} minute", "in {n} minutes")),
    (1, phrases("in {n} second", "in {n} seconds")),
)


def when(seconds: float) -> str:
    """How long somebody has to wait, in words: "in 20 seconds"."""
    unit, words = next(each for each in _UNITS if seconds >= 2 * each[0] or each[0] == 1)
    return say(words, n=max(1, math.ceil(seconds / unit)))


class Exceeded(Refusal):
    """A client uses more than it may. `retry_s` is the number of seconds after which it may try again."""

    def __init__(self, name: str, most: float | Rate, retry_s: float = 0, status: int = 429, id: int = -1) -> None:  # noqa: A002 - the message's own word
        number = most.burst if isinstance(most, Rate) else most
        about = ABOUT[name.replace("_", "-")]
        super().__init__("busy", say(about.refusal, most=number, when=when(retry_s)), id)
        self.limit = about.option
        self.retry_s = max(1, math.ceil(retry_s))
        self.status = status


@lru_cache(MAX_ADDRESSES)
def network(address: str) -> str:
    """The address under which somebody is counted: IPv6 addresses of one network (/64) count as one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.IPv6Network((found, 64), strict=False))
    return address


def address_of(connection: HTTPConnection) -> str:
    """The address under which the sender of a request is counted."""
    return network(connection.client.host if connection.client else "")


class Counts:
    """What everybody uses now, counted against the limits. A rate is counted by a `who`: mostly an address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.refused: Counter[str] = Counter()
        """How often each limit was exceeded, by what a host calls it."""
        self._buckets: dict[str, OrderedDict[str, TokenBucket]] = {}
        self._open: dict[str, Counter[str]] = {}

    def take(self, name: str, who: str) -> None:
        """Counts one against a rate. Raises Exceeded if there have been too many."""
        bucket = self._bucket(name, who)
        if not bucket.take():
            self.refuse(name, bucket.wait_s)

    def check(self, name: str, who: str) -> None:
        """Raises Exceeded if nothing is left of a rate."""
        bucket = self._bucket(name, who)
        if bucket.wait_s:
            self.refuse(name, bucket.wait_s)

    def spend(self, name: str, who: str, amount: float) -> None:
        """Takes an amount of a rate afterwards, more than was left if need be."""
        self._bucket(name, who).spend(amount)

    def has_left(self, name: str, who: str) -> bool:
        """Whether something is left of a rate."""
        return not self._bucket(name, who).wait_s

    def enter(self, name: str, who: str, retry_s: float = 5) -> Callable[[], None]:
        """Counts one more that is open. Returns what says that it is closed. Raises Exceeded if there are too many."""
        held = self._open.setdefault(name, Counter())
        if held[who] >= getattr(self.limits, name):
            self.refuse(name, retry_s)
        held[who] += 1

        def leave() -> None:
            held[who] -= 1
            if not held[who]:
                del held[who]

        return leave

    def open(self, name: str, who: str) -> int:
        """How many are open now."""
        return self._open.get(name, Counter())[who]

    def refuse(self, name: str, retry_s: float, status: int = 429, id: int = -1) -> NoReturn:  # noqa: A002
        """Raises Exceeded, and notes it."""
        self.note(name)
        raise Exceeded(name, getattr(self.limits, name), retry_s, status, id)

    def note(self, name: str) -> None:
        """Notes that a limit was exceeded."""
        self.refused[name.replace("_", "-")] += 1

    def forget(self) -> None:
        """Forgets what was used."""
        self._buckets.clear()

    def _bucket(self, name: str, who: str) -> TokenBucket:
        held = self._buckets.setdefault(name, OrderedDict())
        rate: Rate = getattr(self.limits, name)
        found = held.pop(who, None) or rate.bucket()
        held[who] = found  # last, as the most recent
        if len(held) > MAX_ADDRESSES:
            held.popitem(last=False)
        return found


class BotSeconds:
    """The time that bots, hints and analyses may think for an address: the `Budget` of searches."""

    def __init__(self, counts: Counts, spent: Callable[[float], None]) -> None:
        self._counts = counts
        self._spent = spent
        """Told how long each search ran."""

    def check(self, charged_clients: Collection[str]) -> None:
        """Raises Exceeded if none of them has any time left."""
        if not self.has_left(charged_clients):
            for client in charged_clients:
                self._counts.check("bot_seconds", client)

    def has_left(self, charged_clients: Collection[str]) -> bool:
        """Whether any of them has time left, or nobody pays."""
        return not charged_clients or any(self._counts.has_left("bot_seconds", client) for client in charged_clients)

    def spend(self, charged_clients: Collection[str], seconds: float) -> None:
        """Takes the time of a search from them, in equal parts."""
        self._spent(seconds)
        for client in charged_clients:
            self._counts.spend("bot_seconds", client, seconds / len(charged_clients))
