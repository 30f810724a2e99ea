"""Writes docs/balance/GAME.md, the tables of the games with cards of our own: `python -m bench.tables [GAME ...]`.

Games between `hard` bots take a while: half an hour on one core for all. `--games` plays fewer.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import cogtable
from bench import order
from bench.balance import AIMS, Aim, aims_of, judged, played
from bench.figure import Figure
from cogtable.engine.play.game import Game
from cogtable.lab.simulate import SimulationResult, Tally
from cogtable.lab.statistics import even_scale

PAGES = Path(__file__).parents[1] / "docs" / "balance"

Bot = Literal["greedy", "hard"]
BOTS: tuple[Bot, ...] = ("greedy", "hard")

NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}

HEAD = """\
# {title}: figures of its balance

Written by `python -m bench.tables {name}`, with version {version} of the rules and the box as it ships.
[Balance](../balance.md) explains how a card is judged, the scale on which 50 is even ("of 100"), and when an aim
holds, is missed or is open.
"""


def page(game: Game, results: Iterable[tuple[Aim, str, SimulationResult]], bots: Sequence[str] = BOTS) -> str:
    """Returns the page of a game: for each number of seats and bot the aims and results, and a table of each kind."""
    sections = [HEAD.format(title=game.title, name=game.name, version=game.version)]
    sections.extend(
        f"Games between `{bot}` bots are in [How {game.title} is balanced](../games/{game.name}-balance.md).\n"
        for bot in BOTS
        if bot not in bots
    )
    for aim, bot, found in results:
        sections.append(f"## {NUMBERS[aim.seats]} seats, {bot}\n\n{found.finished:,} games, seeds from {found.seed}.\n")
        sections.append(table(["what", "found", "", "compared with"], map(demanded, judged(aim, found))))
        sections.extend(items(kind, found) for kind in dict.fromkeys(row.kind for row in found.tallies))
    return "\n".join(sections)


def ordered(results: Iterable[tuple[order.Aim, dict[str, order.Results]]]) -> str:
    """Returns the sections about who acts first, for games in which all act at the same time."""
    sections = []
    for aim, found in results:
        sections.append(f"\n## {NUMBERS[aim.seats]} seats, greedy: who acts first\n")
        sections.append(f"{aim.deals:,} deals, seeds from 0, each played in three orders.\n")
        sections.append(table(["what", "found", "", "compared with"], map(demanded, order.judged(aim, found))))
        sections.append(table(["order", "seat", "wins", "95 % interval", "mean score"], order.rows(found)))
    return "\n".join(sections)


def demanded(figure: Figure) -> list[str]:
    return [figure.name.partition(": ")[2], f"{figure.value:.1f}", figure.unit, figure.compared_with]


def items(kind: str, found: SimulationResult) -> str:
    """Returns the table of one kind of tally, the strongest items first.

    Rates are omitted if they are all the same, for example how games end: every player who ends it so wins, or has an
    even share.
    """
    rows = sorted((row for row in found.tallies if row.kind == kind), key=lambda row: -row.rate)
    heads = [kind, "share of games", "seats that used it", "of these won", "95 % interval", "of 100"]
    rates = [round(row.rate, 9) for row in rows if row.users]
    told = 3 if len(rates) > 1 and len(set(rates)) == 1 else len(heads)
    return table(heads[:told], (item(row, found.seats)[:told] for row in rows))


def item(row: Tally, seats: int) -> list[str]:
    used = [row.name, f"{100 * row.games:.1f} %", f"{row.users:,}"]
    if not row.users:
        return [*used, "", "", ""]
    between = f"{100 * row.low:.1f} to {100 * row.high:.1f}"
    return [*used, f"{100 * row.rate:.1f} %", between, f"{100 * even_scale(row.rate, seats):.1f}"]


def table(heads: list[str], rows: Iterable[list[str]]) -> str:
    """Returns a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def results(game: Game, bots: Sequence[Bot], threads: int, most: int) -> Iterator[tuple[Aim, Bot, SimulationResult]]:
    for bot in bots:
        for wanted in aims_of(game):
            aim = wanted._replace(greedy=min(wanted.greedy, most), hard=min(wanted.hard, most))
            print(
                f"{game.name}, {aim.seats} seats, {bot}: {getattr(aim, bot):,} games ...", file=sys.stderr, flush=True
            )
            yield aim, bot, played(game, aim, bot, threads)


def in_orders(game: Game, threads: int, most: int) -> Iterator[tuple[order.Aim, dict[str, order.Results]]]:
    for wanted in order.aims_of(game):
        aim = wanted._replace(deals=min(wanted.deals, most))
        print(
            f"{game.name}, {aim.seats} seats, in several orders: {aim.deals:,} deals ...", file=sys.stderr, flush=True
        )
        yield aim, order.played(game, aim, threads)


def main() -> None:
    names = list(dict.fromkeys(aim.game for aim in AIMS))
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(names)}; all if none is named")
    parser.add_argument("--threads", type=int, default=0, help="cores to use; all if 0")
    parser.add_argument("--bots", nargs="+", default=BOTS, choices=BOTS, help="leaves the others out")
    parser.add_argument(
        "--games", type=int, default=sys.maxsize, metavar="N", dest="most", help="at most N of each kind"
    )
    arguments = parser.parse_args()
    if unknown := set(arguments.games) - set(names):
        parser.error(f"expected games with cards of our own, {', '.join(names)}; found {min(unknown)}")
    PAGES.mkdir(exist_ok=True)
    for name in arguments.games or names:
        game = cogtable.game(name)
        path = PAGES / f"{name}.md"
        path.write_text(
            page(game, results(game, arguments.bots, arguments.threads, arguments.most), arguments.bots)
            + ordered(in_orders(game, arguments.threads, arguments.most))
        )
        print(path)


if __name__ == "__main__":
    main()
