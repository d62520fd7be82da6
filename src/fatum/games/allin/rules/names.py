"""What effects and combinations are called."""

from typing import Final

from fatum.core.messages import Declared, Message, declare
from fatum.games.allin.rules.hands import CATEGORIES

_EFFECTS: Final = declare(
    "effect",
    {
        "take": "Take",
        "swap": "Swap",
        "draw": "Draw",
        "rune": "Rune",
        "hypnosis": "Hypnosis",
        "eye": "All-Seeing Eye",
    },
)
_REVEAL: Final = Declared("effect.reveal", "Reveal {number}")
_STARRED: Final = Declared("effect.star.long", "{effect} (mandatory)")
_HANDS: Final = declare("hand", {name: name for name in CATEGORIES})


def effect_name(effect: str) -> Message:
    """``take``, ``reveal3`` or, with a star, ``draw*``."""
    plain = effect.removesuffix("*")
    if plain.startswith("reveal"):
        name = _REVEAL(number=int(plain.removeprefix("reveal")))
    else:
        name = _EFFECTS[plain]()
    return name if plain == effect else _STARRED(effect=name)


def hand_name(category: str) -> Message:
    """A combination such as ``full house``."""
    return _HANDS[category]()
