"""Counts and lists in words."""

import pytest

import cogtable
from cogtable.engine import words
from cogtable.engine.printed import printed
from cogtable.engine.words import capital, counted, in_a_row, listed


@pytest.mark.parametrize(("count", "words"), [(0, "0 batteries"), (1, "1 battery"), (-1, "-1 batteries")])
def test_a_count_has_its_noun(count, words):
    assert counted(count, "battery", "batteries") == words


def test_a_plural_is_made_with_an_s():
    assert [counted(count, "card") for count in (1, 2)] == ["1 card", "2 cards"]


@pytest.mark.parametrize(
    ("words", "listed_"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_words_in_a_row(words, listed_):
    assert listed(words) == listed_


def test_words_in_a_row_without_and():
    assert [in_a_row(words) for words in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b, c"]


def test_a_sentence_begins_with_a_capital():
    assert [capital(words) for words in ("", "draw a card", "$3", "[[gear|gears]]")] == [
        "",
        "Draw a card",
        "$3",
        "[[gear|gears]]",
    ]


def test_what_is_printed_is_said_anew_in_another_language():
    @printed
    def title(box, number):
        return words.say("Card {number}", number=number)

    box = cogtable.game("tiny").box
    assert title(box, 1) == "Card 1"
    words.speak(words.pseudo())
    try:
        assert title(box, 1) == "Ćàŕď 1"
    finally:
        words.speak()
    assert title(box, 1) == "Card 1"
