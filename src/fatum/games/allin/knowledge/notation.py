"""All In states and views written as data: ``docs/notation.md`` says what each key means."""

from typing import Final

from fatum.core.bits import popcount
from fatum.core.events import HIDDEN
from fatum.core.seats import seat_name
from fatum.games.allin.knowledge.view import AllInView
from fatum.games.allin.rules.deck import (
    NAMES,
    RUNE,
    names,
    set_names,
)
from fatum.games.allin.rules.hands import CATEGORIES
from fatum.games.allin.rules.memory import (
    GENERATIONS,
    Eye,
    Memory,
    arrivals,
)
from fatum.games.allin.rules.river import FIELDS, River
from fatum.games.allin.rules.state import (
    DISCARD,
    EFFECT,
    FROM_THE_DECK,
    HIDE,
    KEEP,
    NO_CARD,
    NOBODY,
    OVER,
    PHASES,
    PREDICT,
    UNSEEN,
    AllInState,
    revealed_list,
)

FROM_DECK: Final = "deck"


def _seat_or_none(seat: int) -> str | None:
    return None if seat == NOBODY else seat_name(seat)


def _card_or_hidden(card: int) -> str:
    return HIDDEN if card == NO_CARD else NAMES[card]


def _river_to_data(river: River, players: int) -> list[list[str]]:
    return [names(river.field(field)) for field in range(FIELDS[players])]


def _order_to_data(strongest: int) -> list[str]:
    order: list[str] = []
    while strongest != 0:
        order.append(seat_name(strongest % 16 - 1))
        strongest //= 16
    return order


def arrived_to_data(arrived: int) -> list[int]:
    counts = [arrivals(arrived, generation) for generation in range(GENERATIONS)]
    while len(counts) > 1 and counts[-1] == 0:
        counts.pop()
    return counts


def _recall_to_data(memory: Memory) -> dict[str, object]:
    data: dict[str, object] = {}
    since = {NAMES[card]: memory.since[card] for card in range(RUNE) if memory.since[card] != 0}
    home = {
        NAMES[card]: seat_name(memory.home[card] - 1)
        for card in range(RUNE)
        if memory.home[card] != 0
    }
    loose = [number for number in range(GENERATIONS + 1) if (memory.loose >> number) & 1 == 1]
    if since:
        data["since"] = since
    if home:
        data["home"] = home
    if loose:
        data["loose"] = loose
    return data


def _eyes_to_data(eyes: list[Eye]) -> dict[str, object]:
    data: dict[str, object] = {}
    for asker in sorted({eye.asker for eye in eyes}):
        data[seat_name(asker)] = {
            seat_name(eye.asked): set_names(eye.cards) for eye in eyes if eye.asker == asker
        }
    return data


def _discarder_to_data(who: int) -> str | None:
    if who == UNSEEN:
        return None
    return FROM_DECK if who == FROM_THE_DECK else seat_name(who)


def _seats_memory(
    known: list[int], said: list[int], arrived: list[int], sizes: list[int]
) -> dict[str, object]:
    data: dict[str, object] = {}
    if any(known):
        data["known"] = [set_names(each) for each in known]
    if any(said):
        data["said"] = [CATEGORIES[each - 1] if each > 0 else None for each in said]
    usual = [size - popcount(cards) for size, cards in zip(sizes, known, strict=True)]
    if arrived != usual:
        data["arrived"] = [arrived_to_data(each) for each in arrived]
    return data


def _turn_to_data(
    data: dict[str, object], phase: int, played: int, effect: int, asked: int, revealed: list[str]
) -> None:
    """What the phases inside a turn need."""
    if phase in (EFFECT, KEEP, HIDE, DISCARD):
        data["played"] = NAMES[played]
    if phase in (EFFECT, KEEP, HIDE):
        data["effect"] = effect
    if phase == KEEP:
        data["revealed"] = revealed
    if phase == HIDE:
        data["asked"] = seat_name(asked)


def state_to_dict(state: AllInState) -> dict[str, object]:
    """The whole truth."""
    seats = state.seats
    data: dict[str, object] = {
        "phase": PHASES[state.phase],
        "round": state.round,
        "dealer": seat_name(state.dealer),
        "turn": seat_name(state.turn),
        "turns": state.turns,
        "pot": state.pot,
        "runes": [seat.runes for seat in seats],
        "all_in": _seat_or_none(state.all_in),
        "hands": [set_names(seat.hand) for seat in seats],
        "river": _river_to_data(state.river, state.setup.players),
        "draw": names(state.draw[state.drawn :]),
        "discard": names(state.discard),
        "last_strength": _order_to_data(state.strongest),
        "shuffles": state.shuffles,
    }
    _turn_to_data(
        data,
        state.phase,
        state.played,
        state.effect_index() if state.played != NO_CARD else 0,
        state.asked,
        names(revealed_list(state.revealed)),
    )
    if state.phase in (PREDICT, OVER):
        data["predictions"] = [_seat_or_none(seat.prediction) for seat in seats]
    memory = _seats_memory(
        [seat.known for seat in seats],
        [seat.said for seat in seats],
        [seat.arrived for seat in seats],
        [popcount(seat.hand) for seat in seats],
    )
    if state.eyes:
        memory["eyes"] = _eyes_to_data(state.eyes)
    if state.discarders:
        memory["discarders"] = [_discarder_to_data(who) for who in state.discarders]
    if state.generation > 0:
        memory["generation"] = state.generation
    recalls = [_recall_to_data(each) for each in state.memories]
    if any(recalls):
        alike = all(recall == recalls[0] for recall in recalls)
        memory["viewers"] = recalls[:1] if alike else recalls
    if memory:
        data["memory"] = memory
    return data


def view_to_dict(view: AllInView) -> dict[str, object]:
    """What the seat knows, ``?`` for every other card."""
    setup = view.setup
    seats = view.seats
    discard = [HIDDEN] * len(view.discard)
    if discard and not setup.closed_eye:
        discard[-1] = _card_or_hidden(view.discard[-1])
    data: dict[str, object] = {
        "phase": PHASES[view.phase],
        "round": view.round,
        "dealer": seat_name(view.dealer),
        "turn": seat_name(view.turn),
        "turns": view.turns,
        "pot": view.pot,
        "runes": [seat.runes for seat in seats],
        "all_in": _seat_or_none(view.all_in),
        "hands": [
            set_names(seat.hand) + [HIDDEN] * (seat.hand_size - popcount(seat.hand))
            for seat in seats
        ],
        "river": _river_to_data(view.river, setup.players),
        "draw": [HIDDEN] * view.draw_size,
        "discard": discard,
        "last_strength": _order_to_data(view.strongest),
        "shuffles": view.shuffles,
    }
    effect = 0
    if view.played != NO_CARD:
        effect = view.due - setup.table.start[view.played]
    revealed = [_card_or_hidden(card) for card in view.revealed]
    _turn_to_data(data, view.phase, view.played, effect, view.asked, revealed)
    if view.phase in (PREDICT, OVER):
        data["predictions"] = [_seat_or_none(seat.prediction) for seat in seats]
    memory = _seats_memory(
        [seat.known for seat in seats],
        [seat.said for seat in seats],
        [seat.arrived for seat in seats],
        [seat.hand_size for seat in seats],
    )
    if view.eyes:
        memory["eyes"] = _eyes_to_data(view.eyes)
    if view.discarders:
        memory["discarders"] = [_discarder_to_data(who) for who in view.discarders]
        memory["discards"] = [_card_or_hidden(card) for card in view.discard]
    if view.generation > 0:
        memory["generation"] = view.generation
    if any(seat.predicted and seat.prediction == NOBODY for seat in seats):
        predicted = [number for number, seat in enumerate(seats) if seat.predicted]
        memory["predicted"] = [seat_name(number) for number in predicted]
    assert view.memory is not None
    assert view.public is not None
    own = _recall_to_data(view.memory)
    public = _recall_to_data(view.public)
    if own:
        memory["own"] = own
    if public:
        memory["public"] = public
    if memory:
        data["memory"] = memory
    return data
