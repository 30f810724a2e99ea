"""Turns: Exploit, buying, the order of actions, the Ending, and winning."""

import numpy as np
import pytest

from cogtable.engine.rules import verbs
from cogtable.games.smashgear.rules import state
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.state import Phase, Place, Reason
from cogtable.testing.coverage import rule

TWO = """
    .  Aw Ah
    .  .  .
    ah aw .
"""


@rule("SG-R6")
def test_turns_alternate_and_begin_with_exploit(table):
    game = table(TWO)
    game.end()
    assert (game.s.turn, game.s.gears.tolist()) == (1, [0, 2])
    game.end()
    assert (game.s.turn, game.s.gears.tolist()) == (0, [2, 2])
    assert [note["seat"] for note in game.happened(Event.TURN)][-2:] == [1, 0]


@rule("SG-R6", "SG-Q5", "SG-R10")
def test_actions_can_be_played_in_any_order_and_repeatedly(table):
    game = table(TWO, c={"shape": ["HW"]}, programs=[{"does": ["gears 1"]}]).gears(30).bases(0, "i1", "h2")
    game.holds(0, "c", 0, base=1)
    game.move("a", "right").happens().play(Action.BUY + 9).play(Action.CARD_BASE).program(0)
    game.move("a", "right").play(Action.BUY + 9)
    game.play(Action.CARD + 2).at("h2").play(Action.POSE + 3).move("c", "up")
    assert game.bases_of(0) == ["d1", "h2", "i1"]
    assert game.s.destroy_hand[0] == 2
    assert set(game.board.values()) >= {"ah", "aw", "ch", "cw"}


@rule("SG-R8")
@pytest.mark.parametrize(("bases", "gears"), [(["e9"], 2), (["e9", "a1", "b1"], 6)])
def test_each_base_brings_two_gears(table, bases, gears):
    game = table(TWO).bases(1, *bases)
    game.end()
    assert game.s.gears[1] == gears


@rule("SG-R8")
def test_cards_can_bring_gears_too(table):
    game = table(TWO, A={"does": ["exploit: gears 3"]}, programs=[{"kind": "plugin", "does": ["exploit: gears 2"]}])
    game.installed(1, 0, "e9")
    game.end()
    assert game.s.gears[1] == 2 + 3 + 2


@rule("SG-Q10", "SG-R4")
def test_the_first_turn_has_its_exploit(table):
    assert table(setup=True).play(Action.END, Action.END).s.gears[0] == 2


@rule("SG-R9")
def test_a_bought_card_is_paid_and_replaced(table):
    game = table(TWO).gears(20)
    card = int(game.s.shown[2])
    game.play(Action.BUY + 2)
    assert game.s.gears[0] == 20 - game.b.price[card]
    assert game.s.machine_at[card] == Place.HAND
    assert game.s.machine_at[game.s.shown[2]] == Place.STORE
    program = int(game.s.shown[6])
    left = int(game.s.gears[0])
    game.play(Action.BUY + 6)
    assert game.s.gears[0] == left - game.b.program_price[program]
    assert game.s.program_at[program] == Place.HAND


@rule("SG-R9")
def test_a_card_that_costs_more_than_the_pot_cannot_be_bought(table):
    game = table(TWO)
    for gears in range(10):
        game.gears(gears)
        for item in range(5):
            assert game.can(Action.BUY + item) == (game.b.price[game.s.shown[item]] <= gears)
        assert game.can(Action.BUY + 8) == (game.b.base_price <= gears)
        assert game.can(Action.BUY + 9) == (game.b.destroy_price <= gears)


@rule("SG-Q11", "SG-Q33")
def test_base_cards_can_be_bought_while_supplies_last(table):
    game = table(TWO).gears(200)
    for _ in range(18):
        game.play(Action.BUY + 8)
    assert game.s.base_hand[0] == 18
    assert not game.can(Action.BUY + 8)
    for _ in range(20):
        game.play(Action.BUY + 9)
    assert not game.can(Action.BUY + 9)


@rule("SG-Q56")
def test_the_price_of_a_base_can_rise_with_the_number_owned(table):
    game = table(TWO, plain={"base_price": 4, "base_price_rise": 2}).gears(30)
    assert game.play(Action.BUY + 8).s.gears[0] == 30 - 4
    assert game.play(Action.BUY + 8).s.gears[0] == 26 - 6, "a card in hand counts"
    game.bases(0, "e1", "a1", "b1").play(Action.BUY + 8)
    assert game.s.gears[0] == 20 - 4 - 2 * 4
    game.end()
    game.gears(0, 4)
    assert game.can(Action.BUY + 8), "seat 1 pays for its own bases only"


@rule("SG-Q46")
def test_gears_are_unlimited(table):
    game = table(TWO, programs=[{"does": ["gears 9"]}]).gears(9000).holds(0, 0)
    game.program(0)
    assert game.s.gears[0] == 9009


@rule("SG-Q12")
def test_an_empty_pile_leaves_a_gap(table):
    game = table(TWO).gears(20)
    while game.s.machine_left:
        top = int(game.s.machine_pile[game.s.machine_left - 1])
        game.take(top)
        game.s.machine_at[top] = Place.LANDFILL
    game.play(Action.BUY + 0)
    assert game.s.shown[0] == state.NONE
    assert not game.can(Action.BUY + 0)


@rule("SG-R22")
def test_six_cards_and_all_gears_are_kept(table):
    game = table(TWO).gears(7).holds(0, "c", 0, base=3, destroy=3)
    game.end()
    assert (game.s.phase, game.s.asked) == (Phase.DISCARD, 0)
    game.play(Action.CARD_BASE, Action.CARD + 2)
    assert game.s.turn == 1
    assert game.place("c") == Place.LANDFILL
    assert game.s.base_spent[0] == 1
    assert game.s.gears[0] == 7


@rule("SG-Q41")
def test_the_owner_chooses_the_discarded_cards(table):
    game = table(TWO).holds(0, "c", "d", 0, 1, base=2, destroy=2)
    game.end()
    assert game.legal == {
        Action.CARD + 2,
        Action.CARD + 3,
        Action.CARD_PROGRAM,
        Action.CARD_PROGRAM + 1,
        Action.CARD_BASE,
        Action.CARD_DESTROY,
    }


@rule("SG-Q42")
def test_a_turn_without_possible_actions_is_a_pass(table):
    game = table(TWO)
    assert game.legal == {Action.PASS}
    game.gears(1)
    assert Action.END in game.legal
    assert not game.can(Action.PASS)


@rule("SG-R10", "SG-Q49")
def test_one_machine_and_one_base_a_turn_unless_a_card_allows_more(table):
    game = table(
        ". . . . . . . . ah\n. . . . . . . . aw",
        c={"shape": ["HW"]},
        d={"shape": ["HW"]},
        e={"shape": ["HW"]},
        programs=[{"does": ["own-turn: assemble 1; build 1"]}],
    )
    game.bases(0, "a1", "a4", "a7").holds(0, "c", "d", "e", 0, base=3)
    game.play(Action.CARD + 2, game.target("a1"), Action.POSE)
    assert not game.can(Action.CARD + 3)
    game.play(Action.CARD_BASE)
    assert not game.can(Action.CARD_BASE)
    game.program(0)
    game.play(Action.CARD + 3, game.target("a4"), Action.POSE)
    assert not game.can(Action.CARD + 4)
    assert (game.s.assembles, game.s.builds) == (0, 1)
    game.end().end()
    assert (game.s.assembles, game.s.builds) == (1, 1)


# --- winning ------------------------------------------------------------------------------------------


@rule("SG-R7", "SG-Q34")
def test_a_player_without_bases_has_lost(table):
    game = table("ah aw").bases(1, "b1").holds(0, destroy=1)
    game.play(Action.CARD_DESTROY)
    assert (game.s.over, game.s.winner, game.s.reason) == (1, 0, Reason.NO_BASE)
    out = np.zeros((2, 2), np.int32)
    verbs.rank(game.s, game.b, out)
    assert out[:, 0].tolist() == [1, 2]


@rule("SG-R7")
@pytest.mark.parametrize(("honor", "over"), [(24, 0), (25, 1), (29, 1)])
def test_thirty_honor_wins(table, honor, over):
    game = table("ah aw").bases(1, "b1", "e9").honor(honor, 0).holds(0, destroy=1)
    game.play(Action.CARD_DESTROY)
    assert game.s.over == over
    if over:
        assert (game.s.winner, game.s.reason) == (0, Reason.HONOR)


@rule("SG-Q23")
def test_six_bases_are_thirty_honor(table):
    assert 6 * int(table().b.base_honor) == int(table().b.honor_goal)


@rule("SG-Q35")
@pytest.mark.parametrize("first", [0, 1])
def test_if_both_have_won_the_player_who_caused_it_wins(table, first):
    """Both machines are destroyed in one combat, and each brings its owner honor."""
    game = table("aw ah Ah Aw", a={"does": ["lost: honor 5"]}, A={"does": ["lost: honor 5"]})
    game.honor(29, 29).gears(1, 1).turn(first)
    game.move("aA"[first], ("right", "left")[first])
    assert (game.s.over, game.s.winner) == (1, first)


@rule("SG-Q43", "SG-X1")
def test_an_undecided_battle_is_a_draw_after_the_last_turn(table):
    game = table(TWO)
    game.s.cap = 4
    game.end().end()
    assert not game.s.over
    game.end()
    assert (game.s.over, game.s.winner, game.s.reason) == (1, state.NONE, Reason.CAP)
    out = np.zeros((2, 2), np.int32)
    verbs.rank(game.s, game.b, out)
    assert out[:, 0].tolist() == [1, 1]


@rule("SG-X1")
def test_the_turn_limit_and_the_first_player_are_options(table):
    options = table().game.options
    assert options["cap"].default == 160
    assert options["chooser"].choices == ("random", "seat 1")
