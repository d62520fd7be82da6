"""The rules of All In behind its state."""

from mypy_extensions import i64

from fatum.core.bits import COMPILED
from fatum.core.errors import InvalidMove
from fatum.core.rng import Rng
from fatum.games.allin.rules.apply import do_move
from fatum.games.allin.rules.legal import is_legal, legal_list, offer, random_legal
from fatum.games.allin.rules.moves import MOVES
from fatum.games.allin.rules.refusals import refusal
from fatum.games.allin.rules.state import NOBODY, OVER, AllInState, Rules


class AllInRules(Rules):
    """What is legal, and what a move does."""

    def legal_moves(self, state: AllInState, seat: i64) -> list[int]:
        if not state.may_act(seat):
            return []
        return legal_list(state, seat) if COMPILED else offer(state, seat)

    def apply(self, state: AllInState, seat: i64, move: i64) -> None:
        if COMPILED or seat != state.offered_to or move not in state.offered:
            _check(state, seat, move)
        state.offered_to = NOBODY
        do_move(state, seat, move)

    def random_move(self, state: AllInState, seat: i64, rng: Rng) -> i64:
        return random_legal(state, seat, rng)

    def playout(self, state: AllInState, rng: Rng) -> i64:
        made: i64 = 0
        state.offered_to = NOBODY
        while state.phase != OVER:
            seat = state.actor()
            do_move(state, seat, random_legal(state, seat, rng))
            made += 1
        return made


def _check(state: AllInState, seat: i64, move: i64) -> None:
    if not 0 <= move < len(MOVES):
        raise InvalidMove(f"there is no move number {move}")
    if not is_legal(state, seat, move):
        raise refusal(state, seat, move)
