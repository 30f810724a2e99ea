"""A seat's observations of Tiny."""

from __future__ import annotations

from cogtable.rules import Features, Ints, feature, jitable, seat_after
from tiny.rules import CARDS, EMPTY, HAND, ROUNDS, SEATS, UNKNOWN, Tiny, TinyTables

MOST = 9


class SeatSeen(Features):
    """A seat; all 0 where nobody plays."""

    CHOOSES = feature("Whether it must choose")
    POINTS = feature("Its points", high=ROUNDS)
    HAND = feature("The value of each card in hand; 0 for none, -1 for a hidden one", HAND, low=-1, high=MOST)
    CHOSEN = feature("The value of the card it has chosen; 0 for none, -1 for a hidden one", low=-1, high=MOST)
    PLAYED = feature("The value of the card that it played in the round before", high=MOST)


SEAT = SeatSeen.count()


class Seen(Features):
    """A seat's observation."""

    ROUND = feature("How many rounds are over", high=ROUNDS)
    LENGTH = feature("The option for the number of rounds", high=ROUNDS)
    LEFT = feature("Cards left in the deck", high=CARDS)
    SEATS = feature("The seats: the observer, then the others in turn", SEATS, of=SeatSeen)


def observe(s: Tiny, b: TinyTables, seat: int, out: Ints) -> None:
    """Writes a seat's observation."""
    out[Seen.ROUND] = s.rounds
    out[Seen.LENGTH] = s.length
    out[Seen.LEFT] = s.left
    first = max(seat, 0)
    for i in range(s.seats):
        other = seat_after(first, i, s.seats)
        row = out[Seen.SEATS + SEAT * i :]
        row[SeatSeen.CHOOSES] = s.waiting >> other & 1
        row[SeatSeen.POINTS] = s.points[other]
        for card in range(HAND):
            row[SeatSeen.HAND + card] = _value(b, s.hand[other, card])
        row[SeatSeen.CHOSEN] = _value(b, s.chosen[other])
        row[SeatSeen.PLAYED] = _value(b, s.played[other])


@jitable
def _value(b: TinyTables, card: int) -> int:
    if card == UNKNOWN:
        return -1
    return 0 if card == EMPTY else b.value[card]
