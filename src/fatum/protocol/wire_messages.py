"""Messages on the wire: a key and values. No finished sentence is ever sent."""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from fatum.core.messages import PLAIN, TERMS, Message, Term, Value, declared

_REF: Final = "#/$defs/"
WIRE_VALUE: Final[dict[str, Any]] = {
    "description": (
        "A number; a text that is never translated, such as a name; a card, a seat or a move;\n"
        "a message; or a list of these."
    ),
    "anyOf": [
        {"type": "integer"},
        {"type": "string"},
        *(
            {
                "type": "object",
                "properties": {kind: {"type": "string"}},
                "required": [kind],
                "additionalProperties": False,
            }
            for kind in TERMS
        ),
        {"$ref": _REF + "WireMessage"},
        {"type": "array", "items": {"$ref": _REF + "WireValue"}},
    ],
}
"""The schema of a value. msgspec's unions cannot tell a term from a message."""
WireValue = Annotated[Any, Meta(extra_json_schema={"$ref": _REF + "WireValue"})]


class WireMessage(Struct, frozen=True, omit_defaults=True):
    """Something said: the key of its text in the catalogues, and what fills it."""

    key: str
    values: dict[str, WireValue] = {}


def to_wire(message: Message) -> WireMessage:
    """A message as it is sent.

    >>> from fatum.core.messages import Declared, seat
    >>> taken = Declared("doctest.taken", "{seat} is taken")
    >>> to_wire(taken(seat=seat(1)))
    WireMessage(key='doctest.taken', values={'seat': {'seat': 'P2'}})
    """
    return WireMessage(**message.to_wire())  # type: ignore[arg-type]


def from_wire(wire: WireMessage) -> Message:
    """A message that was sent; one whose key is not known here says its key.

    >>> from fatum.core.messages import Declared, seat
    >>> taken = Declared("doctest.taken", "{seat} is taken")
    >>> str(from_wire(to_wire(taken(seat=seat(1)))))
    'P2 is taken'
    """
    template = declared().get(wire.key)
    if template is None:
        return PLAIN(text=wire.key)
    return template(**{name: _value(value) for name, value in wire.values.items()})


def _value(value: Any) -> Value:
    if isinstance(value, list):
        return tuple(_value(each) for each in value)
    if not isinstance(value, dict):
        return value if isinstance(value, int) else str(value)
    if "key" in value:
        return from_wire(WireMessage(value["key"], value.get("values", {})))
    kind = next(kind for kind in TERMS if kind in value)
    return Term(kind, value[kind])
