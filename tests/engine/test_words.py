"""Counts and lists in words."""

import pytest

from cogtable.engine.text.words import capital, counted, listed, phrases, say, series


@pytest.mark.parametrize(("count", "words"), [(0, "0 batteries"), (1, "1 battery"), (-1, "-1 batteries")])
def test_a_count_has_its_noun(count, words):
    assert counted(count, "battery", "batteries") == words


def test_a_plural_is_made_with_an_s():
    assert [counted(count, "card") for count in (1, 2)] == ["1 card", "2 cards"]


@pytest.mark.parametrize(
    ("words", "listed_"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists_are_joined_with_and(words, listed_):
    assert listed(words) == listed_


def test_a_series_is_joined_with_commas():
    assert [series(words) for words in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b, c"]


def test_a_sentence_begins_with_a_capital():
    assert [capital(words) for words in ("", "draw a card", "$3")] == ["", "Draw a card", "$3"]


def test_a_count_can_be_declared_in_a_constant():
    left = phrases("one {thing} left", "{n} {thing}s left")
    assert [say(left, n=n, thing="card") for n in (0, 1, 2)] == ["0 cards left", "one card left", "2 cards left"]
