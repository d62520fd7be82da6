"""Rules of thumb: sensible, and never stubborn."""

import pytest
from tests.bots.helpers import mean_payoff

from fatum.bots.policies.registry import policy_for
from fatum.bots.registry import find_bot
from fatum.core.bits import COMPILED
from fatum.core.chance import RandomChance, SeededChance
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.testing.subject import seed_of

KARMA, ALLIN = find_game("karma"), find_game("allin")


@pytest.mark.parametrize(("game", "least"), [("karma", 0.97), ("allin", 0.7)])
def test_greedy_beats_random(game: str, least: float) -> None:
    greedy, wild = find_bot("greedy"), find_bot("random")
    assert mean_payoff(game, 25 if COMPILED else 8, greedy, wild, 4) >= least


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_greedy_players_never_go_in_circles(players: int) -> None:
    options = KARMA.read_options({"players": players})
    policy = policy_for(KARMA, options)
    for deal in range(600 if COMPILED else 40):
        state = KARMA.new(options, SeededChance(seed_of(deal)))
        rng = Rng(deal)
        while (seat := state.actor()) >= 0:
            state.apply(seat, policy.move(state, seat, rng))
        assert state.outcome() != {"undecided": True}, deal


def karma_move(state: dict[str, object], players: int = 3) -> str:
    read = KARMA.read_options({"players": players})
    position = KARMA.read_state(read, state, RandomChance(Rng(1)))
    return KARMA.format_move(policy_for(KARMA, read).move(position, position.actor(), Rng(1)))


OTHERS = [{"hand": ["1", "2", "3"]}, {"hand": ["4", "5"]}]


@pytest.mark.parametrize(
    ("hand", "pile", "move"),
    [
        (["3", "9", "GP"], ["2"], "play 3"),
        (["3", "9", "9"], ["8"], "play 9 x2"),  # nothing left to draw
        (["10", "16", "TC"], ["9", "9"], "play 10"),
        (["9", "16", "FB"], ["9", "9"], "play 9"),  # burns
        (["7", "8"], ["9"], "take"),
        (["7", "GP"], ["8", "9", "10", "11"], "play GP"),
        (["TC"], ["9"], "play TC"),  # the last card
    ],
)
def test_karma_plays_as_it_says(hand: list[str], pile: list[str], move: str) -> None:
    seats = [{"hand": hand}, *OTHERS]
    given: dict[str, object] = {"turn": "P1", "stock": "empty", "pile": pile, "seats": seats}
    assert karma_move(given) == move


def test_karma_gives_the_pile_to_the_player_closest_to_out() -> None:
    seats = [{"hand": ["9"]}, *OTHERS]
    given: dict[str, object] = {
        "phase": "give",
        "turn": "P1",
        "stock": "empty",
        "pile": ["7"],
        "seats": seats,
    }
    assert karma_move(given) == "give P3"


def allin_move(state: dict[str, object]) -> str:
    read = ALLIN.read_options({"players": 3})
    position = ALLIN.read_state(read, state, RandomChance(Rng(1)))
    return ALLIN.format_move(policy_for(ALLIN, read).move(position, position.actor(), Rng(1)))


def test_all_in_goes_all_in_with_a_full_house_and_passes_when_it_cannot() -> None:
    state: dict[str, object] = {
        "round": 1, "turn": "P1", "pot": 4, "runes": [0, 0, 0], "all_in": None,
        "hands": [
            ["KC", "KM", "KS", "AS", "AM"],
            ["2C", "3M", "5S", "7T", "9C"],
            ["2M", "3C", "5T", "7S", "9M"],
        ],
        "river": [["2T", "10C"], ["9S"], ["8C"], ["JC"], ["6T"]],
    }  # fmt: skip
    assert allin_move(state) == "all in"
    assert allin_move({**state, "all_in": "P2"}) == "pass"


def test_all_in_predicts_the_own_hand_if_it_is_great() -> None:
    state = {
        "round": 1, "turn": "P1", "pot": 4, "runes": [0, 0, 0], "all_in": None, "phase": "predict",
        "hands": [
            ["KC", "KM", "KS", "KT", "4M"],
            ["2C", "3M", "5S", "7T", "9C"],
            ["2M", "3C", "5T", "7S", "9M"],
        ],
        "river": [["2T", "2S"], ["9S", "9T"], ["AC", "AM"], ["AS", "AT"], ["JC", "JM"]],
        "predictions": [None, None, None],
    }  # fmt: skip
    assert allin_move(state) == "predict P1"


@pytest.mark.parametrize("phase", ["action", "predict"])
def test_all_in_guesses_sanely_however_far_somebody_is_ahead(phase: str) -> None:
    full = [["2T", "2S"], ["9S", "9T"], ["AC", "AM"], ["AS", "AT"], ["JC", "JM"]]
    state: dict[str, object] = {
        "round": 3, "turn": "P1", "pot": 8, "runes": [10**6, 0, 5], "all_in": None, "phase": phase,
        "hands": [
            ["KC", "KM", "KS", "KT", "4M"],
            ["2C", "3M", "5S", "7T", "9C"],
            ["2M", "3C", "5T", "7S", "9M"],
        ],
        "river": full if phase == "predict" else [*full[:2], [], [], []],
        "predictions": [None, None, None],
    }  # fmt: skip
    options = ALLIN.read_options({"players": 3})
    position = ALLIN.read_state(options, state, RandomChance(Rng(1)))
    assert policy_for(ALLIN, options).estimate(position) == pytest.approx([1, 0, 0])


@pytest.mark.parametrize("discard", ["standard", "shadows", "closed_eye"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_all_in_rolls_out_as_it_would_play_on(players: int, discard: str) -> None:
    """Though in a roll-out nobody notes who knows what, and it ends before the predictions."""
    options = ALLIN.read_options({"players": players, "discard": discard})
    policy = policy_for(ALLIN, options)
    for deal in range(20 if COMPILED else 6):
        rng = Rng(deal)
        state = ALLIN.new(options, SeededChance(seed_of(deal)))
        for _ in range(rng.below(25)):
            state.apply(state.actor(), state.random_move(state.actor(), rng))
        rolled, stage = state.copy(), policy.stage(state)
        made = 0
        while policy.stage(state) == stage:
            state.apply(state.actor(), policy.move(state, state.actor(), rng))
            made += 1
        assert policy.roll_out(rolled, rng, 1000) == made
        assert policy.stage(rolled) == policy.stage(state)
        shared = ("phase", "hands", "runes", "river", "discard", "pot", "turn", "all_in")
        found, expected = rolled.to_dict(), state.to_dict()
        assert [found.get(key) for key in shared] == [expected.get(key) for key in shared]
