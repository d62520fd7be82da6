"""The progress bar of long commands."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(total: int, what: str = "games", title: str = "") -> Iterator[Callable[[int], None]]:
    """A bar on standard error if that is a terminal; yields a function that takes the progress."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), what, TimeRemainingColumn())
    # A bar with a title is one of several, and stays.
    shown = Progress(title, *columns, console=Console(stderr=True), transient=not title)
    with shown:
        task = shown.add_task("", total=total)
        yield lambda done: shown.update(task, completed=done)
