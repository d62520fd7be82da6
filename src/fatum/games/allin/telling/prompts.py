"""What All In asks, and what lies on the table."""

from collections.abc import Sequence
from typing import Final

from fatum.core.events import HIDDEN
from fatum.core.game import View
from fatum.core.messages import Message, card, declare
from fatum.core.messages import seat as seat_term
from fatum.core.parts import ViewData
from fatum.core.seats import seat_number
from fatum.core.telling import card_list, named_seat, other_hand, own_hand
from fatum.games.allin.rules.deck import CODES
from fatum.games.allin.rules.options import card_table
from fatum.games.allin.telling.events import prediction
from fatum.games.allin.telling.names import equal

_PROMPTS: Final = declare(
    "allin.prompt",
    {
        "action": "Play a card, pass, or go All In.",
        "action.noallin": "Play a card or pass.",
        "action.pass": "This late in the round you can only pass.",
        "take": "Choose a river card to take.",
        "take.shadows": "Choose a river card or the top discard to take.",
        "swap": "Choose a hand card and a river card to swap.",
        "draw": "Draw a card?",
        "draw.must": "Draw a card.",
        "reveal": (
            "Reveal {count} card and keep it?",
            "Reveal {count} cards and keep one?",
        ),
        "reveal.must": (
            "Reveal {count} card and keep it.",
            "Reveal {count} cards and keep one.",
        ),
        "rune": "Take a rune?",
        "rune.must": "Take a rune.",
        "hypnosis": "Who must name their combination?",
        "eye": "Who shows you four cards?",
        "keep": "Choose the card to keep.",
        "hide": "{name} is looking at your hand. Choose one card to keep hidden.",
        "discard": ("Discard {count} card.", "Discard {count} cards."),
        "predict": "The river is full. Who holds the strongest hand?",
    },
)
_TABLE: Final = declare(
    "allin",
    {
        "round": "Round {round}",
        "round.heirs": "Heirs round",
        "pot.label": ("Pot: {count} rune", "Pot: {count} runes"),
        "draw.count": ("Draw pile: {count} card", "Draw pile: {count} cards"),
        "discard.count": ("Discard pile: {count} card", "Discard pile: {count} cards"),
        "discard.top": (
            "Discard pile: {count} card, {top} on top",
            "Discard pile: {count} cards, {top} on top",
        ),
    },
)
_LINES: Final = declare(
    "line.allin",
    {
        "round": "{round}. {pot}. {runes}.",
        "runes": ("{name}: {count} rune", "{name}: {count} runes"),
        "river": "River: {fields}",
        "field": "{field}: {card}",
        "field.two": "{field}: {card} on {under}",
        "field.empty": "{field}: empty",
        "revealed": "Revealed cards: {cards}",
        "known": "Known cards in {name}’s hand: {cards}",
        "allin": "{name} is All In",
        "strength": "Hands of the last round, strongest first: {names}",
    },
)
_HAND: Final = 5
_LAST_ROUND: Final = 3


def prompt(view: View, data: ViewData, legal: Sequence[str]) -> Message | None:
    """The question of the moment."""
    phase = data["phase"]
    if phase == "effect":
        return _effect(view, data, legal)
    if phase == "hide":
        return _PROMPTS["hide"](name=named_seat(data["turn"]))
    if phase == "discard":
        assert view.seat is not None
        return _PROMPTS["discard"](count=len(data["hands"][view.seat]) - _HAND)
    if phase == "action":
        if legal == ["pass"]:
            return _PROMPTS["action.pass"]()
        return _PROMPTS["action" if "all in" in legal else "action.noallin"]()
    return _PROMPTS[phase]()


def _effect(view: View, data: ViewData, legal: Sequence[str]) -> Message:
    effects = card_table(view.options).effects_of(CODES[data["played"]])
    effect = effects[data["effect"]].removesuffix("*")
    must = "" if "skip" in legal else ".must"
    if effect.startswith("reveal"):
        return _PROMPTS[f"reveal{must}"](count=int(effect.removeprefix("reveal")))
    if effect in {"draw", "rune"}:
        return _PROMPTS[f"{effect}{must}"]()
    return _PROMPTS["take.shadows" if "take discard" in legal else effect]()


def situation(view: View) -> list[Message]:
    """What the next choice depends on."""
    data: ViewData = view.to_dict()
    number = data["round"]
    runes = [
        _LINES["runes"](name=seat_term(owner), count=count)
        for owner, count in enumerate(data["runes"])
    ]
    lines = [
        _LINES["round"](
            round=_TABLE["round.heirs"]()
            if number > _LAST_ROUND
            else _TABLE["round"](round=number),
            pot=_TABLE["pot.label"](count=data["pot"]),
            runes=tuple(runes),
        ),
        _LINES["river"](fields=tuple([_field(*each) for each in enumerate(data["river"], 1)])),
    ]
    if view.seat is not None:
        lines.append(own_hand(data["hands"][view.seat], equal))
    if data.get("revealed"):
        lines.append(_LINES["revealed"](cards=card_list(data["revealed"], equal)))
    return lines


def _field(number: int, pile: list[str]) -> Message:
    if not pile:
        return _LINES["field.empty"](field=number)
    if len(pile) == 1:
        return _LINES["field"](field=number, card=card(pile[0]))
    return _LINES["field.two"](field=number, card=card(pile[1]), under=card(pile[0]))


def screen(view: View) -> list[Message]:
    """Everything this seat, or a spectator, may know."""
    data: ViewData = view.to_dict()
    lines = situation(view)
    lines.append(_TABLE["draw.count"](count=len(data["draw"])))
    lines.append(_discard(data["discard"]))
    for owner, hand in enumerate(data["hands"]):
        if owner != view.seat:
            lines += other_hand(seat_term(owner), hand, _LINES["known"], equal)
    if data["all_in"] is not None:
        lines.append(_LINES["allin"](name=named_seat(data["all_in"])))
    if data["last_strength"]:
        names = tuple([named_seat(text) for text in data["last_strength"]])
        lines.append(_LINES["strength"](names=names))
    for owner, predicted in enumerate(data.get("predictions", [])):
        if predicted is not None:
            lines.append(prediction(owner, seat_number(predicted), view.seat))
    return lines


def _discard(pile: list[str]) -> Message:
    if pile and pile[-1] != HIDDEN:
        return _TABLE["discard.top"](count=len(pile), top=card(pile[-1]))
    return _TABLE["discard.count"](count=len(pile))
