"""A third game as an installed package: nothing outside its folder knows it, and everything works.

High Card is built as a distribution, installed into a folder on the path, and used by programs of
their own: the contract kit, the terminal, the arena, the analysis and the server.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.clients import Browser, Line, Stubborn, asynchronous
from tests.server.nursery import Nursery
from tests.server.process import Server

PYPROJECT = """
[project]
name = "high-card"
version = "1.0"
requires-python = ">=3.11"

[project.entry-points."fatum.games"]
toy = "high_card.game:GAME"

[build-system]
requires = ["uv_build"]
build-backend = "uv_build"

[tool.uv.build-backend]
module-name = "high_card"
module-root = ""
"""
KIT = """
from fatum.games.registry import find_game
from fatum.testing import Contract, check_all
check_all(Contract(find_game("toy"), ({"players": 2}, {"players": 4, "low": True})), games=40)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed game."""
    project = tmp_path_factory.mktemp("project")
    (project / "pyproject.toml").write_text(PYPROJECT)
    toy = Path(__file__).parents[1] / "toy"
    shutil.copytree(toy, project / "high_card", ignore=shutil.ignore_patterns("__pycache__"))
    site = tmp_path_factory.mktemp("site")
    _uv("build", "--wheel", "--out-dir", project / "dist", project)
    _uv("pip", "install", "--no-deps", "--target", site, *project.glob("dist/*.whl"))
    return site


def _uv(*words: object) -> None:
    command = [sys.executable, "-m", "uv", "--offline", *map(str, words)]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def environment(site: Path, tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(site), "FATUM_DATA_DIR": str(tmp_path / "data")}


def run(environment: dict[str, str], *words: object, typed: str = "") -> str:
    """What a program prints that must succeed."""
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        env=environment,
        cwd=environment["PYTHONPATH"],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done
    assert "Traceback" not in done.stderr, done
    assert "cannot be loaded" not in done.stderr, done
    return done.stdout


def test_the_contract_kit(environment: dict[str, str]) -> None:
    run(environment, "-c", KIT)


def test_the_terminal(environment: dict[str, str]) -> None:
    assert "toy" in run(environment, "-m", "fatum", "play", "--help")
    play = ["-m", "fatum", "play", "toy", "--players", 2, "--dealer", "P2", "--seed", "s"]
    typed = "play 77\ncodes\nplay 77\ncodes\nwhat 1\n1\n"
    told = run(environment, *play, "--language", "de", typed=typed)
    assert "„play 77“ ist keine deiner Möglichkeiten." in told
    assert "'play 77' ist kein Zug in High Card; Züge sehen so aus: 'play 7'" in told
    assert "Diese Karte spielen" in told
    assert "Bruno spielt " in told
    rules = run(environment, "-m", "fatum", "rules", "toy", "--language", "fr")
    assert "**H4** La carte la plus haute gagne" in rules


def test_arena_and_analysis(environment: dict[str, str], tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    fatum = ("-m", "fatum")
    run(environment, *fatum, "simulate", "toy", "--games", 600, "--jobs", 2, "--records", records)
    assert "600" in run(environment, *fatum, "verify", records)
    arena = ["arena", "toy", "--bots", "greedy,random", "--games", 8, "--jobs", 2, "--json"]
    standings = json.loads(run(environment, *fatum, *arena, "--seed", "s"))
    assert standings["played"] == 8
    assert standings["faults"] == {}
    told = run(environment, *fatum, "analyse", records, "--line", 3)
    assert told.count(" gave away ") == 3
    assert told.count(" in choices that were clearly worse.") == 3
    assert "P1 plays " in run(environment, *fatum, "replay", records)


class _Starter(Nursery):
    """Starts servers that find the game, each from the beginning."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self, log: str, environment: dict[str, str]) -> int:
        with Path(log).open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "fatum", "serve"],
                env={**self._environment, **environment},
                cwd=self._environment["PYTHONPATH"],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        self._processes.append(process)
        return process.pid

    def close(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()


@pytest.fixture
def serving(environment: dict[str, str], tmp_path: Path) -> Iterator[Server]:
    starter = _Starter(environment)
    server = Server(starter, tmp_path)
    try:
        server.start()
        yield server
    finally:
        starter.close()


@asynchronous()
async def test_the_server(serving: Server, environment: dict[str, str], tmp_path: Path) -> None:
    async with Browser(serving.url) as ann, Browser(serving.url) as bob:
        games = {game["name"]: game for game in (await ann.do("GET", "/api/info"))["games"]}
        assert list(games) == ["karma", "allin", "toy"]
        assert games["toy"]["players"] == [2, 3, 4]
        rules = await ann.do("GET", "/api/games/toy/rules?language=nl")
        assert "**H2** Links van de deler begint" in rules["text"]
        texts = await ann.do("GET", "/api/games/toy/texts?language=sk")
        assert texts["texts"]["toy.event.play.you"] == "Hráte: {cards}."
        about = {option["name"]: option["about"] for option in games["toy"]["options"]}
        assert texts["texts"][about["low"]["key"]] == "vyhráva najnižšia karta (H4)"
        table = await ann.open("toy", options={"players": 3, "low": True})
        await bob.sit(table, "Bob")
        host = Line(ann, table)
        await host.connect()
        await host.send({"type": "start", "fill": "greedy"})
        people = Stubborn(ann, table, seed=1), Stubborn(bob, table, seed=2)
        await asyncio.gather(*(person.play() for person in people))
        record: dict[str, Any] = await bob.do("GET", f"/api/tables/{table}/record")
        assert record["game"] == "toy"
        assert record["outcome"]["winner"] in {"P1", "P2", "P3"}
        path = tmp_path / "game.json"
        path.write_text(json.dumps(record))
        run(environment, "-m", "fatum", "verify", path)
        assert '"level": "error"' not in serving.logged()
        await host.close()
