"""``fatum`` without a command: a server for this machine alone, and the browser on it."""

import asyncio
import errno
import os
import sys
import threading
import webbrowser
from dataclasses import replace
from typing import Final

from fatum.cli import DONE
from fatum.cli.serve import default_store, prepare_folder, say_ready
from fatum.core.errors import FatumError
from fatum.server.settings import PREFIX, read_settings
from fatum.terminal.saves import saves_folder
from fatum.terminal.sitting import Sitting

_QUIET: Final = {f"{PREFIX}LOG_LEVEL": "warning", f"{PREFIX}LOG_FORMAT": "text"}
"""Log only warnings: this runs for players."""


def start(path: str = "") -> int:
    """Serve until Ctrl-C, with the browser open at this path."""
    check_client()
    from fatum.server.run import run

    settings = read_settings({}, {**_QUIET, **os.environ})

    def ready(addresses: list[str]) -> None:
        say_ready([addresses[0] + path, *addresses[1:]])
        print("Ctrl-C stops it; games are kept.", flush=True)
        if _has_browser():
            # In a thread, because some browsers block the caller.
            where = addresses[0] + path
            threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()

    where = settings.store or default_store()
    prepare_folder(where)
    try:
        run(settings, where, ready)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        run(replace(settings, port=0), where, ready)
    return DONE


def check_client() -> None:
    """:raises FatumError: if there is nothing for a browser to show."""
    from fatum.server.api import client_files

    if not client_files.is_built():
        raise FatumError(
            "the browser client was not built into this package; "
            "play in the terminal: fatum play karma"
        )


def continue_in_browser(sitting: Sitting) -> int:
    """Hand a local game over to the server of this machine, and open it there."""
    from fatum.cli.handover import hand_over

    check_client()
    where = read_settings({}, os.environ).store or default_store()
    prepare_folder(where)
    path = asyncio.run(hand_over(where, sitting.facts))
    # From now on the game is the server's: two copies would go different ways.
    if sitting.path.parent == saves_folder():
        sitting.path.unlink(missing_ok=True)
    return start(path)


def _has_browser() -> bool:
    """Whether there is a screen for it. Python would also start a browser inside the terminal."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
