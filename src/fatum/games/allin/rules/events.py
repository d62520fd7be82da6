"""The kinds of events in All In."""

from typing import Final, Literal, get_args

Kind = Literal[
    "round", "deal", "river", "turn", "play", "pass", "all in", "forced pass", "skip", "take",
    "swap", "draw", "reveal", "keep", "rune", "hypnosis", "eye", "show", "discard", "shuffle",
    "river full", "predict", "prediction", "hand", "pot", "pay", "win",
]  # fmt: skip
KINDS: Final[tuple[str, ...]] = get_args(Kind)
