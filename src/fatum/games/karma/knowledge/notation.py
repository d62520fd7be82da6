"""Karma states and views as data: ``docs/notation.md`` says what each key means."""

from collections.abc import Mapping
from typing import Final

from fatum.core.chance import NO_CHANCE
from fatum.core.errors import InvalidState
from fatum.core.events import HIDDEN
from fatum.core.fields import CountField, NameField, SeatField, read_fields, write_fields
from fatum.core.seats import seat_name
from fatum.core.values import as_count, as_list, as_object, as_one_a_seat
from fatum.games.karma.knowledge.view import UNKNOWN, KarmaView, SeatView
from fatum.games.karma.rules.cards import (
    CODES,
    COPIES,
    FIVE_OR_LESS,
    GP,
    KINDS,
    NAMES,
    from_list,
    names,
    size,
    to_list,
)
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import (
    DEALT,
    FOLLOW,
    GIVE,
    LAY,
    LOOK,
    OVER,
    PHASES,
    TABLE_CARDS,
    TURN,
    Seat,
    Setup,
    card_at,
    put_at,
)

_FIELDS: Final = (NameField("phase", PHASES, TURN), SeatField("turn", "P1"), CountField("turns"))
_KEYS: Final = ("phase", "turn", "turns", "demand", "looked", "stock", "pile", "gone", "seats")
_SEAT_KEYS: Final = ("hand", "open", "hidden", "known", "on")
_LOOKED: Final = {None: -1, False: 0, True: 1}


# --- writing -----------------------------------------------------------------------------------


def _demand_to_data(demand: int) -> str | None:
    if demand == FIVE_OR_LESS:
        return "FB"
    return str(demand) if demand > 0 else None


def _looked_to_data(looked: int) -> bool | None:
    return None if looked < 0 else looked == 1


def _to_dict(
    table: KarmaState, looked: list[int], stock: list[str], seats: list[dict[str, object]]
) -> dict[str, object]:
    """What everyone sees, and the rest as given."""
    data = write_fields(_FIELDS, table, {})
    if table.phase == FOLLOW:
        data["demand"] = _demand_to_data(table.demand)
    if table.setup.foresight:
        data["looked"] = [_looked_to_data(each) for each in looked]
    data["stock"] = stock
    data["pile"] = names(table.pile)
    data["gone"] = names(to_list(table.gone))
    data["seats"] = seats
    return data


def _seat_to_data(
    hand: list[str], opened: list[str], on: list[int], hidden: list[str | None], known: int
) -> dict[str, object]:
    data: dict[str, object] = {"hand": hand, "open": opened, "hidden": hidden}
    if on != list(range(1, len(on) + 1)):
        data["on"] = on
    if known != 0:
        data["known"] = names(to_list(known))
    return data


def _open_cards(places: int) -> tuple[list[str], list[int]]:
    on = [place for place in range(TABLE_CARDS) if card_at(places, place) >= 0]
    return [NAMES[card_at(places, place)] for place in on], [place + 1 for place in on]


def state_to_dict(state: KarmaState) -> dict[str, object]:
    """The whole truth."""
    seats: list[dict[str, object]] = []
    for seat in state.seats:
        opened, on = _open_cards(seat.places)
        kinds = [card_at(seat.hidden, place) for place in range(TABLE_CARDS)]
        hidden = [NAMES[kind] if kind >= 0 else None for kind in kinds]
        seats.append(_seat_to_data(names(to_list(seat.hand)), opened, on, hidden, seat.known))
    looked: list[int] = [seat.looked for seat in state.seats]
    return _to_dict(state, looked, names(list(state.stock[state.drawn :])), seats)


def view_to_dict(view: KarmaView) -> dict[str, object]:
    """What the seat knows, ``?`` for every other card."""
    seats: list[dict[str, object]] = []
    for seat in view.seats:
        unseen = [HIDDEN] * (seat.hand_size - size(seat.hand))
        opened, on = _open_cards(seat.places)
        face_down = seat.open_size - len(opened)
        entry = _seat_to_data(
            names(to_list(seat.hand)) + unseen,
            opened + [HIDDEN] * face_down,
            on + list(range(1, face_down + 1)),
            [HIDDEN if (seat.positions >> place) & 1 else None for place in range(TABLE_CARDS)],
            seat.known,
        )
        if seat.foreseen != UNKNOWN:
            entry["foreseen"] = names(to_list(seat.foreseen))
        seats.append(entry)
    looked: list[int] = [seat.looked for seat in view.seats]
    return _to_dict(view.table, looked, [HIDDEN] * view.stock_size, seats)


# --- reading -----------------------------------------------------------------------------------


def card_code(text: str) -> int:
    """The kind of a card's text."""
    kind = CODES.get(text)
    if kind is None:
        raise InvalidState(f"{text!r} is not a Karma card; cards are 1 to 16, TC, BU, FB and GP")
    return kind


def _cards(value: object, where: str) -> list[int]:
    return [_card(card, where) for card in as_list(value, where)]


def _card(value: object, where: str) -> int:
    if not isinstance(value, str):
        raise InvalidState(f"{where} holds {value!r}, which is not a card")
    return card_code(value)


def _multiset(kinds: list[int], where: str) -> int:
    for kind in kinds:
        if kinds.count(kind) > COPIES:
            raise InvalidState(f"{where} holds more than {COPIES} cards {NAMES[kind]}")
    return from_list(kinds)


def _demand(value: object) -> int:
    if value is None:
        return 0
    if value == "FB":
        return FIVE_OR_LESS
    for number in range(1, 17):
        if value == str(number):
            return number
    raise InvalidState(f"demand must be null, a number from '1' to '16' or 'FB', not {value!r}")


def _looked(data: Mapping[str, object], players: int) -> list[int]:
    looked: list[int] = []
    for value in as_one_a_seat(data.get("looked", [None] * players), "looked", players):
        if value is not None and not isinstance(value, bool):
            raise InvalidState(f"looked holds {value!r}; it may hold null, true and false")
        looked.append(_LOOKED[value])
    return looked


def _hidden_list(data: Mapping[str, object], where: str) -> list[object]:
    hidden = as_list(data.get("hidden", [None] * TABLE_CARDS), f"hidden of {where}")
    if len(hidden) != TABLE_CARDS:
        raise InvalidState(f"{where} must have {TABLE_CARDS} hidden positions, not {len(hidden)}")
    return hidden


def _open_places(kinds: list[int], data: Mapping[str, object], where: str) -> int:
    if len(kinds) > TABLE_CARDS:
        raise InvalidState(f"{where} has more than {TABLE_CARDS} open cards")
    on = as_list(data.get("on", list(range(1, len(kinds) + 1))), f"on of {where}")
    places = [as_count(place, f"on of {where}") for place in on]
    possible = [place for place in range(1, TABLE_CARDS + 1) if place in places]
    if len(places) != len(kinds) or places != possible:
        raise InvalidState(f"on of {where} must name a position from 1 to 3 for each open card")
    packed = 0
    for kind, place in zip(kinds, places, strict=True):
        packed = put_at(packed, place - 1, kind)
    return packed


def _read_seat(value: object, number: int, looked: int, named: list[int]) -> Seat:
    where = seat_name(number)
    data = as_object(value, where, _SEAT_KEYS)
    hand = _cards(data.get("hand", []), f"hand of {where}")
    opened = _cards(data.get("open", []), f"open of {where}")
    hidden = 0
    for place, card in enumerate(_hidden_list(data, where)):
        if card is not None:
            kind = _card(card, f"hidden of {where}")
            hidden = put_at(hidden, place, kind)
            named.append(kind)
    known = _multiset(_cards(data.get("known", []), f"known of {where}"), f"known of {where}")
    named.extend(hand)
    named.extend(opened)
    places = _open_places(opened, data, where)
    held = _multiset(hand, f"hand of {where}")
    if known & ~held != 0:
        raise InvalidState(f"known of {where} names cards that are not in its hand")
    seat = Seat(hidden, looked)
    seat.hand, seat.known = held, known
    seat.open, seat.places = _multiset(opened, where), places
    return seat


def read_state(state: KarmaState, data: Mapping[str, object]) -> None:
    """Fill a fresh state; every card not named goes to the bottom of the stock."""
    data = as_object(data, "the state", _KEYS)
    players = state.setup.options.players
    named: list[int] = []
    looked = _looked(data, players)
    _read_table(state, data)
    state.seats = [
        _read_seat(seat, number, looked[number], named)
        for number, seat in enumerate(as_one_a_seat(data.get("seats"), "seats", players))
    ]
    state.find_players()
    gone = _cards(data.get("gone", []), "gone")
    exhausted = data.get("stock") == "empty"
    stock = [] if exhausted else _cards(data.get("stock", []), "stock")
    unnamed = _unnamed(named + state.pile + gone + stock)
    if exhausted:
        gone = gone + unnamed
    else:
        stock = stock + unnamed
    state.stock = bytes(stock)
    state.gone = _multiset(gone, "gone")
    _check(state)
    if state.phase == OVER:
        state.loser = state.last_player()


def _read_table(table: KarmaState, data: Mapping[str, object]) -> None:
    """What states and views have in common."""
    read_fields(_FIELDS, table, data, table.setup.options.players)
    table.starter = table.turn
    table.demand = _demand(data.get("demand"))
    table.pile = _cards(data.get("pile", []), "pile")


def _unnamed(named: list[int]) -> list[int]:
    rest: list[int] = []
    for kind in range(KINDS):
        count = named.count(kind)
        if count > COPIES:
            raise InvalidState(f"there are {count} cards {NAMES[kind]}, but only {COPIES} exist")
        rest.extend([kind] * (COPIES - count))
    return rest


def _check(state: KarmaState) -> None:
    """Refuse states that cannot be continued."""
    pile = state.pile
    if GP in pile:
        raise InvalidState("GP cannot lie on the pile; it leaves the game when played (K21)")
    if len(pile) >= COPIES and len(set(pile[-COPIES:])) == 1:
        raise InvalidState("three equal cards cannot lie on top of the pile (K15)")
    acting = seat_name(state.turn)
    seat = state.seats[state.turn]
    if state.phase in (TURN, FOLLOW) and not seat.has_cards():
        raise InvalidState(f"{acting} is to act but has no cards")
    if state.phase == TURN and seat.hand == 0 and state.stock_size() > 0:
        raise InvalidState(f"{acting} is to act with an empty hand while there is a stock (K16)")
    if state.phase == GIVE and not pile:
        raise InvalidState("there is no pile to give")
    if state.phase == LOOK:
        _check_look(state)
    if state.phase == LAY:
        for number, owner in enumerate(state.seats):
            if size(owner.open) + size(owner.hand) < TABLE_CARDS:
                raise InvalidState(f"{seat_name(number)} has too few cards to lay three open")


def _check_look(state: KarmaState) -> None:
    if not state.setup.foresight:
        raise InvalidState("the phase look needs the option foresight (K23)")
    if state.stock_size() < DEALT * state.setup.players:
        raise InvalidState("the stock is too small to deal six cards to everyone")
    for number, owner in enumerate(state.seats):
        if any(card_at(owner.hidden, place) < 0 for place in range(TABLE_CARDS)):
            raise InvalidState(f"{seat_name(number)} needs three hidden cards in the phase look")
        if owner.hand != 0 or owner.open != 0:
            raise InvalidState(f"{seat_name(number)} has no other cards yet in the phase look")
    if all(owner.looked >= 0 for owner in state.seats):
        raise InvalidState("everyone has decided, so the phase look is over")


def _seen(values: list[object]) -> list[object]:
    return [value for value in values if value != HIDDEN]


def read_view(setup: Setup, data: Mapping[str, object], viewer: int | None) -> KarmaView:
    """A view from its dict."""
    data = as_object(data, "the view", _KEYS)
    players: int = setup.players
    looked = _looked(data, players)
    view = KarmaView(viewer, KarmaState(setup, NO_CHANCE, []))
    for number, value in enumerate(as_one_a_seat(data.get("seats"), "seats", players)):
        where = seat_name(number)
        entry = as_object(value, where, (*_SEAT_KEYS, "foreseen"))
        hand = as_list(entry.get("hand", []), f"hand of {where}")
        opened = as_list(entry.get("open", []), f"open of {where}")
        shown = _cards(_seen(opened), f"open of {where}")
        places = 0 if len(shown) < len(opened) else _open_places(shown, entry, where)
        hidden = 0
        bit = 1
        for card in _hidden_list(entry, where):
            hidden += bit if card is not None else 0
            bit += bit
        foreseen = entry.get("foreseen")
        seat = SeatView(len(hand), len(opened), hidden)
        seat.hand = _multiset(_cards(_seen(hand), f"hand of {where}"), f"hand of {where}")
        seat.known = _multiset(_cards(entry.get("known", []), f"known of {where}"), where)
        seat.open, seat.places = _multiset(shown, where), places
        seat.looked = looked[number]
        if foreseen is not None:
            seat.foreseen = _multiset(_cards(foreseen, where), where)
        view.seats.append(seat)
    _read_table(view.table, data)
    view.table.gone = _multiset(_cards(data.get("gone", []), "gone"), "gone")
    view.stock_size = len(as_list(data.get("stock", []), "stock"))
    return view
