"""The command line as a whole: help, versions, errors, and what it costs to start."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.run import Fatum, real

import fatum as package
from fatum.games.registry import GAMES


def test_help_reads_like_a_product(fatum: Fatum) -> None:
    ran = fatum("--help")
    assert ran.code == 0
    assert "Start with: fatum\n" in ran.out
    for command in (
        "play",
        "simulate",
        "replay",
        "verify",
        "scenario",
        "rules",
        "options",
        "cards",
    ):
        assert f" {command} " in ran.out


def test_version_says_how_the_rules_run(fatum: Fatum) -> None:
    how = "compiled" if package.compiled else "plain Python"
    assert fatum("--version").out == f"Fatum {package.__version__} ({how})\n"


def test_the_package_has_nothing_else_to_offer() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(package, "nothing")  # noqa: B009


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_flags_come_from_the_options_of_the_game(fatum: Fatum, command: str) -> None:
    karma = fatum(command, "karma", "--help").out
    assert "--table-card-follow-up" in karma
    assert "--low" not in karma
    assert "--low" in fatum(command, "toy", "--help").out
    assert "toy" in fatum(command, "--help").out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["dance"], "there is no command 'dance'; there are analyse, "),
        (["hlep"], "there is no command 'hlep'; did you mean help?"),
        (["simulat", "karma"], "did you mean simulate?"),
        (["play", "krama"], "there is no game 'krama'; did you mean play karma?"),
        (["cards", "shwo"], "there is no command 'shwo'; did you mean cards show?"),
        (["cards", "show", "--json", "--toml"], "exclude each other"),
        (["play", "chess"], "there is no game 'chess'; there are allin, karma, toy"),
        (["play", "karma", "--speed", "3"], "Unknown option"),
        (["simulate", "karma", "--games", "many"], "--games"),
        (["simulate", "karma", "--games", "0"], "--games must be at least 1, not 0"),
        (["simulate", "karma", "--jobs", "0"], "--jobs must be at least 1, not 0"),
        (["simulate", "karma", "--players", "7"], "must be a whole number from 2 to 6, not 7"),
        (["simulate", "karma", "--players", "two"], "must be a whole number from 2 to 6"),
        (["simulate", "karma", "--starter", "P9"], "there is no seat P9 with 4 players"),
        (["simulate", "karma", "--starter", "1"], "must be a seat such as P1"),
        (["simulate", "karma", "--table-card-follow-up", "odd"], "must be one of strict, free"),
        (["simulate", "karma", "--bots", "oracle"], "there is no bot 'oracle'"),
        (["simulate", "karma", "--bots", "random,random"], "2 bots are named for 4 seats"),
        (["simulate", "karma", "--trace"], "--trace goes into records"),
        (["simulate", "karma", "--records", "/no/such/x.jsonl"], "its folder does not exist"),
        (["simulate", "karma", "--records", "/"], "it is a folder"),
        (["play", "karma", "--seat", "P5"], "'P5' is not a seat of this game"),
        (["play", "karma", "--name", "random"], "'random' is the name of a bot"),
        (["play", "karma", "--bots", "random,random"], "2 bots are named for 3 seats"),
        (["play", "karma", "--record", "/no/such/x.json"], "its folder does not exist"),
        (["play", "karma", "save.json"], "--resume save.json"),
        (["play", "karma", "--resume"], "there is no saved game of karma"),
        (["play", "karma", "--resume", "--players", "3"], "a saved game keeps its players"),
        (["play", "karma", "--resume", "/no/such/save.json"], "there is no such file"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["options", "chess"], "there is no game 'chess'"),
        (["verify"], "requires an argument"),
        (["verify", "/"], "cannot read /: it is a folder"),
        (["scenario", "/no/such"], "cannot read /no/such: there is no such file"),
        (["replay", "/no/such"], "cannot read /no/such: there is no such file"),
        (["replay", "/"], "cannot read /: it is a folder"),
        (["cards", "check", "/no/such"], "there is no such file"),
    ],
)
def test_wrong_input_is_one_sentence(fatum: Fatum, words: list[str], reason: str) -> None:
    ran = fatum(*words)
    assert ran.code == 2
    assert reason in ran.err
    assert "Traceback" not in ran.err
    assert ran.err.count("\n") == 1


def test_a_game_without_a_rules_page(fatum: Fatum, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "**H1**" in fatum("rules", "toy").out
    assert "höchste Karte" in fatum("rules", "toy", "--language", "de").out
    monkeypatch.setitem(GAMES, "toy", "tests.toy.game:SILENT")
    ran = fatum("rules", "toy")
    assert (ran.code, ran.out) == (2, "")
    assert "the rules of toy are not part of this installation" in ran.err


@pytest.mark.parametrize("command", ["verify", "scenario", "replay", "cards check"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"\x89PNG\r\n\x1a\n\xff\xfe", "is not a text file in UTF-8"), (b"", "empty")],
)
def test_files_of_another_kind(
    fatum: Fatum, tmp_path: Path, command: str, content: bytes, reason: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    ran = fatum(*command.split(), path)
    assert ran.code in {1, 2}
    assert reason in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["verify", "scenario", "replay", "cards check"])
def test_a_file_that_may_not_be_read(fatum: Fatum, tmp_path: Path, command: str) -> None:
    path = tmp_path / "secret.json"
    path.write_text("{}")
    path.chmod(0)
    try:
        path.read_text()
    except PermissionError:
        assert "permission denied" in fatum.refuses(*command.split(), path).lower()


def test_a_real_process_ends_with_the_code() -> None:
    assert real(["--version"]).code == 0
    ran = real(["verify", "/no/such"])
    assert ran.code == 2
    assert ran.err == "fatum: cannot read /no/such: there is no such file\n"


def test_help_loads_no_game_and_nothing_heavy() -> None:
    code = (
        "import sys; from fatum.cli import main; main(['--help'])\n"
        "heavy = ('fatum.games.', 'fatum.arena', 'multiprocessing', 'asyncio', 'rich.markdown')\n"
        "print([m for m in sys.modules if m.startswith(heavy) and 'registry' not in m])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_output_that_nobody_reads_is_no_error() -> None:
    command = f"{sys.executable} -m fatum rules karma | head -n 1"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""


def test_ctrl_c_ends_quietly(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    words = ["simulate", "karma", "--games", "1000000", "--records", records, "--jobs", "2"]
    running = subprocess.Popen(
        [sys.executable, "-m", "fatum", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
    assert (running.returncode, out, err) == (130, "", "")
    assert list(tmp_path.iterdir()) == []


def test_rules_and_options(fatum: Fatum) -> None:
    assert "**K1**" in fatum("rules", "karma").out
    assert "--foresight" in fatum("options", "karma").out
    assert '"flag": "--low"' in fatum("options", "toy", "--json").out
    assert '"default": {}' in fatum("options", "allin", "--json").out
