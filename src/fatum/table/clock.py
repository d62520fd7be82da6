"""Deadlines at a table. Nothing here reads a clock: the time is passed in.

Every wait has an end that follows from the log alone, so it is the same after a restart and on
every machine: a choice, an absence, a bot that does not answer, a host who does not come back.
"""

from collections.abc import Collection, Iterator
from typing import Final

from fatum.bots.greedy import greedy_move
from fatum.core.rng import Rng
from fatum.table import log
from fatum.table.log import AnyFact
from fatum.table.seats import Entropy, TableSeat
from fatum.table.state import TableState

SECOND: Final = 1000
BOT_TIME: Final = 20 * SECOND
"""Milliseconds after which the clock moves for a bot that does not answer."""
TIMEOUTS: Final = 2
"""After so many timeouts in a row a bot takes over the seat."""
LONG: Final = 600
"""With a move time above this, nobody is replaced before it has run out."""
AFTER_LOADING: Final = 15 * SECOND
"""After a restart people get this long to reconnect before any timeout."""

_HOST: Final = "host"
_TAKE_OVER: Final = "take over"
_MOVE: Final = "then move"
"""Sorted by name if two are due at once: an absent player is replaced rather than moved for."""


def deadline(state: TableState, seat: int) -> int | None:
    """When the clock will move for this person, if the table has a clock."""
    asked = state.asked.get(seat)
    move_time = state.settings.move_time
    if asked is None or move_time is None or state.seats[seat].automatic:
        return None
    return asked.since + move_time * SECOND


def replaced_at(state: TableState, seat: int) -> int | None:
    """When a bot takes over for an absent player; ``None`` if only the move time counts."""
    owner = state.seats[seat]
    if state.phase != "playing" or not owner.missed or owner.stand_in:
        return None
    if (state.settings.move_time or 0) > LONG:
        return None
    return _end_of_grace(state, seat, owner)


def due_at(state: TableState, loaded_at: int = 0) -> int | None:
    """When ``due`` will next return something; ``None`` if the table waits for people alone."""
    return min((when for when, _, _ in _timers(state, loaded_at)), default=None)


def due(
    state: TableState,
    now: int,
    loaded_at: int,
    entropy: Entropy,
    present: Collection[int] = (),
) -> list[AnyFact]:
    """The facts of the earliest deadline that has passed.

    Seats in ``present`` are not replaced for being away, whatever the log says.
    """
    when, what, seat = min(_timers(state, loaded_at, present), default=(now + 1, "", -1))
    if when > now:
        return []
    if what == _HOST:
        return [log.Hosted(seat)]
    if what == _TAKE_OVER:
        return [log.Takenover(seat)]
    facts: list[AnyFact] = [log.Moved(seat, default_move(state, seat, entropy), "clock")]
    owner = state.seats[seat]
    if not owner.automatic and owner.timeouts + 1 >= TIMEOUTS:
        facts.append(log.Takenover(seat))
    return facts


def _timers(
    state: TableState, loaded_at: int, present: Collection[int] = ()
) -> Iterator[tuple[int, str, int]]:
    earliest = loaded_at + AFTER_LOADING if loaded_at else 0
    if state.phase == "playing":
        for number, asked in state.asked.items():
            if state.seats[number].automatic:
                yield asked.since + BOT_TIME, _MOVE, number
            elif state.settings.move_time is not None:
                yield max(asked.since + state.settings.move_time * SECOND, earliest), _MOVE, number
            else:
                when = asked.since + state.settings.patience * SECOND
                yield max(when, earliest), _TAKE_OVER, number
        for number, seat in enumerate(state.seats):
            if seat.missed and not seat.stand_in and number not in present:
                end = _end_of_grace(state, number, seat)
                if end is not None:
                    yield max(end, earliest), _TAKE_OVER, number
    elif state.phase == "lobby":
        yield from _new_host(state, earliest, present)


def _end_of_grace(state: TableState, number: int, seat: TableSeat) -> int | None:
    """Nobody else is present, so nobody waits: the absent player may return much later."""
    assert seat.away_since is not None
    if (state.settings.move_time or 0) > LONG:
        return deadline(state, number)
    waits = state.somebody_else_here(number)
    wait = state.settings.grace if waits else state.settings.patience
    return seat.away_since + wait * SECOND


def _new_host(
    state: TableState, earliest: int, present: Collection[int]
) -> Iterator[tuple[int, str, int]]:
    """A lobby waits for its host; if the host is away, somebody who is present becomes host."""
    heir = next((other for other in state.people() if state.seats[other].here), None)
    if heir is None:
        return
    number = state.by_token.get(state.host)
    if number is None:  # a host without a seat, of whom nothing is known
        yield max(state.at + state.settings.patience * SECOND, earliest), _HOST, heir
        return
    away_since = state.seats[number].away_since
    if away_since is not None and number not in present:
        yield max(away_since + state.settings.grace * SECOND, earliest), _HOST, heir


def default_move(state: TableState, seat: int, entropy: Entropy) -> str:
    """The move that the clock makes for a seat, from that seat's view."""
    assert state.match is not None
    legal = state.asked[seat].legal
    rng = Rng(int.from_bytes(entropy(16), "big"))
    move = greedy_move(state.match.known(seat), legal, rng)
    return state.game.format_move(move if move in legal else legal[0])
