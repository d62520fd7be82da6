"""During the game: moves, absence and return; and after it: a rematch."""

from fatum.core.errors import IllegalMove, InvalidMove
from fatum.core.game import State
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.records import RULES
from fatum.table import log
from fatum.table.decision import Context, Decision
from fatum.table.log import AnyFact
from fatum.table.names import clean_name
from fatum.table.refusals import refused
from fatum.table.roles import Role
from fatum.table.seats import first_of, new_code
from fatum.table.state import TableState


def move(context: Context, request: r.MakeMove) -> Decision:
    state = context.state
    number = context.number
    if request.key:
        done = state.keys.get((number, request.key))
        if done is not None:
            return Decision(answered=done)
    if state.match is None or state.phase != "playing":
        raise refused("phase", "no_game")
    _check_fresh(state, number, request.answers)
    chosen = read_move(state, request.move)
    asked = state.asked.get(number)
    if asked is None or chosen not in asked.legal:
        raise refusal(state.match.state, number, chosen)
    bot = Role.BOT in context.who.roles
    made = log.Moved(number, request.move, "bot" if bot else "person", request.key)
    if bot:
        return Decision([made])
    seat = context.seat
    if seat.stand_in:
        return Decision([log.Returned(number), made])
    if seat.away_since is not None:
        return Decision([log.CameBack(number), made])
    return Decision([made])


def _check_fresh(state: TableState, number: int, answers: int) -> None:
    """An answer is stale only if the question has changed; chat and presence do not matter."""
    asked = state.asked.get(number)
    since = state.move_seq if asked is None else asked.seq
    if answers < since:
        raise refused("stale", "stale")
    if answers > state.seq:
        raise refused("stale", "stale.ahead")


def read_move(state: TableState, text: str) -> int:
    try:
        chosen = state.game.parse_move(text)
    except InvalidMove as error:
        raise Refused("unreadable", error.message) from None
    exact = state.game.format_move(chosen)
    if exact != text:
        raise refused("unreadable", "move.inexact", move=exact)
    return chosen


def refusal(game: State, seat: int, chosen: int) -> Refused:
    """Why the rules do not allow this move now."""
    try:
        game.copy().apply(seat, chosen)
    except IllegalMove as error:
        return Refused("illegal", error.message, error.rule)
    except InvalidMove as error:
        return Refused("unreadable", error.message)
    raise AssertionError("a move that is not listed as legal was accepted")


def back(context: Context, request: r.Back) -> Decision:
    seat = context.seat
    if seat.stand_in:
        return Decision([log.Returned(context.number)])
    if seat.away_since is not None:
        return Decision([log.CameBack(context.number)])
    return Decision(answered=context.state.seq)


def away(context: Context, request: r.Away) -> Decision:
    if context.seat.away_since is not None:
        return Decision(answered=context.state.seq)
    return Decision([log.WentAway(context.number)])


def leave(context: Context, request: r.Leave) -> Decision:
    state = context.state
    number = context.number
    if state.phase == "closed" or context.seat.stand_in:
        return Decision(answered=state.seq)
    facts: list[AnyFact] = [log.Left(number)]
    if context.who.host:
        facts[:0] = _hand_on(state, number)
    return Decision(facts)


def _hand_on(state: TableState, number: int) -> list[AnyFact]:
    """The first other person present becomes host; a table without people is closed."""
    others = [other for other in state.people() if other != number]
    if not others:
        return [log.Closed()] if state.phase == "lobby" else []
    here = [other for other in others if state.seats[other].here]
    return [log.Hosted((here or others)[0])]


def rematch(context: Context, request: r.Rematch) -> Decision:
    state = context.state
    context.need("over")
    if state.next is not None:
        return Decision(answered=state.seq)
    if context.seat.rematch:
        facts: list[AnyFact] = []
    else:
        facts = [log.Wanted(context.number)]
    here = [number for number in state.people() if state.seats[number].here]
    if any(not state.seats[number].rematch for number in here if number != context.number):
        return Decision(facts, answered=state.seq)
    table = new_code(context.entropy, first_of(state.id))
    facts.append(log.Rematched(table))
    return Decision(facts, opens=(table, _again(context)))


def _again(context: Context) -> list[AnyFact]:
    """The same people with the same tokens at the same seats, with a new deal."""
    state = context.state
    facts: list[AnyFact] = [
        log.Opened(
            state.game.name,
            RULES,
            state.given,
            state.settings,
            state.host,
            state.host_name,
            previous=state.id,
        )
    ]
    absent: list[AnyFact] = []
    taken = state.names()
    for number, seat in enumerate(state.seats):
        if seat.kind == "bot":
            name = seat.name
            if seat.removed:
                # A bot does not play under the name of a removed player.
                name = clean_name(seat.level, taken, numbered=True)
                taken.append(name)
            facts.append(log.Botsat(number, seat.level, name))
        else:
            facts.append(log.Sat(number, seat.name, seat.token))
            if seat.muted:
                facts.append(log.Muted(number))
            if seat.away_since is not None and number != context.number:
                absent.append(log.WentAway(number))
    return [*facts, *absent, log.Started(context.entropy(32).hex())]
