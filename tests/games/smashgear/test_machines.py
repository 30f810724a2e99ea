"""Assembling machines and moving them."""

import pytest

from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.state import Place
from cogtable.testing.coverage import rule

ALONE = """
    .  .  .  .  .
    .  .  .  .  .
    .  ah aw .  .
    .  aw .  .  .
    .  .  .  .  .
"""


@rule("SG-R25", "SG-Q29")
def test_a_heart_is_placed_on_the_base_in_any_of_four_rotations(table):
    boards = []
    for turns in range(4):
        game = table(c={"shape": ["WW", "H."]}).bases(0, "c3").holds(0, "c").play(Action.CARD + 2)
        assert game.legal == {Action.POSE + other for other in range(4)}
        game.play(Action.POSE + turns)
        assert game.board[2 * 9 + 2] == "ch"
        boards.append(frozenset(game.board))
    assert len(set(boards)) == 4


@rule("SG-R25", "SG-Q29")
def test_a_machine_can_be_rotated_while_assembling(table):
    game = table(c={"shape": ["WW", "H."]}).bases(0, "c3").holds(0, "c").play(Action.CARD + 2, Action.POSE + 1)
    assert game.shows("""
        .  .  ch cw
        .  .  .  cw
        .  .  .  .
    """)


@rule("SG-R25")
def test_with_several_bases_one_is_chosen(table):
    game = table(c={"shape": ["HW"]}).bases(0, "a1", "i1").holds(0, "c")
    game.play(Action.CARD + 2)
    assert game.legal == {game.target("a1"), game.target("i1")}
    game.at("i1")
    assert game.legal == {Action.POSE + 2, Action.POSE + 3}
    game.play(Action.POSE + 3)
    assert set(game.board.values()) == {"ch", "cw"}
    assert game.board[8] == "ch"
    assert game.place("c") == Place.FIELD


@rule("SG-R25")
def test_with_several_hearts_the_one_on_the_base_is_chosen(table):
    game = table(c={"shape": ["HWHW"]}).bases(0, "e5").holds(0, "c").play(Action.CARD + 2)
    assert game.legal == {Action.POSE + pose for pose in range(8)}
    game.play(Action.POSE + 4)
    assert [number - 36 for number, unit in game.board.items() if unit == "ch"] == [2, 4]


@rule("SG-R25", "SG-Q28")
def test_a_machine_cannot_be_assembled_over_another(table):
    game = table("Ah . .\nAw . .", c={"shape": ["HW"]}).bases(0, "b1").holds(0, "c").play(Action.CARD + 2)
    assert game.legal == {Action.POSE + 0, Action.POSE + 3}
    game.play(Action.POSE)
    assert game.shows("Ah .  .\nAw ch cw")


@rule("SG-Q28")
@pytest.mark.parametrize("there", ["Aw Ah", "aw ah"])
def test_a_base_under_a_machine_has_no_room(table, there):
    game = table(there, c={"shape": ["HW"]}).bases(0, "a1").holds(0, "c")
    assert not game.can(Action.CARD + 2)
    game.bases(0, "a1", "e5")
    assert game.can(Action.CARD + 2)


@rule("SG-Q29")
def test_rotations_with_the_same_result_are_one_choice(table):
    game = table(c={"shape": ["WHW"]}).bases(0, "e5").holds(0, "c").play(Action.CARD + 2)
    assert game.legal == {Action.POSE, Action.POSE + 1}


@rule("SG-Q30", "SG-R10")
def test_one_base_can_be_used_turn_after_turn(table):
    game = table(c={"shape": ["HW"]}, d={"shape": ["HW"]}).bases(0, "a1").holds(0, "c", "d").gears(5)
    game.play(Action.CARD + 2, Action.POSE)
    assert not game.can(Action.CARD + 3)
    game.move("c", "right").end().end()
    game.play(Action.CARD + 3, Action.POSE)
    assert game.shows("dh dw cw ch")


@rule("SG-X3")
def test_a_player_has_eight_machines_at_most(table):
    drawing = "\n".join(
        ["ah . ch . eh . gh", "aw . cw . ew . gw", ". . . . . . .", "bh . dh . fh . hh", "bw . dw . fw . hw"]
    )
    game = table(drawing, i={"shape": ["HW"]}).bases(0, "i8").holds(0, "i")
    assert not game.can(Action.CARD + 8)
    game = table(drawing.replace("hh", ".").replace("hw", "."), i={"shape": ["HW"]}).bases(0, "i8").holds(0, "i")
    assert game.can(Action.CARD + 8)


@rule("SG-R26", "SG-Q40")
def test_a_machine_leaves_the_board_for_its_owners_landfill(table):
    game = table("ah aw", programs=[{"does": ["scrap yours"]}])
    assert game.legal == {Action.PASS}
    game.holds(0, 0).program(0)
    assert game.shows("")
    assert game.place("a") == Place.LANDFILL


@rule("SG-Q4")
def test_a_weapon_belongs_to_the_owner_of_its_machine(table):
    game = table("ah aw . Aw Ah").bases(1, "b1", "d1", "e9").holds(0, destroy=1)
    assert game.can(Action.CARD_DESTROY)
    game.bases(1, "d1", "e9")
    assert not game.can(Action.CARD_DESTROY)


# --- moving -------------------------------------------------------------------------------------------


@rule("SG-R11", "SG-Q2", "SG-Q3")
@pytest.mark.parametrize(
    ("way", "after"),
    [
        ("up", ".  aw .  .  .\n.  ah aw .  .\n.  .  .  .  .\n.  .  .  .  .\n.  .  .  .  ."),
        ("right", ".  .  .  aw ah\n.  .  .  .  aw\n.  .  .  .  ."),
    ],
)
def test_a_flip_mirrors_the_machine_over_a_side(table, way, after):
    game = table(ALONE).gears(5)
    game.move("a", way)
    assert game.shows(after)
    assert game.s.gears[0] == 4


@rule("SG-Q2")
def test_flipping_over_a_side_and_back_restores_the_machine(table):
    game = table(ALONE).gears(5)
    before = game.board
    game.move("a", "up").move("a", "right")
    assert game.board != before
    game.move("a", "left").move("a", "down")
    assert game.board == before


@rule("SG-Q3")
def test_the_rectangle_encloses_the_remaining_units(table):
    game = table("""
        .  .  .  Aw Ah
        .  .  .  aw .
        .  .  ah aw .
    """).gears(5)
    game.move("a", "up")
    assert game.shows("""
        .  .  ah aw .
        .  .  .  .  Ah
        .  .  .  .  .
        .  .  .  .  .
    """)
    game.move("a", "up")
    assert game.shows("""
        .  .  ah aw .
        .  .  .  .  .
        .  .  .  .  Ah
        .  .  .  .  .
        .  .  .  .  .
    """)


@rule("SG-R11", "SG-Q45")
def test_no_unit_can_leave_the_board(table):
    game = table(ALONE).gears(5)
    legal = {way for way in ("up", "down", "left", "right") if game.can(game.moving("a", way))}
    assert legal == {"up", "right"}


@rule("SG-R11")
def test_own_machines_block_a_move_and_enemy_machines_do_not(table):
    game = table("""
        bh bw . Ah
        .  .  . Aw
        .  ah aw .
    """).gears(5)
    assert not game.can(game.moving("b", "left"))
    game = table("""
        bh .  .
        bw .  .
        ah aw .
    """).gears(5)
    assert not game.can(game.moving("a", "up"))
    game = table("""
        .  Ah .
        .  Aw .
        ah aw .
    """).gears(5)
    assert game.can(game.moving("a", "up"))


@rule("SG-R11")
def test_a_move_must_be_paid(table):
    game = table(ALONE, a={"move": 2}).gears(3)
    game.move("a", "up")
    assert game.s.gears[0] == 1
    assert not game.can(game.moving("a", "right"))


@rule("SG-R4", "SG-Q9")
def test_the_first_turn_has_no_normal_moves(table):
    game = table(ALONE, a={"does": ["once: flip it"]}, c={"shape": ["HW"]}, programs=[{"does": ["slide yours"]}]).gears(
        5
    )
    game.holds(0, "c", 0).first_turn()
    assert not game.legal & set(range(Action.MOVES, Action.EFFECTS))
    game.effect("a").at("up").program(0).at("left")
    assert game.shows("""
        aw .
        ah aw
        .  .
        .  .
        .  .
    """)
    game.play(Action.CARD + 2).play(Action.POSE)
    assert game.stands("c")
    game.end()
    assert game.s.turn == 1


@rule("SG-Q9")
def test_the_second_player_can_move_in_their_first_turn(table):
    game = table("ah aw . Aw Ah").first_turn().gears(0, 1)
    game.end()
    assert game.can(game.moving("A", "up"))


@rule("SG-X2")
def test_a_free_move_is_made_once_a_turn(table):
    game = table(ALONE, a={"move": 0})
    game.move("a", "up")
    assert not game.can(game.moving("a", "right"))
    game.end().end()
    assert game.can(game.moving("a", "right"))


@rule("SG-X2", "SG-Q50")
def test_a_printed_price_of_zero_means_one_move_whatever_is_installed(table):
    programs = [{"kind": "plugin", "does": ["dearer 2"]}, {"kind": "plugin", "does": ["first-free"]}]
    game = table(ALONE, a={"move": 0}, programs=programs).gears(9).installed(1, 0, "a").installed(0, 1, "a")
    game.move("a", "up")
    assert game.s.gears[0] == 9
    assert not game.can(game.moving("a", "right"))


@rule("SG-Q50")
def test_grease_makes_the_first_move_of_each_turn_free_and_limits_no_machine(table):
    programs = [{"kind": "plugin", "does": ["first-free"]}]
    game = table(ALONE, a={"move": 2}, programs=programs).installed(0, 0, "a").gears(5)
    game.move("a", "up")
    assert game.s.gears[0] == 5
    game.move("a", "right").move("a", "left")
    assert game.s.gears[0] == 1
    assert not game.can(game.moving("a", "right"))
    game.end().end().gears(0)
    game.move("a", "right")
    assert game.s.gears[0] == 0


@rule("SG-Q50")
def test_a_cancelled_free_move_counts_as_the_first(table):
    programs = [{"kind": "plugin", "does": ["first-free"]}, {"does": ["cancel move"]}]
    game = table(ALONE, programs=programs).installed(0, 0, "a").holds(1, 1).gears(1)
    game.move("a", "up").program(1).move("a", "up")
    assert game.s.gears[0] == 0


@rule("SG-X7")
def test_a_slide_moves_by_one_cell(table):
    game = table(ALONE, a={"does": ["slides"]}).gears(5)
    game.move("a", "right")
    assert game.shows("""
        .  .  ah aw
        .  .  aw .
        .  .  .  .
    """)
    game.move("a", "down").move("a", "left").move("a", "left")
    assert game.shows("""
        ah aw
        aw .
    """)


@rule("SG-X7")
def test_a_leap_flips_twice_over_the_same_side(table):
    game = table(ALONE + "", a={"does": ["leaps"]}).gears(5)
    game.move("a", "right")
    assert game.shows("""
        .  .  .  .  .  ah aw
        .  .  .  .  .  aw .
        .  .  .  .  .  .  .
    """)
    twice = table(ALONE).gears(5).move("a", "right").move("a", "right")
    assert twice.board == game.board


@rule("SG-X7")
def test_a_quarter_turn_rotates_around_the_first_heart(table):
    game = table(ALONE, a={"does": ["once: turn it"]})
    game.effect("a").at("up")
    assert game.shows("""
        aw ah .
        .  aw .
        .  .  .
    """)
    game.end().end()
    assert game.effect("a").legal == {game.target("up"), game.target("down")}
    game.at("down")
    assert game.shows("""
        .  ah aw
        .  aw .
        .  .  .
    """)


@rule("SG-X7")
def test_an_opponent_cannot_move_a_heavy_machine(table):
    game = table(". . .\nAh Aw .\n. . .\nBh Bw .", A={"does": ["heavy"]}, programs=[{"does": ["slide theirs"]}]).holds(
        0, 0
    )
    game.program(0)
    assert game.s.stack_a[0] == game.slot("B")
