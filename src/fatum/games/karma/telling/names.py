"""What the cards and moves of Karma are called."""

from typing import Final

from fatum.core.game import View
from fatum.core.messages import CARD, Declared, Message, Term, card, declare
from fatum.core.telling import equal_cards, named_seat, quoted

CARDS: Final = declare(
    "card.karma",
    {"TC": "Table Card", "BU": "Bottoms Up", "FB": "Five or Below", "GP": "Give the Pile"},
)
_DOES: Final = declare(
    "card.karma",
    {
        "TC.does": "Play a table card right after it.",
        "BU.does": "The bottom card of the pile goes on top.",
        "FB.does": "The next player may only play numbers up to 5, or a Karma card.",
        "GP.does": "Another player takes the pile.",
    },
)
_NUMBER: Final = Declared("card.karma.number", "{value}")
_EQUAL: Final = declare("card.karma", {"two": "two {value}s", "three": "three {value}s"})
_MOVES: Final = declare(
    "karma.do",
    {
        "play": "Play {card}",
        "lay.one": "Lay {card} face up",
        "flip": "Turn up hidden card {place}",
        "give": "Give it to {name}",
        "take": "Take the pile",
        "look": "Look",
        "nolook": "Don’t look",
    },
)


def name(term: Term, view: View) -> Message:
    """What a card or a move is called."""
    if term.kind == CARD:
        called = card_name(term.text)
        return quoted(called) if term.text in CARDS else called
    verb, _, rest = term.text.partition(" ")
    if verb in {"play", "open"}:
        kind, _, times = rest.partition(" x")
        if times:
            return _MOVES["play"](card=equal(kind, int(times)))
        return _MOVES["play"](card=card(kind))
    if verb == "lay":
        return _MOVES["lay.one"](card=card(rest))
    if verb == "flip":
        return _MOVES["flip"](place=int(rest))
    if verb == "give":
        return _MOVES["give"](name=named_seat(rest))
    return _MOVES["nolook" if verb == "no" else verb]()


def card_name(kind: str) -> Message:
    """``TC`` has a name; a number is called by its number."""
    return CARDS[kind]() if kind in CARDS else _NUMBER(value=int(kind))


def equal(kind: str, times: int) -> Message:
    """Two or three equal cards."""
    if kind in CARDS:
        return equal_cards(kind, times)
    return _EQUAL["two" if times == 2 else "three"](value=int(kind))


def explain(kind: str) -> Message | None:
    """What a Karma card does; nothing for a number."""
    return _DOES[f"{kind}.does"]() if kind in CARDS else None
