"""The script of a lesson: its steps played on a match, with the actions and pieces that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple, NoReturn

from cogtable.engine.boxlines import Path as Place
from cogtable.engine.errors import BadLesson, BadOption, IllegalAction
from cogtable.engine.game import Game
from cogtable.engine.lesson import Answer, Lesson, LessonFile, Step
from cogtable.engine.match import Match
from cogtable.engine.words import in_english
from cogtable.view import View, Zone

NOTHING = -1
"""The action of a step that asks for none."""

_MARKUP = re.compile(r"\[\[(?:seat:(\d+)|[^\]|]*\|([^\]]*)|[^\]]*)\]\]|\*\*")


class Stop(NamedTuple):
    """A step of a script: what it asks for after `ply` moves, and what the bots answer.

    `pieces` are what the coach points at, `tags` what else stays lit, each with its words, and `later` the words for
    what may be touched too early. All are ids of pieces, or of parts of the view.
    """

    step: Step
    ply: int
    action: int
    pieces: tuple[str, ...]
    tags: tuple[tuple[str, str], ...]
    later: tuple[tuple[str, str], ...]
    bots: tuple[tuple[int, int], ...]


class Script(NamedTuple):
    """A lesson as it is played: its stops, and the match as its last step leaves it, with which the game goes on."""

    lesson: Lesson
    stops: tuple[Stop, ...]
    end: Match

    def start(self) -> Match:
        """The match with which the lesson begins."""
        return self.end.at(self.stops[0].ply)

    def fits(self, match: Match, step: int) -> bool:
        """Whether a match stands at a step of this lesson: its file may have changed since."""
        if not 0 <= step < len(self.stops) or match.ply != self.stops[step].ply:
            return False
        same = (match.seed, match.seats, match.options) == (self.end.seed, self.end.seats, self.end.options)
        played = [(move.seat, move.action) for move in match.moves]
        return same and played == [(move.seat, move.action) for move in self.end.moves[: match.ply]]


@cache
def script_of(game: Game) -> Script:
    """The script of a game's lesson. Raises BadLesson where there is none, or where it cannot be played."""
    if game.lesson is None:
        raise BadLesson(f"{game.name} has no lesson: there is no {game.lesson_file.name} in its folder")
    with in_english():  # the file names pieces and choices by their English words
        return _Walk(game, game.lesson).script()


def position(game: Game, step: int) -> Match:
    """The match at a step of a lesson whose earlier steps can be played. Raises BadLesson."""
    if game.lesson is None:
        return script_of(game).start()
    with in_english():
        return _Walk(game, game.lesson, until=step).match


class _Walk:
    """Plays a lesson from its file, step by step, `until` one or the end."""

    def __init__(self, game: Game, file: LessonFile, until: int | None = None) -> None:
        self._file = file
        lesson = self._lesson = file.lesson
        self._seat = lesson.learner
        self._unused = set(lesson.later)
        try:
            self.match = game.start(seats=lesson.seats, seed=lesson.seed, **lesson.options)
        except BadOption as error:
            file.refuse((), str(error))
        self._stops = [self._step(number, step) for number, step in enumerate(lesson.steps[:until])]

    def script(self) -> Script:
        """The script. Raises BadLesson, also for what is only wrong with the lesson as a whole."""
        for name in self._unused:
            self._file.refuse(("later", name), f'"{name}" names no piece of any step')
        if self.match.over:
            self._file.refuse(("steps",), "the game is over; a lesson ends in a game that goes on")
        return Script(self._lesson, tuple(self._stops), self.match)

    def _step(self, number: int, step: Step) -> Stop:
        place: Place = ("steps", number)
        ply, view = self.match.ply, self.match.view(self._seat)
        action = NOTHING
        touched: tuple[str, ...] = ()
        if step.do:
            action = self._action(self._seat, step.do, (*place, "do"))
            touched = self.match.choice(self._seat, action).pieces
        pieces = [self._named(view, name, (*place, "at")) for name in step.at]
        tags = [(self._named(view, name, (*place, "tags", name)), words) for name, words in step.tags.items()]
        later = dict(self._known(view))
        later |= {self._named(view, name, (*place, "later", name)): words for name, words in step.later.items()}
        if action != NOTHING:
            self.match.play(self._seat, action)
        bots = [self._answer(answer, (*place, "bots", at)) for at, answer in enumerate(step.bots)]
        return Stop(
            step,
            ply,
            action,
            tuple(pieces) or tuple(dict.fromkeys(touched)),
            tuple(tags),
            tuple((piece, words) for piece, words in later.items() if piece not in touched),
            tuple(bots),
        )

    def _action(self, seat: int, words: str, place: Place) -> int:
        """The action of a seat that is called so."""
        if seat not in self.match.waiting:
            who = ", ".join(str(other) for other in self.match.waiting)
            self._file.refuse(place, f"seat {seat} has nothing to decide; the game waits for seat {who or 'nobody'}")
        try:
            return self.match.action_called(seat, words)
        except IllegalAction:
            texts = [choice.text for choice in self.match.choices(seat)]
            meant = [text for text in texts if text.startswith(words)] or get_close_matches(words, texts, 8, 0.3)
            near = "; ".join(meant[:12] or texts[:12])
            self._file.refuse(place, f'"{words}" is not one choice of seat {seat}; near it are: {near}')

    def _answer(self, answer: str | Answer, place: Place) -> tuple[int, int]:
        """Plays what a bot answers; returns its seat and action."""
        if isinstance(answer, Answer):
            seat, words = answer.seat, answer.do
        else:
            waiting = [seat for seat in self.match.waiting if seat != self._seat]
            if not waiting:
                self._file.refuse(place, "no bot has anything to decide")
            seat, words = waiting[0], answer
        if seat == self._seat:
            self._file.refuse(place, f"seat {seat} is the learner's; a step asks for its action by `do`")
        action = self._action(seat, words, place)
        self.match.play(seat, action)
        return seat, action

    def _known(self, view: View) -> Iterable[tuple[str, str]]:
        """The lesson's answers about pieces that are on the table now."""
        for name, words in self._lesson.later.items():
            if len(found := pieces_called(view, name)) == 1:
                self._unused.discard(name)
                yield found[0], words

    def _named(self, view: View, name: str, place: Place) -> str:
        found = pieces_called(view, name)
        if len(found) != 1:
            self._refuse_name(named(view), found, name, place)
        return found[0]

    def _refuse_name(self, labels: dict[str, str], found: list[str], name: str, place: Place) -> NoReturn:
        if found:
            alike = "; ".join(f"{labels[one]} ({one})" for one in found[:8])
            self._file.refuse(place, f'"{name}" could be any of {len(found)} pieces: {alike}')
        known = [label for label in labels.values() if label]
        near = "; ".join(get_close_matches(name, known, 6, 0.3) or known[:6])
        step = f"; `cogtable lesson {self.match.game.name} --step {place[1] + 1}` lists all"  # type: ignore[operator]
        self._file.refuse(place, f'there is no piece "{name}" on the table; near it are: {near}{step}')


def named(view: View) -> dict[str, str]:
    """Everything in a view that a lesson can name, by id: pieces and zones with their labels, other parts without."""
    zones = {part.id: part.label if isinstance(part, Zone) else "" for part in view.parts}
    labels = zones | {piece.id: piece.label for piece in view.pieces}
    return {one: _plain(label) for one, label in labels.items()}


def pieces_called(view: View, name: str) -> list[str]:
    """The ids of what is called so: by its id, else by its label, else by the beginning of its label."""
    labels = named(view)
    if name in labels:
        return [name]
    wanted = _plain(name).casefold()
    pieces = {one: label.casefold() for one, label in labels.items() if label}
    found = [one for one, label in pieces.items() if label == wanted]
    return found or [one for one, label in pieces.items() if label.startswith(wanted)]


def _plain(words: str) -> str:
    """Words without markup: a seat as its number, a picture as its word."""
    return _MARKUP.sub(lambda found: f"seat {found[1]}" if found[1] else found[2] or "", words).strip()


def following(stop: Stop, match: Match, seat: int) -> list[Match]:
    """The match after each action of a step that is done: the learner's, then those of the bots."""
    found = []
    done = [] if stop.action == NOTHING else [(seat, stop.action)]
    for player, action in [*done, *stop.bots]:
        match = match.copy()
        match.play(player, action)
        found.append(match)
    return found
