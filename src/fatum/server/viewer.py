"""Somebody connected to a table: a player's device or a spectator."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from fatum.protocol.messages import (
    Advice,
    Bye,
    ByeCode,
    Explained,
    Failure,
    ServerMessage,
    encode,
)
from fatum.server.limits import Bucket
from fatum.server.pipe import Pipe
from fatum.table.roles import Caller

CLOSE_CODES: Final[dict[ByeCode, int]] = {
    "restart": 1012,
    "moved": 4001,
    "protocol": 4002,
    "forbidden": 4003,
    "gone": 4004,
    "idle": 4008,
    "too_fast": 4029,
}


class Viewer:
    """One socket."""

    __slots__ = ("attached", "bucket", "caller", "hinting", "left", "pipe", "say")

    def __init__(self, caller: Caller, pipe: Pipe, bucket: Bucket) -> None:
        self.caller: Final = caller
        self.pipe: Final = pipe
        self.bucket: Final = bucket
        self.attached = False
        self.left = False
        """Gave the seat up and has not asked for it since: a socket, but nobody at it."""
        self.hinting = False
        self.say: Callable[[str], str] = str
        """Puts an English sentence into the viewer's language."""

    def tell(self, message: ServerMessage) -> None:
        """What is for this viewer alone, in the viewer's language."""
        self.pipe.put(encode(_spoken(message, self.say)))

    def bye(self, code: ByeCode, text: str, again: float | None = None) -> None:
        """The last message, and the end of the socket."""
        self.tell(Bye(code, text, again))
        self.pipe.close(CLOSE_CODES[code], code)


def _spoken(message: ServerMessage, say: Callable[[str], str]) -> ServerMessage:
    if isinstance(message, Failure | Advice | Bye):
        return replace(message, text=say(message.text))
    if isinstance(message, Explained) and message.reason.text is not None:
        return Explained(replace(message.reason, text=say(message.reason.text)))
    return message
