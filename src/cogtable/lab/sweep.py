"""A sweep: tries values of numbers of a box and measures a figure for each, on the same deals."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cogtable.engine.errors import BadOption
from cogtable.engine.play.game import Game
from cogtable.engine.text.spelling import closest
from cogtable.lab import aims as wanted
from cogtable.lab import deals, study
from cogtable.lab.aims import Aim, JudgedFigure
from cogtable.lab.figures import FEWEST, Figure, Games
from cogtable.lab.parameters import Boxes, Parameter, Variant, parse_parameters, write_best
from cogtable.lab.repeat_command import command_line
from cogtable.lab.statistics import Estimate, times_more, verdict
from cogtable.lab.study import Progress
from cogtable.lab.trials import DEALT, MOST_ALONE, PLAYED_BY_HOLDER, Reach, Trials, away, cards_of, reach
from cogtable.lab.workers import Here, Workers

MOST_BOXES = 400
"""The most boxes of a sweep."""

Key = tuple[str, str, str]
"""The key of a figure: measure, kind, and what."""


class SweepPlan(NamedTuple):
    """A sweep: its parameters, all resulting boxes, how each is played, and the aims."""

    parameters: list[Parameter]
    boxes: Boxes
    variants: list[Variant]
    each: study.StudyPlan
    given: Sequence[str]
    aims: list[Aim]
    watch: str
    file: Path | None
    """The file of aims that was named."""
    folder: Path

    @property
    def base(self) -> Game:
        """The game with the box as it is."""
        return self.boxes.base

    @property
    def command(self) -> str:
        """The command line that repeats it."""
        own = {"--watch": self.watch, "--aims": self.file, "--out": self.folder}
        return command_line("sweep", self.base, {"--set": self.given, **self.each.shared, **own})


def plan_sweep(
    game: Game,
    given: Sequence[str],
    folder: Path,
    *,
    aims: Path | None = None,
    watch: str = "",
    seats: int | None = None,
    bots: Sequence[str] = ("greedy",),
    games: int = 2000,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    threads: int = 0,
) -> SweepPlan:
    """The arguments of a sweep, checked. All boxes are made here, so values that the game does not allow are refused.

    `given` are parameters (see `parameters`), `folder` is where boxes go. Raises BadOption, UnknownBot, MissingExtra.
    """
    each = plan_of_each(game, seats, bots, games, seed, options, threads)
    parameters = parse_parameters(game, given)
    count = math.prod(len(parameter.numbers) for parameter in parameters)
    if count > MOST_BOXES:
        raise BadOption(
            f"these are {count:,} boxes; a sweep takes {MOST_BOXES} at most. Take fewer values, or look for the best "
            "with `cogtable tune`"
        )
    boxes = Boxes(game, parameters, folder / "boxes")
    file = aims or wanted.aims_file(game)
    asked = wanted.load_aims(file, game) if file else []
    return SweepPlan(parameters, boxes, list(boxes.all()), each, list(given), asked, watch, aims, folder)


def plan_of_each(
    game: Game,
    seats: int | None,
    bots: Sequence[str],
    games: int,
    seed: int,
    options: Mapping[str, Any] | None,
    threads: int,
) -> study.StudyPlan:
    """How each box is played. Raises BadOption and UnknownBot."""
    return study.plan_study(
        game,
        seats=seats,
        bots=bots,
        games=games,
        seed=seed,
        options=options,
        skill=0,
        restricted=0,
        threads=threads,
    )


class SweptBox(NamedTuple):
    """The result of a box. `watched` is the figure that is watched, with its verdict if there is an aim for it; `gap`
    is its difference from that of the unchanged box, on the same deals. `figures` are all figures.
    """

    variant: Variant
    figures: Mapping[Key, Figure]
    watched: JudgedFigure | None
    value: Estimate | None
    gap: Estimate | None
    played: Estimate | None
    judged: list[JudgedFigure]
    reach: Reach


class Swept(NamedTuple):
    """The result of a sweep. `key` is the watched figure and `aim` its aim, if it has one; `now` is the unchanged box,
    `chosen` the proposed one, if any.
    """

    plan: SweepPlan
    key: Key | None
    aim: Aim | None
    now: SweptBox
    found: list[SweptBox]
    chosen: SweptBox | None
    trials: Trials


def run_sweep(
    plan: SweepPlan,
    folder: Path,
    progress: Callable[[Progress], object] = lambda progress: None,
    workers: Workers[Any] | None = None,
) -> Swept:
    """Plays the games that the folder lacks, writes all boxes, and returns the result of each.

    It can be stopped and continued like `run_study`. Raises BadOption for a folder that holds something else, and for
    aims and a figure to watch that the game does not have.
    """
    cards = cards_of(plan.base, plan.parameters)
    alone = cards if len(cards) <= MOST_ALONE else []
    trials = Trials(plan.each, folder, "sweep", alone, workers or Here(plan.each.threads))
    base = Variant(tuple(p.numbers[0] if p.now is None else p.now for p in plan.parameters), plan.base, "", "As it is")
    total = trials.games_each() * len({plan.base.box.digest, *(variant.digest for variant in plan.variants)})
    trials.play([base.game], lambda now: progress(now._replace(total=total)))
    first = trials.figures(base.game)
    key = watched_key(plan, cards, first)
    aim = aim_of(plan.aims, plan, first, key)
    trials.play([base.game, *(variant.game for variant in plan.variants)], progress)
    plan.boxes.folder.mkdir(parents=True, exist_ok=True)
    now = _found(plan, base, first, first, key, aim)
    found = []
    for variant in plan.variants:
        plan.boxes.file(variant.numbers).write_text(variant.text, encoding="utf-8")
        found.append(_found(plan, variant, trials.figures(variant.game), first, key, aim))
    return Swept(plan, key, aim, now, found, propose_box(plan, now, found, aim), trials)


def _found(plan: SweepPlan, variant: Variant, games: Games, first: Games, key: Key | None, aim: Aim | None) -> SweptBox:
    bots, seats = plan.each.settings.bots, plan.each.settings.seats
    judged = wanted.judge_aims(plan.aims, games, bots)
    figure, before = (games.all.get(key), first.all.get(key)) if key else (None, None)
    value = gap = own = played = None
    if key and figure and (estimate := figure.estimate):
        value = wanted.in_units(figure, estimate, seats)
        if before:
            gap = figure.less(before)
        if aim:
            low, high = wanted.bounds_of(aim, figure)
            state = verdict(value, low, high)
            more = times_more(value, low, high) if state == "open" else None
            own = JudgedFigure(aim, figure, value, low, high, state, more)
        often = games.all.get((PLAYED_BY_HOLDER, *key[1:])) or games.all.get(("used", *key[1:]))
        if often and (share := often.estimate):
            played = share.scaled(100)
    return SweptBox(variant, games.all, own, value, gap, played, judged, reach(judged))


# --- what is watched ----------------------------------------------------------------------------------


def watched_key(plan: SweepPlan, cards: Sequence[str], games: Games) -> Key | None:
    """The watched figure: the requested one, or the effect of the card if only one is varied.

    None if all aims are. Raises BadOption for a figure that these games do not have.
    """
    if plan.watch:
        return _asked_for(plan.watch, games)
    names = {parameter.way[:2] for parameter in plan.parameters}
    if len(names) == 1:
        table, number = next(iter(names)) if len(next(iter(names))) == 2 else ("", 0)
        entries = plan.base.box.entries.get(str(table), ())
        if number in entries:
            card = entries.index(int(number))
            for key in _of_card(plan.base, str(table), card, cards):
                if (figure := games.all.get(key)) and figure.observed >= FEWEST:
                    return key
    return None if plan.aims else ("length", "games", "actions")


def _of_card(game: Game, table: str, card: int, dealt: Sequence[str]) -> list[Key]:
    """The figures that can measure the effect of a card, the best first."""
    told, name = deals.study_of(game), game.box.names[table][card]
    shown = deals.names(game, table)[card] if any(each.kind == table for each in told.shown) else ""
    tallies = [kind for kind, of in game.tallies.items() if of == table]
    return [
        *([(DEALT, table, each) for each in dealt]),
        *([("wins with first choice", table, shown)] * bool(shown)),
        *(("wins of users", kind, name) for kind in tallies),
    ]


def _asked_for(watch: str, games: Games) -> Key:
    """The figure that `--watch` names: a measure, and what of after a colon."""
    measures = list(dict.fromkeys(figure.measure for figure in games.all.values()))
    measure = max((m for m in measures if watch == m or watch.startswith(f"{m}:")), key=len, default="")
    if not measure:
        near = closest(watch.partition(":")[0].strip(), measures)
        meant = f'did you mean "{near}"? ' if near else ""
        raise BadOption(f'--watch: there is no measure "{watch}"; {meant}There are {", ".join(measures)}')
    what = watch[len(measure) :].removeprefix(":").strip()
    own = [figure for figure in games.all.values() if figure.measure == measure]
    fits = [figure for figure in own if figure.what == what or (not what and len(own) == 1)]
    if not fits:
        known = ", ".join(figure.what for figure in own[:12])
        raise BadOption(f'--watch: {measure} has no "{what}"; write "{measure}: {own[0].what}". It has {known}')
    return fits[0].key


def aim_of(aims: Sequence[Aim], plan: SweepPlan, games: Games, key: Key | None) -> Aim | None:
    """The aim that is about a figure."""
    judged = wanted.judge_aims(aims, games, plan.each.settings.bots)
    return next((each.aim for each in judged if each.figure.key == key), None)


# --- what is chosen -----------------------------------------------------------------------------------


def propose_box(plan: SweepPlan, now: SweptBox, found: Sequence[SweptBox], aim: Aim | None) -> SweptBox | None:
    """The box that is proposed: of those that hold the aim with their whole interval the one nearest to the box as it
    is, and if none does, the one that comes nearest to holding it. None without an aim.
    """
    every = [now, *found]
    if aim:
        own = [each for each in every if each.watched]
        holds = [each for each in own if each.watched and each.watched.verdict == "holds"]
        if holds:
            return min(holds, key=lambda each: (away(plan.parameters, each.variant), each.reach.missed))
        return min(own, key=lambda each: (beyond(each.watched), away(plan.parameters, each.variant)), default=None)
    if not plan.aims:
        return None
    return min(every, key=lambda each: (round(each.reach.beyond, 9), away(plan.parameters, each.variant)))


def beyond(each: JudgedFigure | None) -> float:
    """How far a figure reaches beyond its aim."""
    return reach([each]).beyond if each else math.inf


def write_chosen(swept: Swept, folder: Path) -> Path | None:
    """Writes the box that is proposed; None where none is, or it is the one as it is."""
    best = swept.chosen
    if best is None or best.variant.digest == swept.now.variant.digest:
        return None
    return write_best(best.variant, folder)
