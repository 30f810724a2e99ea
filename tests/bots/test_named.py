"""Named bots: a name and a face for each strength, the same in every game."""

import cogtable
from cogtable import bots
from cogtable.bots import named


def test_the_ladder_has_the_levels_and_a_trained_network_above_them():
    ladder = named.ladder(cogtable.game("splendor"))
    assert [(each.bot, each.name, each.level) for each in ladder] == [
        ("easy", "Bolt", 1),
        ("medium", "Rivet", 2),
        ("hard", "Sprocket", 3),
        ("expert", "Piston", 4),
        ("master", "Gizmo", 5),
    ]


def test_a_game_without_a_network_has_four_bots_with_the_same_names_and_levels():
    for name in ("coalheart", "tiny"):
        assert named.ladder(cogtable.game(name)) == named.ladder(cogtable.game("splendor"))[:4]


def test_each_bot_of_cogtable_has_a_name_of_its_own():
    own = [bot for bot, _ in bots.names()][:7]
    assert set(named.NAMES) == set(own)
    assert len({*named.NAMES.values(), named.OTHERS}) == len(own) + 1


def test_bots_that_people_do_not_play_against_have_no_level():
    assert [named.level_of(bot) for bot in ("random", "greedy", "magnate")] == [0, 0, 0]


def test_a_bot_that_is_not_known_is_called_what_it_is_asked_for_by():
    assert named.name_of("magnate") == "magnate"


def test_the_same_bot_again_at_a_table_gets_a_number():
    assert named.free_name("medium", []) == "Rivet"
    assert named.free_name("medium", ["Rivet"]) == "Rivet 2"
    assert named.free_name("medium", ["Rivet", "Rivet 2", "Bolt"]) == "Rivet 3"
    assert named.free_name("medium", ["Rivet 2"]) == "Rivet"
