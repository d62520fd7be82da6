"""The effects of cards (A16–A22), one function each. Which card has which is data."""

from mypy_extensions import i64

from fatum.core.events import EVERYONE, Event, only
from fatum.games.allin.rules import cards
from fatum.games.allin.rules.deck import NAMES, names, remove, set_names
from fatum.games.allin.rules.hands import CATEGORIES, category_of, evaluate
from fatum.games.allin.rules.moves import DISCARD_PLACE, place_name
from fatum.games.allin.rules.piles import next_card, put_discard
from fatum.games.allin.rules.recall import gain_seen, gain_unseen, lose_seen, show_to
from fatum.games.allin.rules.state import (
    FROM_THE_DECK,
    HIDE,
    KEEP,
    NO_CARD,
    NOBODY,
    UNSEEN,
    Position,
    revealed_list,
)


def take(position: Position, seat: i64, place: i64) -> None:
    """One uncovered river card, or in Shadows the discard's top card, into hand (A16, A34)."""
    if place == DISCARD_PLACE:
        card: i64 = position.discard.pop()
        if not position.unwatched:
            position.discarders.pop()
            if position.discarders and position.discarders[-1] == UNSEEN:
                position.discarders[-1] = FROM_THE_DECK
    else:
        card = position.river.take(place)
    gain_seen(position.seats[seat], card)
    if position.events is not None:
        position.events.append(
            Event("take", EVERYONE, seat, (NAMES[card],), text=place_name(place))
        )


def swap(position: Position, seat: i64, card: i64, place: i64) -> None:
    """A hand card goes to the very place of the card it is exchanged for (A17, AR7, AR12)."""
    owner = position.seats[seat]
    lose_seen(position, seat, owner, card)
    if place == DISCARD_PLACE:
        gained: i64 = position.discard[-1]
        position.discard[-1] = card
        if not position.unwatched:
            position.discarders[-1] = seat
    else:
        gained = position.river.swap(place, card)
    gain_seen(owner, gained)
    if position.events is not None:
        both = (NAMES[card], NAMES[gained])
        position.events.append(Event("swap", EVERYONE, seat, both, text=place_name(place)))


def draw(position: Position, seat: i64) -> None:
    """One card from the draw pile (A18)."""
    card = next_card(position)
    gain_unseen(position, position.seats[seat], card)
    if position.events is not None:
        position.events.append(Event("draw", only(seat), seat, (NAMES[card],)))


def reveal(position: Position, seat: i64) -> None:
    """Some cards from the draw pile, or all there are; one of them is then kept (A19, A13)."""
    effect: i64 = position.setup.table.program[position.due]
    bits = 6 * ((effect & 15) - cards.REVEAL3 + 3)
    shift: i64 = 0
    while shift < bits:
        card = next_card(position)
        if card == NO_CARD:
            break
        position.revealed |= (card + 1) << shift
        shift += 6
    position.phase = KEEP
    if position.events is not None:
        shown = tuple(names(revealed_list(position.revealed)))
        position.events.append(Event("reveal", _audience(position, seat), seat, shown))


def keep(position: Position, seat: i64, card: i64) -> None:
    """One revealed card into hand, the others onto the discard pile in order (A19, AR9)."""
    owner = position.seats[seat]
    if position.setup.closed_eye:
        gain_unseen(position, owner, card)
    else:
        gain_seen(owner, card)
    if position.events is not None:
        position.events.append(Event("keep", _audience(position, seat), seat, (NAMES[card],)))
    revealed = position.revealed
    position.revealed = 0
    kept = False
    while revealed != 0:
        other = (revealed & 63) - 1
        if other == card and not kept:
            kept = True
        else:
            put_discard(position, seat, other)
        revealed >>= 6


def _audience(position: Position, seat: i64) -> int:
    """Who sees revealed cards: all, or in Closed Eye the player alone (A35)."""
    return only(seat) if position.setup.closed_eye else EVERYONE


def rune(position: Position, seat: i64) -> None:
    """One rune from the supply (A20)."""
    position.seats[seat].runes += 1
    if position.events is not None:
        position.events.append(Event("rune", EVERYONE, seat))


def hypnosis(position: Position, seat: i64, other: i64) -> None:
    """An opponent names the best combination in hand, heard by all (A21)."""
    owner = position.seats[other]
    side_b = position.setup.side_b
    category = category_of(evaluate(owner.hand, side_b), side_b)
    owner.said = category + 1
    if position.events is not None:
        position.events.append(
            Event("hypnosis", EVERYONE, seat, other=other, text=CATEGORIES[category])
        )


def eye(position: Position, seat: i64, other: i64) -> None:
    """An opponent will show the asker all cards but one (A22)."""
    position.asked = other
    position.phase = HIDE
    if position.events is not None:
        position.events.append(Event("eye", EVERYONE, seat, other=other))


def hide(position: Position, seat: i64, card: i64) -> None:
    """The asked opponent keeps this card back and shows the others to the asker alone (A22)."""
    shown = remove(position.seats[seat].hand, card)
    show_to(position, position.turn, seat, shown)
    position.asked = NOBODY
    if position.events is not None:
        audience = only(seat) | only(position.turn)
        position.events.append(
            Event("show", audience, seat, tuple(set_names(shown)), position.turn)
        )


def skip(position: Position, seat: i64) -> None:
    """Nothing is done (A8)."""
    if position.events is not None:
        skipped = effect_text(position.setup.table.program[position.due])
        position.events.append(Event("skip", EVERYONE, seat, text=skipped))


def effect_text(effect: int) -> str:
    """The name of an effect without its star."""
    return cards.EFFECTS[effect % cards.STAR]
