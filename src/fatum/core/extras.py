"""Libraries that not every installation has."""

from importlib import import_module
from typing import Any

from fatum.core.errors import FatumError


def need(library: str, what: str, extra: str) -> Any:
    """Import a library, or raise the sentence that says how to get it.

    >>> need("json", "a list", "server").dumps([])
    '[]'
    >>> need("no_such_library", "--redis", "server")
    Traceback (most recent call last):
    ...
    fatum.core.errors.FatumError: --redis needs the extra "server": pip install 'fatum-cards[server]'
    """
    try:
        return import_module(library)
    except ImportError:
        install = f"pip install 'fatum-cards[{extra}]'"
        raise FatumError(f'{what} needs the extra "{extra}": {install}') from None
