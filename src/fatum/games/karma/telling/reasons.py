"""Why a move of Karma may be good, said in half a sentence from what the seat itself knows."""

from fatum.core.parts import ViewData
from fatum.games.karma.rules.cards import CODES, TC


def reason(view: ViewData, seat: int, move: str) -> str:
    """After "because"; empty where there is nothing to say."""
    words = move.split(" ")
    verb = words[0]
    if verb in {"play", "open"}:
        count = int(words[2][1:]) if len(words) > 2 else 1
        return _play(view, seat, verb, words[1], count)
    if verb == "take":
        size = len(view["pile"])
        cards = "1 card" if size == 1 else f"{size} cards"
        return f"picking up {cards} now costs less than what you would have to play"
    if verb == "give":
        return _give(view, words[1])
    if verb == "lay":
        if CODES[words[1]] >= TC:
            return "a Karma card fits on anything, which counts most at the end"
        return "open cards are played last, when only high numbers still fit"
    if verb == "look":
        return "knowing your hidden cards costs nothing"
    return ""


def _play(view: ViewData, seat: int, verb: str, card: str, count: int) -> str:
    pile = view["pile"]
    equal = 0
    while equal < len(pile) and pile[-1 - equal] == card:
        equal += 1
    if card == "GP":
        size = len(pile)
        return f"it rids you of a pile of {size}" if size > 1 else "it leaves the game at once"
    if equal + count >= 3:
        return "three equal cards burn the pile, and you lead again"
    if card == "FB":
        return "the next player may only play numbers up to 5, or a Karma card"
    if card == "BU":
        return f"it brings the {pile[0]} on top" if pile else "it leaves the next player free"
    if card == "TC":
        return "it lets you play a table card right away"
    if count > 1:
        return f"it rids you of {count} cards at once"
    held = view["seats"][seat]["hand" if verb == "play" else "open"]
    numbers = [int(other) for other in held if other.isdigit()]
    demand = int(pile[-1]) if pile and pile[-1].isdigit() else 0
    if int(card) == min([number for number in numbers if number >= demand], default=0):
        return "it is the lowest card that fits, and the higher ones stay for later"
    return "it makes it hard for the next player to follow"


def _give(view: ViewData, target: str) -> str:
    other = view["seats"][int(target[1:]) - 1]
    hidden = sum(card is not None for card in other["hidden"])
    cards = len(other["hand"]) + len(other["open"]) + hidden
    if cards == 0:
        return f"{target} was already out and comes back"
    return f"{target} is closest to getting out, with {cards} cards" if cards < 6 else ""
