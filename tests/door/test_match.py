"""A match at the front door: playing, looking, copying and keeping both games."""

import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import fatum
from fatum.core.rng import Rng
from fatum.games.registry import GAMES
from fatum.records import verify

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("karma", {"players": 2, "foresight": True}),
    ("karma", {"players": 4, "table_card_follow_up": "free"}),
    ("karma", {"players": 6}),
    ("allin", {"players": 2, "discard": "closed_eye"}),
    ("allin", {"players": 3, "discard": "shadows", "side": "B", "heirs": True}),
    ("allin", {"players": 5, "cards": {"2M": ["take*", "draw"]}}),
]
variants = pytest.mark.parametrize(("game", "options"), VARIANTS)
EVERYONE = ("P1", "P2", "P3", "P4", "P5", "P6")


def steps(game: str, options: dict[str, Any], seed: int = 5) -> Iterator[fatum.Match[Any]]:
    """A random game, before each move and at the end."""
    rng = random.Random(seed)
    match = fatum.new(game, seed=seed, **options)
    while True:
        yield match
        if match.over:
            return
        seat = rng.choice(match.to_act)
        match.push(rng.choice(match.legal(seat)), seat)


@variants
def test_a_match_says_what_the_rules_say(game: str, options: dict[str, Any]) -> None:
    for match in steps(game, options):
        state = match.state
        assert match.to_act == tuple(f"P{seat + 1}" for seat in state.to_act())
        assert match.over == (state.outcome() is not None)
        assert match.outcome == state.outcome()
        for seat in range(options["players"]):
            texts = [match.game.format_move(move) for move in state.legal_moves(seat)]
            assert match.legal(seat) == match.legal(f"P{seat + 1}") == texts
            assert [move.text for move in match.view(seat).legal] == texts
            assert match.view(seat).to_dict() == state.view_for(seat).to_dict()
        assert match.legal() == (match.legal(match.to_act[0]) if match.to_act else [])
    verify(match.record())


@variants
def test_texts_numbers_and_moves_are_the_same(game: str, options: dict[str, Any]) -> None:
    rng = random.Random(3)
    one, two, three = (fatum.new(game, seed="same", **options) for _ in range(3))
    while not one.over:
        move = rng.choice(one.view(one.to_act[0]).legal)
        events = one.push(move.text)
        assert two.push(move.number) == events
        assert three.push(move, two.moves[-1].seat) == events
    assert one.record().to_json() == two.record().to_json() == three.record().to_json()


@variants
def test_events_are_what_happened_and_who_may_know_it(game: str, options: dict[str, Any]) -> None:
    rng = random.Random(9)
    match = fatum.new(game, seed=9, **options)
    told = match.events
    while not match.over:
        told += match.push(rng.choice(match.legal()))
    assert told == match.events
    truth = match.events_since(0)
    assert len(told) == len(truth) > 50
    hidden = 0
    for event, core in zip(told, truth, strict=True):
        for viewer in [*range(options["players"]), None]:
            name = None if viewer is None else f"P{viewer + 1}"
            seen = event.seen_by(name)
            data = core.seen_by(viewer)
            assert list(seen.cards) == data.get("cards", [])
            assert (seen.kind, seen.seat, seen.other) == (
                data["event"],
                data.get("seat"),
                data.get("other"),
            )
            hidden += "?" in seen.cards
        assert repr(event).startswith(f"Event({event.kind!r}")
    assert hidden > 10
    numbers = {event.kind for event in told if event.number is not None}
    assert numbers >= ({"flip"} if game == "karma" else {"river", "pot", "pay", "round"})


@variants
def test_a_copy_goes_its_own_way(game: str, options: dict[str, Any]) -> None:
    """Reshuffles of a copy must not get into the record of the match it was copied from."""
    whole = list(steps(game, options))[-1].record().to_json()
    for number, match in enumerate(steps(game, options)):
        if number % 40 == 5:
            before = match.record().to_json()
            copy = match.copy()
            assert copy.record().to_json() == before
            assert copy.events == match.events
            assert deepcopy(match).record().to_json() == before
            while not copy.over:
                copy.push(copy.legal()[-1])
            verify(copy.record())
            assert match.record().to_json() == before
            verify(copy.copy().record())
    assert match.record().to_json() == whole


@variants
def test_bots_play_their_seats_and_the_same_seed_plays_the_same_game(
    game: str, options: dict[str, Any]
) -> None:
    seats = EVERYONE[: options["players"]]
    records = []
    for _ in range(2):
        match = fatum.new(game, seed="bots", **options)
        others = {seat: fatum.bot("greedy") for seat in seats[1:]}
        while not match.over:
            match.play(others)
            if not match.over:
                assert match.to_act[0] == "P1"
                assert not set(match.to_act) & set(others)
                match.push(match.legal()[0])
        verify(match.record())
        records.append(match.record().to_json())
    assert records[0] == records[1]


def test_a_bot_of_ones_own() -> None:
    class Last:
        def choose(self, view: fatum.View) -> str:
            return view.legal[-1].text

    class Engine:
        def choose(self, view: object, legal: list[int], rng: Rng, budget: object) -> int:
            return legal[-1]

    first = fatum.new("allin", players=2, seed=1)
    first.play({"P1": Last(), "P2": Last()})
    second = fatum.new("allin", players=2, seed=1)
    second.play({0: fatum.bot(Engine()), 1: fatum.bot(Last())})
    assert first.over
    assert first.record().to_json() == second.record().to_json()


def test_a_bot_that_is_wrong_is_told_the_rule() -> None:
    class Wrong:
        def choose(self, view: fatum.View) -> str:
            return "take"

    match = fatum.new("karma", players=2, seed=1)
    with pytest.raises(fatum.IllegalMove) as refused:
        match.play({"P1": Wrong()})
    assert refused.value.rule in str(refused.value)
    assert refused.value.reason
    assert match.moves == []


# --- files ---------------------------------------------------------------------------------------


def test_saved_at_any_time_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for number, match in enumerate(steps("allin", {"players": 3})):
        if number % 15 == 0 or match.over:
            match.record().save(path)
            loaded = fatum.load(path)
            assert loaded.record().to_json() == match.record().to_json()
            assert loaded.events == match.events
            assert str(loaded) == str(match)
    assert fatum.load(path).over
    match.record().without_seed().save(path)
    again = fatum.load(str(path))
    assert again.record().to_json() == match.record().without_seed().to_json()
    assert again.copy().view("P1") == match.view("P1")


def test_what_cannot_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    match = fatum.new("karma", players=2, seed=1)
    match.record().without_seed().save(path)
    with pytest.raises(fatum.InvalidRecord, match="not finished and has no seed"):
        fatum.load(path)
    path.write_text("{}")
    with pytest.raises(fatum.FatumError, match="no 'fatum'"):
        fatum.load(path)
    with pytest.raises(fatum.FatumError, match="there is no such file"):
        fatum.load(tmp_path / "nothing.json")
    with pytest.raises(fatum.FatumError, match="it is a folder"):
        fatum.load(tmp_path)


# --- seeds ---------------------------------------------------------------------------------------


def test_seeds_are_read_as_the_command_line_reads_them() -> None:
    by_number = fatum.new("karma", seed=7)
    assert by_number.seed == fatum.new("karma", seed="7").seed
    assert by_number.seed == fatum.new("karma", seed=by_number.seed).seed
    assert by_number.seed == fatum.new("karma", seed=by_number.seed.hex()).seed
    assert by_number.seed != fatum.new("karma", seed=8).seed
    assert fatum.new("karma").seed != fatum.new("karma").seed


# --- a game that nobody has described ------------------------------------------------------------


def test_any_game_has_views_and_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", "tests.toy.game")
    assert "toy" in fatum.list_games()
    match = fatum.new("toy", players=2, seed=1)
    view: Any = match.view(match.to_act[0])
    assert view.hands == view.to_dict()["hands"]
    assert "High Card" in str(match)
    with pytest.raises(AttributeError, match="has no 'pile'"):
        _ = view.pile
    assert [move.card for move in view.legal] == [text.split()[-1] for text in match.legal()]
    match.play({"P1": fatum.bot("random"), "P2": fatum.bot("easy", iterations=5)})
    assert match.over
