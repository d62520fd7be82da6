"""Bit sets behave like sets, on both builds and up to the last bit."""

from hypothesis import given
from hypothesis import strategies as st

from fatum.core.bits import bit, lowest, members, nth, popcount

MEMBERS = st.sets(st.integers(0, 61), max_size=62)


def as_bits(numbers: set[int]) -> int:
    return sum(2**number for number in numbers)


def test_every_single_bit() -> None:
    for place in range(62):
        assert bit(place) == 2**place
        assert lowest(bit(place)) == place
        assert popcount(bit(place)) == 1


@given(MEMBERS)
def test_members_come_back(numbers: set[int]) -> None:
    bits = as_bits(numbers)
    assert members(bits) == sorted(numbers)
    assert members(bits, 100) == [100 + number for number in sorted(numbers)]
    assert popcount(bits) == len(numbers)


@given(MEMBERS.filter(bool), st.data())
def test_nth_counts_from_the_smallest(numbers: set[int], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(numbers) - 1))
    assert nth(as_bits(numbers), place) == sorted(numbers)[place]
