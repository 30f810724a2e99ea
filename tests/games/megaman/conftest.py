"""A table of Splendor: Mega Man that tests set up for a scenario."""

import pytest

import cogtable
from cogtable.games.megaman.rules.components import COLORS, GREEN, KINDS
from cogtable.games.megaman.rules.verbs import is_complete
from cogtable.games.splendor.rules.actions import TAKES, Action
from cogtable.games.splendor.rules.components import HAND, PLACES
from cogtable.games.splendor.rules.state import EMPTY, IN_SIGHT
from tests.games.gems import GemTable


class Table(GemTable):
    """A match whose state tests can set: ``table(seats=3).bank(blue=3).tokens(0, gray=2)``. Seat 0 begins."""

    COLORS, KINDS = COLORS, KINDS

    def __init__(self, seats=2, seed=1, first="seat 1", **options):
        super().__init__(cogtable.game("megaman").start(seats=seats, seed=seed, first=first, **options))

    # --- setting the state ---

    def points(self, seat, points, robots=None):
        return super().points(seat, points, robots)

    def complete(self, seat, points, robots=5):
        """Gives a seat a bonus of each colour, the star, and this number of points and robots."""
        self.state.bonus[seat] = 1
        self.state.tokens[seat, GREEN] = 1
        return self.points(seat, points, robots)

    def tags(self, seat, tags, tile=False):
        """Sets the tags on a seat's robots and whether it has the tile; its points must be set with them."""
        self.state.tags[seat] = tags
        if tile:
            self.state.yashichi = seat
        return self

    def helpers(self, *names):
        """Lays these sides of the Helper tiles on the table."""
        self.state.nobles[:] = EMPTY
        self.state.nobles[: len(names)] = [self.game.box.names["helpers"].index(name) for name in names]
        return self

    def face_up(self, *names):
        """Lays these robots in the rows; the robots in their way take their old places."""
        for name in names:
            card = self.robot(name)
            if card not in self.state.board:
                row = 4 * (int(self.box.level[card]) - 1)
                taken = {self.robot(other) for other in names}
                place = next(place for place in range(row, row + 4) if self.state.board[place] not in taken)
                self.move_away(card, self.state.board[place])
                self.state.board[place] = card
                self.state.owner[card] = IN_SIGHT
        return self

    def on_top(self, name):
        """Puts a robot on top of its deck."""
        return self.put_on_top(self.robot(name))

    def reserved(self, seat, *names, blind=False):
        """Puts robots into a seat's hand, reserved in earlier turns."""
        for name in names:
            self.put_into_hand(seat, self.robot(name), blind=blind)
        return self

    def can_pay(self, seat, name):
        """Gives a seat exactly the tokens that a robot costs, besides its star, and takes them from the bank."""
        card = self.robot(name)
        for color in range(len(COLORS)):
            price = max(0, int(self.box.cost[card, color]) - int(self.state.bonus[seat, color]))
            self.state.tokens[seat, color] = price
        return self

    # --- acting, by the seat to move --------

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
        """Recruits a robot from the rows or the hand."""
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
        """Plays a move of little effect: reserves unseen, otherwise takes two of a colour."""
        return self.act(
            next(action for action in [*range(Action.RESERVE_BLIND, Action.BUY), *self.legal] if action in self.legal)
        )

    # --- reading the state ---

    @property
    def legal(self):
        """Returns the actions of the seat to move."""
        return [action for action, may in enumerate(self.match.legal(self.to_move)) if may]

    @property
    def takes(self):
        """Returns the possible takes: sets of colours, and colours that can be taken twice."""
        sets = [{COLORS[color] for color in TAKES[i]} for i in range(len(TAKES)) if Action.TAKE + i in self.legal]
        return sets, [
            COLORS[action - Action.TAKE_SAME] for action in self.legal if Action.TAKE_SAME <= action < Action.RESERVE
        ]

    @property
    def to_reserve(self):
        """Returns the robots in the rows that can be reserved, and the decks."""
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
        """Returns the robots that can be recruited."""
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
        """Returns a robot's number by its name; "Ice" is Ice Man."""
        names = self.game.box.names["cards"]
        return names.index(name if name in names else f"{name} Man")

    def name(self, card):
        return self.game.box.names["cards"][card].removesuffix(" Man")

    def hand(self, seat):
        return [self.name(card) for card in self.state.reserved[seat] if card != EMPTY]

    def has_star(self, seat):
        return self.state.tokens[seat, GREEN] == 1

    def is_complete(self, seat):
        return is_complete(self.state, seat)

    @property
    def tile(self):
        """Returns the seat with the Yashichi tile; None if no seat has it."""
        return None if self.state.yashichi == EMPTY else int(self.state.yashichi)

    def joined(self, seat):
        """Returns the Helpers of a seat."""
        names, s = self.game.box.names["helpers"], self.state
        return [names[side] for side, owner in zip(s.nobles, s.noble_owner, strict=True) if side >= 0 and owner == seat]

    def row(self, level):
        return [self.name(card) if card != EMPTY else None for card in self.state.board[4 * level - 4 : 4 * level]]

    def events(self):
        """Returns the public events of the last move, each with its first number, which is usually the seat."""
        return [(note.event, note.numbers[0]) for note in self.match.moves[-1].notes]


@pytest.fixture
def table():
    """Sets up a table: ``table(seats=3)``."""
    return Table
