"""The benchmark of the games' balance: the scale on which 50 is even, and findings about cards, seats and scores."""

import numpy as np
import pytest

import cogtable
from bench import order
from bench.balance import AIMS, Aim, Band, judged
from bench.tables import ordered, page
from cogtable.lab.simulate import Interval, SimulationResult, Spread, Tally, simulate
from cogtable.lab.statistics import even_scale, interval

AIM = Aim("tiny", 2, 1000, 200, (Band("card"),), points=3, apart=12)


def result(cards, seats=(500, 500), scores=(10, 30)):
    """A result of a thousand games; `cards` are the users and wins of each card."""
    games = sum(seats)
    spread = Spread(mean=20, median=20, p5=scores[0], p95=scores[1])
    rates = [(name, users, interval(wins, users)) for name, (users, wins) in cards.items()]
    return SimulationResult(
        game="tiny",
        version="1",
        box="",
        options={},
        seats=len(seats),
        bots=["greedy"] * len(seats),
        seed=0,
        games=games,
        finished=games,
        moves=games,
        threads=1,
        seconds=1,
        moves_per_s=games,
        games_per_s=games,
        wins=list(seats),
        win_rate=[
            Interval(bot="greedy", seat=seat, rate=rate, low=low, high=high)
            for seat, wins in enumerate(seats)
            for rate, low, high in [interval(wins, games)]
        ],
        scores=[20.0] * len(seats),
        length=spread,
        winning_score=spread,
        tallies=[
            Tally(kind="card", name=name, games=users / games, users=users, rate=rate, low=low, high=high)
            for name, users, (rate, low, high) in rates
        ],
    )


def lines(aim, found):
    """Returns the line about each figure, by the first word after the table's name."""
    return {
        row.name.partition(": ")[2].partition(" ")[0]: (row.name, row.value, row.compared_with)
        for row in judged(aim, found)
    }


@pytest.mark.parametrize(
    ("rate", "seats", "of_100"),
    [(0.62, 2, 62), (0.25, 4, 50), (1 / 3, 3, 50), (0.352, 4, 62), (0.1696, 4, 38), (0.125, 4, 30), (0.5, 4, 75)],
)
def test_win_rates_are_compared_with_an_even_share(rate, seats, of_100):
    assert 100 * even_scale(rate, seats) == pytest.approx(of_100, abs=0.05)


def test_never_and_always_winning_are_the_ends_of_the_scale():
    assert (even_scale(0, 4), even_scale(1, 4)) == (0, 1)


def test_a_balanced_game_holds_all_aims():
    by_table = lines(AIM._replace(points=8), result({"ant": (600, 270), "bee": (300, 165)}))
    assert by_table["weakest"][:2] == ("tiny, 2 seats: weakest card, ant", pytest.approx(45))
    assert by_table["strongest"][:2] == ("tiny, 2 seats: strongest card, bee", pytest.approx(55))
    assert by_table["rarest"][:2] == ("tiny, 2 seats: rarest card, bee", pytest.approx(30))
    assert by_table["winners'"][1] == 20
    demanded = [words for name, (_, _, words) in by_table.items() if name != "finished"]
    assert all(words.endswith(", holds") for words in demanded)
    assert len(demanded) == 5


def test_cards_whose_whole_interval_is_beyond_a_bound_are_named():
    by_table = lines(AIM, result({"ant": (900, 600), "bee": (20, 14), "cat": (900, 300), "dog": (20, 6)}))
    assert by_table["strongest"] == ("tiny, 2 seats: strongest card, bee", 70, "aim: 62 or less, missed by ant")
    assert by_table["weakest"] == ("tiny, 2 seats: weakest card, dog", 30, "aim: 38 or more, missed by cat")


def test_a_card_that_is_never_used_is_named():
    by_table = lines(AIM, result({"ant": (600, 300), "bee": (0, 0)}))
    assert by_table["rarest"] == ("tiny, 2 seats: rarest card, bee", 0, "aim: each is used, missed by bee")
    assert by_table["weakest"][0] == "tiny, 2 seats: weakest card, ant"


def test_a_seat_that_wins_too_often_is_named():
    by_table = lines(AIM, result({"ant": (600, 300)}, seats=(580, 420)))
    assert by_table["wins"][2] == "even: 50; aim: within 3 of it, missed by seat 1, seat 2"
    four = lines(AIM._replace(seats=4), result({"ant": (600, 150)}, seats=(270, 240, 245, 245)))
    assert four["wins"] == (
        "tiny, 4 seats: wins furthest from even, seat 1",
        pytest.approx(27),
        "even: 25; aim: within 3 of it, open for seat 1, seat 2, seat 3, seat 4",
    )


def test_too_few_games_leave_aims_open():
    by_table = lines(AIM, result({"ant": (600, 300), "bee": (20, 10)}))
    assert by_table["weakest"][2] == "aim: 38 or more, open for bee"
    assert by_table["strongest"][2] == "aim: 62 or less, open for bee"


def test_winning_scores_that_are_too_close_together_are_reported():
    by_table = lines(AIM, result({"ant": (600, 300)}, scores=(15, 20)))
    assert by_table["winners'"][1:] == (5, "from 15 to 20; aim: 12 or more, missed")
    assert "winners'" not in lines(AIM._replace(apart=0), result({"ant": (600, 300)}))


@pytest.mark.parametrize("aim", AIMS, ids=lambda aim: f"{aim.game}-{aim.seats}")
def test_aims_use_only_figures_that_the_game_counts(aim):
    game = cogtable.game(aim.game)
    assert game.min_seats <= aim.seats <= game.max_seats
    assert {band.kind for band in aim.bands} <= {kind for kind, _ in game.tallied}


@pytest.mark.native
def test_simulated_games_are_judged():
    found = simulate(cogtable.game("tiny"), seats=3, bots=["greedy"], games=200)
    by_table = lines(AIM._replace(seats=3), found)
    assert by_table["finished"][1] == 100
    weakest, strongest = by_table["weakest"][1], by_table["strongest"][1]
    assert 0 <= weakest < strongest <= 100


def test_a_report_shows_the_aims_and_each_cards_results():
    found = result({"ant": (600, 150), "bee": (0, 0)}, seats=(250, 250, 250, 250))
    words = page(cogtable.game("tiny"), [(AIM._replace(seats=4), "hard", found)])
    assert "\n## Four seats, hard\n\n1,000 games, seeds from 0.\n" in words
    assert "\n| rarest card, bee | 0.0 | % of games | aim: each is used, missed by bee |\n" in words
    assert "\n| ant | 60.0 % | 600 | 25.0 % | 21.7 to 28.6 | 50.0 |\n" in words
    assert "\n| bee | 0.0 % | 0 |  |  |  |\n" in words


# --- the order of simultaneous actions ----------------------------------------------------------------------

ORDER_AIM = order.Aim("tiny", 2, 400, points=2)


def results(won):
    """Results of 400 deals for two in which the first seat won `won`, and had a crown for each win."""
    shares = np.zeros((400, 2))
    shares[:won, 0] = 1
    shares[won:, 1] = 1
    return order.Results(shares, shares)


def test_the_effect_of_acting_first_is_measured_deal_by_deal():
    """The first to act wins the same 10 of 400 deals: 2.5 points, while each order alone has an uncertainty of at least
    5.
    """
    found = {"first seat to last": results(205), "last seat to first": results(195), "at random": results(200)}
    wins, score = order.judged(ORDER_AIM, found)
    assert wins.value == pytest.approx(2.5)
    assert wins.compared_with == "95 %: +1.0 to +4.0; aim: within 2 of 0, open"
    assert score.value == pytest.approx(0.025)


def test_an_order_that_decides_games_is_found():
    found = {"first seat to last": results(230), "last seat to first": results(170), "at random": results(200)}
    wins, _ = order.judged(ORDER_AIM, found)
    assert wins.compared_with.endswith("aim: within 2 of 0, missed")


def test_the_page_has_a_row_for_each_order_and_seat():
    found = {"first seat to last": results(205), "last seat to first": results(195), "at random": results(200)}
    words = ordered([(ORDER_AIM, found)])
    assert "## Two seats, greedy: who acts first" in words
    assert "| at random | 2 | 50.0 % | 45.1 to 54.9 | 0.50 |" in words


def test_orders_name_a_waiting_seat():
    states = np.zeros(200, [("waiting", np.uint8), ("ply", np.int32), ("rng", np.uint32, 4)])
    states["waiting"] = [0b0110, 0b1011] * 100
    states["rng"][:, 0] = np.arange(200) * 2654435761 % (1 << 32)
    assert order.first_to_last(states).tolist() == [1, 0] * 100
    assert order.last_to_first(states).tolist() == [2, 3] * 100
    drawn = order.at_random(states)
    assert set(drawn[::2]) == {1, 2}
    assert set(drawn[1::2]) == {0, 1, 3}
    assert min(np.unique(drawn[1::2], return_counts=True)[1]) > 15
    states["ply"] += 1
    assert (order.at_random(states) != drawn).any()


@pytest.mark.parametrize("aim", order.AIMS, ids=lambda aim: f"{aim.game}-{aim.seats}")
def test_orders_are_compared_in_games_with_simultaneous_decisions(aim):
    """RC-R8: everywhere but in the opening of a round."""
    game = cogtable.game(aim.game)
    match = game.start(seats=aim.seats, seed=1)
    while len(match.waiting) < aim.seats:
        match.play(match.waiting[0], match.choices(match.waiting[0])[-1].action)
    assert len(match.waiting) == aim.seats


@pytest.mark.native
def test_each_order_plays_the_same_deals_to_the_end():
    """In a game without simultaneous decisions, all orders are the same."""
    found = order.played(cogtable.game("splendor"), ORDER_AIM._replace(deals=64), threads=1)
    first, *others = found.values()
    assert first.won.sum(axis=1).tolist() == [1] * 64
    for other in others:
        assert (other.won == first.won).all()
