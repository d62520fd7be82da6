"""All In hands, slowly: names, values and the strict order (A23 to A26, AR10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]  # weakest first
SUITS = ["T", "S", "M", "C"]  # weakest first (A1)

VALUES_A = {  # A23
    "straight flush": 10,
    "four of a kind": 7,
    "full house": 6,
    "flush": 5,
    "straight": 4,
    "three of a kind": 3,
    "two pairs": 2,
    "pair": 1,
    "nothing": 0,
}
VALUES_B = {**VALUES_A, "straight": 6, "full house": 4}  # A23: in value and in order

COUNTS = {  # among the 2,598,960 hands of five different cards
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pairs": 123_552,
    "pair": 1_098_240,
    "nothing": 1_302_540,
}

# A24: the ranks of every straight, its top card last
STRAIGHTS = [["A", "2", "3", "4", "5"]] + [RANKS[k : k + 5] for k in range(len(RANKS) - 4)]


def _values(side: str) -> dict[str, int]:
    return {"A": VALUES_A, "B": VALUES_B}[side]


def rank_of(card: str) -> str:
    return card[:-1]


def suit_of(card: str) -> str:
    return card[-1]


def _card_order(card: str) -> tuple[int, int]:
    return RANKS.index(rank_of(card)), SUITS.index(suit_of(card))


def _best(cards: Sequence[str]) -> str:
    """The highest card; of equal rank, the one of the strongest suit."""
    return max(cards, key=_card_order)


def _groups(cards: Sequence[str], size: int) -> list[list[str]]:
    """The cards of each rank of which there are exactly `size`, highest rank first."""
    groups: list[list[str]] = []
    for rank in reversed(RANKS):
        group = [card for card in cards if rank_of(card) == rank]
        if len(group) == size:
            groups.append(group)
    return groups


def _combination(cards: Sequence[str]) -> tuple[str, str]:
    """The name of the combination of at most five real cards, and the card that decides ties."""
    ranks = [rank_of(card) for card in cards]
    flush = len(cards) == 5 and len({suit_of(card) for card in cards}) == 1  # A25
    straight_top = ""
    for straight in STRAIGHTS:
        if sorted(straight) == sorted(ranks):  # five cards, so A25 holds
            straight_top = straight[-1]  # A26: in A-2-3-4-5 it is the 5
    fours, threes, pairs = _groups(cards, 4), _groups(cards, 3), _groups(cards, 2)

    if straight_top:
        top = next(card for card in cards if rank_of(card) == straight_top)
        return ("straight flush" if flush else "straight"), top
    if fours:
        return "four of a kind", _best(fours[0])
    if threes and pairs:
        return "full house", _best(threes[0])  # A26: the three
    if flush:
        return "flush", _best(cards)
    if threes:
        return "three of a kind", _best(threes[0])
    if len(pairs) == 2:
        return "two pairs", _best(pairs[0])  # A26: the higher pair, its best suit
    if pairs:
        return "pair", _best(pairs[0])
    return "nothing", _best(cards)  # AR10


def _strongest(cards: Sequence[str], side: str) -> tuple[tuple[int, int, int], str]:
    real = [card for card in cards if card != "Ru"]  # A25
    if not real:
        return (-1, -1, -1), "nothing"
    found: list[tuple[tuple[int, int, int], str]] = []
    for five in combinations(real, min(5, len(real))):
        name, top = _combination(five)
        rank, suit = _card_order(top)
        # the values fall strictly from the strongest combination to the weakest: they order
        found.append(((_values(side)[name], rank, suit), name))
    return max(found)


def strength(cards: Sequence[str], side: str) -> tuple[int, int, int]:
    """Larger is stronger; two hands of one deck are never equal (A26, AR10)."""
    return _strongest(cards, side)[0]


def category(cards: Sequence[str], side: str) -> str:
    """The name of the best combination, as said aloud (A21)."""
    return _strongest(cards, side)[1]


def value(cards: Sequence[str], side: str) -> int:
    """The runes the combination pays (A30), without those for Rune cards."""
    return _values(side)[category(cards, side)]
