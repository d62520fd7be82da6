"""Hostile input by a grammar: messages, frames, requests, card tables. The same for the same seed."""

import json
import random
from collections.abc import Callable

from tests.server.test_input import fuzzed
from websockets.frames import Frame, Opcode

WORDS = (
    " shows ", " must be ", " or ", " is no ", "; ", "P2's turn", " takes ", "{seat}", "%s", "(K3)",
    "Karma", "a.", "\u202e", "é", "\U0001f0cf", "\u200d", "0", "9" * 50, "\\", '"', "'", "\x7f",
)  # fmt: skip
LANGUAGES = ("de", "fr", "sk-SK", "nl_BE.UTF-8", "en", "xx", "", "de" * 10, "d" * 21, "../de", "\0")
HOSTS = (
    "[", "]", "[::1", "::1", "[::1]:80", "localhost:99999", "localhost:", "a b", "a@b", "-", ".",
    "h" * 253, "h" * 254, "x" * 3000, "[" * 3000, "127.0.0.1:" + "9" * 5000, "é", "%00", "",
)  # fmt: skip
ORIGINS = (
    "http://[",
    "http://",
    "null",
    "://",
    "http://a:99999",
    "http://" + "[" * 4000,
    "x" * 9000,
)
COOKIES = (
    "fatum0=" + "A" * 43, 'fatum0="' + "\\x" * 7000 + '"', ";" * 9000, "=" * 9000, "fatum0=" * 999,
    "fatum1=\xff", "fatum9=a; fatum0=b; fatum0=c", "a" * 20_000,
)  # fmt: skip
PATHS = (
    "/", "/api", "/api/info", "/api/lobby", "/api/tables", "/api/tables/{table}",
    "/api/tables/{table}/link", "/api/tables/{table}/qr.svg", "/api/tables/{table}/record",
    "/api/tables/{table}/replay", "/api/tables/{table}/analysis", "/api/tables/{table}/seats",
    "/api/tables/{table}/claim", "/api/tables/{table}/follow", "/api/tables/{table}/socket",
    "/api/tables/{table}/handover", "/api/continued",
    "/api/tables/22222222", "/api/tables/%00", "/api/tables/" + "A" * 3000, "/api/replay",
    "/api/games/allin/cards", "/api/games/karma/cards", "/api/games/karma/rules", "/api/games/x/rules",
    "/api/schema/openapi.json", "/healthz", "/readyz", "/metrics", "/t/ABC", "/t/{table}", "/assets/x.js",
    "/../../etc/passwd", "//", "/" + "a/" * 2000, "/%ff%fe", "/api/games/%2e%2e/rules", "*", "/" + "%41" * 900,
)  # fmt: skip
QUERIES = (
    "", "slot=0", "slot=" + "9" * 5000, "slot=-1", "slot=1e5", "seat=P9", "seat=" + "P" * 5000,
    "language=" + "de" * 10, "language=" + "x" * 5000, "a&" * 5000, "a=1&" * 3000, "%" * 3000, "slot=%00",
)  # fmt: skip
POSTS = ("/tables", "/seats", "/claim", "/follow", "/replay", "/cards")
METHODS = (
    "GET",
    "GET",
    "POST",
    "POST",
    "POST",
    "HEAD",
    "OPTIONS",
    "PUT",
    "DELETE",
    "PATCH",
    "TRACE",
    "X" * 99,
)


def long_text(rng: random.Random, most: int) -> str:
    """Words of the server's own sentences, one or several, very often."""
    words = rng.choices(WORDS, k=rng.randrange(1, 4))
    unit = "".join(words)
    size = rng.choice((10, 100, 1000, most))
    return (unit * (size // len(unit) + 1))[:size]


def deep(rng: random.Random, most: int) -> str:
    depth = rng.choice((3, 100, 900, 5000, most // 2))
    opening, closing = rng.choice((("[", "]"), ('{"a":', "}"), ("[[],", "]")))
    inner = "1" if opening.startswith("{") else ""
    return (opening * depth + inner + closing * rng.choice((depth, depth, 0)))[:most]


def number(rng: random.Random) -> str:
    digits = rng.choice((3, 20, 400, 4299, 4301, 9000))
    return rng.choice(("", "-")) + "9" * digits + rng.choice(("", "", ".5", "e9", "e999"))


def odd_json(rng: random.Random, most: int = 14_000) -> str:
    """A JSON value that nobody expects."""
    kind = rng.randrange(6)
    if kind == 0:
        return deep(rng, most)
    if kind == 1:
        return number(rng)
    if kind == 2:
        return json.dumps(long_text(rng, most // 2))
    if kind == 3:
        return rng.choice(
            ("null", "true", "NaN", "Infinity", '"\\ud800"', '"\\u0000"', "[]", "{}", "1e400")
        )
    if kind == 4:
        keys = rng.choice((2, 50, most // 20))
        return "{" + ",".join(f'"{rng.randrange(keys)}":1' for _ in range(keys)) + "}"
    return "[" + ",".join(rng.choices(("1", '"a"', "[]"), k=rng.choice((1, 100, most // 5)))) + "]"


# --- over a socket -------------------------------------------------------------------------------


def _hello(rng: random.Random) -> str:
    hello = {
        "type": "hello",
        "protocol": rng.choice((1, 1, 1, 2, 10**30)),
        "language": rng.choice(LANGUAGES),
    }
    if rng.random() < 0.3:
        hello["seq"] = rng.choice((0, 3, 2**53, 2**53 + 1, -1))
    return json.dumps(hello)


def _long_token(rng: random.Random) -> str:
    token = long_text(rng, 14_000)
    return rng.choice(
        (
            json.dumps({"type": "ping", token: 1}),
            json.dumps({"type": token}),
            json.dumps({"type": "explain", "move": token[:40]}),
            json.dumps({"type": "chat", "text": token[:300]}),
            json.dumps({"type": "add_bot", "level": "greedy", "name": token[:24]}),
            json.dumps({token: token[:100]}),
            json.dumps(token),
        )
    )


def _configure(rng: random.Random) -> str:
    field = rng.choice(("players", "cards", "turn_limit", "x", "first", long_text(rng, 100)))
    return '{"type":"configure","options":{%s:%s}}' % (json.dumps(field), odd_json(rng))  # noqa: UP031


REQUESTS = (
    "rule", "move", "react", "start", "remove", "link", "rematch", "hurry", "back", "resync",
    "mute", "make_host", "stand_in", "end_game", "let_in",
)  # fmt: skip


def _request(rng: random.Random) -> str:
    kind = rng.choice(REQUESTS)
    field = rng.choice(
        ("settings", "move", "answers", "key", "what", "fill", "seat", "seq", "muted", "name")
    )
    return f'{{"type":"{kind}","{field}":{odd_json(rng, 3000)}}}'


MESSAGES: tuple[Callable[[random.Random], str | bytes], ...] = (
    fuzzed, fuzzed, _hello, _long_token, _configure, _request,
)  # fmt: skip


def message(rng: random.Random) -> str | bytes:
    return rng.choice(MESSAGES)(rng)


# --- frames --------------------------------------------------------------------------------------


def _frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def frames(rng: random.Random) -> bytes:
    """What a socket sends that does not care for the protocol; sometimes very much of it."""
    size = rng.choice((0, 1, 125))
    many = rng.choice((1, 10, 300, 10_000))
    text = _frame(Opcode.TEXT, b'{"type":"ping"}')
    return rng.choice(
        (
            _frame(Opcode.PING, b"x" * size) * many,
            _frame(Opcode.PONG, b"x" * size) * many,
            text * min(many, 300),
            _frame(Opcode.TEXT, b"", fin=False) + _frame(Opcode.CONT, b"", fin=False) * many,
            _frame(Opcode.TEXT, b"{", fin=False) + _frame(Opcode.PING) * min(many, 300),
            _frame(Opcode.TEXT, b"", fin=False) + _frame(Opcode.CLOSE, b"\x03\xe8"),
            _frame(Opcode.CONT, b"x"),
            _frame(Opcode.TEXT, rng.randbytes(50)),
            _frame(Opcode.BINARY, rng.randbytes(rng.choice((10, 5000, 60_000)))),
            _frame(Opcode.CLOSE, rng.choice((b"", b"\x03", b"\x00\x00", b"\x03\xe8" + b"\xff"))),
            b"\x81\xff" + b"\xff" * 8,  # a length of 2**64 - 1
            b"\x81\xfe\xff\xff" + b"\0" * 4,  # 65535 bytes that never come
            bytes([rng.randrange(256), rng.randrange(256)]) + rng.randbytes(rng.randrange(200)),
            b"\x81\x05hello",  # without a mask
            text[: rng.randrange(len(text))],
        )
    )


# --- card tables ---------------------------------------------------------------------------------


def toml(rng: random.Random) -> str:
    """Up to 60 kB; most are small, as reading takes a while."""
    size = rng.choice((1, 1, 1, 1, 5, 5, 50)) * 1000
    dots = rng.choice((3, 39, 200, size // 2))
    dotted = "a" + ".a" * dots
    line = rng.choice(
        (
            f"{dotted}=1\n",
            f"[{dotted}]\n",
            f"[[{dotted[:100]}]]\n",
            f"a={'[' * size}\n",
            f"a={'{a=' * (size // 3)}\n",
            f"a={number(rng)}\n",
            f"a=0x{'f' * size}\n",
            f'a="{"x" * size}\n',
            f'a="""{chr(92) * size}"""\n',
            "a = 1979-05-27T07:32:00.9" + "9" * 99 + "\n",
            f"'{'k' * 99}' = ['take*']\n",
            "2C = ['take*', 'draw']\n",
            "#" * 99 + "\n",
            long_text(rng, size) + "\n",
        )
    )
    text = "".join(line.replace("a", f"a{n}", 1) for n in range(max(1, size // len(line))))
    return text[:60_000]


# --- requests ------------------------------------------------------------------------------------


def body(rng: random.Random, path: str) -> bytes:
    if path.endswith("/cards"):
        return json.dumps({"text": toml(rng)}).encode()
    kind = rng.randrange(7)
    if kind == 0:
        form = {
            "game": "karma",
            "name": long_text(rng, 24)[:24],
            "bots": ["greedy"] * rng.randrange(3),
        }
        return json.dumps(form).encode()
    if kind == 1:
        field = rng.choice(("options", "settings", "name", "bots", "game", "sits"))
        return f'{{"game":"karma","name":"A","{field}":{odd_json(rng)}}}'.encode("utf-8", "replace")
    if kind == 2:
        field = rng.choice(("options", "moves", "shuffles", "names", "seed", "outcome", "starter"))
        record = '{"fatum":1,"game":"karma","rules":1,"options":{"players":2},"moves":[],"shuffles":[],"%s":%s}'
        return (record % (field, odd_json(rng, 100_000))).encode("utf-8", "replace")
    if kind == 3:
        return rng.randbytes(rng.choice((0, 10, 5000)))
    if kind == 4:
        return deep(rng, 100_000).encode()
    if kind == 5:
        return b"x" * rng.choice((0, 262_144, 300_000))
    return odd_json(rng, 50_000).encode("utf-8", "replace")


def request(rng: random.Random, table: str, port: int) -> bytes:
    """A whole request, well-formed as HTTP or not quite."""
    path = rng.choice(PATHS).replace("{table}", table)
    usual = "POST" if path.endswith(POSTS) else "GET"
    method = usual if rng.random() < 0.8 else rng.choice(METHODS)
    query = rng.choice(QUERIES) if rng.random() < 0.3 else ""
    host = rng.choice(HOSTS) if rng.random() < 0.15 else f"127.0.0.1:{port}"
    headers = [f"Host: {host}", "Connection: close"]
    if rng.random() < 0.15:
        headers.append(f"Origin: {rng.choice(ORIGINS)}")
    if rng.random() < 0.15:
        headers.append(f"Cookie: {rng.choice(COOKIES)}")
    if rng.random() < 0.1:
        name = rng.choice(
            (
                "Accept",
                "Content-Type",
                "If-None-Match",
                "Accept-Encoding",
                "X-Forwarded-For",
                "Range",
                "X",
            )
        )
        headers.append(f"{name}: {long_text(rng, 8000)}".replace("\x7f", ""))
    if rng.random() < 0.05:
        headers += ["a: b"] * rng.choice((10, 200, 5000))
    if rng.random() < 0.05:
        headers += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    content = b""
    if method in {"POST", "PUT", "PATCH"}:
        content = body(rng, path)
        headers.append("Content-Type: application/json")
        if rng.random() < 0.1:
            headers.append("Transfer-Encoding: chunked")
            step = rng.choice((1, 1000))
            parts = [
                content[at : at + step] for at in range(0, min(len(content), 5000 * step), step)
            ]
            content = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
        else:
            wrong = (
                rng.choice(("-1", "9" * 30, "x", "9" * 5000, "0")) if rng.random() < 0.05 else ""
            )
            headers.append(f"Content-Length: {wrong or len(content)}")
    target = f"{path}?{query}" if query else path
    version = "HTTP/1.1" if rng.random() < 0.97 else rng.choice(("HTTP/1.0", "HTTP/9.9", "HTP"))
    head = "\r\n".join((f"{method} {target} {version}", *headers, "", ""))
    if rng.random() < 0.03:
        head = head[: rng.randrange(len(head))] + "\r\n\r\n"
    return head.encode("latin-1", "replace") + content


def half_request(rng: random.Random, table: str, port: int) -> bytes:
    whole = request(rng, table, port)
    return whole[: rng.randrange(min(len(whole), 2000))]
