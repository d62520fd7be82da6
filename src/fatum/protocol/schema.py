"""The protocol as JSON Schema, and as TypeScript for the browser client.

``python -m fatum.protocol.schema --typescript FILE`` writes ``client/src/protocol.gen.ts``.
"""

import json
import sys
from collections.abc import Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

import msgspec

from fatum.games.registry import GAMES, find_game
from fatum.protocol.messages import LARGEST, PROTOCOL, ClientMessage, ServerMessage
from fatum.protocol.requests import Claim, Sit
from fatum.protocol.snapshots import Reason, Snapshot
from fatum.protocol.table_settings import TableSettings
from fatum.protocol.wire_messages import WIRE_VALUE

_HEAD: Final = "// Made by `python -m fatum.protocol.schema --typescript`. Do not edit."
_REF: Final = "#/$defs/"
_WHOLE: Final = {cls.__name__ for cls in (TableSettings, Reason, Snapshot)}
"""Types that are always sent with all fields."""
_INDENT: Final = "  "
_WIDTH: Final = 110


def schema() -> dict[str, Any]:
    """All messages in one schema (JSON Schema 2020-12)."""
    games = {name: find_game(name) for name in GAMES}
    views = {name: game.parts.view_data for name, game in games.items()}
    (client, server, _, _, *data), components = msgspec.json.schema_components(
        [ClientMessage, ServerMessage, Sit, Claim, *views.values()], ref_template=_REF + "{name}"
    )
    kinds = {name: {"enum": sorted(game.event_kinds)} for name, game in games.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Fatum protocol {PROTOCOL}",
        "$defs": {
            **{name: components[name] for name in sorted(components)},
            "WireValue": WIRE_VALUE,
            "Views": _by_game("Views by game.", dict(zip(views, data, strict=True))),
            "EventKinds": _by_game("Kinds of events by game.", kinds),
            "View": {"anyOf": [*data, {"type": "object"}]},
            "ClientMessage": client,
            "ServerMessage": server,
        },
    }


def _by_game(about: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "description": about,
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


def typescript() -> str:
    """The same as TypeScript types."""
    lines = [
        _HEAD,
        "",
        f"export const PROTOCOL = {PROTOCOL};",
        f"export const LARGEST_MESSAGE = {LARGEST};",
    ]
    definitions: dict[str, dict[str, Any]] = schema()["$defs"]
    for name, definition in definitions.items():
        lines.append("")
        lines.extend(_comment(definition))
        if "properties" in definition:
            body = _object(definition, 0, whole=name in _WHOLE)
            lines.append(f"export interface {name} {body}")
        else:
            lines.append(f"export type {name} = {_type(definition, 0)};")
    return "\n".join(_fold(line) for text in lines for line in text.splitlines() or [""]) + "\n"


def _fold(line: str) -> str:
    """A long union on several lines."""
    if len(line) <= _WIDTH or " | " not in line:
        return line
    indent = " " * (len(line) - len(line.lstrip())) + _INDENT
    head, _, union = line.partition("= " if line.startswith("export type") else ": ")
    mark = line[len(head) : len(line) - len(union)].rstrip()
    return "\n".join([head + mark, *(f"{indent}| {option}" for option in union.split(" | "))])


def _comment(definition: Mapping[str, Any]) -> list[str]:
    text = cleandoc(definition.get("description", "")).replace("``", "`")
    if not text:
        return []
    if "\n" not in text:
        return [f"/** {text} */"]
    return ["/**", *(f" * {line}".rstrip() for line in text.splitlines()), " */"]


def _object(definition: Mapping[str, Any], depth: int, whole: bool = False) -> str:
    required = set(definition.get("required", ()))
    inner = _INDENT * (depth + 1)
    fields = []
    for name, value in definition["properties"].items():
        mark = "" if whole or name in required else "?"
        fields.append(f"{inner}{name}{mark}: {_type(value, depth + 1)};")
    return "{\n" + "\n".join(fields) + "\n" + _INDENT * depth + "}"


_PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def _type(definition: Mapping[str, Any], depth: int) -> str:
    if "$ref" in definition:
        return str(definition["$ref"]).removeprefix(_REF)
    if "enum" in definition:
        return " | ".join(json.dumps(value) for value in definition["enum"])
    if "anyOf" in definition:
        return " | ".join(_type(option, depth) for option in definition["anyOf"])
    kind = definition.get("type")
    if kind == "array":
        item = _type(definition.get("items", {}), depth)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        if "properties" in definition:
            inside = _object(definition, depth)
            return " ".join(inside.split()) if len(definition["properties"]) == 1 else inside
        extra = definition.get("additionalProperties")
        value = _type(extra, depth) if isinstance(extra, dict) else "unknown"
        return f"Record<string, {value}>"
    return _PLAIN.get(str(kind), "unknown")


def main(arguments: list[str]) -> int:
    """``--json`` or ``--typescript``, and a file; without a file it is printed."""
    makers = {
        "--json": lambda: json.dumps(schema(), indent=2) + "\n",
        "--typescript": typescript,
    }
    if not arguments or arguments[0] not in makers or len(arguments) > 2:
        sys.stderr.write("usage: python -m fatum.protocol.schema (--json | --typescript) [FILE]\n")
        return 2
    text = makers[arguments[0]]()
    if len(arguments) == 2:
        Path(arguments[1]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
