"""The ladder: all seatings, ratings that tell who is better, and going on where it stopped."""

import re

import pytest

import cogtable
from cogtable import BadOption, ladder

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


@pytest.mark.parametrize("names", [["random"], ["random", "random"]])
def test_one_bot_makes_no_ladder(tiny, names):
    with pytest.raises(BadOption, match="a ladder takes two bots or more, each once; found random"):
        ladder.begin(tiny, names)
