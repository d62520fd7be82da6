"""Draw pile, discard pile, and the cards they give to the river (A9, A13, A14)."""

from mypy_extensions import i64

from fatum.core.events import EVERYONE, only
from fatum.games.allin.rules.deck import NAMES
from fatum.games.allin.rules.recall import remember_shuffle
from fatum.games.allin.rules.state import NO_CARD, NOBODY, AllInBase


def next_card(state: AllInBase) -> i64:
    """The top card of the draw pile, or ``NO_CARD`` if both piles are empty (A13)."""
    place = state.drawn
    if place >= len(state.draw):
        if not state.discard:
            return NO_CARD
        _reshuffle(state)
        place = 0
    state.drawn = place + 1
    return state.draw[place]


def _reshuffle(state: AllInBase) -> None:
    """The discard pile becomes the draw pile; it is shuffled from canonical order."""
    remember_shuffle(state)
    shuffled = state.discard
    shuffled.sort()
    state.shuffle("discard", shuffled)
    state.draw = shuffled
    state.drawn = 0
    state.discard = []
    state.discarders = []
    if state.events is not None:
        state.tell("shuffle", EVERYONE, number=len(shuffled))


def put_discard(state: AllInBase, seat: i64, card: i64) -> None:
    """Lay a card on top of the discard pile: face up, or in Closed Eye face down (A9, A35)."""
    state.discard.append(card)
    if not state.unwatched:
        state.discarders.append(seat)
    if state.events is not None:
        audience = only(seat) if state.setup.closed_eye else EVERYONE
        state.tell("discard", audience, seat, (NAMES[card],))


def put_river(state: AllInBase, card: i64) -> None:
    """Lay a card into the river (A14)."""
    field = state.river.put(card)
    if state.events is not None:
        state.tell("river", EVERYONE, NOBODY, (NAMES[card],), number=field + 1)
