"""``fatum play``: the line mode, saves and what happens to them."""

import json
import os
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from tests.cli.run import Fatum

from fatum.records import Record, load_record, verify
from fatum.terminal.sitting import Sitting

FIRST_CHOICES = "1\n" * 5000


def saves(folder: Path) -> list[Path]:
    return sorted((folder / "saves").glob("*"))


def test_a_whole_game(fatum: Fatum, tmp_path: Path, data_folder: Path) -> None:
    path = tmp_path / "game.json"
    words = ["play", "karma", "--players", 2, "--seed", "s", "--name", "Ann", "--record", path]
    ran = fatum(*words, typed=FIRST_CHOICES)
    assert ran.code == 0
    record = load_record(path)
    verify(record)
    assert record.names == ("Ann", "easy")
    assert f"Commitment: {record.commitment}" in ran.out
    assert record.seed is not None
    assert f"Seed: {record.seed.hex()}" in ran.out.splitlines()[-3]
    assert saves(data_folder) == []
    assert fatum("verify", path).code == 0


def test_a_screen_breaks_lines_between_words() -> None:
    columns = 50
    screen, end = os.openpty()
    termios.tcsetwinsize(end, (24, columns))
    words = [sys.executable, "-m", "fatum", "play", "allin", "--seed", "s"]
    settings = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    with subprocess.Popen(
        words, env=settings, stdin=subprocess.PIPE, stdout=end, text=True
    ) as running:
        running.communicate("help\nquit\n", timeout=60)
    os.close(end)
    shown = [line.removeprefix("> ") for line in os.read(screen, 100_000).decode().splitlines()]
    os.close(screen)
    assert "The card effects are a reconstruction; only those" in shown
    assert [line for line in shown if len(line) > columns and " " in line] == []


@pytest.mark.parametrize("game", ["karma", "allin", "toy"])
@pytest.mark.parametrize("seat", ["P1", "p2"])
def test_every_game_and_seat(fatum: Fatum, tmp_path: Path, game: str, seat: str) -> None:
    path = tmp_path / "game.json"
    words = ["play", game, "--players", 2, "--seat", seat, "--seed", "s", "--record", path]
    ran = fatum(*words, typed=FIRST_CHOICES)
    assert ran.code == 0
    assert f" at seat {seat.upper()}, against " in ran.out
    verify(load_record(path))


def test_the_line_mode_shows_only_what_the_seat_may_know(fatum: Fatum) -> None:
    out = fatum("play", "karma", "--players", 2, "--seed", "s", typed="1\n1\n1\n").out
    assert "Bruno draws 6 face-down cards." in out
    assert "Bruno lays out a face-down card." in out
    assert "You draw " in out
    assert "Your hand: " in out


def test_all_in_says_that_its_table_is_a_reconstruction(fatum: Fatum) -> None:
    assert "reconstruction" in fatum("play", "allin").out


def test_words_at_the_prompt(fatum: Fatum) -> None:
    typed = (
        "help\ncodes\nhelp\nrules\nrules five\nrules xyzzy\nview\nlog\n\nwhat 1\nwhat take\nsing\n"
    )
    typed += "999\nplay 1 x3\n" + "9" * 5000 + "\nQUIT\n"
    out = fatum("play", "karma", "--seed", "s", typed=typed).out
    assert out.count("play 9 x2 for two equal cards") == 1
    assert "\nK1 " in out
    assert "Nothing found." in out
    assert "First lay three of your cards open (K3)." in out
    assert "At the start: lay this card open in front of you." in out
    assert "Stock: " in out
    assert out.count("You draw ") == 2
    assert "'sing' is not a Karma move" in out
    assert "Choose a number from 1 to " in out
    assert out.count("Your choice:") == 2
    assert "The game is saved in " in out


def test_moves_may_be_typed_in_any_case(fatum: Fatum, data_folder: Path) -> None:
    first = fatum("play", "toy", "--seed", "s", "--players", 2).out
    row = next(line for line in first.splitlines() if line.startswith("1: "))
    move = row.removeprefix("1: ").removesuffix(".")
    fatum(
        "play", "toy", "--seed", "s", "--players", 2, typed=f" {move.upper().replace(' ', '  ')} "
    )
    assert f"You {move.lower()}." in fatum(
        "play", "toy", "--seed", "s", "--players", 2, typed=f"  {move.upper()}  \n"
    ).out  # fmt: skip


@pytest.mark.parametrize(
    ("language", "greeting"),
    [
        ("de", "auf Platz P1"),
        ("nl", "op plaats P1"),
        ("fr", "à la place P1"),
        ("sk", "na mieste P1"),
    ],
)
def test_a_game_in_each_language(
    fatum: Fatum, language: str, greeting: str, data_folder: Path
) -> None:
    ran = fatum(
        "play", "karma", "--players", 2, "--bots", "greedy", "--seed", "s", "--language", language,
        typed="help\nnonsense\n" + FIRST_CHOICES,
    )  # fmt: skip
    assert ran.code == 0
    assert greeting in ran.out
    english = ("You ", " you ", "The ", "Type ", "Your choice", "is no move")
    assert not [line for line in ran.out.splitlines() for word in english if word in line]


def test_the_terminal_says_the_language(fatum: Fatum, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FATUM_LANGUAGE")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "fr_BE.UTF-8")
    assert "à la place P1" in fatum("play", "karma", "--bots", "greedy", typed="quit\n").out
    monkeypatch.setenv("LANG", "C.UTF-8")
    assert (
        "You play Karma at seat P1"
        in fatum("play", "karma", "--bots", "greedy", typed="quit\n").out
    )


def test_an_unknown_language(fatum: Fatum) -> None:
    ran = fatum("play", "karma", "--language", "la")
    assert ran.code == 2
    assert "there is no language 'la'; the languages are en (English)" in ran.err


# --- saves ---------------------------------------------------------------------------------------


def test_quit_saves_and_resume_continues(fatum: Fatum, tmp_path: Path, data_folder: Path) -> None:
    words = ["play", "karma", "--players", 3, "--seed", "s", "--name", "Ann", "--seat", "P2"]
    words += ["--bots", "greedy"]
    whole = tmp_path / "whole.json"
    assert fatum(*words, "--record", whole, typed=FIRST_CHOICES).code == 0

    assert fatum(*words, typed="1\n1\n1\n1\nquit\n").code == 0
    for _ in range(3):
        assert len(saves(data_folder)) == 1
        ran = fatum("play", "karma", "--resume", typed="1\n1\nquit\n")
        assert "at seat P2, against Ada at P1 (Beginner) and Cleo at P3 (Beginner)." in ran.out
        assert "The game continues after" in ran.out
    resumed = tmp_path / "resumed.json"
    assert fatum("play", "karma", "--resume", "--record", resumed, typed=FIRST_CHOICES).code == 0
    assert resumed.read_bytes() == whole.read_bytes()
    assert saves(data_folder) == []


def test_the_end_of_the_input_saves(fatum: Fatum, data_folder: Path) -> None:
    assert fatum("play", "karma", typed="").code == 0
    assert load_record(saves(data_folder)[0]).outcome is None


def test_every_choice_is_saved(
    fatum: Fatum, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even a power cut loses nothing but the choice being made."""
    kept: list[int] = []
    save = Sitting.save

    def note(sitting: Sitting, record: Record) -> None:
        save(sitting, record)
        kept.append(sum(made.seat == 0 for made in load_record(sitting.path).moves))

    monkeypatch.setattr(Sitting, "save", note)
    fatum("play", "karma", "--seed", "s", typed="1\n1\n")
    assert kept == [1, 2, 2]


def test_ctrl_c_saves(tmp_path: Path, data_folder: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "fatum", "play", "karma"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "FATUM_DATA_DIR": str(data_folder)},
    )
    assert running.stdout is not None
    while "Your choice:" not in running.stdout.readline():
        pass
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "The game is saved in " in out
    assert err == ""
    assert load_record(saves(data_folder)[0]).outcome is None


def test_games_do_not_overwrite_each_other(fatum: Fatum, data_folder: Path) -> None:
    for _ in range(3):
        fatum("play", "toy", typed="quit\n")
    assert len(saves(data_folder)) == 3


@pytest.fixture
def save(fatum: Fatum, data_folder: Path) -> Path:
    fatum("play", "karma", "--seed", "s", typed="1\n1\n1\nquit\n")
    return saves(data_folder)[0]


def edited(path: Path, **changes: object) -> str:
    return json.dumps({**json.loads(path.read_text()), **changes})


def test_a_damaged_save_is_refused_and_kept(fatum: Fatum, save: Path) -> None:
    whole = save.read_text()
    for text, reason in [
        (whole[: len(whole) // 2], "is not JSON"),
        ("", "is empty"),
        (edited(save, moves=[["P1", "take"]]), "move 1 (P1: take) is not allowed"),
        (edited(save, seed="00" * 32), "the commitment is not the SHA-256 of the seed"),
        (edited(save, names=["a"]), "there is 1 name for a table of 4"),
        (edited(save, names=["a", "b", "random", "random"]), "which seat is yours"),
        (edited(save, outcome={"loser": "P1"}), "this game is over"),
        (edited(save, cheat=True), "has no key 'cheat'"),
        (edited(save, game="toy"), "a record of High Card has no key 'starter'"),
    ]:
        save.write_text(text)
        assert reason in fatum.refuses("play", "karma", "--resume")
        assert save.read_text() == text


def test_a_save_does_not_verify(fatum: Fatum, save: Path) -> None:
    assert "the game is not finished" in fatum.refuses("verify", save, code=1)


def test_a_save_of_another_game(fatum: Fatum, save: Path) -> None:
    sentence = fatum.refuses("play", "toy", "--resume", save)
    assert f"write: fatum play karma --resume {save}" in sentence


def test_a_save_elsewhere_becomes_the_record(fatum: Fatum, save: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(save.read_text())
    ran = fatum("play", "karma", "--resume", path, typed="1\nquit\n")
    assert f"--resume {path}" in ran.out
    assert fatum("play", "karma", "--resume", path, typed=FIRST_CHOICES).code == 0
    verify(load_record(path))
    assert save.exists()
    assert "nothing to continue" in fatum.refuses("play", "karma", "--resume", path)


def test_who_plays_on_may_be_said_again(fatum: Fatum, save: Path) -> None:
    save.write_text(edited(save, names=["Ann", "Bob", "random", "random"]))
    assert "who is not a bot" in fatum.refuses("play", "karma", "--resume", "--seat", "P1")
    words = ["play", "karma", "--resume", "--seat", "P1", "--bots", "random"]
    assert fatum(*words, typed="1\n").code == 0


def test_a_folder_that_cannot_be_made(
    fatum: Fatum, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("FATUM_DATA_DIR", str(tmp_path / "file"))
    assert "cannot make the folder" in fatum.refuses("play", "karma")
