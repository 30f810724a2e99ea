"""Lessons: a first game with a coach who asks for one thing at a time, read from `lesson.toml` in a game's folder.

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

_MARKUP = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]|\*\*")
_PLACE = re.compile(r"\.(\w+)|\[(\d+)\]")


class Answer(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """The action of the bot in a seat, if several bots have a decision to make at the same time."""

    seat: int
    do: str


class Step(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """One step of a lesson.

    The coach says something, and asks for an action: `do` is the text of its choice, or the beginning of it. Without
    `do`, the learner just reads. `at` names the pieces that the coach points at, by default those of the action; the
    tail of the bubble points at the first of them. `tags` names other pieces that stay lit, each with a tag. Then the
    `bots` move, in this order. `later` is the coach's answer if the learner touches something else.
    """

    say: str
    do: str = ""
    at: list[str] = []
    tags: dict[str, str] = {}
    bots: list[str | Answer] = []
    later: dict[str, str] = {}


class Lesson(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A lesson: how its table is set up, and its steps. `learner` is the seat of the person who learns."""

    seed: int
    seats: int
    steps: list[Step]
    learner: int = 0
    options: dict[str, int | str] = {}
    later: dict[str, str] = {}

    @property
    def words(self) -> list[tuple[str, str]]:
        """All texts of the coach, each with its place in the file, for translators."""
        found = [("later", words) for words in self.later.values()]
        for number, step in enumerate(self.steps, 1):
            said = [step.say, *step.tags.values(), *step.later.values()]
            found += [(f"step {number}", words) for words in said]
        return found


class LessonFile:
    """A lesson with its file, so that mistakes found later can name the line."""

    def __init__(self, path: Path) -> None:
        """Reads and checks a file. Raises BadLesson with the file, the line and the reason."""
        self.path = path
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
        where = f"step {place[1] + 1}: " if len(place) > 1 and isinstance(place[1], int) else ""
        raise BadLesson(f"{self.path}: {f'line {line}: ' if line else ''}{where}{reason}")

    def _check(self) -> None:
        lesson = self.lesson
        if not 1 <= len(lesson.steps) <= MOST_STEPS:
            self.refuse(("steps",), f"expected 1 to {MOST_STEPS} steps; found {len(lesson.steps)}")
        if not 0 <= lesson.learner < lesson.seats:
            self.refuse(("learner",), f"expected a seat from 0 to {lesson.seats - 1}; found {lesson.learner}")
        for where, words in lesson.words:
            if "{" in words or "}" in words:
                self.refuse(("steps",), f'{where}: braces are not allowed: "{words}"')
        for number, step in enumerate(lesson.steps):
            if not 1 <= (count := words_in(step.say)) <= MOST_WORDS:
                self.refuse(("steps", number, "say"), f"expected 1 to {MOST_WORDS} words; found {count}")


def words_in(text: str) -> int:
    """The number of words that people read in a text with markup. An icon with a word counts as one."""
    return len(_MARKUP.sub(lambda found: found[1] or "", text).split())


def _place(path: str) -> Place:
    """The place of `$.steps[2].do` in the file."""
    return tuple(key or int(number) for key, number in _PLACE.findall(path))
