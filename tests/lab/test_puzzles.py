"""Finding puzzles: the same seed finds the same ones, and they are confirmed when judged again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import cogtable
from cogtable import bots
from cogtable.bots import Bot
from cogtable.engine.errors import BadOption
from cogtable.engine.lessons import puzzle
from cogtable.lab import puzzles
from cogtable.lab.puzzles import PuzzleEffort, Verdict
from cogtable.lab.workers import Here

QUICK = PuzzleEffort(simulations=2000, games=2)


def first_puzzle() -> tuple[cogtable.Match, puzzle.Puzzle]:
    game = cogtable.game("splendor")
    found = puzzle.puzzles_of(game).puzzles[0]
    return puzzle.start(game, found), found


def test_the_same_seed_finds_the_same_puzzle() -> None:
    match, found = first_puzzle()
    again = puzzles.puzzle_at(match, found.seat, found.seed, QUICK)
    assert again
    assert (again.key, again.moves, again.first.keep.keys()) == (found.key, found.moves, found.first.keep.keys())
    assert again == puzzles.puzzle_at(match, found.seat, found.seed, QUICK)


def test_an_undecided_position_is_not_a_puzzle() -> None:
    match = cogtable.game("splendor").start(seats=2, seed=3)
    assert puzzles.puzzle_at(match, match.waiting[0], 3, QUICK) is None


def test_a_verdict_is_confirmed_with_other_deals_and_a_wrong_one_is_found() -> None:
    match, found = first_puzzle()
    verdict = puzzles.verdict(match, found.seat, 99, QUICK)
    assert isinstance(verdict, Verdict)
    assert verdict.keep.keys() == found.first.keep.keys()
    assert all(chance >= puzzles.KEEPS for chance in verdict.keep.values())
    assert all(chance <= puzzles.LOSES for chance in verdict.lost.values())
    assert puzzles.recheck(match.game, found, 5, QUICK) == []
    ((right, reply),) = found.first.keep.items()
    other = next(iter(found.first.lost))
    lost = {key: n for key, n in found.first.lost.items() if key != other} | {right: 0}
    first = puzzle.PuzzleDecision(keep={other: puzzle.Reply()}, lost=lost)
    turned = puzzle.Puzzle(**{name: getattr(found, name) for name in found.__struct_fields__} | {"first": first})
    (words,) = puzzles.recheck(match.game, turned, 5, QUICK)
    assert words == f"after move {match.ply}: expected the moves [{other}]; the decision has the moves [{right}]"
    assert reply


def test_hopeless_moves_are_dropped_and_the_others_get_all_their_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, found = first_puzzle()
    (right,) = found.first.keep
    other = next(iter(found.first.lost))
    played = puzzles.wins_after
    batches: list[int] = []

    def counted(match: cogtable.Match, seat: int, action: int, seed: int, tester: Bot, games: int) -> float:
        batches.append(seed)
        return played(match, seat, action, seed, tester, games)

    monkeypatch.setattr(puzzles, "wins_after", counted)
    medium = bots.find("medium")
    at_once = played(match, found.seat, right, 3, medium, 25)
    assert puzzles.confirmed_share(match, found.seat, right, 3, medium, 25, keeps=True) == at_once / 25
    assert batches == [3, 13, 23]
    assert puzzles.confirmed_share(match, found.seat, other, 3, medium, 25, keeps=True) is None
    assert puzzles.confirmed_share(match, found.seat, right, 3, medium, 25, keeps=False) is None
    assert batches == [3, 13, 23, 3, 3, 13], "16 of 25 wins are too many for a move that gives the win away"


def test_a_line_ends_after_a_number_of_decisions() -> None:
    match, found = first_puzzle()
    assert found.length > 1
    short = puzzles.puzzle_at(match, found.seat, found.seed, replace(QUICK, decisions=1))
    assert short
    assert short.length == 1
    assert short.first.keep.keys() == found.first.keep.keys()


def test_the_judge_uses_only_what_the_seat_knows() -> None:
    match, found = first_puzzle()
    other = match.with_position(match.determinized(found.seat, 77))
    assert other.position.tobytes() != match.position.tobytes()
    assert puzzles.verdict(other, found.seat, 1, QUICK) == puzzles.verdict(match, found.seat, 1, QUICK)


@pytest.mark.native
def test_the_number_of_threads_does_not_change_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "CHUNK", 1)
    game = cogtable.game("splendor")
    known = max(puzzle.puzzles_of(game).puzzles, key=lambda each: each.seed)
    least = PuzzleEffort(simulations=1000, games=1)
    one, two = (next(iter(puzzles.search(game, seed=known.seed, effort=least, workers=Here(n)))) for n in (1, 2))
    assert one == two
    assert one[0].seed == known.seed


def test_a_bot_that_does_not_support_the_game_is_refused() -> None:
    game = cogtable.game("tiny")
    with pytest.raises(BadOption, match="the bot master does not play tiny"):
        puzzles.search(game, effort=PuzzleEffort(judge="master"), workers=Here(1))


@pytest.mark.large
@pytest.mark.parametrize("name", ["splendor", "megaman", "recharge", "smashgear", "coalheart"])
def test_shipped_puzzles_are_confirmed_when_all_their_decisions_are_judged_again(name: str) -> None:
    game = cogtable.game(name)
    for each in puzzle.puzzles_of(game).puzzles:
        assert puzzles.recheck(game, each, each.seed + 1) == [], each.key
