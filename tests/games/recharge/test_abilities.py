"""Each operation of abilities, tried by a robot that has it; and the Events that change a round."""

import re
from pathlib import Path

import pytest

from cogtable.games.recharge.rules.abilities import ABILITIES
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.state import Place, Stage
from cogtable.testing.coverage import rule

PLAIN = {"A": "gain 1", "B": "gain 2", "C": "gain 3", "D": "gain 4", "E": "gain 5", "F": "gain 6"}


@pytest.fixture
def acting(table):
    """Sets up a table at which seat 0 has a robot "It" with this ability and two batteries; other arguments set the
    rest.
    """

    def build(does, seats=2, *, batteries=2, events=None):
        game = table(seats, robots={"It": does, **PLAIN}, events=events)
        game.hand(0).hand(1).fleet(0, It=batteries)
        return game

    return build


def act(game):
    """Lets seat 0 gain $4 and its robots act."""
    return game.act(0, "Stockpile")


# --- cards --------------------------------------------------------------------------------------------


def test_draw(acting):
    assert act(acting("draw 2").on_top("A", "B")).held(0) == ["A", "B"]


def test_discard(acting):
    game = act(acting("discard 2").hand(0, "A", "B", "C")).act(0, "C", "A")
    assert game.held(0) == ["B"]
    assert game.discarded() == {"A", "C"}
    assert game.s.stage[0] == Stage.DONE


def test_mill(acting):
    game = act(acting("mill 2").on_top("A", "B"))
    assert game.discarded() == {"A", "B"}


def test_look_keeps_some_cards_and_discards_the_rest(acting):
    game = act(acting("look 4 2").on_top("A", "B", "C", "D"))
    assert game.may(0) == ["A", "B", "C", "D"]
    assert game.hidden(1).looking[0] == 4
    game.act(0, "C", "A")
    assert game.held(0) == ["C", "A"]
    assert game.discarded() == {"B", "D"}


def test_look_keeps_all_if_too_few_are_left(acting):
    game = act(acting("look 3 2").pile("A").deck("B"))
    assert sorted(game.held(0)) == ["A", "B"]


def test_salvage(acting):
    game = act(acting("salvage 1").pile("A", "B"))
    assert game.may(0) == ["A", "B"]
    game.act(0, "B")
    assert game.held(0) == ["B"]
    assert game.discarded() == {"A"}


@rule("RC-R15")
def test_a_salvaged_card_is_known_in_the_hand(acting):
    game = act(acting("salvage 1").pile("A", "B").hand(0, "C")).act(0, "B")
    seen = game.hidden(1)
    assert game.robots.index("B") in seen.hand[0]
    assert game.robots.index("C") not in seen.hand[0]
    assert all(game.robots.index("B") in game.determinized(1, seed).hand[0] for seed in range(5))


def test_salvage_takes_all_without_a_choice(acting):
    assert act(acting("salvage 2").pile("A")).held(0) == ["A"]


# --- coins and crowns -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("does", "tokens"),
    [
        ("gain 7", (19, 2)),
        ("lose 5", (7, 2)),
        ("crown 2", (12, 4)),
        ("uncrown 3", (12, -1)),
        ("gain 1, crown 1", (13, 3)),
    ],
)
def test_coins_and_crowns(acting, does, tokens):
    assert act(acting(does).crowns(0, 2)).tokens(0) == tokens


# --- batteries ------------------------------------------------------------------------------------------


def test_charge_adds_batteries_where_the_owner_chooses(acting):
    game = act(acting("charge 2").fleet(0, "A")).act(0, "It", "A")
    assert game.batteries(0) == {"It": 2, "A": 0}
    assert game.s.coins[0] == 8 + 4 + 1


def test_charge_with_one_robot_needs_no_choice(acting):
    assert act(acting("charge 3")).batteries(0) == {"It": 4}


def test_charge_this_adds_to_the_robot_itself(acting):
    assert act(acting("charge-this 3").fleet(0, "A")).batteries(0) == {"It": 4, "A": 0}


def test_charge_each_other_robot(acting):
    game = act(acting("charge-each 2").fleet(0, "A", B=1)).act(0, "It", "rest")
    assert game.batteries(0) == {"It": 1, "A": 1, "B": 2}


@rule("RC-Q33")
def test_charge_each_robot_without_a_battery(acting):
    game = act(acting("charge-idle 1").fleet(0, "A", B=1)).act(0, "It", "rest")
    assert game.batteries(0) == {"It": 1, "A": 0, "B": 0}
    assert game.s.coins[0] == 12 + 1 + 2


@rule("RC-Q33")
def test_a_robot_that_charges_empty_ones_does_not_count_itself(acting):
    game = act(acting("charge-idle 2", batteries=1).fleet(0, "A")).act(0)
    assert game.batteries(0) == {"It": 0, "A": 1}
    alone = act(acting("charge-idle 2", batteries=1))
    assert alone.batteries(0) == {"It": 0}


def test_drain(acting):
    game = act(acting("drain 2", batteries=3).fleet(0, A=2)).act(0, "It")
    assert game.may(0) == ["It", "A"]
    game.act(0, "A", "A")
    assert game.batteries(0) == {"It": 2, "A": 0}


def test_drain_without_a_choice(acting):
    assert act(acting("drain 5", batteries=3)).batteries(0) == {"It": 0}
    assert act(acting("drain 1", batteries=3).fleet(0, "A")).batteries(0) == {"It": 1, "A": 0}


def test_batteries_are_moved_one_by_one(acting):
    game = act(acting("move 2", batteries=4).fleet(0, "A", "B"))
    assert game.may(0) == ["It", "no"]
    game.act(0, "It")
    assert game.may(0) == ["A", "B"]
    game.act(0, "A", "It", "B")
    assert game.may(0) == ["A", "B", "rest"]
    assert game.batteries(0) == {"It": 1, "A": 1, "B": 1}


def test_moving_batteries_can_stop_early(acting):
    game = act(acting("move 3", batteries=4).fleet(0, "A", "B")).act(0, "It", "A", "no")
    assert game.batteries(0) == {"It": 2, "A": 0, "B": 0}


def test_gather(acting):
    game = act(acting("gather").fleet(0, A=2, B=3)).act(0, "It")
    assert game.batteries(0) == {"It": 6, "A": 0, "B": 0}
    assert game.s.stage[0] == Stage.DONE


def test_amounts_can_count_robots_without_a_battery(acting):
    assert act(acting("per-idle 1 2: gain 3").fleet(0, "A", "B", "C")).s.coins[0] == 12 + 6


# --- playing and copying --------------------------------------------------------------------------------


def test_a_robot_can_be_played_at_a_discount(acting):
    game = act(acting("play-cheaper 3").hand(0, "A")).act(0, "A")
    assert game.tokens(0) == (12 + 1, 0)
    assert game.batteries(0) == {"It": 1, "A": 1}


def test_a_robot_can_be_played_for_free_up_to_a_printed_cost(table):
    robots = {"It": "play-free 3", "Small": {"cost": 3, "does": ["gain 1"]}, "Big": {"cost": 4, "does": ["gain 2"]}}
    game = act(table(robots=robots).hand(0, "Small", "Big").fleet(0, It=1))
    assert game.may(0) == ["Small", "no"]
    assert game.act(0, "Small").s.coins[0] == 12 + 1


def test_a_discount_ends_with_the_card(table):
    robots = {"It": "play-cheaper 3", "Small": {"cost": 3, "does": ["play"]}, "Big": {"cost": 12, "does": ["gain 2"]}}
    game = table(robots=robots).hand(0, "Small", "Big").coins(0, 5).fleet(0, It=1)
    act(game).act(0, "Small")
    assert game.held(0) == ["Big"]
    assert game.s.stage[0] == Stage.DONE


def test_another_own_robot_can_be_copied(acting):
    game = act(acting("copy").fleet(0, "A", "B")).act(0, "B")
    assert game.s.coins[0] == 12 + 2
    assert game.batteries(0) == {"It": 1, "A": 0, "B": 0}


def test_copying_the_only_other_robot_needs_no_choice(acting):
    assert act(acting("copy").fleet(0, "C")).s.coins[0] == 12 + 3


def test_copying_without_another_robot_does_nothing(acting):
    assert act(acting("copy")).s.coins[0] == 12


def test_a_robot_that_copies_cannot_be_copied(table):
    game = table(robots={"It": "copy", "Ape": {"cost": 2, "does": ["copy"]}}).fleet(0, "Ape", It=1)
    assert act(game).s.stage[0] == Stage.DONE


def test_in_a_copied_ability_this_robot_is_the_one_that_copies(table):
    game = table(robots={"It": "copy", "Cell": "charge-this 3"}).fleet(0, "Cell", It=1)
    assert act(game).batteries(0) == {"Cell": 0, "It": 3}


def test_a_rivals_robot_can_be_copied(acting):
    game = acting("copy-rival", 3).fleet(1, "A").fleet(2, "B").fleet(0, "C")
    act(game)
    assert game.may(0) == ["A", "B"]
    assert game.act(0, "B").s.coins[0] == 12 + 2


def test_scrap(acting):
    game = act(acting("scrap, crown 3", batteries=4))
    assert game.batteries(0) == {}
    assert game.s.power[0] == 0
    assert game.discarded() == {"It"}
    assert game.s.place[0] == Place.PILE
    assert game.tokens(0) == (12, 3)
    assert game.noted(Event.LEFT) == [(0, 0, 0)]


# --- Events as cards ------------------------------------------------------------------------------------


def test_draw_and_discard_events(acting):
    game = act(acting("draw-event 2"))
    assert game.s.events[0] == 2
    first, second = game.events_of(0)
    purge = act(acting("discard-event 1").give_events(0, first, second))
    assert purge.may(0) == [first, second]
    purge.act(0, second)
    assert purge.events_of(0) == [first]
    assert purge.s.owner[purge.events.index(second)] == Place.PILE


def test_discarding_an_event_can_be_optional(acting):
    game = acting("may-discard-event: crown 3")
    name = game.events[3]
    act(game.give_events(0, name)).act(0, name)
    assert game.s.crowns[0] == 3
    assert game.s.events[0] == 0
    assert act(acting("may-discard-event: crown 3")).s.crowns[0] == 0


# --- other players --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("does", "own", "others"),
    [
        ("take 3", (18, 1), (5, 1)),
        ("take-crown 1", (12, 3), (8, 0)),
        ("others-gain 2", (12, 1), (10, 1)),
        ("others-lose 9", (12, 1), (0, 1)),
        ("others-crown 2", (12, 1), (8, 3)),
        ("others-uncrown 2", (12, 1), (8, -1)),
    ],
)
def test_each_other_player(acting, does, own, others):
    game = act(acting(does, 3).crowns(0, 1).crowns(1, 1).crowns(2, 1)).idle()
    assert [game.tokens(seat) for seat in range(3)] == [own, others, others]


@rule("RC-Q4")
def test_others_draw_in_seat_order_from_the_player_in_charge(acting):
    game = acting("others-draw 1", 3).on_top("A", "B")
    game.s.charge = 2
    act(game).idle()
    assert [game.held(seat)[-1] for seat in (2, 1)] == ["A", "B"]


def test_others_choose_what_they_discard(acting):
    game = act(acting("others-discard 1", 3).hand(1, "A", "B").hand(2, "C", "D")).idle()
    assert game.noted(Event.OWES) == [(1, 1, 0), (2, 1, 0)]
    assert game.may(1) == ["A", "B"]
    game.act(1, "B")
    assert game.held(1) == ["A"]
    assert game.waiting == [2]
    game.act(2, "D")
    assert game.s.rounds == 2


def test_a_player_who_must_discard_all_is_not_asked(acting):
    game = act(acting("others-discard 2").hand(1, "A", "B")).idle()
    assert game.held(1) == []
    assert "Research" in game.may(1)


# --- conditions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("does", "gained"),
    [
        ("per-battery 2 9: gain 2", 4),
        ("per-battery 2 1: gain 2", 2),
        ("per-robot 1 9: gain 2", 4),
        ("per-card 3 9: gain 2", 2),
        ("per-coin 5 9: gain 2", 4),
        ("per-crown 1 9: gain 1", 3),
        ("per-here 1 9: gain 1", 1),
        ("if-have 2 robots: gain 5", 5),
        ("if-have 3 robots: gain 5", 0),
        ("if-under 4 cards: gain 5", 5),
        ("if-under 3 cards: gain 5", 0),
        ("if-have 4 batteries: gain 5", 5),
        ("if-here 1: gain 5", 5),
        ("if-here 2: gain 5", 0),
        ("if-most robots: gain 5", 5),
        ("if-most cards: gain 5", 0),
        ("if-fewest cards: gain 5", 0),
        ("if-fewest crowns: gain 5", 0),
        ("if-most crowns: gain 5", 5),
        ("if-idle 1: gain 5", 0),
        ("if-have 2 robots: if-have 4 robots: gain 5", 0),
        ("if-have 2 robots: per-robot 1 9: gain 2", 4),
    ],
)
def test_conditions(acting, does, gained):
    """Two robots with four batteries left, three cards, $12 and three crowns; the rival has three cards."""
    game = acting(does).fleet(0, A=3).hand(0, "B", "C", "D").hand(1, *acting(does).robots[20:23]).crowns(0, 3)
    assert act(game).act(0, "It").s.coins[0] == 12 + gained + (game.s.stage[0] == Stage.DONE)


@pytest.mark.parametrize(
    ("does", "answers", "tokens"),
    [
        ("may: lose 3; crown 1", ["yes"], (9, 1)),
        ("may: lose 3; crown 1", ["no"], (12, 0)),
        ("may-pay 5: crown 2", ["yes"], (7, 2)),
        ("may-pay 5: crown 2, gain 1", ["no"], (13, 0)),
        ("may-lose 2: gain 9", ["yes"], (21, -2)),
        ("may-drain-this 1: gain 3", ["yes"], (15, 0)),
        ("may-drain 1: gain 3", ["It"], (15, 0)),
        ("may-drain 1: gain 3", ["no"], (12, 0)),
        ("may-discard 2: gain 3", ["C"], (15, 0)),
        ("may-discard 2: gain 3, crown 1", ["no"], (12, 1)),
        ("may-pay 5: if-under 8 coins: crown 2", ["yes"], (7, 2)),
    ],
)
def test_offers(acting, does, answers, tokens):
    assert act(acting(does).hand(0, "B", "C")).act(0, *answers).tokens(0) == tokens


@pytest.mark.parametrize(
    "does", ["may-pay 13: crown 1", "may-discard 1: crown 1", "may-drain 2: crown 1", "may-drain-this 2: crown 1"]
)
def test_an_offer_that_cannot_be_paid_is_not_made(acting, does):
    game = act(acting(does))
    assert game.s.stage[0] == Stage.DONE
    assert game.s.crowns[0] == 0


def test_a_price_begun_is_paid_in_full(acting):
    game = act(acting("may-discard 2: gain 3").hand(0, "A", "B", "C"))
    assert "no" in game.may(0)
    assert game.act(0, "A").may(0) == ["B", "C"]


@rule("RC-Q34")
@pytest.mark.parametrize(("fleet", "crowns"), [([], 0), (["A"], 1), (["A", "B"], 0)])
def test_a_contest_for_the_fewest_robots_needs_at_least_one(table, fleet, crowns):
    game = table(robots=PLAIN, events={"Contest": "if-fewest robots: crown 1"})
    game.fleet(0, *fleet).fleet(1, "C", "D").round(0, "Contest")
    assert game.s.crowns[0] == crowns


@rule("RC-Q34")
def test_the_beauty_contest_pays_no_player_without_robots(table):
    game = table(robots=PLAIN).hand(0, "A").hand(1).round(0, "Beauty Contest")
    game.act(0, "Construct", "A").act(1, "Construct")
    assert game.s.crowns[:2].tolist() == [1, 0]


def test_a_condition_multiplies_its_own_line_only(acting):
    game = act(acting("per-robot 1 9: draw 1; gain 1, gain 10").fleet(0, "A").on_top("B", "C"))
    assert game.held(0) == ["B", "C"]
    assert game.s.coins[0] == 12 + 2 + 10


# --- Events that change a round ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("does", "action", "tokens", "cards"),
    [
        ("research-more 1", "Research", (8, 0), 3),
        ("stockpile-more 3", "Stockpile", (15, 0), 0),
        ("choosing Stockpile: crown 1; draw 1", "Stockpile", (12, 1), 1),
        ("choosing Research: crown 1", "Stockpile", (12, 0), 0),
        ("choosing Research: may-pay 2: crown 1", "Research", (6, 1), 2),
        ("at-end: gain 2", "Stockpile", (12, 0), 0),
    ],
)
def test_an_event_can_add_to_an_action(table, does, action, tokens, cards):
    game = table(3, events={"Now": does}).hand(0).round(0, "Now").act(0, action)
    if game.waiting[0] == 0:
        game.act(0, "yes")
    assert game.tokens(0) == tokens
    assert len(game.held(0)) == cards


def test_an_event_can_add_batteries_to_recharge(table):
    game = table(robots={"Cell": "lose 1"}, events={"Now": "recharge-more 2"}).fleet(0, "Cell").round(0, "Now")
    assert game.act(0, "Recharge").batteries(0) == {"Cell": 3}


def test_an_event_can_allow_more_constructions(table):
    game = table(robots={"A": "gain 1", "B": "gain 2", "C": "gain 3"}, events={"Now": "construct-more 1"})
    game.hand(0, "A", "B", "C").round(0, "Now").act(0, "Construct", "A")
    assert game.may(0) == ["B", "C", "no"]
    game.act(0, "C")
    assert list(game.batteries(0)) == ["A", "C"]
    assert game.held(0) == ["B"]


def test_an_event_can_close_an_action(table):
    game = table(events={"Now": "close Construct"}).round(0, "Now")
    assert game.may(0) == ["Research", "Stockpile", "Recharge"]


@pytest.mark.parametrize(("does", "price"), [("cheaper 2", 1), ("dearer 2", 5), ("cheaper 4", 0)])
def test_an_event_can_change_prices_for_a_round(table, does, price):
    game = table(robots={"A": {"cost": 3, "does": ["crown 1"]}}, events={"Now": does}).hand(0, "A").round(0, "Now")
    assert game.act(0, "Construct", "A").tokens(0) == (8 - price, 1)


def test_with_tireless_robots_lose_no_batteries(table):
    game = table(robots={"A": "gain 1", "B": "gain 2"}, events={"Now": "tireless"}).fleet(0, "B", A=1).round(0, "Now")
    game.act(0, "Stockpile")
    assert game.batteries(0) == {"B": 0, "A": 1}
    assert game.s.coins[0] == 13


def test_an_event_can_act_at_the_end_of_the_round(table):
    game = table(events={"Now": "at-end: if-most coins: crown 3"}).round(0, "Now")
    game.act(0, "Stockpile").act(1, "Research")
    assert game.s.crowns[:2].tolist() == [3, 0]
    assert game.noted(Event.CROWNED) == [(0, 3, 0)]
    assert game.s.rounds == 2


def test_an_event_does_not_affect_the_next_round(table):
    game = table(events={"Now": "stockpile-more 3"}).round(0, "Now")
    game.all_act("Stockpile", "Stockpile").act(0, "Stockpile")
    assert game.noted(Event.GAINED)[0] == (0, 4, 0)


def test_events_can_let_everybody_play_a_robot(table):
    game = table(robots={"A": "gain 1", "B": "gain 2"}, events={"Now": "play-cheaper 1"})
    game.hand(0, "A").hand(1, "B").round(0, "Now").act(1, "B").act(0, "no")
    assert game.batteries(1) == {"B": 2}
    assert game.act(1, "Stockpile").s.coins[1] == 8 + 4 + 2


# --- words ----------------------------------------------------------------------------------------------


def test_words_follow_from_the_operations(acting):
    game = acting("per-robot 1 4: gain 1, may-pay 3: draw 1; crown 1")
    assert ABILITIES.words(game.b.does[0].flat) == [
        "For each robot you have, at most 4 times: gain $1.",
        "You may pay $3: draw 1 card and gain 1 crown.",
    ]


def test_every_operation_is_tried():
    words = set(re.findall(r"[a-z]+(?:-[a-z]+)*", Path(__file__).read_text(encoding="utf-8")))
    assert {operation.name for operation in ABILITIES.operations} - words == set()
