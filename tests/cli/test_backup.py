"""``fatum backup`` and ``fatum restore``: every slip is one sentence, and nothing is lost."""

import asyncio
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.run import Fatum, real
from tests.services import Postgres, running_postgres
from tests.table.helpers import party

from fatum.table.store.sql.sql_store import SqlStore

TABLES = 3


async def play(where: str | Path, seeds: range) -> None:
    rng = random.Random(seeds.start)
    async with await SqlStore.open(where) as store:
        for seed in seeds:
            made = await party(store, 2, seed=seed)
            for _ in range(10):
                await made.step(rng)


def rows(file: Path) -> list[object]:
    """Everything that is stored, as a backup must keep it."""
    with closing(sqlite3.connect(file)) as store:
        query = "SELECT table_id, seq, at, body FROM log ORDER BY table_id, seq"
        listed = "SELECT id, game, status, public, created, changed FROM tables ORDER BY id"
        return [*store.execute(query), *store.execute(listed)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which games are being played."""
    file = tmp_path_factory.mktemp("played") / "tables.db"
    asyncio.run(play(file, range(TABLES)))
    return file


@pytest.fixture
def store(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(played, tmp_path / "tables.db"))


@pytest.fixture
def saved(fatum: Fatum, store: Path, tmp_path: Path) -> Path:
    """A good backup of it."""
    file = tmp_path / "saved.db"
    assert fatum("backup", file, "--store", store).code == 0
    return file


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"data"}


def test_says_what_a_backup_holds(fatum: Fatum, store: Path, tmp_path: Path) -> None:
    before = rows(store)
    ran = fatum("backup", tmp_path / "saved.db", "--store", store)
    entries = len(before) - TABLES
    told = f"a backup of 3 tables (3 being played) with {entries} entries"
    assert ran == (0, f"{tmp_path / 'saved.db'}: {told}\n", "")
    assert rows(tmp_path / "saved.db") == rows(store) == before
    assert files(tmp_path) == {"tables.db", "saved.db"}
    ran = fatum("restore", tmp_path / "saved.db", "--store", tmp_path / "new.db")
    told = f"restored 3 tables (3 being played) with {entries} entries"
    assert ran == (0, f"{tmp_path / 'saved.db'}: {told}\n", "")
    assert rows(tmp_path / "new.db") == before
    assert files(tmp_path) == {"tables.db", "saved.db", "new.db"}


# --- names that would destroy something ----------------------------------------------------------


@pytest.mark.parametrize("command", ["backup", "restore"])
@pytest.mark.parametrize("alias", ["same", "dotted", "symlink", "hard link", "its log"])
def test_never_onto_the_store_itself(
    fatum: Fatum, store: Path, tmp_path: Path, command: str, alias: str
) -> None:
    (tmp_path / "folder").mkdir()
    other = tmp_path / "alias.db"
    if alias == "dotted":
        other = tmp_path / "folder" / ".." / "tables.db"
    elif alias == "symlink":
        other.symlink_to(store)
    elif alias == "hard link":
        other.hardlink_to(store)
    elif alias == "its log":
        other = tmp_path / "tables.db-wal"
        shutil.copy(store, other)  # as the file of a store is; only its name tells
        before = other.read_bytes()
        assert "is the store itself" in fatum.refuses(command, other, "--force", "--store", store)
        assert other.read_bytes() == before
        return
    else:
        other = store
    before_rows = rows(store)
    for force in ((), ("--force",)):
        said = fatum.refuses(command, other, "--store", store, *force)
        assert "is the store itself" in said
    assert rows(store) == before_rows


def test_never_onto_an_existing_file_unless_forced(fatum: Fatum, store: Path, saved: Path) -> None:
    before = saved.read_bytes()
    asyncio.run(play(store, range(7, 8)))
    said = fatum.refuses("backup", saved, "--store", store)
    assert "saved.db exists already; --force replaces it" in said
    assert saved.read_bytes() == before
    assert "4 tables" in fatum("backup", saved, "--store", store, "--force").out
    assert rows(saved) == rows(store)


def test_never_onto_a_folder_or_device(fatum: Fatum, store: Path, tmp_path: Path) -> None:
    for place in (tmp_path, Path("/dev/null")):
        said = fatum.refuses("backup", place, "--store", store, "--force")
        assert said == f"fatum: cannot write {place}: it is not a file\n"
    nowhere = tmp_path / "no" / "saved.db"
    assert "its folder does not exist" in fatum.refuses("backup", nowhere, "--store", store)


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_store_that_does_not_exist_is_not_made(
    fatum: Fatum, saved: Path, tmp_path: Path, force: tuple[str, ...]
) -> None:
    before = saved.read_bytes()
    missing = tmp_path / "missing.db"
    for target in (saved, tmp_path / "new.db") if force else (tmp_path / "new.db",):
        said = fatum.refuses("backup", target, "--store", missing, *force)
        assert said == f"fatum: cannot read {missing}: there is no such file\n"
    assert files(tmp_path) == {"tables.db", "saved.db"}
    assert saved.read_bytes() == before


def test_a_restore_replaces_tables_only_if_forced(fatum: Fatum, store: Path, saved: Path) -> None:
    kept = rows(store)
    asyncio.run(play(store, range(7, 8)))
    before = rows(store)
    said = fatum.refuses("restore", saved, "--store", store)
    assert "the store holds 4 tables, which would be lost; --force replaces them" in said
    assert rows(store) == before
    assert fatum("restore", saved, "--store", store, "--force").code == 0
    assert rows(store) == kept


# --- damage --------------------------------------------------------------------------------------


def flip(file: Path, places: Iterator[int]) -> None:
    content = bytearray(file.read_bytes())
    for place in places:
        content[place] ^= 0x20
    file.write_bytes(content)


def truncate(file: Path, part: float) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * part)])


def other_database(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE songs (name TEXT)")


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda file: file.write_bytes(b""),
    "text": lambda file: file.write_text("hello"),
    "half": lambda file: truncate(file, 0.5),
    "all but a byte": lambda file: truncate(file, 1 - 1e-6),
    "only a header": lambda file: truncate(file, 100 / len(file.read_bytes())),
    "another database": other_database,
    "a zip": lambda file: file.write_bytes(b"PK\x03\x04" + bytes(500)),
    "many bytes": lambda file: flip(file, iter(range(5000, len(file.read_bytes()), 997))),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_backup_restores_nothing(
    fatum: Fatum, store: Path, saved: Path, tmp_path: Path, name: str
) -> None:
    DAMAGE[name](saved)
    before = rows(store)
    said = fatum.refuses("restore", saved, "--store", store, "--force")
    assert str(saved) in said
    assert rows(store) == before
    fatum.refuses("restore", saved, "--store", tmp_path / "new.db")
    assert files(tmp_path) == {"tables.db", "saved.db"}


# The last byte of a file is free in a store that is not full: its loss changes nothing.
@pytest.mark.parametrize("name", [name for name in DAMAGE if name != "all but a byte"])
def test_a_damaged_store_does_not_replace_a_backup(
    fatum: Fatum, store: Path, saved: Path, tmp_path: Path, name: str
) -> None:
    good = saved.read_bytes()
    DAMAGE[name](store)
    if name == "many bytes":
        flip(store, iter(range(100, 5000, 7)))
    fatum.refuses("backup", saved, "--store", store, "--force")
    assert saved.read_bytes() == good
    assert files(tmp_path) == {"tables.db", "saved.db"}


def test_any_changed_byte_is_noticed_or_means_nothing(
    fatum: Fatum, saved: Path, tmp_path: Path
) -> None:
    """One bit at a time, at seeded places: refused, or what is restored is what was saved."""
    good, expected = saved.read_bytes(), rows(saved)
    rng = random.Random(11)
    used = [place for place, byte in enumerate(good) if byte]
    refused = 0
    for number in range(40):
        place = rng.choice(used)
        content = bytearray(good)
        content[place] ^= 1 << rng.randrange(8)
        saved.write_bytes(content)
        new = tmp_path / f"new-{number}.db"
        ran = fatum("restore", saved, "--store", new)
        assert ran.code in {0, 2}, (place, ran)
        assert "Traceback" not in ran.err
        if ran.code == 0:
            assert rows(new) == expected, place
        else:
            assert not new.exists(), place
        refused += ran.code == 2
    assert refused > 30


def test_a_log_that_cannot_be_replayed_is_named(fatum: Fatum, store: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(store)) as found:
        (broken,) = found.execute("SELECT min(id) FROM tables").fetchone()
        (empty,) = found.execute("SELECT max(id) FROM tables").fetchone()
        found.execute("UPDATE log SET body = x'7b' WHERE table_id = ? AND seq = 4", (broken,))
        found.execute("DELETE FROM log WHERE table_id = ?", (empty,))
        found.commit()
    for words in (
        ("backup", tmp_path / "saved.db", "--store", store),
        ("restore", tmp_path / "saved.db", "--store", tmp_path / "new.db"),
    ):
        ran = fatum(*words)
        assert ran.code == 0
        assert "3 tables" in ran.out
        first, second = sorted(ran.err.splitlines())
        assert first.startswith(f"fatum: table {broken} cannot be replayed by this version: an ent")
        assert f"table {empty} cannot be replayed by this version: its log is empty" in second
    assert rows(tmp_path / "new.db") == rows(store)


def test_an_older_backup_without_a_digest_is_still_restored(
    fatum: Fatum, saved: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(saved)) as old:
        old.execute("DROP TABLE backup")
    assert fatum("restore", saved, "--store", tmp_path / "new.db").code == 0
    assert rows(tmp_path / "new.db") == rows(saved)


def test_a_backup_that_was_served_is_a_store_like_any(
    fatum: Fatum, saved: Path, tmp_path: Path
) -> None:
    """Its digest is out of date and must not count."""
    asyncio.run(play(saved, range(7, 8)))
    assert "4 tables" in fatum("restore", saved, "--store", tmp_path / "new.db").out
    assert "4 tables" in fatum("backup", tmp_path / "next.db", "--store", saved).out
    ran = fatum("restore", tmp_path / "next.db", "--store", tmp_path / "another.db")
    assert "4 tables" in ran.out


# --- no room -------------------------------------------------------------------------------------


def limited(limit: int, *words: object) -> "subprocess.CompletedProcess[str]":
    """A command that can write no file of more bytes than this."""
    return subprocess.run(
        [sys.executable, "-m", "fatum", *(str(word) for word in words)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_without_room_nothing_is_changed(store: Path, saved: Path, tmp_path: Path) -> None:
    good, before = saved.read_bytes(), rows(store)
    ran = limited(20_000, "backup", saved, "--store", store, "--force")
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"fatum: cannot back up to {saved}: ")
    assert ran.stderr.count("\n") == 1
    assert saved.read_bytes() == good
    ran = limited(20_000, "restore", saved, "--store", store, "--force")
    assert ran.stderr.startswith(f"fatum: cannot restore {saved}: ")
    assert ran.stderr.count("\n") == 1
    assert rows(store) == before
    assert "tables.db" in files(tmp_path)
    assert not [name for name in files(tmp_path) if name.startswith(".")]


# --- PostgreSQL ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


def test_the_same_for_postgresql(fatum: Fatum, postgres: Postgres, saved: Path) -> None:
    where = postgres.new_database()
    new = saved.with_name("new.db")
    said = fatum.refuses("backup", new, "--store", where)
    assert said == f"fatum: cannot back up to {new}: there is no store in this database\n"
    assert not new.exists()
    assert "3 tables" in fatum("restore", saved, "--store", where).out
    assert "the store holds 3 tables" in fatum.refuses("restore", saved, "--store", where)
    assert "3 tables" in fatum("backup", new, "--store", where).out
    assert rows(new) == rows(saved)
    flip(new, iter(range(5000, len(new.read_bytes()), 997)))
    assert "damaged" in fatum.refuses("restore", new, "--store", where, "--force")
    assert "3 tables" in fatum("backup", new, "--store", where, "--force").out
    assert rows(new) == rows(saved)
    nowhere = where.replace("@/t", "@/no")
    for command in ("backup", "restore"):
        file = saved.with_name("other.db") if command == "backup" else saved
        assert "does not exist" in fatum.refuses(command, file, "--store", nowhere)


# --- folders -------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["serve", "restore"])
def test_a_folder_is_not_made_without_asking(saved: Path, tmp_path: Path, command: str) -> None:
    words = [command, *([saved] if command == "restore" else [])]
    ran = real([*words, "--store", tmp_path / "no" / "such" / "x.db"])
    folder = tmp_path / "no" / "such"
    told = f"the folder {folder} does not exist; make it, or name another store"
    assert (ran.code, ran.err) == (2, f"fatum: {told}\n")
    assert files(tmp_path) == {"tables.db", "saved.db"}


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of our own")
@pytest.mark.parametrize("answer", ["y", "n"])
def test_on_a_terminal_it_asks(saved: Path, tmp_path: Path, answer: str) -> None:
    import os
    import pty

    place = tmp_path / "no" / "such" / "x.db"
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "fatum", "restore", str(saved), "--store", str(place)]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave) as running:
        os.close(slave)
        os.write(master, f"{answer}\n".encode())
        assert running.wait(60) == (0 if answer == "y" else 2)
        told = os.read(master, 10_000).decode()
    os.close(master)
    assert "does not exist. Make it? [y/N]" in told
    assert place.is_file() == (answer == "y")
