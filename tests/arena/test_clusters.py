"""Intervals hold what they promise, also when games of a deal are not independent."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatum.arena.stats.clusters import Ratio, difference, filled_up
from fatum.arena.stats.intervals import student, wilson
from fatum.core.rng import Rng


def _coverage(cluster: list[float], deals: int) -> float:
    """How often the interval holds the truth when a deal is one of these sums of four games."""
    truth = sum(cluster) / len(cluster) / 4
    rng = Rng(5)
    hits = 0
    for _ in range(400):
        ratio = Ratio()
        for _ in range(deals):
            ratio.add(cluster[rng.below(len(cluster))], 4)
        low, high = ratio.share_interval()
        hits += low <= truth <= high
    return hits / 400


@pytest.mark.parametrize(
    "cluster",
    [
        [0, 0, 0, 4],  # all games of a deal end alike: only deals count
        [1, 1, 1, 1, 2, 0],  # rotations balance each other: better than independent games
        [0, 1, 0, 2, 1],
    ],
)
def test_intervals_of_shares_cover_the_truth(cluster: list[float]) -> None:
    assert 0.92 <= _coverage(cluster, 40) <= 1.0


def test_clusters_are_what_counts() -> None:
    dependent, independent = Ratio(), Ratio()
    for deal in range(40):
        dependent.add(4 * (deal % 2), 4)
        for _ in range(4):
            independent.add(deal % 2, 1)
    width = [high - low for low, high in (dependent.share_interval(), independent.share_interval())]
    assert width[0] == pytest.approx(2 * width[1], rel=0.1)


def test_few_deals_that_agree_prove_little() -> None:
    ratio = Ratio()
    ratio.add(1, 4)
    ratio.add(1, 4)
    low, high = ratio.share_interval()
    assert low < 0.15
    assert high > 0.5


def test_one_deal_proves_nothing() -> None:
    ratio = Ratio()
    ratio.add(3, 4)
    assert ratio.share_interval() == (0, 1)
    assert ratio.interval() is None


def test_merging_is_adding() -> None:
    whole, left, right = Ratio(), Ratio(), Ratio()
    for number in range(10):
        whole.add(number % 3, 2)
        (left if number < 4 else right).add(number % 3, 2)
    left.merge(right)
    assert left == whole


def test_deals_without_any_count_as_zero() -> None:
    games, counted = Ratio(), Ratio()
    for number in range(6):
        games.add(0, 2)
        if number % 2:
            counted.add(1, 2)
    assert filled_up(counted, games).mean == pytest.approx(0.25)
    explicit = Ratio()
    for number in range(6):
        explicit.add(number % 2, 2)
    assert filled_up(counted, games) == explicit


def test_difference() -> None:
    one, other = Ratio(), Ratio()
    for number in range(50):
        one.add(number % 2 + 1)
        other.add(number % 2)
    by, interval = difference(one, other)
    assert by == pytest.approx(1)
    assert interval is not None
    half = student(49) * sqrt(2 * 0.25 / 49)
    assert interval == pytest.approx((1 - half, 1 + half))


@pytest.mark.parametrize(
    ("freedom", "factor"),
    [(1, 12.706), (5, 2.571), (6, 2.447), (10, 2.228), (30, 2.042), (1000, 1.962)],
)
def test_students_factors(freedom: int, factor: float) -> None:
    assert student(freedom) == pytest.approx(factor, abs=0.01)


def test_wilson() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.0, 10)[0] == 0.0
    assert wilson(1.0, 10)[1] == 1.0
    assert wilson(0.0, 0) == (0.0, 1.0)


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.floats(1.9, 13))
def test_the_interval_of_a_share_holds_it_and_stays_possible(
    hits: int, misses: int, factor: float
) -> None:
    for share in (hits / (hits + misses), misses / (hits + misses)):
        low, high = wilson(share, hits + misses, factor)
        assert 0 <= low <= share <= high <= 1


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=6))
def test_differences_of_scores_stay_possible(deals: list[int]) -> None:
    """Two deals have a factor of 12.7, so that most intervals would reach beyond."""
    paired, one, other = Ratio(), Ratio(), Ratio()
    for by in deals:
        paired.add(by, 4)
        one.add(max(by, 0), 4)
        other.add(max(-by, 0), 4)
    for mean, interval in (
        (paired.mean, paired.interval(1.0, (-1, 1))),
        difference(one, other, (-1, 1)),
    ):
        assert interval is not None
        assert -1 <= interval[0] <= mean + 1e-12
        assert mean - 1e-12 <= interval[1] <= 1
