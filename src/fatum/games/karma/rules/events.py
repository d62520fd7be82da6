"""The kinds of events in Karma."""

from typing import Final, Literal, get_args

Kind = Literal[
    "look", "no look", "shuffle hidden", "draw", "lay", "show", "play", "open", "flip", "take",
    "give", "raise", "burn", "turn", "lose", "undecided",
]  # fmt: skip
KINDS: Final[tuple[str, ...]] = get_args(Kind)
