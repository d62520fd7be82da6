"""Reactions, chat, and moving a seat to another device."""

from typing import Final

from fatum.protocol import requests as r
from fatum.table import log
from fatum.table.decision import Context, Decision
from fatum.table.names import clean_text
from fatum.table.refusals import refused
from fatum.table.seats import hash_token, new_token, token_from
from fatum.table.state import SPEECH_WINDOW

SPEECH_LIMIT: Final = 5
"""So many reactions, chat lines and links in ``SPEECH_WINDOW`` milliseconds."""
LINK_TIME: Final = 10 * 60 * 1000


def react(context: Context, request: r.React) -> Decision:
    done = _known(context, request.key)
    if done is not None:
        return Decision(answered=done)
    _check_voice(context)
    return Decision([log.Reacted(context.number, request.what, request.key)])


def chat(context: Context, request: r.Chat) -> Decision:
    if not context.state.settings.chat:
        raise refused("off", "chat.off")
    done = _known(context, request.key)
    if done is not None:
        return Decision(answered=done)
    _check_voice(context)
    return Decision([log.Said(context.number, clean_text(request.text), request.key)])


def _known(context: Context, key: str) -> int | None:
    return context.state.keys.get((context.number, key)) if key else None


def _check_voice(context: Context) -> None:
    if context.seat.muted:
        raise refused("off", "talk.muted")
    _check_pace(context)


def _check_pace(context: Context) -> None:
    since = context.now - SPEECH_WINDOW
    if sum(at > since for at in context.seat.said) >= SPEECH_LIMIT:
        raise refused("too_fast", "talk.too_fast")


def link(context: Context, request: r.Link) -> Decision:
    _check_pace(context)
    token = new_token(context.entropy)
    fact = log.Linked(context.number, hash_token(token), context.now + LINK_TIME)
    return Decision([fact], token=token)


def claim(context: Context, request: r.Claim) -> Decision:
    """Use up the link and revoke the old device's token.

    A request repeated with the same key is given the same seat again: the first answer,
    and the seat's token with it, may have been lost.
    """
    if request.key:
        token = token_from(f"{request.token} {request.key}")
        if hash_token(token) in context.state.by_token:
            return Decision(answered=context.state.seq, token=token)
    else:
        token = new_token(context.entropy)
    if context.state.next is not None:
        raise refused("link", "link.rematch")
    hashed = hash_token(request.token)
    for number, seat in enumerate(context.state.seats):
        if seat.link and seat.link == hashed:
            if context.now > seat.link_until:
                break
            return Decision([log.Reseated(number, hash_token(token))], token=token)
    raise refused("link", "link.used")
