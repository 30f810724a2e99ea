"""Matches: played by number and by words, undone, copied, saved."""

import base64
import json

import msgspec
import pytest

import cogtable
from cogtable import BadSave, CogtableError, IllegalAction, UnknownGame
from cogtable.engine.errors import BrokenRule
from cogtable.engine.play.saves import load, save
from cogtable.engine.rules import verbs
from cogtable.games.splendor.rules.actions import Action


def splendor(**options):
    return cogtable.game("splendor").start(**{"seats": 2, "seed": 7, **options})


def some_moves(match, count):
    """Plays the first choice repeatedly."""
    for _ in range(count):
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[0].action)
    return match


def only_pass(match, *seats):
    """Leaves one white gem in the bank, and fills these seats' hands."""
    s = match.state
    s.bank[:] = [1, 0, 0, 0, 0, 0]
    for i, seat in enumerate(seats):
        s.reserved[seat] = [70 + 3 * i, 71 + 3 * i, 72 + 3 * i]
    return match


# --- playing ------------------------------------------------------------------------------------------


def test_moves_can_be_played_by_number_and_by_words():
    by_words, by_number = splendor(), splendor()
    action = next(c.action for c in by_number.choices(0) if c.text == "take white, blue, green")
    by_words.play(0, "take white, blue, green")
    by_number.play(0, action)
    assert save(by_words) == save(by_number)
    assert by_words.moves[0].text == "take white, blue, green"


@pytest.mark.parametrize("words", ["TAKE White,  blue,\tgreen ", "take white, blue, g", "Take white, blue, gr"])
def test_words_match_in_any_case_and_by_their_beginning(words):
    match = splendor()
    match.play(0, words)
    assert match.moves[0].text == "take white, blue, green"


def test_a_full_match_of_words_precedes_a_match_of_the_beginning():
    match = splendor()
    match.state.bank[:] = [4, 0, 0, 0, 0, 5]
    match.play(0, "take white")
    assert match.state.tokens[0, 0] == 1


def test_ambiguous_words_are_refused():
    match = splendor()
    with pytest.raises(
        IllegalAction, match=r'^"take white" could be any of 6 choices of seat 0; it may: take white, bl'
    ):
        match.play(0, "take white")
    assert match.ply == 0


@pytest.mark.parametrize(("seat", "action", "reason"), [
    (0, "sing", r'"sing" is not a choice now of seat 0; it may: take white, blue, green; .*; and \d+ more'),
    (0, Action.PASS, r"seat 0 may not play action \d+ now; it may: take white"),
    (0, 10**6, r"there is no action 1000000; splendor has 0 to \d+"),
    (0, -1, r"there is no action -1; splendor has 0 to \d+"),
    (1, 0, r"seat 1 has nothing to decide now; the game waits for seat 0"),
    (7, 0, r"there is no seat 7"),
])  # fmt: skip
def test_an_illegal_action_is_refused_with_the_reason(seat, action, reason):
    match = splendor()
    before = save(match)
    with pytest.raises(IllegalAction, match=reason):
        match.play(seat, action)
    assert save(match) == before


def test_after_the_end_no_move_can_be_played():
    match = some_moves(splendor(limit=1), 2)
    assert (match.over, match.waiting) == (True, ())
    with pytest.raises(IllegalAction, match="the game is over"):
        match.play(0, 0)


def test_seats_move_in_turn_or_in_any_order_while_several_decide():
    match = cogtable.game("tiny").start(seats=3, seed=1)
    match.play(2, 0)
    match.play(0, 1)
    assert [*match.waiting] == [1]
    match.play(1, 0)
    assert [*match.waiting] == [0, 1, 2]


def test_a_move_must_be_a_number_or_words():
    match = splendor()
    with pytest.raises(TypeError):
        match.play(0, 3.7)
    with pytest.raises(IllegalAction):
        match.play(0, " ")
    assert match.ply == 0


def test_positions_go_from_the_deal_to_the_present():
    match = some_moves(splendor(), 3)
    loaded = load(save(match))
    assert [array.tobytes() for array in loaded.positions] == [array.tobytes() for array in match.positions]
    assert len(match.positions) == match.ply + 1
    assert match.position is match.positions[-1]


def test_a_determinized_match_leaves_the_original_unchanged():
    match = some_moves(splendor(), 3)
    before = match.position.tobytes()
    other = match.position.copy()
    other[0].bank[0] = 3
    twin = match.with_position(other)
    assert twin.state.bank[0] == 3
    some_moves(twin, 1)
    assert match.position.tobytes() == before
    assert match.ply == 3


# --- automatic passes ---------------------------------------------------------------------------------


def test_a_seat_that_can_only_pass_is_skipped_and_both_are_undone_together():
    match = only_pass(splendor(seats=3, limit=3), 1)
    before = match.state.tobytes()
    match.play(0, "take white")
    assert [(move.seat, move.text) for move in match.moves] == [(0, "take white"), (1, "pass")]
    assert match.waiting == (2,)
    match.undo()
    assert (match.ply, match.waiting, match.state.tobytes()) == (0, (0,), before)


def test_the_move_before_a_pass_is_still_animated():
    match = only_pass(splendor(seats=3, limit=3), 1)
    match.play(0, "take white")
    assert match.moves[-1].text == "pass"
    assert [(flight.source, flight.target) for flight in match.view().flights] == [("bank.0", "t0.0")]


def test_with_always_ask_no_seat_is_skipped():
    match = only_pass(splendor(seats=3, always_ask="on"), 1)
    match.play(0, "take white")
    assert match.waiting == (1,)
    match.play(1, "pass")
    match.undo()
    assert (match.ply, match.waiting) == (1, (1,))


# --- undo and copy ------------------------------------------------------------------------------------


def test_undo_can_return_to_the_beginning():
    match = some_moves(splendor(), 12)
    while match.ply:
        match.undo()
    assert save(match) == save(splendor())
    with pytest.raises(IllegalAction, match="no move was played yet"):
        match.undo()


def test_undo_works_after_the_end_of_the_game():
    match = some_moves(splendor(limit=1), 2)
    match.undo()
    assert (match.over, match.waiting) == (False, (1,))


def test_a_loaded_match_can_be_undone():
    match = some_moves(splendor(), 9)
    loaded = load(save(match))
    for _ in range(4):
        match.undo()
        loaded.undo()
    assert save(loaded) == save(match)
    assert loaded.log(0) == match.log(0)


@pytest.mark.parametrize("loaded", [False, True])
def test_an_earlier_position_is_an_independent_match(loaded):
    match = some_moves(splendor(), 5)
    if loaded:
        match = load(save(match))
    for ply in range(6):
        then = match.at(ply)
        assert save(then) == save(some_moves(splendor(), ply))
        assert then.log() == some_moves(splendor(), ply).log()
    some_moves(match.at(2), 4)
    assert match.ply == 5


@pytest.mark.parametrize("ply", [-1, 6])
def test_positions_that_were_not_reached_are_refused(ply):
    with pytest.raises(IllegalAction, match=f"there is no position after move {ply}; 5 were played"):
        some_moves(splendor(), 5).at(ply)


def test_a_single_choice_equals_that_in_the_list():
    match = some_moves(splendor(), 2)
    seat = match.waiting[0]
    assert [match.choice(seat, choice.action) for choice in match.choices(seat)] == match.choices(seat)


def test_a_copy_continues_independently():
    match = some_moves(splendor(), 5)
    before = save(match)
    twin = match.copy()
    some_moves(twin, 3)
    assert (match.ply, twin.ply, save(match)) == (5, 8, before)
    some_moves(match, 3)
    assert save(match) == save(twin)


# --- files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plies", [0, 1, 9])
@pytest.mark.parametrize("verify", [False, True])
def test_saved_and_loaded_matches_are_equal(plies, verify):
    match = some_moves(splendor(seats=3, payment="free"), plies)
    loaded = load(save(match), verify=verify)
    assert save(loaded) == save(match)
    assert loaded.options == match.options
    for seat in (0, 1, 2, None):
        assert msgspec.json.encode(loaded.view(seat)) == msgspec.json.encode(match.view(seat))


def test_a_file_can_be_read_by_people():
    text = save(some_moves(splendor(), 2))
    saved = json.loads(text)
    assert (saved["game"], saved["seats"], saved["seed"]) == ("splendor", 2, 7)
    assert [0, 0, "take white, blue, green"] in saved["actions"]
    assert '\n    [0, 0, "take white, blue, green"],\n' in text


def test_loading_does_not_replay(monkeypatch):
    """Loading takes the same time whatever the game's length, because the file contains the position."""
    data = save(some_moves(splendor(), 40))
    played = []
    monkeypatch.setattr(verbs, "play", lambda *args: played.append(args))
    loaded = load(data)
    assert (loaded.ply, loaded.waiting, len(loaded.choices(0)) > 0, played) == (40, (0,), True, [])


def changed(match, **fields):
    return json.dumps({**json.loads(save(match)), **fields})


def with_state(match, array):
    """Returns the file with another position and its old digest."""
    saved = json.loads(save(match))
    saved["position"]["state"] = base64.b64encode(array.tobytes()).decode()
    return json.dumps(saved)


def test_a_forged_position_is_refused():
    match = some_moves(splendor(), 6)
    array = match.position.copy()
    array["points"][0, 0] = 14
    loaded = load(with_state(match, array))
    assert loaded.scores == match.scores
    assert save(loaded) == save(match)


@pytest.mark.parametrize("position", [
    {},
    {"state": "???"},
    {"state": ""},
    {"state": "AAAA", "digest": "0", "layout": "0"},
    {"nothing": "known"},
])  # fmt: skip
def test_without_a_position_the_log_is_replayed(position):
    match = some_moves(splendor(), 6)
    assert save(load(changed(match, position=position))) == save(match)


def test_a_position_of_another_log_is_refused():
    match, longer = some_moves(splendor(), 6), some_moves(splendor(), 8)
    position = json.loads(save(longer))["position"]
    assert save(load(changed(match, position=position))) == save(match)


@pytest.mark.parametrize(("fields", "reason"), [
    ({"version": "0"}, "the match was played with splendor version 0; this is version 1"),
    ({"box": "1234"}, r"the match was played with the box 1234; .*box\.toml is [0-9a-f]{16}"),
    ({"actions": [[0, 999, "fly"]]}, 'move 1 of the file, "fly", cannot be played: there is no action 999'),
    ({"actions": [[1, 0, "take"]]}, 'move 1 of the file, "take", cannot be played: seat 1 has nothing to decide now'),
    ({"actions": [[-1, 0, "take"]]}, 'move 1 of the file, "take", cannot be played'),
    ({"actions": [[0, "x", "take"]]}, "this is not a saved match: Expected `int`, got `str`"),
    ({"more": 1}, "this is not a saved match: Object contains unknown field `more`"),
    ({"seats": "two"}, "this is not a saved match: Expected `int`, got `str`"),
    ({"seats": 9}, "seats"),
    ({"seed": -1}, "seed"),
    ({"options": {"colour": 1}}, "colour"),
    ({"options": {"target": 99}}, "target"),
])  # fmt: skip
def test_an_inconsistent_file_is_refused(fields, reason):
    with pytest.raises(BadSave, match=reason):
        load(changed(some_moves(splendor(), 2), **fields))


@pytest.mark.parametrize("data", ["", "{}", "[]", "not json", b"\xff\xfe", b'{"game": "\xff"}', '{"game": "splendor"}'])
def test_a_file_of_another_format_is_refused(data):
    with pytest.raises(BadSave, match="this is not a saved match: "):
        load(data)


def test_a_file_of_an_unknown_game_is_refused():
    with pytest.raises(UnknownGame, match='there is no game "chess"; there are '):
        load(changed(splendor(), game="chess"))


def test_a_match_with_a_custom_box_keeps_it(tmp_path):
    game = cogtable.game("splendor")
    path = tmp_path / "mine.toml"
    path.write_text(game.box_file.read_text().replace("gold = 5", "gold = 6"))
    match = some_moves(game.with_box(path).start(seats=2, seed=1), 3)
    assert match.state.bank[5] == 6
    assert save(load(save(match), box=path)) == save(match)
    with pytest.raises(BadSave, match="the match was played with the box"):
        load(save(match))


def test_a_file_with_an_illegal_pass_is_refused():
    game = cogtable.game("splendor")
    match = game.start(seats=2, seed=1)
    saved = json.loads(save(some_moves(match, 2)))
    saved.update(actions=[[0, 0, "take white, blue, green"], [1, Action.PASS, "pass"]], position={})
    with pytest.raises(BadSave, match='move 2 of the file, "pass", cannot be played'):
        load(json.dumps(saved))


# --- what a seat sees ---------------------------------------------------------------------------------


def test_the_mask_of_a_seat_that_is_not_to_move_is_empty():
    match = splendor()
    assert match.legal(0).any()
    assert not match.legal(1).any()
    assert match.choices(1) == []


def test_a_hidden_state_contains_neither_decks_nor_generator():
    hidden = splendor().hidden(0)[0]
    assert not hidden.rng.any()
    assert (hidden.deck < 0).all()


def test_hiding_does_not_change_the_match():
    match = splendor()
    before = match.state.tobytes()
    for seat in (-1, 0, 1):
        match.hidden(seat)
        match.view(None if seat < 0 else seat)
        match.log(seat)
    assert match.state.tobytes() == before


def test_the_log_can_start_at_a_move():
    match = some_moves(splendor(), 6)
    assert match.log(0, since=4) == [line for line in match.log(0) if line.ply > 4]
    assert {line.ply for line in match.log(0)} == {0, 1, 2, 3, 4, 5, 6}


def test_why_not_gives_the_reason():
    match = splendor()
    assert match.why_not(0, "bank.0") == ""
    assert "SP-R5" in match.why_not(0, "bank.5")
    assert "not your turn" in match.why_not(1, "bank.0")


def test_a_spectator_has_no_choices_and_gets_the_reason():
    match = splendor()
    assert not match.legal(-1).any()
    assert match.choices(-1) == []
    assert "watching" in match.why_not(-1, "bank.0")


def test_a_rule_that_overflows_a_field_is_an_error():
    match = cogtable.game("tiny").start(seats=2, seed=1)
    match.state.points[:] = 127
    match.play(0, match.choices(0)[0].action)
    with pytest.raises(
        BrokenRule, match=r"does not fit its field: .*128 out of bounds for int8\n.*rules\.py:\d+: s\.points\["
    ):
        match.play(1, match.choices(1)[0].action)
    assert match.ply == 1


def test_errors_share_a_base_class():
    assert issubclass(IllegalAction, CogtableError)
    assert issubclass(BadSave, CogtableError)


def test_a_table_does_not_have_to_animate(monkeypatch):
    match = cogtable.game("tiny").start(seed=1)
    seen = match.view(0)
    monkeypatch.delattr(match.game.table, "animate")
    assert match.view(0) == seen
