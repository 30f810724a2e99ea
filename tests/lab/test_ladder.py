"""The ladder: all seatings, ratings that predict the results, and resuming."""

import re

import numpy as np
import pytest

import cogtable
from cogtable import BadOption
from cogtable.engine.play.game import MAX_SEED
from cogtable.lab import ladder
from cogtable.lab.compiled_games import Played
from cogtable.lab.ratings import MEAN, POINTS, RatedGame, ratings, share

BOTS = ["random", "greedy"]


@pytest.fixture
def tiny():
    return cogtable.game("tiny")


def test_every_seating_of_different_bots_occurs_once_in_a_cycle(tiny):
    three = ladder.begin_ladder(tiny, ["random", "greedy", "easy"], seats=3, seed=4)
    order = ladder.seatings(three)
    assert len(order) == len(set(order)) == 27 - 3
    assert order == ladder.seatings(three)
    assert order != ladder.seatings(ladder.begin_ladder(tiny, ["random", "greedy", "easy"], seats=3, seed=5))


@pytest.mark.native
def test_the_better_bot_has_the_higher_rating(tiny):
    splendor = cogtable.game("splendor")
    found = ladder.begin_ladder(splendor, BOTS, seed=1)
    ladder.play_ladder(found, splendor, 24, threads=2)
    best, worst = ladder.bot_ratings(found)
    assert (best.bot, worst.bot) == ("greedy", "random")
    assert best.low < best.rating < best.high
    assert best.low > worst.rating
    assert best.games == worst.games == 24
    assert best.wins + worst.wins == pytest.approx(1)
    assert best.wins_low <= best.wins <= best.wins_high


@pytest.mark.native
def test_a_stopped_ladder_can_be_resumed(tiny, tmp_path):
    path = tmp_path / "ladder.json"
    begun = ladder.load_ladder(path, ladder.begin_ladder(tiny, BOTS, seats=3))
    ladder.play_ladder(begun, tiny, 10, threads=3, played=lambda now: ladder.save_ladder(path, now))
    later = ladder.load_ladder(path, ladder.begin_ladder(tiny, BOTS, seats=3))
    assert len(later.games) == 10
    ladder.play_ladder(later, tiny, 30, threads=1)
    at_once = ladder.begin_ladder(tiny, BOTS, seats=3)
    ladder.play_ladder(at_once, tiny, 30, threads=2)
    assert later == at_once
    assert ladder.bot_ratings(later) == ladder.bot_ratings(at_once)


def test_another_ladders_file_is_refused(tiny, tmp_path):
    path = tmp_path / "ladder.json"
    ladder.save_ladder(path, ladder.begin_ladder(tiny, BOTS, seats=3))
    with pytest.raises(BadOption, match=re.escape(f"the ladder in {path} has seats 3, not 2; name another file")):
        ladder.load_ladder(path, ladder.begin_ladder(tiny, BOTS, seats=2))
    path.write_text("[]")
    with pytest.raises(BadOption, match=r"ladder\.json is not a ladder: Expected `object`, got `array`"):
        ladder.load_ladder(path, ladder.begin_ladder(tiny, BOTS, seats=2))
    begun = ladder.begin_ladder(tiny, BOTS, seats=2)
    begun.games.append([1, 2, 3])
    ladder.save_ladder(path, begun)
    with pytest.raises(BadOption, match="a game has another number of places"):
        ladder.load_ladder(path, ladder.begin_ladder(tiny, BOTS, seats=2))


@pytest.mark.parametrize("places", [[2, 2], [1, 0], [0, 1], [1, 3], [-1, 1]])
def test_impossible_places_are_refused(tiny, tmp_path, places):
    path = tmp_path / "ladder.json"
    begun = ladder.begin_ladder(tiny, BOTS, seats=2)
    begun.games += [[1, 2], [1, 1], [0, 0], places]
    ladder.save_ladder(path, begun)
    reason = re.escape(
        f"{path} is not a ladder: game 4 has the places {places}; expected 1 to 2, with a first place, or all 0"
    )
    with pytest.raises(BadOption, match=reason):
        ladder.load_ladder(path, ladder.begin_ladder(tiny, BOTS, seats=2))


def test_a_truncated_or_binary_file_is_refused(tiny, tmp_path):
    path = tmp_path / "ladder.json"
    begun = ladder.begin_ladder(tiny, BOTS, seats=2)
    ladder.save_ladder(path, begun)
    whole = path.read_bytes()
    for data in (b"", whole[:-1], whole.replace(b"greedy", b"gr\xff\xffdy")):
        path.write_bytes(data)
        with pytest.raises(BadOption, match=r"ladder\.json is not a ladder: "):
            ladder.load_ladder(path, begun)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_an_invalid_seed_is_refused(tiny, seed):
    with pytest.raises(BadOption, match=f"a seed is a whole number from 0 to {2**63 - 1}; found {seed}"):
        ladder.begin_ladder(tiny, BOTS, seed=seed)


def test_seeds_of_a_long_ladder_stay_valid(tiny, monkeypatch):
    dealt = []

    def play_tables(game, blank, players, first, count):
        dealt.append(first)
        return Played(np.ones((1, 2, 2), np.int32), np.ones(1), np.ones(1), None)

    monkeypatch.setattr(ladder, "play_tables", play_tables)
    ladder.play_ladder(ladder.begin_ladder(tiny, BOTS, seed=MAX_SEED), tiny, 3, threads=1)
    assert dealt == [MAX_SEED, MAX_SEED, 0]


@pytest.mark.parametrize("names", [["random"], ["random", "random"]])
def test_a_ladder_needs_more_than_one_bot(tiny, names):
    with pytest.raises(BadOption, match="a ladder takes two bots or more, each once; found random"):
        ladder.begin_ladder(tiny, names)


# --- ratings ------------------------------------------------------------------------------------------


def simulated(rng, bots, strengths, games, seats=2):
    """Simulates a ladder of bots of known strength: each is the next to finish with a probability in proportion to its
    own.
    """
    found = ladder.begin_ladder(cogtable.game("tiny"), bots, seats=seats)
    order = ladder.seatings(found)
    for number in range(games):
        own = [strengths[bots.index(bot)] for bot in order[number % len(order)]]
        times = rng.exponential(1 / np.array(own))
        found.games.append([int(place) + 1 for place in times.argsort().argsort()])
    return found


def test_two_ratings_imply_the_share_that_was_played(tiny):
    found = ladder.begin_ladder(tiny, BOTS, seats=2)
    order = ladder.seatings(found)
    for number in range(400):
        greedy = order[number % 2].index("greedy")
        first = greedy if number % 10 < 7 else 1 - greedy
        found.games.append([1 if seat == first else 2 for seat in range(2)])
    best, worst = ladder.bot_ratings(found)
    assert (best.bot, best.wins) == ("greedy", 0.7)
    assert share(best.rating, worst.rating) == pytest.approx(0.7, abs=0.001)
    assert (best.rating + worst.rating) / 2 == pytest.approx(MEAN)
    assert best.low > worst.high


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strengths", "seats", "games"), [((7, 3), 2, 100), ((1, 2, 6), 2, 90), ((4, 2, 1), 3, 120), ((30, 1), 2, 40)]
)
def test_intervals_contain_the_true_ratings_19_times_in_20(strengths, seats, games):
    rng = np.random.default_rng(5)
    bots = ["random", "greedy", "easy"][: len(strengths)]
    logs = POINTS * np.log(strengths)
    true = dict(zip(bots, MEAN + logs - logs.mean(), strict=True))
    held, errors = [], []
    for _ in range(80):
        results = rated(simulated(rng, bots, strengths, games, seats))
        held += [row.low <= true[bot] <= row.high for bot, row in results.items()]
        errors += [row.rating - true[bot] for bot, row in results.items()]
    assert 0.91 <= np.mean(held) <= 0.985
    assert abs(np.mean(errors)) < 1


def rated(found):
    """Returns the ratings of a ladder by name, from fewer draws, so that many ladders can be rated."""
    order = ladder.seatings(found)
    numbers = {bot: number for number, bot in enumerate(found.bots)}
    results = []
    for number, places in enumerate(found.games):
        players = tuple(numbers[bot] for bot in order[number % len(order)])
        results.append(RatedGame(players, tuple(places), (number // len(order), *sorted(players))))
    return dict(zip(found.bots, ratings(results, len(found.bots), draws=200), strict=True))


def test_intervals_of_clearly_different_bots_do_not_overlap():
    rng = np.random.default_rng(6)
    for _ in range(20):
        best, worst = ladder.bot_ratings(simulated(rng, BOTS, (3, 7), 400))
        assert (best.bot, worst.bot) == ("greedy", "random")
        assert best.low > worst.high
        assert abs(share(best.rating, worst.rating) - 0.7) < 0.08


def test_intervals_of_equal_bots_nearly_always_overlap():
    rng = np.random.default_rng(7)
    tables = [ladder.bot_ratings(simulated(rng, BOTS, (1, 1), 100)) for _ in range(60)]
    assert sum(best.low > worst.high for best, worst in tables) <= 6


def test_games_of_one_deal_are_not_independent():
    """If each deal is won by its first seat, whichever bot sits there, hundreds of games say no more than that."""
    split = [RatedGame((0, 1), (1, 2), number) for number in range(200)]
    split += [RatedGame((1, 0), (1, 2), number) for number in range(200)]
    twice = [
        RatedGame(players, (1, 2), number)
        for number in range(200)
        for players in [(0, 1) if number % 2 else (1, 0)] * 2
    ]
    narrow, wide = (ratings(results, 2)[0] for results in (split, twice))
    assert narrow.rating == pytest.approx(MEAN)
    assert wide.rating == pytest.approx(MEAN)
    assert narrow.high - narrow.low < 5
    assert wide.high - wide.low > 30


def test_a_bot_that_won_every_game_has_a_rating_and_an_interval():
    best, worst = ratings([RatedGame((0, 1), (1, 2), number) for number in range(20)], 2)
    assert share(best.rating, worst.rating) == pytest.approx(20.5 / 21)
    assert worst.high < best.low < best.rating - 50
    assert best.high - best.low > 200


def test_a_shared_place_is_half_a_win():
    ties = ratings([RatedGame((0, 1), (1, 1), 0)] * 10 + [RatedGame((0, 1), (1, 2), 1)] * 10, 2)
    assert share(ties[0].rating, ties[1].rating) == pytest.approx(15.5 / 21)
    three = ratings([RatedGame((0, 1, 2), (1, 1, 1), number) for number in range(10)], 3)
    assert [row.rating for row in three] == pytest.approx([MEAN] * 3)


def test_a_bot_in_several_seats_is_rated_fairly():
    """Each of three equal seats is first once in three games; so a bot in two of them is half as good as it looks."""
    results = [RatedGame((0, 0, 1), places, places) for places in [(1, 2, 3), (2, 3, 1), (3, 1, 2)] for _ in range(100)]
    results += [
        RatedGame((0, 0, 1), places, places) for places in [(1, 3, 2), (2, 1, 3), (3, 2, 1)] for _ in range(100)
    ]
    assert [row.rating for row in ratings(results, 2)] == pytest.approx([MEAN] * 2, abs=0.5)


def test_before_the_first_game_all_ratings_are_equal(tiny):
    rated = ladder.bot_ratings(ladder.begin_ladder(tiny, ["random", "greedy", "easy"], seats=3))
    assert [row.rating for row in rated] == pytest.approx([MEAN] * 3)
    assert all(row.low < MEAN - 200 < MEAN + 200 < row.high for row in rated)


def test_a_ladder_from_an_earlier_version_can_be_resumed(tiny, tmp_path):
    """Its file has places, not ratings."""
    path = tmp_path / "ladder.json"
    wanted = ladder.begin_ladder(tiny, BOTS, seats=2)
    path.write_text(
        f'{{"game":"tiny","version":"{tiny.version}","box":"{tiny.box.digest}","options":{{"length":3,"always_ask":0,'
        '"assists":1},"seats":2,"bots":["random","greedy"],"seed":0,"games":[[1,2],[2,1],[0,0],[1,1]]}'
    )
    assert [rating.games for rating in ladder.bot_ratings(ladder.load_ladder(path, wanted))] == [3, 3]
