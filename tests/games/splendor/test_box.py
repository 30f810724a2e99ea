"""The shipped components compared with the published game's checksums."""

from collections import Counter

import pytest

import cogtable
from cogtable.games.splendor.rules.components import COLORS


@pytest.fixture(scope="module")
def b():
    return cogtable.game("splendor").box.record


def cards(b, level):
    return [card for card in range(90) if b.level[card] == level]


@pytest.mark.parametrize(("level", "count", "each", "points", "cost"), [
    (1, 40, 8, 5, 33),
    (2, 30, 6, 55, 41),
    (3, 20, 4, 80, 43),
])  # fmt: skip
def test_each_level_has_the_published_sums(b, level, count, each, points, cost):
    own = cards(b, level)
    assert len(own) == count
    assert Counter(COLORS[b.bonus[card]] for card in own) == dict.fromkeys(COLORS, each)
    assert sum(int(b.points[card]) for card in own) == points
    assert [sum(int(b.cost[card, color]) for card in own) for color in range(5)] == [cost] * 5


def test_no_card_occurs_twice(b):
    assert len({(b.level[i], b.bonus[i], b.points[i], *b.cost[i]) for i in range(90)}) == 90


def test_all_colours_have_corresponding_cards(b):
    """Each colour has the same costs and points as any other, with the colours of the costs exchanged."""
    for level in (1, 2, 3):
        kinds = {
            color: Counter(
                (int(b.points[i]), *sorted(map(int, b.cost[i]))) for i in cards(b, level) if b.bonus[i] == color
            )
            for color in range(5)
        }
        assert all(kinds[color] == kinds[0] for color in range(5)), level


def test_there_are_ten_nobles_with_three_points(b):
    assert b.noble_points.tolist() == [3] * 10
    shapes = Counter(tuple(sorted(needs)) for needs in b.noble_needs.tolist())
    assert shapes == {(0, 0, 0, 4, 4): 5, (0, 0, 3, 3, 3): 5}
    assert b.noble_needs.sum(axis=0).tolist() == [17] * 5
    assert len({tuple(needs) for needs in b.noble_needs.tolist()}) == 10


def test_the_numbers_of_tokens_match_the_rulebook(b):
    assert b.gems.tolist()[2:] == [4, 5, 7]
    assert b.gold == 5


def test_the_box_does_not_call_itself_our_own():
    assert not cogtable.game("splendor").box.designed


def test_two_equal_cards_are_refused(tmp_path):
    """Cards must differ in words."""
    game = cogtable.game("splendor")
    lines = game.box_file.read_text(encoding="utf-8").splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("  {level"))
    lines[first + 1] = lines[first]
    (tmp_path / "box.toml").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(cogtable.BadBox, match="cards 2: is the same as cards 1; for more of it write copies = 2 there"):
        game.with_box(tmp_path / "box.toml")
