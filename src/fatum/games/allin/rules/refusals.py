"""Why a move is refused, in one sentence and with the rule's number.

Only what the seat itself can see is told: its own hand, the river, the table and the phase.
"""

from typing import Final

from fatum.core.errors import IllegalMove
from fatum.core.seats import seat_name
from fatum.games.allin.rules import cards, moves
from fatum.games.allin.rules.deck import NAMES, holds
from fatum.games.allin.rules.legal import due_effect, places
from fatum.games.allin.rules.state import (
    ACTION,
    DISCARD,
    HIDE,
    KEEP,
    OVER,
    PREDICT,
    AllInState,
)

_RULES: Final = {
    cards.TAKE: "A16",
    cards.SWAP: "A17",
    cards.DRAW: "A18",
    cards.RUNE: "A20",
    cards.HYPNOSIS: "A21",
    cards.EYE: "A22",
    cards.REVEAL3: "A19",
    cards.REVEAL4: "A19",
    cards.REVEAL5: "A19",
}
_DUE: Final = {
    ACTION: ("A8", "first play a card, pass or go All In"),
    KEEP: ("A19", "first keep one of the revealed cards"),
    HIDE: ("A22", "first choose the one card that you do not show"),
    DISCARD: ("A9", "first discard down to five cards"),
    PREDICT: ("A27", "now predict who holds the strongest hand"),
}


def _effect_of(move: int) -> int:
    """The kind of effect that a move belongs to; reveals count as one."""
    if move >= moves.SWAP:
        return cards.SWAP
    if move < moves.DRAW:
        return cards.TAKE
    if move == moves.DRAW:
        return cards.DRAW
    if move == moves.REVEAL:
        return cards.REVEAL3
    if move == moves.RUNE:
        return cards.RUNE
    return cards.HYPNOSIS if move < moves.EYE else cards.EYE


def _phase_of(move: int) -> int | None:
    """The phase in which a move can be made, ``None`` for the effects of a card."""
    if move < moves.TAKE:
        return ACTION
    if move < moves.KEEP or move >= moves.SWAP:
        return None
    if move < moves.HIDE:
        return KEEP
    if move < moves.DISCARD:
        return HIDE
    return DISCARD if move < moves.PREDICT else PREDICT


def refusal(state: AllInState, seat: int, move: int) -> IllegalMove:
    """Why this seat may not make this move, which is known to be illegal."""
    phase = state.phase
    if phase == OVER:
        return IllegalMove("A32", "the game is over")
    if not 0 <= seat < state.setup.players:
        return IllegalMove("A12", f"there is no seat {seat_name(seat)} in this game")
    if not state.may_act(seat):
        if phase == HIDE:
            return IllegalMove("A22", f"{seat_name(state.asked)} is to answer an Eye")
        if phase == PREDICT and state.setup.players == 2:
            return IllegalMove("A28", "you have predicted already; wait for the other")
        if phase == PREDICT:
            return IllegalMove("A27", f"{seat_name(state.turn)} is to predict")
        return IllegalMove("A12", f"it is {seat_name(state.turn)}'s turn")
    wanted = _phase_of(move)
    if phase in _DUE and wanted != phase:
        rule, due = _DUE[phase]
        return IllegalMove(rule, due)
    if wanted == ACTION and phase == ACTION:
        return _refused_action(state, move)
    if wanted == PREDICT and phase == PREDICT:
        return _no_seat("A27", move - moves.PREDICT)
    if wanted == KEEP and phase == KEEP:
        return IllegalMove("A19", f"{NAMES[move - moves.KEEP]} is not among the revealed cards")
    if wanted == HIDE and phase == HIDE:
        return IllegalMove("A22", f"you have no {NAMES[move - moves.HIDE]} in hand")
    if wanted == DISCARD and phase == DISCARD:
        return _no_card(state, "A9", move - moves.DISCARD)
    return _refused_effect(state, seat, move)


def _refused_action(state: AllInState, move: int) -> IllegalMove:
    if state.turns >= state.setup.turn_limit:
        return IllegalMove("AR6", "so late in the round only passing is left")
    if move == moves.ALL_IN:
        return IllegalMove("A11", f"{seat_name(state.all_in)} is All In in this round already")
    return IllegalMove("A8", f"you have no {NAMES[move]} in hand")


def _no_card(state: AllInState, rule: str, card: int) -> IllegalMove:
    if card == state.played:
        return IllegalMove("AR3", f"{NAMES[card]} lies before you until the end of the turn")
    return IllegalMove(rule, f"you have no {NAMES[card]} in hand")


def _no_seat(rule: str, seat: int) -> IllegalMove:
    return IllegalMove(rule, f"there is no seat {seat_name(seat)} in this game")


def _refused_effect(state: AllInState, seat: int, move: int) -> IllegalMove:
    effect = due_effect(state)
    starred = effect >= cards.STAR
    effect %= cards.STAR
    name = cards.EFFECTS[effect]
    rule = _RULES[effect]
    if move == moves.SKIP and starred:
        return IllegalMove("A8", f"the {name} has the star, so it must be done")
    if _phase_of(move) is not None or rule != _RULES[_effect_of(move)]:
        return IllegalMove("A8", f"the card's effects go from top to bottom; now it is {name}")
    if effect == cards.TAKE:
        return _no_place(state, move - moves.TAKE)
    if effect == cards.SWAP:
        card, place = divmod(move - moves.SWAP, moves.PLACES)
        if not holds(state.seats[seat].hand, card):
            return _no_card(state, rule, card)
        return _no_place(state, place)
    other = move - (moves.HYPNOSIS if effect == cards.HYPNOSIS else moves.EYE)
    if other >= state.setup.players:
        return _no_seat(rule, other)
    if other == seat:
        return IllegalMove(rule, "only an opponent can be chosen")
    return IllegalMove("AR8", f"{seat_name(other)} is All In and cannot be chosen")


def _no_place(state: AllInState, place: int) -> IllegalMove:
    assert (places(state) >> place) & 1 == 0
    if place != moves.DISCARD_PLACE:
        if (state.river.fields >> place) & 1 == 0:
            return IllegalMove("A3", f"the river has no field {place + 1}")
        return IllegalMove("A15", f"there is no card on field {place + 1}")
    if state.setup.shadows:
        return IllegalMove("A34", "the discard pile is empty")
    return IllegalMove("A34", "only the variant shadows lets you use the discard pile")
