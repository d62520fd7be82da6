"""uvicorn's WebSocket with a short way out for text, and a door that stays open.

A server that tells four people about each move sends four fifths of its messages itself. On the
ordinary way each of them is an ASGI event, a coroutine, a decoded and encoded text, a frame object
and a list of bytes to be joined; all that comes out is a header of a few bytes before the text. And
where uvicorn stops and starts reading with every message, here only a client that sends many at once
has to wait.
"""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

UNREAD: Final = 8
"""Messages of one client that may wait for their turn; until then its socket is read."""
_SHORT: Final = 126
_LONG: Final = 0x10000
_TEXT: Final = 0x81
"""A text that is complete in this frame."""


class Wire(WebSocketsSansIOProtocol):
    """One socket."""

    def send_receive_event_to_app(self) -> None:
        """Take a message in, without shutting the door behind each of them."""
        if not self.read_paused and self.queue.qsize() < UNREAD:
            # Whoever is paused is not paused again.
            self.read_paused = True
            super().send_receive_event_to_app()
            self.read_paused = False
        else:
            super().send_receive_event_to_app()

    def push(self, text: bytes) -> bool:
        """Send this now; ``False`` if nothing was sent and it must go the ordinary way.

        That is so before the handshake and after the end, when the client does not read, and
        where an extension would have to change the frame.
        """
        connection = self.conn
        if (
            self.close_sent
            or self.disconnected
            or connection.state is not State.OPEN
            or connection.extensions
            or not self.writable.is_set()
        ):
            return False
        self.transport.write(frame(text))
        return True


def frame(text: bytes) -> bytes:
    """A text frame as servers send it: without a mask."""
    size = len(text)
    if size < _SHORT:
        return bytes((_TEXT, size)) + text
    if size < _LONG:
        return bytes((_TEXT, 126, size >> 8, size & 0xFF)) + text
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + text


def wire_of(send: Any) -> Wire | None:
    """The socket whose ``send`` this is, unless another server runs the application."""
    owner = getattr(send, "__self__", None)
    return owner if isinstance(owner, Wire) else None
