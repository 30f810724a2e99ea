"""The ladder: all seatings, ratings that tell who is better, and going on where it stopped."""

import re

import numpy as np
import pytest

import cogtable
from cogtable import BadOption, ladder
from cogtable.engine.game import MAX_SEED
from cogtable.simulate import Played

BOTS = ["random", "greedy"]


@pytest.fixture
def tiny():
    return cogtable.game("tiny")


def test_every_seating_of_different_bots_comes_once_in_a_cycle(tiny):
    three = ladder.begin(tiny, ["random", "greedy", "easy"], seats=3, seed=4)
    order = ladder.seatings(three)
    assert len(order) == len(set(order)) == 27 - 3
    assert order == ladder.seatings(three)
    assert order != ladder.seatings(ladder.begin(tiny, ["random", "greedy", "easy"], seats=3, seed=5))


@pytest.mark.native
def test_the_better_bot_stands_higher(tiny):
    splendor = cogtable.game("splendor")
    found = ladder.begin(splendor, BOTS, seed=1)
    ladder.play(found, splendor, 24, threads=2)
    best, worst = ladder.standings(found)
    assert (best.bot, worst.bot) == ("greedy", "random")
    assert best.low < best.rating < best.high
    assert best.low > worst.rating
    assert best.games == worst.games == 24
    assert best.wins + worst.wins == pytest.approx(1)
    assert best.wins_low <= best.wins <= best.wins_high


@pytest.mark.native
def test_it_goes_on_where_it_was_stopped(tiny, tmp_path):
    path = tmp_path / "ladder.json"
    begun = ladder.load(path, ladder.begin(tiny, BOTS, seats=3))
    ladder.play(begun, tiny, 10, threads=3, played=lambda now: ladder.save(path, now))
    later = ladder.load(path, ladder.begin(tiny, BOTS, seats=3))
    assert len(later.games) == 10
    ladder.play(later, tiny, 30, threads=1)
    at_once = ladder.begin(tiny, BOTS, seats=3)
    ladder.play(at_once, tiny, 30, threads=2)
    assert later == at_once
    assert ladder.standings(later) == ladder.standings(at_once)


def test_another_ladders_file_is_refused(tiny, tmp_path):
    path = tmp_path / "ladder.json"
    ladder.save(path, ladder.begin(tiny, BOTS, seats=3))
    with pytest.raises(BadOption, match=re.escape(f"the ladder in {path} has seats 3, not 2; name another file")):
        ladder.load(path, ladder.begin(tiny, BOTS, seats=2))
    path.write_text("[]")
    with pytest.raises(BadOption, match=r"ladder\.json is not a ladder: Expected `object`, got `array`"):
        ladder.load(path, ladder.begin(tiny, BOTS, seats=2))
    begun = ladder.begin(tiny, BOTS, seats=2)
    begun.games.append([1, 2, 3])
    ladder.save(path, begun)
    with pytest.raises(BadOption, match="a game has another number of places"):
        ladder.load(path, ladder.begin(tiny, BOTS, seats=2))


@pytest.mark.parametrize("places", [[2, 2], [1, 0], [0, 1], [1, 3], [-1, 1]])
def test_places_that_no_game_ends_with_are_refused(tiny, tmp_path, places):
    path = tmp_path / "ladder.json"
    begun = ladder.begin(tiny, BOTS, seats=2)
    begun.games += [[1, 2], [1, 1], [0, 0], places]
    ladder.save(path, begun)
    reason = re.escape(
        f"{path} is not a ladder: game 4 has the places {places}; expected 1 to 2, somebody first, or all 0"
    )
    with pytest.raises(BadOption, match=reason):
        ladder.load(path, ladder.begin(tiny, BOTS, seats=2))


def test_a_file_that_was_cut_off_or_is_no_text_is_refused(tiny, tmp_path):
    path = tmp_path / "ladder.json"
    begun = ladder.begin(tiny, BOTS, seats=2)
    ladder.save(path, begun)
    whole = path.read_bytes()
    for data in (b"", whole[:-1], whole.replace(b"greedy", b"gr\xff\xffdy")):
        path.write_bytes(data)
        with pytest.raises(BadOption, match=r"ladder\.json is not a ladder: "):
            ladder.load(path, begun)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_that_no_game_can_be_dealt_from_is_refused(tiny, seed):
    with pytest.raises(BadOption, match=f"a seed is a whole number from 0 to {2**63 - 1}; found {seed}"):
        ladder.begin(tiny, BOTS, seed=seed)


def test_seeds_of_a_long_ladder_stay_seeds(tiny, monkeypatch):
    dealt = []

    def play_tables(game, blank, players, first, count):
        dealt.append(first)
        return Played(np.ones((1, 2, 2), np.int32), np.ones(1), np.ones(1), None)

    monkeypatch.setattr(ladder, "play_tables", play_tables)
    ladder.play(ladder.begin(tiny, BOTS, seed=MAX_SEED), tiny, 3, threads=1)
    assert dealt == [MAX_SEED, MAX_SEED, 0]


@pytest.mark.parametrize("names", [["random"], ["random", "random"]])
def test_one_bot_makes_no_ladder(tiny, names):
    with pytest.raises(BadOption, match="a ladder takes two bots or more, each once; found random"):
        ladder.begin(tiny, names)
