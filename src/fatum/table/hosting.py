"""What the host may do about the people at a table: remove, mute, replace, hand over, end the game."""

from typing import Final

from fatum.core.messages import Declared
from fatum.core.messages import seat as seat_term
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.table import log
from fatum.table.decision import Context, Decision
from fatum.table.play import NO_GAME
from fatum.table.seats import Seat
from fatum.table.state import SPEECH_WINDOW

HOSTING_LIMIT: Final = 12
"""So many of these requests in ``SPEECH_WINDOW`` milliseconds: each becomes an entry of the log."""

NOBODY_THERE: Final = Declared("refuse.seat.empty", "nobody sits at {seat}")
OWN_SEAT: Final = Declared("refuse.seat.own", "that is your own seat")
NOT_A_PERSON: Final = Declared("refuse.seat.bot", "{name} is a bot")
IS_AWAY: Final = Declared("refuse.seat.away", "{name} is away")
NOT_AWAY: Final = Declared("refuse.seat.present", "{name} is here")
CLOSED: Final = Declared("refuse.closed", "this table is closed")
TOO_MUCH: Final = Declared("refuse.host.too_fast", "too fast: wait a few seconds")


def remove(context: Context, request: r.Remove) -> Decision:
    """Before the start the seat is free again; in a game a bot has it from now on."""
    seat, number = _somebody(context, request.seat)
    if context.state.phase != "lobby" and seat.kind == "bot":
        raise Refused("seat", NOT_A_PERSON(name=seat.name))
    return Decision([log.Unseated(number)])


def mute(context: Context, request: r.Mute) -> Decision:
    seat, number = _somebody(context, request.seat)
    _person(seat)
    if seat.muted == request.muted:
        return Decision(answered=context.state.seq)
    return Decision([log.Muted(number, request.muted)])


def make_host(context: Context, request: r.MakeHost) -> Decision:
    seat, number = _somebody(context, request.seat)
    _person(seat)
    if not seat.here:
        raise Refused("seat", IS_AWAY(name=seat.name))
    return Decision([log.Hosted(number)])


def stand_in(context: Context, request: r.StandIn) -> Decision:
    """Others need not wait until ``grace`` is over."""
    context.need("playing", NO_GAME)
    seat, number = _somebody(context, request.seat)
    _person(seat)
    if seat.stand_in:
        return Decision(answered=context.state.seq)
    if not seat.missed:
        raise Refused("seat", NOT_AWAY(name=seat.name))
    return Decision([log.Takenover(number)])


def end_game(context: Context, request: r.EndGame) -> Decision:
    if request.key and context.state.phase == "closed":
        return Decision(answered=context.state.seq)
    context.need("playing", NO_GAME)
    return Decision([log.Closed()])


def _somebody(context: Context, name: str) -> tuple[Seat, int]:
    """The named seat, if somebody else than the host sits there."""
    state = context.state
    if state.phase == "closed":
        raise Refused("phase", CLOSED())
    number = context.named(name)
    seat = state.seats[number]
    if seat.kind == "empty":
        raise Refused("seat", NOBODY_THERE(seat=seat_term(number)))
    if number == context.who.seat:
        raise Refused("seat", OWN_SEAT())
    since = context.now - SPEECH_WINDOW
    if sum(at > since for at in state.hosted_at) >= HOSTING_LIMIT:
        raise Refused("too_fast", TOO_MUCH())
    return seat, number


def _person(seat: Seat) -> None:
    if seat.kind != "person":
        raise Refused("seat", NOT_A_PERSON(name=seat.name))
