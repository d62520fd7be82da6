"""Turns a request into facts or a refusal. Changes nothing."""

from collections.abc import Callable
from typing import Any, Final

from fatum.protocol import requests as r
from fatum.table import finishing, hosting, lobby, play, talk
from fatum.table.decision import Context, Decision
from fatum.table.roles import Caller, permit
from fatum.table.seats import Entropy
from fatum.table.state import TableState

_HANDLERS: Final[dict[type[r.Request], Callable[[Context, Any], Decision]]] = {
    r.MakeMove: play.move,
    r.Back: play.back,
    r.Away: play.away,
    r.Leave: play.leave,
    r.Rematch: play.rematch,
    r.Hurry: finishing.hurry,
    r.React: talk.react,
    r.Chat: talk.chat,
    r.Link: talk.link,
    r.Claim: talk.claim,
    r.Sit: lobby.sit,
    r.Start: lobby.start,
    r.AddBot: lobby.add_bot,
    r.Remove: hosting.remove,
    r.LetIn: hosting.let_in,
    r.Mute: hosting.mute,
    r.MakeHost: hosting.make_host,
    r.StandIn: hosting.stand_in,
    r.EndGame: hosting.end_game,
    r.CarryAway: hosting.carry_away,
    r.Configure: lobby.configure,
    r.Rule: lobby.rule,
    r.Close: lobby.close,
}


def decide(
    state: TableState, caller: Caller, request: r.AnyRequest, now: int, entropy: Entropy
) -> Decision:
    """What this request does to the table as it is now."""
    who = state.who(caller)
    permit(who, request)
    return _HANDLERS[type(request)](
        Context(state, who, max(now, state.at), entropy, caller), request
    )
