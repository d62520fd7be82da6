"""WebSocket conformance: Autobahn's cases against an echo on the server's own socket stack.

``python -m tests.server.autobahn`` runs sections 1 to 7 and 10 and fails unless every case passes.
The limits on size and frames are lifted; some cases send more than a client of ours may.
"""

import asyncio
import collections
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

import uvicorn
from tests.server.packages import install

from fatum.server.ops.limits import Limits, Unread
from fatum.server.realtime.connections import Connections, Rates
from fatum.server.realtime.send_queue import SendQueue
from fatum.server.realtime.uvicorn_protocols import protocols, socket_of
from fatum.server.run import _loop_factory

SECTIONS = [f"{section}.*" for section in (1, 2, 3, 4, 5, 6, 7, 10)]
LIFTED = 2**40


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Texts leave as those of a table do, the rest through ASGI."""
    assert socket_of(send) is not None
    pipe = SendQueue(send, Unread(Limits(), LIFTED, LIFTED))
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        if "text" in event:
            pipe.put(event["text"].encode())
            await pipe.flush()
        else:
            await send({"type": "websocket.send", "bytes": event["bytes"]})


async def serve(listening: socket.socket) -> None:
    connections = Connections(
        Limits(), Rates(LIFTED, LIFTED), most=1000, per_address=1000, unread_per_address=LIFTED
    )
    config = uvicorn.Config(
        echo,
        **protocols(connections),
        lifespan="off",
        log_level="warning",
        ws_max_size=2**26,
        ws_per_message_deflate=False,
    )
    await uvicorn.Server(config).serve(sockets=[listening])


async def run(port: int) -> bool:
    from kosoku import FailureError, run_fuzzingclient  # type: ignore[import-not-found]

    try:
        results = await run_fuzzingclient(f"127.0.0.1:{port}", SECTIONS)
    except FailureError as failure:
        results = failure.results
    verdicts = collections.Counter(result.behavior.value for result in results)
    print(f"{len(results)} cases:", ", ".join(f"{n} {name}" for name, n in verdicts.items()))
    for result in results:
        if not result.passed:
            print(f"{result.case_id}: {result.behavior.value}, {result.behavior_close.value}")
            print(f"  {result.result} {result.result_close}")
    return len(results) > 200 and all(result.passed for result in results)


async def main() -> bool:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.set_inheritable(True)
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.server.autobahn", str(listening.fileno())),
            pass_fds=[listening.fileno()],
        )
        try:
            return await run(listening.getsockname()[1])
        finally:
            server.terminate()
            await server.wait()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(serve(socket.socket(fileno=int(sys.argv[1]))))
    else:
        with tempfile.TemporaryDirectory() as folder:
            install(Path(folder), "kosoku")
            sys.path.append(folder)
            sys.exit(0 if asyncio.run(main()) else 1)
