"""Boxes with more or fewer entries than a game ships with."""

import pickle

import pytest

import cogtable
from cogtable import BadBox
from cogtable.engine.compile import cache
from cogtable.engine.play import saves
from cogtable.engine.records.box_sizes import Size, declared_sizes, original, size, sized, sizes_of

TINY = cogtable.game("tiny")
TEXT = TINY.box_file.read_text(encoding="utf-8")


def tiny(*changes):
    """Returns Tiny with a changed box."""
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return TINY.with_box_text(text, "mine.toml")


ANT = '{name = "ant", value = 1},'


def test_an_entry_can_be_added():
    grown = tiny((ANT, ANT + '\n  {name = "asp", value = 3},'))
    assert grown.box.names["cards"][:3] == ("ant", "asp", "bee")
    assert grown.box.record.value.tolist()[:3] == [1, 3, 1]
    assert len(grown.start(seats=2, seed=1).position["seen"][0]) == 13


def test_an_entry_can_be_removed_or_have_no_copies():
    without = tiny((ANT, ""))
    assert without.box.names["cards"][0] == "bee"
    assert len(without.box.record.value) == 11
    assert tiny((ANT, '{name = "ant", value = 1, copies = 0},')).box.digest == without.box.digest


def test_copies_have_names_of_their_own():
    grown = tiny((ANT, '{name = "ant", value = 1, copies = 3},'))
    assert grown.box.names["cards"][:4] == ("ant", "ant (2)", "ant (3)", "bee")
    assert grown.box.copies["cards"][:4] == (1, 2, 3, 1)
    assert grown.box.titles("cards")[:4] == ("ant", "ant", "ant", "bee")
    assert grown.box.record.value.tolist()[:4] == [1, 1, 1, 1]


def test_a_box_of_the_shipped_size_needs_no_new_code():
    same = tiny((ANT, '{name = "ant", value = 1, copies = 2},'), ('  {name = "lynx", value = 9},', ""))
    assert same.state is TINY.state
    assert tiny((ANT, ANT)).box.digest == TINY.box.digest


@pytest.mark.parametrize(("change", "reason"), [
    ((ANT, '{name = "ant", value = 1, copies = 20},'), "line 5: cards: expected 9 to 20 entries; found 31"),
    ((ANT, '{name = "ant", value = 1, copies = 21},'), 'line 6: cards 1 "ant": copies: expected 0 to 20; found 21'),
    ((ANT, '{name = "ant", value = 99, copies = 2},'), 'line 6: cards 1 "ant": value: 99 is out of range'),
    (("[", "[" + "{}, " * 9), "mistakes"),
])  # fmt: skip
def test_a_size_out_of_range_is_refused_with_its_line(change, reason):
    with pytest.raises(BadBox) as caught:
        tiny(change)
    assert reason in str(caught.value)
    assert str(caught.value).startswith("mine.toml: ")


def test_a_game_of_another_size_has_its_own_modules():
    grown = tiny((ANT, '{name = "ant", value = 1, copies = 3},'))
    assert grown.name == "tiny"
    assert grown.package == "tiny[cards=14]"
    assert grown.shipped() is TINY
    assert grown.with_box(TINY.box_file).state is TINY.state
    assert grown.state.marker != TINY.state.marker
    assert grown.table.__name__ == "tiny[cards=14].table"
    assert cache.sources(grown.state.marker) != cache.sources(TINY.state.marker)
    assert tiny((ANT, '{name = "ant", value = 2, copies = 3},')).state is grown.state, "one of that size is enough"


def test_a_game_of_another_size_can_be_pickled_and_saved():
    grown = tiny((ANT, '{name = "ant", value = 1, copies = 3},'))
    again = pickle.loads(pickle.dumps(grown))
    assert again.box.digest == grown.box.digest
    assert again.state is grown.state
    match = grown.start(seats=2, seed=1)
    assert pickle.loads(pickle.dumps(match)).position.tobytes() == match.position.tobytes()


def test_a_match_is_loaded_with_its_box(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(ANT, '{name = "ant", value = 1, copies = 3},'), encoding="utf-8")
    match = cogtable.game("tiny", path).start(seats=2, seed=1)
    match.play(0, match.choices(0)[0].action)
    assert saves.load(saves.save(match), box=path, verify=True).position.tobytes() == match.position.tobytes()
    with pytest.raises(cogtable.BadSave, match="name the box file"):
        saves.load(saves.save(match))


def test_module_names_contain_their_sizes():
    assert sized("cogtable.games.mine.rules.box", {"b": 2, "a": 1}) == "cogtable.games.mine[a=1,b=2].rules.box"
    assert sized("mine.rules", {}) == "mine.rules"
    assert original("mine[a=1,b=2].rules") == "mine.rules"
    assert sizes_of("mine[a=1,b=2].rules") == {"a": 1, "b": 2}
    assert sizes_of("mine.rules") == {}


def test_a_size_must_be_a_number_within_its_limits():
    stickers = size("stickers", 12, low=9, most=20)
    assert stickers == 12
    assert declared_sizes(__name__)["stickers"] == Size(12, 9, 20)
    with pytest.raises(TypeError, match="size of stickers: expected 30 to lie between 1 and 20"):
        size("stickers", 30, most=20)
