"""The effects of cards (A16–A22), one function each. Which card has which is data."""

from mypy_extensions import i64

from fatum.core.events import EVERYONE, NO_NUMBER, only
from fatum.games.allin.rules import cards
from fatum.games.allin.rules.deck import NAMES, names, remove, set_names
from fatum.games.allin.rules.hands import CATEGORIES, category_of, evaluate
from fatum.games.allin.rules.moves import DISCARD_PLACE, PLACE_NAMES
from fatum.games.allin.rules.piles import next_card, put_discard
from fatum.games.allin.rules.recall import gain_seen, gain_unseen, lose_seen, show_to
from fatum.games.allin.rules.state import (
    FROM_THE_DECK,
    HIDE,
    KEEP,
    NO_CARD,
    NOBODY,
    UNSEEN,
    AllInBase,
    revealed_list,
)


def take(state: AllInBase, seat: i64, place: i64) -> None:
    """One uncovered river card, or in Shadows the discard's top card, into hand (A16, A34)."""
    if place == DISCARD_PLACE:
        card: i64 = state.discard.pop()
        if not state.unwatched:
            state.discarders.pop()
            if state.discarders and state.discarders[-1] == UNSEEN:
                state.discarders[-1] = FROM_THE_DECK
    else:
        card = state.river.take(place)
    gain_seen(state.seats[seat], card)
    if state.events is not None:
        number, detail = _written(place)
        state.tell("take", EVERYONE, seat, (NAMES[card],), number=number, detail=detail)


def swap(state: AllInBase, seat: i64, card: i64, place: i64) -> None:
    """A hand card goes to the very place of the card it is exchanged for (A17, AR7, AR12)."""
    owner = state.seats[seat]
    lose_seen(state, seat, owner, card)
    if place == DISCARD_PLACE:
        gained: i64 = state.discard[-1]
        state.discard[-1] = card
        if not state.unwatched:
            state.discarders[-1] = seat
    else:
        gained = state.river.swap(place, card)
    gain_seen(owner, gained)
    if state.events is not None:
        both = (NAMES[card], NAMES[gained])
        number, detail = _written(place)
        state.tell("swap", EVERYONE, seat, both, number=number, detail=detail)


def draw(state: AllInBase, seat: i64) -> None:
    """One card from the draw pile (A18)."""
    card = next_card(state)
    gain_unseen(state, state.seats[seat], card)
    if state.events is not None:
        state.tell("draw", only(seat), seat, (NAMES[card],))


def reveal(state: AllInBase, seat: i64) -> None:
    """Some cards from the draw pile, or all there are; one of them is then kept (A19, A13)."""
    effect: i64 = state.setup.table.program[state.due]
    bits = 6 * ((effect & 15) - cards.REVEAL3 + 3)
    shift: i64 = 0
    while shift < bits:
        card = next_card(state)
        if card == NO_CARD:
            break
        state.revealed |= (card + 1) << shift
        shift += 6
    state.phase = KEEP
    if state.events is not None:
        shown = tuple(names(revealed_list(state.revealed)))
        state.tell("reveal", _audience(state, seat), seat, shown)


def keep(state: AllInBase, seat: i64, card: i64) -> None:
    """One revealed card into hand, the others onto the discard pile in order (A19, AR9)."""
    owner = state.seats[seat]
    if state.setup.closed_eye:
        gain_unseen(state, owner, card)
    else:
        gain_seen(owner, card)
    if state.events is not None:
        state.tell("keep", _audience(state, seat), seat, (NAMES[card],))
    revealed = state.revealed
    state.revealed = 0
    kept = False
    while revealed != 0:
        other = (revealed & 63) - 1
        if other == card and not kept:
            kept = True
        else:
            put_discard(state, seat, other)
        revealed >>= 6


def _audience(state: AllInBase, seat: i64) -> int:
    """Who sees revealed cards: all, or in Closed Eye the player alone (A35)."""
    return only(seat) if state.setup.closed_eye else EVERYONE


def rune(state: AllInBase, seat: i64) -> None:
    """One rune from the supply (A20)."""
    state.seats[seat].runes += 1
    if state.events is not None:
        state.tell("rune", EVERYONE, seat)


def hypnosis(state: AllInBase, seat: i64, other: i64) -> None:
    """An opponent names the best combination in hand, heard by all (A21)."""
    owner = state.seats[other]
    side_b = state.setup.side_b
    category = category_of(evaluate(owner.hand, side_b), side_b)
    owner.said = category + 1
    if state.events is not None:
        state.tell("hypnosis", EVERYONE, seat, other=other, detail=CATEGORIES[category])


def eye(state: AllInBase, seat: i64, other: i64) -> None:
    """An opponent will show the asker all cards but one (A22)."""
    state.asked = other
    state.phase = HIDE
    if state.events is not None:
        state.tell("eye", EVERYONE, seat, other=other)


def hide(state: AllInBase, seat: i64, card: i64) -> None:
    """The asked opponent keeps this card back and shows the others to the asker alone (A22)."""
    shown = remove(state.seats[seat].hand, card)
    show_to(state, state.turn, seat, shown)
    state.asked = NOBODY
    if state.events is not None:
        audience = only(seat) | only(state.turn)
        state.tell("show", audience, seat, tuple(set_names(shown)), state.turn)


def skip(state: AllInBase, seat: i64) -> None:
    """Nothing is done (A8)."""
    if state.events is not None:
        skipped = effect_text(state.setup.table.program[state.due])
        state.tell("skip", EVERYONE, seat, detail=skipped)


def effect_text(effect: int) -> str:
    """The name of an effect without its star."""
    return cards.EFFECTS[effect % cards.STAR]


def _written(place: i64) -> tuple[int, str]:
    """The number of a field of the river, or the name of the discard pile."""
    return (NO_NUMBER, PLACE_NAMES[place]) if place == DISCARD_PLACE else (place + 1, "")
