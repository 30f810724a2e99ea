"""A box as rows and cells, and changes that keep comments and formatting."""

import difflib
import tomllib

import msgspec
import pytest

import cogtable
from cogtable.engine.box_editing.edit import BadEdit, BoxEdit, edited
from cogtable.engine.box_editing.sheet import cell_text, cell_value, fields_of, tables_of
from cogtable.engine.boxes.box import BoxFile
from cogtable.engine.errors import BadBox
from cogtable.engine.play.registry import usable

TINY = """
game = "tiny"  # a small one
cards = [
  # The weak.
  {name = "ant", value = 1}, # the weakest
  {name = "bee", value = 1},

  # The strong.
  {name = "cat", value = 2},
  {name = "dog", value = 3}
]
"""

RECHARGE = cogtable.game("recharge")
SPLENDOR = cogtable.game("splendor")


@pytest.fixture
def changed():
    """Returns the lines that changes remove (-) and add (+)."""

    def changed(*edits, text=TINY, game="tiny"):
        new = edited(text, edits, cogtable.game(game).tables)
        tomllib.loads(new)
        lines = difflib.ndiff(text.splitlines(), new.splitlines())
        return [line[:2].strip() + line[2:].strip() for line in lines if line[0] in "+-"]

    return changed


def test_a_cell_changes_and_the_comments_stay(changed):
    assert changed(BoxEdit(table="cards", entry=0, field="value", value="7")) == [
        '-{name = "ant", value = 1}, # the weakest',
        '+{name = "ant", value = 7}, # the weakest',
    ]


def test_setting_a_cell_to_its_value_changes_nothing(changed):
    assert changed(BoxEdit(table="cards", entry=0, field="value", value=" 1 ")) == []


def test_an_invalid_value_is_written_as_words_for_the_check_to_refuse(changed):
    assert (
        changed(BoxEdit(table="cards", entry=1, field="value", value="many"))[1] == '+{name = "bee", value = "many"},'
    )


def test_a_copied_entry_follows_the_original_with_a_new_name(changed):
    assert changed(BoxEdit(kind="copy", table="cards", entry=1)) == ['+{name = "bee 2", value = 1},']
    assert changed(BoxEdit(kind="copy", table="cards", entry=1), BoxEdit(kind="copy", table="cards", entry=1)) == [
        '+{name = "bee 3", value = 1},',
        '+{name = "bee 2", value = 1},',
    ]


def test_a_new_entry_has_the_smallest_allowed_numbers(changed):
    assert changed(BoxEdit(kind="add", table="cards", entry=3))[-1] == '+{name = "New", value = 1}'


def test_removing_an_entry_removes_the_comment_on_its_line(changed):
    assert changed(BoxEdit(kind="remove", table="cards", entry=0)) == ['-{name = "ant", value = 1}, # the weakest']


def test_entries_with_headers_of_their_own_can_be_changed(changed):
    text = 'game = "tiny"\n[[cards]]\nname = "ant"\nvalue = 1 # weak\n'
    assert changed(BoxEdit(table="cards", field="value", value="4"), text=text) == [
        "-value = 1 # weak",
        "+value = 4 # weak",
    ]
    added = changed(BoxEdit(kind="copy", table="cards"), text=text)
    assert '+name = "ant 2"' in added


def test_one_colours_number_changes_alone_and_an_empty_cell_removes_it(changed):
    text = SPLENDOR.box.text
    red = BoxEdit(table="cards", entry=0, field="cost", part="red", value="5")
    assert "red = 5, black = 1" in changed(red, text=text, game="splendor")[-1]
    gone = msgspec.structs.replace(red, value="")
    assert "cost = {black = 1}" in changed(gone, text=text, game="splendor")[-1]


def test_the_lines_of_an_ability_are_written_as_a_list(changed):
    does = BoxEdit(table="robots", field="does", value="gain 2\n\n draw 1 \n")
    assert 'does = ["gain 2", "draw 1"]' in changed(does, text=RECHARGE.box.text, game="recharge")[-1]


def test_numbers_outside_tables_can_be_changed(changed):
    text = RECHARGE.box.text
    assert changed(BoxEdit(field="hand", value="6"), text=text, game="recharge")[-1] == "+hand = 6"
    deal = changed(BoxEdit(field="deal", value="0 0 3 3 3"), text=text, game="recharge")[-1]
    assert deal == "+deal = [0, 0, 3, 3, 3]"


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (BoxEdit(table="birds", field="value"), 'expected the entries of "birds" in the file; found NoneType'),
        (BoxEdit(table="cards", entry=9, field="value"), "cards: expected an entry from 0 to 3; found 9"),
        (BoxEdit(table="cards", entry=-1, field="value"), "cards: expected an entry from 0 to 3; found -1"),
        (BoxEdit(table="cards", field="weight"), "expected one of name, value, copies; found 'weight'"),
        (BoxEdit(field="gold"), "expected one of title; found 'gold'"),
    ],
)
def test_an_unknown_place_is_refused(changed, edit, reason):
    with pytest.raises(BadEdit) as refused:
        changed(edit)
    assert reason in str(refused.value)


def test_text_that_is_not_toml_is_refused(changed):
    with pytest.raises(BadEdit, match="the file is not TOML"):
        changed(BoxEdit(table="cards", field="value"), text="cards = [")


@pytest.mark.parametrize("game", usable(), ids=lambda game: game.name)
def test_every_cell_of_every_box_can_be_written_back_unchanged(game):
    data = tomllib.loads(game.box.text)
    for table in ["", *tables_of(game.tables)]:
        entries = data[table] if table else [data]
        for field in fields_of(game.tables, table, entries):
            for entry in entries:
                value = entry.get(field.field)
                value = value.get(field.part) if field.part and value else value
                assert cell_value(field, cell_text(field, entry)) == (None if value == "" and field.optional else value)


@pytest.mark.parametrize("game", usable(), ids=lambda game: game.name)
def test_the_rows_of_every_box_contain_every_field_of_its_entries(game):
    data = tomllib.loads(game.box.text)
    for table in tables_of(game.tables):
        known = {field.field for field in fields_of(game.tables, table, data[table])}
        assert known >= {key for entry in data[table] for key in entry}


def test_mistakes_of_a_box_say_where_they_are():
    text = TINY.replace('name = "bee", value = 1', 'name = "bee", value = 99')
    with pytest.raises(BadBox) as refused:
        cogtable.game("tiny").with_box_text(text, "mine.toml")
    out_of_range, too_few = sorted(refused.value.mistakes, key=lambda mistake: -len(mistake.place))
    assert out_of_range == (6, 'cards 2 "bee": value', "99 is out of range; expected 1 to 9", ("cards", 1, "value"))
    assert too_few.place == ("cards",)


def test_equal_cards_can_be_viewed():
    data = tomllib.loads(RECHARGE.box.text)
    data["robots"][1] = data["robots"][0] | {"name": "Its twin"}
    file = BoxFile("mine.toml", "", data)
    with pytest.raises(BadBox, match="is the same as"):
        RECHARGE.with_box_file(RECHARGE.box_file, file)
    assert RECHARGE.with_box_file(RECHARGE.box_file, file, alike=True).box.names["robots"][1] == "Its twin"


def test_a_misspelt_line_is_corrected_if_that_helps():
    vocabulary = RECHARGE.vocabulary("robots", "does")
    assert vocabulary is not None
    assert vocabulary.mended("chrage 1") == "charge 1"
    assert vocabulary.mended("may-dscard 1: chrage 1") == "may-discard 1: charge 1"
    assert vocabulary.mended("charge 99") == ""
    assert vocabulary.mended("gibberish") == ""
