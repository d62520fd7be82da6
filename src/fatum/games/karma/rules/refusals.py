"""Why a move is refused, in one sentence and with the rule's number.

Only what the seat itself can see is told: its own cards, the open cards and the pile.
"""

from typing import Final

from fatum.core.errors import IllegalMove
from fatum.core.seats import seat_name
from fatum.games.karma.rules.cards import ANYTHING, COUNT_OF, FIVE_OR_LESS, KIND_OF, NAMES
from fatum.games.karma.rules.moves import FLIPS, GIVES, LAYS, LOOKS, OPENS, TAKE
from fatum.games.karma.rules.state import FOLLOW, GIVE, LAY, LOOK, OVER, TURN, KarmaState, card_at

_DUE: Final = {
    LOOK: ("K23", "first choose whether to look at your hidden cards"),
    LAY: ("K3", "first lay three of your cards open"),
    TURN: ("K6", "play cards or take the pile"),
    FOLLOW: ("K18", "a card must follow the Table Card"),
    GIVE: ("K21", "first choose who gets the pile"),
}


def _demand_text(demand: int) -> str:
    if demand == ANYTHING:
        return "anything"
    if demand == FIVE_OR_LESS:
        return "5 or less"
    return f"{demand} or more"


def _phase_fits(phase: int, move: int) -> bool:
    if move >= LOOKS:
        return phase == LOOK
    if move >= LAYS:
        return phase == LAY
    if move >= GIVES:
        return phase == GIVE
    return phase in (TURN, FOLLOW)


def refusal(state: KarmaState, seat: int, move: int) -> IllegalMove:
    """Why this seat may not make this move, which is known to be illegal."""
    phase = state.phase
    if phase == OVER:
        return IllegalMove("K22", "the game is over")
    if not 0 <= seat < state.setup.players:
        return IllegalMove("K5", f"there is no seat {seat_name(seat)} in this game")
    if not state.may_act(seat):
        if phase in (LOOK, LAY):
            return IllegalMove(_DUE[phase][0], "you have chosen already; wait for the others")
        return IllegalMove("K5", f"it is {seat_name(state.turn)}'s turn")
    if not _phase_fits(phase, move):
        rule, due = _DUE[phase]
        return IllegalMove(rule, due)
    if move >= LAYS:
        return IllegalMove("K3", f"you have no {NAMES[move - LAYS]} in hand")
    if move >= GIVES:
        if move - GIVES == seat:
            return IllegalMove("KR18", "the pile goes to another player, never to yourself")
        return IllegalMove("K21", f"there is no seat {seat_name(move - GIVES)} in this game")
    if move == TAKE:
        if phase == FOLLOW:
            return IllegalMove("KR14", "a card can follow the Table Card, so one must")
        return IllegalMove("KR5", "the pile is empty, so you lead instead of taking it")
    if move >= FLIPS:
        return _refused_flip(state, seat, move - FLIPS)
    if move >= OPENS:
        return _refused_open(state, seat, move - OPENS)
    return _refused_play(state, seat, move)


def _misfit(state: KarmaState, kind: int) -> IllegalMove:
    wanted = _demand_text(state.wanted())
    rule = "KR13" if state.phase == FOLLOW else "KR7"
    return IllegalMove(rule, f"{NAMES[kind]} does not fit; the pile demands {wanted}")


def _too_few(cards: int, bit: int, place: str) -> IllegalMove | None:
    if (cards >> bit) & 1 == 1:
        return None
    name = NAMES[KIND_OF[bit]]
    if (cards >> (3 * KIND_OF[bit])) & 1 == 0:
        return IllegalMove("K6", f"you have no {name} {place}")
    return IllegalMove("K9", f"you do not have {COUNT_OF[bit]} cards {name} {place}")


def _refused_play(state: KarmaState, seat: int, bit: int) -> IllegalMove:
    owner = state.seats[seat]
    if state.phase == FOLLOW and (owner.open != 0 or owner.hidden != 0):
        return IllegalMove("K18", "a table card must follow the Table Card")
    missing = _too_few(owner.hand, bit, "in hand")
    return missing if missing is not None else _misfit(state, KIND_OF[bit])


def _refused_table_card(state: KarmaState, seat: int) -> IllegalMove | None:
    """Table cards wait until hand and stock are used up, unless a TC calls for one."""
    owner = state.seats[seat]
    if state.phase == FOLLOW:
        return None
    if owner.hand != 0:
        return IllegalMove("K10", "table cards wait until your hand is empty")
    return None


def _refused_open(state: KarmaState, seat: int, bit: int) -> IllegalMove:
    early = _refused_table_card(state, seat)
    if early is not None:
        return early
    owner = state.seats[seat]
    missing = _too_few(owner.open, bit, "open on the table")
    if missing is not None:
        return missing
    if state.phase == FOLLOW and COUNT_OF[bit] > 1:
        return IllegalMove("K18", "exactly one table card follows a Table Card")
    return _misfit(state, KIND_OF[bit])


def _refused_flip(state: KarmaState, seat: int, place: int) -> IllegalMove:
    early = _refused_table_card(state, seat)
    if early is not None:
        return early
    owner = state.seats[seat]
    if owner.open != 0:
        return IllegalMove("K11", "open cards come before hidden ones")
    assert card_at(owner.hidden, place) < 0
    if owner.hidden == 0:
        return IllegalMove("K18", "you have no hidden card left")
    return IllegalMove("K12", f"there is no hidden card at position {place + 1}")
