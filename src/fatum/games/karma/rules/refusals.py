"""Why a move is refused, in one sentence and with the rule's number.

Only what the seat itself can see is told: its own cards, the open cards and the pile.
"""

from typing import Final

from fatum.core.errors import IllegalMove
from fatum.core.messages import Declared, Message, card
from fatum.core.messages import seat as seat_term
from fatum.core.refusals import GAME_OVER, NO_SEAT, NOT_IN_HAND, NOT_YOUR_TURN
from fatum.games.karma.rules.cards import ANYTHING, COUNT_OF, FIVE_OR_LESS, KIND_OF, NAMES
from fatum.games.karma.rules.moves import FLIPS, GIVES, LAYS, LOOKS, OPENS, TAKE
from fatum.games.karma.rules.state import FOLLOW, GIVE, LAY, LOOK, OVER, TURN, KarmaBase, card_at

_DUE: Final = {
    LOOK: (
        "K23",
        Declared("karma.refuse.look", "first choose whether to look at your hidden cards"),
    ),
    LAY: ("K3", Declared("karma.refuse.lay", "first lay three of your cards open")),
    TURN: ("K6", Declared("karma.refuse.play", "play a card or take the pile")),
    FOLLOW: ("K18", Declared("karma.refuse.follow", "a card must follow the “Table Card”")),
    GIVE: ("K21", Declared("karma.refuse.give", "first choose who gets the pile")),
}
_CHOSEN: Final = Declared("karma.refuse.chosen", "you have already chosen; wait for the others")
_GIVE_SELF: Final = Declared("karma.refuse.give.self", "you cannot give the pile to yourself")
_MUST_FOLLOW: Final = Declared(
    "karma.refuse.take.follow", "one of your cards can follow the “Table Card”, so you must play it"
)
_MUST_LEAD: Final = Declared("karma.refuse.take.lead", "the pile is empty; play a card instead")
_MISFIT: Final = Declared("karma.refuse.misfit", "{card} does not fit; you need {wanted}")
_TOO_FEW_IN_HAND: Final = Declared(
    "karma.refuse.hand.few", "you do not have that many in hand: {card}"
)
_NOT_OPEN: Final = Declared("karma.refuse.open", "you have no {card} open on the table")
_TOO_FEW_OPEN: Final = Declared(
    "karma.refuse.open.few", "you do not have that many open on the table: {card}"
)
_TABLE_FOLLOWS: Final = Declared(
    "karma.refuse.follow.table", "a table card must follow the “Table Card”"
)
_ONE_FOLLOWS: Final = Declared(
    "karma.refuse.follow.one", "exactly one table card follows a “Table Card”"
)
_HAND_FIRST: Final = Declared("karma.refuse.table", "table cards wait until your hand is empty")
_OPEN_FIRST: Final = Declared("karma.refuse.hidden", "play your open cards before the hidden ones")
_NONE_HIDDEN: Final = Declared("karma.refuse.hidden.none", "you have no hidden card left")
_NOT_HIDDEN: Final = Declared(
    "karma.refuse.hidden.place", "there is no hidden card in place {place}"
)

_DEMANDS_ANYTHING: Final = Declared("karma.demand.anything", "Anything goes")
_DEMANDS_NUMBER: Final = Declared("karma.demand.number", "{value} or higher")
_DEMANDS_HIGHEST: Final = Declared("karma.demand.highest", "16 or a Karma card")
_DEMANDS_FIVE: Final = Declared("karma.demand.five", "5 or lower")
_HIGHEST: Final = 16


def demand_message(demand: int) -> Message:
    """What a pile demands, in words (KR7)."""
    if demand in (ANYTHING, 1):
        return _DEMANDS_ANYTHING()
    if demand == FIVE_OR_LESS:
        return _DEMANDS_FIVE()
    if demand == _HIGHEST:
        return _DEMANDS_HIGHEST()
    return _DEMANDS_NUMBER(value=demand)


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
            return IllegalMove(_DUE[phase][0], _CHOSEN())
        return IllegalMove("K5", NOT_YOUR_TURN(seat=seat_term(state.turn)))
    if not _phase_fits(phase, move):
        rule, due = _DUE[phase]
        return IllegalMove(rule, due())
    if move >= LAYS:
        return IllegalMove("K3", NOT_IN_HAND(card=card(NAMES[move - LAYS])))
    if move >= GIVES:
        if move - GIVES == seat:
            return IllegalMove("KR18", _GIVE_SELF())
        return IllegalMove("K21", NO_SEAT(seat=seat_term(move - GIVES)))
    if move == TAKE:
        if phase == FOLLOW:
            return IllegalMove("KR14", _MUST_FOLLOW())
        return IllegalMove("KR5", _MUST_LEAD())
    if move >= FLIPS:
        return _refused_flip(state, seat, move - FLIPS)
    if move >= OPENS:
        return _refused_open(state, seat, move - OPENS)
    return _refused_play(state, seat, move)


def _misfit(state: KarmaBase, kind: int) -> IllegalMove:
    wanted = demand_message(state.wanted())
    rule = "KR13" if state.phase == FOLLOW else "KR7"
    return IllegalMove(rule, _MISFIT(card=card(NAMES[kind]), wanted=wanted))


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
        return IllegalMove("K18", _TABLE_FOLLOWS())
    missing = _too_few(owner.hand, bit, NOT_IN_HAND, _TOO_FEW_IN_HAND)
    return missing if missing is not None else _misfit(state, KIND_OF[bit])


def _refused_table_card(state: KarmaBase, seat: int) -> IllegalMove | None:
    """Table cards wait until hand and stock are used up, unless a TC calls for one."""
    owner = state.seats[seat]
    if state.phase == FOLLOW:
        return None
    if owner.hand != 0:
        return IllegalMove("K10", _HAND_FIRST())
    return None


def _refused_open(state: KarmaBase, seat: int, bit: int) -> IllegalMove:
    early = _refused_table_card(state, seat)
    if early is not None:
        return early
    owner = state.seats[seat]
    missing = _too_few(owner.open, bit, _NOT_OPEN, _TOO_FEW_OPEN)
    if missing is not None:
        return missing
    if state.phase == FOLLOW and COUNT_OF[bit] > 1:
        return IllegalMove("K18", _ONE_FOLLOWS())
    return _misfit(state, KIND_OF[bit])


def _refused_flip(state: KarmaBase, seat: int, place: int) -> IllegalMove:
    early = _refused_table_card(state, seat)
    if early is not None:
        return early
    owner = state.seats[seat]
    if owner.open != 0:
        return IllegalMove("K11", _OPEN_FIRST())
    assert card_at(owner.hidden, place) < 0
    if owner.hidden == 0:
        return IllegalMove("K18", _NONE_HIDDEN())
    return IllegalMove("K12", _NOT_HIDDEN(place=place + 1))
