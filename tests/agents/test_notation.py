"""Actions in words: each can be read back, in every form that an agent may use."""

import random

import pytest

import cogtable
from cogtable.agents import NotUnderstood, Seat, notation
from tests.games.test_grown import boxed, copies_of_cards, twelve_cards, twenty_more_cards
from tests.games.test_strange_names import strange

GAMES = ("splendor", "megaman", "recharge", "coalheart", "smashgear", "magpie")


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in GAMES])
def game(request):
    return request.getfixturevalue("magpie") if request.param == "magpie" else cogtable.game(request.param)


def listed(lines):
    """Returns the actions in the lines of `Seat.legal`, as its grammar describes them."""
    items = [line.removeprefix("> ") for line in lines.splitlines()]
    return [action for line in items if line.startswith("- ") for action in notation.expanded(line)]


def check_round_trip(seat):
    """Each legal action of a seat is read back from each of its forms, and the list has exactly these actions."""
    for choice in seat.choices:
        short = seat.words[choice.action]
        for reply in (
            choice.text,
            short,
            f"[{short}]",
            f"I thought of [something else], but I play\n[{short.upper()}]",
            f"Let me think.\n  {choice.text}. ",
            f"Action: {short}",
            f"#{choice.action}",
        ):
            assert seat.read(reply) == choice.action, reply
    legal = seat.legal()
    assert sorted(listed(legal)) == sorted(seat.words.values()), legal


def positions(game, seats, seed, most=400):
    """Plays a random game; yields the match at each decision, with the seat that has to make it."""
    match, dice = game.start(seats=seats, seed=seed), random.Random(seed)
    while not match.over and match.ply < most:
        seat = dice.choice(match.waiting)
        yield match, seat
        match.play(seat, dice.choice(match.choices(seat)).action)


@pytest.mark.slow
def test_every_legal_action_is_read_back_in_whole_games(game):
    for seats in sorted({game.min_seats, game.max_seats}):
        for match, seat in positions(game, seats, seed=seats):
            check_round_trip(Seat(match, seat))


@pytest.mark.parametrize("change", [twenty_more_cards, copies_of_cards, twelve_cards])
def test_every_legal_action_is_read_back_with_boxes_of_other_sizes(change):
    for match, seat in positions(boxed("splendor", change), 2, seed=5):
        check_round_trip(Seat(match, seat))


@pytest.mark.parametrize("name", ["recharge", "smashgear"])
def test_every_legal_action_is_read_back_whatever_a_box_calls_its_pieces(name):
    game, _ = strange(name)
    for match, seat in positions(game, 2, seed=5, most=120):
        check_round_trip(Seat(match, seat))


def test_words_that_begin_alike_stand_once():
    words = dict(
        enumerate(["keep red", "keep blue", "take white, red", "take white, blue", "take 2 red", "take 2 blue"])
    )
    choices = [cogtable.view.Choice(action=at, text=text, group="Gems") for at, text in words.items()]
    assert list(notation.listing(choices[:2], words)) == ["Gems:", "- keep {red | blue}"]
    assert list(notation.listing(choices, words)) == [
        "Gems:",
        "- keep {red | blue}",
        "- take white, {red | blue}",
        "- take 2 {red | blue}",
    ]


def test_words_that_end_alike_stand_once():
    words = dict(enumerate(["flip Toad up for free", "flip Toad down for free"]))
    choices = [cogtable.view.Choice(action=at, text=text) for at, text in words.items()]
    assert list(notation.listing(choices, words)) == ["- flip Toad {up | down} for free"]
    assert notation.expanded("flip Toad {up | down} for free") == list(words.values())


def test_words_with_braces_of_their_own_are_listed_one_by_one():
    words = ["play {x | y}", "play z"]
    choices = [cogtable.view.Choice(action=at, text=text) for at, text in enumerate(words)]
    assert list(notation.listing(choices, dict(enumerate(words)))) == ["- play {x | y}", "- play z"]


def test_two_pieces_that_are_described_alike_keep_words_that_tell_them_apart():
    label = "a card of level 1"
    choices = [
        cogtable.view.Choice(action=0, text="keep a card of level 1", pieces=("h1",)),
        cogtable.view.Choice(action=1, text="keep h1", pieces=("h1",)),
    ]
    assert notation.short_words(choices, {"h1": label}) == {0: "keep a card of level 1", 1: "keep h1"}


@pytest.fixture
def first_turn():
    """Seat 1 of Splendor at its first decision."""
    return Seat(cogtable.game("splendor").start(seats=2, seed=3), 0)


def test_a_beginning_is_enough_if_only_one_action_has_it(first_turn):
    assert first_turn.words[first_turn.read("take 2 wh")] == "take 2 white"
    with pytest.raises(
        NotUnderstood, match=r'"take 2" could be any of 5 actions; say which: \[take 2 white\]; .*2 more'
    ):
        first_turn.read("take 2")


def test_the_piece_is_enough_if_only_one_action_touches_it(first_turn):
    assert first_turn.words[first_turn.read("[reserve c16]")] == "reserve c16"
    assert first_turn.words[first_turn.read("deck3")] == "reserve the top card of level 3"


def test_an_illegal_action_gets_the_reason_and_the_nearest_ones(first_turn):
    with pytest.raises(NotUnderstood) as refused:
        first_turn.read("I buy it: [buy c72]")
    assert str(refused.value).startswith('"buy c72" is not a legal action now; expected one of the 30 legal actions')
    assert "the nearest: [reserve c72];" in str(refused.value)
    assert first_turn.words[refused.value.nearest[0]] == "reserve c72"
    with pytest.raises(NotUnderstood, match=r"About bank\.5: Gold comes only with a card that you reserve"):
        first_turn.read("take bank.5")


@pytest.mark.parametrize("reply", ["", " \n ", "[]", "[ ]"])
def test_an_empty_reply_gets_examples(first_turn, reply):
    with pytest.raises(NotUnderstood, match="expected"):
        first_turn.read(reply)


@pytest.mark.parametrize(
    "reply", ["#999999", "#-1", "#", "[" * 5000, "take white, blue, green]" * 30000, "\x00\x1b[2J", "🂡" * 99]
)
def test_nonsense_is_refused_in_a_short_sentence(first_turn, reply):
    with pytest.raises(NotUnderstood) as refused:
        first_turn.read(reply)
    assert len(str(refused.value)) < 700
    assert "\x1b" not in str(refused.value)


def test_a_reply_has_to_be_a_text(first_turn):
    with pytest.raises(TypeError, match="expected an action in words; found 3"):
        first_turn.read(3)


def test_a_seat_that_has_nothing_to_decide_cannot_act(first_turn):
    other = Seat(cogtable.game("splendor").start(seats=2, seed=3), 1)
    assert other.legal() == "You have nothing to decide now."
    with pytest.raises(cogtable.IllegalAction, match="seat 1 has nothing to decide now"):
        other.read("take 2 white")


def test_many_actions_can_be_narrowed_or_seen_as_groups(first_turn):
    assert first_turn.legal("top card") == "Reserving:\n- reserve the top card of level {1 | 2 | 3}"
    groups = first_turn.legal(most=5)
    assert groups.splitlines()[0] == "30 legal actions. Ask again with words of a group to see its actions."
    assert "Reserving: 15, such as reserve c" in groups
    assert first_turn.legal("sell") == 'None of the 30 legal actions has the words "sell".'
