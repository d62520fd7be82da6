"""When a bot's move is made: after a number of beats that is known in advance.

Neither the number of beats nor the time for thinking depends on the position, so that the time a
move takes tells nothing about the cards (``docs/decisions/0056-beats-are-counted-before.md``).
"""

from math import ceil
from typing import Final

from fatum.bots.base import DEFAULT_SECONDS
from fatum.bots.registry import is_own

MARGIN: Final = 0.1
"""Seconds between the end of a bot's time and its beat: the round trip to the worker."""
LEAST: Final = 0.02
"""A job with fewer seconds before its beat gets the next beat."""
BEAT: Final = 0.8
"""For shares of thinking where bots answer as soon as they can."""
HURRIED: Final = 0.2
"""Seconds per move once only bots play and everybody present wants them to finish."""
GAP: Final = 0.005
"""Seconds between the moves of two bots, so that people's moves are handled in between."""
LONGEST_GAP: Final = 0.1
"""Longest such delay in seconds."""
_SECONDS: Final = {"random": 0.0, "greedy": 0.0, "easy": 0.04, "normal": 0.2}
"""Typical time of the quicker levels in plain Python."""
_GRACE: Final = 0.5
"""Extra time for third-party bots, which may not watch the clock."""
_OVERHEAD: Final = 0.002


def seconds_for(level: str) -> float:
    """Seconds for a move of this level on an idle server."""
    return _SECONDS.get(level, DEFAULT_SECONDS) + _OVERHEAD


def beats_for(level: str, beat: float) -> int:
    """The number of beats a move of this level takes, whatever the cards."""
    grace = 0.0 if is_own(level) else _GRACE
    return max(1, ceil((seconds_for(level) + grace + MARGIN) / beat))


class Pace:
    """The beat on which one move is made; ``beat`` 0 means as soon as it is found."""

    def __init__(self, beat: float, level: str, now: float, hurried: bool = False) -> None:
        if hurried and beat > HURRIED:
            self._beat, beats = HURRIED, 1
        else:
            self._beat, beats = beat, beats_for(level, beat) if beat else 0
        self._due = now + self._beat * beats

    def time_to_think(self, now: float) -> float | None:
        """Seconds before the beat for a job that starts now; ``None`` is no limit.

        A job that waited too long gets another beat here, before it has seen a card.
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
    """Spaces out the moves of all bots in one process.

    If there are too many moves, the gaps shrink rather than the delays grow.
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
