"""Quick choices for All In: what ``greedy`` plays and every search rolls out with.

- A hand is worth what it pays now, or what it may become: pairs growing into a full house, four
  of a suit or of a straight waiting for the fifth, the less the fewer turns are left.
- Keep the cards of the best plan for the hand. Of the others play the one whose effects promise
  most, or one of the plan's if that promises more than it counts for; pass if no card is worth it,
  and go All In with a very good hand.
- Take, keep and swap in what raises the worth of the hand; discard what it can do without. Of
  equals keep what promises most for another turn.
- Draw, reveal and take runes whenever that is free.
- Shown to an Eye: hide the card that gives away most.
- Predict the player who looks strongest: the own hand is known; the others are judged by the cards seen
  going into their hands, by what they said, by going All In and by the predictions already made.

Worth is counted in points, 20 for a rune. Only what the seat itself may know is read.
"""

from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.allin.points import points_for
from fatum.bots.policies.allin.predictions import GOES_ALL_IN, looks_strongest
from fatum.bots.policies.allin.promises import Prospects
from fatum.bots.policies.allin.worth import (
    INDEX,
    NEVER,
    VALUE_SHIFT,
    best_with,
    plan,
    set_of,
    worth,
    worth_with,
)
from fatum.core.bits import lowest, popcount
from fatum.games.allin.rules import cards, moves
from fatum.games.allin.rules.deck import DIFFERENT, remove
from fatum.games.allin.rules.hands import evaluate
from fatum.games.allin.rules.legal import due_effect, targets
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import ACTION, DISCARD, EFFECT, HIDE, KEEP, NOBODY

_LEAST_GAIN: Final = 1
"""An optional take or swap must raise the hand by so much."""

_ALL_IN_ROOM: Final = 3
"""A very good hand goes All In if so many places of the river are free."""


def choose(prospects: Prospects, state: AllInState, seat: i64) -> i64:
    """A legal move of a seat that may act."""
    phase = state.phase
    if phase == EFFECT:
        return _choose_effect(prospects, state, seat)
    if phase == ACTION:
        return _choose_action(prospects, state, seat)
    owner = state.seats[seat]
    if phase == DISCARD:
        given, _worth = _least_needed(prospects, state, owner.hand)
        return moves.DISCARD + given
    if phase == KEEP:
        return moves.KEEP + _best_revealed(prospects, state, owner.hand)
    if phase == HIDE:
        if state.unwatched:
            return moves.HIDE + lowest(owner.hand)
        return moves.HIDE + _most_telling(owner.hand, state.setup.side_b)
    return moves.PREDICT + looks_strongest(state, seat)


# --- actions -------------------------------------------------------------------------------------


def _choose_action(prospects: Prospects, state: AllInState, seat: i64) -> i64:
    setup = state.setup
    if state.turns >= setup.turn_limit:
        return moves.PASS
    hand = state.seats[seat].hand
    points = prospects.now(state)
    keep, whole, loss = plan(hand, points)
    if whole >= GOES_ALL_IN and state.all_in == NOBODY:
        paid = worth(hand, points_for(0, setup.side_b))
        if paid >= GOES_ALL_IN and state.river.free >= _ALL_IN_ROOM:
            return moves.ALL_IN
    promises = prospects.promises
    all_told = promises.all_told
    takes = promises.takes
    to_be_had: i64 = 0
    if takes & hand != 0:
        to_be_had = set_of(_to_be_had(state))
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


def _to_be_had(state: AllInState) -> i64:
    """The cards that can be had (A15, A34), code + 1 in eight bits by place; 0 for none."""
    tops = state.river.tops()
    if state.setup.shadows and state.discard:
        top: i64 = state.discard[-1]
        return tops | (top + 1) << (8 * moves.DISCARD_PLACE)
    return tops


# --- effects -------------------------------------------------------------------------------------


def _choose_effect(prospects: Prospects, state: AllInState, seat: i64) -> i64:
    effect = due_effect(state)
    optional = effect < cards.STAR
    effect &= 15
    if effect == cards.TAKE:
        return _choose_take(prospects, state, seat, optional)
    if effect == cards.DRAW:
        return moves.DRAW
    if effect == cards.RUNE:
        return moves.RUNE
    if effect == cards.SWAP:
        return _choose_swap(prospects, state, seat, optional)
    if effect == cards.HYPNOSIS:
        return moves.HYPNOSIS + _least_known(state)
    if effect == cards.EYE:
        return moves.EYE + _least_known(state)
    return moves.REVEAL


def _choose_take(prospects: Prospects, state: AllInState, seat: i64, optional: bool) -> i64:
    points = prospects.now(state)
    hand = state.seats[seat].hand
    later = prospects.promises.later
    best = best_with(hand, _to_be_had(state), 8, points, later)
    if optional and best >> VALUE_SHIFT <= worth(hand, points) + _LEAST_GAIN:
        return moves.SKIP
    return moves.TAKE + (best & INDEX)


def _choose_swap(prospects: Prospects, state: AllInState, seat: i64, optional: bool) -> i64:
    """The card that the hand needs least, for the best one to be had."""
    hand = state.seats[seat].hand
    given, whole = _least_needed(prospects, state, hand)
    rest = remove(hand, given)
    later = prospects.promises.later
    best = best_with(rest, _to_be_had(state), 8, prospects.now(state), later)
    if optional and best >> VALUE_SHIFT <= whole + _LEAST_GAIN:
        return moves.SKIP
    return moves.SWAP + moves.PLACES * given + (best & INDEX)


def _least_needed(prospects: Prospects, state: AllInState, hand: i64) -> tuple[i64, i64]:
    """The card that a hand can do without, and what the hand is worth.

    That is one that is not part of its plan and promises least, or else the one that is missed
    least.
    """
    points = prospects.now(state)
    keep, whole, _loss = plan(hand, points)
    later = prospects.promises.later
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


def _best_revealed(prospects: Prospects, state: AllInState, hand: i64) -> i64:
    revealed = state.revealed
    later = prospects.promises.later
    best = best_with(hand, revealed, 6, prospects.now(state), later)
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


def _least_known(state: AllInState) -> i64:
    """Of those who can be asked, the one of whose hand the fewest cards have been seen."""
    fewest: i64 = 100
    found: i64 = 0
    left = targets(state)
    while left != 0:
        seat = lowest(left)
        left &= left - 1
        owner = state.seats[seat]
        known = popcount(owner.known)
        if owner.said != 0:
            known += 10
        if known < fewest:
            fewest = known
            found = seat
    return found
