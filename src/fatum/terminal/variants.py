"""The variants that a table is played with, in words."""

from collections.abc import Mapping
from typing import Final

from fatum.core.options import Options
from fatum.terminal.wording import Wording

_TEXTS: Final[Mapping[tuple[str, object], str]] = {
    ("foresight", True): "karma.variant.foresight",
    ("table_card_follow_up", "free"): "karma.variant.free",
    ("side", "B"): "allin.variant.sideB",
    ("discard", "shadows"): "allin.variant.shadows",
    ("discard", "closed_eye"): "allin.variant.closed_eye",
    ("heirs", True): "allin.variant.heirs",
}


def variant_lines(wording: Wording, options: Options) -> list[str]:
    """A sentence about each variant, in the words of the browser."""
    chosen = options.to_dict()
    return [wording.text(key) for (name, value), key in _TEXTS.items() if chosen.get(name) == value]
