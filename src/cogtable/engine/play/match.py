"""A match: box, options, seed and the actions so far. The actions are the truth; the state follows from them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.definition.spec import GameSpec, check_seed
from cogtable.engine.errors import BadOption, BadSave, IllegalAction
from cogtable.engine.integers import as_whole
from cogtable.engine.play import display
from cogtable.engine.play.display import Shown
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
from cogtable.engine.records.state import Ints, Mask, copied, seats_in
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.events import Note, collected
from cogtable.engine.text.words import say
from cogtable.view import Choice, Clock, Line, View

SPECTATOR = -1

NOTHING = Interventions()


class Move(NamedTuple):
    """One recorded action: the seat, the action, its text, and the events it caused."""

    seat: int
    action: int
    text: str
    notes: tuple[Note, ...]


class Revision(NamedTuple):
    """How far a match has come. Each move makes it larger, and so does taking moves back."""

    undone: int
    ply: int


class _Known:
    """Cached results about a state: what each seat knows of it and may do."""

    def __init__(self, state: bytes = b"") -> None:
        self.state = state
        self.hidden: dict[int, Any] = {}
        self.masks: dict[int, Mask] = {}
        self.choices: dict[int, list[Choice]] = {}


class _Key(NamedTuple):
    """The information-state key of a seat at a position."""

    position: Any
    key: str


class _CachedLog(NamedTuple):
    """The log lines of a seat up to a move. The deal counts as move 0."""

    ply: int
    lines: tuple[Line, ...]

    def until(self, ply: int) -> _CachedLog:
        """The same log without the lines after a move."""
        return self if self.ply <= ply else _CachedLog(ply, tuple(line for line in self.lines if line.ply <= ply))


_EMPTY_LOG = _CachedLog(-1, ())


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
            self._states = [
                game.deal(seats, seed, options) if initial_position is None else _read_only(initial_position)
            ]
        self._known = _Known()
        self._logs: dict[int, _CachedLog] = {}
        self._keys: dict[int, list[_Key]] = {}
        self._bare = False  # whether only the actions and the last state are known, see `_fill`
        self.opening: tuple[Note, ...] = tuple(notes)
        self.moves: list[Move] = []
        self.interventions = Interventions()
        self._pass_over()

    def __repr__(self) -> str:
        return display.line(self.game.name, self.seats, self.ply, self.waiting)

    def shown(self, seat: int | None = None) -> Shown:
        """The match as `seat` sees it, None for a spectator, to be printed or shown in a notebook.

        Holds nothing that is hidden from the seat. A notebook shows a match itself as a spectator sees it.
        """
        return Shown(self.game.title, self.seats, self.view(seat))

    def _repr_html_(self) -> str:
        return self.shown()._repr_html_()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What IPython shows of a match: what a spectator sees, as text and as HTML."""
        return self.shown()._repr_mimebundle_(include, exclude)

    # --- what is -------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The full record of the game in progress, including hidden information. Read-only."""
        return self._states[-1][0]

    @property
    def position(self) -> Any:
        """The state as an array of one record. Read-only."""
        return self._states[-1]

    @property
    def positions(self) -> list[Any]:
        """The positions after the deal and after each move, `ply` + 1 in all. Read-only."""
        self._fill()
        return list(self._states)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return int(self.state.seats)

    @property
    def ply(self) -> int:
        """How many actions were played."""
        return len(self.moves)

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

    def hidden(self, seat: int = SPECTATOR) -> Any:
        """A copy of the state as `seat` knows it, an array of one record. Everything that leaves the engine is built
        from it.

        Raises IllegalAction when there is no such seat, as do `view`, `log`, `legal` and `choices`.
        """
        return copied(self._seen(seat))

    def observation(self, seat: int = SPECTATOR) -> Ints:
        """What `seat` knows as a row of numbers, laid out as `game.observation` says.

        Raises BrokenGame for a game without observations.
        """
        return self.game.observed(self._seen(seat), seat)

    def _seen(self, seat: int) -> Any:
        """What `hidden` gives copies of, to be read only."""
        self._check_seat(seat)
        hidden = self._now().hidden
        if seat not in hidden:
            hidden[seat] = self._hide(self._states[-1], seat)
        return hidden[seat]

    def _hide(self, position: Any, seat: int) -> Any:
        array = copied(position)
        verbs.hide(array[0], self.game.box.record, seat)
        return _read_only(array)  # the log, the view and the choices are made from one copy

    def information_state(self, seat: int) -> str:
        """A key for all that `seat` has learned in this match: equal for two matches when it cannot tell them apart by
        what it saw and did from the deal on, and only then.

        It is what algorithms such as counterfactual regret minimization call the information state, with perfect
        recall; `observation` and `hidden` tell only what the seat knows of the present. 32 hexadecimal digits (of
        SHA-256). Raises IllegalAction when there is no such seat.
        """
        self._check_seat(seat)
        self._fill()
        keys = self._keys.setdefault(seat, [])
        while keys and (len(keys) > len(self._states) or keys[-1].position is not self._states[len(keys) - 1]):
            keys.pop()  # moves were taken back
        for ply in range(len(keys), len(self._states)):
            before = keys[-1].key if keys else repr((self.game.name, self.game.version, self.game.box.digest, seat))
            position = self._states[ply]
            seen = self._seen(seat) if ply == self.ply else self._hide(position, seat)
            move = self.moves[ply - 1] if ply else None
            own = move.action if move and move.seat == seat else None
            notes = [note for note in (move.notes if move else self.opening) if note.reaches(seat)]
            learned = repr((before, own, notes)).encode() + seen.tobytes()
            keys.append(_Key(position, hashlib.sha256(learned).hexdigest()[:32]))
        return keys[-1].key

    def determinized(self, seat: int, seed: int) -> Any:
        """A position that could be this one for all that `seat` (-1 for a spectator) knows: an array of one record in
        which everything hidden from it is dealt at random from `seed`, by the verb `determinize`.

        Raises IllegalAction when there is no such seat, BadOption for what is no seed.
        """
        seed = check_seed(seed)
        position = self.hidden(seat)
        rng.seed(position[0], seed)
        verbs.determinize(position[0], self.game.box.record, seat)
        return position

    def draws(self, seat: int = SPECTATOR) -> dict[str, Ints]:
        """What may be drawn next from each pile of the game, for all that `seat` knows: a weight for each entry of the
        pile's table of the box, int32. Divided by their sum they are probabilities; all are zero for an empty pile.

        Empty for a game that does not tell. Raises IllegalAction when there is no such seat.
        """
        return self.game.weights(self._seen(seat))

    def legal(self, seat: int) -> Mask:
        """The mask of the actions that `seat` may take now; all zero when it has nothing to decide."""
        self._check_seat(seat)
        masks = self._now().masks
        if seat not in masks:
            masks[seat] = self.game.mask()
            if seat in self.waiting:
                verbs.legal(self.state, self.game.box.record, seat, masks[seat])
        return masks[seat].copy()

    def choices(self, seat: int) -> list[Choice]:
        """The choices of `seat` now, each with its text and the pieces it touches."""
        choices = self._now().choices
        if seat not in choices:
            actions = np.flatnonzero(self.legal(seat)).tolist()
            state = self._seen(seat)[0]
            choices[seat] = [self.game.table.choice(state, self.game.box, seat, action) for action in actions]
        return list(choices[seat])

    def choice(self, seat: int, action: int) -> Choice:
        """One of the `choices` of a seat: a legal action in words, with the pieces that it touches."""
        for choice in self._now().choices.get(seat, ()):
            if choice.action == action:
                return choice
        made: Choice = self.game.table.choice(self._seen(seat)[0], self.game.box, seat, action)
        return made

    def _now(self) -> _Known:
        """Cached results about the present state; discarded when the state changes."""
        present = self._states[-1].tobytes()
        if self._known.state != present:
            self._known = _Known(present)
        return self._known

    @property
    def clock(self) -> Clock:
        """How far the game has progressed, as everybody may see it; also part of a view."""
        state = self._seen(SPECTATOR)[0]
        if clock := getattr(self.game.table, "clock", None):
            found: Clock = clock(state, self.game.box)
            return found
        view: View = self.game.table.scene(state, self.game.box, SPECTATOR)
        return view.clock

    def view(self, seat: int | None = None) -> View:
        """The table as `seat` may see it, with the whole log; None for a spectator."""
        self._fill()
        seat = SPECTATOR if seat is None else seat
        state = self._seen(seat)[0]
        view: View = self.game.table.scene(state, self.game.box, seat)
        view.waiting = list(self.waiting)
        view.ply = self.ply
        view.undone = len(self.interventions.taken_back)
        if seat in self.waiting:
            view.choices = self.choices(seat)
            if previews := getattr(self.game.table, "previews", None):
                view.previews = list(previews(state, self.game.box, seat, view.choices))
        view.log = self.log(seat)
        last = [note for note in self._last_notes() if note.reaches(seat)]
        if animate := getattr(self.game.table, "animate", None):
            animate(view, state, self.game.box, last)
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
        """The log lines as `seat` may read them: all of them, beginning with the deal, or with `since` only those of
        later moves. `log(since=n)` for n = 1, 2, ... leaves out the deal and the first n moves.

        A move is described as the seat knew the table right after it, however late the log is requested.
        """
        self._fill()
        seat = SPECTATOR if seat is None else seat
        self._check_seat(seat)
        cached = self._logs.get(seat, _EMPTY_LOG)
        if cached.ply < self.ply:
            lines = list(cached.lines)
            for ply in range(cached.ply + 1, self.ply + 1):
                lines += self._lines_of(ply, seat)
                group = lines[-1].group if lines else ""
                said = self.interventions.said(ply, self.ply)
                lines += [
                    Line(words=words, ply=ply, seat=_seat(by), group=group, outside=True) for _, by, words in said
                ]
            cached = self._logs[seat] = _CachedLog(self.ply, tuple(lines))
        return [line for line in cached.lines if line.ply > since] if since else list(cached.lines)

    def _lines_of(self, ply: int, seat: int) -> list[Line]:
        """The log lines of a move, or of the deal, for a seat."""
        state = self._seen(seat) if ply == self.ply else self._hide(self._states[ply], seat)
        notes = self.moves[ply - 1].notes if ply else self.opening
        reaching = [note for note in notes if note.reaches(seat)]
        lines: list[Line] = list(self.game.table.log_lines(state[0], self.game.box, reaching))
        outside = bool(ply) and self.is_dropping(self.moves[ply - 1])
        for line in lines:
            line.ply, line.outside = ply, outside
        return lines

    @property
    def taken_back(self) -> tuple[TakenBack, ...]:
        """Each time that moves were taken back, in order."""
        return self.interventions.taken_back

    def marks(self) -> list[TakenBack]:
        """Where the log shows that moves were taken back: once for each seat and position."""
        return self.interventions.marks(self.ply)

    def why_not(self, seat: int, piece: str) -> str:
        """Why `seat` cannot choose a piece, or a zone that is a target; empty if a choice touches it."""
        if any(piece in choice.pieces for choice in self.choices(seat)):
            return ""
        table, state, box = self.game.table, self._seen(seat)[0], self.game.box
        about = table.about(state, box, piece) if hasattr(table, "about") else ""
        return f"{about} {self._reason(table, state, seat, piece)}".strip()

    def _reason(self, table: Any, state: Any, seat: int, piece: str) -> str:
        """The reasons that apply in every game come before the game's own."""
        if self.over:
            return say("The game is over")
        if seat == SPECTATOR:
            return say("You are watching; only players choose")
        answer = table.why_not if seat in self.waiting else table.not_your_turn
        words: str = answer(state, self.game.box, seat, piece)
        return words

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
        if not self.legal(seat)[number]:
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
        """Lets a seat drop out of the game for good, by the action that the game has for it (`Game(dropping=...)`),
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
        array = copied(self._states[-1])
        with collected() as notes:
            verbs.play(array[0], self.game.box.record, seat, action)
        _read_only(self._states[-1])
        self._states.append(array)
        self.moves.append(Move(int(seat), action, text, tuple(notes)))

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
        mask = self.legal(seat)
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
        self._forget_after(self.ply - 1)

    def end(self, words: str, last: int = NOBODY_LAST) -> None:
        """Ends the game early. `words` say why. The seat `last` has given up and is placed last; without one, nobody
        wins or loses. Raises IllegalAction if the game is over.
        """
        self._check_seat(last)
        if self.over:
            raise IllegalAction("the game is over")
        self.interventions = self.interventions.ended(Ending(words, last))
        self._known = _Known()
        self._forget_after(self.ply - 1)

    def is_chosen(self, move: Move) -> bool:
        """Whether a seat chose this move, rather than passing automatically because it could do nothing else, or
        dropping out.
        """
        if self.is_dropping(move):
            return False
        return bool(self.options["always_ask"]) or move.action != self.game.passing

    def is_dropping(self, move: Move) -> bool:
        """Whether a move is that a seat dropped out."""
        return self.game.dropping is not None and move.action == self.game.dropping

    def _go_back(self, ply: int) -> None:
        """Takes back all moves after the first `ply`, but that seats dropped out."""
        self._fill()
        dropped = [move for move in self.moves[ply:] if self.is_dropping(move)]
        del self.moves[ply:], self._states[ply + 1 :]
        self._forget_after(ply - 1)
        for move in dropped:
            self._apply(move.seat, move.action)
            self._pass_over()

    def _forget_after(self, ply: int) -> None:
        """Forgets the log lines of later moves."""
        self._logs = {seat: cached.until(ply) for seat, cached in self._logs.items()}

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {
            "_known": _Known(),
            "_logs": {},
            "_keys": {},
        }  # what follows from the rest is not pickled

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept, _states=[_read_only(position) for position in kept["_states"]])

    def copy(self) -> Match:
        """An independent copy of the match."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.moves = list(self.moves)
        twin._states = list(self._states)
        twin._logs = dict(self._logs)
        twin._keys = {seat: list(keys) for seat, keys in self._keys.items()}
        return twin

    def __copy__(self) -> Match:
        return self.copy()

    def reworded(self) -> Match:
        """A copy of the match that keeps nothing of how the game's table described it."""
        twin = self.copy()
        twin._known = _Known()
        twin._logs = {}
        return twin

    def with_position(self, position: Any) -> Match:
        """A copy of the match whose present state is `position`, an array of one record."""
        twin = self.copy()
        twin._states[-1] = position
        twin._forget_after(self.ply - 1)
        return twin

    def at(self, ply: int) -> Match:
        """An independent copy of the match as it was after `ply` actions.

        Raises IllegalAction if fewer were played.
        """
        if not 0 <= ply <= self.ply:
            raise IllegalAction(f"there is no position after move {ply}; {self.ply} were played")
        self._fill()
        twin = self.copy()
        del twin.moves[ply:], twin._states[ply + 1 :]
        twin.interventions = self.interventions.until(ply, self.ply)
        twin._forget_after(ply)
        return twin

    def unended(self) -> Match:
        """An independent copy of the match without its early end (see `end`)."""
        twin = self.copy()
        twin.interventions = twin.interventions.unended()
        twin._known = _Known()
        twin._forget_after(twin.ply - 1)
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
        match._states = [_read_only(position)]
        match._known = _Known()
        match._logs = {}
        match._keys = {}
        match._bare = True
        match.opening = ()
        match.moves = moves
        match.interventions = interventions
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

    def _fill(self) -> None:
        """Replays what a resumed match does not know yet: the events of its moves, and its earlier states."""
        if self._bare:
            whole = Match.replayed(
                self.game, self.seats, self.seed, self.options, self.moves, initial_position=self.initial_position
            )
            self.opening, self.moves, self._states, self._bare = whole.opening, whole.moves, whole._states, False


def _read_only(position: Any) -> Any:
    """The same array, which nobody can write into any more: copies of a match share their positions.

    Only the present position of a match that was dealt and played here stays writable, for tests that set a table.
    """
    position.flags.writeable = False
    return position


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY_LAST else seat


def _plain(words: str) -> str:
    return re.sub(r"\s+", " ", words).strip().casefold()
