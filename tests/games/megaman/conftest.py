"""A table of Splendor: Mega Man, set for a scenario in a few words."""

import pytest

import cogtable
from cogtable.games.megaman.rules.components import COLORS, GREEN, KINDS
from cogtable.games.megaman.rules.verbs import is_complete
from cogtable.games.splendor.rules.actions import TAKES, Action
from cogtable.games.splendor.rules.components import HAND, PLACES
from cogtable.games.splendor.rules.state import EMPTY, IN_SIGHT, UNSEEN


class Table:
    """A match whose facts can be set: ``table(seats=3).bank(blue=3).tokens(0, gray=2)``. Seat 0 begins."""

    def __init__(self, seats=2, seed=1, first="seat 1", **options):
        self.match = cogtable.game("megaman").start(seats=seats, seed=seed, first=first, **options)
        self.game = self.match.game
        self.box = self.game.box.record

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
        """Robots of these colours with a seat, recruited earlier and worth nothing."""
        self.state.bonus[seat] = [counts.get(color, 0) for color in COLORS]
        self.state.bought[seat] = sum(counts.values())
        return self

    def points(self, seat, points, robots=None):
        self.state.points[seat] = points
        if robots is not None:
            self.state.bought[seat] = robots
        return self

    def complete(self, seat, points, robots=5):
        """A seat with a bonus of each colour, the star, and this many points and robots."""
        self.state.bonus[seat] = 1
        self.state.tokens[seat, GREEN] = 1
        return self.points(seat, points, robots)

    def tags(self, seat, tags, tile=False):
        """Tags on the robots of a seat, which holds the tile or not; its points must be set with them."""
        self.state.tags[seat] = tags
        if tile:
            self.state.yashichi = seat
        return self

    def turn(self, seat):
        self.state.turn = seat
        self.state.waiting = 1 << seat
        return self

    def started_by(self, seat):
        self.state.start = seat
        return self.turn(seat)

    def helpers(self, *names):
        """These sides of the Helper tiles lie on the table."""
        self.state.nobles[:] = EMPTY
        self.state.nobles[: len(names)] = [self.game.box.names["helpers"].index(name) for name in names]
        return self

    def face_up(self, *names):
        """These robots lie in the rows; what lay where they lie now goes where they were."""
        for name in names:
            card = self.robot(name)
            if card not in self.state.board:
                row = 4 * (int(self.box.level[card]) - 1)
                taken = {self.robot(other) for other in names}
                place = next(place for place in range(row, row + 4) if self.state.board[place] not in taken)
                self._take(card, self.state.board[place])
                self.state.board[place] = card
                self.state.owner[card] = IN_SIGHT
        return self

    def on_top(self, name):
        """Puts a robot on top of its deck."""
        s, card = self.state, self.robot(name)
        level = self.box.level[card] - 1
        top = s.deck_first[level] + s.deck_left[level] - 1
        self._take(card, s.deck[top])
        s.deck[top] = card
        s.owner[card] = UNSEEN
        return self

    def reserved(self, seat, *names, blind=False):
        """Robots in the hand of a seat, reserved on earlier turns."""
        for name in names:
            card = self.robot(name)
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

    def can_pay(self, seat, name):
        """Gives a seat exactly the tokens that a robot costs it, beside its star, and the bank that many fewer."""
        card = self.robot(name)
        for color in range(len(COLORS)):
            price = max(0, int(self.box.cost[card, color]) - int(self.state.bonus[seat, color]))
            self.state.tokens[seat, color] = price
        return self

    # --- acting: the seat to move does it ---

    def act(self, action):
        self.match.play(self.to_move, action)
        return self

    def take(self, *colors):
        return self.act(Action.TAKE + TAKES.index({COLORS.index(color) for color in colors}))

    def take_two(self, color):
        return self.act(Action.TAKE_SAME + COLORS.index(color))

    def reserve(self, name):
        return self.act(Action.RESERVE + list(self.state.board).index(self.robot(name)))

    def reserve_top(self, level):
        return self.act(Action.RESERVE_BLIND + level - 1)

    def recruit(self, name):
        """From the rows or the hand."""
        return self.act(Action.BUY + self._place(name))

    def give_back(self, *kinds):
        for kind in kinds:
            self.act(Action.GIVE_BACK + KINDS.index(kind))
        return self

    def welcome(self, name):
        return self.act(Action.CHOOSE_NOBLE + list(self.state.nobles).index(self.game.box.names["helpers"].index(name)))

    def gray_for(self, color):
        return self.act(Action.GOLD_FOR + COLORS.index(color))

    def pay_the_rest(self):
        return self.act(Action.PAY_REST)

    def pass_on(self):
        return self.act(Action.PASS)

    def wait(self):
        """Plays something that changes little: reserves unseen, or else takes two of a colour."""
        return self.act(
            next(action for action in [*range(Action.RESERVE_BLIND, Action.BUY), *self.legal] if action in self.legal)
        )

    # --- looking ---

    @property
    def to_move(self):
        (seat,) = self.match.waiting
        return seat

    @property
    def legal(self):
        """The actions of the seat to move."""
        return [action for action, may in enumerate(self.match.legal(self.to_move)) if may]

    @property
    def takes(self):
        """What may be taken: sets of colours, and colours of which two."""
        sets = [{COLORS[color] for color in TAKES[i]} for i in range(len(TAKES)) if Action.TAKE + i in self.legal]
        return sets, [
            COLORS[action - Action.TAKE_SAME] for action in self.legal if Action.TAKE_SAME <= action < Action.RESERVE
        ]

    @property
    def to_reserve(self):
        """The robots in the rows that may be reserved, and the decks."""
        rows = [
            self.name(self.state.board[a - Action.RESERVE])
            for a in self.legal
            if Action.RESERVE <= a < Action.RESERVE_BLIND
        ]
        return rows, [
            action - Action.RESERVE_BLIND + 1 for action in self.legal if Action.RESERVE_BLIND <= action < Action.BUY
        ]

    @property
    def to_recruit(self):
        """The robots that may be recruited."""
        places = [action - Action.BUY for action in self.legal if Action.BUY <= action < Action.BUY_RESERVED + HAND]
        return [self.name(self._card_at(place)) for place in places]

    @property
    def to_give_back(self):
        return [
            KINDS[action - Action.GIVE_BACK]
            for action in self.legal
            if Action.GIVE_BACK <= action < Action.CHOOSE_NOBLE
        ]

    @property
    def to_welcome(self):
        chosen = [
            action - Action.CHOOSE_NOBLE for action in self.legal if Action.CHOOSE_NOBLE <= action < Action.GOLD_FOR
        ]
        return [self.game.box.names["helpers"][self.state.nobles[i]] for i in chosen]

    @property
    def gray_may_pay(self):
        return [
            COLORS[action - Action.GOLD_FOR] for action in self.legal if Action.GOLD_FOR <= action < Action.PAY_REST
        ]

    @property
    def may_pass(self):
        return self.legal == [Action.PASS]

    def _card_at(self, place):
        hand = self.state.reserved[self.to_move]
        return self.state.board[place] if place < PLACES else hand[place - PLACES]

    def _place(self, name):
        return next(place for place in range(PLACES + HAND) if self._card_at(place) == self.robot(name))

    def robot(self, name):
        """A robot's number by its name; "Ice" is Ice Man."""
        names = self.game.box.names["cards"]
        return names.index(name if name in names else f"{name} Man")

    def name(self, card):
        return self.game.box.names["cards"][card].removesuffix(" Man")

    def in_bank(self, kind):
        return int(self.state.bank[KINDS.index(kind)])

    def held(self, seat):
        """The tokens of a seat, by kind, without zeros."""
        return {kind: int(count) for kind, count in zip(KINDS, self.state.tokens[seat], strict=True) if count}

    def hand(self, seat):
        return [self.name(card) for card in self.state.reserved[seat] if card != EMPTY]

    def bonuses(self, seat):
        return {color: int(count) for color, count in zip(COLORS, self.state.bonus[seat], strict=True) if count}

    def score(self, seat):
        return self.match.scores[seat]

    def has_star(self, seat):
        return self.state.tokens[seat, GREEN] == 1

    def is_complete(self, seat):
        return is_complete(self.state, seat)

    @property
    def tile(self):
        """The seat that owns the Yashichi tile; None if nobody does."""
        return None if self.state.yashichi == EMPTY else int(self.state.yashichi)

    def joined(self, seat):
        """The Helpers of a seat."""
        names, s = self.game.box.names["helpers"], self.state
        return [names[side] for side, owner in zip(s.nobles, s.noble_owner, strict=True) if side >= 0 and owner == seat]

    def row(self, level):
        return [self.name(card) if card != EMPTY else None for card in self.state.board[4 * level - 4 : 4 * level]]

    def events(self):
        """The public events of the last move, each with its first number: mostly the seat."""
        return [(note.event, note.numbers[0]) for note in self.match.moves[-1].notes]


@pytest.fixture
def table():
    """Sets a table: ``table(seats=3)``."""
    return Table
