"""A sensible move at once: the rules of thumb of the bot ``greedy`` and of every search.

- A hand is worth what it pays now, or what it may become: pairs growing into a full house, four
  of a suit or of a straight waiting for the fifth, the less the fewer turns are left.
- Keep the cards of the best plan for the hand. Of the others play the one whose effects promise
  most, or one of the plan's if that promises more than it counts for; pass if no card is worth it,
  and go All In with a very good hand.
- Take, keep and swap in what raises the worth of the hand; discard what it can do without. Of
  equals keep what promises most for another turn.
- Draw, reveal and take runes whenever that is free.
- Shown to an Eye: hide the card that gives away most.
- Predict whoever looks strongest: the own hand is known; the others are judged by the cards seen
  going into their hands, by what they said, by going All In and by the predictions already made.

Worth is counted in points, 20 for a rune. Only what the seat itself may know is read.
"""

from math import exp
from typing import Final

from mypy_extensions import i64

from fatum.core.bits import lowest, popcount
from fatum.core.rng import Rng
from fatum.games.allin.rules import cards, moves
from fatum.games.allin.rules.deck import DIFFERENT, REAL, merge, remove, rune_count
from fatum.games.allin.rules.hands import (
    FULL_HOUSE,
    STRAIGHT,
    STRENGTH,
    STRENGTH_BITS,
    evaluate,
    value_of,
)
from fatum.games.allin.rules.legal import due_effect, targets
from fatum.games.allin.rules.state import (
    ACTION,
    DISCARD,
    EFFECT,
    HIDE,
    KEEP,
    NOBODY,
    PREDICT,
    ROUNDS,
    Position,
)
from fatum.games.allin.worth import (
    INDEX,
    NEVER,
    RUNE_POINTS,
    VALUE_SHIFT,
    Points,
    best_with,
    plan,
    points_for,
    set_of,
    worth,
    worth_with,
)

_LEAST_GAIN: Final = 1
"""An optional take or swap must raise the hand by so much."""

_GOES_ALL_IN: Final = 100
"""A hand that pays so much, five runes, ..."""
_ALL_IN_ROOM: Final = 3
"""... goes All In if so many places of the river are free."""

# How strong somebody looks, on the scale of 20 points for each place in the order of hands.
_PLACE: Final = 20
_UNSEEN_HAND: Final = 55
_WENT_ALL_IN: Final = 40
_SAW_ITSELF: Final = 30
_WAS_SEEN: Final = 12
_SPREAD: Final = 4
"""Ranks of the card that decides ties, for a point each."""


def heuristic_move(position: Position, seat: i64, rng: Rng) -> i64:
    """A legal move of a seat that may act."""
    phase = position.phase
    if phase == EFFECT:
        return _choose_effect(position, seat)
    if phase == ACTION:
        return _choose_action(position, seat)
    owner = position.seats[seat]
    if phase == DISCARD:
        given, _worth = _least_needed(position, owner.hand)
        return moves.DISCARD + given
    if phase == KEEP:
        return moves.KEEP + _best_revealed(position, owner.hand)
    if phase == HIDE:
        if position.unwatched:
            return moves.HIDE + lowest(owner.hand)
        return moves.HIDE + _most_telling(owner.hand, position.setup.side_b)
    return moves.PREDICT + _looks_strongest(position, seat)


def _points_now(position: Position) -> Points:
    return position.setup.points[position.river.free]


# --- chances -------------------------------------------------------------------------------------

_SCALE: Final[list[float]] = [1.0, 4.0, 3.5, 2.75, 2.75]
"""By round: how many runes ahead make a win e times as likely, as games between bots show."""
_LAST_SCALE: Final = 1.5
"""The same when the last round has only to be scored."""
_SEES_ITSELF: Final = 0.8
"""How often whoever is strongest predicts that, ..."""
_SEES_ANOTHER: Final[list[float]] = [0.0, 0.0, 0.72, 0.57, 0.51, 0.46]
"""... and everyone else, by the number of players: measured between bots that think."""
_CERTAIN: Final = 700.0
"""So far ahead more does not matter, and a larger exponent would not be a number."""


def heuristic_payoffs(position: Position) -> list[float]:
    """Each seat's chance to win, from the runes it has and those its hand promises."""
    if position.phase == PREDICT:
        return _payoffs_before_predictions(position)
    points_now = _points_now(position)
    begun = position.turns > 0 or position.phase != ACTION
    scale = _SCALE[position.round] * RUNE_POINTS
    weights: list[float] = []
    total = 0.0
    for owner in position.seats:
        points = RUNE_POINTS * owner.runes
        if begun:
            points += worth(owner.hand, points_now)
        weight = exp(min(float(points) / scale, _CERTAIN))
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]


def _payoffs_before_predictions(position: Position) -> list[float]:
    """The same for hands that are final: what they pay, and the share of the pot to be expected."""
    setup = position.setup
    strengths: i64 = 0
    strongest: i64 = 0
    for owner in position.seats:
        strength = evaluate(owner.hand, setup.side_b)
        strengths = strengths << STRENGTH_BITS | strength
        strongest = max(strongest, strength)
    shift = STRENGTH_BITS * setup.players
    scale = _LAST_SCALE if position.round >= ROUNDS else _SCALE[position.round + 1]
    another = _SEES_ANOTHER[setup.players]
    others = another * float(setup.players - 1)
    pot = float(position.pot)
    share = pot * another / (1.0 + others - another + _SEES_ITSELF)
    own_share = pot * _SEES_ITSELF / (1.0 + others)
    weights: list[float] = []
    total = 0.0
    for owner in position.seats:
        shift -= STRENGTH_BITS
        strength = (strengths >> shift) & STRENGTH
        runes = float(owner.runes + value_of(strength) + 2 * rune_count(owner.hand))
        runes += own_share if strength == strongest else share
        weight = exp(min(runes / scale, _CERTAIN))
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]


def prediction_values(
    world: Position, seat: i64, legal: list[int], values: list[float], rng: Rng
) -> float:
    """Add what each prediction brings a seat in an imagined world; the weight of the world.

    Those who predict later do so by rules of thumb, from what they would know in that world.
    """
    weight = plausibility(world, seat)
    for place, move in enumerate(legal):
        state = world.copy()
        state.apply(seat, move)
        while state.phase == PREDICT:
            actor = state.actor()
            state.apply(actor, state.heuristic_move(actor, rng))
        payoffs = state.payoffs() if state.actor() < 0 else state.heuristic_payoffs()
        values[place] += weight * payoffs[seat]
    return weight


def plausibility(world: Position, seat: i64) -> float:
    """How well the others' hands in an imagined world explain what they did in the round.

    Whoever could choose cards holds more than chance gives; whoever went All In, much more; and
    whoever has predicted had reasons.
    """
    weight = 1.0
    paid = points_for(0, world.setup.side_b)
    other: i64 = 0
    while other < world.setup.players:
        if other != seat:
            owner = world.seats[other]
            strength = evaluate(owner.hand, world.setup.side_b)
            weight *= exp(_CHOSEN * float(strength >> 6))
            if world.all_in == other and worth(owner.hand, paid) < _GOES_ALL_IN:
                weight *= _BLUFF
            if world.setup.players > 2 and owner.prediction >= 0:
                if _looks_strongest(world, other) != owner.prediction:
                    weight *= _ODD
        other += 1
    return weight


_CHOSEN: Final = 0.75
"""For each place in the order of hands: how much likelier a hand is than by chance."""
_BLUFF: Final = 0.15
_ODD: Final = 0.2


# --- actions -------------------------------------------------------------------------------------


def _choose_action(position: Position, seat: i64) -> i64:
    setup = position.setup
    if position.turns >= setup.turn_limit:
        return moves.PASS
    hand = position.seats[seat].hand
    points = _points_now(position)
    keep, whole, loss = plan(hand, points)
    if whole >= _GOES_ALL_IN and position.all_in == NOBODY:
        paid = worth(hand, points_for(0, setup.side_b))
        if paid >= _GOES_ALL_IN and position.river.free >= _ALL_IN_ROOM:
            return moves.ALL_IN
    promises = setup.promises
    all_told = promises.all_told
    takes = promises.takes
    to_be_had: i64 = 0
    if takes & hand != 0:
        to_be_had = set_of(_to_be_had(position))
    best: i64 = 0
    choice: i64 = moves.PASS
    left = hand & DIFFERENT
    while left != 0:
        card = lowest(left)
        left &= left - 1
        gain: i64 = all_told[card]
        if (keep >> card) & 1 == 1:
            gain -= loss
        if (takes >> card) & 1 == 1:
            taken = worth_with(remove(hand, card), to_be_had, points)
            after: i64 = promises.after[card]
            gain = max(gain, taken - whole + after)
        if gain > best:
            best = gain
            choice = moves.PLAY + card
    return choice


def _to_be_had(position: Position) -> i64:
    """The cards that can be had (A15, A34), code + 1 in eight bits by place; 0 for none."""
    tops = position.river.tops()
    if position.setup.shadows and position.discard:
        top: i64 = position.discard[-1]
        return tops | (top + 1) << (8 * moves.DISCARD_PLACE)
    return tops


# --- effects -------------------------------------------------------------------------------------


def _choose_effect(position: Position, seat: i64) -> i64:
    effect = due_effect(position)
    optional = effect < cards.STAR
    effect &= 15
    if effect == cards.TAKE:
        return _choose_take(position, seat, optional)
    if effect == cards.DRAW:
        return moves.DRAW
    if effect == cards.RUNE:
        return moves.RUNE
    if effect == cards.SWAP:
        return _choose_swap(position, seat, optional)
    if effect == cards.HYPNOSIS:
        return moves.HYPNOSIS + _least_known(position)
    if effect == cards.EYE:
        return moves.EYE + _least_known(position)
    return moves.REVEAL


def _choose_take(position: Position, seat: i64, optional: bool) -> i64:
    points = _points_now(position)
    hand = position.seats[seat].hand
    later = position.setup.promises.later
    best = best_with(hand, _to_be_had(position), 8, points, later)
    if optional and best >> VALUE_SHIFT <= worth(hand, points) + _LEAST_GAIN:
        return moves.SKIP
    return moves.TAKE + (best & INDEX)


def _choose_swap(position: Position, seat: i64, optional: bool) -> i64:
    """The card that the hand needs least, for the best one to be had."""
    hand = position.seats[seat].hand
    given, whole = _least_needed(position, hand)
    rest = remove(hand, given)
    later = position.setup.promises.later
    best = best_with(rest, _to_be_had(position), 8, _points_now(position), later)
    if optional and best >> VALUE_SHIFT <= whole + _LEAST_GAIN:
        return moves.SKIP
    return moves.SWAP + moves.PLACES * given + (best & INDEX)


def _least_needed(position: Position, hand: i64) -> tuple[i64, i64]:
    """The card that a hand can do without, and what the hand is worth.

    That is one that is not part of its plan and promises least, or else the one that is missed
    least.
    """
    points = _points_now(position)
    keep, whole, _loss = plan(hand, points)
    later = position.setup.promises.later
    best: i64 = NEVER
    choice: i64 = 0
    left = hand & ~keep & DIFFERENT
    all_kept = left == 0
    if all_kept:
        left = hand & DIFFERENT
    while left != 0:
        card = lowest(left)
        left &= left - 1
        value: i64
        if all_kept:
            value = worth(remove(hand, card), points)
        else:
            value = later[card]
            value = -value
        if value > best:
            best = value
            choice = card
    return choice, whole


def _best_revealed(position: Position, hand: i64) -> i64:
    revealed = position.revealed
    later = position.setup.promises.later
    best = best_with(hand, revealed, 6, _points_now(position), later)
    return ((revealed >> (6 * (best & INDEX))) & 63) - 1


def _most_telling(hand: i64, side_b: bool) -> i64:
    """The card without which the hand looks weakest."""
    weakest: i64 = 1_000_000
    found: i64 = 0
    left = hand & DIFFERENT
    while left != 0:
        card = lowest(left)
        left &= left - 1
        strength = evaluate(remove(hand, card), side_b)
        if strength < weakest:
            weakest = strength
            found = card
    return found


def _least_known(position: Position) -> i64:
    """Of those who can be asked, the one of whose hand the fewest cards have been seen."""
    fewest: i64 = 100
    found: i64 = 0
    left = targets(position)
    while left != 0:
        seat = lowest(left)
        left &= left - 1
        owner = position.seats[seat]
        known = popcount(owner.known)
        if owner.said != 0:
            known += 10
        if known < fewest:
            fewest = known
            found = seat
    return found


# --- predictions ---------------------------------------------------------------------------------


def _looks_strongest(position: Position, seat: i64) -> i64:
    best: i64 = NEVER
    found: i64 = seat
    other: i64 = 0
    while other < position.setup.players:
        looks = _looks(position, seat, other)
        if looks > best:
            best = looks
            found = other
        other += 1
    return found


def _looks(position: Position, seat: i64, other: i64) -> i64:
    """How strong a player looks from a seat."""
    side_b = position.setup.side_b
    owner = position.seats[other]
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
        for eye in position.eyes:
            if eye.asker == seat and eye.asked == other:
                known = merge(known, eye.cards)
        looks = _UNSEEN_HAND
        known &= REAL
        fewer = known & (known - 1)
        # Fewer than three cards never look stronger than an unseen hand.
        if fewer & (fewer - 1) != 0:
            looks = max(looks, worth(known, points_for(1, side_b)))
        if position.all_in == other:
            looks += _WENT_ALL_IN
    if position.setup.players == 2:
        # Predictions are secret (A28).
        return looks
    voter: i64 = 0
    while voter < position.setup.players:
        if voter != seat and position.seats[voter].prediction == other:
            if voter == other:
                looks += _SAW_ITSELF
            else:
                looks += _WAS_SEEN
        voter += 1
    return looks
