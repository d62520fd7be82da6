"""Before the game: who sits where, and what will be played."""

from fatum.core.errors import InvalidOptions
from fatum.table import log
from fatum.table import requests as r
from fatum.table.decision import Context, Decision
from fatum.table.errors import Refused
from fatum.table.log import AnyFact
from fatum.table.names import clean_name
from fatum.table.seats import hash_token, new_token

_RUNS = "the game has begun"


def sit(context: Context, request: r.Sit) -> Decision:
    state = context.state
    context.need("lobby", _RUNS)
    number = context.free(request.seat)
    name = clean_name(request.name, state.names())
    if context.who.host:
        # The host has a token already.
        return Decision([log.Sat(number, name, context.caller.token)])
    token = new_token(context.entropy)
    return Decision([log.Sat(number, name, hash_token(token))], token=token)


def add_bot(context: Context, request: r.AddBot) -> Decision:
    context.need("lobby", _RUNS)
    number = context.free(request.seat)
    taken = context.state.names()
    return Decision([_bot(number, request.level, request.name or request.level, taken)])


def _bot(number: int, level: str, name: str, taken: list[str]) -> log.Botsat:
    return log.Botsat(number, level, clean_name(name, taken, numbered=True))


def remove(context: Context, request: r.Remove) -> Decision:
    context.need("lobby", _RUNS)
    number = context.named(request.seat)
    seat = context.state.seats[number]
    if seat.kind == "empty":
        raise Refused("seat", f"nobody sits at {request.seat}")
    if seat.kind == "person" and seat.away_since is None:
        raise Refused("seat", f"{seat.name} is here; only absent players can be removed")
    return Decision([log.Unseated(number)])


def configure(context: Context, request: r.Configure) -> Decision:
    state = context.state
    context.need("lobby", _RUNS)
    try:
        options = state.game.read_options(request.options)
    except InvalidOptions as error:
        raise Refused("options", str(error)) from None
    sitting = len(state.names())
    if options.players < sitting:
        raise Refused("options", f"{sitting} have sat down already")
    return Decision([log.Configured(request.options)])


def rule(context: Context, request: r.Rule) -> Decision:
    state = context.state
    if state.phase != "lobby" and request.settings.touches_time():
        raise Refused("phase", f"{_RUNS}; its times stay as they are")
    settings = request.settings.apply_to(state.settings)
    if settings == state.settings:
        return Decision(answered=state.seq)
    return Decision([log.Ruled(settings)])


def start(context: Context, request: r.Start) -> Decision:
    state = context.state
    if request.key and state.phase == "playing":
        return Decision(answered=state.seq)
    context.need("lobby", _RUNS)
    facts: list[AnyFact] = []
    taken = state.names()
    for number, seat in enumerate(state.seats):
        if seat.kind != "empty":
            continue
        if request.fill is None:
            raise Refused("seat", "some seats are still empty")
        bot = _bot(number, request.fill, request.fill, taken)
        taken.append(bot.name)
        facts.append(bot)
    facts.append(log.Started(context.entropy(32).hex()))
    return Decision(facts)


def close(context: Context, request: r.Close) -> Decision:
    context.need("lobby", _RUNS)
    return Decision([log.Closed()])
