"""How All In is told: phrases for its events and lines for what a seat sees.

Each event has a phrase for the one who did it, one for everybody else and, where needed, one for
what nobody did. An empty phrase says that the event needs no words.
"""

from typing import Final

from fatum.core.options import Options
from fatum.core.parts import ViewData, Words
from fatum.games.allin.rules.cards import RECONSTRUCTION
from fatum.games.allin.rules.deck import CODES, KINDS
from fatum.games.allin.rules.options import card_table

EVENTS: Final[dict[str, tuple[str, ...]]] = {
    "round": ("round {text} begins with you.", "round {text} begins with {seat}."),
    "deal": ("you get {cards}.", "{seat} gets {cards}."),
    "river": ("", "", "{cards} lies on field {text}."),
    "turn": ("", ""),
    "play": ("you play {cards}.", "{seat} plays {cards}."),
    "pass": ("you pass.", "{seat} passes."),
    "all in": ("you go all in.", "{seat} goes all in."),
    "forced pass": ("you are all in and pass.", "{seat} is all in and passes."),
    "skip": ("you leave out: {text}.", "{seat} leaves out: {text}."),
    "take": ("you take {cards} from {text}.", "{seat} takes {cards} from {text}."),
    "swap": (
        "you swap at {text}, giving the first and getting the second: {cards}.",
        "{seat} swaps at {text}, giving the first and getting the second: {cards}.",
    ),
    "draw": ("you draw {cards}.", "{seat} draws {cards}."),
    "reveal": ("you reveal {cards}.", "{seat} reveals {cards}."),
    "keep": ("you keep {cards}.", "{seat} keeps {cards}."),
    "rune": ("you get a rune.", "{seat} gets a rune."),
    "hypnosis": (
        "you hypnotise {other}, who has: {text}.",
        "{seat} hypnotises {other}, who has: {text}.",
    ),
    "eye": ("you turn an Eye on {other}.", "{seat} turns an Eye on {other}."),
    "show": ("you show {other} {cards}.", "{seat} shows {other} {cards}."),
    "discard": (
        "you discard {cards}.",
        "{seat} discards {cards}.",
        "{cards} is turned onto the discard pile.",
    ),
    "shuffle": ("", "", "the discard pile is shuffled into a new draw pile of {text} cards."),
    "river full": ("", "", "the river is full: predict who holds the strongest hand."),
    "predict": ("you have predicted.", "{seat} has predicted."),
    "prediction": ("you predicted {other}.", "{seat} predicted {other}."),
    "hand": ("you had {cards}: {text}.", "{seat} had {cards}: {text}."),
    "pot": ("you get {text} from the pot.", "{seat} gets {text} from the pot."),
    "pay": ("your hand pays {text}.", "the hand of {seat} pays {text}."),
    "win": ("you win.", "{seat} wins.", "nobody wins."),
}

_PLACES: Final[dict[str, str]] = {
    **{str(field): f"field {field}" for field in range(1, 7)},
    "discard": "the discard pile",
}
TEXTS: Final[dict[str, dict[str, str]]] = {"take": _PLACES, "swap": _PLACES}
"""Event → how its text is put into words."""

MOVES: Final[tuple[tuple[str, str], ...]] = (
    ("play JM", "play this card and resolve its effects"),
    ("pass", "the top draw card goes into the river"),
    ("all in", "stake your hand as it is for the rest of the round"),
    ("take 3", "take the card on field 3; take discard with Shadows"),
    ("swap 5C 3", "swap a hand card for the card on field 3"),
    ("draw, reveal, rune", "do the effect"),
    ("keep 9C", "keep this one of the revealed cards"),
    ("hypnosis P2", "P2 names the best combination in hand"),
    ("eye P2", "P2 shows you four cards"),
    ("hide 9C", "asked by an Eye: show the others"),
    ("skip", "leave out an effect that has no star"),
    ("discard 9C", "discard this card"),
    ("predict P1", "predict that P1 holds the strongest hand"),
)

_DUE: Final[dict[str, str]] = {
    "action": "Play a card, pass or go all in.",
    "effect": "Resolve the next effect of {played}.",
    "keep": "Keep one of the revealed cards: {revealed}.",
    "hide": "{turn} turns an Eye on you: choose the one card to hide.",
    "discard": "Discard down to five cards.",
    "predict": "Predict who holds the strongest hand.",
}


def notices(options: Options) -> list[str]:
    """What everyone who sees the cards' effects has to know."""
    return [RECONSTRUCTION] if len(card_table(options).changed) < KINDS else []


def explain(move: str, options: Options) -> str:
    """The effects of the card that a move would play."""
    verb, _, card = move.partition(" ")
    if verb != "play" or card not in CODES:
        return ""
    return " ".join(card_table(options).effects_of(CODES[card]))


def _cards(cards: list[str]) -> str:
    return ", ".join(cards) if cards else "none"


def _river(view: ViewData) -> str:
    fields: list[str] = []
    for number, pile in enumerate(view["river"], 1):
        fields.append(f"{number} {' on '.join(reversed(pile)) if pile else 'empty'}")
    return f"River: {', '.join(fields)}."


def prompt(view: ViewData, seat: int | None) -> list[str]:
    """What the next choice depends on."""
    runes = [f"P{owner} {count}" for owner, count in enumerate(view["runes"], 1)]
    lines = [f"Round {view['round']}, {view['pot']} in the pot. Runes: {', '.join(runes)}."]
    lines.append(_river(view))
    if seat is not None:
        lines.append(f"Your hand: {_cards(view['hands'][seat])}.")
    due = _DUE.get(view["phase"], "")
    if due:
        lines.append(
            due.format(
                played=view.get("played", ""),
                revealed=_cards(view.get("revealed", [])),
                turn=view["turn"],
            )
        )
    return lines


def screen(view: ViewData, seat: int | None) -> list[str]:
    """Everything this seat, or a spectator, may know."""
    lines = prompt(view, seat)
    discard = view["discard"]
    top = f", {discard[-1]} on top" if discard and discard[-1] != "?" else ""
    lines.append(f"Draw pile: {len(view['draw'])} cards.")
    lines.append(f"Discard pile: {len(discard)} cards{top}.")
    for owner, hand in enumerate(view["hands"]):
        if owner == seat:
            continue
        known = [card for card in hand if card != "?"]
        seen = f", {_cards(known)} among them" if known else ""
        lines.append(f"P{owner + 1}: {len(hand)} cards in hand{seen}.")
    if view["all_in"] is not None:
        lines.append(f"All in: {view['all_in']}.")
    if view["last_strength"]:
        lines.append(f"Hands of the last round, strongest first: {_cards(view['last_strength'])}.")
    for owner, predicted in enumerate(view.get("predictions", [])):
        if predicted is not None:
            lines.append(f"P{owner + 1} predicted {predicted}.")
    return lines


WORDS: Final = Words(
    events=EVENTS,
    moves=MOVES,
    texts=TEXTS,
    prompt=prompt,
    screen=screen,
    notices=notices,
    explain=explain,
)
