"""The reasons for refusals, each with the number of its rule.

Only what the seat itself can see is told: its own hand, the river, the table and the phase.
"""

from typing import Final

from fatum.core.errors import IllegalMove
from fatum.core.messages import card, declare
from fatum.core.messages import seat as seat_term
from fatum.core.refusals import GAME_OVER, NO_SEAT, NOT_IN_HAND, NOT_YOUR_TURN
from fatum.games.allin.rules import cards, moves
from fatum.games.allin.rules.deck import NAMES, holds
from fatum.games.allin.rules.legal import due_effect, places
from fatum.games.allin.rules.names import effect_name
from fatum.games.allin.rules.state import (
    ACTION,
    DISCARD,
    HIDE,
    KEEP,
    OVER,
    PHASES,
    PREDICT,
    AllInBase,
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
    ACTION: "A8",
    KEEP: "A19",
    HIDE: "A22",
    DISCARD: "A9",
    PREDICT: "A27",
}
"""The rule for another move than the phase asks for; the message has the name of the phase."""
_REFUSED: Final = declare(
    "allin.refuse",
    {
        "action": "first play a card, pass or go All In",
        "keep": "first keep one of the revealed cards",
        "hide": "first choose the one card to keep hidden",
        "discard": "first discard down to five cards",
        "predict": "first predict who holds the strongest hand",
        "eye.turn": "{seat} must answer the All-Seeing Eye first",
        "predicted": "you have already made your prediction; wait for your opponent",
        "predict.turn": "{seat} has to predict first",
        "revealed": "{card} is not among the revealed cards",
        "late": "this late in the round you can only pass",
        "all in": "{seat} is already All In this round",
        "played": "{card} stays in front of you until the end of your turn",
        "star": "the effect “{effect}” has the star, so you cannot skip it",
        "order": "effects go from top to bottom; the next one is “{effect}”",
        "opponent": "only an opponent can be chosen",
        "target": "{seat} is All In and cannot be chosen",
        "field": "the river has no field {field}",
        "field.empty": "there is no card on field {field}",
        "discard.empty": "the discard pile is empty",
        "discard.variant": "only the Shadows variant lets you use the discard pile",
    },
)


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


def refusal(state: AllInBase, seat: int, move: int) -> IllegalMove:
    """Why this seat may not make this move, which is known to be illegal."""
    phase = state.phase
    if phase == OVER:
        return IllegalMove("A32", GAME_OVER())
    if not 0 <= seat < state.setup.players:
        return IllegalMove("A12", NO_SEAT(seat=seat_term(seat)))
    if not state.may_act(seat):
        if phase == HIDE:
            return IllegalMove("A22", _REFUSED["eye.turn"](seat=seat_term(state.asked)))
        if phase == PREDICT and state.setup.players == 2:
            return IllegalMove("A28", _REFUSED["predicted"]())
        if phase == PREDICT:
            return IllegalMove("A27", _REFUSED["predict.turn"](seat=seat_term(state.turn)))
        return IllegalMove("A12", NOT_YOUR_TURN(seat=seat_term(state.turn)))
    wanted = _phase_of(move)
    if phase in _DUE and wanted != phase:
        return IllegalMove(_DUE[phase], _REFUSED[PHASES[phase]]())
    if wanted == ACTION and phase == ACTION:
        return _refused_action(state, move)
    if wanted == PREDICT and phase == PREDICT:
        return _no_seat("A27", move - moves.PREDICT)
    if wanted == KEEP and phase == KEEP:
        return IllegalMove("A19", _REFUSED["revealed"](card=card(NAMES[move - moves.KEEP])))
    if wanted == HIDE and phase == HIDE:
        return IllegalMove("A22", NOT_IN_HAND(card=card(NAMES[move - moves.HIDE])))
    if wanted == DISCARD and phase == DISCARD:
        return _no_card(state, "A9", move - moves.DISCARD)
    return _refused_effect(state, seat, move)


def _refused_action(state: AllInBase, move: int) -> IllegalMove:
    if state.turns >= state.setup.turn_limit:
        return IllegalMove("AR6", _REFUSED["late"]())
    if move == moves.ALL_IN:
        return IllegalMove("A11", _REFUSED["all in"](seat=seat_term(state.all_in)))
    return IllegalMove("A8", NOT_IN_HAND(card=card(NAMES[move])))


def _no_card(state: AllInBase, rule: str, code: int) -> IllegalMove:
    if code == state.played:
        return IllegalMove("AR3", _REFUSED["played"](card=card(NAMES[code])))
    return IllegalMove(rule, NOT_IN_HAND(card=card(NAMES[code])))


def _no_seat(rule: str, seat: int) -> IllegalMove:
    return IllegalMove(rule, NO_SEAT(seat=seat_term(seat)))


def _refused_effect(state: AllInBase, seat: int, move: int) -> IllegalMove:
    effect = due_effect(state)
    starred = effect >= cards.STAR
    effect %= cards.STAR
    name = effect_name(cards.EFFECTS[effect])
    rule = _RULES[effect]
    if move == moves.SKIP and starred:
        return IllegalMove("A8", _REFUSED["star"](effect=name))
    if _phase_of(move) is not None or rule != _RULES[_effect_of(move)]:
        return IllegalMove("A8", _REFUSED["order"](effect=name))
    if effect == cards.TAKE:
        return _no_place(state, move - moves.TAKE)
    if effect == cards.SWAP:
        code, place = divmod(move - moves.SWAP, moves.PLACES)
        if not holds(state.seats[seat].hand, code):
            return _no_card(state, rule, code)
        return _no_place(state, place)
    other = move - (moves.HYPNOSIS if effect == cards.HYPNOSIS else moves.EYE)
    if other >= state.setup.players:
        return _no_seat(rule, other)
    if other == seat:
        return IllegalMove(rule, _REFUSED["opponent"]())
    return IllegalMove("AR8", _REFUSED["target"](seat=seat_term(other)))


def _no_place(state: AllInBase, place: int) -> IllegalMove:
    assert (places(state) >> place) & 1 == 0
    if place != moves.DISCARD_PLACE:
        if (state.river.fields >> place) & 1 == 0:
            return IllegalMove("A3", _REFUSED["field"](field=place + 1))
        return IllegalMove("A15", _REFUSED["field.empty"](field=place + 1))
    if state.setup.shadows:
        return IllegalMove("A34", _REFUSED["discard.empty"]())
    return IllegalMove("A34", _REFUSED["discard.variant"]())
