"""The truth of a Karma game with the rules that move it on."""

from typing import final

from mypy_extensions import i64

from fatum.core.bits import members
from fatum.core.chance import Chance
from fatum.core.errors import InvalidMove
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.games.karma.rules.apply import do_move
from fatum.games.karma.rules.legal import TAKE_BIT, TAKE_SET, legal_bits, random_legal
from fatum.games.karma.rules.moves import MOVES, TAKE
from fatum.games.karma.rules.refusals import refusal
from fatum.games.karma.rules.state import LAY, OVER, UNDECIDED, KarmaBase


@final
class KarmaState(KarmaBase):
    """What is legal, and what a move does."""

    def shown(self, chance: Chance) -> "KarmaState":
        """A state with what everyone sees, for views and redeals."""
        shown = KarmaState(self.setup, chance, self.pile.copy())
        self.show_on(shown)
        return shown

    def copy(self) -> "KarmaState":
        copy = self.shown(self.chance)
        copy.stock, copy.drawn = self.stock, self.drawn
        copy.seats = [seat.copy() for seat in self.seats]
        copy.in_play, copy.loser, copy.shuffles = self.in_play, self.loser, self.shuffles
        return copy

    def to_act(self) -> tuple[int, ...]:
        if self.phase == OVER:
            return ()
        if self.phase > LAY:
            return (self.turn,)
        return tuple([seat for seat in range(self.setup.players) if self.may_act(seat)])

    def actor(self) -> i64:
        if self.phase == OVER:
            return -1
        if self.phase > LAY:
            return self.turn
        seat: i64 = 0
        while not self.may_act(seat):
            seat += 1
        return seat

    def outcome(self) -> dict[str, object] | None:
        if self.phase != OVER:
            return None
        if self.loser == UNDECIDED:
            return {"undecided": True}
        return {"loser": seat_name(self.loser)}

    def payoffs(self) -> list[float]:
        """The loser has 0 and everyone else 1; undecided games are worth the average."""
        players: int = self.setup.players
        if self.loser == UNDECIDED:
            return [(players - 1) / players] * players
        return [0.0 if seat == self.loser else 1.0 for seat in range(players)]

    def first_seat(self) -> int:
        return self.starter

    def legal_moves(self, seat: i64) -> list[int]:
        if not 0 <= seat < self.setup.players or not self.may_act(seat):
            return []
        bits, base = legal_bits(self, seat)
        found = members(bits, base)
        if bits >= TAKE_SET:
            found[-1] = TAKE
        return found

    def apply(self, seat: i64, move: i64) -> None:
        if not 0 <= move < len(MOVES):
            raise InvalidMove(f"there is no move number {move}")
        if not 0 <= seat < self.setup.players or not self.may_act(seat):
            raise refusal(self, seat, move)
        bits, base = legal_bits(self, seat)
        if move == TAKE:
            place: i64 = TAKE_BIT
        else:
            place = move - base
            if not 0 <= place < TAKE_BIT:
                raise refusal(self, seat, move)
        if (bits >> place) & 1 == 0:
            raise refusal(self, seat, move)
        do_move(self, seat, move)

    def random_move(self, seat: i64, rng: Rng) -> i64:
        return random_legal(self, seat, rng)

    def playout(self, rng: Rng) -> i64:
        made: i64 = 0
        while self.phase != OVER:
            seat = self.actor()
            do_move(self, seat, random_legal(self, seat, rng))
            made += 1
        return made
