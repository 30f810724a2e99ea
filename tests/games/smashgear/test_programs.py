"""Programs and effects: answers, the order of resolution, plugins, and every operation."""

import random

import numpy as np
import pytest

import cogtable
from cogtable.games.smashgear.rules import combat, state
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.combat import Loss
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.stack import Failure
from cogtable.games.smashgear.rules.state import NONE, Kind, Phase, Place
from cogtable.testing.coverage import rule

from .conftest import cell

FACING = """
    .  Aw Ah
    .  .  .
    .  .  .
    ah aw .
"""
GEARS, MORE, CANCEL = {"does": ["gears 2"]}, {"does": ["gears 3"]}, {"does": ["cancel anything"]}
LETTING = {Action.LEAVE, Action.LEAVE_ALL}


@rule("SG-R12", "SG-Q47")
def test_a_script_can_be_used_in_ones_own_turn_and_goes_to_the_landfill(table):
    game = table(FACING, programs=[GEARS]).holds(0, 0).program(0)
    assert game.s.gears[0] == 2
    assert game.s.program_at[0] == Place.LANDFILL


@rule("SG-R12", "SG-Q47", "SG-Q37")
def test_a_script_can_be_used_in_the_opponents_turn_while_a_move_waits(table):
    game = table(FACING, programs=[GEARS]).holds(1, 0).gears(1)
    game.move("a", "up")
    assert (game.s.phase, game.s.asked) == (Phase.RESPOND, 1)
    assert game.legal == {Action.CARD_PROGRAM, *LETTING}
    game.program(0)
    assert game.s.gears.tolist() == [0, 2]
    assert game.shows("""
        .  Aw Ah
        .  .  .
        ah aw .
        .  .  .
    """)


@rule("SG-Q36")
def test_of_three_announcements_the_last_resolves_first(table):
    """A move, an answer that breaks the mover's weapon, and an answer to that which cancels it."""
    game = table(FACING, programs=[{"does": ["snap"]}, CANCEL]).holds(1, 0).holds(0, 1).gears(1)
    game.move("a", "right")
    game.program(0)
    assert (game.s.depth, game.s.asked) == (2, 0)
    game.program(1)
    assert game.s.depth == 0
    order = [(note.event, note["kind"]) for note in game.notes if note.event in (Event.RESOLVED, Event.FAILED)]
    assert order == [(Event.RESOLVED, Kind.SCRIPT), (Event.FAILED, Kind.SCRIPT), (Event.RESOLVED, Kind.MOVE)]
    assert game.shows("""
        .  Aw Ah .
        .  .  .  .
        .  .  .  .
        .  .  aw ah
    """)


@rule("SG-Q36")
def test_of_four_announcements_the_last_resolves_first_with_passes_in_between(table):
    programs = [GEARS, MORE, {"does": ["gears 4"]}, {"does": ["gears 5"]}]
    game = table(FACING, programs=programs).holds(0, 0, 2).holds(1, 1, 3)
    game.program(0).program(1).program(2).program(3)
    # The last has been resolved, and its owner, whose hand is empty, can't answer the ones below.
    assert [note["gears"] for note in game.happened(Event.GEARED)] == [5, 4, 3, 2]
    assert game.s.depth == 0


@rule("SG-Q36")
def test_announcements_below_can_be_answered_again(table):
    game = table(FACING, programs=[GEARS, MORE, {"does": ["gears 4"]}]).holds(0, 0).holds(1, 1, 2)
    game.program(0).program(1).leave()
    assert (game.s.phase, game.s.asked, game.s.depth) == (Phase.RESPOND, 1, 1)
    game.program(2)
    assert [note["gears"] for note in game.happened(Event.GEARED)] == [3, 4, 2]


@rule("SG-Q36")
def test_a_pass_resolves_only_the_top_announcement(table):
    game = table(FACING, programs=[GEARS, MORE, {"does": ["gears 4"]}]).holds(0, 0, 2).holds(1, 1)
    game.program(0).program(1)
    assert (game.s.asked, game.s.depth) == (0, 2)
    game.leave()
    assert game.s.gears.tolist() == [0, 3]
    assert (game.s.phase, game.s.asked, game.s.depth) == (Phase.RESPOND, 0, 1)
    game.leave()
    assert game.s.gears.tolist() == [2, 3]
    assert (game.s.phase, game.s.asked) == (Phase.ACT, 0)


@rule("SG-Q37")
def test_buying_cannot_be_answered(table):
    game = table(FACING, programs=[GEARS]).holds(1, 0).gears(20).play(Action.BUY + 8)
    assert (game.s.phase, game.s.asked) == (Phase.ACT, 0)


@rule("SG-Q37")
def test_an_answer_comes_before_the_machine_moves(table):
    """The heart that is about to be hit moves away."""
    game = (
        table(
            """
        .  .  Aw
        ah aw Ah
    """,
            programs=[{"does": ["slide yours"]}],
        )
        .holds(1, 0)
        .gears(1)
    )
    game.move("a", "right").program(0).at("up")
    assert game.shows("""
        .  .  Aw .
        .  .  Ah .
        .  .  aw ah
    """)


@rule("SG-X6")
def test_the_other_player_can_act_after_an_assembly_or_a_base_and_before_the_end(table):
    game = table(FACING, c={"shape": ["HW"]}, programs=[GEARS]).holds(0, "c", base=1).holds(1, 0)
    game.play(Action.CARD + 2, Action.POSE)
    assert (game.s.phase, game.s.asked, game.s.depth) == (Phase.RESPOND, 1, 0)
    game.leave()
    assert (game.s.phase, game.s.asked) == (Phase.ACT, 0)
    game.play(Action.CARD_BASE)
    assert (game.s.phase, game.s.asked) == (Phase.RESPOND, 1)
    game.leave()
    game.play(Action.PASS)
    assert (game.s.phase, game.s.asked, game.s.turn) == (Phase.RESPOND, 1, 0)
    game.program(0)
    assert game.s.turn == 1
    assert game.s.gears[1] == 4


@rule("SG-X6")
def test_a_player_with_a_hidden_program_is_asked_whatever_it_is(table):
    """A plugin can't be an answer, but the question must not reveal whether it is one."""
    game = table(FACING, programs=[{"kind": "plugin", "does": ["heavy"]}]).holds(1, 0).gears(1)
    game.move("a", "up")
    assert (game.s.phase, game.s.asked) == (Phase.RESPOND, 1)
    assert game.legal == {Action.PASS}


@rule("SG-X6")
def test_a_player_without_programs_and_effects_is_not_asked(table):
    game = table(FACING).holds(1, base=2, destroy=1).gears(1)
    game.move("a", "up")
    assert game.s.phase == Phase.ACT


@rule("SG-R14", "SG-Q38")
def test_an_effect_for_both_players_turns_can_be_used_once_in_each(table):
    game = table(FACING, A={"does": ["once: gears 1"]}).gears(3)
    game.move("a", "right")
    assert (game.s.phase, game.s.asked) == (Phase.RESPOND, 1)
    game.effect("A")
    assert game.s.gears[1] == 1
    game.move("a", "right")
    assert game.s.phase == Phase.ACT
    game.end()
    game.effect("A")
    assert not game.can(game.using("A"))


@rule("SG-R14")
def test_an_effect_for_ones_own_turn_cannot_be_an_answer(table):
    game = table(FACING, A={"does": ["once: own-turn: gears 1"]}).gears(1)
    game.move("a", "right")
    assert game.s.phase == Phase.ACT
    assert game.end().can(game.using("A"))


@rule("SG-R14")
@pytest.mark.parametrize("does", ["pay 3: draw 1 program", "once: steal 1"])
def test_an_effect_without_result_is_not_offered(table, does):
    game = table(FACING, a={"does": [does]}).gears(3, 1)
    assert game.can(game.using("a"))
    game.gears(3, 0)
    while game.s.program_left:
        top = int(game.s.program_pile[game.s.program_left - 1])
        game.take_from(game.s.program_pile, "program_left", game.s.program_at, game.s.shown[5:], top)
        game.s.program_at[top] = Place.LANDFILL
    assert not game.can(game.using("a"))


@rule("SG-Q38")
def test_an_effect_with_a_price_can_be_used_as_often_as_it_is_paid(table):
    game = table(FACING, a={"does": ["pay 2: honor 1"]}).gears(5)
    game.effect("a").effect("a")
    assert (game.s.honor[0], game.s.gears[0]) == (2, 1)
    assert not game.can(game.using("a"))


@rule("SG-X5")
def test_at_most_twelve_announcements_can_wait(table):
    game = table(FACING, a={"does": ["pay 1: honor 1"]}, A={"does": ["pay 1: honor 1"]}).gears(6, 6)
    for i in range(12):
        game.effect("aA"[i % 2])
    assert game.s.phase == Phase.ACT
    assert game.s.honor.tolist() == [6, 6]


@rule("SG-X8")
def test_an_effect_whose_target_is_gone_does_nothing(table):
    programs = [{"does": ["snap"]}, {"does": ["scrap yours"]}]
    game = table(FACING, programs=programs).holds(0, 0).holds(1, 1)
    game.program(0)
    game.program(1)
    assert [(note["machine"], note["why"]) for note in game.happened(Event.FAILED)] == [(NONE, Failure.TARGET_GONE)]
    assert game.s.program_at[0] == Place.LANDFILL


@rule("SG-X8")
def test_a_move_that_has_become_impossible_is_still_paid(table):
    game = table(FACING, programs=[{"does": ["stun theirs"]}]).holds(1, 0).gears(3)
    before = game.board
    game.move("a", "right").program(0)
    assert game.board == before
    assert game.s.gears[0] == 2


# --- plugins ------------------------------------------------------------------------------------------

HEAVY = {"kind": "plugin", "on": "machine", "does": ["heavy"]}
DYNAMO = {"kind": "plugin", "on": "base", "does": ["exploit: gears 1"]}
EITHER = {"kind": "plugin", "does": ["lost: gears 1"]}


@rule("SG-R13")
def test_a_plugin_is_installed_on_the_piece_that_it_names(table):
    game = table(FACING, programs=[HEAVY, DYNAMO, EITHER]).holds(0, 0, 1, 2)
    game.program(0)
    assert game.legal == {game.target("a"), game.target("A")}
    game.at("a").happens()
    assert game.s.host[0] == game.slot("a")
    game.program(1)
    assert game.legal == {game.target("e1"), game.target("e9")}
    game.at("e1").happens().program(2)
    assert game.legal == {game.target(target) for target in ("a", "A", "e1", "e9")}
    game.at("e9")
    assert game.s.installed == 3


@rule("SG-R13")
def test_plugins_are_installed_in_ones_own_turn_only(table):
    game = table(FACING, programs=[HEAVY]).holds(1, 0).gears(1).move("a", "up")
    assert not game.can(Action.CARD_PROGRAM)
    assert game.leave().end().can(Action.CARD_PROGRAM)


@rule("SG-R13", "SG-Q39")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_plugin_leaves_with_its_machine_for_its_own_owners_landfill(table, seat):
    game = table(". . Aw\nah aw Ah", programs=[HEAVY]).gears(1).installed(seat, 0, "A")
    game.move("a", "right")
    assert game.s.program_at[0] == Place.LANDFILL + seat
    assert game.s.host[0] == state.NONE


@rule("SG-R13")
def test_a_plugin_leaves_with_its_base(table):
    game = table("ah aw", programs=[DYNAMO]).bases(1, "b1", "e9").installed(1, 0, "b1").holds(0, destroy=1)
    game.play(Action.CARD_DESTROY)
    assert game.s.program_at[0] == Place.LANDFILL + 1


@rule("SG-Q39", "SG-R13")
def test_unplug_removes_either_players_plugin(table):
    game = table(FACING, programs=[{"kind": "plugin", "does": ["dearer 2"]}, {"does": ["unplug"]}])
    game.installed(1, 0, "a").holds(0, 1).gears(3)
    assert game.s.move_cost[game.slot("a")] == 3
    game.program(1)
    assert game.s.program_at[0] == Place.LANDFILL + 1
    assert game.s.move_cost[game.slot("a")] == 1


@rule("SG-Q22")
def test_destroying_a_machine_gives_no_honor_unless_a_card_says_so(table):
    game = table(". . Aw\nah aw Ah").gears(1).move("a", "right")
    assert game.s.honor.tolist() == [0, 0]
    game = table(". . Aw\nah aw Ah", a={"does": ["kill: honor 3"]}).gears(1).move("a", "right")
    assert game.s.honor.tolist() == [3, 0]


def test_a_defender_can_destroy_too(table):
    game = table("ah aw . Aw Ah", A={"does": ["kill: honor 2"]}).gears(1).move("a", "right")
    assert game.s.honor.tolist() == [0, 2]


# --- operations ---------------------------------------------------------------------------------------


def script(table, does, drawing=FACING, seat=0, **machines):
    """Seat 0 plays a Script with these operations."""
    return table(drawing, programs=[{"does": [does]}], **machines).holds(seat, 0)


def test_steal_is_limited_to_what_is_there(table):
    game = script(table, "steal 4").gears(1, 3).program(0)
    assert game.s.gears.tolist() == [4, 0]


def test_honor(table):
    assert script(table, "honor 2").program(0).s.honor.tolist() == [2, 0]


def test_draw(table):
    game = script(table, "draw 2 machine")
    top = game.s.machine_pile[game.s.machine_left - 2 : game.s.machine_left].tolist()
    game.program(0)
    assert all(game.s.machine_at[card] == Place.HAND for card in top)
    assert [note.audience for note in game.happened(Event.SAW)] == [1, 1]
    assert game.s.machine_hand[0] == 2


@pytest.mark.parametrize(
    ("what", "other", "can"),
    [("script", "gears 1", True), ("effect", "gears 1", False), ("anything", "gears 1", True)],
)
def test_cancel_works_on_the_named_kind(table, what, other, can):
    game = table(FACING, programs=[{"does": [other]}, {"does": [f"cancel {what}"]}]).holds(0, 0).holds(1, 1)
    game.program(0)
    assert game.can(Action.CARD_PROGRAM + 1) == can


def test_cancel_a_move_and_an_effect(table):
    programs = [{"does": ["cancel move"]}, {"does": ["cancel effect"]}]
    game = table(FACING, a={"does": ["once: gears 1"]}, programs=programs).holds(1, 0, 1).gears(1)
    before = game.board
    game.move("a", "right")
    assert game.legal == {Action.CARD_PROGRAM, *LETTING}
    game.program(0)
    assert game.board == before
    game.effect("a")
    assert game.legal == {Action.CARD_PROGRAM + 1, *LETTING}
    game.program(1)
    assert game.s.gears[0] == 0


def test_a_cancel_needs_a_target(table):
    assert not script(table, "cancel anything").can(Action.CARD_PROGRAM)


def test_an_opponents_machine_can_be_flipped_into_combat(table):
    game = script(table, "flip theirs", ". Ah Aw\n. aw .\n. ah .").program(0).at("down")
    assert game.shows("""
        .  aw
        .  ah
    """)


def test_slide_and_turn(table):
    game = script(table, "slide yours").program(0).at("right")
    assert game.shows("""
        .  Aw Ah
        .  .  .
        .  .  .
        .  ah aw
    """)
    game = script(table, "turn any", "Ah Aw\n. .\nah aw").program(0)
    assert game.legal == {game.target("a"), game.target("A")}
    game.at("A", "up")
    assert game.shows("""
        Ah .
        Aw .
        ah aw
    """)


def test_stun_lasts_until_the_owners_turn_ends(table):
    game = script(table, "stun theirs").gears(0, 5).program(0).end()
    assert not game.legal & set(range(Action.MOVES, Action.EFFECTS))
    game.end().end()
    assert game.legal & set(range(Action.MOVES, Action.EFFECTS))


def test_shield(table):
    game = script(table, "shield yours").program(0)
    assert game.s.shields[game.slot("a")] == 1


@rule("SG-Q21")
def test_repair_puts_units_back_in_their_places(table):
    game = table("Aw Ah .\naw . .\naw . .\nah . .", programs=[{"does": ["repair 3 yours"]}, {"does": ["snap"]}])
    game.holds(1, 1).holds(0, 0).gears(1)
    assert not game.can(Action.CARD_PROGRAM)
    game.move("a", "right").program(1).at("a2").happens()
    assert game.shows("Aw Ah .\n. . .\n. . .\n. ah .")
    game.program(0)
    assert game.legal == {game.target("b2"), Action.END}, "the upper weapon has no neighbour yet"
    game.at("b2", "b3")
    assert game.shows("Aw Ah .\n. aw .\n. aw .\n. ah .")


@rule("SG-Q21")
def test_repair_omits_units_beyond_the_board(table):
    programs = [{"does": ["repair 1 yours"]}, {"does": ["snap"]}]
    game = table("aw\nah" + "\n." * 7, a={"does": ["slides"]}, programs=programs).holds(1, 1).holds(0, 0).gears(2)
    game.move("a", "right").program(1).happens()
    assert game.board == {7 * 9 + 1: "ah"}
    assert game.can(Action.CARD_PROGRAM)
    game.move("a", "up").happens()
    assert game.board == {8 * 9 + 1: "ah"}
    assert not game.can(Action.CARD_PROGRAM)


LOST = "Aw Ah .\naw . .\nah aw .\naw . ."


def repairing(table, count):
    """Seat 0 has lost all three weapons of its machine and puts some back."""
    game = table(LOST, a={"shape": ["W.", "HW", "W."]}, programs=[{"does": [f"repair {count} yours"]}]).holds(0, 0)
    slot = game.slot("a")
    for name in ("a3", "b2", "a1"):
        unit = int(game.s.unit_at[cell(name)]) % 8
        combat.lose(game.s, game.b, slot, unit, Loss.EFFECT)
    combat.fall_apart(game.s, game.b, slot)
    return game.program(0)


@rule("SG-Q51")
def test_the_owner_names_each_unit_that_is_put_back(table):
    game = repairing(table, 2)
    assert (game.s.phase, game.s.asked) == (Phase.REPAIR, 0)
    assert game.legal == {*(game.target(name) for name in ("a3", "b2", "a1")), Action.END}
    game.at("b2")
    assert game.legal == {game.target("a3"), game.target("a1"), Action.END}
    game.at("a1")
    assert game.s.phase == Phase.ACT
    assert game.shows("Aw Ah .\n. . .\nah aw .\naw . .")


@rule("SG-Q59")
def test_a_repair_can_stop_after_any_unit(table):
    game = repairing(table, 3).at("a3").play(Action.END)
    assert game.s.phase == Phase.ACT
    assert [note.event for note in game.notes[-2:]] == [Event.ACTED, Event.REPAIR_ENDED]
    assert game.shows("Aw Ah .\naw . .\nah . .\n. . .")


@rule("SG-Q59")
def test_a_repair_can_stop_before_the_first_unit_even_if_only_one_fits(table):
    game = table(FACING, programs=[{"does": ["repair 3 yours"]}]).holds(0, 0)
    combat.lose(game.s, game.b, game.slot("a"), 1, Loss.EFFECT)
    combat.fall_apart(game.s, game.b, game.slot("a"))
    game.program(0)
    assert (game.s.phase, game.legal) == (Phase.REPAIR, {game.target("b1"), Action.END})
    game.play(Action.END)
    assert game.s.phase == Phase.ACT
    assert not game.happened(Event.REPAIRED)


@rule("SG-Q51")
def test_the_owner_of_the_machine_chooses_the_unit(table):
    game = table(LOST.swapcase(), programs=[{"does": ["repair 2 any"]}]).holds(0, 0)
    slot = game.slot("A")
    for name in ("a3", "b2"):
        combat.lose(game.s, game.b, slot, int(game.s.unit_at[cell(name)]) % 8, Loss.EFFECT)
    combat.fall_apart(game.s, game.b, slot)
    game.program(0)
    assert (game.s.phase, game.s.asked) == (Phase.REPAIR, 1)


def test_recall_returns_the_card_to_the_hand(table):
    game = script(table, "recall yours").program(0)
    assert game.place("a") == Place.HAND
    assert game.s.machine_hand[0] == 1


def test_snap_breaks_a_weapon_and_units_connected_only_by_it(table):
    game = script(table, "snap", ". Aw Aw Ah\nah aw . .").program(0)
    assert game.legal == {game.target("b2"), game.target("c2")}
    game.at("c2")
    assert game.shows(". . . Ah\nah aw . .")


def test_shift_moves_a_base_with_its_plugins(table):
    game = table(FACING, programs=[{"does": ["shift"]}, DYNAMO]).installed(0, 1, "e1").holds(0, 0)
    game.program(0).at("up")
    assert game.bases_of(0) == ["e2"]
    assert game.s.host[1] == 16 + 9 + 4


def test_salvage(table):
    game = script(table, "salvage machine", c={"shape": ["HW"]})
    assert not game.can(Action.CARD_PROGRAM)
    game.take(2)
    game.s.machine_at[2] = Place.LANDFILL
    game.program(0)
    assert game.place("c") == Place.HAND


def test_fetch_takes_a_card_from_the_store_for_free(table):
    game = script(table, "fetch machine")
    card = int(game.s.shown[3])
    game.program(0)
    assert game.legal == set(range(Action.BUY, Action.BUY + 5))
    game.play(Action.BUY + 3)
    assert game.s.machine_at[card] == Place.HAND
    assert game.s.shown[3] not in (card, state.NONE)


def test_programs_can_change_the_price_of_moves_and_the_hand_limit(table):
    programs = [
        {"kind": "plugin", "does": ["first-free"]},
        {"kind": "plugin", "does": ["hand 2"]},
        {"kind": "plugin", "does": ["armour 2"]},
    ]
    game = table(FACING, programs=programs).installed(0, 0, "a").installed(0, 1, "e1").holds(0, base=8)
    assert game.can(game.moving("a", "up"))
    game.end()
    assert game.s.turn == 1
    game = table(FACING, programs=programs).holds(0, 2).program(2).at("a")
    assert game.s.shields[game.slot("a")] == 2


def test_assembled_lost_and_exploit(table):
    does = ["assembled: gears 3", "lost: gears 4", "exploit: gears 1"]
    game = table(c={"shape": ["HW"], "does": does}).holds(0, "c").play(Action.CARD + 2, Action.POSE)
    assert game.s.gears[0] == 3
    game.end().end()
    assert game.s.gears[0] == 3 + 2 + 1


# --- announcements without effect ---------------------------------------------------------------------


@rule("SG-Q58")
@pytest.mark.parametrize("does", ["assemble 1", "build 1"])
def test_after_the_end_of_a_turn_was_declared_nothing_for_that_turn_is_offered(table, does):
    programs = [{"does": [f"own-turn: {does}"]}, GEARS, MORE]
    game = table(FACING, a={"does": [f"once: own-turn: {does}"]}, programs=programs).holds(0, 0, 1).holds(1, 2)
    assert {game.using("a"), Action.CARD_PROGRAM} <= game.legal
    game.play(Action.END).play(Action.CARD_PROGRAM + 2)
    assert (game.s.phase, game.s.asked, game.s.ending) == (Phase.RESPOND, 0, 1)
    assert game.legal == {Action.CARD_PROGRAM + 1, *LETTING}


@rule("SG-Q58")
def test_a_stunned_machine_cannot_be_stunned_again(table):
    drawing = "Bw Bh . . .\n. . . Aw Ah\nah aw . . ."
    game = table(drawing, a={"does": ["pay 1: stun theirs"]}).gears(5)
    game.effect("a")
    assert game.legal == {game.target("A"), game.target("B")}
    game.at("A").happens().effect("a").happens()
    assert game.s.stunned[game.slot("B")] == 1, "only one was left to name"
    assert not game.can(game.using("a"))


@rule("SG-Q58")
def test_a_stunned_machine_does_not_stun_itself(table):
    game = table(FACING, a={"does": ["pay 1: stun it"]}).gears(5).effect("a").happens()
    assert not game.can(game.using("a"))


@rule("SG-Q58")
def test_a_stun_for_a_turn_that_is_over_is_not_offered(table):
    game = table(FACING, programs=[{"does": ["stun theirs"]}]).holds(1, 0)
    game.play(Action.PASS)
    assert (game.s.ending, game.legal) == (1, {Action.PASS})


@rule("SG-Q58")
def test_passing_for_the_rest_of_a_turn_is_not_offered_at_its_end(table):
    game = table(FACING, programs=[GEARS]).holds(1, 0).gears(1)
    assert game.move("a", "up").legal == {Action.CARD_PROGRAM, *LETTING}
    game.leave().play(Action.PASS)
    assert game.legal == {Action.CARD_PROGRAM, Action.LEAVE}


@rule("SG-Q58", "SG-Q64")
@pytest.mark.parametrize(("plugin", "had"), [("slides", "slides"), ("sharp", "sharp"), ("leaps", "slides")])
def test_a_plugin_that_gives_a_machine_what_it_has_is_not_offered(table, plugin, had):
    plug = {"kind": "plugin", "on": "machine", "does": [plugin]}
    game = table(FACING, a={"does": [had]}, A={"does": [had]}, programs=[plug]).holds(0, 0)
    assert not game.can(Action.CARD_PROGRAM)
    game = table(FACING, a={"does": [had]}, programs=[plug]).holds(0, 0).program(0)
    assert game.s.host[0] == game.slot("A"), "the only machine to which it adds anything"


@rule("SG-Q58")
def test_a_plugin_is_not_installed_where_it_has_no_effect(table):
    programs = [{"kind": "plugin", "does": ["heavy"]}, {"kind": "plugin", "does": ["bunker"]}]
    game = table(FACING, programs=programs).holds(0, 0, 1).program(0)
    assert game.legal == {game.target("a"), game.target("A")}
    game.at("a").happens().program(1)
    assert game.legal == {game.target("e1"), game.target("e9")}


@rule("SG-Q58")
def test_a_quarter_turn_that_changes_nothing_is_not_offered(table):
    plus = ". aw .\naw ah aw\n. aw ."
    game = table(plus, a={"does": ["once: turn it"]})
    assert not game.can(game.using("a"))
    combat.lose(game.s, game.b, game.slot("a"), 1, Loss.EFFECT)
    combat.fall_apart(game.s, game.b, game.slot("a"))
    assert game.can(game.using("a"))


BOOKKEEPING = {"ply", "rng", "waiting", "phase", "asked", "passes", "window", "lets_all", "used", "gears", "ran"}
BOOKKEEPING |= {"program_at", "program_hand", "programs_known", "program_owner"}
"""The fields that change with any announcement, whatever its result."""


@rule("SG-Q58")
@pytest.mark.parametrize("seed", range(6))
def test_every_announcement_on_offer_can_have_an_effect(seed):
    """In random games each program and effect on offer is played with each of its targets, without answers."""
    match = cogtable.game("smashgear").start(seats=2, seed=seed)
    draw = random.Random(seed)
    while not match.over and match.ply < 400:
        (seat,) = match.waiting
        legal = np.flatnonzero(match.legal(seat)).tolist()
        kinds = {action: Action.read(action)[0] for action in legal}
        if match.state.phase in (Phase.ACT, Phase.RESPOND):
            for action, kind in kinds.items():
                if kind in (Action.CARD_PROGRAM, Action.EFFECTS):
                    assert all(changes(match, end) for end in resolved(match.copy(), action)), match.choice(
                        seat, action
                    )
        match.play(seat, draw.choice(legal))


def resolved(match, action):
    """Returns the result for each possible target, without answers."""
    match.play(match.waiting[0], action)
    todo = [match]
    while todo:
        one = todo.pop()
        if one.state.phase == Phase.TARGET:
            (seat,) = one.waiting
            for target in np.flatnonzero(one.legal(seat)).tolist():
                todo.append(one.copy())
                todo[-1].play(seat, target)
        elif one.state.phase == Phase.RESPOND and one.state.depth > match.state.depth:
            one.play(one.waiting[0], Action.LEAVE)
            todo.append(one)
        else:
            yield one


def changes(before, after):
    """Whether the state differs from before, apart from the price and from what ends with the turn."""
    gains = [note for move in after.moves[before.ply :] for note in move.notes if note.event == Event.GEARED]
    over = {"assembles", "builds"} if before.state.ending else set()
    names = set(before.position.dtype.names) - BOOKKEEPING - over
    return gains or any(before.position[name].tobytes() != after.position[name].tobytes() for name in names)


# --- when, and whose ------------------------------------------------------------------------------------


@rule("SG-Q61")
def test_you_on_a_plugin_is_the_player_who_installed_it(table):
    plug = {"kind": "plugin", "on": "machine", "does": ["exploit: gears 1", "lost: honor 2"]}
    game = table(". . Aw\nah aw Ah", programs=[plug]).gears(1).installed(0, 0, "A")
    game.move("a", "right")
    assert game.s.honor.tolist() == [2, 0]
    game = table(FACING, programs=[plug]).installed(0, 0, "A").end().end()
    assert game.s.gears.tolist() == [3, 2]


@rule("SG-Q61")
@pytest.mark.parametrize(
    ("on", "does", "goes"),
    [
        ("machine", "exploit: gears 1", "a machine"),
        ("base", "hand 1", "a base"),
        ("either", "hand 1", "a machine or a base"),
        ("either", "slides", "a machine"),
    ],
)
def test_a_plugin_names_what_it_goes_on(table, look, on, does, goes):
    game = table(FACING, programs=[{"kind": "plugin", "on": on, "does": [does]}]).holds(0, 0)
    assert look(game.game, game.array).piece(0, "p0").face.words.endswith(f"Goes on {goes}.")


@rule("SG-Q62")
def test_lost_works_on_bases(table):
    plug = {"kind": "plugin", "on": "base", "does": ["lost: gears 3"]}
    game = table("ah aw", programs=[plug]).bases(1, "b1", "e9").installed(1, 0, "b1").holds(0, destroy=1)
    game.play(Action.CARD_DESTROY)
    assert game.s.gears[1] == 3
    assert game.s.program_at[0] == Place.LANDFILL + 1


@rule("SG-Q62")
def test_once_and_pay_can_be_combined(table):
    game = table(FACING, a={"does": ["once: pay 2: honor 1"]}).gears(9).effect("a")
    assert (game.s.gears[0], game.s.honor[0]) == (7, 1)
    assert not game.can(game.using("a"))


@rule("SG-Q62")
def test_a_card_that_is_no_longer_in_the_store_cannot_be_fetched(table):
    """The second Script takes the card that the first one has named."""
    fetch = {"does": ["fetch machine"]}
    game = table(FACING, programs=[fetch, fetch]).holds(0, 0, 1)
    card = int(game.s.shown[3])
    game.program(0).play(Action.BUY + 3)
    assert game.s.phase == Phase.RESPOND, "its owner may answer"
    game.program(1).play(Action.BUY + 3).happens()
    assert game.s.machine_hand[0] == 1
    assert game.s.machine_at[card] == Place.HAND
    assert [note.event for note in game.notes if note.event in (Event.FETCHED, Event.FAILED)] == [
        Event.FETCHED,
        Event.FAILED,
    ]


@rule("SG-Q63")
def test_destroy_base_and_plugins_wait_for_an_empty_stack(table):
    programs = [GEARS, {"kind": "plugin", "does": ["hand 1"]}, MORE, GEARS]
    game = table("ah aw", programs=programs).bases(1, "b1", "e9").holds(0, 0, 1, 2, destroy=1).holds(1, 3)
    assert {Action.CARD_DESTROY, Action.CARD_PROGRAM + 1} <= game.legal
    game.program(0).leave()
    assert (game.s.phase, game.s.asked) == (Phase.RESPOND, 0)
    assert game.legal == {Action.CARD_PROGRAM + 2, *LETTING}


@rule("SG-Q64")
def test_an_effect_fails_if_its_machine_has_left_the_board(table):
    game = table(FACING, a={"does": ["once: gears 5"]}, programs=[{"does": ["recall theirs"]}]).holds(1, 0)
    game.effect("a").program(0)
    assert game.s.gears[0] == 0
    assert [note["why"] for note in game.happened(Event.FAILED)] == [Failure.MACHINE_GONE]


@rule("SG-Q64")
def test_a_machine_that_slides_does_not_flip(table):
    game = table(FACING, a={"does": ["slides", "leaps"]}).gears(1).move("a", "up")
    assert game.shows(". Aw Ah .\n. . . .\nah aw . .\n. . . .")


@rule("SG-Q64")
def test_the_first_heart_is_the_lowest_and_then_the_leftmost(table):
    """The machine turns right around that one, c2."""
    game = table(". . ah ah\n. . ah aw\n. . . .", a={"does": ["once: turn it"]})
    game.effect("a").at("up")
    assert game.shows(". . . .\n. . ah ah\n. . aw ah")
