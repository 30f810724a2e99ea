"""A study of a game: many games between bots, the effect of dealt cards, the value of skill, and restricted play.

Results are kept in a folder, part by part, so a stopped study continues where it was. A part is a range of deals and
depends only on its seeds, so parts can be played anywhere and in any order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cogtable import bots as all_bots
from cogtable.bots import Bot
from cogtable.engine.boxes.diff import Change, differences
from cogtable.engine.errors import BadOption
from cogtable.engine.integers import as_whole
from cogtable.engine.play.game import Game
from cogtable.engine.rules import verbs
from cogtable.engine.rules.rng import check_seed
from cogtable.lab import deals, ladder
from cogtable.lab.ablation import Restricted
from cogtable.lab.compiled_games import play_tables
from cogtable.lab.game_log import COLUMNS, Deals, deal_games, record_games, tabulated, turns_of
from cogtable.lab.repeat_command import bot_option, command_line, game_options
from cogtable.lab.simulate import players_of, seats_of
from cogtable.lab.study_folder import Store
from cogtable.lab.workers import Here, Workers

DEALS = 50
"""The number of deals in a part."""

SKILL = 120
"""The default number of games that rate the bots, and of decisions that are compared."""

LEVELS = ("random", "greedy", "easy", "medium")
"""The bots of the ladder that measures skill."""

JUDGE = all_bots.EXPERT
"""The bot that `greedy` is compared with, decision by decision."""


class StudySettings(msgspec.Struct, frozen=True, kw_only=True):
    """The subject of a study. A folder holds one study. `box` and `against` are the digests of boxes."""

    game: str
    version: str
    box: str
    against: str
    options: dict[str, int]
    seats: int
    bots: list[str]
    seed: int
    card: str = ""


class StudyPlan(NamedTuple):
    """A study: the games, and how many further games for skill and for each restriction."""

    game: Game
    against: Game | None
    settings: StudySettings
    deals: int
    turns: int
    skill: int
    restricted: int
    card: tuple[str, int] | None
    threads: int
    aims: Path | None = None
    out: Path | None = None

    @property
    def games(self) -> list[Game]:
        """The game with the box that is studied, and with the one it is compared with."""
        return [self.game, self.against] if self.against else [self.game]

    @property
    def shared(self) -> dict[str, object]:
        """The options on the command line that studies, sweeps and tunings share."""
        wanted = self.settings
        return {
            "--seats": wanted.seats,
            "--bot": bot_option(wanted.bots),
            "--games": self.deals * self.turns,
            "--seed": wanted.seed,
            "-o": game_options(self.game, wanted.options),
        }

    @property
    def command(self) -> str:
        """The command line that repeats it."""
        own: dict[str, object] = {
            "--against": self.against.box_file if self.against else None,
            "--card": self.settings.card,
            "--skill": self.skill if self.skill != SKILL else None,
            "--without": self.restricted if self.restricted != _restricted(self.deals * self.turns) else None,
            "--aims": self.aims,
            "--out": self.out or f"study-{self.game.name}",
        }
        return command_line("study", self.game, self.shared | own)


class Studied(NamedTuple):
    """The results: rows of games, of restricted games, of games about one card, and of judged decisions."""

    plan: StudyPlan
    rows: list[dict[str, Any]]
    restricted: list[dict[str, Any]]
    card: list[dict[str, Any]]
    judged: list[dict[str, Any]]
    ladder: ladder.Ladder | None

    @property
    def changes(self) -> list[Change]:
        """The differences between the boxes."""
        plan = self.plan
        return differences(plan.game.box_file, plan.against.box_file) if plan.against else []


def plan_study(
    game: Game,
    *,
    against: Game | None = None,
    seats: int | None = None,
    bots: Sequence[str] = ("greedy",),
    games: int = 2000,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    skill: int = SKILL,
    restricted: int | None = None,
    card: str = "",
    threads: int = 0,
    aims: Path | None = None,
    out: Path | None = None,
) -> StudyPlan:
    """The arguments of a study, checked. Each deal is played several times where hands are dealt, so `games` is rounded
    up. `aims` is the file of aims to judge by, `out` the folder for the report; both stand in the command that repeats
    the study. Raises BadOption and UnknownBot.
    """
    seats = seats_of(game, seats, bots)
    game.blank(seats, options or {})
    if (as_whole(games) or 0) < 2:
        raise BadOption(f"a study takes 2 games or more; found {games}")
    turns = turns_of(game, seats)
    count = max(2, math.ceil(games / turns))
    seed = check_seed(seed, count)
    players = players_of(bots, seats)
    if against and against.box.digest == game.box.digest:
        raise BadOption(f"{against.box.source} is the same as the box that is studied: there is nothing to compare")
    settings = StudySettings(
        game=game.name,
        version=game.version,
        box=game.box.digest,
        against=against.box.digest if against else "",
        options=game.checked_options(options or {}),
        seats=seats,
        bots=[player.name for player in players],
        seed=seed,
        card=card,
    )
    one = _card(game, card) if card else None
    alone = _restricted(games) if restricted is None else restricted
    return StudyPlan(game, against, settings, count, turns, skill, alone, one, threads, aims, out)


def _restricted(games: int) -> int:
    """The default number of games for each restriction, in a study of `games` games."""
    return max(200, games // 4)


def _card(game: Game, name: str) -> tuple[str, int]:
    """The kind and number of a card that chance deals. Raises BadOption."""
    dealt = deals.study_of(game).dealt
    if not dealt or not dealt.exchanged:
        raise BadOption(f"{game.name} deals no cards into hands, so none can be forced into one")
    known = deals.names(game, dealt.kind)
    for number, each in enumerate(known):
        if each.casefold() == name.casefold():
            return dealt.kind, number
    raise BadOption(f'there is no card "{name}" among the {dealt.kind} of {game.name}')


def restrictions(game: Game) -> dict[str, Sequence[int]]:
    """The restrictions for a bot: the choices of the game, and its plans."""
    study = deals.study_of(game)
    return {**study.choices, **study.plans}


# --- the parts ----------------------------------------------------------------------------------------


WHOLE = ("length", "margin", "lead_changes")
"""The columns kept of whole games when one card is examined (see `COLUMNS`)."""


class StudyPart(NamedTuple):
    """A piece of work: some of the deals of a plan, and the kind of games to play with them. Any worker can play it.

    `kind` is one of the keys of `_PLAYED`; `which` is the number of a restriction or of a card. `games` is the number
    of games.
    """

    plan: StudyPlan
    kind: str
    first: int
    deals: int
    games: int
    which: int | None = None

    @property
    def name(self) -> str:
        """Its name in the folder of a study."""
        which = "" if self.which is None else f"-{self.which}"
        return f"{self.kind}{which}-{self.first:012}-{self.deals}"

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.plan.game

    def play(self) -> list[dict[str, Any]]:
        """Plays it, and returns its rows."""
        return _PLAYED[self.kind](self)


def parts(plan: StudyPlan, together: int = DEALS) -> list[StudyPart]:
    """All parts, except the ladder; `together` is how many deals of whole games make a part."""
    seats = plan.settings.seats
    found = parts_of(plan, "games", plan.deals, plan.turns * len(plan.games), together=together)
    for number in range(len(restrictions(plan.game)) if plan.restricted else 0):
        found += parts_of(plan, "without", math.ceil(plan.restricted / seats), seats, number)
    if plan.card:
        found += parts_of(plan, "alone", plan.deals, seats * len(card_variants(plan.game, *plan.card)))
    return found + parts_of(plan, "judged", plan.skill, 0, together=10)


def parts_of(
    plan: StudyPlan, kind: str, deals: int, games: int, which: int | None = None, *, together: int = DEALS
) -> list[StudyPart]:
    """The parts of one kind; `games` is how many a deal takes, `together` how many deals make a part."""
    first = plan.settings.seed
    sizes = [(at, min(together, deals - at)) for at in range(0, deals, together)]
    return [StudyPart(plan, kind, first + at, count, games * count, which) for at, count in sizes]


class Series(NamedTuple):
    """The games of a part that are played with one box, and with hands passed on by the same number of seats."""

    part: StudyPart
    box: int
    turns: int

    @property
    def game(self) -> Game:
        """The game with the box."""
        return self.part.plan.games[self.box]

    @property
    def deals(self) -> Deals:
        """The games to play."""
        return Deals(self.part.first, self.part.deals, self.turns)

    @property
    def states(self) -> Any:
        """The states at the start, one for each game."""
        return deal_games(self.game, self._blank, self.part.plan.settings.seats, self.deals)

    @property
    def _blank(self) -> Any:
        return self.game.blank(self.part.plan.settings.seats, self.part.plan.settings.options)

    def play(self, players: list[Bot]) -> list[dict[str, Any]]:
        """Plays the games, and returns their rows."""
        return [{"box": self.box, **row} for row in record_games(self.game, self._blank, players, self.deals)]


def series_of(part: StudyPart) -> list[Series]:
    """All games of a part of whole games."""
    return [Series(part, box, turns) for box in range(len(part.plan.games)) for turns in range(part.plan.turns)]


def in_order_of_deals(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a part of whole games in the order in which studies keep them."""
    return sorted(rows, key=lambda row: (row["deal"], row["box"], row["turns"]))


def _whole(part: StudyPart) -> list[dict[str, Any]]:
    """Whole games, with each box."""
    players = players_of(part.plan.settings.bots, part.plan.settings.seats)
    return in_order_of_deals(row for series in series_of(part) for row in series.play(players))


def _without(part: StudyPart) -> list[dict[str, Any]]:
    """Games in which one seat is restricted, each deal with each seat."""
    settings, game = part.plan.settings, part.game
    players = players_of(settings.bots, settings.seats)
    blank = game.blank(settings.seats, settings.options)
    assert part.which is not None
    name, actions = list(restrictions(game).items())[part.which]
    rows = []
    for seat in range(settings.seats):
        watched = Restricted(game, seat, actions, part.first)
        played = play_tables(game, blank, players, part.first, part.deals, watched=watched)
        rows += [
            {"without": name, "deal": part.first + i, "seat": seat, "won": float(played.won[i, seat])}
            | {"finished": bool(played.over[i])}
            for i in range(part.deals)
        ]
    return sorted(rows, key=lambda row: (row["deal"], row["seat"]))


def _alone(part: StudyPart) -> list[dict[str, Any]]:
    """One card: forced into each hand in turn, as it is and blanked; and games without it."""
    assert part.plan.card
    rows = []
    for name, variant in card_variants(part.game, *part.plan.card).items():
        forced = None if name == "removed" else part.plan.card
        rows += [{"variant": name, **row} for row in _each_hand(part, variant, forced)]
    return sorted(rows, key=lambda row: (row["deal"], row["variant"], row["turns"]))


def _dealt(part: StudyPart) -> list[dict[str, Any]]:
    """Games in which a card, by its number, was dealt to each seat in turn."""
    dealt = deals.study_of(part.game).dealt
    assert dealt
    assert part.which is not None
    return sorted(_each_hand(part, part.game, (dealt.kind, part.which)), key=lambda row: (row["deal"], row["turns"]))


def card_variants(game: Game, kind: str, card: int) -> dict[str, Game]:
    """The game with a card as it is; with the card blanked if it has abilities: it does nothing then; and without the
    card, where the game can do with one fewer.
    """
    every = {"as it is": game, "blanked": deals.blanked(game, kind, card), "removed": deals.removed(game, kind, card)}
    return {name: variant for name, variant in every.items() if variant}


def _each_hand(part: StudyPart, game: Game, forced: tuple[str, int] | None) -> Iterator[dict[str, Any]]:
    """Games of each deal, one for each seat: that seat gets the hand that is looked at, with a card forced into it."""
    settings = part.plan.settings
    players = players_of(settings.bots, settings.seats)
    blank = game.blank(settings.seats, settings.options)
    dealt, seats = deals.study_of(game).dealt, len(players)
    assert dealt
    names = [name for of, name in dict.fromkeys(game.tallied)]
    own = game.box.names[forced[0]][forced[1]] if forced else ""
    at = names.index(own) if own in names else None

    def changed(states: Any) -> None:
        if forced:
            replaced = (np.arange(len(states)) + part.first) % 64
            deals.force(game, dealt, states, seats, forced[1], replaced)

    for turns in range(seats):
        for row in record_games(game, blank, players, Deals(part.first, part.deals, turns, changed)):
            yield (
                {"deal": row["deal"], "turns": turns, "won": row["won"][turns], "finished": row["finished"]}
                | {"played": at is not None and turns * len(names) + at in row["used"]}
                | {measure: row[measure] for measure in WHOLE}
            )


def _judged(part: StudyPart) -> list[dict[str, Any]]:
    """Decisions of greedy bots, with the strongest bot's choice."""
    settings, game = part.plan.settings, part.game
    blank = game.blank(settings.seats, settings.options)
    watcher = _Sampler(game, part.first)
    play_tables(game, blank, players_of(["greedy"], settings.seats), part.first, part.deals, watched=watcher)
    return watcher.judged()


_PLAYED: dict[str, Callable[[StudyPart], list[dict[str, Any]]]] = {
    "games": _whole,
    "without": _without,
    "alone": _alone,
    "dealt": _dealt,
    "judged": _judged,
}


class _Sampler:
    """Keeps one decision of each table, as the seat sees it, with the strongest bot's choice."""

    def __init__(self, game: Game, first: int) -> None:
        self._game, self._first = game, first
        self._kept: dict[int, tuple[int, Any, int, int, int]] = {}
        self._seen: dict[int, int] = {}

    def __call__(self, states: Any, tables: Any, seats: Any, actions: Any) -> None:
        """Each decision between several actions is kept with the same probability in the end (reservoir sampling)."""
        for table, seat, action in zip(tables.tolist(), seats.tolist(), actions.tolist(), strict=True):
            mask = self._game.mask()
            verbs.legal(states[table], self._game.box.record, seat, mask)
            options = int(mask.sum())
            if options < 2:
                continue
            self._seen[table] = seen = self._seen.get(table, 0) + 1
            dice = np.random.default_rng([self._first + table, seen])
            if int(dice.integers(seen)) == 0:
                hidden = states[table : table + 1].copy()
                verbs.hide(hidden[0], self._game.box.record, seat)
                self._kept[table] = (seat, hidden, action, options, int(hidden["ply"][0]))

    def judged(self) -> list[dict[str, Any]]:
        """The choices of both bots."""
        judge, rows = all_bots.find(JUDGE), []
        for table, (seat, hidden, action, options, ply) in sorted(self._kept.items()):
            answer = np.zeros(1, np.int64)
            judge.decide_many(self._game, hidden, np.array([seat], np.int8), np.array([self._first + table]), answer)
            same = int(answer[0]) == action
            rows.append({"deal": self._first + table, "ply": ply, "options": options, "same": same})
        return rows


# --- the whole ----------------------------------------------------------------------------------------


class Progress(NamedTuple):
    """The progress of a study: games played and games in all, including earlier runs."""

    what: str
    done: int
    total: int


def run_study(
    plan: StudyPlan,
    folder: Path,
    progress: Callable[[Progress], object] = lambda progress: None,
    workers: Workers[Any] | None = None,
) -> Studied:
    """Plays the parts that the folder lacks, writes `games.parquet`, and returns all results.

    If it is stopped, also with Ctrl-C, only the parts being played are lost. `progress` is called after each part;
    `workers` play, or else the number of threads in the plan. Raises BadOption for a folder that holds another study,
    and MissingExtra.
    """
    store = Store(folder, plan.settings)
    workers = workers or Here(plan.threads)
    wanted = parts(plan)
    total = sum(part.games for part in wanted) + plan.skill
    done = sum(part.games for part in wanted if store.has(part.name))
    progress(Progress("playing", done, total))
    for part in play_parts(store, [part for part in wanted if not store.has(part.name)], workers):
        done += part.games
        progress(Progress("playing", done, total))
    rated = _ladder(plan, store, workers, lambda count: progress(Progress("rating bots", done + count, total)))
    rows = {
        kind: [row for part in wanted if part.kind == kind for row in store.read(part.name)]
        for kind in ("games", "without", "alone", "judged")
    }
    store.write_table("games.parquet", tabulated(rows["games"]), COLUMNS, {"command": plan.command})
    return Studied(plan, rows["games"], rows["without"], rows["alone"], rows["judged"], rated)


def play_parts(store: Store, wanted: Sequence[StudyPart], workers: Workers[Any]) -> Iterator[StudyPart]:
    """Plays parts, writes each as soon as it is finished, and yields it."""
    for number, rows in workers.each(StudyPart.play, wanted):
        store.write(wanted[number].name, rows)
        yield wanted[number]


def _ladder(
    plan: StudyPlan, store: Store, workers: Workers[Any], counted: Callable[[int], object]
) -> ladder.Ladder | None:
    """The games that rate the levels, kept in the folder as well."""
    if not plan.skill:
        return None
    settings = plan.settings
    names = [name for name in LEVELS if all_bots.find(name).plays(plan.game)]
    begun = ladder.begin_ladder(plan.game, names, seats=settings.seats, seed=settings.seed, options=settings.options)
    file = store.folder / "ladder.json"
    found = ladder.load_ladder(file, begun)

    def played(now: ladder.Ladder) -> None:
        ladder.save_ladder(file, now)
        counted(min(plan.skill, len(now.games)))

    ladder.play_ladder(found, plan.game, plan.skill, played=played, workers=workers)
    return found
