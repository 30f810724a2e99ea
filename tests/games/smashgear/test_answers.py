"""Answers: which seats can answer, in which order, and what both know about hands."""

import numpy as np
import pytest

from cogtable.engine.rules import rng, verbs
from cogtable.games.smashgear.rules import state
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.state import Phase, Place
from cogtable.testing.coverage import rule

FACING = """
    .  Aw Ah
    .  .  .
    .  .  .
    ah aw .
"""
GEARS, MORE, CANCEL = {"does": ["gears 2"]}, {"does": ["gears 3"]}, {"does": ["cancel script"]}


def asked(game):
    """Returns the seat that is asked for an answer, or "turn" if none is."""
    return int(game.s.asked) if game.s.phase == Phase.RESPOND else "turn"


@rule("SG-Q52")
def test_a_move_happens_after_both_have_passed(table):
    game = table(FACING, programs=[GEARS, MORE]).holds(0, 0).holds(1, 1).gears(1)
    before = game.board
    game.move("a", "right")
    assert asked(game) == 1
    game.leave()
    assert (asked(game), game.board) == (0, before)
    game.leave()
    assert asked(game) == "turn"
    assert game.board != before


@rule("SG-Q52")
def test_a_player_can_answer_their_own_announcement(table):
    """It slides its machine up before the flip that it has announced."""
    game = table(FACING, programs=[{"does": ["slide yours"]}]).holds(0, 0).gears(1)
    game.move("a", "right")
    assert asked(game) == 0
    game.program(0).at("up")
    assert game.shows("""
        .  Aw Ah .
        .  .  .  .
        .  .  aw ah
        .  .  .  .
    """)


@rule("SG-Q52")
def test_an_answer_can_be_answered_first_by_the_other_player(table):
    game = table(FACING, programs=[GEARS, MORE, GEARS, MORE, GEARS]).holds(0, 0, 2, 4).holds(1, 1, 3)
    game.program(0)
    assert asked(game) == 1
    game.program(1)
    assert asked(game) == 0
    game.leave()
    assert asked(game) == 1
    game.program(3)
    assert asked(game) == 0
    game.program(2)
    assert (game.s.depth, asked(game)) == (4, 0), "seat 1 holds no more, so seat 0 may add to its own"


@rule("SG-Q52")
def test_after_each_resolution_both_are_asked_again(table):
    game = table(FACING, programs=[GEARS, MORE, GEARS, MORE]).holds(0, 0, 2).holds(1, 1, 3)
    game.program(0).program(1)
    game.leave().leave()
    assert [note["gears"] for note in game.happened(Event.GEARED)] == [3]
    assert (game.s.depth, asked(game)) == (1, 1)
    game.leave()
    assert asked(game) == 0
    game.leave()
    assert (game.s.depth, asked(game)) == (0, "turn")


@rule("SG-Q52")
def test_the_opponent_can_act_at_the_start_of_a_turn_before_its_gears_are_spent(table):
    game = table(FACING, programs=[{"does": ["steal 4"]}]).holds(0, 0)
    game.play(Action.PASS)
    assert (game.s.turn, asked(game), game.s.gears.tolist()) == (1, 0, [0, 2])
    game.program(0)
    assert game.s.gears.tolist() == [2, 0]
    assert (game.s.phase, game.s.asked) == (Phase.ACT, 1)


@rule("SG-Q57")
def test_a_player_who_passed_at_the_end_of_a_turn_can_act_at_the_start_of_the_next(table):
    game = table(FACING, programs=[GEARS, MORE]).holds(0, 0).holds(1, 1)
    game.play(Action.END)
    assert (asked(game), game.s.ending) == (1, 1)
    game.leave().play(Action.LEAVE)
    assert (game.s.turn, game.s.phase) == (1, Phase.ACT), "seat 0 let the start of the turn be"
    game.play(Action.END).leave()
    assert (game.s.turn, asked(game)) == (0, 1), "seat 1 is asked at the start, whatever it let be before"


@rule("SG-Q52")
def test_a_player_can_pass_until_their_next_turn(table):
    game = table(FACING, programs=[GEARS, MORE]).holds(1, 0).holds(0, 1).gears(3)
    game.move("a", "right")
    assert asked(game) == 1
    game.play(Action.LEAVE_ALL)
    assert [note["seat"] for note in game.happened(Event.LET_ALL)] == [1]
    assert asked(game) == 0, "seat 0 may still answer"
    game.leave().move("a", "left")
    assert asked(game) == 0, "seat 1 is not asked again"
    game.leave().play(Action.END)
    assert (game.s.turn, asked(game)) == (1, 0)
    game.leave().play(Action.CARD_PROGRAM)
    assert asked(game) == 0
    game.leave()
    assert game.s.gears[1] == 2 + 2
    assert not game.s.lets_all.any()


@rule("SG-Q52")
def test_passing_ends_with_the_beginning_of_ones_turn_and_no_earlier(table):
    game = table(FACING, programs=[GEARS]).holds(0, 0).gears(2)
    game.move("a", "right").play(Action.LEAVE_ALL)
    game.play(Action.END)
    assert (game.s.turn, game.s.phase, game.s.asked) == (1, Phase.ACT, 1)
    assert game.s.lets_all.tolist() == [1, 0]
    game.play(Action.PASS if game.can(Action.PASS) else Action.END)
    assert (game.s.turn, game.s.lets_all.tolist()) == (0, [0, 0])


@rule("SG-Q52", "SG-X6")
def test_a_known_program_that_cannot_be_used_prompts_no_question(table):
    heavy = {"kind": "plugin", "does": ["heavy"]}
    game = table(FACING, programs=[heavy, CANCEL]).holds(1, 0, 1).known(0, 1).gears(1)
    assert asked(game.move("a", "right")) == "turn"
    game = table(FACING, programs=[heavy, CANCEL, GEARS]).holds(1, 0, 1).known(0, 1).holds(0, 2)
    assert asked(game.program(2)) == 1
    assert game.legal == {Action.CARD_PROGRAM + 1, Action.LEAVE, Action.LEAVE_ALL}


@rule("SG-Q52", "SG-X6")
def test_a_program_unknown_to_the_opponent_prompts_a_question(table):
    """It is a plugin, so its owner can only pass; with "always ask", a player can pass for everything at once."""
    game = table(FACING, programs=[{"kind": "plugin", "does": ["heavy"]}]).holds(1, 0).gears(1)
    assert asked(game.move("a", "right")) == 1
    assert game.legal == {Action.PASS}
    game.s.always_ask = 1
    assert game.legal == {Action.PASS, Action.LEAVE_ALL}


def stacked(table):
    """Two Scripts of seat 0 wait, the first in answer to its own move, and seat 1 is asked."""
    game = table(FACING, programs=[GEARS, CANCEL, MORE, CANCEL]).holds(0, 0, 2).holds(1, 1, 3)
    return game.program(0).leave().program(2)


@rule("SG-Q53")
def test_a_cancel_can_target_any_waiting_script(table):
    game = stacked(table)
    assert (game.s.depth, asked(game)) == (2, 1)
    game.play(Action.CARD_PROGRAM + 1)
    assert game.s.phase == Phase.TARGET
    assert game.legal == {Action.STACKED, Action.STACKED + 1}
    game.play(Action.STACKED).happens()
    assert [note["gears"] for note in game.happened(Event.GEARED)] == [3]


@rule("SG-Q53")
def test_a_cancelled_script_is_not_a_target_again(table):
    game = stacked(table).play(Action.CARD_PROGRAM + 1, Action.STACKED).leave()
    assert asked(game) == 1
    game.play(Action.CARD_PROGRAM + 3).happens()
    assert not game.happened(Event.GEARED)


@rule("SG-Q53")
def test_a_script_below_an_effect_can_be_targeted(table):
    programs = [GEARS, CANCEL]
    game = table(FACING, a={"does": ["once: honor 1"]}, programs=programs).holds(0, 0).holds(1, 1)
    game.program(0).leave().effect("a")
    assert (game.s.depth, asked(game)) == (2, 1)
    game.play(Action.CARD_PROGRAM + 1).happens()
    assert game.s.honor[0] == 1
    assert game.s.gears[0] == 0


# --- public knowledge of hands ------------------------------------------------------------------------


def seen_by(game, seat):
    """Returns the state as a seat sees it."""
    array = game.array.copy()
    verbs.hide(array[0], game.b, seat)
    return array[0]


@rule("SG-Q54", "SG-Q48")
def test_bought_cards_are_known_and_drawn_ones_are_not(table):
    game = table(FACING, programs=[{"does": ["draw 1 machine"]}]).gears(40).holds(0, 0)
    machine, program = int(game.s.shown[1]), int(game.s.shown[6])
    drawn = int(game.s.machine_pile[game.s.machine_left - 2])
    game.play(Action.BUY + 1, Action.BUY + 6).program(0)
    for seat in (1, -1):
        seen = seen_by(game, seat)
        assert seen.machine_at[machine] == Place.HAND
        assert seen.program_at[program] == Place.HAND
        assert seen.machine_at[drawn] == Place.UNSEEN
    assert seen_by(game, 0).machine_at[drawn] == Place.HAND


@rule("SG-Q54")
def test_cards_that_cannot_be_in_a_hidden_hand_are_known_to_be_in_the_pile(table):
    game = table(FACING)
    assert (seen_by(game, 1).machine_at == game.s.machine_at).all()
    assert set(seen_by(game, 1).machine_pile[: int(game.s.machine_left)]) == {state.UNKNOWN}
    game = table(FACING, c={"shape": ["HW"]}).holds(0, "c")
    assert Place.PILE not in seen_by(game, 1).machine_at
    assert (seen_by(game, 0).machine_at == game.s.machine_at).all()


@rule("SG-Q54")
@pytest.mark.parametrize("does", ["salvage machine", "recall yours", "fetch machine"])
def test_cards_that_come_to_hand_openly_are_known(table, does):
    game = table(FACING, c={"shape": ["HW"]}, programs=[{"does": [does]}]).holds(0, 0)
    game.take(2)
    game.s.machine_at[2] = Place.LANDFILL
    game.program(0)
    if game.s.phase == Phase.TARGET:
        game.play(Action.BUY)
    mine = [card for card in range(39) if game.s.machine_at[card] == Place.HAND]
    assert len(mine) == 1
    assert seen_by(game, 1).machine_at[mine[0]] == Place.HAND


@rule("SG-Q54")
def test_knowledge_of_a_card_ends_when_it_leaves_the_hand(table):
    game = table(FACING, programs=[GEARS]).gears(9).holds(0, 0).known(0).program(0)
    assert not game.s.programs_known
    game.play(Action.BUY)
    card = next(card for card in range(39) if game.s.machine_at[card] == Place.HAND)
    assert game.s.machines_known == 1 << card
    game.play(Action.CARD + card)
    assert not game.s.machines_known


@rule("SG-Q54")
def test_determinizations_keep_known_cards_in_place(table):
    game = table(FACING).gears(40, 0).holds(0, "c", "d", 0, 1)
    machine, program = int(game.s.shown[1]), int(game.s.shown[6])
    game.play(Action.BUY + 1, Action.BUY + 6)
    seen = seen_by(game, 1)
    dealt = set()
    for number in range(40):
        array = game.state_like(seen)
        rng.seed(array[0], number)
        verbs.determinize(array[0], game.b, 1)
        at = array[0].machine_at
        assert at[machine] == Place.HAND
        assert array[0].program_at[program] == Place.HAND
        hand = [card for card in range(39) if at[card] == Place.HAND]
        assert len(hand) == game.s.machine_hand[0] == 3
        assert sorted(array[0].machine_pile[: int(game.s.machine_left)]) == [
            card for card in range(39) if at[card] == Place.PILE
        ]
        dealt |= set(hand)
    assert len(dealt) > 10, "what was not seen is dealt anew each time"
    assert np.array_equal(seen.base_hand, game.s.base_hand)
