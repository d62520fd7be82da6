"""``fatum`` without a command: a server for this machine alone, and the browser on it."""

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

_QUIET: Final = {f"{PREFIX}LOG_LEVEL": "warning", f"{PREFIX}LOG_FORMAT": "text"}
"""Players want to see a game, not a log."""


def start() -> int:
    from fatum.server.api import client_files

    if not client_files.is_built():
        raise FatumError(
            "the browser client was not built into this package; "
            "play in the terminal: fatum play karma"
        )
    from fatum.server.run import run

    settings = read_settings({}, {**_QUIET, **os.environ})

    def ready(addresses: list[str]) -> None:
        say_ready(addresses)
        print("Ctrl-C stops it; games are kept.", flush=True)
        if _has_browser():
            # In a thread, as some browsers block the caller.
            threading.Thread(target=webbrowser.open, args=addresses[:1], daemon=True).start()

    where = settings.store or default_store()
    prepare_folder(where)
    try:
        run(settings, where, ready)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        run(replace(settings, port=0), where, ready)
    return DONE


def _has_browser() -> bool:
    """Whether there is a screen for it. Python would also start a browser inside the terminal."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
