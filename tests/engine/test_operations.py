"""Abilities as data: lines of a file become rows of numbers, and the same rows become words."""

import re

import pytest

from cogtable import BadBox
from cogtable.engine.boxes.box import column, count, read_box
from cogtable.engine.boxes.operations import Name, Operation, Row, Vocabulary
from cogtable.engine.records.state import Int8, Tables
from cogtable.engine.text import words

THINGS = {"coin": ("{n} coin", "{n} coins"), "crown": ("{n} crown", "{n} crowns")}
ABILITIES = Vocabulary(
    Operation("draw", {"n": range(1, 6)}, ("draw {n} card", "draw {n} cards")),
    Operation("gain", {"n": range(1, 21), "what": THINGS}, "gain {what}"),
    Operation("rest", {}, "rest"),
    Operation("if-batteries", {"n": range(1, 21)}, ("if you have a battery", "if you have {n} batteries"), guard=True),
    Operation("may-pay", {"n": range(1, 10)}, "you may pay ${n}", guard=True),
)


class Cards(Tables):
    cards: Int8 = count("cards", low=1)
    does: Int8[3, 4, ABILITIES.width] = column("cards", "does", parse=ABILITIES.parse)
    price: Int8[3] = column("cards", "price", high=9)


def box_of(tmp_path, *abilities):
    path = tmp_path / "cards.toml"
    entries = ", ".join(f"{{price = 1, does = {list(lines)!r}}}" for lines in abilities)
    path.write_text(f'game = "cards"\ncards = [{entries}]\n')
    return read_box(path, "cards", Cards).record


def sentences(*lines):
    return ABILITIES.words(ABILITIES.parse(list(lines)))


def test_lines_become_rows_of_numbers(tmp_path):
    b = box_of(tmp_path, ["draw 2", "if-batteries 5: gain 3 crown; rest"])
    assert b.does[0].tolist() == [[0, 2, 0, 0], [3, 5, 0, 2], [1, 3, 1, 0], [2, 0, 0, 0]]
    assert list(ABILITIES.rows(b.does[0].flat))[2] == Row(ABILITIES["gain"], (3, 1))


def test_a_table_can_have_fewer_entries_than_it_has_room_for(tmp_path):
    b = box_of(tmp_path, ["rest"], ["draw 1"])
    assert b.cards == 2
    assert (b.does[2] == -1).all()
    with pytest.raises(BadBox, match="cards: expected 1 to 3 entries; found 4"):
        box_of(tmp_path, *[["rest"]] * 4)
    with pytest.raises(BadBox, match="cards: expected 1 to 3 entries; found 0"):
        box_of(tmp_path)


def test_words_describe_the_rows():
    assert sentences("draw 1", "gain 2 coin") == ["Draw 1 card.", "Gain 2 coins."]
    assert sentences("if-batteries 1: draw 2; rest; gain 1 crown", "rest") == [
        "If you have a battery: draw 2 cards, rest and gain 1 crown.",
        "Rest.",
    ]
    assert sentences("may-pay 3: if-batteries 5: draw 1") == ["You may pay $3, if you have 5 batteries: draw 1 card."]


COMPARED = {"coins": Name("coins", "$"), "cards": Name("cards", "[[cards]]")}


def test_short_words_describe_the_same_in_one_line():
    cards = Vocabulary(
        Operation("draw", {"n": range(1, 6)}, ("draw {n} card", "draw {n} cards"), "+{n}[[cards]]"),
        Operation("rest", {}, "rest"),
        Operation("if-most", {"what": COMPARED}, "if nobody has as many {what}", "most {what}:", guard=True),
    )
    numbers = cards.parse(["if-most coins: draw 2; rest", "if-most cards: rest", "draw 1"])
    assert cards.words(numbers)[0] == "If nobody has as many coins: draw 2 cards and rest."
    assert cards.short(numbers) == "most $: +2[[cards]], rest, most [[cards]]: rest, +1[[cards]]"


WHOM = {"it": "this one", "any": "any machine"}


def test_operations_can_have_alternative_words():
    ((guards, rows),) = ABILITIES.lines(ABILITIES.parse(["may-pay 3: draw 1; rest"]))
    assert ABILITIES.line_words(guards, rows, {"may-pay": "pay ${n}"}) == "pay $3: draw 1 card and rest"
    assert ABILITIES.done(rows, {"draw": ("draw it", "draw them")}) == "draw it and rest"


def test_every_word_can_be_translated():
    words.speak(words.pseudo())
    try:
        templates = sentences("may-pay 3: if-batteries 5: gain 1 crown; rest")
    finally:
        words.speak()
    assert not re.search("[a-zA-Z]", "".join(templates))


def test_a_named_argument_can_choose_the_words():
    cards = Vocabulary(
        Operation("flip", {"whom": WHOM}, "flip {whom}"),
        Operation("heal", {"n": range(1, 4), "whom": WHOM}, ("give {whom} a point", "give {whom} {n} points")),
        Operation("close", {"door": ("Left", "Right")}, "close {door}"),
    )
    assert cards.words(cards.parse(["flip it; flip any", "heal 2 any", "heal 1 it", "close Right"])) == [
        "Flip this one.",
        "Flip any machine.",
        "Give any machine 2 points.",
        "Give this one a point.",
        "Close Right.",
    ]


def test_conditions_apply_to_their_own_line_only():
    rows = list(ABILITIES.rows(ABILITIES.parse(["may-pay 3: if-batteries 5: draw 1; rest", "rest"])))
    assert [row.guards for row in rows] == [3, 2, 0, 0, 0]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("fly", '"fly": "fly" is not a known operation; expected one of draw, gain, rest'),
        ("", '"": "" is not a known operation; expected one of draw, gain, rest'),
        ("drow 2", '"drow 2": "drow" is not a known operation; did you mean draw? There are draw, gain, rest'),
        (
            "if-batteries 2",
            '"if-batteries 2": "if-batteries" is a condition; expected a colon and an operation after it',
        ),
        (
            "rest: draw 1",
            '"rest: draw 1": "rest" is not a known condition before a colon; expected one of if-batteries, may-pay',
        ),
        ("draw", '"draw": expected "draw <1 to 5>"; found "draw"'),
        ("draw 1 2", '"draw 1 2": expected "draw <1 to 5>"; found "draw 1 2"'),
        ("draw 6", '"draw 6": expected <1 to 5>; found "6"'),
        ("draw two", '"draw two": expected <1 to 5>; found "two"'),
        ("gain 1 gold", '"gain 1 gold": expected <coin|crown>; found "gold"'),
    ],
)
def test_an_invalid_ability_is_refused_with_its_line_and_what_was_expected(tmp_path, line, reason):
    with pytest.raises(BadBox, match=re.escape(f"cards 1: does: {reason}")):
        box_of(tmp_path, [line])


def test_suggestions_contain_only_operations_that_fit_the_card():
    parse = ABILITIES.parse_without(["draw", "may-pay"])
    for line, reason in (
        ("drow 2", '"drow 2": "drow" is not a known operation; expected one of gain, rest'),
        (
            "may-play 2: rest",
            '"may-play 2: rest": "may-play" is not a known condition before a colon; expected one of if-batter',
        ),
    ):
        with pytest.raises(ValueError, match=re.escape(reason)):
            parse([line])
    with pytest.raises(ValueError, match=re.escape('expected a list of lines like ["gain 1 coin"]; found 7')):
        parse(7)
    assert parse(["draw 2"]) == ABILITIES.parse(["draw 2"])
    with pytest.raises(ValueError, match='"if-most" is not allowed here; expected no condition'):
        ABILITIES.parse(["if-most: rest"], without=["if-batteries", "may-pay"])


def test_an_ability_must_be_a_list_of_lines():
    with pytest.raises(ValueError, match=re.escape('expected a list of lines like ["draw 1"]; found 7')):
        ABILITIES.parse(7)


def test_two_operations_cannot_have_one_name():
    with pytest.raises(TypeError, match="same name"):
        Vocabulary(Operation("rest", {}, "rest"), Operation("rest", {}, "sleep"))
