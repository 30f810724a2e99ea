"""The parts of each robot, following the questions and answers of the rulebook."""

import pytest

from cogtable.games.coalheart.rules.abilities import ABILITIES
from cogtable.games.coalheart.rules.components import CONFIDENCE, SLOTS
from cogtable.games.coalheart.rules.events import Event
from cogtable.games.coalheart.rules.state import Victory
from cogtable.testing.coverage import rule

from .conftest import ROBOTS, part

HANDS_AND_FEET = ("left arm", "right arm", "left foot", "right foot")


def drew(game):
    """Returns the seats that drew from the Supply in the last actions."""
    return [seat for seat, _, _, _ in game.noted(Event.DREW)]


# --- parts in general ---------------------------------------------------------------------------------


@rule("CH-R38")
def test_parts_do_nothing_until_they_are_built(table):
    game = table(6)
    game.play("select mine", "take steel")
    assert drew(game) == []
    assert game.state.power.tolist() == [0] * 6


@rule("CH-R37", "CH-Q61")
def test_select_abilities_work_only_if_the_owner_selects(table):
    game = table(3).built(1, "chest", "head")
    game.play("select mine", "take coal")
    assert game.to_move == 1
    assert game.offered("attack") == []
    game.end_phase()
    assert game.hps() == [20] * 3


@rule("CH-R36", "CH-F1")
def test_each_part_shows_its_cost_and_when_it_acts(table):
    b = table().box
    texts = ABILITIES.words(b.part_does[part("esquire", "right shoulder")].flat)
    assert texts == ["Mine: take 1 resource from the Supply."]
    assert b.cost[part("esquire", "right shoulder")].tolist() == [0, 0, 2, 1]


@rule("CH-Q68")
def test_triggered_effects_happen_at_once_and_depth_first(table):
    """NOW: 2 HP; Syphon's Head takes a cube; Reforge's shoulder does nothing; Reforge's Head deals damage; then NOW's
    damage.
    """
    game = table(3).robot(2, "syphon").built(2, "head").led_by(2).hp(2, 10)
    game.play("select capture")
    order = [note.event for note in game.notes if note.event in (Event.GAINED, Event.DREW, Event.DAMAGED)]
    assert order == [Event.GAINED, Event.DREW, Event.DAMAGED, Event.DAMAGED]


@rule("CH-Q68", "CH-F22")
def test_several_parts_act_in_the_order_of_the_body(table):
    """Syphon's Head (a cube) before the Right Leg (damage)."""
    game = table(3).led_by(2).built(2, "head", "right leg")
    game.play("select capture")
    order = [note.event for note in game.notes if note.event in (Event.DREW, Event.DAMAGED)]
    assert order == [Event.DREW, Event.DAMAGED, Event.DAMAGED, Event.DAMAGED, Event.DAMAGED]
    assert game.hps() == [18, 18, 20]


@rule("CH-Q68", "CH-F6", "CH-F18")
def test_a_chain_of_three(table):
    """HP give a cube (Syphon's Head), which deals damage to each (a part like Reforge's Head, in another place)."""
    game = table(3, box=None).robot(0, "syphon").built(0, "head").gear(0, "repair kit")
    game.state.listens[0] = 0
    game.robot(0, "reforge").built(0, "head").strange(0, "syphon", "right leg").gear(0, "shovel")
    game.play("spend repair kit")
    assert game.hps() == [20, 19, 19]
    game.play("spend shovel", "take coal")
    assert game.hps() == [20, 18, 18]


@rule("CH-Q37", "CH-Q38")
def test_a_gain_triggers_once_even_at_twenty_hp(table):
    game = table(3).led_by(2).built(2, "head").gear(2, "repair kit")
    game.play("spend repair kit")
    assert game.hps()[2] == 20
    assert drew(game) == [2]


@rule("CH-F4")
@pytest.mark.parametrize(
    ("robot", "kind"),
    [("reforge", "scavenge"), ("esquire", "mine"), ("syphon", "capture"), ("guru", "gear"), ("constructor", "upgrade")],
)
def test_each_chest_attacks_with_its_own_hex(table, robot, kind):
    for other in ("mine", "upgrade", "gear", "capture", "scavenge"):
        game = table(3).robot(0, robot).built(0, "chest").cubes(0, steel=3, plastic=3).gear(0, "repair kit")
        game.play(f"select {other}")
        assert game.offered("attack") == (["1", "2"] if other == kind else [])


# --- Lord Reforge -------------------------------------------------------------------------------------


@rule("CH-F6")
def test_reforges_head_damages_all_for_cubes_of_the_supply_but_not_of_the_quarry(table):
    game = table(3).built(0, "head").gear(0, "shovel")
    game.play("select mine", "take steel")
    assert game.hps() == [20, 20, 20]
    game.play("spend shovel", "take coal")
    assert game.hps() == [20, 19, 19]


@rule("CH-F7")
def test_reforges_left_shoulder_takes_back_a_card(table):
    game = table(3).built(0, "left shoulder").discarded("shovel", "chainsaw")
    game.play("select fight", "attack 1")
    assert game.options() == ["use left shoulder", "pass"]
    game.play("use left shoulder")
    assert game.cards(0) == {"shovel": 1}


@rule("CH-F7")
def test_reforges_left_shoulder_needs_a_card_to_take_back(table):
    game = table(3).built(0, "left shoulder").discarded("chainsaw")
    game.play("select fight", "attack 1")
    assert game.to_move == 1


@rule("CH-Q33", "CH-F7")
def test_twin_blasters_used_in_the_attack_come_back_but_cannot_be_used_in_it_again(table):
    game = table(3).built(0, "left shoulder").gear(0, "twin blasters").discarded("shovel")
    game.play("select fight", "attack 1", "spend twin blasters", "use left shoulder")
    assert game.offered("get") == ["twin blasters", "shovel"]
    game.play("get twin blasters")
    assert game.cards(0) == {"twin blasters": 1}
    assert game.hps()[1] == 16
    assert game.to_move == 1


@rule("CH-F8", "CH-F6")
def test_reforges_right_shoulder_takes_a_cube_when_attacking_and_triggers_the_head(table):
    game = table(3).built(0, "head", "right shoulder")
    game.play("select fight", "attack 1")
    assert drew(game) == [0]
    assert game.hps() == [20, 17, 19]


@rule("CH-F9", "CH-Q15", "CH-R18")
def test_reforges_left_leg_takes_the_last_cube_of_the_quarry(table):
    game = table(3).built(0, "left leg").quarry(gold=5)
    game.play("select mine")
    assert game.options() == ["use left leg", "pass"]
    game.play("use left leg")
    assert game.held(0) == {"gold": 3}
    assert drew(game) == []


@rule("CH-Q15")
def test_if_several_cubes_are_left_reforge_takes_one(table):
    game = table(3).led_by(1).built(0, "left leg").quarry(gold=3, steel=4)
    game.play("select mine", "take gold", "take gold", "take steel", "take steel", "use left leg")
    assert game.offered("take") == ["steel", "gold"]
    game.play("take gold")
    assert game.count(0) == 2


@rule("CH-F10")
def test_reforges_right_leg_takes_a_cube_after_any_players_upgrade_phase(table):
    game = table(3).led_by(1).built(0, "right leg")
    game.play("select upgrade").to_turn_of(0)
    assert game.options() == ["use right leg", "pass"]
    game.play("use right leg")
    assert game.count(0) == 1
    assert game.state.phase == 1


@rule("CH-F11")
def test_reforges_chest(table):
    game = table(3).built(0, "chest", "left arm")
    game.play("select scavenge", "attack 1")
    assert game.hps()[1] == 19


# --- Extractor Esquire --------------------------------------------------------------------------------


@rule("CH-F12", "CH-Q16", "CH-Q67")
def test_esquires_head_counts_every_cube_of_the_phase(table):
    """A Shovel before the hex, one after, the shoulder, a cube from attacking, Quarry twice: six."""
    game = table(3).led_by(1).built(1, "head", "right shoulder", "chest", "left leg").gear(1, "shovel", "shovel")
    game.play("spend shovel", "take coal", "select mine", "spend shovel", "take coal", "attack 0", "take steel")
    game.play("take steel", "take coal") if game.to_move != 1 else None
    game.to_turn_of(1, ("take steel",))
    while "attack 2" not in game.options():
        game.go_on(("take steel",))
    game.play("attack 2")
    assert (1, 2, 6, 14) in game.noted(Event.DAMAGED)


@rule("CH-Q17")
def test_esquires_head_also_counts_cubes_that_were_spent(table):
    game = table(3).led_by(1).built(1, "head", "chest", "left leg", "right leg").quarry(steel=5)
    game.play("select mine", "attack 0", "use right leg")
    game.to_turn_of(1, ("take steel",))
    game.play("attack 2")
    assert (1, 2, 3, 17) in game.noted(Event.DAMAGED)
    assert game.count(1) == 2


@rule("CH-F12")
def test_esquires_head_does_nothing_if_another_player_selects_mine(table):
    game = table(3).built(1, "head")
    game.play("select mine").end_phase()
    assert game.hps() == [20] * 3


@rule("CH-F13", "CH-F14")
def test_esquires_shoulders(table):
    game = table(3).built(1, "left shoulder", "right shoulder").hp(1, 10)
    game.play("select mine", "take steel")
    assert game.hps()[1] == 11
    assert drew(game) == [1]


@rule("CH-F15")
def test_esquires_left_leg(table):
    game = table(3).led_by(1).built(1, "left leg")
    game.play("select fight", "attack 0")
    assert drew(game) == [1]


@rule("CH-F16", "CH-Q70")
def test_esquires_right_leg_acts_once_in_an_attack(table):
    game = table(3).led_by(1).built(1, "right leg").cubes(1, coal=1, steel=1)
    game.play("select fight", "attack 0", "use right leg")
    assert game.offered("take") == ["steel", "coal"]
    game.play("take coal")
    assert game.hps()[0] == 15
    assert game.held(1) == {"steel": 1}


@rule("CH-F16")
def test_esquires_right_leg_is_optional_and_needs_a_cube(table):
    game = table(3).led_by(1).built(1, "right leg").cubes(1, coal=1)
    game.play("select fight", "attack 0", "pass")
    assert game.hps()[0] == 18
    assert game.count(1) == 1
    poor = table(3).led_by(1).built(1, "right leg").play("select fight", "attack 0")
    assert poor.hps()[0] == 18


@rule("CH-F17", "CH-Q69")
def test_esquires_chest_acts_before_or_after_the_quarry(table):
    game = table(3).led_by(1).built(1, "chest", "left arm")
    game.play("select mine", "take steel", "attack 0")
    assert game.hps()[0] == 19
    again = table(3).led_by(1).built(1, "chest", "left arm")
    again.play("select mine", "attack 0")
    assert "take steel" in again.options()


# --- Professor Syphon ---------------------------------------------------------------------------------


@rule("CH-F18", "CH-F22")
def test_syphons_head_and_right_leg_act_on_any_gain_of_hp(table):
    game = table(3).led_by(2).built(2, "head", "right leg", "left shoulder").hp(2, 5).gear(2, "repair kit")
    game.play("spend repair kit")
    assert (game.count(2), game.hps()) == (1, [19, 19, 7])
    game.play("select gear")
    assert (game.count(2), game.hps()) == (2, [18, 18, 8])


@rule("CH-F19", "CH-R37")
def test_syphons_left_shoulder(table):
    game = table(3).built(2, "left shoulder").hp(2, 10)
    game.play("select gear").to_turn_of(2)
    assert game.hps()[2] == 11


@rule("CH-F20")
def test_syphons_right_shoulder(table):
    game = table(3).led_by(2).built(2, "right shoulder").hp(2, 10)
    game.play("select fight", "attack 0")
    assert game.hps() == [18, 20, 11]


@rule("CH-F21", "CH-Q19")
def test_syphons_left_leg_pays_hp_for_a_discount_once(table):
    game = table(3).led_by(1).robot(0, "syphon").built(0, "left leg").cubes(0, steel=1, coal=1)
    game.play("select upgrade").to_turn_of(0).play("use left leg")
    assert game.hps()[0] == 18
    assert game.offered("use") == []
    assert "core" in game.offered("build")


@rule("CH-Q84")
@pytest.mark.parametrize(
    ("cubes", "offered"),
    [({"coal": 1}, True), ({"gold": 1}, False), ({"gold": 4}, True), ({}, False)],
    ids=["one of two", "another", "exchanged", "none"],
)
def test_a_discount_can_be_bought_only_if_a_part_can_then_be_built(table, cubes, offered):
    """The Core and the Chest are left, for a Plastic and a Coal, or two of each; the Shovel keeps the turn open."""
    game = table(3).led_by(1).robot(0, "syphon").cubes(0, **cubes).gear(0, "shovel")
    game.built(0, *(slot for slot in SLOTS if slot not in ("core", "chest")))
    game.play("select upgrade").to_turn_of(0)
    assert game.offered("use") == (["left leg"] if offered else [])


@rule("CH-Q84", "CH-F31")
def test_successive_discounts_count_together(table):
    def offered(*gear):
        game = table(3).led_by(1).robot(0, "guru").built(0, "left shoulder", "left foot", "right foot").gear(0, *gear)
        return game.play("select upgrade").to_turn_of(0).offered("use")

    assert offered("shovel") == []  # every part left costs more than one cube
    assert offered("shovel", "chainsaw") == ["left shoulder"]


@rule("CH-Q84", "CH-R46")
def test_a_broken_robot_that_has_built_cannot_buy_a_discount(table):
    game = table(3).robot(0, "guru").built(0, "left shoulder").hp(0, 0).cubes(0, plastic=3).gear(0, "shovel")
    game.play("select upgrade")
    assert game.offered("use") == ["left shoulder"]
    game.play("build left foot", "pass")
    assert game.options() == ["spend shovel", "pass"]


@rule("CH-F21", "CH-R47")
def test_a_broken_syphon_cannot_pay_hp(table):
    game = table(3).led_by(2).built(2, "left leg").cubes(2, coal=3).hp(2, 0)
    game.play("select upgrade")
    assert game.offered("use") == []


@rule("CH-Q20", "CH-Q79")
def test_hp_can_be_paid_down_to_zero_before_building(table):
    game = table(3).led_by(2).built(2, "left leg").cubes(2, coal=3, plastic=3).hp(2, 2)
    game.play("select upgrade", "use left leg")
    assert game.hps()[2] == 0
    assert game.noted(Event.BROKE) == [(2, 0, 0, 0)]


@rule("CH-Q79")
def test_a_robot_that_has_built_cannot_pay_its_last_hp(table):
    game = table(3).led_by(2).built(2, "left leg").cubes(2, coal=3).hp(2, 2)
    game.play("select upgrade", "build left foot", "pass")
    assert game.offered("use") == []
    safe = table(3).led_by(2).built(2, "left leg").cubes(2, coal=3).hp(2, 3)
    safe.play("select upgrade", "build left foot", "pass")
    assert safe.offered("use") == ["left leg"]


@rule("CH-Q79")
def test_the_last_robot_standing_after_a_payment_wins_before_an_eleventh_part(table):
    game = table(3).led_by(2).hp(0, 0).hp(2, 2).cubes(2, coal=1)
    game.built(2, *(slot for slot in SLOTS if slot != "left foot"))
    game.play("select upgrade", "use left leg")
    assert game.winners == [1]
    assert game.state.victory == Victory.LAST_STANDING


@rule("CH-F23", "CH-Q42", "CH-Q69")
def test_syphons_chest_acts_before_or_after_the_heart(table):
    game = table(3).led_by(2).built(2, "chest", "left arm")
    game.play("select capture")
    assert game.options() == ["attack 0", "attack 1", "heart now"]
    game.play("attack 0")  # then only the Coal Heart is left, and must be taken
    assert game.hps() == [18, 19, 20]
    again = table(3).led_by(2).built(2, "chest", "left arm").play("select capture", "heart now", "attack 0")
    assert again.hps() == [18, 19, 20]


# --- The Executioner ----------------------------------------------------------------------------------


@rule("CH-F24")
def test_executioners_head_lets_the_attacked_player_choose_what_to_give(table):
    game = table(3).robot(0, "executioner").built(0, "head").cubes(1, coal=1, gold=1, steel=1)
    game.play("select fight", "attack 1")
    assert game.to_move == 1
    assert game.options() == ["take steel", "take coal", "take gold"]
    game.play("take gold")
    assert game.held(0) == {"gold": 1}


@rule("CH-F24", "CH-F25", "CH-F28")
def test_executioners_left_shoulder_and_right_leg_act_with_head_and_rocket_punch(table):
    game = table(3).robot(0, "executioner").built(0, "head", "left shoulder", "right leg").hp(0, 10)
    game.gear(0, "rocket punch").cubes(1, coal=2)
    game.play("select fight", "attack 1")
    assert game.hps() == [12, 16, 20]  # 2 by the shoulder, 2 by the attack
    game.play("spend rocket punch")
    assert game.hps() == [14, 14, 20]


@rule("CH-Q36", "CH-F25")
def test_giving_nothing_triggers_nothing(table):
    game = table(3).robot(0, "executioner").built(0, "head", "left shoulder", "right leg").hp(0, 10)
    game.gear(0, "rocket punch")
    game.play("select fight", "attack 1")
    assert game.hps() == [10, 18, 20]
    assert game.cards(0) == {"rocket punch": 1}
    assert game.to_move == 1


@rule("CH-Q35", "CH-F26")
def test_executioners_left_shoulder_is_not_part_of_the_attack(table):
    """Chainsaw and Force Field don't change its 2, which count for the Right Shoulder: 2 + (1 + 2) x 2 / 2."""
    game = table(3).robot(0, "executioner").built(0, "head", "left shoulder", "right shoulder", "left arm")
    game.gear(0, "chainsaw").gear(1, "force field").cubes(1, coal=1)
    game.play("select fight", "attack 1", "spend chainsaw", "spend force field")
    assert game.noted(Event.DAMAGED) == [(0, 1, 2, 18), (0, 1, 3, 15)]
    assert game.hps()[1] == 15
    assert drew(game) == [0]


@rule("CH-F26", "CH-Q34", "CH-Q71")
def test_executioners_right_shoulder_adds_up_damage_to_all_players(table):
    game = table(5).robot(0, "executioner").built(0, "right shoulder")
    game.play("select capture")
    assert game.hps() == [20, 19, 19, 19, 19]
    assert drew(game) == [0]
    few = table(4).robot(0, "executioner").built(0, "right shoulder").play("select capture")
    assert drew(few) == []


@rule("CH-Q34")
def test_executioners_right_shoulder_gives_one_cube_a_turn(table):
    game = table(5).robot(0, "executioner").built(0, "right shoulder").gear(0, "sticky hands", "sticky hands")
    game.play("spend sticky hands", "spend sticky hands", "select fight", "attack 1")
    assert game.count(0) == 1


@rule("CH-Q34", "CH-Q71")
def test_executioners_right_shoulder_counts_after_force_field_and_on_broken_robots(table):
    game = table(3).robot(0, "executioner").built(0, "right shoulder", *HANDS_AND_FEET).gear(1, "force field")
    game.play("select fight", "attack 1", "spend force field")
    assert drew(game) == []  # three of six
    broken = table(3).robot(0, "executioner").built(0, "right shoulder", *HANDS_AND_FEET).hp(1, 0)
    broken.play("select fight", "attack 1")
    assert drew(broken) == [0]


@rule("CH-Q71")
def test_executioners_right_shoulder_gives_no_cube_if_the_supply_is_empty(table):
    game = table(5).robot(0, "executioner").built(0, "right shoulder").supply()
    game.play("select capture")
    assert game.count(0) == 0


@rule("CH-F27", "CH-R20")
def test_executioners_left_leg(table):
    game = table(3).robot(1, "executioner").built(1, "left leg")
    game.play("select mine", "take coal")
    assert drew(game) == [1]


@rule("CH-F29", "CH-Q32")
def test_executioners_chest_prevents_attacks_and_nothing_else(table):
    game = table(4).robot(0, "executioner").built(0, "chest").built(1, "left arm")
    game.built(2, "head", "right shoulder", "right leg")
    game.play("select fight", "attack 1")
    assert game.to_move == 1
    assert game.offered("attack") == ["2", "3"]
    game.play("pass", "attack 1")
    assert game.hps()[0] == 19  # Syphon gains HP by attacking, so the leg still deals damage
    game.end_phase()
    assert game.state.shielded == 0


# --- Gizmo Guru ---------------------------------------------------------------------------------------


@rule("CH-Q1", "CH-F32", "CH-F36")
def test_ten_abilities_are_marked_as_our_own(table):
    b = table().box
    designed = {
        (ROBOTS[number // 11], SLOTS[number % 11])
        for number in range(66)
        if CONFIDENCE[b.part_confidence[number]] == "designed"
    }
    slots = ("head", "left shoulder", "right shoulder", "left leg", "right leg")
    assert designed == {(robot, slot) for robot in ("guru", "constructor") for slot in slots}


@rule("CH-F30")
def test_gurus_left_leg_takes_a_deluxe_card_when_attacking(table):
    game = table(3).robot(1, "guru").built(1, "left leg").row("chainsaw", "shovel", "shovel", "shovel", "shovel")
    game.play("select fight", "pass", "attack 0", "use left leg", "get chainsaw")
    assert game.cards(1) == {"chainsaw": 1}


@rule("CH-F31")
def test_gurus_left_shoulder_acts_any_number_of_times(table):
    game = table(3).led_by(1).robot(0, "guru").built(0, "left shoulder").gear(0, "shovel", "shovel", "chainsaw")
    game.play("select upgrade").to_turn_of(0)
    game.play("use left shoulder", "get shovel", "use left shoulder", "get shovel", "use left shoulder")
    assert game.state.discounts[0] == 3
    assert game.cards(0) == {}
    game.play("build right leg")
    assert "right leg" in game.stands(0)


@rule("CH-F32")
def test_gurus_head_and_legs_and_shoulder(table):
    game = table(3).robot(0, "guru").built(0, "head", "right leg", "right shoulder").hp(0, 10).gear(0, "shovel")
    game.play("spend shovel", "take coal")
    assert game.hps() == [11, 19, 19]
    game.play("select mine")
    assert game.count(0) == 2


@rule("CH-Q77", "CH-F32")
def test_discarding_is_not_spending(table):
    game = table(3).robot(0, "guru").built(0, "head", "left shoulder").gear(0, "shovel")
    game.play("select upgrade", "use left shoulder")
    assert game.hps() == [20, 20, 20]
    assert game.cards(0) == {}


@rule("CH-Q77")
def test_effects_of_spending_come_after_the_cards_effect_by_parts_built_before(table):
    game = table(3).robot(0, "guru").built(0, "right leg").gear(0, "welder's kit").hp(0, 10)
    game.play("select upgrade", "spend welder's kit", "build head")
    assert game.hps() == [11, 20, 20]
    order = [note.event for note in game.notes if note.event in (Event.BUILT, Event.GAINED)]
    assert order == [Event.BUILT, Event.GAINED]


# --- Dr. Constructor ----------------------------------------------------------------------------------


@rule("CH-F33")
def test_constructors_right_shoulder_barters_for_shoulders_and_legs_but_not_arms_and_feet(table):
    game = table(3).led_by(1).robot(0, "constructor").built(0, "right shoulder").cubes(0, gold=2)
    game.play("select upgrade").to_turn_of(0)
    assert game.offered("build") == ["left shoulder", "left leg", "right leg", "right foot"]
    game.play("build left leg")
    assert "left leg" in game.stands(0)
    assert game.held(0) == {}


@rule("CH-F33")
def test_barter_is_optional_once_a_turn(table):
    game = table(3).led_by(1).robot(0, "constructor").built(0, "right shoulder")
    game.cubes(0, steel=2, coal=2, gold=1, plastic=1)
    game.play("select upgrade").to_turn_of(0).play("build left leg")
    assert game.options() == ["use right shoulder", "pass"]
    game.play("use right shoulder")
    assert game.offered("take") == ["steel", "plastic", "coal", "gold"]
    game.play("take gold", "take plastic")
    assert game.held(0) == {"steel": 2, "coal": 2}
    assert "left shoulder" not in game.offered("build")


@rule("CH-Q85", "CH-F33")
def test_a_barter_for_all_cubes_asks_for_none(table):
    game = table(3).led_by(1).robot(0, "constructor").built(0, "right shoulder").cubes(0, plastic=1, gold=1)
    game.play("select upgrade").to_turn_of(0).play("build left leg")
    assert "left leg" in game.stands(0)
    assert game.held(0) == {}


@rule("CH-F33", "CH-Q81")
def test_a_barter_never_pays_the_printed_price(table):
    game = table(3).led_by(1).robot(0, "constructor").built(0, "right shoulder").cubes(0, steel=2, coal=1)
    game.play("select upgrade").to_turn_of(0).play("build left leg", "use right shoulder")
    assert game.held(0) == {"coal": 1}  # Steel and Coal would be enough without a barter


@rule("CH-F34", "CH-R47")
def test_constructors_left_leg_pays_hp_for_a_cube_but_not_when_broken(table):
    game = table(3).robot(0, "constructor").built(0, "left leg").hp(0, 10)
    game.play("select upgrade", "use left leg")
    assert (game.hps()[0], game.count(0)) == (8, 1)
    assert game.offered("use") == []
    broken = table(3).robot(0, "constructor").built(0, "left leg").hp(0, 0).cubes(0, steel=3)
    assert broken.play("select upgrade").offered("use") == []


@rule("CH-Q80")
def test_constructors_left_leg_needs_a_cube_in_the_supply(table):
    game = table(3).robot(0, "constructor").built(0, "left leg").cubes(0, steel=3).supply()
    assert game.play("select upgrade").offered("use") == []


@rule("CH-F35", "CH-Q80", "CH-R24")
def test_constructors_head_damages_all_for_each_part_but_not_for_itself(table):
    game = table(3).led_by(1).robot(0, "constructor").cubes(0, steel=4, coal=1, gold=1)
    game.play("select upgrade").to_turn_of(0).play("build head", "build left foot")
    assert game.hps() == [20] * 3
    again = table(3).led_by(1).robot(0, "constructor").built(0, "head").cubes(0, steel=1, gold=1)
    again.play("select upgrade").to_turn_of(0).play("build left foot", "build right foot")
    assert again.hps() == [20, 18, 18]


@rule("CH-Q80")
def test_constructors_head_acts_for_welders_kit_and_after_the_eleventh_part_is_checked(table):
    game = table(3).robot(0, "constructor").built(0, "head").gear(0, "welder's kit")
    game.play("select upgrade", "spend welder's kit", "build chest")
    assert game.hps() == [20, 19, 19]
    last = table(3).robot(0, "constructor").hp(1, 1).hp(2, 1).gear(0, "welder's kit")
    last.built(0, *(slot for slot in SLOTS if slot != "chest"))
    last.play("select upgrade", "spend welder's kit")
    assert last.state.victory == Victory.FINISHED
    assert last.hps() == [20, 1, 1]


@rule("CH-Q80")
def test_barter_combines_with_discounts_but_not_with_three_for_one(table):
    game = table(3).robot(0, "constructor").built(0, "right shoulder").cubes(0, coal=1)
    game.play("select upgrade", "build right leg")
    assert "right leg" in game.stands(0)
    assert game.held(0) == {}
    other = table(3).led_by(1).robot(0, "constructor").built(0, "right shoulder").cubes(0, coal=3, steel=1)
    other.play("select upgrade").to_turn_of(0).play("build right leg")
    assert other.noted(Event.EXCHANGED) == []
    assert other.noted(Event.BARTERED) == [(0, part("constructor", "right shoulder"), 0, 0)]


@rule("CH-F36")
def test_constructors_left_shoulder_and_right_leg(table):
    game = table(3).robot(0, "constructor").built(0, "left shoulder", "right leg").hp(0, 10)
    game.play("select fight", "attack 1")
    assert game.count(0) == 1
    game.play("select upgrade").end_phase()
    assert game.hps()[0] == 11


# --- costs --------------------------------------------------------------------------------------------


@rule("CH-F1", "CH-Q2", "CH-Q62")
def test_parts_have_the_printed_costs(table):
    b = table().box
    for robot in range(6):
        own = range(11 * robot, 11 * robot + 11)
        total = [sum(int(b.cost[number, color]) for number in own) for color in range(4)]
        assert sorted(total) == [4, 4, 8, 8]
        assert [color for color in range(4) if total[color] == 8] == [c for c in range(4) if b.start[robot, c]]
        assert [int(b.price[11 * robot + SLOTS.index(arm)]) for arm in ("left arm", "right arm")] == [2, 2]
    assert b.cost[part("executioner", "left arm")].tolist() == [0, 1, 0, 1]
    assert SLOTS.index("left arm") < SLOTS.index("right arm")
