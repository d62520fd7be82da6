"""All In as a ``Game``."""

from collections.abc import Mapping
from typing import Any, Final

from fatum.core.chance import Chance
from fatum.core.game import Game, State, View
from fatum.core.messages import Declared
from fatum.core.options import DRAWN, Options
from fatum.core.parts import Parts
from fatum.games.allin.knowledge import notation, reading
from fatum.games.allin.knowledge.redeal import AllInRedealer
from fatum.games.allin.knowledge.values import card_code
from fatum.games.allin.knowledge.view import AllInView, look_at, strength
from fatum.games.allin.rules import moves, rounds
from fatum.games.allin.rules.deck import DECK, NAMES
from fatum.games.allin.rules.events import KINDS
from fatum.games.allin.rules.options import OPTIONS
from fatum.games.allin.rules.river import empty_river
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import Seat, Setup
from fatum.games.allin.telling import view as told
from fatum.games.allin.telling.card_tables import CARD_TABLES
from fatum.games.allin.telling.insights import INSIGHTS
from fatum.games.allin.telling.reasons import reason
from fatum.games.allin.telling.trials import TRIALS
from fatum.games.allin.telling.wire import AllInViewData
from fatum.games.allin.telling.words import WORDS


class AllIn(Game):
    """The rule set."""

    def new(self, options: Options, chance: Chance, listen: bool = False) -> AllInState:
        state = self._blank(options, chance)
        if listen:
            state.events = []
        state.seats = [Seat() for _ in range(options.players)]
        rounds.begin_round(state, 1, rounds.left_of(state, state.dealer))
        return state

    def read_state(
        self, options: Options, data: Mapping[str, object], chance: Chance
    ) -> AllInState:
        state = self._blank(options, chance)
        reading.read_state(state, data)
        return state

    def read_view(
        self, options: Options, data: Mapping[str, object], seat: int | None
    ) -> AllInView:
        return reading.read_view(Setup(self, options), data, seat)

    def redealer(self, view: View) -> AllInRedealer:
        assert isinstance(view, AllInView)
        return AllInRedealer(view)

    def view_for(self, state: State, seat: int | None) -> AllInView:
        assert isinstance(state, AllInState)
        return look_at(state, seat)

    def write_state(self, state: State) -> dict[str, object]:
        assert isinstance(state, AllInState)
        return notation.state_to_dict(state)

    def write_view(self, view: View) -> dict[str, object]:
        assert isinstance(view, AllInView)
        return notation.view_to_dict(view)

    def card_code(self, text: str) -> int:
        return card_code(text)

    def card_text(self, code: int) -> str:
        return NAMES[code]

    def _blank(self, options: Options, chance: Chance) -> AllInState:
        """Only the dealer is known (AR1)."""
        setup = Setup(self, options)
        state = AllInState(setup, chance, empty_river(setup.players))
        state.dealer = options.first if options.first != DRAWN else chance.first(options.players)
        return state


def _arrays(options: Options) -> Any:
    """Imported when asked for: it needs a library that players need not have."""
    from fatum.games.allin.knowledge.arrays import AllInArrays

    return AllInArrays(options)


GAME: Final = AllIn(
    name="allin",
    title="All In: Predictions",
    first_key="dealer",
    options=OPTIONS,
    deck=tuple([NAMES[card] for card in DECK]),
    moves=moves.MOVES,
    event_kinds=KINDS,
    unreadable=moves.UNREADABLE,
    parts=Parts(
        words=WORDS,
        view=told.AllInView,
        view_data=AllInViewData,
        chance=Declared("allin.chance", "Chance of winning")(),
        reason=reason,
        trials=TRIALS,
        arrays=_arrays,
        insights=INSIGHTS,
        card_tables=CARD_TABLES,
        strength=strength,
    ),
)
