"""A match: box, options, seed and the actions so far. The actions are the truth; the state follows from them.

`Match` plays. A seat's information is an `InformationState`, its log lines are in the `MatchLog`, and the moves and
positions are in a `History`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption, BadSave, IllegalAction
from cogtable.engine.integers import as_whole
from cogtable.engine.play import display
from cogtable.engine.play.display import Shown
from cogtable.engine.play.history import History, read_only
from cogtable.engine.play.history import Move as Move
from cogtable.engine.play.information_state import SPECTATOR as SPECTATOR
from cogtable.engine.play.information_state import InformationKeys, InformationState
from cogtable.engine.play.interventions import (
    NOBODY_LAST,
    Ending,
    Interventions,
    Remark,
    TakenBack,
    placed,
    show_ending,
    show_left,
)
from cogtable.engine.play.match_log import MatchLog
from cogtable.engine.records.state import Ints, Mask, copied, seats_in
from cogtable.engine.rules import verbs
from cogtable.engine.rules.events import Note, collected
from cogtable.view import Choice, Clock, Line, Overlay, View

NOTHING = Interventions()


class Revision(NamedTuple):
    """The numbers of undos and of moves. Compared in this order, it grows with each move and each undo."""

    undone: int
    ply: int


class Match:
    """A game being played, interpreted.

    Made by `Game.start`, `Game.start_at` or `cogtable.load`. Seats are counted from 0. A match can be copied (`copy`,
    `at`, or `copy.deepcopy`) and pickled.
    """

    def __init__(
        self, game: GameSpec, seats: int, seed: int, options: Mapping[str, int], initial_position: Any | None = None
    ) -> None:
        self.game = game
        self.seed = seed
        self.options = dict(options)
        self.initial_position = initial_position
        """The position at which the match began, if that was laid out by hand, as an array of one record."""
        with collected() as notes:
            dealt = game.deal(seats, seed, options) if initial_position is None else read_only(initial_position)
        self.interventions = Interventions()
        self._begin(History([dealt], tuple(notes)))
        self._pass_over()

    def _begin(self, history: History) -> None:
        """Takes a history, with nothing described yet."""
        self._history = history
        self._log = MatchLog(self.game)
        self._keys = InformationKeys()
        self._known: dict[int, InformationState] = {}
        self._present = b""

    def __repr__(self) -> str:
        return display.line(self.game.name, self.seats, self.ply, self.waiting)

    def shown(self, seat: int | None = None) -> Shown:
        """The match as `seat` sees it, None for a spectator, to be printed or shown in a notebook.

        Contains no information hidden from the seat. A notebook shows a match itself as a spectator sees it.
        """
        return Shown(self.game.title, self.seats, self.view(seat))

    def _repr_html_(self) -> str:
        return self.shown()._repr_html_()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """The representation for IPython: a spectator's view, as text and as HTML."""
        return self.shown()._repr_mimebundle_(include, exclude)

    # --- what is -------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The full record of the game in progress, including hidden information. Read-only."""
        return self.position[0]

    @property
    def position(self) -> Any:
        """The state as an array of one record. Read-only."""
        return self._history.positions[-1]

    @property
    def positions(self) -> list[Any]:
        """The positions after the deal and after each move, `ply` + 1 in all. Read-only."""
        return list(self._replayed_history().positions)

    @property
    def opening(self) -> tuple[Note, ...]:
        """The events of the deal; none for a match that was loaded, until its log or a view was asked for."""
        return self._history.opening

    @property
    def moves(self) -> list[Move]:
        """The actions so far. Those of a match that was loaded have no events until its log or a view was asked for."""
        return self._history.moves

    @property
    def seats(self) -> int:
        """How many seats play."""
        return int(self.state.seats)

    @property
    def ply(self) -> int:
        """How many actions were played."""
        return self._history.ply

    @property
    def revision(self) -> Revision:
        """How far the match has come, including moves that were taken back."""
        return Revision(len(self.interventions.taken_back), self.ply)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have a decision to make; none when the game is over."""
        return () if self.over else seats_in(self.state.waiting)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or before (see `end`)."""
        return bool(self.state.over) or self.interventions.ending is not None

    @property
    def ranks(self) -> tuple[int, ...]:
        """The current rank of each seat: 1 is best, ties share a rank."""
        places = [int(place) for place in self._standing()[:, 0]]
        ending = self.interventions.ending
        return placed(ending, places, self.left) if ending else tuple(places)

    @property
    def scores(self) -> tuple[int, ...]:
        """The current score of each seat."""
        return tuple(int(score) for score in self._standing()[:, 1])

    @property
    def left(self) -> frozenset[int]:
        """The seats that have dropped out (see `drop_out`)."""
        if self.game.dropping is None:
            return frozenset()
        return frozenset(move.seat for move in self.moves if self.is_dropping(move))

    def _standing(self) -> Any:
        out = np.zeros((self.seats, 2), np.int32)
        verbs.rank(self.state, self.game.box.record, out)
        return out

    def _check_seat(self, seat: int) -> None:
        number = as_whole(seat)
        if number is None or not SPECTATOR <= number < self.seats:
            raise IllegalAction(f"there is no seat {seat}; there are 0 to {self.seats - 1}, and -1 for a spectator")

    # --- what a seat knows ----------------------------------------------------------------------

    def known_by(self, seat: int) -> InformationState:
        """The information state of `seat` (-1 for a spectator) at the present position.

        Raises IllegalAction when there is no such seat, as do all methods below that take a seat.
        """
        self._check_seat(seat)
        present = self.position.tobytes()
        if present != self._present:  # tests write into it
            self._present, self._known = present, {}
        if seat not in self._known:
            self._known[seat] = InformationState(self.game, self.position, seat, self.waiting)
        return self._known[seat]

    def hidden(self, seat: int = SPECTATOR) -> Any:
        """A copy of the state as `seat` knows it, an array of one record. Everything that leaves the engine is built
        from it.
        """
        return copied(self.known_by(seat).hidden)

    def observation(self, seat: int = SPECTATOR) -> Ints:
        """The observation of `seat`, laid out as `game.observation` says.

        Raises BrokenGame for a game without observations.
        """
        return self.known_by(seat).observation()

    def information_state(self, seat: int) -> str:
        """A key of everything that `seat` has learned in this match: two matches have the same key if and only if the
        seat has seen and done the same since the deal. 32 hexadecimal digits.

        It is what algorithms such as counterfactual regret minimization call the information state, with perfect
        recall; `observation` and `hidden` describe only what the seat knows of the present.
        """
        return self._keys.last(self.game, self._replayed_history(), self.known_by(seat))

    def determinized(self, seat: int, seed: int) -> Any:
        """A position that is consistent with the information of `seat` (-1 for a spectator): an array of one record in
        which everything hidden from it is dealt at random from `seed`, by the verb `determinize`.

        Raises BadOption for a bad seed.
        """
        return self.known_by(seat).determinized(seed)

    def draws(self, seat: int = SPECTATOR) -> dict[str, Ints]:
        """The possible next draws from each pile of the game, given the information of `seat`: a weight for each entry
        of the pile's table of the box, int32. Divided by their sum they are probabilities; all are zero for an empty
        pile.

        Empty for a game without the verb `weigh`.
        """
        return self.known_by(seat).draws()

    def legal(self, seat: int) -> Mask:
        """The actions that `seat` may take now, uint8, (actions,); all zero when it has nothing to decide."""
        return self.known_by(seat).mask.copy()

    def choices(self, seat: int) -> list[Choice]:
        """The choices of `seat` now, each with its text and the pieces it touches."""
        return list(self.known_by(seat).choices)

    def choice(self, seat: int, action: int) -> Choice:
        """One of the `choices` of a seat: a legal action in words, with the pieces that it touches."""
        return self.known_by(seat).choice(action)

    def why_not(self, seat: int, piece: str) -> str:
        """Why `seat` cannot choose a piece, or a zone that is a target; empty if a choice touches it."""
        return self.known_by(seat).why_not(piece)

    def overlays(self, seat: int, action: int = -1) -> list[Overlay]:
        """The overlays of the view of `seat` with their cells, also those that are computed on request: now, or as they
        would be after one of its choices.

        Raises IllegalAction for an action that it may not play.
        """
        return self.known_by(seat).overlays(action)

    @property
    def clock(self) -> Clock:
        """The progress of the game, which is public; also part of a view."""
        return self.known_by(SPECTATOR).clock()

    def view(self, seat: int | None = None) -> View:
        """The table as `seat` may see it, with the whole log; None for a spectator."""
        self._replayed_history()
        known = self.known_by(SPECTATOR if seat is None else seat)
        view = known.view()
        view.undone, view.ply = self.revision
        view.log = self.log(seat)
        known.animate(view, self._last_notes())
        if ending := self.interventions.ending:
            show_ending(view, ending, self.ranks, self.scores)
        show_left(view, self.left)
        return view

    def _last_notes(self) -> list[Note]:
        """The notes of the last action chosen and of the passes after it; before the first action, the deal's."""
        first = next((ply for ply in range(self.ply - 1, -1, -1) if self.is_chosen(self.moves[ply])), None)
        if first is None:
            return [*self.opening, *(note for move in self.moves for note in move.notes)]
        return [note for move in self.moves[first:] for note in move.notes]

    def log(self, seat: int | None = None, since: int = 0) -> list[Line]:
        """The log lines for `seat`: all of them, beginning with the deal, or with `since` only those of later moves.
        `log(since=n)` for n = 1, 2, ... leaves out the deal and the first n moves.

        A move is described from the seat's information right after it, even if the log is requested later.
        """
        history, known = self._replayed_history(), self.known_by(SPECTATOR if seat is None else seat)
        lines = self._log.lines(history, self.interventions, known)
        return [line for line in lines if line.ply > since] if since else list(lines)

    def notes(self, seat: int = SPECTATOR) -> list[Note]:
        """The events since the deal that a seat may know of, in their order."""
        self._check_seat(seat)
        history = self._replayed_history()
        return [note for ply in range(self.ply + 1) for note in history.notes(ply) if note.reaches(seat)]

    @property
    def taken_back(self) -> tuple[TakenBack, ...]:
        """Each time that moves were taken back, in order."""
        return self.interventions.taken_back

    def marks(self) -> list[TakenBack]:
        """Where the log shows that moves were taken back: once for each seat and position."""
        return self.interventions.marks(self.ply)

    # --- what is done --------------------------------------------------------------------------

    def play(self, seat: int, action: int | str) -> None:
        """Plays an action, given by its number or its text.

        Seats that can only pass are then skipped, unless the option `always_ask` is on. Raises IllegalAction
        and changes nothing if the game is over, the seat has nothing to decide, or the action is not legal.
        """
        self._apply(seat, self.check(seat, action))
        self._pass_over()

    def check(self, seat: int, action: int | str) -> int:
        """The number of an action, given by its number or its text, that `seat` may play now.

        Raises IllegalAction as `play` does.
        """
        self._check_turn(seat)
        number = self.action_called(seat, action) if isinstance(action, str) else as_whole(action)
        if number is None:
            raise TypeError(f"expected an action, a whole number or its text; found {action!r}")
        if not 0 <= number < self.game.actions:
            raise IllegalAction(f"there is no action {number}; {self.game.name} has 0 to {self.game.actions - 1}")
        if not self.known_by(seat).mask[number]:
            raise IllegalAction(f"seat {seat} may not play action {number} now; {self._offer(seat)}")
        return number

    def _check_turn(self, seat: int) -> None:
        self._check_seat(seat)
        if self.over:
            raise IllegalAction("the game is over")
        if seat not in self.waiting:
            who = ", ".join(str(other) for other in self.waiting)
            raise IllegalAction(f"seat {seat} has nothing to decide now; the game waits for seat {who}")

    def _offer(self, seat: int) -> str:
        texts = [choice.text for choice in self.choices(seat)]
        shown = "; ".join(texts[:8]) + (f"; and {len(texts) - 8} more" if len(texts) > 8 else "")
        return f"it may: {shown}"

    def action_called(self, seat: int, words: str) -> int:
        """The action of a seat whose text is `words`, or the only one whose text starts with it.

        Raises IllegalAction if no choice matches, or several do.
        """
        wanted = _plain(words)
        texts = {choice.action: _plain(choice.text) for choice in self.choices(seat)}
        found = [action for action, text in texts.items() if text == wanted]
        found = found or [action for action, text in texts.items() if wanted and text.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        trouble = f'"{words}" could be any of {len(found)} choices' if found else f'"{words}" is not a choice now'
        raise IllegalAction(f"{trouble} of seat {seat}; {self._offer(seat)}")

    def drop_out(self, seat: int) -> None:
        """Lets a seat drop out of the game for good, by the action that the game has for it (`Seats(dropping=...)`),
        whether or not it has something to decide.

        Raises IllegalAction if seats do not drop out of this game, if it is over, if the seat has dropped out already,
        or if only one other seat is left: then the game ends (see `end`).
        """
        self._check_seat(seat)
        left = self.left
        if self.game.dropping is None:
            raise IllegalAction(f"seats do not drop out of {self.game.name}")
        if self.over:
            raise IllegalAction("the game is over")
        if seat == SPECTATOR or seat in left:
            raise IllegalAction(f"seat {seat} is not in the game, or has left it")
        if self.seats - len(left) <= 2:
            raise IllegalAction("only two seats are left; when one gives up, the game ends")
        self._apply(seat, self.game.dropping)
        self._pass_over()

    def _apply(self, seat: int, action: int) -> None:
        text = self.choice(seat, action).text
        position = copied(self.position)
        with collected() as notes:
            verbs.play(position[0], self.game.box.record, seat, action)
        self._history.add(Move(int(seat), action, text, tuple(notes)), position)

    def _pass_over(self) -> None:
        """Passes for seats that can do nothing else."""
        passing = self.game.passing
        if passing is None or self.state.always_ask:
            return
        while not self.over:
            idle = [seat for seat in self.waiting if self._only(seat, passing)]
            if not idle:
                return
            self._apply(idle[0], passing)

    def _only(self, seat: int, action: int) -> bool:
        mask = self.known_by(seat).mask
        return bool(mask[action]) and int(mask.sum()) == 1

    def undo(self) -> None:
        """Takes back the last action that a seat chose, and the automatic passes after it.

        Raises IllegalAction if nothing was played.
        """
        if not any(self.is_chosen(move) for move in self.moves):
            raise IllegalAction("no move was played yet")
        self._go_back(max(ply for ply, move in enumerate(self.moves) if self.is_chosen(move)))

    def take_back(self, seat: int, ply: int, *, seen: bool = False) -> None:
        """Takes back all moves after the first `ply`, so that `seat` can choose again, and says so in the log.

        The deal does not change: the same cards will turn up again. `seen` means that the moves revealed something
        hidden (see `undo.revealed`). Seats that have dropped out since do not come back: they drop out again at
        once. Raises IllegalAction if there are no moves after `ply`.
        """
        self._check_seat(seat)
        if not 0 <= ply < self.ply:
            raise IllegalAction(f"cannot take back to move {ply}; {self.ply} were played")
        self.interventions = self.interventions.back(TakenBack(ply, seat, seen))
        self._go_back(ply)

    def remark(self, seat: int, words: str) -> None:
        """Adds a remark about a seat to the log, such as that its person has left."""
        self._check_seat(seat)
        self.interventions = self.interventions.remarked(Remark(self.ply, seat, words))
        self._log.forget_after(self.ply - 1)

    def end(self, words: str, last: int = NOBODY_LAST) -> None:
        """Ends the game early, for the reason in `words`. The seat `last` gave up and is placed last; without one the
        game has no winner. Raises IllegalAction if the game is over.
        """
        self._check_seat(last)
        if self.over:
            raise IllegalAction("the game is over")
        self.interventions = self.interventions.ended(Ending(words, last))
        self._known = {}
        self._log.forget_after(self.ply - 1)

    def is_chosen(self, move: Move) -> bool:
        """Whether a seat chose this move, rather than passing automatically because it could do nothing else, or
        dropping out.
        """
        if self.is_dropping(move):
            return False
        return bool(self.options["always_ask"]) or move.action != self.game.passing

    def is_dropping(self, move: Move) -> bool:
        """Whether a move is a seat dropping out."""
        return move.action == self.game.dropping

    def _go_back(self, ply: int) -> None:
        """Takes back all moves after the first `ply`, except those of seats dropping out."""
        gone = self._replayed_history().cut(ply)
        self._log.forget_after(ply - 1)
        for move in gone:
            if self.is_dropping(move):
                self._apply(move.seat, move.action)
                self._pass_over()

    # --- copies ---------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        kept = ("game", "seed", "options", "initial_position", "interventions", "_history")
        return {name: self.__dict__[name] for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for position in self._history.positions:
            read_only(position)
        self._begin(self._history)

    def copy(self) -> Match:
        """An independent copy of the match."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._history, twin._log, twin._keys = self._history.copy(), self._log.copy(), self._keys.copy()
        return twin

    def __copy__(self) -> Match:
        return self.copy()

    def reworded(self) -> Match:
        """A copy of the match without cached descriptions by the game's table."""
        twin = self.copy()
        twin._known, twin._log = {}, MatchLog(self.game)
        return twin

    def with_position(self, position: Any) -> Match:
        """A copy of the match whose present state is `position`, an array of one record."""
        twin = self.copy()
        twin._history.positions[-1] = position
        twin._log.forget_after(self.ply - 1)
        return twin

    def at(self, ply: int) -> Match:
        """An independent copy of the match as it was after `ply` actions.

        Raises IllegalAction if fewer were played.
        """
        if not 0 <= ply <= self.ply:
            raise IllegalAction(f"there is no position after move {ply}; {self.ply} were played")
        self._replayed_history()
        twin = self.copy()
        twin._history.cut(ply)
        twin.interventions = self.interventions.until(ply, self.ply)
        twin._log.forget_after(ply)
        return twin

    def unended(self) -> Match:
        """An independent copy of the match without its early end (see `end`)."""
        twin = self.copy()
        twin.interventions = twin.interventions.unended()
        twin._known = {}
        twin._log.forget_after(twin.ply - 1)
        return twin

    # --- taken up again ------------------------------------------------------------------------

    @classmethod
    def resumed(
        cls,
        game: GameSpec,
        seed: int,
        options: Mapping[str, int],
        moves: list[Move],
        position: Any,
        interventions: Interventions = NOTHING,
        initial_position: Any | None = None,
    ) -> Match:
        """A match whose actions and last position are known; the rest is replayed when first needed."""
        match = cls.__new__(cls)
        match.game, match.seed, match.options = game, seed, dict(options)
        match.initial_position = initial_position
        match.interventions = interventions
        match._begin(History([read_only(position)], moves=moves, complete=False))
        return match

    @classmethod
    def replayed(
        cls,
        game: GameSpec,
        seats: int,
        seed: int,
        options: Mapping[str, Any],
        moves: Sequence[Move],
        interventions: Interventions = NOTHING,
        initial_position: Any | None = None,
    ) -> Match:
        """A match dealt, or begun where it was laid out, and replayed from its moves. Raises BadSave if they do not
        fit.
        """
        try:
            match = cls(game, seats, seed, game.checked_options(options), initial_position)
        except BadOption as error:
            raise BadSave(f"the match cannot be dealt: {error}") from error
        for ply, (seat, action, text, _) in enumerate(moves):
            if ply < match.ply:
                played = match.moves[ply]
                if (played.seat, played.action) != (seat, action):
                    raise BadSave(f'move {ply + 1} of the file, "{text}", is not the pass that must be there')
                continue
            try:
                if action == game.dropping:
                    match.drop_out(seat)
                else:
                    match.play(seat, action)
            except IllegalAction as error:
                raise BadSave(f'move {ply + 1} of the file, "{text}", cannot be played: {error}') from error
        if match.ply != len(moves):
            raise BadSave(f"the file ends after move {len(moves)}, before a pass that must follow")
        match.interventions = interventions
        return match

    def _replayed_history(self) -> History:
        """The whole history. Of a match that was loaded, its moves are replayed when this is first asked for.

        Raises BadSave if they do not fit.
        """
        if not self._history.complete:
            whole = Match.replayed(
                self.game, self.seats, self.seed, self.options, self.moves, initial_position=self.initial_position
            )
            self._history = whole._history
        return self._history


def _plain(words: str) -> str:
    return re.sub(r"\s+", " ", words).strip().casefold()
