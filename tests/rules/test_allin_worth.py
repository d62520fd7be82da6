"""The quick ways of the rules of thumb give what the slow ones give."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatum.games.allin.deck import DECK, add, from_list, remove
from fatum.games.allin.river import FIELDS, read_river
from fatum.games.allin.worth import (
    CHOICE,
    CHOICE_BITS,
    KEEP_ALL,
    NEVER,
    Promises,
    best_with,
    best_without,
    worth,
)

# Few ranks and suits make straights, flushes and equal ranks common.
NEAR = [card for card in DECK if card % 13 < 6 or card == 52]
ONE_SUIT = [card for card in DECK if card < 16 or card == 52]
CARDS = st.sampled_from([DECK, NEAR, ONE_SUIT]).flatmap(st.permutations)
SIDES = pytest.mark.parametrize("side_b", [False, True])
TURNS = st.integers(0, 3)
THERE = st.lists(st.booleans(), min_size=1, max_size=7)


def pack(cards: list[int], there: list[bool], stride: int) -> int:
    return sum(
        (card + 1) << (stride * place)
        for place, card in enumerate(cards[: len(there)])
        if there[place]
    )


@SIDES
@pytest.mark.parametrize("stride", [6, 8])
@given(CARDS, st.integers(0, 7), THERE, TURNS)
def test_the_best_of_some_cards(
    side_b: bool, stride: int, cards: list[int], size: int, there: list[bool], turns: int
) -> None:
    hand = from_list(cards[:size])
    values = [
        worth(add(hand, card), turns, side_b) if there[place] else NEVER
        for place, card in enumerate(cards[size : size + len(there)])
    ]
    found = best_with(hand, pack(cards[size:], there, stride), stride, turns, side_b)
    assert found >> 3 == max(values)
    if any(there):
        assert found & 7 == values.index(max(values))


@SIDES
@given(
    CARDS,
    st.integers(1, 7),
    THERE,
    TURNS,
    st.binary(min_size=53, max_size=53),
    st.binary(min_size=53, max_size=53),
    st.integers(0, 2**53 - 1),
    st.booleans(),
)
def test_the_card_to_part_with(
    side_b: bool,
    cards: list[int],
    size: int,
    there: list[bool],
    turns: int,
    all_told: bytes,
    after: bytes,
    takes: int,
    forced: bool,
) -> None:
    after = bytes(map(min, all_told, after))
    hand = from_list(cards[:size])
    to_be_had = [card for place, card in enumerate(cards[size : size + len(there)]) if there[place]]
    whole = worth(hand, turns, side_b)
    best, choice = (NEVER if forced else whole), KEEP_ALL
    for card in sorted(set(cards[:size])):
        rest = remove(hand, card)
        value = worth(rest, turns, side_b) + all_told[card]
        if takes >> card & 1:
            with_one = [worth(add(rest, other), turns, side_b) for other in to_be_had]
            value = max([value, *[value + after[card] for value in with_one]])
        if value > best:
            best, choice = value, card
    packed = pack(cards[size:], there, 8)
    promises = Promises(all_told, after, takes)
    found = best_without(hand, packed, turns, side_b, promises, forced)
    assert found >> CHOICE_BITS == whole
    assert found & CHOICE == choice


@given(st.permutations(DECK), st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_all_uncovered_cards_at_once(cards: list[int], heights: list[int]) -> None:
    piles = [
        cards[2 * field : 2 * field + height] for field, height in enumerate(heights[: FIELDS[4]])
    ]
    packed = sum((pile[-1] + 1) << (8 * field) for field, pile in enumerate(piles) if pile)
    assert read_river(4, piles).tops() == packed
