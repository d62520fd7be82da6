"""The messages of protocol version 2. Each is a JSON object with a ``type``.

A table's requests and snapshots are sent unchanged; this module adds what a connection needs:
hello, resume, heartbeat, errors and goodbye.
"""

from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from fatum.core.messages import Message, declare
from fatum.protocol import requests as r
from fatum.protocol.errors import Code, Refused
from fatum.protocol.snapshots import Reason, Snapshot, Update
from fatum.protocol.wire_messages import WireMessage, to_wire

PROTOCOL: Final = 2
LARGEST: Final = 16 * 1024
"""Bytes of one message from a client."""

_REFUSED: Final = declare(
    "server.message",
    {
        "too_large": "a message may have at most {most} bytes",
        "malformed": "not a message of this protocol: {detail}",
        "unknown": "this server does not know this kind of message",
        "too_deep": "the message is nested too deeply",
        "not_utf8": "the message is not UTF-8",
    },
)


# --- from the client -----------------------------------------------------------------------------


class Hello(r.FromClient, frozen=True):
    """The first message: the protocol version, and the last entry that the client has."""

    protocol: int
    seq: r.Seq | None = None
    language: Annotated[str, Meta(max_length=20)] | None = None
    """Accepted and ignored: the client words the messages."""


class Resync(r.FromClient, frozen=True):
    """Ask for missing updates after entry ``seq``; ``None`` asks for a snapshot."""

    seq: r.Seq | None = None


class Ping(r.FromClient, frozen=True):
    n: Annotated[int, Meta(ge=0, le=2**53)] = 0


class Explain(r.FromClient, frozen=True):
    """Ask why a move is not legal, or whether it is."""

    move: r.MoveText


class Hint(r.FromClient, frozen=True):
    """Ask what a strong bot would do."""


ClientMessage = Hello | Resync | Ping | Explain | Hint | r.SocketRequest


# --- from the server -----------------------------------------------------------------------------


class _FromServer(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=str.lower):
    pass


class _Reply(_FromServer, frozen=True, kw_only=True):
    """May answer a message that had an ``id``."""

    id: int | None = None


class Welcome(_Reply, frozen=True):
    """The answer to ``hello``; a ``snapshot`` or ``updates`` follows at once."""

    protocol: int
    version: str
    now: int
    """The server's time in milliseconds, for showing deadlines."""
    heartbeat: int
    """Seconds after which a client that hears nothing should reconnect."""


class Picture(_Reply, frozen=True, tag="snapshot"):
    """The whole picture. It replaces the client's, even if its ``seq`` is lower."""

    snapshot: Snapshot


class Updates(_Reply, frozen=True):
    """What has happened, in order and without gaps."""

    updates: list[Update]


class Ack(_Reply, frozen=True):
    """A request was done by entry ``seq``, now or earlier; ``key`` is empty if it had none."""

    key: str
    seq: int


class Explained(_Reply, frozen=True):
    reason: Reason


class Advice(_Reply, frozen=True, tag="hint"):
    """What a strong bot would do, and why."""

    seq: int
    move: str
    message: WireMessage


class NewLink(_Reply, frozen=True, tag="link"):
    """The one-time secret that moves the seat to another device."""

    token: str


class Presence(_FromServer, frozen=True):
    """Who is connected; not part of the log."""

    here: list[str]
    watching: int


class Pong(_Reply, frozen=True):
    n: int
    now: int


ErrorCode = Literal[Code, "malformed", "too_large", "unknown", "protocol", "internal"]


class Failure(_Reply, frozen=True, tag="error"):
    """A request was refused and changed nothing. ``key`` is the request's, if it had one."""

    code: ErrorCode
    message: WireMessage
    rule: str | None = None
    key: str | None = None


ByeCode = Literal["restart", "moved", "forbidden", "gone", "idle", "protocol", "too_fast"]


class Bye(_FromServer, frozen=True):
    """The last message. ``again`` says after how many seconds to reconnect, if at all."""

    code: ByeCode
    message: WireMessage
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
    """The bytes are not a client message; ``error`` is the answer."""

    def __init__(self, code: ErrorCode, said: Message, message_id: int | None = None) -> None:
        super().__init__(said)
        self.error: Final = failure(code, said, message_id=message_id)


_ENCODER: Final = msgspec.json.Encoder()
_CLIENT: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)
_KINDS: Final = {kind.__struct_config__.tag for kind in get_args(ClientMessage)}
_SERVER: Final[msgspec.json.Decoder[ServerMessage]] = msgspec.json.Decoder(ServerMessage)


def encode(message: ServerMessage | ClientMessage) -> bytes:
    return _ENCODER.encode(message)


def encode_update(update: Update) -> bytes:
    """The message that carries one update; this is what a server sends most."""
    return _ENCODER.encode(Updates([update]))


def read_client(data: bytes | str) -> ClientMessage:
    """A client's message, or ``BadMessage`` with the answer."""
    if len(data) > LARGEST:
        raise BadMessage("too_large", _REFUSED["too_large"](most=LARGEST))
    try:
        return _CLIENT.decode(data)
    except msgspec.MsgspecError as error:
        raise _why_not(data, error) from None
    except RecursionError:
        raise BadMessage("malformed", _REFUSED["too_deep"]()) from None
    except UnicodeError:
        raise BadMessage("malformed", _REFUSED["not_utf8"]()) from None


class _Envelope(Struct):
    type: str
    id: r.MessageId | None = None


_ENVELOPE: Final = msgspec.json.Decoder(_Envelope)


def _why_not(data: bytes | str, error: msgspec.MsgspecError) -> BadMessage:
    """A kind that only newer servers know is not an error."""
    try:
        envelope = _ENVELOPE.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        envelope = _Envelope("")
    if envelope.type and envelope.type not in _KINDS:
        return BadMessage("unknown", _REFUSED["unknown"](), envelope.id)
    return BadMessage("malformed", _REFUSED["malformed"](detail=str(error)), envelope.id)


def read_server(data: bytes | str) -> ServerMessage:
    """For clients written in Python."""
    return _SERVER.decode(data)


def failure(
    code: ErrorCode,
    said: Message,
    *,
    rule: str | None = None,
    key: str | None = None,
    message_id: int | None = None,
) -> Failure:
    """An error as a wire message."""
    return Failure(code, to_wire(said), rule, key or None, id=message_id)


def refused(refusal: Refused, key: str | None = None, message_id: int | None = None) -> Failure:
    """A table's refusal as a wire message."""
    return failure(refusal.code, refusal.message, rule=refusal.rule, key=key, message_id=message_id)
