"""The script of a lesson: its steps, played through on a match, with the actions and pieces that they name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple, NoReturn

from cogtable.engine.boxes.toml_lines import Path as Place
from cogtable.engine.definition.lesson_file import FIRST, Answer, Doubt, Lesson, LessonFile, Step
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadLesson, BadOption, IllegalAction
from cogtable.engine.play.match import Match
from cogtable.engine.text.words import in_english
from cogtable.view import View, Zone

NO_ACTION = -1
"""The action of a step at which the learner only reads."""

_MARKUP = re.compile(r"\[\[(?:seat:(\d+)|[^\]|]*\|([^\]]*)|[^\]]*)\]\]|\*\*")


class ScriptDoubt(NamedTuple):
    """A doubt with everything that it names found: the action in question, `NO_ACTION` for none, and the pieces whose
    touch raises it.
    """

    source: Doubt
    action: int
    pieces: tuple[str, ...]


class ScriptStep(NamedTuple):
    """A step with everything that it names found: the position after `ply` moves, the learner's action, and the seats
    and actions of the bots after it.

    `pieces` are the things that the coach points at. `tags` are other things that stay lit, each with its text. `later`
    are the coach's answers when something else is touched. All are ids of pieces, or of parts of the view.
    """

    source: Step
    ply: int
    action: int
    pieces: tuple[str, ...]
    tags: tuple[tuple[str, str], ...]
    later: tuple[tuple[str, str], ...]
    bots: tuple[tuple[int, int], ...]
    doubts: tuple[ScriptDoubt, ...]


class Script(NamedTuple):
    """A lesson played through: its steps, and the match after the last one, from which the game goes on."""

    name: str
    lesson: Lesson
    steps: tuple[ScriptStep, ...]
    end: Match

    def start(self) -> Match:
        """The match at the first step."""
        return self.end.at(self.steps[0].ply)

    def fits(self, match: Match, step: int) -> bool:
        """Whether a match is at a step of this lesson, which it is not if the file has changed since."""
        if not 0 <= step < len(self.steps) or match.ply != self.steps[step].ply:
            return False
        same = (match.seed, match.seats, match.options) == (self.end.seed, self.end.seats, self.end.options)
        played = [(move.seat, move.action) for move in match.moves]
        return same and played == [(move.seat, move.action) for move in self.end.moves[: match.ply]]


def script_of(game: GameSpec, name: str = FIRST) -> Script:
    """The script of a lesson of a game. Raises BadLesson if there is none, or if it cannot be played."""
    return _played(game, name)


@cache
def _played(game: GameSpec, name: str) -> Script:
    with in_english():  # the file names pieces and choices by their English words
        return _Walk(game, lesson_file(game, name)).script()


def position(game: GameSpec, step: int, name: str = FIRST) -> Match:
    """The match at a step of a lesson. Later steps may have mistakes. Raises BadLesson for one in an earlier step."""
    with in_english():
        return _Walk(game, lesson_file(game, name), until=step).match


def next_lesson(game: GameSpec, name: str) -> LessonFile | None:
    """The lesson of a game after another one; None after the last. Raises BadLesson."""
    names = list(game.lessons)
    after = names[names.index(name) + 1 :]
    return game.lessons[after[0]] if after else None


def lesson_file(game: GameSpec, name: str) -> LessonFile:
    """The file of a lesson. Raises BadLesson if there is none, or if it has mistakes."""
    if name == FIRST and game.lesson is None:
        raise BadLesson(f"{game.name} has no lesson: there is no {game.lesson_file.name} in its folder")
    found = game.lesson if name == FIRST else game.lessons.get(name)
    if found is None:
        raise BadLesson(f'{game.name} has no lesson "{name}"; it has {", ".join(game.lessons) or "none"}')
    return found


def head_of(match: Match) -> str:
    """The beginning of the file of a lesson that starts where a match stands."""
    lines = []
    then = match.at(0)
    with in_english():
        while then.ply < match.ply:  # playing a move may also play passes, which are moves of the match
            move = match.moves[then.ply]
            text = _quoted(then.choice(move.seat, move.action).text)
            lines.append(text if move.seat == then.waiting[0] else f"{{ seat = {move.seat}, do = {text} }}")
            then.play(move.seat, move.action)
    options = [
        f"{name} = {value}" for name, value in match.options.items() if value != match.game.options[name].default
    ]
    head = [f"seed = {match.seed}", f"seats = {match.seats}"]
    if options:
        head.append(f"options = {{ {', '.join(options)} }}")
    return "\n".join([*head, "moves = [", *(f"    {line}," for line in lines), "]"])


def _quoted(text: str) -> str:
    """A string in TOML."""
    return json.dumps(text, ensure_ascii=False)


class _Walk:
    """Plays a lesson from its file step by step, up to step `until` or to the end."""

    def __init__(self, game: GameSpec, file: LessonFile, until: int | None = None) -> None:
        self._file = file
        lesson = self._lesson = file.lesson
        self._seat = lesson.learner
        self._unused = set(lesson.later)
        try:
            self.match = Match(game, lesson.seats, lesson.seed, game.checked_options(lesson.options))
        except BadOption as error:
            file.refuse((), str(error))
        for at, move in enumerate(lesson.moves):
            self._played_before(move, ("moves", at))
        if lesson.moves and self.match.over:
            file.refuse(("moves",), "the game is over after these moves")
        self._steps = [self._step(number, step) for number, step in enumerate(lesson.steps[:until])]

    def script(self) -> Script:
        """The script. Raises BadLesson for mistakes that concern the lesson as a whole."""
        for name in self._unused:
            self._file.refuse(("later", name), f'"{name}" names no piece at any step')
        if self.match.over:
            self._file.refuse(("steps",), "the game is over; it must go on after the lesson")
        return Script(self._file.name, self._lesson, tuple(self._steps), self.match)

    def _step(self, number: int, step: Step) -> ScriptStep:
        place: Place = ("steps", number)
        ply, view = self.match.ply, self.match.view(self._seat)
        action = NO_ACTION
        touched: tuple[str, ...] = ()
        if step.do:
            action = self._action(self._seat, step.do, (*place, "do"))
            touched = self.match.choice(self._seat, action).pieces
        pieces = [self._named(view, name, (*place, "at")) for name in step.at]
        tags = [(self._named(view, name, (*place, "tags", name)), words) for name, words in step.tags.items()]
        later = dict(self._known(view))
        later |= {self._named(view, name, (*place, "later", name)): words for name, words in step.later.items()}
        doubts = [self._doubt(each, action, touched, (*place, "doubts", at)) for at, each in enumerate(step.doubts)]
        if action != NO_ACTION:
            self.match.play(self._seat, action)
        bots = [self._answer(answer, (*place, "bots", at)) for at, answer in enumerate(step.bots)]
        return ScriptStep(
            step,
            ply,
            action,
            tuple(pieces) or tuple(dict.fromkeys(touched)),
            tuple(tags),
            tuple((piece, words) for piece, words in later.items() if piece not in touched),
            tuple(bots),
            tuple(doubts),
        )

    def _doubt(self, doubt: Doubt, asked: int, touched: tuple[str, ...], place: Place) -> ScriptDoubt:
        """A doubt at a step that asks for an action, by touching these pieces."""
        action = self._action(self._seat, doubt.do, (*place, "do")) if doubt.do else NO_ACTION
        if action == asked != NO_ACTION:
            self._file.refuse((*place, "do"), f'"{doubt.do}" is the action that the step asks for')
        view = self.match.view(self._seat)
        pieces = [self._named(view, name, (*place, "at")) for name in doubt.at]
        if action != NO_ACTION and not pieces:
            pieces = [piece for piece in self.match.choice(self._seat, action).pieces if piece not in touched]
        return ScriptDoubt(doubt, action, tuple(dict.fromkeys(pieces)))

    def _played_before(self, move: str | Answer, place: Place) -> None:
        """Plays a move before the lesson."""
        if not self.match.waiting:
            self._file.refuse(place, "the game is over before this move")
        seat, words = (move.seat, move.do) if isinstance(move, Answer) else (self.match.waiting[0], move)
        self.match.play(seat, self._action(seat, words, place))

    def _action(self, seat: int, words: str, place: Place) -> int:
        """The action of a seat whose choice has this text, or begins with it."""
        if seat not in self.match.waiting:
            who = ", ".join(str(other) for other in self.match.waiting)
            self._file.refuse(place, f"seat {seat} has nothing to decide; the game waits for seat {who or 'nobody'}")
        try:
            return self.match.action_called(seat, words)
        except IllegalAction:
            texts = [choice.text for choice in self.match.choices(seat)]
            meant = [text for text in texts if text.startswith(words)] or get_close_matches(words, texts, 8, 0.3)
            near = "; ".join(meant[:12] or texts[:12])
            self._file.refuse(place, f'"{words}" matches no choice of seat {seat}, or several; the closest are: {near}')

    def _answer(self, answer: str | Answer, place: Place) -> tuple[int, int]:
        """Plays a bot's action; returns its seat and action."""
        if isinstance(answer, Answer):
            seat, words = answer.seat, answer.do
        else:
            waiting = [seat for seat in self.match.waiting if seat != self._seat]
            if not waiting:
                self._file.refuse(place, "no bot has anything to decide")
            seat, words = waiting[0], answer
        if seat == self._seat:
            self._file.refuse(place, f"seat {seat} is the learner's; its action belongs in `do`")
        action = self._action(seat, words, place)
        self.match.play(seat, action)
        return seat, action

    def _known(self, view: View) -> Iterable[tuple[str, str]]:
        """The pieces on the table now for which the whole lesson has an answer, with that answer."""
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
        which = f"{self.match.game.name}{'' if self._file.name == FIRST else f' {self._file.name}'}"
        step = f"; `cogtable lesson {which} --step {place[1] + 1}` lists all"  # type: ignore[operator]
        self._file.refuse(place, f'there is no piece "{name}" on the table; the closest are: {near}{step}')


def named(view: View) -> dict[str, str]:
    """The labels of everything in a view that a lesson can name, by id. Parts other than zones have none."""
    zones = {part.id: part.label if isinstance(part, Zone) else "" for part in view.parts}
    labels = zones | {piece.id: piece.label for piece in view.pieces}
    return {one: _plain(label) for one, label in labels.items()}


def pieces_called(view: View, name: str) -> list[str]:
    """The ids of everything with this name: by id, else by label, else by the beginning of the label."""
    labels = named(view)
    if name in labels:
        return [name]
    wanted = _plain(name).casefold()
    pieces = {one: label.casefold() for one, label in labels.items() if label}
    found = [one for one, label in pieces.items() if label == wanted]
    return found or [one for one, label in pieces.items() if label.startswith(wanted)]


def _plain(words: str) -> str:
    """Text without markup: a seat by its number, an icon by its word."""
    return _MARKUP.sub(lambda found: f"seat {found[1]}" if found[1] else found[2] or "", words).strip()


def following(step: ScriptStep, match: Match, seat: int) -> list[Match]:
    """The match after each action of a step: the learner's, then those of the bots."""
    found = []
    done = [] if step.action == NO_ACTION else [(seat, step.action)]
    for player, action in [*done, *step.bots]:
        match = match.copy()
        match.play(player, action)
        found.append(match)
    return found
