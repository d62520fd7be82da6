"""The 20 kinds of Karma cards (K1), three of each, and multisets of them in one integer.

A multiset has three bits per kind, filled from the lowest: none, one, two or three cards are
0, 1, 3 and 7. So its size is its number of bits, and bit ``3 * kind + count - 1`` says
"at least ``count`` of this kind", which is just what makes ``play KIND xCOUNT`` possible.
"""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import lowest, popcount

TC: Final = 16
BU: Final = 17
FB: Final = 18
GP: Final = 19
KINDS: Final = 20
COPIES: Final = 3

NAMES: Final[list[str]] = [str(number) for number in range(1, 17)] + ["TC", "BU", "FB", "GP"]
CODES: Final[dict[str, int]] = {name: kind for kind, name in enumerate(NAMES)}
DECK: Final[list[int]] = [kind for kind in range(KINDS) for _ in range(COPIES)]

SINGLES: Final = 0o11111111111111111111
"""The lowest bit of every kind: plays of exactly one card."""
KIND_OF: Final = bytes([place // 3 for place in range(60)])
COUNT_OF: Final = bytes([place % 3 + 1 for place in range(60)])

ANYTHING: Final = 0
FIVE_OR_LESS: Final = 17
"""What a pile demands is 0 for anything, 1–16 for that number or more, or this (KR7)."""


EVERYTHING: Final = 0xFFFFFFFFFFFFFFF
_KARMA_CARDS: Final = 0xFFF000000000000
_UP_TO_FIVE: Final = 0x7FFF


def demand_of(kind: i64) -> i64:
    """What this card on top demands of the next one (KR7)."""
    if kind < TC:
        return kind + 1
    if kind == FB:
        return FIVE_OR_LESS
    return ANYTHING


def fitting(demand: i64) -> i64:
    """All plays that satisfy a demand (K8, KR7)."""
    if demand == ANYTHING:
        return EVERYTHING
    if demand == FIVE_OR_LESS:
        return _KARMA_CARDS | _UP_TO_FIVE
    every: i64 = EVERYTHING
    lower = 3 * (demand - 1)
    return (every >> lower) << lower


FITTING_ON: Final[list[int]] = [fitting(demand_of(kind)) for kind in range(KINDS)]
"""Top card of the pile → all plays that may follow, so that the most asked question is a look-up."""


def fits(kind: i64, demand: i64) -> bool:
    """Whether one card of this kind may go onto a pile with this demand."""
    return (fitting(demand) >> (3 * kind)) & 1 == 1


def add(cards: i64, kind: i64) -> i64:
    """One card more."""
    one = kind - kind + 1  # see ``bit``; inlined by hand, because this is the hot path
    return cards | (cards + (one << (3 * kind)))


def remove(cards: i64, kind: i64, count: i64) -> i64:
    """``count`` cards fewer, or none left if there were not so many."""
    seven = kind - kind + 7
    every = seven << (3 * kind)
    return cards & ~every | ((cards & every) >> count) & every


def merge(cards: i64, others: i64) -> i64:
    """Both multisets together."""
    while others != 0:
        cards = add(cards, KIND_OF[lowest(others)])
        others &= others - 1
    return cards


def size(cards: i64) -> i64:
    """How many cards there are."""
    return popcount(cards)


def from_list(kinds: list[int]) -> i64:
    """The multiset of these cards, at most three of a kind."""
    cards: i64 = 0
    for kind in kinds:
        cards = add(cards, kind)
    return cards


def to_list(cards: i64) -> list[int]:
    """The cards in canonical order."""
    kinds: list[int] = []
    while cards != 0:
        kinds.append(KIND_OF[lowest(cards)])
        cards &= cards - 1
    return kinds


def names(kinds: list[int]) -> list[str]:
    """The texts of these cards."""
    return [NAMES[kind] for kind in kinds]
