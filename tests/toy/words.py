"""How High Card is told."""

from collections.abc import Mapping
from typing import Final

from fatum.core.parts import Words

EVENTS: Final = {
    "deal": ("you get {cards}.", "{seat} gets {cards}."),
    "play": ("you play {cards}.", "{seat} plays {cards}."),
}
MOVES: Final = (("play 7", "play this card"),)


def prompt(view: Mapping[str, object], seat: int | None) -> list[str]:
    hands = view["hands"]
    assert isinstance(hands, list)
    return [] if seat is None else [f"Your hand: {', '.join(hands[seat])}."]


WORDS: Final = Words(EVENTS, MOVES, prompt=prompt)
