"""Why a move of All In may be good, said in half a sentence from what the seat itself knows."""

from fatum.core.parts import ViewData
from fatum.games.allin.rules.deck import CODES, NAMES, RUNE, from_list
from fatum.games.allin.rules.hands import CATEGORIES, category_of, evaluate


def reason(view: ViewData, seat: int, move: str) -> str:
    """After "because"; empty where there is nothing to say."""
    words = move.split(" ")
    verb = words[0]
    hand = view["hands"][seat]
    if verb == "predict":
        return _predict(seat, words[1], hand)
    if verb == "all":
        return f"your hand, {_name(hand)}, need not change any more"
    if verb == "pass":
        return f"it keeps your hand, {_name(hand)}, as it is"
    if verb == "play":
        return _without(hand, words[1]) or "what it does is worth more than keeping it"
    if verb == "discard":
        return _without(hand, words[1])
    if verb == "keep":
        return _gain(hand, hand, words[1])
    if verb == "take":
        return _gain(hand, hand, _river_card(view, words[1]))
    if verb == "swap":
        return _gain(hand, _left(hand, words[1]), _river_card(view, words[2]))
    if verb == "rune":
        return "a rune is a rune"
    if verb in {"draw", "reveal"}:
        return "more cards to choose from make a better hand"
    if verb in {"hypnosis", "eye"}:
        return f"what {words[1]} holds decides whom to predict"
    return ""


def _combination(cards: list[str]) -> int:
    """The best combination of up to five of these cards, as its place in side A's order."""
    best = 0
    if len(cards) <= 5:
        return int(category_of(evaluate(from_list([CODES[card] for card in cards]), False), False))
    for left_out in range(len(cards)):
        best = max(best, _combination(cards[:left_out] + cards[left_out + 1 :]))
    return best


def _name(cards: list[str]) -> str:
    return _article(CATEGORIES[_combination(cards)])


def _article(name: str) -> str:
    bare = name in {"nothing", "two pairs", "three of a kind", "four of a kind"}
    return name if bare else f"a {name}"


def _left(hand: list[str], card: str) -> list[str]:
    left = hand.copy()
    left.remove(card)
    return left


def _without(hand: list[str], card: str) -> str:
    """Why a card is not missed; empty if it is."""
    whole = _combination(hand)
    if _combination(_left(hand, card)) < whole:
        return ""
    if whole > 0:
        return f"your {CATEGORIES[whole]} does not need the {card}"
    return f"the {card} helps your hand least"


def _gain(hand: list[str], left: list[str], gained: str) -> str:
    """What a card adds to what is left of a hand."""
    if not gained:
        return ""
    if gained == NAMES[RUNE]:
        return "a Rune card is worth two runes"
    made = [*left, gained]
    if _combination(made) > _combination(hand):
        return f"it makes {_name(made)}"
    return "it improves your hand"


def _river_card(view: ViewData, place: str) -> str:
    pile = view["discard"] if place == "discard" else view["river"][int(place) - 1]
    return str(pile[-1]) if pile else ""


def _predict(seat: int, target: str, hand: list[str]) -> str:
    if target == f"P{seat + 1}":
        return f"your own hand, {_name(hand)}, is the most likely to be the strongest"
    return f"{target} most likely has the strongest hand"
