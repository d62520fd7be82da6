"""Start-up of a bot process."""

import os
import threading
from multiprocessing import connection, parent_process


def prepare(nice: int) -> None:
    if hasattr(os, "nice"):
        os.nice(nice)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
