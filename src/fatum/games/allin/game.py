"""All In behind the contract that every game keeps."""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from fatum.core.bits import COMPILED
from fatum.core.chance import Chance
from fatum.core.errors import InvalidMove
from fatum.core.game import Game
from fatum.core.options import DRAWN, Options
from fatum.core.parts import Parts
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.games.allin import heuristic
from fatum.games.allin.knowledge import notation
from fatum.games.allin.knowledge.view import AllInView, look_at
from fatum.games.allin.rules import apply, legal, moves, refusals, rounds
from fatum.games.allin.rules.deck import DECK, NAMES
from fatum.games.allin.rules.options import OPTIONS
from fatum.games.allin.rules.river import empty_river
from fatum.games.allin.rules.state import (
    HIDE,
    NOBODY,
    OVER,
    PREDICT,
    Position,
    Seat,
    Setup,
    copy_into,
)
from fatum.games.allin.telling import view as told
from fatum.games.allin.telling.card_tables import CARD_TABLES
from fatum.games.allin.telling.insights import INSIGHTS
from fatum.games.allin.telling.reasons import reason
from fatum.games.allin.telling.words import WORDS


class AllInState(Position):
    """A running game of All In."""

    def to_act(self) -> tuple[int, ...]:
        seat = self.actor()
        if seat == NOBODY:
            return ()
        if seat == 0 and legal.may_act(self, 1):
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

    def legal_moves(self, seat: i64) -> list[int]:
        if not legal.may_act(self, seat):
            return []
        return legal.legal_list(self, seat) if COMPILED else legal.offer(self, seat)

    def apply(self, seat: i64, move: i64) -> None:
        if COMPILED or seat != self.offered_to or move not in self.offered:
            self._check(seat, move)
        self.offered_to = NOBODY
        apply.do_move(self, seat, move)

    def _check(self, seat: i64, move: i64) -> None:
        if not 0 <= move < len(moves.MOVES):
            raise InvalidMove(f"there is no move number {move}")
        if not legal.is_legal(self, seat, move):
            raise refusals.refusal(self, seat, move)

    def random_move(self, seat: i64, rng: Rng) -> i64:
        return legal.random_legal(self, seat, rng)

    def heuristic_move(self, seat: i64, rng: Rng) -> i64:
        return heuristic.heuristic_move(self, seat, rng)

    def heuristic_payoffs(self) -> list[float]:
        return heuristic.heuristic_payoffs(self)

    def chapter(self) -> i64:
        """Predictions are a chapter of their own: what they bring is better guessed than played."""
        chapter = 2 * self.round
        if self.phase == PREDICT:
            chapter += 1
        return chapter

    def roll_out(self, rng: Rng, most: i64) -> i64:
        number = self.round
        predicting = self.phase == PREDICT
        made: i64 = 0
        self.offered_to = NOBODY
        self.unwatched = True
        while made < most and self.round == number and self.phase != OVER:
            if self.phase == PREDICT and not predicting:
                break
            seat = self.actor()
            apply.do_move(self, seat, heuristic.heuristic_move(self, seat, rng))
            made += 1
        return made

    def playout(self, rng: Rng) -> i64:
        made: i64 = 0
        self.offered_to = NOBODY
        while self.phase != OVER:
            seat = self.actor()
            apply.do_move(self, seat, legal.random_legal(self, seat, rng))
            made += 1
        return made

    def copy(self) -> "AllInState":
        copy = AllInState(self.setup, self.chance, self.river.copy())
        copy_into(copy, self)
        return copy

    def outcome(self) -> dict[str, object] | None:
        if self.phase != OVER:
            return None
        winner = rounds.winner(self)
        return {
            "winner": None if winner == NOBODY else seat_name(winner),
            "runes": [seat.runes for seat in self.seats],
        }

    def payoffs(self) -> list[float]:
        """The winner has 1 and everyone else 0; if there is none, all share alike."""
        players: int = self.setup.players
        winner: int = NOBODY if self.phase != OVER else rounds.winner(self)
        if winner == NOBODY:
            return [1 / players] * players
        return [1.0 if seat == winner else 0.0 for seat in range(players)]

    def first_seat(self) -> int:
        return self.dealer

    def view_for(self, seat: int | None) -> AllInView:
        return look_at(self, seat)

    def to_dict(self) -> dict[str, object]:
        return notation.position_to_dict(self)


class AllIn(Game):
    """The rule set."""

    def new(self, options: Options, chance: Chance, listen: bool = False) -> AllInState:
        state = _blank(options, chance)
        if listen:
            state.events = []
        state.seats = [Seat(0, 0, 0, 0, 0, 0, NOBODY) for _ in range(options.players)]
        rounds.begin_round(state, 1, rounds.left_of(state, state.dealer))
        return state

    def read_state(
        self, options: Options, data: Mapping[str, object], chance: Chance
    ) -> AllInState:
        state = _blank(options, chance)
        notation.read_position(state, data)
        return state

    def read_view(
        self, options: Options, data: Mapping[str, object], seat: int | None
    ) -> AllInView:
        return notation.read_view(options, data, seat)

    def card_code(self, text: str) -> int:
        return notation.card_code(text)

    def card_text(self, code: int) -> str:
        return NAMES[code]

    def parse_move(self, text: str) -> int:
        return moves.parse_move(text)


def _blank(options: Options, chance: Chance) -> AllInState:
    """Only the dealer is known (AR1)."""
    setup = Setup(options)
    state = AllInState(setup, chance, empty_river(setup.players))
    state.dealer = options.first if options.first != DRAWN else chance.first(options.players)
    return state


GAME: Final = AllIn(
    name="allin",
    title="All In: Predictions",
    first_key="dealer",
    options=OPTIONS,
    deck=tuple([NAMES[card] for card in DECK]),
    moves=moves.MOVES,
    parts=Parts(
        words=WORDS,
        view=told.AllInView,
        chance="to win",
        reason=reason,
        insights=INSIGHTS,
        card_tables=CARD_TABLES,
    ),
)
