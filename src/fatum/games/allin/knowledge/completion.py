"""Complete a hand of which only the combination was heard (A21): every way is equally likely."""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import popcount
from fatum.core.rng import Rng
from fatum.games.allin.rules.deck import REAL, RUNE, add, holds, rune_count, to_list
from fatum.games.allin.rules.hands import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    NOTHING,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIRS,
    category_of,
    evaluate,
)

IMPOSSIBLE: Final = -1
_GUESSES: Final = 24
_TRIES: Final = 100
_DEAD: Final = -1
_CHOOSE: Final[list[list[int]]] = [
    [1, 0, 0, 0, 0, 0],
    [1, 1, 0, 0, 0, 0],
    [1, 2, 1, 0, 0, 0],
    [1, 3, 3, 1, 0, 0],
    [1, 4, 6, 4, 1, 0],
]
_SUITS: Final[list[int]] = [0x1FFF * 2 ** (13 * suit) for suit in range(4)]
_WINDOWS: Final[list[list[int]]] = [[12, 0, 1, 2, 3]] + [
    list(range(low, low + 5)) for low in range(9)
]


def complete(rng: Rng, fixed: i64, pool: i64, need: i64, category: i64) -> i64:
    """``need`` cards of the pool which with the fixed ones make this combination.

    ``IMPOSSIBLE`` if there are none, or none were found.
    """
    cards = to_list(pool)
    if len(cards) < need:
        return IMPOSSIBLE
    for _ in range(_GUESSES):
        chosen = some(rng, cards, need)
        if _is(fixed, chosen, category):
            return chosen
    for _ in range(_TRIES):
        if category == FLUSH:
            chosen = _flush(rng, fixed, pool, need)
        elif category == STRAIGHT or category == STRAIGHT_FLUSH:
            chosen = _straight(rng, fixed, pool, need, category == STRAIGHT_FLUSH)
        else:
            chosen = _by_ranks(rng, fixed, pool, need, category)
        if chosen == IMPOSSIBLE:
            return IMPOSSIBLE
        if _is(fixed, chosen, category):
            return chosen
    return IMPOSSIBLE


def some(rng: Rng, cards: list[int], count: i64) -> i64:
    """So many of the cards; brings the list into another order."""
    chosen: i64 = 0
    place: i64 = 0
    size: i64 = len(cards)
    while place < count:
        other = place + rng.below(size - place)
        card = cards[other]
        cards[other] = cards[place]
        cards[place] = card
        chosen = add(chosen, card)
        place += 1
    return chosen


def _is(fixed: i64, chosen: i64, category: i64) -> bool:
    hand = (fixed | chosen) & REAL
    return category_of(evaluate(hand, False), False) == category


def _pick(rng: Rng, weights: list[int]) -> int:
    """A place in the list, likely in proportion to its weight; -1 if all are 0."""
    total = sum(weights)
    if total == 0:
        return -1
    # Counts of hands stay far below 2**32, the range of the generator.
    drawn = rng.below(total)
    for place, weight in enumerate(weights):
        if drawn < weight:
            return place
        drawn -= weight
    return -1


def _of_rank(pool: i64, rank: i64) -> list[int]:
    return [13 * suit + rank for suit in range(4) if holds(pool, 13 * suit + rank)]


# --- five of one suit or in a row ----------------------------------------------------------------


def _flush(rng: Rng, fixed: i64, pool: i64, need: i64) -> i64:
    weights: list[int] = []
    suits: list[list[int]] = []
    for suit in range(4):
        of_suit: i64 = _SUITS[suit]
        cards = to_list(pool & of_suit)
        ways = 0
        if fixed & ~of_suit == 0 and len(cards) >= need:
            ways = 1
            for taken in range(need):
                ways = ways * (len(cards) - taken) // (taken + 1)
        weights.append(ways)
        suits.append(cards)
    suit = _pick(rng, weights)
    return IMPOSSIBLE if suit < 0 else some(rng, suits[suit], need)


def _straight(rng: Rng, fixed: i64, pool: i64, need: i64, one_suit: bool) -> i64:
    if rune_count(fixed) > 0:
        return IMPOSSIBLE
    weights: list[int] = []
    found: list[list[list[int]]] = []
    for suit in range(4 if one_suit else 1):
        of_suit: i64 = _SUITS[suit] if one_suit else REAL
        for window in _WINDOWS:
            options: list[list[int]] = []
            inside = 0
            ways = 1
            for rank in window:
                count = len(_of_rank(fixed & of_suit, rank))
                inside += count
                if count == 0:
                    cards = _of_rank(pool & of_suit, rank)
                    ways *= len(cards)
                    options.append(cards)
            if inside != popcount(fixed) or len(options) != need:
                ways = 0
            weights.append(ways)
            found.append(options)
    place = _pick(rng, weights)
    if place < 0:
        return IMPOSSIBLE
    chosen: i64 = 0
    for cards in found[place]:
        chosen = add(chosen, cards[rng.below(len(cards))])
    return chosen


# --- equal ranks ---------------------------------------------------------------------------------


def _with_equals(category: int, count: int) -> int:
    """The combination after so many cards of a further rank."""
    if category == _DEAD or count < 2:
        return category
    if count == 2:
        if category == NOTHING:
            return PAIR
        if category == PAIR:
            return TWO_PAIRS
        return FULL_HOUSE if category == THREE else _DEAD
    if count == 3:
        if category == NOTHING:
            return THREE
        return FULL_HOUSE if category == PAIR else _DEAD
    return FOUR if category == NOTHING else _DEAD


def _by_ranks(rng: Rng, fixed: i64, pool: i64, need: i64, category: i64) -> i64:
    """Count the ways rank by rank from above, then walk through them once."""
    have: list[int] = [len(_of_rank(fixed, rank)) for rank in range(13)]
    there: list[list[int]] = [_of_rank(pool, rank) for rank in range(13)]
    kinds = FOUR + 1
    # ways[rank][kinds * left + sofar]: to choose `left` more cards of this rank and above.
    last = [0] * (kinds * (need + 1))
    last[category] = 1
    ways: list[list[int]] = [last]
    for rank in range(12, -1, -1):
        after = ways[0]
        row: list[int] = []
        for left in range(need + 1):
            for sofar in range(kinds):
                total = 0
                for more in range(min(left, len(there[rank])) + 1):
                    then = _with_equals(sofar, have[rank] + more)
                    if then != _DEAD:
                        total += (
                            _CHOOSE[len(there[rank])][more] * after[kinds * (left - more) + then]
                        )
                row.append(total)
        ways.insert(0, row)
    runes = rune_count(pool)
    weights: list[int] = []
    for taken in range(min(runes, need) + 1):
        weights.append(_CHOOSE[runes][taken] * ways[0][kinds * (need - taken)])
    taken = _pick(rng, weights)
    if taken < 0:
        return IMPOSSIBLE
    chosen: i64 = 0
    for _ in range(taken):
        chosen = add(chosen, RUNE)
    left = need - taken
    sofar = NOTHING
    for rank in range(13):
        cards = there[rank]
        weights = []
        for more in range(min(left, len(cards)) + 1):
            then = _with_equals(sofar, have[rank] + more)
            count = 0
            if then != _DEAD:
                count = _CHOOSE[len(cards)][more] * ways[rank + 1][kinds * (left - more) + then]
            weights.append(count)
        more = _pick(rng, weights)
        chosen |= some(rng, cards, more)
        sofar = _with_equals(sofar, have[rank] + more)
        left -= more
    return chosen
