"""Karma with a hole in it, to see whether the leak tests find the hole."""

from collections.abc import Mapping

from fatum.bots.policies.karma.policy import KarmaPolicy
from fatum.bots.policies.policy import Policy
from fatum.bots.policies.registry import register
from fatum.core.chance import Chance
from fatum.core.errors import IllegalMove
from fatum.core.events import EVERYONE, Event
from fatum.core.game import Game, State, View
from fatum.core.options import Options
from fatum.core.rng import Rng
from fatum.games.registry import find_game

HONEST = find_game("karma")
NAME = "leaky karma"


def next_card(state: State) -> str:
    """The top of the stock, which nobody may know."""
    stock = state.to_dict()["stock"]
    assert isinstance(stock, list)
    return str(stock[0]) if stock else ""


class LeakyView(View):
    def __init__(self, hole: str, state: State, seat: int | None) -> None:
        self.game = LeakyKarma(hole)
        self.seat = seat
        self._hole = hole
        self._state = state.copy()
        self._honest = state.view_for(seat)
        self.options = self._honest.options

    def to_dict(self) -> dict[str, object]:
        data = self._honest.to_dict()
        if self._hole == "view":
            data["hint"] = len(next_card(self._state))
        return data

    def redeal(self, rng: Rng) -> State:
        if self._hole == "redeal":
            return LeakyState(self._hole, self._state.copy())
        return LeakyState(self._hole, self._honest.redeal(rng))


class LeakyState(State):
    def __init__(self, hole: str, inner: State) -> None:
        self._hole = hole
        self.inner = inner
        self.events: list[Event] | None = inner.events

    def to_act(self) -> tuple[int, ...]:
        return self.inner.to_act()

    def actor(self) -> int:
        return self.inner.actor()

    def legal_moves(self, seat: int) -> list[int]:
        legal = self.inner.legal_moves(seat)
        if self._hole == "legal moves" and len(next_card(self.inner)) == 2:
            legal.reverse()
        return legal

    def apply(self, seat: int, move: int) -> None:
        self.inner.events = self.events
        try:
            self.inner.apply(seat, move)
        except IllegalMove as error:
            if self._hole == "refusals":
                raise IllegalMove(error.rule, error.reason + next_card(self.inner)) from None
            raise
        if self._hole == "events" and self.events is not None:
            self.events.append(Event("peek", EVERYONE, number=len(next_card(self.inner))))

    def random_move(self, seat: int, rng: Rng) -> int:
        return self.inner.random_move(seat, rng)

    def playout(self, rng: Rng) -> int:
        return self.inner.playout(rng)

    def copy(self) -> "LeakyState":
        return LeakyState(self._hole, self.inner.copy())

    def outcome(self) -> dict[str, object] | None:
        return self.inner.outcome()

    def payoffs(self) -> list[float]:
        return self.inner.payoffs()

    def first_seat(self) -> int:
        return self.inner.first_seat()

    def view_for(self, seat: int | None) -> View:
        return LeakyView(self._hole, self.inner, seat)

    def to_dict(self) -> dict[str, object]:
        return self.inner.to_dict()


class LeakyPolicy(Policy):
    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._honest = KarmaPolicy(options)

    def move(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, LeakyState)
        return self._honest.move(state.inner, seat, rng)


register(NAME, LeakyPolicy)


class LeakyKarma(Game):
    def __init__(self, hole: str) -> None:
        super().__init__(
            NAME,
            HONEST.title,
            HONEST.first_key,
            HONEST.options,
            HONEST.deck,
            HONEST.moves,
        )
        self._hole = hole

    def new(self, options: Options, chance: Chance, listen: bool = False) -> State:
        return LeakyState(self._hole, HONEST.new(options, chance, listen))

    def read_state(self, options: Options, data: Mapping[str, object], chance: Chance) -> State:
        return LeakyState(self._hole, HONEST.read_state(options, data, chance))

    def read_view(self, options: Options, data: Mapping[str, object], seat: int | None) -> View:
        raise NotImplementedError

    def redeal(self, view: View, rng: Rng) -> State:
        return view.redeal(rng)

    def card_code(self, text: str) -> int:
        return HONEST.card_code(text)

    def card_text(self, code: int) -> str:
        return HONEST.card_text(code)

    def parse_move(self, text: str) -> int:
        return HONEST.parse_move(text)
