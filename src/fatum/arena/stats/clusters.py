"""Means and shares with 95 % intervals when observations come in clusters.

Games of one deal share its cards, so they are not independent observations; the deals are. A mean is
therefore kept as a ratio of two sums over clusters, and its error is that of a ratio estimator.
Merging is addition, so the grouping of clusters does not matter.
"""

from dataclasses import dataclass
from math import sqrt

from fatum.arena.stats.intervals import ANYTHING, Interval, around, student, wilson


@dataclass
class Ratio:
    """The mean of observations: each cluster adds the sum of its values and their number."""

    value: float = 0
    number: float = 0
    clusters: int = 0
    value_value: float = 0
    value_number: float = 0
    number_number: float = 0

    def add(self, value: float, number: float = 1) -> None:
        """Add a whole cluster."""
        self.value += value
        self.number += number
        self.clusters += 1
        self.value_value += value * value
        self.value_number += value * number
        self.number_number += number * number

    def merge(self, other: "Ratio") -> None:
        self.value += other.value
        self.number += other.number
        self.clusters += other.clusters
        self.value_value += other.value_value
        self.value_number += other.value_number
        self.number_number += other.number_number

    @property
    def mean(self) -> float:
        return self.value / self.number if self.number else 0.0

    def variance(self) -> float | None:
        """The squared standard error of the mean; unknown from a single cluster."""
        if self.clusters < 2 or self.number == 0:
            return None
        mean = self.mean
        spread = self.value_value - 2 * mean * self.value_number + mean**2 * self.number_number
        scale = self.clusters / (self.clusters - 1) / self.number**2
        return max(spread, 0.0) * scale

    def _floor(self, scale: float) -> float:
        """A lower bound for the variance: a few deals may agree by accident."""
        return scale / (self.number * self.clusters)

    def interval(self, unit: float = 0.0, bounds: Interval = ANYTHING) -> Interval | None:
        """The 95 % interval of a mean.

        ``unit`` is how far apart values can lie, if that is known; ``bounds`` are what a mean can be.
        """
        variance = self.variance()
        if variance is None:
            return None
        variance = max(variance, self._floor(unit**2))
        return around(self.mean, student(self.clusters - 1) * sqrt(variance), bounds)

    def share_interval(self) -> Interval:
        """The 95 % interval of a share: Wilson's, with as many trials as the clusters are worth."""
        variance = self.variance()
        if variance is None:
            return 0.0, 1.0
        share = min(max(self.mean, 0.0), 1.0)
        noise = share * (1 - share)
        if noise <= 1e-12:
            trials = float(self.clusters)
        else:
            trials = noise / max(variance, self._floor(noise))
        return wilson(share, trials, student(self.clusters - 1))


def filled_up(ratio: Ratio, whole: Ratio) -> Ratio:
    """The same with a zero for every cluster of ``whole`` in which nothing was counted."""
    return Ratio(
        value=ratio.value,
        number=whole.number,
        clusters=whole.clusters,
        value_value=ratio.value_value,
        value_number=ratio.value_number,
        number_number=whole.number_number,
    )


def difference(
    one: Ratio, other: Ratio, bounds: Interval = ANYTHING
) -> tuple[float, Interval | None]:
    """The difference of two means of independent clusters."""
    by = one.mean - other.mean
    variances = one.variance(), other.variance()
    if variances[0] is None or variances[1] is None:
        return by, None
    factor = student(min(one.clusters, other.clusters) - 1)
    return by, around(by, factor * sqrt(variances[0] + variances[1]), bounds)
