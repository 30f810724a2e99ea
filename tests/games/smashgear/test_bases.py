"""Bases: building them, and attacking the opponent's."""

import pytest

from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.state import Phase, Place
from cogtable.testing.coverage import rule


@rule("SG-R23")
def test_a_base_is_built_on_a_heart(table):
    game = table("ah aw . . .\n. . . bh bh").holds(0, base=1).bases(0, "i1")
    game.play(Action.CARD_BASE)
    assert game.legal == {game.target("a2"), game.target("d1"), game.target("e1")}
    game.at("d1")
    assert game.bases_of(0) == ["d1", "i1"]
    assert (game.s.base_hand[0], game.s.builds, game.s.phase) == (0, 0, Phase.ACT)


@rule("SG-R23", "SG-R10")
def test_one_base_can_be_built_each_turn(table):
    game = table("ah . bh\naw . bw").holds(0, base=2).play(Action.CARD_BASE).at("a2")
    assert not game.can(Action.CARD_BASE)
    assert game.end().end().can(Action.CARD_BASE)


@rule("SG-Q31", "SG-Q32")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_cell_has_room_for_one_base_of_either_player(table, seat):
    game = table("ah . bh\naw . bw").holds(0, base=1).bases(seat, "a2")
    game.play(Action.CARD_BASE)
    assert "c2" in game.bases_of(0)
    assert "a2" in game.bases_of(seat)


@rule("SG-Q32")
def test_a_base_needs_a_machine_on_the_board(table):
    assert not table(c={"shape": ["HW"]}).holds(0, "c", base=1).can(Action.CARD_BASE)


@rule("SG-R21", "SG-R24", "SG-R15")
def test_an_attack_destroys_a_base(table):
    game = table("ah aw").bases(1, "b1", "e9").holds(0, destroy=1)
    game.play(Action.CARD_DESTROY)
    assert game.bases_of(1) == ["e9"]
    assert game.s.honor.tolist() == [5, 0]
    assert game.shows("")
    assert game.place("a") == Place.LANDFILL
    assert game.s.base_spent.tolist() == [0, 1]
    assert game.s.destroy_spent.tolist() == [1, 0]


@rule("SG-R15", "SG-R21")
@pytest.mark.parametrize(("base", "can"), [("b1", True), ("a1", False), ("c1", False)])
def test_only_a_weapon_on_its_cell_can_attack_a_base(table, base, can):
    game = table("ah aw").bases(1, base, "e9").holds(0, destroy=1)
    assert game.can(Action.CARD_DESTROY) == can


@rule("SG-R15")
def test_without_destroy_base_a_base_stays(table):
    game = table("ah aw . .").bases(1, "c1").gears(1).move("a", "right")
    assert game.board[2] == "aw"
    assert game.bases_of(1) == ["c1"]
    assert not game.can(Action.CARD_DESTROY)


@rule("SG-Q24")
def test_the_attack_can_come_in_a_later_own_turn(table):
    game = table("ah aw").bases(1, "b1", "e9").holds(0, destroy=1).gears(9)
    game.play(Action.BUY + 9).end()
    assert not game.can(Action.CARD_DESTROY)
    game.end()
    assert game.can(Action.CARD_DESTROY)


@rule("SG-R21")
def test_several_bases_can_be_attacked_one_by_one(table):
    game = table("ah aw . bh bw").bases(1, "b1", "e1", "e9").holds(0, destroy=2)
    game.play(Action.CARD_DESTROY)
    assert game.legal == {game.target("b1"), game.target("e1")}
    game.at("e1").play(Action.CARD_DESTROY)
    assert game.s.honor[0] == 10
    assert game.shows("")


@rule("SG-Q25")
def test_combat_is_settled_before_a_base_can_be_attacked(table):
    """The weapon that would reach the base breaks on the one that guards it."""
    game = table("ah aw Aw Ah").bases(1, "c1", "e9").holds(0, destroy=1).gears(1)
    game.move("a", "right")
    assert not game.can(Action.CARD_DESTROY)
    assert game.bases_of(1) == ["c1", "e9"]


@rule("SG-Q26")
def test_the_attacker_counts_as_destroyed(table):
    game = table("ah aw", a={"does": ["lost: gears 4"]}).bases(1, "b1", "e9").holds(0, destroy=1)
    game.play(Action.CARD_DESTROY)
    assert game.s.gears[0] == 4


@rule("SG-Q27")
def test_an_answer_can_make_the_attack_fail(table):
    game = table("ah aw", programs=[{"does": ["cancel attack"]}]).bases(1, "b1", "e9")
    game.holds(0, destroy=1).holds(1, 0).play(Action.CARD_DESTROY)
    assert (game.s.phase, game.s.asked) == (Phase.RESPOND, 1)
    game.program(0)
    assert game.shows("ah aw")
    assert game.bases_of(1) == ["b1", "e9"]
    assert game.s.honor[0] == 0
    assert game.s.destroy_spent[0] == 1


def test_an_attacker_that_survives_stays(table):
    game = table("ah aw", a={"does": ["survives", "raid: honor 2"]}).bases(1, "b1", "e9").holds(0, destroy=1)
    game.play(Action.CARD_DESTROY)
    assert game.shows("ah aw")
    assert game.s.honor[0] == 7


def test_a_bunker_makes_one_attack_fail(table):
    game = table("ah aw", programs=[{"kind": "plugin", "on": "base", "does": ["bunker"]}]).bases(1, "b1", "e9")
    game.installed(1, 0, "b1").holds(0, destroy=2)
    game.play(Action.CARD_DESTROY)
    assert game.bases_of(1) == ["b1", "e9"]
    assert game.s.program_at[0] == Place.LANDFILL + 1
    game.play(Action.CARD_DESTROY)
    assert game.bases_of(1) == ["e9"]
