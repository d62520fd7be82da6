"""Draw pile, discard pile, and the cards they give to the river (A9, A13, A14)."""

from mypy_extensions import i64

from fatum.core.events import EVERYONE, Event, only
from fatum.games.allin.rules.deck import NAMES
from fatum.games.allin.rules.recall import remember_shuffle
from fatum.games.allin.rules.state import NO_CARD, NOBODY, Position


def next_card(position: Position) -> i64:
    """The top card of the draw pile, or ``NO_CARD`` if both piles are empty (A13)."""
    place = position.drawn
    if place >= len(position.draw):
        if not position.discard:
            return NO_CARD
        _reshuffle(position)
        place = 0
    position.drawn = place + 1
    card: i64 = position.draw[place]
    return card


def _reshuffle(position: Position) -> None:
    """The discard pile becomes the draw pile; it is shuffled from canonical order."""
    remember_shuffle(position)
    shuffled = position.discard
    shuffled.sort()
    position.shuffle("discard", shuffled)
    position.draw = shuffled
    position.drawn = 0
    position.discard = []
    position.discarders = []
    if position.events is not None:
        position.events.append(Event("shuffle", EVERYONE, text=str(len(shuffled))))


def put_discard(position: Position, seat: i64, card: i64) -> None:
    """Lay a card on top of the discard pile: face up, or in Closed Eye face down (A9, A35)."""
    position.discard.append(card)
    if not position.unwatched:
        position.discarders.append(seat)
    if position.events is not None:
        audience = only(seat) if position.setup.closed_eye else EVERYONE
        position.events.append(Event("discard", audience, seat, (NAMES[card],)))


def put_river(position: Position, card: i64) -> None:
    """Lay a card into the river (A14)."""
    field = position.river.put(card)
    if position.events is not None:
        position.events.append(
            Event("river", EVERYONE, NOBODY, (NAMES[card],), text=str(field + 1))
        )
