"""What there is to be had: a Litestar server that only passes messages on to four sockets.

No rules, no storage, no roles: each message makes four different ones of the size of a real update,
and the next of the four is asked. Run as a program: ``python -m benchmarks.load_bare PORT``.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import msgspec
import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

SEATS: Final = 4
PADDING: Final = 700
"""Bytes, so that a message is as long as an update of Karma."""
_ENCODE: Final = msgspec.json.Encoder().encode
_DECODE: Final = msgspec.json.Decoder().decode
_tables: Final[dict[str, dict[int, WebSocket[Any, Any, Any]]]] = {}
_numbers: Final[dict[str, int]] = {}


def _message(seat: int, number: int, asked: int, key: str | None) -> str:
    view = {"hand": ["7"] * 20, "seat": seat, "rest": "x" * PADDING}
    update: dict[str, Any] = {"seq": number, "at": number, "view": view, "prompt": None}
    if key is not None:
        update["key"] = key
    if seat == asked:
        update["prompt"] = {"seq": number, "legal": ["play 7", "play 8", "take"]}
    return _ENCODE({"type": "updates", "updates": [update]}).decode()


@websocket("/{table:str}/{seat:int}")
async def play(socket: WebSocket[Any, Any, Any], table: str, seat: int) -> None:
    await socket.accept()
    await socket.receive_text()
    await socket.send_text('{"type":"snapshot"}')
    sockets = _tables.setdefault(table, {})
    sockets[seat] = socket
    if len(sockets) == SEATS:
        await sockets[0].send_text(_message(0, 0, 0, None))
    try:
        while True:
            move = _DECODE(await socket.receive_text())
            number = _numbers[table] = _numbers.get(table, 0) + 1
            asked = number % SEATS
            for other, target in sockets.items():
                key = move["key"] if other == seat else None
                await target.send_text(_message(other, number, asked, key))
    except WebSocketDisconnect:
        sockets.pop(seat, None)


def main(port: int) -> None:
    app = Litestar([play], openapi_config=None, logging_config=None)
    uvicorn.run(
        app,
        port=port,
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="error",
        access_log=False,
        backlog=2048,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
