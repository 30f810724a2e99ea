"""The box, the setup, and the end of the game."""

import pytest

import cogtable
from cogtable.games.coalheart.rules.components import COLORS, HEXES, SLOTS
from cogtable.games.coalheart.rules.events import Event
from cogtable.games.coalheart.rules.state import Stage, Victory
from cogtable.testing.coverage import rule


@rule("CH-R1", "CH-R2")
def test_the_box_has_the_printed_components(table):
    game = table(6)
    s, b = game.state, game.box
    assert COLORS == ("steel", "plastic", "coal", "gold")
    assert [int(s.supply[c] + s.quarry[c] + s.cubes[:, c].sum()) for c in range(4)] == [15] * 4
    assert b.gear_count.sum() == 32
    assert s.deck_left + len(game.face_up()) == 32
    assert sorted(int(part) for part in s.body.flat) == list(range(66))
    assert s.face_up.sum() == 7


@rule("CH-Q7")
def test_three_to_six_people_can_play(table):
    assert (table().game.min_seats, table().game.max_seats) == (3, 6)


@rule("CH-R9", "CH-Q60")
def test_the_first_player_is_drawn_at_random(table):
    first = {table(4, seed).opening[0]["seat"] for seed in range(30)}
    assert first == {0, 1, 2, 3}
    assert all(table(4, seed).opening[0].event == Event.STARTED for seed in range(5))


@rule("CH-Q60", "CH-R4")
def test_robots_are_dealt_at_random(table):
    deals = {
        tuple(note["robot"] for note in table(4, seed).opening if note.event == Event.DEALT_ROBOT) for seed in range(20)
    }
    assert len(deals) > 15
    assert all(len(set(deal)) == 4 for deal in deals)


@rule("CH-Q8", "CH-Q60")
def test_players_choose_robots_starting_with_the_first_player(table):
    game = table(4, seed=3, robots=1)
    first = game.state.first
    order = []
    for robot in ("guru", "syphon", "reforge"):
        order.append(game.to_move)
        game.play(f"robot {robot}")
        assert robot not in game.offered("robot")
    order.append(game.to_move)
    game.play("robot constructor")
    assert order == [(first + i) % 4 for i in range(4)]
    assert game.state.stage == Stage.SELECTING
    assert game.to_move == first
    assert game.state.robot[first] == 4
    assert game.held(first) == {"plastic": 1, "gold": 1}


@rule("CH-R4", "CH-F1")
@pytest.mark.parametrize(("robot", "start"), [*enumerate(["SC", "CG", "PC", "SP", "PG", "SG"])])
def test_starting_cubes_are_those_of_the_playmat(table, robot, start):
    counts = [start.count(letter) for letter in "SPCG"]
    assert table().box.start[robot].tolist() == counts


@rule("CH-R4", "CH-R5")
def test_nothing_is_built_at_the_start(table):
    game = table(5)
    s = game.state
    for seat in range(5):
        assert (s.parts[seat], s.power[seat], s.hp[seat]) == (0, 0, 20)
        assert sorted(int(part) // 11 for part in s.body[seat]) == [s.robot[seat]] * 11


@rule("CH-R6")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_six_hexes_lie_on_the_table(table, seats):
    game = table(seats)
    assert game.offered("select") == list(HEXES)
    assert game.state.face_up.tolist() == [1] * 6


@rule("CH-R10")
def test_six_players_have_a_second_scavenge(table):
    game = table(6)
    assert game.state.face_up.tolist() == [1, 1, 1, 1, 1, 2]
    game.play("select scavenge").end_phase()
    assert "select scavenge" in game.options()
    game.play("select scavenge").end_phase()
    assert "select scavenge" not in game.options()


@rule("CH-R7", "CH-R8")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_quarry_and_row_have_two_more_than_the_players(seats, table):
    s = cogtable.game("coalheart").deal(seats, 5)[0]
    assert s.quarry.sum() == seats + 2
    assert (s.row[: seats + 2] >= 0).all()
    assert s.supply.sum() == 60 - 2 * seats - (seats + 2)
    assert s.deck_left == 32 - (seats + 2)
    assert not s.discard.any()


@rule("CH-R8", "CH-Q74")
def test_used_gear_becomes_the_new_deck_when_a_card_is_needed(table):
    game = table(3).row("shovel").discarded("chainsaw", "repair kit", "repair kit").no_deck()
    game.play("select scavenge", "take coal").end_phase()
    assert game.state.discard.sum() == 3  # the deck is empty, but no card has been drawn
    game.play("select gear").end_phase()
    assert game.face_up() == ["chainsaw", "repair kit", "repair kit"]
    assert game.state.discard.sum() == 0
    assert game.noted(Event.RESHUFFLED) == [(3, 0, 0, 0)]


@rule("CH-Q55")
def test_with_no_gear_left_the_row_stays_short(table):
    game = table(3).row("shovel", "shovel").no_deck()  # one for each of two; nothing for the third
    game.play("select gear").end_phase()
    assert game.face_up() == []


@rule("CH-Q73")
def test_setup_triggers_no_effects(table):
    """Reforge's Head is built in the demo before the starting cubes come, and deals no damage."""
    for seed in range(6):
        game = table(6, seed, mode=2)
        assert not [note for note in game.opening if note.event in (Event.DAMAGED, Event.DREW, Event.CHOSE)]


@rule("CH-R42", "CH-Q12")
def test_spent_cubes_return_to_the_supply(table):
    game = table().cubes(0, steel=1)
    game.state.supply[0] = 7
    game.play("select upgrade", "build right foot", "pass")
    assert game.state.supply[0] == 8
    assert game.held(0) == {}


@rule("CH-R41")
def test_cubes_are_drawn_from_the_supply_at_random(table):
    drawn = set()
    for seed in range(40):
        game = table(seed=seed).robot(0, "executioner").built(0, "left leg")
        game.play("select mine")
        drawn |= {b for _, b, _, _ in game.noted(Event.DREW)}
    assert drawn == {0, 1, 2, 3}


@rule("CH-R41")
def test_a_colour_is_drawn_in_proportion_to_its_cubes(table):
    counts = [0, 0, 0, 0]
    for seed in range(300):
        game = table(seed=seed).robot(0, "executioner").built(0, "left leg").supply(steel=3, gold=1)
        game.play("select mine")
        counts[game.noted(Event.DREW)[0][1]] += 1
    assert counts[1] == counts[2] == 0
    assert 190 < counts[0] < 260


@rule("CH-Q13")
def test_an_empty_supply_gives_nothing_and_triggers_nothing(table):
    game = table().built(0, "head").strange(0, "executioner", "left leg").supply()
    game.play("select mine")
    assert game.count(0) == 0
    assert game.hps() == [20] * 4


@rule("CH-Q13", "CH-R35")
def test_only_an_available_colour_can_be_chosen(table):
    game = table().supply(coal=2, gold=1).gear(0, "shovel", "shovel")
    game.play("spend shovel")
    assert game.offered("take") == ["coal", "gold"]
    game.play("take gold", "spend shovel")  # one colour is left: no question
    assert game.held(0) == {"coal": 1, "gold": 1}
    game.play("select scavenge")
    assert game.held(0) == {"coal": 2, "gold": 1}


@rule("CH-Q13", "CH-R19")
def test_the_quarry_is_refilled_as_far_as_the_supply_lasts(table):
    game = table(3).supply(gold=2)
    game.play("select mine").end_phase()
    assert game.state.quarry.sum() == 3  # one was left, two came
    assert game.state.supply.sum() == 0


# --- the end ------------------------------------------------------------------------------------------


@rule("CH-R3", "CH-Q57")
def test_eleven_parts_win_at_once(table):
    game = table().cubes(0, steel=1)
    game.built(0, *(slot for slot in SLOTS if slot != "right foot"))
    game.play("select upgrade", "build right foot", "pass")
    assert game.state.over
    assert game.winners == [0]
    assert game.state.victory == Victory.FINISHED
    assert game.waiting == []


@rule("CH-Q57", "CH-R47")
def test_a_broken_robot_can_be_completed_and_win(table):
    game = table().cubes(0, steel=1).hp(0, 0)
    game.built(0, *(slot for slot in SLOTS if slot != "right foot"))
    game.play("select upgrade", "build right foot", "pass")
    assert game.winners == [0]


@rule("CH-R3", "CH-Q4")
def test_the_only_robot_that_is_not_broken_wins_whoever_broke_the_others(table):
    game = table(3).hp(0, 0).hp(1, 1).built(0, "left arm")
    game.play("select fight", "attack 1")
    assert game.state.over
    assert game.winners == [2]
    assert game.state.victory == Victory.LAST_STANDING


@rule("CH-R48", "CH-Q5", "CH-Q6", "CH-Q64")
def test_if_all_break_at_once_the_most_parts_among_them_win(table):
    game = table(4).hp(0, 0).hp(1, 1).hp(2, 1).hp(3, 0).heart(0)
    game.built(0, "head", "core", "chest").built(1, "head").built(2, "head", "core").built(3, "head", "core", "chest")
    game.play("select capture", "heart strike")
    assert game.state.victory == Victory.ALL_BROKEN
    assert game.winners == [2]


@rule("CH-Q5")
def test_a_tie_on_parts_goes_to_the_first_player_from_the_active_one(table):
    game = table(4).led_by(2).hp(0, 1).hp(1, 1).hp(2, 0).hp(3, 1).heart(2)
    game.play("select capture", "heart strike")
    assert game.winners == [3]


@rule("CH-Q64")
def test_one_event_is_the_damage_of_one_instruction(table):
    """NOW damages all at once; a part that damages again later would be another event."""
    game = table(3).hp(0, 0).hp(1, 1).hp(2, 2).built(1, "head", "core")
    game.play("select capture")
    assert game.winners == [2]


@rule("CH-Q83")
def test_after_the_last_round_most_parts_win_then_most_hp(table):
    game = table(3, limit=2).rounds(2).built(0, "core").built(1, "core").hp(0, 9).hp(1, 10)
    for _ in range(3):
        game.end_phase()
    assert game.state.victory == Victory.LAST_ROUND
    assert game.winners == [1]


@rule("CH-Q83")
def test_after_the_last_round_broken_robots_cannot_win_and_ties_share(table):
    game = table(3, limit=2).rounds(2).built(0, "core", "left arm").hp(0, 0).hp(1, 10).hp(2, 10)
    for _ in range(3):
        game.end_phase(("select scavenge", "take steel", "pass"))
    assert game.winners == [1, 2]


@rule("CH-Q83")
def test_a_game_has_at_most_sixty_rounds_by_default(table):
    assert table().state.limit == 60
