"""Consistency checks of Mega Man: robots, tokens, totals, and the holder of the Yashichi tile."""

from itertools import chain

from cogtable.games.megaman.rules.components import COLORS, GREEN, KINDS
from cogtable.games.splendor.rules.components import CARDS
from cogtable.games.splendor.rules.state import EMPTY
from tests.games.gems import cards_of_seats


def census(s, b):
    recruited, open_cards, decks = cards_of_seats(s, b, CARDS)
    for seat in range(s.seats):
        _check_seat(s, b, seat, recruited[seat])
    _check_tile(s, b)
    assert s.bank.min() >= 0
    sides = sorted(int(side) for side in s.nobles if side != EMPTY)
    assert len({side // 2 for side in sides}) == len(sides) == s.seats
    tokens = [int(s.bank[kind] + s.tokens[:, kind].sum()) for kind in range(len(KINDS))]
    return sorted([*decks, *open_cards, *chain(*recruited.values())]), tokens, sides


def _check_seat(s, b, seat, own):
    helpers = [
        int(side) for side, owner in zip(s.nobles, s.noble_owner, strict=True) if side != EMPTY and owner == seat
    ]
    points = sum(int(b.points[card]) for card in own) + sum(int(b.noble_points[side]) for side in helpers)
    assert s.points[seat] == points + int(b.yashichi_points) * (s.yashichi == seat)
    assert s.bought[seat] == len(own)
    assert s.tags[seat] == sum(int(b.tags[card]) for card in own)
    for color in range(len(COLORS)):
        assert s.bonus[seat, color] == sum(b.bonus[card] == color for card in own)
    assert s.tokens[seat, GREEN] == any(b.level[card] == 3 for card in own)
    assert s.tokens[seat].min() >= 0
    assert int(s.tokens[seat].sum()) <= (13 if s.turn == seat else 10)
    for card, level in zip(s.reserved[seat], s.blind[seat], strict=True):
        assert level == 0 or b.level[card] == level


def _check_tile(s, b):
    """Checks that the holder has enough tags and no fewer than anybody, or that no seat has enough."""
    most = max(int(tags) for tags in s.tags)
    assert (s.yashichi == EMPTY) == (most < b.yashichi_tags)
    assert s.yashichi == EMPTY or s.tags[s.yashichi] == most
