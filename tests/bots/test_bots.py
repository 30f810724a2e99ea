"""Bots play legal moves, choose the same move for the same seed, and use only what their seat can see."""

import numpy as np
import pytest

import cogtable
from cogtable import bots
from cogtable.bots import PlayStyle
from cogtable.bots.mcts import full_simulations
from cogtable.engine.definition.search_settings import Levels
from cogtable.engine.rules import rng, verbs

pytestmark = pytest.mark.native
EVERY = ["random", "greedy", "easy", "medium"]
"""One bot of each kind, and one with a longer thinking time."""


def play_on(match, name, moves, seed=0):
    """Lets a bot play for all seats."""
    while not match.over and match.ply < moves:
        for seat in match.waiting:
            match.play(seat, bots.choose(name, match, seat, seed + seat))
    return match


def dealt_anew(match, seat, seed):
    """Returns the same match as `seat` sees it, with everything hidden from that seat dealt again."""
    array = match.hidden(seat)
    rng.seed(array[0], seed)
    verbs.determinize(array[0], match.game.box.record, seat)
    return match.with_position(array)


def test_names_and_titles():
    assert [name for name, _ in bots.names()] == ["random", "greedy", "easy", "medium", "hard", "expert", "master"]
    assert [name for name, _ in bots.levels()] == ["easy", "medium", "hard", "expert"]
    assert all(title for _, title in bots.names())


def test_a_game_can_set_its_levels_thinking_times():
    tiny = cogtable.game("tiny")
    game = tiny.with_box(tiny.box_file)
    game.levels = Levels(medium=3, expert=300)
    assert [bots.find(name).settings_for(tiny).simulations for name, _ in bots.levels()] == [2, 25, 250, 2500]
    assert [bots.find(name).settings_for(game).simulations for name, _ in bots.levels()] == [2, 3, 250, 300]
    hidden = game.start(seats=2, seed=1).hidden(0)
    action = np.zeros(1, np.int64)
    done = bots.find("medium").decide_many(
        game, hidden, np.zeros(1, np.int8), np.zeros(1, np.int64), action, PlayStyle(compiled=False)
    )
    assert done == 3
    assert bots.decide("medium", game.start(seats=2, seed=1), 0, 1, PlayStyle(compiled=False)).whole


def test_a_game_lets_easy_play_without_evaluate():
    """With `evaluate`, easy would already see which move looks best."""
    splendor = cogtable.game("splendor")
    game = splendor.with_box(splendor.box_file)
    game.levels = splendor.levels._replace(easy_prior=0)
    priors = [bots.find(name).settings_for(game).fitted(game).prior for name, _ in bots.levels()]
    assert priors == [0, *[splendor.search.prior] * 3]
    interpreted = PlayStyle(compiled=False)
    chosen, anything = (
        {bots.decide("easy", one.start(seats=2, seed=1), 0, seed, interpreted).action for seed in range(10)}
        for one in (splendor, game)
    )
    assert len(chosen) < len(anything)


def test_hints_and_master_think_at_least_as_long_as_expert():
    tiny = cogtable.game("tiny")
    game = tiny.with_box(tiny.box_file)
    for expert, full in ((300, 2500), (4000, 4000)):
        game.levels = Levels(expert=expert)
        assert full_simulations(game) == bots.find("master").settings_for(game).simulations == full


def test_a_games_thinking_time_for_master_leaves_hints_unchanged():
    tiny = cogtable.game("tiny")
    game = tiny.with_box(tiny.box_file)
    game.levels = Levels(expert=300, master=400)
    assert (full_simulations(game), bots.find("master").settings_for(game).simulations) == (2500, 400)


def test_an_unknown_bot_is_refused_with_a_list_of_bots():
    match = cogtable.game("splendor").start(seats=2, seed=1)
    with pytest.raises(
        bots.UnknownBot, match='no bot "grandmaster"; there are random, greedy, easy, medium, hard, expert'
    ):
        bots.choose("grandmaster", match, 0, 1)
    assert issubclass(bots.UnknownBot, cogtable.CogtableError)


def test_a_seat_that_is_not_to_move_gets_no_move():
    match = cogtable.game("splendor").start(seats=2, seed=1)
    with pytest.raises(cogtable.IllegalAction, match="seat 1 has nothing to decide"):
        bots.choose("random", match, 1, 1)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(("game", "seats"), [("splendor", 2), ("splendor", 4), ("tiny", 3)])
def test_whole_games_are_legal_and_reproducible(name, game, seats):
    # Match.play refuses illegal actions
    first, again = (play_on(cogtable.game(game).start(seats=seats, seed=5), name, 10_000, seed=9) for _ in range(2))
    assert first.over
    assert [move[:2] for move in first.moves] == [move[:2] for move in again.moves]


def test_another_seed_gives_another_game():
    games = [play_on(cogtable.game("splendor").start(seats=2, seed=5), "random", 40, seed) for seed in (0, 100)]
    assert games[0].moves != games[1].moves


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(
    ("game", "seats"), [("splendor", 3), ("tiny", 3), pytest.param("recharge", 2, marks=pytest.mark.large)]
)
def test_hidden_information_does_not_change_a_bots_move(name, game, seats):
    checked = differed = 0
    for seed in range(16):
        match = play_on(cogtable.game(game).start(seats=seats, seed=seed), "random", seed % 8 * (seats + 1) // 4, seed)
        for seat in match.waiting:
            other = dealt_anew(match, seat, 1000 + seed)
            differed += match.state.tobytes() != other.state.tobytes()
            moves = {bots.choose(name, table, seat, 77) for table in (match, other)}
            assert len(moves) == 1
            checked += 1
    assert checked > 10
    assert differed > 5


def test_bots_do_not_share_the_deals_generator():
    """Otherwise a bot seeded like its match could reproduce the deal."""
    from cogtable.bots.bot import start_thinking

    game = cogtable.game("splendor")
    for seed in (0, 1, 2**62):
        for seat in range(4):
            deal, think = game.blank(4, {}), game.blank(4, {})
            rng.seed(deal[0], seed)
            start_thinking(think[0], seat, seed)
            assert not np.array_equal(deal[0].rng, think[0].rng)


@pytest.mark.parametrize("payment", ["automatic", "free"])
def test_greedy_beats_random(payment):
    from cogtable.lab.simulate import simulate

    game = cogtable.game("splendor")
    for order in (["greedy", "random"], ["random", "greedy"]):
        result = simulate(game, seats=2, bots=order, games=300, seed=3, options={"payment": payment})
        greedy = result.win_rate[order.index("greedy")]
        assert greedy.low > 0.95
        assert result.length.median < 100


def test_greedy_against_itself_finishes_in_a_plausible_number_of_turns():
    """People take 25 to 35 turns each."""
    from cogtable.lab.simulate import simulate

    result = simulate(cogtable.game("splendor"), seats=2, bots=["greedy"], games=200)
    assert 45 < result.length.median < 75
    assert result.length.p95 < 100
