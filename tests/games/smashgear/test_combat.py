"""Combat: overlapping machines are resolved in two steps; what remains of them."""

import pytest

from cogtable.games.smashgear.rules import state
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.state import Phase, Place
from cogtable.games.smashgear.table import log
from cogtable.testing.coverage import rule


@rule("SG-R17", "SG-Q20")
def test_weapon_against_weapon_removes_both(table):
    game = table("""
        Aw Ah
        aw .
        ah .
    """).gears(1)
    game.move("a", "up")
    assert game.shows("""
        ah .
        .  Ah
        .  .
        .  .
    """)


@rule("SG-R17", "SG-R27")
def test_units_without_a_connection_to_the_heart_are_removed(table):
    game = table("""
        .  .  .  .  Ah .
        ah aw aw .  Aw .
    """).gears(1)
    game.move("a", "right")
    assert game.shows("""
        .  .  .  .  Ah .
        .  .  .  .  .  ah
    """)
    assert [note["why"] for note in game.happened(Event.UNIT_LOST)] == [0, 0, 1]


@rule("SG-R18")
def test_heart_against_heart_destroys_both_machines(table):
    game = table("""
        .  .  .  Aw
        ah aw .  Ah
    """).gears(1)
    game.move("a", "right")
    assert game.shows("")
    assert (game.place("a"), game.place("A")) == (Place.LANDFILL, Place.LANDFILL + 1)


@rule("SG-R19", "SG-R20")
def test_a_weapon_destroys_the_machine_whose_heart_it_hits(table):
    game = table("""
        .  .  Aw
        ah aw Ah
    """).gears(1)
    game.move("a", "right")
    assert game.shows(".  .  aw ah")
    assert game.place("A") == Place.LANDFILL + 1


@rule("SG-R19", "SG-R16")
def test_an_attacker_whose_heart_hits_a_weapon_is_destroyed(table):
    game = table("ah aw . Aw Ah").gears(1)
    game.move("a", "right")
    assert game.shows(".  .  . Aw Ah")
    assert game.place("a") == Place.LANDFILL


@rule("SG-R16", "SG-Q14")
def test_hearts_come_first_and_weapons_of_a_destroyed_machine_break_nothing(table):
    game = table("ah aw aw Ah Aw").gears(1)
    game.move("a", "right")
    assert game.shows(".  .  .  aw aw ah")


@rule("SG-Q15")
def test_machines_that_hit_each_others_hearts_are_both_destroyed(table):
    game = table("aw ah Aw Ah").gears(1)
    game.move("a", "right")
    assert game.shows("")


@rule("SG-Q17", "SG-R16")
def test_one_move_fights_all_overlapping_machines_at_once(table):
    game = table("""
        Aw .  Bh
        Ah .  Bw
        aw ah aw
    """).gears(1)
    game.move("a", "up")
    assert game.shows("""
        .  .  Bh
        aw ah .
        .  .  .
    """)


@rule("SG-Q17", "SG-Q14")
def test_an_attacker_that_is_destroyed_breaks_no_weapon_of_a_third_machine(table):
    game = table("""
        .  Ah Bh
        .  Aw Bw
        aw ah aw
    """).gears(1)
    game.move("a", "up")
    assert game.shows("""
        .  Ah Bh
        .  Aw Bw
        .  .  .
    """)


@rule("SG-Q16", "SG-R20")
def test_a_machine_with_several_hearts_is_destroyed_with_one(table):
    game = table("""
        .  .  Ah
        .  .  Aw
        ah aw Ah
    """).gears(1)
    game.move("a", "right")
    assert game.shows(".  .  aw ah")


@rule("SG-R27", "SG-Q19")
def test_of_several_parts_with_hearts_the_one_with_most_weapons_stays(table):
    game = table("""
        Ah Aw Aw Aw Ah
        .  aw .  .  .
        .  ah .  .  .
    """).gears(1)
    game.move("a", "up")
    assert game.shows("""
        .  ah .  .  .
        .  .  Aw Aw Ah
        .  .  .  .  .
        .  .  .  .  .
    """)
    assert game.s.phase == Phase.ACT


@rule("SG-R27", "SG-Q19")
@pytest.mark.parametrize(("kept", "left"), [("a3", "Ah Aw .  .  ."), ("e3", ".  .  .  Aw Ah")])
def test_between_equal_parts_the_owner_decides(table, kept, left):
    game = table("""
        Ah Aw Aw Aw Ah
        .  .  aw .  .
        .  .  ah .  .
    """).gears(1)
    game.move("a", "up")
    assert (game.s.phase, game.s.asked) == (Phase.PART, 1)
    assert game.legal == {game.target("a3"), game.target("e3")}
    game.at(kept)
    assert game.shows(f"""
        .  .  ah .  .
        {left}
        .  .  .  .  .
        .  .  .  .  .
    """)
    assert (game.s.phase, game.s.asked) == (Phase.ACT, 0)


@rule("SG-R27")
def test_two_connected_hearts_of_three_form_one_part(table):
    game = table("""
        Ah Ah Aw Aw Aw Ah
        .  .  .  aw .  .
        .  .  .  ah .  .
    """).gears(1)
    game.move("a", "up")
    assert game.legal == {game.target("a3"), game.target("f3")}
    game.at("a3")
    assert game.shows("""
        .  .  .  ah .  .
        Ah Ah Aw .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
    """)


@rule("SG-R27")
def test_if_both_machines_fall_apart_each_owner_decides(table):
    game = table("""
        ah aw aw .  .
        .  .  aw .  .
        .  .  ah .  .
        .  .  .  .  .
        .  .  .  .  .
        .  .  Aw Aw Ah
        .  .  Aw .  .
        .  .  Ah .  .
    """).gears(1)
    game.move("a", "down")
    assert (game.s.phase, game.s.asked) == (Phase.PART, 0)
    game.at("a3")
    assert (game.s.phase, game.s.asked) == (Phase.PART, 1)
    game.at("c1")
    assert game.shows("""
        ah aw .
        .  .  Aw
        .  .  Ah
    """)
    assert (game.s.phase, game.s.asked) == (Phase.ACT, 0)


@rule("SG-Q60")
def test_the_active_player_decides_first(table):
    """As above, in the other player's turn."""
    drawing = """
        ah aw aw .  .
        .  .  aw .  .
        .  .  ah .  .
        .  .  .  .  .
        .  .  .  .  .
        .  .  Aw Aw Ah
        .  .  Aw .  .
        .  .  Ah .  .
    """
    game = table(drawing.swapcase()).gears(0, 1).turn(1)
    game.move("A", "down")
    assert (game.s.phase, game.s.asked) == (Phase.PART, 1)
    game.at("a3")
    assert (game.s.phase, game.s.asked) == (Phase.PART, 0)


@rule("SG-Q18")
def test_corners_do_not_connect(table):
    game = table("""
        .  Aw .  .  .
        Ah Aw .  ah aw
        .  .  .  .  .
    """).gears(1)
    game.move("a", "left")
    assert game.shows("""
        Ah .  ah
        .  .  .
    """)


@rule("SG-Q13")
def test_no_cell_stays_doubly_occupied(table):
    game = table("""
        Aw Ah
        aw .
        ah .
    """).gears(1)
    game.move("a", "up")
    assert game.happened(Event.CLASHED)
    assert game.s.phase == Phase.ACT
    cells = [cell for cell in game.s.cells.flat if cell != state.NONE]
    assert len(cells) == len(set(cells))


# --- shields and spikes -------------------------------------------------------------------------------


@rule("SG-X4")
def test_a_shield_saves_the_heart_breaks_the_weapon_and_is_used_up(table):
    game = table(
        """
        Ah Aw
        aw .
        ah .
    """,
        A={"does": ["armour 1"]},
    ).gears(1)
    game.move("a", "up")
    assert game.shows("""
        ah .
        Ah Aw
        .  .
        .  .
    """)
    assert game.s.shields[game.slot("A")] == 0


@rule("SG-X4")
def test_a_shielded_attacker_breaks_the_weapon_under_its_heart(table):
    game = table(
        """
        .  Aw Ah
        aw ah .
    """,
        a={"does": ["armour 1"]},
    ).gears(1)
    game.move("a", "up")
    assert game.shows("""
        aw ah Ah
        .  .  .
    """)


@rule("SG-X4", "SG-R18")
def test_a_shield_saves_one_of_two_hearts_that_collide(table):
    game = table(
        """
        .  Aw
        .  Ah
        aw ah
    """,
        a={"does": ["armour 1"]},
    ).gears(1)
    game.move("a", "up")
    assert game.shows("""
        aw ah
        .  .
    """)
    assert game.s.shields[game.slot("a")] == 0


@rule("SG-X4")
def test_shields_of_colliding_hearts_use_each_other_up(table):
    game = table(
        """
        .  Aw
        .  Ah
        aw ah
    """,
        a={"does": ["armour 1"]},
        A={"does": ["armour 1"]},
    ).gears(1)
    game.move("a", "up")
    assert game.shows("")


TWO_BLOWS = """
    .  Aw .
    Ah Ah .
    aw aw .
    ah .  .
"""


@rule("SG-Q55")
@pytest.mark.parametrize(("shields", "stands"), [(0, False), (1, False), (2, True), (3, True)])
def test_each_simultaneous_hit_uses_up_a_shield(table, shields, stands):
    game = table(TWO_BLOWS).gears(1)
    game.s.shields[game.slot("A")] = shields
    game.move("a", "up")
    assert game.stands("A") == stands
    if stands:
        assert game.s.shields[game.slot("A")] == shields - 2
    lost = [(note["slot"], note["shields"]) for note in game.happened(Event.SHIELD_LOST)]
    assert lost == ([(8, min(2, shields))] if shields else [])


@rule("SG-Q55", "SG-X4")
def test_weapons_that_hit_a_shielded_heart_are_removed(table):
    game = table(TWO_BLOWS, A={"does": ["armour 2"]}).gears(1).move("a", "up")
    assert game.shows("""
        ah Aw .
        Ah Ah .
        .  .  .
        .  .  .
    """)


@rule("SG-Q55")
@pytest.mark.parametrize(
    ("shields", "expected"),
    [
        (1, "**A** destroyed: weapon on heart, a3; its shield was not enough"),
        (2, "2 shields of **A** break and save it"),
    ],
)
def test_the_log_mentions_a_shielded_machines_fate_once(table, shields, expected):
    game = table(TWO_BLOWS).gears(1)
    game.s.shields[game.slot("A")] = shields
    game.move("a", "up")
    lines = [line.words for line in log.log_lines(game.s, game.game.box, game.notes) if "**A**" in line.words]
    assert [line.split(" · ")[0] for line in lines] == [expected]


SHARP = {"does": ["sharp"]}
ONLY_THE_ATTACKERS = """
    ah .
    aw Ah
    .  .
    .  .
"""
ONLY_THE_DEFENDERS = """
    ah .
    Aw Ah
    .  .
    .  .
"""
NEITHER = """
    ah .
    .  Ah
    .  .
    .  .
"""


@pytest.mark.parametrize(
    ("sharp", "stays"), [("a", ONLY_THE_ATTACKERS), ("A", ONLY_THE_DEFENDERS), ("aA", NEITHER)], ids=["a", "A", "both"]
)
def test_sharp_weapons_stay_unless_they_hit_each_other(table, sharp, stays):
    game = table(
        """
        Aw Ah
        aw .
        ah .
    """,
        **dict.fromkeys(sharp, SHARP),
    ).gears(1)
    game.move("a", "up")
    assert game.shows(stays)
