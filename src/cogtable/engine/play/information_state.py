"""The information of a seat: about a position, and since the deal."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import IllegalAction
from cogtable.engine.play.history import History, read_only
from cogtable.engine.records.state import Ints, Mask, copied
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.events import Note
from cogtable.engine.rules.rng import check_seed
from cogtable.engine.text.words import say
from cogtable.view import Choice, Clock, Overlay, View

SPECTATOR = -1
"""The seat number of a spectator."""


class InformationState:
    """A seat's information about a position and its legal actions there. Everything is computed when first needed, and
    kept.

    Everything that people and bots get is made from `hidden`; only the mask comes from the whole position.
    """

    def __init__(self, game: GameSpec, position: Any, seat: int, waiting: Sequence[int] = ()) -> None:
        self._game = game
        self._position = position
        self.seat = seat
        self.waiting = waiting
        """The seats that have a decision to make; none when the game is over."""
        self._hidden: Any = None
        self._mask: Mask | None = None
        self._choices: list[Choice] | None = None

    @property
    def hidden(self) -> Any:
        """The position as the seat knows it, an array of one record. Read-only."""
        if self._hidden is None:
            array = copied(self._position)
            verbs.hide(array[0], self._game.box.record, self.seat)
            self._hidden = read_only(array)
        return self._hidden

    # --- what it may do -------------------------------------------------------------------------

    @property
    def mask(self) -> Mask:
        """The legal actions, uint8, (actions,); all zero when the seat has nothing to decide."""
        if self._mask is None:
            mask = self._game.mask()
            if self.seat in self.waiting:
                verbs.legal(self._position[0], self._game.box.record, self.seat, mask)
            self._mask = mask
        return self._mask

    @property
    def choices(self) -> list[Choice]:
        """The legal actions as people see them, in ascending order."""
        if self._choices is None:
            state = self.hidden[0]
            self._choices = [self._described(state, action) for action in np.flatnonzero(self.mask).tolist()]
        return self._choices

    def choice(self, action: int) -> Choice:
        """One action as people see it."""
        found = next((choice for choice in self._choices or () if choice.action == action), None)
        return found or self._described(self.hidden[0], action)

    def _described(self, state: Any, action: int) -> Choice:
        choice: Choice = self._game.table.choice(state, self._game.box, self.seat, action)
        return choice

    def why_not(self, piece: str) -> str:
        """Why the seat cannot choose a piece, or a zone that is a target; empty if a choice touches it."""
        if any(piece in choice.pieces for choice in self.choices):
            return ""
        table = self._game.table
        about = table.about(self.hidden[0], self._game.box, piece) if hasattr(table, "about") else ""
        return f"{about} {self._reason(piece)}".strip()

    def _reason(self, piece: str) -> str:
        """Reasons that apply in every game come before the game's own."""
        if not self.waiting:
            return say("The game is over")
        if self.seat == SPECTATOR:
            return say("You are watching; only players choose")
        table = self._game.table
        answer = table.why_not if self.seat in self.waiting else table.not_your_turn
        words: str = answer(self.hidden[0], self._game.box, self.seat, piece)
        return words

    # --- what it knows, as numbers --------------------------------------------------------------

    def observation(self) -> Ints:
        """The seat's observation. Raises BrokenGame for a game without observations."""
        return self._game.observed(self.hidden, self.seat)

    def draws(self) -> dict[str, Ints]:
        """The weight of each possible next draw, by pile (see `Match.draws`)."""
        return self._game.weights(self.hidden)

    def determinized(self, seed: int) -> Any:
        """A position that is consistent with the seat's information, an array of one record; the rest is dealt from
        `seed`.

        Raises BadOption for a bad seed.
        """
        seed = check_seed(seed)
        position = copied(self.hidden)
        rng.seed(position[0], seed)
        verbs.determinize(position[0], self._game.box.record, self.seat)
        return position

    # --- what it sees ---------------------------------------------------------------------------

    def clock(self) -> Clock:
        """How far the game has progressed."""
        if clock := getattr(self._game.table, "clock", None):
            found: Clock = clock(self.hidden[0], self._game.box)
            return found
        return self._scene().clock

    def view(self) -> View:
        """The table as the seat sees it, with its choices; without log and animations."""
        view = self._scene()
        view.waiting = list(self.waiting)
        if self.seat in self.waiting:
            view.choices = list(self.choices)
            if previews := getattr(self._game.table, "previews", None):
                view.previews = list(previews(self.hidden[0], self._game.box, self.seat, view.choices))
        return view

    def overlays(self, action: int = -1) -> list[Overlay]:
        """The overlays of the seat's view with their cells, now (-1) or as they would be after one of its choices.

        Raises IllegalAction for an action that is not one of them.
        """
        if action != -1 and not (0 <= action < len(self.mask) and self.mask[action]):
            raise IllegalAction(f"seat {self.seat} may not play action {action} now, so nothing can be shown after it")
        overlays = getattr(self._game.table, "overlays", None)
        return list(overlays(self.hidden[0], self._game.box, self.seat, action)) if overlays else []

    def _scene(self) -> View:
        view: View = self._game.table.scene(self.hidden[0], self._game.box, self.seat)
        return view

    def animate(self, view: View, notes: Sequence[Note]) -> None:
        """Adds to a view the effects of the events that the seat may know of."""
        if animate := getattr(self._game.table, "animate", None):
            animate(view, self.hidden[0], self._game.box, [note for note in notes if note.reaches(self.seat)])


class _Key(NamedTuple):
    """The key of a seat at a position."""

    position: Any
    key: str


class InformationKeys:
    """The keys of each seat's information since the deal (see `Match.information_state`), one for each position.

    Each is a digest of the previous key and of the move's information for the seat, so the cost of a move doesn't grow
    with the match.
    """

    def __init__(self, keys: dict[int, list[_Key]] | None = None) -> None:
        self._keys = keys or {}

    def copy(self) -> InformationKeys:
        """An independent copy."""
        return InformationKeys({seat: list(keys) for seat, keys in self._keys.items()})

    def last(self, game: GameSpec, history: History, now: InformationState) -> str:
        """The key of a seat at the last position: 32 hexadecimal digits (of SHA-256). `now` is its information state
        there.
        """
        seat = now.seat
        keys = self._keys.setdefault(seat, [])
        positions = history.positions
        while keys and (len(keys) > len(positions) or keys[-1].position is not positions[len(keys) - 1]):
            keys.pop()  # moves were taken back
        for ply in range(len(keys), len(positions)):
            before = keys[-1].key if keys else repr((game.name, game.version, game.box.digest, seat))
            move = history.moves[ply - 1] if ply else None
            own = move.action if move and move.seat == seat else None
            notes = [note for note in history.notes(ply) if note.reaches(seat)]
            known = now if ply == history.ply else InformationState(game, positions[ply], seat)
            learned = repr((before, own, notes)).encode() + known.hidden.tobytes()
            keys.append(_Key(positions[ply], hashlib.sha256(learned).hexdigest()[:32]))
        return keys[-1].key
