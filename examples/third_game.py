"""A third game in a hundred lines: Nim. Take one to three counters; the player who takes the last one wins."""

from collections.abc import Mapping

import fatum
from fatum.core.chance import Chance
from fatum.core.errors import IllegalMove, InvalidMove, InvalidState
from fatum.core.events import EVERYONE, Event
from fatum.core.game import Game, State, View
from fatum.core.options import DRAWN, IntOption, Options, SeatOption
from fatum.core.rng import Rng
from fatum.core.seats import parse_seat, seat_name
from fatum.games.registry import register

COUNTERS = 15


class NimView(View):
    """Nothing is hidden in Nim, so everybody sees the whole state."""

    def __init__(self, options: Options, data: dict[str, object], seat: int | None) -> None:
        self.game = GAME
        self.options = options
        self.seat = seat
        self._data = data

    def to_dict(self) -> dict[str, object]:
        return dict(self._data)


class NimState(State):
    def __init__(self, options: Options, starter: int) -> None:
        self.game = GAME
        self.options = options
        self.starter = starter
        self.turn = starter
        self.counters = COUNTERS
        self.events: list[Event] | None = None

    def to_act(self) -> tuple[int, ...]:
        return (self.turn,) if self.counters else ()

    def actor(self) -> int:
        return self.turn if self.counters else -1

    def legal_moves(self, seat: int) -> list[int]:
        return list(range(min(3, self.counters))) if seat in self.to_act() else []

    def apply(self, seat: int, move: int) -> None:
        if not 0 <= move < 3:
            raise InvalidMove(f"there is no move number {move}")
        if seat not in self.to_act():
            raise IllegalMove("N1", f"it is not the turn of {seat_name(seat)}")
        if move >= self.counters:
            raise IllegalMove("N2", f"there are only {self.counters} counters left")
        self.counters -= move + 1
        if self.events is not None:
            self.events.append(Event("take", EVERYONE, seat, number=move + 1))
        if self.counters:
            self.turn = (seat + 1) % self.options.players

    def random_move(self, seat: int, rng: Rng) -> int:
        return rng.below(min(3, self.counters))

    def playout(self, rng: Rng) -> int:
        moves = 0
        while self.counters:
            self.apply(self.turn, self.random_move(self.turn, rng))
            moves += 1
        return moves

    def copy(self) -> "NimState":
        copy = NimState(self.options, self.starter)
        copy.turn, copy.counters = self.turn, self.counters
        return copy

    def outcome(self) -> dict[str, object] | None:
        return None if self.counters else {"winner": seat_name(self.turn)}

    def payoffs(self) -> list[float]:
        if self.counters:
            return [1 / self.options.players] * self.options.players
        return [float(seat == self.turn) for seat in range(self.options.players)]

    def first_seat(self) -> int:
        return self.starter

    def view_for(self, seat: int | None) -> NimView:
        return NimView(self.options, self.to_dict(), seat)

    def to_dict(self) -> dict[str, object]:
        return {
            "starter": seat_name(self.starter),
            "turn": seat_name(self.turn),
            "counters": self.counters,
        }


def read(options: Options, data: Mapping[str, object]) -> NimState:
    """A state from its dict."""
    try:
        state = NimState(options, parse_seat(str(data.get("starter", "P1")), options.players))
        state.turn = parse_seat(str(data.get("turn", "P1")), options.players)
    except InvalidMove as error:
        raise InvalidState(str(error)) from None
    counters = data.get("counters", COUNTERS)
    if not isinstance(counters, int) or not 0 <= counters <= COUNTERS:
        raise InvalidState(f"there are 0 to {COUNTERS} counters, not {counters!r}")
    state.counters = counters
    return state


class Nim(Game):
    def new(self, options: Options, chance: Chance, listen: bool = False) -> NimState:
        first = options.first if options.first != DRAWN else chance.first(options.players)
        state = NimState(options, first)
        state.events = [] if listen else None
        return state

    def read_state(self, options: Options, data: Mapping[str, object], chance: Chance) -> NimState:
        return read(options, data)

    def read_view(self, options: Options, data: Mapping[str, object], seat: int | None) -> NimView:
        return NimView(options, dict(data), seat)

    def redeal(self, view: View, rng: Rng) -> NimState:
        return read(view.options, view.to_dict())

    def card_code(self, text: str) -> int:
        return self.deck.index(text)

    def card_text(self, code: int) -> str:
        return self.deck[code]


GAME = Nim(
    name="nim",
    title="Nim",
    first_key="starter",
    options=(
        IntOption("players", 2, 2, 4, "how many play"),
        SeatOption("starter", "who begins; drawn from the seed if not given"),
    ),
    deck=(),
    moves=("take 1", "take 2", "take 3"),
)


def main() -> None:
    # An installed package names its game by the entry point `fatum.games` instead.
    register("nim", "third_game:GAME")
    match = fatum.new("nim", players=2, seed=1, starter="P1")
    print(match)
    match.push("take 3")
    match.play({"P1": fatum.bot("easy"), "P2": fatum.bot("random")})
    print(match.outcome)
    print(fatum.simulate("nim", ["easy", "random"], games=30, seed=1))


if __name__ == "__main__":
    main()
