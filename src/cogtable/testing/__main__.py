"""Tests a game for its author: `python -m cogtable.testing GAME`, in the folder of its package.

Tries each point of the conformance suite, even after one has failed. For each mistake it says where it is, what came,
what was expected, and what to do. The exit status is 1 if there is any.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cogtable.engine.errors import BrokenRule, CogtableError
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.testing import conformance, coverage
from cogtable.testing.conformance import Census, Foretold, Plan
from cogtable.testing.fix_advice import Finding, explained

TESTS = Path("tests")
CENSUS_FILE = "test_conformance.py"
MISTAKE = 2


def main(arguments: list[str] | None = None) -> int:
    """Tests a game and prints what it found. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m cogtable.testing", description=__doc__)
    parser.add_argument("game", help="the name of the game")
    parser.add_argument(
        "--tests",
        metavar="FOLDER",
        type=Path,
        default=TESTS,
        help="the folder of its tests, with `golden`; tests by default",
    )
    parser.add_argument("--point", metavar="N", type=int, action="append", help="only this point; may be repeated")
    parser.add_argument(
        "--games", metavar="N", type=int, default=2, help="games for each number of seats; 2 by default"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--open", action="store_true", help="the game hides nothing but chance")
    given = parser.parse_args(arguments)
    try:
        game = registry.find(given.game)
        census, foretold = found_in(given.tests)
    except CogtableError as error:
        sys.stderr.write(f"error: {error}\n")
        return MISTAKE
    numbers = given.point or range(1, len(conformance.POINTS) + 1)
    if wrong := [number for number in numbers if not 1 <= number <= len(conformance.POINTS)]:
        sys.stderr.write(f"error: expected points from 1 to {len(conformance.POINTS)}; found {wrong[0]}\n")
        return MISTAKE
    plan = Plan(
        census=census or _counts_nothing,
        golden=given.tests / "golden",
        games=given.games,
        seed=given.seed,
        open_information=given.open,
        foretold=foretold,
    )
    failed: dict[tuple[str, str], int] = {}
    for number in numbers:
        found = _tried(game, plan, number, has_census=census is not None)
        if found is not None:
            _report(game, found, number, failed)
        if isinstance(found, BrokenRule):
            _write("      The other points cannot be tried until these rules can be played.")
            break
    mistakes = len(failed) + (0 if given.point else _rules_without_a_test(game, given.tests))
    many = f"{mistakes} mistake{'s' if mistakes > 1 else ''}"
    _write(f"\n{game.title}: {many}." if mistakes else f"\n{game.title} does what every game must.")
    return int(mistakes > 0)


def found_in(tests: Path) -> tuple[Census | None, Foretold | None]:
    """The functions `census` and `foretold` of the game's own test of conformance; None for a missing one."""
    file = tests / CENSUS_FILE
    if not file.is_file():
        return None, None
    spec = importlib.util.spec_from_file_location("_cogtable_census", file)
    if spec is None or spec.loader is None:
        return None, None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, "census", None), getattr(module, "foretold", None)


def _counts_nothing(s: Any, b: Any) -> None:
    """The default for a game without a census."""


def _tried(game: Game, plan: Plan, number: int, *, has_census: bool) -> Exception | None:
    """Tries one point and prints the result; returns the error if it does not hold."""
    point = conformance.POINTS[number - 1]
    title = " ".join((point.__doc__ or "").split("\n\n")[0].split())
    began = time.perf_counter()
    try:
        point(game, plan)
    except Exception as error:  # the author wants to read every error of the game
        _write(f"FAIL  {title}")
        return error
    if point is conformance.nothing_gets_lost and not has_census:
        where = f"{TESTS}/{CENSUS_FILE}"
        _write(f"skip  {title}")
        _write(f"      what to do: write `def census(s, b)` into {where}: it returns all components, sorted.")
    else:
        _write(f"ok    {title} ({time.perf_counter() - began:.1f} s)")
    return None


def _report(game: Game, error: Exception, number: int, before: dict[tuple[str, str], int]) -> None:
    """Prints the meaning of a mistake; in one line, if an earlier point has found it already (`before`)."""
    finding = explained(game, error)
    mistake = finding.where, finding.todo
    if mistake in before:
        _write(f"      The same as in point {before[mistake]}: {finding.where}")
        return
    before[mistake] = number
    for line in told(finding):
        _write(line)
    _write(f"      try again: python -m cogtable.testing {game.name} --point {number}")


def told(finding: Finding) -> Iterator[str]:
    """The lines about a mistake."""
    said = {"what came": finding.came, "where": finding.where, "in": finding.game, "what to do": finding.todo}
    for name, words in said.items():
        if words:
            yield from textwrap.wrap(
                f"{name}: {words}",
                118,
                initial_indent="      ",
                subsequent_indent="        ",
                break_long_words=False,
                break_on_hyphens=False,
            )


def _rules_without_a_test(game: Game, tests: Path) -> int:
    """Prints the numbered rules that no scenario test names; returns 1 if there are any."""
    try:
        coverage.check(game, tests)
    except coverage.Uncovered as error:
        _write("FAIL  Every numbered rule has a test that shows it.")
        todo = 'Write a scenario for it with @rule("...") above it (cogtable.testing.coverage), or correct the number.'
        for line in told(Finding("", str(game.folder / "rules.md"), str(error).partition(": ")[2], todo)):
            _write(line)
        return 1
    _write("ok    Every numbered rule has a test that shows it.")
    return 0


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
