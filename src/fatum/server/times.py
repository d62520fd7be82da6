"""The server's clock. Everything below it is told the time."""

import time
from typing import Final

SECOND: Final = 1000


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
