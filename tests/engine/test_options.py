"""Seats, seeds and options: accepted by value or by word, or refused with what was expected."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import cogtable
from cogtable import BadOption


@pytest.fixture(scope="module")
def game():
    return cogtable.game("splendor")


@pytest.mark.parametrize(("given_as", "number"), [("free", 1), ("automatic", 0), (1, 1), ("1", 1), (True, 1)])
def test_a_choice_can_be_given_by_word_or_number(game, given_as, number):
    assert game.checked_options({"payment": given_as})["payment"] == number


def test_missing_options_get_their_defaults(game):
    assert game.checked_options({}) == {
        "target": 15, "payment": 0, "first": 0, "limit": 200, "assists": 1, "always_ask": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("options", "reason"), [
    ({"colour": 1}, "splendor has no option 'colour'; it has target, payment"),
    ({"payment": "cash"}, "option payment: expected one of automatic, free; found 'cash'"),
    ({"payment": 2}, "option payment: expected one of automatic, free; found 2"),
    ({"payment": -1}, "option payment: expected one of automatic, free; found -1"),
    ({"target": 0}, "option target: expected 1 to 50; found 0"),
    ({"target": True}, "option target: expected 1 to 50; found True"),
    ({"target": "51"}, "option target: expected 1 to 50; found 51"),
    ({"target": 1.5}, "option target: expected 1 to 50; found 1.5"),
    ({"target": None}, "option target: expected 1 to 50; found None"),
    ({"target": "many"}, "option target: expected 1 to 50; found 'many'"),
])  # fmt: skip
def test_invalid_options_are_refused(game, options, reason):
    with pytest.raises(BadOption) as caught:
        game.start(**options)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize("seats", [0, 1, 5, -2, 2.0, "3", True])
def test_invalid_numbers_of_seats_are_refused(game, seats):
    with pytest.raises(BadOption, match=r"splendor is for 2 to 4 seats; found "):
        game.start(seats=seats)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_invalid_seeds_are_refused(game, seed):
    with pytest.raises(BadOption, match=r"a seed is a whole number from 0 to 9223372036854775807; found "):
        game.start(seed=seed)


def test_the_largest_seed_is_accepted(game):
    assert game.start(seed=2**63 - 1).seed == 2**63 - 1


def test_seats_and_seed_have_defaults(game):
    matches = [game.start() for _ in range(3)]
    assert {match.seats for match in matches} == {2}
    assert len({match.seed for match in matches}) == 3


words = st.text(max_size=8) | st.sampled_from(
    ["--5", "-", "+1", "0x1", "1_0", "٣", "²", "free", " 1", "on", "1e3", "9" * 5000]
)
values = words | st.integers() | st.booleans() | st.none() | st.floats() | st.binary(max_size=3) | st.lists(st.none())


@example({"target": "--0"})
@example({"target": "9" * 5000})
@given(st.dictionaries(st.sampled_from(["target", "payment", "assists", "limit", "x"]), values, max_size=3))
def test_any_options_are_accepted_or_refused(options):
    game = cogtable.game("splendor")
    try:
        checked = game.checked_options(options)
    except BadOption:
        return
    for name, value in checked.items():
        assert type(value) is int
        assert game.options[name].low <= value <= game.options[name].high
