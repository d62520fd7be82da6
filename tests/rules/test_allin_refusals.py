"""A refused move says why, names the rule, and tells nothing that the seat cannot see."""

import pytest

from fatum.core.chance import RandomChance
from fatum.core.errors import IllegalMove, InvalidMove, InvalidState
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.games.allin.game import GAME

HANDS = [
    ["JM", "5C", "6C", "7C", "Ru"],
    ["3M", "6S", "9T", "JC", "KS"],
    ["2S", "5T", "7M", "10C", "QT"],
]
RIVER = [["KC"], ["QS"], ["2T"], [], []]
FULL = [["KC", "2M"], ["QS", "3S"], ["2T", "4S"], ["8S", "8T"], ["9S", "9C"]]


def given(options: dict[str, object], **state: object) -> State:
    data: dict[str, object] = {"hands": HANDS, "river": RIVER, **state}
    read = GAME.read_options({"players": 3, **options})
    return GAME.read_state(read, data, RandomChance(Rng(1)))


ALL_EFFECTS = {"JM": ["take*", "swap", "reveal3", "hypnosis", "eye", "draw", "rune"]}


@pytest.mark.parametrize(
    ("moves", "refused", "words"),
    [
        ([], "P1: play KS", "you have no KS in hand (A8)"),
        ([], "P2: pass", "it is P1's turn (A12)"),
        ([], "P1: draw", "first play a card, pass or go All In (A8)"),
        (["P1: all in"], "P2: all in", "P1 is already All In this round (A11)"),
        (["P1: play JM"], "P1: skip", "the effect “Take” has the star, so you cannot skip it (A8)"),
        (["P1: play JM"], "P1: draw", "effects go from top to bottom; the next one is “Take” (A8)"),
        (["P1: play JM"], "P1: take 4", "there is no card on field 4 (A15)"),
        (["P1: play JM"], "P1: take 6", "the river has no field 6 (A3)"),
        (["P1: play JM"], "P1: take discard", "only the Shadows variant"),
        (["P1: play JM", "P1: take 1"], "P1: swap JM 1", "JM stays in front of you"),
        (["P1: play JM", "P1: take 1"], "P1: swap 2C 2", "you have no 2C in hand (A17)"),
        (["P1: play JM", "P1: take 1"], "P1: swap KC 1", "there is no card on field 1 (A15)"),
        (["P1: play JM", "P1: take 1", "P1: skip", "P1: reveal"], "P1: skip", "first keep one"),
        (["P1: play JM", "P1: take 1", "P1: skip", "P1: reveal"], "P1: keep JM", "not among"),
        (["P1: play JM", "P1: take 1", "P1: skip", "P1: skip"], "P1: hypnosis P1", "an opponent"),
        (["P1: play JM", "P1: take 1", "P1: skip", "P1: skip"], "P1: hypnosis P5", "no seat P5"),
        (
            ["P1: play JM", "P1: take 1", *["P1: skip"] * 3, "P1: eye P2"],
            "P1: skip",
            "P2 must answer the All-Seeing Eye first (A22)",
        ),
        (
            ["P1: play JM", "P1: take 1", *["P1: skip"] * 3, "P1: eye P2"],
            "P2: hide 2C",
            "you have no 2C in hand (A22)",
        ),
        (
            ["P1: play JM", "P1: take 1", *["P1: skip"] * 4, "P1: draw", "P1: skip"],
            "P1: pass",
            "first discard down to five cards (A9)",
        ),
        (
            ["P1: play JM", "P1: take 1", *["P1: skip"] * 4, "P1: draw", "P1: skip"],
            "P1: discard JM",
            "JM stays in front of you until the end of your turn (AR3)",
        ),
    ],
)
def test_why_a_move_is_refused(moves: list[str], refused: str, words: str) -> None:
    state = given({"cards": ALL_EFFECTS})
    for move in moves:
        state.apply(int(move[1]) - 1, GAME.parse_move(move[4:]))
    before = state.to_dict()
    with pytest.raises(IllegalMove) as error:
        state.apply(int(refused[1]) - 1, GAME.parse_move(refused[4:]))
    assert words in str(error.value)
    assert state.to_dict() == before


def test_unreadable_moves_are_no_illegal_ones() -> None:
    for text in ("", "play 1C", "Play JM", "take 7", "take  1", "swap JM", "predict P6", "all-in"):
        with pytest.raises(InvalidMove):
            GAME.parse_move(text)
    state = given({})
    for number in (-1, len(GAME.moves)):
        with pytest.raises(InvalidMove):
            state.apply(0, number)


@pytest.mark.parametrize(
    "state",
    [
        {"jokers": 1},
        {"phase": "lunch"},
        {"phase": "effect"},
        {"played": "2C"},
        {"phase": "effect", "played": "2C", "effect": 3},
        {"phase": "keep", "played": "2C", "effect": 0},
        {"phase": "hide", "played": "2C", "effect": 0, "asked": "P1"},
        {"phase": "hide", "played": "2C", "effect": 0, "asked": "P2", "all_in": "P2"},
        {"phase": "effect", "played": "2C", "effect": 0, "all_in": "P1"},
        {"revealed": ["2C"]},
        {"river": FULL},
        {"phase": "predict", "river": FULL, "predictions": ["P1", "P1", "P1"]},
        {"phase": "predict", "river": FULL, "predictions": ["P1", None, None], "turn": "P1"},
        {"predictions": ["P1"]},
        {"turns": -1},
        {"turns": True},
        {"pot": 2**70},
        {"last_strength": ["P1", "P1", "P2"]},
        {"all_in": "P9"},
        {"memory": {"known": [["2C"], [], []]}},
        {"memory": {"eyes": {"P1": {"P2": ["2C"]}}}},
        {"memory": {"said": ["royal flush", None, None]}},
        {"memory": {"arrived": [[99], [], []]}},
        {"memory": {"arrived": [[5], [2, 2], [5]]}},
        {"memory": {"discarders": ["P1"]}},
        {"memory": {"generation": 10}},
        {"memory": {"viewers": [{}, {}]}},
        {"memory": {"viewers": [{"since": {"Ru": 1}}]}},
        {"memory": []},
        {"memory": {1: 2}},
        {"memory": {"eyes": {1: {}}}},
        {"memory": {"viewers": [{"since": {1: 1}}]}},
        {"hands": "none"},
        {"river": [["KC"], "QS", [], [], []]},
    ],
)
def test_impossible_states_are_refused(state: dict[str, object]) -> None:
    with pytest.raises(InvalidState) as refused:
        given({}, **state)
    assert "\n" not in str(refused.value)
