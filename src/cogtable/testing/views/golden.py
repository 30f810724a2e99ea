"""The file of golden views: writes it, and compares it with the game's present views."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from pathlib import Path

from cogtable.engine.play.game import Game
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.testing.conformance import Nonconformity, Plan
from cogtable.testing.conformance.trials import Trial, matches, trials
from cogtable.testing.views.kinds import kinds_of
from cogtable.testing.views.links import dead_links
from cogtable.testing.views.positions import Position, chosen
from cogtable.testing.views.rendering import Shown, log_text, rendered

_SEATS = 3
"""The golden game shown is for three, or as many as the game is for."""
_HEADING = re.compile(r"^== move (\d+), (?:seat (\d+)|spectator) ==$", re.MULTILINE)
_MARKUP = re.compile(r"\[\[([^\]]*)\]\]")
_ONCE = {"parts", "pieces", "about", "why not", "drawn"}
"""The headings whose lines are shown once for each kind; choices, the log and the rest are shown at each position."""
_SHOWN = 40
"""Lines of a diff that a failure shows."""


def views_file(game: Game, folder: Path) -> Path:
    """Where a game's golden views are."""
    return folder / f"{game.name}.views.txt"


def write(game: Game, folder: Path, *, choose: bool = False) -> Path:
    """Writes a game's golden views for the positions in the existing file, or for new ones with `choose`.

    Returns the file. Raises Nonconformity if a link leads to an unknown rule.
    """
    path = views_file(game, folder)
    match = golden_match(game)
    kept = [] if choose or not path.exists() else _positions(path.read_text(encoding="utf-8"))
    _follow_links(game, text := views_text(match, kept or chosen(match)))
    path.write_text(_short(text), encoding="utf-8")
    return path


def check(game: Game, folder: Path) -> None:
    """Compares a game's golden views with its present ones, and checks all links to rules.

    Raises Nonconformity with a diff and the command that rewrites the file.
    """
    path = views_file(game, folder)
    again = f"python -m cogtable.testing.views {game.name} {folder}"
    if not path.exists():
        raise Nonconformity(f"{game.name}: there are no golden views {path}; write them with: {again}")
    written = path.read_text(encoding="utf-8")
    now = views_text(golden_match(game), _positions(written))
    _follow_links(game, now)
    if diff := list(
        unified_diff(written.splitlines(), _short(now).splitlines(), "golden views", "now", lineterm="", n=1)
    ):
        more = [f"... and {len(diff) - _SHOWN} lines more"] if len(diff) > _SHOWN else []
        difference = "\n".join([*diff[:_SHOWN], *more])
        raise Nonconformity(
            f"{game.name} differs from {path}:\n{difference}\nIf that is intended, write the file again: {again}"
        )


def _follow_links(game: Game, shown: str) -> None:
    if dead := dead_links(game, shown):
        raise Nonconformity(f"{game.name}: words link to rules that rules.md does not have: {', '.join(dead)}")


def golden_match(game: Game) -> Match:
    """The golden game for three seats (or as many as the game is for), played to its end."""
    return _played(game).copy()


@cache
def _played(game: Game) -> Match:
    """Only copies of it are asked for views, so that they never reuse cached text."""
    *_, match = matches(_trial(game), 1)
    return match


def _trial(game: Game) -> Trial:
    plan = Plan(census=lambda s, b: None, golden=Path(), games=1)
    return min(trials(game, plan), key=lambda trial: abs(trial.seats - _SEATS))


def _positions(text: str) -> list[Position]:
    """The positions named by the headings of a file."""
    return sorted({Position(int(ply), int(seat) if seat else SPECTATOR) for ply, seat in _HEADING.findall(text)})


def views_text(match: Match, positions: list[Position]) -> str:
    """The views at some positions of a match as text, then one log line of each kind.

    Parts and pieces of a kind that was shown above are left out.
    """
    if positions and positions[-1].ply > match.ply:
        raise Nonconformity(f"{match.game.name}: the golden game has {match.ply} moves; found {positions[-1]}")
    lines = [f"{match.game.name} {match.game.version}, {match.seats} seats, seed {match.seed}: what people see"]
    shown: set[tuple[str, str, int]] = set()
    for position in positions:
        lines += ["", f"== {position} =="]
        for heading, some in rendered(match.at(position.ply), position.seat).items():
            new = list(_new(heading, some, shown))
            lines += ["", f"{heading}:"] if heading and new else []
            lines += [f"  {each}" if heading else each for line in new for each in line.split("\n")]
    return "\n".join([*lines, "", "== the log, one line of each kind ==", "", *_log(match)]) + "\n"


def _new(heading: str, lines: list[Shown], shown: set[tuple[str, str, int]]) -> Iterator[str]:
    """The lines below a heading; for headings in `_ONCE`, only those that were not shown above, in the same number."""
    for line in lines:
        if heading not in _ONCE or (heading, line.kind, line.more) not in shown:
            yield line.text
        shown.add((heading, line.kind, line.more))


def _short(text: str) -> str:
    """Markup in short form: `[[gem/red/triangle|red]]` becomes `[red]`, `[[rule:SP-R1]]` becomes `[SP-R1]`."""
    return _MARKUP.sub(lambda found: f"[{found[1].rpartition('|')[2].removeprefix('rule:')}]", text)


def _log(match: Match) -> Iterator[str]:
    """The log of the whole match, one line of each kind, with its reader unless everybody reads it."""
    kind = kinds_of(match.game)
    seen: set[str] = set()
    for seat in range(SPECTATOR, match.seats):
        for line in match.log(seat):
            words = kind(line.words)
            if words not in seen:
                seen.add(words)
                yield f"{'' if seat == SPECTATOR else f'(seat {seat}) '}{log_text(line)}"
