"""The end of a game in which only bots still play."""

from fatum.protocol import requests as r
from fatum.table import log
from fatum.table.decision import Context, Decision
from fatum.table.refusals import refused


def hurry(context: Context, request: r.Hurry) -> Decision:
    """Record the wish; ``TableState.hurried`` says whether everybody shares it."""
    context.need("playing")
    if not context.state.only_bots_left():
        raise refused("phase", "hurry")
    if context.seat.hurry:
        return Decision(answered=context.state.seq)
    return Decision([log.Hurried(context.number)])
