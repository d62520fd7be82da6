"""The time of day of this process. Tables and their clocks are told the time."""

import time
from collections.abc import Callable
from typing import Final


class WallClock:
    """The time of day, except that it never runs backwards."""

    def __init__(
        self,
        day: Callable[[], int] = time.time_ns,
        steady: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._day = day
        self._steady = steady
        self._ahead = day() - steady()

    def now(self) -> int:
        """Milliseconds since 1970."""
        steady = self._steady()
        self._ahead = max(self._ahead, self._day() - steady)
        return (steady + self._ahead) // 1_000_000


CLOCK: Final = WallClock()
now: Final = CLOCK.now
