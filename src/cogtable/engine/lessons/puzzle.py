"""Puzzles: positions of games that were played, in which only one move keeps the win, read from `puzzles.json`.

A puzzle is a deal, the moves up to its position, and a tree. Each node is a decision of the solver, with the moves that
keep the win and, for every other move, how often it wins. After a move that keeps it the others answer as the file
says, up to the solver's next decision, or until there is nothing more to find. `cogtable puzzles` finds them; this
module reads the file and follows the tree.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import msgspec

from cogtable.engine.definition import computed_file
from cogtable.engine.errors import BadPuzzles, BadSave, IllegalAction
from cogtable.engine.play.match import Match, Move

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec


class Reply(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The continuation after a move that keeps the win: the seats and actions up to the solver's next decision, and
    that decision; None at the end of a line.
    """

    answers: tuple[tuple[int, int], ...] = ()
    then: PuzzleDecision | None = None


class PuzzleDecision(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A decision of the solver: the actions that keep the win with their continuations, and how often each other action
    wins, in percent.
    """

    keep: dict[int, Reply]
    lost: dict[int, int]


class Puzzle(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A position after `moves` (each a seat and an action) of a deal, in which `seat` has a decision to make.

    `level` is the weakest bot that finds the first move.
    """

    key: str
    seats: int
    seed: int
    options: dict[str, int]
    moves: tuple[tuple[int, int], ...]
    seat: int
    level: str
    first: PuzzleDecision

    @property
    def decisions(self) -> Iterator[PuzzleDecision]:
        """All decisions of its tree, the first one first."""
        waiting = [self.first]
        while waiting:
            decision = waiting.pop()
            yield decision
            waiting += [reply.then for reply in decision.keep.values() if reply.then]

    @property
    def length(self) -> int:
        """The number of moves of the solver in its longest line."""
        return _length(self.first)


def _length(decision: PuzzleDecision) -> int:
    return 1 + max(_length(reply.then) if reply.then else 0 for reply in decision.keep.values())


class Puzzles(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """The puzzles of a game, the easiest first, with the version of its rules and the digest of the box for which they
    hold. `judge` is the bot that answers in them, `made` the command that found and checked them.
    """

    game: str
    version: str
    box: str
    judge: str
    made: str
    puzzles: list[Puzzle]


NO_PUZZLES = Puzzles(game="", version="", box="", judge="", made="", puzzles=[])


def puzzles_of(game: GameSpec) -> Puzzles:
    """The puzzles in a game's folder; none for a game without, or played with another box than its own.

    Raises BadPuzzles for a file that cannot be read, or was made for other rules or another box.
    """
    return computed_file.of_game(game, game.puzzle_file, read) or NO_PUZZLES


def read(game: GameSpec, file: Path) -> Puzzles:
    """The puzzles of a file, for a game. Raises BadPuzzles."""
    return computed_file.decode(game, file, Puzzles, "puzzles", BadPuzzles)


def written(puzzles: Puzzles) -> str:
    """The text of a file of puzzles, a line for each."""
    head = msgspec.to_builtins(puzzles)
    lines = ",\n".join(f"    {json.dumps(each, separators=(',', ':'))}" for each in head.pop("puzzles"))
    body = json.dumps(head, indent=2).removesuffix("\n}")
    return f'{body},\n  "puzzles": [\n{lines}\n  ]\n}}\n'


def find(game: GameSpec, key: str) -> Puzzle | None:
    """A puzzle of a game by its key. Raises BadPuzzles."""
    return next((puzzle for puzzle in puzzles_of(game).puzzles if puzzle.key == key), None)


def start(game: GameSpec, puzzle: Puzzle) -> Match:
    """The match at the position of a puzzle. Raises BadPuzzles if its moves cannot be played."""
    moves = [Move(seat, action, f"action {action}", ()) for seat, action in puzzle.moves]
    try:
        match = Match.replayed(game, puzzle.seats, puzzle.seed, puzzle.options, moves)
    except BadSave as error:
        raise BadPuzzles(f"puzzle {puzzle.key} of {game.name}: {error}") from error
    if puzzle.seat not in match.waiting:
        raise BadPuzzles(f"puzzle {puzzle.key} of {game.name}: seat {puzzle.seat} has nothing to decide there")
    return match


def following(match: Match, seat: int, action: int, answers: Sequence[tuple[int, int]]) -> list[Match]:
    """The match after a move of the solver that keeps the win, and after each of the answers to it.

    Raises IllegalAction if one of them cannot be played.
    """
    first = match.ply + 1
    found = [match.copy()]
    found[-1].play(seat, action)
    while found[-1].ply < first + len(answers):  # automatic passes are among the answers
        after = found[-1].copy()
        after.play(*answers[after.ply - first])
        found.append(after)
    return found


def won(match: Match, seat: int) -> bool:
    """Whether a seat has won a game that is over, alone."""
    return match.ranks[seat] == 1 and match.ranks.count(1) == 1


def check(game: GameSpec, puzzle: Puzzle) -> None:
    """Plays every line of a puzzle by the rules. Raises BadPuzzles for what does not fit them: a decision that is not
    the solver's or names other actions than the legal ones, no first move or several, an answer that is not allowed,
    or a game that is over and not won.
    """

    def refuse(reason: str) -> NoReturn:
        raise BadPuzzles(f"puzzle {puzzle.key} of {game.name}: {reason}")

    def walk(match: Match, decision: PuzzleDecision) -> None:
        if puzzle.seat not in match.waiting:
            refuse(f"after move {match.ply} seat {puzzle.seat} has nothing to decide")
        legal = {int(action) for action in match.legal(puzzle.seat).nonzero()[0]}
        if decision.keep.keys() & decision.lost.keys() or decision.keep.keys() | decision.lost.keys() != legal:
            refuse(f"after move {match.ply} its moves are not those that are legal")
        for action, reply in decision.keep.items():
            try:
                after = following(match, puzzle.seat, action, reply.answers)[-1]
            except IllegalAction as error:
                refuse(f"after move {match.ply}: {error}")
            if after.over and not won(after, puzzle.seat):
                refuse(f"the game is over after move {after.ply} and not won")
            if reply.then:
                walk(after, reply.then)

    if len(puzzle.first.keep) != 1:
        refuse(f"expected one first move; found {len(puzzle.first.keep)}")
    walk(start(game, puzzle), puzzle.first)
