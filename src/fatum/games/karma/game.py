"""Karma as a ``Game``."""

from collections.abc import Mapping
from typing import Any, Final

from fatum.core.chance import Chance
from fatum.core.game import Game, State, View
from fatum.core.messages import Declared
from fatum.core.options import DRAWN, Options
from fatum.core.parts import Parts
from fatum.games.karma.knowledge import notation
from fatum.games.karma.knowledge.position import position
from fatum.games.karma.knowledge.redeal import KarmaRedealer
from fatum.games.karma.knowledge.view import KarmaView, look_at
from fatum.games.karma.rules.apply import deal_hands, pack_places
from fatum.games.karma.rules.cards import DECK, NAMES
from fatum.games.karma.rules.events import KINDS
from fatum.games.karma.rules.moves import MOVES, UNREADABLE
from fatum.games.karma.rules.options import OPTIONS
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import LOOK, TABLE_CARDS, Seat, Setup
from fatum.games.karma.telling import view as told
from fatum.games.karma.telling.insights import INSIGHTS
from fatum.games.karma.telling.reasons import reason
from fatum.games.karma.telling.trials import TRIALS
from fatum.games.karma.telling.view import out
from fatum.games.karma.telling.wire import KarmaViewData
from fatum.games.karma.telling.words import WORDS


class Karma(Game):
    """The rule set."""

    def new(self, options: Options, chance: Chance, listen: bool = False) -> KarmaState:
        state = KarmaState(Setup(self, options), chance, [])
        if listen:
            state.events = []
        deck = DECK.copy()
        state.starter = options.first if options.first != DRAWN else chance.first(options.players)
        state.turn = state.starter
        state.shuffle("deck", deck)
        hidden = TABLE_CARDS * options.players
        state.seats = [
            Seat(pack_places(deck[first : first + TABLE_CARDS]))
            for first in range(0, hidden, TABLE_CARDS)
        ]
        state.stock = bytes(deck[hidden:])
        if state.setup.foresight:
            state.phase = LOOK
        else:
            deal_hands(state)
        return state

    def read_state(
        self, options: Options, data: Mapping[str, object], chance: Chance
    ) -> KarmaState:
        state = KarmaState(Setup(self, options), chance, [])
        notation.read_state(state, data)
        return state

    def read_view(
        self, options: Options, data: Mapping[str, object], seat: int | None
    ) -> KarmaView:
        return notation.read_view(Setup(self, options), data, seat)

    def redealer(self, view: View) -> KarmaRedealer:
        assert isinstance(view, KarmaView)
        return KarmaRedealer(view)

    def view_for(self, state: State, seat: int | None) -> KarmaView:
        assert isinstance(state, KarmaState)
        return look_at(state, seat)

    def write_state(self, state: State) -> dict[str, object]:
        assert isinstance(state, KarmaState)
        return notation.state_to_dict(state)

    def write_view(self, view: View) -> dict[str, object]:
        assert isinstance(view, KarmaView)
        return notation.view_to_dict(view)

    def card_code(self, text: str) -> int:
        return notation.card_code(text)

    def card_text(self, code: int) -> str:
        return NAMES[code]


def _arrays(options: Options) -> Any:
    """Imported when asked for: it needs a library that players need not have."""
    from fatum.games.karma.knowledge.arrays import KarmaArrays

    return KarmaArrays(options)


GAME: Final = Karma(
    name="karma",
    title="Karma",
    first_key="starter",
    options=OPTIONS,
    deck=tuple([NAMES[kind] for kind in DECK]),
    moves=MOVES,
    event_kinds=KINDS,
    unreadable=UNREADABLE,
    parts=Parts(
        words=WORDS,
        view=told.KarmaView,
        view_data=KarmaViewData,
        chance=Declared("karma.chance", "Chance of not losing")(),
        reason=reason,
        trials=TRIALS,
        out=out,
        position=position,
        arrays=_arrays,
        insights=INSIGHTS,
    ),
)
