"""All In states and views written as data: ``docs/notation.md`` says what each key means."""

from collections.abc import Sequence
from typing import Final

from fatum.core.bits import popcount
from fatum.core.events import HIDDEN
from fatum.core.fields import CountField, NameField, OptionalSeatField, SeatField, write_fields
from fatum.core.seats import seat_name
from fatum.games.allin.knowledge.view import AllInView
from fatum.games.allin.rules.deck import NAMES, RUNE, names, set_names
from fatum.games.allin.rules.hands import CATEGORIES
from fatum.games.allin.rules.memory import GENERATIONS, Eye, Memory, arrivals
from fatum.games.allin.rules.river import FIELDS as FIELD_COUNTS
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import (
    ACTION,
    DISCARD,
    EFFECT,
    FROM_THE_DECK,
    HIDE,
    KEEP,
    NO_CARD,
    NOBODY,
    PHASES,
    PREDICT,
    UNSEEN,
    Seat,
    revealed_list,
)

FROM_DECK: Final = "deck"
FIELDS: Final = (
    NameField("phase", PHASES, ACTION),
    CountField("round", 1),
    SeatField("dealer", "P1"),
    SeatField("turn", "P1"),
    CountField("turns"),
    CountField("pot", None),
    OptionalSeatField("all_in", None),
    CountField("shuffles"),
)
KEYS: Final = (
    "phase", "round", "dealer", "turn", "turns", "pot", "runes", "all_in", "hands", "river", "draw",
    "discard", "last_strength", "shuffles", "played", "effect", "revealed", "asked", "predictions",
    "memory",
)  # fmt: skip
_TEMPLATE: Final[dict[str, object]] = dict.fromkeys(KEYS[: KEYS.index("played")])
"""The keys that are always there, in their order; others follow."""


def _card_or_hidden(card: int) -> str:
    return HIDDEN if card == NO_CARD else NAMES[card]


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


def _memory_to_data(
    table: AllInState, seats: Sequence[Seat], sizes: list[int], discards: list[str]
) -> dict[str, object]:
    """What can be remembered in common; ``discards`` are told in views."""
    data: dict[str, object] = {}
    if any(seat.known for seat in seats):
        data["known"] = [set_names(seat.known) for seat in seats]
    if any(seat.said for seat in seats):
        data["said"] = [CATEGORIES[seat.said - 1] if seat.said > 0 else None for seat in seats]
    usual = [size - popcount(seat.known) for size, seat in zip(sizes, seats, strict=True)]
    if [seat.arrived for seat in seats] != usual:
        data["arrived"] = [arrived_to_data(seat.arrived) for seat in seats]
    if table.eyes:
        data["eyes"] = _eyes_to_data(table.eyes)
    if table.discarders:
        data["discarders"] = [_discarder_to_data(who) for who in table.discarders]
    if discards:
        data["discards"] = discards
    if table.generation > 0:
        data["generation"] = table.generation
    return data


def _to_dict(
    table: AllInState,
    seats: Sequence[Seat],
    hands: list[list[str]],
    draw: list[str],
    discard: list[str],
    revealed: list[str],
    memory: dict[str, object],
) -> dict[str, object]:
    """What everyone sees, and the rest as given."""
    phase = table.phase
    data = write_fields(FIELDS, table, _TEMPLATE.copy())
    data["runes"] = [seat.runes for seat in seats]
    data["hands"] = hands
    data["river"] = [names(table.river.field(field)) for field in range(FIELD_COUNTS[len(hands)])]
    data["draw"] = draw
    data["discard"] = discard
    data["last_strength"] = _order_to_data(table.strongest)
    if EFFECT <= phase <= DISCARD:
        data["played"] = NAMES[table.played]
    if EFFECT <= phase <= HIDE:
        data["effect"] = table.effect_index() if table.played != NO_CARD else 0
    if phase == KEEP:
        data["revealed"] = revealed
    if phase == HIDE:
        data["asked"] = seat_name(table.asked)
    if phase >= PREDICT:
        data["predictions"] = [
            None if seat.prediction == NOBODY else seat_name(seat.prediction) for seat in seats
        ]
    if memory:
        data["memory"] = memory
    return data


def state_to_dict(state: AllInState) -> dict[str, object]:
    """The whole truth."""
    memory = _memory_to_data(state, state.seats, [popcount(seat.hand) for seat in state.seats], [])
    recalls = [_recall_to_data(each) for each in state.memories]
    if any(recalls):
        alike = all(recall == recalls[0] for recall in recalls)
        memory["viewers"] = recalls[:1] if alike else recalls
    return _to_dict(
        state,
        state.seats,
        [set_names(seat.hand) for seat in state.seats],
        names(state.draw[state.drawn :]),
        names(state.discard),
        names(revealed_list(state.revealed)),
        memory,
    )


def view_to_dict(view: AllInView) -> dict[str, object]:
    """What the seat knows, ``?`` for every other card."""
    table = view.table
    discards = [_card_or_hidden(card) for card in table.discard]
    shown = [HIDDEN] * len(discards)
    if discards and not table.setup.closed_eye:
        shown[-1] = discards[-1]
    memory = _memory_to_data(table, view.seats, [seat.hand_size for seat in view.seats], discards)
    if any(seat.predicted and seat.prediction == NOBODY for seat in view.seats):
        made = [number for number, seat in enumerate(view.seats) if seat.predicted]
        memory["predicted"] = [seat_name(number) for number in made]
    if own := _recall_to_data(view.memory):
        memory["own"] = own
    if public := _recall_to_data(view.public):
        memory["public"] = public
    return _to_dict(
        table,
        view.seats,
        [
            set_names(seat.hand) + [HIDDEN] * (seat.hand_size - popcount(seat.hand))
            for seat in view.seats
        ],
        [HIDDEN] * view.draw_size,
        shown,
        [_card_or_hidden(card) for card in view.revealed],
        memory,
    )
