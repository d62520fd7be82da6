"""Bit sets in 64-bit integers: count, pick and walk their members.

The compiled and the plain build return the same; each uses its own fastest method.
Sets are non-negative, so that they fit a signed 64-bit integer.
"""

from functools import cache
from typing import Final

from mypy_extensions import i64

COMPILED: Final[bool] = not __file__.endswith((".py", ".pyc"))


@cache
def _raised(offset: int) -> list[list[tuple[int, ...]]]:
    """For the plain build: place of a byte in a set → byte → the members it stands for, raised."""
    return [
        [tuple([offset + 8 * place + i for i in range(8) if byte >> i & 1]) for byte in range(256)]
        for place in range(8)
    ]


_BYTES: Final[list[list[tuple[int, ...]]]] = [] if COMPILED else _raised(0)

_PRODUCT: Final = 0x03F79D71B4CB0A89
_BY_PRODUCT: Final[bytes] = bytes(
    dict(sorted([((_PRODUCT << member) % 2**64 >> 58, member) for member in range(64)])).values()
)
"""For the compiled build: the upper six bits of a set of one times ``_PRODUCT`` → its member."""


def bit(place: i64) -> i64:
    """The set with this one member."""
    # Compiled, a constant left of ``<<`` is shifted in 32 bits; a variable is not.
    found: i64 = 1
    found <<= place
    return found


def popcount(bits: i64) -> i64:
    """How many members the set has, the largest at most 61."""
    if not COMPILED:
        plain: int = bits
        return plain.bit_count()
    bits -= (bits >> 1) & 0x1555555555555555
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    # The product's highest byte is the sum of all.
    return bits * 0x0101010101010101 >> 56


def _plain_lowest(bits: i64) -> i64:
    """Kept out of ``lowest``: inlining it spills registers under mypyc."""
    plain: int = bits & -bits
    return plain.bit_length() - 1


def lowest(bits: i64) -> i64:
    """The smallest member of a set that is not empty."""
    if not COMPILED:
        return _plain_lowest(bits)
    # The product's upper six bits differ for all 64 of them; it wraps around.
    return _BY_PRODUCT[((bits & -bits) * _PRODUCT >> 58) & 63]


def nth(bits: i64, n: i64) -> i64:
    """The member with ``n`` smaller ones before it."""
    while n > 0:
        bits &= bits - 1
        n -= 1
    return lowest(bits)


def members(bits: i64, offset: i64 = 0) -> list[int]:
    """All members, smallest first, each raised by one of few offsets."""
    if not COMPILED:
        # A byte at a time: plain Python is slow at bits and quick at joining tuples.
        plain: int = bits
        b0, b1, b2, b3, b4, b5, b6, b7 = plain.to_bytes(8, "little")
        t0, t1, t2, t3, t4, t5, t6, t7 = _raised(offset) if offset else _BYTES
        return [*t0[b0], *t1[b1], *t2[b2], *t3[b3], *t4[b4], *t5[b5], *t6[b6], *t7[b7]]
    found: list[int] = []
    while bits != 0:
        found.append(offset + lowest(bits))
        bits &= bits - 1
    return found
