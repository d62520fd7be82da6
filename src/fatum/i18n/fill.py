"""Placeholders such as ``{count}`` in texts."""

import re
from collections.abc import Mapping
from typing import Final

_PLACEHOLDER: Final = re.compile(r"\{([A-Za-z_]\w*)\}")


def fill(template: str, values: Mapping[str, object]) -> str:
    """Put the values in; a placeholder without a value stays, so that it is seen."""
    return _PLACEHOLDER.sub(
        lambda found: str(values[found[1]]) if found[1] in values else found[0], template
    )


def placeholders(template: str) -> list[str]:
    return _PLACEHOLDER.findall(template)


def split(template: str) -> list[str]:
    """Literal text and names of placeholders in turn, beginning and ending with a literal."""
    return _PLACEHOLDER.split(template)
