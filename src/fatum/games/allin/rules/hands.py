"""How strong a hand is (A23–A26, AR10): one number, larger is stronger, never equal for two hands.

``evaluate`` packs the combination's place in the order, the rank of the card that decides ties and
the strength of its suit. Combinations are numbered in side A's order; side B changes the places of
straight and full house.
"""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import lowest, popcount
from fatum.games.allin.rules.deck import DIFFERENT, remove, rune_count

NOTHING: Final = 0
PAIR: Final = 1
TWO_PAIRS: Final = 2
THREE: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FULL_HOUSE: Final = 6
FOUR: Final = 7
STRAIGHT_FLUSH: Final = 8

CATEGORIES: Final[list[str]] = [
    "nothing",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
]

STRENGTH_BITS: Final = 12
STRENGTH: Final = 0xFFF
"""Room for the strength of one hand, where those of all players are one number."""

_RANK_MASK: Final = 0x1FFF
_FIVE_LOW: Final = 0x100F
"""A-2-3-4-5 (A24)."""
_FIVE: Final = 3
"""The rank of its top card (A26)."""
_SWAPPED: Final = STRAIGHT + FULL_HOUSE
_HIGHEST: Final[bytes] = bytes([max(mask.bit_length() - 1, 0) for mask in range(0x2000)])


def by_suit(hand: i64) -> tuple[i64, i64, i64, i64]:
    """The ranks that a hand has of each suit, as sets."""
    return (
        hand & _RANK_MASK,
        (hand >> 13) & _RANK_MASK,
        (hand >> 26) & _RANK_MASK,
        (hand >> 39) & _RANK_MASK,
    )


def by_number(clock: i64, mask: i64, scarab: i64, tree: i64) -> tuple[i64, i64, i64, i64]:
    """The ranks there are at least once, twice, three and four times, as sets."""
    both = clock & mask
    either = clock | mask
    both2 = scarab & tree
    either2 = scarab | tree
    return (
        either | either2,
        both | both2 | either & either2,
        both & either2 | either & both2,
        both & both2,
    )


def _is_straight(ranks: i64) -> bool:
    """Whether these five different ranks follow one another."""
    return ranks == _FIVE_LOW or ranks == (ranks & -ranks) * 31


def evaluate(hand: i64, side_b: bool) -> i64:
    """The strength of up to five cards; Rune cards never belong to a hand (A25)."""
    clock, mask, scarab, tree = by_suit(hand)
    # As ``by_number`` does, as far as it is needed.
    both = clock & mask
    either = clock | mask
    both2 = scarab & tree
    either2 = scarab | tree
    twice = both | both2 | either & either2
    category: i64 = NOTHING
    top: i64
    if twice == 0:
        ranks = either | either2
        top = _HIGHEST[ranks]
        # Five ranks, if one is left without the lowest four.
        fewer = ranks & (ranks - 1)
        fewer &= fewer - 1
        fewer &= fewer - 1
        if fewer & (fewer - 1) != 0:
            flush = ranks == clock or ranks == mask or ranks == scarab or ranks == tree
            if _is_straight(ranks):
                category = STRAIGHT_FLUSH if flush else STRAIGHT
                if ranks == _FIVE_LOW:
                    top = _FIVE
            elif flush:
                category = FLUSH
    else:
        thrice = both & either2 | either & both2
        if thrice == 0:
            top = _HIGHEST[twice]
            category = PAIR if twice & (twice - 1) == 0 else TWO_PAIRS
        else:
            top = _HIGHEST[thrice]
            if both & both2 != 0:
                category = FOUR
            elif twice != thrice:
                category = FULL_HOUSE
            else:
                category = THREE
    if side_b and (category == STRAIGHT or category == FULL_HOUSE):
        category = _SWAPPED - category
    suit: i64 = 0
    if (clock >> top) & 1 == 1:
        suit = 3
    elif (mask >> top) & 1 == 1:
        suit = 2
    elif (scarab >> top) & 1 == 1:
        suit = 1
    return (category << 6) | (top << 2) | suit


def category_of(strength: i64, side_b: bool) -> i64:
    """The combination behind a number that ``evaluate`` gave."""
    category = strength >> 6
    if side_b and (category == STRAIGHT or category == FULL_HOUSE):
        return _SWAPPED - category
    return category


def value_of(strength: i64) -> i64:
    """The runes it pays (A23); both sides pay by the place in the order."""
    place = strength >> 6
    if place == STRAIGHT_FLUSH:
        return 10
    return place


def category_name(hand: i64, side_b: bool) -> str:
    """What an opponent says aloud under Hypnosis (A21)."""
    return CATEGORIES[category_of(evaluate(hand, side_b), side_b)]


def best_five(hand: i64, side_b: bool) -> i64:
    """The strongest five cards of a hand that is still too large (A9); of equals, with more runes."""
    if popcount(hand) <= 5:
        return hand
    most: i64 = -1
    best = hand
    left = hand & DIFFERENT
    while left != 0:
        card = lowest(left)
        left &= left - 1
        kept = best_five(remove(hand, card), side_b)
        worth = evaluate(kept, side_b) * 4 + rune_count(kept)
        if worth > most:
            most = worth
            best = kept
    return best
