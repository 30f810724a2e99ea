"""Limits on what a client can use. They are declared once, here. The host's options, the error messages, and the table
in docs/host-it.md are made from these declarations.
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
"""The number of addresses that are counted. Beyond that, the least recently active ones are forgotten."""

OFF = "off"
"""The value with which a host turns a limit off."""


class BadLimit(CogtableError):
    """A limit that cannot be understood; the text says what was expected."""


class Rate(NamedTuple):
    """Allows `burst` at once, and one more each `every_s` seconds. Written "30/20": 30 at once, one more each 20
    seconds.
    """

    burst: float
    every_s: float

    def bucket(self, times: float = 1) -> TokenBucket:
        """Returns a full token bucket for this rate, `times` as large."""
        return TokenBucket(times / self.every_s if self.every_s else 0, self.burst * times)

    def __str__(self) -> str:
        return OFF if math.isinf(self.burst) else f"{self.burst:g}/{self.every_s:g}"


def _limit(default: float | Rate, what: str, refusal: Template = NOTHING) -> Any:
    """Declares a limit. `what` describes what is limited, for the documentation. `refusal` is the message to a client
    that exceeds it. Its fields are `most` and, if the limit ends by itself, `when`: "in 20 seconds".
    """
    return field(default=default, metadata={"what": what, "refusal": refusal})


def _rate(burst: float, every_s: float, what: str, refusal: Template = NOTHING) -> Any:
    """Declares a limit on how often something can happen."""
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
    half_sent_total: float = _limit(512, "half-sent requests in total; the oldest is closed")
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
        phrase("your requests have taken too much time on the server; try again {when}"),
    )
    cpu_share: float = _limit(
        0.35,
        "the share of a processor for one address or account while others are there; requests beyond it wait, and are"
        " refused after 10 seconds",
        phrase("your requests have taken too much time on the server; try again {when}"),
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
        phrase("your seat is already open {most:g} times; close one of them first"),
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
    plays: Rate = _rate(
        20,
        10,
        "games begun with “Play” by address",
        phrase("“Play” was used too often from your address; try again {when}"),
    )
    tables_listed: float = _limit(
        5,
        "open tables in the lobby's list by address; they count until their game begins, for at most a day",
        phrase("{most:g} tables from your address are already listed; wait until one begins, or try again {when}"),
    )
    tournaments: Rate = _rate(
        20,
        60,
        "tournaments made by address",
        phrase("too many tournaments were made from your address; try again {when}"),
    )
    joins: Rate = _rate(
        60,
        2,
        "seats taken and tournaments joined by address",
        phrase("too many seats were taken from your address; try again {when}"),
    )
    uploads: Rate = _rate(
        20, 30, "boxes brought by address", phrase("too many boxes came from your address; try again {when}")
    )
    previews: Rate = _rate(
        10,
        1,
        "pictures of link previews drawn for everybody",
        phrase("the server is drawing too many pictures; try again {when}"),
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
        phrase("too many emails were requested from your address; try again {when}"),
    )
    subscriptions: Rate = _rate(
        60,
        20,
        "browsers that want to be called, by address",
        phrase("too many attempts from your address; try again {when}"),
    )
    rests: Rate = _rate(
        20,
        600,
        "changes of people's nights and vacations, by address",
        phrase("you have changed this too often; try again {when}"),
    )
    vacation_days: float = _limit(30, "days of vacation in a year in which the clocks of an account rest")
    exports_open: float = _limit(
        1, "exports of an account at a time", phrase("your data is already being exported; try again {when}")
    )
    exports: Rate = _rate(
        6, 600, "exports of an account", phrase("you have exported your data too often; try again {when}")
    )
    # --- people among themselves -----------------------------------------------------------------
    follows: Rate = _rate(
        120,
        30,
        "people followed, blocked or muted by a person",
        phrase("you are doing that too often; try again {when}"),
    )
    people_lists: Rate = _rate(
        300, 0.1, "lists of people and open games by address", phrase("too many requests; try again {when}")
    )
    dailies: Rate = _rate(
        300,
        0.1,
        "readings of the deal and the puzzle of the day by address",
        phrase("too many requests; try again {when}"),
    )
    deals: Rate = _rate(
        30,
        60,
        "deals of the day begun by address",
        phrase("too many deals were begun from your address; try again {when}"),
    )
    puzzle_tries: Rate = _rate(300, 2, "tries at puzzles by address that are counted for the difficulty")
    reports_here: Rate = _rate(
        600, 0.05, "reports by address that a page is open", phrase("too many requests; try again {when}")
    )
    invitations: Rate = _rate(
        20, 180, "invitations of an account", phrase("you have sent {most:g} invitations; try again {when}")
    )
    answers: Rate = _rate(
        60, 10, "invitations answered by a person", phrase("you are doing that too often; try again {when}")
    )
    reports: Rate = _rate(
        5, 17_280, "reports of a person to the host", phrase("you have sent {most:g} reports; try again {when}")
    )
    reports_by_address: Rate = _rate(
        20, 4320, "reports to the host by address", phrase("too many reports came from your address; try again {when}")
    )
    # --- stored data -----------------------------------------------------------------------------
    guest_table_days: float = _limit(
        365, "days after its last move that a table without accounts is kept; then it is archived"
    )
    empty_table_days: float = _limit(30, "days that a table without any move is kept, if it has no account's seat")
    log_lines: Rate = _rate(500, 0.5, "log lines about one address; the others are counted")
    log_chars: float = _limit(4000, "characters of a line of the log")


class _About(NamedTuple):
    """The declaration of a limit."""

    name: str
    default: float | Rate
    what: str
    refusal: Template

    @property
    def option(self) -> str:
        """The name that a host uses for it."""
        return self.name.replace("_", "-")


ABOUT = {
    one.name.replace("_", "-"): _About(one.name, one.default, one.metadata["what"], one.metadata["refusal"])  # type: ignore[arg-type]
    for one in fields(Limits)
}
"""All limits by the names that hosts use for them."""


def spelled(value: float | Rate) -> str:
    """Returns a limit in the form that a host writes."""
    return str(value) if isinstance(value, Rate) else OFF if math.isinf(value) else f"{value:g}"


_OFF = Rate(math.inf, 0)

_NONE: dict[str, Any] = {one.name: _OFF if isinstance(one.default, Rate) else math.inf for one in ABOUT.values()}

UNLIMITED = Limits(**_NONE)
"""No limits: for tests and measurements."""


def read_limits(given: Iterable[str] | Mapping[str, object], limits: Limits | None = None) -> Limits:
    """Returns limits with a host's values: "tables-made=30/20", or names with their values. Raises BadLimit."""
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
    """Returns a waiting time in words: "in 20 seconds"."""
    unit, words = next(each for each in _UNITS if seconds >= 2 * each[0] or each[0] == 1)
    return say(words, n=max(1, math.ceil(seconds / unit)))


class Exceeded(Refusal):
    """A client has exceeded a limit. `retry_s` is the number of seconds after which it can try again."""

    def __init__(self, name: str, most: float | Rate, retry_s: float = 0, status: int = 429, id: int = -1) -> None:  # noqa: A002 - the message's own word
        number = most.burst if isinstance(most, Rate) else most
        about = ABOUT[name.replace("_", "-")]
        super().__init__("busy", say(about.refusal, most=number, when=when(retry_s)), id)
        self.limit = about.option
        self.retry_s = max(1, math.ceil(retry_s))
        self.status = status


@lru_cache(MAX_ADDRESSES)
def network(address: str) -> str:
    """Returns the address under which a client is counted: IPv6 addresses of one network (/64) count as one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.IPv6Network((found, 64), strict=False))
    return address


def address_of(connection: HTTPConnection) -> str:
    """Returns the address under which the sender of a request is counted."""
    return network(connection.client.host if connection.client else "")


class Counts:
    """Counts present use against the limits. A rate is counted by `who`, usually an address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.refused: Counter[str] = Counter()
        """How often each limit was exceeded, by the name that hosts use for it."""
        self._buckets: dict[str, OrderedDict[str, TokenBucket]] = {}
        self._open: dict[str, Counter[str]] = {}

    def take(self, name: str, who: str) -> None:
        """Counts one use against a rate. Raises Exceeded if the rate is used up."""
        bucket = self._bucket(name, who)
        if not bucket.take():
            self.refuse(name, bucket.wait_s)

    def check(self, name: str, who: str) -> None:
        """Raises Exceeded if a rate is used up."""
        bucket = self._bucket(name, who)
        if bucket.wait_s:
            self.refuse(name, bucket.wait_s)

    def spend(self, name: str, who: str, amount: float) -> None:
        """Charges an amount to a rate after its use, even if it is more than was left."""
        self._bucket(name, who).spend(amount)

    def has_left(self, name: str, who: str) -> bool:
        """Whether some of a rate is left."""
        return not self._bucket(name, who).wait_s

    def enter(self, name: str, who: str, retry_s: float = 5) -> Callable[[], None]:
        """Counts one more open item. Returns a function to call when it closes. Raises Exceeded
        if there are too many.
        """
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
        """Returns the number of open items."""
        return self._open.get(name, Counter())[who]

    def refuse(self, name: str, retry_s: float, status: int = 429, id: int = -1) -> NoReturn:  # noqa: A002
        """Counts the refusal and raises Exceeded."""
        self.note(name)
        raise Exceeded(name, getattr(self.limits, name), retry_s, status, id)

    def note(self, name: str) -> None:
        """Counts that a limit was exceeded."""
        self.refused[name.replace("_", "-")] += 1

    def forget(self) -> None:
        """Forgets all use."""
        self._buckets.clear()

    def _bucket(self, name: str, who: str) -> TokenBucket:
        held = self._buckets.setdefault(name, OrderedDict())
        rate: Rate = getattr(self.limits, name)
        found = held.pop(who, None) or rate.bucket()
        held[who] = found  # moves it to the end, as the most recent
        if len(held) > MAX_ADDRESSES:
            held.popitem(last=False)
        return found


class BotSeconds:
    """The time that bots, hints and analyses can think for an address: the `Budget` of searches."""

    def __init__(self, counts: Counts, spent: Callable[[float], None]) -> None:
        self._counts = counts
        self._spent = spent
        """Called with the duration of each search."""

    def check(self, charged_clients: Collection[str]) -> None:
        """Raises Exceeded if none of the clients has time left."""
        if not self.has_left(charged_clients):
            for client in charged_clients:
                self._counts.check("bot_seconds", client)

    def has_left(self, charged_clients: Collection[str]) -> bool:
        """Whether any of the clients has time left, or no client is charged."""
        return not charged_clients or any(self._counts.has_left("bot_seconds", client) for client in charged_clients)

    def spend(self, charged_clients: Collection[str], seconds: float) -> None:
        """Charges the time of a search to the clients in equal parts."""
        self._spent(seconds)
        for client in charged_clients:
            self._counts.spend("bot_seconds", client, seconds / len(charged_clients))
