"""PUCT: a search guided by an evaluator that the caller supplies, over many trees at once."""

import numpy as np
import pytest

import cogtable
from cogtable.bots import puct
from cogtable.engine.batches.batch import Batch
from cogtable.engine.errors import BadOption, BrokenGame
from cogtable.engine.rules import rng, verbs

pytestmark = pytest.mark.native


@pytest.fixture(scope="module")
def splendor():
    return cogtable.game("splendor")


@pytest.fixture(scope="module")
def tiny():
    return cogtable.game("tiny")


def nothing(observations, masks):
    """Rates all actions equally and all positions as even."""
    return np.zeros(masks.shape), np.zeros(len(masks))


def something(observations, masks):
    """A made-up rating that depends on the row alone."""
    rows = observations.astype(np.int64)
    numbers = (rows * np.arange(1, rows.shape[1] + 1)).sum(axis=1)
    logits = np.sin(numbers[:, None] * (1 + np.arange(masks.shape[1])))
    return logits, np.sin(numbers)


def at_the_end(game):
    """Seat 1 has 14 points, plays last in the round, and can pay for a card worth a point."""
    match = game.start(seats=2, seed=3)
    match.play(0, match.choices(0)[0].action)
    s, b = match.state, game.box.record
    s.points[:2] = (13, 14)
    place = next(place for place in range(12) if b.points[s.board[place]] == 1)
    s.tokens[1, :5] = b.cost[s.board[place]]
    return match


def wins(match, action):
    end = match.copy()
    end.play(1, action)
    return end.over and end.ranks[1] == 1


def test_it_finds_a_winning_move(splendor):
    match = at_the_end(splendor)
    winning = [action for action in np.flatnonzero(match.legal(1)) if wins(match, action)]
    found = puct.search(splendor, match.hidden(1), 1, nothing, simulations=200)
    assert found.actions[0] in winning
    assert found.values[0, found.actions[0]] == 1
    assert found.seats[0, 1] > 0.5
    assert found.seats[0].sum() == pytest.approx(0)


def test_with_a_uniform_evaluator_visits_spread_over_the_legal_actions(splendor):
    match = splendor.start(seats=2, seed=1)
    legal = np.flatnonzero(match.legal(0))
    found = puct.search(splendor, match.hidden(0), 0, nothing, simulations=5 * legal.size)
    assert found.simulations.tolist() == [5 * legal.size]
    assert found.visits[0, legal].tolist() == [5] * legal.size
    assert found.visits.sum() == 5 * legal.size
    assert not found.values.any()
    assert found.policy[0].sum() == pytest.approx(1)


def test_the_evaluator_gets_the_seats_observation_and_legal_actions(splendor):
    match = splendor.start(seats=2, seed=1)
    rows = []

    def watching(observations, masks):
        rows.append((observations.copy(), masks.copy()))
        return nothing(observations, masks)

    puct.search(splendor, match.hidden(0), 0, watching, simulations=3)
    assert (rows[0][0] == match.observation(0)).all()
    assert (rows[0][1] == match.legal(0)).all()
    after = splendor.observation.read(rows[1][0])
    assert after["seats.moves"].tolist() == [[1, 0, 0, 0]]  # the other seat, counted from the seat that observes


def test_the_evaluators_probabilities_and_values_guide_the_search(splendor):
    match = splendor.start(seats=2, seed=1)
    liked = int(np.flatnonzero(match.legal(0))[7])

    def likes(observations, masks):
        logits = np.full(masks.shape, -np.inf)
        logits[masks != 0] = 0
        logits[:, liked] = 6
        return logits, np.zeros(len(masks))

    assert puct.search(splendor, match.hidden(0), 0, likes, simulations=40).visits[0, liked] > 30

    def likes_gold(observations, masks):
        """The player with more gold is ahead."""
        gold = splendor.observation.read(observations)["seats.tokens"][:, :2, 5]
        return np.zeros(masks.shape), np.sign(gold[:, 0] - gold[:, 1])

    found = puct.search(splendor, match.hidden(0), 0, likes_gold, simulations=400)
    after = match.copy()
    after.play(0, int(found.actions[0]))
    assert after.state.tokens[0, 5] == 1
    assert found.seats[0, 0] > 0 > found.seats[0, 1]


def test_values_for_one_seat_or_for_all_give_the_same_search(splendor):
    def of_all(observations, masks):
        logits, values = something(observations, masks)
        return logits, np.stack([values, -values / 2, -values / 2], axis=1)

    hidden = splendor.start(seats=3, seed=1).hidden(0)
    one, every = (puct.search(splendor, hidden, 0, judge, simulations=60) for judge in (something, of_all))
    assert (one.visits == every.visits).all()
    assert one.seats == pytest.approx(every.seats)
    assert one.seats.shape == (1, 3)


def test_searching_many_positions_at_once_equals_searching_each_alone(splendor):
    batch = Batch(splendor, 5, seats=[2, 3, 4, 2, 3], seed=5)
    for _ in range(40):
        batch.step(batch.sample())
    sizes = []

    def counted(observations, masks):
        sizes.append(len(observations))
        return something(observations, masks)

    together = puct.search(splendor, batch.states, batch.current_player, counted, simulations=30, seeds=9)
    assert max(sizes) == 5
    for i in range(5):
        alone = puct.search(
            splendor, batch.states[i : i + 1], batch.current_player[i : i + 1], something, simulations=30, seeds=9 + i
        )
        assert (alone.visits[0] == together.visits[i]).all()
        assert alone.values[0] == pytest.approx(together.values[i])
    batch.step(together.actions)


def test_several_trees_for_a_position_share_the_buffer_and_their_visits_add_up(tiny):
    hidden = tiny.start(seats=3, seed=4).hidden(1)
    sizes = []

    def counted(observations, masks):
        sizes.append(len(observations))
        return something(observations, masks)

    found = puct.search(tiny, hidden, 1, counted, simulations=20, trees=4, seeds=3)
    assert max(sizes) == 4
    assert found.visits.sum() == found.simulations[0] == 80
    each = [puct.search(tiny, hidden, 1, something, simulations=20, seeds=3 + i) for i in range(4)]
    assert (found.visits == sum(one.visits for one in each)).all()


def test_a_search_is_reproducible_including_the_noise_at_the_root(splendor):
    hidden = splendor.start(seats=2, seed=1).hidden(0)

    def visits(**more):
        return puct.search(splendor, hidden, 0, something, simulations=50, **more).visits.tolist()

    assert visits(seeds=4) == visits(seeds=4) != visits(seeds=5)
    noisy = visits(seeds=4, root_noise=(0.3, 0.25))
    assert noisy == visits(seeds=4, root_noise=(0.3, 0.25)) != visits(seeds=4)
    assert noisy != visits(seeds=5, root_noise=(0.3, 0.25))


@pytest.mark.parametrize(("game", "seats"), [("splendor", 3), ("tiny", 3)])
def test_hidden_information_does_not_change_the_search(game, seats):
    game = cogtable.game(game)
    batch = Batch(game, 12, seats=seats, seed=1)
    for _ in range(6):
        batch.step(batch.sample())
    others = batch.states.copy()
    differed = 0
    for i, seat in enumerate(batch.current_player.tolist()):
        verbs.hide(others[i], game.box.record, seat)
        rng.seed(others[i], 1000 + i)
        verbs.determinize(others[i], game.box.record, seat)
        differed += others[i].tobytes() != batch.states[i].tobytes()
    assert differed > 8
    found, again = (
        puct.search(game, states, batch.current_player, something, simulations=40) for states in (batch.states, others)
    )
    assert (found.visits == again.visits).all()
    assert (found.seats == again.seats).all()


def test_a_position_without_a_decision_is_not_searched(tiny):
    batch = Batch(tiny, 3, seats=3, seed=1)
    batch.play_out()
    batch.reset(tables=[1])
    before = batch.states.tobytes()
    found = puct.search(tiny, batch.states, batch.current_player, nothing, simulations=10)
    assert found.simulations.tolist() == [0, 10, 0]
    assert found.actions.tolist()[::2] == [-1, -1]
    assert not found.visits[::2].any()
    assert batch.states.tobytes() == before
    batch.step(found.actions)


def test_it_stops_when_the_time_is_up(splendor):
    hidden = splendor.start(seats=2, seed=1).hidden(0)
    found = puct.search(splendor, hidden, 0, nothing, simulations=5000, seconds=0)
    assert found.simulations.tolist() == [1]


def test_a_full_tree_stops_growing_but_the_search_continues(splendor, monkeypatch):
    monkeypatch.setattr(puct, "BRANCHES", 0)
    match = splendor.start(seats=2, seed=1)
    found = puct.search(splendor, match.hidden(0), 0, something, simulations=200)
    assert found.simulations.tolist() == [200]
    assert found.visits.sum() == 200


@pytest.mark.parametrize(
    ("judge", "words"),
    [
        (lambda seen, masks: np.zeros(masks.shape), "expected logits and values; found ndarray"),
        (
            lambda seen, masks: (np.zeros((len(masks), 3)), np.zeros(len(masks))),
            r"expected logits of the shape \(1, 78\); found \(1, 3\)",
        ),
        (
            lambda seen, masks: (np.zeros(masks.shape), np.zeros((len(masks), 2))),
            r"expected values of the shape \(1,\) for the deciding seats, or \(1, 3\) for all; found \(1, 2\)",
        ),
        (lambda seen, masks: (np.full(masks.shape, np.nan), np.zeros(len(masks))), "expected numbers; .* in row 0"),
        (lambda seen, masks: (np.full(masks.shape, -np.inf), np.zeros(len(masks))), "expected numbers; .* in row 0"),
        (lambda seen, masks: (np.zeros(masks.shape), np.full(len(masks), np.inf)), "expected numbers; .* in row 0"),
    ],
    ids=["no pair", "logits", "values", "not a number", "nothing likely", "infinite"],
)
def test_an_evaluator_with_results_of_the_wrong_shape_is_refused(splendor, judge, words):
    with pytest.raises(ValueError, match=f"evaluate: {words}"):
        puct.search(splendor, splendor.start(seats=3, seed=1).hidden(0), 0, judge)


@pytest.mark.parametrize(
    ("seat", "settings", "words"),
    [
        (1, {}, "position 0: seat 1 has nothing to decide"),
        (0.0, {}, "seats: expected a whole number, or one for each of 1 positions; found float64"),
        ([0, 0], {}, r"found int64 of shape \(2,\)"),
        (0, {"simulations": 0}, "simulations and trees are whole numbers from 1.*; found 0, 1 and 1.5"),
        (0, {"c": float("nan")}, "c is not negative; found 64, 1 and nan"),
        (0, {"root_noise": (0, 0.5)}, r"alpha above 0 and share from 0 to 1; found \(0, 0.5\)"),
    ],
)
def test_invalid_arguments_are_refused(splendor, seat, settings, words):
    with pytest.raises(BadOption, match=words):
        puct.search(splendor, splendor.start(seats=2, seed=1).hidden(0), seat, nothing, **settings)


def test_a_game_without_observations_is_refused(tiny, monkeypatch):
    monkeypatch.setattr(tiny, "observation", None)
    with pytest.raises(BrokenGame, match="tiny has no observations"):
        puct.search(tiny, tiny.start(seats=3, seed=1).hidden(0), 0, nothing)


@pytest.mark.large
@pytest.mark.parametrize("name", [name for name in cogtable.game_names() if name != "tiny"])
def test_it_plays_every_game(name):
    game = cogtable.game(name)
    batch = Batch(game, 8, seats=game.max_seats, seed=3)
    for turn in range(12):
        found = puct.search(
            game, batch.states, batch.current_player, something, simulations=20, seeds=turn, root_noise=(1, 0.5)
        )
        batch.step(found.actions)  # refuses illegal actions
    assert (batch.states["ply"] == 12).all() or batch.done.any()
