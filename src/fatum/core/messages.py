"""Messages for people: a key and values, put into words where they are shown.

A message is declared once, with its English text; calling the declaration fills it in::

    >>> MISFIT = Declared("doctest.misfit", "{card} does not fit; you need {wanted}")
    >>> said = MISFIT(card=card("7"), wanted=9)
    >>> str(said)
    '7 does not fit; you need 9'
    >>> said.to_wire()
    {'key': 'doctest.misfit', 'values': {'card': {'card': '7'}, 'wanted': 9}}

Other languages are found at the edge, by the key: see ``fatum.i18n``.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

_PLACEHOLDER: Final = re.compile(r"\{([a-z_]\w*)\}")

CARD: Final = "card"
SEAT: Final = "seat"
MOVE: Final = "move"
TERMS: Final = (CARD, SEAT, MOVE)


class Term:
    """A card, a seat or a move in its notation. Each edge has its own name for it."""

    def __init__(self, kind: str, text: str) -> None:
        self.kind: Final = kind
        """``card``, ``seat`` or ``move``."""
        self.text: Final = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{self.kind}({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Term) and (self.kind, self.text) == (other.kind, other.text)

    def __hash__(self) -> int:
        return hash((self.kind, self.text))


def card(text: str) -> Term:
    """A card such as ``JM``."""
    return Term(CARD, text)


def seat(number: int) -> Term:
    """A seat by its number: ``0`` is ``P1``."""
    return Term(SEAT, f"P{number + 1}")


def move(text: str) -> Term:
    """A move such as ``play JM``."""
    return Term(MOVE, text)


Value: TypeAlias = "int | str | Term | Message | tuple[Value, ...]"
"""A number; a text that is never translated, such as a name; a term; a message; or a list of these."""


def placeholders(text: str) -> list[str]:
    """The names of the values that a text needs."""
    return _PLACEHOLDER.findall(text)


class Declared:
    """A message as it stands in the code: its key and its English text.

    A text that depends on a number has two forms, ``one`` for exactly one and ``other``; the number
    is the value called ``count``.
    """

    def __init__(self, key: str, text: str, other: str = "") -> None:
        self.key: Final = key
        self.text: Final = text
        """The English text; for counted messages, the form for one."""
        self.other: Final = other
        """The English text for any count but one, empty if the message counts nothing."""
        self.names: Final = frozenset(placeholders(text + other)) | ({"count"} if other else set())
        """The values that it needs."""
        known = _declared.setdefault(key, self)
        if (known.text, known.other) != (text, other):
            raise ValueError(f"the message {key!r} is declared twice with different texts")

    def __call__(self, **values: Value) -> "Message":
        return Message(self, values)

    def form(self, values: "Mapping[str, Value]") -> str:
        """The English text in the form that goes with these values."""
        return self.text if self.other == "" or values.get("count") == 1 else self.other

    def __repr__(self) -> str:
        return f"Declared({self.key!r}, {self.text!r})"


_declared: Final[dict[str, Declared]] = {}


def declare(prefix: str, texts: Mapping[str, str | tuple[str, str]]) -> dict[str, Declared]:
    """Many messages at once; a text that counts is a pair of the forms for one and for others.

    >>> runes = declare("doctest.runes", {"won": ("{count} rune", "{count} runes")})
    >>> str(runes["won"](count=3)), runes["won"].key
    ('3 runes', 'doctest.runes.won')
    """
    found: dict[str, Declared] = {}
    for name, text in texts.items():
        one, other = (text, "") if isinstance(text, str) else text
        found[name] = Declared(f"{prefix}.{name}", one, other)
    return found


def declared() -> Mapping[str, Declared]:
    """Every message of the modules imported so far, by its key."""
    return _declared


class Message:
    """A declaration with its values. ``str()`` gives the English text."""

    def __init__(self, template: Declared, values: dict[str, Value]) -> None:
        self.template: Final = template
        self.values: Final = values

    @property
    def key(self) -> str:
        return self.template.key

    def __str__(self) -> str:
        return fill(self.template.form(self.values), self.values, in_english)

    def __repr__(self) -> str:
        return f"<Message {self.key} {str(self)!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.key, self.values) == (other.key, other.values)

    def __hash__(self) -> int:
        return hash(self.key)

    def to_wire(self) -> dict[str, object]:
        """Plain data: ``key`` and, where there are any, ``values``."""
        wire: dict[str, object] = {"key": self.key}
        if self.values:
            wire["values"] = {name: _to_wire(value) for name, value in self.values.items()}
        return wire


PLAIN: Final = Declared("plain", "{text}")
"""A text without translations, for plug-ins that have no catalogue."""


def message(said: "Message | str") -> Message:
    """The message itself, or a text wrapped in one without translations."""
    return said if isinstance(said, Message) else PLAIN(text=said)


def _to_wire(value: Value) -> object:
    if isinstance(value, Message):
        return value.to_wire()
    if isinstance(value, Term):
        return {value.kind: value.text}
    if isinstance(value, tuple):
        return [_to_wire(each) for each in value]
    return value


def in_english(value: Value) -> str:
    """A value as ``str()`` of a message says it; lists are separated by commas."""
    if isinstance(value, tuple):
        return ", ".join([in_english(each) for each in value])
    return str(value)


def fill(text: str, values: Mapping[str, Value], word: Callable[[Value], str]) -> str:
    """A text with its placeholders filled; one without a value stays, so that it is seen."""
    parts = _PLACEHOLDER.split(text)
    for place in range(1, len(parts), 2):
        name = parts[place]
        parts[place] = word(values[name]) if name in values else "{" + name + "}"
    return "".join(parts)
