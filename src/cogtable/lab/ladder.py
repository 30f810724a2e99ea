"""A ladder of bots: bots play each other in all seatings, and each gets a rating with an interval.

Game number i uses seating i of a shuffled cycle through all of them, and all seatings of a cycle are dealt from the
same seed, so no bot is favoured by a seat or a deal. `ratings` explains how ratings are computed. Ratings of a ladder
have a mean of 1500; 100 points more mean finishing ahead 64 % of the time, 200 points 76 %, 400 points 91 %.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from cogtable.engine.errors import BadOption
from cogtable.engine.files import replacing
from cogtable.engine.play.game import MAX_SEED, Game
from cogtable.engine.rules.rng import check_seed
from cogtable.lab.compiled_games import play_tables
from cogtable.lab.ratings import RatedGame, Rating, ratings
from cogtable.lab.simulate import players_of
from cogtable.lab.statistics import interval
from cogtable.lab.workers import Here, Workers


class Ladder(msgspec.Struct, kw_only=True):
    """A ladder as stored in a file: its settings, and the places of each game so far, in order."""

    game: str
    version: str
    box: str
    options: dict[str, int]
    seats: int
    bots: list[str]
    seed: int
    games: list[list[int]] = []
    """For each game the place of each seat, 1 for the winner; 0 where the game did not end."""


class BotRating(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's standing: its rating (see `cogtable.lab.ratings`) with the bounds of a 95 % interval, and its share of
    the games it could win.

    `wins` counts for each seat that the bot had, shared wins as shares; even play gives 1 / seats.
    """

    bot: str
    rating: float
    low: float
    high: float
    games: int
    wins: float
    wins_low: float
    wins_high: float


def begin_ladder(
    game: Game,
    bots: Sequence[str],
    *,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Ladder:
    """An empty ladder. Raises BadOption for fewer than two bots, a seed or settings that the game does not have."""
    seats = game.min_seats if seats is None else seats
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise BadOption(f"a ladder takes two bots or more, each once; found {', '.join(bots)}")
    seed = check_seed(seed)
    players_of(bots, len(bots))
    game.blank(seats, options or {})
    checked = game.checked_options(options or {})
    return Ladder(
        game=game.name,
        version=game.version,
        box=game.box.digest,
        options=checked,
        seats=seats,
        bots=list(bots),
        seed=seed,
    )


def load_ladder(path: Path, wanted: Ladder) -> Ladder:
    """The ladder kept in a file, which must be the wanted one begun earlier; `wanted` itself if there is no file.

    Raises BadOption with the difference.
    """
    if not path.exists():
        return wanted
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Ladder)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadOption(f"{path} is not a ladder: {error}") from error
    for field in ("game", "version", "box", "options", "seats", "bots", "seed"):
        if getattr(kept, field) != getattr(wanted, field):
            was, now = getattr(kept, field), getattr(wanted, field)
            raise BadOption(f"the ladder in {path} has {field} {was!r}, not {now!r}; name another file")
    if any(len(places) != wanted.seats for places in kept.games):
        raise BadOption(f"{path} is not a ladder of {wanted.seats} seats: a game has another number of places")
    for number, places in enumerate(kept.games, 1):
        if any(places) and not 1 == min(places) <= max(places) <= kept.seats:
            wrong = f"game {number} has the places {places}; expected 1 to {kept.seats}, with a first place, or all 0"
            raise BadOption(f"{path} is not a ladder: {wrong}")
    return kept


def save_ladder(path: Path, ladder: Ladder) -> None:
    """Writes a ladder to its file atomically."""
    with replacing(path) as new:
        new.write_bytes(msgspec.json.encode(ladder))


def seatings(ladder: Ladder) -> list[tuple[str, ...]]:
    """Every way to seat the bots with at least two different ones, in the order of play."""
    found = [seating for seating in product(ladder.bots, repeat=ladder.seats) if len(set(seating)) > 1]
    random.Random(ladder.seed).shuffle(found)
    return found


@dataclass(frozen=True)
class _Playing:
    """Returns the function that plays games of a ladder by their numbers."""

    game: Game
    blank: Any
    seed: int
    order: Sequence[tuple[str, ...]]

    def __call__(self, numbers: range) -> list[list[int]]:
        return [self._one(number) for number in numbers]

    def _one(self, number: int) -> list[int]:
        seating = self.order[number % len(self.order)]
        deal = (self.seed + number // len(self.order)) & MAX_SEED
        end = play_tables(self.game, self.blank, players_of(seating, len(seating)), deal, 1)
        return [int(place) if end.over[0] else 0 for place in end.ranks[0, :, 0]]


MOST_TOGETHER = 8
"""The most games that a worker plays before it answers: games of strong bots take long."""


def play_ladder(
    ladder: Ladder,
    game: Game,
    games: int,
    *,
    threads: int = 0,
    played: Callable[[Ladder], object] = lambda ladder: None,
    workers: Workers[Any] | None = None,
) -> None:
    """Plays until the ladder has `games` games, with `threads` or else with `workers`; `played` is called after every
    few of them, to save and to show it.
    """
    workers = workers or Here(threads)
    start = len(ladder.games)
    step = max(1, min(MOST_TOGETHER, (games - start) // (4 * workers.size)))
    pieces = [range(at, min(at + step, games)) for at in range(start, games, step)]
    playing = _Playing(game, game.blank(ladder.seats, ladder.options), ladder.seed, seatings(ladder))
    for places in workers.in_order(playing, pieces):
        ladder.games.extend(places)
        played(ladder)


def bot_ratings(ladder: Ladder) -> list[BotRating]:
    """The bots, the best first."""
    numbers = {bot: number for number, bot in enumerate(ladder.bots)}
    count = dict.fromkeys(ladder.bots, 0)
    won = dict.fromkeys(ladder.bots, 0.0)
    results = []
    for cycle, seating, places in _finished(ladder):
        players = tuple(numbers[bot] for bot in seating)
        results.append(RatedGame(players, tuple(places), (cycle, *sorted(players))))
        for bot, place in zip(seating, places, strict=True):
            count[bot] += 1
            won[bot] += (place == 1) / places.count(1)
    rated = ratings(results, len(ladder.bots), seed=ladder.seed)
    found = [_bot_rating(bot, rated[numbers[bot]], count[bot], won[bot]) for bot in ladder.bots]
    return sorted(found, key=lambda rating: -rating.rating)


def _finished(ladder: Ladder) -> Iterator[tuple[int, tuple[str, ...], list[int]]]:
    """Cycle, seating and places of each game that ended. Games of the same bots in one cycle have the same deal."""
    order = seatings(ladder)
    for number, places in enumerate(ladder.games):
        if all(places):
            yield number // len(order), order[number % len(order)], places


def _bot_rating(bot: str, rated: Rating, games: int, won: float) -> BotRating:
    share, low, high = interval(won, games)
    return BotRating(
        bot=bot,
        rating=rated.rating,
        low=rated.low,
        high=rated.high,
        games=games,
        wins=share,
        wins_low=low,
        wins_high=high,
    )
