"""Run a server until it is told to stop."""

import asyncio
import gc
import socket
import ssl
import sys
from collections.abc import Callable

import uvicorn

import fatum
from fatum.core.extras import need
from fatum.protocol.messages import LARGEST
from fatum.server.app import build
from fatum.server.ops import logging_setup
from fatum.server.ops.addresses import own_addresses
from fatum.server.ops.watchdog import Watchdog
from fatum.server.process import ServerProcess
from fatum.server.realtime.connections import Connections, Rates
from fatum.server.realtime.uvicorn_protocols import Server, protocols
from fatum.server.settings import InvalidSettings, Settings, split
from fatum.table import logger

BACKLOG = 2048


def run(settings: Settings, where: str, ready: Callable[[list[str]], None]) -> None:
    """Serve; ``ready`` is told the addresses as soon as people can come."""
    if settings.redis:
        need("redis", "--redis", "server")
    _check_certificate(settings)
    logging_setup.set_up(settings.log_level, settings.log_format)
    with _listen(settings) as listening, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, where, listening, ready))


def _check_certificate(settings: Settings) -> None:
    if not settings.certificate:
        return
    try:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(settings.certificate, settings.certificate_key)
    except OSError as error:  # those of ssl among them
        reason = error.strerror if isinstance(error, FileNotFoundError) else str(error)
        raise InvalidSettings(
            f"cannot use the certificate {settings.certificate} with the key "
            f"{settings.certificate_key}: {reason}"
        ) from None


async def _serve(
    settings: Settings, where: str, listening: socket.socket, ready: Callable[[list[str]], None]
) -> None:
    async with ServerProcess.open(settings, where) as server:
        connections = _connections(settings, server)
        config = uvicorn.Config(
            build(server),
            **protocols(connections),
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

        def started() -> None:
            logger.info("started", version=fatum.__version__, compiled=fatum.compiled)
            _settle_memory()
            ready(addresses)

        async def stopping() -> None:
            logger.info("stopping", rooms=len(server.tables.live))
            await server.say_goodbye()

        beside = [
            asyncio.create_task(connections.run(), name="fatum connections"),
            asyncio.create_task(Watchdog(server.metrics.loop_lag).run(), name="fatum watchdog"),
        ]
        try:
            await Server(config, started, stopping).serve(sockets=[listening])
        finally:
            for task in beside:
                task.cancel()
        logger.info("stopped")


def _connections(settings: Settings, server: ServerProcess) -> Connections:
    rate = settings.messages_per_second
    # Each may be a socket or wait for a request; the rest is for files and other processes.
    wanted = 2 * settings.connections + 200
    if (allowed := allow_open_files(wanted)) < wanted:
        logger.warning("the system allows too few open files", allowed=allowed, wanted=wanted)
    return Connections(
        server.limits,
        # Control frames and parts of messages count like messages. Who sends too many messages is
        # told so before this limit ends the socket.
        Rates(4 * rate, 8 * rate + 100),
        most=settings.connections,
        per_address=settings.connections_per_address,
        unread_per_address=settings.unread_bytes_per_address,
        proxies=split(settings.proxies),
    )


def allow_open_files(wanted: int) -> int:
    """Raise the limit of open files if the system allows it; returns the limit."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft


def _settle_memory() -> None:
    """Freeze what is loaded, and collect garbage in small steps, because each pauses all tables."""
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
