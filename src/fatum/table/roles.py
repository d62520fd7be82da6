"""Permissions: one table, with a test for each cell."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from fatum.protocol import requests as r
from fatum.table.refusals import refused


class Role(StrEnum):
    HOST = "host"
    PLAYER = "player"
    SPECTATOR = "spectator"
    STRANGER = "stranger"
    BOT = "bot"

    # Looked up for every viewer of every entry; an enum's own hash is slow.
    __hash__ = str.__hash__


class Caller(Struct, frozen=True):
    """Who asks: by the hash of a token, or as the bot that plays a seat.

    Roles are looked up for every request, so a revoked token stops working at once.
    """

    token: str = ""
    bot: int = -1


NOBODY: Final = Caller()


class Who(Struct, frozen=True):
    """A caller with its present roles."""

    roles: frozenset[Role]
    seat: int | None = None

    @property
    def host(self) -> bool:
        return Role.HOST in self.roles


_HOST: Final = frozenset({Role.HOST})
_PLAYER: Final = frozenset({Role.PLAYER})
_NEW: Final = frozenset({Role.HOST, Role.SPECTATOR, Role.STRANGER})
"""Roles without a seat; a host may sit down later."""

ALLOWED: Final[dict[type[r.Request], frozenset[Role]]] = {
    r.Sit: _NEW,
    r.Claim: _NEW,
    r.Leave: _PLAYER,
    r.MakeMove: _PLAYER | {Role.BOT},
    r.Back: _PLAYER,
    r.Away: _PLAYER,
    r.React: _PLAYER,
    r.Chat: _PLAYER,
    r.Rematch: _PLAYER,
    r.Hurry: _PLAYER,
    r.Link: _PLAYER,
    r.Start: _HOST,
    r.AddBot: _HOST,
    r.Remove: _HOST,
    r.LetIn: _HOST,
    r.Mute: _HOST,
    r.MakeHost: _HOST,
    r.StandIn: _HOST,
    r.EndGame: _HOST,
    r.CarryAway: _HOST,
    r.Configure: _HOST,
    r.Rule: _HOST,
    r.Close: _HOST,
}

WATCH: Final = frozenset({Role.HOST, Role.PLAYER, Role.SPECTATOR})
"""Who may see the table at all."""
ASK: Final = _PLAYER
"""Who may ask why a move is not legal, or for a hint."""


def permit(who: Who, request: r.Request) -> None:
    """Refuse a request that this role may not make."""
    allowed = ALLOWED[type(request)]
    if allowed.isdisjoint(who.roles) or (allowed is _NEW and who.seat is not None):
        raise refused("forbidden", _reason(allowed))


def _reason(allowed: frozenset[Role]) -> str:
    if allowed == _HOST:
        return "role.host"
    if Role.PLAYER in allowed:
        return "role.player"
    return "role.seated"
