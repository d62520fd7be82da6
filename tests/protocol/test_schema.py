"""The exported forms of the protocol."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fatum.protocol.messages import ClientMessage, ServerMessage
from fatum.protocol.schema import main, schema, typescript

CLIENT_FILE = Path(__file__).parents[2] / "client" / "src" / "protocol.gen.ts"


def _references(value: Any) -> set[str]:
    if isinstance(value, dict):
        found = {value["$ref"]} if "$ref" in value else set()
        return found.union(*(_references(inner) for inner in value.values()))
    if isinstance(value, list):
        return set().union(*(_references(inner) for inner in value))
    return set()


def test_the_schema_is_complete() -> None:
    whole = schema()
    assert json.loads(json.dumps(whole)) == whole
    assert {ref.removeprefix("#/$defs/") for ref in _references(whole)} <= set(whole["$defs"])
    for message in [*ClientMessage.__args__, *ServerMessage.__args__]:
        definition = whole["$defs"][message.__name__]
        assert definition["properties"]["type"]["enum"] == [message.__struct_config__.tag]


def test_client_messages_are_closed() -> None:
    whole = schema()
    for message in ClientMessage.__args__:
        assert whole["$defs"][message.__name__]["additionalProperties"] is False


def test_typescript() -> None:
    text = typescript()
    assert text == typescript()
    names = re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE)
    assert sorted(names) == sorted(schema()["$defs"])
    assert text.count("{") == text.count("}")
    assert "unknown;" not in text.replace("Record<string, unknown>", "")
    assert (
        'export interface MakeMove {\n  type: "move";\n  move: string;\n  answers: number;' in text
    )
    assert "  prompt?: Prompt | null;" in text
    assert "  move_time: number | null;" in text
    assert "export type ClientMessage =\n  | Hello\n  | " in text
    assert max(map(len, text.splitlines())) <= 110


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--typescript", str(tmp_path / "a.ts")]) == 0
    assert (tmp_path / "a.ts").read_text(encoding="utf-8") == typescript()
    assert main(["--json"]) == 0
    assert json.loads(capsys.readouterr().out) == schema()
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.skipif(not CLIENT_FILE.exists(), reason="there is no browser client yet")
def test_the_clients_copy_is_current() -> None:
    assert CLIENT_FILE.read_text(encoding="utf-8") == typescript()
