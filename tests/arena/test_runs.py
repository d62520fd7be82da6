"""The same seed gives the same table everywhere, and an interrupted run the same as a whole one."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from fatum.arena.run import checkpoint
from fatum.arena.run.checkpoint import Checkpoint
from fatum.arena.run.playing import RECORDS, play
from fatum.arena.run.pool import Where, WorkFailed, run
from fatum.arena.run.tournament import Tournament
from fatum.cli import INTERRUPTED
from fatum.core.errors import FatumError
from fatum.records import parse_record, verify

SMALL = Tournament("allin", {}, (2, 3), ("greedy", "random"), 6, b"7" * 32, "20", records=True)
KARMA = Tournament("karma", {"foresight": True}, (3,), ("greedy", "random"), 3, b"8" * 32, "20")


def result(tournament: Tournament, jobs: int = 1, folder: Path | None = None) -> str:
    return json.dumps(play(tournament, Where(jobs), folder).to_dict({}), indent=1)


@pytest.mark.parametrize("tournament", [SMALL, KARMA])
def test_one_job_and_two_give_the_same(tournament: Tournament) -> None:
    assert result(tournament, 1) == result(tournament, 2)


def test_a_game_that_only_this_program_knows_is_played_elsewhere(toy: str) -> None:
    tournament = Tournament(toy, {}, (2,), ("greedy", "random"), 4, b"7" * 32, "20")
    assert result(tournament, 1) == result(tournament, 2)


def test_another_seed_gives_another_result() -> None:
    assert result(SMALL) != result(replace(SMALL, seed=b"8" * 32))


def test_every_bot_has_every_seat_of_every_deal() -> None:
    found = play(SMALL, Where())
    for section in found.sections.values():
        seats = [line.score.number for line in section.lines.values()]
        assert sum(seats) == section.tally.games * section.players
    assert {bot: int(line.score.number) for bot, line in found.sections[2].lines.items()} == {
        "greedy": 6,
        "random": 6,
    }


def test_records_are_whole_games(tmp_path: Path) -> None:
    found = play(SMALL, Where(), tmp_path)
    lines = (tmp_path / RECORDS).read_text("utf-8").splitlines()
    assert len(lines) == found.games
    names = set()
    for line in lines:
        record = parse_record(line)
        verify(record)
        names.add(record.names)
    assert names == {
        ("greedy", "random"),
        ("random", "greedy"),
        ("greedy", "random", "random"),
        ("random", "random", "greedy"),
        ("random", "greedy", "random"),
    }


# --- interrupted ---------------------------------------------------------------------------------


class Interrupt:
    """Ctrl-C after so many reports of progress."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, games: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_goes_on(tmp_path: Path, jobs: int) -> None:
    whole = result(SMALL)
    with pytest.raises(KeyboardInterrupt):
        play(SMALL, Where(jobs), tmp_path, Interrupt(3))
    kept = (tmp_path / checkpoint.NAME).read_bytes()
    assert kept.count(b"\n") == 4
    assert not (tmp_path / RECORDS).exists()
    assert result(SMALL, jobs, tmp_path) == whole
    assert (tmp_path / checkpoint.NAME).read_bytes().startswith(kept)
    assert len((tmp_path / RECORDS).read_text("utf-8").splitlines()) == 12


def test_a_finished_run_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = result(SMALL, 1, tmp_path)
    monkeypatch.setattr("fatum.arena.run.playing.play_deal", None)
    assert result(SMALL, 1, tmp_path) == whole


def test_a_line_cut_off_by_a_crash_is_played_again(tmp_path: Path) -> None:
    whole = result(SMALL, 1, tmp_path)
    path = tmp_path / checkpoint.NAME
    path.write_bytes(path.read_bytes()[:-40])
    assert result(SMALL, 1, tmp_path) == whole
    path.write_bytes(path.read_bytes()[:20])
    assert result(SMALL, 1, tmp_path) == whole


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (replace(SMALL, seed=b"9" * 32), "seed"),
        (replace(SMALL, games=7), "games"),
        (replace(SMALL, bots=("random", "greedy")), "bots"),
        (replace(SMALL, options={"side": "B"}, budget="5"), "options, budget"),
        (replace(SMALL, records=False), "records"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(
    tmp_path: Path, other: Tournament, named: str
) -> None:
    Checkpoint(tmp_path, SMALL).close()
    before = (tmp_path / checkpoint.NAME).read_bytes()
    with pytest.raises(FatumError, match=rf"run with other parameters \({named}\); choose another"):
        play(other, Where(), tmp_path)
    assert (tmp_path / checkpoint.NAME).read_bytes() == before


@pytest.mark.parametrize("line", ["{}", "[]", "nonsense", '{"deal": 1}'])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, line: str) -> None:
    result(SMALL, 1, tmp_path)
    path = tmp_path / checkpoint.NAME
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:2], line + "\n", *lines[3:]]), "utf-8")
    with pytest.raises(FatumError, match="is damaged in line 3; remove it to begin again"):
        play(SMALL, Where(), tmp_path)


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="this system has no file locks")
    first = Checkpoint(tmp_path, SMALL)
    with pytest.raises(FatumError, match="another run is writing into"):
        Checkpoint(tmp_path, SMALL)
    first.close()


# --- workers -------------------------------------------------------------------------------------


def test_results_come_in_order_whatever_the_number_of_workers() -> None:
    # abs is a function of a module that a fresh process can import, unlike this test's own.
    assert list(run(abs, range(-20, 0), Where(3))) == list(range(20, 0, -1))
    assert list(run(abs, [], Where(2))) == []
    assert list(run(abs, [-1], Where(4))) == [1]


def test_a_worker_that_dies_ends_the_run_with_a_sentence() -> None:
    with pytest.raises(WorkFailed, match="a worker process has died"):
        list(run(os._exit, [3, 3, 3], Where(2)))


def test_a_failure_in_a_worker_is_a_sentence() -> None:
    """Not a traceback of another process."""
    with pytest.raises(WorkFailed, match="invalid literal for int"):
        list(run(int, ["1", "x", "2"], Where(2)))


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="this system does not list a process's children"
)


@needs_proc
@pytest.mark.parametrize("seconds", [0, 0.1, 0.4, 1])
def test_ctrl_c_ends_a_simulation_without_a_word(seconds: float) -> None:
    """It reaches all processes, as in a terminal; also those that are just being started."""
    command = "simulate karma --games 1000000 --jobs 2 --seed s"
    process = subprocess.Popen(
        [sys.executable, "-m", "fatum", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while not children.read_text():
        time.sleep(0.01)
    time.sleep(seconds)
    # The terminal tells all at once; the order is up to the system, so the workers come first here.
    for child in children.read_text().split():
        os.kill(int(child), signal.SIGINT)
    time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate(timeout=30) == (b"", b"")
    assert process.returncode == INTERRUPTED


# --- Ray -----------------------------------------------------------------------------------------


needs_ray = pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is not installed: pip install 'fatum-cards[ray]'"
)


@pytest.mark.slow
@needs_ray
def test_a_ray_cluster_gives_the_same(tmp_path: Path) -> None:
    """In a process of its own: Ray starts many, and none of them should outlive this test."""
    command = [sys.executable, "-m", "fatum", "arena", "allin", "--bots", "greedy,random"]
    command += ["--players", "2,3", "--games", "6", "--seed", "r", "--json"]
    here, there = (
        json.loads(
            subprocess.run(
                [*command, *where],
                capture_output=True,
                check=True,
                timeout=120,
                cwd=tmp_path,
                env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
            ).stdout
        )
        for where in (["--jobs", "1"], ["--ray", "local"])
    )
    assert here.pop("timing")
    assert there.pop("timing")
    assert here == there


@needs_ray
def test_where_there_is_no_cluster(tmp_path: Path) -> None:
    command = "arena karma --bots random,greedy --games 2 --ray 127.0.0.1:1"
    done = subprocess.run(
        [sys.executable, "-m", "fatum", *command.split()],
        capture_output=True,
        check=False,
        timeout=60,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert done.stderr == b"fatum: there is no Ray cluster at '127.0.0.1:1': nobody answers\n"
