"""Seats and their tokens."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Final

from fatum.protocol.snapshots import Kind

Entropy = Callable[[int], bytes]
"""A source of random bytes: ``secrets.token_bytes``, or a test's own."""

TOKEN_BYTES: Final = 32
STAND_IN: Final = "greedy"
"""The level of a bot that takes over for an absent player."""

# Letters and digits that are not confused when read out.
_CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH: Final = 8
DEVICE: Final = "0"
"""The first letter of the code of a table without a server, which no server uses."""
CODE_PATTERN: Final = f"[{_CODE_LETTERS}]{{{CODE_LENGTH}}}"


def new_token(entropy: Entropy = secrets.token_bytes) -> str:
    """A random secret of 43 letters."""
    return urlsafe_b64encode(entropy(TOKEN_BYTES)).rstrip(b"=").decode()


def token_from(secret: str) -> str:
    """A token derived from a secret."""
    return new_token(lambda _: hashlib.sha256(b"seat:" + secret.encode()).digest())


def hash_token(token: str) -> str:
    """What is stored instead of a token. Tokens are long and random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_code(entropy: Entropy = secrets.token_bytes, first: str = "") -> str:
    """A table's code: short enough to read out, too long to guess.

    ``first`` replaces its first letter, such as ``DEVICE``.
    """
    number = int.from_bytes(entropy(16), "big")
    letters: list[str] = []
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(_CODE_LETTERS))
        letters.append(_CODE_LETTERS[place])
    return first + "".join(letters[len(first) :])


def first_of(code: str) -> str:
    """What the code of a rematch begins with, so that it is on the same device."""
    return DEVICE if code.startswith(DEVICE) else ""


class TableSeat:
    """A place at the table and who sits there."""

    __slots__ = (
        "away_since",
        "hurry",
        "kind",
        "left",
        "level",
        "link",
        "link_until",
        "muted",
        "name",
        "rematch",
        "removed",
        "said",
        "stand_in",
        "timeouts",
        "token",
    )

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.kind: Kind = "empty"
        self.name = ""
        self.level = ""
        self.token = ""
        self.away_since: int | None = None
        self.left = False
        """Given up by its player, so that a connected device does not count for it."""
        self.stand_in = False
        """A bot plays for an absent person."""
        self.timeouts = 0
        """Timeouts in a row."""
        self.link = ""
        self.link_until = 0
        self.hurry = False
        """Wants the bots to finish quickly."""
        self.rematch = False
        self.muted = False
        """Muted by the host: no reactions and no chat."""
        self.removed = False
        """A bot has the seat of somebody whom the host has removed."""
        self.said: list[int] = []
        """When the last reactions and chat lines were, for their limit."""

    @property
    def here(self) -> bool:
        """A person who is connected and plays for themselves."""
        return self.kind == "person" and self.away_since is None and not self.stand_in

    @property
    def missed(self) -> bool:
        """A person who is noted as away."""
        return self.kind == "person" and self.away_since is not None

    @property
    def automatic(self) -> bool:
        return self.stand_in or self.kind == "bot"

    @property
    def bot_level(self) -> str:
        return self.level if self.kind == "bot" else STAND_IN
