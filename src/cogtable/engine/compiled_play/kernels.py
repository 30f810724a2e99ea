"""Compiled play: functions shared by kernels, and compilation on first use.

It uses only the verbs, so it works for any game; Numba compiles it once per record type and caches the result.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from cogtable.engine.compile import cache
from cogtable.engine.compile.jit import jitable
from cogtable.engine.compiled_play.dry_run import rehearse
from cogtable.engine.records.state import Mask
from cogtable.engine.rules import bitmask, verbs
from cogtable.engine.rules.bitmask import EACH, HIGH, lowest_bit, popcount, select_bit
from cogtable.engine.rules.rng import below

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

# --- for compiled code ------------------------------------------------------------------------------


@jitable
def random_seat(s: Any) -> int:
    """A random waiting seat, each equally likely; -1 if none waits."""
    waiting = int(s.waiting)
    if waiting & (waiting - 1) == 0:
        return lowest_bit(waiting) if waiting else -1
    return select_bit(waiting, below(s, popcount(waiting)))


@jitable
def next_seat(s: Any, after: int) -> int:
    """The first waiting seat after `after`, going round; -1 if none waits."""
    waiting = int(s.waiting)
    if waiting == 0:
        return -1
    later = waiting & -(1 << int(after) + 1)
    return lowest_bit(later if later else waiting)


def fill_mask(s: Any, b: Any, seat: int, mask: Mask) -> None:
    """Writes the legal actions of `seat` into `mask`, uint8, at least (actions,)."""
    _fill_bytes(s, b, seat, mask)


@jitable
def _fill_bytes(s: Any, b: Any, seat: int, mask: Mask) -> None:
    for action in range(mask.size):
        mask[action] = 0
    verbs.legal(s, b, seat, mask)


@jitable
def _fill_from_bits(s: Any, b: Any, seat: int, mask: Mask, allowed: Any) -> None:
    verbs.legal(s, b, seat, allowed)
    bitmask.unpack_bits(allowed, mask)


@bitmask.compiled(fill_mask)
def _fill_mask_native(s: Any, b: Any, seat: int, mask: Any) -> Any:
    count = verbs.mask_of_bits(s, b)
    if not count:
        return lambda s, b, seat, mask: _fill_bytes(s, b, seat, mask)
    empty = bitmask.empty(count)
    return lambda s, b, seat, mask: _fill_from_bits(s, b, seat, mask, empty())


def fill_and_pack(s: Any, b: Any, seat: int, mask: Mask, packed: Mask) -> None:
    """Writes the legal actions of `seat` into `mask` as bytes and into `packed` as bits (see `packed_masks`)."""
    _fill_bytes_and_pack(s, b, seat, mask, packed)


@jitable
def _fill_bytes_and_pack(s: Any, b: Any, seat: int, mask: Mask, packed: Mask) -> None:
    _fill_bytes(s, b, seat, mask)
    bitmask.pack(mask, packed)


@jitable
def _fill_from_bits_and_store(s: Any, b: Any, seat: int, mask: Mask, packed: Mask, allowed: Any) -> None:
    _fill_from_bits(s, b, seat, mask, allowed)
    bitmask.store_bits(allowed, packed)


@bitmask.compiled(fill_and_pack)
def _fill_and_pack_native(s: Any, b: Any, seat: int, mask: Any, packed: Any) -> Any:
    count = verbs.mask_of_bits(s, b)
    if not count:
        return lambda s, b, seat, mask, packed: _fill_bytes_and_pack(s, b, seat, mask, packed)
    empty = bitmask.empty(count)
    return lambda s, b, seat, mask, packed: _fill_from_bits_and_store(s, b, seat, mask, packed, empty())


@jitable
def draw_from_bytes(s: Any, mask: Mask) -> int:
    """A random legal action of a mask of bytes, each equally likely, drawn by the generator of `s`; -1 if it has none.

    The mask must be padded with zeros to a multiple of 8 bytes (see `padded`). Reads eight bytes at a time and doesn't
    branch on the mask's contents, because the branches would be mispredicted.
    """
    words = mask.view(np.int64)
    count = 0
    for i in range(words.size):
        count += (words[i] * EACH) >> 56
    if count == 0:
        return -1
    skip = below(s, count)
    passed, before, at = 0, 0, 0
    for i in range(words.size):
        passed += (words[i] * EACH) >> 56
        if passed <= skip:
            before, at = passed, i + 1
    above = (words[at] * EACH | HIGH) - (skip - before + 1) * EACH
    return 8 * at + 8 - ((((above >> 7) & EACH) * EACH) >> 56)


def random_action(s: Any, b: Any, seat: int, draws: Any, mask: Mask) -> int:
    """A random legal action of a seat, each equally likely, drawn by the generator of `draws`; -1 if it has none.

    `mask` is a buffer for a mask of bytes (see `padded`).
    """
    return _drawn_from_bytes(s, b, seat, draws, mask)


@jitable
def _drawn_from_bytes(s: Any, b: Any, seat: int, draws: Any, mask: Mask) -> int:
    _fill_bytes(s, b, seat, mask)
    return draw_from_bytes(draws, mask)


@jitable
def _drawn_from_bits(s: Any, b: Any, seat: int, draws: Any, allowed: Any) -> int:
    verbs.legal(s, b, seat, allowed)
    return bitmask.draw(draws, allowed)


@bitmask.compiled(random_action)
def _random_action_native(s: Any, b: Any, seat: int, draws: Any, mask: Any) -> Any:
    count = verbs.mask_of_bits(s, b)
    if not count:
        return lambda s, b, seat, draws, mask: _drawn_from_bytes(s, b, seat, draws, mask)
    empty = bitmask.empty(count)
    return lambda s, b, seat, draws, mask: _drawn_from_bits(s, b, seat, draws, empty())


def padded(game: GameSpec, count: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """`count` masks of bytes, all zero: uint8, (count, actions rounded up to a multiple of 8)."""
    return np.zeros((count, (game.actions + 7) // 8 * 8), np.uint8)


def packed_masks(game: GameSpec, count: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """`count` masks of bits, all zero: uint8, (count, bytes), where bytes is a multiple of 8 (see `bitmask.pack`)."""
    return np.zeros((count, -(-game.actions // bitmask.WORD) * 8), np.uint8)


# --- first use --------------------------------------------------------------------------------------


_ready: set[tuple[str, str]] = set()
"""The kernels that this process has run: name and marker of the game. Avoids disk access at every step of a batch."""


def is_compiled(name: str, game: GameSpec) -> bool:
    """Whether any process has compiled `name` for a game on this machine (see `with_compile_notice`)."""
    folder = cache.folder(game.state.marker)
    return folder is not None and (folder / name).exists()


def is_loaded(name: str, game: GameSpec) -> bool:
    """Whether this process has run `name` for a game, so that it is compiled already."""
    return (name, game.state.marker) in _ready


def with_compile_notice(name: str, game: GameSpec, run: Callable[[], Any]) -> Any:
    """Returns `run()`. If that compiles `name` for the first time on this machine, says so on the terminal first.

    Before anything of a game is compiled, it is played briefly as plain Python. Raises BrokenRule for a mistake in its
    rules.
    """
    mark = name, game.state.marker
    if is_loaded(name, game):
        return run()
    if not is_compiled(name, game):
        if not any(of == game.state.marker for _, of in _ready):
            rehearse(game)
        sys.stderr.write(f"Compiling {name} of {game.name} for this machine (once, some seconds) ...\n")
        sys.stderr.flush()
    result = run()
    _ready.add(mark)
    if folder := cache.folder(game.state.marker):
        with suppress(OSError):  # a folder that cannot be written to: other processes compile it again
            (folder / name).touch()
    return result
