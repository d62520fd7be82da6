"""Messages that several games tell with."""

from collections.abc import Callable, Sequence
from typing import Final

from fatum.core.events import HIDDEN
from fatum.core.messages import Declared, Message, Term, Value, card, seat
from fatum.core.seats import seat_number

_HIDDEN: Final = Declared("card.hidden.many", "a face-down card", "{count} face-down cards")
_EQUAL: Final = Declared("card.equal", "{times} × {card}")
_QUOTED: Final = Declared("card.quoted", "“{card}”")
_NONE: Final = Declared("line.card.none", "nothing")
_HAND: Final = Declared("line.hand", "Your hand: {cards}")
_HAND_EMPTY: Final = Declared("line.hand.empty", "Your hand is empty")
_HAND_SIZE: Final = Declared(
    "line.hand.other", "{name}: {count} card in hand", "{name}: {count} cards in hand"
)


def equal_cards(name: str, times: int) -> Message:
    """Several equal cards: ``3 × …``."""
    return _EQUAL(times=times, card=card(name))


def quoted(name: Message) -> Message:
    """The name of a card that is a phrase, as it stands inside a sentence.

    >>> str(quoted(Declared("doctest.card", "Table Card")()))
    '“Table Card”'
    """
    return _QUOTED(card=name)


def card_list(cards: Sequence[str], equal: Callable[[str, int], Message] = equal_cards) -> Value:
    """Cards to be named; equal ones that follow one another are counted, and so are unknown ones.

    ``equal`` names several equal cards, for games that have better words for them.
    """
    known = [name for name in cards if name != HIDDEN]
    named: list[Value] = []
    place = 0
    while place < len(known):
        name = known[place]
        times = 1
        while known[place + times : place + times + 1] == [name]:
            times += 1
        named.append(card(name) if times == 1 else equal(name, times))
        place += times
    if len(known) < len(cards):
        named.append(_HIDDEN(count=len(cards) - len(known)))
    return tuple(named) if named else _NONE()


def own_hand(cards: Sequence[str], equal: Callable[[str, int], Message] = equal_cards) -> Message:
    """What a seat reads about its own hand."""
    return _HAND(cards=card_list(cards, equal)) if cards else _HAND_EMPTY()


def other_hand(
    name: Term,
    cards: Sequence[str],
    known: Declared,
    equal: Callable[[str, int], Message] = equal_cards,
) -> list[Message]:
    """What a seat reads about another's hand: its size, and in ``known`` the cards that it knows."""
    lines = [_HAND_SIZE(name=name, count=len(cards))]
    if seen := [held for held in cards if held != HIDDEN]:
        lines.append(known(name=name, cards=card_list(seen, equal)))
    return lines


def named_seat(name: str) -> Term:
    """The seat that a view or a move names, such as ``P1``."""
    return seat(seat_number(name))
