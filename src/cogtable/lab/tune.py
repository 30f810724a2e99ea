"""Tuning: numbers of a box are searched, within bounds, for those with which the aims hold.

Optuna proposes boxes (TPE: J. Bergstra and others, "Algorithms for hyper-parameter optimization", 2011); all are played
on the same deals. The best result on these deals is partly luck, so the verdicts come from deals that the search has
not seen.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from cogtable.engine.errors import BadBox, BadOption
from cogtable.engine.integers import as_whole
from cogtable.engine.play.game import Game
from cogtable.lab import aims as wanted
from cogtable.lab import study
from cogtable.lab.aims import Aim, JudgedFigure
from cogtable.lab.extras import extra
from cogtable.lab.figures import Games
from cogtable.lab.parameters import Boxes, Parameter, Variant, parse_parameters, write_best
from cogtable.lab.repeat_command import command_line
from cogtable.lab.study import Progress
from cogtable.lab.sweep import plan_of_each
from cogtable.lab.trials import MOST_ALONE, Reach, Trials, away, cards_of, reach
from cogtable.lab.workers import Here, Workers

TOGETHER = 4
"""The number of boxes proposed at a time. It is the same for any number of workers, so that the proposals do not depend
on them.
"""

CHECKED = 2
"""The number of deals that the verdicts come from, as a multiple of the deals that each box was tried on."""

NEARNESS = 0.01
"""How much being far from the box as it is counts: of two that are as good, the one that changes less is better."""


class TuningPlan(NamedTuple):
    """A tuning: numbers within bounds, the aims, and how many boxes are tried (`trials`)."""

    parameters: list[Parameter]
    boxes: Boxes
    each: study.StudyPlan
    given: Sequence[str]
    aims: list[Aim]
    file: Path
    trials: int
    folder: Path

    @property
    def base(self) -> Game:
        """The game with the box as it is."""
        return self.boxes.base

    @property
    def command(self) -> str:
        """The command line that repeats it."""
        aims = self.file if self.file != wanted.aims_file(self.base) else None
        own = {"--trials": self.trials, "--aims": aims, "--out": self.folder}
        return command_line("tune", self.base, {"--set": self.given, **self.each.shared, **own})


def plan_tuning(
    game: Game,
    given: Sequence[str],
    folder: Path,
    *,
    aims: Path | None = None,
    trials: int = 60,
    seats: int | None = None,
    bots: Sequence[str] = ("greedy",),
    games: int = 1000,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    threads: int = 0,
) -> TuningPlan:
    """The arguments of a tuning, checked. Every value is tried in a box, the others as they are, so bounds that the
    game does not allow are refused here.

    `given` are parameters with their bounds (see `parameters`), `folder` is where boxes go. Raises BadOption,
    UnknownBot, MissingExtra.
    """
    with extra():
        import optuna  # noqa: F401 - before anything is played
    each = plan_of_each(game, seats, bots, games, seed, options, threads)
    file = aims or wanted.aims_file(game)
    if file is None:
        beside = game.box_file.with_name(f"{game.box_file.stem}.aims.toml")
        raise BadOption(f"there are no aims to tune for; write them into {beside}, or name a file with --aims")
    if (as_whole(trials) or 0) < 1:
        raise BadOption(f"expected 1 trial or more; found {trials}")
    parameters = parse_parameters(game, given)
    boxes = Boxes(game, parameters, folder / "boxes")
    boxes.check_bounds()
    return TuningPlan(parameters, boxes, each, list(given), wanted.load_aims(file, game), file, trials, folder)


class TriedBox(NamedTuple):
    """A box that was tried. The search minimises `loss`: the distance of the figures from their aims, plus a small
    penalty for changes.
    """

    variant: Variant
    reach: Reach
    loss: float


class CheckedBox(NamedTuple):
    """A box on the deals that the search has not seen."""

    variant: Variant
    figures: Games
    judged: list[JudgedFigure]


class Tuned(NamedTuple):
    """A tuning that was played: all boxes in order, and the best and the one as it is on other deals."""

    plan: TuningPlan
    now: TriedBox
    tried: list[TriedBox]
    best: TriedBox
    before: CheckedBox
    after: CheckedBox
    deals: int

    @property
    def changed(self) -> bool:
        """Whether a better box was found than the one as it is."""
        return self.best.variant.digest != self.now.variant.digest


def run_tuning(
    plan: TuningPlan,
    folder: Path,
    progress: Callable[[Progress], object] = lambda progress: None,
    workers: Workers[Any] | None = None,
) -> Tuned:
    """Plays the games that the folder lacks, writes the best boxes, and returns all.

    It can be stopped and continued like `run_study`: proposals depend only on the seed and the earlier results. Raises
    BadOption for a folder that holds something else, and for aims that the game cannot have.
    """
    cards = cards_of(plan.base, plan.parameters)
    trials = Trials(plan.each, folder, "tune", cards[:MOST_ALONE], workers or Here(plan.each.threads))
    search = _Search(plan, trials, progress)
    base = Variant(tuple(p.numbers[0] if p.now is None else p.now for p in plan.parameters), plan.base, "", "As it is")
    now = search.tried([base])[0]
    tried = list(search.all())
    best = min([now, *tried], key=lambda each: each.loss)
    fresh = trials.on_other_deals(CHECKED)
    fresh.play([base.game, best.variant.game], search.last)
    sides = [_side(plan, fresh, variant) for variant in (base, best.variant)]
    _write(plan, tried)
    return Tuned(plan, now, tried, best, sides[0], sides[1], fresh.plan.deals)


def _side(plan: TuningPlan, trials: Trials, variant: Variant) -> CheckedBox:
    games = trials.figures(variant.game)
    return CheckedBox(variant, games, wanted.judge_aims(plan.aims, games, plan.each.settings.bots))


MOST_WRITTEN = 10
"""The number of boxes that are written, the best of all."""


def ranked(tried: Sequence[TriedBox]) -> list[TriedBox]:
    """All boxes, each once, the best first."""
    each = {one.variant.digest: one for one in reversed(tried)}
    return sorted(each.values(), key=lambda one: one.loss)


def _write(plan: TuningPlan, tried: Sequence[TriedBox]) -> None:
    plan.boxes.folder.mkdir(parents=True, exist_ok=True)
    for one in ranked(tried)[:MOST_WRITTEN]:
        plan.boxes.file(one.variant.numbers).write_text(one.variant.text, encoding="utf-8")


def write_best_of(tuned: Tuned, folder: Path) -> Path | None:
    """Writes the best box; None if that is the one as it is."""
    return write_best(tuned.best.variant, folder) if tuned.changed else None


class _Search:
    """Proposes boxes, plays them, and learns from the results."""

    def __init__(self, plan: TuningPlan, trials: Trials, progress: Callable[[Progress], object]) -> None:
        self._plan, self._trials, self._progress = plan, trials, progress
        self._each = trials.games_each()
        self._count = min(plan.trials, math.prod(len(p.numbers) for p in plan.parameters))
        self._total = self._each * (self._count + 1 + 2 * CHECKED)
        self._done = 0
        self._known: dict[str, Reach] = {}

    def tried(self, variants: Sequence[Variant]) -> list[TriedBox]:
        """Plays some boxes together, and returns the result of each."""
        new = {v.digest: v.game for v in variants if v.digest not in self._known}
        self._trials.play(new.values(), self._told)
        for digest, game in new.items():
            judged = wanted.judge_aims(self._plan.aims, self._trials.figures(game), self._plan.each.settings.bots)
            self._known[digest] = reach(judged)
        self._done += self._each * len(variants)
        return [self._tried(variant) for variant in variants]

    def _tried(self, variant: Variant) -> TriedBox:
        found = self._known[variant.digest]
        far = away(self._plan.parameters, variant) / len(self._plan.parameters)
        return TriedBox(variant, found, found.beyond + NEARNESS * far)

    def _told(self, now: Progress) -> None:
        self._progress(Progress("playing", min(self._total, self._done + now.done), self._total))

    def last(self, now: Progress) -> None:
        """Reports the progress of the games on other deals."""
        self._progress(Progress("checking", self._total - now.total + now.done, self._total))

    def all(self) -> Iterator[TriedBox]:
        """The boxes that are tried, in order: all there are, or as many as the plan says."""
        if self._count < self._plan.trials or math.prod(len(p.numbers) for p in self._plan.parameters) == self._count:
            yield from self._every()
        else:
            yield from self._proposed()

    def _every(self) -> Iterator[TriedBox]:
        batch: list[Variant] = []
        for numbers in product(*(parameter.numbers for parameter in self._plan.parameters)):
            if variant := self._made(numbers):
                batch.append(variant)
            if len(batch) == TOGETHER:
                yield from self.tried(batch)
                batch = []
        if batch:
            yield from self.tried(batch)

    def _made(self, numbers: Sequence[int]) -> Variant | None:
        """A box; None if the game does not allow these numbers together."""
        try:
            return self._plan.boxes.make(numbers)
        except BadBox:
            return None

    def _proposed(self) -> Iterator[TriedBox]:
        with extra():
            import optuna
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        parameters = self._plan.parameters
        places: dict[str, optuna.distributions.BaseDistribution] = {
            str(at): optuna.distributions.IntDistribution(0, len(p.numbers) - 1) for at, p in enumerate(parameters)
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            sampler = optuna.samplers.TPESampler(
                seed=self._plan.each.settings.seed % (1 << 32),
                multivariate=True,
                constant_liar=True,
                n_startup_trials=max(8, 3 * len(parameters)),
            )
        search = optuna.create_study(sampler=sampler)
        if all(parameter.now in parameter.numbers for parameter in parameters):
            search.enqueue_trial({str(at): p.numbers.index(p.now or 0) for at, p in enumerate(parameters)})
        for first in range(0, self._count, TOGETHER):
            asked = [search.ask(places) for _ in range(min(TOGETHER, self._count - first))]
            made = [self._made([p.numbers[one.params[str(at)]] for at, p in enumerate(parameters)]) for one in asked]
            tried = iter(self.tried([variant for variant in made if variant]))
            for one, variant in zip(asked, made, strict=True):
                if variant is None:
                    search.tell(one, state=optuna.trial.TrialState.FAIL)
                    continue
                found = next(tried)
                search.tell(one, found.loss)
                yield found
