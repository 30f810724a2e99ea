"""Chance nodes: every deal and every outcome with its probability, and the possible next draws."""

from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import cogtable
from cogtable import BadOption, IllegalAction
from cogtable.engine.definition.parts import About, Rules, Seats
from cogtable.engine.errors import TooManyOutcomes
from cogtable.engine.play import chance_nodes
from cogtable.engine.play.game import Game
from cogtable.engine.records.state import Int8, State, Tables
from cogtable.engine.rules import rng

SIXTH = Fraction(1, 6)


class Dice(State):
    faces: Int8[2]
    order: Int8[3]


class Nothing(Tables):
    none: Int8


def game(setup, play=None):
    """A game whose rules draw numbers as the test asks."""

    def rest(s, b, *args):
        pass

    def legal(s, b, seat, mask):
        mask[0] = 1

    def play_nothing(s, b, seat, action):
        pass

    def hide(s, b, seat):
        pass

    def rank(s, b, out):
        pass

    rules = SimpleNamespace(
        __name__="dice", setup=setup, legal=legal, play=play or play_nothing, hide=hide, determinize=hide, rank=rank,
        evaluate=rank,
    )  # fmt: skip
    made = Game(
        "tiny",
        about=About(name="dice", title="", tagline="", minutes=1, art="", version="1"),
        seats=Seats(2, 3),
        rules=Rules(verbs=rules, state=Dice, tables=Nothing, actions=2, bound=9),
    )
    made.__dict__["box"] = SimpleNamespace(record=Nothing.new()[0], tables=Nothing.new(), digest="", names={})
    made.__dict__["table"] = SimpleNamespace(choice=lambda s, box, seat, action: SimpleNamespace(text="throw"))
    return made


def shares(found, read):
    total = Counter()
    for outcome in found:
        total[read(outcome.position[0])] += outcome.probability
    return total


def test_every_deal_is_listed_with_its_probability():
    def setup(s, b):
        s.waiting = 1
        s.faces[0] = rng.below(s, 6)
        if s.faces[0] == 5:  # a second throw only after a six
            s.faces[1] = rng.below(s, 3)

    found = chance_nodes.deals(game(setup), seats=2)
    assert len(found) == 8
    assert sum(outcome.probability for outcome in found) == 1
    assert shares(found, lambda s: s.faces[0]) == dict.fromkeys(range(6), SIXTH)
    assert shares(found, lambda s: tuple(s.faces))[5, 2] == SIXTH / 3
    match = game(setup).start_at(found[-1].position)
    assert match.state.faces.tolist() == [5, 2]


def test_shuffles_are_uniform_and_equal_deals_are_merged():
    def setup(s, b):
        s.order[:] = (0, 1, 2)
        s.waiting = 1
        rng.shuffle(s, s.order, 0, 3)

    def throw_two(s, b):
        s.waiting = 1
        s.faces[0] = rng.below(s, 6) + rng.below(s, 6)

    assert set(shares(chance_nodes.deals(game(setup), 2), lambda s: tuple(s.order)).values()) == {SIXTH}
    sums = shares(chance_nodes.deals(game(throw_two), 2), lambda s: int(s.faces[0]))
    assert (sums[0], sums[5], sums[10]) == (SIXTH / 6, SIXTH, SIXTH / 6)
    assert len(chance_nodes.deals(game(throw_two), 2)) == 11
    with pytest.raises(TooManyOutcomes, match="there are more than 35 deals of dice"):
        chance_nodes.deals(game(throw_two), 2, most=35)
    with pytest.raises(BadOption, match="is for 2 to 3 seats; found 5"):
        chance_nodes.deals(game(throw_two), 5)


def test_listing_the_outcomes_of_an_action_changes_nothing():
    def setup(s, b):
        s.waiting = 1

    def play(s, b, seat, action):
        s.faces[0] = rng.below(s, 6)

    match = game(setup, play).start(seats=2, seed=1)
    found = chance_nodes.of_action(match, 0, 0)
    assert shares(found, lambda s: int(s.faces[0])) == dict.fromkeys(range(6), SIXTH)
    assert match.ply == 0
    assert all(outcome.position[0].ply == 1 for outcome in found)
    with pytest.raises(IllegalAction, match="seat 1 has nothing to decide now"):
        chance_nodes.of_action(match, 1, 0)
    with pytest.raises(IllegalAction, match="there is no action 7"):
        chance_nodes.of_action(match, 0, 7)


@pytest.mark.parametrize("name", ["splendor", "recharge", "coalheart"])
def test_the_actual_outcome_is_among_the_listed_ones(name):
    match = cogtable.game(name).start(seed=5)
    several = 0
    for _ in range(60):
        if match.over:
            break
        seat = match.waiting[0]
        action = int(np.flatnonzero(match.legal(seat))[match.ply % 2 - 1])
        try:
            found = chance_nodes.of_action(match, seat, action, most=500)
        except TooManyOutcomes:  # shuffles the deck
            match.play(seat, action)
            continue
        assert sum(outcome.probability for outcome in found) == 1
        several += len(found) > 1
        before = match.ply
        match.play(seat, action)
        after = {without_generator(outcome.position) for outcome in found}
        assert without_generator(match.at(before + 1).position) in after
    assert bool(several) == (name == "coalheart")  # the others shuffle first, and draw the cards on top


def without_generator(position):
    array = position.copy()
    array["rng"] = 0
    return array.tobytes()


# --- possible next draws ------------------------------------------------------------------------


def test_a_seat_expects_every_hidden_card_of_a_level():
    match = cogtable.game("splendor").start(seats=2, seed=3)
    match.play(0, "Reserve the top card of level 1")
    mine, theirs = match.draws(0), match.draws(1)
    assert list(mine) == ["level 1", "level 2", "level 3"]
    own = int(match.state.reserved[0, 0])
    assert mine["level 1"].sum() == 40 - 4 - 1
    assert theirs["level 1"].sum() == 40 - 4  # the card in the other hand could also be in the deck
    assert (mine["level 1"][own], theirs["level 1"][own]) == (0, 1)
    assert mine["level 3"].sum() == 20 - 4


def test_the_supply_of_cubes_is_public():
    match = cogtable.game("coalheart").start(seats=3, seed=3)
    assert match.draws()["cubes"].tolist() == match.state.supply.tolist()
    assert match.draws()["gears"].size == len(match.game.box.names["gear"])


def test_a_game_without_an_answer_has_no_draws():
    def setup(s, b):
        s.waiting = 1

    assert game(setup).start(seats=2, seed=1).draws() == {}


# --- information states -------------------------------------------------------------------------


def test_positions_that_a_seat_cannot_tell_apart_have_one_key():
    game = cogtable.game("tiny")
    match = game.start(seats=2, seed=4)
    deals = [match.determinized(1, seed) for seed in range(9)]
    match, twin = (
        game.start_at(next(deal for deal in deals if deal[0].hand[0, 0] == card))
        for card in sorted({int(deal[0].hand[0, 0]) for deal in deals})[:2]
    )
    for each in (match, twin):
        each.play(0, 0)  # a face-down card
    assert match.information_state(1) == twin.information_state(1)
    assert match.information_state(-1) == twin.information_state(-1)
    assert match.information_state(0) != twin.information_state(0)
    assert match.information_state(0) != match.information_state(1)
    for each in (match, twin):
        each.play(1, 0)  # now both are face up
    assert match.information_state(1) != twin.information_state(1)


def test_hidden_cards_are_not_in_the_key():
    game = cogtable.game("splendor")
    match = game.start(seats=2, seed=9)
    keys = {game.start_at(match.determinized(0, seed)).information_state(0) for seed in range(5)}
    assert len(keys) == 1
    keys = {game.start_at(match.determinized(0, seed)).determinized(-1, 1).tobytes() for seed in range(5)}
    assert len(keys) == 1


def test_the_key_includes_the_history():
    """Two ways to the same position are two information states (perfect recall)."""
    game = cogtable.game("splendor")
    one, other = (game.start(seats=2, seed=6) for _ in range(2))
    takes = [int(action) for action in np.flatnonzero(one.legal(0))[:2]]
    for match, order in ((one, takes), (other, takes[::-1])):
        for action in order:
            match.play(0, action)
            match.play(1, takes[0])
    assert one.position.tobytes() == other.position.tobytes()
    assert one.information_state(0) != other.information_state(0)
    assert one.information_state(1) != other.information_state(1)


def test_undo_restores_the_key():
    game = cogtable.game("splendor")
    match = game.start(seats=2, seed=6)
    keys = [match.information_state(0)]
    for _ in range(4):
        match.play(match.waiting[0], int(np.flatnonzero(match.legal(match.waiting[0]))[0]))
        keys.append(match.information_state(0))
    assert len(set(keys)) == 5
    twin = match.copy()
    match.undo()
    assert match.information_state(0) == keys[3]
    match.play(match.waiting[0], int(np.flatnonzero(match.legal(match.waiting[0]))[1]))
    assert match.information_state(0) not in keys
    assert twin.information_state(0) == keys[4]
    assert twin.at(2).information_state(0) == keys[2]
    assert cogtable.load(cogtable.save(twin)).information_state(0) == keys[4]
    with pytest.raises(IllegalAction, match="there is no seat 2"):
        match.information_state(2)
