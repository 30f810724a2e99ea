"""Lessons: games with a coach who asks for one thing at a time, read from files in a game's folder. `lesson.toml` is a
first game; the files in `lessons` are further lessons, which may begin at a position.

For example::

    seed = 7
    seats = 2

    [later]
    "gold in the bank" = "Good eye, but gold only comes with reserving a card."

    [[steps]]
    say = "On a turn you may take **three gems** of different colours. Touch white, blue and green."
    do = "take white, blue, green"
    bots = ["take blue, red, black"]
    tags = { "level 1 blue card, cost 1 white" = "for this card" }

    [[steps.doubts]]
    ask = "Why not two of a colour?"
    do = "take 2 red"
    answer = "No card on the table needs two red."

This module reads and checks the file. `lessons/script.py` plays it, and finds the pieces and actions that it names.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NoReturn

import msgspec

from cogtable.engine.boxes.toml_lines import Path as Place
from cogtable.engine.boxes.toml_lines import lines_of
from cogtable.engine.errors import BadLesson
from cogtable.engine.files import BadText, read_text

MOST_WORDS = 35
"""The highest number of words in the coach's text of a step."""

MOST_STEPS = 40

MOST_MOVES = 1000
"""The highest number of moves before the position at which a lesson begins."""

MOST_LETTERS = 32
"""The highest number of characters of a title, and of a doubt: they are on buttons."""

MOST_ABOUT = 15
"""The highest number of words that say what a lesson is about."""

FIRST = "first"
"""The name of the lesson in `lesson.toml`."""

NAMES = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""The names of lessons, which are part of their addresses."""

_MARKUP = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]|\*\*")
_PLACE = re.compile(r"\.(\w+)|\[(\d+)\]")


class Answer(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """The action of a seat, if several seats have a decision to make at the same time."""

    seat: int
    do: str


class Doubt(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A question that learners may have at a step ("Why not the red 3?"), and the coach's answer.

    The answer is also given when the learner touches one of the pieces in `at`. `do` is another action that they may
    have in mind, which must be possible; by default, `at` are its pieces.
    """

    ask: str
    answer: str
    do: str = ""
    at: list[str] = []


class Step(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """One step of a lesson.

    The coach says something, and asks for an action: `do` is the text of its choice, or the beginning of it. Without
    `do`, the learner just reads. `at` names the pieces that the coach points at, by default those of the action; the
    tail of the bubble points at the first of them. `tags` names other pieces that stay lit, each with a tag. Then the
    `bots` move, in this order. `later` is the coach's answer if the learner touches something else, and `doubts` are
    offered as questions. `title` is a heading above the text.
    """

    say: str
    title: str = ""
    do: str = ""
    at: list[str] = []
    tags: dict[str, str] = {}
    bots: list[str | Answer] = []
    later: dict[str, str] = {}
    doubts: list[Doubt] = []


class Lesson(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A lesson: how its table is set up, and its steps. `learner` is the seat of the person who learns.

    It begins after `moves` of all seats, in order. `title` and `about` say what it teaches; a game's lessons are listed
    by `number`. `lesson.toml` needs none of these.
    """

    seed: int
    seats: int
    steps: list[Step]
    title: str = ""
    about: str = ""
    number: int = 0
    moves: list[str | Answer] = []
    learner: int = 0
    options: dict[str, int | str] = {}
    later: dict[str, str] = {}

    @property
    def words(self) -> list[tuple[str, str]]:
        """All texts of the coach, each with its place in the file, for translators."""
        found = [(key, words) for key, words in (("title", self.title), ("about", self.about)) if words]
        found += [("later", words) for words in self.later.values()]
        for number, step in enumerate(self.steps, 1):
            said = [step.say, *step.tags.values(), *step.later.values()]
            said += [words for doubt in step.doubts for words in (doubt.ask, doubt.answer)]
            found += [(f"step {number}", words) for words in (*([step.title] if step.title else []), *said)]
        return found


class LessonFile:
    """A lesson with its file, so that mistakes found later can name the line."""

    def __init__(self, path: Path, name: str = FIRST) -> None:
        """Reads and checks a file. Lessons other than the first need a title. Raises BadLesson with the file, the line
        and the reason.
        """
        self.path = path
        self.name = name
        try:
            self._text = read_text(path)
            raw = tomllib.loads(self._text)
        except OSError as error:
            raise BadLesson(f"{path}: cannot be read: {error.strerror}") from error
        except BadText as error:
            raise BadLesson(f"{path}: {error}") from error
        except (ValueError, RecursionError) as error:
            raise BadLesson(f"{path}: is not TOML: {error}") from error
        try:
            self.lesson = msgspec.convert(raw, type=Lesson)
        except msgspec.ValidationError as error:
            reason, _, place = str(error).partition(" - at ")
            self.refuse(_place(place), reason[:1].lower() + reason[1:])
        self._check()

    def refuse(self, place: Place, reason: str) -> NoReturn:
        """Raises BadLesson for a mistake at a place in the file."""
        lines = lines_of(self._text)
        line = next((lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in lines), 0)
        kind = {"steps": "step", "moves": "move"}.get(str(place[0]), "") if place else ""
        where = f"{kind} {place[1] + 1}: " if kind and len(place) > 1 and isinstance(place[1], int) else ""
        raise BadLesson(f"{self.path}: {f'line {line}: ' if line else ''}{where}{reason}")

    def _check(self) -> None:
        lesson = self.lesson
        if not 1 <= len(lesson.steps) <= MOST_STEPS:
            self.refuse(("steps",), f"expected 1 to {MOST_STEPS} steps; found {len(lesson.steps)}")
        if not 0 <= lesson.learner < lesson.seats:
            self.refuse(("learner",), f"expected a seat from 0 to {lesson.seats - 1}; found {lesson.learner}")
        if len(lesson.moves) > MOST_MOVES:
            self.refuse(("moves",), f"expected at most {MOST_MOVES} moves; found {len(lesson.moves)}")
        if self.name != FIRST:
            self._check_short(("title",), lesson.title)
            self._check_words(("about",), lesson.about, MOST_ABOUT)
        for where, words in lesson.words:
            if "{" in words or "}" in words:
                self.refuse(("steps",), f'{where}: braces are not allowed: "{words}"')
        for number, step in enumerate(lesson.steps):
            place: Place = ("steps", number)
            self._check_words((*place, "say"), step.say)
            if step.title:
                self._check_short((*place, "title"), step.title)
            for at, doubt in enumerate(step.doubts):
                self._check_short((*place, "doubts", at, "ask"), doubt.ask)
                self._check_words((*place, "doubts", at, "answer"), doubt.answer)

    def _check_words(self, place: Place, text: str, most: int = MOST_WORDS) -> None:
        if not 1 <= (count := words_in(text)) <= most:
            self.refuse(place, f"expected 1 to {most} words; found {count}")

    def _check_short(self, place: Place, text: str) -> None:
        if not 1 <= len(text) <= MOST_LETTERS:
            self.refuse(place, f"expected 1 to {MOST_LETTERS} characters; found {len(text)}")


def lessons_in(folder: Path, first: LessonFile | None) -> dict[str, LessonFile]:
    """The lessons of a game by name: the `first` one, if there is one, then those of the files in a folder by their
    numbers. Raises BadLesson.
    """
    found = []
    for path in sorted(folder.glob("*.toml")):
        if path.stem == FIRST or not NAMES.fullmatch(path.stem) or len(path.stem) > MOST_LETTERS:
            raise BadLesson(
                f"{path}: expected a name of small letters, digits and single hyphens, at most {MOST_LETTERS} "
                f'characters and not "{FIRST}"; found "{path.stem}"'
            )
        found.append(LessonFile(path, path.stem))
    found.sort(key=lambda file: file.lesson.number)
    return {file.name: file for file in [*([first] if first else []), *found]}


def words_in(text: str) -> int:
    """The number of words that people read in a text with markup. An icon with a word counts as one."""
    return len(_MARKUP.sub(lambda found: found[1] or "", text).split())


def _place(path: str) -> Place:
    """The place of `$.steps[2].do` in the file."""
    return tuple(key or int(number) for key, number in _PLACE.findall(path))
