"""docs/fairness.md is enough to redo every shuffle, and its example is right."""

import hashlib
import re
from pathlib import Path

import pytest
from tests.records import independent

from fatum.arena.run.simulate import game_seed
from fatum.core.chance import NotedChance, SeededChance
from fatum.core.rng import Rng, Stream, stream_digest
from fatum.games.registry import find_game

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "fairness.md").read_text("utf-8")
SEED = bytes(range(32))
DECKS = {"karma": independent.KARMA, "allin": independent.ALL_IN}


def words(text: str) -> list[str]:
    return re.sub(r"\s+", " ", text).split()


def test_the_example_on_the_page() -> None:
    assert SEED.hex() in PAGE
    assert hashlib.sha256(SEED).hexdigest() in PAGE
    for number in (0, 1):
        assert stream_digest(SEED, number).hex() in PAGE
        stream = independent.Stream(SEED, number)
        assert f"draws       {' '.join(str(stream.draw()) for _ in range(3))}" in PAGE
    assert f"below(4)    {independent.Stream(SEED, 0).below(4)}, so P3" in PAGE


@pytest.mark.parametrize("game", DECKS)
def test_the_decks_on_the_page(game: str) -> None:
    shuffled = independent.Stream(SEED, 1).shuffle(DECKS[game])
    assert " ".join(shuffled) in " ".join(words(PAGE))


@pytest.mark.parametrize("number", [0, 1, 2, 77, 2**40])
def test_streams_are_the_ones_described(number: int) -> None:
    for n in (2, 3, 5, 60, 2**31 + 1):
        ours = Stream(stream_digest(SEED, number))
        theirs = independent.Stream(SEED, number)
        assert [ours.below(n) for _ in range(50)] == [theirs.below(n) for _ in range(50)]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_karma_draws_its_starter_and_shuffles_as_described(players: int) -> None:
    game = find_game("karma")
    assert list(game.deck) == independent.KARMA
    for number in range(1, 6):
        seed = game_seed(SEED, number)
        noted = NotedChance(SeededChance(seed))
        state = game.new(game.read_options({"players": players, "foresight": True}), noted)
        assert state.first_seat() == independent.Stream(seed, 0).below(players)
        deck = independent.Stream(seed, 1).shuffle(independent.KARMA)
        for seat in range(players):
            state.apply(seat, game.parse_move("look"))
        found = [[game.card_text(card) for card in each.cards] for each in noted.shuffles]
        hidden = [deck[3 * seat : 3 * seat + 3] for seat in range(players)]
        assert found == [
            deck,
            *(independent.Stream(seed, 2 + seat).shuffle(hidden[seat]) for seat in range(players)),
        ]
        assert [each.what for each in noted.shuffles] == [
            "deck",
            *(f"hidden P{seat + 1}" for seat in range(players)),
        ]


def test_all_in_shuffles_from_canonical_order() -> None:
    game = find_game("allin")
    assert list(game.deck) == independent.ALL_IN
    whats = []
    for number in range(1, 41):
        seed = game_seed(SEED, number)
        noted = NotedChance(SeededChance(seed))
        state = game.new(game.read_options({"players": 5}), noted)
        assert state.first_seat() == independent.Stream(seed, 0).below(5)
        state.playout(Rng(number))
        for place, shuffle in enumerate(noted.shuffles, 1):
            found = [game.card_text(card) for card in shuffle.cards]
            before = sorted(found, key=independent.ALL_IN.index)
            assert found == independent.Stream(seed, place).shuffle(before)
            whats.append(shuffle.what)
    assert set(whats) == {"deck", "discard"}
