"""Whatever needs an extra says so in one sentence where it is not installed."""

import asyncio
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.cli.run import Fatum

from fatum.table.store.sql.sql_store import SqlStore

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
POSTGRES = ("--store", "postgresql://fatum@127.0.0.1/fatum")


@pytest.mark.parametrize(
    ("library", "extra", "words"),
    [
        ("psycopg", "server", ("backup", "new.db", *POSTGRES)),
        ("psycopg", "server", ("restore", "saved.db", *POSTGRES)),
        ("openskill.models", "arena", ("arena", "toy", "--bots", "random")),
        ("matplotlib", "arena", ("arena", "toy", "--bots", "random", "--out", "new")),
        ("matplotlib", "arena", ("arena", "report", "toy")),
        ("ray", "ray", ("arena", "toy", "--ray", "local")),
    ],
)
def test_a_missing_extra_is_named(
    fatum: Fatum,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    library: str,
    extra: str,
    words: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    if words[0] == "restore":
        _make_backup(fatum, tmp_path)
    monkeypatch.setitem(sys.modules, library, None)
    before = sorted(tmp_path.iterdir())
    said = fatum.refuses(*words)
    assert f"""needs the extra "{extra}": pip install '{PROJECT["name"]}[{extra}]'""" in said
    assert extra in PROJECT["optional-dependencies"]
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("library", "words"),
    [("redis", ("serve", "--redis", "redis://127.0.0.1")), ("psycopg", ("serve", *POSTGRES))],
)
def test_a_server_without_its_extra_says_so(library: str, words: tuple[str, ...]) -> None:
    hidden = f"import sys; sys.modules[{library!r}] = None"
    program = f"{hidden}; from fatum.cli import main; sys.exit(main({words!r}))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("fatum: ")
    assert done.stderr.endswith("""the extra "server": pip install 'fatum-cards[server]'\n""")
    assert done.stderr.count("\n") == 1


def _make_backup(fatum: Fatum, folder: Path) -> None:
    async def make() -> None:
        await (await SqlStore.open(folder / "tables.db")).close()

    asyncio.run(make())
    assert fatum("backup", folder / "saved.db", "--store", folder / "tables.db").code == 0


def test_every_install_line_names_this_project() -> None:
    """The name "fatum" on the package index belongs to somebody else."""
    for folder in ("src", "docs", "deploy", "README.md", "CONTRIBUTING.md"):
        path = ROOT / folder
        for file in [path] if path.is_file() else path.rglob("*"):
            if file.suffix in {".py", ".md", ".yaml", ".po"} or file.name == "Dockerfile":
                assert "fatum[" not in file.read_text("utf-8"), file
