"""Detects a blocked event loop."""

import asyncio
import time
from typing import Final

from fatum.table import logger
from fatum.table.counters import Histogram

INTERVAL: Final = 0.05
SLOW: Final = 0.1
"""Seconds of delay that are logged."""
LOG_EVERY: Final = 10.0


class Watchdog:
    """Measures how late a timer fires."""

    def __init__(self, lag: Histogram) -> None:
        self._lag = lag
        self._logged = -LOG_EVERY
        self._times = 0

    async def run(self) -> None:
        """Until it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            begun, worked = loop.time(), time.thread_time()
            await asyncio.sleep(INTERVAL)
            now = loop.time()
            self.note(now, max(0.0, now - begun - INTERVAL), time.thread_time() - worked)

    def note(self, now: float, lag: float, worked: float) -> None:
        """Report a timer that was ``lag`` seconds late; the thread ran for ``worked`` of them."""
        self._lag.observe(lag)
        if lag < SLOW:
            return
        self._times += 1
        if now - self._logged >= LOG_EVERY:
            # Much less work than delay: the machine was busy with something else.
            logger.warning(
                "the event loop was held",
                seconds=round(lag, 3),
                processor_seconds=round(worked, 3),
                times=self._times,
            )
            self._logged = now
            self._times = 0
