"""Before the game: who sits where, and what will be played."""

from fatum.core.errors import InvalidOptions
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.table import log
from fatum.table.decision import Context, Decision
from fatum.table.log import AnyFact
from fatum.table.names import clean_name
from fatum.table.refusals import REMOVED, refused
from fatum.table.seats import hash_token, new_token


def sit(context: Context, request: r.Sit) -> Decision:
    state = context.state
    context.need("lobby")
    if context.caller.token in state.removed:
        raise Refused("forbidden", REMOVED())
    number = context.free(request.seat)
    name = clean_name(request.name, state.names())
    if context.who.host:
        # The host has a token already.
        return Decision([log.Sat(number, name, context.caller.token)])
    token = new_token(context.entropy)
    return Decision([log.Sat(number, name, hash_token(token))], token=token)


def add_bot(context: Context, request: r.AddBot) -> Decision:
    context.need("lobby")
    number = context.free(request.seat)
    taken = context.state.names()
    return Decision([_bot(number, request.level, request.name or request.level, taken)])


def _bot(number: int, level: str, name: str, taken: list[str]) -> log.Botsat:
    return log.Botsat(number, level, clean_name(name, taken, numbered=True))


def configure(context: Context, request: r.Configure) -> Decision:
    state = context.state
    context.need("lobby")
    try:
        options = state.game.read_options(request.options)
    except InvalidOptions as error:
        raise Refused("options", error.message) from None
    sitting = len(state.names())
    if options.players < sitting:
        raise refused("options", "options.players", count=sitting)
    return Decision([log.Configured(request.options)])


def rule(context: Context, request: r.Rule) -> Decision:
    state = context.state
    if state.phase != "lobby" and request.settings.touches_time():
        raise refused("phase", "begun.times")
    settings = request.settings.apply_to(state.settings)
    if settings == state.settings:
        return Decision(answered=state.seq)
    return Decision([log.Ruled(settings)])


def start(context: Context, request: r.Start) -> Decision:
    state = context.state
    if request.key and state.phase == "playing":
        return Decision(answered=state.seq)
    context.need("lobby")
    facts: list[AnyFact] = []
    taken = state.names()
    for number, seat in enumerate(state.seats):
        if seat.kind != "empty":
            continue
        if request.fill is None:
            raise refused("seat", "seats.empty")
        bot = _bot(number, request.fill, request.fill, taken)
        taken.append(bot.name)
        facts.append(bot)
    facts.append(log.Started(context.entropy(32).hex()))
    return Decision(facts)


def close(context: Context, request: r.Close) -> Decision:
    context.need("lobby")
    return Decision([log.Closed()])
