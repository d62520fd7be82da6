"""The rules of Karma behind its state."""

from mypy_extensions import i64

from fatum.core.bits import members
from fatum.core.errors import InvalidMove
from fatum.core.rng import Rng
from fatum.games.karma.rules.apply import do_move
from fatum.games.karma.rules.legal import TAKE_BIT, TAKE_SET, legal_bits, random_legal
from fatum.games.karma.rules.moves import MOVES, TAKE
from fatum.games.karma.rules.refusals import refusal
from fatum.games.karma.rules.state import OVER, KarmaState, Rules


class KarmaRules(Rules):
    """What is legal, and what a move does."""

    def legal_moves(self, state: KarmaState, seat: i64) -> list[int]:
        if not 0 <= seat < state.setup.players or not state.may_act(seat):
            return []
        bits, base = legal_bits(state, seat)
        if bits < TAKE_SET:
            return members(bits, base)
        found = members(bits - TAKE_SET, base)
        found.append(TAKE)
        return found

    def apply(self, state: KarmaState, seat: i64, move: i64) -> None:
        if not 0 <= move < len(MOVES):
            raise InvalidMove(f"there is no move number {move}")
        if not 0 <= seat < state.setup.players or not state.may_act(seat):
            raise refusal(state, seat, move)
        bits, base = legal_bits(state, seat)
        if move == TAKE:
            place: i64 = TAKE_BIT
        else:
            place = move - base
            if not 0 <= place < TAKE_BIT:
                raise refusal(state, seat, move)
        if (bits >> place) & 1 == 0:
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
