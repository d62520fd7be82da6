"""What a game of two is worth once the stock is gone: a few points for each card, fitted to games.

A difference of ``SCALE`` points makes one player e times as likely to win as before. All weights are whole
numbers, so that both builds agree (``docs/beliefs.md``).
"""

from math import exp
from typing import Final

from mypy_extensions import i64

from fatum.core.bits import lowest, popcount
from fatum.games.karma.rules.cards import KIND_OF, KINDS, TC, fitting
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import hidden_positions

SCALE: Final = 1000
GROUPS: Final[dict[str, int]] = {
    "hand": 20,
    "again": 8,
    "open": 20,
    "table": 3,
    "size": 4,
    "turn": 4,
}
"""How many weights there are of each group, in their order.

``hand`` and ``open`` have one for each kind, ``again`` a second and a third equal card in hand: of low,
middle and high numbers, and of Karma cards. ``table`` is for each hidden card, for an empty hand, and for
hidden cards only; ``size`` for each card in hand beyond three, beyond eight, for a last card, and for two last
cards; ``turn`` for being the next to play, having no answer, and each card of a pile without an answer, or with one.
"""
WEIGHTS: Final = 59
_AGAIN: Final = 20
_OPEN: Final = 28
_TABLE: Final = 48
_SIZE: Final = 51
_TURN: Final = 55
_MANY: Final = 3
_VERY_MANY: Final = 8


def chance_not_to_lose(weights: list[int], state: KarmaState, seat: i64) -> float:
    """For one of two players, the other one's being the rest."""
    difference: i64 = points(weights, state, 1 - seat) - points(weights, state, seat)
    return 1.0 / (1.0 + exp(float(difference) / float(SCALE)))


def points(weights: list[int], state: KarmaState, seat: i64) -> i64:
    """What a player's cards and turn count for."""
    owner = state.seats[seat]
    total: i64 = 0
    cards = owner.hand
    while cards != 0:
        place = lowest(cards)
        cards &= cards - 1
        kind: i64 = KIND_OF[place]
        total += weights[kind]
        copy = place - 3 * kind
        if copy > 0:
            total += weights[_AGAIN - 1 + 2 * _group(kind) + copy]
    cards = owner.open
    while cards != 0:
        total += weights[_OPEN + KIND_OF[lowest(cards)]]
        cards &= cards - 1
    held = popcount(owner.hand)
    hidden = popcount(hidden_positions(owner.hidden))
    total += hidden * weights[_TABLE]
    if held == 0:
        total += weights[_TABLE + 1]
        if owner.open == 0:
            total += weights[_TABLE + 2]
    if held > _MANY:
        total += (held - _MANY) * weights[_SIZE]
        if held > _VERY_MANY:
            total += (held - _VERY_MANY) * weights[_SIZE + 1]
    left = held + popcount(owner.open) + hidden
    if left == 1:
        total += weights[_SIZE + 2]
    elif left == 2:
        total += weights[_SIZE + 3]
    if state.turn == seat:
        total += _points_for_the_turn(weights, state, owner.hand if held > 0 else owner.open)
    return total


def _points_for_the_turn(weights: list[int], state: KarmaState, cards: i64) -> i64:
    total: i64 = weights[_TURN]
    under: i64 = len(state.pile)
    if under > 0:
        if cards != 0 and cards & fitting(state.wanted()) == 0:
            total += weights[_TURN + 1] + under * weights[_TURN + 2]
        else:
            total += under * weights[_TURN + 3]
    return total


def _group(kind: i64) -> i64:
    """0 for low numbers, 1 for middle, 2 for high ones and 3 for Karma cards."""
    if kind >= TC:
        return 3
    if kind >= KINDS // 2:
        return 2
    if kind >= KINDS // 4:
        return 1
    return 0
