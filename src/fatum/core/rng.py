"""Two generators: an exact one for dealing cards, and a fast one for bots and simulations.

``Stream`` is xoshiro256** as written down in ``docs/fairness.md``; records depend on it. Its 64-bit
words are kept as two halves of 32 bits, so that no step leaves a signed 64-bit integer and the
compiled and the plain build draw the same numbers. ``Rng`` serves bots, redeals and simulations.
"""

import hashlib
from struct import Struct
from typing import Final, cast

from mypy_extensions import i64

SEED_BYTES: Final = 32
_HALVES: Final = Struct(">8I")
_LOW: Final = 0xFFFFFFFF


def stream_digest(seed: bytes, number: int) -> bytes:
    """The 32 bytes that start stream ``number`` of a game's seed."""
    return hashlib.sha256(seed + number.to_bytes(8, "big")).digest()


def commitment(seed: bytes) -> str:
    """What is published before a game, so that its seed cannot be changed afterwards."""
    return hashlib.sha256(seed).hexdigest()


class Stream:
    """xoshiro256**, of which each draw uses the upper 32 bits."""

    def __init__(self, start: bytes) -> None:
        halves = _HALVES.unpack(start)
        self._h0: i64 = halves[0]
        self._l0: i64 = halves[1]
        self._h1: i64 = halves[2]
        self._l1: i64 = halves[3]
        self._h2: i64 = halves[4]
        self._l2: i64 = halves[5]
        self._h3: i64 = halves[6]
        self._l3: i64 = halves[7]

    def upper32(self) -> i64:
        """The upper half of the next 64-bit number."""
        h1 = self._h1
        l1 = self._l1
        low = l1 * 5
        high = (h1 * 5 + (low >> 32)) & _LOW
        low &= _LOW
        rotated_high = ((high << 7) | (low >> 25)) & _LOW
        rotated_low = ((low << 7) | (high >> 25)) & _LOW
        result = (rotated_high * 9 + ((rotated_low * 9) >> 32)) & _LOW

        h2 = self._h2 ^ self._h0
        l2 = self._l2 ^ self._l0
        h3 = self._h3 ^ h1
        l3 = self._l3 ^ l1
        self._h1 = h1 ^ h2
        self._l1 = l1 ^ l2
        self._h0 ^= h3
        self._l0 ^= l3
        self._h2 = h2 ^ (((h1 << 17) | (l1 >> 15)) & _LOW)
        self._l2 = l2 ^ ((l1 << 17) & _LOW)
        self._h3 = ((l3 << 13) | (h3 >> 19)) & _LOW
        self._l3 = ((h3 << 13) | (l3 >> 19)) & _LOW
        return result

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1, each equally likely."""
        drawn = self.upper32()
        if drawn > _LOW - n:  # only then it may lie above the limit
            limit = 0x100000000 - 0x100000000 % n
            while drawn >= limit:
                drawn = self.upper32()
        return drawn % n

    def shuffle(self, cards: list[int]) -> None:
        """Fisher–Yates, from the last place to the second."""
        place: i64 = len(cards) - 1
        objects = cast("list[object]", cards)  # compiled, numbers would be unwrapped and wrapped
        while place > 0:
            other = self.below(place + 1)
            card = objects[place]
            objects[place] = objects[other]
            objects[other] = card
            place -= 1


# Multiply-with-carry: _FACTOR * 2**32 - 1 is a safe prime and the product stays below 2**63.
_FACTOR: Final = 2131995753


class Rng:
    """A quick generator for choices that no record depends on."""

    def __init__(self, seed: int) -> None:
        digest = hashlib.sha256(seed.to_bytes(40, "big", signed=True)).digest()
        # The state must lie in 1 … _FACTOR * 2**32 - 2; 61 bits never reach the upper end.
        self.state: i64 = (int.from_bytes(digest[:8], "big") >> 3) | 1
        """All that the next draws depend on; may be kept and set again."""

    def bits32(self) -> i64:
        """The next 32 random bits."""
        state = self.state
        state = _FACTOR * (state & _LOW) + (state >> 32)
        self.state = state
        return (state & _LOW) ^ (state >> 32)

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1, each equally likely."""
        product = self.bits32() * n
        if product & _LOW < n:
            product = self._again(product, n)
        return product >> 32

    def unit(self) -> float:
        """A float in [0, 1)."""
        drawn: int = self.bits32()
        return drawn / 4294967296.0

    def shuffle(self, cards: list[int]) -> None:
        """Bring the cards into a random order."""
        place: i64 = len(cards) - 1
        objects = cast("list[object]", cards)  # compiled, numbers would be unwrapped and wrapped
        state = self.state
        while place > 0:
            # As ``below`` does; a draw that it might refuse is left to it.
            state = _FACTOR * (state & _LOW) + (state >> 32)
            product = ((state & _LOW) ^ (state >> 32)) * (place + 1)
            if product & _LOW <= place:
                self.state = state
                product = self._again(product, place + 1)
                state = self.state
            other = product >> 32
            card = objects[place]
            objects[place] = objects[other]
            objects[other] = card
            place -= 1
        self.state = state

    def _again(self, product: i64, n: i64) -> i64:
        """A product of ``below`` that is not refused."""
        floor = (0x100000000 - n) % n
        while product & _LOW < floor:
            product = self.bits32() * n
        return product
