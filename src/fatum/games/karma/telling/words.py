"""How Karma is told: phrases for its events and lines for what a seat sees.

Each event has two phrases, for the one who did it and for everybody else. An empty phrase says
that the event needs no words.
"""

from typing import Final

from fatum.core.options import Options
from fatum.core.parts import ViewData, Words

EVENTS: Final[dict[str, tuple[str, str]]] = {
    "look": ("you look at your hidden cards: {cards}.", "{seat} looks at the hidden cards."),
    "no look": ("you do not look at your hidden cards.", "{seat} does not look."),
    "shuffle hidden": (
        "your hidden cards are shuffled.",
        "the hidden cards of {seat} are shuffled.",
    ),
    "draw": ("you draw {cards}.", "{seat} draws {cards}."),
    "lay": ("you lay {cards} open.", "{seat} lays {cards}."),
    "show": ("your open cards are {cards}.", "the open cards of {seat} are {cards}."),
    "play": ("you play {cards}.", "{seat} plays {cards}."),
    "open": ("you play {cards} from the table.", "{seat} plays {cards} from the table."),
    "flip": ("you turn up position {text}: {cards}.", "{seat} turns up position {text}: {cards}."),
    "take": ("you take the pile: {cards}.", "{seat} takes the pile: {cards}."),
    "give": ("you give the pile to {other}: {cards}.", "{seat} gives {other} the pile: {cards}."),
    "raise": ("the bottom card {cards} goes on top.", "the bottom card {cards} goes on top."),
    "burn": (
        "three equal cards: the pile leaves the game, and you lead.",
        "three equal cards: the pile leaves the game, and {seat} leads.",
    ),
    "turn": ("", ""),
    "lose": (
        "you are the last with cards and lose.",
        "{seat} is the last with cards and loses; everyone else wins.",
    ),
    "undecided": ("the game ends undecided.", "the game ends undecided."),
}

MOVES: Final[tuple[tuple[str, str], ...]] = (
    ("play 9", "play a card from your hand; play 9 x2 for two equal cards"),
    ("open 12", "play an open card, once hand and stock are empty; open 12 x2 for two"),
    ("flip 2", "turn up the hidden card at position 2"),
    ("take", "take the pile into your hand"),
    ("give P3", "hand the pile to P3, after a GP"),
    ("lay 14", "at the start: lay this card open in front of you"),
    ("look, no look", "with Foresight: look at your hidden cards once, or not"),
)

_FREE: Final = ("TC", "BU")
_CARDS: Final[dict[str, str]] = {
    "TC": "Table Card: play a table card right after it",
    "BU": "Bottoms Up: the bottom card of the pile goes on top",
    "FB": "Five or Below: the next number may be 5 at most",
    "GP": "Give the Pile: another player takes the pile",
}


def explain(move: str, options: Options) -> str:
    """What the Karma card in a move does."""
    words = move.split()
    return _CARDS.get(words[1], "") if len(words) > 1 else ""


def _count(cards: list[str], none: str = "none") -> str:
    return ", ".join(cards) if cards else none


def _pile(view: ViewData) -> str:
    pile = view["pile"]
    if not pile:
        return "The pile is empty: anything may be played."
    top = pile[-1]
    if view["phase"] == "follow":
        wanted = view.get("demand")
        demand = "anything may follow" if wanted is None else _demand(wanted)
    else:
        demand = _demand(top)
    size = "1 card" if len(pile) == 1 else f"{len(pile)} cards"
    return f"The pile has {size}, {top} on top: {demand}."


def _demand(top: str) -> str:
    if top == "FB":
        return "a number up to 5 or a Karma card"
    if top in _FREE:
        return "anything may be played"
    return f"{top} or more, or a Karma card"


def _own(view: ViewData, seat: int) -> list[str]:
    own = view["seats"][seat]
    lines = [f"Your hand: {_count(own['hand'])}."]
    if own["open"]:
        lines.append(f"Your open cards: {_count(own['open'])}.")
    places = [str(place) for place, card in enumerate(own["hidden"], 1) if card is not None]
    if places:
        lines.append(f"Your hidden cards: at {_count(places)}.")
    if own.get("foreseen"):
        lines.append(f"Among your hidden cards: {_count(own['foreseen'])}.")
    return lines


def prompt(view: ViewData, seat: int | None) -> list[str]:
    """What the next choice depends on."""
    lines = [] if view["phase"] in ("look", "lay") else [_pile(view)]
    if seat is not None:
        lines += _own(view, seat)
    return lines


def screen(view: ViewData, seat: int | None) -> list[str]:
    """Everything this seat, or a spectator, may know."""
    lines = prompt(view, seat)
    if view["pile"]:
        lines.append(f"The pile from the bottom: {_count(view['pile'])}.")
    lines.append(f"The stock has {len(view['stock'])} cards.")
    lines.append(f"Out of the game: {_count(view['gone'], 'nothing')}.")
    for other, entry in enumerate(view["seats"]):
        if other == seat:
            continue
        hand = entry["hand"]
        known = [card for card in hand if card != "?"]
        seen = f" ({_count(known)} among them)" if known else ""
        opened = _count(entry["open"])
        hidden = sum(card is not None for card in entry["hidden"])
        lines.append(f"P{other + 1}: {len(hand)} in hand{seen}, open {opened}, {hidden} hidden.")
    return lines


WORDS: Final = Words(
    events=EVENTS,
    moves=MOVES,
    prompt=prompt,
    screen=screen,
    explain=explain,
)
