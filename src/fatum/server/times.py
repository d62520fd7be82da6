"""The server's clock. Everything below it is told the time."""

import time
from collections.abc import Callable
from typing import Final

SECOND: Final = 1000


class Clock:
    """The time of day, except that it never runs back: where it was set back, this one goes on."""

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


CLOCK: Final = Clock()
now: Final = CLOCK.now
