"""Finds puzzles in games of bots against themselves: positions in which exactly one move keeps the win.

A move **keeps the win** if it wins at least 95 times in 100, and **lets it go** if at most 60 times in 100, each judged
twice from what the seat knows, with hidden information sampled again each time: by a search of that move alone
(`bots.search`), in which every seat picks what is best for itself, and by games that a bot plays to their ends from
there. A decision is clear if both methods agree for each of its moves that it does one or the other. In a puzzle all
decisions are clear, and the first has just one move that keeps the win, which is not the one that looks best at once
(but see `Effort.obvious`). Its line ends with the game, or at a decision that is not clear, or where many moves keep
the win.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cogtable import bots
from cogtable.bots import Bot
from cogtable.bots.mcts import SearchConfig, decide_many, think
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption, BadSave
from cogtable.engine.lessons import puzzle as puzzles
from cogtable.engine.lessons.puzzle import Puzzle, PuzzleDecision, Reply
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match, Move
from cogtable.engine.records.state import Ints, copied
from cogtable.engine.rules import verbs
from cogtable.engine.rules.rng import check_seed
from cogtable.lab.compiled_games import play_on, play_tables
from cogtable.lab.simulate import Range
from cogtable.lab.workers import Workers

KEEPS, LOSES = 0.95, 0.6
"""The chances from which, and up to which, a move keeps the win and lets it go."""

AT_ONCE = "greedy"
"""The bot that takes what looks best at once; a first move that it finds is no puzzle."""

SCREEN = 1000
"""The simulations of a first look at a position."""

FEWEST, FEWEST_OBVIOUS = 4, 3
"""The fewest legal actions of a first decision: with fewer there is little to find."""

MOST_KEEPING = 2
"""If more moves than this keep the win, it is too easy to keep, and the line ends."""

DEEPER = 10
"""The factor of simulations and games for the moves that decide."""

TOGETHER = 10
"""The number of games played from a move before deciding whether more are useful."""

MARGIN = 0.2
"""How far off the chances of a first look may be."""

CHUNK = 8
"""The number of games that are played together."""

MOST_GAMES = 1 << 20
"""The most games that are searched."""

TRIES = 5
"""The number of times that a level chooses a move, each with another seed, to decide whether it finds the move."""


_TESTS = SearchConfig(simulations=250)
TESTER = Bot("", "A search of 250 simulations", partial(decide_many, _TESTS), "search", _TESTS)
"""Not one of the levels: these think as long as suits people, and a puzzle that holds should hold when that changes."""


class PuzzleEffort(msgspec.Struct, frozen=True, kw_only=True):
    """How puzzles are looked for and checked.

    Games are played by `player`. In the puzzle `judge` answers, and `tester` (None: `TESTER`) plays games from each of
    its moves to their ends. Each move is searched alone with `simulations`, and `games` are played from it; ten times
    as many of both for those that decide: all that keep the win, and the best that lets it go. The part `last` of each
    game is looked at: before that hardly anything is decided. `obvious`: first moves that look best at once are taken
    too, as where a game offers few moves and the difficulty lies in seeing why. A puzzle's tree has at most `decisions`
    of them.
    """

    player: str = "medium"
    judge: str = bots.EXPERT
    tester: str | None = None
    simulations: int = 20000
    games: int = 10
    last: float = 0.4
    obvious: bool = False
    decisions: int = 4

    @property
    def testing(self) -> Bot:
        """The bot that plays games from each move to their ends."""
        return bots.find(self.tester) if self.tester else TESTER


class Verdict(NamedTuple):
    """The results for the moves of a decision: how often each wins, as a lower bound for moves that keep the win and an
    upper bound for the others.
    """

    keep: dict[int, float]
    lost: dict[int, float]


# --- judging ----------------------------------------------------------------------------------------


def verdict(match: Match, seat: int, seed: int, effort: PuzzleEffort, *, most: int = sys.maxsize) -> Verdict | None:
    """The moves of a decision that keep the win; None if that is not clear, or more than `most` do.

    Compiles on first use, then depends on the seed only.
    """
    legal = _legal(match, seat)
    found: dict[int, float] = {}
    for action in legal:
        found[action] = _searched(match, seat, action, seed, effort.simulations)
        if not _is_clear(found[action]) or sum(chance >= KEEPS for chance in found.values()) > most:
            return None
    kept = [action for action in legal if found[action] >= KEEPS]
    left = [action for action in legal if found[action] <= LOSES]
    deciding = kept + sorted(left, key=lambda action: -found[action])[:1]
    played: dict[int, float] = {}
    for action in dict.fromkeys([*deciding, *legal]):  # games cost less than deep searches, and fail more often
        games = effort.games * (DEEPER if action in deciding else 1)
        confirmed = confirmed_share(match, seat, action, seed, effort.testing, games, keeps=action in kept)
        if confirmed is None:
            return None
        played[action] = confirmed
    for action in deciding:
        deep = _searched(match, seat, action, seed + 1, DEEPER * effort.simulations)
        if not _is_clear(deep) or (deep >= KEEPS) != (action in kept):
            return None
        found[action] = deep
    keep = {action: min(found[action], played[action]) for action in kept}
    lost = {action: max(found[action], played[action]) for action in played if action not in keep}
    return Verdict(keep, lost)


def _legal(match: Match, seat: int) -> list[int]:
    actions: list[int] = np.flatnonzero(match.legal(seat)).tolist()
    return actions


def _is_clear(chance: float) -> bool:
    return not LOSES < chance < KEEPS


def _searched(match: Match, seat: int, action: int, seed: int, simulations: int) -> float:
    """The seat's chance after an action, by a search of that action alone."""
    return _chance(match.game, match.hidden(seat), seat, action, seed, simulations)


def _chance(game: GameSpec, hidden: Any, seat: int, action: int, seed: int, simulations: int) -> float:
    """The same from a hidden position, an array of one record."""
    return float(think(game, hidden, seat, seed, SearchConfig(simulations), only=[action]).chances[0])


def confirmed_share(
    match: Match, seat: int, action: int, seed: int, tester: Bot, games: int, *, keeps: bool
) -> float | None:
    """How often a seat wins after an action, in games from as many deals of what it does not know; None as soon as they
    can no longer show that the action keeps the win, or else that it lets it go.
    """
    won = 0.0
    for first in range(0, games, TOGETHER):
        count = min(TOGETHER, games - first)
        won += wins_after(match, seat, action, seed + first, tester, count)
        left = games - first - count
        if ((won + left) / games < KEEPS) if keeps else (won / games > LOSES):
            return None
    return won / games


def wins_after(match: Match, seat: int, action: int, seed: int, tester: Bot, games: int) -> float:
    """How many of some games a seat wins after an action, each from a deal of its own."""
    game = match.game
    states = game.state.new(games)
    for i in range(games):
        states[i] = match.determinized(seat, seed + i)[0]
        verbs.play(states[i], game.box.record, seat, action)
    return float(play_on(game, states, [tester] * match.seats, seed).won[:, seat].sum())


# --- a puzzle ---------------------------------------------------------------------------------------


def puzzle_at(match: Match, seat: int, seed: int, effort: PuzzleEffort) -> Puzzle | None:
    """The puzzle of a seat that has a decision to make; None if there is none."""
    return (
        _checked(match, seat, seed, effort)
        if _is_promising(match.game, match.hidden(seat), seat, seed, effort)
        else None
    )


def _checked(match: Match, seat: int, seed: int, effort: PuzzleEffort) -> Puzzle | None:
    """The puzzle in a position that is promising; None if it does not hold."""
    first = _Tree(seat, seed, effort).first(match)
    if first is None:
        return None
    (action,) = first.keep
    return Puzzle(
        key=hashlib.sha256(repr((match.game.name, match.seed, match.ply, seat)).encode()).hexdigest()[:8],
        seats=match.seats,
        seed=match.seed,
        options=match.options,
        moves=tuple((move.seat, move.action) for move in match.moves),
        seat=seat,
        level=_level(match, seat, action, seed),
        first=first,
    )


def _is_promising(game: GameSpec, hidden: Any, seat: int, seed: int, effort: PuzzleEffort) -> bool:
    """Whether a first look at the decision of a seat in a hidden position, an array of one record, leaves it open that
    just one of the moves keeps the win.
    """
    mask = game.mask()
    verbs.legal(hidden[0], game.box.record, seat, mask)
    if mask.sum() < (FEWEST_OBVIOUS if effort.obvious else FEWEST):
        return False
    thought = think(game, hidden, seat, seed, SearchConfig(SCREEN))
    order = np.argsort(-thought.chances)
    first, second = thought.chances[order[:2]].tolist()
    if first < KEEPS - MARGIN or second > min(LOSES + MARGIN, first - MARGIN / 2):
        return False
    best, *others = thought.actions[order].tolist()
    if not effort.obvious and bots.find(AT_ONCE).search(game, copied(hidden), seat, seed).action == best:
        return False
    least, simulations = LOSES + MARGIN, effort.simulations // DEEPER
    return _chance(game, hidden, seat, best, seed, simulations) >= least and all(
        _chance(game, hidden, seat, action, seed, simulations) <= least for action in others
    )


def _level(match: Match, seat: int, action: int, seed: int) -> str:
    """The weakest of the levels that people play against that mostly finds an action."""
    names = [name for name, _ in bots.levels()]
    for name in names:
        if 2 * sum(bots.choose(name, match, seat, seed + at) == action for at in range(TRIES)) > TRIES:
            return name
    return names[-1]


class _Tree:
    """Follows the lines of a puzzle."""

    def __init__(self, seat: int, seed: int, effort: PuzzleEffort) -> None:
        self._seat, self._seed, self._effort = seat, seed, effort
        self._known: dict[bytes, PuzzleDecision | None] = {}

    def first(self, match: Match) -> PuzzleDecision | None:
        """The first decision with all that follows; None if it is not clear, or several moves keep the win."""
        found = verdict(match, self._seat, self._seed, self._effort, most=1)
        return self._grown(match, found) if found and len(found.keep) == 1 else None

    def _grown(self, match: Match, found: Verdict) -> PuzzleDecision:
        keep = {action: self._reply(match, action) for action in found.keep}
        return PuzzleDecision(keep=keep, lost={action: percent(chance) for action, chance in found.lost.items()})

    def _reply(self, match: Match, action: int) -> Reply:
        after = match.copy()
        after.play(self._seat, action)
        while not after.over and self._seat not in after.waiting:
            other = after.waiting[0]
            after.play(other, bots.choose(self._effort.judge, after, other, self._seed))
        answers = tuple((move.seat, move.action) for move in after.moves[match.ply + 1 :])
        return Reply(answers=answers, then=None if after.over else self._next(after))

    def _next(self, match: Match) -> PuzzleDecision | None:
        """A later decision; None where the line ends: it is not clear, or too many moves keep the win."""
        known = match.position.tobytes()
        if known not in self._known:
            self._known[known] = None
            room = len(self._known) < self._effort.decisions
            found = verdict(match, self._seat, self._seed, self._effort, most=MOST_KEEPING) if room else None
            if found and found.keep:
                self._known[known] = self._grown(match, found)
        return self._known[known]


def percent(chance: float) -> int:
    """A chance in whole percent."""
    return round(100 * chance)


# --- finding and checking ---------------------------------------------------------------------------


class _Recorded(NamedTuple):
    """A move of a game that was played: the position before it, an array of one record, who moved, and how."""

    position: Any
    seat: int
    action: int


@dataclass(frozen=True)
class _Searching:
    """Returns the function that plays some games and looks for a puzzle in each."""

    game: Game
    blank: Any
    options: Mapping[str, Any]
    effort: PuzzleEffort

    def __call__(self, chunk: Range) -> list[Puzzle]:
        games: list[list[_Recorded]] = [[] for _ in range(chunk.games)]

        def watch(states: Any, tables: Ints, seats: Ints, actions: Ints) -> None:
            for at, table in enumerate(tables.tolist()):
                before = states[table : table + 1].copy()
                games[table].append(_Recorded(before, int(seats[at]), int(actions[at])))

        players = [bots.find(self.effort.player)] * int(self.blank["seats"][0])
        play_tables(self.game, self.blank, players, *chunk, watched=watch)
        return [found for at, moves in enumerate(games) if (found := self._in_game(moves, chunk.first + at))]

    def _in_game(self, moves: list[_Recorded], seed: int) -> Puzzle | None:
        """The first puzzle in the last part of a game."""
        for ply in range(round(len(moves) * (1 - self.effort.last)), len(moves)):
            now = moves[ply]
            hidden = copied(now.position)
            verbs.hide(hidden[0], self.game.box.record, now.seat)
            if _is_promising(self.game, hidden, now.seat, seed, self.effort):
                match = self._match(moves[:ply], seed)
                if match and match.ply == ply and (found := _checked(match, now.seat, seed, self.effort)):
                    return found
        return None

    def _match(self, moves: list[_Recorded], seed: int) -> Match | None:
        """The match after some moves; None where seats have passed in another order than they do in a match."""
        played = [Move(move.seat, move.action, "", ()) for move in moves]
        try:
            return Match.replayed(self.game, int(self.blank["seats"][0]), seed, self.options, played)
        except BadSave:
            return None


def search(
    game: Game,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    effort: PuzzleEffort | None = None,
    workers: Workers[Any],
) -> Iterator[list[Puzzle]]:
    """The puzzles in one game after the other, at most one of each, for as long as they are asked for: a list for each
    chunk of `CHUNK` games. Game i is dealt from `seed + i`.

    The result does not depend on the workers. Raises BadOption for seats, options, a seed or a bot that do not fit, and
    UnknownBot.
    """
    effort = effort or PuzzleEffort()
    blank = game.blank(game.min_seats if seats is None else seats, options or {})
    seed = check_seed(seed, MOST_GAMES)
    for name in filter(None, (effort.player, effort.judge, effort.tester)):
        if not bots.find(name).plays(game):
            raise BadOption(f"the bot {name} does not play {game.name}")
    chunks = [Range(first, CHUNK) for first in range(seed, seed + MOST_GAMES, CHUNK)]
    return workers.in_order(_Searching(game, blank, game.checked_options(options or {}), effort), chunks)


def easiest_first(found: list[Puzzle]) -> list[Puzzle]:
    """Puzzles in the order in which people should get them."""
    names = [name for name, _ in bots.levels()]
    return sorted(found, key=lambda puzzle: (names.index(puzzle.level), len(puzzle.first.lost)))


def recheck(game: GameSpec, puzzle: Puzzle, seed: int, effort: PuzzleEffort | None = None) -> list[str]:
    """The problems of a puzzle when its decisions are judged again with other deals; empty if all hold.

    Raises BadPuzzles where the rules do not fit (see `puzzle.check`).
    """
    effort = effort or PuzzleEffort()
    puzzles.check(game, puzzle)
    wrong: list[str] = []

    def walk(match: Match, decision: PuzzleDecision) -> None:
        found = verdict(match, puzzle.seat, seed, effort)
        if found is None or found.keep.keys() != decision.keep.keys():
            now = "is not clear" if found is None else f"has the moves {sorted(found.keep)}"
            wrong.append(f"after move {match.ply}: expected the moves {sorted(decision.keep)}; the decision {now}")
        for action, reply in decision.keep.items():
            if reply.then:
                walk(puzzles.following(match, puzzle.seat, action, reply.answers)[-1], reply.then)

    walk(puzzles.start(game, puzzle), puzzle.first)
    return wrong
