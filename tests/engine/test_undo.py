"""Undo: free if a move revealed nothing; what was revealed stays known, and the log says so."""

import importlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cogtable
from cogtable.engine.errors import IllegalAction
from cogtable.engine.play import registry, undo
from cogtable.engine.play.match import SPECTATOR, Revision
from cogtable.engine.play.saves import load, save
from cogtable.engine.records.state import copied
from cogtable.engine.rules import verbs
from cogtable.engine.rules.events import collected
from cogtable.testing.conformance.knowledge import exchanged
from cogtable.testing.conformance.trials import Dice

MAGPIE = Path(__file__).parents[2] / "examples" / "magpie"
GAMES = [*registry.names(), "tiny", "magpie"]


@pytest.fixture(autouse=True)
def _magpie_can_be_imported(monkeypatch):
    monkeypatch.syspath_prepend(MAGPIE)


def game_called(name):
    return importlib.import_module("magpie").game if name == "magpie" else cogtable.game(name)


def random_match(game, seats, seed, moves):
    """Returns a match after a number of random actions, and the seat that made the last one."""
    match, dice, seat = game.start(seats=seats, seed=seed), Dice(seed), SPECTATOR
    for _ in range(moves):
        if match.over:
            break
        seat = dice.one_of(match.waiting)
        match.play(seat, int(dice.one_of(np.flatnonzero(match.legal(seat)))))
    return match, seat


def learned(match, position, move, seat):
    """Returns what a seat knows after a move in some position, and the events it received."""
    array, box = copied(position), match.game.box.record
    with collected() as notes:
        verbs.play(array[0], box, move.seat, move.action)
    verbs.hide(array[0], box, seat)
    return array.tobytes(), [note for note in notes if note.reaches(seat)]


# --- when an undo is free ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(set(GAMES)))
@settings(max_examples=6)
@given(seed=st.integers(0, 10**6), moves=st.integers(1, 60))
def test_a_free_undo_never_changes_a_seats_knowledge(name, seed, moves):
    """Secrets are dealt again as they are declared, without asking the game: a seat that knows the position before the
    move would know the same after it, whatever was hidden.
    """
    game = game_called(name)
    match, seat = random_match(game, game.min_seats + seed % (game.max_seats - game.min_seats + 1), seed, moves)
    if not undo.is_free(match, seat):
        return
    ply = undo.last_decision(match, seat)
    before, move, dice = match.positions[ply], match.moves[ply], Dice(seed)
    for knower in range(SPECTATOR, match.seats):
        real = learned(match, before, move, knower)
        for _ in range(4):
            twin = exchanged(game, before, knower, dice).array
            mask = game.mask()
            verbs.legal(twin[0], game.box.record, seat, mask)
            assert mask[move.action] or knower != seat
            if mask[move.action]:
                assert learned(match, twin, move, knower) == real
    known = [match.at(ply).hidden(knower).tobytes() for knower in range(SPECTATOR, match.seats)]
    match.take_back(seat, ply)
    assert [match.hidden(knower).tobytes() for knower in range(SPECTATOR, match.seats)] == known


def twins(match, ply, seat, dice):
    """Returns matches in which `seat` knew the same before move `ply` and saw the same after it, while hidden pieces
    differ: as the game determinizes them, and as they are declared.
    """
    before, move = match.at(ply), match.moves[ply]
    worlds = [before.determinized(seat, number) for number in range(6)]
    worlds += [exchanged(match.game, before.position, seat, dice).array for _ in range(6)]
    for world in worlds:
        twin = before.with_position(world)
        if not twin.legal(seat)[move.action]:
            continue
        twin.play(seat, move.action)
        heard = [
            [note for move in each.moves[ply:] for note in move.notes if note.reaches(seat)] for each in (match, twin)
        ]
        if heard[0] == heard[1] and (twin.hidden(seat) == match.hidden(seat)).all():
            yield twin


@pytest.mark.parametrize("name", sorted(set(GAMES)))
@settings(max_examples=4)
@example(seed=5917, moves=14)  # in Recharge some hands would show something and others wouldn't
@given(seed=st.integers(0, 10**6), moves=st.integers(1, 60))
def test_whether_an_undo_is_free_reveals_nothing_hidden(name, seed, moves):
    """Positions that differ only in what the asking seat can't know have the same answer."""
    game = game_called(name)
    match, seat = random_match(game, game.min_seats + seed % (game.max_seats - game.min_seats + 1), seed, moves)
    if match.over or (ply := undo.last_decision(match, seat)) is None:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(undo, "SAMPLED_WORLDS", 3)  # the fewer samples, the more an answer would depend on which they are
        answer = undo.revealed(match, ply, seat)
        for twin in twins(match, ply, seat, Dice(seed)):
            assert undo.is_last(twin, seat) == undo.is_last(match, seat)
            assert undo.revealed(twin, ply, seat) == answer


def test_a_reveal_that_depends_on_a_few_hands_is_found():
    """A seat that chooses Construct and is asked what to build has something to build, like nearly every hand."""
    match, seat = random_match(cogtable.game("recharge"), 4, 2, 2)
    assert match.moves[-1].text == "choose Construct"
    assert seat in match.waiting
    assert not undo.is_free(match, seat)


def splendor(*moves, seats=2):
    match = cogtable.game("splendor").start(seats=seats, seed=1)
    for words in moves:
        match.play(match.waiting[0], words)
    return match


def test_taking_gems_reveals_nothing():
    match = splendor("take white, blue, green")
    assert undo.is_free(match, 0)
    assert undo.last_decision(match, 0) == 0


def test_no_other_seat_can_have_moved_since():
    match = splendor("take white, blue, green", "take white, blue, green")
    assert not undo.is_free(match, 0)
    assert not undo.revealed(match, 0, 0)
    assert undo.is_free(match, 1)


def test_a_seat_that_has_not_moved_has_nothing_to_undo():
    match = splendor("take white, blue, green")
    assert undo.last_decision(match, 1) is None
    assert not undo.is_free(match, 1)


def test_a_card_turned_face_up_was_revealed_to_all():
    match = splendor()
    match.play(0, next(choice.text for choice in match.choices(0) if choice.text.startswith("reserve")))
    assert undo.revealed(match, 0, 0)
    assert not undo.is_free(match, 0)


def test_a_card_that_only_its_player_saw_was_revealed():
    match = splendor()
    match.play(0, next(choice.text for choice in match.choices(0) if "top" in choice.text or "deck" in choice.text))
    assert not undo.is_free(match, 0)


def test_a_secret_choice_is_free_until_all_are_shown():
    match = cogtable.game("tiny").start(seats=2, seed=1)
    match.play(0, 0)
    assert undo.is_free(match, 0)  # the others see that a card was chosen, but not which one
    match.play(1, 1)
    assert not undo.is_free(match, 1)
    assert undo.revealed(match, 1, 1)


def test_after_the_end_nothing_can_be_undone():
    match, seat = random_match(cogtable.game("tiny"), 2, 3, 1000)
    assert match.over
    assert not undo.is_free(match, seat)


# --- after an undo -------------------------------------------------------------------------------------


def test_the_revealed_card_comes_again():
    match = splendor()
    card = next(choice.text for choice in match.choices(0) if choice.text.startswith("reserve"))
    match.play(0, card)
    after = match.position.tobytes()
    match.take_back(0, 0, seen=True)
    match.play(0, card)
    assert match.position.tobytes() == after


def test_the_log_mentions_the_undo_in_place_of_the_moves():
    match = splendor("take white, blue, green", "take white, blue, green", "take 2 red")
    before = match.log()
    match.take_back(1, 1)
    kept = [line for line in before if line.ply <= 1]
    assert match.log()[:-1] == kept
    assert match.log()[-1].words == "[[seat:1]] took a move back"
    assert match.log()[-1].group == kept[-1].group
    assert match.view(0).log == match.log(0)


def test_the_log_says_that_something_was_revealed():
    match = splendor("take white, blue, green")
    match.take_back(0, 0, seen=True)
    assert match.log()[-1].words == "[[seat:0]] took a move back that had revealed something hidden"


def test_undoing_again_keeps_one_line_for_each_seat():
    match = splendor("take white, blue, green")
    match.take_back(0, 0, seen=True)
    match.play(0, "take 2 red")
    match.play(1, "take 2 green")
    match.take_back(1, 1)
    assert [mark.ply for mark in match.marks()] == [0, 1]
    match.take_back(0, 0)
    assert match.marks() == [(0, 0, True), (0, 1, False)]
    assert sum("took a move back" in line.words for line in match.log()) == 2


def test_undo_does_not_turn_the_clock_back():
    match = splendor("take white, blue, green")
    assert match.revision == Revision(0, 1)
    match.take_back(0, 0)
    assert match.revision == Revision(1, 0) > Revision(0, 1)
    assert match.view().undone == 1


def test_a_saved_match_keeps_its_undo_marks():
    match = splendor("take white, blue, green")
    match.take_back(0, 0, seen=True)
    match.play(0, "take 2 red")
    for loaded in (load(save(match)), load(save(match), verify=True)):
        assert loaded.interventions == match.interventions
        assert [line.words for line in loaded.log()] == [line.words for line in match.log()]


def test_a_match_saved_without_undo_marks_loads():
    text = save(splendor("take white, blue, green")).replace('  "outside": {},\n', "")
    assert "outside" not in text
    assert load(text).interventions.taken_back == ()


def test_there_must_be_a_move_to_undo():
    match = splendor("take white, blue, green")
    for ply in (-1, 1, 2):
        with pytest.raises(IllegalAction, match=f"cannot take back to move {ply}; 1 were played"):
            match.take_back(0, ply)
    with pytest.raises(IllegalAction, match="there is no seat 5"):
        match.take_back(5, 0)


def test_an_earlier_position_shows_only_the_marks_made_by_then():
    match = splendor("take white, blue, green", "take white, blue, green")
    match.take_back(1, 1)
    assert match.at(0).marks() == []
    assert match.at(1).marks() == match.marks()
