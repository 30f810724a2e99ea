"""Consistency checks of Splendor: every card in one place, every token counted, every total correct."""

from itertools import chain

from cogtable.games.splendor.rules.components import CARDS, COLORS
from cogtable.games.splendor.rules.state import EMPTY
from tests.games.gems import cards_of_seats


def census(s, b):
    bought, open_cards, decks = cards_of_seats(s, b, CARDS)
    for seat in range(s.seats):
        visited = [int(s.nobles[i]) for i in range(5) if s.nobles[i] != EMPTY and s.noble_owner[i] == seat]
        points = sum(int(b.points[card]) for card in bought[seat]) + sum(int(b.noble_points[n]) for n in visited)
        assert s.points[seat] == points
        assert s.bought[seat] == len(bought[seat])
        for color in range(len(COLORS)):
            assert s.bonus[seat, color] == sum(b.bonus[card] == color for card in bought[seat])
        held = int(s.tokens[seat].sum())
        assert s.tokens[seat].min() >= 0
        assert held <= (13 if s.turn == seat else 10)
        for i in range(3):
            card, level = s.reserved[seat, i], s.blind[seat, i]
            assert level == 0 or b.level[card] == level
    assert s.bank.min() >= 0
    assert (s.board < CARDS).all()
    nobles = sorted(int(noble) for noble in s.nobles if noble != EMPTY)
    assert len(set(nobles)) == s.seats + 1
    tokens = [int(s.bank[kind] + s.tokens[:, kind].sum()) for kind in range(6)]
    return sorted([*decks, *open_cards, *chain(*bought.values())]), tokens, nobles
