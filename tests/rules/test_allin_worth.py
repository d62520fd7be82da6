"""The quick ways of the rules of thumb give what the slow ones give."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatum.games.allin.deck import DECK, add, from_list
from fatum.games.allin.heuristic import best_with, worth

# Few ranks and suits make straights, flushes and equal ranks common.
NEAR = [card for card in DECK if card % 13 < 6 or card == 52]
ONE_SUIT = [card for card in DECK if card < 16 or card == 52]
CARDS = st.sampled_from([DECK, NEAR, ONE_SUIT]).flatmap(st.permutations)


@pytest.mark.parametrize("side_b", [False, True])
@given(CARDS, st.integers(0, 7), st.lists(st.booleans(), min_size=1, max_size=7), st.integers(0, 3))
def test_the_best_of_some_cards(
    side_b: bool, cards: list[int], size: int, there: list[bool], turns: int
) -> None:
    hand = from_list(cards[:size])
    packed = 0
    values: list[int] = []
    for place, card in enumerate(cards[size : size + len(there)]):
        if there[place]:
            packed |= (card + 1) << (6 * place)
            values.append(worth(add(hand, card), turns, side_b))
        else:
            values.append(-1_000_000)
    found = best_with(hand, packed, turns, side_b)
    assert found >> 3 == max(values)
    if any(there):
        assert found & 7 == values.index(max(values))
