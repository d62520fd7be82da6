"""What final hands of All In are worth before anybody has predicted."""

from collections.abc import Iterable
from itertools import product

import pytest

from fatum.bots.policies.allin.policy import AllInPolicy
from fatum.bots.policies.allin.settling import _ANOTHER, _ITSELF, settled_chances
from fatum.bots.policies.registry import policy_for, rules_of_thumb_for
from fatum.core.chance import RandomChance
from fatum.core.rng import Rng
from fatum.games.allin.rules.hands import evaluate, value_of
from fatum.games.allin.rules.rules import AllInState
from fatum.games.registry import find_game

ALLIN = find_game("allin")
HANDS = [
    ["KC", "KM", "KS", "4C", "4M"],
    ["2C", "3M", "5S", "7T", "10C"],
    ["QC", "QM", "8S", "8T", "Ru"],
    ["2M", "3C", "6T", "7S", "10M"],
    ["2S", "3S", "6C", "7M", "10S"],
]
RIVER = [["2T", "3T"], ["9S", "9T"], ["AC", "AM"], ["AS", "AT"], ["JC", "JM"]]
WIDER = [*RIVER, ["JS", "JT"]]


def _settled(players: int, number: int, runes: Iterable[int], pot: int = 8) -> AllInState:
    data = {
        "phase": "predict", "round": number, "turn": "P1", "pot": pot,
        "runes": list(runes)[:players], "hands": HANDS[:players],
        "river": WIDER if players > 3 else RIVER[: 4 if players == 2 else 5],
        "predictions": [None] * players,
    }  # fmt: skip
    options = ALLIN.read_options({"players": players})
    state = ALLIN.read_state(options, data, RandomChance(Rng(1)))
    assert isinstance(state, AllInState)
    return state


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_chances_of_all_add_up_to_one(players: int, number: int) -> None:
    found = settled_chances(_settled(players, number, [3, 9, 5, 5, 0]))
    assert len(found) == players
    assert sum(found) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in found)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_last_round_is_told_by_all_ways_in_which_some_are_right(players: int) -> None:
    state = _settled(players, 3, [3, 9, 5, 5, 0])
    strengths = [int(evaluate(owner.hand, False)) for owner in state.seats]
    best = max(strengths)
    expected = [0.0] * players
    for right in product([False, True], repeat=players):
        chance = 1.0
        for strength, is_right in zip(strengths, right, strict=True):
            table = _ITSELF if strength == best else _ANOTHER
            likely = table[players][strength >> 6]
            chance *= likely if is_right else 1 - likely
        share = state.pot // sum(right) if any(right) else 0
        runes = [
            owner.runes + value_of(strength) + 2 * hand.count("Ru") + share * is_right
            for owner, strength, hand, is_right in zip(
                state.seats, strengths, HANDS, right, strict=False
            )
        ]
        winners = [seat for seat in range(players) if runes[seat] == max(runes)]
        for seat in winners if len(winners) == 1 else range(players):
            expected[seat] += chance / (1 if len(winners) == 1 else players)
    assert settled_chances(state) == pytest.approx(expected)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_rune_more_is_never_worse(number: int) -> None:
    before = 0.0
    for runes in range(30):
        own = settled_chances(_settled(3, number, [runes, 9, 9]))[0]
        assert own >= before - 1e-12
        before = own
    assert before > 0.9


def test_a_hopeless_seat_has_nothing_and_a_safe_one_everything() -> None:
    assert settled_chances(_settled(3, 3, [0, 40, 0])) == [0, pytest.approx(1), 0]


def test_two_players_keep_the_guess() -> None:
    state = _settled(2, 3, [3, 9])
    options = state.setup.options
    assert policy_for(ALLIN, options).estimate(state) == AllInPolicy(options).estimate(state)


def test_bots_of_version_0_1_and_training_keep_their_estimates() -> None:
    state = _settled(3, 3, [3, 9, 5])
    old = AllInPolicy(state.setup.options).estimate(state)
    assert rules_of_thumb_for(ALLIN, state.setup.options).estimate(state) == old
    assert policy_for(ALLIN, state.setup.options).estimate(state) == settled_chances(state) != old


def test_tables_have_every_place_for_every_number_of_players() -> None:
    for table in (_ITSELF, _ANOTHER):
        assert [len(row) for row in table] == [0, 0, 0, 9, 9, 9]
        assert all(0 < chance < 1 for row in table for chance in row)
