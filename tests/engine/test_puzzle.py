"""Puzzles: those that games ship with, and the format of their files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import cogtable
from cogtable.engine.errors import BadPuzzles
from cogtable.engine.lessons import puzzle
from cogtable.engine.lessons.puzzle import Puzzle, PuzzleDecision, Puzzles, Reply
from cogtable.engine.play.game import Game

replace = msgspec.structs.replace


def puzzling() -> list[str]:
    """The games that ship with puzzles."""
    games = [cogtable.game(name) for name in ("splendor", "megaman", "recharge", "smashgear", "coalheart")]
    return [game.name for game in games if game.puzzle_file.is_file()]


def splendor() -> tuple[Game, Puzzles]:
    game = cogtable.game("splendor")
    return game, puzzle.puzzles_of(game)


@pytest.mark.parametrize("name", puzzling())
def test_the_puzzles_of_a_game_are_correct_by_its_rules(name: str) -> None:
    game = cogtable.game(name)
    known = puzzle.puzzles_of(game)  # refuses those for other rules or another box, and says how to find new ones
    assert len(known.puzzles) >= 10
    assert len({each.key for each in known.puzzles}) == len(known.puzzles)
    for each in known.puzzles:
        puzzle.check(game, each)


def test_a_file_reads_back_as_it_was_written(tmp_path: Path) -> None:
    game, known = splendor()
    file = tmp_path / "puzzles.json"
    file.write_text(puzzle.written(known))
    assert puzzle.read(game, file) == known
    assert file.read_text() == game.puzzle_file.read_text()


def test_puzzles_for_another_box_are_refused_with_the_command_that_finds_new_ones(tmp_path: Path) -> None:
    game, known = splendor()
    file = tmp_path / "puzzles.json"
    file.write_text(puzzle.written(replace(known, box="0123456789abcdef")))
    with pytest.raises(BadPuzzles) as caught:
        puzzle.read(game, file)
    assert "the puzzles are for the box 0123456789abcdef, and this is " in str(caught.value)
    assert str(caught.value).endswith(known.made)
    file.write_text("{}")
    with pytest.raises(BadPuzzles, match="this is not a file of puzzles"):
        puzzle.read(game, file)
    with pytest.raises(BadPuzzles, match="cannot be read: No such file"):
        puzzle.read(game, tmp_path / "none.json")


def test_a_game_with_another_box_has_no_puzzles(tmp_path: Path) -> None:
    game, known = splendor()
    box = tmp_path / "box.toml"
    text = game.box_file.read_text()
    box.write_text(text.replace("points = 0", "points = 1", 1))
    assert box.read_text() != text
    assert known.puzzles
    assert puzzle.puzzles_of(game.with_box(box)).puzzles == []


def test_a_line_can_be_followed_to_a_win() -> None:
    game, known = splendor()
    for each in known.puzzles:
        match, decision = puzzle.start(game, each), each.first
        assert each.seat in match.waiting
        moves = 0
        while decision:
            action, reply = next(iter(decision.keep.items()))
            after = puzzle.following(match, each.seat, action, reply.answers)
            assert [step.ply for step in after] == list(range(match.ply + 1, match.ply + 1 + len(after)))
            match, decision, moves = after[-1], reply.then, moves + 1
        assert moves <= each.length
        assert not match.over or puzzle.won(match, each.seat)


def wrong(game: Game, broken: Puzzle) -> str:
    with pytest.raises(BadPuzzles) as caught:
        puzzle.check(game, broken)
    return str(caught.value).removeprefix(f"puzzle {broken.key} of {game.name}: ")


def test_a_puzzle_that_breaks_the_rules_is_refused() -> None:
    game, known = splendor()
    good = known.puzzles[0]
    ((action, reply),) = good.first.keep.items()
    lost = dict(good.first.lost)

    def broken(**changes: Any) -> str:
        return wrong(game, replace(good, **changes))

    other = next(iter(lost))
    assert broken(first=PuzzleDecision(keep={action: reply}, lost={})).endswith(
        "its moves are not those that are legal"
    )
    both = PuzzleDecision(keep={action: reply, other: reply}, lost={key: n for key, n in lost.items() if key != other})
    assert broken(first=both) == "expected one first move; found 2"
    assert broken(seat=1 - good.seat) == f"seat {1 - good.seat} has nothing to decide there"
    assert "cannot be played" in broken(moves=(*good.moves, (good.seat, 10**6)))
    lost[action] = lost.pop(other)
    assert "action 1000000" in broken(first=PuzzleDecision(keep={other: Reply(answers=((0, 10**6),))}, lost=lost))
