"""Deals and determinizations have the right probabilities.

Seeds are fixed, and bounds are far above chance.
"""

from collections import Counter

from cogtable.engine.rules import rng, verbs


def chi_square(counts, faces):
    share = sum(counts.values()) / len(faces)
    assert set(counts) <= set(faces)
    return sum((counts[face] - share) ** 2 / share for face in faces)


def test_every_noble_is_equally_likely(table):
    counts = Counter(int(noble) for seed in range(300) for noble in table(4, seed).state.nobles)
    assert chi_square(counts, range(10)) < 40


def test_every_card_of_a_level_is_equally_likely_to_be_face_up(table):
    counts = Counter(card for seed in range(300) for card in table(2, seed).row(3))
    assert chi_square(counts, range(70, 90)) < 55


def test_an_unseen_card_is_determinized_uniformly_from_the_unseen_ones(table):
    game = table(seats=3).play("reserve the top card of level 3", "reserve the top card of level 3")
    known = game.match.hidden(0)
    counts, together = Counter(), set()
    for seed in range(1200):
        world = known.copy()
        rng.seed(world[0], seed)
        verbs.determinize(world[0], game.box, 0)
        counts[int(world[0].reserved[1, 0])] += 1
        together.add(int(world[0].deck[89 - 4 - 2]))
    unseen = set(range(70, 90)) - set(game.row(3)) - set(game.hand(0))
    assert chi_square(counts, sorted(unseen)) < 45
    assert together == unseen
