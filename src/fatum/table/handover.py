"""A running game goes from one authority to another: from a device to a server, or back.

What goes over holds the seed and so every card. It is given only to a device that holds every seat of a
person, and the table it came from is closed: there is never a second copy of the game that somebody could
look into.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from msgspec import Meta

from fatum.core.errors import FatumError
from fatum.core.seats import parse_seat, seat_name
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.http_schemas import Form, GameName
from fatum.protocol.table_settings import TableSettings
from fatum.records import RULES
from fatum.table import log
from fatum.table.bot_choices import check_level
from fatum.table.log import AnyFact, BrokenLog, Entry
from fatum.table.names import clean_name
from fatum.table.opening import first_batch, opening
from fatum.table.refusals import refused
from fatum.table.seats import hash_token
from fatum.table.state import TableState
from fatum.table.store.batch import Batch

MOST_MOVES: Final = 700
"""What a server accepts. It plays them all again, and no request may hold its loop for 50 ms."""
LONGEST_GAME: Final = 20_000
"""What a device accepts; the longest games take some 1,500 moves."""
MoveText = Annotated[str, Meta(max_length=80)]


class CarriedSeat(Form, frozen=True):
    """A bot with its level, or a person with the slot of the device's seat."""

    name: r.Name
    level: r.Level | None = None
    slot: Annotated[int, Meta(ge=0, le=7)] | None = None


class CarriedGame(Form, frozen=True):
    """A running game with its seed."""

    game: GameName
    options: dict[str, Any]
    settings: TableSettings
    seats: Annotated[list[CarriedSeat], Meta(max_length=16)]
    host: Annotated[int, Meta(ge=0, le=15)]
    """The host's seat."""
    seed: Annotated[str, Meta(max_length=100)]
    moves: Annotated[list[MoveText], Meta(max_length=LONGEST_GAME)]
    """Seat and move, as in ``P2 play 7``."""
    rules: int = RULES


def carried_seats(state: TableState, held: Mapping[int, str]) -> list[CarriedSeat]:
    """The seats of a game that goes to the device which holds these tokens by their slots.

    :raises Refused: if no game runs, a person's seat is not the device's, or the host does not play.
    """
    if state.match is None or state.phase not in {"playing", "closed"}:
        raise refused("phase", "no_game")
    slots = {hash_token(token): slot for slot, token in held.items()}
    if state.host not in slots or state.host not in state.by_token:
        raise refused("forbidden", "role.host")
    seats = []
    for seat in state.seats:
        if seat.kind == "bot":
            seats.append(CarriedSeat(seat.name, level=seat.bot_level))
        elif seat.token in slots:
            seats.append(CarriedSeat(seat.name, slot=slots[seat.token]))
        else:
            raise refused("forbidden", "carry.others", name=seat.name)
    return seats


def carry(state: TableState, seats: list[CarriedSeat], entries: Sequence[Entry]) -> CarriedGame:
    """The game at a table that was closed."""
    (seed,) = [entry.fact.seed for entry in entries if isinstance(entry.fact, log.Started)]
    moves = [
        f"{seat_name(entry.fact.seat)} {entry.fact.move}"
        for entry in entries
        if isinstance(entry.fact, log.Moved)
    ]
    host = state.by_token[state.host]
    return CarriedGame(state.game.name, state.given, state.settings, seats, host, seed, moves)


def facts_of(
    carried: CarriedGame, settings: TableSettings, tokens: Mapping[int, str]
) -> list[AnyFact]:
    """The log of the table at which a game continues; ``tokens`` are the new ones by their slots.

    :raises Refused: if it names seats, bots or options that cannot be.
    """
    people = [number for number, seat in enumerate(carried.seats) if seat.slot is not None]
    if carried.host not in people or carried.rules != RULES:
        raise refused("unreadable", "carry.broken")
    host = carried.seats[carried.host]
    host_token = hash_token(tokens[_slot(host)])
    facts = opening(carried.game, carried.options, settings, host_token, host.name, sits=False)
    taken: list[str] = []
    for number, seat in enumerate(carried.seats):
        name = clean_name(seat.name, taken, numbered=True)
        taken.append(name)
        if seat.slot is not None:
            facts.append(log.Sat(number, name, hash_token(tokens[seat.slot])))
        else:
            level = seat.level or ""
            check_level(level)
            facts.append(log.Botsat(number, level, name))
    facts.append(log.Started(carried.seed))
    for text in carried.moves:
        seat_text, _, move = text.partition(" ")
        number = _seat(seat_text, len(carried.seats))
        facts.append(log.Moved(number, move, "person" if number in people else "bot"))
    return facts


def carried_batch(
    table_id: str, facts: Sequence[AnyFact], now: int, generation: str
) -> tuple[Batch, TableState]:
    """The first entries of the table at which a game continues.

    :raises Refused: if the game cannot be played up to here, or does not run then.
    """
    try:
        made, state = first_batch(table_id, facts, now, generation)
    except Refused:
        raise
    except (FatumError, BrokenLog, IndexError, KeyError, ValueError):
        raise refused("unreadable", "carry.broken") from None
    if state.phase != "playing":
        raise refused("phase", "no_game")
    return made, state


def slots_of(carried: CarriedGame) -> set[int]:
    """The slots of the people who come along.

    :raises Refused: if two have the same.
    """
    slots = [seat.slot for seat in carried.seats if seat.slot is not None]
    if len(slots) != len(set(slots)):
        raise refused("unreadable", "carry.broken")
    return set(slots)


def _slot(seat: CarriedSeat) -> int:
    return 0 if seat.slot is None else seat.slot


def _seat(text: str, players: int) -> int:
    try:
        return parse_seat(text, players)
    except FatumError:
        raise refused("unreadable", "carry.broken") from None
