"""Commands and games that do not exist, with the name that was probably meant."""

from collections.abc import Sequence
from difflib import get_close_matches

from cyclopts import App

from fatum.core.errors import FatumError

HELP = "help"


def without_help(tokens: Sequence[str]) -> list[str]:
    """``fatum help play`` is ``fatum play --help``."""
    if tokens and tokens[0] == HELP:
        return [*tokens[1:], "--help"]
    return list(tokens)


def check_names(app: App, tokens: Sequence[str]) -> None:
    """Refuse a command or a game that does not exist.

    :raises FatumError: with the name that was probably meant.
    """
    place = app
    path: list[str] = []
    for token in tokens:
        known = [name for name in place if not name.startswith("-")]
        if token.startswith("-") or not known:
            return
        if token not in known:
            raise FatumError(_sentence(path, token, [*known, *([] if path else [HELP])]))
        path.append(token)
        place = place[token]


def _sentence(path: list[str], token: str, known: list[str]) -> str:
    what = "game" if path and path[0] != "cards" else "command"
    close = get_close_matches(token, known, 1)
    if close:
        return f"there is no {what} {token!r}; did you mean {' '.join([*path, close[0]])}?"
    return f"there is no {what} {token!r}; there are {', '.join(sorted(known))}"
