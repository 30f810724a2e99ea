"""Reasons hold in every deal that the reader cannot tell apart, and a difference is named only if it is unusual."""

from typing import Any

import numpy as np
import pytest

import cogtable
from cogtable.bots.bot import start_thinking
from cogtable.engine.errors import BadReasons, BrokenGame
from cogtable.engine.rules import verbs
from cogtable.games.splendor.rules.actions import Action
from cogtable.lab import reasons, usual_differences
from cogtable.lab.reasons import Usual, UsualDifferences
from cogtable.table import Because, MoveReason, Reasons, ResultReason, phrases


@pytest.fixture
def splendor():
    return cogtable.game("splendor")


def declare(monkeypatch, game, *moves, results=()):
    monkeypatch.setattr(game.table, "reasons", Reasons(moves=moves, results=tuple(results)))


def about_to_buy(game):
    """Seat 0 can pay for a card worth a point, and holds nothing else."""
    match = game.start(seats=2, seed=3)
    s, b = match.state, game.box.record
    place = next(place for place in range(12) if b.points[s.board[place]] == 1)
    s.tokens[0, :5] = b.cost[s.board[place]]
    return match, Action.BUY + place


def tokens(s, box, seat):
    return int(s.tokens[seat].sum())


def says(words):
    return lambda moved: Because(words)


# --- a move ---


def test_a_move_that_scores_is_said_to(splendor):
    match, buy = about_to_buy(splendor)
    found = reasons.of_move(match, 0, buy, [match.choices(0)[0].action, buy])
    assert found[0].name == "points"
    assert found[0].title == "It scores 1 point at once."
    assert len(found) <= reasons.MOST


def test_without_another_move_there_is_no_reason(splendor):
    match, buy = about_to_buy(splendor)
    assert reasons.of_move(match, 0, buy, []) == reasons.of_move(match, 0, buy, [buy]) == []


def test_a_game_without_reasons_gives_none():
    game = cogtable.game("tiny")
    match = game.start(seats=2, seed=1)
    seat = match.waiting[0]
    first, second = (choice.action for choice in match.choices(seat)[:2])
    assert reasons.of_move(match, seat, first, [second]) == []
    assert reasons.usual_differences(game) == {}


def test_the_measure_must_be_better_than_after_every_other_move(splendor, monkeypatch):
    match = splendor.start(seats=2, seed=3)
    three, two = 0, Action.TAKE_SAME  # takes three tokens, and two
    declare(monkeypatch, splendor, MoveReason("tokens", tokens, says("More.")))
    assert reasons.of_move(match, 0, three, [two])
    assert not reasons.of_move(match, 0, two, [three])
    assert not reasons.of_move(match, 0, three, [two, 1]), "the other takes three, too"


@pytest.mark.parametrize(("least", "less", "held"), [(1, False, True), (2, False, False), (1, True, False)])
def test_a_difference_must_be_as_large_as_declared(splendor, monkeypatch, least, less, held):
    match = splendor.start(seats=2, seed=3)
    declare(monkeypatch, splendor, MoveReason("tokens", tokens, says("More."), least=least, less=less))
    assert bool(reasons.of_move(match, 0, 0, [Action.TAKE_SAME])) == held


def test_the_first_three_that_hold_are_named(splendor, monkeypatch):
    match = splendor.start(seats=2, seed=3)
    names = ["silent", "first", "second", "third", "fourth"]
    declared = [MoveReason(name, tokens, says(name)) for name in names]
    declared[0] = MoveReason("silent", tokens, lambda moved: None)
    declare(monkeypatch, splendor, *declared)
    found = reasons.of_move(match, 0, 0, [Action.TAKE_SAME])
    assert [reason.name for reason in found] == names[1:4]


def top_of_the_deck(s, box, seat):
    """A measure that reads what nobody knows, if it were given the truth."""
    return int(s.board[:4].max())


def test_a_card_that_nobody_knows_decides_no_reason(splendor, monkeypatch):
    """After a card is bought its place is filled from the deck. Whatever comes there, the reason is not named."""
    match, buy = about_to_buy(splendor)
    declare(monkeypatch, splendor, MoveReason("deck", top_of_the_deck, says("A high card comes.")))
    others = [0]
    before = {tuple(map(str, reasons.of_move(match, 0, buy, others)))}
    for number in range(6):
        world = match.hidden(0)
        start_thinking(world[0], 0, number)
        verbs.determinize(world[0], splendor.box.record, 0)
        assert not np.array_equal(world["deck"], match.position["deck"])
        before.add(tuple(map(str, reasons.of_move(match.with_position(world), 0, buy, others))))
    assert before == {()}


def test_a_spectator_reads_nothing_about_a_card_in_hand(splendor, monkeypatch):
    """Only the owner of a card that was reserved unseen reads a reason about it."""
    match = splendor.start(seats=2, seed=5)
    match.play(0, Action.RESERVE_BLIND)
    match.play(1, 0)
    measure = lambda s, box, seat: int(s.reserved[seat, 0] * (s.tokens[seat, :5].sum() > 0))  # noqa: E731
    words = lambda moved: Because(f"It fits card {moved.before.reserved[0, 0]}.")  # noqa: E731
    declare(monkeypatch, splendor, MoveReason("hand", measure, words))
    take, reserve = 0, Action.RESERVE
    card = int(match.state.reserved[0, 0])
    assert card > 0
    assert [reason.title for reason in reasons.of_move(match, 0, take, [reserve])] == [f"It fits card {card}."]
    assert reasons.of_move(match, 0, take, [reserve], reader=1) == []
    assert reasons.of_move(match, 0, take, [reserve], reader=-1) == []


def test_a_measure_must_return_a_whole_number(splendor, monkeypatch):
    match = splendor.start(seats=2, seed=3)
    half: Any = lambda s, box, seat: 0.5  # noqa: E731
    declare(monkeypatch, splendor, MoveReason("half", half, says("Half.")))
    with pytest.raises(BrokenGame, match=r"the measure of the reason 'half' must return a whole number; found 0\.5"):
        reasons.of_move(match, 0, 0, [Action.TAKE_SAME])


# --- a result ---


def lost(game, seed=0):
    """A short game that is over, and the seats of its winner and of a loser."""
    match = usual_differences.played(game, 2, "greedy", seed)
    winner = match.ranks.index(1)
    return match, winner, 1 - winner


def usually(monkeypatch, middle, high, name="cards"):
    usual = Usual(lengths=(), differences={name: ((middle, high),)})
    monkeypatch.setattr(reasons, "usual_differences", lambda game: {2: usual})


@pytest.fixture
def scored():
    return ResultReason(
        "cards",
        lambda ended, seat: int(ended.s.points[seat]),
        lambda behind: Because(f"{behind.own} to {behind.theirs}"),
        phrases("{n} point", "{n} points"),
    )


def test_a_difference_is_named_only_if_it_is_larger_than_usual(splendor, monkeypatch, scored):
    match, winner, loser = lost(splendor)
    declare(monkeypatch, splendor, results=[scored])
    by = match.scores[winner] - match.scores[loser]
    assert by > 1
    usually(monkeypatch, 0, by)
    assert reasons.of_result(match, loser) is None
    usually(monkeypatch, 0, by - 1)
    cause = reasons.of_result(match, loser)
    assert (cause.own, cause.theirs, cause.winner) == (match.scores[loser], match.scores[winner], winner)
    assert cause.their_words == f"{match.scores[winner]} points"
    assert reasons.of_result(match, winner) is None, "the winner needs no reason"


def test_of_several_the_most_unusual_is_named(splendor, monkeypatch, scored):
    match, _, loser = lost(splendor)
    declare(monkeypatch, splendor, results=[scored, scored._replace(name="rare")])
    usual = Usual(lengths=(), differences={"cards": ((0, 1),), "rare": ((-20, 0),)})
    monkeypatch.setattr(reasons, "usual_differences", lambda game: {2: usual})
    assert reasons.of_result(match, loser).name == "cards"


def test_a_game_that_was_ended_early_has_no_reason(splendor, monkeypatch, scored):
    match = splendor.start(seats=2, seed=3)
    match.state.points[0] = 9
    declare(monkeypatch, splendor, results=[scored])
    usually(monkeypatch, 0, 0)
    match.end("[[seat:1]] resigned", last=1)
    assert reasons.of_result(match, 1) is None


def test_the_shipped_files_fit_their_games():
    for name in ("splendor", "megaman", "recharge", "smashgear", "coalheart"):
        game = cogtable.game(name)
        usual = reasons.usual_differences(game)
        assert sorted(usual) == list(range(game.min_seats, game.max_seats + 1))
        for reason in reasons.reasons_of(game).results:
            assert not reason.lesson or reason.lesson in game.lessons, reason.name


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": "0"}, "for the rules 0, and this is 1; to compute new ones, run: cogtable reasons splendor"),
        ({"box": "0123456789abcdef"}, "for the box 0123456789abcdef"),
        ({"seats": {2: Usual(lengths=(), differences={"luck": ((0, 1),)})}}, "found luck"),
        ({"seats": {2: Usual(lengths=(3,), differences={})}}, "expected the reasons"),
    ],
)
def test_a_file_for_another_game_or_box_is_refused(splendor, tmp_path, change, words):
    known = reasons.read(splendor, splendor.reasons_file)
    file = tmp_path / "reasons.json"
    fields = {name: getattr(known, name) for name in UsualDifferences.__struct_fields__} | change
    file.write_text(usual_differences.written(UsualDifferences(**fields)))
    with pytest.raises(BadReasons, match=words):
        reasons.read(splendor, file)


def test_a_file_that_is_none_is_refused(splendor, tmp_path):
    file = tmp_path / "reasons.json"
    file.write_text("{")
    with pytest.raises(BadReasons, match="this is not a file of usual differences"):
        reasons.read(splendor, file)


def test_usual_differences_are_recorded_by_length(splendor):
    names = [reason.name for reason in reasons.reasons_of(splendor).results]
    played = ((1, 1), (2, 5), (3, 9))
    games = [usual_differences.Losses(length, [dict.fromkeys(names, by)]) for length, by in played]
    usual = usual_differences.usual(splendor, games)
    assert usual.lengths == (2, 3)
    assert usual.differences[names[0]] == ((1, 1), (5, 5), (9, 9))


def test_the_notes_of_a_match_are_those_that_a_seat_may_know(splendor):
    match = splendor.start(seats=2, seed=5)
    match.play(0, Action.RESERVE_BLIND)
    own, others, watching = (match.notes(seat) for seat in (0, 1, -1))
    assert len(own) == len(others) + 1
    assert others == watching
