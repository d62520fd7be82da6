"""The reasons for refusals, each with the number of its rule.

Only what the seat itself can see is told: its own cards, the open cards and the pile.
"""

from typing import Final

from fatum.core.errors import IllegalMove
from fatum.core.messages import Declared, Message, card, declare
from fatum.core.messages import seat as seat_term
from fatum.core.refusals import GAME_OVER, NO_SEAT, NOT_IN_HAND, NOT_YOUR_TURN
from fatum.games.karma.rules.cards import ANYTHING, COUNT_OF, FIVE_OR_LESS, KIND_OF, NAMES
from fatum.games.karma.rules.moves import FLIPS, GIVES, LAYS, LOOKS, OPENS, TAKE
from fatum.games.karma.rules.state import FOLLOW, GIVE, LAY, LOOK, OVER, TURN, KarmaBase, card_at

_DUE: Final = {
    LOOK: ("K23", "look"),
    LAY: ("K3", "lay"),
    TURN: ("K6", "play"),
    FOLLOW: ("K18", "follow"),
    GIVE: ("K21", "give"),
}
"""The rule and the message for another move than the phase asks for."""
_REFUSED: Final = declare(
    "karma.refuse",
    {
        "look": "first choose whether to look at your hidden cards",
        "lay": "first lay three of your cards open",
        "play": "play a card or take the pile",
        "follow": "a card must follow the “Table Card”",
        "give": "first choose who gets the pile",
        "chosen": "you have already chosen; wait for the others",
        "give.self": "you cannot give the pile to yourself",
        "take.follow": "one of your cards can follow the “Table Card”, so you must play it",
        "take.lead": "the pile is empty; play a card instead",
        "misfit": "{card} does not fit; you need {wanted}",
        "hand.few": "you do not have that many in hand: {card}",
        "open": "you have no {card} open on the table",
        "open.few": "you do not have that many open on the table: {card}",
        "follow.table": "a table card must follow the “Table Card”",
        "follow.one": "exactly one table card follows a “Table Card”",
        "table": "table cards wait until your hand is empty",
        "hidden": "play your open cards before the hidden ones",
        "hidden.none": "you have no hidden card left",
        "hidden.place": "there is no hidden card in place {place}",
    },
)

_DEMANDS: Final = declare(
    "karma.demand",
    {
        "anything": "anything goes",
        "number": "{value} or higher",
        "highest": "16 or a Karma card",
        "five": "5 or lower",
    },
)
_HIGHEST: Final = 16


def demand_message(demand: int) -> Message:
    """What a pile demands, in words (KR7)."""
    if demand in (ANYTHING, 1):
        return _DEMANDS["anything"]()
    if demand == FIVE_OR_LESS:
        return _DEMANDS["five"]()
    if demand == _HIGHEST:
        return _DEMANDS["highest"]()
    return _DEMANDS["number"](value=demand)


def _phase_fits(phase: int, move: int) -> bool:
    if move >= LOOKS:
        return phase == LOOK
    if move >= LAYS:
        return phase == LAY
    if move >= GIVES:
        return phase == GIVE
    return phase in (TURN, FOLLOW)


def refusal(state: KarmaBase, seat: int, move: int) -> IllegalMove:
    """Why this seat may not make this move, which is known to be illegal."""
    phase = state.phase
    if phase == OVER:
        return IllegalMove("K22", GAME_OVER())
    if not 0 <= seat < state.setup.players:
        return IllegalMove("K5", NO_SEAT(seat=seat_term(seat)))
    if not state.may_act(seat):
        if phase in (LOOK, LAY):
            return IllegalMove(_DUE[phase][0], _REFUSED["chosen"]())
        return IllegalMove("K5", NOT_YOUR_TURN(seat=seat_term(state.turn)))
    if not _phase_fits(phase, move):
        rule, due = _DUE[phase]
        return IllegalMove(rule, _REFUSED[due]())
    if move >= LAYS:
        return IllegalMove("K3", NOT_IN_HAND(card=card(NAMES[move - LAYS])))
    if move >= GIVES:
        if move - GIVES == seat:
            return IllegalMove("KR18", _REFUSED["give.self"]())
        return IllegalMove("K21", NO_SEAT(seat=seat_term(move - GIVES)))
    if move == TAKE:
        if phase == FOLLOW:
            return IllegalMove("KR14", _REFUSED["take.follow"]())
        return IllegalMove("KR5", _REFUSED["take.lead"]())
    if move >= FLIPS:
        return _refused_flip(state, seat, move - FLIPS)
    if move >= OPENS:
        return _refused_open(state, seat, move - OPENS)
    return _refused_play(state, seat, move)


def _misfit(state: KarmaBase, kind: int) -> IllegalMove:
    wanted = demand_message(state.wanted())
    rule = "KR13" if state.phase == FOLLOW else "KR7"
    return IllegalMove(rule, _REFUSED["misfit"](card=card(NAMES[kind]), wanted=wanted))


def _too_few(cards: int, bit: int, none: Declared, few: Declared) -> IllegalMove | None:
    if (cards >> bit) & 1 == 1:
        return None
    wanted = card(NAMES[KIND_OF[bit]])
    if (cards >> (3 * KIND_OF[bit])) & 1 == 0:
        return IllegalMove("K6", none(card=wanted))
    return IllegalMove("K9", few(card=wanted, times=COUNT_OF[bit]))


def _refused_play(state: KarmaBase, seat: int, bit: int) -> IllegalMove:
    owner = state.seats[seat]
    if state.phase == FOLLOW and (owner.open != 0 or owner.hidden != 0):
        return IllegalMove("K18", _REFUSED["follow.table"]())
    missing = _too_few(owner.hand, bit, NOT_IN_HAND, _REFUSED["hand.few"])
    return missing if missing is not None else _misfit(state, KIND_OF[bit])


def _refused_table_card(state: KarmaBase, seat: int) -> IllegalMove | None:
    """Table cards wait until hand and stock are used up, unless a TC calls for one."""
    owner = state.seats[seat]
    if state.phase == FOLLOW:
        return None
    if owner.hand != 0:
        return IllegalMove("K10", _REFUSED["table"]())
    return None


def _refused_open(state: KarmaBase, seat: int, bit: int) -> IllegalMove:
    early = _refused_table_card(state, seat)
    if early is not None:
        return early
    owner = state.seats[seat]
    missing = _too_few(owner.open, bit, _REFUSED["open"], _REFUSED["open.few"])
    if missing is not None:
        return missing
    if state.phase == FOLLOW and COUNT_OF[bit] > 1:
        return IllegalMove("K18", _REFUSED["follow.one"]())
    return _misfit(state, KIND_OF[bit])


def _refused_flip(state: KarmaBase, seat: int, place: int) -> IllegalMove:
    early = _refused_table_card(state, seat)
    if early is not None:
        return early
    owner = state.seats[seat]
    if owner.open != 0:
        return IllegalMove("K11", _REFUSED["hidden"]())
    assert card_at(owner.hidden, place) < 0
    if owner.hidden == 0:
        return IllegalMove("K18", _REFUSED["hidden.none"]())
    return IllegalMove("K12", _REFUSED["hidden.place"](place=place + 1))
