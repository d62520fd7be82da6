"""Line mode's output and input."""

import atexit
import pydoc
import shutil
import sys
import textwrap
from contextlib import suppress
from pathlib import Path
from typing import Final

HISTORY: Final = "history"
_KEPT: Final = 1000
_ENDS: Final = ".!?:…"


class PlayerLeft(Exception):
    """The player leaves before the end."""


def sentence(text: str) -> str:
    """A text that ends as a sentence does.

    >>> sentence("Stock: 3 cards"), sentence("Draw a card?")
    ('Stock: 3 cards.', 'Draw a card?')
    """
    return text if not text or text[-1] in _ENDS else f"{text}."


def say(line: str = "", indent: int = 0) -> None:
    """On a screen broken between words; whole for everything else that reads it."""
    if sys.stdout.isatty():
        line = textwrap.fill(
            line,
            shutil.get_terminal_size().columns,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    print(line, flush=True)


def page(text: str) -> None:
    """A long text, a screen at a time where there is a screen."""
    if sys.stdout.isatty() and sys.stdin.isatty():
        columns = shutil.get_terminal_size().columns
        paragraphs = (textwrap.fill(line, columns) for line in text.splitlines())
        pydoc.pager("\n".join(paragraphs))
    else:
        print(text.rstrip("\n"), flush=True)


def read() -> str:
    """One line that was typed, with single spaces.

    :raises PlayerLeft: at the end of the input.
    """
    try:
        return " ".join(input("> " if sys.stdin.isatty() else "").split())
    except EOFError:
        raise PlayerLeft from None


def edit_lines(folder: Path) -> None:
    """Let a person edit what is typed and find it again next time."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return  # this Python was built without it
    path = folder / HISTORY
    with suppress(OSError):
        readline.read_history_file(path)
    readline.set_history_length(_KEPT)
    atexit.register(_write_history, path)


def _write_history(path: Path) -> None:
    import readline

    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        readline.write_history_file(path)
        path.chmod(0o600)
