"""The strength of hands (A23–A26, AR10), against known counts and the slow evaluator."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import hands as slow

from fatum.core.bits import COMPILED
from fatum.core.chance import SeededChance
from fatum.core.rng import Rng
from fatum.games.allin.knowledge.view import strength
from fatum.games.allin.rules.deck import CODES, NAMES, exceeds_five, from_list, set_names
from fatum.games.allin.rules.hands import (
    CATEGORIES,
    best_five,
    category_name,
    category_of,
    evaluate,
    value_of,
)
from fatum.games.registry import find_game


def hand(text: str) -> int:
    return from_list([CODES[name] for name in text.split()])


@pytest.mark.skipif(not COMPILED, reason="takes too long in plain Python; the sample below is run")
@pytest.mark.parametrize("side_b", [False, True])
def test_counts_of_all_five_card_hands(side_b: bool) -> None:
    counts: Counter[int] = Counter()
    bits = [2**code for code in range(52)]
    for five in combinations(bits, 5):
        counts[evaluate(sum(five), side_b) >> 6] += 1
    # The places in the order are looked up by name only once.
    names = {place: CATEGORIES[category_of(place << 6, side_b)] for place in counts}
    assert {names[place]: count for place, count in counts.items()} == slow.COUNTS


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_sample_agrees_with_the_slow_evaluator(side: str, size: int) -> None:
    rng = random.Random(size)
    side_b = side == "B"
    sample = [rng.sample(NAMES[:52], size) + ["Ru"] * (5 - size) for _ in range(400)]
    # Random cards are rarely good ones: also take neighbours in rank or suit.
    for _ in range(600):
        start = rng.randrange(13)
        near = [(start + step) % 13 + 13 * rng.randrange(4) for step in range(4)]
        near += [rank % 13 + 13 * suit for rank in near for suit in range(4)]
        codes = rng.sample(sorted(set(near)), size)
        sample.append([NAMES[code] for code in codes] + ["Ru"] * (5 - size))
    values = [(evaluate(hand(" ".join(cards)), side_b), cards) for cards in sample]
    for value, cards in values:
        assert CATEGORIES[category_of(value, side_b)] == slow.category(cards, side), cards
        assert value_of(value) == slow.value(cards, side), cards
    by_value = sorted(values, key=lambda entry: entry[0])
    by_slow = sorted(values, key=lambda entry: slow.strength(entry[1], side))
    assert [value for value, _ in by_value] == [value for value, _ in by_slow]
    for (low, one), (high, other) in pairwise(by_value):
        assert (low == high) == (slow.strength(one, side) == slow.strength(other, side))


@pytest.mark.parametrize("side_b", [False, True])
def test_two_hands_of_one_deck_are_never_equal(side_b: bool) -> None:
    rng = random.Random(5)
    for _ in range(3000):
        deck = [*range(53), 52]
        rng.shuffle(deck)
        one, other = from_list(deck[:5]), from_list(deck[5:10])
        assert evaluate(one, side_b) != evaluate(other, side_b)


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("2C 3C 4C 5C 6C", "AC AM AS AT KC"),  # A23
        ("6T 2C 3C 4C 5C", "5C 4M 3M 2M AM"),  # A26: the five is its top
        ("10C JM QM KM AM", "9C 10T JT QT KT"),  # A24: the ace high
        ("2C 2M 3S 3T 4C", "AC AM KS QS JS"),
        ("9C 9M 4S 5S 6S", "9S 9T AC KC QC"),  # A26: no kickers, then the best suit
        ("9S 9T 8C 2C 3C", "8M 8S AC KM QS"),
        ("KC KM 2S 2T 3C", "KS KT QC QM JS"),  # A26: the second pair is never compared
        ("3C 3M 3S 2C 2M", "2S 2T 2C AC AM"),  # A26: full houses compare the three
        ("AC 3M 4S 6T 8C", "AM KM QS JT 9C"),  # AR10: the highest card, then its suit
    ],
)
def test_ties_are_broken_inside_the_combination(stronger: str, weaker: str) -> None:
    assert evaluate(hand(stronger), False) > evaluate(hand(weaker), False)


def test_side_b_exchanges_straight_and_full_house() -> None:
    straight, full_house, flush = (
        hand("4C 5M 6S 7T 8C"),
        hand("3C 3M 3S 2C 2M"),
        hand("2C 4C 6C 8C KC"),
    )
    assert evaluate(straight, False) < evaluate(flush, False) < evaluate(full_house, False)
    assert evaluate(straight, True) > evaluate(flush, True) > evaluate(full_house, True)
    assert value_of(evaluate(straight, True)) == 6
    assert value_of(evaluate(full_house, True)) == 4
    assert category_name(straight, True) == "straight"
    assert category_name(full_house, True) == "full house"


def test_rune_cards_belong_to_no_hand() -> None:
    assert category_name(hand("4C 5M 6S 7T Ru"), False) == "nothing"
    assert category_name(hand("2C 4C 6C 8C Ru"), False) == "nothing"
    assert category_name(hand("9C 9M 9S Ru Ru"), False) == "three of a kind"
    assert category_name(hand("9C 9M 9S 9T Ru"), False) == "four of a kind"
    assert category_name(hand("9C 9M 8S 8T Ru"), False) == "two pairs"


def test_an_ace_is_never_in_the_middle() -> None:
    assert category_name(hand("QC KM AS 2T 3C"), False) == "nothing"
    assert category_name(hand("AC 2M 3S 4T 5C"), False) == "straight"
    assert category_name(hand("AC 2C 3C 4C 5C"), False) == "straight flush"


@pytest.mark.parametrize("side_b", [False, True])
def test_the_best_five_of_a_larger_hand(side_b: bool) -> None:
    rng = random.Random(5)
    for size in (3, 5, 6, 7, 8):
        for _ in range(40):
            cards = rng.sample([*range(53), 52], size)
            whole = from_list(cards)
            best = best_five(whole, side_b)
            fives = [from_list(list(five)) for five in combinations(cards, min(size, 5))]
            assert best in fives
            assert evaluate(best, side_b) == max(evaluate(five, side_b) for five in fives)


def test_a_seat_is_told_the_strength_of_its_own_hand_alone() -> None:
    game = find_game("allin")
    state = game.new(game.read_options({"players": 3}), SeededChance(bytes(32)))
    rng = Rng(1)
    assert strength(state.view_for(None)) is None
    while (seat := state.actor()) >= 0:
        for viewer in range(3):
            view = state.view_for(viewer)
            cards = [CODES[card] for card in view.to_dict()["hands"][viewer]]  # type: ignore[index]
            best = best_five(from_list(cards), side_b=False)
            runes = sum(name == "Ru" for name in set_names(best))
            said = category_name(best, side_b=False)
            assert strength(view) == (said, value_of(evaluate(best, side_b=False)) + 2 * runes)
            read = game.read_view(game.read_options({"players": 3}), view.to_dict(), viewer)
            assert strength(read) == strength(view)
        state.apply(seat, state.random_move(seat, rng))
    assert strength(state.view_for(0)) is None


@given(st.sets(st.integers(0, 53), max_size=9))
def test_more_than_five_cards(cards: set[int]) -> None:
    assert exceeds_five(sum(2**card for card in cards)) == (len(cards) > 5)
