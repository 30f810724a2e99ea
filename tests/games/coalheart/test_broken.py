"""Broken robots."""

from cogtable.games.coalheart.rules.events import Event
from cogtable.testing.coverage import rule

HANDS_AND_FEET = ("left arm", "right arm", "left foot", "right foot")


@rule("CH-R45")
def test_hp_stay_between_zero_and_twenty(table):
    game = table(3).built(0, *HANDS_AND_FEET).gear(0, "chainsaw", "repair kit").hp(0, 19).hp(1, 3)
    game.play("spend repair kit")
    assert game.hps()[0] == 20
    game.play("select fight", "attack 1", "spend chainsaw")
    assert game.hps()[1] == 0
    assert game.noted(Event.BROKE) == [(1, 0, 0, 0)]


@rule("CH-R46", "CH-F37")
def test_a_broken_robot_deals_at_most_three_damage_even_with_a_chainsaw(table):
    game = table(3).hp(0, 0).built(0, *HANDS_AND_FEET).gear(0, "chainsaw")
    game.play("select fight", "attack 1", "spend chainsaw")
    assert game.hps() == [0, 17, 20]
    assert game.noted(Event.CAPPED) == [(0, 1, 12, 3)]


@rule("CH-R46", "CH-Q63")
def test_after_three_damage_to_a_player_more_is_ignored_and_other_players_count_separately(table):
    """The Head of Reforge (1 each), then the attack (2 more on one), then a second Shovel."""
    game = table(3).hp(0, 0).built(0, "head", *HANDS_AND_FEET).gear(0, "shovel", "shovel")
    game.play("spend shovel", "take coal", "select fight", "attack 1")
    assert game.hps() == [0, 17, 19]
    game.play("spend shovel", "take coal")
    assert game.hps() == [0, 17, 18]


@rule("CH-Q63")
def test_damage_before_breaking_counts_including_the_hearts(table):
    """Syphon pays its last HP after NOW has dealt 1: an ability deals at most 2 more."""
    game = table(3).led_by(2).built(2, "left leg").gear(2, "sticky hands", "sticky hands", "sticky hands").hp(2, 1)
    game.play("spend sticky hands")
    assert game.hps() == [19, 19, 3]
    game.hp(2, 2).play("select upgrade", "use left leg")
    assert game.hps()[2] == 0
    game.play("spend sticky hands", "spend sticky hands")
    assert game.hps() == [17, 17, 0]
    game.gear(2, "repair kit")
    assert game.state.dealt[2].tolist()[:2] == [3, 3]


@rule("CH-Q63")
def test_a_working_robot_is_not_limited(table):
    game = table(3).led_by(2).gear(2, "sticky hands", "sticky hands", "sticky hands").hp(2, 5)
    game.play("spend sticky hands", "spend sticky hands", "spend sticky hands", "select capture")
    assert game.hps() == [15, 15, 15]


@rule("CH-Q29", "CH-Q63")
def test_the_limit_resets_every_turn_and_applies_in_other_players_turns(table):
    """A broken Reforge takes a cube in its own turn and again in the next phase's."""
    game = table(3).hp(0, 0).built(0, "head", "right leg").gear(0, "shovel", "shovel", "shovel", "shovel")
    for _ in range(4):
        game.play("spend shovel", "take coal")
    assert game.hps() == [0, 17, 17]
    game.cubes(0).play("select upgrade", "pass")
    assert game.options() == ["use right leg", "pass"]
    game.play("use right leg")  # the end of the phase counts separately
    assert game.hps() == [0, 16, 16]


@rule("CH-R46")
def test_a_broken_robot_builds_one_part_at_most_by_any_means(table):
    game = table(3).led_by(1).hp(0, 0).cubes(0, steel=5, coal=5).gear(0, "welder's kit")
    game.play("select upgrade").to_turn_of(0).play("build left foot", "pass")
    assert game.stands(0) == ["left foot"]
    assert game.to_move == 2  # the phase is over
    kit = table(3).hp(0, 0).cubes(0, steel=5, coal=5).gear(0, "welder's kit")
    kit.play("select upgrade", "spend welder's kit", "build chest")
    assert kit.stands(0) == ["chest"]
    assert kit.to_move == 1


@rule("CH-R46", "CH-Q39")
def test_a_broken_robot_gains_no_hp_but_still_triggers_effects(table):
    game = table(3).led_by(2).hp(2, 0).built(2, "head", "right leg")
    game.play("select capture")
    assert game.hps() == [18, 18, 0]
    assert game.count(2) == 1
    assert game.noted(Event.GAINED) == [(2, 0, 74, 0)]


@rule("CH-R46", "CH-Q72")
def test_only_the_heart_repairs_and_that_is_not_a_gain(table):
    game = table(3).led_by(2).hp(2, 0).built(2, "head", "right leg").heart(2).gear(2, "repair kit")
    game.play("spend repair kit")
    assert game.hps()[2] == 0
    before = game.count(2)
    game.play("select capture", "heart mend")
    assert game.hps() == [19, 19, 5]
    assert game.count(2) == before


@rule("CH-R47")
def test_broken_robots_cannot_pay_hp(table):
    game = table(3).led_by(2).hp(2, 0).built(2, "left leg").robot(1, "constructor").built(1, "left leg").hp(1, 0)
    game.cubes(1, steel=1).cubes(2, coal=1).hp(0, 20)
    game.play("select upgrade")
    assert game.offered("use") == []
    game.to_turn_of(1)
    assert game.offered("use") == []


@rule("CH-R3", "CH-R46")
def test_a_repaired_robot_plays_as_before(table):
    game = table(3).hp(0, 0).heart(0).built(0, *HANDS_AND_FEET)
    game.play("select capture", "heart mend")
    game.play("select fight").to_turn_of(0).play("attack 1")
    assert game.hps() == [5, 16, 20]
