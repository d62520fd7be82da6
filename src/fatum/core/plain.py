"""What only the plain build uses: a deck's shuffle, and checks of moves that were just offered.

A shuffle makes all draws of a ``Stream`` at once. Each word of xoshiro256**'s state is an exclusive or of bits of the start. So the words that 64
draws use, side by side in one large integer, are the exclusive or of what each hexadecimal digit of
the start adds to them; and the multiplications that scramble them can be done for all at once. For
plain Python a few operations on large integers are far cheaper than thousands on small ones.
"""

from functools import cache, reduce
from operator import getitem, mod, xor
from struct import Struct
from typing import Final

_DRAWS: Final = 64
_HALF: Final = 32
_WORD: Final = 0xFFFFFFFFFFFFFFFF
_WORDS: Final = sum([_WORD << (128 * place) for place in range(_HALF)])
"""A word in every second place, which leaves it room to be multiplied."""
_PACKED: Final = Struct(f"<{_DRAWS}Q")
_UPPER: Final = Struct("<" + "4xI8x" * _HALF)
"""The upper 32 bits of these words."""


@cache
def _tables() -> list[dict[str, int]]:
    """Place of a hexadecimal digit in the start → digit → what it adds to all the words."""
    tables: list[dict[str, int]] = []
    for place in range(64):
        one, two, four, eight = [_words(2 ** (252 - 4 * place + bit)) for bit in range(4)]
        tables.append({
            f"{digit:x}": (digit & 1) * one
            ^ (digit >> 1 & 1) * two
            ^ (digit >> 2 & 1) * four
            ^ (digit >> 3) * eight
            for digit in range(16)
        })  # fmt: skip
    return tables


def _words(start: int) -> int:
    """The word that each draw scrambles: 0, 32, 1, 33, …, from the lowest bits upwards."""
    s0, s1, s2, s3 = [start >> shift & _WORD for shift in (192, 128, 64, 0)]
    words: list[int] = []
    for _ in range(_DRAWS):
        words.append(s1)
        shifted = s1 << 17 & _WORD
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= shifted
        s3 = (s3 << 45 | s3 >> 19) & _WORD
    words[::2], words[1::2] = words[:_HALF], words[_HALF:]
    return int.from_bytes(_PACKED.pack(*words), "little")


def _scrambled(words: int) -> tuple[int, ...]:
    """The draws that follow from every second word."""
    words = (words & _WORDS) * 5 & _WORDS
    words = (words << 7 | words >> 57) & _WORDS
    return _UPPER.unpack((words * 9).to_bytes(16 * _HALF, "little"))


def shuffled(start: bytes, cards: list[int]) -> bool:
    """Shuffle like ``Stream(start)``; False, with the cards untouched, if it takes more draws."""
    size = len(cards)
    if size > _DRAWS:
        return False
    words = reduce(xor, map(getitem, _tables(), start.hex()))
    draws = _scrambled(words) + _scrambled(words >> 64)
    if max(draws) > 0xFFFFFFFF - size:
        return False
    others = map(mod, draws, range(size, 1, -1))
    for last, other in zip(range(size - 1, 0, -1), others, strict=False):
        cards[last], cards[other] = cards[other], cards[last]
    return True


NO_OFFER: Final[tuple[object, int, list[int]]] = (None, -1, [])
LAST_OFFER: Final = [NO_OFFER]
"""The state whose legal moves were asked for last, the seat, and the moves until the state changes."""


def forget_offer() -> None:
    """A state changes without a look at the offer."""
    LAST_OFFER[0] = NO_OFFER
