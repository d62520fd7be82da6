"""How High Card is told."""

from typing import Final

from fatum.core.game import View
from fatum.core.messages import Declared, Message, declare
from fatum.core.parts import ViewData, Words
from fatum.core.telling import own_hand

EVENTS: Final = declare(
    "toy.event",
    {
        "deal.you": "You get {cards}.",
        "deal.other": "{name} gets {cards}.",
        "play.you": "You play {cards}.",
        "play.other": "{name} plays {cards}.",
    },
)
_PLAY: Final = Declared("toy.help.play", "play this card")


def situation(view: View) -> list[Message]:
    data: ViewData = view.to_dict()
    return [] if view.seat is None else [own_hand(data["hands"][view.seat])]


WORDS: Final = Words(EVENTS, moves=(("play 7", _PLAY()),), situation=situation)
