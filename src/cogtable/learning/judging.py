"""A network as PyTorch computes it: many positions at once, on a GPU where there is one."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.bots.network import Network
from cogtable.bots.puct import Evaluate
from cogtable.lab.extras import extra


def evaluator(network: Network, device: str = "cpu") -> Evaluate:
    """The evaluator for `puct.search` that judges positions by a network, those of all trees in one call.

    `device` is PyTorch's name of it, such as "cuda". Within rounding, its results equal those of compiled code (see
    `cogtable.bots.network`), which is faster on a CPU. Raises MissingExtra without PyTorch.
    """
    with extra("judging with a network"):
        import torch
    w = {name: torch.from_numpy(np.asarray(array)).to(device) for name, array in network._asdict().items()}

    def evaluate(observations: Any, _: Any) -> tuple[Any, Any]:
        with torch.inference_mode():
            seen = torch.from_numpy(observations).to(device).float()
            first = torch.relu(torch.addmm(w["first_bias"], seen, w["first"]))
            second = torch.relu(torch.addmm(w["second_bias"], first, w["second"]))
            logits = torch.addmm(w["policy_bias"], second, w["policy"])
            values = torch.tanh(torch.addmm(w["value_bias"], second, w["value"]))
            return logits.cpu().numpy(), values.cpu().numpy()

    return evaluate
