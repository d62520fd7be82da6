"""Ratings say who is better, and how sure that is."""

import pytest

pytest.importorskip("openskill", reason="ratings need the extra: pip install 'fatum-cards[arena]'")

from fatum.arena.stats.ratings import Result, rate
from fatum.core.rng import Rng


def _deals(number: int, chance: float, seed: int = 1) -> list[list[Result]]:
    """``good`` wins a game of two with this chance."""
    rng = Rng(seed)
    deals: list[list[Result]] = []
    for _ in range(number):
        deal: list[Result] = []
        for table in (("good", "bad"), ("bad", "good")):
            winner = "good" if rng.unit() < chance else "bad"
            deal.append((table, [float(name == winner) for name in table]))
        deals.append(deal)
    return deals


def test_the_better_one_is_rated_higher() -> None:
    ratings = rate(_deals(60, 0.8), Rng(1))
    assert list(ratings) == ["good", "bad"]
    assert ratings["bad"].high < ratings["good"].low


def test_equals_are_not_told_apart() -> None:
    ratings = rate(_deals(60, 0.5), Rng(1))
    assert ratings["bad"].high > ratings["good"].low
    assert ratings["good"].high > ratings["bad"].low


def test_more_deals_are_surer() -> None:
    few, many = (rate(_deals(number, 0.7), Rng(1))["good"] for number in (20, 150))
    assert many.high - many.low < few.high - few.low


def test_larger_runs_are_redrawn_in_part_with_the_same_width() -> None:
    """880 games are more than one redrawing takes; the interval must still shrink."""
    whole, part = (rate(_deals(number, 0.7), Rng(1))["good"] for number in (110, 440))
    assert (part.high - part.low) / (whole.high - whole.low) == pytest.approx(0.5, abs=0.2)


def test_the_same_every_time() -> None:
    assert rate(_deals(30, 0.6), Rng(3)) == rate(_deals(30, 0.6), Rng(3))


def test_a_loser_among_many_and_bots_on_several_seats() -> None:
    """As in Karma: three players share the win, one loses."""
    deals: list[list[Result]] = []
    for seat in range(40):
        table = ("good", "bad", "bad", "good")
        loser = (1, 2, 1, 3)[seat % 4]
        deals.append([(table, [float(place != loser) for place in range(4)])])
    ratings = rate(deals, Rng(1))
    assert ratings["good"].mean > 25 > ratings["bad"].mean


def test_deals_that_all_end_alike_are_not_certain() -> None:
    rating = rate(_deals(10, 1.0), Rng(1))["good"]
    assert rating.high - rating.low > 1


def test_the_mean_of_all_is_25() -> None:
    ratings = rate(_deals(20, 0.8), Rng(1))
    assert sum(rating.mean for rating in ratings.values()) / 2 == pytest.approx(25)


def test_who_meets_only_itself_has_no_rating() -> None:
    assert rate([[(("only", "only"), [1.0, 0.0])]], Rng(1)) == {}
