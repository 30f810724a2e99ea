"""Shares memory by DLPack (https://dmlc.github.io/dlpack): a capsule with a tensor in it.

NumPy shares its own arrays; this is for memory outside NumPy.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
"""Kinds of devices."""

VERSION = (1, 0)
"""The version of the protocol, for consumers that support versions."""

_KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("axes", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    """A tensor for consumers that don't support versions."""

    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


class _Versioned(ctypes.Structure):
    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    )


alive: dict[int, Any] = {}
"""The objects that must not be freed while a consumer uses them, by the address of its tensor."""


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _done(address: int) -> None:
    """Called by the consumer when it no longer needs a tensor."""
    alive.pop(address, None)


_api = ctypes.pythonapi
_new, _is_named, _pointer = _api.PyCapsule_New, _api.PyCapsule_IsValid, _api.PyCapsule_GetPointer
_new.restype, _new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_named.restype, _is_named.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)

_NAMES = (b"dltensor", b"dltensor_versioned")


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _dropped(capsule: int) -> None:
    """Frees the contents of a capsule that was never taken over; taking one over renames it."""
    for name in _NAMES:
        if _is_named(capsule, name):
            _done(_pointer(capsule, name))


def capsule(
    owner: object, pointer: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: tuple[int, int], versioned: bool
) -> Any:
    """A capsule with the contiguous memory at `pointer`, which `owner` keeps alive.

    Raises BufferError for numbers that DLPack does not know, such as records.
    """
    if dtype.kind not in _KINDS:
        raise BufferError(f"DLPack can only pass numbers; these are {dtype}")
    held = (_Versioned if versioned else _Managed)()
    if versioned:
        held.major, held.minor = VERSION
    steps = [int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]
    lengths = (ctypes.c_int64 * len(shape))(*shape), (ctypes.c_int64 * len(shape))(*steps)
    held.deleter = ctypes.cast(_done, ctypes.c_void_p)
    held.tensor.data = pointer
    held.tensor.device = _Device(*device)
    held.tensor.axes = len(shape)
    held.tensor.dtype = _Type(_KINDS[dtype.kind], 8 * dtype.itemsize, 1)
    held.tensor.shape, held.tensor.strides = (ctypes.cast(each, ctypes.POINTER(ctypes.c_int64)) for each in lengths)
    address = ctypes.addressof(held)
    alive[address] = held, lengths, owner
    return _new(address, _NAMES[versioned], ctypes.cast(_dropped, ctypes.c_void_p))
