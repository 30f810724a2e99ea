"""Legal masks in compiled play: one bit for each action, in words of 64 bits on the stack.

Rules write them like the masks of bytes that Python sees (`mask[action] = 1`). Rules that use their mask as an array
get bytes in compiled play too (`verbs.mask_of_bits`). Counting the legal actions and drawing one of them takes a few
instructions for each word. Action a is bit a % 64 of word a // 64. A word is an int64, so its top bit is the sign.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.extending import intrinsic, overload, overload_attribute, register_model
from numba.np.arrayobj import make_array

from cogtable.engine.compile.jit import OPTIONS, jitable
from cogtable.engine.rules.rng import below
from cogtable.moved import former_names

if not TYPE_CHECKING:
    __getattr__ = former_names(__name__)

WORD = 64
"""The number of bits, and so of actions, in a word."""

_intrinsic: Callable[[Any], Any] = intrinsic
_attribute: Any = overload_attribute


def popcount(word: int) -> int:
    """The number of bits set in a word, 0 to 64."""
    return (int(word) & (1 << WORD) - 1).bit_count()


def lowest_bit(word: int) -> int:
    """The place of the lowest bit set in a word, 0 to 63. The word must not be 0."""
    return (int(word) & -int(word)).bit_length() - 1


EACH = 0x0101010101010101
"""Times this, the top byte of a word is the sum of its bytes, and each byte the sum of those up to it."""
HIGH = -0x7F7F7F7F7F7F7F80
"""The top bit of each byte of a word."""


@jitable
def _sums(word: int) -> int:
    """Eight bytes in a word: each is the number of bits set in that byte of the argument and all lower ones.

    Compiled only, where arithmetic wraps at 64 bits.
    """
    twos = word - ((word >> 1) & 0x5555555555555555)
    fours = (twos & 0x3333333333333333) + ((twos >> 2) & 0x3333333333333333)
    return ((fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F) * EACH


# --- in compiled code -------------------------------------------------------------------------------


class Bits(types.Type):
    """The type of a mask of `count` actions."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.words = -(-count // WORD)
        super().__init__(f"Bits({count})")


@register_model(Bits)
class _BitsModel(models.PrimitiveModel):
    """A pointer to its words."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(WORD).as_pointer())  # type: ignore[no-untyped-call]


@_intrinsic
def _get(context: Any, mask: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(builder.gep(arguments[0], [arguments[1]]))

    return types.int64(mask, types.int64), code


def word_of(mask: Any, i: int) -> int:
    """Word `i` of a mask of bits, or of an array of words (int64)."""
    return int(mask[i])


def words_in(mask: Any) -> int:
    """How many words a mask of bits or an array has."""
    return len(mask)


@_intrinsic
def _put(context: Any, mask: Any, word: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], builder.gep(arguments[0], [arguments[1]]))
        return context.get_dummy_value()

    return types.none(mask, types.int64, types.int64), code


def empty(count: int) -> Callable[[], Any]:
    """A function for compiled code that makes a mask of `count` actions, none of them legal, on its caller's stack."""
    kind = Bits(count)

    @_intrinsic
    def made(context: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            zero = ir.Constant(ir.IntType(WORD), 0)
            words = cgutils.alloca_once(builder, zero.type, size=kind.words)  # type: ignore[no-untyped-call]
            for i in range(kind.words):
                builder.store(zero, builder.gep(words, [ir.Constant(ir.IntType(WORD), i)]))
            return words

        return kind(), code

    return made  # type: ignore[no-any-return]


def compiled(function: Any) -> Callable[[Callable[..., Any]], None]:
    """Registers how compiled code resolves a function. Numba compares the signatures whole, so annotations go."""

    def decorate(resolve: Callable[..., Any]) -> None:
        resolve.__annotations__ = {}
        overload(function, jit_options=OPTIONS)(resolve)

    return decorate


@compiled(popcount)
def _popcount_native(word: int) -> Any:
    return lambda word: (_sums(word) >> 56) & 0xFF


@compiled(lowest_bit)
def _lowest_bit_native(word: int) -> Any:
    return lambda word: (_sums((word & -word) - 1) >> 56) & 0xFF


@compiled(word_of)
def _word_of_native(mask: Any, i: Any) -> Any:
    return (lambda mask, i: _get(mask, int(i))) if isinstance(mask, Bits) else (lambda mask, i: int(mask[i]))


@compiled(words_in)
def _words_in_native(mask: Any) -> Any:
    if not isinstance(mask, Bits):
        return lambda mask: len(mask)
    words = mask.words
    return lambda mask: words


@compiled(operator.setitem)
def _set_native(mask: Any, action: Any, value: Any) -> Any:
    if not isinstance(mask, Bits) or not isinstance(action, types.Integer):
        return None
    return lambda mask, action, value: _set(mask, int(action), int(value != 0))


@jitable
def _set(mask: Any, action: int, value: int) -> None:
    word = _get(mask, action >> 6)
    _put(mask, action >> 6, word & ~(1 << (action & 63)) | value << (action & 63))


@compiled(operator.getitem)
def _get_native(mask: Any, action: Any) -> Any:
    if not isinstance(mask, Bits) or not isinstance(action, types.Integer):
        return None
    return lambda mask, action: _get(mask, int(action) >> 6) >> (int(action) & 63) & 1


@compiled(len)
def _len_native(mask: Any) -> Any:
    if not isinstance(mask, Bits):
        return None
    count = mask.count
    return lambda mask: count


@_attribute(Bits, "size", jit_options=OPTIONS)
def _size_native(mask):  # type: ignore[no-untyped-def]
    count = mask.count
    return lambda mask: count


def allow(mask: Any, first: int, bits: int) -> None:
    """Makes action `first` + i legal for each bit i that is set in `bits`, a word. `mask` is of bits or of bytes."""
    _allow_bytes(mask, first, int(bits) & (1 << WORD) - 1)


@jitable
def _allow_bytes(mask: Any, first: int, bits: int) -> None:
    while bits:
        mask[first + lowest_bit(bits)] = 1
        bits &= bits - 1


@jitable
def _allow_bits(mask: Any, first: int, bits: int) -> None:
    at, place = first >> 6, first & 63
    _put(mask, at, _get(mask, at) | bits << place)
    if WORD * (at + 1) < len(mask):
        _put(mask, at + 1, _get(mask, at + 1) | (bits >> 1 & 0x7FFFFFFFFFFFFFFF) >> (63 - place))


@compiled(allow)
def _allow_native(mask: Any, first: int, bits: int) -> Any:
    if isinstance(mask, Bits):
        return lambda mask, first, bits: _allow_bits(mask, int(first), int(bits))
    return lambda mask, first, bits: _allow_bytes(mask, int(first), int(bits))


def any_allowed(mask: Any) -> bool:
    """Whether any action is legal so far. `mask` is of bits or of bytes."""
    return _any_byte(mask)


@jitable
def _any_byte(mask: Any) -> bool:
    for action in range(mask.size):
        if mask[action]:
            return True
    return False


@jitable
def _any_bit(mask: Any) -> bool:
    found = 0
    for i in range((len(mask) + 63) // WORD):
        found |= _get(mask, i)
    return found != 0


@compiled(any_allowed)
def _any_native(mask: Any) -> Any:
    return (lambda mask: _any_bit(mask)) if isinstance(mask, Bits) else (lambda mask: _any_byte(mask))


by_shuffles = False
"""Whether masks are written by shuffles: for WebAssembly, where LLVM splits vectors of single bits into single
operations.
"""


@_intrinsic
def _put_bytes(context: Any, mask: Any, out: Any) -> Any:
    """Writes each bit of a mask as a byte, as many at once as the processor can."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = make_array(out)(context, builder, arguments[1]).data  # type: ignore[no-untyped-call]
        first = 0
        while first < mask.count:
            many = min(WORD, 1 << (mask.count - first).bit_length() - 1)  # LLVM handles powers of 2 well
            if by_shuffles:
                many = 1 if many < 8 else min(many, 16)
            word = builder.load(builder.gep(arguments[0], [ir.Constant(ir.IntType(WORD), first // WORD)]))
            found = builder.lshr(word, ir.Constant(ir.IntType(WORD), first % WORD))
            bits = builder.trunc(found, ir.IntType(many))
            single = ir.VectorType(ir.IntType(1), many)
            on = _bits_by_shuffle(builder, bits) if by_shuffles and many > 1 else builder.bitcast(bits, single)
            spread = builder.zext(on, ir.VectorType(ir.IntType(8), many))
            at = builder.gep(data, [ir.Constant(ir.IntType(WORD), first)])
            builder.store(spread, builder.bitcast(at, spread.type.as_pointer()), align=1)
            first += many
        return context.get_dummy_value()

    return types.none(mask, out), code


def _bits_by_shuffle(builder: Any, bits: Any) -> Any:
    """The single bits of whole bytes: each byte is written eight times, and each copy compared with one bit."""
    byte, many = ir.IntType(8), bits.type.width
    parts = builder.bitcast(bits, ir.VectorType(byte, many // 8))
    places = ir.Constant(ir.VectorType(ir.IntType(32), many), [i // 8 for i in range(many)])
    copies = builder.shuffle_vector(parts, parts, places)
    own = ir.Constant(ir.VectorType(byte, many), [1 << i % 8 for i in range(many)])
    return builder.icmp_unsigned("!=", builder.and_(copies, own), ir.Constant(own.type, [0] * many))


@jitable
def unpack_bits(mask: Any, out: Any) -> None:
    """Writes a mask of bits as one of bytes, uint8, 1 where an action is legal. Compiled only.

    `out` can be longer than the mask; bytes beyond its last action become 0.
    """
    _put_bytes(mask, out)
    for beyond in range(len(mask), out.size):
        out[beyond] = 0


@jitable
def store_bits(mask: Any, packed: Any) -> None:
    """Copies a mask of bits into `packed`, uint8, (8 * words,), in the layout that `pack` writes. Compiled only."""
    words = packed.view(np.int64)
    for i in range(words.size):
        words[i] = _get(mask, i)


@jitable
def pack(mask: Any, packed: Any) -> None:
    """Writes a mask of bytes as bits: action a goes to bit a % 8 of `packed[a // 8]`, uint8."""
    for i in range(packed.size):
        packed[i] = 0
    for action in range(mask.size):
        packed[action >> 3] |= mask[action] << (action & 7)


@jitable
def is_packed(packed: Any, action: int) -> bool:
    """Whether an action is legal in a packed mask (see `pack`)."""
    legal: bool = packed[action >> 3] >> (action & 7) & 1 != 0
    return legal


# --- drawing ----------------------------------------------------------------------------------------

PLACES = np.array(
    [[([i for i in range(8) if byte >> i & 1] + [0] * 8)[k] for k in range(8)] for byte in range(256)], np.uint8
)
"""uint8, (256, 8): the place of the k-th bit set in a byte, k from 0; 0 where fewer are set."""


@jitable
def select_bit(word: int, k: int) -> int:
    """The place of the k-th bit set in a word, k from 0. At least k + 1 bits must be set."""
    return _place_by_sums(word, _sums(word), k)


@jitable
def _place_by_sums(word: int, sums: int, k: int) -> int:
    """`select_bit`, given the `_sums` of the word."""
    passed = ((k * EACH | HIGH) - sums) & HIGH  # the top bit of each byte up to which there are not more than k
    full = ((passed >> 7 & EACH) * EACH) >> 53 & 0x78  # eight times their number
    return full + int(PLACES[(word >> full) & 0xFF, (k - ((sums << 8) >> full)) & 7])


@jitable
def draw(s: Any, mask: Any) -> int:
    """A random legal action, each equally likely, drawn by the generator of `s`; -1 if none is legal.

    `mask` is a mask of bits or an array of its words (int64). Everything that does not depend on the random number is
    computed first, because the processor does it while it waits for that number.
    """
    count = 0
    for i in range(words_in(mask)):
        count += popcount(word_of(mask, i))
    if count == 0:
        return -1
    k = below(s, count)
    word, base, before, passed = word_of(mask, 0), 0, 0, 0
    sums = _sums(word)
    for i in range(1, words_in(mask)):
        passed += popcount(word_of(mask, i - 1))
        here = _sums(word_of(mask, i))
        if passed <= k:
            word, sums, base, before = word_of(mask, i), here, WORD * i, passed
    action: int = base + _place_by_sums(word, sums, k - before)
    return action
