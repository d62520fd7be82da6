"""A connected device: a player's or a spectator's."""

from collections.abc import Callable, Collection
from typing import Final

from fatum.core.messages import Message
from fatum.protocol.messages import Bye, ByeCode, ServerMessage, encode
from fatum.protocol.wire_messages import to_wire
from fatum.table.roles import Caller


class Viewer:
    """One connection; ``put`` sends it a message, ``end`` closes it after all that was sent."""

    __slots__ = ("_end", "address", "attached", "caller", "closed", "device", "put")

    def __init__(
        self,
        caller: Caller,
        put: Callable[[bytes], None],
        end: Callable[[ByeCode], None],
        *,
        address: str = "",
        device: Collection[str] = (),
    ) -> None:
        self.caller: Final = caller
        self.put: Final = put
        self._end: Final = end
        self.address: Final = address
        """Who is charged for hints and, as the first at a table, for its bots."""
        self.device: Final = {*device, caller.token} - {""}
        """The tokens of all seats that the browser holds at the table, as hashes."""
        self.attached = False
        """Whether the table sends it updates."""
        self.closed = False

    def tell(self, message: ServerMessage) -> None:
        """Send a message to this viewer only."""
        self.put(encode(message))

    def bye(self, code: ByeCode, said: Message, again: float | None = None) -> None:
        """Send a last message and close the connection."""
        self.closed = True
        self.tell(Bye(code, to_wire(said), again))
        self._end(code)
