"""Memoized functions of a box: computed once, with a bounded cache."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cogtable
from cogtable.engine.boxes.box import Box
from cogtable.engine.text import cached, words


@pytest.fixture(autouse=True)
def _leaves_nothing() -> Iterator[None]:
    before = list(cached.FUNCTIONS)
    yield
    cached.FUNCTIONS[:] = before


def test_a_result_is_computed_once_for_each_box_language_and_argument() -> None:
    asked: list[tuple[str, int]] = []

    class Table:
        @cached.printed
        def name(self, box: Box, card: int) -> str:
            asked.append((box.digest, card))
            return words.say("card {n}", n=card)

    @cached.printed
    def other(box: Box, card: int) -> int:
        return -card

    one, two, table = cogtable.game("splendor").box, cogtable.game("megaman").box, Table()
    assert [table.name(box, card) for box in (one, two, one) for card in (1, 2)] == ["card 1", "card 2"] * 3
    assert asked == [(box.digest, card) for box in (one, two) for card in (1, 2)]
    assert other(one, 1) == -1
    words.speak(words.pseudo(), words.PSEUDO)
    try:
        assert table.name(one, 1) == words.pseudo().gettext("card {n}").format(n=1) != "card 1"
        assert Table().name(one, 2) != "card 2"
    finally:
        words.speak()


def test_the_cache_of_all_functions_together_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    cached.FUNCTIONS.clear()
    monkeypatch.setattr(cached, "MOST", 10)

    @cached.printed
    def doubled(box: Box, number: int) -> int:
        return 2 * number

    @cached.printed
    def tripled(box: Box, number: int) -> int:
        return 3 * number

    box, (of_doubled, of_tripled) = cogtable.game("splendor").box, (known for _, known in cached.FUNCTIONS)
    assert [tripled(box, number) for number in range(3)] == [0, 3, 6]
    for number in range(40):
        assert doubled(box, number) == 2 * number
        assert 1 <= len(of_doubled) <= 7
    assert len(of_tripled) == 3  # it has fewer results, so it drops none


def test_the_box_must_be_the_first_argument() -> None:
    with pytest.raises(TypeError, match="expected box as the first argument, or after self; found 2 before"):

        @cached.printed
        def late(one: int, two: int, box: Box) -> int:
            return one
