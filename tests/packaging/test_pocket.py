"""What a browser needs to play without a server: how much it is, and that nothing else is in it."""

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest

from fatum.server.api import client_files

FOLDER = client_files.FOLDER / "pocket"
MOST = 8_000_000


@pytest.fixture
def files() -> dict[str, Path]:
    if not (FOLDER / "files.json").is_file():
        pytest.skip("the client is built without it")
    described = json.loads((FOLDER / "files.json").read_text("utf-8"))
    return {name: FOLDER / described["version"] / name for name in described["files"]}


def test_it_is_small_enough(files: dict[str, Path]) -> None:
    assert sum(file.stat().st_size for file in files.values()) <= MOST


def test_it_holds_no_server(files: dict[str, Path]) -> None:
    packed = gzip.decompress(files["site-packages.zip.packed"].read_bytes())
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        names = archive.namelist()
    assert "fatum/pocket/device.pyc" in names
    assert not [
        name for name in names if name.startswith(("fatum/server", "fatum/table/store/sql"))
    ]


def test_it_is_sent_packed_and_kept(files: dict[str, Path]) -> None:
    client = client_files.ClientFiles()
    script = client.find(f"/pocket/{files['pyodide.asm.mjs'].parent.name}/pyodide.asm.mjs")
    assert script is not None
    assert script.small is not None
    assert script.kind == "text/javascript"
    assert "immutable" in script.cache
    described = client.find("/pocket/files.json")
    assert described is not None
    assert described.cache == "no-cache"
