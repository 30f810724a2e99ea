"""A table of Splendor, set for a scenario in a few words."""

import pytest

import cogtable
from cogtable.games.splendor.rules.components import COLORS, KINDS
from cogtable.games.splendor.rules.state import EMPTY, IN_SIGHT, UNSEEN


class Table:
    """A match whose facts can be set: ``table(seats=3).bank(white=3).tokens(0, gold=2)``."""

    def __init__(self, seats=2, seed=1, **options):
        self.match = cogtable.game("splendor").start(seats=seats, seed=seed, **options)
        self.box = self.match.game.box.record

    @property
    def state(self):
        return self.match.state

    # --- setting it ---

    def bank(self, **counts):
        """These kinds in the bank, and none of the others."""
        self.state.bank[:] = [counts.get(kind, 0) for kind in KINDS]
        return self

    def tokens(self, seat, **counts):
        self.state.tokens[seat] = [counts.get(kind, 0) for kind in KINDS]
        return self

    def bonus(self, seat, **counts):
        """Cards of these colours before a seat, bought earlier and worth nothing."""
        self.state.bonus[seat] = [counts.get(color, 0) for color in COLORS]
        self.state.bought[seat] = sum(counts.values())
        return self

    def points(self, seat, points, cards=None):
        self.state.points[seat] = points
        if cards is not None:
            self.state.bought[seat] = cards
        return self

    def turn(self, seat):
        self.state.turn = seat
        self.state.waiting = 1 << seat
        return self

    def started_by(self, seat):
        self.state.start = seat
        return self.turn(seat)

    def face_up(self, place, card):
        """Puts a card on place 0 to 11 of the rows; what lay there goes where the card was."""
        self._take(card, self.state.board[place])
        self.state.board[place] = card
        self.state.owner[card] = IN_SIGHT
        return self

    def on_top(self, card):
        """Puts a card on top of its deck."""
        s = self.state
        level = self.box.level[card] - 1
        top = s.deck_first[level] + s.deck_left[level] - 1
        self._take(card, s.deck[top])
        s.deck[top] = card
        s.owner[card] = UNSEEN
        return self

    def reserved(self, seat, *cards, blind=False):
        """Cards in the hand of a seat, reserved on earlier turns."""
        for card in cards:
            i = list(self.state.reserved[seat]).index(EMPTY)
            self._take(card, EMPTY)
            self.state.reserved[seat, i] = card
            self.state.blind[seat, i] = self.box.level[card] if blind else 0
            self.state.owner[card] = IN_SIGHT
        return self

    def _take(self, card, instead):
        """Takes a card from where it lies and puts another there."""
        for places in (self.state.deck, self.state.board):
            if card in places:
                places[list(places).index(card)] = instead
                if instead != EMPTY:
                    self.state.owner[instead] = self.state.owner[card]

    def no_cards(self, *, rows=True, decks=True):
        if rows:
            self.state.board[:] = EMPTY
        if decks:
            self.state.deck[:] = EMPTY
            self.state.deck_left[:] = 0
        return self

    def nobles(self, *nobles):
        """These nobles, as counts by colour, lie on the table."""
        self.state.nobles[:] = EMPTY
        for i, needs in enumerate(nobles):
            wanted = [needs.get(color, 0) for color in COLORS]
            self.state.nobles[i] = [list(known) for known in self.box.noble_needs].index(wanted)
        return self

    def card(self, level, color, **cost):
        """The number of the card of that level, colour and cost."""
        wanted = [cost.get(name, 0) for name in COLORS]
        (found,) = (
            card
            for card in range(90)
            if self.box.level[card] == level
            and self.box.bonus[card] == COLORS.index(color)
            and list(self.box.cost[card]) == wanted
        )
        return found

    # --- acting ---

    def play(self, *texts):
        """The seat to move plays these choices, one after the other."""
        for words in texts:
            (seat,) = self.match.waiting
            self.match.play(seat, words)
        return self

    # --- looking ---

    @property
    def to_move(self):
        (seat,) = self.match.waiting
        return seat

    @property
    def choices(self):
        """The texts of all choices of the seat to move."""
        return [choice.text for choice in self.match.choices(self.to_move)]

    def choices_to(self, verb):
        return [text for text in self.choices if text.startswith(verb)]

    def in_bank(self, kind):
        return int(self.state.bank[KINDS.index(kind)])

    def held(self, seat):
        """The tokens of a seat, by kind, without zeros."""
        return {kind: int(count) for kind, count in zip(KINDS, self.state.tokens[seat], strict=True) if count}

    def hand(self, seat):
        return [int(card) for card in self.state.reserved[seat] if card != EMPTY]

    def bonuses(self, seat):
        return {color: int(count) for color, count in zip(COLORS, self.state.bonus[seat], strict=True) if count}

    def score(self, seat):
        return self.match.scores[seat]

    def visited(self, seat):
        """How many nobles have visited a seat."""
        return int((self.state.noble_owner == seat).sum())

    def row(self, level):
        return [int(card) for card in self.state.board[4 * level - 4 : 4 * level]]

    def piece(self, piece, seat=None):
        """A piece as a seat sees it; None if it does not."""
        return next((found for found in self.match.view(seat).pieces if found.id == piece), None)


@pytest.fixture
def table():
    """Sets a table: ``table(seats=3)``."""
    return Table
