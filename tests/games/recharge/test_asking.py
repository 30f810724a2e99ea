"""Questions: offers are made only if they can have an effect, and questions only if they have more than one answer.
Also amounts of 0, taking from other players, abilities once a turn, and boxes that exceed limits.
"""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cogtable
from cogtable.engine.rules import verbs
from cogtable.games.recharge.rules.abilities import ABILITIES
from cogtable.games.recharge.rules.actions import Answer
from cogtable.games.recharge.rules.state import Question, Stage
from cogtable.testing.coverage import rule

GAME = cogtable.game("recharge")
PLAIN = {"A": "gain 1", "B": "gain 2", "C": "gain 3"}


@pytest.fixture
def acting(table):
    """Sets up a table at which seat 0 has a robot "It" with two batteries, hands are empty, and both play Stockpile."""

    def build(does, *, batteries=2, options=None):
        game = table(robots={"It": does, **PLAIN}, options=options)
        return game.hand(0).hand(1).fleet(0, It=batteries)

    return build


# --- taking from others -------------------------------------------------------------------------------------


@rule("RC-Q35")
@pytest.mark.parametrize("robots", [{"Thief": "take 1, take 1"}, {"Thief": "take 1", "Rogue": "take 1, gain 1"}])
def test_one_card_that_takes_twice_takes_as_much_as_two_cards(table, robots):
    """The rival began with $1 and has gained $4 since: there is $1 to take."""
    game = table(robots=robots).coins(1, 1).fleet(0, **dict.fromkeys(robots, 1))
    game.act(0, "Stockpile", *["rest"] * (len(robots) > 1)).act(1, "Stockpile")
    assert game.s.coins[1] == 1 + 4 - 1


@rule("RC-Q35")
def test_taking_is_limited_to_what_is_there(table):
    game = table(robots={"Thief": "take 3", "Rogue": "take 3, gain 1"}).coins(1, 4)
    game.fleet(0, Thief=1, Rogue=1).act(0, "Stockpile", "rest").act(1, "Recharge")
    assert game.s.coins[:2].tolist() == [8 + 4 + 1 + 4, 0]


@rule("RC-Q35")
def test_a_cards_effects_on_others_keep_their_order(table):
    game = table(robots={"Thief": "others-lose 2, take 1, others-lose 2"}).coins(1, 4).fleet(0, Thief=1)
    game.act(0, "Stockpile").act(1, "Recharge")
    assert game.s.coins[:2].tolist() == [8 + 4 + 1, 0]


@rule("RC-Q36")
@pytest.mark.parametrize(("has", "left"), [(2, 1), (1, 0), (0, 0), (-2, -2)])
def test_a_crown_can_be_taken_only_if_there_is_one(table, has, left):
    game = table(robots={"Mole": "take-crown 1"}).crowns(1, has).fleet(0, Mole=1)
    game.act(0, "Stockpile").act(1, "Stockpile")
    assert game.s.crowns[:2].tolist() == [has - left, left]


# --- robots without a battery -------------------------------------------------------------------------------


@rule("RC-Q37")
@pytest.mark.parametrize(
    ("does", "coins"), [("per-idle 1 3: gain 2", 2), ("if-idle 1: gain 2", 2), ("if-idle 2: gain 2", 0)]
)
def test_a_robot_does_not_count_itself_as_without_a_battery(acting, does, coins):
    game = acting(does, batteries=1).fleet(0, "A").act(0, "Stockpile")
    assert game.s.coins[0] == 8 + 4 + coins


@rule("RC-Q37")
def test_a_copy_counts_the_copied_robot_but_not_itself(table):
    robots = {"Organ": "per-idle 1 3: gain 2", "Ape": "copy"}
    game = table(robots=robots).fleet(0, "Organ", Ape=1).act(0, "Stockpile")
    assert game.s.coins[0] == 8 + 4 + 2


@rule("RC-Q37")
def test_all_cards_use_the_same_words_for_it():
    said = [ABILITIES.general(name) for name in ("charge-idle", "if-idle", "per-idle")]
    assert all("robots without a battery" in words for words in said)


# --- once a turn --------------------------------------------------------------------------------------------


@rule("RC-Q38")
def test_a_robot_that_leaves_play_and_returns_does_not_act_again(table):
    robots = {"Crane": "salvage 1", "Rocket": "scrap, gain 5", "Host": "play"}
    game = table(robots=robots).hand(0).fleet(0, Rocket=1, Crane=1, Host=1)
    game.act(0, "Stockpile", "Rocket", "Crane", "Rocket")
    assert game.batteries(0) == {"Crane": 0, "Host": 0, "Rocket": 2}
    assert game.s.coins[0] == 8 + 4 + 5 - 1
    game.act(1, "Stockpile").act(0, "Stockpile")
    assert game.s.coins[0] == 8 + 4 + 5 - 1 + 4 + 5


@rule("RC-Q38")
def test_in_another_players_turn_it_acts(table):
    robots = {"Crane": "salvage 1", "Rocket": "scrap, gain 5", "Host": "play"}
    game = table(robots=robots).hand(0).hand(1).fleet(0, Rocket=1).fleet(1, Crane=1, Host=1)
    game.act(0, "Stockpile").act(1, "Stockpile", "Crane", "Rocket")
    assert game.s.coins[:2].tolist() == [8 + 4 + 5, 8 + 4 - 1 + 5]


# --- offers -------------------------------------------------------------------------------------------------


@rule("RC-Q39")
@pytest.mark.parametrize(
    "does",
    [
        "may-lose 1: play",
        "may-pay 12: play",
        "may-lose 1: play-free 1",
        "may-pay 2: charge-each 1",
        "may-drain-this 1: charge-idle 1",
        "may-pay 2: move 2",
        "may-lose 1: gather",
        "may-lose 1: copy",
        "may-lose 1: copy-rival",
        "may-pay 2: discard 1",
        "may-pay 2: salvage 1",
        "may-pay 12: lose 1",
        "may-drain-this 1: drain 1",
        "may-lose 1: discard-event 1",
        "may-pay 5: if-have 20 coins: crown 2",
        "may-pay 5: per-coin 8 1: crown 2",
        "may-pay 5: if-most coins: crown 1",
        "may-lose 1: may-pay 13: gain 1",
        "may: play",
    ],
)
def test_an_offer_without_effect_is_not_made(acting, does):
    """One robot with a battery left, $12, no card and no Event; the rival has $8, and the discard pile is empty."""
    assert acting(does).act(0, "Stockpile").s.stage[0] == Stage.DONE


@rule("RC-Q39")
@pytest.mark.parametrize(
    "does",
    [
        "may-lose 1: draw 1",
        "may-pay 11: lose 1",
        "may-drain-this 1: if-have 1 robots: gain 1",
        "may-lose 1: charge 1",
        "may-pay 3: if-most coins: crown 1",
        "may-pay 5: if-under 8 coins: crown 2",
        "may-lose 1: if-under 1 crowns: gain 1",
        "may-lose 1: may-pay 12: gain 1",
        "may: scrap; gain 5",
        "may-lose 1: take 1",
        "may-lose 1: draw-event 1",
    ],
)
def test_an_offer_with_an_effect_is_made(acting, does):
    assert acting(does).act(0, "Stockpile").may(0) == ["yes", "no"]


@rule("RC-Q39")
@pytest.mark.parametrize(("hand", "asked"), [(["A"], False), (["A", "B"], True)])
def test_a_card_paid_as_a_price_cannot_be_played(acting, hand, asked):
    game = acting("may-discard 1: play").hand(0, *hand).act(0, "Stockpile")
    assert (game.s.asks[0] == Question.DISCARD) == asked


@rule("RC-Q39")
def test_a_card_discarded_as_a_price_can_be_taken_back(acting):
    assert acting("may-discard 1: salvage 1").hand(0, "A").act(0, "Stockpile").may(0) == ["A", "no"]


@rule("RC-Q39")
def test_robots_emptied_by_a_payment_can_be_charged(acting):
    game = acting("may-drain 1: charge-idle 2").fleet(0, A=1).act(0, "Stockpile", "It")
    assert game.may(0) == ["It", "A", "no"]
    game = acting("may-drain 1: charge-idle 2").fleet(0, A=3).act(0, "Stockpile", "It")
    assert game.may(0) == []


@rule("RC-Q39", "RC-Q41")
def test_with_always_ask_an_offer_to_play_is_made_but_can_only_be_declined(acting):
    """Otherwise everybody would see that no card in the hand can be played."""
    dear = acting("may-pay 12: play", options={"always_ask": 1}).hand(0, "A").act(0, "Stockpile")
    assert dear.may(0) == ["no"]
    paid = acting("may-pay 2: play", options={"always_ask": 1}).hand(0, "A").act(0, "Stockpile")
    assert paid.may(0) == ["yes", "no"]


# --- Events -------------------------------------------------------------------------------------------------


@rule("RC-Q40")
def test_a_discarded_event_stays_in_force_until_its_round_ends(table):
    robots = {"Agent": "may-discard-event: crown 1"}
    game = table(robots=robots, events={"Sale": "cheaper 3, at-end: gain 7"}).hand(0).fleet(0, Agent=2)
    game.round(0, "Sale").act(0, "Stockpile", "Sale")
    assert game.events_of(0) == []
    assert game.s.event == 0
    game.act(1, "Stockpile")
    assert game.s.coins[:2].tolist() == [8 + 4 + 7, 8 + 4 + 7]


@rule("RC-Q31", "RC-Q4")
def test_effects_after_all_have_finished_keep_no_player_waiting(table):
    game = table(3, robots=PLAIN, events={"Gift": "may-discard 1: gain 1, others-draw 1"})
    game.hand(0, "A").hand(1, "B").hand(2).round(0, "Gift")
    assert game.act(1, "B").s.stage[1] == Stage.READY
    assert game.s.stage[2] == Stage.READY


# --- single answers -----------------------------------------------------------------------------------------


@rule("RC-Q41")
def test_with_two_robots_a_battery_can_go_only_to_the_other(acting):
    game = acting("move 1", batteries=3).fleet(0, "A").act(0, "Stockpile", "It")
    assert game.batteries(0) == {"It": 1, "A": 0}
    assert game.s.coins[0] == 8 + 4 + 1


@rule("RC-Q41")
def test_the_rest_of_a_payment_is_paid_at_once_if_there_is_no_choice(acting):
    cards = acting("may-discard 2: crown 1").hand(0, "A", "B").act(0, "Stockpile", "A")
    assert (cards.held(0), int(cards.s.crowns[0])) == ([], 1)
    batteries = acting("drain 2", batteries=3).fleet(0, A=1).act(0, "Stockpile", "It", "A")
    assert batteries.batteries(0) == {"It": 1, "A": 0}


@rule("RC-Q41")
def test_the_only_action_left_by_an_event_is_taken_by_all(table):
    game = table(robots=PLAIN, events={"Now": "close Research, close Recharge, close Construct"}).round(0, "Now")
    assert game.s.coins[:2].tolist() == [12, 12]
    assert game.s.rounds == 2


@rule("RC-Q41")
@settings(max_examples=settings().max_examples // 4, deadline=None)
@given(seats=st.integers(2, 4), seed=st.integers(0, 10**6), always_ask=st.booleans(), data=st.randoms())
def test_each_question_has_more_than_one_answer(seats, seed, always_ask, data):
    """With "always ask", only the seat knows that it can do no more than decline or pass."""
    b = GAME.box.record
    s = GAME.deal(seats, seed, {"always_ask": int(always_ask)})[0]
    while not s.over:
        seat = data.choice([seat for seat in range(seats) if s.waiting >> seat & 1])
        mask = GAME.mask()
        verbs.legal(s, b, seat, mask)
        actions = [int(action) for action in mask.nonzero()[0]]
        assert len(actions) > 1 or (always_ask and actions[0] in (Answer.NO, Answer.PASS))
        verbs.play(s, b, seat, data.choice(actions))


# --- counts -------------------------------------------------------------------------------------------------


@rule("RC-Q42")
def test_all_numbers_of_a_line_are_multiplied(table):
    game = table(robots={"Owl": "per-robot 1 2: look 3 2", **PLAIN}).fleet(0, "A", Owl=1).act(0, "Stockpile")
    assert (game.s.looking[0], game.s.remaining[0]) == (6, 4)


@rule("RC-Q42")
def test_a_box_that_looks_at_too_many_cards_is_refused(game_with):
    reason = '"per-card 1 3: look 3 2" looks at up to 9 cards; expected at most 6'
    with pytest.raises(cogtable.BadBox, match=rf"line \d+: robots 1 \"It\": does: {re.escape(reason)}"):
        game_with(robots={"It": "per-card 1 3: look 3 2"})


@rule("RC-Q43")
@pytest.mark.parametrize("action", ["research", "stockpile", "recharge"])
def test_an_action_without_effect_asks_nothing(table, action):
    game = table(robots=PLAIN, **{action: 0}).hand(0).hand(1).fleet(0, "A", "B")
    game.act(0, action.title()).act(1, "Construct")
    assert game.s.rounds == 2
    assert game.tokens(0) == (8, 0)
    assert game.batteries(0) == {"A": 0, "B": 0}
    assert game.held(0) == []
