"""How many moves a server acknowledges, how fast, and with how much memory: `python -m bench.load --help`."""

import argparse
import asyncio
import ipaddress
import json
import socket
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx

import cogtable
from bench.crowd import PATIENCE_S, Party, Refused, new_table
from bench.figure import Figure
from bench.serving import Server, server
from cogtable.engine.play.registry import usable

AS_FAST_AS_IT_GOES = -1.0
"""The rate at which people move as soon as they have seen the table."""

AT_ONCE = 16
"""The number of tables created at a time."""

MOST_S = 4 * 3600

RAISED = (
    "tables-made",
    "joins",
    "requests",
    "connections",
    "connections-total",
    "sockets",
    "messages",
    "cpu-seconds",
    "cpu-share",
)
"""The limits that apply to a crowd from one address."""

HELP = f"""
Makes tables, seats people at them, each with a connection of their own, and plays legal moves at random. Tells how long
a move takes from when it was sent until it is acknowledged, that is, stored; how many a second there were; and what
memory and processor time the server took, if it runs on this machine. Without --url it starts a server of its own.
Memory is printed as it goes on, and at the end how much it grew in the second half: for each hour, and each move.

Moves come at a steady rate. A move counts from when it was due, not from when it could be sent at last: a server
that stands still for a second delays all moves of that second, and a generator that waited along with it would see
but one of them ("coordinated omission"). Both times are told. With --rate=most there is no plan, and each
table moves as soon as all have seen the move before: that tells how much the server can do, not how long people wait.

All people come from one address, which the limits of a server are there to stop. Yours must be started with
  cogtable serve {" ".join(f"--limit {name}=off" for name in RAISED)}
or --no-limits (see docs/host-it.md). Only servers on this machine or its network are asked, unless you say --anywhere.

The tables stay with the server. `cogtable admin archive` removes them: --ids writes their ids to a file. With
accounts off or on, it makes none.
"""


@dataclass(frozen=True)
class Plan:
    """The load: at `tables` tables, `rate` moves per second in total for `seconds`, after `warm_up` seconds that don't
    count, while people at more tables have `idle` connections without activity.
    """

    tables: int = 50
    rate: float = 50.0
    seconds: float = 20.0
    warm_up: float = 3.0
    idle: int = 0
    game: str = "splendor"
    by_table: bool = False
    """Whether all connections of a table go to the same process of the server; otherwise each goes to any process."""
    every_s: float = 10.0
    """The interval between measurements of memory."""
    seed: int = 1


class Sample(NamedTuple):
    """The state of the server at a moment: seconds since the beginning, megabytes, moves until then, and open
    connections.
    """

    at_s: float
    memory_mb: float
    moves: int
    sockets: int


@dataclass
class Found:
    """The measurements. Times are in seconds."""

    plan: Plan
    sent: list[float] = field(default_factory=list)
    """The time from sending to acknowledgement of each move."""
    due: list[float] = field(default_factory=list)
    """The same from when the move was due."""
    seconds: float = 0
    tables_made: int = 0
    """Tables created during the measurement, in place of finished ones."""
    cpu_s: float = 0
    generator_cpu_s: float = 0
    empty_mb: float = 0
    """The server's memory before any person came."""
    samples: list[Sample] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """The server's texts to refused people."""

    @property
    def sockets(self) -> int:
        """The maximum number of open connections in the samples: between two games a table has none."""
        return max((each.sockets for each in self.samples), default=0)

    @property
    def rate(self) -> float:
        return len(self.sent) / self.seconds if self.seconds else 0

    @property
    def cpu_per_move_s(self) -> float:
        return self.cpu_s / len(self.sent) if self.sent else 0

    @property
    def slope_mb_per_hour(self) -> float:
        """The memory's growth in the second half, in megabytes per hour."""
        return 3600 * self._slope(lambda sample: sample.at_s)

    @property
    def bytes_per_move(self) -> float:
        """The memory's growth per move in the second half, in bytes."""
        return 1e6 * self._slope(lambda sample: sample.moves)

    def _slope(self, over: Callable[[Sample], float]) -> float:
        """Returns the memory's growth in the second half, in megabytes per unit of another quantity."""
        half = [each for each in self.samples if each.at_s >= self.seconds / 2]
        xs = [over(each) for each in half]
        if len(half) < 3 or xs[0] == xs[-1]:
            return 0
        return statistics.linear_regression(xs, [each.memory_mb for each in half]).slope


def percentile(times: list[float], percent: int) -> float:
    """Returns a percentile of the times, in milliseconds."""
    if len(times) < 2:
        return 1000 * sum(times)
    return 1000 * statistics.quantiles(times, n=100, method="inclusive")[percent - 1]


def move_times(plan: Plan, table: int, begin: float) -> Iterator[float]:
    """Yields the times at which the moves of a table are due, in seconds from `begin` on; 0 for at once. Tables take
    turns.
    """
    if plan.rate == AS_FAST_AS_IT_GOES:
        while True:
            yield 0
    turn = table
    while plan.rate:
        yield begin + turn / plan.rate
        turn += plan.tables


class Load:
    """People at many tables of a server, whose processes have `addresses`. Each sample is also passed to `told` at
    once.
    """

    def __init__(
        self,
        addresses: Sequence[str],
        plan: Plan,
        measured: Sequence[Server],
        ids: list[str],
        told: Callable[[Sample], None] | None = None,
    ) -> None:
        self._addresses = addresses
        self._plan = plan
        self._servers = measured
        self._ids = ids
        self._told = told
        self._random = Random(plan.seed)
        self._parties: set[Party] = set()
        self._making = asyncio.Semaphore(AT_ONCE)
        self._found = Found(plan)
        self._counts = False

    async def run(self) -> Found:
        """Raises Refused, also if a table can't be created."""
        plan, found = self._plan, self._found
        async with AsyncExitStack() as stack:
            self._http = [
                await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=PATIENCE_S))
                for address in self._addresses
            ]
            found.empty_mb = self._memory_mb()
            seats = cogtable.game(plan.game).min_seats
            idle, closing = -(-plan.idle // seats), asyncio.Event()
            tables = [asyncio.create_task(self._look_on(closing)) for _ in range(idle)]
            ready = asyncio.Barrier(plan.tables + 1)
            tables += [asyncio.create_task(self._play(number, ready)) for number in range(plan.tables)]
            try:
                await self._all_there(ready, seats * (idle + plan.tables), tables)
                await self._measure()
            finally:
                closing.set()
                for task in tables:
                    task.cancel()
                await asyncio.gather(*tables, return_exceptions=True)
        return found

    async def _all_there(self, ready: asyncio.Barrier, people: int, tables: list[asyncio.Task[None]]) -> None:
        """Waits until everybody is seated. Raises Refused if a person can't be."""
        while self._sockets < people or ready.n_waiting < self._plan.tables:
            for task in tables:
                if task.done():
                    task.result()
            await asyncio.sleep(0.1)
        self._begin = time.perf_counter() + 0.5
        await ready.wait()

    async def _measure(self) -> None:
        plan, found = self._plan, self._found
        await asyncio.sleep(self._begin + plan.warm_up - time.perf_counter())
        self._counts, began, own = True, time.perf_counter(), time.process_time()
        before = self._cpu_s()
        while (left := began + plan.seconds - time.perf_counter()) > 0:
            self._sample(time.perf_counter() - began)
            await asyncio.sleep(min(plan.every_s, left))
        self._counts = False
        found.seconds = time.perf_counter() - began
        found.cpu_s = self._cpu_s() - before
        found.generator_cpu_s = time.process_time() - own
        self._sample(found.seconds)

    def _sample(self, at_s: float) -> None:
        sample = Sample(at_s, self._memory_mb(), len(self._found.sent), self._sockets)
        self._found.samples.append(sample)
        if self._told:
            self._told(sample)

    def _memory_mb(self) -> float:
        return sum(each.memory_mb() for each in self._servers)

    def _cpu_s(self) -> float:
        return sum(each.cpu_s() for each in self._servers)

    @property
    def _sockets(self) -> int:
        return sum(party.open for party in self._parties)

    # --- tables ----------------------------------------------------------------------------------

    async def _sit_down(self, stack: AsyncExitStack) -> Party:
        async with self._making:
            party, game = Party(), cogtable.game(self._plan.game)
            place = self._random.randrange(len(self._addresses))
            where = [self._addresses[place]] if self._plan.by_table else self._addresses
            addresses = self._random.choices(where, k=game.min_seats)
            seed = self._random.getrandbits(31)
            table, secrets = await new_table(self._http[place], game.name, game.min_seats, seed)
            self._ids.append(table)
            await stack.enter_async_context(party.connected(addresses, table, secrets))
            self._parties.add(party)
            stack.callback(self._parties.discard, party)
            self._found.tables_made += self._counts
            return party

    async def _look_on(self, closing: asyncio.Event) -> None:
        async with AsyncExitStack() as stack:
            await self._sit_down(stack)
            await closing.wait()

    async def _play(self, number: int, ready: asyncio.Barrier) -> None:
        """Plays one game after another, each move when it is due."""
        random, party = Random(f"{self._plan.seed} {number}"), None
        async with AsyncExitStack() as first:
            party = await self._sit_down(first)
            await ready.wait()
            dues = move_times(self._plan, number, self._begin)
            await self._play_out(party, random, dues)
        while True:
            async with AsyncExitStack() as stack:
                await self._play_out(await self._sit_down(stack), random, dues)

    async def _play_out(self, party: Party, random: Random, dues: Iterator[float]) -> None:
        try:
            while not party.over:
                due = next(dues, None)
                if due is None:
                    await asyncio.Event().wait()
                await asyncio.sleep(max(0, due - time.perf_counter()) if due else 0)
                began = time.perf_counter()
                await party.move(random, partial(self._acknowledged, due or began, began))
        except (Refused, TimeoutError) as error:
            self._found.failures.append(str(error) or f"no answer within {PATIENCE_S:g} s")

    def _acknowledged(self, due: float, began: float) -> None:
        if self._counts:
            now = time.perf_counter()
            self._found.sent.append(now - began)
            self._found.due.append(now - due)


# --- results ------------------------------------------------------------------------------------------


def rows(found: Found, measured: bool) -> list[tuple[str, Any]]:
    """Returns the results as names and values, for JSON and for people."""
    out: list[tuple[str, Any]] = [
        ("seconds", round(found.seconds, 1)),
        ("sockets", found.sockets),
        ("moves", len(found.sent)),
        ("moves_per_s", round(found.rate, 1)),
        ("tables_made", found.tables_made),
        ("failures", len(found.failures)),
    ]
    for what, times in (("sent", found.sent), ("due", found.due)):
        out += [(f"since_{what}_p{percent}_ms", round(percentile(times, percent), 1)) for percent in (50, 95, 99)]
        out.append((f"since_{what}_max_ms", round(1000 * max(times, default=0), 1)))
    out.append(("generator_cores", round(found.generator_cpu_s / found.seconds, 2)))
    if measured:
        last = found.samples[-1].memory_mb
        out += [
            ("server_cores", round(found.cpu_s / found.seconds, 2)),
            ("server_cpu_per_move_ms", round(1000 * found.cpu_per_move_s, 2)),
            ("empty_mb", round(found.empty_mb, 1)),
            ("memory_mb", round(last, 1)),
            ("kb_per_socket", round(1000 * (last - found.empty_mb) / max(1, found.sockets), 1)),
            ("slope_mb_per_hour", round(found.slope_mb_per_hour, 1)),
            ("bytes_per_move", round(found.bytes_per_move)),
        ]
    return out


def tell(sample: Sample) -> None:
    """Prints a sample, with the results."""
    print(f"{sample.at_s:6.0f} s {sample.moves:8} moves {sample.memory_mb:8.1f} MB", file=sys.stderr, flush=True)


def measure() -> Iterator[Figure]:
    """Two people at each table, who both see each move."""
    for plan in (Plan(), Plan(tables=500, rate=500), Plan(tables=100, rate=AS_FAST_AS_IT_GOES)):
        with server() as measured:
            found = asyncio.run(Load([f"http://{measured.address}"], plan, [measured], []).run())
        what = f"{plan.tables} tables of Splendor, {found.rate:.0f} moves/s"
        if plan.rate == AS_FAST_AS_IT_GOES:
            yield Figure("moves acknowledged a second, as many as it can", found.rate, "moves/s", what)
        else:
            for percent in (50, 99):
                name = f"a move acknowledged, {percent} in 100 within"
                yield Figure(name, percentile(found.due, percent), "ms", f"{what}, counted from when it was due")
        yield Figure("the server's CPU for a move", 1000 * found.cpu_per_move_s, "ms", what)


# --- the command ------------------------------------------------------------------------------------------


def _rate(text: str) -> float:
    if text == "most":
        return AS_FAST_AS_IT_GOES
    with suppress(ValueError):
        if (rate := float(text)) >= 0:
            return rate
    raise argparse.ArgumentTypeError(f"expected moves a second, or most; found {text}")


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.load", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--url",
        action="append",
        help="the server, as http://127.0.0.1:8000, or each of its processes; without it, one is started",
    )
    parser.add_argument(
        "--by-table", action="store_true", help="all connections of a table go to one of these; else each goes to any"
    )
    parser.add_argument("--anywhere", action="store_true", help="also one elsewhere: only if it is yours to load")
    parser.add_argument("--game", default=Plan.game, help="what is played, with the fewest seats")
    parser.add_argument("--tables", type=int, default=Plan.tables, help="tables at which people play")
    parser.add_argument("--rate", type=_rate, default=Plan.rate, help="moves a second in all, or most")
    parser.add_argument("--idle", type=int, default=0, help="connections of people at more tables, who only look")
    parser.add_argument("--seconds", type=float, default=Plan.seconds, help="how long it is measured")
    parser.add_argument("--warm-up", type=float, default=Plan.warm_up, help="seconds before that")
    parser.add_argument("--every", type=float, default=Plan.every_s, help="seconds between looks at the memory")
    parser.add_argument("--seed", type=int, default=Plan.seed, help="of deals and moves")
    parser.add_argument("--pid", type=int, help="the process of the server at --url, if it is on this machine")
    parser.add_argument("--core", type=int, help="the core on which the server started here runs, alone")
    parser.add_argument("--database", default="", help="the database of the server started here; else a new file")
    parser.add_argument("--ids", type=Path, help="where to write the ids of the tables that were made")
    parser.add_argument("--json", action="store_true", help="one JSON object, with all looks at the memory")
    found = parser.parse_args(given)
    for name, low, most in (("tables", 0, 100_000), ("idle", 0, 100_000), ("seconds", 1, MOST_S), ("warm_up", 0, 600)):
        if not low <= getattr(found, name) <= most:
            parser.error(f"--{name.replace('_', '-')}: expected {low} to {most}; found {getattr(found, name)}")
    if not found.every > 0:
        parser.error(f"--every: expected seconds, more than 0; found {found.every}")
    if found.tables + found.idle == 0:
        parser.error("expected some --tables or --idle connections")
    if found.game not in (known := [game.name for game in usable()]):
        parser.error(f"--game: expected one of {', '.join(known)}; found {found.game}")
    if found.pid and len(found.url or []) != 1:
        parser.error(f"--pid: expected one --url; found {len(found.url or [])}")
    for url in found.url or []:
        place = urlsplit(url)
        if place.scheme not in ("http", "https") or not place.hostname:
            parser.error(f"--url: expected an address like http://127.0.0.1:8000; found {url}")
        if not (found.anywhere or is_local(place.hostname)):
            parser.error(
                f"--url: {place.hostname} is neither this machine nor in its network. If the server is yours to load, "
                "say --anywhere"
            )
    return found


def is_local(host: str) -> bool:
    """Whether a host is this machine, or on a private network."""
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return all(ipaddress.ip_address(str(each).partition("%")[0]).is_private for each in found)


def allow_files() -> None:
    """Raises this process's limit of open files, and so of connections, to the maximum."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> int:
    given = arguments()
    plan = Plan(
        tables=given.tables,
        rate=given.rate,
        seconds=given.seconds,
        warm_up=given.warm_up,
        idle=given.idle,
        game=given.game,
        by_table=given.by_table,
        every_s=given.every,
        seed=given.seed,
    )
    allow_files()
    ids: list[str] = []
    with ExitStack() as stack:
        if given.url:
            addresses = [each.rstrip("/") for each in given.url]
            measured = [Server(urlsplit(addresses[0]).netloc, given.pid)] if given.pid else []
        else:
            try:
                measured = [stack.enter_context(server(given.database, given.core))]
            except LookupError as error:
                print(f"error: {error}", file=sys.stderr)
                return 1
            addresses = [f"http://{measured[0].address}"]
        rate = "as fast as it goes" if plan.rate == AS_FAST_AS_IT_GOES else f"{plan.rate:g} moves/s"
        print(
            f"{', '.join(addresses)}: {plan.tables} tables of {plan.game}, {rate}, for {plan.seconds:g} s; "
            f"{plan.idle} idle connections. The tables stay with the server.",
            file=sys.stderr,
        )
        try:
            found = asyncio.run(Load(addresses, plan, measured, ids, tell if measured else None).run())
        except (Refused, TimeoutError, OSError, httpx.HTTPError) as error:
            why = error if isinstance(error, Refused) else f"no answer ({type(error).__name__}: {error})"
            print(f"error: {why}\nThe limits of the server may have to be raised: see --help.", file=sys.stderr)
            return 1
        finally:
            if given.ids:
                given.ids.write_text("".join(f"{each}\n" for each in ids), encoding="utf-8")
    out = rows(found, bool(measured))
    if given.json:
        more = {"plan": asdict(plan), "samples": [each._asdict() for each in found.samples]}
        print(json.dumps(dict(out) | more | {"said": sorted(set(found.failures))[:20]}))
    else:
        for name, value in out:
            print(f"{name:<24} {value:>12}")
        for failure in sorted(set(found.failures))[:5]:
            print(f"a table stopped: {failure}", file=sys.stderr)
    return 1 if found.failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
