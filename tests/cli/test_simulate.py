"""Simulations: the same result however they are run, and reports that can be trusted."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.run import Fatum

from fatum.arena.run.pool import Where
from fatum.arena.run.simulate import BrokenInvariant, Plan, check_state, simulate
from fatum.arena.stats.tally import Tally
from fatum.core.chance import SeededChance
from fatum.games.registry import find_game
from fatum.records import parse_record, verify

SEED = "spring"


def report(fatum: Fatum, *words: object) -> dict[str, Any]:
    ran = fatum("simulate", *words, "--seed", SEED, "--json")
    assert ran.code == 0, ran.err
    data: dict[str, Any] = json.loads(ran.out)
    return data


@pytest.mark.parametrize("game", ["karma", "allin", "toy"])
def test_any_number_of_processes_gives_the_same_bytes(
    fatum: Fatum, tmp_path: Path, game: str
) -> None:
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    words = ["simulate", game, "--games", 60, "--players", 2, "--seed", SEED, "--json", "--trace"]
    first = fatum(*words, "--jobs", 1, "--records", one)
    second = fatum(*words, "--jobs", 2, "--records", two)
    assert first == second
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("game", ["karma", "allin", "toy"])
def test_the_quick_way_and_the_noted_way_agree(fatum: Fatum, tmp_path: Path, game: str) -> None:
    words = (game, "--games", 10, "--players", 3)
    quick = report(fatum, *words)
    noted = report(fatum, *words, "--records", tmp_path / "r.jsonl")
    checked = report(fatum, *words, "--check")
    assert quick == noted == checked


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_records_verify(fatum: Fatum, tmp_path: Path, players: int) -> None:
    path = tmp_path / "r.jsonl"
    report(fatum, "karma", "--games", 5, "--players", players, "--records", path, "--trace")
    lines = path.read_text().splitlines()
    assert len(lines) == 5
    for line in lines:
        record = parse_record(line)
        assert record.names == ("random",) * players
        assert record.to_json() == line
        verify(record)
    assert fatum("verify", path).out == "5 valid, 0 invalid\n"


def test_a_seed_in_hexadecimal_is_the_seed_itself(fatum: Fatum) -> None:
    seed = "0123456789abcdef" * 4
    data = json.loads(fatum("simulate", "toy", "--games", 3, "--seed", seed, "--json").out)
    assert data["seed"] == seed


def test_runs_without_a_seed_differ(fatum: Fatum) -> None:
    words = ["simulate", "toy", "--games", 1, "--json"]
    assert json.loads(fatum(*words).out)["seed"] != json.loads(fatum(*words).out)["seed"]


def test_the_report_for_people(fatum: Fatum) -> None:
    out = fatum("simulate", "karma", "--games", 40, "--players", 3, "--seed", SEED).out
    for part in (
        "Karma: 40 games, players 3",
        "Moves per game: mean",
        "Bots: random, random, random\n",
        "Loser by seat, of all games, with 95 % intervals; by luck 33.33%:\n  P1    ",
        "Loser by place from the starter:",
        "Burns per game",
        "Pick-ups per game",
        "Undecided games",
    ):
        assert part in out


def test_who_plays_is_named_and_what_is_beyond_luck_is_marked(fatum: Fatum) -> None:
    words = ["simulate", "karma", "--games", 30, "--players", 2, "--seed", SEED]
    lines = fatum(*words, "--bots", "greedy,random").out.splitlines()
    assert lines[1] == "Bots: greedy, random"
    greedy, rest = (
        next(line for line in lines if line.startswith(f"  {seat} ")) for seat in ("P1", "P2")
    )
    assert greedy.split()[:2] == ["P1", "greedy"]
    assert greedy.endswith("  beyond luck")
    assert rest.split()[:2] == ["P2", "random"]
    assert not any(
        line.endswith("luck") for line in lines if line.startswith(("  starter", "  1 to"))
    )


def test_what_all_in_counts(fatum: Fatum) -> None:
    data = report(fatum, "allin", "--games", 40, "--players", 4)
    counted = data["statistics"]
    assert sum(counted["runes"].values()) == 160
    assert sum(counted["hands"].values()) == 480
    assert counted["totals"]["rounds"] == 120
    assert counted["totals"]["predictions"] == 480
    assert 0 < counted["totals"]["right predictions"] < 480
    out = fatum("simulate", "allin", "--games", 5, "--seed", SEED).out
    for part in ("Winner by place from the dealer:", "Runes at the end", "Right predictions",
                 "Pots carried over", "Rounds at the turn limit", "Hands with full house"):  # fmt: skip
        assert part in out


def test_all_in_rounds_at_the_turn_limit_are_counted(fatum: Fatum) -> None:
    data = report(fatum, "allin", "--games", 10, "--turn-limit", 2)
    assert data["statistics"]["totals"]["rounds at the turn limit"] == 30
    data = report(fatum, "allin", "--games", 10)
    assert data["statistics"]["totals"]["rounds at the turn limit"] == 0


def test_undecided_games_are_counted(fatum: Fatum) -> None:
    data = report(fatum, "karma", "--games", 10, "--turn-limit", 5)
    assert data["results"] == {"undecided": 10}
    assert data["statistics"]["undecided"] == 10


def test_results_add_up(fatum: Fatum) -> None:
    data = report(fatum, "karma", "--games", 60)
    losers = sum(entry["games"] for entry in data["by_seat"]["loser"])
    assert losers + data["results"].get("undecided", 0) == 60
    assert losers == sum(entry["games"] for entry in data["by_place"]["loser"])
    for entry in data["by_seat"]["loser"]:
        assert entry["low"] <= entry["games"] / 60 <= entry["high"]


def test_an_unwritable_file_of_records_is_refused_before_the_work(fatum: Fatum) -> None:
    fatum.refuses("simulate", "karma", "--games", 10**9, "--records", "/proc/nothing/x")


def test_a_lost_card_is_found() -> None:
    game = find_game("karma")
    options = game.read_options({"players": 2})
    state = game.new(options, SeededChance(bytes(32)))
    check_state(game, options, state)

    class Lossy:
        def to_dict(self) -> dict[str, object]:
            data = state.to_dict()
            stock = data["stock"]
            assert isinstance(stock, list)
            return {**data, "stock": stock[1:]}

    with pytest.raises(BrokenInvariant, match="does not hold each card once"):
        check_state(game, options, Lossy())  # type: ignore[arg-type]


def test_a_broken_game_ends_the_run(fatum: Fatum, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise BrokenInvariant("a card is lost")

    monkeypatch.setattr("fatum.arena.run.simulate.check_state", broken)
    reason = fatum.refuses("simulate", "toy", "--games", 3, "--seed", SEED, code=1)
    assert reason.startswith("fatum: game 1 (seed ")
    assert reason.endswith("a card is lost\n")


def test_percentiles_and_bars() -> None:
    tally = Tally(2)
    tally.lengths.update(range(1, 101))
    assert [tally.percentile(p) for p in (5, 50, 95, 100)] == [5, 50, 95, 100]
    assert tally.mean() == 50.5
    bars = tally.histogram()
    assert sum(count for _, _, count in bars) == 100
    assert bars[0][0] == 1
    assert bars[-1][1] >= 100


def test_bots_see_views_and_play_to_the_end() -> None:
    plan = Plan("toy", {"players": 2}, 5, bytes(32), ("random", "random"), check=True)
    assert simulate(plan, Where()).found.tally.games == 5


def test_a_file_that_holds_something_else_is_not_replaced(fatum: Fatum, tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    store.write_bytes(b"SQLite format 3\0 and all games")
    before = store.read_bytes()
    said = fatum.refuses("simulate", "toy", "--games", 1, "--records", store)
    assert "it exists and is not a file of records; name another file" in said
    said = fatum.refuses("play", "toy", "--record", store)
    assert "it exists and is not a record; name another file" in said
    assert store.read_bytes() == before
    records = tmp_path / "games.jsonl"
    for _ in range(2):  # records replace records
        assert fatum("simulate", "toy", "--games", 1, "--records", records).code == 0
