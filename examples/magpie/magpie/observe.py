"""A seat's observations of Magpie: a row of numbers for learning programs."""

from cogtable.rules import Features, Ints, feature, seat_after
from magpie import rules
from magpie.rules import DOWN, HAND, HELD, SEATS, UP, WORTHS


class SeatSeen(Features):
    """A seat; all 0 where nobody plays."""

    LEFT = feature("Whether it has resigned")
    DECIDES = feature("Whether it decides now")
    BOASTS = feature("Whether the boast is its own")
    POINTS = feature("Its points", high=4 * HAND * WORTHS)
    HELD = feature("1 for each card of its hand that it still holds", HAND)
    DOWN = feature("1 for each card that it laid face down", HAND)
    UP = feature("1 for each card that was turned up", HAND)
    WORTH = feature("The worth of each of its cards; 0 for one that the observer has not seen", HAND, high=WORTHS)


SEAT = SeatSeen.count()


class Seen(Features):
    """A seat's observation."""

    BOAST = feature("The worth named, 0 between boasts", high=WORTHS)
    SEATS = feature("The seats: the observer, then the others in turn", SEATS, of=SeatSeen)


def observe(s: rules.Magpie, b: rules.Trinkets, seat: int, out: Ints) -> None:
    out[Seen.BOAST] = s.boast
    first = max(seat, 0)
    for i in range(s.seats):
        other = seat_after(first, i, s.seats)
        row = out[Seen.SEATS + SEAT * i :]
        row[SeatSeen.LEFT] = s.left >> other & 1
        row[SeatSeen.DECIDES] = s.waiting >> other & 1
        row[SeatSeen.BOASTS] = s.boast > 0 and s.turn == other
        row[SeatSeen.POINTS] = s.points[other]
        for card in range(HAND):
            dealt = other * HAND + card
            row[SeatSeen.HELD + card] = s.place[dealt] == HELD
            row[SeatSeen.DOWN + card] = s.place[dealt] == DOWN
            row[SeatSeen.UP + card] = s.place[dealt] == UP
            if s.deck[dealt] >= 0:
                row[SeatSeen.WORTH + card] = b.worth[s.deck[dealt]]
