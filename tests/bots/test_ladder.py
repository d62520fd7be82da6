"""The matches that measure the bots, with a few games each, and their page."""

import json
from dataclasses import replace
from pathlib import Path
from unittest.mock import ANY

import pytest

pytest.importorskip("benchmarks", reason="source distributions do not have it")

from benchmarks import learning
from benchmarks.ladder import results
from benchmarks.ladder.analyses import check_analysis, count_mistakes, loss_with
from benchmarks.ladder.company import CHOSEN, FORCED, Watch
from benchmarks.ladder.matches import Match, matches
from benchmarks.ladder.newcomers import NEWCOMER
from benchmarks.ladder.page import write_page
from benchmarks.ladder.predictions import judge, note, strongest
from benchmarks.ladder.scores import Score, score_of
from benchmarks.ladder.unfinished import carry, fetch, unfinished
from tests.bots.ceiling import Sees, choose_seeing, open_hands
from tests.bots.test_manners import late
from tests.bots.test_predictions import predicting

import fatum
from fatum.arena.analysis import analyse
from fatum.bots.base import Budget
from fatum.bots.registry import find_bot
from fatum.core.bits import COMPILED
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.game import View
from fatum.core.rng import Rng
from fatum.games.allin.rules.rules import AllInState
from fatum.games.registry import find_game
from fatum.play.match import Match as Game

ALL = {match.name: match for match in matches()}
STRONG = ["KC", "KM", "KS", "KT", "4M"]
compiled_only = pytest.mark.skipif(not COMPILED, reason="too slow as plain Python")


def played(match: Match, folder: Path) -> results.PlayedMatch:
    folder.mkdir(parents=True, exist_ok=True)
    return match.play(folder, lambda games: None, 1)


def test_names_are_unique_and_bots_exist() -> None:
    every = list(matches())
    assert len(ALL) == len(every)
    for_measuring = {NEWCOMER, *(sees.value for sees in Sees)}
    for match in every:
        assert match.games > 0
        for bot in set(match.bots) - for_measuring:
            assert find_bot(bot).name == bot


@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("allin-4-hard-previous", 1600),
        ("allin-2-hard-previous", 800),
        ("allin-4-hard-greedy", 1600),
        ("karma-2-hard-previous", 800),
        ("allin-4-timed-greedy", 200),
        ("karma-6-normal-previous", 2400),
        ("karma-mixed", 10_000),
        ("allin-mixed", 10_000),
        ("karma-2-normal-alone", 1000),
        ("allin-4-ceiling-hands", 200),
    ],
)
def test_what_strength_is_judged_by_is_played(name: str, games: int) -> None:
    assert ALL[name].games == games


@compiled_only
@pytest.mark.parametrize("name", ["allin-4-ceiling-hands-in-play", "karma-2-normal-previous"])
def test_an_interrupted_match_gives_the_same(name: str, tmp_path: Path) -> None:
    match = replace(ALL[name], each=2 * ALL[name].players[0], budget="20")
    whole = played(match, tmp_path / "whole")
    file = tmp_path / "whole" / "checkpoint.jsonl"
    half = tmp_path / "half"
    half.mkdir()
    lines = file.read_text().splitlines(keepends=True)
    (half / file.name).write_text("".join(lines[:2]))
    assert played(match, half) == whole
    assert set(whole["scores"]) == set(match.bots)
    assert whole["games"] == match.games


def test_mixed_company_is_watched(tmp_path: Path) -> None:
    bots = ("greedy", "easy", "normal", "ismcts") if COMPILED else ("greedy", "greedy-0.1")
    match = replace(ALL["karma-mixed"], players=(2, 3), each=2, bots=bots)
    found = played(match, tmp_path)
    assert found["undecided"] == 0
    assert found["faults"] == 0
    if COMPILED:
        assert found["repeated"]["choice"] == 0
    assert found["moves"]["longest"] >= found["moves"]["p95"] >= found["moves"]["median"]


def test_a_newcomer_loses_to_rules_of_thumb_sometimes(tmp_path: Path) -> None:
    match = replace(ALL["karma-2-newcomer-easy"], bots=(NEWCOMER, "greedy"), each=40)
    assert 0 < played(match, tmp_path)["scores"][NEWCOMER]["mean"] < 0.5


def test_a_position_that_comes_back_by_choice_is_told_from_one_that_must() -> None:
    watch = Watch(find_game("karma"))
    state = late(["8"])
    assert len(state.legal_moves(0)) > 1
    for _ in range(4):
        watch(state)
    assert watch.take() == [f"{CHOSEN}: time 3, move 3", f"{CHOSEN}: time 4, move 4"]
    forced = late(["15"])
    assert len(forced.legal_moves(0)) == 1
    for _ in range(3):
        watch(forced)
    assert watch.take() == [f"{FORCED}: time 3, move 3"]
    assert watch.take() == []


# --- ceilings ------------------------------------------------------------------------------------


def test_open_hands_leave_only_the_draw_pile_hidden() -> None:
    game = find_game("allin")
    state = game.new(game.read_options({"players": 3}), SeededChance(bytes(32)))
    rng = Rng(1)
    orders = set()
    for _ in range(30):
        seat = state.actor()
        assert isinstance(state, AllInState)
        world = open_hands(state, seat).redeal(rng)
        assert isinstance(world, AllInState)
        assert [owner.hand for owner in world.seats] == [owner.hand for owner in state.seats]
        assert sorted(world.draw) == sorted(state.draw[state.drawn :])
        orders.add(tuple(world.draw))
        state.apply(seat, state.random_move(seat, rng))
    assert len(orders) == 30


@pytest.mark.parametrize(
    ("sees", "best"),
    [
        (Sees.ALL, True),
        (Sees.HANDS, True),
        (Sees.HANDS_AT_PREDICTIONS, True),
        (Sees.HANDS_IN_PLAY, False),
    ],
)
def test_who_sees_hands_at_predictions_is_right(sees: Sees, best: bool) -> None:
    """P3 holds four kings and has shown none of them."""
    hands = [["2C", "3M", "5S", "7T", "10C"], ["2M", "3C", "5T", "7S", "10M"], STRONG]
    state = predicting(hands[0], 1, hands=hands)
    chosen = {choose_seeing(sees, state, 0, Rng(seed), Budget(iterations=200)) for seed in range(3)}
    names = {state.game.format_move(move) for move in chosen}
    assert (names == {"predict P3"}) == best


# --- the page ------------------------------------------------------------------------------------


def result(mean: float, half: float) -> results.PlayedMatch:
    score = {"mean": mean, "low": mean - half, "high": mean + half}
    return {
        "bots": ["hard", "hard-0.1"], "budget": "2000", "games": 1600, "undecided": 0, "faults": 0,
        "moves": {"median": 170, "p95": 200, "longest": 220, "long": 0},
        "scores": {"hard": score}, "revision": "abc1234", "day": "2026-11-18",
    }  # fmt: skip


def keep(folder: Path, name: str, found: results.PlayedMatch) -> None:
    (folder / name).mkdir()
    (folder / name / "match.json").write_text(json.dumps(found))


def test_results_are_added_to_those_that_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    file.write_bytes(results.FILE.read_bytes())
    before = json.loads(file.read_text())
    keep(tmp_path, "allin-4-hard-previous", result(0.33, 0.03))
    keep(tmp_path, "allin-4-hard-greedy", result(0.8, 0.02))
    found = results.kept(ALL, tmp_path, file)
    after = json.loads(file.read_text())
    assert after["0.1"] == before["0.1"]
    assert found["allin-4-hard-previous"]["version"] == "now"
    assert found["allin-4-hard-greedy"]["scores"]["hard"]["mean"] == 0.8
    assert found["karma-2-greedy-random"]["version"] == "0.1"
    assert results.kept(ALL, tmp_path / "nothing", file) == found


def test_the_page_shows_whatever_has_been_played(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    page, picture = tmp_path / "ladder.md", tmp_path / "ladder.png"
    write_page({}, page, picture)
    assert "| All In, 4 players | 25 % |  |  |" in page.read_text()
    file = tmp_path / "ladder.json"
    keep(tmp_path, "allin-4-hard-previous", result(0.33, 0.03))
    write_page(results.kept(ALL, tmp_path, file), page, picture)
    assert "| All In, 4 players | 25 % |  | 33.0 (30.0–36.0) % ✓ |" in page.read_text()
    assert picture.stat().st_size > 10_000


def test_the_page_in_the_docs_has_the_kept_results(tmp_path: Path) -> None:
    """Nobody writes the page by hand."""
    pytest.importorskip("matplotlib")
    file, page = tmp_path / "ladder.json", tmp_path / "ladder.md"
    file.write_bytes(results.FILE.read_bytes())
    write_page(results.kept((), file=file), page, tmp_path / "ladder.png")
    assert page.read_text() == Path("docs/ladder.md").read_text()


@pytest.mark.parametrize(
    ("low", "high", "mark"), [(0.26, 0.4, "✓"), (0.2, 0.3, "·"), (0.1, 0.24, "✗")]
)
def test_a_score_says_whether_it_is_beyond_luck(low: float, high: float, mark: str) -> None:
    assert str(Score((low + high) / 2, low, high, 0.25, 400, False)).endswith(mark)
    assert str(Score((low + high) / 2, low, high, 0.25, 400, True)).endswith(f"{mark}°")


def test_a_match_is_not_resumed_with_other_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results.check_sources(tmp_path, "karma")
    results.check_sources(tmp_path, "karma")
    assert results.sources("karma") != results.sources("allin")
    monkeypatch.setattr(results, "sources", lambda game: "other")
    with pytest.raises(FatumError, match="have changed since"):
        results.check_sources(tmp_path, "karma")


def test_an_unfinished_match_counts_and_is_resumed_elsewhere(tmp_path: Path) -> None:
    here, there, carried = (tmp_path / name for name in ("here", "there", "carried"))
    match = replace(ALL["karma-2-normal-alone"], bots=("greedy", "random"), each=8)
    folder = here / match.name
    whole = played(match, folder)
    results.check_sources(folder, match.game)
    file = folder / "checkpoint.jsonl"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:4]))
    found = unfinished(match, here)
    assert found is not None
    assert (found["games"], found["planned"]) == (6, 8)
    carry([match], here, carried)
    fetch(match, there, carried)
    assert (there / match.name / "checkpoint.jsonl").read_bytes() == file.read_bytes()
    results.check_sources(there / match.name, match.game)
    assert played(match, there / match.name) == whole
    keep(tmp_path, match.name, {**whole, "revision": "abc1234", "day": "2026-11-18"})
    carry([match], tmp_path, carried)
    assert list(carried.iterdir()) == []


def test_what_is_unfinished_replaces_only_fewer_games(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    part = {**result(0.8, 0.02), "games": 300, "planned": 1600}
    name = "allin-4-hard-previous"
    assert results.kept((), tmp_path, file, {name: part})[name]["games"] == 300
    assert str(score_of(results.kept((), file=file), name, "hard")).endswith("✓ in 300 of 1,600")
    fewer = {**part, "games": 200}
    assert results.kept((), tmp_path, file, {name: fewer})[name]["games"] == 300
    keep(tmp_path, name, result(0.33, 0.03))
    assert results.kept([name], tmp_path, file)[name]["games"] == 1600


# --- predictions ---------------------------------------------------------------------------------


def test_what_predictions_say_is_from_the_view_alone() -> None:
    """Both ways give chances, and hands that the seat cannot see change only whose chance comes first."""
    weak, other = ["2C", "3M", "5S", "7T", "10C"], ["2M", "3C", "5T", "7S", "10M"]
    said = []
    for hands in ([STRONG, weak, other], [STRONG, other, weak]):
        state = predicting(STRONG, hands=hands)
        assert isinstance(state, AllInState)
        assert strongest(state) == 0
        said.append(note(state, 0, Rng(3)))
    assert said[0] == said[1]
    for chances in said[0].values():
        assert sum(chances) == pytest.approx(1, abs=0.001)
        assert chances[0] > 0.9


@pytest.mark.parametrize("loser", [0, 2])
def test_the_strongest_comes_first(loser: int) -> None:
    hands = [STRONG, ["2M", "3C", "5T", "7S", "10M"], ["2C", "3M", "5S", "7T", "10C"]]
    hands[0], hands[loser] = hands[loser], hands[0]
    state = predicting(hands[0], hands=hands)
    assert isinstance(state, AllInState)
    chances = note(state, 0, Rng(1))["now"]
    assert (chances[0] > 0.5) == (strongest(state) == 0)


@compiled_only
def test_predictions_are_judged_and_resumed(tmp_path: Path) -> None:
    match = replace(ALL["allin-predictions"], players=(3, 4), each=2, budget="10")
    whole = played(match, tmp_path / "whole")
    half = tmp_path / "half"
    half.mkdir()
    lines = (tmp_path / "whole" / "checkpoint.jsonl").read_text().splitlines(keepends=True)
    (half / "checkpoint.jsonl").write_text("".join(lines[:3]))
    assert played(match, half) == whole
    judged = whole["predictions"]
    assert [judged[players]["predictions"] for players in ("3", "4", "all")] == [18, 24, 42]
    for bins in whole["calibration"].values():
        assert sum(found["number"] for found in bins) == 18 * 3 + 24 * 4
        assert all(0 <= found["low"] <= found["mean"] <= found["high"] <= 1 for found in bins)


def test_equal_ways_are_not_better() -> None:
    said = [
        {way: [0.5, 0.3, 0.2] for way in ("before", "now")},
        {way: [0.2, 0.8] for way in ("before", "now")},
    ]
    judged = judge([said, said[:1]])
    assert judged["better"]["mean"] == 0
    assert judged["loss"]["now"]["mean"] == pytest.approx((2 * 0.693147 + 1.609438) / 3, abs=1e-4)
    assert judged["right"]["before"]["mean"] == pytest.approx(2 / 3, abs=1e-4)


# --- analyses ------------------------------------------------------------------------------------


@compiled_only
def test_named_mistakes_are_searched_again(tmp_path: Path) -> None:
    game = find_game("allin")
    match: Game = Game.new(game, game.read_options({"players": 2}), b"a" * 32)
    match.play({seat: fatum.bot("random") for seat in range(2)})
    record = match.record()
    found = check_analysis(record, Budget(iterations=40))
    assert found["choices"] >= found["named"] >= found["stand"] > 0
    assert found["named"] >= found["inside"]
    blunder = next(made for made in analyse(record, by_name).decisions if made.number == 1)
    # The very first choice is looked at where it was made.
    assert -1 <= loss_with(record, blunder, Budget(iterations=40)) <= 1


def by_name(view: View, legal: list[int], rng: Rng) -> list[tuple[int, float, int]]:
    return [(move, place / len(legal), 1000) for place, move in enumerate(legal)]


def test_mistakes_are_summed_up(tmp_path: Path) -> None:
    deals = [
        {"choices": 60, "named": 4, "stand": 4, "inside": 3},
        {"choices": 50, "named": 2, "stand": 1, "inside": 2},
    ]
    (tmp_path / "records.jsonl").write_text("".join(f"{json.dumps(deal)}\n" for deal in deals))
    found = count_mistakes(ANY, tmp_path)
    assert (found["choices"], found["named"]) == (110, 6)
    assert found["stand"]["mean"] == pytest.approx(5 / 6, abs=1e-4)
    assert found["stand"]["low"] < 5 / 6 < found["stand"]["high"]


# --- learning curves -----------------------------------------------------------------------------


def test_learning_curves_are_drawn_from_what_a_training_kept(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    kept = json.loads(learning.CURVES.read_text())
    assert [point["round"] for point in kept["allin"]] == [1] * 12 + [2] * 12
    picture = tmp_path / "learning.png"
    learning.draw({"allin": kept["allin"]}, picture)
    assert picture.stat().st_size > 10_000
