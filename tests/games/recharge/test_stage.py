"""Robots that act one after another on the stage: what each does, and to whom."""

import pytest

from cogtable.games.recharge.table.stage import frames
from cogtable.testing.coverage import rule

ROBOTS = {
    "Miner": "gain 3",
    "Thief": "take 2",
    "Smith": "may-pay 5: crown 1",
    "Heckler": "others-uncrown 1",
    "Crier": "if-most crowns: crown 1",
    "Post": "others-draw 1",
    "Cheap": {"cost": 1, "crowns": 4, "does": ["gain 1"]},
}


@pytest.fixture
def playing(table):
    """Sets up a table for two with these robots and empty hands."""
    return lambda **more: table(robots=ROBOTS, **more).hand(0).hand(1)


SPECTATOR = -1


def acted(game, seat):
    """The frames of the last move as a seat sees them."""
    return frames(game.hidden(seat), game.game.box, [note for note in game.history[-1] if note.reaches(seat)], seat)


def names(shown):
    return [frame.ghosts[0].face.title for frame in shown]


def told(frame):
    """The chips at the ends of the beams of a frame, with the numbers there."""
    return {beam.target: (beam.words, beam.value) for beam in frame.beams}


def test_robots_resolved_in_one_move_act_one_after_another(playing):
    game = playing().fleet(0, Miner=1, Thief=1).coins(0, 8).act(0, "Recharge", "Miner", "Miner", "rest")
    miner, *_ = acted(game, SPECTATOR)
    assert names([miner]) == ["Miner"]
    assert told(miner) == {"coins0": ("+$3", "8 → 11")}
    assert miner.ghosts[0].face.words == "Gain $3."


@rule("RC-Q31")
def test_what_robots_do_to_others_is_shown_when_all_have_finished(playing):
    game = playing().fleet(0, Thief=1).coins(0, 8).coins(1, 8).act(0, "Stockpile")
    assert acted(game, 1) == []
    game.act(1, "Stockpile")
    (thief,) = acted(game, 1)
    assert told(thief) == {"coins1": ("−$2", "12 → 10"), "coins0": ("+$2", "12 → 14")}
    assert {beam.tone for beam in thief.beams} == {"good", "bad"}


def test_harm_to_the_reader_is_said_on_the_stage_and_stays_longer(playing):
    game = playing().fleet(0, Heckler=1).act(0, "Stockpile").act(1, "Stockpile")
    (theirs,) = acted(game, 1)
    face = theirs.ghosts[0].face
    assert (face.outcome, face.tone) == ("you −1\u00a0[[crown]]", "bad")
    assert not theirs.brief
    (watched,) = acted(game, SPECTATOR)
    assert watched.brief
    assert watched.ghosts[0].face.outcome == ""


def test_a_robot_without_effect_does_not_come_onto_the_stage(playing):
    game = playing().fleet(0, Crier=1, Miner=1).act(0, "Stockpile", "rest")
    assert names(acted(game, SPECTATOR)) == ["Miner"]


def test_a_robot_that_comes_into_play_is_introduced_to_the_others(playing):
    game = playing().hand(0, "Cheap").coins(0, 8).act(0, "Construct", "Cheap").act(1, "Stockpile")
    introduced = [
        frame
        for notes in game.history
        for frame in frames(game.s, game.game.box, notes, SPECTATOR)
        if frame.title == "[[seat:0]] plays **Cheap**"
    ]
    assert [told(frame)["crowns0"][0] for frame in introduced] == ["+4\u00a0[[crown]]"]


def test_the_moves_of_others_do_not_come_between_while_the_reader_decides(playing):
    game = playing().fleet(0, Miner=1, Thief=1).fleet(1, Smith=1)
    game.act(0, "Recharge", "Miner", "Miner", "rest")
    assert game.s.waiting & 2
    assert acted(game, 1) == []
    assert acted(game, SPECTATOR)


def test_a_robot_that_the_reader_chose_tells_on_its_own_card(playing):
    game = playing().fleet(0, Miner=1, Smith=1).act(0, "Stockpile", "Miner")
    assert acted(game, 0) == []


def test_nothing_that_only_others_know_comes_onto_the_stage(playing):
    game = playing().fleet(0, Post=1).on_top("Cheap").act(0, "Stockpile").act(1, "Stockpile")
    (post,) = acted(game, 0)
    assert told(post) == {"cards1": ("+1\u00a0[[cards]]", "")}
    assert "Cheap" not in str(post)
