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
from fatum.games.allin.deck import DIFFERENT, KINDS, REAL, RUNE, add, merge, remove, rune_count
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
    Setup,
)

RUNE_POINTS: Final = 20
_RUNE_CARD: Final = 40
_RANKS: Final = 0x1FFF
_NEVER: Final = -1_000_000
_INDEX_BITS: Final = 3
_INDEX: Final = 7


_STRAIGHTS: Final[list[int]] = [
    0x100F, 0x1F, 0x3E, 0x7C, 0xF8, 0x1F0, 0x3E0, 0x7C0, 0xF80, 0x1F00,
]  # fmt: skip


def _longest_run(ranks: int) -> int:
    """How many of the five ranks of the best straight are there."""
    return max([(ranks & run).bit_count() for run in _STRAIGHTS])


# By a set of ranks.
_RUN: Final[bytes] = bytes([_longest_run(ranks) for ranks in range(0x2000)])
_COUNT: Final[bytes] = bytes([min(ranks.bit_count(), 5) for ranks in range(0x2000)])

# Points by turns left (0, 1, 2, 3 or more).
_TURNS: Final = 4
_FLUSH: Final[bytes] = bytes([
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 4, 8,
    0, 8, 24, 40,
    0, 40, 60, 72,
    100, 100, 100, 100,
])  # fmt: skip
"""By the cards of one suit."""
_STRAIGHT_A: Final[bytes] = bytes([
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 4, 8,
    0, 5, 16, 26,
    0, 26, 42, 54,
    80, 80, 80, 80,
])  # fmt: skip
"""By the ranks of one straight."""
_STRAIGHT_B: Final[bytes] = bytes([
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 6, 12,
    0, 8, 24, 40,
    0, 40, 64, 80,
    120, 120, 120, 120,
])  # fmt: skip
_SETS_A: Final[bytes] = bytes([
    0, 8, 16, 22,
    20, 28, 38, 48,
    40, 52, 64, 74,
    60, 72, 84, 94,
    120, 120, 120, 120,
    140, 140, 140, 140,
])  # fmt: skip
"""Nothing, pair, two pairs, three, full house, four of a kind."""
_SETS_B: Final[bytes] = bytes([
    0, 8, 16, 22,
    20, 28, 38, 46,
    40, 46, 52, 56,
    60, 68, 76, 84,
    80, 80, 84, 88,
    140, 140, 140, 140,
])  # fmt: skip
_STRAIGHT_FLUSH: Final = 200
_FOUR_INDEX: Final = 5

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

# A card's promise in one number.
_PROMISED: Final = 0xFFFF
_TAKES: Final = 0x10000
_PROMISE_BITS: Final = 17

_PASSING: Final = 0
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
    turns = free_places(position) // position.setup.players
    if turns > 3:
        return 3
    return turns


def free_places(position: Position) -> i64:
    """How many cards the river still takes."""
    river = position.river
    return popcount((river.fields ^ river.first) << 6 | river.fields ^ river.second)


def worth(hand: i64, turns: i64, side_b: bool) -> i64:
    """What a hand of any size pays or may pay at the end of the round, in points."""
    clock = hand & _RANKS
    mask = (hand >> 13) & _RANKS
    scarab = (hand >> 26) & _RANKS
    tree = (hand >> 39) & _RANKS
    both = clock & mask
    either = clock | mask
    both2 = scarab & tree
    either2 = scarab | tree
    ranks = either | either2
    twice = both | both2 | either & either2
    sets = _sets(twice, both & either2 | either & both2, both & both2)
    suited: i64 = _COUNT[clock]
    other: i64 = _COUNT[mask]
    suited = max(suited, other)
    other = _COUNT[scarab]
    suited = max(suited, other)
    other = _COUNT[tree]
    suited = max(suited, other)
    run: i64 = _RUN[ranks]
    best: i64
    straight: i64
    if side_b:
        best = _SETS_B[_TURNS * sets + turns]
        straight = _STRAIGHT_B[_TURNS * run + turns]
    else:
        best = _SETS_A[_TURNS * sets + turns]
        straight = _STRAIGHT_A[_TURNS * run + turns]
    # Rune cards pay beside anything that leaves room for them.
    if hand > REAL:
        best += _RUNE_CARD * rune_count(hand)
    flush: i64 = _FLUSH[_TURNS * suited + turns]
    if suited == 5 and run == 5:
        if _RUN[clock] == 5 or _RUN[mask] == 5 or _RUN[scarab] == 5 or _RUN[tree] == 5:
            return _STRAIGHT_FLUSH
    best = max(best, flush)
    best = max(best, straight)
    return best


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
    best = worth(hand, turns, setup.side_b) + _PASSING
    if best >= _GOES_ALL_IN and position.all_in == NOBODY:
        if worth(hand, 0, setup.side_b) >= _GOES_ALL_IN and free_places(position) >= _ALL_IN_ROOM:
            return moves.ALL_IN
    choice: i64 = moves.PASS
    to_be_had = _to_be_had(position)
    if not setup.table.promises:
        for kind in range(KINDS):
            setup.table.promises.append(_promise(setup.table, kind))
    left = hand & DIFFERENT
    while left != 0:
        card = lowest(left)
        left &= left - 1
        value = _worth_of_play(setup, remove(hand, card), card, turns, to_be_had)
        if value > best:
            best = value
            choice = moves.PLAY + card
    return choice


def _worth_of_play(setup: Setup, rest: i64, card: i64, turns: i64, to_be_had: i64) -> i64:
    """What playing a card is worth: the hand without it, and what its effects promise."""
    promise: i64 = setup.table.promises[card]
    value = worth(rest, turns, setup.side_b) + (promise & _PROMISED)
    if promise & _TAKES != 0:
        gained = best_with(rest, to_be_had, turns, setup.side_b) >> _INDEX_BITS
        value = max(value, gained)
    return value + (promise >> _PROMISE_BITS)


def _promise(table: CardTable, card: int) -> int:
    """What a card's effects promise: before it takes a card, if it does, and in upper bits after."""
    before = 0
    after = 0
    takes = 0
    drawn = False
    place = table.start[card]
    while table.program[place] != cards.END:
        effect = table.program[place] % cards.STAR
        place += 1
        gain = _INSIGHT
        if effect == cards.TAKE:
            takes = _TAKES
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
        if takes:
            after += gain
        else:
            before += gain
    return before | takes | after << _PROMISE_BITS


def _to_be_had(position: Position) -> i64:
    """The cards that can be had (A15, A34), packed like revealed ones, by place; 0 for none."""
    river = position.river
    lower = river.first & ~river.second
    cards: i64 = 0
    field: i64 = 0
    while river.first >> field != 0:
        row = river.row1 if (lower >> field) & 1 == 1 else river.row2
        cards |= ((row >> (8 * field)) & 63) << (6 * field)
        field += 1
    if position.setup.shadows and position.discard:
        top: i64 = position.discard[-1]
        cards |= (top + 1) << (6 * moves.DISCARD_PLACE)
    return cards


def best_with(hand: i64, packed: i64, turns: i64, side_b: bool) -> i64:
    """What a hand is worth with the best of some cards, and in the lowest bits which one that is.

    The same as ``worth`` of every hand with one card more, but what the hand itself has is looked
    at only once.
    """
    clock = hand & _RANKS
    mask = (hand >> 13) & _RANKS
    scarab = (hand >> 26) & _RANKS
    tree = (hand >> 39) & _RANKS
    both = clock & mask
    either = clock | mask
    both2 = scarab & tree
    either2 = scarab | tree
    ranks = either | either2
    twice = both | both2 | either & either2
    thrice = both & either2 | either & both2
    four = both & both2
    clocks: i64 = _COUNT[clock]
    masks: i64 = _COUNT[mask]
    scarabs: i64 = _COUNT[scarab]
    trees: i64 = _COUNT[tree]
    suited = max(clocks, masks)
    suited = max(suited, scarabs)
    suited = max(suited, trees)
    run: i64 = _RUN[ranks]
    table = _SETS_B if side_b else _SETS_A
    straights = _STRAIGHT_B if side_b else _STRAIGHT_A
    runes = _RUNE_CARD * rune_count(hand)
    sets: i64 = table[_TURNS * _sets(twice, thrice, four) + turns]
    plain: i64 = _FLUSH[_TURNS * suited + turns]
    straight: i64 = straights[_TURNS * run + turns]
    plain = max(plain, straight)
    plain = max(plain, sets + runes)
    first = bit(0)
    best: i64 = _NEVER
    choice: i64 = 0
    index: i64 = 0
    while packed != 0:
        card = (packed & 63) - 1
        packed >>= 6
        if card >= 0:
            value = plain
            longest = run
            same: i64 = 0
            if card == RUNE:
                value = max(value, sets + runes + _RUNE_CARD)
            else:
                same = clocks
                rank = card
                if card >= 39:
                    same = trees
                    rank -= 39
                elif card >= 26:
                    same = scarabs
                    rank -= 26
                elif card >= 13:
                    same = masks
                    rank -= 13
                added = first << rank
                if ranks & added == 0:
                    longest = _RUN[ranks | added]
                    if longest > run:
                        straight = straights[_TURNS * longest + turns]
                        value = max(value, straight)
                else:
                    kind = _sets(twice | added, thrice | twice & added, four | thrice & added)
                    more: i64 = table[_TURNS * kind + turns]
                    value = max(value, more + runes)
                if same >= suited and same < 5:
                    same += 1
                    flush: i64 = _FLUSH[_TURNS * same + turns]
                    value = max(value, flush)
            if longest == 5 and (suited == 5 or same == 5):
                # Perhaps a straight flush.
                value = worth(add(hand, card), turns, side_b)
            if value > best:
                best = value
                choice = index
        index += 1
    return best << _INDEX_BITS | choice


def _sets(twice: i64, thrice: i64, four: i64) -> i64:
    """The place in the tables of what equal ranks make."""
    if thrice == 0:
        if twice == 0:
            return 0
        return 1 if twice & (twice - 1) == 0 else 2
    if four != 0:
        return _FOUR_INDEX
    return 3 if twice & (twice - 1) == 0 else 4


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
    best = best_with(hand, _to_be_had(position), turns, side_b)
    if optional and best >> _INDEX_BITS <= worth(hand, turns, side_b) + _LEAST_GAIN:
        return moves.SKIP
    return moves.TAKE + (best & _INDEX)


def _choose_swap(position: Position, seat: i64, optional: bool) -> i64:
    """The card that the hand needs least, for the best one to be had."""
    turns = turns_left(position)
    side_b = position.setup.side_b
    hand = position.seats[seat].hand
    given = _least_needed(hand, turns, side_b)
    best = best_with(remove(hand, given), _to_be_had(position), turns, side_b)
    if optional and best >> _INDEX_BITS <= worth(hand, turns, side_b) + _LEAST_GAIN:
        return moves.SKIP
    return moves.SWAP + moves.PLACES * given + (best & _INDEX)


def _least_needed(hand: i64, turns: i64, side_b: bool) -> i64:
    """The card without which the hand is worth most."""
    best: i64 = _NEVER
    found: i64 = 0
    left = hand & DIFFERENT
    while left != 0:
        card = lowest(left)
        left &= left - 1
        value = worth(remove(hand, card), turns, side_b)
        if value > best:
            best = value
            found = card
    return found


def _best_revealed(position: Position, hand: i64) -> i64:
    revealed = position.revealed
    best = best_with(hand, revealed, turns_left(position), position.setup.side_b)
    return ((revealed >> (6 * (best & _INDEX))) & 63) - 1


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
    best: i64 = _NEVER
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
        seen = worth(known & REAL, 1, side_b)
        looks = max(looks, seen)
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
