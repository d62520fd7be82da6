"""What the host may do about the people at a table: remove, mute, replace, hand over, end the game."""

from typing import Final

from fatum.core.messages import seat as seat_term
from fatum.protocol import requests as r
from fatum.table import log
from fatum.table.decision import Context, Decision
from fatum.table.refusals import refused
from fatum.table.seats import TableSeat
from fatum.table.state import SPEECH_WINDOW

HOSTING_LIMIT: Final = 12
"""So many of these requests in ``SPEECH_WINDOW`` milliseconds: each becomes an entry of the log."""


def remove(context: Context, request: r.Remove) -> Decision:
    """Before the start the seat is free again; in a game a bot has it from now on."""
    seat, number = _somebody(context, request.seat)
    if context.state.phase != "lobby" and seat.kind == "bot":
        raise refused("seat", "seat.bot", name=seat.name)
    return Decision([log.Unseated(number)])


def let_in(context: Context, request: r.LetIn) -> Decision:
    """Undo a removal; the seat may have gone to somebody else."""
    if request.name not in context.state.removed.values():
        return Decision(answered=context.state.seq)
    _in_time(context)
    return Decision([log.Readmitted(request.name)])


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
        raise refused("seat", "seat.away", name=seat.name)
    return Decision([log.Hosted(number)])


def stand_in(context: Context, request: r.StandIn) -> Decision:
    """Others need not wait until ``grace`` is over."""
    context.need("playing")
    seat, number = _somebody(context, request.seat)
    _person(seat)
    if seat.stand_in:
        return Decision(answered=context.state.seq)
    if not seat.missed:
        raise refused("seat", "seat.present", name=seat.name)
    return Decision([log.Takenover(number)])


def end_game(context: Context, request: r.EndGame) -> Decision:
    if request.key and context.state.phase == "closed":
        return Decision(answered=context.state.seq)
    context.need("playing")
    return Decision([log.Closed()])


def carry_away(context: Context, request: r.CarryAway) -> Decision:
    context.need("playing")
    return Decision([log.Closed(carried=True)])


def _somebody(context: Context, name: str) -> tuple[TableSeat, int]:
    """The named seat, if somebody else than the host sits there."""
    state = context.state
    if state.phase == "closed":
        raise refused("phase", "closed")
    number = context.named(name)
    seat = state.seats[number]
    if seat.kind == "empty":
        raise refused("seat", "seat.empty", seat=seat_term(number))
    if number == context.who.seat:
        raise refused("seat", "seat.own")
    _in_time(context)
    return seat, number


def _in_time(context: Context) -> None:
    since = context.now - SPEECH_WINDOW
    if sum(at > since for at in context.state.hosted_at) >= HOSTING_LIMIT:
        raise refused("too_fast", "host.too_fast")


def _person(seat: TableSeat) -> None:
    if seat.kind != "person":
        raise refused("seat", "seat.bot", name=seat.name)
