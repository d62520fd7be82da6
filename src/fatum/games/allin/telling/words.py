"""How All In is told."""

from typing import Final

from fatum.core.messages import Message, declare
from fatum.core.options import Options
from fatum.core.parts import Words
from fatum.games.allin.rules.cards import RECONSTRUCTION
from fatum.games.allin.rules.deck import KINDS
from fatum.games.allin.rules.options import card_table
from fatum.games.allin.telling.events import EVENTS, values
from fatum.games.allin.telling.names import equal, explain, name
from fatum.games.allin.telling.prompts import prompt, screen, situation

_MEANINGS: Final = declare(
    "line.allin.help",
    {
        "play": "play this card and resolve its effects",
        "pass": "the top draw card goes into the river",
        "all in": "stake your hand as it is for the rest of the round",
        "take": "take the card on field 3; take discard with Shadows",
        "swap": "swap a hand card for the card on field 3",
        "effect": "do the effect",
        "keep": "keep this one of the revealed cards",
        "hypnosis": "P2 names their best combination",
        "eye": "P2 shows you four cards",
        "hide": "keep this card hidden from an All-Seeing Eye",
        "skip": "skip an effect that has no star",
        "discard": "discard this card",
        "predict": "bet that P1 holds the strongest hand",
    },
)
_WRITTEN: Final = {
    "play": "play JM",
    "pass": "pass",
    "all in": "all in",
    "take": "take 3",
    "swap": "swap 5C 3",
    "effect": "draw, reveal, rune",
    "keep": "keep 9C",
    "hypnosis": "hypnosis P2",
    "eye": "eye P2",
    "hide": "hide 9C",
    "skip": "skip",
    "discard": "discard 9C",
    "predict": "predict P1",
}


def notices(options: Options) -> list[Message]:
    """What everyone who sees the cards' effects has to know."""
    return [RECONSTRUCTION()] if len(card_table(options).changed) < KINDS else []


WORDS: Final = Words(
    events=EVENTS,
    quiet=frozenset({"turn"}),
    values=values,
    moves=tuple([(written, _MEANINGS[verb]()) for verb, written in _WRITTEN.items()]),
    name=name,
    equal=equal,
    prompt=prompt,
    situation=situation,
    screen=screen,
    notices=notices,
    explain=explain,
)
