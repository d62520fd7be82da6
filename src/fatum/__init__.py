"""Fatum: two card games of fate, complete and playable anywhere."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    compiled: bool
    """Whether the rules run as C rather than as plain Python."""


def __getattr__(name: str) -> bool:
    if name != "compiled":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    spec = find_spec("fatum.core.rng")
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")
