"""Who has the best hand, and what predicting somebody is worth (A26–A31)."""

from math import exp
from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.allin.estimates import chances
from fatum.bots.policies.allin.points import points_for
from fatum.bots.policies.allin.promises import Prospects
from fatum.bots.policies.allin.worth import NEVER, worth
from fatum.games.allin.rules import moves
from fatum.games.allin.rules.deck import REAL, merge
from fatum.games.allin.rules.hands import FULL_HOUSE, STRAIGHT, evaluate
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import PREDICT

GOES_ALL_IN: Final = 100
"""A hand that pays so much, five runes, goes All In if the river has room."""

# How strong somebody looks, on the scale of 20 points for each place in the order of hands.
_PLACE: Final = 20
_UNSEEN_HAND: Final = 55
_WENT_ALL_IN: Final = 40
_SAW_ITSELF: Final = 30
_WAS_SEEN: Final = 12
_SPREAD: Final = 4
"""Ranks of the card that decides ties, for a point each."""


_CHOSEN: Final = 0.75
"""For each place in the order of hands: how much likelier a hand is than by chance."""
_BLUFF: Final = 0.15
_ODD: Final = 0.2


def add_values(
    prospects: Prospects,
    world: AllInState,
    seat: i64,
    legal: list[int],
    values: list[float],
    weight: float,
) -> None:
    """Add what each prediction brings a seat in an imagined world, times the weight of that world.

    Those who predict later do so by rules of thumb, from what they would know in that world.
    """
    for place, move in enumerate(legal):
        state = world.copy()
        state.apply(seat, move)
        while state.phase == PREDICT:
            actor = state.actor()
            state.apply(actor, moves.PREDICT + looks_strongest(state, actor))
        payoffs = state.payoffs() if state.actor() < 0 else chances(prospects, state)
        values[place] += weight * payoffs[seat]


def plausibility(world: AllInState, seat: i64) -> float:
    """How well the opponents' hands in an imagined world explain what they did in the round.

    A player who could choose cards holds more than chance gives; one who went All In, much more;
    and a prediction has reasons.
    """
    weight = 1.0
    paid = points_for(0, world.setup.side_b)
    other: i64 = 0
    while other < world.setup.players:
        if other != seat:
            owner = world.seats[other]
            strength = evaluate(owner.hand, world.setup.side_b)
            weight *= exp(_CHOSEN * float(strength >> 6))
            if world.all_in == other and worth(owner.hand, paid) < GOES_ALL_IN:
                weight *= _BLUFF
            if world.setup.players > 2 and owner.prediction >= 0:
                if looks_strongest(world, other) != owner.prediction:
                    weight *= _ODD
        other += 1
    return weight


def looks_strongest(state: AllInState, seat: i64) -> i64:
    """Who has the best hand, as far as a seat can tell."""
    best: i64 = NEVER
    found: i64 = seat
    other: i64 = 0
    while other < state.setup.players:
        looks = _looks(state, seat, other)
        if looks > best:
            best = looks
            found = other
        other += 1
    return found


def _looks(state: AllInState, seat: i64, other: i64) -> i64:
    """How strong a player looks from a seat."""
    side_b = state.setup.side_b
    owner = state.seats[other]
    looks: i64
    if other == seat:
        strength = evaluate(owner.hand, side_b)
        looks = _PLACE * (strength >> 6) + ((strength >> 2) & 15) // _SPREAD
    elif owner.said != 0:
        place = owner.said - 1
        if side_b and (place == STRAIGHT or place == FULL_HOUSE):
            place = STRAIGHT + FULL_HOUSE - place
        looks = _PLACE * place
    else:
        known = owner.known
        for eye in state.eyes:
            if eye.asker == seat and eye.asked == other:
                known = merge(known, eye.cards)
        looks = _UNSEEN_HAND
        known &= REAL
        fewer = known & (known - 1)
        # Fewer than three cards never look stronger than an unseen hand.
        if fewer & (fewer - 1) != 0:
            looks = max(looks, worth(known, points_for(1, side_b)))
        if state.all_in == other:
            looks += _WENT_ALL_IN
    if state.setup.players == 2:
        # Predictions are secret (A28).
        return looks
    voter: i64 = 0
    while voter < state.setup.players:
        if voter != seat and state.seats[voter].prediction == other:
            if voter == other:
                looks += _SAW_ITSELF
            else:
                looks += _WAS_SEEN
        voter += 1
    return looks
