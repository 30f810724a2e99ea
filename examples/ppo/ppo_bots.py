"""The trained network as bots: `ppo` plays at once, `ppo-search` searches guided by the network.

Both load the file of `ppo.py` beside this one; the variable COGTABLE_PPO can name another.
"""

import os
from pathlib import Path

import numpy as np

from cogtable.bots import puct

FILE = Path(os.environ.get("COGTABLE_PPO") or Path(__file__).with_name("ppo-splendor.pt"))


class Learned:
    """Takes the action with the highest probability."""

    title = "Has learned by playing against itself"
    label = "PPO"
    games = ("splendor",)

    def __init__(self, file=None):
        import torch  # takes seconds, and listing bots doesn't need it
        from ppo import Net

        import cogtable

        kept = torch.load(file or FILE)
        self.game = cogtable.game(kept["game"])
        self.net = Net(self.game.observation.count(), self.game.actions, kept["width"])
        self.net.load_state_dict(kept["net"])

    def judge(self, observations, masks):
        """Returns logits and values, in the form that `puct.search` needs."""
        import torch

        with torch.no_grad():
            logits, values = self.net(torch.from_numpy(observations), torch.from_numpy(masks))
        return logits.numpy(), values.numpy()

    def choose_many(self, positions):
        return self.judge(positions.observations, positions.action_mask)[0].argmax(axis=1)


class Searching(Learned):
    """Searches with the network's probabilities and values (PUCT)."""

    title = "Has learned, and thinks ahead"
    label = "PPO + search"
    simulations = 128

    def __init__(self, file=None):
        super().__init__(file)
        puct.warm(self.game)

    def choose_many(self, positions):
        found = puct.search(
            positions.game,
            positions.hidden,
            positions.seats,
            self.judge,
            simulations=self.simulations,
            seeds=positions.seeds,
            seconds=positions.seconds / 2,
        )
        return np.where(found.simulations > 0, found.actions, 0)
