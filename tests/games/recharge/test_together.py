"""Several seats act at once: any order of their actions is legal, and actions on one's own pieces commute."""

import random
import re
import runpy
import tomllib
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cogtable
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.events import collected
from cogtable.games.recharge.rules.actions import Answer
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.state import Question, Stage
from cogtable.testing.coverage import rule

census = runpy.run_path(str(Path(__file__).with_name("census.py")))["census"]
GAME = cogtable.game("recharge")
WHOLE_GAMES = settings().max_examples // 4
"""Each example plays a game, so there are fewer than elsewhere."""


def waiting(s):
    return [seat for seat in range(s.seats) if s.waiting >> seat & 1]


def legal(s, b, seat):
    mask = GAME.mask()
    verbs.legal(s, b, seat, mask)
    return np.flatnonzero(mask)


# --- any order ------------------------------------------------------------------------------------------


@rule("RC-R8", "RC-Q4")
@settings(max_examples=WHOLE_GAMES)
@given(seats=st.integers(2, 4), seed=st.integers(0, 10**6), greedy_seat=st.integers(-1, 3), data=st.randoms())
def test_any_order_of_actions_gives_legal_states(seats, seed, greedy_seat, data):
    """One seat can be far ahead of all others, or all can alternate: some seat can always act, and no card is lost."""
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


# --- actions that commute ---------------------------------------------------------------------------------


def facts(s):
    """Returns the state without the number of actions, which all orders share, and without fields that record only the
    order.
    """
    return {name: s[name].tolist() for name in s.dtype.names if not name.startswith(("is_", "filling", "rng"))}


@rule("RC-R8")
@pytest.mark.parametrize("order", sorted(set(permutations("000111222"[::3] * 2))))
def test_actions_on_ones_own_pieces_commute(table, order):
    """Each seat constructs and resolves; none draws or affects another: all orders lead to the same state."""
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


@rule("RC-Q31")
def test_draws_do_not_commute_but_both_orders_are_legal(table):
    robots = {"A": "gain 1", "B": "gain 2", "C": "gain 3", "D": "gain 4"}
    hands = []
    for order in ((0, 1), (1, 0)):
        game = table(robots=robots).hand(0).hand(1).on_top("A", "B", "C", "D")
        for seat in order:
            game.act(seat, "Research")
        hands.append((game.held(0), game.held(1)))
    assert hands == [(["A", "B"], ["C", "D"]), (["C", "D"], ["A", "B"])]


# --- effects of others while one acts ---------------------------------------------------------------------

OFFER = {"Smith": "may-pay 5: crown 1", "Thief": "take 9", "Heckler": "others-discard 1", "Junk": "gain 1"}
OFFER |= {"Gem": "gain 2", "Fence": "may-discard 1: gain 5"}


@rule("RC-Q31", "RC-Q32", "RC-Q9")
def test_effects_on_others_happen_when_all_have_finished(table):
    """A thief can't spoil an offer: the player who was asked first pays, and the thief takes the rest."""
    game = table(robots=OFFER).fleet(0, Smith=1).fleet(1, Thief=1).act(0, "Stockpile")
    assert game.may(0) == ["yes", "no"]
    game.act(1, "Stockpile")
    assert game.s.coins[:2].tolist() == [12, 12]
    assert game.may(0) == ["yes", "no"]
    game.act(0, "yes")
    assert [game.tokens(seat) for seat in (0, 1)] == [(0, 1), (12 + 7, 0)]
    assert game.s.rounds == 2


@rule("RC-Q31")
def test_the_last_to_finish_loses_coins_too(table):
    game = table(robots=OFFER).fleet(1, Thief=1).idle(1)
    assert game.s.coins[:2].tolist() == [8, 8]
    game.act(0, "Stockpile")
    assert game.s.coins[:2].tolist() == [12 - 8, 8 + 8]


@rule("RC-Q31")
@pytest.mark.parametrize(("had", "has", "taken"), [(8, 12, 8), (0, 4, 0), (20, 24, 9), (8, 3, 3)])
def test_taking_is_limited_by_the_state_at_the_beginning_and_now(table, had, has, taken):
    robots = OFFER | {"Press": f"lose {had + 4 - has}" if has < had + 4 else "crown 1"}
    game = table(robots=robots).coins(0, had).fleet(0, Press=1).fleet(1, Thief=1).act(0, "Stockpile")
    assert game.s.coins[0] == has
    game.act(1, "Recharge")
    assert game.s.coins[:2].tolist() == [has - taken, 8 + taken]


@rule("RC-Q31")
@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("charge", range(3))
def test_takers_come_in_seat_order_from_the_player_in_charge(table, order, charge):
    """Two thieves want more than there is: the one nearer to the player in charge gets it, whoever clicks first."""
    robots = {"Thief": "take 5", "Rogue": {"cost": 2, "does": ["take 5"]}}
    game = table(3, robots=robots).fleet(0, Thief=1).fleet(1, Rogue=1).coins(0, 0).coins(1, 0).coins(2, 7)
    game.s.charge = charge
    for seat in order:
        game.act(seat, "Recharge")
    first = 1 if charge == 1 else 0
    assert game.s.coins[first] == 5
    assert game.s.coins[1 - first] == 2


@rule("RC-Q31")
@pytest.mark.parametrize(
    ("does", "gained"),
    [
        ("if-most coins: crown 1", 1),
        ("if-most batteries: crown 1", 1),
        ("if-fewest cards: crown 1", 1),
        ("if-most robots: crown 1", 0),
        ("if-fewest robots: crown 1", 0),
    ],
)
def test_other_players_are_read_as_they_were_when_the_turns_began(table, does, gained):
    """The rival gains $4, charges a robot and plays a card: none of it counts in this round. One's own changes do."""
    robots = {"Judge": does, "Tank": "charge-this 6, gain 9", "New": "gain 1"}
    for order in ((0, 1), (1, 0)):
        game = table(robots=robots).fleet(0, Judge=5).fleet(1, Tank=3).hand(0).hand(1, "New").coins(0, 5)
        for seat in order:
            game.act(seat, *[["Stockpile"], ["Construct", "New", "rest"]][seat])
        assert game.s.crowns[0] == gained


@rule("RC-Q31")
def test_a_rivals_robot_that_left_can_still_be_copied_but_a_new_one_cannot(table):
    robots = {"Ape": "copy-rival", "Rocket": "scrap", "Comet": "scrap, gain 1", "New": "gain 9"}
    game = table(robots=robots).fleet(0, Ape=1).fleet(1, Rocket=1, Comet=1).hand(1, "New").act(0, "Stockpile")
    assert game.may(0) == ["Rocket", "Comet"]
    game.act(1, "Construct", "New", "rest")
    assert set(game.batteries(1)) == {"New"}
    assert game.may(0) == ["Rocket", "Comet"]
    game.act(0, "Comet")
    assert game.s.coins[0] == 8 + 4 + 1


@rule("RC-Q31")
def test_a_player_who_is_done_discards_before_the_next_round(table):
    game = table(robots=OFFER).fleet(1, Heckler=1).hand(0, "Junk", "Gem").act(0, "Stockpile")
    assert game.s.stage[0] == Stage.DONE
    assert game.waiting == [1]
    game.act(1, "Stockpile")
    assert (game.waiting, int(game.s.rounds)) == ([0], 1)
    game.act(0, "Junk")
    assert (game.waiting, int(game.s.rounds)) == ([0, 1], 2)


@rule("RC-Q31")
def test_all_draw_before_any_player_discards(table):
    robots = {"Post": "others-draw 2", "Heckler": "others-discard 1", "A": "gain 1", "B": "gain 2"}
    game = table(robots=robots).fleet(0, Heckler=1, Post=1).hand(1).on_top("A", "B").act(0, "Stockpile", "rest").idle(1)
    assert game.may(1) == ["A", "B"]


@rule("RC-Q31")
def test_only_the_discard_pile_is_first_come_first_served(table):
    for first in (0, 1):
        game = table(robots={"Crane": "salvage 1", "Magpie": {"cost": 2, "does": ["salvage 1"]}, "Junk": "gain 1"})
        game.hand(0).hand(1).fleet(0, Crane=1).fleet(1, Magpie=1).pile("Junk")
        game.act(first, "Stockpile").act(1 - first, "Stockpile")
        assert game.held(first) == ["Junk"]
        assert game.held(1 - first) == []


@rule("RC-Q31")
def test_all_follow_an_event_at_once(table):
    """Its effects on others wait as well, so the order of the answers doesn't matter."""
    events = {"Brawl": "may-discard 1: others-lose 5"}
    robots = {"A": "gain 1", "B": "gain 2"}
    for order in ((0, 1), (1, 0)):
        game = table(robots=robots, events=events).coins(0, 9).hand(0, "A").hand(1, "B").round(0, "Brawl")
        for seat in order:
            game.act(seat, "AB"[seat])
        assert game.s.coins[:2].tolist() == [4, 3]


@rule("RC-Q31")
def test_all_effects_of_many_robots_on_others_happen(table):
    """There are more effects than entries for them: equal effects of a seat are merged."""
    does = ["others-gain 1", "others-crown 1", "others-gain 2", "others-lose 1", "others-draw 1", "take-crown 1"]
    robots = {f"R{i}": {"cost": i % 12, "batteries": 1 + i // 12, "does": does} for i in range(40)}
    game = table(3, robots=robots).fleet(1, **{f"R{i}": 1 for i in range(20)})
    game.fleet(2, **{f"R{i}": 1 for i in range(20, 40)}).hand(0)
    game.act(1, "Stockpile", "rest").act(2, "Stockpile", "rest")
    assert game.s.dues == 56 - 32 + 5
    census(game.s, game.b)
    game.act(0, "Recharge")
    assert game.s.coins[0] == 8 + 40 * 2
    assert game.s.crowns[0] == 0
    assert game.s.crowns[1] == 20 + 2 * 20 - 20
    assert game.s.dues == 0


# --- payments -----------------------------------------------------------------------------------------------


@rule("RC-Q32")
def test_a_payment_cannot_be_interrupted(table):
    """Two cards are the price; a rival makes everybody discard meanwhile, and the payer can't stop half-way."""
    robots = OFFER | {"Poet": "may-discard 2: crown 2"}
    game = table(robots=robots).fleet(0, Poet=1).fleet(1, Heckler=1).hand(0, "Junk", "Gem", "Fence").hand(1)
    game.act(0, "Stockpile", "Junk")
    assert game.may(0) == ["Gem", "Fence"]
    game.act(1, "Stockpile")
    assert game.may(0) == ["Gem", "Fence"]
    game.act(0, "Gem")
    assert game.s.crowns[0] == 2
    assert game.s.rounds == 2


@rule("RC-Q32")
def test_a_payment_of_batteries_is_complete(table):
    game = table(robots={"Lamp": "may-drain 3: crown 2", "A": "gain 1"}).fleet(0, Lamp=4, A=1)
    game.act(0, "Stockpile", "Lamp", "Lamp")
    assert game.may(0) == ["Lamp", "A"]
    game.act(0, "Lamp", "A")
    assert game.s.crowns[0] == 2
    short = table(robots={"Lamp": "may-drain 3: crown 2"}).fleet(0, Lamp=3).act(0, "Stockpile")
    assert short.s.stage[0] == Stage.DONE
    assert short.batteries(0) == {"Lamp": 2}


@rule("RC-Q32")
@settings(max_examples=WHOLE_GAMES)
@given(seats=st.integers(2, 4), seed=st.integers(0, 10**6), data=st.randoms())
def test_a_payment_that_was_begun_can_be_completed(seats, seed, data):
    """In any order of actions: while a price is paid one by one, the next item is available until all is paid."""
    b = GAME.box.record
    s = GAME.deal(seats, seed)[0]
    while not s.over and s.ply < 300:
        seat = data.choice(waiting(s))
        actions = legal(s, b, seat)
        if s.asks[seat] in (Question.DISCARD, Question.DRAIN):
            assert Answer.PASS not in actions
            has = s.held[seat] if s.asks[seat] == Question.DISCARD else s.power[seat]
            assert has >= s.remaining[seat]
        verbs.play(s, b, seat, int(data.choice(list(actions))))


# --- the order of clicks ----------------------------------------------------------------------------------


def without_the_deck(operation):
    """Returns the game with a deck from which turns take no cards, nor from the discard pile; others still draw when
    all have finished.
    """
    name = operation.split(":")[-1].split(";")[0].split()[0]
    return name not in ("draw", "mill", "look", "salvage", "draw-event")


@pytest.fixture
def fixed_deck(game_with):
    """Returns the game with a gain in place of each draw by robots and Events, and a Research that draws nothing."""
    data = tomllib.loads(GAME.box_file.read_text(encoding="utf-8"))
    robots = {}
    for i, robot in enumerate(data["robots"]):
        lines = [";".join(step for step in line.split(";") if without_the_deck(step)) for line in robot["does"]]
        does = [line for line in lines if line and without_the_deck(line)]
        robots[robot["name"]] = {**robot, "does": does or [f"gain {1 + i % 12}", "others-lose 1"]}
    events = {
        event["name"]: ", ".join(re.sub(r"(choosing \w+: )draw 1", r"\1gain 1", line) for line in event["does"])
        for event in data["events"]
    }
    return game_with(robots=robots, events=events, research=0)


@rule("RC-Q31")
@settings(max_examples=WHOLE_GAMES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seats=st.integers(2, 4), seed=st.integers(0, 10**6), shuffled=st.randoms())
def test_without_draws_the_order_of_clicks_makes_no_difference(fixed_deck, seats, seed, shuffled):
    """Each seat answers its own questions with its own random numbers; first to last, last to first, or at random: one
    result.
    """
    orders = (min, max, shuffled.choice)
    ends = [played_in_order(fixed_deck, seats, seed, order) for order in orders]
    assert ends[0] == ends[1] == ends[2]


def played_in_order(game, seats, seed, choose_seat):
    b = game.box.record
    s = game.deal(seats, seed)[0]
    dice = [random.Random(f"{seed} {seat}") for seat in range(seats)]
    while not s.over:
        seat = choose_seat(waiting(s))
        mask = game.mask()
        verbs.legal(s, b, seat, mask)
        verbs.play(s, b, seat, int(dice[seat].choice(list(np.flatnonzero(mask)))))
    return facts(s)


# --- the discard pile --------------------------------------------------------------------------------------


@rule("RC-Q41")
def test_a_player_is_not_asked_for_a_card_of_the_pile_that_is_gone(table):
    robots = {"Magpie": "salvage 1", "Fast": "salvage 2", "A": "gain 1", "B": "gain 2"}
    game = table(robots=robots).fleet(0, Magpie=1).fleet(1, Fast=1).pile("A", "B").act(0, "Stockpile")
    assert game.may(0) == ["A", "B"]
    game.act(1, "Stockpile")
    assert game.s.rounds == 2


@rule("RC-Q41")
def test_the_last_card_of_the_pile_goes_to_the_player_who_may_take_it(table):
    robots = {"Magpie": "salvage 1", "Fast": {"cost": 2, "does": ["salvage 1"]}, "A": "gain 1", "B": "gain 2"}
    game = table(robots=robots).hand(0).hand(1).fleet(0, Magpie=1).fleet(1, Fast=1).pile("A", "B")
    game.act(0, "Stockpile").act(1, "Stockpile", "A")
    assert (game.held(0), game.held(1)) == (["B"], ["A"])
    assert game.s.rounds == 2


@rule("RC-Q39", "RC-Q41")
def test_an_offer_ends_when_others_have_taken_its_object(table):
    robots = {"Magpie": "may-pay 1: salvage 1, gain 5", "Fast": "salvage 1", "A": "gain 1"}
    game = table(robots=robots).hand(0).fleet(0, Magpie=1).fleet(1, Fast=1).pile("A").act(0, "Stockpile")
    assert game.may(0) == ["yes", "no"]
    game.act(1, "Stockpile")
    assert game.s.rounds == 2
    assert game.s.coins[0] == 8 + 4 + 5


def test_cards_being_looked_at_are_out_of_others_reach(table):
    robots = {"Scope": "look 2 1", "A": "gain 1", "B": "gain 2", "C": "gain 3", "D": "gain 4"}
    game = table(robots=robots).fleet(0, Scope=1).on_top("A", "B", "C", "D").act(0, "Stockpile").act(1, "Research")
    assert game.held(1)[-2:] == ["C", "D"]
    assert game.may(0) == ["A", "B"]


# --- Events ask all at once -------------------------------------------------------------------------------


@rule("RC-Q4", "RC-R7")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_an_event_deals_the_same_in_any_order_of_answers(table, order):
    robots = {"A": "gain 1", "B": "gain 2", "C": "gain 3", "X": "gain 4", "Y": "gain 5", "Z": "gain 6"}
    game = table(3, robots=robots, events={"Swap": "may-discard 1: draw 1, gain 1"})
    game.hand(0, "X").hand(1, "Y").hand(2, "Z").on_top("A", "B", "C").round(2, "Swap")
    assert game.waiting == [0, 1, 2]
    for seat in order:
        game.act(seat, "XYZ"[seat])
    assert [game.held(seat) for seat in (2, 0, 1)] == [["A"], ["B"], ["C"]]
    assert game.s.coins[:3].tolist() == [9, 9, 9]
    assert Question.PARKED not in game.s.asks


@rule("RC-R8")
def test_turns_begin_when_all_have_followed_the_event(table):
    game = table(events={"Fair": "may-discard 1: gain 4"}).round(0, "Fair").act(1, "no")
    assert game.waiting == [0]
    game.act(0, "no")
    assert game.waiting == [0, 1]


# --- knowledge --------------------------------------------------------------------------------------------


@rule("RC-R15")
@settings(max_examples=WHOLE_GAMES)
@given(seats=st.integers(2, 4), seed=st.integers(0, 10**6), acts=st.integers(0, 150), data=st.randoms())
def test_a_determinized_state_agrees_with_a_seats_knowledge(seats, seed, acts, data):
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
        rng.seed(world[0], seed)
        verbs.determinize(world[0], b, seat)
        if not s.over:
            census(world[0], b)
        again = world.copy()
        verbs.hide(again[0], b, seat)
        assert facts(again[0]) == facts(known[0])
        if seat in waiting(s):
            assert legal(world[0], b, seat).tolist() == legal(s, b, seat).tolist()


@rule("RC-R5", "RC-R15")
def test_everybody_knows_which_cards_were_shuffled_together(table):
    """A card drawn before the discard pile was shuffled can't be one of that pile."""
    robots = {"Old": "gain 1", "Older": "gain 2", "New": "gain 3", "Newer": "gain 4"}
    game = table(3, robots=robots).hand(0, "Old").hand(2).pile("New", "Newer").deck("Older")
    game.act(0, "Stockpile").act(2, "Research")
    assert "Older" in game.held(2)
    new = {game.robots.index("New"), game.robots.index("Newer")}
    for seed in range(20):
        world = game.determinized(0, seed)
        hand = {int(card) for card in world.hand[2, :2]}
        assert len(hand & new) == 1
        assert int(world.deck[0]) in new


def test_only_their_owner_receives_events_of_drawn_cards(table):
    game = table()
    with collected() as notes:
        game.act(0, "Research")
    noted = [note for note in game.notes if note.event == Event.SAW]
    assert [note.audience for note in noted] == [1, 1]
    assert notes == []
