"""Drafting, and the demo."""

import pytest

from cogtable.games.coalheart.rules.components import SLOTS
from cogtable.games.coalheart.rules.events import Event
from cogtable.games.coalheart.rules.state import Stage
from cogtable.testing.coverage import rule

from .conftest import ROBOTS


def drafted(game):
    """Drafts all parts, each seat the first that it can; returns the seat that took each part."""
    order = []
    while game.state.stage == Stage.DRAFTING:
        game.play(game.options()[0])
        order += [taker for taker, *_ in game.noted(Event.DRAFTED)]
    return order


@rule("CH-R49", "CH-Q53")
def test_playmats_are_dealt_and_all_parts_lie_on_the_table(table):
    game = table(3, mode=1)
    assert len(game.offered("draft")) == 66
    assert len({int(robot) for robot in game.state.robot[:3]}) == 3
    mats = {tuple(table(3, seed, mode=1).state.robot[:3]) for seed in range(12)}
    assert len(mats) > 8


@rule("CH-R50", "CH-R52", "CH-Q82")
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_draft_goes_round_and_the_first_player_card_passes_eleven_times(table, seats):
    game = table(seats, mode=1)
    first = game.state.first
    order = drafted(game)
    assert order == [(first + turn + i) % seats for turn in range(11) for i in range(seats)]
    assert game.state.first == (first + 11) % seats
    assert game.to_move == game.state.first
    assert game.state.rounds == 1


@rule("CH-Q85")
def test_the_last_robot_and_the_last_parts_are_assigned_without_a_choice(table):
    choosing = table(6, robots=1)
    for _ in range(5):
        choosing.play(choosing.options()[0])
    assert sorted(choosing.state.robot.tolist()) == list(range(6))
    drafting = table(6, mode=1)
    asked = 0
    while drafting.state.stage == Stage.DRAFTING:
        assert len(drafting.options()) > 1
        drafting.play(drafting.options()[0])
        asked += 1
    assert asked < 66


@rule("CH-R51", "CH-Q52")
def test_a_player_drafts_one_part_for_each_place(table):
    game = table(3, mode=1)
    taker = game.to_move
    game.play("draft 0", "draft 12", "draft 24")  # a Head, a Left and a Right Shoulder
    while game.to_move != taker:
        game.play("draft 11" if "draft 11" in game.options() else "draft 22")
    heads = [part for part in game.offered("draft") if int(part) % 11 == 0]
    assert heads == []
    assert "23" in game.offered("draft")
    drafted(game)
    for seat in range(3):
        assert [int(part) % 11 for part in game.state.body[seat]] == list(range(11))


@rule("CH-R51")
def test_a_part_can_be_drafted_once(table):
    game = table(4, mode=1).play("draft 40")
    assert "40" not in game.offered("draft")


@rule("CH-R52", "CH-Q53", "CH-Q82")
def test_starting_cubes_come_from_the_playmat_after_the_draft(table):
    game = table(5, mode=1)
    assert game.state.cubes.sum() == game.state.quarry.sum() == 0
    drafted(game)
    for seat in range(5):
        assert (game.state.cubes[seat] == game.box.start[game.state.robot[seat]]).all()
        assert game.state.hp[seat] == 20
        assert game.state.parts[seat] == 0
    assert game.state.quarry.sum() == 7
    assert len(game.face_up()) == 7


@rule("CH-R52")
def test_drafted_parts_of_all_robots_work_together(table):
    """Reforge's Head and Syphon's Head can't both be on one robot; Reforge's Head and Esquire's Shoulder can."""
    game = table(3, mode=1)
    drafted(game)
    game.led_by(0)
    s = game.state
    s.listens[:] = 0
    game.strange(0, "reforge", "head").strange(0, "executioner", "left leg")
    game.play("select mine")
    assert game.hps() == [20, 19, 19]


@rule("CH-R53", "CH-Q54")
def test_the_demo_starts_with_four_parts_and_fifteen_hp(table):
    extra = dict(zip(ROBOTS, ("right shoulder",) * 3 + ("left shoulder", "left leg", "left leg"), strict=True))
    s = table(6, mode=2).game.deal(6, 4, {"mode": 2})[0]
    for seat in range(6):
        stands = [SLOTS[slot] for slot in range(11) if s.built[seat] >> slot & 1]
        own = extra[ROBOTS[s.robot[seat]]]
        assert sorted(stands) == sorted(["head", own, "left foot", "right foot"])
        assert (s.hp[seat], s.power[seat], s.parts[seat]) == (15, 2, 4)
        assert s.cubes[seat].sum() == 2


@rule("CH-Q54")
def test_twenty_hp_are_the_maximum_in_the_demo_too(table):
    game = table(3, mode=2).hp(0, 19)
    game.play("select capture")
    assert game.state.hp[0] == 20
