"""Devices by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogtable.engine import gpu
from cogtable.engine.devices.cpu import Cpu
from cogtable.engine.devices.device import Device
from cogtable.engine.errors import BadOption

if TYPE_CHECKING:
    from cogtable.engine.spec import GameSpec

NAMES = "cpu", "cuda"


def device_for(name: str, game: GameSpec, count: int, threads: int, stream: Any) -> Device:
    """The device of that name, for `count` tables of a game.

    Raises BadOption for an unknown name and for a stream that fits no device, MissingDevice where there is no GPU or
    nothing that could use it.
    """
    if name == "cuda":
        gpu.check()
        from cogtable.engine.devices.cuda import Cuda  # it takes a while to load, and NVIDIA's libraries

        return Cuda(game, count, stream)
    if name != "cpu":
        raise BadOption(f"device: expected {' or '.join(map(repr, NAMES))}; found {name!r}")
    if stream is not None:
        raise BadOption(f"a stream is for device='cuda'; found {stream!r} with device='cpu'")
    return Cpu(game, count, threads)
