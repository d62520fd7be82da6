"""Stores, saves and records written by version 0.1 open, play on and verify (see its README.md)."""

import json
import random
import shutil
from pathlib import Path
from typing import Any, Final

import pytest
from tests.cli.run import Fatum
from tests.table.helpers import asynchronous

import fatum
from fatum.core.errors import InvalidRecord
from fatum.play.match import Match
from fatum.protocol import requests as r
from fatum.records import load_record, parse_record, record_texts, verify
from fatum.table.roles import NOBODY, Caller
from fatum.table.seats import hash_token
from fatum.table.store.sql.sql_store import SqlStore
from fatum.table.table import Table

DATA: Final = Path(__file__).parents[1] / "fixtures" / "v0.1"
TABLES: Final[dict[str, dict[str, Any]]] = json.loads(
    (DATA / "tables.json").read_text(encoding="utf-8")
)
SAVES: Final = sorted((DATA / "saves").glob("*.json"))
RECORDS: Final = sorted((DATA / "records").glob("*.json*"))
RUNNING: Final = sorted((DATA / "records").glob("*-running-traced.json"))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return Path(shutil.copy(DATA / "store.db", tmp_path))


# --- the store of a server -----------------------------------------------------------------------


def callers(kept: dict[str, Any]) -> list[Caller]:
    return [Caller(hash_token(token)) for token in kept["tokens"]]


def seen(table: Table) -> dict[str, Any]:
    """What ``tables.json`` says of a table."""
    state = table.state
    match = state.match
    views = []
    if match is not None:
        views = [match.state.view_for(seat).to_dict() for seat in [*range(len(state.seats)), None]]
    return {
        "seq": state.seq,
        "phase": state.phase,
        "names": [seat.name for seat in state.seats],
        "chat": [text for _, _, text in state.chat],
        "to_act": {
            f"P{seat + 1}": [state.game.format_move(move) for move in asked.legal]
            for seat, asked in sorted(state.asked.items())
        },
        "views": views,
        "record": table.record().to_dict() if state.phase == "over" else None,
    }


@pytest.mark.parametrize("code", TABLES, ids=[kept["name"] for kept in TABLES.values()])
@asynchronous
async def test_a_table_is_as_it_was_left_and_its_players_finish_the_game(
    store: Path, code: str
) -> None:
    kept = TABLES[code]
    now = kept["now"] + 1000
    rng = random.Random(code)
    async with await SqlStore.open(store) as opened:
        table = await Table.load(opened, code, now)
        assert seen(table) == {key: kept[key] for key in seen(table)}
        people = callers(kept)
        for seat, caller in enumerate(people):
            assert table.who(caller).seat == seat
            table.snapshot(caller)
        if kept["left"] is not None:
            assert table.state.seats[kept["left"]].automatic
            await table.run(people[kept["left"]], r.Back(), now)
        if kept["link"] is not None:
            moved = await table.run(NOBODY, r.Claim(kept["link"]), now)
            assert moved.token is not None
            people[1] = Caller(hash_token(moved.token))
        if table.state.phase == "lobby":
            seated = await table.run(NOBODY, r.Sit("Eve"), now)
            assert seated.token is not None
            people.append(Caller(hash_token(seated.token)))
            await table.run(people[0], r.Start(), now)
        while table.state.phase == "playing":
            seat = rng.choice(list(table.state.asked))
            asked = table.state.asked[seat]
            text = table.state.game.format_move(rng.choice(asked.legal))
            caller = people[seat] if seat < len(people) else Caller(bot=seat)
            now += rng.randrange(5000)
            await table.run(
                caller, r.MakeMove(text, asked.seq, key=f"{seat}-{table.state.seq}"), now
            )
        verify(table.record())
        again = await Table.load(opened, code, now)
        assert seen(again) == seen(table)


@asynchronous
async def test_an_old_table_is_played_again(store: Path) -> None:
    code, kept = next(item for item in TABLES.items() if item[1]["name"] == "karma over")
    async with await SqlStore.open(store) as opened:
        table = await Table.load(opened, code, kept["now"])
        for caller in callers(kept):
            await table.run(caller, r.Rematch(), kept["now"] + 1000)
        assert table.state.next is not None
        rematch = await Table.load(opened, table.state.next, kept["now"] + 2000)
        assert [rematch.who(caller).seat for caller in callers(kept)] == [0, 1]


# --- the saves of the terminal -------------------------------------------------------------------


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_a_saved_game_is_resumed_and_finished(
    save: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FATUM_DATA_DIR", str(tmp_path / "data"))
    fatum = Fatum(capsys, monkeypatch)
    copy = Path(shutil.copy(save, tmp_path))
    ran = fatum("play", save.stem.split("-")[0], "--resume", copy, typed="1\n" * 5000)
    assert ran.code == 0, ran
    assert fatum("verify", copy).code == 0
    old, new = load_record(save), load_record(copy)
    assert new.moves[: len(old.moves)] == old.moves
    assert (new.names, new.seed, new.first) == (old.names, old.seed, old.first)


# --- records -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_record_is_read_and_written_byte_for_byte(path: Path) -> None:
    lines = list(record_texts(path))
    for _, text in lines:
        record = parse_record(text)
        assert record.to_json() == text.rstrip("\n")
        if "-running-" in path.name:
            with pytest.raises(InvalidRecord, match="the game is not finished"):
                verify(record)
        else:
            verify(record)


@pytest.mark.parametrize("path", RUNNING, ids=lambda path: path.name)
def test_a_running_record_plays_on(path: Path) -> None:
    old = load_record(path)
    match: Match = Match.resume(old)
    match.play({seat: fatum.bot("random") for seat in range(match.options.players)})
    new = match.record()
    verify(new)
    assert new.moves[: len(old.moves)] == old.moves
    assert all(made.legal is not None for made in new.moves)
    with pytest.raises(InvalidRecord, match="no seed"):
        Match.resume(load_record(path.with_stem(path.stem.replace("traced", "without-seed"))))


def test_all_of_it_is_here() -> None:
    """An empty folder would pass every test above."""
    assert (len(TABLES), len(SAVES), len(RECORDS), len(RUNNING)) == (12, 6, 9, 2)
