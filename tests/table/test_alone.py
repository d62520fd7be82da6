"""Tables without a server: no database, no network, no processes, no threads."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FORBID = "from tests.table.forbidding import forbid; forbid();"


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", FORBID + program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_whole_games_by_messages_only() -> None:
    """With a hint, a refusal, the clock, a lost answer, spectators and a restart."""
    played = run("from tests.table.alone import main; main()")
    assert played.returncode == 0, played.stderr
    games: dict[str, Any] = json.loads(played.stdout)
    assert set(games) == {"karma", "allin"}
    for game in games.values():
        assert game["moves"] > 4
        assert game["entries"] > game["moves"]
        assert game["outcome"]


@pytest.mark.parametrize(
    "program",
    [
        "import fatum.server.app",
        "import fatum.table.store.sql.sql_store",
        "import asyncio; asyncio.run(asyncio.to_thread(print))",
        "import subprocess; subprocess.run(['true'])",
    ],
)
def test_what_is_forbidden_would_be_noticed(program: str) -> None:
    assert "is forbidden here" in run(program).stderr
