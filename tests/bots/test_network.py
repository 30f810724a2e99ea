"""Networks that guide a search: their files, what they compute, and the bot `master`, which uses them."""

import sys

import numpy as np
import pytest

import cogtable
from cogtable import bots
from cogtable.bots import network, network_mcts
from cogtable.bots.bot import CancelToken, PlayStyle
from cogtable.bots.network import BadWeights, Network
from cogtable.cli import main
from cogtable.lab import analysis
from cogtable.lab.simulate import simulate

WIDTH, INNER = 24, 9


@pytest.fixture(scope="module")
def tiny():
    return cogtable.game("tiny")


def some_network(game, seed=1):
    """Random weights."""
    draws = np.random.default_rng(seed)
    numbers, actions, seats = game.layout.count(), game.actions, game.max_seats
    shapes = [
        (numbers, WIDTH),
        (WIDTH,),
        (WIDTH, INNER),
        (INNER,),
        (INNER, actions),
        (actions,),
        (INNER, seats),
        (seats,),
    ]
    return Network(*(draws.normal(0, 0.3, shape).astype(np.float16).astype(np.float32) for shape in shapes))


def kept(game, folder, /, **more):
    """A file with these weights."""
    file = folder / network.FILE
    network.save_weights(file, some_network(game), network.header(game) | {"seats": [2]} | more)
    return file


@pytest.fixture
def trained(tiny, tmp_path, monkeypatch):
    """The game, as if a network had been trained for it with two seats."""
    kept(tiny, tmp_path)
    monkeypatch.setattr(tiny, "folder", tmp_path)
    return tiny


# --- files ------------------------------------------------------------------------------------------


def test_a_written_file_reads_back_equal(tiny, tmp_path):
    found = network.load_weights(kept(tiny, tmp_path, games=7))
    assert all((one == two).all() for one, two in zip(found.network, some_network(tiny), strict=True))
    assert found.about["games"] == 7
    assert network.fitting(found, tiny, "here") is found


@pytest.mark.parametrize("left", [0, 10, 0.5, 0.99])
def test_a_truncated_file_is_refused(tiny, tmp_path, left):
    file = kept(tiny, tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(left if left > 1 else left * len(whole))])
    with pytest.raises(BadWeights, match=r"weights\.npz is not a file of weights, or is broken"):
        network.load_weights(file)


def test_a_changed_byte_is_detected(tiny, tmp_path):
    file = kept(tiny, tmp_path)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(data)
    with pytest.raises(BadWeights, match="broken"):
        network.load_weights(file)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadWeights, match=r"nowhere\.npz"):
        network.load_weights(tmp_path / "nowhere.npz")


def test_an_unknown_format_is_named(tiny, tmp_path):
    with pytest.raises(BadWeights, match="format 99; this version reads 1"):
        network.load_weights(kept(tiny, tmp_path, format=99))


def test_layers_of_mismatched_sizes_are_named(tiny, tmp_path):
    wrong = some_network(tiny)._replace(second_bias=np.zeros(INNER + 1, np.float32))
    network.save_weights(tmp_path / "w.npz", wrong, network.header(tiny))
    with pytest.raises(
        BadWeights, match=r"second of the shape \(24, 9\) does not fit second_bias of the shape \(10,\)"
    ):
        network.load_weights(tmp_path / "w.npz")


def test_weights_that_are_not_numbers_are_refused(tiny, tmp_path):
    wrong = some_network(tiny)._replace(value_bias=np.full(tiny.max_seats, np.nan, np.float32))
    network.save_weights(tmp_path / "w.npz", wrong, network.header(tiny))
    with pytest.raises(BadWeights, match="not a number"):
        network.load_weights(tmp_path / "w.npz")


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ({"game": "chess"}, "trained for chess, not for tiny"),
        ({"version": "0"}, "trained for version 0 of the rules of tiny; this is version"),
        ({"box": "0123"}, r"trained for another box of tiny \(0123\).*Train again: cogtable train tiny"),
    ],
)
def test_weights_of_another_game_or_box_are_refused_in_words(tiny, tmp_path, about, words):
    with pytest.raises(BadWeights, match=words):
        network.fitting(network.load_weights(kept(tiny, tmp_path, **about)), tiny, "here")


def test_weights_of_another_size_are_refused_in_words(tiny, tmp_path):
    other = some_network(cogtable.game("splendor"))
    network.save_weights(tmp_path / "w.npz", other, network.header(tiny))
    with pytest.raises(BadWeights, match="take observations of 458 numbers, 78 actions and 4 seats; tiny has"):
        network.fitting(network.load_weights(tmp_path / "w.npz"), tiny, "here")


def test_files_over_the_size_limit_are_refused(tiny, tmp_path):
    draws = np.random.default_rng(1)
    large = some_network(tiny)._replace(first=draws.normal(size=(1000, 2000)).astype(np.float32))
    with pytest.raises(BadWeights, match="weights may take 1,000,000 bytes"):
        network.save_weights(tmp_path / "w.npz", large, {})
    assert not list(tmp_path.iterdir())


# --- what it computes -------------------------------------------------------------------------------


def test_it_computes_the_same_as_numpy(tiny):
    """Up to rounding, which depends on the order of the sums."""
    draws = np.random.default_rng(2)
    net = some_network(tiny)
    for _ in range(20):
        row = (draws.integers(0, 5, tiny.layout.count()) * draws.integers(0, 2, tiny.layout.count())).astype(np.int16)
        found = network.layers(net)
        network.compute(net, row, found)
        first = np.maximum(0, row @ net.first + net.first_bias)
        second = np.maximum(0, first @ net.second + net.second_bias)
        np.testing.assert_allclose(found.logits, second @ net.policy + net.policy_bias, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(found.values, np.tanh(second @ net.value + net.value_bias), rtol=1e-4, atol=1e-4)


# --- the bot ----------------------------------------------------------------------------------------


def test_a_game_without_a_network_has_no_master(tiny):
    assert "master" not in dict(bots.names(tiny))
    assert bots.learned(tiny) == []
    with pytest.raises(BadWeights, match=r"nobody trained it yet\. `cogtable train tiny` makes"):
        bots.choose("master", tiny.start(seats=2, seed=1), 0, 1)


def test_a_game_with_a_network_has_master_as_its_highest_level(trained):
    assert [name for name, _ in bots.names(trained)][:7] == [*dict(bots.names()).keys()][:7]
    assert [bot.name for bot in bots.learned(trained)] == ["master"]
    assert [bot.kind for bot in bots.kinds(trained)] == ["search", "greedy", "random", "guided"]


def test_another_box_has_no_master(trained):
    changed = trained.with_box_text(trained.box_file.read_text().replace("value = 8", "value = 7"), "changed")
    assert "master" not in dict(bots.names(changed))
    with pytest.raises(BadWeights, match="trained for another box"):
        bots.choose("master", changed.start(seats=2, seed=1), 0, 1)


@pytest.mark.native
def test_it_plays_without_pytorch_and_reproducibly(trained, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    one, two = (simulate(trained, seats=2, bots=["master", "random"], games=6, seed=3, threads=n) for n in (1, 2))
    assert one.finished == 6
    assert (one.wins, one.scores, one.moves) == (two.wins, two.scores, two.moves)


@pytest.mark.native
def test_it_decides_by_what_its_seat_knows(trained):
    match = trained.start(seats=2, seed=5)
    seat = match.waiting[0]
    deals = [trained.start_at(match.determinized(seat, seed)) for seed in range(6)]
    assert len({bots.choose("master", deal, seat, 9) for deal in deals}) == 1
    assert bots.choose("master", match, seat, 9) in np.flatnonzero(match.legal(seat))


@pytest.mark.native
def test_with_a_number_of_seats_that_it_was_not_trained_for_it_plays_as_expert(trained):
    match = trained.start(seats=3, seed=2)
    seat = match.waiting[0]
    assert bots.choose("master", match, seat, 4) == bots.choose("expert", match, seat, 4)


def test_interpreted_it_plays_as_expert(trained):
    match = trained.start(seats=2, seed=2)
    found = bots.decide("master", match, match.waiting[0], 4, PlayStyle(False, CancelToken(seconds=0)))
    assert match.legal(match.waiting[0])[found.action]
    assert not found.whole


@pytest.mark.native
def test_it_can_be_stopped(trained):
    token = CancelToken()
    token.cancel()
    match = trained.start(seats=2, seed=2)
    assert not bots.decide("master", match, match.waiting[0], 4, PlayStyle(token=token)).whole


@pytest.mark.native
def test_it_finds_a_winning_move_even_with_an_untrained_network():
    game = cogtable.game("splendor")
    match = game.start(seats=2, seed=3)
    match.play(0, match.choices(0)[0].action)
    s, b = match.state, game.box.record
    s.points[:2] = (13, 14)  # seat 1 plays last in the round, and can pay for a card worth a point
    place = next(place for place in range(12) if b.points[s.board[place]] == 1)
    s.tokens[1, :5] = b.cost[s.board[place]]
    actions = np.zeros(1, np.int64)
    nothing = Network(*(np.zeros_like(array) for array in some_network(game)))
    network_mcts.decide_many_with(
        nothing,
        network_mcts.NetworkSearchConfig(400),
        game,
        match.hidden(1),
        np.array([1], np.int8),
        np.array([1]),
        actions,
    )
    match.play(1, int(actions[0]))
    assert match.over
    assert match.ranks[1] == 1


# --- the share of the game's own evaluation ----------------------------------------------------------


@pytest.mark.parametrize(
    ("chances", "wanted"),
    [
        ([500, 500], [0, 0]),
        ([750, 250], [0.5, -0.5]),
        ([1000, 0], [1, -1]),
        ([0, 0], [0, 0]),
        ([600, 300, 100], [(1 / 3 + 5 / 7) / 2, (-1 / 3 + 1 / 2) / 2, (-5 / 7 - 1 / 2) / 2]),
        ([400, 400, 200, 0], [4 / 9, 4 / 9, 1 / 9, -1]),
    ],
)
def test_chances_are_converted_to_expected_rewards(chances, wanted):
    found = [network_mcts.expected(np.array(chances), len(chances), seat) for seat in range(len(chances))]
    assert found == pytest.approx(wanted)
    assert sum(found) == pytest.approx(0, abs=1e-12)


@pytest.mark.native
def test_with_a_full_share_the_networks_values_have_no_effect(tiny):
    """Networks with equal policies then choose alike whatever their values; with a smaller share they don't."""
    one = some_network(tiny)
    other = one._replace(value=-3 * one.value, value_bias=one.value_bias + np.float32(0.5))
    assert chosen(tiny, one, mixed=1.0) == chosen(tiny, other, mixed=1.0)
    assert chosen(tiny, one, mixed=0.0) != chosen(tiny, other, mixed=0.0)
    assert chosen(tiny, one, mixed=0.5) != chosen(tiny, one, mixed=0.0)


@pytest.mark.native
def test_where_only_tried_actions_count_the_networks_policy_is_optional(tiny):
    one = some_network(tiny)
    other = one._replace(policy=-3 * one.policy, policy_bias=-3 * one.policy_bias)
    assert chosen(tiny, one, tried=1.0) == chosen(tiny, other, tried=1.0)
    assert chosen(tiny, one, tried=0.0) != chosen(tiny, other, tried=0.0)


@pytest.mark.native
def test_random_moves_come_before_the_evaluation_and_only_there(tiny):
    one = some_network(tiny)
    assert chosen(tiny, one, mixed=1.0, rollout_depth=2) != chosen(tiny, one, mixed=1.0)
    assert chosen(tiny, one, rollout_depth=2) == chosen(tiny, one)


def chosen(game, net, **more):
    """Returns a network's choices in the first positions of several games."""
    states = np.concatenate([game.start(seats=2, seed=seed).hidden(0) for seed in range(40)])
    actions, seats = np.zeros(40, np.int64), np.zeros(40, np.int8)
    network_mcts.decide_many_with(
        net, network_mcts.NetworkSearchConfig(60, **more), game, states, seats, np.arange(40), actions
    )
    return actions.tolist()


def test_tried_actions_are_weighted_by_their_lead_over_the_others():
    """With a full share, buying a point stands out whatever the network's policy; with half a share, both count."""
    game = cogtable.game("splendor")
    match = game.start(seats=2, seed=3)
    s, b = match.state, game.box.record
    place = next(place for place in range(12) if b.points[s.board[place]] == 1)
    s.tokens[0, :5] = b.cost[s.board[place]]
    workspace = network_mcts.network_workspace(game, some_network(game))
    legal = match.legal(0)

    def mixed(share):
        logits = workspace.layers.logits
        logits[:] = 0
        workspace.mask[: game.actions] = legal
        network_mcts.try_all(s, b, 0, workspace.mask, share, workspace)
        weights = np.where(legal, np.exp(logits), 0)
        return weights / weights.sum()

    own, both, none = mixed(1.0), mixed(0.5), mixed(0.0)
    assert own.max() > 5 * np.sort(own)[-2] > 0
    np.testing.assert_allclose(both, (own + none) / 2, rtol=1e-4)
    np.testing.assert_allclose(none[legal != 0], 1 / np.count_nonzero(legal), rtol=1e-4)
    match.play(0, int(own.argmax()))
    assert match.state.points[0] == 1


def test_announced_actions_resolve_before_the_evaluation():
    game = cogtable.game("smashgear")
    match, workspace = game.start(seats=2, seed=1), network_mcts.network_workspace(game, some_network(game))
    while not match.legal(match.waiting[0])[game.default_reply]:
        seat = match.waiting[0]
        match.play(seat, bots.decide("random", match, seat, 4, PlayStyle(compiled=False)).action)
    network_mcts.judge_settled(match.state, game.box.record, workspace)
    assert not match.legal(match.waiting[0])[game.default_reply]
    assert workspace.chances[:2].sum() > 0


def test_a_network_file_stores_how_evaluate_counts(tiny, tmp_path):
    file = kept(tiny, tmp_path, mixed=0.25, rollout_depth=12, tried=0.5)
    assert network_mcts.config_for(network.load_weights(file))[2:] == (0.25, 12, 0.5)
    assert network_mcts.config_for(network.load_weights(kept(tiny, tmp_path)))[2:] == (0, 0, 0)


# --- hints and analyses -----------------------------------------------------------------------------


@pytest.mark.native
def test_hints_come_from_master_where_it_was_trained_with_two_seats(trained):
    for seed in range(1, 6):
        match = trained.start(seats=2, seed=seed)
        advice = analysis.advise(match, match.waiting[0], seed)
        ranked = [candidate.action for candidate in advice.candidates]
        assert advice.action == ranked[0]
        assert bots.choose("master", match, match.waiting[0], seed) in ranked
        assert [each.chance for each in advice.candidates] == sorted(
            (each.chance for each in advice.candidates), reverse=True
        )
        assert advice.simulations == network_mcts.BOT.settings_for(trained).simulations
        assert sum(advice.chances) == pytest.approx(1)
        assert all(0 <= candidate.chance <= 1 for candidate in advice.candidates)
    assert analysis.adviser(trained, 2).name == "master"
    assert analysis.adviser(trained, 3).name == "expert"


def test_with_more_seats_hints_come_from_expert_because_rewards_give_no_chances(tiny, tmp_path, monkeypatch):
    kept(tiny, tmp_path, seats=[2, 3])
    monkeypatch.setattr(tiny, "folder", tmp_path)
    assert network_mcts.knows(tiny, 3)
    assert analysis.adviser(tiny, 3).name == "expert"


@pytest.mark.native
def test_it_analyses_a_game_as_a_spectator_and_as_each_seat(trained):
    match = trained.start(seats=2, seed=4)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots.choose("random", match, seat, 4))
    effort = analysis.AnalysisEffort(look=50, search=80, compare=80)
    positions, again = (list(analysis.analyse(match, 3, effort)) for _ in range(2))
    assert positions == again
    assert len(positions) == match.ply + 1
    assert all(sum(position.chances) == pytest.approx(1) for position in positions)
    moves = analysis.losses(positions)
    assert moves
    assert all(0 <= move.chance <= move.best_chance <= 1 for move in moves)


@pytest.mark.native
def test_only_a_given_action_is_searched(trained):
    match = trained.start(seats=2, seed=4)
    seat = match.waiting[0]
    for action in np.flatnonzero(match.legal(seat)):
        found = network_mcts.think(trained, match.hidden(seat), seat, 1, 30, token=None, first=int(action))
        assert found.actions.tolist() == [action]
        assert found.visits.tolist() == [30]


def test_the_command_line_says_that_a_game_has_no_network(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["simulate", "tiny", "--bot", "master", "--games", "1"])
    assert "tiny has no network: nobody trained it yet" in capsys.readouterr().err
