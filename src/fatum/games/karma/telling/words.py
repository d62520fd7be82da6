"""How Karma is told."""

from typing import Final

from fatum.core.messages import Message, declare
from fatum.core.options import Options
from fatum.core.parts import Words
from fatum.games.karma.telling import names
from fatum.games.karma.telling.prompts import cautions, prompt, screen, situation

EVENTS: Final = declare(
    "karma.event",
    {
        "look.you": "You look at your hidden cards: {cards}.",
        "look.other": "{name} looks at their hidden cards.",
        "no look.you": "You leave your hidden cards to fate.",
        "no look.other": "{name} leaves their hidden cards to fate.",
        "shuffle hidden.you": "Your hidden cards are shuffled.",
        "shuffle hidden.other": "{name}’s hidden cards are shuffled.",
        "draw.you": "You draw {cards}.",
        "draw.other": "{name} draws {cards}.",
        "lay.you": "You lay {cards} face up.",
        "lay.other": "{name} lays out {cards}.",
        "show.you": "Your open cards: {cards}.",
        "show.other": "{name}’s open cards: {cards}.",
        "play.you": "You play {cards}.",
        "play.other": "{name} plays {cards}.",
        "open.you": "You play {cards} from the table.",
        "open.other": "{name} plays {cards} from the table.",
        "flip.you": "You turn up {cards}.",
        "flip.other": "{name} turns up {cards}.",
        "take.you": ("You take the pile: {count} card.", "You take the pile: {count} cards."),
        "take.other": (
            "{name} takes the pile: {count} card.",
            "{name} takes the pile: {count} cards.",
        ),
        "give.you": (
            "You give {other} the pile: {count} card.",
            "You give {other} the pile: {count} cards.",
        ),
        "give.other": (
            "{name} gives {other} the pile: {count} card.",
            "{name} gives {other} the pile: {count} cards.",
        ),
        "give.toyou": (
            "{name} gives you the pile: {count} card.",
            "{name} gives you the pile: {count} cards.",
        ),
        "raise.other": "The bottom card goes on top: {cards}.",
        "burn.you": "Three equal cards: the pile leaves the game, and you start a new one.",
        "burn.other": "Three equal cards: the pile leaves the game, and {name} starts a new one.",
        "lose.you": "You are the last player with cards and lose.",
        "lose.other": "{name} is the last player with cards and loses.",
        "undecided.other": "The game ends without a loser.",
    },
)
_MEANINGS: Final = declare(
    "line.karma.help",
    {
        "play": "play a card from your hand; play 9 x2 for two equal cards",
        "open": "play an open card, once hand and stock are empty; open 12 x2 for two",
        "flip": "turn up the hidden card in place 2",
        "take": "take the pile into your hand",
        "give": "give the pile to P3 after a GP",
        "lay": "at the start: lay this card open in front of you",
        "look": "with Foresight: look at your hidden cards once, or not",
    },
)
_WRITTEN: Final = {
    "play": "play 9",
    "open": "open 12",
    "flip": "flip 2",
    "take": "take",
    "give": "give P3",
    "lay": "lay 14",
    "look": "look, no look",
}


def explain(move: str, options: Options) -> Message | None:
    """What the Karma card in a move does."""
    words = move.split()
    return names.explain(words[1]) if len(words) > 1 else None


WORDS: Final = Words(
    events=EVENTS,
    quiet=frozenset({"turn"}),
    moves=tuple([(written, _MEANINGS[verb]()) for verb, written in _WRITTEN.items()]),
    name=names.name,
    equal=names.equal,
    prompt=prompt,
    cautions=cautions,
    situation=situation,
    screen=screen,
    explain=explain,
)
