"""The results of commands as lines and tables for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from cogtable import terminal
from cogtable.lab.ratings import share

if TYPE_CHECKING:
    from cogtable.engine.play.game import Game
    from cogtable.engine.play.match import Match
    from cogtable.lab import aims
    from cogtable.lab.analysis import JudgedMove
    from cogtable.lab.compare import Compared, ComparedRow
    from cogtable.lab.ladder import BotRating, Ladder
    from cogtable.lab.report.page import Report
    from cogtable.lab.simulate import SimulationResult
    from cogtable.lab.study import StudyPlan
    from cogtable.lab.tempers import Measured, Temper


def _grid(*left: str, right: Sequence[str] = ()) -> Table:
    """A table without lines, with the heads of its columns of words and of numbers."""
    grid = Table(*left, box=None, pad_edge=False)
    for title in right:
        grid.add_column(title, justify="right")
    return grid


def print_games(found: Sequence[Game]) -> None:
    """The games and their options."""
    grid = _grid("game", "title", "seats", "minutes", "options (default first)")
    for game in found:
        grid.add_row(
            game.name,
            f"{game.title}: {game.tagline}",
            f"{game.min_seats}-{game.max_seats}",
            str(game.minutes),
            "\n".join(_option_words(name, item) for name, item in game.options.items()),
        )
    Console().print(grid, markup=False)


def _option_words(name: str, item: Any) -> str:
    if item.choices:
        words = [item.choices[item.default], *(word for i, word in enumerate(item.choices) if i != item.default)]
        return f"{name} = {' | '.join(words)}"
    return f"{name} = {item.default} ({item.low} to {item.high})"


def print_analysis(match: Match, decisions: Sequence[JudgedMove], count: int) -> None:
    """Each seat's total loss, and the `count` moves that lost most."""
    out = Console()
    out.print(f"{match.game.title}, {match.seats} seats, {match.ply} moves", markup=False, highlight=False)
    grid = _grid("seat", right=("decisions", "lost a decision", "lost in all"))
    for seat in range(match.seats):
        own = [move.lost for move in decisions if move.seat == seat]
        mean = f"{sum(own) / len(own):.1%}" if own else "-"
        grid.add_row(str(seat + 1), str(len(own)), mean, f"{sum(own):.0%}")
    out.print(grid)
    worst = sorted((move for move in decisions if move.lost > 0), key=lambda move: -move.lost)[:count]
    for move in worst:
        print(f"Move {move.ply + 1}, {terminal.seat_name(move.seat)}: lost {move.lost:.0%}")
        print(f"  played {_judged(move.words, move.chance)}")
        print(f"  better {_judged(move.best_words, move.best_chance)}")
    if count and not worst:
        print("No move lost anything.")


def _judged(words: str, chance: float) -> str:
    return f"{terminal.plain(words)} ({chance:.0%} to win)"


def print_result(game: Game, found: SimulationResult) -> None:
    """The share of wins of each seat."""
    grid = _grid("seat", "bot", right=("wins", "rate", "95 % interval", "mean score"))
    for row, wins, score in zip(found.win_rate, found.wins, found.scores, strict=True):
        bounds = f"{row.low:.1%} to {row.high:.1%}"
        grid.add_row(str(row.seat + 1), row.bot, f"{wins:,.1f}", f"{row.rate:.1%}", bounds, f"{score:.1f}")
    length = found.length
    out = Console()
    out.print(f"{game.title}: {found.games:,} games of {found.seats} seats, {found.finished:,} finished", markup=False)
    out.print(grid)
    out.print(
        f"{length.median:.0f} moves a game (5 % below {length.p5:.0f}, 5 % above {length.p95:.0f}); "
        f"{found.moves:,} moves in {found.seconds:.2f} s, {found.moves_per_s:,.0f} moves/s, "
        f"{found.games_per_s:,.0f} games/s, {found.threads} threads",
        highlight=False,
    )


MOST_CHANGES = 20
"""How many differences of a box are listed."""


def print_comparison(game: Game, found: Compared, whole: bool) -> None:
    """The effect of a changed box; tallies only if the change is significant, unless `whole`."""
    changes, rows = found.comparison.changes, found.comparison.rows
    print(f"{game.box.source} against the box in the package:")
    for change in changes[:MOST_CHANGES]:
        print(f"  {change.words}")
    if len(changes) > MOST_CHANGES:
        print(f"  and {len(changes) - MOST_CHANGES} more")
    shown = [row for row in rows if whole or row.held or row.kind in ("seat", "all")]
    grid = _grid("", "", "", right=("package", "file", "difference", "95 % interval"))
    for row in shown:
        grid.add_row("*" if row.held else "", f"{row.kind} {row.what}", row.measure, *_figures(row))
    out = Console()
    print(f"{game.title}: {found.games:,} games of {found.seats} seats with each box, from the same seeds")
    out.print(grid, markup=False)
    if len(shown) < len(rows):
        print(f"{len(rows) - len(shown)} more figures may differ by chance alone; --tallies prints them too.")
    print(f"* changed: of all that are marked so among the {len(rows)}, at most one in twenty is expected to be noise")
    print("  (Benjamini and Hochberg).")
    print("Differences of shares are in percentage points.")


def _figures(row: ComparedRow) -> list[str]:
    """A row's figures: shares in per cent, their differences in percentage points."""
    scale, unit, places = (100, "%", 1) if row.is_share else (1, "", 2)
    sides = ["-" if side is None else f"{scale * side:.{places}f}{unit}" for side in (row.package, row.file)]
    found = [f"{scale * value:+.{places}f}" for value in (row.difference, row.low, row.high) if value is not None]
    return [*sides, found[0], f"{found[1]} to {found[2]}"] if found else [*sides, "-", "-"]


def print_tallies(found: SimulationResult) -> None:
    """How the players who used each tallied item fared."""
    grid = _grid("", "", right=("games", "users", "users' wins", "95 % interval"))
    for row in sorted(found.tallies, key=lambda row: (row.kind, -row.rate)):
        bounds = f"{row.low:.1%} to {row.high:.1%}"
        grid.add_row(row.kind, row.name, f"{row.games:.1%}", f"{row.users:,}", f"{row.rate:.1%}", bounds)
    Console().print(grid)


def print_ladder(game: Game, played: Ladder, ratings: Sequence[BotRating]) -> None:
    """The bots and their ratings, the best first."""
    grid = _grid("", "bot", right=("rating", "95 % interval", "seats", "wins", "95 % interval"))
    for place, row in enumerate(ratings, 1):
        grid.add_row(
            str(place),
            row.bot,
            f"{row.rating:.0f}",
            f"{row.low:.0f} to {row.high:.0f}",
            str(row.games),
            f"{row.wins:.1%}",
            f"{row.wins_low:.1%} to {row.wins_high:.1%}",
        )
    out = Console()
    out.print(f"{game.title}: {len(played.games):,} games of {played.seats} seats", markup=False, highlight=False)
    out.print(grid)
    shares = ", ".join(f"{points} are {share(points, 0):.0%}" for points in (100, 200, 400))
    out.print(f"Points of rating above another bot, and the share of games before it: {shares}", highlight=False)


def print_tempers(measured: Measured, tempers: Mapping[str, Temper], names: Mapping[str, str]) -> None:
    """The tempers of a game's bots by their `names`, and the share of each habit, the weakest bot first."""
    out = Console()
    games = f"{measured.games:,} games of {measured.seats} seats against {measured.against}"
    out.print(f"{measured.game}: each bot in {games}", markup=False, highlight=False)
    for bot, temper in tempers.items():
        out.print(f"{names[bot]} ({bot}): {temper.words} {temper.measured}", markup=False, highlight=False)
    habits = dict.fromkeys(habit for figures in measured.bots.values() for habit in figures)
    grid = _grid("habit", right=[names[bot] for bot in measured.bots])
    for habit in habits:
        found = [figures.get(habit) for figures in measured.bots.values()]
        cells = [f"{each.share:.1%} ±{(each.high - each.low) / 2:.1%}" if each else "" for each in found]
        grid.add_row(habit, *cells)
    out.print(grid)


def print_headlines(found: Report) -> None:
    """The headlines of a study."""
    for line in found.headlines:
        print(f"{line.state:6} {line.head} {line.text}")


def where(*, games: Path | None = None, box: Path | None = None) -> str:
    """Further files: all games, or a box that can be played."""
    parts = [f"All games: {games}"] * (games is not None)
    parts += [f"Play the box: cogtable serve --box {box}"] * (box is not None)
    return ". ".join(parts)


def print_judged(file: Path, plan: StudyPlan, found: Sequence[aims.JudgedFigure], whole: bool) -> None:
    """Whether aims are met; what holds is only counted, unless `whole`."""
    from cogtable.lab.phrases import summary
    from cogtable.lab.summary import settle

    grid = _grid("", "what", right=("found", "95 % interval", "asked for"))
    shown = [each for each in found if whole or each.verdict != "holds"]
    for each in sorted(shown, key=lambda each: ("misses", "open", "holds").index(each.verdict)):
        what = f"{each.aim.measure}, {each.figure.what}"
        between = f"{each.found.low:.1f} to {each.found.high:.1f}"
        grid.add_row(each.verdict, what, f"{each.found.value:.1f}", between, each.aim.bounds)
    out = Console()
    out.print(f"{plan.game.title}, aims of {file.name}: {summary(plan)}", markup=False, highlight=False)
    if shown:
        out.print(grid, markup=False)
    counts = {name: sum(each.verdict == name for each in found) for name in ("misses", "open", "holds")}
    print(f"{counts['holds']} hold, {counts['misses']} miss, {counts['open']} open.")
    more = [each for each in found if each.verdict == "open" and each.more]
    if more:
        each = min(more, key=lambda each: each.more or 0.0)
        print(f"Nearest to being settled is {each.aim.measure}, {each.figure.what}.{settle(each)}")


def judged_json(file: Path, plan: StudyPlan, found: Sequence[aims.JudgedFigure]) -> dict[str, Any]:
    """The same for programs."""
    rows = [
        {"measure": each.aim.measure, "kind": each.figure.kind, "what": each.figure.what, "verdict": each.verdict}
        | {"value": each.found.value, "low": each.found.low, "high": each.found.high, "asked": each.aim.bounds}
        | {"times_more_games": each.more}
        for each in found
    ]
    return {"game": plan.game.name, "box": plan.settings.box, "aims": str(file), "judged": rows}
