"""The rules of Karma behind its state."""

from mypy_extensions import i64

from fatum.core.errors import InvalidMove
from fatum.core.rng import Rng
from fatum.games.karma.rules.apply import do_move
from fatum.games.karma.rules.legal import is_legal, legal_list, random_legal
from fatum.games.karma.rules.moves import MOVES
from fatum.games.karma.rules.refusals import refusal
from fatum.games.karma.rules.state import OVER, KarmaState, Rules


class KarmaRules(Rules):
    """What is legal, and what a move does."""

    def legal_moves(self, state: KarmaState, seat: i64) -> list[int]:
        if not 0 <= seat < state.setup.players or not state.may_act(seat):
            return []
        return legal_list(state, seat)

    def apply(self, state: KarmaState, seat: i64, move: i64) -> None:
        if not 0 <= move < len(MOVES):
            raise InvalidMove(f"there is no move number {move}")
        if not 0 <= seat < state.setup.players or not is_legal(state, seat, move):
            raise refusal(state, seat, move)
        do_move(state, seat, move)

    def random_move(self, state: KarmaState, seat: i64, rng: Rng) -> i64:
        return random_legal(state, seat, rng)

    def playout(self, state: KarmaState, rng: Rng) -> i64:
        made: i64 = 0
        while state.phase != OVER:
            seat = state.actor()
            do_move(state, seat, random_legal(state, seat, rng))
            made += 1
        return made
