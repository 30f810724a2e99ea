"""The network as PyTorch trains it. Games are played with a running mean of its weights, which is steadier."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.bots.network import Network
from cogtable.lab.extras import extra
from cogtable.learning.selfplay import Samples

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

MEAN = 0.999
"""How much of the running mean stays at each step."""


class Losses(NamedTuple):
    """The mean distance of the network from its targets: the cross entropy of its policy less that of the policy
    itself, in nats, and the squared error of its values.
    """

    policy: float
    value: float


def shapes(game: GameSpec, width: int, inner: int) -> dict[str, tuple[int, ...]]:
    """The shapes of a network for a game."""
    return {
        "first": (game.layout.count(), width),
        "first_bias": (width,),
        "second": (width, inner),
        "second_bias": (inner,),
        "policy": (inner, game.actions),
        "policy_bias": (game.actions,),
        "value": (inner, game.max_seats),
        "value_bias": (game.max_seats,),
    }


class Learner:
    """Trains a network. Raises MissingExtra without PyTorch."""

    def __init__(self, game: GameSpec, *, width: int, inner: int, rate: float, seed: int) -> None:
        with extra("cogtable train"):
            import torch
        self._torch: Any = torch
        torch.set_num_threads(1)  # batches are small: more threads only wait for each other
        draws = torch.Generator().manual_seed(seed % (1 << 63))
        self._weights = {
            name: torch.empty(shape).normal_(0, _spread(name, shape), generator=draws).requires_grad_()
            for name, shape in shapes(game, width, inner).items()
        }
        self._mean = {name: weight.detach().clone() for name, weight in self._weights.items()}
        self._optimizer = torch.optim.AdamW(self._weights.values(), lr=rate, weight_decay=1e-4)
        self._scale = torch.ones(game.layout.count())
        self.steps = 0

    def fit_scale(self, observations: Any) -> None:
        """Measures in some observations how large each number is where it is not 0. The input is divided by that."""
        seen = np.asarray(observations, np.float32)
        squares, count = (seen**2).sum(axis=0), (seen != 0).sum(axis=0)
        scale = 1 / np.sqrt(np.where(count > 0, squares / np.maximum(1, count), 1.0))
        self._scale = self._torch.from_numpy(scale.astype(np.float32))

    def learn(self, batches: Iterable[Samples]) -> Losses:
        """A step for each batch; the mean losses."""
        losses = [self._step(batch) for batch in batches]
        return Losses(*(float(np.mean(column)) for column in zip(*losses, strict=True)))

    def _step(self, batch: Samples) -> Losses:
        torch = self._torch
        seen = torch.from_numpy(batch.observations.astype(np.float32)) * self._scale
        wanted = torch.from_numpy(batch.policies.astype(np.float32))
        legal = wanted >= 0
        wanted = wanted.clamp(min=0)
        wanted = wanted / wanted.sum(1, keepdim=True)
        logits, values = self._compute(seen)
        log = torch.log_softmax(logits.masked_fill(~legal, -1e9), 1)
        off = torch.xlogy(wanted, wanted).sum(1) - (wanted * log).masked_fill(~legal, 0).sum(1)
        playing = torch.arange(values.shape[1])[None] < torch.from_numpy(batch.seats.astype(np.int64))[:, None]
        error = ((values - torch.from_numpy(batch.values)) ** 2 * playing).sum(1) / playing.sum(1)
        policy, value = off.mean(), error.mean()
        self._optimizer.zero_grad()
        (policy + value).backward()
        torch.nn.utils.clip_grad_norm_(self._weights.values(), 1.0)
        self._optimizer.step()
        self.steps += 1
        keep = min(MEAN, 1 - 1 / (1 + self.steps))
        with torch.no_grad():
            for name, weight in self._weights.items():
                self._mean[name].lerp_(weight, 1 - keep)
        return Losses(policy.item(), value.item())

    def _compute(self, seen: Any) -> tuple[Any, Any]:
        w = self._weights
        first = self._torch.relu(seen @ w["first"] + w["first_bias"])
        second = self._torch.relu(first @ w["second"] + w["second_bias"])
        return second @ w["policy"] + w["policy_bias"], self._torch.tanh(second @ w["value"] + w["value_bias"])

    def network(self) -> Network:
        """The network that plays: the running mean, rounded as files keep it."""
        mean = {name: weight.numpy() for name, weight in self._mean.items()}
        mean["first"] = mean["first"] * self._scale.numpy()[:, None]
        return Network(**{name: weight.astype(np.float16).astype(np.float32) for name, weight in mean.items()})

    def state(self) -> dict[str, Any]:
        """The data needed to resume, for `torch.save`."""
        return {
            "weights": {name: weight.detach() for name, weight in self._weights.items()},
            "mean": self._mean,
            "optimizer": self._optimizer.state_dict(),
            "scale": self._scale,
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Resumes from the result of `state`."""
        with self._torch.no_grad():
            for name, weight in self._weights.items():
                weight.copy_(state["weights"][name])
        self._mean, self._scale, self.steps = state["mean"], state["scale"], state["steps"]
        self._optimizer.load_state_dict(state["optimizer"])


def _spread(name: str, shape: tuple[int, ...]) -> float:
    """The standard deviation of the first weights (K. He and others, 2015); outputs begin near 0."""
    if len(shape) == 1:
        return 0.0
    return 0.01 if name in ("policy", "value") else float(np.sqrt(2 / shape[0]))
