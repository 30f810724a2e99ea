"""Shares of wins: `hard` against `greedy`, and the bots' search against the plain method at equal time."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from bench.figure import Figure
from cogtable.bots.mcts import PLAIN, SearchConfig, think
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match
from cogtable.lab.simulate import simulate
from cogtable.lab.statistics import interval

SEATS = {"coalheart": 4}
"""The numbers of seats, if not the fewest of a game."""

AIMS = dict.fromkeys(("splendor", "megaman", "smashgear", "recharge"), "at least 0.80")
AIMS["coalheart"] = "at least 0.50, twice the even share"

DUELS = ("splendor", "megaman")
"""Games in which a match at equal time doesn't take long."""

SECONDS = 0.02
"""The time of each side for a move."""


def measure(games: Sequence[Game], matches: int) -> Iterator[Figure]:
    """Plays `matches` matches for each figure."""
    for game in games:
        seats = SEATS.get(game.name, game.min_seats)
        won, played = one_among(game, seats, "hard", "greedy", matches)
        yield share(f"{game.name}, {seats} seats, one hard among greedy", won, played, AIMS.get(game.name, ""))
        if game.name in DUELS:
            with ThreadPoolExecutor(2) as pool:
                won = sum(pool.map(lambda number: duel(game, number), range(matches)))  # noqa: B023
            yield share(f"{game.name}, search at equal time against the plain", won, matches)


def share(name: str, won: float, matches: int, aim: str = "") -> Figure:
    """Returns the row of a share of wins with its 95 % interval."""
    rate, low, high = interval(won, matches)
    aimed = f"; aim: {aim}" if aim else ""
    return Figure(name, rate, "of wins", f"{low:.2f} to {high:.2f}{aimed}")


def one_among(game: Game, seats: int, one: str, others: str, matches: int) -> tuple[float, int]:
    """Returns the wins of a bot that takes each seat in turn among others of one kind, and the number of matches."""
    each = -(-matches // seats)
    won = 0.0
    for seat in range(seats):
        bots = [one if other == seat else others for other in range(seats)]
        won += simulate(game, seats=seats, bots=bots, games=each).wins[seat]
    return won, each * seats


def duel(game: Game, number: int) -> float:
    """Returns the wins of a seat that searches like the bots against one with the plain method."""
    match = game.start(seats=2, seed=number // 2)
    one = number % 2
    while not match.over:
        seat = match.waiting[0]
        settings = SearchConfig(1_000_000) if seat == one else PLAIN._replace(simulations=1_000_000)
        match.play(seat, chosen(match, seat, settings))
    first = [seat for seat, place in enumerate(match.ranks) if place == 1]
    return (one in first) / len(first)


def chosen(match: Match, seat: int, settings: SearchConfig) -> int:
    """Returns the number of simulations of a search in some milliseconds."""
    choices = match.choices(seat)
    if len(choices) == 1:
        return choices[0].action
    return think(match.game, match.hidden(seat), seat, match.ply, settings, seconds=SECONDS).best
