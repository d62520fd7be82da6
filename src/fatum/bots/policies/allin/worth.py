"""What a hand is worth in points, 20 for a rune: what it pays now, or what it may become.

Three things of a hand count: what its equal ranks make, how long its best straight is, and how
many cards it has of one suit. The best of the three is the hand's ``plan``, and the cards of that
are the ones to keep. ``best_with`` judges all hands of one card more together: it looks at the hand
once, and then only at what each card changes.

This is where a search spends most of its time. So each row of points is one number of eight bits a
column, and what equal ranks make is counted in eights: a shift finds the points.
"""

from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.allin.points import STEP, Points
from fatum.core.bits import bit
from fatum.games.allin.rules.deck import ONE_RUNE, RUNE, TWO_RUNES, add, rune_count
from fatum.games.allin.rules.hands import by_number, by_suit

NEVER: Final = -1_000_000
INDEX_BITS: Final = 3
INDEX: Final = 7
_PROMISE_BITS: Final = 8
VALUE_SHIFT: Final = INDEX_BITS + _PROMISE_BITS
_RUNE_CARD: Final = 40
_RANKS: Final = 0x1FFF

_STRAIGHTS: Final[list[int]] = [
    0x100F, 0x1F, 0x3E, 0x7C, 0xF8, 0x1F0, 0x3E0, 0x7C0, 0xF80, 0x1F00,
]  # fmt: skip


def _runs() -> tuple[bytes, bytes, bytes, bytes]:
    """By a set of ranks: how long its best straight is, and which ranks would make that longer.

    The first table has the lower eight of these ranks; the second one the upper five, and in its
    upper three bits the length. The other two have the ranks of the set that are in the straight,
    the highest one of equals.
    """
    lower = bytearray()
    upper = bytearray()
    lower_in = bytearray()
    upper_in = bytearray()
    for ranks in range(0x2000):
        run = 0
        longer = 0
        inside = 0
        for straight in _STRAIGHTS:
            there = (ranks & straight).bit_count()
            if there > run:
                run = there
                longer = 0
            if there == run:
                longer |= straight & ~ranks
                inside = straight & ranks
        lower.append(longer & 255)
        upper.append(longer >> 8 | run << _LENGTH_SHIFT)
        lower_in.append(inside & 255)
        upper_in.append(inside >> 8)
    return bytes(lower), bytes(upper), bytes(lower_in), bytes(upper_in)


_LENGTH_SHIFT: Final = 5
_LONGER: Final = 31
_FOUND: Final = _runs()
_RUN_LOWER: Final[bytes] = _FOUND[0]
_RUN_UPPER: Final[bytes] = _FOUND[1]
_IN_LOWER: Final[bytes] = _FOUND[2]
_IN_UPPER: Final[bytes] = _FOUND[3]
_COUNT: Final[bytes] = bytes([ranks.bit_count() for ranks in range(0x2000)])


def of_all_suits(ranks: i64) -> i64:
    """All cards of these ranks."""
    ranks |= ranks << 13
    return ranks | ranks << 26


def suit_counts(clock: i64, mask: i64, scarab: i64, tree: i64) -> i64:
    """How many cards of each suit there are, packed with four bits each."""
    counts: i64 = _COUNT[clock]
    count: i64 = _COUNT[mask]
    counts |= count << 4
    count = _COUNT[scarab]
    counts |= count << 8
    count = _COUNT[tree]
    return counts | count << 12


def longest_run(ranks: i64) -> i64:
    """How many of the five ranks of the best straight are there."""
    upper: i64 = _RUN_UPPER[ranks]
    return upper >> _LENGTH_SHIFT


STRAIGHT_FLUSH: Final = 200
_COLUMN: Final = 255

# What equal ranks make, as the place of a column.
_NOTHING: Final = 0
_PAIR: Final = 8
_TWO_PAIRS: Final = 16
_THREE: Final = 24
_FULL: Final = 32
_FOUR: Final = 40
_FEWER: Final = 0x181808080000
"""What equal ranks make → what they make at least with one of them fewer."""
_PAIRED: Final = 0x282020101008
"""What equal ranks make → what they make with one pair more."""
_MASKS: Final = 0x3FFE000
_SCARABS: Final = 0x7FFC000000
_TREES: Final = 0xFFF8000000000
_RUNES: Final = ONE_RUNE | TWO_RUNES


def _made(twice: i64, thrice: i64, four: i64) -> i64:
    """What equal ranks make."""
    if thrice == 0:
        if twice == 0:
            return _NOTHING
        if twice & (twice - 1) == 0:
            return _PAIR
        return _TWO_PAIRS
    if four != 0:
        return _FOUR
    if twice & (twice - 1) == 0:
        return _THREE
    return _FULL


def worth(hand: i64, points: Points) -> i64:
    """What a hand of any size pays or may pay at the end of the round, in points."""
    clock, mask, scarab, tree = by_suit(hand)
    ranks, twice, thrice, four = by_number(clock, mask, scarab, tree)
    kind = _made(twice, thrice, four)
    suited: i64 = _COUNT[clock]
    other: i64 = _COUNT[mask]
    suited = max(suited, other)
    other = _COUNT[scarab]
    suited = max(suited, other)
    other = _COUNT[tree]
    suited = max(suited, other)
    run = longest_run(ranks)
    if suited >= 5:
        suited = 5
        if run == 5 and (
            longest_run(clock) == 5
            or longest_run(mask) == 5
            or longest_run(scarab) == 5
            or longest_run(tree) == 5
        ):
            return STRAIGHT_FLUSH
    # Rune cards pay beside anything that leaves room for them.
    best = ((points.sets >> kind) & _COLUMN) + _RUNE_CARD * rune_count(hand)
    best = max(best, (points.straights >> (STEP * run)) & _COLUMN)
    return max(best, (points.flushes >> (STEP * suited)) & _COLUMN)


def plan(hand: i64, points: Points) -> tuple[i64, i64, i64]:
    """The cards to keep, what the hand is worth with them, and about what each of them counts for.

    A hand without one of these cards is worth what is left of the plan, or the second best plan.
    """
    clock, mask, scarab, tree = by_suit(hand)
    ranks, twice, thrice, four = by_number(clock, mask, scarab, tree)
    suited: i64 = _COUNT[clock]
    suit: i64 = _RANKS
    other: i64 = _COUNT[mask]
    if other > suited:
        suited = other
        suit = _MASKS
    other = _COUNT[scarab]
    if other > suited:
        suited = other
        suit = _SCARABS
    other = _COUNT[tree]
    if other > suited:
        suited = other
        suit = _TREES
    run = longest_run(ranks)
    kind = _made(twice, thrice, four)
    of_sets = (points.sets >> kind) & _COLUMN
    of_run = (points.straights >> (STEP * run)) & _COLUMN
    of_suit = (points.flushes >> (STEP * min(suited, 5))) & _COLUMN
    # Rune cards pay beside anything that leaves room for them.
    runes = _RUNE_CARD * rune_count(hand)
    with_runes = of_sets + runes
    best: i64
    second: i64
    fewer: i64
    keep: i64
    if with_runes >= of_suit and with_runes >= of_run:
        best = with_runes
        second = max(of_suit, of_run)
        fewer = ((points.sets >> ((_FEWER >> kind) & _COLUMN)) & _COLUMN) + runes
        keep = hand & (of_all_suits(twice) | _RUNES)
    elif of_suit >= of_run:
        best = of_suit
        if run == 5 and suited >= 5:
            best = worth(hand, points)
        second = max(with_runes, of_run)
        fewer = (points.flushes >> (STEP * (min(suited, 6) - 1))) & _COLUMN
        keep = hand & suit
    else:
        best = of_run
        second = max(with_runes, of_suit)
        fewer = (points.straights >> (STEP * (run - 1))) & _COLUMN
        lower: i64 = _IN_LOWER[ranks]
        upper: i64 = _IN_UPPER[ranks]
        # One card of each rank.
        needed = lower | upper << 8
        keep = clock & needed
        needed &= ~clock
        keep |= (mask & needed) << 13
        needed &= ~mask
        keep |= (scarab & needed) << 26
        keep |= (tree & needed & ~scarab) << 39
    return keep, best, best - max(second, fewer)


def worth_with(hand: i64, cards: i64, points: Points) -> i64:
    """What a hand of up to four cards is worth with the best of some cards, or without them.

    Straight flushes are not looked for.
    """
    clock, mask, scarab, tree = by_suit(hand)
    ranks, twice, thrice, four = by_number(clock, mask, scarab, tree)
    sets = points.sets
    kind = _made(twice, thrice, four)
    runes = _RUNE_CARD * rune_count(hand)
    best = ((sets >> kind) & _COLUMN) + runes
    if cards & ONE_RUNE != 0:
        best += _RUNE_CARD
    # With one of these ranks more: equal ranks, or a longer straight.
    more = (cards | cards >> 13 | cards >> 26 | cards >> 39) & _RANKS
    if more & ranks != 0:
        if more & thrice != 0:
            kind = _FOUR
        elif more & twice != 0:
            kind = _THREE
            if twice & (twice - 1) != 0:
                kind = _FULL
        else:
            kind = (_PAIRED >> kind) & _COLUMN
        best = max(best, ((sets >> kind) & _COLUMN) + runes)
    upper: i64 = _RUN_UPPER[ranks]
    run = upper >> _LENGTH_SHIFT
    lower: i64 = _RUN_LOWER[ranks]
    if (lower | (upper & _LONGER) << 8) & more != 0:
        run += 1
    best = max(best, (points.straights >> (STEP * run)) & _COLUMN)
    # With one card more of a suit.
    suited: i64 = _COUNT[clock]
    if cards & _RANKS != 0:
        suited += 1
    other: i64 = _COUNT[mask]
    if cards & _MASKS != 0:
        other += 1
    suited = max(suited, other)
    other = _COUNT[scarab]
    if cards & _SCARABS != 0:
        other += 1
    suited = max(suited, other)
    other = _COUNT[tree]
    if cards & _TREES != 0:
        other += 1
    suited = max(suited, other)
    return max(best, (points.flushes >> (STEP * suited)) & _COLUMN)


def set_of(packed: i64) -> i64:
    """The cards packed with eight bits each; of two Rune cards one."""
    cards: i64 = 0
    first = bit(0)
    while packed != 0:
        code = packed & 63
        packed >>= 8
        if code != 0:
            cards |= first << (code - 1)
    return cards


def best_with(hand: i64, packed: i64, stride: i64, points: Points, promised: bytes) -> i64:
    """What a hand is worth with the best of some cards, and in the lowest bits which one that is.

    The cards are packed as code + 1 in so many bits each, 0 for none. Of equals the one counts for
    which most is promised, and then the first; that promise stands between worth and place.
    """
    clock, mask, scarab, tree = by_suit(hand)
    ranks, twice, thrice, four = by_number(clock, mask, scarab, tree)
    counts: i64 = _COUNT[clock]
    suited = counts
    count: i64 = _COUNT[mask]
    counts |= count << 8
    suited = max(suited, count)
    count = _COUNT[scarab]
    counts |= count << 16
    suited = max(suited, count)
    count = _COUNT[tree]
    counts |= count << 24
    suited = max(suited, count)
    suited = min(suited, 5)
    longer: i64 = _RUN_LOWER[ranks]
    upper: i64 = _RUN_UPPER[ranks]
    longer |= (upper & _LONGER) << 8
    run = upper >> _LENGTH_SHIFT
    kind = _made(twice, thrice, four)
    sets = points.sets
    flushes = points.flushes
    runes = _RUNE_CARD * rune_count(hand)
    # What the hand has anyway, and what straights pay with one card more.
    plain = ((sets >> kind) & _COLUMN) + runes
    with_rune = plain + _RUNE_CARD
    plain = max(plain, (points.straights >> (STEP * run)) & _COLUMN)
    plain = max(plain, (flushes >> (STEP * suited)) & _COLUMN)
    lengthened = (points.straights >> (STEP * min(run + 1, 5))) & _COLUMN
    first = bit(0)
    best: i64 = NEVER
    choice: i64 = 0
    index: i64 = 0
    while packed != 0:
        card = (packed & 63) - 1
        packed >>= stride
        if card >= 0:
            value = plain
            length = run
            same: i64 = 0
            if card == RUNE:
                value = max(value, with_rune)
            else:
                suit = card * 79 >> 10
                added = first << (card - 13 * suit)
                if ranks & added != 0:
                    made = _made(twice | added, thrice | twice & added, four | thrice & added)
                    value = max(value, ((sets >> made) & _COLUMN) + runes)
                elif longer & added != 0:
                    length += 1
                    value = max(value, lengthened)
                same = min(((counts >> (8 * suit)) & 15) + 1, 5)
                value = max(value, (flushes >> (STEP * same)) & _COLUMN)
            if length == 5 and (suited == 5 or same == 5):
                # Perhaps a straight flush.
                value = worth(add(hand, card), points)
            promise: i64 = promised[card]
            value = value << _PROMISE_BITS | promise
            if value > best:
                best = value
                choice = index
        index += 1
    return best << INDEX_BITS | choice
