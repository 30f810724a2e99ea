"""Several seats act at once: the game goes on in any order of their acts, and what touches only oneself commutes."""

import runpy
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cogtable
from cogtable.engine import chance, verbs
from cogtable.engine.coverage import rule
from cogtable.engine.notes import collected
from cogtable.games.recharge.events import SAW
from cogtable.games.recharge.state import DONE, PARKED

census = runpy.run_path(str(Path(__file__).with_name("census.py")))["census"]
GAME = cogtable.game("recharge")


def waiting(s):
    return [seat for seat in range(s.seats) if s.waiting >> seat & 1]


def legal(s, b, seat):
    mask = GAME.mask()
    verbs.legal(s, b, seat, mask)
    return np.flatnonzero(mask)


# --- any order ------------------------------------------------------------------------------------------


@rule("RC-R8", "RC-Q4")
@settings(max_examples=25)
@given(seats=st.integers(2, 4), seed=st.integers(0, 10**6), greedy_seat=st.integers(-1, 3), data=st.randoms())
def test_any_order_of_acts_gives_legal_states(seats, seed, greedy_seat, data):
    """One seat may hurry ahead of all others, or all be mixed: some seat can always act, and no card is lost."""
    b = GAME.box.record
    s = GAME.deal(seats, seed)[0]
    cards = census(s, b)
    while not s.over and s.ply < 400:
        ready = waiting(s)
        assert ready
        seat = greedy_seat if greedy_seat in ready else data.choice(ready)
        for other in ready:
            assert legal(s, b, other).size
        verbs.play(s, b, seat, int(data.choice(list(legal(s, b, seat)))))
        assert census(s, b) == cards


# --- acts that commute ------------------------------------------------------------------------------------


def facts(s):
    """The state without the number of acts, which all orders share, and without what only tells their order."""
    return {name: s[name].tolist() for name in s.dtype.names if not name.startswith(("is_", "filling", "rng"))}


@rule("RC-R8")
@pytest.mark.parametrize("order", sorted(set(permutations("000111222"[::3] * 2))))
def test_what_touches_only_oneself_commutes(table, order):
    """Each seat constructs and resolves; nobody draws or touches another: all orders lead to the same state."""
    robots = {"Miner": "gain 3", "Smith": "may-pay 2: crown 1", "Cell": "charge-this 1"}
    scripts = {0: ["Construct", "Miner"], 1: ["Construct", "Smith", "yes"], 2: ["Construct", "Cell"]}
    game = table(3, robots=robots).hand(0, "Miner").hand(1, "Smith").hand(2, "Cell")
    steps = {seat: list(answers) for seat, answers in scripts.items()}
    for seat in map(int, order):
        if steps[seat]:
            game.act(seat, steps[seat].pop(0))
    for seat in range(3):
        while steps[seat]:
            game.act(seat, steps[seat].pop(0))
    reference = table(3, robots=robots).hand(0, "Miner").hand(1, "Smith").hand(2, "Cell")
    for seat in range(3):
        reference.act(seat, *scripts[seat])
    assert facts(game.s) == facts(reference.s)


@rule("RC-Q4")
def test_draws_do_not_commute_but_both_are_right(table):
    robots = {"A": "gain 1", "B": "gain 2", "C": "gain 3", "D": "gain 4"}
    hands = []
    for order in ((0, 1), (1, 0)):
        game = table(robots=robots).hand(0).hand(1).on_top("A", "B", "C", "D")
        for seat in order:
            game.act(seat, "Research")
        hands.append((game.held(0), game.held(1)))
    assert hands == [(["A", "B"], ["C", "D"]), (["C", "D"], ["A", "B"])]


# --- being touched while one acts -------------------------------------------------------------------------

OFFER = {"Smith": "may-pay 5: crown 1", "Thief": "take 9", "Heckler": "others-discard 1", "Junk": "gain 1"}
OFFER |= {"Gem": "gain 2", "Fence": "may-discard 1: gain 5"}


@rule("RC-Q9", "RC-Q14")
def test_an_offer_that_can_no_longer_be_paid_is_passed(table):
    game = table(robots=OFFER).fleet(0, Smith=1).fleet(1, Thief=1).act(0, "Stockpile")
    assert game.may(0) == ["yes", "no"]
    game.act(1, "Stockpile")
    assert game.may(0) == ["pass"]
    game.act(0, "pass")
    assert game.s.crowns[0] == 0
    assert game.s.rounds == 2


@rule("RC-Q4")
def test_a_discard_comes_before_what_one_was_asked(table):
    game = table(robots=OFFER).fleet(0, Smith=1).fleet(1, Heckler=1).hand(0, "Junk", "Gem").act(0, "Stockpile")
    game.act(1, "Stockpile")
    assert game.may(0) == ["Junk", "Gem"]
    game.act(0, "Gem")
    assert game.may(0) == ["yes", "no"]
    game.act(0, "yes")
    assert game.s.crowns[0] == 1


@rule("RC-Q4")
def test_a_discard_can_spoil_what_one_was_asked(table):
    game = table(robots=OFFER).fleet(0, Fence=1).fleet(1, Heckler=1).hand(0, "Junk").act(0, "Stockpile")
    assert game.may(0) == ["Junk", "no"]
    game.act(1, "Stockpile")
    assert game.held(0) == []
    assert game.may(0) == ["pass"]


@rule("RC-R8")
def test_who_is_done_may_have_to_discard_before_the_round_ends(table):
    game = table(robots=OFFER).fleet(1, Heckler=1).hand(0, "Junk", "Gem").act(0, "Stockpile").act(1, "Stockpile")
    assert game.s.stage[:2].tolist() == [DONE, DONE]
    assert (game.waiting, int(game.s.rounds)) == ([0], 1)
    game.act(0, "Junk")
    assert (game.waiting, int(game.s.rounds)) == ([0, 1], 2)


def test_what_one_wants_from_the_pile_may_be_gone(table):
    robots = {"Magpie": "salvage 1", "Fast": "salvage 2", "A": "gain 1", "B": "gain 2"}
    game = table(robots=robots).fleet(0, Magpie=1).fleet(1, Fast=1).pile("A", "B").act(0, "Stockpile")
    assert game.may(0) == ["A", "B"]
    game.act(1, "Stockpile")
    assert game.may(0) == ["pass"]


def test_whom_one_wants_to_copy_may_be_gone(table):
    robots = {"Ape": "copy-rival", "Rocket": "scrap", "Comet": "scrap, gain 1"}
    game = table(robots=robots).fleet(0, Ape=1).fleet(1, Rocket=1, Comet=1).act(0, "Stockpile")
    assert game.may(0) == ["Rocket", "Comet"]
    game.act(1, "Stockpile", "rest")
    assert game.may(0) == ["pass"]


def test_cards_looked_at_are_out_of_the_reach_of_others(table):
    robots = {"Scope": "look 2 1", "A": "gain 1", "B": "gain 2", "C": "gain 3", "D": "gain 4"}
    game = table(robots=robots).fleet(0, Scope=1).on_top("A", "B", "C", "D").act(0, "Stockpile").act(1, "Research")
    assert game.held(1)[-2:] == ["C", "D"]
    assert game.may(0) == ["A", "B"]


# --- the Event asks all at once ---------------------------------------------------------------------------


@rule("RC-Q4", "RC-R7")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_an_event_deals_the_same_whatever_the_order_of_the_answers(table, order):
    robots = {"A": "gain 1", "B": "gain 2", "C": "gain 3", "X": "gain 4", "Y": "gain 5", "Z": "gain 6"}
    game = table(3, robots=robots, events={"Swap": "may-discard 1: draw 1, gain 1"})
    game.hand(0, "X").hand(1, "Y").hand(2, "Z").on_top("A", "B", "C").round(2, "Swap")
    assert game.waiting == [0, 1, 2]
    for seat in order:
        game.act(seat, "XYZ"[seat])
    assert [game.held(seat) for seat in (2, 0, 1)] == [["A"], ["B"], ["C"]]
    assert game.s.coins[:3].tolist() == [9, 9, 9]
    assert PARKED not in game.s.asks


@rule("RC-R8")
def test_turns_begin_when_all_have_followed_the_event(table):
    game = table(events={"Fair": "may-discard 1: gain 4"}).round(0, "Fair").act(1, "no")
    assert game.waiting == [0]
    game.act(0, "no")
    assert game.waiting == [0, 1]


# --- what is known ----------------------------------------------------------------------------------------


@rule("RC-R15")
@settings(max_examples=20)
@given(seats=st.integers(2, 4), seed=st.integers(0, 10**6), acts=st.integers(0, 150), data=st.randoms())
def test_a_guess_agrees_with_what_a_seat_knows(seats, seed, acts, data):
    b = GAME.box.record
    array = GAME.deal(seats, seed)
    s = array[0]
    while not s.over and s.ply < acts:
        seat = data.choice(waiting(s))
        verbs.play(s, b, seat, int(data.choice(list(legal(s, b, seat)))))
    for seat in range(-1, seats):
        known = array.copy()
        verbs.hide(known[0], b, seat)
        world = known.copy()
        chance.seed(world[0], seed)
        verbs.guess(world[0], b, seat)
        if not s.over:
            census(world[0], b)
        again = world.copy()
        verbs.hide(again[0], b, seat)
        assert facts(again[0]) == facts(known[0])
        if seat in waiting(s):
            assert legal(world[0], b, seat).tolist() == legal(s, b, seat).tolist()


@rule("RC-R5", "RC-R15")
def test_all_know_which_cards_were_shuffled_together(table):
    """A card drawn before the discard pile was shuffled cannot be one of that pile."""
    robots = {"Old": "gain 1", "Older": "gain 2", "New": "gain 3", "Newer": "gain 4"}
    game = table(3, robots=robots).hand(0, "Old").hand(2).pile("New", "Newer").deck("Older")
    game.act(0, "Stockpile").act(2, "Research")
    assert "Older" in game.held(2)
    new = {game.robots.index("New"), game.robots.index("Newer")}
    for seed in range(20):
        world = game.guessed(0, seed)
        hand = {int(card) for card in world.hand[2, :2]}
        assert len(hand & new) == 1
        assert int(world.deck[0]) in new


def test_notes_of_drawn_cards_reach_their_owner_only(table):
    game = table()
    with collected() as notes:
        game.act(0, "Research")
    told = [note for note in game.notes if note.event == SAW]
    assert [note.audience for note in told] == [1, 1]
    assert notes == []
