"""Why a move of All In may be good, in a sentence made from what the seat itself knows."""

from typing import Final

from fatum.core.events import HIDDEN
from fatum.core.messages import Message, card, declare
from fatum.core.messages import seat as seat_term
from fatum.core.parts import ViewData
from fatum.core.seats import seat_number
from fatum.core.telling import named_seat
from fatum.games.allin.rules.deck import CODES, NAMES, RUNE, from_list
from fatum.games.allin.rules.hands import CATEGORIES, category_of, evaluate
from fatum.games.allin.rules.names import hand_name
from fatum.games.allin.telling.names import card_at

_REASONS: Final = declare(
    "allin.hint",
    {
        "all in": "Your hand is good enough as it is: {hand}.",
        "pass": "It keeps your hand as it is: {hand}.",
        "play": "Its effects are worth more than the card in your hand.",
        "spare": "Your hand does not need the {card}: {hand}.",
        "least": "The {card} helps your hand least.",
        "rune card": "A Rune card is worth two runes.",
        "makes": "It makes a better hand: {hand}.",
        "improves": "It improves your hand.",
        "rune": "It is a free rune.",
        "cards": "More cards to choose from mean a better hand.",
        "look": "Knowing what {name} holds helps you decide who to bet on.",
        "own": "Your own hand is the most likely to be the strongest: {hand}.",
        "predict": "{name} most likely has the strongest hand.",
        "missed": "The other cards are worth more to you.",
        "skip": "The effect would not help you now.",
        "hide": "The cards you show say less about your hand.",
    },
)


def reason(view: ViewData, seat: int, move: str) -> Message | None:
    """Nothing where there is nothing to say."""
    words = move.split(" ")
    verb = words[0]
    hand = view["hands"][seat]
    if verb == "predict":
        target = seat_number(words[1])
        own = target == seat
        return _with_hand("own", hand) if own else _REASONS["predict"](name=seat_term(target))
    if verb in {"all", "pass"}:
        return _with_hand("all in" if verb == "all" else verb, hand)
    if verb == "play":
        return _without(hand, words[1]) or _REASONS["play"]()
    if verb == "discard":
        return _without(hand, words[1]) or _REASONS["missed"]()
    if verb == "keep":
        return _gain(hand, hand, words[1])
    if verb == "take":
        return _gain(hand, hand, card_at(view, words[1]))
    if verb == "swap":
        return _gain(hand, _left(hand, words[1]), card_at(view, words[2]))
    if verb == "rune":
        return _REASONS["rune"]()
    if verb in {"skip", "hide"}:
        return _REASONS[verb]()
    if verb in {"draw", "reveal"}:
        return _REASONS["cards"]()
    if verb in {"hypnosis", "eye"}:
        return _REASONS["look"](name=named_seat(words[1]))
    return None


def _combination(cards: list[str]) -> int:
    """The best combination of up to five of these cards, as its place in side A's order."""
    best = 0
    if len(cards) <= 5:
        return int(category_of(evaluate(from_list([CODES[card] for card in cards]), False), False))
    for left_out in range(len(cards)):
        best = max(best, _combination(cards[:left_out] + cards[left_out + 1 :]))
    return best


def _with_hand(key: str, cards: list[str]) -> Message:
    return _REASONS[key](hand=hand_name(CATEGORIES[_combination(cards)]))


def _left(hand: list[str], text: str) -> list[str]:
    left = hand.copy()
    left.remove(text)
    return left


def _without(hand: list[str], text: str) -> Message | None:
    """Why a card is not missed; nothing if it is."""
    whole = _combination(hand)
    if _combination(_left(hand, text)) < whole:
        return None
    if whole > 0:
        return _REASONS["spare"](card=card(text), hand=hand_name(CATEGORIES[whole]))
    return _REASONS["least"](card=card(text))


def _gain(hand: list[str], left: list[str], gained: str) -> Message | None:
    """What a card adds to what is left of a hand."""
    if gained == HIDDEN:
        return None
    if gained == NAMES[RUNE]:
        return _REASONS["rune card"]()
    made = [*left, gained]
    if _combination(made) > _combination(hand):
        return _with_hand("makes", made)
    return _REASONS["improves"]()
