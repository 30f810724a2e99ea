"""Devices by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogtable.engine.batches.cpu import Cpu
from cogtable.engine.batches.device import Device
from cogtable.engine.compile import cuda_target
from cogtable.engine.errors import BadOption

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

NAMES = "cpu", "cuda"


def device_for(name: str, game: GameSpec, num_envs: int, threads: int, stream: Any) -> Device:
    """The device of that name, for `num_envs` tables of a game.

    Raises BadOption for an unknown name and for a stream that fits no device, MissingDevice without a GPU or the
    libraries that use it.
    """
    if name == "cuda":
        cuda_target.check()
        from cogtable.engine.batches.cuda import Cuda  # it takes a while to load, and NVIDIA's libraries

        return Cuda(game, num_envs, stream)
    if name != "cpu":
        raise BadOption(f"device: expected {' or '.join(map(repr, NAMES))}; found {name!r}")
    if stream is not None:
        raise BadOption(f"a stream is for device='cuda'; found {stream!r} with device='cpu'")
    return Cpu(game, num_envs, threads)
