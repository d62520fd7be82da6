"""The parts of All In states and views, read from data: cards, seats, and what is remembered."""

from typing import Final

from fatum.core.errors import InvalidState
from fatum.core.events import HIDDEN
from fatum.core.values import (
    as_count,
    as_list,
    as_object,
    as_one_a_seat,
    as_open_object,
    as_seat,
)
from fatum.games.allin.knowledge.notation import FROM_DECK
from fatum.games.allin.rules.deck import (
    CODES,
    NAMES,
    RUNE,
    from_list,
)
from fatum.games.allin.rules.hands import CATEGORIES
from fatum.games.allin.rules.memory import (
    COUNT_BITS,
    GENERATIONS,
    Eye,
    Memory,
    blank_memory,
    one_arrival,
)
from fatum.games.allin.rules.river import FIELDS
from fatum.games.allin.rules.state import (
    FROM_THE_DECK,
    HEIRS_ROUND,
    NO_CARD,
    NOBODY,
    ROUNDS,
    UNSEEN,
)

_RECALL_KEYS: Final = ("since", "home", "loose")


def card_code(text: str) -> int:
    """The code of a card's text."""
    code = CODES.get(text)
    if code is None:
        raise InvalidState(
            f"{text!r} is not an All In card; cards are 2C to AC, the same with M, S and T, and Ru"
        )
    return code


def read_card(value: object, where: str) -> int:
    if not isinstance(value, str):
        raise InvalidState(f"{where} holds {value!r}, which is not a card")
    return card_code(value)


def read_cards(value: object, where: str) -> list[int]:
    return [read_card(card, where) for card in as_list(value, where)]


def read_card_set(value: object, where: str) -> int:
    codes = read_cards(value, where)
    for code in codes:
        check_count(code, codes.count(code), where)
    return from_list(codes)


def check_count(code: int, count: int, where: str) -> None:
    exist = 2 if code == RUNE else 1
    if count > exist:
        raise InvalidState(f"{where} holds {count} cards {NAMES[code]}, but only {exist} exist")


def read_seen_cards(value: object, where: str) -> list[int]:
    """Cards of a view, ``NO_CARD`` for those unseen."""
    cards: list[int] = []
    for card in as_list(value, where):
        cards.append(NO_CARD if card == HIDDEN else read_card(card, where))
    return cards


def read_optional_seat(value: object, where: str, players: int) -> int:
    return NOBODY if value is None else as_seat(value, where, players)


def read_predictions(value: object, players: int) -> list[int]:
    named = as_one_a_seat(value or [None] * players, "predictions", players)
    return [read_optional_seat(seat, "predictions", players) for seat in named]


def read_round(value: object, heirs: bool) -> int:
    number = as_count(value, "round")
    last = HEIRS_ROUND if heirs else ROUNDS
    if not 1 <= number <= last:
        raise InvalidState(f"round must be from 1 to {last}, not {number}")
    return number


def read_order(value: object, players: int) -> int:
    if value is None:
        return 0
    seats = [as_seat(seat, "last_strength", players) for seat in as_list(value, "last_strength")]
    if seats and sorted(seats) != list(range(players)):
        raise InvalidState("last_strength must name every seat once")
    return pack_order(seats)


def pack_order(seats: list[int]) -> int:
    order = 0
    for seat in reversed(seats):
        order = 16 * order + seat + 1
    return order


def read_piles(value: object, players: int) -> list[list[int]]:
    fields = as_list(value, "river")
    if len(fields) != FIELDS[players]:
        raise InvalidState(
            f"the river must have {FIELDS[players]} fields with {players} players, "
            f"not {len(fields)} (A3)"
        )
    piles: list[list[int]] = []
    for number, field in enumerate(fields):
        pile = as_list(field, f"field {number + 1} of the river")
        if len(pile) > 2:
            raise InvalidState(f"field {number + 1} of the river holds more than two cards (A3)")
        if len(pile) == 2 and pile[0] is None:
            raise InvalidState(
                f"field {number + 1} of the river has a card in row 2 but none in row 1 (A14)"
            )
        piles.append([read_card(card, f"field {number + 1} of the river") for card in pile])
    return piles


def read_said(value: object, players: int) -> list[int]:
    said: list[int] = []
    for name in as_one_a_seat(value, "said", players):
        if name is not None and name not in CATEGORIES:
            raise InvalidState(f"said holds {name!r}, which is no combination")
        said.append(0 if name is None else CATEGORIES.index(str(name)) + 1)
    return said


def read_arrived(value: object, players: int) -> list[int]:
    arrived: list[int] = []
    for counts in as_one_a_seat(value, "arrived", players):
        packed = 0
        for generation, count in enumerate(as_list(counts, "arrived")):
            number = as_count(count, "arrived")
            if number >= 2**COUNT_BITS or generation >= GENERATIONS:
                raise InvalidState(f"arrived holds {counts!r}, which is too much")
            packed += number * one_arrival(generation)
        arrived.append(packed)
    return arrived


def read_discarders(value: object, count: int, players: int) -> list[int]:
    values = as_list(value, "discarders")
    if len(values) != count:
        raise InvalidState(f"discarders must have {count} entries, one a discard")
    who: list[int] = []
    for name in values:
        if name is None:
            who.append(UNSEEN)
        elif name == FROM_DECK:
            who.append(FROM_THE_DECK)
        else:
            who.append(as_seat(name, "discarders", players))
    return who


def read_recall(value: object, where: str, players: int) -> Memory:
    data = as_object(value, where, _RECALL_KEYS)
    if not data:
        return blank_memory()
    since = [0] * RUNE
    home = [0] * RUNE
    for name, generation in as_open_object(data.get("since", {}), where).items():
        since[_real(name, where)] = min(as_count(generation, where), GENERATIONS)
    for name, seat in as_open_object(data.get("home", {}), where).items():
        home[_real(name, where)] = as_seat(seat, where, players) + 1
    loose = 0
    for number in as_list(data.get("loose", []), where):
        loose |= 2 ** min(as_count(number, where), GENERATIONS)
    return Memory(since, home, loose)


def _real(name: object, where: str) -> int:
    code = read_card(name, where)
    if code == RUNE:
        raise InvalidState(f"{where} holds Ru, but equal cards cannot be told apart")
    return code


def read_eyes(value: object, players: int) -> list[Eye]:
    eyes: list[Eye] = []
    for name, shown in as_open_object(value, "eyes").items():
        asker = as_seat(name, "eyes", players)
        for other, cards in as_open_object(shown, "eyes").items():
            asked = as_seat(other, "eyes", players)
            eyes.append(Eye(asker, asked, read_card_set(cards, "eyes")))
    return eyes
