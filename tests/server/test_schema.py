"""The HTTP API does what its own description says, whatever it is asked."""

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from tests.server.process import Server

from fatum.protocol.schema import schema as protocol_schema
from fatum.server.api.cookies import API
from fatum.server.app import play

schemathesis = pytest.importorskip("schemathesis")
from schemathesis.specs.openapi.checks import positive_data_acceptance  # noqa: E402

PROTOCOL = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text("utf-8")


BY_SHAPE_ALONE = positive_data_acceptance
"""A game refuses options, names and seats that have the right shape."""


@pytest.fixture(scope="module")
def described(server: Server) -> Any:
    opened = httpx.post(f"{server.url}/api/tables", json={"game": "karma", "name": "Ann"})
    assert opened.status_code == 201
    return schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")


@pytest.mark.slow
def test_every_operation(described: Any) -> None:
    """Written out, because the plug-in for pytest wants its insides."""
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) >= 14
    for operation in operations:
        for mode in schemathesis.GenerationMode:

            @settings(
                max_examples=25,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                derandomize=True,
                database=None,
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def ask(case: Any) -> None:
                case.call_and_validate(excluded_checks=[BY_SHAPE_ALONE])

            # There is nothing to get wrong in a request without parameters.
            with contextlib.suppress(Unsatisfiable):
                ask()


def test_every_route_is_documented(server: Server) -> None:
    paths = httpx.get(f"{server.url}/api/schema/openapi.json").json()["paths"]
    routes = {
        f"{method.upper()} {path.replace('{code}', 'CODE').replace('{game}', 'GAME')}"
        for path, operations in paths.items()
        for method in operations
    }
    table = PROTOCOL.partition("| request | what |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `([A-Z]+ [\w/.]+)", table, re.MULTILINE)) == routes
    assert all(f"`{API}{path}`" in PROTOCOL for path in _with_names(play.paths))


def test_every_answer_has_a_type(server: Server) -> None:
    described = httpx.get(f"{server.url}/api/schema/openapi.json").json()
    schemas = described["components"]["schemas"]
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                for kind, content in answer.get("content", {}).items():
                    schema = content["schema"].get("items", content["schema"])
                    named = schema.get("$ref", "").rpartition("/")[2]
                    assert kind != "application/json" or schemas[named]["properties"], (
                        method,
                        path,
                        status,
                    )
    used = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)))
    assert used <= set(schemas)
    shared = {"Snapshot", "Update", "WireMessage", "WireValue", "View", "KarmaViewData"}
    assert shared <= used
    text = json.dumps({name: schemas[name] for name in shared})
    known = {name: protocol_schema()["$defs"][name] for name in shared}
    assert json.loads(text.replace("#/components/schemas/", "#/$defs/")) == known


def _with_names(paths: set[str]) -> list[str]:
    return [path.replace("{code:str}", "CODE") for path in paths]
