"""Components, setup, preparation, and public information."""

from collections import Counter

import pytest

import cogtable
from cogtable.engine.rules import rng, verbs
from cogtable.games.smashgear.rules import components, state
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.state import Phase, Place
from cogtable.testing.coverage import rule


@rule("SG-R1", "SG-Q33")
def test_there_are_four_piles(table):
    s = table(setup=True).s
    assert len(s.machine_at) == 39
    assert len(s.program_at) == 30
    assert s.base_left + s.bases.sum() == 20
    assert s.destroy_left == 20
    assert (cogtable.game("smashgear").min_seats, cogtable.game("smashgear").max_seats) == (2, 2)


@rule("SG-R2")
def test_five_machines_and_three_programs_lie_face_up(table):
    s = table(setup=True).s
    assert all(s.machine_at[card] == Place.STORE for card in s.shown[:5])
    assert all(s.program_at[card] == Place.STORE for card in s.shown[5:])
    assert (s.machine_left, s.program_left) == (34, 27)


@rule("SG-R2")
def test_the_piles_are_shuffled():
    game = cogtable.game("smashgear")
    assert len({tuple(game.deal(2, seed, {})[0].shown) for seed in range(8)}) == 8


@rule("SG-R3", "SG-Q1")
def test_each_player_starts_with_25_gears_and_a_base_on_the_starting_point():
    game = cogtable.game("smashgear")
    s = game.deal(2, 1, {})[0]
    assert s.gears.tolist() == [25, 25]
    assert [cell for cell in range(components.CELLS) if s.base_at[cell] != state.NONE] == [2, 78]  # c1 and g9
    assert s.base_at[2] == 0
    assert game.box.designed


@rule("SG-R4", "SG-Q44")
def test_the_first_buyer_and_the_first_mover_are_drawn_at_random():
    game = cogtable.game("smashgear")
    starts = Counter(game.deal(2, seed, {})[0].start for seed in range(40))
    assert min(starts[0], starts[1]) > 8
    assert {game.deal(2, seed, {"chooser": 1})[0].start for seed in range(10)} == {0}
    array = game.deal(2, 3, {})
    s = array[0]
    assert s.asked == s.start
    for _ in range(2):
        verbs.play(s, game.box.record, s.asked, Action.END)
    assert (s.turn, s.turns) == (s.start, 1)


@rule("SG-R5", "SG-Q6")
def test_players_buy_in_turns_until_both_stop(table):
    game = table(setup=True)
    first, second = int(game.s.shown[0]), int(game.s.shown[1])
    game.play(Action.BUY + 0)
    assert game.s.machine_at[first] == Place.HAND
    assert game.s.shown[0] not in (first, state.NONE)
    assert game.s.asked == 1
    game.play(Action.BUY + 1, Action.END, Action.BUY + 8, Action.END)
    assert (game.s.phase, game.s.asked) == (Phase.PREPARE, 1)
    assert game.s.machine_at[second] == Place.HAND + 1
    game.play(Action.END)
    assert (game.s.phase, game.s.turns) == (Phase.ACT, 1)


@rule("SG-R5")
def test_remaining_gears_are_discarded_before_the_battle(table):
    game = table(setup=True).play(Action.END, Action.END)
    assert game.s.gears.tolist() == [2, 0]
    assert [note["gears"] for note in game.happened(Event.LEFT_GEARS)] == [25, 25]


@rule("SG-Q7")
def test_there_is_no_hand_limit_before_the_first_turn_ends(table):
    game = table(setup=True, plain={"base_price": 1})
    for _ in range(9):
        game.play(Action.BUY + 8, Action.END)
        game.s.passes = 0
    game.play(Action.END, Action.END)
    assert game.s.base_hand[0] == 9
    game.end()
    assert game.s.base_hand[0] == 6
    assert len(game.happened(Event.DISCARDED)) == 3


@rule("SG-Q8")
def test_preparing_allows_only_buying(table):
    game = table("ah aw", a={"does": ["once: own-turn: gears 1"]}, setup=True)
    s = game.s
    for card in range(6):
        if s.machine_at[card] == Place.PILE:
            game.take(card)
            s.machine_at[card] = Place.HAND
            s.machine_hand[0] += 1
    assert game.legal <= {*range(Action.BUY, Action.BUY + 10), Action.END}
    assert Action.END in game.legal


@rule("SG-Q48")
@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_hands_and_piles_are_secret_landfills_and_counts_public(table, seat):
    game = table("ah aw").holds(0, "c", 1, base=2).holds(1, "D", 2, destroy=1)
    s = game.s
    s.machine_at[5] = Place.LANDFILL
    array = game.array.copy()
    verbs.hide(array[0], game.b, seat)
    hidden = array[0]
    assert (hidden.machine_at[2] == Place.HAND) == (seat == 0)
    assert (hidden.program_at[2] == Place.HAND + 1) == (seat == 1)
    assert (hidden.machine_pile[: hidden.machine_left] == state.UNKNOWN).all()
    assert hidden.machine_at[5] == Place.LANDFILL
    assert hidden.machine_hand.tolist() == [1, 1]
    assert hidden.program_hand.tolist() == [1, 1]
    assert (hidden.base_hand[0], hidden.destroy_hand[1]) == (2, 1)


@rule("SG-Q48")
def test_a_determinized_state_deals_the_hidden_cards(table):
    game = table("ah aw").holds(0, "c", 1).holds(1, "D", 2)
    held = set()
    for seed in range(12):
        array = game.array.copy()
        verbs.hide(array[0], game.b, 0)
        rng.seed(array[0], seed)
        verbs.determinize(array[0], game.b, 0)
        assert array[0].machine_at[2] == Place.HAND
        held.add(array[0].machine_at.tolist().index(Place.HAND + 1))
    assert len(held) > 4
