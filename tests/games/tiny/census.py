"""Consistency check of Tiny: every card is in one place."""


def census(s, b):
    held = [*s.deck, *s.hand.flat, *s.chosen]
    return sorted([int(card) for card in held if card >= 0] + [card for card in range(12) if s.seen[card]])
