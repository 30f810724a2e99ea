"""The rules of Recharge, by their numbers."""

from collections import Counter

import numpy as np
import pytest

from cogtable.engine.rules import verbs
from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.state import UNKNOWN, Place, Stage
from cogtable.testing.coverage import rule

# --- setting up ---------------------------------------------------------------------------------------


@rule("RC-R1")
def test_robots_and_events_are_shuffled_separately(table):
    games = [table(seed=seed) for seed in range(6)]
    assert len({tuple(game.s.deck) for game in games}) == 6
    assert all(sorted(game.held(0) + game.held(1)) != sorted(games[0].held(0)) for game in games)
    assert games[0].may(0) == list(ACTIONS_OF_A_TURN)


@rule("RC-R2", "RC-Q27")
@pytest.mark.parametrize(("seats", "events"), [(2, 3), (3, 2), (4, 2)])
def test_each_player_starts_with_four_cards_eight_coins_and_events(game_with, seats, events):
    s = game_with().deal(seats, 7)[0]
    assert s.held[:seats].tolist() == [4] * seats
    assert s.robots.tolist() == [0] * 4
    assert s.coins[:seats].tolist() == [8] * seats
    assert s.events[:seats].tolist() == [events] * seats
    assert s.deck_left == 60 - 4 * seats


@rule("RC-R2")
def test_the_first_player_in_charge_is_random(game_with):
    game = game_with()
    counts = Counter(int(game.deal(3, seed)[0].charge) for seed in range(90))
    assert set(counts) == {0, 1, 2}
    assert min(counts.values()) > 15


@rule("RC-Q28")
def test_dealing_an_event_does_not_count_as_drawing_it(table, game_with):
    """An Event with an effect when drawn is dealt without it."""
    s = game_with(events={"Windfall": "gain 5"}).deal(4, 3)[0]
    assert s.coins.tolist() == [8] * 4
    assert s.event == -1


# --- deck and discard pile ------------------------------------------------------------------------------


@rule("RC-R3")
def test_drawing_takes_the_top_card_and_there_is_no_hand_limit(table):
    game = table(robots={"First": "gain 1", "Second": "gain 2", "Third": "gain 3"})
    game.on_top("First", "Second", "Third").act(0, "Research")
    assert game.held(0)[-2:] == ["First", "Second"]
    many = game.robots[10:40]
    game.hand(1, *many).act(1, "Research")
    assert len(game.held(1)) == 32
    assert game.held(1)[-2] == "Third"


@rule("RC-R4")
def test_the_discard_pile_starts_empty_and_is_open_to_all(table):
    game = table(robots={"Junk": "gain 1"}, events={"Fair": "discard 1"})
    assert game.discarded() == set()
    game.hand(0, "Junk").hand(1).round(0, "Fair")
    assert game.discarded() == {"Junk"}
    for seat in (-1, 0, 1):
        assert game.hidden(seat).place[game.robots.index("Junk")] == Place.PILE


@rule("RC-R4")
def test_effects_discard_from_the_hand(table):
    game = table(robots={"Junk": "gain 1", "Gem": "gain 2"}, events={"Fair": "discard 1"})
    game.hand(0, "Junk", "Gem").hand(1).round(0, "Fair")
    assert game.waiting == [0]
    assert game.may(0) == ["Junk", "Gem"]
    game.act(0, "Junk")
    assert game.held(0) == ["Gem"]


@rule("RC-R5", "RC-Q24")
def test_the_rest_of_the_deck_is_drawn_before_the_shuffled_pile(table):
    game = table(robots={"Last": "gain 1", "Old": "gain 2", "Older": "gain 3"})
    game.hand(0).pile("Old", "Older").deck("Last").act(0, "Research")
    assert game.held(0)[0] == "Last"
    assert game.held(0)[1] in ("Old", "Older")
    assert game.s.deck_left == 1
    assert game.discarded() == set()


@rule("RC-R5")
def test_the_pile_is_shuffled_only_when_needed(table):
    game = table(robots={"A": "gain 1", "B": "gain 2", "Old": "gain 3"})
    game.hand(0).pile("Old").deck("A", "B").act(0, "Research")
    assert game.held(0) == ["A", "B"]
    assert game.discarded() == {"Old"}


@rule("RC-R5")
def test_with_too_few_cards_as_many_as_possible_are_drawn(table):
    game = table(robots={"Only": "gain 1"}).hand(0).deck("Only").act(0, "Research")
    assert game.held(0) == ["Only"]
    assert game.s.deck_left == 0


@rule("RC-Q23")
def test_discarding_from_a_short_deck_works_like_drawing(table):
    """The pile goes under the deck first, so a card just discarded isn't shuffled in with it."""
    game = table(robots={"Last": "gain 1", "Old": "gain 2", "Miller": "mill 2"})
    game.fleet(0, Miller=1).pile("Old").deck("Last").act(0, "Stockpile")
    assert game.discarded() == {"Last", "Old"}
    assert game.s.deck_left == 0


# --- Events -------------------------------------------------------------------------------------------

EVENTS = {"Windfall": "gain 5", "Drought": "lose 3", "Flood": "draw 1"}


@rule("RC-R6")
def test_discarded_events_have_a_pile_of_their_own(table):
    game = table(events=EVENTS | {"Purge": "discard-event 1"})
    game.round(0, "Purge", "Flood").act(0, "Purge").act(0, "Flood")
    assert game.s.owner[game.events.index("Flood")] == Place.PILE
    assert game.discarded() == set()


@rule("RC-R6", "RC-Q18")
def test_events_are_secret_until_they_are_revealed(table):
    game = table(events=EVENTS).round(0, "Windfall", "Flood")
    flood, windfall = game.events.index("Flood"), game.events.index("Windfall")
    assert game.hidden(0).owner[flood] == 0
    assert game.hidden(1).owner[flood] == Place.HIDDEN
    game.act(0, "Flood")
    assert game.hidden(1).owner[flood] == 0
    assert game.hidden(1).owner[windfall] == Place.HIDDEN
    assert game.hidden(-1).owner[flood] == 0


@rule("RC-R7", "RC-Q20")
def test_everybody_follows_the_event_that_the_player_in_charge_chooses(table):
    game = table(3, events=EVENTS).round(1, "Windfall", "Flood")
    assert game.waiting == [1]
    assert game.may(1) == ["Windfall", "Flood"]
    game.act(1, "Windfall")
    assert game.s.coins[:3].tolist() == [13, 13, 13]
    assert game.noted(Event.REVEALED) == [(1, game.events.index("Windfall"), 1)]


@rule("RC-R7", "RC-Q19")
def test_the_same_event_can_be_chosen_again(table):
    game = table(events=EVENTS).round(0, "Windfall", "Flood").act(0, "Windfall")
    for _ in range(2):
        game.all_act("Stockpile", "Stockpile")
    assert game.s.charge == 0
    assert game.may(0) == ["Windfall", "Flood"]
    game.act(0, "Windfall")
    assert game.noted(Event.REVEALED) == [(0, game.events.index("Windfall"), 0)]


@rule("RC-Q21")
def test_without_an_event_the_round_has_none(table):
    game = table(events=EVENTS).round(0)
    assert game.s.event == -1
    assert game.s.coins[:2].tolist() == [8, 8]
    assert game.waiting == [0, 1]


@rule("RC-Q19")
def test_a_single_event_is_chosen_without_asking(table):
    game = table(events=EVENTS).round(0, "Windfall")
    assert game.s.coins[:2].tolist() == [13, 13]
    assert game.waiting == [0, 1]


@rule("RC-Q22")
def test_remaining_events_are_set_aside_unless_one_is_drawn(table):
    game = table(robots={"Herald": "draw-event 1"}).fleet(0, Herald=1)
    assert (game.s.owner == Place.DECK).sum() == 16
    game.act(0, "Stockpile")
    assert game.s.events[0] == 1
    assert (game.s.owner == Place.DECK).sum() == 15


# --- the round and its turns ----------------------------------------------------------------------------


@rule("RC-R8", "RC-Q25")
def test_after_the_event_all_act_at_once_and_finish_together(table):
    game = table(3)
    assert game.waiting == [0, 1, 2]
    game.act(2, "Stockpile")
    assert game.s.stage[2] == Stage.DONE
    assert game.waiting == [0, 1]
    game.act(0, "Research")
    assert game.waiting == [1]
    assert game.s.rounds == 1
    game.act(1, "Stockpile")
    assert game.s.rounds == 2
    assert game.waiting == [0, 1, 2]


@rule("RC-R8")
def test_no_player_waits_for_anothers_choices(table):
    """One seat has finished its robots while another hasn't yet chosen an Action."""
    game = table(robots={"Miner": "gain 3", "Digger": "gain 2"}).fleet(0, Miner=1, Digger=1)
    game.act(0, "Stockpile", "Digger")
    assert game.noted(Event.FINISHED) == [(0, 0, 0)]
    assert game.s.stage[:2].tolist() == [Stage.DONE, Stage.CHOOSING]


@rule("RC-R9", "RC-Q1")
def test_research_draws_two_cards(table):
    game = table().hand(0).act(0, "Research")
    assert len(game.held(0)) == 2


@rule("RC-R9", "RC-Q1")
def test_stockpile_gains_four_coins(table):
    assert table().act(0, "Stockpile").s.coins[0] == 12


@rule("RC-R9")
@pytest.mark.parametrize(
    ("answers", "left"),
    [
        (("Miner", "Miner"), {"Miner": 1, "Owl": 0}),
        (("Miner", "Owl"), {"Miner": 1, "Owl": 1}),
        (("Owl", "Miner"), {"Miner": 1, "Owl": 1}),
        (("Owl", "Owl"), {"Miner": 0, "Owl": 1}),
    ],
)
def test_recharge_adds_two_batteries_to_one_robot_or_two(table, answers, left):
    """If both robots can act afterwards, the order is asked; if only one can, it has acted at once."""
    game = table(robots={"Miner": "gain 3", "Owl": "draw 1"}).fleet(0, "Miner", "Owl").act(0, "Recharge", *answers)
    assert game.batteries(0) == left


@rule("RC-R9", "RC-Q1")
def test_construct_plays_one_robot(table):
    game = table(robots={"Miner": {"cost": 3, "does": ["gain 3"]}, "Owl": {"cost": 9, "does": ["draw 1"]}})
    game.hand(0, "Miner", "Owl").act(0, "Construct")
    assert game.may(0) == ["Miner", "no"]
    game.act(0, "Miner")
    assert list(game.batteries(0)) == ["Miner"]
    assert game.s.stage[0] == Stage.DONE


@rule("RC-Q3")
def test_two_players_can_choose_the_same_action(table):
    game = table(3).round(1)
    for seat in (1, 0, 2):
        assert game.may(seat) == list(ACTIONS_OF_A_TURN)
        game.act(seat, "Stockpile")
    assert game.s.coins[:3].tolist() == [12, 12, 12]


@rule("RC-Q5")
def test_chosen_actions_are_public(table):
    game = table().act(0, "Stockpile")
    assert game.hidden(1).chose[0] == ACTIONS_OF_A_TURN.index("Stockpile")


@rule("RC-R10")
def test_each_robot_loses_one_battery_and_acts(table):
    game = table(robots={"Miner": "gain 3", "Owl": "draw 1"}).hand(0).fleet(0, Miner=3, Owl=1)
    game.act(0, "Stockpile", "rest")
    assert game.batteries(0) == {"Miner": 2, "Owl": 0}
    assert game.s.coins[0] == 8 + 4 + 3
    assert len(game.held(0)) == 1


@rule("RC-R10")
def test_a_robot_without_a_battery_does_nothing(table):
    game = table(robots={"Miner": "gain 3"}).fleet(0, Miner=0).act(0, "Stockpile")
    assert game.s.coins[0] == 12
    assert game.s.stage[0] == Stage.DONE


@rule("RC-R10", "RC-Q11")
def test_a_robot_played_by_another_robot_acts_in_the_same_turn(table):
    game = table(robots={"Foreman": "play", "Miner": "gain 3"}).hand(0, "Miner").fleet(0, Foreman=1)
    game.act(0, "Stockpile", "Miner")
    assert game.batteries(0) == {"Foreman": 0, "Miner": 1}
    assert game.s.coins[0] == 8 + 4 - 1 + 3


@rule("RC-Q10")
def test_a_constructed_robot_acts_in_the_same_turn(table):
    game = table(robots={"Miner": {"cost": 2, "batteries": 3, "does": ["gain 5"]}}).hand(0, "Miner")
    game.act(0, "Construct", "Miner")
    assert game.batteries(0) == {"Miner": 2}
    assert game.s.coins[0] == 8 - 2 + 5


@rule("RC-Q6")
def test_the_owner_chooses_the_order_and_each_robot_acts_once(table):
    game = table(robots={"Miner": "gain 3", "Smith": "may-pay 12: crown 1", "Owl": "draw 1"})
    game.fleet(0, Miner=2, Smith=2, Owl=2).coins(0, 5).act(0, "Stockpile")
    assert game.may(0) == ["Miner", "Smith", "Owl", "rest"]
    game.act(0, "Miner")
    assert game.may(0) == ["Smith", "Owl", "rest"]
    game.act(0, "Smith", "yes")
    assert game.s.crowns[0] == 1
    assert game.s.stage[0] == Stage.DONE


@rule("RC-Q6")
def test_rest_lets_the_other_robots_act_in_their_order(table):
    game = table(robots={"Smith": "may-pay 7: crown 1", "Miner": "gain 3"}).coins(0, 0).fleet(0, Smith=1, Miner=1)
    game.act(0, "Stockpile", "rest")
    assert game.tokens(0) == (7, 0)


@rule("RC-Q7")
def test_a_robot_that_gets_its_first_battery_in_time_acts(table):
    game = table(robots={"Dynamo": "charge-each 1", "Miner": "gain 3"}).fleet(0, Dynamo=1, Miner=0)
    game.act(0, "Stockpile")
    assert game.batteries(0) == {"Dynamo": 0, "Miner": 0}
    assert game.s.coins[0] == 15


@rule("RC-Q8")
def test_a_robot_that_gets_a_battery_after_its_chance_waits_for_the_next_turn(table):
    game = table(robots={"Miner": "gain 3", "Dynamo": "charge-each 1"}).fleet(0, Miner=1, Dynamo=1)
    game.act(0, "Stockpile", "Miner")
    assert game.batteries(0) == {"Miner": 1, "Dynamo": 0}
    assert game.s.coins[0] == 15
    game.act(1, "Stockpile").act(0, "Stockpile")
    assert game.s.coins[0] == 15 + 4 + 3


@rule("RC-Q9")
def test_acting_is_mandatory_but_an_offer_is_optional(table):
    game = table(robots={"Press": "lose 2", "Smith": "may-pay 4: crown 1"}).fleet(0, Press=1, Smith=1)
    game.act(0, "Stockpile")
    assert "no" not in game.may(0)
    game.act(0, "Press")
    assert game.may(0) == ["yes", "no"]
    game.act(0, "no")
    assert game.tokens(0) == (10, 0)
    assert game.batteries(0) == {"Press": 0, "Smith": 0}


@rule("RC-Q9")
def test_effects_are_carried_out_as_far_as_possible(table):
    game = table(robots={"Shredder": "discard 3"})
    game.hand(0, *game.robots[10:12]).fleet(0, Shredder=1).act(0, "Stockpile")
    assert game.held(0) == []
    assert game.s.stage[0] == Stage.DONE


@rule("RC-R11")
def test_the_left_neighbour_is_in_charge_next(table):
    game = table(3).round(2)
    for seat in (0, 1, 2):
        game.act(seat, "Stockpile")
    assert game.s.charge == 0
    assert game.noted(Event.ROUND) == [(2, 0, 0)]


@rule("RC-R11", "RC-Q29")
def test_a_game_has_twelve_rounds(table):
    game = table().number(12).act(0, "Stockpile")
    assert not game.s.over
    game.act(1, "Stockpile")
    assert game.s.over
    assert game.waiting == []
    assert len(game.noted(Event.ENDED)) == 1


@rule("RC-R17")
@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_each_player_is_in_charge_equally_often(table, seats, each):
    game = table(seats)
    charges = Counter()
    while not game.s.over:
        charges[int(game.s.charge)] += 1
        for seat in game.waiting:
            game.act(seat, "Stockpile")
    assert charges == dict.fromkeys(range(seats), each)


@rule("RC-Q13")
def test_recharge_adds_to_own_robots_only(table):
    game = table(robots={"Miner": "gain 3", "Owl": "draw 1"}).fleet(1, "Owl").act(0, "Recharge")
    assert game.batteries(1) == {"Owl": 0}
    assert game.s.stage[0] == Stage.DONE
    game.fleet(1, "Miner").act(1, "Recharge")
    assert game.may(1) == ["Miner", "Owl"]


@rule("RC-Q30")
def test_an_action_without_effect_can_be_chosen(table):
    game = table(robots={"Giant": {"cost": 12, "does": ["gain 1"]}}).hand(0, "Giant")
    game.act(0, "Construct")
    assert game.held(0) == ["Giant"]
    assert game.s.stage[0] == Stage.DONE


# --- playing cards --------------------------------------------------------------------------------------


@rule("RC-R12")
def test_a_robot_is_paid_for_and_comes_with_its_batteries(table):
    game = table(robots={"Miner": {"cost": 5, "crowns": 2, "batteries": 4, "does": ["lose 1"]}}).hand(0, "Miner")
    game.act(0, "Construct", "Miner")
    assert game.noted(Event.PLAYED) == [(0, game.robots.index("Miner"), 5)]
    assert game.s.coins[0] == 8 - 5 - 1
    assert game.batteries(0) == {"Miner": 3}
    assert game.score(0) == 2
    assert game.held(0) == []


@rule("RC-R12")
def test_playing_is_optional(table):
    game = table(robots={"Miner": "gain 3"}).hand(0, "Miner").act(0, "Construct", "no")
    assert game.held(0) == ["Miner"]
    assert game.s.coins[0] == 8


@rule("RC-R12")
def test_a_robot_can_have_any_number_of_batteries(table):
    game = table(robots={"Dynamo": "charge-this 6"}).fleet(0, Dynamo=200).act(0, "Recharge")
    assert game.batteries(0) == {"Dynamo": 200 + 2 - 1 + 6}


@rule("RC-Q12")
def test_a_card_that_cannot_be_paid_is_not_offered(table):
    game = table(robots={"Miner": {"cost": 4, "does": ["gain 3"]}, "Giant": {"cost": 9, "does": ["gain 1"]}})
    game.hand(0, "Miner", "Giant").coins(0, 4).act(0, "Construct")
    assert game.may(0) == ["Miner", "no"]


@rule("RC-Q12")
def test_with_always_ask_others_do_not_learn_that_nothing_can_be_played(table):
    game = table(robots={"Giant": {"cost": 12, "does": ["gain 1"]}}, options={"always_ask": 1}).hand(0, "Giant")
    game.act(0, "Construct")
    assert game.may(0) == ["pass"]
    game.act(0, "pass")
    assert game.s.stage[0] == Stage.DONE


# --- tokens ---------------------------------------------------------------------------------------------


@rule("RC-R13")
def test_your_batteries_are_those_on_all_your_robots(table):
    robots = {"Counter": "per-battery 2 9: gain 1", "Miner": "gain 3", "Owl": "draw 1"}
    game = table(robots=robots).fleet(0, Counter=2, Miner=4, Owl=3)
    game.act(0, "Stockpile", "Counter")
    assert game.s.power[0] == 8
    assert game.s.coins[0] == 12 + 4


@rule("RC-R14", "RC-Q15")
def test_crowns_can_fall_below_zero(table):
    game = table(robots={"Heckler": "others-uncrown 1", "Smith": "crown 1"}).fleet(0, Heckler=2).fleet(1, Smith=1)
    game.act(0, "Stockpile").act(1, "Stockpile")
    assert game.tokens(1) == (12, 1 - 1)
    game.act(0, "Stockpile").act(1, "Stockpile")
    assert game.tokens(1) == (16, -1)
    assert game.score(1) == -1


@rule("RC-Q14")
def test_a_player_loses_no_more_coins_than_they_have(table):
    robots = {"Press": "lose 9", "Thief": "take 5"}
    game = table(robots=robots).coins(0, 1).coins(1, 3).fleet(0, Thief=1).act(0, "Stockpile").idle(1)
    assert game.s.coins[:2].tolist() == [8, 0]
    pressed = table(robots=robots).fleet(1, Press=1).coins(1, 3).act(1, "Stockpile")
    assert pressed.s.coins[1] == 0


@rule("RC-R16", "RC-Q26")
def test_tokens_are_unlimited(table):
    game = table(robots={"Miner": "gain 20"}).coins(0, 30_000).crowns(0, 500).fleet(0, Miner=1).act(0, "Stockpile")
    assert game.tokens(0) == (30_024, 500)


@rule("RC-R15")
def test_some_information_is_public(table):
    robots = {"Miner": "gain 3", "Junk": "draw 1", "Secret": "draw 2", "Scout": "look 3 1"}
    game = table(robots=robots).pile("Junk").hand(0, "Secret").fleet(0, Miner=2).crowns(0, 3)
    for seat in (-1, 1):
        seen = game.hidden(seat)
        assert seen.held[0] == 1
        assert seen.hand[0, 0] <= UNKNOWN
        assert seen.place[game.robots.index("Secret")] == Place.HIDDEN
        assert seen.place[game.robots.index("Junk")] == Place.PILE
        assert seen.batteries[game.robots.index("Miner")] == 2
        assert (seen.coins[0], seen.crowns[0]) == (8, 3)
        assert (seen.deck[: seen.deck_left] == UNKNOWN).all()
        assert seen.deck_left == game.s.deck_left
    assert game.hidden(0).hand[0, 0] == game.robots.index("Secret")


# --- the order of what happens at once ------------------------------------------------------------------


@rule("RC-Q4")
def test_an_event_deals_in_seat_order_from_the_player_in_charge(table):
    robots = {"First": "gain 1", "Second": "gain 2", "Third": "gain 3"}
    game = table(3, robots=robots, events={"Flood": "draw 1"}).on_top("First", "Second", "Third").round(1, "Flood")
    assert [game.held(seat)[-1] for seat in (1, 2, 0)] == ["First", "Second", "Third"]


@rule("RC-Q4")
def test_draws_after_a_choice_wait_for_the_seats_before(table):
    """All are asked at once; a seat that answers early draws only when those before it have answered."""
    robots = {"First": "gain 1", "Second": "gain 2", "Third": "gain 3"}
    game = table(3, robots=robots, events={"Swap": "may-discard 1: draw 1"}).on_top("First", "Second", "Third")
    game.round(1, "Swap")
    assert game.waiting == [0, 1, 2]
    game.act(0, game.held(0)[0])
    assert game.waiting == [1, 2]
    assert "First" not in game.held(0)
    game.act(1, game.held(1)[0])
    assert game.held(1)[-1] == "First"
    assert game.waiting == [2]
    game.act(2, "no")
    assert game.held(0)[-1] == "Second"
    assert game.waiting == [0, 1, 2]
    assert game.may(0) == list(ACTIONS_OF_A_TURN)


@rule("RC-Q31")
def test_in_turns_draws_come_in_the_order_of_the_actions(table):
    game = table(robots={"A": "gain 1", "B": "gain 2", "C": "gain 3", "D": "gain 4"}).on_top("A", "B", "C", "D")
    game.act(1, "Research").act(0, "Research")
    assert game.held(1)[-2:] == ["A", "B"]
    assert game.held(0)[-2:] == ["C", "D"]


# --- the end ----------------------------------------------------------------------------------------------


def standing(game):
    out = np.zeros((game.s.seats, 2), np.int64)
    verbs.rank(game.s, game.b, out)
    return out.tolist()


@rule("RC-R18", "RC-Q16")
def test_only_printed_crowns_and_tokens_count(table):
    robots = {"Throne": {"crowns": 5, "does": ["gain 1"]}, "Debt": {"crowns": -1, "does": ["gain 2"]}}
    robots["Palace"] = {"crowns": 8, "does": ["gain 3"]}
    game = table(robots=robots).fleet(0, "Throne", Debt=40).crowns(0, -2).coins(0, 90).hand(0, "Palace")
    game.fleet(1).crowns(1, 3)
    assert standing(game) == [[2, 2], [1, 3]]


@rule("RC-R18")
def test_a_score_can_be_negative(table):
    game = table(robots={"Debt": {"crowns": -1, "does": ["gain 2"]}}).fleet(0, "Debt").crowns(0, -3)
    assert game.score(0) == -4


@rule("RC-Q17")
def test_tied_players_share_the_victory(table):
    game = table(4).crowns(0, 5).crowns(1, 5).crowns(2, 4).crowns(3, 1).coins(1, 99)
    assert [place for place, _ in standing(game)] == [1, 1, 3, 4]


@rule("RC-Q2")
def test_the_box_has_sixty_robots_and_sixteen_events_of_our_own(game_with):
    box = game_with().box
    assert len(set(box.names["robots"][:])) == 60
    assert len(set(box.names["events"])) == 16
    assert box.designed


def test_the_deck_contains_every_card_that_is_nowhere_else(table):
    game = table(3)
    assert len(game.cards_in(Place.DECK)) == 60 - 12
