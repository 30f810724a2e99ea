"""Rounds, phases and turns, and the options in a turn."""

import numpy as np
import pytest

from cogtable.engine.rules import verbs
from cogtable.games.coalheart.rules.components import HEXES
from cogtable.games.coalheart.rules.events import Event
from cogtable.testing.coverage import rule

from .conftest import ACTIONS


def turns_of(game):
    """Plays the phase to its end; returns the seats that had a turn, in order."""
    s, order = game.state, []
    before = (s.rounds, s.phase)
    while (s.rounds, s.phase) == before:
        game.go_on()
        order += [seat for seat, _, _, _ in game.noted(Event.TURN)]
    return order


@rule("CH-R11", "CH-R12", "CH-R15")
def test_a_round_has_a_phase_for_each_player_and_a_phase_a_turn_for_each(table):
    game = table(4).led_by(2)
    leads = []
    for kind in ("mine", "fight", "gear", "upgrade"):
        leads.append(game.to_move)
        game.play(f"select {kind}")
        order = [seat for seat, _, _, _ in game.noted(Event.TURN)] + turns_of(game)
        assert order == [(leads[-1] + i) % 4 for i in range(4)]
    assert leads == [2, 3, 0, 1]
    assert game.state.rounds == 2


@rule("CH-R13", "CH-R14", "CH-Q9", "CH-Q56")
def test_hexes_are_turned_down_and_the_first_player_card_goes_left(table):
    for seats in (3, 6):
        game = table(seats).led_by(seats - 1)
        for kind in HEXES[:seats]:
            assert kind in game.offered("select")
            game.play(f"select {kind}").end_phase()
            if game.state.rounds == 1:
                assert kind not in game.offered("select")
        assert game.state.first == 0
        assert game.to_move == 0
        assert game.offered("select") == list(HEXES)


@rule("CH-Q10")
def test_a_hex_must_be_selected(table):
    assert "pass" not in table().options()


@rule("CH-R11", "CH-R14", "CH-R15", "CH-R17")
def test_the_rulebooks_example_of_a_round_with_three_players(table):
    """Reforge selects Mine: Reforge, Esquire, Syphon take, Reforge takes a second one; then the next two lead."""
    game = table(3).quarry(steel=2, coal=2, gold=1)
    game.play("select mine", "take steel")
    assert game.to_move == 1
    game.play("take coal")
    assert game.to_move == 2
    game.play("take gold")
    assert game.to_move == 0
    game.play("take coal")
    assert [game.held(seat) for seat in range(3)] == [{"steel": 1, "coal": 1}, {"coal": 1}, {"gold": 1}]
    assert game.in_quarry().get("steel", 0) >= 1
    assert game.state.quarry.sum() == 5
    assert (game.state.phase, game.to_move) == (1, 1)
    game.play("select scavenge", "take gold")
    assert (game.state.phase, game.to_move) == (2, 2)
    game.play("select fight").end_phase()
    assert (game.state.rounds, game.state.first, game.to_move) == (2, 1, 1)


@rule("CH-R16")
def test_only_the_active_player_has_the_perk(table):
    game = table(3).led_by(1).cubes(0, steel=1).cubes(1, steel=1).cubes(2, steel=1).built(0, "left foot")
    game.play("select upgrade")
    assert game.state.discounts[:3].tolist() == [0, 1, 0]
    game.end_phase()
    game.play("select fight", "attack 0")
    assert game.noted(Event.ATTACKED)[0][2] == 2
    game.play("attack 2")
    assert game.noted(Event.ATTACKED)[0][2] == 1


@rule("CH-R12", "CH-R31", "CH-R35")
def test_only_the_active_player_captures_and_scavenges(table):
    game = table(3)
    game.play("select scavenge", "take coal")
    assert [game.count(seat) for seat in range(3)] == [1, 0, 0]
    assert game.to_move == 1  # the next phase: no other player had anything to do
    game.play("select capture")
    assert game.state.heart == 1
    assert game.to_move == 2


@rule("CH-R33", "CH-Q43")
def test_gear_for_ones_own_turn_can_be_used_in_a_turn_without_an_action(table):
    game = table(3).gear(1, "repair kit").gear(2, "twin blasters").hp(1, 10)
    game.play("select scavenge", "take coal")
    assert game.to_move == 1
    assert game.options() == ["spend repair kit", "pass"]
    game.play("spend repair kit")
    assert game.hps()[1] == 12
    assert game.state.phase == 1  # Twin Blasters need an attack


@rule("CH-Q43", "CH-Q67")
def test_the_active_player_can_use_gear_before_selecting_a_hex(table):
    game = table(3).gear(0, "shovel", "repair kit").gear(1, "shovel").hp(0, 10)
    game.play("spend repair kit", "spend shovel", "take gold")
    assert game.hps()[0] == 12
    assert game.held(0) == {"gold": 1}
    assert game.to_move == 0
    assert not game.offered("spend", seat=1)


@rule("CH-Q43")
def test_gear_can_be_used_after_the_action_of_the_turn(table):
    game = table(3).gear(0, "shovel")
    game.play("select mine", "take steel")
    assert game.options() == ["spend shovel", "pass"]
    game.play("pass")
    assert game.to_move == 1


@rule("CH-Q43")
def test_gear_cannot_be_used_during_another_action(table):
    game = table(3).built(0, "left shoulder").gear(0, "repair kit", "twin blasters").discarded("shovel")
    game.play("select fight", "attack 1")
    assert game.options() == ["spend twin blasters", "pass"]
    game.play("pass")
    assert game.options() == ["use left shoulder", "pass"]


@rule("CH-Q67", "CH-Q63")
def test_damage_before_the_hex_counts_as_part_of_the_turn(table):
    """A broken robot uses Sticky Hands (1 damage), then attacks: 2 more are left."""
    game = table(3).gear(0, "sticky hands").hp(0, 0).built(0, "left arm", "right arm")
    game.play("spend sticky hands")
    assert game.hps() == [0, 19, 19]
    game.play("select fight", "attack 1")
    assert game.hps() == [0, 17, 19]


@rule("CH-Q11", "CH-Q65")
def test_some_gains_are_mandatory_and_others_optional(table):
    game = table(3).cubes(0, steel=5, coal=5)
    assert "pass" not in game.play("select mine").options()
    game.end_phase()
    assert "pass" not in game.play("select gear").options()
    game.end_phase()
    assert "pass" in game.play("select fight").options()
    game.end_phase()
    game.led_by(0)
    assert "pass" in game.play("select upgrade").options()
    game.end_phase()
    assert "pass" not in game.play("select scavenge").options()


@rule("CH-Q65", "CH-R35")
def test_scavenge_with_an_empty_supply_does_nothing(table):
    game = table(3).supply()
    game.play("select scavenge")
    assert game.count(0) == 0
    assert game.to_move == 1


@rule("CH-Q65", "CH-R31", "CH-R39")
def test_capture_is_mandatory_and_its_now_cannot_be_delayed(table):
    game = table(3).gear(0, "repair kit").hp(0, 10)
    game.play("select capture")
    assert game.options() == ["spend repair kit", "heart now"]
    game.play("heart now")
    assert game.state.heart == 0
    assert game.hps() == [12, 19, 19]
    assert game.options() == ["spend repair kit", "pass"]


@rule("CH-Q85")
@pytest.mark.parametrize(("seats", "options"), [(3, {}), (4, {"mode": 1}), (5, {"mode": 2, "together": 1})])
def test_no_question_has_only_equivalent_answers(table, seats, options):
    """In a random game, at least two answers to each question lead to different positions."""
    game = table(seats, seed=7, limit=9, **options)
    rng = np.random.default_rng(7)
    questions = 0
    while not game.state.over:
        seat = game.waiting[0]
        answers = game.options(seat)
        assert len(answers) > 1
        outcomes = set()
        for words in answers:
            after = game.array.copy()
            verbs.play(after[0], game.box, seat, ACTIONS[words])
            outcomes.add(after.tobytes())
            if len(outcomes) > 1:
                break
        assert len(outcomes) > 1, answers
        game.play(answers[rng.integers(len(answers))], by=seat)
        questions += 1
    assert questions > 60
