"""A table of Splendor that tests set up for a scenario."""

import pytest

import cogtable
from cogtable.games.splendor.rules.components import COLORS, KINDS
from cogtable.games.splendor.rules.state import EMPTY, IN_SIGHT
from tests.games.gems import GemTable


class Table(GemTable):
    """A match whose state tests can set: ``table(seats=3).bank(white=3).tokens(0, gold=2)``."""

    COLORS, KINDS = COLORS, KINDS

    def __init__(self, seats=2, seed=1, **options):
        super().__init__(cogtable.game("splendor").start(seats=seats, seed=seed, **options))

    # --- setting the state ---

    def face_up(self, place, card):
        """Puts a card on place 0 to 11 of the rows; the card that was there takes its old place."""
        self.move_away(card, self.state.board[place])
        self.state.board[place] = card
        self.state.owner[card] = IN_SIGHT
        return self

    def on_top(self, card):
        """Puts a card on top of its deck."""
        return self.put_on_top(card)

    def reserved(self, seat, *cards, blind=False):
        """Puts cards into a seat's hand, reserved in earlier turns."""
        for card in cards:
            self.put_into_hand(seat, card, blind=blind)
        return self

    def nobles(self, *nobles):
        """Lays these nobles, as counts by colour, on the table."""
        self.state.nobles[:] = EMPTY
        for i, needs in enumerate(nobles):
            wanted = [needs.get(color, 0) for color in COLORS]
            self.state.nobles[i] = [list(known) for known in self.box.noble_needs].index(wanted)
        return self

    def card(self, level, color, **cost):
        """Returns the number of the card with this level, colour and cost."""
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
        """Plays these choices one after the other, for the seat to move."""
        for words in texts:
            (seat,) = self.match.waiting
            self.match.play(seat, words)
        return self

    # --- reading the state ---

    @property
    def choices(self):
        """Returns the texts of all choices of the seat to move."""
        return [choice.text for choice in self.match.choices(self.to_move)]

    def choices_to(self, verb):
        return [text for text in self.choices if text.startswith(verb)]

    def hand(self, seat):
        return [int(card) for card in self.state.reserved[seat] if card != EMPTY]

    def visited(self, seat):
        """Returns the number of nobles that have visited a seat."""
        return int((self.state.noble_owner == seat).sum())

    def row(self, level):
        return [int(card) for card in self.state.board[4 * level - 4 : 4 * level]]

    def piece(self, piece, seat=None):
        """Returns a piece as a seat sees it; None if it doesn't."""
        return next((found for found in self.match.view(seat).pieces if found.id == piece), None)


@pytest.fixture
def table():
    """Sets up a table: ``table(seats=3)``."""
    return Table
