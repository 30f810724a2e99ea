"""The differences between two box files."""

from pathlib import Path

import pytest

import cogtable
from cogtable.engine.boxes.diff import Change, differences

BASE = """
game = "tiny"
source = "made up"
gold = 5
gems = [4, 5]
cards = [
  {name = "ant", value = 1, cost = {red = 1, blue = 2}},
  {name = "bee", value = 2},
  {name = "cat", value = 3, does = ["draw 1"]},
]
"""


@pytest.fixture
def changed(tmp_path: Path):
    """Returns the differences after parts of the text are replaced."""

    def changed(*replaced: tuple[str, str], base: str = BASE) -> list[Change]:
        text = base
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "old.toml").write_text(base)
        (tmp_path / "new.toml").write_text(text)
        return differences(tmp_path / "old.toml", tmp_path / "new.toml")

    return changed


def test_boxes_with_equal_contents_and_another_name_do_not_differ(changed) -> None:
    assert changed() == []
    assert changed(('"made up"', '"dreamt"'), ("gold = 5", "gold = 5  # coins")) == []


def test_changed_fields_are_listed_with_old_and_new_value(changed) -> None:
    found = changed(("value = 2", "value = 4"), ("red = 1", "green = 1"), ('"draw 1"', '"draw 2", "stop"'))
    assert found == [
        Change(kind="changed", where='cards 1 "ant"', field="cost.red", old=1, new=None),
        Change(kind="changed", where='cards 1 "ant"', field="cost.green", old=None, new=1),
        Change(kind="changed", where='cards 2 "bee"', field="value", old=2, new=4),
        Change(kind="changed", where='cards 3 "cat"', field="does", old=["draw 1"], new=["draw 2", "stop"]),
    ]


def test_keys_of_the_file_are_compared_too(changed) -> None:
    assert changed(("gold = 5", "silver = 6"), ("[4, 5]", "[4, 6]")) == [
        Change(kind="changed", where="", field="gold", old=5, new=None),
        Change(kind="changed", where="", field="gems", old=[4, 5], new=[4, 6]),
        Change(kind="changed", where="", field="silver", old=None, new=6),
    ]


def test_entries_are_matched_by_name(changed) -> None:
    bee = '  {name = "bee", value = 2},\n'
    assert changed((bee, "")) == [Change(kind="removed", where='cards 2 "bee"', old={"name": "bee", "value": 2})]
    assert changed((bee, bee + bee.replace("bee", "yak"))) == [
        Change(kind="added", where='cards 3 "yak"', new={"name": "yak", "value": 2})
    ]
    assert changed((bee, ""), ("cards = [\n", "cards = [\n" + bee)) == [Change(kind="order", where="cards")]


def test_replacing_a_card_by_another_elsewhere_is_not_a_renaming(changed) -> None:
    bee, last = '  {name = "bee", value = 2},\n', 'does = ["draw 1"]},\n'
    found = changed((bee, ""), (last, last + bee.replace("bee", "yak")))
    assert [(change.kind, change.where) for change in found] == [
        ("removed", 'cards 2 "bee"'),
        ("added", 'cards 3 "yak"'),
    ]


def test_an_entry_in_anothers_place_was_renamed(changed) -> None:
    assert changed(('"bee"', '"wasp"')) == [
        Change(kind="changed", where='cards 2 "wasp"', field="name", old="bee", new="wasp")
    ]


def test_entries_without_names_are_matched_by_their_contents(changed) -> None:
    base = BASE.replace('name = "ant", ', "").replace('name = "bee", ', "").replace('name = "cat", ', "")
    assert changed(("  {value = 2},\n", ""), ("value = 3", "value = 7"), base=base) == [
        Change(kind="removed", where="cards 3", old={"value": 3, "does": ["draw 1"]}),
        Change(kind="changed", where="cards 2", field="value", old=2, new=7),
        Change(kind="changed", where="cards 2", field="does", old=None, new=["draw 1"]),
    ]
    assert changed(("value = 2}", "value = 2}, {value = 9}"), base=base) == [
        Change(kind="added", where="cards 3", new={"value": 9})
    ]
    assert changed(("value = 3", "value = 7"), base=base) == [
        Change(kind="changed", where="cards 3", field="value", old=3, new=7)
    ]


def test_differences_are_described_in_words(changed) -> None:
    found = changed(
        ("gold = 5", ""),
        ("red = 1", "red = 3"),
        ('  {name = "bee", value = 2},\n', ""),
        ('["draw 1"]},\n', '[]},\n  {name = "yäk", value = 2, cost = {red = 1}},\n'),
    )
    assert [change.words for change in found] == [
        "gold: 5 -> nothing",
        'cards 2 "bee": removed (value 2)',
        'cards 1 "ant": cost.red: 1 -> 3',
        'cards 2 "cat": does: ["draw 1"] -> []',
        'cards 3 "yäk": added (value 2, cost {"red": 1})',
    ]
    assert Change(kind="order", where="cards").words == "cards: the entries are in a different order"


def test_differences_of_a_real_box_are_described_in_words(tmp_path: Path) -> None:
    box = cogtable.game("splendor").box_file
    text = box.read_text(encoding="utf-8").replace("cost = {red = 2, black = 1}", "cost = {red = 3}", 1)
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    assert differences(box, tmp_path / "mine.toml") == [
        Change(kind="changed", where="cards 1", field="cost.red", old=2, new=3),
        Change(kind="changed", where="cards 1", field="cost.black", old=1, new=None),
    ]


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    box = cogtable.game("splendor").box_file
    with pytest.raises(cogtable.CogtableError, match=r"none\.toml: cannot be read: No such file"):
        differences(box, tmp_path / "none.toml")
