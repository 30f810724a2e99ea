"""The buffers of a batch on a GPU, and their memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numba import cuda

from cogtable.engine.batches import dlpack
from cogtable.engine.compile import cuda_target
from cogtable.engine.errors import BadOption
from cogtable.engine.records.state import Ints

LEGACY_DEFAULT, PER_THREAD_DEFAULT = 1, 2
"""CUDA's numbers for the streams that have no handle of their own."""


class Memory:
    """The memory of the current GPU; all operations on it run on one stream.

    Args:
        stream: the number of a CUDA stream (`torch.cuda.current_stream().cuda_stream`), an object with
            `__cuda_stream__`, or a stream of Numba's; CUDA's default stream without.

    Raises MissingDevice without a GPU, BadOption for a bad stream.
    """

    def __init__(self, stream: Any = None) -> None:
        cuda_target.check()
        self.simulated = cuda_target.simulated()
        self.stream_number = _number_of(stream)
        self.stream: Any = 0 if self.simulated else _stream(self.stream_number)
        self.place = (dlpack.CPU, 0) if self.simulated else (dlpack.CUDA, int(cuda.get_current_device().id))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        return type(self), ()  # a stream means nothing to another process

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> DeviceArray:
        """A new buffer, all zero."""
        return self.put(np.zeros(shape, dtype))

    def put(self, array: Ints) -> DeviceArray:
        """A new buffer with the contents of an array."""
        return DeviceArray(cuda.to_device(np.ascontiguousarray(array), stream=self.stream), self)

    def fetch(self, held: Any) -> Ints:
        """A copy of one of Numba's arrays in host memory, after all pending work that it depends on."""
        found: Ints = held.copy_to_host(stream=self.stream)
        self.synchronize()
        return found

    def copied(self, held: Any) -> Any:
        """Another of Numba's arrays with the same contents."""
        new = cuda.device_array(held.shape, held.dtype, stream=self.stream)
        bytes_of(new).copy_to_device(bytes_of(held), stream=self.stream)
        return new

    def address(self, held: Any) -> int:
        """The address of one of Numba's arrays."""
        return int(held.ctypes.data if self.simulated else held.device_ctypes_pointer.value or 0)

    def synchronize(self) -> None:
        """Waits for all work on the stream."""
        if self.stream:
            self.stream.synchronize()
        else:
            cuda.synchronize()

    def wait(self, reader: int | None) -> None:
        """Makes another stream wait for the work on this one; -1 makes none wait."""
        number = LEGACY_DEFAULT if reader is None else reader
        if number in (-1, self.stream_number) or self.simulated:
            return
        event = cuda.event(timing=False)
        event.record(self.stream)
        event.wait(_stream(number))


def bytes_of(held: Any) -> Any:
    """One of Numba's arrays as one of bytes: the same memory."""
    return held.ravel().view(np.uint8)


def _number_of(stream: Any) -> int:
    """CUDA's number for a stream."""
    if stream is None:
        return LEGACY_DEFAULT
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1]) or LEGACY_DEFAULT
    if isinstance(stream, bool) or not isinstance(stream, int) or stream < 0:
        raise BadOption(f"stream: expected the number of a CUDA stream, or one with __cuda_stream__; found {stream!r}")
    return stream or LEGACY_DEFAULT


def _stream(number: int) -> Any:
    """The stream of a number, as Numba wants it."""
    if number == LEGACY_DEFAULT:
        return 0
    return cuda.per_thread_default_stream() if number == PER_THREAD_DEFAULT else cuda.external_stream(number)


class DeviceArray:
    """A contiguous buffer in the memory of a GPU, which PyTorch, JAX, CuPy and Numba take over without a copy.

    It shows itself by `__cuda_array_interface__` and by DLPack: `torch.from_dlpack(batch.action_mask)`,
    `jax.dlpack.from_dlpack(batch.action_mask)` and `cupy.asarray(batch.action_mask)` are the same memory.
    `numpy.asarray` copies it into the computer's own.

    Attributes:
        shape, dtype: as NumPy's.
        held: Numba's array.
        memory: its memory, with the stream on which it is written.
    """

    def __init__(self, held: Any, memory: Memory) -> None:
        self.held = held
        self.memory = memory
        self.shape: tuple[int, ...] = tuple(map(int, held.shape))
        self.dtype: np.dtype[Any] = held.dtype
        self._words: dict[Any, Any] = {}

    def __repr__(self) -> str:
        return f"<{self.dtype.name} {self.shape} on the GPU>"

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape))

    def words(self, word: Any) -> Any:
        """The same memory as one of Numba's arrays of words of a type."""
        if word not in self._words:
            self._words[word] = bytes_of(self.held).view(word)
        return self._words[word]

    def numpy(self) -> Ints:
        """A copy as a NumPy array, after all earlier work on the stream."""
        return self.memory.fetch(self.held)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Ints:
        if copy is False:
            raise ValueError("a buffer on a GPU cannot become a NumPy array without a copy")
        found = self.numpy()
        return found if dtype is None else found.astype(dtype, copy=False)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.memory.address(self.held), False),
            "strides": None,
            "version": 3,
            "stream": self.memory.stream_number,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.memory.place

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A capsule with this memory, or with a copy, for a consumer that reads it on `stream` (see the array API
        standard). Raises BufferError for records, and for another device.
        """
        if dl_device is not None and tuple(dl_device) != self.memory.place:
            raise BufferError(f"this buffer is on the device {self.memory.place}; found {tuple(dl_device)}")
        source = self.__copy__() if copy else self
        self.memory.wait(stream)
        versioned = max_version is not None and tuple(max_version) >= dlpack.VERSION
        address = self.memory.address(source.held)
        return dlpack.capsule(source, address, self.shape, self.dtype, self.memory.place, versioned)

    def __copy__(self) -> DeviceArray:
        return DeviceArray(self.memory.copied(self.held), self.memory)

    def __deepcopy__(self, memo: dict[int, Any]) -> DeviceArray:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[[Memory, Ints], DeviceArray], tuple[Memory, Ints]]:
        return Memory.put, (self.memory, self.numpy())
