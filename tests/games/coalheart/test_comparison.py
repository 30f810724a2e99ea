"""What each hex gives every player, as the table shows it before one is selected."""

import pytest

from cogtable.games.coalheart.rules.components import COLORS, HEXES, Hex
from cogtable.games.coalheart.table.comparison import results


def of(game, hex_name):
    """Returns the results of a hex, by seat."""
    return results(game.state, game.game.box, HEXES.index(hex_name))


def test_mine_gives_each_a_cube_and_the_leader_two(table):
    assert [each.cubes for each in of(table(4).led_by(2), "mine")] == [1, 1, 2, 1]


def test_a_quarry_that_is_nearly_empty_gives_only_the_first_in_turn_order(table):
    assert [each.cubes for each in of(table(3).led_by(1).quarry(gold=2), "mine")] == [0, 1, 1]


def test_parts_that_act_in_mine_are_included(table):
    game = table(3).robot(0, "esquire").built(0, "left shoulder", "right shoulder").hp(0, 12)
    mine = of(game, "mine")
    assert (mine[0].cubes, mine[0].drawn, mine[0].hp) == (3, 1, 13)
    assert mine[1].cubes == 1


def test_a_cube_from_the_supply_sets_off_parts_but_one_from_the_quarry_does_not(table):
    game = table(3).robot(0, "reforge").built(0, "head")
    assert [each.hp for each in of(game, "mine")] == [20, 20, 20]
    assert [each.hp for each in of(game, "scavenge")] == [20, 19, 19]


def test_the_damage_of_a_head_counts_all_cubes_of_the_phase(table):
    game = table(3).robot(0, "esquire").built(0, "head", "right shoulder")
    assert of(game, "mine")[0].strike == 3
    assert of(game.led_by(1), "mine")[0].strike == 0


def test_fight_shows_the_attack_of_each_with_the_perk_of_the_leader(table):
    game = table(3).built(1, "left arm", "right arm").led_by(1)
    assert [each.attack for each in of(game, "fight")] == [0, 4, 0]


def test_a_broken_robot_attacks_with_no_more_than_three(table):
    game = table(3).built(1, "left arm", "right arm", "left foot", "right foot").hp(1, 0)
    assert of(game, "fight")[1].attack == 3


def test_upgrade_counts_the_parts_that_can_be_paid_for_with_the_perk(table):
    game = table(3).robot(0, "reforge").robot(1, "esquire")
    assert [each.parts for each in of(game, "upgrade")] == [2, 0, 0]  # two feet of one cube, one cube less
    assert of(game.cubes(1, gold=1), "upgrade")[1].parts == 1


def test_a_broken_robot_builds_one_part_and_still_wins_with_the_eleventh(table):
    game = table(3).robot(0, "reforge").cubes(0, steel=3, coal=3, gold=3, plastic=3).hp(0, 0)
    assert of(game, "upgrade")[0].parts == 1
    assert not of(game, "upgrade")[0].wins
    last = "head", "left shoulder", "right shoulder", "left arm", "right arm", "chest", "core", "left leg", "right leg"
    assert of(game.built(0, *last, "left foot"), "upgrade")[0].wins


def test_barter_is_counted_for_shoulders_and_legs(table):
    game = table(3).robot(1, "constructor").built(1, "right shoulder").cubes(1, steel=2)
    without = table(3).robot(1, "constructor").cubes(1, steel=2)
    assert of(game, "upgrade")[1].parts > of(without, "upgrade")[1].parts


def test_deluxe_gear_is_for_the_leader_and_for_a_core(table):
    game = table(4).built(2, "core").row("chainsaw", "shovel", "repair kit", "force field", "shovel", "shovel")
    gear = of(game, "gear")
    assert [each.deluxe for each in gear] == [True, False, True, False]
    assert [each.cards for each in gear] == [1, 1, 1, 1]


def test_without_regular_gear_the_others_take_nothing(table):
    gear = of(table(3).row("chainsaw", "force field"), "gear")
    assert [each.cards for each in gear] == [1, 0, 0]


def test_capture_takes_the_coal_heart_and_hurts_all_others(table):
    capture = of(table(3).hp(0, 10).heart(2), "capture")
    assert [each.hp for each in capture] == [12, 19, 19]
    assert [(each.heart, each.robbed) for each in capture] == [(True, False), (False, False), (False, True)]


def test_the_holder_of_the_coal_heart_uses_its_other_side(table):
    assert [each.hp for each in of(table(3).hp(0, 10).heart(0), "capture")] == [14, 18, 18]


def test_a_broken_holder_is_mended(table):
    capture = of(table(3).hp(0, 0).heart(0), "capture")
    assert (capture[0].hp, capture[0].mended) == (5, True)
    assert [each.hp for each in capture[1:]] == [20, 20]


def test_breaking_the_last_rival_wins(table):
    capture = of(table(3).hp(1, 0).hp(2, 1), "capture")
    assert [each.wins for each in capture] == [True, False, False]


# --- against the engine --------------------------------------------------------------------------------------


def after(game, hex_name, prefer):
    """Plays the phase of a hex, taking all that is free, and returns the cubes and HP of each seat before and after."""
    s, seats = game.state, range(game.state.seats)
    before, phase = [(game.count(seat), game.hps()[seat]) for seat in seats], (int(s.rounds), int(s.phase))
    game.play(f"select {hex_name}")
    while (s.rounds, s.phase) == phase and not s.over:
        game.go_on(prefer)
    return before, [(game.count(seat), game.hps()[seat]) for seat in seats]


TAKES = (
    *(f"take {color}" for color in COLORS),
    *(f"get {card}" for card in ("chainsaw", "force field", "twin blasters", "repair kit", "shovel", "rocket punch")),
    *("use left leg", "use right leg", "heart now", "pass"),
)
"""Answers that take everything, without a cost. Nobody attacks or spends Gear."""


@pytest.mark.parametrize("lead", range(6))
@pytest.mark.parametrize("kind", [Hex.MINE, Hex.CAPTURE, Hex.SCAVENGE, Hex.GEAR])
def test_the_facts_agree_with_a_phase_that_is_played(table, kind, lead):
    """With parts of all robots that act by themselves, from the bag, from gaining HP, and from damage dealt."""
    game = table(6).led_by(lead)
    game.robot(0, "reforge").built(0, "head", "left leg").robot(1, "esquire").built(
        1, "left shoulder", "right shoulder"
    )
    game.robot(2, "syphon").built(2, "head", "left shoulder", "right leg").robot(3, "executioner")
    game.built(3, "left leg", "right shoulder").robot(4, "guru").built(4, "right shoulder").robot(5, "constructor")
    for seat, hp in enumerate((20, 12, 9, 0, 17, 2)):
        game.hp(seat, hp)
    told = results(game.state, game.game.box, int(kind))
    before, now = after(game, HEXES[kind], TAKES)
    assert [each.hp for each in told] == [hp for _, hp in now]
    assert [each.cubes for each in told] == [had - was for (was, _), (had, _) in zip(before, now, strict=True)]
