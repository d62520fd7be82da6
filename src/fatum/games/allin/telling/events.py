"""How the events of All In are told."""

from collections.abc import Mapping
from typing import Final

from fatum.core.events import Event
from fatum.core.messages import Message, Value, declare
from fatum.core.messages import seat as seat_term
from fatum.games.allin.rules.names import effect_name, hand_name

EVENTS: Final = declare(
    "allin.event",
    {
        "round.you": "Round {number} begins; you start.",
        "round.other": "Round {number} begins; {name} starts.",
        "deal.you": "You are dealt {cards}.",
        "play.you": "You play {cards}.",
        "play.other": "{name} plays {cards}.",
        "pass.you": "You pass.",
        "pass.other": "{name} passes.",
        "all in.you": "You go All In.",
        "all in.other": "{name} goes All In.",
        "forced pass.you": "You are All In and pass.",
        "forced pass.other": "{name} is All In and passes.",
        "river.nobody": "{cards} goes onto field {number} of the river.",
        "take.you": "You take {cards}.",
        "take.other": "{name} takes {cards}.",
        "swap.you": "You swap {first} for {second}.",
        "swap.other": "{name} swaps {first} for {second}.",
        "draw.you": "You draw {cards}.",
        "draw.other": "{name} draws {cards}.",
        "reveal.you": "You reveal {cards}.",
        "reveal.other": "{name} reveals {cards}.",
        "keep.you": "You keep {cards}.",
        "keep.other": "{name} keeps {cards}.",
        "discard.you": "You discard {cards}.",
        "discard.other": "{name} discards {cards}.",
        "discard.nobody": "{cards} goes onto the discard pile.",
        "rune.you": "You get a rune.",
        "rune.other": "{name} gets a rune.",
        "hypnosis.you": "You hypnotise {other}: “{hand}”.",
        "hypnosis.other": "{name} hypnotises {other}: “{hand}”.",
        "hypnosis.toyou": "{name} hypnotises you: “{hand}”.",
        "eye.you": "You ask {other} to show four cards.",
        "eye.other": "{name} looks at {other}’s hand.",
        "eye.toyou": "{name} wants to see four of your cards.",
        "show.you": "You show {other}: {cards}.",
        "show.other": "{name} shows {other}: {cards}.",
        "show.toyou": "{name} shows you {cards}.",
        "skip.you": "You skip “{effect}”.",
        "skip.other": "{name} skips “{effect}”.",
        "shuffle.nobody": (
            "The discard pile is shuffled into a new draw pile of {count} card.",
            "The discard pile is shuffled into a new draw pile of {count} cards.",
        ),
        "river full.nobody": "The river is full: time to predict.",
        "predict.you": "You have made your prediction.",
        "predict.other": "{name} has made a prediction.",
        "prediction.you": "You bet on {other}.",
        "prediction.you.self": "You bet on your own hand.",
        "prediction.other": "{name} bets on {other}.",
        "prediction.toyou": "{name} bets on you.",
        "prediction.self": "{name} bets on their own hand.",
        "hand.you": "Your hand: {hand} ({cards}).",
        "hand.other": "{name}’s hand: {hand} ({cards}).",
        "pot.you": (
            "You get {count} rune from the pot.",
            "You get {count} runes from the pot.",
        ),
        "pot.other": (
            "{name} gets {count} rune from the pot.",
            "{name} gets {count} runes from the pot.",
        ),
        "pay.you": (
            "You get {count} rune for your hand.",
            "You get {count} runes for your hand.",
        ),
        "pay.other": (
            "{name} gets {count} rune for their hand.",
            "{name} gets {count} runes for their hand.",
        ),
        "win.you": "You win.",
        "win.other": "{name} wins.",
        "win.nobody": "A tie for the most runes: nobody wins.",
    },
)


def values(event: Event) -> Mapping[str, Value] | None:
    """The combination or the effect that an event names; runes that nobody gets are not told."""
    if event.kind in {"pot", "pay"} and event.number == 0:
        return None
    if event.kind in {"hypnosis", "hand"}:
        return {"hand": hand_name(event.detail)}
    return {"effect": effect_name(event.detail)} if event.kind == "skip" else {}


def prediction(seat: int, other: int, viewer: int | None) -> Message:
    """Whom a seat bets on, as it is told when everyone learns it."""
    if seat == viewer:
        form = "you.self" if seat == other else "you"
    elif seat == other:
        form = "self"
    else:
        form = "toyou" if other == viewer else "other"
    given = {"name": seat_term(seat), "other": seat_term(other)}
    said = EVENTS[f"prediction.{form}"]
    return said(**{name: given[name] for name in said.names})
