"""The shuffles of docs/fairness.md, written from that page alone."""

import hashlib

MASK = 2**64 - 1


def rotl(x: int, k: int) -> int:
    return (x << k | x >> (64 - k)) & MASK


class Stream:
    def __init__(self, seed: bytes, number: int) -> None:
        start = hashlib.sha256(seed + number.to_bytes(8, "big")).digest()
        self.s = [int.from_bytes(start[8 * i : 8 * i + 8], "big") for i in range(4)]

    def draw(self) -> int:
        s = self.s
        result = rotl(s[1] * 5 & MASK, 7) * 9 & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        return result >> 32

    def below(self, n: int) -> int:
        while (value := self.draw()) >= 2**32 - 2**32 % n:
            pass
        return value % n

    def shuffle(self, cards: list[str]) -> list[str]:
        cards = cards.copy()
        for place in range(len(cards) - 1, 0, -1):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        return cards


KARMA = [name for name in [*map(str, range(1, 17)), "TC", "BU", "FB", "GP"] for _ in range(3)]
ALL_IN = [
    rank + suit for suit in "CMST" for rank in [*map(str, range(2, 11)), "J", "Q", "K", "A"]
] + ["Ru", "Ru"]
