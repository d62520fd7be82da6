"""A sensible move at once: the rules of thumb of the bot ``greedy`` and of every search.

- A hand is worth what it pays now, or what it may become: pairs growing into a full house, four
  of a suit or of a straight waiting for the fifth, the less the fewer turns are left.
- Play the card that leaves the best hand, its effects included; pass if every play would spoil
  a good hand, and go All In with a very good one.
- Take, keep and swap in what raises the worth of the hand; discard what it can do without.
- Draw, reveal and take runes whenever that is free.
- Shown to an Eye: hide the card that gives away most.
- Predict whoever looks strongest: the own hand is known; the others are judged by the cards seen
  going into their hands, by what they said, by going All In and by the predictions already made.

Worth is counted in points, 20 for a rune. Only what the seat itself may know is read.
"""

from math import exp
from typing import Final

from mypy_extensions import i64

from fatum.core.bits import bit, lowest, popcount
from fatum.core.rng import Rng
from fatum.games.allin import cards, moves
from fatum.games.allin.cards import CardTable
from fatum.games.allin.deck import DIFFERENT, KINDS, REAL, merge, remove
from fatum.games.allin.hands import FULL_HOUSE, STRAIGHT, evaluate
from fatum.games.allin.legal import due_effect, targets
from fatum.games.allin.state import (
    ACTION,
    DISCARD,
    EFFECT,
    HIDE,
    KEEP,
    NOBODY,
    PREDICT,
    Position,
)
from fatum.games.allin.worth import (
    CHOICE,
    CHOICE_BITS,
    INDEX,
    INDEX_BITS,
    KEEP_ALL,
    NEVER,
    NO_PROMISES,
    RUNE_POINTS,
    Promises,
    best_with,
    best_without,
    worth,
)

_SIZE: Final[bytes] = bytes([fields.bit_count() for fields in range(64)])
"""By a set of river fields."""

# What an effect is worth before its card is known.
_DRAW_GAIN: Final = 12
_SECOND_DRAW_GAIN: Final = 8
_SWAP_GAIN: Final = 12
_REVEAL_GAIN: Final = 14
"""For three cards; ``_REVEAL_MORE`` for each further one."""
_REVEAL_MORE: Final = 4
_INSIGHT: Final = 2
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
        return moves.DISCARD + _least_needed(
            owner.hand, turns_left(position), position.setup.side_b
        )
    if phase == KEEP:
        return moves.KEEP + _best_revealed(position, owner.hand)
    if phase == HIDE:
        return moves.HIDE + _most_telling(owner.hand, position.setup.side_b)
    return moves.PREDICT + _looks_strongest(position, seat)


def turns_left(position: Position) -> i64:
    """About how many turns everyone still has in this round, at most three."""
    free = free_places(position)
    players = position.setup.players
    if free >= 2 * players:
        return 3 if free >= 3 * players else 2
    return 1 if free >= players else 0


def free_places(position: Position) -> i64:
    """How many cards the river still takes."""
    river = position.river
    empty: i64 = _SIZE[river.fields ^ river.first]
    single: i64 = _SIZE[river.fields ^ river.second]
    return empty + single


# --- chances -------------------------------------------------------------------------------------

_SCALE: Final[list[float]] = [1.0, 4.0, 3.5, 2.75, 2.75]
"""By round: how many runes ahead make a win e times as likely, as games between bots show."""


def heuristic_payoffs(position: Position) -> list[float]:
    """Each seat's chance to win, from the runes it has and those its hand promises."""
    turns = turns_left(position)
    side_b = position.setup.side_b
    begun = position.turns > 0 or position.phase != ACTION
    scale = _SCALE[position.round] * RUNE_POINTS
    weights: list[float] = []
    total = 0.0
    for owner in position.seats:
        points = RUNE_POINTS * owner.runes
        if begun:
            points += worth(owner.hand, turns, side_b)
        weight = exp(float(points) / scale)
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
    other: i64 = 0
    while other < world.setup.players:
        if other != seat:
            owner = world.seats[other]
            strength = evaluate(owner.hand, world.setup.side_b)
            weight *= exp(_CHOSEN * float(strength >> 6))
            if world.all_in == other and worth(owner.hand, 0, world.setup.side_b) < _GOES_ALL_IN:
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
    turns = turns_left(position)
    promises = setup.table.promises
    if promises is None:
        promises = _promises(setup.table)
        setup.table.promises = promises
    found = best_without(hand, _to_be_had(position), turns, setup.side_b, promises, False)
    if found >= _GOES_ALL_IN << CHOICE_BITS and position.all_in == NOBODY:
        if worth(hand, 0, setup.side_b) >= _GOES_ALL_IN and free_places(position) >= _ALL_IN_ROOM:
            return moves.ALL_IN
    card = found & CHOICE
    return moves.PASS if card == KEEP_ALL else moves.PLAY + card


def _promises(table: CardTable) -> Promises:
    """What the effects of every card promise."""
    all_told: list[int] = []
    after: list[int] = []
    takes: i64 = 0
    for card in range(KINDS):
        sums = [0, 0]
        taken = 0
        drawn = False
        place = table.start[card]
        while table.program[place] != cards.END:
            effect = table.program[place] % cards.STAR
            place += 1
            gain = _INSIGHT
            if effect == cards.TAKE:
                taken = 1
                takes |= bit(card)
                gain = 0
            elif effect == cards.RUNE:
                gain = RUNE_POINTS
            elif effect == cards.DRAW:
                gain = _SECOND_DRAW_GAIN if drawn else _DRAW_GAIN
                drawn = True
            elif effect == cards.SWAP:
                gain = _SWAP_GAIN
            elif effect >= cards.REVEAL3:
                gain = _REVEAL_GAIN + _REVEAL_MORE * (effect - cards.REVEAL3)
            sums[taken] += gain
        all_told.append(min(sum(sums), 255))
        after.append(min(sums[1], 255))
    return Promises(bytes(all_told), bytes(after), takes)


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
    turns = turns_left(position)
    side_b = position.setup.side_b
    hand = position.seats[seat].hand
    best = best_with(hand, _to_be_had(position), 8, turns, side_b)
    if optional and best >> INDEX_BITS <= worth(hand, turns, side_b) + _LEAST_GAIN:
        return moves.SKIP
    return moves.TAKE + (best & INDEX)


def _choose_swap(position: Position, seat: i64, optional: bool) -> i64:
    """The card that the hand needs least, for the best one to be had."""
    turns = turns_left(position)
    side_b = position.setup.side_b
    hand = position.seats[seat].hand
    found = best_without(hand, 0, turns, side_b, NO_PROMISES, True)
    given = found & CHOICE
    best = best_with(remove(hand, given), _to_be_had(position), 8, turns, side_b)
    if optional and best >> INDEX_BITS <= (found >> CHOICE_BITS) + _LEAST_GAIN:
        return moves.SKIP
    return moves.SWAP + moves.PLACES * given + (best & INDEX)


def _least_needed(hand: i64, turns: i64, side_b: bool) -> i64:
    """The card without which the hand is worth most."""
    return best_without(hand, 0, turns, side_b, NO_PROMISES, True) & CHOICE


def _best_revealed(position: Position, hand: i64) -> i64:
    revealed = position.revealed
    best = best_with(hand, revealed, 6, turns_left(position), position.setup.side_b)
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
            looks = max(looks, worth(known, 1, side_b))
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
