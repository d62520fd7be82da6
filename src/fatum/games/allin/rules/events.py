"""The kinds of events in All In."""

from typing import Final

KINDS: Final = (
    "round", "deal", "river", "turn", "play", "pass", "all in", "forced pass", "skip", "take",
    "swap", "draw", "reveal", "keep", "rune", "hypnosis", "eye", "show", "discard", "shuffle",
    "river full", "predict", "prediction", "hand", "pot", "pay", "win",
)  # fmt: skip
