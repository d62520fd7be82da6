"""Errors of Fatum. Each message is one sentence that a person can act on."""

from typing import Final

from fatum.core.messages import Message, message


def shown(value: object, longest: int = 200) -> str:
    """A value as an error message quotes it, whatever it is."""
    try:
        text = repr(value)
    except Exception:  # anybody's __repr__, or a number too long to write
        text = f"an object of type {type(value).__name__}"
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


class FatumError(Exception):
    """Base of all errors caused by input, not by a bug.

    Takes a message or, where nobody translates it, a plain English text.
    """

    def __init__(self, said: Message | str) -> None:
        super().__init__(said)
        self.message: Final = message(said)
        """What is wrong, to be put into words where it is shown."""

    def __str__(self) -> str:
        return str(self.message)


class InvalidMove(FatumError):
    """A move that cannot be read, or that does not exist in the game."""


class IllegalMove(FatumError):
    """A readable move that the rules do not allow now."""

    def __init__(self, rule: str, said: Message | str) -> None:
        super().__init__(said)
        self.args = (rule, said)  # with which it is made again in another process
        self.rule: Final = rule
        """The number of the rule, such as ``K6``."""

    @property
    def reason(self) -> str:
        """Why the move is not allowed, in English."""
        return str(self.message)

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


class InvalidOptions(FatumError):
    """An unknown option, or a value that is not allowed."""


class InvalidState(FatumError):
    """A state that cannot exist, such as one with a card too many."""


class InvalidRecord(FatumError):
    """A record that cannot be read or does not follow from the rules."""
