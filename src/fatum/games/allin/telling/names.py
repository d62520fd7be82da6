"""What the cards and moves of All In are called."""

from typing import Final

from fatum.core.events import HIDDEN
from fatum.core.game import View
from fatum.core.messages import CARD, Declared, Message, Term, card, declare
from fatum.core.options import Options
from fatum.core.parts import ViewData
from fatum.core.seats import seat_name
from fatum.core.telling import equal_cards, named_seat
from fatum.games.allin.rules.deck import CODES, NAMES, RUNE
from fatum.games.allin.rules.names import effect_name
from fatum.games.allin.rules.options import card_table

_CARD: Final = Declared("card.allin", "{rank} of {suit}")
_RUNE: Final = Declared("card.allin.Ru", "Rune card")
_RUNES: Final = Declared("card.allin.Ru.many", "{count} Rune card", "{count} Rune cards")
_RANKS: Final = declare("rank", {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"})
_SUITS: Final = declare("suit", {"C": "Clocks", "M": "Masks", "S": "Scarabs", "T": "Trees"})
_EFFECTS: Final = Declared("line.card.effects", "Effects in order: {effects}")
_MOVES: Final = declare(
    "allin.do",
    {
        "pass": "Pass",
        "allin": "All In",
        "play": "Play {card}",
        "take": "Take {card}",
        "swap": "Swap {card} for {other}",
        "draw": "Draw",
        "reveal": "Reveal",
        "rune": "Take a rune",
        "skip": "Skip",
        "keep": "Keep {card}",
        "hide": "Keep {card} hidden",
        "discard": "Discard {card}",
        "target": "{effect}: {name}",
        "predict": "Bet on {name}",
        "predict.self": "Bet on your own hand",
    },
)


def name(term: Term, view: View) -> Message:
    """What a card or a move is called."""
    if term.kind == CARD:
        return card_name(term.text)
    verb, _, rest = term.text.partition(" ")
    if verb == "all":
        return _MOVES["allin"]()
    if not rest:
        return _MOVES[verb]()
    if verb in {"hypnosis", "eye"}:
        return _MOVES["target"](effect=effect_name(verb), name=named_seat(rest))
    if verb == "predict":
        own = view.seat is not None and rest == seat_name(view.seat)
        return _MOVES["predict.self"]() if own else _MOVES["predict"](name=named_seat(rest))
    if verb == "take":
        return _MOVES["take"](card=card(card_at(view.to_dict(), rest)))
    if verb == "swap":
        given, _, place = rest.partition(" ")
        return _MOVES["swap"](card=card(given), other=card(card_at(view.to_dict(), place)))
    return _MOVES[verb](card=card(rest))


def card_name(text: str) -> Message:
    """``JM`` is the Jack of Masks."""
    if text == NAMES[RUNE]:
        return _RUNE()
    rank, suit = text[:-1], text[-1]
    return _CARD(rank=_RANKS[rank]() if rank in _RANKS else int(rank), suit=_SUITS[suit]())


def equal(text: str, times: int) -> Message:
    """Several Rune cards; of any other there is only one."""
    return _RUNES(count=times) if text == NAMES[RUNE] else equal_cards(text, times)


def card_at(view: ViewData, place: str) -> str:
    """The card that a seat would get from a place: a field of the river or ``discard``."""
    pile = view["discard"] if place == "discard" else view["river"][int(place) - 1]
    return str(pile[-1]) if pile else HIDDEN


def explain(move: str, options: Options) -> Message | None:
    """The effects of the card that a move would play."""
    verb, _, text = move.partition(" ")
    if verb != "play" or text not in CODES:
        return None
    effects = card_table(options).effects_of(CODES[text])
    return _EFFECTS(effects=tuple([effect_name(each) for each in effects]))
