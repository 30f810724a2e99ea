"""Compares two boxes on the same deals and reports while playing: a program that the workbench runs beside the server.

`python -m cogtable.lab.paired_comparison` reads a line of JSON (`PairedRequest`) and writes a line of JSON for each
report (`PairedNews`). The caller stops it by ending the process.

If a page plays the games, the program also writes `{"order": PlayOrder}` for games to play, reads a line for each
(`PlayedGames`), and writes `{"verdict": Verdict}`; see `page_workers`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from cogtable.engine.errors import BadOption, CogtableError
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import capital
from cogtable.lab import aims, figures, study
from cogtable.lab.aims import Aim
from cogtable.lab.deals import study_of
from cogtable.lab.figures import Figure, Games
from cogtable.lab.game_log import Deals, record_games
from cogtable.lab.page_workers import PageWorkers, PlayedGames, PlayOrder, Verdict
from cogtable.lab.recorded_moves import RecordedMoves
from cogtable.lab.simulate import players_of
from cogtable.lab.statistics import Estimate
from cogtable.lab.summary import AimResult, FigureInterval, PairedRow, judged_headline
from cogtable.lab.workers import Here, Workers

TOLD_S = 1.0
"""The least seconds between two reports; computing the figures takes a third of the time at most."""

UNSHOWN = ("pair", "wins of users by part")
"""Measures that are hints, not effects: they stay out of a comparison."""

BY_USE = "wins of users"
"""Misleading if cards are dealt, because players who are ahead can use more of them: then the wins when dealt are shown
instead.
"""


class PairedRequest(msgspec.Struct, kw_only=True):
    """The games to play: a game with the box in `box` and with its own, by one kind of bot in all seats."""

    game: str
    box: str
    aims: str = ""
    games: int
    seats: int
    bot: str
    seed: int = 0
    threads: int = 0
    orders: int = 0
    """The number of orders that a page works on at once; 0 if the games are played here."""


class PairedNews(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The progress and the results so far."""

    phase: Literal["compiling", "playing", "done", "failed"]
    done: int = 0
    total: int = 0
    turns: int = 1
    seconds: float = 0
    compared: bool = False
    rows: list[PairedRow] = []
    aims: list[AimResult] = []
    error: str = ""
    command: str = ""


class PairedComparison:
    """Games with a box and with the game's own on the same deals, and their figures. Others play the games: the rows
    of each of `parts` come in any order.

    `clock` is the time that it takes in seconds. Raises BadOption and UnknownBot.

    Attributes:
        now: the progress, with the figures as they were last computed.
    """

    def __init__(
        self,
        own: Game,
        mine: Game,
        *,
        seats: int,
        bot: str,
        games: int,
        seed: int = 0,
        threads: int = 0,
        aims: Sequence[Aim] = (),
        together: int = study.DEALS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        compared = mine.box.digest != own.box.digest
        self.plan = plan = study.plan_study(
            own,
            against=mine if compared else None,
            seats=seats,
            bots=[bot],
            games=games,
            seed=seed,
            skill=0,
            restricted=0,
            threads=threads,
        )
        self.parts = study.parts(plan, together)
        self.now = PairedNews(
            phase="compiling", total=plan.deals, turns=plan.turns, compared=compared, command=plan.command
        )
        self._aims, self._clock = aims, clock
        self._rows: dict[int, list[dict[str, Any]]] = {}
        self._began = self._last = clock()
        self._cost = 0.0

    def begin(self) -> None:
        """Notes that the games begin now."""
        self._began = self._last = self._clock()
        self.now = msgspec.structs.replace(self.now, phase="playing")

    def add(self, number: int, rows: list[dict[str, Any]]) -> bool:
        """Takes the rows of a part. Returns whether the figures were computed again, which happens now and then."""
        self._rows[number] = rows
        moment = self._clock()
        self.now = msgspec.structs.replace(self.now, done=self._done, seconds=round(moment - self._began, 1))
        if len(self._rows) == len(self.parts) or moment - self._last < max(TOLD_S, 3 * self._cost):
            return False
        self.now = self._summary()
        self._last = self._clock()
        self._cost = self._last - moment
        return True

    def finish(self) -> PairedNews:
        """Returns the results after all parts."""
        seconds = round(self._clock() - self._began, 1)
        self.now = msgspec.structs.replace(self._summary(last=True), phase="done", seconds=seconds)
        return self.now

    @property
    def _done(self) -> int:
        """The number of deals that were played."""
        return sum(self.parts[number].deals for number in self._rows)

    def _summary(self, *, last: bool = False) -> PairedNews:
        rows = [row for number in sorted(self._rows) for row in self._rows[number]]
        sides = [
            _games(game, [row for row in rows if row["box"] == box], self.plan.settings.seats, self._aims)
            for box, game in enumerate(self.plan.games)
        ]
        after = sides[-1]
        told_rows = _compared(sides[0], after) if self.now.compared else _alone(after)
        judged = list(_judged(self._aims, after, self.plan.settings.bots, last=last))
        return msgspec.structs.replace(self.now, rows=told_rows, aims=judged)


def _games(game: Game, rows: list[dict[str, Any]], seats: int, asked: Sequence[Aim]) -> Games:
    """The games of one box. The figures that are never shown are left out unless an aim is about one of them, since
    they take most of the time.
    """
    brief = Games(game, rows, seats, brief=True)
    known = {figure.measure for figure in brief.all.values()} if asked else set()
    return brief if all(aim.measure in known for aim in asked) else Games(game, rows, seats)


def compare_in_pairs(wanted: PairedRequest, page: PageWorkers | None = None) -> Iterator[PairedNews]:
    """Plays the wanted games here, or has a page play them, and reports the results now and then. Raises BadBox,
    BadOption and UnknownBot.
    """
    own = registry.find(wanted.game)
    comparison = PairedComparison(
        own,
        own.with_box(Path(wanted.box)),
        seats=wanted.seats,
        bot=wanted.bot,
        games=wanted.games,
        seed=wanted.seed,
        threads=wanted.threads,
        aims=aims.load_aims(Path(wanted.aims), own) if wanted.aims else [],
    )
    plan = comparison.plan
    yield comparison.now
    _compile(plan, by_page=page is not None)
    comparison.begin()
    yield comparison.now
    workers: Workers[Any] = page or Here(plan.threads)
    for number, rows in enumerate(workers.in_order(study.StudyPart.play, comparison.parts)):
        if comparison.add(number, rows):
            yield comparison.now
    yield comparison.finish()


def _compile(plan: study.StudyPlan, *, by_page: bool) -> None:
    """Compiles what games need: all of their bots too, unless a page plays."""
    for game in plan.games:
        settings = plan.settings
        players = players_of(settings.bots, settings.seats)
        if by_page:
            players = [RecordedMoves(game, 0, 0, [], b"").bot] * settings.seats
        record_games(game, game.blank(settings.seats, settings.options), players, Deals(settings.seed, 0))


def _is_shown(figure: Figure, game: Game) -> bool:
    """Whether a figure is reported: no hints, nothing by rounds or points, and cards as dealt rather than as used."""
    if figure.measure in UNSHOWN or (figure.what.isdigit() and figure.kind != "seat"):
        return False
    study = study_of(game)
    return figure.measure != BY_USE or not (study.dealt or study.shown)


def _compared(before: Games, after: Games) -> list[PairedRow]:
    changes = figures.changes(before, after, lambda figure: _is_shown(figure, before.game))
    return [
        _row(each.figure, each.after, before=each.before, difference=each.difference, held=each.held)
        for each in changes
    ]


def _alone(games: Games) -> list[PairedRow]:
    found = [f for f in games.all.values() if _is_shown(f, games.game) and f.observed >= figures.FEWEST]
    return [_row(figure, estimate) for figure in found if (estimate := figure.estimate)]


def _row(
    figure: Figure,
    after: Estimate,
    *,
    before: Estimate | None = None,
    difference: Estimate | None = None,
    held: bool = False,
) -> PairedRow:
    share = figure.in_percent

    def units(found: Estimate) -> FigureInterval:
        value, low, high, *_ = found.scaled(100) if share else found
        return round(value, 4), round(low, 4), round(high, 4)

    return PairedRow(
        measure=figure.measure,
        kind=figure.kind,
        what=figure.what,
        share=share,
        before=units(before) if before else None,
        after=units(after),
        difference=units(difference) if difference else None,
        held=held,
    )


def _judged(asked: Sequence[Aim], games: Games, bots: Sequence[str], *, last: bool) -> Iterator[AimResult]:
    """The aims in the order of their file. While games are played all are open: a verdict comes at the end."""
    try:
        judged = aims.judge_aims(asked, games, bots)
    except BadOption as error:
        yield AimResult(state="open", head=str(error), text="")
        return
    for aim in asked:
        if found := [each for each in judged if each.aim is aim]:
            line = judged_headline(aim, found)
            head = line.head if last else f"{capital(aim.why or aim.title)}."
            yield AimResult(state=line.state if last else "open", head=head, text=line.text)  # type: ignore[arg-type]


def main() -> None:
    """Plays the games that the first line of standard input describes, and writes the results to standard output."""
    if hasattr(os, "nice"):
        os.nice(10)  # people at tables have priority
    try:
        wanted = msgspec.json.decode(sys.stdin.buffer.readline(), type=PairedRequest)
        page = PageWorkers(wanted.orders, _send, _receive, wanted.threads) if wanted.orders else None
        for each in compare_in_pairs(wanted, page):
            _write(each)
    except CogtableError as error:
        _write(PairedNews(phase="failed", error=str(error)))


def _write(message: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


def _send(message: PlayOrder | Verdict) -> None:
    _write({"order" if isinstance(message, PlayOrder) else "verdict": message})


def _receive() -> PlayedGames:
    """Waits for a message of the page. Exits if there will be none, because the server has ended."""
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit(1)
    return msgspec.json.decode(line, type=PlayedGames)


if __name__ == "__main__":
    main()
