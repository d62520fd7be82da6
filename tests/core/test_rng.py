"""The generators are even-handed and the same everywhere."""

from collections import Counter

import pytest

from fatum.core.rng import Rng, Stream, stream_digest


@pytest.mark.parametrize("generator", [Rng(1), Stream(stream_digest(bytes(32), 7))])
@pytest.mark.parametrize("sides", [2, 3, 7, 60])
def test_numbers_are_equally_likely(generator: Rng | Stream, sides: int) -> None:
    thrown = Counter(generator.below(sides) for _ in range(sides * 2000))
    assert set(thrown) == set(range(sides))
    # Chi-square with sides - 1 degrees of freedom: mean sides - 1, deviation sqrt(2 (sides - 1)).
    surprise = sum((count - 2000) ** 2 / 2000 for count in thrown.values())
    assert abs(surprise - (sides - 1)) < 5 * (2 * (sides - 1)) ** 0.5


@pytest.mark.parametrize("generator", [Rng(2), Stream(stream_digest(bytes(32), 8))])
def test_shuffles_reach_every_order_equally(generator: Rng | Stream) -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 1000):
        cards = [0, 1, 2, 3]
        generator.shuffle(cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    surprise = sum((count - 1000) ** 2 / 1000 for count in orders.values())
    assert surprise < 23 + 5 * 46**0.5


def test_a_shuffle_draws_as_below_does() -> None:
    one, other = Rng(4), Rng(4)
    for size in [0, 1, 2, *range(40, 60)] * 20:
        cards, expected = list(range(size)), list(range(size))
        one.shuffle(cards)
        for place in range(size - 1, 0, -1):
            drawn = other.below(place + 1)
            expected[place], expected[drawn] = expected[drawn], expected[place]
        assert cards == expected
    assert one.bits32() == other.bits32()


def test_different_seeds_go_different_ways() -> None:
    starts = {Rng(seed).bits32() for seed in range(-500, 500)}
    assert len(starts) == 1000
    assert len({stream_digest(bytes(32), number) for number in range(100)}) == 100


def test_a_unit_is_below_one() -> None:
    rng = Rng(3)
    drawn = [rng.unit() for _ in range(10_000)]
    assert 0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1


def test_compiled_objects_leave_their_neighbours_alone() -> None:
    """Freed inside fifty lists or more, as `mypyc_attr(acyclic=True)` cannot bear (decision 114)."""
    expected = Rng(5).below(1 << 30)
    for depth in (49, 50, 51):
        row: list[object] = [Rng(5) for _ in range(1000)]
        for place in range(1, len(row), 2):
            for _ in range(depth):
                row[place] = [row[place]]
        del row[1::2]
        assert all(isinstance(left, Rng) and left.below(1 << 30) == expected for left in row)
