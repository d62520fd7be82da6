"""The kinds of events in Karma."""

from typing import Final

KINDS: Final = (
    "look", "no look", "shuffle hidden", "draw", "lay", "show", "play", "open", "flip", "take",
    "give", "raise", "burn", "turn", "lose", "undecided",
)  # fmt: skip
