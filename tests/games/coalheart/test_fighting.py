"""Attacks, Gear and the Coal Heart."""

import pytest

from cogtable import IllegalAction
from cogtable.engine.rules import verbs
from cogtable.games.coalheart.rules import state
from cogtable.games.coalheart.rules.events import Event
from cogtable.testing.coverage import rule

HANDS_AND_FEET = ("left arm", "right arm", "left foot", "right foot")

# --- Fight --------------------------------------------------------------------------------------------


@rule("CH-R26", "CH-R27", "CH-F2", "CH-Q51")
def test_attack_value_is_the_sum_of_arms_and_feet(table):
    game = table(3).led_by(2).built(0, "head", *HANDS_AND_FEET, "core")
    assert game.state.power[0] == 4
    game.play("select fight", "pass", "attack 1")
    assert game.hps() == [20, 16, 20]


@rule("CH-R26")
def test_the_perk_adds_two_for_the_active_player_in_this_phase(table):
    game = table(3).built(0, "left arm").built(1, "left arm")
    game.play("select fight", "attack 1", "attack 2")
    assert game.hps() == [20, 17, 19]


@rule("CH-R26")
def test_any_other_player_can_be_attacked_and_attacking_is_optional(table):
    game = table(4)
    game.play("select fight")
    assert game.options() == ["attack 1", "attack 2", "attack 3", "pass"]
    game.end_phase()
    assert game.hps() == [20] * 4


@rule("CH-Q31")
def test_the_perk_applies_to_every_attack_of_the_phase(tmp_path, table):
    """With a box in which a chest allows a second attack in Fight."""
    text = table().game.box_file.read_text(encoding="utf-8").replace("select fight: shield", "select fight: attack")
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    game = table(3, box=tmp_path / "box.toml").robot(0, "executioner").built(0, "chest")
    game.play("select fight", "attack 1", "attack 1")
    assert game.hps()[1] == 16
    assert game.to_move == 1


@rule("CH-Q23")
def test_an_attack_of_zero_is_still_an_attack(table):
    game = table(3).led_by(2).built(0, "right shoulder").supply(gold=1)
    game.play("select fight", "pass", "attack 1")
    assert game.held(0) == {"gold": 1}
    assert game.hps() == [20] * 3


@rule("CH-Q85", "CH-Q23")
def test_a_player_whose_attack_would_have_no_effect_is_not_asked(table):
    game = table(3).play("select fight", "attack 1")  # the leader has the perk; the others have nothing
    assert (game.state.phase, game.hps()) == (1, [20, 18, 20])


@rule("CH-Q85", "CH-Q23")
@pytest.mark.parametrize("how", ["a foot", "a part that acts", "Gear of one's own", "Gear of the target"])
def test_an_attack_that_can_trigger_an_effect_is_offered(table, how):
    game = table(3).cubes(2, coal=1)
    if how == "a foot":
        game.built(1, "left foot")
    elif how == "a part that acts":
        game.robot(1, "reforge").built(1, "right shoulder")
    else:
        game.gear(1, "rocket punch") if how == "Gear of one's own" else game.gear(2, "force field")
    game.play("select fight", "attack 1")
    assert game.to_move == 1
    assert game.options() == ["attack 0", "attack 2", "pass"]


@rule("CH-Q85", "CH-R43")
def test_the_order_of_parts_is_asked_only_if_it_matters(table):
    drafted = table(3).strange(0, "reforge", "right shoulder").strange(0, "esquire", "left leg")
    drafted.play("select fight", "attack 1")
    assert drafted.count(0) == 2  # each takes a cube, in either order
    other = table(3).strange(0, "reforge", "right shoulder").strange(0, "esquire", "left leg")
    other.strange(0, "reforge", "head").play("select fight", "attack 1")
    assert other.offered("use") == ["right shoulder", "left leg"]  # each cube causes damage, which could end the game


@rule("CH-Q24")
def test_a_broken_robot_can_be_attacked(table):
    game = table(3).built(0, "right shoulder").hp(1, 0).cubes(1, coal=1).gear(0, "rocket punch")
    game.play("select fight", "attack 1", "spend rocket punch")
    assert game.hps()[1] == 0
    assert game.count(0) == 2
    assert game.count(1) == 0


@rule("CH-R40")
def test_damage_by_an_ability_is_not_an_attack(table):
    """Reforge's Head deals damage, without the steps of an attack."""
    game = table(3).built(0, "head", "right shoulder").gear(0, "shovel", "twin blasters").gear(1, "force field")
    game.play("spend shovel", "take coal")
    assert game.hps() == [20, 19, 19]
    assert game.count(0) == 1
    assert game.to_move == 0


# --- the six steps ------------------------------------------------------------------------------------


@rule("CH-R44", "CH-R43")
def test_the_rulebooks_example_of_fourteen_damage(table):
    """Attack 2, Twin Blasters for two, a part for three, a Chainsaw."""
    game = table(3).led_by(2).robot(0, "esquire").built(0, "left arm", "left foot", "right leg").cubes(0, coal=1)
    game.gear(0, "twin blasters", "chainsaw")
    game.play("select fight", "pass", "attack 1", "spend chainsaw", "spend twin blasters", "use right leg")
    assert game.noted(Event.DAMAGED) == [(0, 1, 14, 6)]
    assert game.held(0) == {}


@rule("CH-R43", "CH-R30")
def test_the_steps_of_an_attack_come_in_order(table):
    game = table(3).robot(0, "esquire").built(0, "left arm", "right leg").cubes(0, coal=1).cubes(1, gold=1, steel=1)
    game.gear(0, "twin blasters", "rocket punch", "repair kit").gear(1, "force field")
    game.play("select fight", "attack 1")
    assert game.options() == ["spend twin blasters", "pass"]
    game.play("spend twin blasters")
    assert game.options() == ["use right leg", "pass"]
    game.play("use right leg")
    assert game.to_move == 1
    assert game.options() == ["spend force field", "pass"]
    assert game.hps()[1] == 20
    game.play("spend force field")
    assert game.hps()[1] == 16  # 1 + 2 + 2 + 3 = 8
    assert game.to_move == 0
    assert game.options() == ["spend rocket punch", "pass"]
    game.play("spend rocket punch", "take gold")
    assert game.held(0) == {"gold": 1}
    assert game.cards(0) == {"repair kit": 1}
    assert game.options() == ["spend repair kit", "pass"]


@rule("CH-R43")
def test_chainsaws_double_last_whatever_was_used_first(table):
    for order in (("chainsaw", "twin blasters"), ("twin blasters", "chainsaw")):
        game = table(3).gear(0, *order)
        game.play("select fight", "attack 1", *(f"spend {name}" for name in order))
        assert game.hps()[1] == 20 - (2 + 2) * 2


@rule("CH-R43", "CH-Q68")
def test_the_attacker_orders_its_abilities_and_can_decline_optional_ones(table):
    game = table(3).robot(0, "esquire").built(0, "left leg").strange(0, "executioner", "head")
    game.strange(0, "reforge", "left shoulder").discarded("shovel").cubes(1, coal=1)
    game.play("select fight", "attack 1")
    assert game.options() == ["use head", "use left shoulder", "use left leg"]
    game.play("use left leg")
    assert game.options() == ["use head", "use left shoulder"]
    game.play("use head")
    assert game.options() == ["use left shoulder", "pass"]
    game.play("pass")
    assert game.cards(0) == {}


@rule("CH-R39b", "CH-F15", "CH-F16")
def test_a_cube_gained_by_one_leg_can_be_spent_on_the_other_in_the_same_attack(table):
    game = table(3).robot(0, "esquire").built(0, "left leg", "right leg").supply(gold=1)
    game.play("select fight", "attack 1")
    assert game.options() == ["use right leg", "pass"]  # the left one has acted: nothing else was possible
    assert game.held(0) == {"gold": 1}
    game.play("use right leg")
    assert game.hps()[1] == 15
    assert game.held(0) == {}


@rule("CH-Q25")
def test_two_chainsaws_quadruple_the_damage(table):
    game = table(3).gear(0, "chainsaw", "chainsaw")
    game.play("select fight", "attack 1", "spend chainsaw", "spend chainsaw")
    assert game.hps()[1] == 12


@rule("CH-Q26")
def test_an_attack_allows_one_force_field_and_one_rocket_punch(table):
    game = table(3).built(0, *HANDS_AND_FEET).gear(0, "rocket punch", "rocket punch")
    game.gear(1, "force field", "force field").cubes(1, coal=2)
    game.play("select fight", "attack 1", "spend force field", "spend rocket punch")
    assert game.hps()[1] == 17
    assert game.count(0) == 1
    assert game.cards(1) == {"force field": 1}
    assert game.cards(0) == {"rocket punch": 1}


@rule("CH-Q27")
def test_a_force_field_reduces_five_damage_to_two(table):
    game = table(3).built(0, "left arm", "right arm", "left foot").gear(1, "force field")
    game.play("select fight", "attack 1", "spend force field")
    assert game.noted(Event.HALVED) == [(1, 5, 2, 0)]
    assert game.hps()[1] == 18


@rule("CH-Q28")
def test_a_broken_attackers_damage_is_halved_before_the_cap(table):
    game = table(3).hp(0, 0).built(0, *HANDS_AND_FEET).gear(0, "chainsaw").gear(1, "force field")
    game.play("select fight", "attack 1", "spend chainsaw", "spend force field")
    assert game.noted(Event.HALVED) == [(1, 12, 6, 0)]
    assert game.hps()[1] == 17
    weaker = table(3).hp(0, 0).built(0, *HANDS_AND_FEET).gear(1, "force field")
    weaker.state.power[0] = 1
    weaker.play("select fight", "attack 1", "spend force field")
    assert weaker.hps()[1] == 19


@rule("CH-Q76")
def test_a_force_field_can_be_used_against_an_attack_of_zero(table):
    game = table(3).led_by(2).gear(1, "force field")
    game.play("select fight", "pass", "attack 1", "spend force field")
    assert game.hps()[1] == 20
    assert game.cards(1) == {}


@rule("CH-Q30", "CH-R43", "CH-F11")
def test_an_attack_by_a_chest_has_all_steps_but_no_perk(table):
    game = table(3).built(0, "chest", "left arm").gear(0, "twin blasters", "rocket punch").gear(1, "force field")
    game.cubes(1, coal=1)
    game.play("select scavenge", "attack 1", "spend twin blasters", "spend force field", "spend rocket punch")
    assert game.hps()[1] == 19
    assert game.held(0) == {"coal": 1}
    assert game.offered("attack") == []  # one attack for each chest in a phase
    assert game.offered("take") != []


# --- Gear ---------------------------------------------------------------------------------------------


@rule("CH-R28", "CH-Q66")
def test_each_player_takes_a_card_of_choice_from_the_row(table):
    game = table(3).row("shovel", "repair kit", "twin blasters", "rocket punch", "chainsaw")
    game.play("select gear")
    assert game.offered("get") == ["chainsaw", "twin blasters", "repair kit", "rocket punch", "shovel"]
    game.play("get chainsaw", "get repair kit")
    assert game.cards(0) == {"chainsaw": 1}
    assert game.cards(1) == {"repair kit": 1}


@rule("CH-R28", "CH-R29", "CH-F3", "CH-Q47")
def test_deluxe_gear_is_for_the_active_player_and_for_robots_with_a_core(table):
    game = table(4).built(2, "core").row("chainsaw", "force field", "sticky hands", "shovel", "shovel", "twin blasters")
    game.play("select gear")
    assert game.offered("get") == ["chainsaw", "force field", "sticky hands", "twin blasters", "shovel"]
    game.play("get force field")
    assert game.offered("get") == ["twin blasters", "shovel"]
    with pytest.raises(IllegalAction, match="cannot get chainsaw"):
        game.play("get chainsaw")
    game.play("get shovel", "pass")
    assert game.to_move == 2
    assert game.offered("get") == ["chainsaw", "sticky hands", "twin blasters", "shovel"]


@rule("CH-Q46")
def test_with_only_deluxe_cards_left_a_player_without_a_core_takes_nothing(table):
    game = table(3).row("chainsaw", "chainsaw", "force field").gear(1, "repair kit")
    game.play("select gear", "get force field")
    assert game.to_move == 1
    assert game.options() == ["spend repair kit", "pass"]


@rule("CH-Q45", "CH-Q75")
def test_the_row_is_refilled_at_the_end_of_the_gear_phase(table):
    game = table(3).row("shovel", "repair kit", "twin blasters", "rocket punch", "chainsaw")
    game.play("select gear", "get shovel")
    assert len(game.face_up()) == 4
    game.end_phase()
    assert len(game.face_up()) == 5
    assert len(game.noted(Event.LAID_OUT)) == 3


@rule("CH-Q45", "CH-Q75")
@pytest.mark.parametrize(("kind", "left"), [("fight", 5), ("gear", 4)])
def test_a_card_taken_in_another_phase_is_replaced_at_once(table, kind, left):
    game = table(3).robot(0, "guru").built(0, "left leg", "chest")
    game.row("shovel", "repair kit", "twin blasters", "rocket punch", "chainsaw")
    game.play(f"select {kind}", "attack 1", "use left leg", "get chainsaw")
    assert len(game.face_up()) == left


@rule("CH-Q49")
def test_a_player_can_have_any_number_of_open_cards(table):
    game = table(3).gear(1, *["shovel"] * 5, *["twin blasters"] * 5, "chainsaw", "chainsaw")
    game.row("repair kit", "rocket punch")
    game.play("select gear", "get rocket punch", "get repair kit")
    assert sum(game.cards(1).values()) == 13
    hidden = game.array.copy()
    verbs.hide(hidden[0], game.box, 2)
    assert (hidden[0].gear == game.state.gear).all()
    assert (hidden[0].deck[: game.state.deck_left] == state.UNKNOWN).all()


@rule("CH-R30")
def test_a_card_is_used_once_and_only_at_its_time(table):
    game = table(3).gear(0, "repair kit", "twin blasters", "chainsaw", "rocket punch", "force field").hp(0, 10)
    game.cubes(0, steel=1).cubes(1, coal=1)
    assert game.offered("spend") == ["repair kit"]
    game.play("select fight")
    assert game.offered("spend") == ["repair kit"]
    game.play("spend repair kit")
    assert game.cards(0).get("repair kit") is None
    assert game.state.discard.sum() == 1
    game.play("attack 1")
    assert game.offered("spend") == ["chainsaw", "twin blasters"]
    game.play("pass")
    assert game.offered("spend") == ["rocket punch"]


@rule("CH-F37")
def test_gear_has_the_printed_counts_and_kinds(table):
    b = table().box
    assert b.gear_count.tolist() == [3, 3, 3, 3, 5, 5, 5, 5]
    assert b.gear_deluxe.tolist() == [1, 1, 1, 1, 0, 0, 0, 0]


@rule("CH-F37")
def test_twin_blasters_apply_to_one_attack_only(table):
    game = table(3).built(0, "chest", "left arm").gear(0, "twin blasters")
    game.play("select scavenge", "attack 1", "spend twin blasters", "take coal")
    assert game.hps()[1] == 17
    game.to_turn_of(1).play("select fight").to_turn_of(0).play("attack 1")
    assert game.hps()[1] == 16


@rule("CH-F37", "CH-R41")
def test_shovel_takes_a_cube_of_choice_from_the_supply(table):
    game = table(3).gear(0, "shovel")
    before = int(game.state.supply[3])
    game.play("spend shovel", "take gold")
    assert game.held(0) == {"gold": 1}
    assert game.state.supply[3] == before - 1


@rule("CH-F37")
def test_repair_kit_cannot_be_used_in_response_to_breaking(table):
    game = table(3).built(0, *HANDS_AND_FEET).hp(1, 5).gear(1, "repair kit")
    game.play("select fight", "attack 1")
    assert game.hps()[1] == 0
    game.to_turn_of(1)
    assert "spend repair kit" in game.options()
    game.play("spend repair kit")
    assert game.hps()[1] == 0


@rule("CH-F37", "CH-Q76")
def test_welders_kit_builds_one_part_for_free_and_no_other(table):
    game = table(3).gear(0, "welder's kit", "welder's kit").cubes(0, steel=3, coal=3)
    assert game.offered("spend") == []
    game.play("select upgrade", "spend welder's kit", "build chest")
    assert game.stands(0) == ["chest"]
    assert game.count(0) == 6
    assert game.to_move == 1  # neither another part nor the second Kit
    assert game.cards(0) == {"welder's kit": 1}


@rule("CH-F37", "CH-Q76")
def test_welders_kit_cannot_be_used_after_building_or_in_other_players_turns(table):
    game = table(3).gear(0, "welder's kit").gear(1, "welder's kit").cubes(0, steel=3, coal=3)
    game.play("select upgrade")
    assert game.offered("spend", seat=1) == []
    game.play("build core", "pass")
    assert game.offered("spend") == []
    game.play("pass")
    assert game.offered("spend", seat=1) == ["welder's kit"]


@rule("CH-Q50")
def test_welders_kit_can_be_used_after_an_attack_in_the_same_turn(table):
    game = table(3).robot(0, "constructor").built(0, "chest", "left arm").gear(0, "welder's kit")
    game.play("select upgrade", "attack 1", "spend welder's kit", "build right arm")
    assert game.hps()[1] == 19
    assert "right arm" in game.stands(0)


@rule("CH-Q44", "CH-R34")
def test_sticky_hands_take_the_heart_from_the_table_or_from_a_player(table):
    game = table(3).gear(0, "sticky hands").gear(1, "sticky hands").hp(0, 10).hp(1, 10)
    game.play("spend sticky hands")
    assert game.state.heart == 0
    assert game.hps() == [12, 9, 19]
    game.play("select scavenge", "take coal", "spend sticky hands")
    assert game.noted(Event.TOOK_HEART) == [(1, 0, 0, 0)]
    assert game.state.heart == 1
    assert game.hps() == [11, 11, 18]


@rule("CH-Q44")
def test_sticky_hands_of_the_hearts_holder_use_now_again(table):
    game = table(3).gear(0, "sticky hands").heart(0).hp(0, 10)
    game.play("spend sticky hands")
    assert game.state.heart == 0
    assert game.hps() == [12, 19, 19]


# --- Capture and Scavenge -----------------------------------------------------------------------------


@rule("CH-R31", "CH-F38", "CH-R34")
def test_capture_takes_the_heart_and_uses_now(table):
    game = table(3).hp(0, 10).heart(2)
    game.play("select capture")
    assert game.state.heart == 0
    assert game.hps() == [12, 19, 19]
    assert game.to_move == 1
    game.play("select mine").end_phase()
    assert game.state.heart == 0


@rule("CH-R32", "CH-F38", "CH-Q40", "CH-Q59")
def test_capture_with_the_heart_uses_one_of_the_two_others(table):
    game = table(3).hp(0, 10).heart(0).gear(0, "shovel")
    game.play("select capture")
    assert game.offered("heart") == ["strike"]
    assert "pass" not in game.options()
    game.play("heart strike")
    assert game.hps() == [14, 18, 18]
    broken = table(3).hp(0, 0).heart(0)
    broken.play("select capture")
    assert broken.options() == ["heart strike", "heart mend"]
    broken.play("heart mend")
    assert broken.hps() == [5, 20, 20]


@rule("CH-Q40")
def test_a_broken_holder_can_choose_the_strike(table):
    game = table(3).hp(0, 0).heart(0)
    game.play("select capture", "heart strike")
    assert game.hps() == [0, 18, 18]


@rule("CH-Q59")
def test_sticky_hands_before_the_hex_count_and_after_it_do_not(table):
    before = table(3).gear(0, "sticky hands").hp(0, 0)
    before.play("spend sticky hands", "select capture")
    assert before.options() == ["heart strike", "heart mend"]
    after = table(3).gear(0, "sticky hands").hp(0, 0)
    after.play("select capture", "spend sticky hands")
    assert after.hps() == [0, 18, 18]  # NOW of the card, then NOW of the hex
    assert after.to_move == 1


@rule("CH-Q41")
def test_the_hearts_damage_is_not_an_attack(table):
    game = table(3).built(0, "right shoulder").gear(0, "twin blasters").gear(1, "force field")
    game.play("select capture")
    assert game.hps() == [20, 19, 19]
    assert game.count(0) == 0


@rule("CH-R35")
def test_scavenge_takes_a_cube_of_choice_from_the_supply(table):
    game = table(3).built(0, "head")
    quarry = game.in_quarry()
    game.play("select scavenge", "take plastic")
    assert game.held(0) == {"plastic": 1}
    assert game.in_quarry() == quarry
    assert game.hps() == [20, 19, 19]  # by the Head: this was the Supply
