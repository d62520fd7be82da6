"""Every example runs as it stands, in a folder of its own."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from fatum.games.registry import GAMES
from fatum.testing import Contract
from fatum.testing.contract import CHECKS
from fatum.testing.telling import check_rules_pages

FOLDER = Path(__file__).parents[2] / "examples"
SAYS = {
    "analysis": "instead of",
    "duplicate_tournament": "of 6 games",
    "first_game": "<Match of karma",
    "own_bot": "loser P1 Thrifty: 0.",
    "own_card_table": "(AR5)",
    "third_game": "winner P1 easy: 9",
}
"""The last lines of each have this in them."""


def test_there_are_six() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.py")) == sorted(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_it_runs(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(FOLDER / f"{name}.py")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert SAYS[name] in "\n".join(done.stdout.splitlines()[-5:])


def test_the_third_game_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it but what an example need not have: rules pages and other languages."""
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.setitem(GAMES, "nim", "third_game:GAME")
    contract = Contract(import_module("third_game").GAME, languages=())
    for check in CHECKS:
        if check is not check_rules_pages:
            check(contract, range(10))
