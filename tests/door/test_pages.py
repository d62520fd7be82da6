"""The README and the quickstart: what they print is what happens, and their bot plays."""

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
QUICKSTART = ROOT / "docs" / "quickstart.md"


def blocks(page: Path, language: str) -> list[str]:
    found = re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert found, f"{page.name} has no {language}"
    return found


@pytest.mark.parametrize("page", [README, QUICKSTART], ids=lambda page: page.stem)
def test_what_is_typed_answers_as_printed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = "\n".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.summarize().failed == 0
    assert len(test.examples) > 10


# --- the newcomer's bot --------------------------------------------------------------------------


MYPY = ("--strict", "--no-incremental", "--config-file=", "--python-version=3.11")


class Newcomer:
    """A folder with the quickstart's files, installed as ``pip install --editable`` would."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "thrifty.py"
        (code,) = blocks(QUICKSTART, "python")
        self.file.write_text(code, "utf-8")
        (text,) = blocks(QUICKSTART, "toml")
        project = tomllib.loads(text)["project"]
        entries = project["entry-points"]["fatum.bots"]
        info = folder / f"{project['name']}-{project['version']}.dist-info"
        info.mkdir()
        lines = "".join(f"{name} = {value}\n" for name, value in entries.items())
        (info / "entry_points.txt").write_text(f"[fatum.bots]\n{lines}", "utf-8")
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        )
        self.folder = folder

    def run(self, *words: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, *map(str, words)],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )


@pytest.fixture
def newcomer(tmp_path: Path) -> Newcomer:
    return Newcomer(tmp_path)


def test_it_runs_as_printed(newcomer: Newcomer) -> None:
    console = "".join(blocks(QUICKSTART, "console"))
    printed = console.partition("$ python thrifty.py\n")[2].partition("\n$")[0].rstrip()
    ran = newcomer.run("thrifty.py")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.rstrip() == printed


def test_it_passes_mypy(newcomer: Newcomer) -> None:
    pytest.importorskip("mypy")
    ran = newcomer.run("-m", "mypy", *MYPY, "thrifty.py")
    assert ran.returncode == 0, ran.stdout
    newcomer.file.write_text(newcomer.file.read_text("utf-8").replace("view.legal", "view.legall"))
    ran = newcomer.run("-m", "mypy", *MYPY, "thrifty.py")
    assert '"KarmaView" has no attribute "legall"' in ran.stdout


TYPED = """
from typing import assert_type

import fatum

karma = fatum.new("karma", players=3)
assert_type(karma, fatum.Match[fatum.KarmaView])
assert_type(karma.view("P1").hand, tuple[str, ...])
assert_type(karma.view("P1").seats[0].open, tuple[str, ...])
assert_type(fatum.new("allin").view(None).river, tuple[tuple[str, ...], ...])
assert_type(karma.push(karma.view("P1").legal[0])[0].number, int | None)


def finish(match: fatum.Match, bot: fatum.Bot) -> fatum.View:
    match.play({seat: bot for seat in match.to_act})
    return match.view(None)


class Own:
    def choose(self, view: fatum.KarmaView) -> str:
        return view.legal[0].text


finish(karma, fatum.bot("greedy"))
finish(fatum.load("game.json"), Own())
karma.play({"P1": Own(), "P2": fatum.bot("hard")})
fatum.simulate("karma", [Own(), "greedy"])
"""


def test_types_are_what_they_seem(newcomer: Newcomer) -> None:
    pytest.importorskip("mypy")
    newcomer.file.write_text(TYPED, "utf-8")
    ran = newcomer.run("-m", "mypy", *MYPY, "thrifty.py")
    assert ran.returncode == 0, ran.stdout


def simulate(newcomer: Newcomer) -> "tuple[subprocess.CompletedProcess[str], int]":
    """Three games as the quickstart has them; and how many choices were the bot's."""
    records = newcomer.folder / "records.jsonl"
    words = ["simulate", "karma", "--players", 2, "--bots", "thrifty,greedy", "--games", 3]
    words += ["--seed", 1, "--json", "--jobs", 1, "--records", records, "--trace"]
    ran = newcomer.run("-m", "fatum", *words)
    assert ran.returncode == 0, ran.stderr
    lines = records.read_text("utf-8").splitlines()
    moves = [move for line in lines for move in json.loads(line)["moves"]]
    return ran, sum(seat == "P1" and len(legal) > 1 for seat, _, legal in moves)


def test_it_plays_by_its_name(newcomer: Newcomer) -> None:
    ran, choices = simulate(newcomer)
    assert ran.stderr.count("Traceback") == 0
    assert "faults" not in json.loads(ran.stdout)
    assert choices > 30


def test_it_fails_with_a_line_and_every_move_of_the_stand_in_is_counted(newcomer: Newcomer) -> None:
    code = newcomer.file.read_text("utf-8")
    broken = code.replace("min(view.legal, key=self.price).text", "view.legal[99].text")
    newcomer.file.write_text(broken, "utf-8")
    line = 1 + next(n for n, text in enumerate(broken.splitlines()) if "view.legal[99]" in text)
    ran, choices = simulate(newcomer)
    (told,) = blocks(QUICKSTART, "text")
    shown = [text for text in ran.stderr.splitlines() if "^" not in text][: told.count("\n") - 1]
    printed = [text for text in told.splitlines() if "^" not in text]
    assert "\n".join(shown).replace(str(newcomer.folder), "/home/you") == "\n".join(printed)
    assert f"(thrifty.py, line {line})" in shown[0]
    assert json.loads(ran.stdout)["faults"] == {"thrifty": choices}
    assert choices > 30
