"""What a person's finished games say about them: how often they win in each seat and with each number of players, and
what is worth knowing. Only the person sees these figures.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, median

import msgspec

from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.text.words import phrase, say
from cogtable.server.db.results import Finished
from cogtable.server.wire.base import Against

LEAST_GAMES = 20
"""The number of games from which a difference between two kinds of them is looked at."""

LEAST_OF_A_KIND = 5
"""The number of games of each kind that it needs."""

CHANCE = 0.01
"""The probability that a person whose results are all chance reads that something is worth knowing."""


class Played(msgspec.Struct, kw_only=True, frozen=True):
    """A finished game with a winner, as a person played it: their `seat` among so many `players`, whether they won
    alone, and their `score`, None if the game ended early. `moves` is its number of moves, 0 if that was not counted.
    """

    game: str
    against: Against
    players: int
    seat: int
    won: bool
    score: int | None = None
    moves: int = 0


class WinRate(msgspec.Struct, kw_only=True, frozen=True):
    """How many of a person's games with a number of `players` they have won, in a `seat`; in all seats if it is -1."""

    players: int
    seat: int
    games: int
    won: int


class Figures(msgspec.Struct, kw_only=True, frozen=True):
    """A person's figures in a game, with other people or against bots alone: the win rates for each number of players
    and each seat, and the mean score, None without any.
    """

    game: str
    against: Against
    rates: tuple[WinRate, ...]
    points: float | None


class Tally(msgspec.Struct, kw_only=True, frozen=True):
    """So many games, of which so many were won."""

    games: int
    won: int


class Comparison(msgspec.Struct, kw_only=True, frozen=True):
    """Two kinds of games of a person, and the sentence about their results. If both went equally well, the odds of
    winning the first kind would be `odds` times those of the second.
    """

    words: str
    first: Tally
    second: Tally
    odds: float = 1.0

    @property
    def is_looked_at(self) -> bool:
        """Whether there are enough games of both kinds."""
        games = self.first.games, self.second.games
        return sum(games) >= LEAST_GAMES and min(games) >= LEAST_OF_A_KIND


def played_by(account: str, games: Iterable[Finished], moves: Mapping[str, int]) -> list[Played]:
    """Returns those of a person's games that have a winner. `moves` are their numbers of moves by table, as far as they
    were counted.
    """
    found = []
    for game in games:
        if not game.places:
            continue
        own = game.own(account)
        company = any(sat.kind != "bot" and sat.seat != own.seat for sat in game.seats)
        found.append(
            Played(
                game=game.game,
                against="people" if company else "bots",
                players=len(game.seats),
                seat=own.seat,
                won=game.outcome(account) == "won",
                score=game.scores[own.seat] if game.gave_up < 0 and game.scores and not own.resigned else None,
                moves=moves.get(game.table, 0) if game.gave_up < 0 else 0,
            )
        )
    return found


def figures(played: Iterable[Played]) -> list[Figures]:
    """Returns a person's figures, by game and by whom they played with."""
    groups: defaultdict[tuple[str, Against], list[Played]] = defaultdict(list)
    for each in played:
        groups[each.game, each.against].append(each)
    found = []
    for (game, against), own in sorted(groups.items()):
        games, won = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for each in own:
            for seat in (-1, each.seat):
                games[each.players, seat] += 1
                won[each.players, seat] += each.won
        rates = [WinRate(players=at[0], seat=at[1], games=games[at], won=won[at]) for at in sorted(games)]
        scores = [each.score for each in own if each.score is not None]
        points = fmean(scores) if any(scores) else None
        found.append(Figures(game=game, against=against, rates=tuple(rates), points=points))
    return found


# --- what is worth knowing --------------------------------------------------------------------------


def worth_knowing(played: Sequence[Played]) -> list[str]:
    """Returns a sentence for each difference between two kinds of a person's games that is not chance, the clearest
    first.

    Each difference is judged by Fisher's exact test (see `p_value`), all of them together with Holm's correction: S.
    Holm, "A simple sequentially rejective multiple test procedure" (1979). So a person whose results are all chance
    reads any sentence with a probability of at most `CHANCE`.
    """
    looked_at = [each for each in _comparisons(played) if each.is_looked_at]
    judged = sorted(((p_value(each), each) for each in looked_at), key=lambda one: one[0])
    found = []
    for rank, (p, each) in enumerate(judged):
        if p > CHANCE / (len(judged) - rank):
            break
        found.append(each.words)
    return found


def p_value(found: Comparison) -> float:
    """Returns the probability that chance alone makes a difference at least as unlikely as the one that was found.

    Fisher's exact test (R. A. Fisher, "Statistical Methods for Research Workers", 5th edition, 1934), two-sided: the
    sum of the probabilities of all divisions of the wins between the two kinds that are not more likely than this one.
    Where the odds differ by themselves, as between two and four players, the divisions follow the noncentral
    hypergeometric distribution (J. Cornfield, "A statistical problem arising from retrospective studies", 1956).
    """
    first, second, wins = found.first.games, found.second.games, found.first.won + found.second.won
    divisions = range(max(0, wins - second), min(first, wins) + 1)
    logs = [_log_ways(first, n) + _log_ways(second, wins - n) + n * math.log(found.odds) for n in divisions]
    largest = max(logs)
    weights = [math.exp(each - largest) for each in logs]
    own = weights[found.first.won - divisions.start]
    return math.fsum(each for each in weights if each <= own * (1 + 1e-9)) / math.fsum(weights)


def _log_ways(n: int, k: int) -> float:
    """Returns the logarithm of the number of ways to choose `k` of `n`."""
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _tally(games: Iterable[Played]) -> Tally:
    own = list(games)
    return Tally(games=len(own), won=sum(each.won for each in own))


def _comparisons(played: Sequence[Played]) -> list[Comparison]:
    """Returns all comparisons of a person's games, each within one game."""
    by_game: defaultdict[str, list[Played]] = defaultdict(list)
    for each in played:
        by_game[each.game].append(each)
    found = []
    for game, own in sorted(by_game.items()):
        title = _title(game)
        for players in sorted({each.players for each in own}):
            same = [each for each in own if each.players == players]
            found.append(_of_company(title, players, same))
            for against in ("people", "bots"):
                alike = [each for each in same if each.against == against]
                found += _of_seats(title, players, alike)
                found += _of_length(title, players, alike)
        for against in ("people", "bots"):
            found += _of_players(title, [each for each in own if each.against == against])
    return found


def _of_company(title: str, players: int, games: Sequence[Played]) -> Comparison:
    bots = _tally(each for each in games if each.against == "bots")
    people = _tally(each for each in games if each.against == "people")
    words = phrase(
        "{game} with {n} players: you win {won} of {games} games against bots, and {otherwon} of {othergames} with "
        "people."
    )
    return _compared(say(words, game=title, n=players, **_numbers(bots, people)), bots, people)


def _of_seats(title: str, players: int, games: Sequence[Played]) -> list[Comparison]:
    """Compares each seat with the others; of two seats, only the first with the second."""
    found = []
    for seat in range(1 if players == 2 else players):
        own = _tally(each for each in games if each.seat == seat)
        others = _tally(each for each in games if each.seat != seat)
        words = phrase(
            "{game} with {n} players: in seat {seat} you win {won} of {games} games, and {otherwon} of {othergames} "
            "elsewhere."
        )
        found.append(_compared(say(words, game=title, n=players, seat=seat + 1, **_numbers(own, others)), own, others))
    return found


def _of_length(title: str, players: int, games: Sequence[Played]) -> list[Comparison]:
    """Compares the shorter half of the games with the longer one."""
    counted = [each for each in games if each.moves]
    if not counted:
        return []
    middle = math.floor(median(each.moves for each in counted))
    short = _tally(each for each in counted if each.moves <= middle)
    long = _tally(each for each in counted if each.moves > middle)
    words = phrase(
        "{game} with {n} players: you win {won} of {games} games of at most {moves} moves, and {otherwon} of "
        "{othergames} longer ones."
    )
    return [_compared(say(words, game=title, n=players, moves=middle, **_numbers(short, long)), short, long)]


def _of_players(title: str, games: Sequence[Played]) -> list[Comparison]:
    """Compares the two most frequent numbers of players, by the odds that each player would have with equal shares."""
    counts = Counter(each.players for each in games)
    most = sorted(players for players, _ in counts.most_common(2) if players > 1)
    if len(most) < 2:
        return []
    few, many = most
    first = _tally(each for each in games if each.players == few)
    second = _tally(each for each in games if each.players == many)
    words = phrase(
        "{game}: you win {won} of {games} games with {n} players, where an equal share is {share}, and {otherwon} of "
        "{othergames} with {othern}, where it is {othershare}."
    )
    told = say(
        words,
        game=title,
        n=few,
        othern=many,
        share=round(first.games / few),
        othershare=round(second.games / many),
        **_numbers(first, second),
    )
    return [_compared(told, first, second, odds=(many - 1) / (few - 1))]


def _numbers(first: Tally, second: Tally) -> dict[str, int]:
    return {"won": first.won, "games": first.games, "otherwon": second.won, "othergames": second.games}


def _compared(words: str, first: Tally, second: Tally, odds: float = 1.0) -> Comparison:
    return Comparison(words=words, first=first, second=second, odds=odds)


def _title(game: str) -> str:
    try:
        return say(registry.find(game).title)
    except CogtableError:
        return game
