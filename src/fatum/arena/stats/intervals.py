"""The 95 % intervals behind every number that is reported."""

from math import inf, sqrt
from typing import Final, NamedTuple

Interval = tuple[float, float]
ANYTHING: Final[Interval] = (-inf, inf)
Z: Final = 1.959963984540054
"""The factor of a 95 % interval of a normal distribution."""
_T: Final = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582)
"""Student's factors for 1 to 5 degrees of freedom; a series is exact enough beyond."""


class Estimate(NamedTuple):
    """A number with its interval."""

    mean: float
    low: float
    high: float


def student(freedom: int) -> float:
    """The factor of a 95 % interval with so many degrees of freedom."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


def wilson(share: float, trials: float, factor: float = Z) -> Interval:
    """The interval of a share (Wilson): it holds the share and stays between 0 and 1."""
    if trials == 0:
        return 0.0, 1.0
    scale = 1 + factor**2 / trials
    middle = share + factor**2 / (2 * trials)
    half = factor * sqrt(share * (1 - share) / trials + factor**2 / (4 * trials**2))
    low, high = (middle - half) / scale, (middle + half) / scale
    # Rounding can push an end past what is possible, or past the share itself.
    return max(0.0, min(low, share)), min(1.0, max(high, share))


def around(mean: float, half: float, bounds: Interval = ANYTHING) -> Interval:
    """The interval from ``mean - half`` to ``mean + half``, as far as it is possible."""
    return max(mean - half, bounds[0]), min(mean + half, bounds[1])
