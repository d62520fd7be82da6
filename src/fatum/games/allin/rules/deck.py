"""The 54 cards (A1) and sets of them in one integer.

A card's code is ``13 * suit + rank``, so codes run in canonical order; both Rune cards are code
52. A set has one bit per card; the Rune cards fill the bits 52 and 53 from below, so that equal
cards have no identity and a set's size is its number of bits.
"""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import COMPILED, bit, lowest

SUITS: Final = "CMST"
"""Clock, Mask, Scarab, Tree: strongest first (A1)."""
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RUNE: Final = 52
KINDS: Final = 53

NAMES: Final[list[str]] = [rank + suit for suit in SUITS for rank in RANKS] + ["Ru"]
CODES: Final[dict[str, int]] = {name: code for code, name in enumerate(NAMES)}
DECK: Final[list[int]] = [*range(KINDS), RUNE]

REAL: Final = 0xFFFFFFFFFFFFF
"""All cards but the Rune cards."""
ONE_RUNE: Final = 0x10000000000000
TWO_RUNES: Final = 0x20000000000000
"""The bit that is set when a set holds both."""
DIFFERENT: Final = 0x1FFFFFFFFFFFFF
"""Masks out the second Rune card: two equal cards are one choice (replay 3)."""
ALL_CARDS: Final = 0x3FFFFFFFFFFFFF


def holds(cards: i64, card: i64) -> bool:
    """Whether the card is in the set."""
    return (cards >> card) & 1 == 1


def add(cards: i64, card: i64) -> i64:
    """One card more."""
    added = bit(card)
    if cards & added != 0:
        return cards | TWO_RUNES
    return cards | added


def remove(cards: i64, card: i64) -> i64:
    """One card fewer; a card that is not there changes nothing."""
    if card == RUNE and cards & TWO_RUNES != 0:
        return cards & ~TWO_RUNES
    return cards & ~bit(card)


def exceeds_five(cards: i64) -> bool:
    """Whether there are more than five cards in the set."""
    if not COMPILED:
        plain: int = cards
        return plain.bit_count() > 5
    # One is left without the lowest five.
    cards &= cards - 1
    cards &= cards - 1
    cards &= cards - 1
    cards &= cards - 1
    return cards & (cards - 1) != 0


def merge(cards: i64, others: i64) -> i64:
    """Both sets together."""
    if cards & others & ONE_RUNE != 0:
        return cards | others | TWO_RUNES
    return cards | others


def without(cards: i64, others: i64) -> i64:
    """What is left of the cards when the others, all of them among these, are taken out."""
    left = (cards & ~others) & REAL
    runes = rune_count(cards) - rune_count(others)
    if runes >= 1:
        left |= ONE_RUNE
    if runes >= 2:
        left |= TWO_RUNES
    return left


def rune_count(cards: i64) -> i64:
    """How many Rune cards there are in the set."""
    return ((cards >> RUNE) + 1) >> 1


def from_list(codes: list[int]) -> i64:
    """The set of these cards."""
    cards: i64 = 0
    first = bit(0)
    for card in codes:
        added = first << card
        if card == RUNE and cards & ONE_RUNE != 0:
            added = TWO_RUNES
        cards |= added
    return cards


def to_list(cards: i64) -> list[int]:
    """The cards in canonical order."""
    codes: list[int] = []
    while cards != 0:
        card = lowest(cards)
        codes.append(min(card, RUNE))
        cards &= cards - 1
    return codes


def names(codes: list[int]) -> list[str]:
    """The texts of these cards."""
    return [NAMES[card] for card in codes]


def set_names(cards: i64) -> list[str]:
    """The texts of the cards of a set."""
    return names(to_list(cards))
