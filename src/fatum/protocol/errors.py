"""What a table refuses. A refusal changes nothing and tells nothing hidden."""

from typing import Final, Literal

from fatum.core.errors import FatumError
from fatum.core.messages import Message

Code = Literal[
    "stale",
    "illegal",
    "unreadable",
    "forbidden",
    "options",
    "seat",
    "name",
    "phase",
    "link",
    "too_fast",
    "off",
    "gone",
    "busy",
]
"""
``stale``: the move answers an old question; a snapshot follows.
``illegal``: the rules forbid the move; ``rule`` says which.
``unreadable``: no such move, seat or text.
``forbidden``: this role may not do that here.
``options``: options or settings that do not exist.
``seat``: the seat is taken, empty or missing.
``name``: an invalid name.
``phase``: too early or too late for it.
``link``: the link is used up, expired or wrong.
``too_fast``: a limit on reactions or chat.
``off``: the host has switched it off.
``gone``: there is no such table.
``busy``: the store does not answer; nothing is lost, try again.
"""


class Refused(FatumError):
    """A refused request, with a code for programs and a message for people."""

    def __init__(self, code: Code, said: Message, rule: str | None = None) -> None:
        super().__init__(said)
        self.args = (code, said, rule)
        self.code: Final = code
        self.rule: Final = rule
