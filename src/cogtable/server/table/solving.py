"""Solving a puzzle: one person alone with a position. The moves are judged by results computed in advance.

Nothing is stored. The state lives as long as the connection, and a new connection starts again; the browser remembers
the solved puzzles.
"""

from __future__ import annotations

import logging
from functools import lru_cache

import msgspec

from cogtable.engine.errors import BadPuzzles, IllegalAction
from cogtable.engine.lessons import puzzle as puzzles
from cogtable.engine.lessons.puzzle import NO_PUZZLES, PuzzleDecision, Puzzles
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match, Revision
from cogtable.engine.text.words import capital, phrase, say
from cogtable.lab import analysis
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import SeatRow
from cogtable.server.table.moves import late, not_possible
from cogtable.server.table.seating import bot_occupant, bot_seat
from cogtable.server.wire import daily_api, from_client, from_server
from cogtable.view import Panel, Prompt, Seat, View

log = logging.getLogger("cogtable.server")

KEPT = 64
"""The number of puzzles whose match is kept in memory, so that it isn't replayed."""

REPLY_SEED = 0
"""The seed of the reply to a wrong move, so that everybody meets the same."""

LEAST_TRIED = 5
"""The number of people from which the difficulty of a puzzle is known."""

MOST_LINES = 2
"""The number of lines of the log that say what the first move of a solution brought."""

EASY, HARD = 0.6, 0.3
"""A puzzle is easy if at least this share of people finds the solution at once, and hard if fewer than this do."""


def puzzles_of(game: Game) -> Puzzles:
    """Returns the puzzles of a game; none if they cannot be used, which is logged."""
    try:
        return puzzles.puzzles_of(game)
    except BadPuzzles as error:
        log.error("the puzzles of %s cannot be used: %s", game.name, error)
        return NO_PUZZLES


def difficulty_of(people: int, first: int) -> daily_api.Difficulty:
    """Returns how hard a puzzle is, if `first` of `people` found its solution with their first try; empty for few
    people.
    """
    if people < LEAST_TRIED:
        return ""
    share = first / people
    return "easy" if share >= EASY else "hard" if share < HARD else "medium"


@lru_cache(KEPT)
def _start(game: Game, key: str) -> Match:
    found = puzzles.find(game, key)
    assert found
    return puzzles.start(game, found)


class Solving:
    """A puzzle and a person's progress with it. Raises Refusal if the game does not have the puzzle."""

    def __init__(self, game: Game, key: str) -> None:
        known = puzzles_of(game)
        keys = [puzzle.key for puzzle in known.puzzles]
        if key not in keys:
            raise Refusal("unknown-table", say("{game} has no puzzle '{key}'", game=game.title, key=key[:24]))
        self._number, self._of = keys.index(key), len(keys)
        self._following = keys[self._number + 1] if self._number + 1 < len(keys) else ""
        self._judge = known.judge
        self._puzzle = known.puzzles[self._number]
        self._decision: PuzzleDecision | None = self._puzzle.first
        self._shown = False
        self._found: bool | None = None
        self._sent = 0
        """The number of lines of the log that were sent."""
        try:
            self.match = _start(game, key).copy()
        except BadPuzzles as error:
            log.error("%s", error)
            raise Refusal("outdated", say("this puzzle is for other rules of {game}", game=game.title)) from error

    @property
    def judge(self) -> str:
        """The bot that judges the moves and answers them."""
        return self._judge

    @property
    def over(self) -> bool:
        """Whether nothing is left to find."""
        return self._decision is None

    @property
    def seat(self) -> int:
        """The solver's seat."""
        return self._puzzle.seat

    def begin(self) -> from_server.Update:
        """Returns the position, with the whole log."""
        update = self._update()
        update.view.flights, update.view.sounds, update.view.frames = [], [], []
        return update

    def answer(self, message: from_client.FromClient) -> list[from_server.FromServer]:
        """Carries out a message. Returns the answer to it, and the table after each move. Raises Refusal."""
        match message:
            case from_client.Ping():
                return [from_server.Pong()]
            case from_client.AskWhy():
                return [self.why_not(message)]
            case from_client.Act():
                updates = self.act(message)
            case from_client.ShowLine():
                updates = self.show_line()
            case _:
                raise Refusal("malformed", say("in a puzzle you can only make moves"))
        first = updates[0].view
        return [from_server.Accepted(id=message.id, ply=first.ply, undone=first.undone), *updates]

    def act(self, message: from_client.Act) -> list[from_server.Update]:
        """Plays a move of the solver. Returns the table after it and after each answer. Raises Refusal, and changes
        nothing, for a move that gives the win away.
        """
        decision = self._open(Revision(message.undone, message.ply))
        try:
            action = self.match.check(self.seat, message.action)
        except IllegalAction as error:
            raise Refusal("illegal", not_possible(self.match, self.seat)) from error
        if action in decision.lost:
            self._found = False
            raise Refusal("puzzle", _lost(self.match.choice(self.seat, action).text, decision.lost[action]))
        updates = self._play(decision, action)
        if self._decision is None:
            self._found = True
        return updates

    def take_try(self) -> bool | None:
        """Returns how the last try ended, once: whether the solution was found; None if there was no try."""
        found, self._found = self._found, None
        return found

    def after_wrong(self, message: from_client.Act) -> Match | None:
        """Returns the match after a move that gives the win away, to see what the others would do; None if it is not
        their turn then.
        """
        after = self.match.copy()
        after.play(self.seat, message.action)
        return None if after.over or self.seat in after.waiting else after

    def answered(self, after: Match, seat: int, action: int) -> str:
        """Returns what a move of another player after a wrong one does, as the solver would read it in the log. Empty
        if it would tell the solver, who plays on from before, something that the other player hides.
        """
        if not analysis.public(after, seat, action):
            return ""
        lines = len(after.view(self.seat).log)
        after.play(seat, action)
        found = after.view(self.seat).log[lines:]
        return say("The answer would be: {line}.", line=found[0].words) if found else ""

    def show_line(self) -> list[from_server.Update]:
        """Returns the table after each move from here to the end of the line. Raises Refusal if there is nothing to
        show.
        """
        self._open(self.match.revision)
        self._shown = True
        self._found = False
        updates = []
        while self._decision:
            updates += self._play(self._decision, next(iter(self._decision.keep)))
        return updates

    def why_not(self, message: from_client.AskWhy) -> from_server.Why:
        """Returns why a piece cannot be chosen. Raises Refusal for an unknown piece."""
        if message.piece not in self.match.view(self.seat).touchable():
            raise Refusal("malformed", say("there is no piece '{piece}' on the table", piece=message.piece[:40]))
        words = self.match.why_not(self.seat, message.piece)
        return from_server.Why(id=message.id, piece=message.piece, words=words)

    def _open(self, seen: Revision) -> PuzzleDecision:
        """Returns the solver's decision. Raises Refusal if it is not the one that they have seen, or the puzzle is
        over.
        """
        if self._decision is None:
            raise Refusal("puzzle", say("this puzzle is over"))
        if seen != self.match.revision:
            raise Refusal("late", late(seen, self.match.revision))
        return self._decision

    def _play(self, decision: PuzzleDecision, action: int) -> list[from_server.Update]:
        reply = decision.keep[action]
        matches = puzzles.following(self.match, self.seat, action, reply.answers)
        updates = []
        for at, self.match in enumerate(matches, 1):
            if at == len(matches):
                self._decision = reply.then
            updates.append(self._update())
        return updates

    # --- messages --------------------------------------------------------------------------------

    def _update(self) -> from_server.Update:
        view, lines = self.match.view(self.seat), self._sent
        self._sent = len(view.log)
        view = msgspec.structs.replace(view, log=view.log[lines:], log_from=lines, assists=False)
        state = self._state()
        if state.state != "open":
            _show_end(view, state.words)
        return from_server.Update(view=view, now=from_server.TableNow(occupants=self._occupants()), puzzle=state)

    def _state(self) -> from_server.PuzzleState:
        over = self._decision is None
        return from_server.PuzzleState(
            number=self._number + 1,
            of=self._of,
            state="open" if not over else "shown" if self._shown else "solved",
            words=self._words(),
            following=self._following,
            reasons=self._reasons() if over else [],
        )

    def _reasons(self) -> list[str]:
        """Returns what the first move brought, and what the next best one would have."""
        first = len(self._puzzle.moves)
        lines = [line.words for line in self.match.view(self.seat).log if line.ply == first + 1 and not line.outside]
        found = [say("{line}.", line=line) for line in lines[:MOST_LINES]]
        if lost := self._puzzle.first.lost:
            action = max(lost, key=lost.__getitem__)
            start = _start(self.match.game, self._puzzle.key)
            words = phrase("The next best move, “{move}”, wins {n} times in 100.")
            if lost[action] <= 1:
                words = phrase("The next best move, “{move}”, hardly ever wins.")
            found.append(say(words, move=start.choice(self.seat, action).text, n=lost[action]))
        return found

    def _words(self) -> str:
        if self._decision is None and self._shown:
            return say("This was the solution.")
        if self._decision is None:
            return say("Solved: you have won.") if self.match.over else say("Solved: from here you win.")
        if self.match.ply > len(self._puzzle.moves):
            return say("Right. Go on: the win can still be lost.") if self._decision.lost else say("Right. Go on.")
        return say("You win if you find the only right move.")

    def _occupants(self) -> list[from_server.Occupant]:
        seats: list[SeatRow] = []
        for seat in range(self.match.seats):
            if seat == self.seat:
                seats.append(SeatRow(seat=seat, kind="person", name=say("Guest")))
            else:
                seats.append(bot_seat(seat, self._judge, seats))
        return [
            from_server.Occupant(seat=each.seat, kind="person", name=each.name, here=True)
            if each.kind == "person"
            else bot_occupant(each)
            for each in seats
        ]


def _lost(move: str, percent: int) -> str:
    """Returns why a move is wrong."""
    move = capital(move)
    if percent > 1:
        words = phrase("“{move}” gives the win away: it wins {n} times in 100. Try again.")
        return say(words, move=move, n=percent)
    return say("“{move}” gives the win away: it hardly ever wins. Try again.", move=move)


def _show_end(view: View, words: str) -> None:
    """Changes a view so that nothing can be chosen any more: the puzzle is over, even if the game is not."""
    view.over, view.result, view.waiting, view.choices, view.previews = False, None, [], [], []
    for part in view.parts:
        if isinstance(part, Prompt):
            part.sentence, part.all = words, ""
        elif isinstance(part, Panel | Seat):
            part.active = False
