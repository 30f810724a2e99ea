"""The shipped components, and invalid boxes."""

import re

import pytest

import cogtable
from cogtable.games.coalheart.rules.abilities import ABILITIES
from cogtable.games.coalheart.rules.components import CONFIDENCE, SLOTS

from .conftest import part


@pytest.fixture(scope="module")
def game():
    return cogtable.game("coalheart")


@pytest.fixture
def changed(game, tmp_path):
    """Returns the game with a box in which one text is replaced by another."""

    def change(old, new):
        text = game.box_file.read_text(encoding="utf-8")
        assert old in text
        (tmp_path / "box.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
        return game.with_box(tmp_path / "box.toml")

    return change


def test_the_box_says_which_parts_are_our_own(game):
    assert game.box.designed
    known = [CONFIDENCE[number] for number in game.box.record.part_confidence]
    assert known.count("designed") == 10
    likely = [number for number in range(66) if known[number] == "likely"]
    assert likely == [
        part("syphon", "left leg"),
        part("executioner", "left shoulder"),
        part("executioner", "right leg"),
        part("guru", "chest"),
    ]


def test_parts_are_ordered_by_robot_and_body(game):
    names = game.box.names["parts"]
    for robot, short in enumerate(game.box.texts["short"]):
        for slot, place in enumerate(SLOTS):
            assert names[11 * robot + slot].lower() == f"{short}'s {place}".lower()


@pytest.mark.parametrize(
    ("robot", "slot", "words"),
    [
        ("reforge", "head", "Whenever you get a resource from the Supply: deal 1 damage to each other player."),
        ("esquire", "right leg", "Whenever you attack, you may pay 1 resource: deal 3 more damage."),
        ("syphon", "left leg", "Upgrade, you may pay 2 [[heart|HP]]: one part costs 1 resource less."),
        (
            "executioner",
            "right shoulder",
            "Once you have dealt 4 damage on your turn: take 1 resource from the Supply.",
        ),
        ("guru", "core", "Gear: you may take deluxe Gear."),
        ("constructor", "left foot", "+1 [[burst|attack]]."),
    ],
)
def test_the_words_of_a_part_describe_its_effect(game, robot, slot, words):
    assert ABILITIES.words(game.box.record.part_does[part(robot, slot)].flat) == [words]


def test_the_words_of_the_heart_describe_its_effect(game):
    texts = [ABILITIES.words(rows.flat) for rows in game.box.record.heart_does]
    assert texts == [
        ["Gain 2 [[heart|HP]].", "Deal 1 damage to each other player."],
        ["Gain 4 [[heart|HP]].", "Deal 2 damage to each other player."],
        ["If you are broken you are mended and have 5 [[heart|HP]]."],
    ]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            '"from-supply: damage-each 1"',
            '"damage-each 1"',
            'parts 1 "Reforge\'s Head": does: "damage-each" needs to know when',
        ),
        ('"from-supply: damage-each 1"', '"from-supply: take 1"', 'acts on "from-supply" would set itself off'),
        ('"from-supply: damage-each 1"', '"from-supply: shield"', '"shield" is for select; found "from-supply"'),
        ('"from-supply: damage-each 1"', '"from-supply: may: gain 1"', '"may" cannot follow "from-supply"'),
        ('"from-supply: damage-each 1"', '"may: gain 1"', '"may" must follow what says when'),
        ('"from-supply: damage-each 1"', '"mine: gain 1", "gear: gain 1"', "expected one line"),
        ('"from-supply: damage-each 1"', '"from-supply: explode"', '"explode" is not a known operation'),
        ('"from-supply: damage-each 1"', '"select mine: attack; gain 1"', '"attack" must stand alone'),
        ('"from-supply: damage-each 1"', '"dealt 2: gain 1", "dealt 3: gain 1"', "expected one line"),
        ('does = ["double"]', 'does = ["may: double"]', '"may" stands on parts only'),
        ('does = ["double"]', 'does = ["halve"]', '"halve" is for under attack; found "before an attack"'),
        ('does = ["mend 5"]', 'does = ["weld"]', '"weld" is for own upgrade turn'),
        ("steel = 2, coal = 1", "steel = 2, iron = 1", '"iron" is not known'),
        ("cubes = 15", "cubes = 1", "too few for what the robots start with"),
        ("cap = 3", "cap = 21", "21 is out of range"),
        ('], known = "likely"', '], known = "perhaps"', '"perhaps" is not known'),
        ('short = "Reforge", ', "", "is missing"),
    ],
)
def test_an_ability_that_no_rule_carries_out_is_refused(changed, old, new, reason):
    with pytest.raises(cogtable.BadBox, match=re.escape(reason)):
        changed(old, new)


def test_a_longer_cycle_of_effects_is_refused(game, tmp_path):
    text = game.box_file.read_text(encoding="utf-8")
    text = text.replace('"from-supply: damage-each 1"', '"from-supply: gain 1"')
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    with pytest.raises(cogtable.BadBox, match="without end"):  # Syphon's Head takes a cube when HP are gained
        game.with_box(tmp_path / "box.toml")


def test_three_parts_that_act_on_damage_dealt_are_refused(game, tmp_path):
    text = game.box_file.read_text(encoding="utf-8")
    text = text.replace('"attacking: take 1"', '"dealt 3: take 1"')
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    with pytest.raises(cogtable.BadBox, match="at most 2"):
        game.with_box(tmp_path / "box.toml")


def test_too_much_gear_is_refused(game, tmp_path):
    text = game.box_file.read_text(encoding="utf-8")
    text = text.replace("count = 5", "count = 8").replace("count = 3", "count = 8").replace("cap = 3", "cap = 4")
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    assert game.with_box(tmp_path / "box.toml").box.record.gear_count.sum() == 64
    text = text.replace('name = "Shovel", count = 8', 'name = "Shovel", count = 9')
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    with pytest.raises(cogtable.BadBox, match="9 is out of range"):
        game.with_box(tmp_path / "box.toml")


def test_a_changed_number_on_a_part_takes_effect(changed, table):
    other = changed("dealt 4: take 1", "dealt 2: take 1")
    game = table(3, box=other.box_file).robot(0, "executioner").built(0, "right shoulder").play("select capture")
    assert game.count(0) == 1
    assert ABILITIES.words(other.box.record.part_does[part("executioner", "right shoulder")].flat) == [
        "Once you have dealt 2 damage on your turn: take 1 resource from the Supply."
    ]
