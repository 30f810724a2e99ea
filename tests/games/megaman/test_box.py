"""The shipped components compared with the published game, and invalid boxes."""

from collections import Counter

import pytest

import cogtable
from cogtable.games.megaman.rules.components import COLORS


@pytest.fixture(scope="module")
def box():
    return cogtable.game("megaman").box


@pytest.fixture(scope="module")
def b(box):
    return box.record


def cards(b, level):
    return [card for card in range(90) if b.level[card] == level]


@pytest.mark.parametrize(("level", "count", "each", "points", "cost", "tags"), [
    (1, 40, 8, 5, [32, 33, 33, 32, 34], {1: 10}),
    (2, 30, 6, 55, [41] * 5, {1: 10}),
    (3, 20, 4, 80, [43] * 5, {1: 5, 2: 5}),
])  # fmt: skip
def test_each_level_has_the_published_sums(b, level, count, each, points, cost, tags):
    own = cards(b, level)
    assert len(own) == count
    assert Counter(COLORS[b.bonus[card]] for card in own) == dict.fromkeys(COLORS, each)
    assert sum(int(b.points[card]) for card in own) == points
    assert [sum(int(b.cost[card, color]) for card in own) for color in range(5)] == cost
    assert Counter(int(b.tags[card]) for card in own if b.tags[card]) == tags


def test_only_two_robots_differ_in_their_names_alone(box, b):
    facts = [(b.level[i], b.bonus[i], b.points[i], b.tags[i], *b.cost[i]) for i in range(90)]
    alike = [name for name, fact in zip(box.names["cards"], facts, strict=True) if facts.count(fact) > 1]
    assert alike == ["Drill Man", "Ground Man"]


def test_robots_and_helpers_have_names_of_their_own(box):
    assert len({*box.names["cards"], *box.names["helpers"]}) == 90 + 8


def test_the_robots_named_in_the_rulebook_match_it(box, b):
    tags = dict(zip(box.names["cards"], b.tags, strict=True))
    assert (tags["Jewel Man"], tags["Mega Man"]) == (1, 2)


def test_there_are_four_tiles_with_two_sides(b):
    assert b.noble_points.tolist() == [3] * 8
    shapes = Counter(tuple(sorted(needs)) for needs in b.noble_needs.tolist())
    assert shapes == {(0, 0, 0, 4, 4): 5, (0, 0, 3, 3, 3): 3}
    assert len({tuple(needs) for needs in b.noble_needs.tolist()}) == 8


def test_the_numbers_of_tokens_match_the_rulebook(b):
    assert b.gems.tolist()[2:] == [4, 5, 7]
    assert b.green.tolist()[2:] == [2, 3, 4]
    assert b.gold == 5
    assert (b.yashichi_points, b.yashichi_tags) == (3, 3)


def test_the_box_says_which_names_are_our_own(box):
    assert box.designed


@pytest.mark.parametrize(("old", "new", "reason"), [
    ("green = [0, 0, 2, 3, 4]", "green = [0, 0, 2, 2, 4]", r"green\[3\]: expected at least 3, .* found 2"),
    ("Oil Man", "Magic Man", 'cards 40 "Magic Man": name: .* 26'),
    ('name = "Roll", ', "", "helpers 2: name: is missing"),
    ('"Jewel Man", level = 1', '"Jewel Man", level = 3', "cards: expected all of level 1 first"),
    ("tags = 2", "tags = 10", "tags: 10 is out of range"),
])  # fmt: skip
def test_an_invalid_value_is_refused(tmp_path, old, new, reason):
    game = cogtable.game("megaman")
    text = game.box_file.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "box.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(cogtable.BadBox, match=reason):
        game.with_box(tmp_path / "box.toml")
