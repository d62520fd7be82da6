"""Run a server until it is told to stop."""

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn

import fatum
from fatum.core.extras import need
from fatum.protocol.messages import LARGEST
from fatum.server import logs
from fatum.server.addresses import own_addresses
from fatum.server.app import build
from fatum.server.house import House
from fatum.server.settings import Settings, split
from fatum.server.wire import Wire

BACKLOG = 2048


def run(settings: Settings, where: str, ready: Callable[[list[str]], None]) -> None:
    """Serve; ``ready`` is told the addresses as soon as people can come."""
    if settings.redis:
        need("redis", "--redis", "server")
    logs.set_up(settings.log_level, settings.log_format)
    with _listen(settings) as listening, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, where, listening, ready))


async def _serve(
    settings: Settings, where: str, listening: socket.socket, ready: Callable[[list[str]], None]
) -> None:
    async with House.open(settings, where) as house:
        config = uvicorn.Config(
            build(house),
            ws=Wire,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            backlog=BACKLOG,
            # Somewhat more than the protocol allows, so that too much gets an answer.
            ws_max_size=4 * LARGEST,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            ws_per_message_deflate=False,
            h11_max_incomplete_event_size=32 * 1024,
            timeout_graceful_shutdown=max(1, round(settings.stop_seconds)),
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=split(settings.proxies) or None,
            ssl_certfile=settings.certificate or None,
            ssl_keyfile=settings.certificate_key or None,
        )
        addresses = own_addresses(settings, listening.getsockname()[1])
        server = _Server(config, house, lambda: ready(addresses))
        await server.serve(sockets=[listening])
        logs.info("stopped")


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, house: House, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._house = house
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Unlike uvicorn's own, it does not raise the signal again: there is more to be closed."""
        known = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in known.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        logs.info("started", version=fatum.__version__, compiled=fatum.compiled)
        _settle_memory()
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logs.info("stopping", rooms=len(self._house.rooms))
        await self._house.say_goodbye()
        await super().shutdown(sockets)


def _settle_memory() -> None:
    """What is there now stays. Look for garbage in small steps: each stops everybody's moves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(3_000, 10, 50)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    return socket.create_server(
        (settings.host, settings.port), family=family, backlog=BACKLOG, reuse_port=False
    )


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop
