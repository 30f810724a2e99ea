"""Lessons: the format of their files, their actions and pieces, and the errors for authors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cogtable
from cogtable.engine.definition.lesson_file import FIRST, LessonFile, lessons_in, words_in
from cogtable.engine.errors import BadLesson
from cogtable.engine.lessons.script import (
    NO_ACTION,
    following,
    head_of,
    next_lesson,
    pieces_called,
    position,
    script_of,
)
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import PSEUDO, pseudo, say, speak

HEAD = "seed = 86\nseats = 2\n\n"
READ = '[[steps]]\nsay = "Read this."\n\n'
TAKE = '[[steps]]\nsay = "Take three."\ndo = "take white, blue, green"\nbots = ["take 2 red"]\n\n'


@pytest.fixture
def lesson(tmp_path: Path) -> Any:
    """Returns Splendor with a lesson of this text."""

    def lesson(text: str) -> Game:
        file = tmp_path / "lesson.toml"
        file.write_text(text)
        game = cogtable.game("splendor").with_box(cogtable.game("splendor").box_file)
        game.__dict__["lesson"] = LessonFile(file)
        return game

    return lesson


def trouble(lesson: Any, text: str) -> str:
    with pytest.raises(BadLesson) as caught:
        script_of(lesson(text))
    return str(caught.value).split("lesson.toml: ", 1)[1]


def test_a_step_names_its_action_and_the_pieces_by_their_words(lesson: Any) -> None:
    card = "level 1 blue card, cost 1 white, 2 black"
    tags = f'tags = {{ "{card}" = "for this card" }}\n'
    script = script_of(lesson(HEAD + READ + TAKE.replace("bots", f"{tags}bots") + READ))
    first, second, third = script.steps
    assert (first.ply, first.action, first.pieces) == (0, NO_ACTION, ())
    assert second.pieces == ("bank.0", "bank.1", "bank.2")
    assert second.tags == (("c9", "for this card"),)
    assert [seat for seat, _ in second.bots] == [1]
    assert third.ply == 2
    assert script.start().ply == 0
    assert [match.ply for match in following(second, script.start(), 0)] == [1, 2]


def test_answers_for_a_piece_apply_to_the_steps_before_it_is_asked_for(lesson: Any) -> None:
    later = '[later]\n"gold in the bank" = "Later."\n"white in the bank" = "You have it."\n\n'
    read, take = script_of(lesson(HEAD + later + READ + TAKE)).steps
    assert dict(read.later) == {"bank.5": "Later.", "bank.0": "You have it."}
    assert dict(take.later) == {"bank.5": "Later."}, "what is asked for is not too early"


def test_actions_are_found_in_every_language(lesson: Any) -> None:
    speak(pseudo(), PSEUDO)
    try:
        assert say("take {gems}", gems="x") == "ťàķē x"
        assert script_of(lesson(HEAD + TAKE)).steps[0].pieces == ("bank.0", "bank.1", "bank.2")
    finally:
        speak()


def test_a_script_knows_whether_a_match_still_follows_it(lesson: Any) -> None:
    script = script_of(lesson(HEAD + TAKE + READ))
    assert script.fits(script.start(), 0)
    assert script.fits(script.end, 1)
    assert not script.fits(script.start(), 1)
    assert not script.fits(script.end, 7)
    other = script.start()
    other.play(0, "take white, blue, red")
    other.play(1, "take 2 green")
    assert not script.fits(other, 1)


def test_the_position_before_a_mistake_can_be_viewed(lesson: Any) -> None:
    game = lesson(HEAD + TAKE + TAKE.replace("white, blue, green", "nothing"))
    assert position(game, 1).ply == 2


@pytest.mark.parametrize(("text", "words"), [
    (HEAD, "object missing required field `steps`"),
    (HEAD + READ + "kind = 3\n", "line 4: step 1: object contains unknown field `kind`"),
    (HEAD + READ.replace('"Read this."', "3"), "line 5: step 1: expected `str`, got `int`"),
    (HEAD + "[later\n", "is not TOML"),
    ("seed = 1\nseats = 9\n" + READ, "splendor is for 2 to 4 seats; found 9"),
    ("seed = 1\nseats = 2\nlearner = 2\n" + READ, "line 3: expected a seat from 0 to 1; found 2"),
    (HEAD + READ.replace("Read this.", "word " * 36), "line 5: step 1: expected 1 to 35 words; found 36"),
    (HEAD + READ.replace("this", "{this}"), 'braces are not allowed: "Read {this}."'),
    (HEAD + TAKE.replace("white,", "pink,"), 'line 6: step 1: "take pink, blue, green" matches no choice of seat 0'),
    (HEAD + TAKE.replace("2 red", "9 red"), 'line 7: step 1: "take 9 red" matches no choice of seat 1'),
    (HEAD + TAKE.replace('["take', '["take 2 red", "take'), "step 1: no bot has anything to decide"),
    (HEAD + TAKE + TAKE.replace('"take 2 red"', '{ seat = 0, do = "x" }'), "seat 0 is the learner's"),
    (HEAD + TAKE.replace(", green", "").replace("2 red", "2"), "matches no choice of seat 0"),
    (HEAD + READ.rstrip() + '\nat = ["level 9"]\n', 'line 6: step 1: there is no piece "level 9" on the table'),
    (HEAD + READ.rstrip() + '\nat = ["noble"]\n', '"noble" could be any of 4 pieces'),
    (HEAD + '[later]\n"pink" = "No."\n' + READ, 'line 5: "pink" names no piece at any step'),
])  # fmt: skip
def test_errors_give_authors_the_line_and_the_possible_names(lesson: Any, text: str, words: str) -> None:
    with pytest.raises(BadLesson) as caught:
        script_of(lesson(text))
    assert words in str(caught.value)


# --- strategy lessons ------------------------------------------------------------------------------------

FURTHER = 'title = "Gems"\nabout = "What to take."\nseed = 86\nseats = 2\n'
MOVES = 'moves = ["take white, blue, green", "take 2 red"]\n\n'
DOUBTED = '[[steps]]\nsay = "Take three."\ndo = "take white, blue, green"\n\n'
DOUBT = '[[steps.doubts]]\nask = "Why not red?"\ndo = "take white, blue, red"\nanswer = "Red is rare."\n'


@pytest.fixture
def further(tmp_path: Path) -> Any:
    """Returns Splendor with these further lessons, by name."""

    def further(**texts: str) -> Game:
        folder = tmp_path / "lessons"
        folder.mkdir(exist_ok=True)
        for name, text in texts.items():
            (folder / f"{name.replace('_', '-')}.toml").write_text(text)
        game = cogtable.game("splendor").with_box(cogtable.game("splendor").box_file)
        game.__dict__["lessons"] = lessons_in(folder, game.lesson)
        return game

    return further


def test_the_lessons_of_a_game_are_the_first_one_and_those_in_its_folder_by_number(further: Any) -> None:
    game = further(aces=FURTHER + "number = 2\n" + READ, two_gems=FURTHER + "number = 1\n" + READ)
    assert list(game.lessons) == [FIRST, "two-gems", "aces"]
    following_ones = [next_lesson(game, name) for name in game.lessons]
    assert [each and each.name for each in following_ones] == ["two-gems", "aces", None]
    assert script_of(game, "aces").name == "aces"


def test_a_lesson_can_begin_at_a_position(further: Any) -> None:
    script = script_of(further(gems=FURTHER + MOVES + READ + TAKE.replace("2 red", "2 black")), "gems")
    assert [step.ply for step in script.steps] == [2, 2]
    assert [move.text for move in script.start().moves] == ["take white, blue, green", "take 2 red"]
    assert script.fits(script.start(), 0)


def test_a_move_before_the_lesson_can_name_its_seat(further: Any) -> None:
    named = MOVES.replace('"take 2 red"', '{ seat = 1, do = "take 2 red" }')
    assert script_of(further(gems=FURTHER + named + READ), "gems").start().ply == 2


def test_the_head_of_a_lesson_has_the_deal_and_the_moves_of_a_match(further: Any) -> None:
    match = cogtable.game("splendor").start(seats=2, seed=86, target=9)
    for words in ("take white, blue, green", "take 2 red"):
        match.play(match.waiting[0], words)
    text = head_of(match)
    assert "options = { target = 9 }" in text
    title = 'title = "Gems"\nabout = "What to take."\n'
    start = script_of(further(gems=f"{title}{text}\n{READ}"), "gems").start()
    assert (start.seed, start.options, start.moves) == (match.seed, match.options, match.moves)


def test_a_doubt_is_raised_by_the_pieces_that_the_step_does_not_ask_for(further: Any) -> None:
    [step] = script_of(further(gems=FURTHER + DOUBTED + DOUBT), "gems").steps
    [doubt] = step.doubts
    assert (doubt.source.ask, doubt.pieces) == ("Why not red?", ("bank.3",))
    at = DOUBT.replace('do = "take white, blue, red"', 'at = ["gold in the bank", "deck of level 1"]')
    [step] = script_of(further(gold=FURTHER + DOUBTED + at), "gold").steps
    assert (step.doubts[0].action, step.doubts[0].pieces) == (NO_ACTION, ("bank.5", "deck1"))


def test_translators_get_titles_and_doubts(further: Any) -> None:
    headed = DOUBTED.replace("[[steps]]", '[[steps]]\ntitle = "Three"')
    words = further(gems=FURTHER + headed + DOUBT).lessons["gems"].lesson.words
    assert [each for _, each in words] == [
        "Gems",
        "What to take.",
        "Three",
        "Take three.",
        "Why not red?",
        "Red is rare.",
    ]


@pytest.mark.parametrize(("text", "words"), [
    (FURTHER.replace("Gems", "") + READ, "line 1: expected 1 to 32 characters; found 0"),
    (FURTHER.replace("What to take.", "word " * 16) + READ, "line 2: expected 1 to 15 words; found 16"),
    (HEAD + READ, "expected 1 to 32 characters; found 0"),
    (FURTHER + MOVES.replace("2 red", "9 red") + READ, 'line 5: move 2: "take 9 red" matches no choice of seat 1'),
    (FURTHER + MOVES.replace('"take 2 red"', '{ seat = 0, do = "x" }') + READ, "move 2: seat 0 has nothing to decide"),
    (FURTHER + DOUBTED + DOUBT.replace("blue, red", "blue, green"), 'is the action that the step asks for'),
    (FURTHER + DOUBTED + DOUBT.replace("blue, red", "pink"), 'line 11: step 1: "take white, pink" matches no choice'),
    (FURTHER + DOUBTED + DOUBT.replace("not", "not " * 9), "line 10: step 1: expected 1 to 32 characters; found 45"),
    (FURTHER + DOUBTED + DOUBT.replace("Red is", "Red " * 36), "line 12: step 1: expected 1 to 35 words; found 37"),
    (FURTHER + DOUBTED + DOUBT.replace("rare", "{rare}"), 'braces are not allowed: "Red is {rare}."'),
])  # fmt: skip
def test_errors_of_further_lessons_name_the_line(further: Any, text: str, words: str) -> None:
    with pytest.raises(BadLesson) as caught:
        script_of(further(gems=text), "gems")
    assert words in str(caught.value)


@pytest.mark.parametrize("name", ["first", "Gems", "two__gems", "gems_", "a" * 33])
def test_names_of_lessons_are_parts_of_addresses(further: Any, name: str) -> None:
    with pytest.raises(BadLesson, match="expected a name of small letters, digits and single hyphens"):
        further(**{name: FURTHER + READ})


def test_an_unknown_lesson_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadLesson, match='splendor has no lesson "gold"; it has first, nobles, from-gems-to-points'):
        script_of(cogtable.game("splendor"), "gold")


def test_a_lesson_does_not_begin_after_the_end(further: Any) -> None:
    over = FURTHER + "options = { target = 1, limit = 1 }\n" + MOVES + READ
    with pytest.raises(BadLesson, match="the game is over after these moves"):
        script_of(further(gems=over), "gems")


def test_a_game_that_ends_within_its_lesson_is_refused(lesson: Any) -> None:
    passing = "seed = 86\nseats = 2\noptions = { target = 1, limit = 1 }\n\n" + TAKE
    assert trouble(lesson, passing).endswith("the game is over; it must go on after the lesson")


def test_a_game_without_a_lesson_says_so() -> None:
    with pytest.raises(BadLesson, match=r"tiny has no lesson: there is no lesson\.toml in its folder"):
        script_of(cogtable.game("tiny"))


def test_pieces_are_named_by_id_label_or_its_beginning() -> None:
    view = cogtable.game("splendor").start(seed=86).view(0)
    assert pieces_called(view, "bank.5") == pieces_called(view, "Gold in the bank") == ["bank.5"]
    assert pieces_called(view, "seat 1: tokens") == ["tokens1"]
    assert len(pieces_called(view, "level 3")) == 4


def test_words_are_counted_without_markup() -> None:
    assert words_in("**Take** [[gem/red/triangle|red]], then [[seat:1]]") == 4
