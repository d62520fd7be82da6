"""What a hand is worth in points, 20 for a rune: what it pays now, or what it may become.

Three things of a hand count: what its equal ranks make, how long its best straight is, and how
many cards it has of one suit. ``best_with`` and ``best_without`` judge all hands of one card more
or one card fewer together: they look at the hand once, and then only at what each card changes.

This is where a search spends most of its time. So each row of points is one number of eight bits a
column, and what equal ranks make is counted in eights: a shift finds the points.
"""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import bit
from fatum.games.allin.deck import ONE_RUNE, RUNE, add, remove, rune_count

RUNE_POINTS: Final = 20
NEVER: Final = -1_000_000
INDEX_BITS: Final = 3
INDEX: Final = 7
_RUNE_CARD: Final = 40
_RANKS: Final = 0x1FFF
_SUIT_BITS: Final = 13
_REAL_BITS: Final = 52

_STRAIGHTS: Final[list[int]] = [
    0x100F, 0x1F, 0x3E, 0x7C, 0xF8, 0x1F0, 0x3E0, 0x7C0, 0xF80, 0x1F00,
]  # fmt: skip


def _runs() -> tuple[bytes, bytes]:
    """By a set of ranks: how long its best straight is, and which ranks would make that longer.

    The first table has the lower eight of these ranks; the second one the upper five, and in its
    upper three bits the length.
    """
    lower = bytearray()
    upper = bytearray()
    for ranks in range(0x2000):
        run = 0
        longer = 0
        for straight in _STRAIGHTS:
            there = (ranks & straight).bit_count()
            if there > run:
                run = there
                longer = 0
            if there == run:
                longer |= straight & ~ranks
        lower.append(longer & 255)
        upper.append(longer >> 8 | run << _LENGTH_SHIFT)
    return bytes(lower), bytes(upper)


_LENGTH_SHIFT: Final = 5
_LONGER: Final = 31
_FOUND: Final = _runs()
_RUN_LOWER: Final[bytes] = _FOUND[0]
_RUN_UPPER: Final[bytes] = _FOUND[1]
_COUNT: Final[bytes] = bytes([ranks.bit_count() for ranks in range(0x2000)])


def _length(ranks: i64) -> i64:
    """How many of the five ranks of the best straight are there."""
    upper: i64 = _RUN_UPPER[ranks]
    return upper >> _LENGTH_SHIFT


def _rank_of(one: i64) -> i64:
    """The rank of a set of one rank."""
    # A product that is different for each of the 13, in four bits; these choose from a list.
    return (0x96A703B8502410C >> (4 * ((one * 0x137 >> 8) & 15))) & 15


# Points by turns left (0, 1, 2, 3 or more).
_TURNS: Final = 4
_FLUSH: Final[bytes] = bytes([
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 4, 8,
    0, 8, 24, 40,
    0, 40, 60, 72,
    100, 100, 100, 100,
])  # fmt: skip
"""By the cards of one suit."""
_STRAIGHT_A: Final[bytes] = bytes([
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 4, 8,
    0, 5, 16, 26,
    0, 26, 42, 54,
    80, 80, 80, 80,
])  # fmt: skip
"""By the ranks of one straight."""
_STRAIGHT_B: Final[bytes] = bytes([
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 6, 12,
    0, 8, 24, 40,
    0, 40, 64, 80,
    120, 120, 120, 120,
])  # fmt: skip
_SETS_A: Final[bytes] = bytes([
    0, 8, 16, 22,
    20, 28, 38, 48,
    40, 52, 64, 74,
    60, 72, 84, 94,
    120, 120, 120, 120,
    140, 140, 140, 140,
])  # fmt: skip
"""Nothing, pair, two pairs, three, full house, four of a kind."""
_SETS_B: Final[bytes] = bytes([
    0, 8, 16, 22,
    20, 28, 38, 46,
    40, 46, 52, 56,
    60, 68, 76, 84,
    80, 80, 84, 88,
    140, 140, 140, 140,
])  # fmt: skip
_STRAIGHT_FLUSH: Final = 200

_COLUMN: Final = 255
_STEP: Final = 8

# What equal ranks make, as the place of a column.
_NOTHING: Final = 0
_PAIR: Final = 8
_TWO_PAIRS: Final = 16
_THREE: Final = 24
_FULL: Final = 32
_FOUR: Final = 40
_PAIRED: Final = 0x282020101008
"""What equal ranks make → what they make with one pair more."""


class _Points:
    """The points for one side and number of turns left, a column each for what a hand has."""

    def __init__(self, sets: i64, straights: i64, flushes: i64) -> None:
        self.sets: Final[i64] = sets
        self.straights: Final[i64] = straights
        self.flushes: Final[i64] = flushes


def _row(table: bytes, turns: int) -> int:
    return sum([table[_TURNS * column + turns] << (_STEP * column) for column in range(6)])


_POINTS: Final[list[_Points]] = [
    _Points(_row(sets, turns), _row(straights, turns), _row(_FLUSH, turns))
    for sets, straights in ((_SETS_A, _STRAIGHT_A), (_SETS_B, _STRAIGHT_B))
    for turns in range(_TURNS)
]


def _points(turns: i64, side_b: bool) -> _Points:
    return _POINTS[turns + _TURNS] if side_b else _POINTS[turns]


def _made(twice: i64, thrice: i64, four: i64) -> i64:
    """What equal ranks make."""
    if thrice == 0:
        if twice == 0:
            return _NOTHING
        return _PAIR if twice & (twice - 1) == 0 else _TWO_PAIRS
    if four != 0:
        return _FOUR
    return _THREE if twice & (twice - 1) == 0 else _FULL


def worth(hand: i64, turns: i64, side_b: bool) -> i64:
    """What a hand of any size pays or may pay at the end of the round, in points."""
    clock = hand & _RANKS
    mask = (hand >> 13) & _RANKS
    scarab = (hand >> 26) & _RANKS
    tree = (hand >> 39) & _RANKS
    both = clock & mask
    either = clock | mask
    both2 = scarab & tree
    either2 = scarab | tree
    kind = _made(both | both2 | either & either2, both & either2 | either & both2, both & both2)
    suited: i64 = _COUNT[clock]
    other: i64 = _COUNT[mask]
    suited = max(suited, other)
    other = _COUNT[scarab]
    suited = max(suited, other)
    other = _COUNT[tree]
    suited = max(suited, other)
    run = _length(either | either2)
    if suited >= 5:
        suited = 5
        if run == 5 and (
            _length(clock) == 5 or _length(mask) == 5 or _length(scarab) == 5 or _length(tree) == 5
        ):
            return _STRAIGHT_FLUSH
    points = _points(turns, side_b)
    # Rune cards pay beside anything that leaves room for them.
    best = ((points.sets >> kind) & _COLUMN) + _RUNE_CARD * rune_count(hand)
    best = max(best, (points.straights >> (_STEP * run)) & _COLUMN)
    return max(best, (points.flushes >> (_STEP * suited)) & _COLUMN)


def best_with(hand: i64, packed: i64, stride: i64, turns: i64, side_b: bool) -> i64:
    """What a hand is worth with the best of some cards, and in the lowest bits which one that is.

    The cards are packed as code + 1 in so many bits each, 0 for none; of equals the first counts.
    """
    clock = hand & _RANKS
    mask = (hand >> 13) & _RANKS
    scarab = (hand >> 26) & _RANKS
    tree = (hand >> 39) & _RANKS
    both = clock & mask
    either = clock | mask
    both2 = scarab & tree
    either2 = scarab | tree
    ranks = either | either2
    twice = both | both2 | either & either2
    thrice = both & either2 | either & both2
    four = both & both2
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
    points = _points(turns, side_b)
    sets = points.sets
    flushes = points.flushes
    runes = _RUNE_CARD * rune_count(hand)
    # What the hand has anyway, and what straights pay with one card more.
    plain = ((sets >> kind) & _COLUMN) + runes
    with_rune = plain + _RUNE_CARD
    plain = max(plain, (points.straights >> (_STEP * run)) & _COLUMN)
    plain = max(plain, (flushes >> (_STEP * suited)) & _COLUMN)
    lengthened = (points.straights >> (_STEP * min(run + 1, 5))) & _COLUMN
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
                value = max(value, (flushes >> (_STEP * same)) & _COLUMN)
            if length == 5 and (suited == 5 or same == 5):
                # Perhaps a straight flush.
                value = worth(add(hand, card), turns, side_b)
            if value > best:
                best = value
                choice = index
        index += 1
    return best << INDEX_BITS | choice


class Promises:
    """What each card's effects promise beyond the hand, at most 255 points either way."""

    def __init__(self, all_told: bytes, after: bytes, takes: i64) -> None:
        self.all_told: Final = all_told
        self.after: Final = after
        """Of that, what comes after it has taken a card; with what is taken it may be more."""
        self.takes: Final[i64] = takes
        """The cards that take another one, as a set."""


KEEP_ALL: Final = 63
CHOICE_BITS: Final = 6
CHOICE: Final = 63
NO_PROMISES: Final = Promises(bytes(53), bytes(53), 0)


def best_without(
    hand: i64, packed: i64, turns: i64, side_b: bool, promises: Promises, forced: bool
) -> i64:
    """The card to part with: what is left, with what the card promises, is worth most.

    That must be worth more than the whole hand, unless it is ``forced``: else ``KEEP_ALL``. The
    upper bits say what the whole hand is worth. The cards that can be taken are packed with eight
    bits each. A card is passed over when even a hand that would not miss it could not be best.
    """
    clock = hand & _RANKS
    mask = (hand >> 13) & _RANKS
    scarab = (hand >> 26) & _RANKS
    tree = (hand >> 39) & _RANKS
    both = clock & mask
    either = clock | mask
    both2 = scarab & tree
    either2 = scarab | tree
    ranks = either | either2
    twice = both | both2 | either & either2
    thrice = both & either2 | either & both2
    four = both & both2
    kind = _made(twice, thrice, four)
    run = _length(ranks)
    points = _points(turns, side_b)
    sets = points.sets
    straights = points.straights
    runes = _RUNE_CARD * rune_count(hand)
    # How many cards the longest suit has, and which suits have as many, or one fewer.
    clocks: i64 = _COUNT[clock]
    masks: i64 = _COUNT[mask]
    scarabs: i64 = _COUNT[scarab]
    trees: i64 = _COUNT[tree]
    most = max(clocks, masks)
    most = max(most, scarabs)
    most = max(most, trees)
    longest = _suits_of(most, clocks, masks, scarabs, trees)
    second: i64 = 0
    if longest & (longest - 1) == 0:
        second = _suits_of(most - 1, clocks, masks, scarabs, trees)
    if most >= 5 and run == 5:
        whole = worth(hand, turns, side_b)
    else:
        whole = ((sets >> kind) & _COLUMN) + runes
        whole = max(whole, (straights >> (_STEP * run)) & _COLUMN)
        whole = max(whole, (points.flushes >> (_STEP * min(most, 5))) & _COLUMN)
    # What can be taken: ranks, suits, a Rune card.
    takes = promises.takes & hand
    to_be_had: i64 = 0
    if takes != 0:
        to_be_had = _set_of(packed)
    had_ranks = (to_be_had | to_be_had >> 13 | to_be_had >> 26 | to_be_had >> 39) & _RANKS
    had_suits: i64 = 0
    if to_be_had & 0x1FFF != 0:
        had_suits = 1
    if to_be_had & 0x3FFE000 != 0:
        had_suits |= 2
    if to_be_had & 0x7FFC000000 != 0:
        had_suits |= 4
    if to_be_had & 0xFFF8000000000 != 0:
        had_suits |= 8
    with_rune = runes
    if to_be_had & ONE_RUNE != 0:
        with_rune += _RUNE_CARD
    all_told = promises.all_told
    after = promises.after
    best = whole
    if forced:
        best = NEVER
    choice: i64 = KEEP_ALL
    shift: i64 = 0
    number: i64 = 1
    while shift < _REAL_BITS:
        left = (hand >> shift) & _RANKS
        if left != 0:
            # The longest suit without one card of this suit, and with one card more.
            suited = most
            growing = longest
            if longest & number != 0:
                growing ^= number
                if growing == 0:
                    suited -= 1
                    growing = second | number
            suited_with = suited
            if growing & had_suits != 0:
                suited_with += 1
            suited = min(suited, 5)
            suited_with = min(suited_with, 5)
            flush = (points.flushes >> (_STEP * suited)) & _COLUMN
            flush_with = (points.flushes >> (_STEP * suited_with)) & _COLUMN
            while left != 0:
                one = left & -left
                left ^= one
                card = shift + _rank_of(one)
                taking = (takes >> card) & 1 == 1
                gain: i64 = all_told[card]
                if whole + gain <= best and not taking:
                    continue
                kept = ranks
                length = run
                made = kind
                twice1 = twice
                thrice1 = thrice
                if twice & one == 0:
                    kept ^= one
                    length = _length(kept)
                elif thrice & one == 0:
                    twice1 ^= one
                    made = _made(twice1, thrice, four)
                elif four & one == 0:
                    thrice1 ^= one
                    made = _made(twice, thrice1, four)
                else:
                    made = _made(twice, thrice, four ^ one)
                paid = (sets >> made) & _COLUMN
                value = max(paid + runes, flush)
                value = max(value, (straights >> (_STEP * length)) & _COLUMN)
                if length == 5 and suited == 5:
                    value = worth(hand ^ bit(card), turns, side_b)
                value += gain
                if taking:
                    gained: i64
                    length_with = length
                    longer: i64 = _RUN_LOWER[kept]
                    upper: i64 = _RUN_UPPER[kept]
                    if (longer | (upper & _LONGER) << 8) & had_ranks != 0:
                        length_with += 1
                    if length_with == 5 and suited_with == 5:
                        gained = best_with(hand ^ bit(card), packed, 8, turns, side_b) >> INDEX_BITS
                    else:
                        gained = max(paid + with_rune, flush_with)
                        gained = max(gained, (straights >> (_STEP * length_with)) & _COLUMN)
                        if had_ranks & kept != 0:
                            made = _made_with(made, twice1, thrice1, kept, had_ranks)
                            gained = max(gained, ((sets >> made) & _COLUMN) + runes)
                    gain = after[card]
                    value = max(value, gained + gain)
                if value > best:
                    best = value
                    choice = card
        shift += _SUIT_BITS
        number <<= 1
    if hand >= ONE_RUNE:
        rest = remove(hand, RUNE)
        value = worth(rest, turns, side_b)
        gain = all_told[RUNE]
        value += gain
        if takes & ONE_RUNE != 0:
            gained = best_with(rest, packed, 8, turns, side_b) >> INDEX_BITS
            gain = after[RUNE]
            value = max(value, gained + gain)
        if value > best:
            choice = RUNE
    return whole << CHOICE_BITS | choice


def _made_with(made: i64, twice: i64, thrice: i64, ranks: i64, more: i64) -> i64:
    """The best that equal ranks make with one of some ranks more, of which the hand has some."""
    if more & thrice != 0:
        return _FOUR
    best = made
    if more & ranks & ~twice != 0:
        best = (_PAIRED >> made) & _COLUMN
    if more & twice != 0:
        best = max(best, _THREE if twice & (twice - 1) == 0 else _FULL)
    return best


def _suits_of(count: i64, clocks: i64, masks: i64, scarabs: i64, trees: i64) -> i64:
    """The suits with so many cards, as bits."""
    found: i64 = 0
    if clocks == count:
        found = 1
    if masks == count:
        found |= 2
    if scarabs == count:
        found |= 4
    if trees == count:
        found |= 8
    return found


def _set_of(packed: i64) -> i64:
    """The cards packed with eight bits each."""
    cards: i64 = 0
    first = bit(0)
    while packed != 0:
        code = packed & 63
        packed >>= 8
        if code != 0:
            cards |= first << (code - 1)
    return cards
