"""Messages round-trip; whatever is not exactly one of them is refused with a clear answer."""

import json
import random
import re
import string
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatum.core.messages import PLAIN, Declared, card, move, seat
from fatum.protocol import messages as m
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.snapshots import Reason, Snapshot, Update
from fatum.protocol.table_settings import Change, TableSettings
from fatum.protocol.wire_messages import WireMessage, from_wire, to_wire

MISFIT: Final = Declared("test.misfit", "{card} does not fit, {name}")
CLIENT: Final[list[m.ClientMessage]] = [
    m.Hello(2),
    m.Hello(2, 17),
    m.Resync(),
    m.Resync(3),
    m.Ping(5),
    m.Explain("play 9 x2"),
    m.Hint(),
    r.MakeMove("play 9", 17, key="a-1"),
    r.Back(),
    r.Leave(),
    r.React("wow"),
    r.Chat("žluťoučký kůň", key="k"),
    r.Rematch(),
    r.Hurry(key="h"),
    r.Link(),
    r.Start(),
    r.Start("hard"),
    r.AddBot("hard", "P2", "Hal"),
    r.Remove("P3"),
    r.LetIn("Bob"),
    r.Mute("P2"),
    r.Mute("P2", muted=False),
    r.MakeHost("P2"),
    r.StandIn("P3"),
    r.EndGame(key="e"),
    r.Configure({"players": 3}),
    r.Rule(Change(move_time=None, chat=True)),
    r.Close(),
]
SAID: Final = WireMessage(
    "doctest.said",
    {
        "count": 3,
        "name": "Ann shows Bob 3.",
        "who": {"seat": "P2"},
        "cards": [{"card": "7"}, {"card": "GP"}],
        "move": {"move": "play 9"},
        "wanted": {"key": "doctest.wanted"},
    },
)
SERVER: Final[list[m.ServerMessage]] = [
    m.Welcome(1, "0.1.0", 5, 25),
    m.Updates([Update(1, 2)]),
    m.Ack("k", 3),
    m.Explained(Reason("take", False, "K6", SAID)),
    m.Advice(3, "take", SAID),
    m.NewLink("x" * 43),
    m.Presence(["P1"], 2),
    m.Pong(1, 2),
    m.Failure("illegal", SAID, "K6", "k"),
    m.Bye("restart", SAID, 1.5),
]


def kind(message: object) -> str:
    return str(msgspec.to_builtins(message)["type"])


@pytest.mark.parametrize("message", CLIENT, ids=kind)
def test_client_messages_round_trip(message: m.ClientMessage) -> None:
    assert m.read_client(m.encode(message)) == message
    assert m.read_client(m.encode(message).decode()) == message


@pytest.mark.parametrize("message", SERVER, ids=kind)
def test_server_messages_round_trip(message: m.ServerMessage) -> None:
    assert m.read_server(m.encode(message)) == message


def test_every_message_is_tested() -> None:
    assert {type(message) for message in CLIENT} == set(get_args(m.ClientMessage))
    assert {type(message) for message in SERVER} | {m.Picture} == set(get_args(m.ServerMessage))


def test_seats_tokens_are_not_for_the_socket() -> None:
    for message in (r.Sit("Ann"), r.Claim("x" * 43), r.Away()):
        with pytest.raises(m.BadMessage):
            m.read_client(msgspec.json.encode(message))


BAD: Final = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"17",
    b'"hello"',
    b"{}",
    b"\xff\xfe",
    b"\x00",
    b'{"type":"hello"}',
    b'{"type":"hello","protocol":"1"}',
    b'{"type":"hello","protocol":1,"seq":-1}',
    b'{"type":"hello","protocol":1,"extra":1}',
    b'{"type":"nothing"}',
    b'{"type":17}',
    b'{"type":"move","move":"take"}',
    b'{"type":"move","move":17,"answers":1}',
    b'{"type":"move","move":"","answers":1}',
    b'{"type":"move","move":"take","answers":1.5}',
    b'{"type":"move","move":"take","answers":1,"seat":"P1"}',
    b'{"type":"move","move":"take","answers":1,"key":"bad key"}',
    b'{"type":"move","move":"take","answers":99999999999999999999999999}',
    b'{"type":"move","move":"' + b"x" * 41 + b'","answers":1}',
    b'{"type":"chat","text":"' + b"x" * 301 + b'"}',
    b'{"type":"chat","text":""}',
    b'{"type":"chat","text":"\\ud800"}',
    b'{"type":"react","what":"bomb"}',
    b'{"type":"remove","seat":"P0"}',
    b'{"type":"remove","seat":"P100"}',
    b'{"type":"remove","seat":0}',
    b'{"type":"add_bot","level":"../../etc"}',
    b'{"type":"rule","settings":{"move_time":1}}',
    b'{"type":"rule","settings":{"secret":true}}',
    b'{"type":"rule","settings":{"grace":"60"}}',
    b'{"type":"configure","options":[]}',
    b'{"type":"configure","options":' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}",
    b'{"type":"configure","options":' + b"[" * 7000 + b"]" * 7000 + b"}",
    b'{"type":"chat","text":"x"}' + b" " * m.LARGEST,
    b'{"type":"ping"}{"type":"ping"}',
]


@pytest.mark.parametrize("data", BAD, ids=lambda data: str(data[:40]))
def test_bad_input_is_refused(data: bytes) -> None:
    with pytest.raises(m.BadMessage) as bad:
        m.read_client(data)
    error = bad.value.error
    assert error.code in {"malformed", "too_large"} or data == b'{"type":"nothing"}'
    assert 0 < len(str(from_wire(error.message))) < 300
    assert error.message.key.startswith("server.message.")
    m.read_server(m.encode(error))


@pytest.mark.parametrize(
    ("data", "code", "id"),
    [
        (b'{"type":"dance","steps":[1,2],"id":7}', "unknown", 7),
        (b'{"type":"dance"}', "unknown", None),
        (b'{"type":"dance","id":"x"}', "malformed", None),
        (b'{"type":"ping","n":-1,"id":7}', "malformed", 7),
        (b'{"type":"","id":7}', "malformed", 7),
        (b'{"type":"dance","steps":' + b"[" * 7000 + b"]" * 7000 + b"}", "malformed", None),
    ],
)
def test_unknown_kinds_are_told_apart(data: bytes, code: str, id: int | None) -> None:  # noqa: A002
    with pytest.raises(m.BadMessage) as bad:
        m.read_client(data)
    assert (bad.value.error.code, bad.value.error.id) == (code, id)


def test_refusals_become_messages() -> None:
    said = from_wire(SAID)
    assert m.refused(Refused("illegal", said, "K6"), "") == m.failure("illegal", said, rule="K6")
    failure = m.refused(Refused("stale", MISFIT(card=card("7"), name="Ann shows Bob 3.")), "k")
    assert (failure.code, failure.rule, failure.key) == ("stale", None, "k")
    assert msgspec.to_builtins(failure.message) == {
        "key": "test.misfit",
        "values": {"card": {"card": "7"}, "name": "Ann shows Bob 3."},
    }


def test_messages_are_the_same_after_the_wire() -> None:
    said = MISFIT(card=(card("7"), seat(1), move("take")), name=MISFIT(card=5, name="{card}"))
    assert (
        from_wire(msgspec.json.decode(msgspec.json.encode(to_wire(said)), type=WireMessage)) == said
    )
    assert msgspec.json.encode(to_wire(PLAIN())) == b'{"key":"plain"}'
    assert str(from_wire(WireMessage("nobody.knows", {"x": 1}))) == "nobody.knows"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(_JSON)
def test_any_json(value: Any) -> None:
    _never_crashes(json.dumps(value).encode())


@given(st.sampled_from(CLIENT), _JSON, st.data())
def test_messages_with_one_field_spoiled(message: Any, value: Any, data: st.DataObject) -> None:
    fields = msgspec.to_builtins(message)
    fields[data.draw(st.sampled_from(sorted(fields)))] = value
    _never_crashes(json.dumps(fields).encode())


def test_spoiled_bytes() -> None:
    rng = random.Random(1)
    texts = [m.encode(message) for message in CLIENT]
    letters = string.printable.encode()
    for _ in range(5000):
        data = bytearray(rng.choice(texts))
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(data))
            data[place : place + rng.randrange(2)] = bytes(
                rng.choice([rng.choice(letters), rng.randrange(256)]) for _ in range(2)
            )
        _never_crashes(bytes(data))


def _never_crashes(data: bytes) -> None:
    try:
        message = m.read_client(data)
    except m.BadMessage as bad:
        m.encode(bad.error)
    else:
        assert m.read_client(m.encode(message)) == message


PROTOCOL: Final = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def documented(after: str) -> dict[str, str]:
    """The first table after a text: its first column, and the one beside it."""
    table = PROTOCOL.partition(after)[2].partition("|---")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| `(\w+)` \|([^|]*)\|", table, re.MULTILINE))


@pytest.mark.parametrize(
    ("heading", "messages"),
    [("## From the client", m.ClientMessage), ("## From the server", m.ServerMessage)],
)
def test_every_message_is_documented_with_its_fields(heading: str, messages: Any) -> None:
    shown = {
        kind: set(re.findall(r"`(\w+)`(\??)", fields))
        for kind, fields in documented(heading).items()
    }
    assert shown == {
        message.__struct_config__.tag: {
            (field.name, "" if field.required else "?")
            for field in msgspec.structs.fields(message)
            if not (field.name == "id" and messages is m.ClientMessage)  # any of them
        }
        for message in get_args(messages)
    }


def test_every_code_is_documented() -> None:
    assert set(documented("| `code` of an error")) == set(get_args(m.ErrorCode))
    assert set(documented("| `code` of a goodbye")) == set(get_args(m.ByeCode))


def test_every_part_of_the_picture_and_every_setting_is_documented() -> None:
    told = {field for field in Snapshot.__struct_fields__ if f"`{field}`" in PROTOCOL}
    assert told == set(Snapshot.__struct_fields__)
    assert set(documented("### The picture")) < told
    settings = PROTOCOL.partition("\nSettings: ")[2].partition("\n\n")[0]
    assert set(re.findall(r"`([a-z_]+)`", settings)) - {"null"} == set(
        TableSettings.__struct_fields__
    )
