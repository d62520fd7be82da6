"""When a bot's move is made: after a number of beats that everybody could have told in advance.

Neither the number of beats nor the time for thinking depends on the position, so that the time a
move takes tells nothing about the cards (``docs/decisions/0056-beats-are-counted-before.md``).
"""

from math import ceil
from typing import Final

from fatum.bots.base import DEFAULT_SECONDS
from fatum.bots.registry import is_own

MARGIN: Final = 0.1
"""Seconds between the end of a bot's time and its beat, for the way to the worker and back."""
LEAST: Final = 0.02
"""Seconds that a job is given at least before its beat; with less it gets another beat."""
BEAT: Final = 0.8
"""For shares of thinking where bots answer as soon as they can."""
GAP: Final = 0.005
"""Seconds between the moves of two bots, so that people's moves are handled in between."""
LONGEST_GAP: Final = 0.1
"""Seconds that a bot's move may be held back for that."""
_SECONDS: Final = {"random": 0.0, "greedy": 0.0, "easy": 0.04, "normal": 0.2}
"""What the quicker levels usually take in plain Python."""
_GRACE: Final = 0.5
"""On top of its half second, for a bot of another package, which may not look at its watch."""
_OVERHEAD: Final = 0.002


def seconds_for(level: str) -> float:
    """How long a move of this level takes on an idle server."""
    return _SECONDS.get(level, DEFAULT_SECONDS) + _OVERHEAD


def beats_for(level: str, beat: float) -> int:
    """The beats that a move of this level takes, whatever its cards are."""
    grace = 0.0 if is_own(level) else _GRACE
    return max(1, ceil((seconds_for(level) + grace + MARGIN) / beat))


class Pace:
    """The beat on which one move is made; ``beat`` 0 means as soon as it is found."""

    def __init__(self, beat: float, level: str, now: float) -> None:
        self._beat = beat
        self._due = now + beat * beats_for(level, beat) if beat else now

    def time_to_think(self, now: float) -> float | None:
        """Seconds before the beat for a job that begins now; ``None``: as many as it likes.

        A job that had to wait for too long gets another beat here, before it has looked at a card.
        """
        if not self._beat:
            return None
        self._put_off(now + MARGIN + LEAST)
        return self._due - MARGIN - now

    def wait(self, now: float) -> float:
        """Seconds from now to the beat."""
        if not self._beat:
            return 0.0
        self._put_off(now)
        return self._due - now

    def _put_off(self, until: float) -> None:
        if self._due < until:
            self._due += self._beat * ceil((until - self._due) / self._beat)


class Spacing:
    """Keeps apart the moves of all bots in one process.

    With more moves than fit, they get closer to each other rather than later.
    """

    def __init__(self) -> None:
        self._last = 0.0

    def wait(self, now: float) -> float:
        """Seconds for which a move that is due now is held back.

        >>> spacing = Spacing()
        >>> [round(spacing.wait(10.0), 3) for _ in range(3)]
        [0.0, 0.005, 0.01]
        """
        at = max(now, self._last + GAP)
        self._last = at if at <= now + LONGEST_GAP else now
        return self._last - now
