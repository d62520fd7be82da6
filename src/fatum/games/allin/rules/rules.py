"""The truth of an All In game with the rules that move it on."""

from typing import final

from mypy_extensions import i64

from fatum.core.bits import COMPILED
from fatum.core.chance import Chance
from fatum.core.errors import InvalidMove
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.games.allin.rules.apply import do_move
from fatum.games.allin.rules.legal import is_legal, legal_list, random_legal
from fatum.games.allin.rules.moves import MOVES
from fatum.games.allin.rules.plain import use_offers
from fatum.games.allin.rules.refusals import refusal
from fatum.games.allin.rules.state import HIDE, NOBODY, OVER, PREDICT, AllInBase, winner


@final
class AllInState(AllInBase):
    """What is legal, and what a move does."""

    def shown(self, chance: Chance) -> "AllInState":
        """A state with what everyone sees, for views and redeals."""
        shown = AllInState(self.setup, chance, self.river.copy())
        self.show_on(shown)
        shown.discarders = self.discarders.copy()
        return shown

    def copy(self) -> "AllInState":
        copy = self.shown(self.chance)
        copy.revealed, copy.draw, copy.drawn = self.revealed, self.draw, self.drawn
        copy.discard = self.discard.copy()
        copy.seats = [seat.copy() for seat in self.seats]
        copy.memories, copy.eyes, copy.unwatched = self.memories, self.eyes, self.unwatched
        return copy

    def to_act(self) -> tuple[int, ...]:
        seat = self.actor()
        if seat == NOBODY:
            return ()
        if seat == 0 and self.may_act(1):
            return (0, 1)
        return (seat,)

    def actor(self) -> i64:
        phase = self.phase
        if phase < HIDE:
            return self.turn
        if phase == HIDE:
            return self.asked
        if phase == OVER:
            return NOBODY
        if phase == PREDICT and self.setup.players == 2:
            return 0 if self.seats[0].prediction == NOBODY else 1
        return self.turn

    def outcome(self) -> dict[str, object] | None:
        if self.phase != OVER:
            return None
        best = winner(self)
        return {
            "winner": None if best == NOBODY else seat_name(best),
            "runes": [seat.runes for seat in self.seats],
        }

    def payoffs(self) -> list[float]:
        """The winner has 1 and everyone else 0; if there is none, all share alike."""
        players: int = self.setup.players
        best: int = NOBODY if self.phase != OVER else winner(self)
        if best == NOBODY:
            return [1 / players] * players
        return [1.0 if seat == best else 0.0 for seat in range(players)]

    def first_seat(self) -> int:
        return self.dealer

    def legal_moves(self, seat: i64) -> list[int]:
        return legal_list(self, seat) if self.may_act(seat) else []

    def apply(self, seat: i64, move: i64) -> None:
        if not 0 <= move < len(MOVES):
            raise InvalidMove(f"there is no move number {move}")
        if not is_legal(self, seat, move):
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


if not COMPILED:
    use_offers(AllInState)
