"""The common part of both gem games' tables that tests set up for a scenario."""

from cogtable.games.splendor.rules.state import EMPTY, IN_SIGHT, UNSEEN


class GemTable:
    """A match whose state tests can set; `COLORS` and `KINDS` are the names of the game's tokens."""

    COLORS: tuple[str, ...]
    KINDS: tuple[str, ...]

    def __init__(self, match):
        self.match = match
        self.game = match.game
        self.box = self.game.box.record

    @property
    def state(self):
        return self.match.state

    # --- setting the state ---

    def bank(self, **counts):
        """Puts these kinds into the bank, and none of the others."""
        self.state.bank[:] = [counts.get(kind, 0) for kind in self.KINDS]
        return self

    def tokens(self, seat, **counts):
        self.state.tokens[seat] = [counts.get(kind, 0) for kind in self.KINDS]
        return self

    def bonus(self, seat, **counts):
        """Gives a seat cards of these colours, bought earlier and worth no points."""
        self.state.bonus[seat] = [counts.get(color, 0) for color in self.COLORS]
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

    def no_cards(self, *, rows=True, decks=True):
        if rows:
            self.state.board[:] = EMPTY
        if decks:
            self.state.deck[:] = EMPTY
            self.state.deck_left[:] = 0
        return self

    def put_on_top(self, card):
        """Puts a card on top of its deck."""
        s = self.state
        level = self.box.level[card] - 1
        top = s.deck_first[level] + s.deck_left[level] - 1
        self.move_away(card, s.deck[top])
        s.deck[top] = card
        s.owner[card] = UNSEEN
        return self

    def put_into_hand(self, seat, card, *, blind):
        """Gives a seat a card that it reserved in an earlier turn."""
        i = list(self.state.reserved[seat]).index(EMPTY)
        self.move_away(card, EMPTY)
        self.state.reserved[seat, i] = card
        self.state.blind[seat, i] = self.box.level[card] if blind else 0
        self.state.owner[card] = IN_SIGHT

    def move_away(self, card, instead):
        """Takes a card from its place and puts another there."""
        for places in (self.state.deck, self.state.board):
            if card in places:
                places[list(places).index(card)] = instead
                if instead != EMPTY:
                    self.state.owner[instead] = self.state.owner[card]

    # --- reading the state ---

    @property
    def to_move(self):
        (seat,) = self.match.waiting
        return seat

    def in_bank(self, kind):
        return int(self.state.bank[self.KINDS.index(kind)])

    def held(self, seat):
        """Returns the tokens of a seat by kind, without zeros."""
        return {kind: int(count) for kind, count in zip(self.KINDS, self.state.tokens[seat], strict=True) if count}

    def bonuses(self, seat):
        return {color: int(count) for color, count in zip(self.COLORS, self.state.bonus[seat], strict=True) if count}

    def score(self, seat):
        return self.match.scores[seat]


def cards_of_seats(s, b, cards):
    """Returns each seat's bought cards, the face-up cards and those in the decks.

    Checks that the owner of each card agrees with its place, and that decks and rows have cards of their level.
    """
    decks = [int(card) for card in s.deck if card != EMPTY]
    open_cards = [int(card) for card in [*s.board, *s.reserved.flat] if card != EMPTY]
    bought = {seat: [card for card in range(cards) if s.owner[card] == seat] for seat in range(s.seats)}
    assert all(s.owner[card] == UNSEEN for card in decks)
    assert all(s.owner[card] == IN_SIGHT for card in open_cards)
    for level in (1, 2, 3):
        own = [card for card in decks if b.level[card] == level]
        first, left = s.deck_first[level - 1], s.deck_left[level - 1]
        assert sorted(s.deck[first : first + left]) == sorted(own)
        assert all(card == EMPTY or b.level[card] == level for card in s.board[4 * level - 4 : 4 * level])
    return bought, open_cards, decks
