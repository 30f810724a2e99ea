"""A network gives the same results in PyTorch and in compiled code."""

import numpy as np
import pytest

import cogtable
from cogtable.bots import network, puct
from cogtable.bots.network import Network
from cogtable.engine.batches.batch import Batch
from cogtable.learning.learner import shapes


@pytest.mark.native
def test_a_batch_gives_the_same_as_single_tables():
    pytest.importorskip("torch", reason="takes PyTorch, which tools/setup.sh torch installs")
    from cogtable.learning.judging import evaluator

    game, draws = cogtable.game("tiny"), np.random.default_rng(1)
    net = Network(
        **{name: draws.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes(game, 24, 9).items()}
    )
    batch = Batch(game, 30, seats=2, seed=1)
    seen = batch.observe(batch.current_player)
    logits, values = evaluator(net)(seen, batch.action_mask)
    found = network.layers(net)
    for row, of_actions, of_seats in zip(seen, logits, values, strict=True):
        network.compute(net, row, found)
        np.testing.assert_allclose(of_actions, found.logits, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(of_seats, found.values, rtol=1e-4, atol=1e-4)
    decided = puct.search(game, batch.states, batch.current_player, evaluator(net), simulations=8)
    assert decided.simulations.tolist() == [8] * 30
    assert batch.action_mask[np.arange(30), decided.actions].all()
