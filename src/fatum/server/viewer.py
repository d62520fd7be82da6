"""Somebody connected to a table: a player's device or a spectator."""

from dataclasses import dataclass, field
from typing import Final

from fatum.protocol.messages import Bye, ByeCode, ServerMessage, encode
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


@dataclass(slots=True, eq=False)
class Viewer:
    """One socket."""

    caller: Caller
    pipe: Pipe
    bucket: Bucket
    address: str
    device: set[str] = field(default_factory=set)
    """The tokens of all seats that the browser holds at the table, as hashes."""
    attached: bool = False
    hinting: bool = False

    def __post_init__(self) -> None:
        self.device = {*self.device, self.caller.token} - {""}

    def tell(self, message: ServerMessage) -> None:
        """What is for this viewer alone."""
        self.pipe.put(encode(message))

    def bye(self, code: ByeCode, text: str, again: float | None = None) -> None:
        """The last message, and the end of the socket."""
        self.tell(Bye(code, text, again))
        self.pipe.close(CLOSE_CODES[code], code)
