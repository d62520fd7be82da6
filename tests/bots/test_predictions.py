"""All In's predictions are counted over sampled worlds."""

from fatum.bots.base import Budget
from fatum.bots.policies.allin.predictions import plausibility
from fatum.bots.policies.registry import policy_for
from fatum.bots.search.ismcts import Ismcts
from fatum.core.chance import RandomChance
from fatum.core.game import State, View
from fatum.core.rng import Rng
from fatum.games.allin.rules.rules import AllInState
from fatum.games.registry import find_game

ALLIN = find_game("allin")
RIVER = [["2T", "2S"], ["9S", "9T"], ["AC", "AM"], ["AS", "AT"], ["JC", "JM"]]
WEAK = ["2C", "3M", "5S", "7T", "10C"]


def predicting(first: list[str], round_: int = 3, **more: object) -> State:
    hands = [first, WEAK, ["2M", "3C", "5T", "7S", "10M"]]
    data = {
        "phase": "predict", "round": round_, "turn": "P1", "pot": 8, "runes": [0, 0, 0],
        "hands": hands, "river": RIVER, "predictions": [None, None, None], **more,
    }  # fmt: skip
    options = ALLIN.read_options({"players": 3})
    return ALLIN.read_state(options, data, RandomChance(Rng(1)))


def directly(view: View, legal: list[int], samples: int) -> list[float] | None:
    return policy_for(view.game, view.options).direct_values(view, legal, Rng(2), samples)


def values(state: State, samples: int = 60) -> dict[str, float]:
    seat = int(state.actor())
    legal = state.legal_moves(seat)
    found = directly(state.view_for(seat), legal, samples)
    assert found is not None
    return {ALLIN.format_move(move): value for move, value in zip(legal, found, strict=True)}


def test_four_kings_predict_themselves() -> None:
    found = values(predicting(["KC", "KM", "KS", "KT", "4M"]))
    assert max(found, key=lambda move: found[move]) == "predict P1"


def test_nothing_predicts_somebody_else() -> None:
    found = values(predicting(["3S", "4C", "6M", "8T", "10S"]))
    assert max(found, key=lambda move: found[move]) != "predict P1"


def test_predictions_are_chances() -> None:
    for round_ in (1, 3):
        found = values(predicting(["KC", "KM", "4C", "4M", "8T"], round_))
        assert all(0 <= value <= 1 for value in found.values())


def test_earlier_predictions_count() -> None:
    """A player who bets on their own hand is likelier to hold a strong one."""
    strong = ["KC", "KM", "KS", "4C", "4M"]

    def weight(second: list[str], prediction: str | None) -> float:
        hands = [["3S", "4T", "6M", "8T", "10S"], second, ["2M", "3C", "5T", "7S", "10M"]]
        state = predicting([], hands=hands, predictions=[None, prediction, None])
        assert isinstance(state, AllInState)
        return plausibility(state, 0)

    told = weight(strong, "P2") / weight(WEAK, "P2")
    assert told > weight(strong, None) / weight(WEAK, None) > 1


def test_other_choices_are_searched() -> None:
    options = ALLIN.read_options({"players": 3})
    state = ALLIN.new(options, RandomChance(Rng(1)))
    seat = int(state.actor())
    legal = state.legal_moves(seat)
    assert directly(state.view_for(seat), legal, 5) is None


def test_the_search_uses_them() -> None:
    state = predicting(["KC", "KM", "KS", "KT", "4M"])
    legal = state.legal_moves(0)
    move = Ismcts().choose(state.view_for(0), legal, Rng(1), Budget(iterations=40))
    assert ALLIN.format_move(move) == "predict P1"


def test_a_lost_game_is_no_reason_for_an_odd_prediction() -> None:
    """Nobody can catch P3 any more, so that every prediction is worth nothing."""
    state = predicting(["3S", "4C", "6M", "8T", "10S"], runes=[0, 0, 90], all_in="P2")
    legal = state.legal_moves(0)
    assert set(values(state).values()) == {0.0}
    budget = Budget(iterations=40)
    chosen = [
        ALLIN.format_move(bot.choose(state.view_for(0), legal, Rng(1), budget))
        for bot in (Ismcts(manners=False), Ismcts())
    ]
    assert chosen == ["predict P1", "predict P2"]
