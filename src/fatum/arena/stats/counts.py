"""Whole numbers and how often they came up."""

from collections.abc import Mapping
from typing import Final

PERCENTILES: Final = (5, 25, 50, 75, 95)


def percentile(counts: Mapping[int, int], percent: int) -> int:
    """The smallest number that so many percent of all do not exceed; 0 if there are none."""
    rank = max(1, -(-sum(counts.values()) * percent // 100))
    for number in sorted(counts):
        rank -= counts[number]
        if rank <= 0:
            return number
    return 0


def mean(counts: Mapping[int, int]) -> float:
    return sum(number * count for number, count in counts.items()) / sum(counts.values())


def percentiles_as_text(counts: Mapping[int, int], separator: str) -> str:
    return separator.join(f"{percent} %: {percentile(counts, percent)}" for percent in PERCENTILES)
