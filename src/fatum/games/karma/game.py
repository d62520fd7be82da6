"""Karma behind the contract that every game keeps."""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from fatum.core.chance import Chance
from fatum.core.errors import InvalidMove
from fatum.core.game import Game
from fatum.core.options import DRAWN, Options
from fatum.core.parts import Parts
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.games.karma import heuristic
from fatum.games.karma.knowledge import notation
from fatum.games.karma.knowledge.view import KarmaView, look_at
from fatum.games.karma.rules import apply, legal, refusals
from fatum.games.karma.rules.cards import DECK, NAMES
from fatum.games.karma.rules.moves import MOVES, parse_move
from fatum.games.karma.rules.options import OPTIONS
from fatum.games.karma.rules.state import (
    LAY,
    LOOK,
    OVER,
    TABLE_CARDS,
    UNDECIDED,
    Position,
    Seat,
    copy_into,
)
from fatum.games.karma.telling import view as told
from fatum.games.karma.telling.insights import INSIGHTS
from fatum.games.karma.telling.reasons import reason
from fatum.games.karma.telling.words import WORDS


class KarmaState(Position):
    """A running game of Karma."""

    def to_act(self) -> tuple[int, ...]:
        if self.phase == OVER:
            return ()
        if self.phase > LAY:
            return (self.turn,)
        return tuple([seat for seat in range(self.players) if legal.may_act(self, seat)])

    def actor(self) -> i64:
        if self.phase == OVER:
            return -1
        if self.phase > LAY:
            return self.turn
        seat: i64 = 0
        while not legal.may_act(self, seat):
            seat += 1
        return seat

    def legal_moves(self, seat: i64) -> list[int]:
        if not 0 <= seat < self.players or not legal.may_act(self, seat):
            return []
        return legal.legal_list(self, seat)

    def apply(self, seat: i64, move: i64) -> None:
        if not 0 <= move < len(MOVES):
            raise InvalidMove(f"there is no move number {move}")
        if not 0 <= seat < self.players or not legal.is_legal(self, seat, move):
            raise refusals.refusal(self, seat, move)
        apply.do_move(self, seat, move)

    def random_move(self, seat: i64, rng: Rng) -> i64:
        return legal.random_legal(self, seat, rng)

    def heuristic_move(self, seat: i64, rng: Rng) -> i64:
        return heuristic.heuristic_move(self, seat, rng)

    def roll_out(self, rng: Rng, most: i64) -> i64:
        made: i64 = 0
        while self.phase != OVER and made < most:
            seat = self.actor()
            apply.do_move(self, seat, heuristic.heuristic_move(self, seat, rng))
            made += 1
        return made

    def playout(self, rng: Rng) -> i64:
        made: i64 = 0
        while self.phase != OVER:
            seat = self.actor()
            apply.do_move(self, seat, legal.random_legal(self, seat, rng))
            made += 1
        return made

    def copy(self) -> "KarmaState":
        copy = KarmaState(self.options, self.chance)
        copy_into(copy, self)
        return copy

    def outcome(self) -> dict[str, object] | None:
        if self.phase != OVER:
            return None
        if self.loser == UNDECIDED:
            return {"undecided": True}
        return {"loser": seat_name(self.loser)}

    def payoffs(self) -> list[float]:
        """The loser has 0 and everyone else 1; undecided games are worth the average."""
        players: int = self.players
        if self.loser == UNDECIDED:
            return [(players - 1) / players] * players
        return [0.0 if seat == self.loser else 1.0 for seat in range(players)]

    def first_seat(self) -> int:
        return self.starter

    def view_for(self, seat: int | None) -> KarmaView:
        return look_at(self, seat)

    def to_dict(self) -> dict[str, object]:
        return notation.position_to_dict(self)


class Karma(Game):
    """The rule set."""

    def new(self, options: Options, chance: Chance, listen: bool = False) -> KarmaState:
        state = KarmaState(options, chance)
        if listen:
            state.events = []
        deck = DECK.copy()
        state.starter = options.first if options.first != DRAWN else chance.first(options.players)
        state.turn = state.starter
        state.shuffle("deck", deck)
        hidden = TABLE_CARDS * options.players
        state.seats = [
            Seat(0, 0, 0, 0, apply.pack_places(deck[first : first + TABLE_CARDS]), -1)
            for first in range(0, hidden, TABLE_CARDS)
        ]
        state.stock = bytes(deck[hidden:])
        if state.foresight:
            state.phase = LOOK
        else:
            apply.deal_hands(state)
        return state

    def read_state(
        self, options: Options, data: Mapping[str, object], chance: Chance
    ) -> KarmaState:
        state = KarmaState(options, chance)
        notation.read_position(state, data)
        return state

    def read_view(
        self, options: Options, data: Mapping[str, object], seat: int | None
    ) -> KarmaView:
        return notation.read_view(options, data, seat)

    def card_code(self, text: str) -> int:
        return notation.card_code(text)

    def card_text(self, code: int) -> str:
        return NAMES[code]

    def parse_move(self, text: str) -> int:
        return parse_move(text)


GAME: Final = Karma(
    name="karma",
    title="Karma",
    first_key="starter",
    options=OPTIONS,
    deck=tuple([NAMES[kind] for kind in DECK]),
    moves=MOVES,
    parts=Parts(
        words=WORDS,
        view=told.KarmaView,
        chance="not to lose",
        reason=reason,
        insights=INSIGHTS,
    ),
)
