"""Scores with their intervals, and what luck alone would give."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.ladder.results import PREVIOUS, Found

TITLES = {"karma": "Karma", "allin": "All In"}
VERBS = {"karma": "does not lose", "allin": "wins"}


@dataclass(frozen=True)
class Score:
    """A mean result with its interval, and what luck alone would give."""

    mean: float
    low: float
    high: float
    chance: float
    games: int
    previous: bool
    """Whether the bots of version 0.1 played."""
    planned: int = 0
    """The games of the whole match, while it is unfinished."""

    def __str__(self) -> str:
        mark = "✓" if self.low > self.chance else "·" if self.high >= self.chance else "✗"
        played = "°" if self.previous else ""
        part = f" in {self.games:,} of {self.planned:,}" if self.games < self.planned else ""
        interval = f"{100 * self.low:.1f}–{100 * self.high:.1f}"
        return f"{100 * self.mean:.1f} ({interval}) % {mark}{played}{part}"


def chance_of(game: str, players: int) -> float:
    """What a bot scores on average among its equals."""
    return 1 / players if game == "allin" else 1 - 1 / players


def score_of(found: Found, name: str, bot: str) -> Score | None:
    """How a bot did in a match, if that was played."""
    result = found.get(name)
    if result is None:
        return None
    game, players, *_ = name.split("-")
    return Score(
        **result["scores"][bot],
        chance=chance_of(game, int(players)),
        games=result["games"],
        previous=result["version"] == PREVIOUS,
        planned=result.get("planned", 0),
    )
