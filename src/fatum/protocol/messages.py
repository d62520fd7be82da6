"""The messages, version 1. Each is a JSON object whose ``type`` says which it is.

The requests of a table and the pictures it makes are on the wire as they are; this module adds
what a connection needs: hello, resume, heartbeat, errors and goodbye.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from fatum.table import requests as r
from fatum.table.errors import Code, Refused
from fatum.table.picture import Reason, Snapshot, Update

PROTOCOL: Final = 1
LARGEST: Final = 16 * 1024
"""Bytes of one message from a client."""


# --- from the client -----------------------------------------------------------------------------


class _FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    pass


class Hello(_FromClient, frozen=True):
    """The first message: which protocol, and up to which entry the client has the picture."""

    protocol: int
    seq: r.Seq | None = None
    language: Annotated[str, Meta(max_length=20)] | None = None
    """Accepted and ignored: all texts are English. A client words them from their codes."""


class Resync(_FromClient, frozen=True):
    """Updates are missing; ``seq`` is the last entry of the picture. ``None``: the whole picture."""

    seq: r.Seq | None = None


class Ping(_FromClient, frozen=True):
    n: Annotated[int, Meta(ge=0, le=2**53)] = 0


class Explain(_FromClient, frozen=True):
    """Ask why a move is not legal, or whether it is."""

    move: r.MoveText


class Hint(_FromClient, frozen=True):
    """Ask what a strong bot would do."""


ClientMessage = Hello | Resync | Ping | Explain | Hint | r.SocketRequest


# --- from the server -----------------------------------------------------------------------------


class _FromServer(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=str.lower):
    pass


class Welcome(_FromServer, frozen=True):
    """The answer to ``hello``; a ``snapshot`` or ``updates`` follows at once."""

    protocol: int
    version: str
    now: int
    """The server's time in milliseconds, to show deadlines by."""
    heartbeat: int
    """Seconds after which a client that hears nothing should connect anew."""


class Picture(_FromServer, frozen=True, tag="snapshot"):
    """The whole picture. It replaces whatever the client has, also if its ``seq`` is lower."""

    snapshot: Snapshot


class Updates(_FromServer, frozen=True):
    """What has happened, in order and without gaps."""

    updates: list[Update]


class Ack(_FromServer, frozen=True):
    """The request with this key was done by entry ``seq``, now or earlier."""

    key: str
    seq: int


class Explained(_FromServer, frozen=True):
    reason: Reason


class Advice(_FromServer, frozen=True, tag="hint"):
    """What a strong bot would do, and why in one sentence."""

    seq: int
    move: str
    text: str


class NewLink(_FromServer, frozen=True, tag="link"):
    """The one-time secret that moves the seat to another device."""

    token: str


class Presence(_FromServer, frozen=True):
    """Who is connected; not part of the log."""

    here: list[str]
    watching: int


class Pong(_FromServer, frozen=True):
    n: int
    now: int


ErrorCode = Literal[Code, "malformed", "too_large", "protocol", "internal"]


class Failure(_FromServer, frozen=True, tag="error"):
    """A request was refused and changed nothing. ``key`` is the request's, if it had one."""

    code: ErrorCode
    text: str
    rule: str | None = None
    key: str | None = None


ByeCode = Literal["restart", "moved", "forbidden", "gone", "idle", "protocol", "too_fast"]


class Bye(_FromServer, frozen=True):
    """The last message. ``again`` says after how many seconds to connect anew, if at all."""

    code: ByeCode
    text: str
    again: float | None = None


ServerMessage = (
    Welcome
    | Picture
    | Updates
    | Ack
    | Explained
    | Advice
    | NewLink
    | Presence
    | Pong
    | Failure
    | Bye
)


# --- bytes ---------------------------------------------------------------------------------------


class BadMessage(Exception):
    """Bytes from a client that are no message; ``error`` is the answer."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        super().__init__(text)
        self.error: Final = Failure(code, text)


_ENCODER: Final = msgspec.json.Encoder()
_CLIENT: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)
_SERVER: Final[msgspec.json.Decoder[ServerMessage]] = msgspec.json.Decoder(ServerMessage)


def encode(message: ServerMessage | ClientMessage) -> bytes:
    return _ENCODER.encode(message)


def encode_update(update: Update) -> bytes:
    """The message that carries one update; this is what a server sends most."""
    return _ENCODER.encode(Updates([update]))


def read_client(data: bytes | str) -> ClientMessage:
    """A client's message, or ``BadMessage`` with the answer."""
    if len(data) > LARGEST:
        raise BadMessage("too_large", f"a message has at most {LARGEST} bytes")
    try:
        return _CLIENT.decode(data)
    except msgspec.MsgspecError as error:
        raise BadMessage("malformed", f"not a message of this protocol: {error}") from None
    except RecursionError:
        raise BadMessage("malformed", "the message is nested too deeply") from None
    except UnicodeError:
        raise BadMessage("malformed", "the message is not UTF-8") from None


def read_server(data: bytes | str) -> ServerMessage:
    """For clients written in Python."""
    return _SERVER.decode(data)


def refused(refusal: Refused, key: str | None = None) -> Failure:
    """A table's refusal as a message."""
    return Failure(refusal.code, refusal.text, refusal.rule, key or None)
