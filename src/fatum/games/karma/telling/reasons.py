"""Why a move of Karma may be good, in a sentence made from what the seat itself knows."""

from typing import Final

from fatum.core.messages import Message, card, declare, seat
from fatum.core.parts import ViewData
from fatum.core.seats import seat_number
from fatum.games.karma.rules.cards import CODES, TC

_REASONS: Final = declare(
    "karma.hint",
    {
        "take": (
            "Taking {count} card now costs less than the cards you would have to play.",
            "Taking {count} cards now costs less than the cards you would have to play.",
        ),
        "lay.karma": "A Karma card fits on anything, which matters most at the end.",
        "lay.number": "Open cards are played late, when only high numbers still fit.",
        "look": "Looking at your hidden cards costs nothing.",
        "pile": (
            "It gets rid of a pile of {count} card.",
            "It gets rid of a pile of {count} cards.",
        ),
        "gone": "The card leaves the game at once.",
        "burn": "Three equal cards take the pile out of the game, and you start a new one.",
        "five": "The next player may only play numbers up to 5, or a Karma card.",
        "bottom": "It brings {card} to the top.",
        "free": "The next player can play anything.",
        "table": "It lets you play a table card right away.",
        "many": (
            "It gets rid of {count} card at once.",
            "It gets rid of {count} cards at once.",
        ),
        "lowest": "It is the lowest card that fits. Keep the higher ones for later.",
        "hard": "It is hard for the next player to beat.",
        "back": "{name} was already out and is back in the game.",
        "closest": (
            "{name} is closest to getting out, with {count} card.",
            "{name} is closest to getting out, with {count} cards.",
        ),
        "give": "{name} then takes longer to get out.",
        "flip": "You cannot tell your hidden cards apart, so each is as good as the others.",
    },
)
_FEW: Final = 6


def reason(view: ViewData, seat: int, move: str) -> Message | None:
    """Nothing for moves that Karma does not have."""
    words = move.split(" ")
    verb = words[0]
    if verb in {"play", "open"}:
        count = int(words[2][1:]) if len(words) > 2 else 1
        return _play(view, seat, verb, words[1], count)
    if verb == "take":
        return _REASONS["take"](count=len(view["pile"]))
    if verb == "give":
        return _give(view, seat_number(words[1]))
    if verb == "lay":
        return _REASONS["lay.karma" if CODES[words[1]] >= TC else "lay.number"]()
    return _REASONS[verb]() if verb in {"look", "flip"} else None


def _play(view: ViewData, seat: int, verb: str, kind: str, count: int) -> Message:
    pile = view["pile"]
    equal = 0
    while equal < len(pile) and pile[-1 - equal] == kind:
        equal += 1
    if kind == "GP":
        return _REASONS["pile"](count=len(pile)) if len(pile) > 1 else _REASONS["gone"]()
    if equal + count >= 3:
        return _REASONS["burn"]()
    if kind == "FB":
        return _REASONS["five"]()
    if kind == "BU":
        return _REASONS["bottom"](card=card(pile[0])) if pile else _REASONS["free"]()
    if kind == "TC":
        return _REASONS["table"]()
    if count > 1:
        return _REASONS["many"](count=count)
    held = view["seats"][seat]["hand" if verb == "play" else "open"]
    numbers = [int(other) for other in held if other.isdigit()]
    demand = int(pile[-1]) if pile and pile[-1].isdigit() else 0
    lowest = min([number for number in numbers if number >= demand], default=0)
    return _REASONS["lowest" if int(kind) == lowest else "hard"]()


def _give(view: ViewData, target: int) -> Message:
    other = view["seats"][target]
    hidden = sum(card is not None for card in other["hidden"])
    cards = len(other["hand"]) + len(other["open"]) + hidden
    if cards == 0:
        return _REASONS["back"](name=seat(target))
    if cards < _FEW:
        return _REASONS["closest"](name=seat(target), count=cards)
    return _REASONS["give"](name=seat(target))
