"""A hundred odd ways to call the command line: an exit code as documented, never a traceback."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.run import Fatum, real

COMMANDS = [
    ["play"],
    ["play", "karma"],
    ["play", "allin"],
    ["simulate", "karma"],
    ["simulate", "allin"],
    ["arena", "karma"],
    ["arena", "report", "allin"],
    ["join"],
    ["games"],
    ["rules"],
    ["options"],
    ["replay"],
    ["verify"],
    ["scenario"],
    ["analyse"],
    ["cards", "show"],
    ["cards", "check"],
    ["backup"],
    ["restore"],
    ["serve"],
    ["help"],
]
ODD = [
    ["--bogus"],
    ["--language"],
    ["--players", "-1", "--games", "-1", "--port", "x"],
    ["", "", ""],
    ["žluťoučký kůň", "--json=maybe"],
]
MORE = [
    ["--help"],
    ["-h"],
    ["--version"],
    ["--"],
    ["-"],
    ["--help", "play"],
    ["help", "help"],
    ["help", "play", "chess"],
    ["play", "karma", "--seed", "\u202e", "--seat", "P0"],
    ["play", "allin", "--cards", "/dev/null"],
    ["play", "allin", "--cards", "{"],
    ["verify", "last"],
    ["verify", "last-99"],
    ["replay", "last", "--line", "0"],
    ["join", "ABCD2345", "--name", "x" * 500],
    ["join", "ftp://example.invalid"],
    ["join", "http://127.0.0.1:9"],
    ["join", "http://[::1"],
    ["join", "http://127.0.0.1:port/t/ABCD2345"],
    ["join", "http://127.0.0.1:999999/t/ABCD2345"],
    ["join", "http://exa mple/t/ABCD2345"],
    ["join", "http://127.0.0.1:9\r\nX: y/t/ABCD2345"],
    ["join", ""],
    ["simulate", "karma", "--games", "9" * 400],
    ["simulate", "karma", "--games", "3", "--records", "/dev/full"],
    ["play", "karma", "--players", "٣"],
    ["play", "karma", "--players", "9" * 400],
    ["play", "karma", "--record", "/dev/full"],
    ["play", "karma", "--bots", "greedy,,"],
    ["play", "karma", "--resume", "/proc/self/mem"],
    ["verify", "/dev/zero"],
    ["verify", "a\nb"],
    ["replay", "/root/\ud7ff"],
    ["cards"],
    ["cards", "show", "/dev/null"],
    ["9" * 5000],
]


@pytest.mark.parametrize(
    "words",
    [[*command, *odd] for command, odd in itertools.product(COMMANDS, ODD)] + MORE,
    ids=lambda words: " ".join(words)[:40].encode("ascii", "replace").decode(),
)
def test_an_odd_call(fatum: Fatum, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATUM_SERVER", "http://127.0.0.1:9")
    ran = fatum(*words)
    assert ran.code in {0, 1, 2}
    assert "Traceback" not in ran.out + ran.err
    if ran.code == 2:
        assert ran.err
        assert all(line.startswith("fatum: ") for line in ran.err.splitlines())


def test_there_are_a_hundred() -> None:
    assert len(COMMANDS) * len(ODD) + len(MORE) >= 100


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    script = (
        "import subprocess, sys;"
        "run = subprocess.Popen([sys.executable, '-m', 'fatum', 'rules', 'allin'],"
        " stdout=subprocess.PIPE, stderr=subprocess.PIPE);"
        "run.stdout.close(); print(run.stderr.read().decode(), run.wait())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert ran.stdout.split() in (["0"], ["1"])


def test_help_is_quick_and_loads_no_screen() -> None:
    program = "import sys; from fatum.cli import main; main(['help']); "
    program += "sys.exit('textual' in sys.modules or 'websockets' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "fatum help COMMAND" in ran.stdout


def test_line_mode_loads_no_screen() -> None:
    ran = real(["play", "karma", "--bots", "greedy"])
    assert ran.code == 0
    assert "You play Karma" in ran.out


def test_a_server_that_is_none(fatum: Fatum, monkeypatch: pytest.MonkeyPatch) -> None:
    for server in ("nonsense", "ftp://x", "http://[::1", "http://\n"):
        monkeypatch.setenv("FATUM_SERVER", server)
        assert fatum("join", "ABCD2345").code == 2


STRANGE = [
    {"FATUM_DATA_DIR": "/dev/null"},
    {"FATUM_DATA_DIR": "x" * 5000},
    {"FATUM_DATA_DIR": "", "HOME": "/nowhere"},
    {"FATUM_LANGUAGE": "klingon", "LANG": "C"},
    {"PYTHONIOENCODING": "ascii", "FATUM_LANGUAGE": "sk"},
    {"TERM": "", "COLUMNS": "x", "LINES": "-1"},
]


@pytest.mark.parametrize("settings", STRANGE, ids=str)
def test_a_strange_environment(settings: dict[str, str]) -> None:
    for words in (["games"], ["play", "karma", "--bots", "greedy"]):
        ran = real(words, **settings)
        assert ran.code in {0, 2}, ran
        assert "Traceback" not in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such file there")
@pytest.mark.parametrize("words", [["rules", "allin"], ["help"], ["play", "karma"]], ids=" ".join)
def test_a_full_disk(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "fatum", *words],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr == "fatum: the system refuses: No space left on device\n"
