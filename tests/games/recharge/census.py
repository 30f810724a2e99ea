"""Consistency checks of Recharge: every robot and every Event is in one place, and every running count is correct."""

from cogtable.games.recharge.rules.components import EVENTS, ROBOTS
from cogtable.games.recharge.rules.state import EMPTY, Place, Question


def census(s, b):
    seats = range(s.seats)
    deck = [int(card) for card in s.deck[: s.deck_left]]
    hands = {seat: [int(card) for card in s.hand[seat, : s.held[seat]]] for seat in seats}
    fleets = {seat: [int(card) for card in s.fleet[seat, : s.robots[seat]]] for seat in seats}
    sights = {seat: [int(card) for card in s.sight[seat, : s.looking[seat]]] for seat in seats}
    pile = [card for card in range(ROBOTS) if s.place[card] == Place.PILE]
    assert s.piled == len(pile)
    assert all(s.place[card] == Place.DECK for card in deck)
    assert all(s.batch[card] == s.deck_batch for card in deck)
    for seat in seats:
        for cards, place in ((hands, Place.HAND), (fleets, Place.FLEET), (sights, Place.SIGHT)):
            assert all(s.place[card] == place + seat for card in cards[seat])
        assert (s.hand[seat, s.held[seat] :] == EMPTY).all()
        assert (s.fleet[seat, s.robots[seat] :] == EMPTY).all()
        assert (s.sight[seat, s.looking[seat] :] == EMPTY).all()
        assert s.power[seat] == sum(int(s.batteries[card]) for card in fleets[seat])
        assert s.printed[seat] == sum(int(b.crowns[card]) for card in fleets[seat])
        assert s.coins[seat] >= 0
        assert s.events[seat] == (s.owner == seat).sum()
        asked = s.asks[seat] not in (Question.NOTHING, Question.PARKED)
        assert bool(s.waiting >> seat & 1) == (asked and not s.over)
        if asked and s.asks[seat] == Question.DISCARD:
            assert 0 < s.remaining[seat] <= s.held[seat]
    assert (s.deck[s.deck_left :] == EMPTY).all()
    assert (s.due[s.dues :] == EMPTY).all()
    assert (s.due_count[: s.dues] > 0).all()
    assert (s.due_count[s.dues :] == 0).all()
    assert (s.batteries >= 0).all()
    in_play = {card for fleet in fleets.values() for card in fleet}
    assert all(card in in_play for card in range(ROBOTS) if s.batteries[card])
    assert all(acted >> int(s.seats) == 0 for acted in s.acted)
    assert all(Place.HAND <= s.place[card] < Place.HAND + s.seats for card in range(ROBOTS) if s.open[card])
    assert all(Place.PILE <= owner < s.seats for owner in s.owner)
    assert all(not s.shown[event] for event in range(EVENTS) if s.owner[event] == Place.DECK)
    everywhere = [deck, pile, *hands.values(), *fleets.values(), *sights.values()]
    return sorted(card for cards in everywhere for card in cards)
