"""What a hand is worth in points, 20 for a rune: what it pays now, or what it may become.

Three things of a hand count: what its equal ranks make, how long its best straight is, and how
many cards it has of one suit. One table says for all three, and for Rune cards and turns left,
what that is worth. ``best_with`` and ``best_without`` judge all hands of one card more or one card
fewer together: they look at the hand once, and then only at what each card changes.
"""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import bit
from fatum.games.allin.deck import ONE_RUNE, RUNE, add, remove

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


def _runs() -> tuple[bytes, bytes, bytes]:
    """By a set of ranks: how long its best straight is, and which ranks would make that longer."""
    longest = bytearray()
    longer_low = bytearray()
    longer_high = bytearray()
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
        longest.append(run)
        longer_low.append(longer & 255)
        longer_high.append(longer >> 8)
    return bytes(longest), bytes(longer_low), bytes(longer_high)


_FOUND: Final = _runs()
_RUN: Final[bytes] = _FOUND[0]
_LONGER_LOW: Final[bytes] = _FOUND[1]
_LONGER_HIGH: Final[bytes] = _FOUND[2]
_COUNT: Final[bytes] = bytes([ranks.bit_count() for ranks in range(0x2000)])
_LOWEST: Final[bytes] = bytes(
    [max((ranks & -ranks).bit_length() - 1, 0) for ranks in range(0x2000)]
)
"""By a set of ranks."""
_SUIT: Final[bytes] = bytes([card // 13 for card in range(53)])
_RANK: Final[bytes] = bytes([card % 13 for card in range(53)])

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

_NOTHING: Final = 0
_PAIR: Final = 1
_TWO_PAIRS: Final = 2
_THREE: Final = 3
_FULL: Final = 4
_FOUR: Final = 5
_PAIRED: Final[bytes] = bytes([_PAIR, _TWO_PAIRS, _TWO_PAIRS, _FULL, _FULL, _FOUR])
"""What equal ranks make → what they make with one pair more."""

# Places in the table of points.
_KIND: Final = 36
_LENGTH: Final = 6
_TURN: Final = 216
_RUNES: Final = 864
_SIDE: Final = 3456


def _points() -> bytes:
    """By side, Rune cards (as the bits 52 and 53 of a hand), turns, equal ranks, straight, suit."""
    found = bytearray()
    for sets, straights in ((_SETS_A, _STRAIGHT_A), (_SETS_B, _STRAIGHT_B)):
        for runes in (0, 1, 1, 2):
            for turns in range(_TURNS):
                for kind in range(6):
                    for run in range(6):
                        for suited in range(6):
                            # Rune cards pay beside anything that leaves room for them.
                            best = sets[_TURNS * kind + turns] + _RUNE_CARD * runes
                            best = max(best, straights[_TURNS * run + turns])
                            found.append(max(best, _FLUSH[_TURNS * suited + turns]))
    return bytes(found)


_POINTS: Final[bytes] = _points()


def _place(hand: i64, turns: i64, side_b: bool) -> i64:
    """Where in the table the points for these Rune cards and turns begin."""
    place = _RUNES * (hand >> _REAL_BITS) + _TURN * turns
    return place + _SIDE if side_b else place


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
    run: i64 = _RUN[either | either2]
    if suited >= 5:
        suited = 5
        if run == 5:
            if _RUN[clock] == 5 or _RUN[mask] == 5 or _RUN[scarab] == 5 or _RUN[tree] == 5:
                return _STRAIGHT_FLUSH
    points: i64 = _POINTS[_place(hand, turns, side_b) + _KIND * kind + _LENGTH * run + suited]
    return points


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
    run: i64 = _RUN[ranks]
    longer: i64 = _LONGER_LOW[ranks]
    high: i64 = _LONGER_HIGH[ranks]
    longer |= high << 8
    kind = _made(twice, thrice, four)
    place = _place(hand, turns, side_b)
    first = bit(0)
    best: i64 = NEVER
    choice: i64 = 0
    index: i64 = 0
    while packed != 0:
        card = (packed & 63) - 1
        packed >>= stride
        if card >= 0:
            value: i64
            if card == RUNE:
                value = _POINTS[
                    _place(add(hand, RUNE), turns, side_b) + _KIND * kind + _LENGTH * run + suited
                ]
                if suited == 5 and run == 5:
                    value = worth(add(hand, RUNE), turns, side_b)
            else:
                rank: i64 = _RANK[card]
                suit: i64 = _SUIT[card]
                added = first << rank
                made = kind
                length = run
                if ranks & added != 0:
                    made = _made(twice | added, thrice | twice & added, four | thrice & added)
                elif longer & added != 0:
                    length += 1
                same = min(((counts >> (8 * suit)) & 15) + 1, 5)
                same = max(same, suited)
                if length == 5 and same == 5:
                    # Perhaps a straight flush.
                    value = worth(add(hand, card), turns, side_b)
                else:
                    value = _POINTS[place + _KIND * made + _LENGTH * length + same]
            if value > best:
                best = value
                choice = index
        index += 1
    return best << INDEX_BITS | choice


class Promises:
    """What each card's effects promise beyond the hand, at most 255 points either way."""

    def __init__(self, before: bytes, after: bytes, takes: i64) -> None:
        self.before: Final = before
        """Before it takes a card, if it does; what is taken may be worth more."""
        self.after: Final = after
        self.takes: Final[i64] = takes
        """The cards that take another one, as a set."""


NO_PROMISES: Final = Promises(bytes(53), bytes(53), 0)


def best_without(
    hand: i64, packed: i64, turns: i64, side_b: bool, promises: Promises, least: i64
) -> i64:
    """The card to part with: what is left, with what the card promises, is worth most.

    It must be worth more than ``least``; else -1. The cards that can be taken are packed with
    eight bits each.
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
    run: i64 = _RUN[ranks]
    place = _place(hand, turns, side_b)
    # How many cards the longest suit has, and which suits have as many, or one fewer.
    clocks: i64 = _COUNT[clock]
    masks: i64 = _COUNT[mask]
    scarabs: i64 = _COUNT[scarab]
    trees: i64 = _COUNT[tree]
    most = max(clocks, masks)
    most = max(most, scarabs)
    most = max(most, trees)
    longest = _suits_of(most, clocks, masks, scarabs, trees)
    second = _suits_of(most - 1, clocks, masks, scarabs, trees)
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
    with_rune: i64 = 0
    if to_be_had & ONE_RUNE != 0:
        with_rune = _place(add(hand, RUNE), turns, side_b)
    before = promises.before
    after = promises.after
    best = least
    choice: i64 = -1
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
            while left != 0:
                one = left & -left
                left ^= one
                kept = ranks
                length = run
                made = kind
                twice1 = twice
                thrice1 = thrice
                if twice & one == 0:
                    kept ^= one
                    length = _RUN[kept]
                elif thrice & one == 0:
                    twice1 ^= one
                    made = _made(twice1, thrice, four)
                elif four & one == 0:
                    thrice1 ^= one
                    made = _made(twice, thrice1, four)
                else:
                    made = _made(twice, thrice, four ^ one)
                card: i64 = _LOWEST[one]
                card += shift
                value: i64 = _POINTS[place + _KIND * made + _LENGTH * length + suited]
                if length == 5 and suited == 5:
                    value = worth(hand ^ bit(card), turns, side_b)
                gain: i64 = before[card]
                value += gain
                if (takes >> card) & 1 == 1:
                    gained: i64
                    length_with = length
                    longer: i64 = _LONGER_LOW[kept]
                    high: i64 = _LONGER_HIGH[kept]
                    if (longer | high << 8) & had_ranks != 0:
                        length_with += 1
                    if length_with == 5 and suited_with == 5:
                        gained = best_with(hand ^ bit(card), packed, 8, turns, side_b) >> INDEX_BITS
                    else:
                        made_with = made
                        if had_ranks & kept & ~twice1 != 0:
                            made_with = _PAIRED[made]
                        if had_ranks & twice1 != 0:
                            if had_ranks & thrice1 != 0:
                                made_with = _FOUR
                            elif twice1 & (twice1 - 1) != 0:
                                made_with = max(made_with, _FULL)
                            else:
                                made_with = max(made_with, _THREE)
                        gained = _POINTS[
                            place + _KIND * made_with + _LENGTH * length_with + suited_with
                        ]
                        if with_rune != 0:
                            rune: i64 = _POINTS[
                                with_rune + _KIND * made + _LENGTH * length + suited
                            ]
                            gained = max(gained, rune)
                    value = max(value, gained)
                gain = after[card]
                value += gain
                if value > best:
                    best = value
                    choice = card
        shift += _SUIT_BITS
        number <<= 1
    if hand >= ONE_RUNE:
        rest = remove(hand, RUNE)
        value = worth(rest, turns, side_b)
        gain = before[RUNE]
        value += gain
        if takes & ONE_RUNE != 0:
            gained = best_with(rest, packed, 8, turns, side_b) >> INDEX_BITS
            value = max(value, gained)
        gain = after[RUNE]
        value += gain
        if value > best:
            choice = RUNE
    return choice


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
