"""The quick ways of the rules of thumb give what the slow ones give."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fatum.bots.policies.allin.points import points_for
from fatum.bots.policies.allin.worth import (
    INDEX,
    NEVER,
    STRAIGHT_FLUSH,
    VALUE_SHIFT,
    best_with,
    plan,
    set_of,
    worth,
    worth_with,
)
from fatum.games.allin.rules.deck import CODES, DECK, add, from_list, remove
from fatum.games.allin.rules.river import FIELDS, read_river

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
@given(CARDS, st.integers(0, 7), THERE, TURNS, st.binary(min_size=53, max_size=53))
def test_the_best_of_some_cards(
    side_b: bool,
    stride: int,
    cards: list[int],
    size: int,
    there: list[bool],
    turns: int,
    promised: bytes,
) -> None:
    hand = from_list(cards[:size])
    points = points_for(turns, side_b)
    values = [
        (worth(add(hand, card), points), promised[card]) if there[place] else (NEVER, 0)
        for place, card in enumerate(cards[size : size + len(there)])
    ]
    found = best_with(hand, pack(cards[size:], there, stride), stride, points, promised)
    if any(there):
        assert found >> VALUE_SHIFT == max(values)[0]
        assert found & INDEX == values.index(max(values))


@SIDES
@given(CARDS, st.integers(0, 4), THERE, TURNS)
def test_what_a_hand_becomes_with_one_of_some_cards(
    side_b: bool, cards: list[int], size: int, there: list[bool], turns: int
) -> None:
    hand = from_list(cards[:size])
    points = points_for(turns, side_b)
    to_be_had = [card for place, card in enumerate(cards[size : size + len(there)]) if there[place]]
    values = [worth(hand, points), *[worth(add(hand, card), points) for card in to_be_had]]
    assume(STRAIGHT_FLUSH not in values)
    found = set_of(pack(cards[size:], there, 8))
    assert worth_with(hand, found, points) == max(values)


@SIDES
@given(CARDS, st.integers(1, 7), TURNS)
def test_a_plan_is_all_that_a_hand_needs(
    side_b: bool, cards: list[int], size: int, turns: int
) -> None:
    hand = from_list(cards[:size])
    points = points_for(turns, side_b)
    keep, whole, loss = plan(hand, points)
    assert keep & ~hand == 0
    assert whole == worth(hand, points) == worth(keep, points)
    assert 0 <= loss <= whole
    for card in cards[:size]:
        if keep >> card & 1 == 0:
            assert worth(remove(hand, card), points) == whole


@SIDES
@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        (["KC", "KM", "4S", "9T", "2C"], ["KC", "KM"]),
        (["KC", "KM", "4S", "4T", "Ru"], ["KC", "KM", "4S", "4T", "Ru"]),
        (["2C", "5C", "9C", "JC", "JM"], ["2C", "5C", "9C", "JC"]),
        (["5C", "6M", "7S", "8T", "8M"], ["5C", "6M", "7S", "8M"]),
    ],
)
def test_the_plans_of_some_hands(side_b: bool, hand: list[str], kept: list[str]) -> None:
    keep, _, loss = plan(from_names(hand), points_for(2, side_b))
    assert keep == from_names(kept)
    assert loss > 0


def from_names(names: list[str]) -> int:
    return from_list([CODES[name] for name in names])


@given(st.permutations(DECK), st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_all_uncovered_cards_at_once(cards: list[int], heights: list[int]) -> None:
    piles = [
        cards[2 * field : 2 * field + height] for field, height in enumerate(heights[: FIELDS[4]])
    ]
    packed = sum((pile[-1] + 1) << (8 * field) for field, pile in enumerate(piles) if pile)
    river = read_river(4, piles)
    assert river.tops() == packed
    assert river.free == 2 * FIELDS[4] - sum(map(len, piles))
