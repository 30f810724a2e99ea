"""Mine and Upgrade."""

import pytest

from cogtable import IllegalAction
from cogtable.games.coalheart.rules.events import Event
from cogtable.testing.coverage import rule

# --- Mine ---------------------------------------------------------------------------------------------


@rule("CH-R17")
def test_each_player_takes_one_cube_and_the_active_player_a_second(table):
    game = table(4).quarry(steel=3, coal=3)
    game.play("select mine", "take steel", "take coal", "take coal", "take steel")
    assert game.to_move == 0
    game.play("take coal")
    assert [game.count(seat) for seat in range(4)] == [2, 1, 1, 1]
    assert game.noted(Event.QUARRIED)[-1] == (0, 2, 1, 0)


@rule("CH-R17")
def test_only_cubes_in_the_quarry_can_be_taken(table):
    game = table(3).quarry(steel=4, gold=1)
    game.play("select mine")
    assert game.options() == ["take steel", "take gold"]
    game.play("take gold")  # only Steel is left: no player is asked any more
    assert [game.held(seat) for seat in range(3)] == [{"steel": 1, "gold": 1}, {"steel": 1}, {"steel": 1}]


@rule("CH-R18", "CH-R20", "CH-R37")
def test_mine_parts_take_from_the_supply_before_the_quarry_whoever_selects(table):
    game = table(3).built(1, "right shoulder").supply(gold=1)
    game.play("select mine", "take coal")
    assert game.to_move == 1
    assert game.held(1) == {"gold": 1}
    assert game.state.quarry.sum() == 4


@rule("CH-Q14")
def test_mine_parts_act_once_in_a_phase(table):
    game = table(3).led_by(1).built(1, "left shoulder").hp(1, 10)
    game.play("select mine").end_phase()
    assert game.hps()[1] == 11


@rule("CH-R19", "CH-F39")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_quarry_keeps_its_rest_and_is_refilled(table, seats):
    game = table(seats)
    game.play("select mine")
    while game.state.phase == 0:
        game.go_on()
    filled = game.noted(Event.FILLED)
    assert len(filled) == seats + 1
    assert game.state.quarry.sum() == seats + 2


@rule("CH-Q58", "CH-Q15", "CH-Q16", "CH-F9", "CH-F12")
def test_a_mine_phase_ends_in_order(table):
    """Perk, Reforge's Left Leg, Esquire's Head, refilling the Quarry."""
    game = table(3).led_by(1).built(0, "left leg").built(1, "head").quarry(steel=3, coal=2)
    game.play("select mine", "take steel", "take steel", "take coal")
    assert (game.to_move, game.options()) == (1, ["take steel", "take coal"])  # perk
    game.play("take coal")
    assert (game.to_move, game.options()) == (0, ["use left leg", "pass"])
    game.play("use left leg")
    assert game.in_quarry() == {}
    assert (game.to_move, game.options()) == (1, ["attack 0", "attack 2"])
    game.play("attack 0")
    assert game.hps() == [18, 20, 20]
    assert next(note.event for note in game.notes if note.event in (Event.DAMAGED, Event.FILLED)) == Event.DAMAGED
    assert game.state.quarry.sum() == 5


@rule("CH-Q58")
def test_the_end_of_a_phase_belongs_to_no_players_turn(table):
    """Three damage dealt before the end doesn't count against a broken robot's cap; Executioner's Right Shoulder does
    nothing.
    """
    game = table(3).led_by(1).built(1, "head").strange(1, "executioner", "right shoulder").hp(1, 0).gear(1, "shovel")
    game.gear(1, "sticky hands")
    game.play("spend sticky hands", "spend shovel", "take coal", "select mine")
    game.end_phase(("attack 0", "take steel"))
    assert game.hps() == [16, 0, 19]  # 1 by NOW, 3 of 3 at the end
    assert not [note for note in game.notes if note.event == Event.DREW]


@rule("CH-Q58")
def test_gear_cannot_be_used_at_the_end_of_a_phase(table):
    game = table(3).gear(0, "repair kit", "shovel").quarry(steel=2, coal=2, gold=1)
    game.play("select mine", "take steel", "pass", "take steel", "take coal")
    assert (game.to_move, game.options()) == (0, ["take coal", "take gold"])


@rule("CH-Q48", "CH-Q15")
def test_several_left_legs_act_in_turn_order(tmp_path, table):
    """With a box in which two robots can take from the Quarry."""
    text = table().game.box_file.read_text(encoding="utf-8")
    text = text.replace("select-mine-end: strike 1", "mine-end: may: quarry")
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    game = table(3, box=tmp_path / "box.toml").led_by(1).built(0, "left leg").built(1, "head").quarry(steel=5)
    game.play("select mine")
    assert game.to_move == 1
    game.play("pass")
    assert game.to_move == 0
    game.play("use left leg")
    assert game.held(0) == {"steel": 2}


# --- Upgrade ------------------------------------------------------------------------------------------


@rule("CH-R21", "CH-R36")
def test_any_number_of_parts_can_be_built_at_their_printed_prices(table):
    game = table(3).led_by(1).cubes(0, steel=1, coal=2, plastic=1)
    game.play("select upgrade").to_turn_of(0)
    assert game.offered("build") == ["right shoulder", "right arm", "core", "left foot", "right foot"]
    game.play("build left foot", "build core")
    assert game.stands(0) == ["core", "left foot"]
    assert game.held(0) == {"plastic": 1}


@rule("CH-R21")
def test_a_part_that_cannot_be_paid_cannot_be_built(table):
    game = table(3).led_by(1).cubes(0, steel=1)
    game.play("select upgrade").to_turn_of(0)
    assert game.offered("build") == ["right foot"]
    with pytest.raises(IllegalAction, match="cannot build head"):
        game.play("build head")


@rule("CH-R21", "CH-R22")
def test_the_rulebooks_example_of_a_discount(table):
    """Two Steel and a Coal, one less: two Steel, or Steel and Coal."""
    game = table(3).cubes(0, steel=2, coal=1)
    game.play("select upgrade", "build head")
    assert game.options() == ["pass", "spare steel", "spare coal"]
    game.play("spare coal")
    assert game.held(0) == {"coal": 1}
    again = table(3).cubes(0, steel=2, coal=1).play("select upgrade", "build head", "spare steel")
    assert again.held(0) == {"steel": 1}


@rule("CH-R21", "CH-Q78")
def test_the_perk_is_optional_and_applies_to_one_part(table):
    game = table(3).cubes(0, steel=2, coal=2)
    game.play("select upgrade", "build left foot", "pass", "build right foot")
    assert game.options() == ["pass", "spare steel"]
    game.play("spare steel")
    assert game.held(0) == {"steel": 2, "coal": 1}
    game.play("build core")  # no discount any more: paid at once
    assert game.held(0) == {"steel": 1}


@rule("CH-R22")
def test_a_necessary_discount_is_applied_without_asking(table):
    game = table(3).cubes(0, steel=1)
    game.play("select upgrade")
    assert game.offered("build") == ["right shoulder", "core", "right leg", "left foot", "right foot"]
    game.play("build core")
    assert game.stands(0) == ["core"]
    assert game.noted(Event.SAVED) == [(0, 2, 0, 0)]


@rule("CH-Q18", "CH-F21")
def test_discounts_add_up_down_to_zero(table):
    game = table(3).robot(0, "syphon").built(0, "left leg").cubes(0, plastic=1)
    game.play("select upgrade", "use left leg", "build core", "spare plastic")
    assert game.stands(0) == ["core", "left leg"]
    assert game.held(0) == {"plastic": 1}
    assert game.hps()[0] == 18


@rule("CH-F5", "CH-Q3")
def test_three_cubes_of_a_colour_replace_one_of_another(table):
    game = table(3).led_by(1).cubes(0, gold=6)
    game.play("select upgrade").to_turn_of(0).play("build core")
    assert game.stands(0) == ["core"]
    assert game.held(0) == {}
    assert game.noted(Event.EXCHANGED) == [(0, 3, 0, 0), (0, 3, 2, 0)]


@rule("CH-F5", "CH-Q81")
def test_exchanging_is_a_choice_if_the_colour_is_held(table):
    """Pay a Steel, or three Gold to keep it."""
    game = table(3).led_by(1).cubes(0, steel=1, gold=3)
    game.play("select upgrade").to_turn_of(0).play("build right foot")
    assert game.options() == ["pass", "3 gold for steel"]
    game.play("3 gold for steel")
    assert game.held(0) == {"steel": 1}


@rule("CH-Q85", "CH-F5")
def test_necessary_exchanges_are_made_without_asking(table):
    game = table(3).led_by(1).cubes(0, plastic=3, gold=3)
    game.play("select upgrade").to_turn_of(0).play("build core")
    assert game.stands(0) == ["core"]
    assert game.held(0) == {}


@rule("CH-Q85", "CH-R22")
def test_a_necessary_discount_beside_an_exchange_is_applied_without_asking(table):
    """A Steel and a Coal, for three Gold and a discount; either can replace either."""
    game = table(3).cubes(0, gold=3)
    game.play("select upgrade", "build core")
    assert game.stands(0) == ["core"]
    assert game.held(0) == {}


@rule("CH-Q3")
def test_cubes_are_exchanged_only_to_pay_for_parts(table):
    game = table(3).cubes(0, gold=9)
    for kind in ("mine", "fight", "gear", "capture", "scavenge"):
        game.play(f"select {kind}")
        assert not [words for words in game.options() if words.startswith("3 ")]
        game.end_phase().led_by(0)


@rule("CH-Q81")
def test_a_payment_that_costs_more_than_another_is_not_offered(table):
    """Three Steel don't replace a Coal while a discount spares a Steel: sparing the Coal costs less."""
    game = table(3).cubes(0, steel=5, coal=0)
    game.play("select upgrade", "build head")
    assert game.options() == ["pass", "spare coal"]
    game.play("pass")
    assert game.held(0) == {}
    assert game.noted(Event.EXCHANGED) == [(0, 0, 2, 0)]


@rule("CH-Q81")
def test_no_offered_payment_costs_more_than_another(table):
    """Plays all choices to find all payments of two Steel and a Coal out of many cubes."""

    def ways(game):
        if game.state.depth == 0:
            return {(*map(int, game.state.cubes[0]), int(game.state.discounts[0]))}
        found = set()
        for words in game.options():
            array = game.array.copy()
            game.play(words)
            found |= ways(game)
            game.array = array
        return found

    game = table(3).cubes(0, steel=6, plastic=3, coal=4, gold=7)
    game.state.discounts[0] = 1
    game.play("select upgrade")
    assert game.state.discounts[0] == 2
    found = ways(game.play("build head"))
    assert len(found) > 10
    for one in found:
        for other in found - {one}:
            assert not all(a <= b for a, b in zip(one, other, strict=True)), (one, other)


@rule("CH-R24", "CH-Q21", "CH-F10")
def test_a_part_for_upgrading_does_nothing_in_the_turn_it_is_built(table):
    game = table(3).led_by(1).cubes(0, steel=2, gold=1)
    game.play("select upgrade").to_turn_of(0).play("build right leg", "build right foot")
    assert (game.state.phase, game.to_move) == (1, 2)  # the phase is over, and no player was asked about the leg
    game.play("select scavenge", "take coal").play("select mine").end_phase()
    assert game.state.rounds == 2
    game.play("select upgrade").end_phase(("use right leg", "pass"))
    assert [a for a, _, _, _ in game.noted(Event.DREW)] == [0]


@rule("CH-Q22")
def test_other_parts_work_at_once(table):
    """Core and arm, built by Reforge in Esquire's Upgrade phase, count in the phases after it."""
    game = table(3).led_by(1).cubes(0, steel=1, coal=2, plastic=1).row("chainsaw", "shovel", "shovel", "shovel")
    game.play("select upgrade").to_turn_of(0).play("build core", "build right arm")
    game.play("select gear").to_turn_of(0, ("get shovel", "pass"))
    assert "get chainsaw" in game.options()
    assert game.state.power[0] == 1


@rule("CH-R25", "CH-Q69")
def test_an_attack_can_come_before_building(table):
    game = table(3).robot(0, "constructor").built(0, "chest").cubes(0, steel=3, gold=3)
    game.play("select upgrade")
    assert game.offered("attack") == ["1", "2"]
    game.play("build left foot", "pass")
    assert game.offered("attack") == []
    again = table(3).robot(0, "constructor").built(0, "chest", "left arm").cubes(0, steel=1, gold=1)
    again.play("select upgrade", "attack 1", "build right foot", "pass")
    assert again.hps()[1] == 19
    assert "right foot" in again.stands(0)


# --- several players at once --------------------------------------------------------------------------


@rule("CH-R23")
def test_all_players_upgrade_at_the_same_time(table):
    game = table(4, together=1)
    for seat in range(4):
        game.cubes(seat, steel=2, coal=1, plastic=1, gold=1)
    game.play("select upgrade")
    assert game.waiting == [0, 1, 2, 3]
    game.play("build right foot", by=2)
    game.play("build left foot", "pass", by=0)
    assert game.waiting == [0, 1, 2, 3]
    game.play("pass", by=2).play("pass", by=3)
    assert game.waiting == [0, 1]
    game.play("build left foot", by=1).play("pass", by=1).play("pass", by=0)
    assert game.state.phase == 1
    assert [game.stands(seat) for seat in range(4)] == [["left foot"], ["left foot"], ["right foot"], []]


@rule("CH-R23")
def test_upgrading_together_each_player_starts_separately_and_the_leader_has_the_perk(table):
    game = table(3, together=1).robot(1, "constructor").built(1, "left shoulder").hp(1, 10)
    for seat in range(3):
        game.cubes(seat, steel=1, gold=1, plastic=1)
    game.play("select upgrade")
    assert game.hps()[1] == 11
    assert game.state.discounts[:3].tolist() == [1, 0, 0]


@rule("CH-R23")
def test_a_payment_is_finished_before_the_others_continue(table):
    game = table(3, together=1)
    for seat in range(3):
        game.cubes(seat, steel=3, coal=3)
    game.play("select upgrade").play("build head", by=0)
    assert game.waiting == [0]
    game.play("spare coal")
    assert game.waiting == [0, 1, 2]
