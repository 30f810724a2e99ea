"""The moves that several processes with one PostgreSQL database can handle, compared with one process: `python -m
bench.processes --help`.
"""

import argparse
import asyncio
import statistics
import sys
from contextlib import ExitStack

from bench.load import AS_FAST_AS_IT_GOES, MOST_S, Found, Load, Plan, allow_files, percentile
from bench.serving import server
from bench.share import held

HELP = """
Starts one process, then several on the same database, in turn, and plays at as many tables for each process, each move
as soon as all have seen the one before. The two people of a table are connected to any of the processes, as by
a proxy that knows nothing of tables: a process that does not have the table forwards the connection. With --by-table
both come to the process that has it, as by a proxy that goes by the table's address.

Each process may use --share of a core and no more, by a control group, so that a machine of few cores is enough: that
takes Linux and root. A figure counts only if the processes used up their share; otherwise something else was too slow.
"""

ENOUGH = 0.9
"""A process that used this much of its share has used it up."""


def carried(processes: int, given: argparse.Namespace) -> Found:
    """Plays with a number of processes. Raises OSError if they can't be limited to their share, and LookupError."""
    plan = Plan(
        tables=processes * given.tables,
        rate=AS_FAST_AS_IT_GOES,
        seconds=given.seconds,
        warm_up=given.warm_up,
        by_table=given.by_table,
    )
    with ExitStack() as stack:
        servers = [stack.enter_context(server(given.database)) for _ in range(processes)]
        for each in servers:
            stack.enter_context(held(each.pid, given.share))
        return asyncio.run(Load([f"http://{each.address}" for each in servers], plan, servers, []).run())


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.processes", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", required=True, help="an empty database of PostgreSQL")
    parser.add_argument("--processes", type=int, default=3, help="how many are compared with one")
    parser.add_argument("--share", type=float, default=0.25, help="how much of a core each may use")
    parser.add_argument("--tables", type=int, default=20, help="tables for each process")
    parser.add_argument("--by-table", action="store_true", help="the proxy goes by the table's address")
    parser.add_argument("--seconds", type=float, default=30, help="how long each is measured")
    parser.add_argument("--warm-up", type=float, default=10, help="seconds before that")
    parser.add_argument("--times", type=int, default=3, help="how often each is measured")
    found = parser.parse_args(given)
    if not found.database.startswith("postgresql"):
        parser.error(f"--database: expected one of PostgreSQL, for several processes; found {found.database}")
    for name, low, most in (("processes", 2, 100), ("tables", 1, 10_000), ("times", 1, 100), ("seconds", 1, MOST_S)):
        if not low <= getattr(found, name) <= most:
            parser.error(f"--{name}: expected {low} to {most}; found {getattr(found, name)}")
    if not 0 < found.share <= 1:
        parser.error(f"--share: expected more than 0, and 1 at most; found {found.share}")
    return found


def main() -> int:
    given = arguments()
    allow_files()
    rates: dict[int, list[float]] = {1: [], given.processes: []}
    for _ in range(given.times):
        for processes, found_rates in rates.items():
            try:
                found = carried(processes, given)
            except (OSError, LookupError) as error:
                print(f"error: {error}", file=sys.stderr)
                return 1
            used = found.cpu_s / found.seconds / processes / given.share
            if used >= ENOUGH:
                found_rates.append(found.rate)
            print(
                f"{processes} at once: {found.rate:6.1f} moves/s, 99 in 100 within "
                f"{percentile(found.sent, 99):.0f} ms, {1000 * found.cpu_per_move_s:.2f} ms of CPU time for a move, "
                f"{100 * used:.0f} % of their share used"
                f"{'' if used >= ENOUGH else ': does not count'}",
                flush=True,
            )
            for failure in sorted(set(found.failures)):
                print(f"a table stopped: {failure}", file=sys.stderr)
    if not all(rates.values()):
        print(
            "error: the processes did not use up their share; try more --tables, or a smaller --share", file=sys.stderr
        )
        return 1
    one, several = (statistics.median(each) for each in rates.values())
    print(f"{given.processes} processes carry {several / one:.2f} times as much as one")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
