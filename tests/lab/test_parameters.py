"""Parameters of a box that are varied: their notation, errors, and the resulting boxes."""

import re
import tomllib

import pytest

import cogtable
from cogtable.engine.boxes.diff import differences
from cogtable.engine.errors import BadOption
from cogtable.lab.parameters import Boxes, parse_parameters


@pytest.fixture(scope="module")
def recharge():
    return cogtable.game("recharge")


@pytest.fixture(scope="module")
def splendor():
    return cogtable.game("splendor")


@pytest.mark.parametrize(
    ("given", "title", "numbers", "now"),
    [
        ("robots.Turbine Tom.cost=14..19", "Turbine Tom: cost", (14, 15, 16, 17, 18, 19), 18),
        ("robots.28.cost=17..18", "Turbine Tom: cost", (17, 18), 18),
        ("coins=6..12..2", "coins", (6, 8, 10, 12), 8),
        ("coins = 12, 3,5", "coins", (3, 5, 12), 8),
        ("coins=1..3,8..9", "coins", (1, 2, 3, 8, 9), 8),
        ("deal[3]=1..2", "deal[3]", (1, 2), 2),
        ("robots.Turbine Tom.crowns=-1..1", "Turbine Tom: crowns", (-1, 0, 1), 4),
        ("robots.Turbine Tom.copies=0..2", "Turbine Tom: copies", (0, 1, 2), 1),
        ("robots.Turbine Tom.does[0]=charge 1..3", "Turbine Tom: does[0]: charge …", (1, 2, 3), 1),
        ("robots.Scrap Dealer.does[0]=may-discard 1: gain 1,4", None, (1, 4), 3),
        ("robots.Turbine Tom.does[0]=draw 1..2", "Turbine Tom: does[0]: draw …", (1, 2), None),
    ],
)
def test_parameters_are_written_by_their_notation(recharge, given, title, numbers, now):
    (one,) = parse_parameters(recharge, [given])
    assert one.title == title or title is None
    assert (one.numbers, one.now) == (numbers, now)


def test_unnamed_entries_and_missing_keys_can_be_parameters(splendor):
    first, second = parse_parameters(splendor, ["cards.1.cost.red=1..3", "cards.1.cost.white=0..2"])
    assert (first.title, first.now) == ("cards 1 cost: red", 2)
    assert (second.title, second.now) == ("cards 1 cost: white", 0)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "expected at least one number to vary"),
        (["coins"], 'expected WAY=VALUES, such as coins=6..10; found "coins"'),
        (["=1..2"], "expected WAY=VALUES"),
        (["coin=1..2"], 'the box has no "coin"; did you mean coins? There are robots, events'),
        (["robots=1..2"], "expected an entry and its field, such as robots.Coin Press.cost=1..3"),
        (
            ["robots.Turbine Tim.cost=1..2"],
            'no "Turbine Tim" among the robots; did you mean Turbine Tom? There are Coin',
        ),
        (["robots.61.cost=1..2"], 'no "61" among the robots; There are Coin Press'),
        (["robots.Turbine Tom.cots=1..2"], 'Turbine Tom has no "cots"; did you mean cost? There are cost, crowns'),
        (["robots.Turbine Tom.flavour=1..2"], 'Turbine Tom has no "flavour"; There are cost'),
        (["robots.Turbine Tom.does=1..2"], "Turbine Tom: does is a list, not a number; it has [0], [1]"),
        (["robots.Turbine Tom.does[7]=gain 1..2"], "has places [0] to [1]; found [7]"),
        (["robots.Turbine Tom.does[0]=gain 2"], 'it is "charge 1": expected such a line with numbers such as 1..4'),
        (["robots.Turbine Tom.does[0]=charge-each 1..2 1..2"], "in one place"),
        (["deal=1..2"], "deal is a list, not a number; it has [0], [1], [2], [3], [4]"),
        (["coins.red=1..2"], "coins is nothing and has no red"),
        (["coins=9..4"], 'a range goes up, by steps of 1 or more; found "9..4"'),
        (["coins=1..9..0"], "by steps of 1 or more"),
        (["coins=1..1000"], "expected at most 200 values"),
        (["coins=four"], 'expected numbers such as 4..9, 0..20..5 or 3,5,8; found "four"'),
        (["coins=1..2", "coins=3..4"], "coins is given twice"),
    ],
)
def test_an_unknown_parameter_is_refused_with_the_possible_ones(recharge, given, said):
    with pytest.raises(BadOption, match=re.escape(said)):
        parse_parameters(recharge, given)


def test_only_the_number_and_the_title_change(recharge, tmp_path):
    boxes = Boxes(recharge, parse_parameters(recharge, ["robots.Turbine Tom.cost=16..19", "coins=6..9"]), tmp_path)
    found = boxes.make((17, 9))
    file = boxes.file((17, 9))
    file.write_text(found.text, encoding="utf-8")
    assert file.name == "turbine-tom-cost-17-coins-9.toml"
    assert found.title == "Turbine Tom: cost 17; coins 9"
    said = [change.words for change in differences(recharge.box_file, file)]
    assert said == ["coins: 8 -> 9", 'robots 28 "Turbine Tom": cost: 18 -> 17']
    old, new = (text.splitlines() for text in (recharge.box.text, found.text))
    assert [number for number, (a, b) in enumerate(zip(old, new, strict=True)) if a != b] == [3, 9, 49]
    assert recharge.with_box(file).box.digest == found.digest
    assert boxes.make((18, 8)).digest == recharge.box.digest


def test_a_missing_key_is_added(splendor, recharge, tmp_path):
    found = Boxes(splendor, parse_parameters(splendor, ["cards.1.cost.white=2"]), tmp_path).make((2,))
    assert tomllib.loads(found.text)["cards"][0]["cost"] == {"red": 2, "black": 1, "white": 2}
    found = Boxes(recharge, parse_parameters(recharge, ["robots.Turbine Tom.does[1]=gain 3..4"]), tmp_path).make((4,))
    assert tomllib.loads(found.text)["robots"][27]["does"] == ["charge 1", "gain 4"]


def test_a_box_without_a_title_gets_one(tmp_path):
    tiny = cogtable.game("tiny")
    found = Boxes(tiny, parse_parameters(tiny, ["cards.cat.value=5"]), tmp_path).make((5,))
    assert tomllib.loads(found.text)["title"] == "cat: value 5"
    assert found.game.box.title == "cat: value 5"


def test_bounds_that_the_box_does_not_allow_are_refused(recharge, tmp_path):
    boxes = Boxes(recharge, parse_parameters(recharge, ["robots.Turbine Tom.cost=18..21"]), tmp_path)
    said = re.escape('Turbine Tom: cost 21 does not fit: line 50: robots 28 "Turbine Tom": cost: 21 is out of range')
    with pytest.raises(BadOption, match=said):
        boxes.check_bounds()
    with pytest.raises(BadOption, match=said):
        list(boxes.all())


def test_the_number_of_copies_can_be_varied(recharge, tmp_path):
    boxes = Boxes(recharge, parse_parameters(recharge, ["robots.Turbine Tom.copies=0..2"]), tmp_path)
    assert [len(each.game.box.names["robots"]) for each in boxes.all()] == [59, 60, 61]
